//! Nothing is written over that nobody asked to lose: the scene that a command reads, what another program has
//! written meanwhile, files that are marked read-only.

mod cli_kit;

use cli_kit::{Folder, STACK, good, refused};
use collidoscope::app::{App, Effect, FileCommand, Leaving, Occupied, Offer, Prompt, PromptCommand, RecoveryCommand, Replace, mark};
use collidoscope::scene::file;
use collidoscope::scene::report::Report;
use std::fs;

/// `run S --out S` replaced the scene by its samples, through whatever name of it.
#[test]
fn an_output_that_is_the_input_scene_is_refused_under_every_name() {
    let folder = Folder::new();
    let scene = folder.file("s.scene.json", STACK);
    let dotted = scene.replace("/s.scene.json", "/./s.scene.json");
    let mut names = vec![scene.clone(), dotted];
    #[cfg(unix)]
    {
        for ending in ["scene.json", "svg", "png", "rs"] {
            let (link, hard) = (folder.path(&format!("link.{ending}")), folder.path(&format!("hard.{ending}")));
            std::os::unix::fs::symlink(&scene, &link).unwrap();
            fs::hard_link(&scene, &hard).unwrap();
            names.extend([link, hard]);
        }
    }
    for name in &names {
        let commands = [
            vec!["run", &scene, "--steps", "1", "--out", name],
            vec!["trace", &scene, "--pair", "ground,lower", "--algorithm", "sat", "--out", name],
            vec!["film", &scene, "--pair", "ground,lower", "--out", name],
            vec!["render", &scene, "--out", name],
        ];
        let is_picture = name.ends_with(".svg") || name.ends_with(".png");
        for command in commands.iter().filter(|command| command[0] != "render" || is_picture) {
            let why = refused(command);
            assert!(why.contains("it is the scene that is read") && why.contains("--force"), "{command:?}: {why}");
            assert_eq!(fs::read_to_string(&scene).unwrap(), STACK, "{command:?}");
        }
    }
    good(&["run", &scene, "--steps", "1", "--out", &scene, "--force"]);
    assert!(fs::read_to_string(&scene).unwrap().starts_with("{\"step\":0"));
}

/// A file of the name of a shipped scene is not that scene.
#[test]
fn a_shipped_scene_and_a_file_of_its_name_are_two_things() {
    let folder = Folder::new();
    let out = folder.file("pyramid", "old");
    good(&["run", "pyramid", "--steps", "0", "--out", &out]);
    good(&["run", "pyramid", "--steps", "0", "--out", "/dev/null"]);
}

#[test]
fn a_file_that_is_marked_read_only_is_refused_by_every_command_that_writes() {
    let folder = Folder::new();
    let scene = folder.file("scene.json", STACK);
    for name in ["out.json", "out.svg", "format.json"] {
        let out = folder.file(name, STACK);
        let mut permissions = fs::metadata(&out).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&out, permissions).unwrap();
        let command = match name {
            "out.svg" => vec!["render", &scene, "--out", &out],
            "out.json" => vec!["run", &scene, "--steps", "0", "--out", &out],
            _ => vec!["format", &out],
        };
        let why = refused(&command);
        assert!(why.contains("marked read-only") && why.contains("--force"), "{why}");
        assert_eq!(fs::read_to_string(&out).unwrap(), STACK);
        good(&[command.as_slice(), &["--force"]].concat());
        assert_ne!(fs::read_to_string(&out).unwrap(), STACK);
        assert!(fs::metadata(&out).unwrap().permissions().readonly(), "it stays marked");
    }
}

/// `replay R --to R` put the scene of the report over the report, and `--to` went over a file marked read-only.
#[test]
fn a_replayed_report_and_a_read_only_file_are_not_written_over() {
    let folder = Folder::new();
    let report = Report::new("a breakdown", &file::parse(STACK.as_bytes()).expect("sound"), 3, false).to_json();
    let (name, scene) = (folder.file("report.json", &report), folder.file("scene.json", "old"));
    let why = refused(&["replay", &name, "--to", &name]);
    assert!(why.contains("it is the report that is read") && why.contains("--force"), "{why}");
    let mut permissions = fs::metadata(&scene).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&scene, permissions).unwrap();
    let why = refused(&["replay", &name, "--to", &scene]);
    assert!(why.contains("marked read-only") && why.contains("--force"), "{why}");
    assert_eq!((fs::read_to_string(&name).unwrap(), fs::read_to_string(&scene).unwrap()), (report, "old".to_owned()));
    good(&["replay", &name, "--to", &scene, "--force"]);
    assert!(file::parse(&fs::read(&scene).unwrap()).is_ok());
    for command in [vec!["replay", &name, "--to", "-"], vec!["recover", "--to", "-"]] {
        assert!(refused(&command).contains("-:"), "{command:?}");
    }
}

