//! Questions that must be answered before the program goes on.

use super::picture_draft::PictureDraft;
use super::prepared::Prepared;

/// A question that waits for an answer ([`super::PromptCommand`]).
#[derive(Clone, Debug, PartialEq)]
pub enum Prompt {
    /// There are unsaved changes and `then` would lose them: save, discard or cancel.
    Unsaved {
        /// What to do afterwards.
        then: Leaving,
        /// Why they could not be saved, once that was tried.
        failed: Option<String>,
    },
    /// Saving would write over what nobody has asked to lose: overwrite, save elsewhere or cancel.
    Overwrite {
        /// The file.
        path: String,
        /// With the present state.
        moment: bool,
        /// Why it is asked.
        by: Occupied,
        /// What to do after saving.
        then: Option<Leaving>,
    },
    /// Earlier runs of the program have left unsaved work: recover, discard or leave it ([`super::RecoveryCommand`]).
    Recover {
        /// What there is, the newest first; never empty.
        offers: Vec<Offer>,
    },
    /// A picture was opened: how is it to become a body ([`super::PictureCommand`])?
    Picture(Box<PictureDraft>),
}

/// Unsaved work of a program that has died.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offer {
    /// Names it in commands.
    pub id: String,
    /// What the scene is called.
    pub name: String,
    /// The file it was opened from or saved to.
    pub origin: Option<String>,
    /// Edits that the file lacks.
    pub edits: u64,
    /// When the copy was made, in words.
    pub time: String,
    /// Where its copies are.
    pub folder: String,
}

/// A copy that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// What was offered.
    pub offer: Offer,
    /// What is in it, or why it cannot be opened.
    pub scene: Result<Prepared, String>,
    /// The file it was made from, if that is as it was then.
    pub original: Option<Prepared>,
}

/// Why a file is not written over without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupied {
    /// Another program has changed it since it was opened or saved.
    Changed,
    /// It is marked read-only.
    ReadOnly,
    /// Its name was given without the ending, so no dialog has asked about it.
    Unasked,
}

impl Occupied {
    /// What is in the way, in words that follow "because".
    pub(super) fn words(self) -> &'static str {
        match self {
            Occupied::Changed => "another program has changed it",
            Occupied::ReadOnly => "it is marked read-only",
            Occupied::Unasked => "there is such a file already",
        }
    }
}

/// A way to leave the open document.
#[derive(Clone, Debug, PartialEq)]
pub enum Leaving {
    /// For an empty scene.
    New,
    /// For a shipped scene, by its name.
    Shipped(String),
    /// For a file that was read.
    File {
        /// Its path, unless it came from elsewhere.
        path: Option<String>,
        /// What is in it.
        scene: Prepared,
    },
    /// For unsaved work that an earlier run has left.
    Recovered(Box<Taken>),
    /// To end the program.
    Quit,
}
