use super::*;
use crate::scene::file;

#[test]
fn a_name_without_ending_gets_one_and_others_stay() {
    assert_eq!(with_ending(Path::new("/a.b/scene"), "json"), Path::new("/a.b/scene.json"));
    assert_eq!(with_ending(Path::new("picture.png"), "svg"), Path::new("picture.png"));
}

/// What stands behind the last point was always an ending: "run 2.5" was saved without one.
#[test]
fn a_number_with_decimals_in_a_name_is_no_ending() {
    assert_eq!(with_ending(Path::new("run 2.5"), "json"), Path::new("run 2.5.json"));
    assert_eq!(with_ending(Path::new("v1.final try"), "svg"), Path::new("v1.final try.svg"));
    assert_eq!(with_ending(Path::new("run."), "json"), Path::new("run.json"));
    assert_eq!(with_ending(Path::new("run 2.5.json"), "json"), Path::new("run 2.5.json"));
}

fn ours() -> Arc<Document> {
    Arc::new(Document { title: "ours".to_owned(), ..Document::default() })
}

/// Waits for its disk, so that an answer is the answer.
fn outside() -> Outside {
    let saver = Saver::new(Waker::none()).with_patience(std::time::Duration::from_secs(60));
    Outside { saver, ..Outside::new(Waker::none()) }
}

fn save(outside: &mut Outside, path: &Path, replace: Replace) -> FileCommand {
    let path = path.to_string_lossy().into_owned();
    let effect = Effect::Write { path, scene: ours(), moment: false, replace };
    match outside.carry_out(effect).expect("no message").expect("an answer") {
        Command::File(answer) => answer,
        other => panic!("{other:?}"),
    }
}

/// Saving went over what another program had written, and over files that are marked read-only.
#[test]
fn a_file_that_another_program_changed_or_that_is_read_only_is_not_replaced_unasked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("scene.json");
    let mut outside = outside();
    let known = Replace::Only(mark(b"opened"));
    let is_asked = |answer: &FileCommand, why| matches!(answer, FileCommand::Occupied { by, .. } if *by == why);
    // As long as before and at the same time as far as clocks tell: only the contents differ.
    for other in ["opaned", "", "something longer than before"] {
        std::fs::write(&path, other).expect("written");
        let answer = save(&mut outside, &path, known);
        assert!(is_asked(&answer, Occupied::Changed), "{answer:?}");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), other);
    }
    std::fs::write(&path, "opened").expect("written");
    let mut permissions = std::fs::metadata(&path).expect("there").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).expect("set");
    for replace in [known, Replace::Writable] {
        let answer = save(&mut outside, &path, replace);
        assert!(is_asked(&answer, Occupied::ReadOnly), "{answer:?}");
    }
    assert!(matches!(save(&mut outside, &path, Replace::Anything), FileCommand::Written { result: Ok(_), .. }));
    assert_eq!(std::fs::read_to_string(&path).expect("there"), file::to_json(&ours()));
    // Touched or copied back, a file with the known contents is the known file; one that is gone is no loss.
    for is_there in [true, false] {
        let path = folder.path().join("other.json");
        if is_there {
            std::fs::write(&path, "opened").expect("written");
        }
        assert!(matches!(save(&mut outside, &path, known), FileCommand::Written { result: Ok(_), .. }));
        std::fs::remove_file(&path).expect("there");
    }
}

/// "An older file of that name is untouched" was said of folders that were gone.
#[test]
fn a_save_that_fails_speaks_of_an_older_file_only_if_there_is_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let said = |path: &Path| match save(&mut outside(), path, Replace::Writable) {
        FileCommand::Written { result: Err(why), .. } => why,
        answer => panic!("{answer:?}"),
    };
    let why = said(&folder.path().join("gone/scene.json"));
    assert!(why.contains("gone does not exist") && !why.contains("untouched"), "{why}");
    let why = said(folder.path());
    assert!(why.contains("it is a folder") && why.contains(UNTOUCHED), "{why}");
}

/// Whatever step of saving a scene or exporting a figure fails: the old file or the new one is there, whole, and
/// the user is told.
#[test]
fn saving_and_exporting_leave_the_old_or_the_new_file_whatever_step_fails() {
    use crate::shell::disk::failing;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("file").to_string_lossy().into_owned();
    let (old, new) = ("the old contents", &file::to_json(&ours()));
    let scene = Effect::Write { path: path.clone(), scene: ours(), moment: false, replace: Replace::Anything };
    let figure = Effect::WriteFigure { path: path.clone(), bytes: new.as_bytes().to_vec() };
    for effect in [scene, figure] {
        let mut failures = 0;
        for steps in 0.. {
            std::fs::write(&path, old).expect("written");
            let mut outside = outside();
            outside.disks = failing::disks(steps, std::io::ErrorKind::StorageFull, steps % 2 == 0);
            let answer = outside.carry_out(effect.clone());
            let now = std::fs::read_to_string(&path).expect("there");
            let is_told = match &answer {
                Err(_) => true,
                Ok(Some(Command::File(FileCommand::Written { result, .. }))) => result.is_err(),
                Ok(_) => false,
            };
            // Only the last step, at which the new file is in its place, may fail and leave the new one.
            assert!(now == old && is_told || now == *new && is_told == (steps == 5), "step {steps}: {now}, {answer:?}");
            assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 1, "something is left");
            if !is_told {
                break;
            }
            failures += 1;
        }
        assert_eq!(failures, 6, "create, permissions, write, sync, rename, folder");
    }
}

