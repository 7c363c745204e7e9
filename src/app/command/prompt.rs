//! Answers to the question that waits.

use super::recovery::RecoveryCommand;
use crate::app::effect::Replace;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::app::prompt::{Occupied, Prompt};

/// An answer to a [`Prompt`].
#[derive(Clone, Debug, PartialEq)]
pub enum PromptCommand {
    /// Saves first.
    Save,
    /// Loses the changes.
    Discard,
    /// Writes over the file that is in the way.
    Overwrite,
    /// Saves to another file than the one in the way.
    SaveAs,
    /// Stays; unsaved work that an earlier run left is kept for later.
    Cancel,
}

impl App {
    pub(super) fn apply_prompt(&mut self, command: PromptCommand) {
        match command {
            PromptCommand::Save => {
                if let Some(Prompt::Unsaved { failed, .. }) = &mut self.prompt {
                    *failed = None;
                }
                self.save();
            }
            PromptCommand::Discard => {
                if let Some(Prompt::Unsaved { then, .. }) = self.prompt.take_if(|prompt| matches!(prompt, Prompt::Unsaved { .. })) {
                    self.settle(self.document.clone());
                    self.leave(then);
                }
            }
            PromptCommand::Overwrite => {
                if let Some((path, moment)) = self.take_occupied() {
                    self.write(path, moment, Replace::Anything);
                }
            }
            PromptCommand::SaveAs => {
                if let Some((_, moment)) = self.take_occupied() {
                    self.ask_save(moment);
                }
            }
            PromptCommand::Cancel if matches!(self.prompt, Some(Prompt::Recover { .. })) => self.apply_recovery(RecoveryCommand::Later),
            PromptCommand::Cancel => self.prompt = None,
        }
    }

    /// The file that [`Prompt::Overwrite`] asks about, and with the present state; what was to follow waits for the
    /// saving.
    fn take_occupied(&mut self) -> Option<(String, bool)> {
        let Some(Prompt::Overwrite { path, moment, then, .. }) = self.prompt.take_if(|prompt| matches!(prompt, Prompt::Overwrite { .. }))
        else {
            return None;
        };
        self.prompt = then.map(|then| Prompt::Unsaved { then, failed: None });
        Some((path, moment))
    }

    /// Whoever waits for the scene to be saved before leaving it is told why it is not.
    pub(super) fn tell_unsaved(&mut self, why: &str) {
        if let Some(Prompt::Unsaved { failed, .. }) = &mut self.prompt {
            *failed = Some(why.to_owned());
        }
    }

    /// Something is in the way of a file. Another question that came meanwhile is answered first: then the file is not
    /// written, and saving once more asks again.
    pub(super) fn ask_to_overwrite(&mut self, path: String, moment: bool, by: Occupied) {
        let then = match self.prompt.take() {
            Some(Prompt::Unsaved { then, .. }) => Some(then),
            Some(Prompt::Overwrite { .. }) | None => None,
            other => {
                self.prompt = other;
                let why = by.words();
                return self.notify(NoticeKind::Warning, format!("{path} was not saved: {why}. Save once more to decide."));
            }
        };
        self.prompt = Some(Prompt::Overwrite { path, moment, by, then });
    }
}
