//! What the panels remember from frame to frame, beside the program's own state: open windows, typed text, where the
//! pointer is.
//!
//! Each panel reads and writes its own; what more than one needs stands in [`Panels`] itself.

use super::compare::state::CompareState;
use super::microscope::state::WorkspaceState;
use crate::app::arrange::Array;
use crate::app::{App, Command, FileNote, Notice, NoticeKind, UndoPlace};
use crate::draw::View;
use crate::draw::raster::Raster;
use crate::engine::collider::ColliderId;
use crate::engine::math::Vec2;
use crate::lens::microscope::{Film, Part};
use crate::scene::document::MaterialDoc;
use egui::{Id, Pos2, Rect, Response, TextureHandle};
use std::sync::Arc;

/// A window or part of the panels that an action opens, closes or turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The scene picker.
    Scenes,
    /// The card of the first start.
    Greeting,
    /// The command palette.
    Palette,
    /// The palette with the files that were opened last, alone.
    Recent,
    /// The help window, at a page.
    Help(HelpPage),
    /// The inspector.
    Inspector,
    /// Only scene, chips and transport.
    Presentation,
    /// The tree of all things.
    Outliner,
}

/// A page of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpPage {
    /// Keys, mouse, tools.
    Keys,
    /// Title and text of the open scene.
    Scene,
    /// What this program is.
    Program,
}

/// The curves of the rules by which materials are mixed.
#[derive(Clone, Default)]
pub(crate) struct MixingView {
    /// Whether they are shown.
    pub is_open: bool,
    /// Of restitution, not of friction.
    pub of_restitution: bool,
    /// The two materials that they mark; empty: what a shape has unless told otherwise.
    pub names: [String; 2],
}

/// What is typed into the fields of copies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ArrayDraft {
    pub columns: u32,
    pub rows: u32,
    pub gap: Vec2,
    pub count: u32,
    pub center: Vec2,
    /// Number of the scene that they are for.
    pub scene: u64,
}

impl Default for ArrayDraft {
    fn default() -> ArrayDraft {
        ArrayDraft { columns: 3, rows: 1, gap: Vec2::splat(0.1), count: 6, center: Vec2::ZERO, scene: 0 }
    }
}

impl ArrayDraft {
    /// Rows and columns.
    pub fn grid(self) -> Array {
        Array::Grid { columns: self.columns, rows: self.rows, gap: self.gap }
    }
    /// Round a point.
    pub fn ring(self) -> Array {
        Array::Ring { count: self.count, center: self.center }
    }
}

/// The strip of graphs.
#[derive(Clone, Debug, Default)]
pub(crate) struct GraphsState {
    /// Title of the scene whose graphs are not shown: another one that is opened shows its own.
    hidden_for: Option<String>,
    /// The graphs over time show times that the run has not reached (again): they fit it in the next frame.
    pub is_out_of_sight: bool,
}

impl GraphsState {
    /// True while graphs that the scene has are not shown.
    pub fn is_hidden(&self, app: &App) -> bool {
        self.hidden_for.as_ref().is_some_and(|title| *title == app.title())
    }
    /// Shows them.
    pub fn show(&mut self) {
        self.hidden_for = None;
    }
    /// Hides those of the open scene.
    pub fn hide(&mut self, app: &App) {
        self.hidden_for = Some(app.title());
    }
}

