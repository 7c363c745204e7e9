//! What the program asks of the shell.

use super::picture_draft::PictureDraft;
use crate::scene::document::Document;
use crate::scene::progress::Progress;
use std::sync::Arc;

/// What the shell has to do for the app.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Ask for a scene to open, answer with [`super::FileCommand::OpenPath`].
    AskOpen,
    /// Ask for a picture, answer with [`super::FileCommand::OpenPath`].
    AskPicture,
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
    /// Read a file, answer with [`super::FileCommand::Loaded`] or, when it is a picture,
    /// [`super::PictureCommand::Read`].
    Read(String),
    /// Trace the picture of this draft by its wanted choice, answer with [`super::PictureCommand::Drafted`].
    TracePicture(Box<PictureDraft>),
    /// Read a picture that lies beside a scene's file and within its folder, answer with
    /// [`super::PictureCommand::Beside`].
    ReadBeside {
        /// Path of the scene's file.
        scene: String,
        /// Path of the picture from that folder.
        file: String,
    },
    /// Write a scene, answer with [`super::FileCommand::Written`].
    Write {
        /// Path.
        path: String,
        /// The scene as the file is to hold it; its text is [`crate::scene::file::to_checked_json`].
        scene: Arc<Document>,
        /// With the present state.
        moment: bool,
        /// What may be written over; for anything else the answer is [`super::FileCommand::Occupied`].
        replace: Replace,
    },
    /// Write an exported figure, answer with [`super::FileCommand::FigureWritten`]; failures become a notice.
    WriteFigure {
        /// Path.
        path: String,
        /// SVG or PNG.
        bytes: Vec<u8>,
    },
    /// Paint a figure, which may take long, and write it; answer with [`super::FileCommand::FigureWritten`] or
    /// [`super::FileCommand::FigureFailed`].
    PaintFigure {
        /// Path.
        path: String,
        /// Makes the file's contents.
        painting: Painting,
    },
    /// Make pages, which may take long, and write their files; answer with [`super::FileCommand::PagesWritten`] or
    /// [`super::FileCommand::FigureFailed`].
    PrintPages {
        /// The path that was chosen; of several files, that before their numbers.
        path: String,
        /// Makes the files.
        printing: Printing,
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

/// Paths and contents of the files that printing makes, or why there are none.
pub type Pages = Result<Vec<(String, Vec<u8>)>, String>;

/// Something that is still to be made, on whatever thread; and how far it is. Copies are the same work.
#[derive(Clone)]
pub struct Work<T> {
    make: Arc<dyn Fn(&Progress) -> T + Send + Sync>,
    progress: Arc<Progress>,
}

/// A figure that is still to be painted.
pub type Painting = Work<Result<Vec<u8>, String>>;
/// Pages that are still to be made.
pub type Printing = Work<Pages>;

impl<T> Work<T> {
    /// Made so; the work tells its progress, and ends where that says so.
    pub fn new(make: impl Fn(&Progress) -> T + Send + Sync + 'static) -> Work<T> {
        Work { make: Arc::new(make), progress: Arc::default() }
    }

    /// Does it.
    pub fn result(&self) -> T {
        (self.make)(&self.progress)
    }

    /// How far it is, and the wish to stop it.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }
}

impl<T> PartialEq for Work<T> {
    fn eq(&self, other: &Work<T>) -> bool {
        Arc::ptr_eq(&self.make, &other.make)
    }
}

impl<T> std::fmt::Debug for Work<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Work")
    }
}

/// What saving may write over without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    /// Whatever is there: the user was asked.
    Anything,
    /// What is not marked read-only: the user chose the name just now.
    Writable,
    /// Contents with this [`mark`], not marked read-only: what the program itself has read or written last.
    Only(u64),
}

/// A number that tells contents apart, to see whether another program has changed a file.
pub fn mark(contents: &[u8]) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    std::hash::Hasher::write(&mut hasher, contents);
    std::hash::Hasher::finish(&hasher)
}
