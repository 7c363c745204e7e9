//! What the sandbox needs of a desktop: files and dialogs.

use super::dialogs::{DialogQuestion, Dialogs};
use super::files;
use super::waker::Waker;
use crate::app::{Effect, FileCommand, Occupied, Replace, mark};
use crate::scene::file::MAX_FILE_BYTES;
use std::path::{Path, PathBuf};

/// Files and dialogs of the desktop.
pub struct Outside {
    dialogs: Dialogs,
}

impl Outside {
    /// No dialog is open yet.
    pub fn new(waker: Waker) -> Outside {
        Outside { dialogs: Dialogs::new(waker) }
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

    /// What the user chose in a dialog.
    pub fn poll(&mut self) -> Option<FileCommand> {
        let (question, path) = self.dialogs.poll()?;
        self.dialogs.remember_folder(&path);
        let named = |ending| with_ending(&path, ending).to_string_lossy().into_owned();
        Some(match question {
            DialogQuestion::Open => FileCommand::OpenPath(path.to_string_lossy().into_owned()),
            DialogQuestion::Save { moment, .. } => FileCommand::SaveTo { path: named("json"), moment },
            DialogQuestion::Export { .. } => FileCommand::ExportTo(named("svg")),
        })
    }

    /// Does what the program wants; the answer, if there is one, is a command for it.
    ///
    /// # Errors
    /// A message for the user.
    pub fn carry_out(&mut self, effect: Effect) -> Result<Option<FileCommand>, String> {
        match effect {
            Effect::AskOpen => self.ask(DialogQuestion::Open),
            Effect::AskSave { name, moment } => self.ask(DialogQuestion::Save { name, moment }),
            Effect::AskExport { name } => self.ask(DialogQuestion::Export { name }),
            Effect::Read(path) => {
                let bytes = files::read(Path::new(&path), MAX_FILE_BYTES);
                self.dialogs.remember_folder(Path::new(&path));
                Ok(Some(FileCommand::Loaded { path: Some(path), bytes }))
            }
            Effect::Write { path, text, moment, replace } => {
                if let Some(by) = occupied(Path::new(&path), replace) {
                    return Ok(Some(FileCommand::Occupied { path, moment, by }));
                }
                let before = stamp(&path);
                let untouched = |why| if before.is_some() && stamp(&path) == before { format!("{why}\n{UNTOUCHED}") } else { why };
                let result = files::save(Path::new(&path), text.as_bytes()).map_err(untouched);
                Ok(Some(FileCommand::Written { path, moment, result }))
            }
            Effect::WriteFigure { path, .. } if files::is_read_only(Path::new(&path)) => {
                Err(format!("{path} was not written: it is marked read-only. Choose another name."))
            }
            Effect::WriteFigure { path, bytes } => match files::save(Path::new(&path), &bytes) {
                Ok(()) => Ok(Some(FileCommand::FigureWritten(path))),
                Err(reason) => Err(format!("{path} was not written: {reason}")),
            },
            Effect::Quit => Ok(None),
        }
    }

    fn ask(&mut self, question: DialogQuestion) -> Result<Option<FileCommand>, String> {
        if self.dialogs.ask(question) { Ok(None) } else { Err("Another file dialog is still open.".to_owned()) }
    }
}

/// What is said when saving failed and left the old file.
const UNTOUCHED: &str = "The older file of that name is untouched.";

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

/// The path as chosen, with an ending if it was given none.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    if path.extension().is_some() { path.to_path_buf() } else { path.with_extension(ending) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_ending_gets_one_and_others_stay() {
        assert_eq!(with_ending(Path::new("/a.b/scene"), "json"), Path::new("/a.b/scene.json"));
        assert_eq!(with_ending(Path::new("picture.png"), "svg"), Path::new("picture.png"));
    }

    fn save(outside: &mut Outside, path: &Path, replace: Replace) -> FileCommand {
        let path = path.to_string_lossy().into_owned();
        let effect = Effect::Write { path, text: "ours".to_owned(), moment: false, replace };
        outside.carry_out(effect).expect("no message").expect("an answer")
    }

    /// Saving went over what another program had written, and over files that are marked read-only.
    #[test]
    fn a_file_that_another_program_changed_or_that_is_read_only_is_not_replaced_unasked() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("scene.json");
        let mut outside = Outside::new(Waker::none());
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
        assert!(matches!(save(&mut outside, &path, Replace::Anything), FileCommand::Written { result: Ok(()), .. }));
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "ours");
        // Touched or copied back, a file with the known contents is the known file; one that is gone is no loss.
        for is_there in [true, false] {
            let path = folder.path().join("other.json");
            if is_there {
                std::fs::write(&path, "opened").expect("written");
            }
            assert!(matches!(save(&mut outside, &path, known), FileCommand::Written { result: Ok(()), .. }));
            std::fs::remove_file(&path).expect("there");
        }
    }

    /// "An older file of that name is untouched" was said of folders that were gone.
    #[test]
    fn a_save_that_fails_speaks_of_an_older_file_only_if_there_is_one() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let said = |path: &Path| match save(&mut Outside::new(Waker::none()), path, Replace::Writable) {
            FileCommand::Written { result: Err(why), .. } => why,
            answer => panic!("{answer:?}"),
        };
        let why = said(&folder.path().join("gone/scene.json"));
        assert!(why.contains("gone does not exist") && !why.contains("untouched"), "{why}");
        let why = said(folder.path());
        assert!(why.contains("it is a folder") && why.contains(UNTOUCHED), "{why}");
    }
}
