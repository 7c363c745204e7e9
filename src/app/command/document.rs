//! Changes of the document ([`crate::app::edit`] says how).

use crate::app::camera::Follow;
use crate::app::edit::{self, RigidMotion};
use crate::app::graphs;
use crate::app::history::Moment;
use crate::app::materials;
use crate::app::notice::NoticeKind;
use crate::app::pins::PinPlace;
use crate::app::program::App;
use crate::app::refusal;
use crate::app::selection::Item;
use crate::app::thing::Thing;
use crate::draw::quantity::counted;
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, Document, JointDoc, MaterialDoc, WorldSettings};
use crate::scene::problem::Problems;
use std::sync::Arc;

/// A change of the document, as one undoable step.
#[derive(Clone, Debug, PartialEq)]
pub enum DocumentCommand {
    /// Adds a thing (an empty or taken id is replaced by a free one) and selects it.
    Add(Thing),
    /// Adds bodies and joints, as one step, under the ids that they have; joints may hold on to bodies that are there,
    /// where these are now. Selects the bodies.
    AddLinked {
        /// What it is called in the history.
        label: String,
        /// New bodies.
        bodies: Vec<BodyDoc>,
        /// New joints; ids left empty are filled.
        joints: Vec<JointDoc>,
    },
    /// Replaces the thing of this id; a changed id renames it everywhere. Edits with the same `gesture` number that
    /// follow each other undo as one.
    Edit {
        /// Which.
        id: String,
        /// What it becomes.
        to: Thing,
        /// Number of the drag or typing that this belongs to; 0 = on its own.
        gesture: u64,
    },
    /// Replaces the world settings.
    EditWorld {
        /// What they become.
        world: WorldSettings,
        /// See [`DocumentCommand::Edit`].
        gesture: u64,
    },
    /// Replaces or adds a named material; `None` removes it (shapes keep their numbers).
    EditMaterial {
        /// Its name.
        name: String,
        /// What it becomes.
        material: Option<MaterialDoc>,
    },
    /// Gives a named material another name, which no other has; shapes follow.
    RenameMaterial {
        /// Its name.
        old: String,
        /// Its new name.
        new: String,
    },
    /// Changes title and description.
    EditAbout {
        /// One line.
        title: String,
        /// One paragraph.
        about: String,
        /// See [`DocumentCommand::Edit`].
        gesture: u64,
    },
    /// Moves and turns bodies (and joints and launchers that go with them): turn by `turn` about `pivot`, then shift by
    /// `shift`.
    Move {
        /// Which.
        items: Vec<Item>,
        /// Metres.
        shift: Vec2,
        /// Radians.
        turn: f32,
        /// World, metres.
        pivot: Vec2,
        /// See [`DocumentCommand::Edit`].
        gesture: u64,
    },
    /// Right after a [`DocumentCommand::Move`] in mid-run: what was moved stays where it is, but starts where it
    /// started before.
    KeepStart,
    /// Adds a hinge between all that overlap and have no joint yet, as one step, and selects these hinges.
    PinOverlaps {
        /// Ids of bodies; one: also all that overlap it, directly or through others; empty: all dynamic ones.
        bodies: Vec<String>,
        /// Where the hinges go.
        place: PinPlace,
    },
    /// Removes things, and joints and launchers that hang on them.
    Delete(Vec<Item>),
}

/// How a note begins that says that a move has changed the start, too.
pub const MOVED_START: &str = "Moved now and at the start:";
/// What moves are called in the history.
pub(super) const MOVES: [&str; 2] = ["Move", "Turn"];

impl App {
    pub(super) fn apply_document(&mut self, command: DocumentCommand) {
        use DocumentCommand::*;
        match command {
            Add(Thing::Joint(joint)) => {
                self.add_joints(&format!("Add {} joint", joint.kind.variant().word), &[joint]);
            }
            Add(thing) => self.add_thing(thing),
            Edit { id, to: Thing::Group(group), gesture } => self.edit_group(&id, group, gesture),
            Edit { id, to, gesture } => self.edit_thing(&id, to, gesture),
            AddLinked { label, bodies, joints } => self.add_linked(&label, bodies, &joints),
            EditWorld { world, gesture } => {
                self.change("Edit world", gesture, |d| graphs::set_world(d, world));
            }
            EditMaterial { name, material } => {
                self.set_material(&name, material);
            }
            RenameMaterial { old, new } => {
                self.change(&format!("Rename material {old}"), 0, |d| materials::rename(d, &old, &new));
            }
            EditAbout { title, about, gesture } => {
                self.change("Edit description", gesture, |d| (d.title, d.about) = (title, about));
            }
            Move { items, shift, turn, pivot, gesture } => self.move_items(&items, RigidMotion { shift, turn, pivot }, gesture),
            KeepStart => self.keep_start(),
            PinOverlaps { bodies, place } => self.pin_overlaps(&bodies, place),
            Delete(items) => self.delete(&items),
        }
    }

