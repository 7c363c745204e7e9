//! Questions that must be answered before the program goes on.

/// A question that waits for an answer ([`super::PromptCommand`]).
#[derive(Clone, Debug, PartialEq)]
pub enum Prompt {
    /// There are unsaved changes and `then` would lose them: save, discard or cancel.
    Unsaved {
        /// What to do afterwards.
        then: Leaving,
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
}

/// Why a file is not written over without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupied {
    /// Another program has changed it since it was opened or saved.
    Changed,
    /// It is marked read-only.
    ReadOnly,
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
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// To end the program.
    Quit,
}
