//! Places and shapes of things on the canvas, as they stand now.
//!
//! In mid-run what is changed, and all that is joined to it, begins where it is now, as with a move
//! ([`crate::app::edit::adopt`]).

use super::document::DocumentCommand;
use crate::app::arrange::{self, Array, Boxes, Direction, Line};
use crate::app::edit;
use crate::app::groups;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::app::push_apart::{Outcome, Share, Solid, push_apart};
use crate::app::selection::Item;
use crate::app::thing::Thing;
use crate::draw::quantity::{counted, quantity};
use crate::engine::aabb::Aabb;
use crate::engine::body::BodyKind;
use crate::scene::document::{BodyDoc, Document};
use crate::scene::limits;
use std::collections::BTreeMap;

/// A change of where things are and what shape they have, as one undoable step.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)] // a launcher is large, and commands come one at a time
pub enum LayoutCommand {
    /// A thing as a handle on the canvas leaves it. Its places are those of the present.
    Reshape {
        /// What it becomes; its id says which.
        thing: Thing,
        /// Number of the drag that this belongs to; 0 = on its own.
        gesture: u64,
    },
    /// Brings the selected bodies into line.
    Align(Line),
    /// Puts the selected bodies at equal gaps.
    Distribute(Direction),
    /// Mirrors the selected things in place.
    Mirror(Direction),
    /// Moves selected bodies that overlap out of each other.
    PushApart(Share),
    /// Adds copies of the selected things, and selects all.
    Array(Array),
}

impl App {
    pub(super) fn apply_layout(&mut self, command: LayoutCommand) {
        match command {
            LayoutCommand::Reshape { thing, gesture } => self.reshape(thing, gesture),
            LayoutCommand::Align(line) => self.arrange("Align", 2, |d, items, boxes| arrange::align(d, items, boxes, line)),
            LayoutCommand::Distribute(direction) => {
                self.arrange("Distribute", 3, |d, items, boxes| arrange::distribute(d, items, boxes, direction));
            }
            LayoutCommand::Mirror(direction) => self.arrange("Mirror", 1, |d, items, boxes| {
                if let Some(all) = boxes.values().copied().reduce(Aabb::union) {
                    arrange::mirror(d, items, all.center(), direction);
                }
            }),
            LayoutCommand::PushApart(share) => self.push_apart(share),
            LayoutCommand::Array(array) => self.array(array),
        }
    }

    fn reshape(&mut self, thing: Thing, gesture: u64) {
        let id = thing.id().to_owned();
        if let Thing::Group(_) | Thing::Measure(_) = thing {
            return self.apply_document(DocumentCommand::Edit { id, to: thing, gesture });
        }
        let bodies = bodies_of(&thing);
        self.change_present(&format!("Shape {id}"), gesture, &bodies, |d| {
            thing.put(d, &id);
        });
    }

    /// Arranges the selected bodies, at least so many, as one step. In mid-run they begin where they are now.
    fn arrange(&mut self, label: &str, least: usize, act: impl FnOnce(&mut Document, &[Item], &Boxes)) {
        let selected = self.selection.clone();
        let items = self.unlocked(&selected, &format!("changed ({label})"));
        let bodies = groups::bodies(&self.document, &items);
        if items.is_empty() && !selected.is_empty() {
            return;
        }
        if bodies.len() < least {
            let what = if least == 1 { "a body".to_owned() } else { format!("at least {least} bodies") };
            return self.notify(NoticeKind::Warning, format!("{label}: select {what} first."));
        }
        self.change_present(label, 0, &bodies.clone(), |d| {
            let boxes = bodies.into_iter().filter_map(|id| Some((arrange::box_of(d.body(&id)?)?, id))).map(|(b, id)| (id, b)).collect();
            act(d, &items, &boxes);
        });
    }

    fn push_apart(&mut self, share: Share) {
        let mut outcome = Outcome::default();
        let solids = self.solids();
        self.arrange("Push apart", 2, |d, items, boxes| outcome = push_apart(d, items, boxes, &solids, share));
        let Outcome { moves, farthest, left } = outcome;
        let warning = match (moves, left) {
            (0, 0) => return,
            (_, 0) => None,
            (_, 1) => Some("1 pair still overlaps: it is held or static, or too crowded.".to_owned()),
            (_, left) => Some(format!("{left} pairs still overlap: they are held or static, or too crowded.")),
        };
        match warning {
            Some(text) => self.notify(NoticeKind::Warning, text),
            None => self.notify(NoticeKind::Done, format!("Pushed apart, by {} at most", quantity(farthest, "m"))),
        }
    }

