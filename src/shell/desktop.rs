//! What the sandbox needs of a desktop: files, dialogs, and copies of unsaved work.

use super::dialogs::{DialogQuestion, Dialogs};
use super::disk::{Access, Disks, real_disk};
use super::opening::Opener;
use super::recovery::{Found, found};
use super::saving::Saver;
use super::waker::Waker;
use super::{files, recovery, rescue};
use crate::app::{Command, Effect, FileCommand, Occupied, Offer, PictureCommand, Prepared, RecoveryCommand, Replace, Taken, mark};
use crate::draw::raster;
use crate::scene::document::Document;
use crate::scene::file::{MAX_FILE_BYTES, to_checked_json};
use crate::scene::progress::Progress;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files and dialogs of the desktop.
pub struct Outside {
    dialogs: Dialogs,
    opener: Opener,
    saver: Saver,
    disks: Disks,
    /// Copies that were offered, claimed until the user has decided.
    offered: Vec<Found>,
}

impl Outside {
    /// No dialog is open yet.
    pub fn new(waker: Waker) -> Outside {
        Outside {
            dialogs: Dialogs::new(waker.clone()),
            opener: Opener::new(waker.clone()),
            saver: Saver::new(waker),
            disks: Arc::new(real_disk),
            offered: Vec::new(),
        }
    }

    /// True when what dead programs have left is offered at the start.
    pub fn offers_copies(&self) -> bool {
        rescue::keeper().is_some()
    }

    /// True when there is such a file.
    pub fn has_file(&self, path: &str) -> bool {
        Path::new(path).exists()
    }

    /// Unsaved work of an earlier time; only pages of a browser vanish without asking.
    pub fn kept_work(&self) -> Option<String> {
        None
    }

    /// See [`Outside::kept_work`].
    pub fn keep_work(&self, _json: &str) {}

    /// Lays out a dialog inside the window, where the system has none.
    pub fn ui(&mut self, ctx: &egui::Context) {
        self.dialogs.ui(ctx);
        if self.dialogs.is_in_window() {
            ctx.request_repaint_after(std::time::Duration::from_secs(1)); // its folder may change meanwhile
        }
    }

    /// True while a dialog inside the window has the keys.
    pub fn shows_dialog(&self) -> bool {
        self.dialogs.is_in_window()
    }

    /// True while a file is asked for: time stands meanwhile.
    pub fn is_asking(&self) -> bool {
        self.dialogs.is_open()
    }

    /// The page of a browser must know; a desktop window is asked by its close button.
    pub fn set_unsaved(&mut self, _unsaved: bool) {}

    /// How saving ended; or what the user chose in a dialog; or the file that was being prepared, unless a question
    /// waits (`is_asked`),
    /// whose answer is meant for the scene as it is.
    pub fn poll(&mut self, is_asked: bool) -> Option<Command> {
        if let Some(answer) = self.saver.poll() {
            return Some(answer);
        }
        let ready = |opener: &mut Opener| if is_asked { None } else { opener.poll() };
        let Some((question, path)) = self.dialogs.poll() else { return ready(&mut self.opener) };
        self.dialogs.remember_folder(&path);
        let named = |ending| with_ending(&path, ending).to_string_lossy().into_owned();
        let ending = question.ending();
        let answer = match question {
            DialogQuestion::Open | DialogQuestion::Picture => FileCommand::OpenPath(path.to_string_lossy().into_owned()),
            DialogQuestion::Save { moment, .. } => FileCommand::SaveTo { path: named(ending), moment },
            DialogQuestion::Export { .. } => FileCommand::ExportTo(named(ending)),
        };
        Some(answer.into())
    }

