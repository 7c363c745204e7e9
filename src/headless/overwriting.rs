//! What no command writes over without being told to: the file that it reads, and files that are marked read-only.

use super::arguments::Command;
use super::host::Host;
use super::source::shipped_scene;
use crate::scene::shipped;

/// Looks at every file that a command is going to write, before it does anything.
///
/// # Errors
/// Which file must stay as it is, and why.
pub fn check(command: &Command, host: &mut dyn Host) -> Result<(), String> {
    let (read, outputs, is_forced) = written(command);
    if outputs.iter().any(|output| output == "-") && !matches!(command, Command::Format(_)) {
        return Err("-: that would be a file of this name; without --out text goes to standard output, pictures need a file".into());
    }
    if is_forced {
        return Ok(());
    }
    let what = match command {
        Command::Picture(_) => "picture",
        Command::Replay(_) => "report",
        _ => "scene",
    };
    let read = read.filter(|name| what != "scene" || shipped_scene(name).is_none());
    for output in outputs {
        let why = match read {
            Some(name) if host.is_same_file(name, &output) => &format!("it is the {what} that is read"),
            _ if host.is_read_only(&output) => "it is marked read-only",
            _ => continue,
        };
        return Err(format!("{output}: {why}; name another file, or add --force to overwrite it"));
    }
    Ok(())
}

/// The scene, picture or report that a command reads, the files that it writes, and whether it may overwrite any.
fn written(command: &Command) -> (Option<&str>, Vec<String>, bool) {
    let list = |out: &Option<String>| out.iter().cloned().collect();
    match command {
        Command::Run(options) => (Some(&options.scene), list(&options.out), options.overwriting.force),
        Command::Graph(options) => (Some(&options.scene), list(&options.out), options.overwriting.force),
        Command::Trace(options) => (Some(&options.scene), list(&options.out), options.overwriting.force),
        Command::Render(options) => (Some(&options.scene), vec![options.out.path.clone()], options.overwriting.force),
        Command::Animate(options) => (Some(&options.scene), vec![options.out.clone()], options.overwriting.force),
        Command::Film(options) => (Some(&options.scene), vec![options.out.clone()], options.overwriting.force),
        Command::Print(options) => (Some(&options.scene), vec![options.out.clone()], options.overwriting.force),
        Command::Picture(options) => (Some(&options.picture), list(&options.out), options.overwriting.force),
        // What it rewrites is its input.
        Command::Format(options) => (None, options.files.clone(), options.overwriting.force),
        Command::Thumbnails(options) => {
            let picture = |scene: &shipped::ShippedScene| super::thumbnails::path(&options.out, scene.name);
            (None, shipped::scenes().iter().map(picture).collect(), options.overwriting.force)
        }
        Command::Replay(options) => (Some(&options.report), list(&options.to), options.overwriting.force),
        // It goes over no file at all, and says so itself.
        Command::Recover(options) => (None, list(&options.to), true),
        Command::Check(_) | Command::Schema(_) | Command::Bench(_) => (None, Vec::new(), false),
        Command::Aim(_) | Command::Control(_) | Command::Curves(_) | Command::Mix(_) | Command::Solvers(_) => (None, Vec::new(), false),
    }
}
