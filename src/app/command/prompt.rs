//! Answers to the question that waits.

use super::recovery::RecoveryCommand;
use crate::app::program::App;
use crate::app::prompt::Prompt;

/// An answer to [`Prompt::Unsaved`].
#[derive(Clone, Debug, PartialEq)]
pub enum PromptCommand {
    /// Saves first.
    Save,
    /// Loses the changes.
    Discard,
    /// Stays; unsaved work that an earlier run left is kept for later.
    Cancel,
}

impl App {
    pub(super) fn apply_prompt(&mut self, command: PromptCommand) {
        match command {
            PromptCommand::Save => self.save(),
            PromptCommand::Discard => {
                if let Some(Prompt::Unsaved { then }) = self.prompt.take_if(|prompt| matches!(prompt, Prompt::Unsaved { .. })) {
                    self.saved = self.document.clone();
                    self.leave(then);
                }
            }
            PromptCommand::Cancel if matches!(self.prompt, Some(Prompt::Recover { .. })) => self.apply_recovery(RecoveryCommand::Later),
            PromptCommand::Cancel => self.prompt = None,
        }
    }
}
