//! What the sandbox needs of a desktop: files and dialogs.

use super::dialogs::{DialogQuestion, Dialogs};
use super::files;
use super::waker::Waker;
use crate::app::{Effect, FileCommand};
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
            Effect::Write { path, text, moment } => {
                let result = files::save(Path::new(&path), text.as_bytes());
                Ok(Some(FileCommand::Written { path, moment, result }))
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
}
