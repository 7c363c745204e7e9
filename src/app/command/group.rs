//! Groups: making and undoing them, placing their frames.

use crate::app::edit;
use crate::app::groups;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::app::selection::Item;
use crate::app::stretch::Changes;
use crate::scene::document::{Document, GroupDoc};
use std::sync::Arc;

/// A change of groups, as one undoable step.
#[derive(Clone, Debug, PartialEq)]
pub enum GroupCommand {
    /// Puts the selected things into a new group and selects it.
    Group,
    /// Takes the selected groups away; what stood in them is selected and stays where it is.
    Ungroup,
    /// Puts things into a group, or into the world; they stay where they are.
    Reparent {
        /// Which.
        items: Vec<Item>,
        /// `None` = the world.
        group: Option<String>,
    },
}

impl App {
    pub(super) fn apply_group(&mut self, command: GroupCommand) {
        match command {
            GroupCommand::Group => self.group_selection(),
            GroupCommand::Ungroup => self.ungroup_selection(),
            GroupCommand::Reparent { items, group } => {
                let mut refused = None;
                self.change("Move to a group", 0, |d| refused = groups::reparent(d, &items, group.as_deref()).err());
                if let Some(why) = refused {
                    self.notify(NoticeKind::Warning, why);
                }
            }
        }
    }

    fn group_selection(&mut self) {
        let items: Vec<Item> = self.selection.iter().filter(|item| !matches!(item, Item::Joint(_))).cloned().collect();
        if items.is_empty() {
            return self.notify(NoticeKind::Warning, "Group: select bodies, launchers, lamps or groups first.");
        }
        // The frame stands in the middle of the things as they stand now; where they start stays.
        let mut now = (*self.document).clone();
        let bodies = groups::bodies(&now, &items);
        edit::adopt(&mut now, self.stage(), &bodies.iter().map(String::as_str).collect::<Vec<_>>());
        let placement = groups::group(&mut now, &items).and_then(|id| Some(now.group(&id)?.placement));
        let mut made = None;
        let group = |d: &mut Document| {
            made = groups::group(d, &items);
            let place = d.groups.iter_mut().find(|group| Some(&group.id) == made.as_ref()).zip(placement);
            if let Some((group, placement)) = place {
                group.placement = placement;
            }
        };
        if self.change("Group", 0, group)
            && let Some(id) = made
        {
            self.selection = vec![Item::Group(id)];
        }
    }

    fn ungroup_selection(&mut self) {
        let ids: Vec<String> = self.selection.iter().filter_map(Item::as_group).map(str::to_owned).collect();
        if ids.is_empty() {
            return self.notify(NoticeKind::Warning, "Ungroup: select a group first.");
        }
        let mut freed = Vec::new();
        if self.change("Ungroup", 0, |d| freed = groups::ungroup(d, &ids)) {
            self.selection.retain(|item| !ids.iter().any(|id| *item == Item::Group(id.clone())));
            self.selection.extend(freed);
        }
    }

    /// Places a group, and renames it: what stands in it follows. Another pivot alone moves nothing. What is dragged is
    /// worked out from what stood there when the drag began.
    pub(in crate::app) fn edit_group(&mut self, id: &str, group: GroupDoc, gesture: u64) {
        if self.document.group(id).is_some_and(|before| before.id != group.id && before.placement == group.placement) {
            if self.change(&format!("Edit {id}"), gesture, |d| groups::rename(d, id, &group.id)) {
                self.selection = vec![Item::Group(group.id)];
            }
            return;
        }
        let continues = self.history.continues(gesture);
        let from = self.group_base.take().filter(|(of, _)| continues && *of == gesture).map(|(_, document)| document);
        let from = from.unwrap_or_else(|| Arc::new(self.with_members_now(id).into_owned()));
        let mut changes = Changes::default();
        let renamed = group.id.clone();
        let done = self.change(&format!("Edit {id}"), gesture, |d| {
            d.clone_from(&from);
            if group.id != id {
                groups::rename(d, id, &group.id);
            }
            changes = groups::replace(d, &group.id, group.placement);
        });
        self.group_base = (gesture != 0).then_some((gesture, from));
        if done && renamed != id {
            self.selection = vec![Item::Group(renamed)];
        }
        if let (true, false, Some(words)) = (done, continues, changes.words()) {
            self.notify(NoticeKind::Done, words);
        }
    }
}
