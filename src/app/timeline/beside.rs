//! Changes of the scene that leave the recorded run as it is: what it shows, and what its things are called.

use super::event::Event;
use super::{Document, Timeline};
use crate::scene::document::LauncherDoc;
use crate::scene::dress::Dress;
use crate::scene::stage::Input;
use std::sync::Arc;

impl Timeline {
    /// The document shows itself otherwise, at every step of the run; the motion is the same
    /// ([`Document::moves_as`]).
    pub fn dress(&mut self, document: &Arc<Document>) {
        if self.is_fresh() {
            self.stand_for(document);
        }
        self.dress = Some(Arc::new(Dress::of(document)));
        self.wear();
    }

    /// The stage came from another moment, or went through an edit of then: it shows what is shown now.
    pub(super) fn wear(&mut self) {
        if let Some(dress) = &self.dress {
            self.stage.wear(dress);
        }
    }

    /// A thing of the document is called otherwise, at every step of the run. `rename` gives it its new name in a
    /// document. False, and nothing changes, when the name `is_taken` at some moment of the run.
    pub fn rename(&mut self, rename: &dyn Fn(&mut Document), is_taken: &dyn Fn(&Document) -> bool) -> bool {
        let documents = self.events.iter().filter_map(|(_, event)| event.document()).chain([&self.origin, &self.present]);
        if documents.into_iter().any(|document| is_taken(document)) {
            return false;
        }
        let renamed = |document: &Arc<Document>| {
            let mut document = (**document).clone();
            rename(&mut document);
            Arc::new(document)
        };
        (self.origin, self.present) = (renamed(&self.origin), renamed(&self.present));
        for (_, event) in &mut self.events {
            match event {
                Event::Edit(document) | Event::Start(document) => *document = renamed(document),
                Event::Input(Input::Fire { launcher } | Input::FireAll { launcher }) => {
                    let mut document =
                        Document { launchers: vec![LauncherDoc { id: launcher.clone(), ..LauncherDoc::default() }], ..Document::default() };
                    rename(&mut document);
                    launcher.clone_from(&document.launchers[0].id);
                }
                Event::Input(_) => {}
            }
        }
        self.columns.rename(rename);
        self.reading.forget();
        self.is_renamed = true;
        self.before_edit.forget();
        self.take_names();
        for branch in self.branches.list_mut() {
            if !is_taken(&branch.document) && Arc::make_mut(&mut branch.run).rename(rename, is_taken) {
                branch.document = renamed(&branch.document);
            }
        }
        true
    }

    /// The stage came from another moment: its things are called what they are called now.
    pub(super) fn take_names(&mut self) {
        if self.is_renamed {
            self.stage.take_names(&self.present);
        }
    }
}