/// "Save as" went over what another program had written into a file that this one had opened or saved before, and over
/// a file whose name was typed without its ending.
#[test]
fn saving_elsewhere_asks_before_it_replaces_what_the_user_cannot_know() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("scene.json");
    let mut outside = outside();
    let is_saved = |answer: &FileCommand| matches!(answer, FileCommand::Written { result: Ok(_), .. });
    assert!(is_saved(&save(&mut outside, &path, Replace::Writable)));
    assert!(is_saved(&save(&mut outside, &path, Replace::Writable)), "it holds what was saved");
    std::fs::write(&path, "theirs").expect("written");
    // The same file by another name.
    for name in [path.clone(), folder.path().join(".").join("scene.json")] {
        let answer = save(&mut outside, &name, Replace::Writable);
        assert!(matches!(answer, FileCommand::Occupied { by: Occupied::Changed, .. }), "{answer:?}");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "theirs");
    }
    // The dialog asked about "other", and no such file was there.
    let other = folder.path().join("other.json");
    std::fs::write(&other, "theirs").expect("written");
    outside.unasked = Some(other.clone());
    let answer = save(&mut outside, &other, Replace::Writable);
    assert!(matches!(answer, FileCommand::Occupied { by: Occupied::Unasked, .. }), "{answer:?}");
    assert_eq!(std::fs::read_to_string(&other).expect("there"), "theirs");
    assert!(is_saved(&save(&mut outside, &other, Replace::Anything)), "the question was answered");
    let figure = folder.path().join("figure.svg");
    std::fs::write(&figure, "theirs").expect("written");
    outside.unasked = Some(figure.clone());
    let effect = || Effect::WriteFigure { path: figure.to_string_lossy().into_owned(), bytes: b"ours".to_vec() };
    assert!(outside.carry_out(effect()).expect_err("refused").contains("already"));
    assert_eq!(std::fs::read_to_string(&figure).expect("there"), "theirs");
    assert!(outside.carry_out(effect()).is_ok(), "chosen again");
}

/// A folder that is not there was offered again at the next Save as.
#[test]
fn only_a_folder_that_is_there_is_remembered() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut dialogs = Dialogs::new(Waker::none());
    dialogs.remember_folder(&folder.path().join("scene.json"));
    dialogs.remember_folder(&folder.path().join("gone/scene.json"));
    assert_eq!(dialogs.folder(), Some(folder.path()));
}

/// Of a lesson printed to files a page the dialog asks about the chosen name alone: NAME-1.svg went over whatever had
/// that name.
#[test]
fn pages_of_a_printed_lesson_go_over_no_file_that_nobody_was_asked_about() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [chosen, first, second] =
        ["lesson.svg", "lesson-1.svg", "lesson-2.svg"].map(|name| folder.path().join(name).to_string_lossy().into_owned());
    let painter = Saver::new(Waker::none()).with_patience(std::time::Duration::from_secs(60));
    let mut outside = Outside { painter, ..outside() };
    let mut print = |text: &str| {
        let pages = vec![(first.clone(), text.as_bytes().to_vec()), (second.clone(), text.as_bytes().to_vec())];
        let printing = Printing::new(move |_| Ok(pages.clone()));
        match outside.carry_out(Effect::PrintPages { path: chosen.clone(), printing }).expect("no message").expect("an answer") {
            Command::File(FileCommand::PagesWritten { .. }) => None,
            Command::File(FileCommand::FigureFailed { why, .. }) => Some(why),
            other => panic!("{other:?}"),
        }
    };
    std::fs::write(&second, "theirs").expect("written");
    let why = print("one").expect("refused");
    assert!(why.contains("lesson-2.svg") && why.contains("already"), "{why}");
    assert!(!Path::new(&first).exists(), "no page before the one in the way");
    std::fs::remove_file(&second).expect("there");
    assert_eq!(print("one"), None);
    assert_eq!(print("another"), None, "its own pages may be printed again");
    assert_eq!(std::fs::read_to_string(&second).expect("there"), "another");
    std::fs::write(&second, "theirs").expect("written");
    assert!(print("one").is_some());
    assert_eq!(std::fs::read_to_string(&second).expect("there"), "theirs");
}