    /// What the selected bodies are made of, as the running scene has it.
    fn solids(&self) -> BTreeMap<String, Solid> {
        let stage = self.stage();
        let solid = |id: String| {
            let body = stage.world().body(stage.names().bodies.id(&id)?)?;
            let parts = body.colliders.iter().map(|collider| collider.shape.clone()).collect();
            Some((id, Solid { parts, is_static: body.kind == BodyKind::Static }))
        };
        groups::bodies(&self.document, &self.selection).into_iter().filter_map(solid).collect()
    }

    fn array(&mut self, array: Array) {
        let copies = match array {
            Array::Grid { columns, rows, .. } => u64::from(columns) * u64::from(rows),
            Array::Ring { count, .. } => u64::from(count),
        };
        let items = self.selection.clone();
        let bodies = groups::bodies(&self.document, &items);
        if bodies.is_empty() {
            return self.notify(NoticeKind::Warning, "Array: select what to copy first.");
        }
        if copies.saturating_mul(bodies.len() as u64) > limits::BODIES.max {
            let text = format!("Array: that would be more than {} bodies, the most that a scene holds.", limits::BODIES.max);
            return self.notify(NoticeKind::Warning, text);
        }
        let mut added = Vec::new();
        let label = match array {
            Array::Grid { .. } => "Copies in rows and columns",
            Array::Ring { .. } => "Copies round a point",
        };
        let done = self.change_present(label, 0, &bodies.clone(), |d| {
            let bounds = bodies.iter().filter_map(|id| arrange::box_of(d.body(id)?)).reduce(Aabb::union);
            if let Some(bounds) = bounds {
                added = arrange::array(d, &items, bounds, array);
            }
        });
        if done && !added.is_empty() {
            self.notify(NoticeKind::Done, format!("{} added", counted(copies as usize - 1, "copy", "copies")));
            self.selection.extend(added);
        }
    }

    /// Changes the document after these bodies, and what is joined to them, took their present places as their start,
    /// and says whose start that has changed; later changes of the same gesture find them there.
    pub(in crate::app) fn change_present(
        &mut self,
        label: &str,
        gesture: u64,
        bodies: &[String],
        edit: impl FnOnce(&mut Document),
    ) -> bool {
        let adopts = !self.history.continues(gesture) && self.stage().step_count() > 0;
        let before = adopts.then(|| (self.stage().clone(), self.document.clone()));
        let done = self.change(label, gesture, |d| {
            if let Some((stage, _)) = &before {
                let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
                edit::adopt(d, stage, &bodies);
            }
            edit(d);
        });
        if let Some((_, before)) = before.filter(|_| done) {
            self.tell_new_start(&before);
        }
        done
    }

    /// Says which bodies start elsewhere than in an earlier document.
    fn tell_new_start(&mut self, before: &Document) {
        /// More names than this nobody reads.
        const MOST: usize = 3;
        let place = |body: &BodyDoc| (body.position, body.angle);
        let starts = |body: &&BodyDoc| before.body(&body.id).is_some_and(|was| place(was) != place(body));
        let names: Vec<&str> = self.document.bodies.iter().filter(starts).map(|body| body.id.as_str()).collect();
        if names.is_empty() {
            return;
        }
        let more = if names.len() > MOST { format!(" and {} more", names.len() - MOST) } else { String::new() };
        let names = names[..names.len().min(MOST)].join(", ");
        self.notify(NoticeKind::Done, format!("The start has changed, too: {names}{more}. A reset begins from where things are now."));
    }
}

/// Bodies that a change of this thing is about.
fn bodies_of(thing: &Thing) -> Vec<String> {
    match thing {
        Thing::Body(body) => vec![body.id.clone()],
        Thing::Joint(joint) => joint.bodies().cloned().collect(),
        _ => Vec::new(),
    }
}