/// State of the panels that is no part of the program's own: open windows, typed text, where the pointer is.
#[derive(Default)]
pub(crate) struct Panels {
    pub gesture: Gesture,
    pub keyboard: Keyboard,
    pub inspector_hidden: bool,
    pub outliner: super::outliner_state::OutlinerState,
    pub graphs: GraphsState,
    /// Whether the stopwatch is shown; until somebody said so, where the scene uses it.
    pub stopwatch: Option<bool>,
    pub pen: super::pen_state::Pen,
    pub drawer_open: bool,
    /// Where drawers lie over the canvas in this frame, points.
    pub drawers: Vec<Rect>,
    /// The window has no room for inspector and outliner beside the canvas: they are drawers over it.
    pub is_narrow: bool,
    pub presentation: bool,
    pub canvas: CanvasState,
    pub menus: Menus,
    /// Where the pointer is on the canvas, world, metres.
    pub pointer_world: Option<Vec2>,
    pub card: CardState,
    pub inset: InsetState,
    pub picker: Option<Picker>,
    pub palette: Option<Search>,
    pub help: Option<HelpPage>,
    pub notices: Notices,
    /// The shell shows a dialog of its own.
    pub dialog_open: bool,
    pub materials: MaterialDraft,
    pub mixing: MixingView,
    pub array: ArrayDraft,
    /// The inspector is to open at the numbers of copies.
    pub copies_wanted: bool,
    pub editing_about: bool,
    /// The card of the first start is shown.
    pub greeting: bool,
    /// Where the canvas was in the last frame, points: notes stand within it, clear of graphs and lists.
    pub canvas_at: Option<Rect>,
    /// What floated over the canvas in the last frame: words of the picture keep clear of it.
    pub floating: Vec<Rect>,
    /// The picture that is to become a body, ready to be painted.
    pub picture: Option<(Arc<Raster>, TextureHandle)>,
    pub workspace: WorkspaceState,
    pub compare: CompareState,
    pub lesson_editor: super::lesson_state::LessonEditor,
    pub asked: super::lesson_state::Asked,
    pub presenter: super::lesson_state::Presenter,
    pub editing_caption: bool,
    pub caption_wants_focus: bool,
    /// Where undo stood when the words of a note that was just placed were begun.
    pub note_begun: Option<UndoPlace>,
    /// The caption is to be written of the step that is being added.
    pub caption_when_added: bool,
    /// Number of the lesson's step in the last frame, and of all steps.
    pub lesson_shown: Option<(usize, usize)>,
}

impl Panels {
    /// True while a window lies over the program.
    pub fn is_window_open(&self) -> bool {
        self.greeting || self.picker.is_some() || self.palette.is_some() || self.help.is_some() || self.notices.window.is_some()
    }

    /// True while the inspector is in sight, as a panel or as a drawer.
    pub fn is_inspector_shown(&self) -> bool {
        !self.inspector_hidden && (self.drawer_open || !self.is_narrow)
    }

    /// Closes all windows.
    pub fn close_windows(&mut self) {
        self.greeting = false;
        self.picker = None;
        self.palette = None;
        self.help = None;
        self.notices.window = None;
    }

    /// Opens what is closed, closes what is open; only one window at a time.
    pub fn toggle(&mut self, panel: Panel) {
        let was_open = match panel {
            Panel::Scenes => self.picker.is_some(),
            Panel::Greeting => self.greeting,
            Panel::Palette => self.palette.as_ref().is_some_and(|search| !search.only_recent),
            Panel::Recent => self.palette.as_ref().is_some_and(|search| search.only_recent),
            Panel::Help(page) => self.help == Some(page),
            Panel::Inspector | Panel::Presentation | Panel::Outliner => false,
        };
        match panel {
            Panel::Inspector => {
                // In a narrow window it is a drawer, which is closed although the inspector is not hidden.
                self.inspector_hidden = self.is_inspector_shown();
                self.drawer_open = !self.inspector_hidden;
                return;
            }
            Panel::Presentation => {
                self.presentation = !self.presentation;
                return;
            }
            Panel::Outliner => {
                self.outliner.is_open = !self.outliner.is_open;
                return;
            }
            _ => self.close_windows(),
        }
        if !was_open {
            match panel {
                Panel::Scenes => self.picker = Some(Picker::default()),
                Panel::Greeting => self.greeting = true,
                Panel::Palette => self.palette = Some(Search::default()),
                Panel::Recent => self.palette = Some(Search { only_recent: true, ..Search::default() }),
                Panel::Help(page) => self.help = Some(page),
                Panel::Inspector | Panel::Presentation | Panel::Outliner => {}
            }
        }
    }
}

/// Gestures of the panels are numbered from here, so that they never meet those of the tools.
const FIRST_GESTURE: u64 = 1 << 32;

/// Numbers drags and typings, so that each undoes as one.
#[derive(Default)]
pub(crate) struct Gesture {
    count: u64,
    widget: Option<Id>,
    focused: Option<Id>,
}

impl Gesture {
    /// At the head of every frame: a press, or another widget with the keyboard, ends the gesture before.
    pub fn begin_frame(&mut self, ctx: &egui::Context) {
        let focused = ctx.memory(|m| m.focused());
        if ctx.input(|i| i.pointer.any_pressed()) || focused != self.focused {
            self.widget = None;
        }
        self.focused = focused;
    }

    /// The number of the gesture that changed this widget; asked for only when it has.
    pub fn of(&mut self, response: &Response) -> u64 {
        if self.widget != Some(response.id) {
            self.widget = Some(response.id);
            self.count += 1;
        }
        FIRST_GESTURE + self.count
    }