    /// Changes the document and brings the run up to it, as one undoable step; a refused change is told and leaves no
    /// trace.
    pub(in crate::app) fn change(&mut self, label: &str, gesture: u64, edit: impl FnOnce(&mut Document)) -> bool {
        let mut document = (*self.document).clone();
        edit(&mut document);
        if document == *self.document {
            return true;
        }
        if self.document.moves_as(&document) || self.rename_in_run(&document) {
            return self.set_beside_the_run(label, gesture, document);
        }
        let document = Arc::new(document);
        let continues = self.history.continues(gesture);
        let before = (!continues).then(|| Moment::of(&self.document, &self.timeline));
        match self.timeline.edit(&self.document, &document, gesture) {
            Ok(()) => {
                if let Some(before) = before {
                    self.history.push(label, gesture, before);
                }
                self.document = document;
                self.forget_missing();
                true
            }
            Err(problems) => {
                self.notify(NoticeKind::Error, format!("{label} was refused: {}", refusal::words(&problems, &document)));
                false
            }
        }
    }

    pub(in crate::app) fn refuse(&mut self, label: &str, problems: &Problems) {
        self.notify(NoticeKind::Error, format!("{label} was refused: {}", refusal::words(problems, &self.document)));
    }

    /// Replaces a thing; a renamed one is selected.
    fn edit_thing(&mut self, id: &str, thing: Thing, gesture: u64) {
        let (new, mut was_there) = (thing.item(), false);
        let followed = self.follow.take_if(|follow| matches!(new, Item::Body(_)) && follow.body == id);
        let label = format!("Edit {id}");
        let changed = self.change(&label, gesture, |d| was_there = edit::replace(d, id, thing)) && was_there;
        if changed {
            self.history.widen(gesture, &label);
        }
        if let Some(follow) = followed {
            let body = if changed { new.id() } else { id };
            self.follow = Some(Follow { body: body.to_owned(), ..follow });
        }
        if changed && new.id() != id {
            self.selection = vec![new];
        }
    }

    fn add_thing(&mut self, thing: Thing) {
        let what = match &thing {
            Thing::Body(body) if !body.id.is_empty() => body.id.as_str(),
            Thing::Body(_) => "body",
            Thing::Light(_) => "light",
            Thing::Measure(measure) if measure.apex.is_some() => "protractor",
            other => other.word(),
        };
        let label = format!("Add {what}");
        self.add(&label, &[], |d| vec![thing.add_to(d)]);
    }

    /// Adds things to the document in which these bodies, and what is joined to them, start where they are now, and
    /// selects the new things. False when that was refused.
    fn add(&mut self, label: &str, bodies: &[String], edit: impl FnOnce(&mut Document) -> Vec<Item>) -> bool {
        let mut items = Vec::new();
        let added = self.change_present(label, 0, bodies, |d| items = edit(d));
        if added {
            self.selection = items;
        }
        added
    }

    /// Adds joints between bodies that keep the places where they are now.
    pub(super) fn add_joints(&mut self, label: &str, joints: &[JointDoc]) -> bool {
        self.add(label, &held(joints), |d| edit::add_joints(d, joints.iter().cloned()).into_iter().map(Item::Joint).collect())
    }

    fn add_linked(&mut self, label: &str, bodies: Vec<BodyDoc>, joints: &[JointDoc]) {
        let mut there = held(joints);
        there.retain(|id| self.stage().names().bodies.id(id).is_some());
        self.add(label, &there, |d| {
            let items = bodies.iter().map(|body| Item::Body(body.id.clone())).collect();
            d.bodies.extend(bodies);
            edit::add_joints(d, joints.iter().cloned());
            items
        });
    }

    /// Does something to one of so many, by its number from 0; says so when there is none of this number.
    pub(super) fn on(&mut self, what: &str, number: usize, count: usize, act: impl FnOnce(&mut App)) {
        if number < count {
            act(self);
        } else {
            self.notify(NoticeKind::Warning, format!("There is no {what} {}.", number + 1));
        }
    }

    /// Sets, adds or deletes a material; tells how many shapes keep the numbers of a deleted one.
    fn set_material(&mut self, name: &str, material: Option<MaterialDoc>) {
        let is_known = self.document.materials.contains_key(name);
        let (verb, is_gone) = match &material {
            None => ("Delete", is_known),
            Some(_) => (if is_known { "Edit" } else { "Add" }, false),
        };
        let mut kept = 0;
        if self.change(&format!("{verb} material {name}"), 0, |d| kept = materials::set(d, name, material)) && is_gone {
            let words = match kept {
                0 => format!("Deleted material “{name}”"),
                kept => {
                    let made = counted(kept, "shape made of it keeps", "shapes made of it keep");
                    format!("Deleted material “{name}”. {made} its density, friction and restitution.")
                }
            };
            self.notify(NoticeKind::Done, words);
        }
    }

    pub(super) fn delete(&mut self, items: &[Item]) {
        let items = &self.unlocked(items, "deleted")[..];
        if items.is_empty() {
            return;
        }
        let label = if let [one] = items { format!("Delete {}", one.id()) } else { format!("Delete {} things", items.len()) };
        let mut lost = Vec::new();
        if self.change(&label, 0, |d| lost = edit::delete(d, items)) {
            let deleted = label.replacen("Delete", "Deleted", 1);
            let words = match lost.as_slice() {
                [] => deleted,
                lost => format!("{deleted}, and what hung on it: {}. Undo brings all of it back.", lost.join(", ")),
            };
            self.notify(NoticeKind::Done, words);
        }
    }
}

/// Bodies that joints hold.
fn held(joints: &[JointDoc]) -> Vec<String> {
    joints.iter().flat_map(JointDoc::bodies).cloned().collect()
}
