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

/// Pages that are still to be made, on whatever thread; and how far they are. Copies are the same pages.
#[derive(Clone)]
pub struct Printing {
    make: Arc<dyn Fn(&Progress) -> Pages + Send + Sync>,
    progress: Arc<Progress>,
}

impl Printing {
    /// Made so; the work tells its progress, and ends where that says so.
    pub fn new(make: impl Fn(&Progress) -> Pages + Send + Sync + 'static) -> Printing {
        Printing { make: Arc::new(make), progress: Arc::default() }
    }

    /// The files.
    ///
    /// # Errors
    /// Why there are none.
    pub fn files(&self) -> Pages {
        (self.make)(&self.progress)
    }

    /// How far they are, and the wish to stop them.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }
}

impl PartialEq for Printing {
    fn eq(&self, other: &Printing) -> bool {
        Arc::ptr_eq(&self.make, &other.make)
    }
}

impl std::fmt::Debug for Printing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Printing")
    }
}

/// A figure that is still to be painted, on whatever thread. Copies are the same painting.
#[derive(Clone)]
pub struct Painting(Arc<dyn Fn() -> Result<Vec<u8>, String> + Send + Sync>);

impl Painting {
    /// Painted so.
    pub fn new(paint: impl Fn() -> Result<Vec<u8>, String> + Send + Sync + 'static) -> Painting {
        Painting(Arc::new(paint))
    }

    /// The file's contents.
    ///
    /// # Errors
    /// Why it cannot be painted.
    pub fn bytes(&self) -> Result<Vec<u8>, String> {
        (self.0)()
    }
}

impl PartialEq for Painting {
    fn eq(&self, other: &Painting) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl std::fmt::Debug for Painting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Painting")
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
