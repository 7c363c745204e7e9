//! What the sandbox needs of a desktop: files, dialogs, and copies of unsaved work.

use super::dialogs::{DialogQuestion, Dialogs};
use super::disk::{Access, Disks, real_disk};
use super::opening::Opener;
use super::printed::Printed;
use super::recovery::{Found, found};
use super::saving::Saver;
use super::waker::Waker;
use super::{files, recovery, rescue};
use crate::app::{
    Command, Effect, FileCommand, Occupied, Offer, Painting, PictureCommand, PictureDraft, Prepared, Printing, RecoveryCommand, Replace,
    Taken, mark,
};
use crate::draw::raster;
use crate::scene::document::Document;
use crate::scene::file::{MAX_FILE_BYTES, to_checked_json};
use crate::scene::progress::{Phase, Progress};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files and dialogs of the desktop.
pub struct Outside {
    dialogs: Dialogs,
    opener: Opener,
    saver: Saver,
    /// Paints and writes figures.
    painter: Saver,
    disks: Disks,
    printed: Printed,
    /// Files that were opened or saved, as the disk names them, and the [`mark`] of what they held then.
    seen: BTreeMap<PathBuf, u64>,
    /// A file whose name the user did not choose in full: the dialog did not ask whether it may be replaced.
    unasked: Option<PathBuf>,
    /// Copies that were offered, claimed until the user has decided.
    offered: Vec<Found>,
}