fn opened(text: &str) -> App {
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: Some("a.json".into()), bytes: Ok(text.as_bytes().to_vec()) });
    assert_eq!(app.path(), Some("a.json"));
    app
}

fn written(app: &mut App) -> (String, String, Replace) {
    let mut effects = app.take_effects();
    let Some(Effect::Write { path, scene, replace, .. }) = effects.pop() else { panic!("{effects:?}") };
    (path, file::to_json(&scene), replace)
}

/// A save went over whatever another program had written into the file meanwhile.
#[test]
fn saving_replaces_only_what_was_opened_or_saved_last() {
    let mut app = opened(STACK);
    app.apply(FileCommand::Save);
    let (path, text, replace) = written(&mut app);
    assert_eq!(replace, Replace::Only(mark(STACK.as_bytes())));
    app.apply(FileCommand::Written { path, moment: false, result: Ok(mark(text.as_bytes())) });
    app.apply(FileCommand::Save);
    assert_eq!(written(&mut app).2, Replace::Only(mark(text.as_bytes())), "its own text is known from then on");
    // A save that failed has left the old text.
    app.apply(FileCommand::Written { path: "a.json".into(), moment: false, result: Err("the disk is full".into()) });
    app.apply(FileCommand::Save);
    assert_eq!(written(&mut app).2, Replace::Only(mark(text.as_bytes())));
    app.apply(FileCommand::SaveTo { path: "b.json".into(), moment: false });
    assert_eq!(written(&mut app).2, Replace::Writable, "another file: the dialog has asked");
}

/// A file that was read and then not opened is as unknown as before.
#[test]
fn a_file_read_but_not_opened_is_not_known() {
    let mut app = opened(STACK);
    app.apply(FileCommand::Loaded { path: Some("a.json".into()), bytes: Ok(b"{".to_vec()) });
    app.apply(FileCommand::Save);
    assert_eq!(written(&mut app).2, Replace::Only(mark(STACK.as_bytes())));
}

#[test]
fn a_file_in_the_way_is_asked_about_and_what_was_to_follow_waits() {
    for (answer, writes, asks) in
        [(PromptCommand::Overwrite, true, false), (PromptCommand::SaveAs, false, true), (PromptCommand::Cancel, false, false)]
    {
        let mut app = opened(STACK);
        app.apply(collidoscope::app::DocumentCommand::Delete(vec![collidoscope::app::Item::Body("lower".into())]));
        app.apply(FileCommand::Quit);
        app.apply(PromptCommand::Save);
        let (path, ..) = written(&mut app);
        app.apply(FileCommand::Occupied { path: path.clone(), moment: false, by: Occupied::Changed });
        assert!(matches!(app.prompt(), Some(Prompt::Overwrite { then: Some(Leaving::Quit), .. })));
        app.apply(answer.clone());
        let effects = app.take_effects();
        let overwrites = |effect: &Effect| matches!(effect, Effect::Write { replace: Replace::Anything, .. });
        assert_eq!(effects.iter().any(overwrites), writes, "{answer:?}");
        assert_eq!(effects.iter().any(|effect| matches!(effect, Effect::AskSave { .. })), asks, "{answer:?}");
        assert!(app.is_unsaved() && !effects.contains(&Effect::Quit));
        app.apply(FileCommand::Written { path, moment: false, result: Ok(0) });
        assert_eq!(app.take_effects().contains(&Effect::Quit), writes || asks, "{answer:?}");
    }
}

/// `run S --out -` wrote a file of the name "-", while "-" is standard input elsewhere.
#[test]
fn a_line_for_standard_output_is_no_file_name() {
    let folder = Folder::new();
    let scene = folder.file("s.scene.json", STACK);
    for command in [
        vec!["run", &scene, "--steps", "1", "--out", "-"],
        vec!["film", &scene, "--pair", "ground,lower", "--out", "-"],
        vec!["run", &scene, "--steps", "1", "--out", "-", "--force"],
    ] {
        let why = refused(&command);
        assert!(why.contains("-:"), "{command:?}: {why}");
    }
    assert!(!std::path::Path::new("-").exists());
}

/// The answer of a slow disk took the place of whatever was asked meanwhile: an offer of unsaved work was gone.
#[test]
fn a_file_in_the_way_does_not_take_away_another_question() {
    let mut app = opened(STACK);
    let offers = vec![Offer { id: "7".into(), name: "Bridge".into(), ..Offer::default() }];
    app.apply(RecoveryCommand::Offered { offers, tell: false });
    app.take_notices();
    app.apply(FileCommand::Occupied { path: "a.json".into(), moment: false, by: Occupied::Changed });
    assert!(matches!(app.prompt(), Some(Prompt::Recover { .. })), "{:?}", app.prompt());
    let told: Vec<String> = app.take_notices().into_iter().map(|notice| notice.text).collect();
    assert_eq!(told, ["a.json was not saved: another program has changed it. Save once more to decide."]);
}