    /// Does what the program wants; the answer, if there is one, is a command for it.
    ///
    /// # Errors
    /// A message for the user.
    pub fn carry_out(&mut self, effect: Effect) -> Result<Option<Command>, String> {
        match effect {
            Effect::AskOpen => self.ask(DialogQuestion::Open),
            Effect::AskPicture => self.ask(DialogQuestion::Picture),
            Effect::AskSave { name, moment } => self.ask(DialogQuestion::Save { name, moment }),
            Effect::AskExport { name } => self.ask(DialogQuestion::Export { name }),
            Effect::Read(path) => {
                self.dialogs.remember_folder(Path::new(&path));
                Ok(Some(self.read(path)))
            }
            Effect::ReadBeside { scene, file } => {
                let picture = files::read_beside(Path::new(&scene), &file).and_then(|bytes| raster::read(&bytes)).map(Arc::new);
                Ok(Some(PictureCommand::Beside { file, picture }.into()))
            }
            Effect::Write { path, scene, moment, replace } => Ok(Some(self.write(path, scene, moment, replace))),
            Effect::WriteFigure { path, .. } if files::is_read_only(Path::new(&path)) => {
                Err(format!("{path} was not written: it is marked read-only. Choose another name."))
            }
            Effect::WriteFigure { path, bytes } => match save(&self.disks, &path, &bytes) {
                Ok(()) => Ok(Some(FileCommand::FigureWritten(path).into())),
                Err(reason) => Err(format!("{path} was not written: {reason}")),
            },
            Effect::FindCopies { tell } => Ok(Some(RecoveryCommand::Offered { offers: self.find_copies(), tell }.into())),
            Effect::TakeCopy(id) => Ok(self.take_copy(&id)),
            Effect::CopyTaken(id) => {
                if let (Some(found), Some(keeper)) = (self.remove_offer(&id), rescue::keeper()) {
                    keeper.supersede(found);
                }
                self.offered.clear();
                Ok(None)
            }
            Effect::ShowCopy(id) => self.show_copy(&id).map(|()| None),
            Effect::DropCopy(id) => {
                self.remove_offer(&id).into_iter().for_each(Found::discard);
                Ok(None)
            }
            Effect::LeaveCopies => {
                self.offered.clear();
                Ok(None)
            }
            Effect::Quit => {
                self.saver.finish();
                Ok(None)
            }
        }
    }

    fn write(&mut self, path: String, scene: Arc<Document>, moment: bool, replace: Replace) -> Command {
        let (theirs, broken, disks) = (path.clone(), path.clone(), self.disks.clone());
        let work = move || {
            if let Some(by) = occupied(Path::new(&theirs), replace) {
                return FileCommand::Occupied { path: theirs, moment, by }.into();
            }
            let result = write_scene(&disks, &theirs, &scene);
            FileCommand::Written { path: theirs, moment, result }.into()
        };
        let broken = move || FileCommand::Written { path: broken, moment, result: Err(BROKEN_WRITING.to_owned()) }.into();
        self.saver.start(path, work, broken)
    }

    fn find_copies(&mut self) -> Vec<Offer> {
        self.offered.clear(); // its claims would stand in our own way
        self.offered = recovery::folder().map(|folder| found::find(&folder)).unwrap_or_default();
        self.offered.retain(|found| found.claim.is_some());
        self.offered.iter().map(offer).collect()
    }

    fn read(&mut self, path: String) -> Command {
        let answer = |path: String, scene| FileCommand::Prepared { path, scene }.into();
        let (name, theirs, broken) = (path.clone(), path.clone(), path);
        let work = move |progress: &Progress| {
            let bytes = files::read(Path::new(&theirs), MAX_FILE_BYTES);
            if bytes.as_ref().map_or(raster::has_picture_ending(&theirs), |bytes| raster::is_picture(bytes)) {
                let picture = bytes.and_then(|bytes| raster::read(&bytes)).map(Arc::new);
                return PictureCommand::Read { name: theirs, picture }.into();
            }
            answer(theirs, bytes.and_then(|bytes| Prepared::new(&bytes, progress)))
        };
        self.opener.start(name, work, move || answer(broken, Err(BROKEN.to_owned())))
    }

    fn take_copy(&mut self, id: &str) -> Option<Command> {
        let found = self.offered.iter().find(|found| id_of(found) == id)?;
        let (scenes, about, offer) = (found.scenes.clone(), found.about.clone(), offer(found));
        let answer = |offer, scene, original| RecoveryCommand::Taken(Taken { offer, scene, original }).into();
        let (name, theirs) = (offer.name.clone(), offer.clone());
        let work = move |progress: &Progress| {
            let scene = found::newest_of(&scenes, |bytes| Prepared::new(&bytes, progress));
            let original = about.origin.as_deref().map(Path::new).filter(|path| is_older(path, about.seconds));
            let original = original.and_then(|path| files::read(path, MAX_FILE_BYTES).ok());
            let original = original.and_then(|bytes| Prepared::new(&bytes, progress).ok());
            answer(theirs, scene, original)
        };
        Some(self.opener.start(name, work, move || answer(offer, Err(BROKEN.to_owned()), None)))
    }