impl Outside {
    /// No dialog is open yet.
    pub fn new(waker: Waker) -> Outside {
        Outside {
            dialogs: Dialogs::new(waker.clone()),
            opener: Opener::new(waker.clone()),
            saver: Saver::new(waker.clone()),
            painter: Saver::new(waker),
            disks: Arc::new(real_disk),
            printed: Printed::default(),
            seen: BTreeMap::new(),
            unasked: None,
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
    pub fn keep_work(&self, _json: &str) -> bool {
        true
    }

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
    /// waits (`is_asked`) whose answer is meant for the scene as it is.
    pub fn poll(&mut self, is_asked: bool) -> Option<Command> {
        if let Some(answer) = self.saver.poll().or_else(|| self.painter.poll()) {
            return Some(self.noted(answer));
        }
        let Some((question, path)) = self.dialogs.poll() else {
            let ready = if is_asked { None } else { self.opener.poll() };
            return ready.map(|answer| self.noted(answer));
        };
        self.dialogs.remember_folder(&path);
        let named = |ending| with_ending(&path, ending).to_string_lossy().into_owned();
        let ending = question.ending();
        self.unasked = Some(with_ending(&path, ending)).filter(|named| *named != path);
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
                // The list of recent files is read from other folders, too.
                let path = std::path::absolute(&path).map_or(path, |whole| whole.to_string_lossy().into_owned());
                self.dialogs.remember_folder(Path::new(&path));
                let answer = self.read(path);
                Ok(Some(self.noted(answer)))
            }
            Effect::TracePicture(draft) => Ok(Some(self.trace(*draft))),
            Effect::Write { path, scene, moment, replace } => {
                let answer = self.write(path, scene, moment, replace);
                Ok(Some(self.noted(answer)))
            }
            Effect::WriteFigure { path, .. } if self.is_unasked(Path::new(&path)) => {
                Err(format!("{path} was not written: there is such a file already. Choose it, or another name."))
            }
            Effect::ReadBeside { scene, file } => {
                let picture = files::read_beside(Path::new(&scene), &file).and_then(|bytes| raster::read(&bytes)).map(Arc::new);
                Ok(Some(PictureCommand::Beside { file, picture }.into()))
            }
            Effect::WriteFigure { path, .. } if files::is_read_only(Path::new(&path)) => {
                Err(format!("{path} was not written: it is marked read-only. Choose another name."))
            }
            Effect::WriteFigure { path, bytes } => match save(&self.disks, &path, &bytes) {
                Ok(()) => Ok(Some(FileCommand::FigureWritten(path).into())),
                Err(reason) => Err(format!("{path} was not written: {reason}")),
            },
            Effect::PaintFigure { path, .. } if self.is_unasked(Path::new(&path)) || files::is_read_only(Path::new(&path)) => {
                Err(format!("{path} was not written: there is such a file already, or it is marked read-only. Choose another name."))
            }
            Effect::PaintFigure { path, painting } => Ok(Some(self.paint(path, painting))),
            Effect::PrintPages { path, .. } if self.is_unasked(Path::new(&path)) || files::is_read_only(Path::new(&path)) => {
                let why = "there is such a file already, or it is marked read-only. Choose another name.".to_owned();
                Ok(Some(FileCommand::FigureFailed { path, why }.into()))
            }
            Effect::PrintPages { path, printing } => Ok(Some(self.print(path, printing))),
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
                self.painter.finish();
                Ok(None)
            }
        }
    }

    fn write(&mut self, path: String, scene: Arc<Document>, moment: bool, replace: Replace) -> Command {
        let (theirs, broken, disks) = (path.clone(), path.clone(), self.disks.clone());
        let is_unasked = self.is_unasked(Path::new(&path)) && replace != Replace::Anything;
        // What was opened or saved before is known under all its names.
        let known = Path::new(&path).canonicalize().ok().and_then(|real| self.seen.get(&real).copied());
        let replace = known.filter(|_| replace == Replace::Writable).map_or(replace, Replace::Only);
        let work = move || {
            let by = if is_unasked { Some(Occupied::Unasked) } else { occupied(Path::new(&theirs), replace) };
            if let Some(by) = by {
                return FileCommand::Occupied { path: theirs, moment, by }.into();
            }
            let result = write_scene(&disks, &theirs, &scene);
            FileCommand::Written { path: theirs, moment, result }.into()
        };
        let broken = move || FileCommand::Written { path: broken, moment, result: Err(BROKEN_WRITING.to_owned()) }.into();
        self.saver.start(path, work, broken)
    }

    fn paint(&mut self, path: String, painting: Painting) -> Command {
        let (theirs, broken, disks) = (path.clone(), path.clone(), self.disks.clone());
        let work = move || match painting.result().and_then(|bytes| save(&disks, &theirs, &bytes)) {
            Ok(()) => FileCommand::FigureWritten(theirs).into(),
            Err(why) => FileCommand::FigureFailed { path: theirs, why }.into(),
        };
        self.painter.start(path, work, move || FileCommand::FigureFailed { path: broken, why: BROKEN_WRITING.to_owned() }.into())
    }

    fn print(&mut self, path: String, printing: Printing) -> Command {
        let (theirs, broken, disks, printed) = (path.clone(), path.clone(), self.disks.clone(), self.printed.clone());
        let write_all = move |pages: Vec<(String, Vec<u8>)>, chosen: &str| -> Result<Vec<String>, String> {
            printed.check(chosen, &pages)?;
            let mut files = Vec::new();
            for (page, bytes) in pages {
                save(&disks, &page, &bytes)?;
                printed.note(&page, &bytes);
                files.push(page);
            }
            Ok(files)
        };
        let work = move || match printing.result().and_then(|pages| write_all(pages, &theirs)) {
            Ok(files) => FileCommand::PagesWritten { path: theirs, files }.into(),
            Err(why) => FileCommand::FigureFailed { path: theirs, why }.into(),
        };
        self.painter.start(path, work, move || FileCommand::FigureFailed { path: broken, why: BROKEN_WRITING.to_owned() }.into())
    }

    /// The same answer; remembers what a file held when it was read or written.
    fn noted(&mut self, answer: Command) -> Command {
        let (path, mark) = match &answer {
            Command::File(FileCommand::Prepared { path, scene: Ok(scene) }) => (path, scene.mark()),
            Command::File(FileCommand::Written { path, result: Ok(mark), .. }) => (path, Some(*mark)),
            _ => return answer,
        };
        if let (Ok(real), Some(mark)) = (Path::new(path).canonicalize(), mark) {
            self.seen.insert(real, mark);
        }
        answer
    }

    /// True when there is such a file and nobody was asked about it, because its name got its ending here. Asked once.
    fn is_unasked(&mut self, path: &Path) -> bool {
        self.unasked.take().is_some_and(|unasked| unasked == path && path.exists())
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
            if matches!(Path::new(&theirs).try_exists(), Ok(false)) {
                return FileCommand::Missing(theirs).into();
            }
            let bytes = files::read(Path::new(&theirs), MAX_FILE_BYTES);
            if bytes.as_ref().map_or(raster::has_picture_ending(&theirs), |bytes| raster::is_picture(bytes)) {
                let picture = bytes.and_then(|bytes| raster::read(&bytes));
                progress.reach(Phase::Tracing, 0, 0);
                let draft = picture.map(|picture| Box::new(PictureDraft::new(&theirs, Arc::new(picture))));
                return PictureCommand::Drafted { name: theirs, draft }.into();
            }
            answer(theirs, bytes.and_then(|bytes| Prepared::new(&bytes, progress)))
        };
        self.opener.start(name, work, move || answer(broken, Err(BROKEN.to_owned())))
    }

    fn trace(&mut self, draft: PictureDraft) -> Command {
        let (name, theirs, broken) = (draft.name.clone(), draft.name.clone(), draft.name.clone());
        let work = move |progress: &Progress| {
            progress.reach(Phase::Tracing, 0, 0);
            PictureCommand::Drafted { name: theirs, draft: Ok(Box::new(draft.follow_wish())) }.into()
        };
        self.opener.start(name, work, move || PictureCommand::Drafted { name: broken, draft: Err(BROKEN.to_owned()) }.into())
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

/// The path as chosen, with an ending if it was given none. An ending is one word that begins with a letter: that of
/// "run 2.5" is none.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let is_ending = |given: &str| given.starts_with(char::is_alphabetic) && given.chars().all(char::is_alphanumeric);
    match path.extension() {
        Some(given) if given.to_str().is_none_or(is_ending) => path.to_path_buf(),
        Some(given) if !given.is_empty() => {
            let mut whole = path.as_os_str().to_owned();
            whole.push(".");
            whole.push(ending);
            whole.into()
        }
        _ => path.with_extension(ending),
    }
}

#[cfg(test)]
#[path = "desktop_tests.rs"]
mod tests;
