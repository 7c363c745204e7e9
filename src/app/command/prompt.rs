//! Answers to the question that waits.

use crate::app::program::App;
use crate::app::prompt::Prompt;

/// An answer to [`Prompt::Unsaved`].
#[derive(Clone, Debug, PartialEq)]
pub enum PromptCommand {
    /// Saves first.
    Save,
    /// Loses the changes.
    Discard,
    /// Stays.
    Cancel,
}

impl App {
    pub(super) fn apply_prompt(&mut self, command: PromptCommand) {
        match command {
            PromptCommand::Save => self.save(),
            PromptCommand::Discard => {
                if let Some(Prompt::Unsaved { then }) = self.prompt.take() {
                    self.saved = self.document.clone();
                    self.leave(then);
                }
            }
            PromptCommand::Cancel => self.prompt = None,
        }
    }
}