    fn remove_offer(&mut self, id: &str) -> Option<Found> {
        let index = self.offered.iter().position(|found| id_of(found) == id)?;
        Some(self.offered.remove(index))
    }

    fn show_copy(&self, id: &str) -> Result<(), String> {
        let Some(found) = self.offered.iter().find(|found| id_of(found) == id) else { return Ok(()) };
        let viewer = if cfg!(windows) {
            "explorer"
        } else if cfg!(target_os = "macos") {
            "open"
        } else {
            "xdg-open"
        };
        let mut command = std::process::Command::new(viewer);
        let nothing = std::process::Stdio::null;
        let started = command.arg(&found.folder).stdin(nothing()).stdout(nothing()).stderr(nothing()).spawn();
        // Its end is awaited elsewhere, so that it leaves no dead process behind.
        let is_shown = started.is_ok_and(|mut child| std::thread::Builder::new().spawn(move || child.wait()).is_ok());
        if is_shown { Ok(()) } else { Err(format!("No file manager could be started. The copies are in {}", found.folder.display())) }
    }

    fn ask(&mut self, question: DialogQuestion) -> Result<Option<Command>, String> {
        if self.dialogs.ask(question) { Ok(None) } else { Err("Another file dialog is still open.".to_owned()) }
    }
}

/// What is said of a file on which the program itself broke down.
const BROKEN: &str = "the program broke down while it was read; that is a mistake of the program";
/// What is said of a scene on which the program itself broke down.
const BROKEN_WRITING: &str = "the program broke down while it was written; that is a mistake of the program";
/// What is said when saving failed and left the old file.
const UNTOUCHED: &str = "The older file of that name is untouched.";

fn save(disks: &Disks, path: &str, bytes: &[u8]) -> Result<(), String> {
    files::save_with(disks(), Path::new(path), bytes, Access::Usual)
}

/// Writes a scene; its mark, or why not.
fn write_scene(disks: &Disks, path: &str, scene: &Document) -> Result<u64, String> {
    let text = to_checked_json(scene)?;
    let before = stamp(path);
    let untouched = |why| if before.is_some() && stamp(path) == before { format!("{why}\n{UNTOUCHED}") } else { why };
    save(disks, path, text.as_bytes()).map_err(untouched)?;
    Ok(mark(text.as_bytes()))
}

/// Tells whether a file was touched: its size and when it was changed; `None` when there is none.
fn stamp(path: &str) -> Option<(u64, Option<std::time::SystemTime>)> {
    std::fs::metadata(path).ok().map(|about| (about.len(), about.modified().ok()))
}

/// Why the file must not be replaced without asking.
fn occupied(path: &Path, replace: Replace) -> Option<Occupied> {
    if let Replace::Only(known) = replace
        && path.is_file()
        && files::read(path, MAX_FILE_BYTES).map_or(true, |bytes| mark(&bytes) != known)
    {
        return Some(Occupied::Changed);
    }
    (replace != Replace::Anything && files::is_read_only(path)).then_some(Occupied::ReadOnly)
}

fn id_of(found: &Found) -> String {
    found.folder.to_string_lossy().into_owned()
}

fn offer(found: &Found) -> Offer {
    let recovery::About { name, origin, edits, .. } = found.about.clone();
    Offer { id: id_of(found), name, origin, edits, time: found.time(), folder: id_of(found) }
}

/// True when a file is there and was not written after this time, seconds since 1970.
fn is_older(path: &Path, seconds: u64) -> bool {
    let modified = std::fs::metadata(path).and_then(|about| about.modified()).ok();
    modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok()).is_some_and(|time| time.as_secs() <= seconds)
}

/// The path as chosen, with an ending if it was given none.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    if path.extension().is_some() { path.to_path_buf() } else { path.with_extension(ending) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::file;

    #[test]
    fn a_name_without_ending_gets_one_and_others_stay() {
        assert_eq!(with_ending(Path::new("/a.b/scene"), "json"), Path::new("/a.b/scene.json"));
        assert_eq!(with_ending(Path::new("picture.png"), "svg"), Path::new("picture.png"));
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
}
