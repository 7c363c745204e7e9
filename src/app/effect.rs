//! What the program asks of the shell.

/// What the shell has to do for the app.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Ask for a scene to open, answer with [`super::FileCommand::OpenPath`].
    AskOpen,
    /// Ask where to save, answer with [`super::FileCommand::SaveTo`].
    AskSave {
        /// Suggested file name.
        name: String,
        /// With the present state.
        moment: bool,
    },
    /// Ask where to export, answer with [`super::FileCommand::ExportTo`].
    AskExport {
        /// Suggested file name.
        name: String,
    },
    /// Read a file, answer with [`super::FileCommand::Loaded`].
    Read(String),
    /// Write a scene, answer with [`super::FileCommand::Written`].
    Write {
        /// Path.
        path: String,
        /// JSON.
        text: String,
        /// With the present state.
        moment: bool,
    },
    /// Write an exported figure, answer with [`super::FileCommand::FigureWritten`]; failures become a notice.
    WriteFigure {
        /// Path.
        path: String,
        /// SVG or PNG.
        bytes: Vec<u8>,
    },
    /// Look for copies of unsaved work, answer with [`super::RecoveryCommand::Offered`].
    FindCopies {
        /// To be handed back.
        tell: bool,
    },
    /// Read the copy of this id, answer with [`super::RecoveryCommand::Taken`].
    TakeCopy(String),
    /// What was in the copy of this id is open now: remove it as soon as there is a new one.
    CopyTaken(String),
    /// Show where the copy of this id is.
    ShowCopy(String),
    /// Remove the copy of this id.
    DropCopy(String),
    /// The copies are left to the next start of any program.
    LeaveCopies,
    /// End the program.
    Quit,
}
