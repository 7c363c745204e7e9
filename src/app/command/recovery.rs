//! Work that an earlier run of the program could not save: the shell keeps copies of it, the user decides about them.

use crate::app::effect::Effect;
use crate::app::history::Moment;
use crate::app::notice::NoticeKind;
use crate::app::program::{App, blank_document};
use crate::app::prompt::{Leaving, Offer, Prompt, Taken};
use crate::scene::document::Document;
use std::sync::Arc;

/// About unsaved work of programs that have died.
#[derive(Clone, Debug, PartialEq)]
pub enum RecoveryCommand {
    /// Looks for such work.
    Look {
        /// Says so when there is none.
        tell: bool,
    },
    /// The shell has looked.
    Offered {
        /// What it found, the newest first.
        offers: Vec<Offer>,
        /// See [`RecoveryCommand::Look`].
        tell: bool,
    },
    /// Opens the offer of this id as unsaved work.
    Recover(String),
    /// The shell has read a copy.
    Taken(Taken),
    /// Shows the folder of the offer.
    ShowFolder(String),
    /// Removes the offer for good.
    Discard(String),
    /// Answers nothing; the next start asks again.
    Later,
}

/// What undo calls it.
const RECOVERY: &str = "Recovery";

impl App {
    /// From now on this document needs no copy: a file holds it, or the user has given it up.
    pub(super) fn settle(&mut self, document: Arc<Document>) {
        self.saved = document;
        self.settled = Some(self.settled.unwrap_or_default() || self.holds_recovered);
    }

    /// Undo and redo have gone over a change of this name. A recovery that is taken back keeps its copies.
    pub(super) fn note_recovery(&mut self, label: &str, forth: bool) {
        if label == RECOVERY {
            self.holds_recovered = forth;
            if !forth {
                self.notify(NoticeKind::Done, "Its copies stay: File > Recover unsaved work… and the next start offer it again.");
            }
        }
    }

    pub(super) fn apply_recovery(&mut self, command: RecoveryCommand) {
        use RecoveryCommand::*;
        match command {
            Look { tell } => self.effects.push(Effect::FindCopies { tell }),
            Offered { offers, tell } => self.offer(offers, tell),
            Recover(id) => self.effects.push(Effect::TakeCopy(id)),
            Taken(taken) => {
                self.end_opening(taken.scene.is_err());
                if taken.scene.is_ok() {
                    self.keep_drawn();
                }
                if self.is_unsaved() && taken.scene.is_ok() {
                    self.prompt = Some(Prompt::Unsaved { then: Leaving::Recovered(Box::new(taken)), failed: None });
                } else {
                    self.recover(taken);
                }
            }
            ShowFolder(id) => self.effects.push(Effect::ShowCopy(id)),
            Discard(id) => {
                self.effects.push(Effect::DropCopy(id.clone()));
                if let Some(Prompt::Recover { offers }) = &mut self.prompt {
                    offers.retain(|offer| offer.id != id);
                    if offers.is_empty() {
                        self.prompt = None;
                    }
                }
            }
            Later => {
                self.prompt = None;
                self.effects.push(Effect::LeaveCopies);
            }
        }
    }

    fn offer(&mut self, offers: Vec<Offer>, tell: bool) {
        if !offers.is_empty() {
            self.prompt = Some(Prompt::Recover { offers });
        } else if tell {
            self.notify(NoticeKind::Done, "There is nothing to recover: no earlier run of the program has left unsaved work.");
        }
    }

    /// Opens what was kept as a change of the file it was made from, or of an empty scene: unsaved, and undoable.
    pub(in crate::app) fn recover(&mut self, taken: Taken) {
        let Taken { offer, scene, original } = taken;
        let parts = match scene {
            Ok(scene) => scene.into_parts(),
            Err(why) => {
                let text = format!("“{}” cannot be recovered; its copies stay in {}\n{why}", offer.name, offer.folder);
                return self.notify(NoticeKind::Error, text);
            }
        };
        let path = offer.origin.clone().filter(|_| original.is_some());
        match original {
            Some(original) => self.open_parts(original.into_parts(), path, &offer.name),
            None => self.open_document(blank_document(), &offer.name),
        }
        self.notices.clear();
        self.bench = None;
        self.history.push(RECOVERY, 0, Moment::of(&self.document, &self.timeline));
        self.moment_file = parts.is_moment;
        self.document = parts.document;
        self.timeline = parts.timeline;
        self.holds_recovered = true;
        self.take_view();
        // Its edits are as unsaved as they were.
        self.changes += offer.edits;
        self.prompt = None;
        let place = match (&offer.origin, &self.path) {
            (Some(_), Some(path)) => format!("Save writes {path}."),
            (Some(origin), None) => format!("{origin} has changed since, or is gone: Save asks for a file."),
            (None, _) => "Save asks for a file.".to_owned(),
        };
        self.notify(NoticeKind::Done, format!("Recovered “{}”, which is unsaved. {place}", offer.name));
        self.effects.push(Effect::CopyTaken(offer.id));
    }
}
