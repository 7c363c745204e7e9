//! How selected bodies look on the canvas: colour, order, lock. The run goes on as it is.

use crate::app::groups;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::app::selection::Item;
use crate::scene::color::BodyColor;
use crate::scene::document::{BodyDoc, Document};
use crate::scene::limits;

/// Something done with the looks of the selected bodies.
#[derive(Clone, Debug, PartialEq)]
pub enum LooksCommand {
    /// Their colour; `None` = by what they are.
    Color {
        /// The colour.
        color: Option<BodyColor>,
        /// See [`super::document::DocumentCommand::Edit`].
        gesture: u64,
    },
    /// Locked bodies are not moved, deleted or taken by a selection frame.
    SetLocked(bool),
    /// Drawn over all others.
    ToFront,
    /// Drawn under all others.
    ToBack,
}

impl App {
    pub(super) fn apply_looks(&mut self, command: LooksCommand) {
        let ids: Vec<String> = self.selection.iter().filter_map(Item::as_body).map(str::to_owned).collect();
        if ids.is_empty() {
            return self.notify(NoticeKind::Warning, "Select bodies first.");
        }
        match command {
            LooksCommand::Color { color, gesture } => {
                self.change("Colour", gesture, |d| chosen(d, &ids).for_each(|body| body.color = color));
            }
            LooksCommand::SetLocked(locked) => {
                let label = if locked { "Lock" } else { "Unlock" };
                self.change(label, 0, |d| chosen(d, &ids).for_each(|body| body.locked = locked));
            }
            LooksCommand::ToFront => {
                self.change("To front", 0, |d| put(d, &ids, true));
            }
            LooksCommand::ToBack => {
                self.change("To back", 0, |d| put(d, &ids, false));
            }
        }
    }

    /// The items that are not locked; of a group that holds locked bodies, all else that stands in it. Says so when
    /// that leaves none, or takes a group apart.
    pub(in crate::app) fn unlocked(&mut self, items: &[Item], what: &str) -> Vec<Item> {
        let is_locked = |id: &str| self.document.body(id).is_some_and(|body| body.locked);
        let mut told = None;
        let mut free = Vec::new();
        for item in items {
            let members = groups::members(&self.document, std::slice::from_ref(item));
            let Some(locked) = members.iter().filter_map(Item::as_body).find(|id| is_locked(id)) else {
                free.push(item.clone());
                continue;
            };
            let is_group = item.as_group().is_some();
            if is_group || told.is_none() {
                told = Some((locked.to_owned(), is_group));
            }
            let is_free = |member: &&Item| member.as_group().is_none() && !member.as_body().is_some_and(is_locked);
            let others: Vec<Item> = members.iter().filter(is_free).filter(|member| !free.contains(member)).cloned().collect();
            free.extend(others);
        }
        if let Some((name, _)) = told.filter(|(_, is_group)| *is_group || free.is_empty()) {
            self.notify(NoticeKind::Warning, format!("{name} is locked and was not {what}: unlock it first (Arrange menu)."));
        }
        free
    }
}

fn chosen<'a>(document: &'a mut Document, ids: &'a [String]) -> impl Iterator<Item = &'a mut BodyDoc> {
    document.bodies.iter_mut().filter(|body| ids.contains(&body.id))
}

/// Puts bodies over or under all others; what they are to each other stays. When the numbers would leave their bounds,
/// all are counted anew from the middle.
fn put(document: &mut Document, ids: &[String], front: bool) {
    let is_chosen = |body: &BodyDoc| ids.contains(&body.id);
    let orders = |chosen: bool| document.bodies.iter().filter(move |body| is_chosen(body) == chosen).map(|body| body.order);
    let (Some(low), Some(high)) = (orders(true).min(), orders(true).max()) else { return };
    let (Some(bottom), Some(top)) = (orders(false).min(), orders(false).max()) else { return };
    let shift = if front { (top + 1 - low).max(0) } else { (bottom - 1 - high).min(0) };
    let [least, most] = limits::ORDER;
    if low + shift >= least && high + shift <= most {
        return chosen(document, ids).for_each(|body| body.order += shift);
    }
    let mut levels: Vec<(bool, i32)> = document.bodies.iter().map(|body| (is_chosen(body) == front, body.order)).collect();
    levels.sort_unstable();
    levels.dedup();
    let half = levels.len() as i32 / 2;
    let rank = |level: (bool, i32)| levels.binary_search(&level).map_or(0, |place| place as i32 - half).clamp(least, most);
    let ranks: Vec<i32> = document.bodies.iter().map(|body| rank((is_chosen(body) == front, body.order))).collect();
    document.bodies.iter_mut().zip(ranks).for_each(|(body, order)| body.order = order);
}
