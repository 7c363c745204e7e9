//! What the window shows. The window knows egui, marks and time; what they mean is the program's.

use super::pace::Budget;
use super::painter::Canvas;
use std::path::PathBuf;
use std::sync::Arc;

/// Whether the window stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It stays.
    Continue,
    /// It closes.
    Quit,
}

/// A file that was dropped on the window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dropped {
    /// Where it is, where the platform says so.
    pub path: Option<PathBuf>,
    /// What is in it, where the platform has read it.
    pub bytes: Option<Vec<u8>>,
}

/// The inside of a window.
pub trait Program {
    /// A frame begins: lets `seconds` pass, if they have not passed ahead. Takes another step only while the budget
    /// lasts.
    fn advance(&mut self, seconds: f32, budget: Budget);
    /// Lays out all panels. May be called twice in a frame, so it must not let time pass.
    fn ui(&mut self, ctx: &egui::Context);
    /// Does what has to be done outside: files, dialogs. Once a frame, after [`Program::ui`].
    fn serve(&mut self) -> Flow;
    /// This frame is only painted from here on. May let the next frame's time pass meanwhile, on another thread, until
    /// [`Program::advance`] comes or anything else that needs the result.
    fn go_ahead(&mut self, budget: Budget) {
        let _ = budget;
    }
    /// The pictures under the panels.
    fn canvases(&self, scale: f32) -> Vec<Canvas<'_>>;
    /// True while frames must follow each other because time runs.
    fn is_running(&self) -> bool;
    /// True once when a click wants to paste: Ctrl+V is to follow as an event, with the text of the clipboard.
    fn wants_paste(&mut self) -> bool {
        false
    }
    /// True while the window is to have the whole screen.
    fn wants_full_screen(&self) -> bool {
        false
    }
    /// The window's title.
    fn title(&self) -> String;
    /// The user wants to close the window.
    fn close(&mut self);
    /// A file was dropped on the window.
    fn drop_file(&mut self, file: Dropped);
    /// Tells the user something.
    fn warn(&mut self, text: String);
    /// What to save when the program breaks down; `None` when nothing new can be lost. Called in every frame.
    fn rescue(&mut self) -> Option<Rescue>;
    /// A frame broke down with `message` and was given up; `copy` is where the work was saved.
    fn broke_down(&mut self, message: &str, copy: Option<PathBuf>);
}

/// Work that a breakdown must not lose.
#[derive(Clone)]
pub struct Rescue {
    /// What it is called.
    pub name: String,
    /// The file that it was opened from or saved to.
    pub origin: Option<String>,
    /// Edits that its file lacks.
    pub edits: u64,
    /// Edits since the program began: grows by one with each.
    pub changes: u64,
    /// Makes the file's contents, on whatever thread. The same work has the same maker.
    pub text: Arc<dyn Fn() -> String + Send + Sync>,
}
