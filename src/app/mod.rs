//! THE PROGRAM WITHOUT A WINDOW. Document, commands, undo, tools, clock, timeline, camera.
//!
//! Everything a user does is a [`Command`] that goes through [`App::apply`]: menu, shortcut, panel, tool, script and test
//! alike. The document (what the user made) is apart from the stage (what is running): an edit changes the document, and
//! the running stage is brought up to it; play, pause, reset and scrubbing never lose an edit.

pub mod camera;
pub mod command;
pub mod edit;
pub mod history;
pub mod lesson;
pub mod microscope;
pub mod picture;
pub mod selection;
pub mod timeline;
pub mod tool;

mod apply;
mod files;
mod looking;
mod running;

use crate::draw::palette::Theme;
use crate::engine::collider::ColliderId;
use crate::scene::document::Document;
use crate::scene::stage::Stage;
use std::sync::Arc;

pub use camera::Camera;
pub use command::{Command, Effect};
pub use lesson::{LessonAct, LessonPlace};
pub use microscope::{Bench, MicroscopeAct, Score};
pub use selection::Item;
pub use tool::{Pointer, PointerEvent, ToolKind};

use history::History;
use timeline::Timeline;
use tool::ToolState;

/// How a note to the user is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// Something was done.
    Done,
    /// Something deserves attention.
    Warning,
    /// Something failed.
    Error,
}

/// A short note to the user; the panels show it as a toast (errors of several lines in a window).
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// How it is meant.
    pub kind: NoticeKind,
    /// What happened, in words.
    pub text: String,
}

/// A question that must be answered before the program goes on.
#[derive(Clone, Debug, PartialEq)]
pub enum Prompt {
    /// There are unsaved changes and `then` would lose them: save, discard or cancel.
    Unsaved {
        /// What to do afterwards.
        then: Box<Command>,
    },
}

/// What the user has made, what runs, and all that the panels show. Plain data: it can be handed from thread to thread.
pub struct App {
    document: Arc<Document>,
    saved: Arc<Document>,
    path: Option<String>,
    /// The open file holds a moment of a run: saving it again saves the moment again.
    moment_file: bool,
    timeline: Timeline,
    history: History,
    playing: bool,
    speed: f32,
    owed: f32,
    behind: bool,
    selection: Vec<Item>,
    tool: ToolState,
    camera: Camera,
    lenses: Vec<&'static str>,
    pair: Option<(ColliderId, ColliderId)>,
    turn: usize,
    /// Films of the watched pair, for the lenses that look inside.
    films: crate::lens::Films,
    theme: Theme,
    grid: bool,
    snap: bool,
    clipboard: Option<Document>,
    notices: Vec<Notice>,
    prompt: Option<Prompt>,
    effects: Vec<Effect>,
    bench: Option<Bench>,
    gate: bool,
    score: Score,
    /// The step of the lesson that was shown last.
    lesson: Option<usize>,
    /// How many benches were opened.
    benches: u64,
}

const _: () = {
    const fn can_be_handed_over<T: Send>() {}
    can_be_handed_over::<App>();
};

impl App {
    /// The document as the user made it.
    pub fn document(&self) -> &Document {
        &self.document
    }
    /// What is running, at the present step.
    pub fn stage(&self) -> &Stage {
        self.timeline.stage()
    }
    /// Run history: keyframes, inputs, energy and impacts of past steps.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }
    /// Path of the open file, if it has one.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }
    /// True while the document differs from the saved file.
    pub fn is_unsaved(&self) -> bool {
        !Arc::ptr_eq(&self.document, &self.saved) && *self.document != *self.saved
    }
    /// Name for the window title: the scene's title, else the file name, else "Untitled".
    pub fn title(&self) -> String {
        if !self.document.title.is_empty() {
            return self.document.title.clone();
        }
        let name = self.path.as_deref().and_then(|p| p.rsplit(['/', '\\']).next());
        name.unwrap_or("Untitled").to_owned()
    }
    /// True while time runs.
    pub fn is_playing(&self) -> bool {
        self.playing
    }
    /// True while something moves by itself: time, or a film under the microscope.
    pub fn is_moving(&self) -> bool {
        self.playing || self.bench.as_ref().is_some_and(Bench::is_playing)
    }
    /// Simulated seconds per second: 1 is real time.
    pub fn speed(&self) -> f32 {
        self.speed
    }
    /// True when the machine could not keep up during the last tick (time then runs slower than asked).
    pub fn is_behind(&self) -> bool {
        self.behind
    }
    /// Selected things, in the order of selection.
    pub fn selection(&self) -> &[Item] {
        &self.selection
    }
    /// The active tool.
    pub fn tool(&self) -> ToolKind {
        self.tool.kind()
    }
    /// What the mouse would do now, in one line.
    pub fn hint(&self) -> String {
        self.tool.hint(self)
    }
    /// What part of the world the canvas shows.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }
    /// Ids of the lenses that are on.
    pub fn lenses(&self) -> &[&'static str] {
        &self.lenses
    }
    /// The watched pair: chosen by the user, else the deepest contact.
    pub fn pair(&self) -> Option<(ColliderId, ColliderId)> {
        self.pair
            .filter(|(a, b)| self.stage().world().collider(*a).is_some() && self.stage().world().collider(*b).is_some())
            .or_else(|| crate::lens::default_pair(self.stage()))
    }
    /// True when the user chose the pair (otherwise it follows the deepest contact).
    pub fn is_pair_chosen(&self) -> bool {
        self.pair.is_some()
    }
    /// Which step of the watched algorithm is shown.
    pub fn turn(&self) -> usize {
        self.turn
    }
    /// Colours.
    pub fn theme(&self) -> Theme {
        self.theme
    }
    /// Whether the grid is drawn.
    pub fn grid(&self) -> bool {
        self.grid
    }
    /// Whether tools snap to the grid.
    pub fn snap(&self) -> bool {
        self.snap
    }
    /// What undo would take back, in words; `None` when there is nothing.
    pub fn undo_label(&self) -> Option<&str> {
        if let Some(bench) = &self.bench {
            return bench.undo_label();
        }
        self.history.undo_label()
    }
    /// What redo would bring back, in words.
    pub fn redo_label(&self) -> Option<&str> {
        if let Some(bench) = &self.bench {
            return bench.redo_label();
        }
        self.history.redo_label()
    }
    /// The question that waits for an answer.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.prompt.as_ref()
    }
    /// Takes the notes that were not shown yet.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }
    /// Takes what the shell has to do (dialogs, files, quitting).
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }
    /// Tells the user something.
    pub fn notify(&mut self, kind: NoticeKind, text: impl Into<String>) {
        self.notices.push(Notice { kind, text: text.into() });
    }
}
