//! Everything a user can do, as data.

use super::lesson::LessonAct;
use super::microscope::MicroscopeAct;
use super::selection::Item;
use super::tool::ToolKind;
use crate::draw::palette::Theme;
use crate::engine::collider::ColliderId;
use crate::engine::math::Vec2;
use crate::lens::microscope::FilmView;
use crate::scene::document::{BodyDoc, JointDoc, LauncherDoc, MaterialDoc, WorldDoc};
use crate::scene::stage::Input;

/// One act. [`super::App::apply`] carries it out; whatever changes the document or the run can be undone.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    // ---- the document
    /// Adds a body (an empty or taken id is replaced by a free one) and selects it.
    AddBody(BodyDoc),
    /// Adds a joint and selects it.
    AddJoint(JointDoc),
    /// Adds a launcher and selects it.
    AddLauncher(LauncherDoc),
    /// Replaces a body of this id; a changed id renames it everywhere. Edits with the same `gesture` number that follow each other undo as one.
    EditBody {
        /// Which.
        id: String,
        /// What it becomes.
        body: BodyDoc,
        /// Number of the drag or typing that this belongs to; 0 = on its own.
        gesture: u64,
    },
    /// Replaces a joint.
    EditJoint {
        /// Which.
        id: String,
        /// What it becomes.
        joint: JointDoc,
        /// See [`Command::EditBody`].
        gesture: u64,
    },
    /// Replaces a launcher.
    EditLauncher {
        /// Which.
        id: String,
        /// What it becomes.
        launcher: LauncherDoc,
        /// See [`Command::EditBody`].
        gesture: u64,
    },
    /// Replaces the world settings.
    EditWorld {
        /// What they become.
        world: WorldDoc,
        /// See [`Command::EditBody`].
        gesture: u64,
    },
    /// Replaces or adds a named material; `None` removes it (shapes keep their numbers).
    EditMaterial {
        /// Its name.
        name: String,
        /// What it becomes.
        material: Option<MaterialDoc>,
    },
    /// Changes title and description.
    EditAbout {
        /// One line.
        title: String,
        /// One paragraph.
        about: String,
        /// See [`Command::EditBody`].
        gesture: u64,
    },
    /// Moves and turns bodies (and joints and launchers that go with them): turn by `turn` about `pivot`, then shift by `shift`.
    Move {
        /// Which.
        items: Vec<Item>,
        /// Metres.
        shift: Vec2,
        /// Radians.
        turn: f32,
        /// World, metres.
        pivot: Vec2,
        /// See [`Command::EditBody`].
        gesture: u64,
    },
    /// Removes things, and joints and launchers that hang on them.
    Delete(Vec<Item>),
    /// Copies the selection to the program's clipboard.
    Copy,
    /// Copies, then deletes.
    Cut,
    /// Adds what was copied, its middle at a world point (default: shifted a little), and selects it.
    Paste {
        /// Where.
        at: Option<Vec2>,
    },
    /// Copies and pastes the selection in one step.
    Duplicate,
    /// Takes the last change back: document and run stand as before it.
    Undo,
    /// Brings back what undo took.
    Redo,

    // ---- the run
    /// Starts time.
    Play,
    /// Stops time.
    Pause,
    /// Starts or stops time.
    TogglePlay,
    /// One step forward (pauses).
    StepForward,
    /// One step back (pauses).
    StepBack,
    /// Goes to a step of the recorded run, forward or back (pauses).
    Seek(u64),
    /// Back to the document's start (undoable).
    Reset,
    /// Simulated seconds per second, 0.01 to 4.
    SetSpeed(f32),
    /// Grab, move, release, fire.
    Input(Input),

    // ---- looking
    /// Replaces the selection.
    Select(Vec<Item>),
    /// Adds to or takes from the selection.
    ToggleSelect(Item),
    /// Everything.
    SelectAll,
    /// Changes the tool.
    SetTool(ToolKind),
    /// Switches a lens on or off by its id.
    ToggleLens(String),
    /// Watches a pair; `None` follows the deepest contact.
    SetPair(Option<(ColliderId, ColliderId)>),
    /// Shows another step of the watched algorithm.
    SetTurn(usize),
    /// Moves the camera by world metres.
    Pan(Vec2),
    /// Zooms by a factor (above 1 = closer) keeping a world point in place.
    Zoom {
        /// Factor.
        factor: f32,
        /// World, metres.
        at: Vec2,
    },
    /// Fits everything, or the selection, into the canvas.
    Frame {
        /// Only the selection, if there is one.
        selection: bool,
    },
    /// Changes the colours.
    SetTheme(Theme),
    /// Shows or hides the grid.
    SetGrid(bool),
    /// Switches snapping to the grid.
    SetSnap(bool),
    /// Esc: gives up the current gesture, else the tool, else the selection.
    Cancel,

    // ---- the microscope
    /// Something at the microscope's bench.
    Microscope(MicroscopeAct),
    /// Something with the scene's lesson.
    Lesson(LessonAct),

    // ---- files
    /// An empty scene with a ground.
    New,
    /// Asks for a file and opens it.
    Open,
    /// Opens a shipped scene by name.
    OpenShipped(String),
    /// Opens a file by path.
    OpenPath(String),
    /// The shell has read a file.
    Loaded {
        /// Its path, unless it came from elsewhere (a dropped file's contents, the browser).
        path: Option<String>,
        /// Its bytes, or why it could not be read.
        bytes: Result<Vec<u8>, String>,
    },
    /// Saves to the open file, or asks for one.
    Save,
    /// Asks for a file and saves there.
    SaveAs,
    /// Asks for a file and saves document and present state, so that opening it continues here.
    SaveMoment,
    /// The user chose where to save.
    SaveTo {
        /// Path.
        path: String,
        /// With the present state.
        moment: bool,
    },
    /// The shell has written a file, or could not.
    Written {
        /// Path.
        path: String,
        /// With the present state.
        moment: bool,
        /// Why it failed.
        result: Result<(), String>,
    },
    /// The shell has written an exported figure to this path.
    FigureWritten(String),
    /// Asks for a file and writes the canvas as SVG or PNG.
    ExportFigure,
    /// Asks for a file and writes one view of the present frame under the microscope as SVG or PNG.
    ExportView(FilmView),
    /// The user chose where to export; the ending decides the format.
    ExportTo(String),
    /// Ends the program, asking first when there are unsaved changes.
    Quit,
    /// Answers [`super::Prompt::Unsaved`]: save first.
    PromptSave,
    /// Answers it: lose the changes.
    PromptDiscard,
    /// Answers it: stay.
    PromptCancel,
}

/// What the shell has to do for the app.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Ask for a scene to open, answer with [`Command::OpenPath`].
    AskOpen,
    /// Ask where to save, answer with [`Command::SaveTo`].
    AskSave {
        /// Suggested file name.
        name: String,
        /// With the present state.
        moment: bool,
    },
    /// Ask where to export, answer with [`Command::ExportTo`].
    AskExport {
        /// Suggested file name.
        name: String,
    },
    /// Read a file, answer with [`Command::Loaded`].
    Read(String),
    /// Write a scene, answer with [`Command::Written`].
    Write {
        /// Path.
        path: String,
        /// JSON.
        text: String,
        /// With the present state.
        moment: bool,
    },
    /// Write an exported figure, answer with [`Command::FigureWritten`]; failures become a notice.
    WriteFigure {
        /// Path.
        path: String,
        /// SVG or PNG.
        bytes: Vec<u8>,
    },
    /// End the program.
    Quit,
}
