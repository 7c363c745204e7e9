//! What no command writes over without being told to: the scene that it reads, and files that are marked read-only.

use super::arguments::Command;
use super::host::Host;
use super::source::shipped_scene;
use crate::scene::shipped;

/// Looks at every file that a command is going to write, before it does anything.
///
/// # Errors
/// Which file must stay as it is, and why.
pub fn check(command: &Command, host: &mut dyn Host) -> Result<(), String> {
    let (scene, outputs, is_forced) = written(command);
    if outputs.iter().any(|output| output == "-") && !matches!(command, Command::Format(_)) {
        return Err("-: that would be a file of this name; without --out text goes to standard output, pictures need a file".into());
    }
    if is_forced {
        return Ok(());
    }
    let scene = scene.filter(|scene| shipped_scene(scene).is_none());
    for output in outputs {
        let why = match scene {
            Some(scene) if host.is_same_file(scene, &output) => match command {
                Command::Picture(_) => "it is the picture that is read",
                _ => "it is the scene that is read",
            },
            _ if host.is_read_only(&output) => "it is marked read-only",
            _ => continue,
        };
        return Err(format!("{output}: {why}; name another file, or add --force to overwrite it"));
    }
    Ok(())
}

/// The scene that a command reads, the files that it writes, and whether it was told to overwrite any.
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
        // What is recovered never goes over a file.
        Command::Recover(_) | Command::Replay(_) => (None, Vec::new(), false),
        Command::Check(_) | Command::Schema(_) | Command::Bench(_) => (None, Vec::new(), false),
        Command::Aim(_) | Command::Control(_) | Command::Curves(_) | Command::Mix(_) | Command::Solvers(_) => (None, Vec::new(), false),
    }
}