    /// A number of its own.
    pub fn next(&mut self) -> u64 {
        self.widget = None;
        self.count += 1;
        FIRST_GESTURE + self.count
    }
}

/// What the keyboard is doing besides single strokes.
#[derive(Default)]
pub(crate) struct Keyboard {
    /// A text field had the focus at the end of the last frame: the Esc or Enter that closed it was meant for it alone.
    pub typed: bool,
    /// Number of the nudge while an arrow key is held.
    pub nudge: Option<u64>,
    /// Keys of the scene that were down in the last frame.
    pub driving: Vec<crate::scene::key::Key>,
    /// When Ctrl+V was last seen as a key, seconds.
    pub paste_key: Option<f64>,
    /// Where something is to be pasted once the system's clipboard has told its text, and whether that was asked for.
    pub paste: Option<(Option<Vec2>, bool)>,
}

/// What the pointer is in the middle of.
#[derive(Default)]
pub(crate) struct CanvasState {
    /// The primary button went down on the canvas and is still down.
    pub pressed: bool,
    /// The pointer is over the canvas.
    pub inside: bool,
    /// When and where the last press was, for double clicks.
    pub last_press: Option<(f64, Pos2)>,
    /// A second press that may become a double click: the tool has not been told of it yet.
    pub held: Option<crate::app::Pointer>,
}

/// Whether a menu is open, which one a key asks for, and where that of the canvas was opened.
#[derive(Default)]
pub(crate) struct Menus {
    pub is_open: bool,
    pub bar_wanted: bool,
    pub canvas_wanted: bool,
    /// World, metres.
    pub canvas_at: Option<Vec2>,
}

/// The contact that the card speaks of, and where the card is.
#[derive(Default)]
pub(crate) struct CardState {
    pub shown: Option<(ColliderId, ColliderId)>,
    pub area: Option<Rect>,
}

impl CardState {
    /// Takes the card away.
    pub fn close(&mut self) {
        *self = CardState::default();
    }
}

/// The inset's own view.
#[derive(Default)]
pub(crate) struct InsetState {
    /// Chosen by dragging and zooming; `None` = fits all marks.
    pub view: Option<View>,
    /// The pair the view was chosen for.
    pub pair: Option<(ColliderId, ColliderId)>,
    /// The film that `fitted` fits, and the width over height of its frame.
    pub film: Option<(Arc<Film>, f32)>,
    /// Holds all frames of that film, so that stepping does not move it.
    pub fitted: Option<View>,
    /// What the pointer was on in the last picture.
    pub lit: Vec<Part>,
    /// What the card leaves of the canvas: notes stand there.
    pub beside: Option<Rect>,
    /// The card stands at the left of the canvas.
    pub at_left: bool,
    /// It would cover much of the canvas.
    pub is_cramped: bool,
    /// It shows the heading alone, as chosen; `None` = where it would cover much of the canvas.
    pub folded: Option<bool>,
}

/// The open picker.
#[derive(Default)]
pub(crate) struct Picker {
    /// What is looked for.
    pub text: String,
    /// Place among those that are found.
    pub chosen: usize,
    pub textures: Vec<Option<TextureHandle>>,
}

/// What was typed, and which hit is chosen.
#[derive(Default)]
pub(crate) struct Search {
    pub text: String,
    pub chosen: usize,
    pub opened: bool,
    /// Looks among the files that were opened last, alone.
    pub only_recent: bool,
}

/// A button in a toast: its name, its hint, what it does.
#[derive(Clone)]
pub(crate) struct Offer {
    pub name: &'static str,
    pub hint: &'static str,
    pub command: Command,
}

pub(crate) struct Toast {
    pub kind: NoticeKind,
    pub text: String,
    pub until: f64,
    /// The file that it is about.
    pub file: Option<FileNote>,
    /// What else may be done about it: a button in the toast, and what it says when it is pointed at.
    pub offer: Option<Offer>,
    /// Where undo and redo stood then; once they stand elsewhere the offer is void.
    pub at: UndoPlace,
}

/// What the user is being told.
#[derive(Default)]
pub(crate) struct Notices {
    pub toasts: Vec<Toast>,
    pub window: Option<String>,
    pub waiting: Vec<Notice>,
    /// What was shown in place of the scene when they were last shown.
    pub beside: Beside,
}

/// What stands where the scene stood: a microscope, a comparison.
pub(crate) type Beside = [bool; 2];

/// A material whose number is being dragged: it counts when the drag ends, as one change.
pub(crate) type MaterialDraft = Option<(String, MaterialDoc)>;
