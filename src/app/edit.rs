//! Edits of a document, as pure functions: document in, document changed.
//!
//! While a run is under way, an edit of geometry *adopts the present*: the things that are edited, and everything
//! joined to them, take the places they have now as their places in the document ([`adopt`]). So a joint can be set
//! where bodies touch after a fall, and a reset starts them from there.

mod adopt;
mod dangling;
mod moving;
mod renaming;

pub use adopt::{adopt, present};
pub use dangling::{drop_dangling, without_body};
pub use moving::{RigidMotion, move_items};
use moving::{move_joint, shift_free};
pub use renaming::{Renaming, rename};

use super::free_ids::{FreeIds, add, add_among};
use super::graphs;
use super::groups;
use super::materials;
use super::selection::Item;
use super::stopwatch;
use super::stretch::on_bodies::carry_joints;
use super::thing::Thing;
use crate::engine::frames::Affine;
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, Document, JointDoc, MeasureDoc, PictureDoc};
use crate::scene::wardrobe;
use std::collections::{BTreeMap, BTreeSet};

/// An id that is free among `taken`: `base`, else `base-2`, `base-3` … (a number at the end of `base` counts on).
pub fn free_id<'a>(base: &str, taken: impl Iterator<Item = &'a str>) -> String {
    FreeIds::among(taken).take(base)
}

/// Adds joints under free ids, which are returned.
pub fn add_joints(document: &mut Document, joints: impl IntoIterator<Item = JointDoc>) -> Vec<String> {
    let mut ids = FreeIds::of::<JointDoc>(document);
    joints.into_iter().map(|joint| add_among(document, joint, &mut ids)).collect()
}

/// Replaces the thing of this id; a changed one is carried through everything that names it. False when there is no
/// such thing.
pub fn replace(document: &mut Document, id: &str, thing: Thing) -> bool {
    let (was, new) = (thing.item().called(id), thing.id().to_owned());
    if let Thing::Body(body) = thing {
        return replace_body(document, id, body);
    }
    if !thing.put(document, id) {
        return false;
    }
    if new != id {
        rename(document, &was, &new);
    }
    if let Item::Measure(_) = was {
        graphs::drop_lost(document);
    }
    true
}

/// Replaces a body; a changed id is carried through joints, launchers and the watched pair, and a changed pose carries
/// joints as [`move_items`] does. False when there is no such body.
fn replace_body(document: &mut Document, id: &str, body: BodyDoc) -> bool {
    let Some(index) = document.bodies.iter().position(|b| b.id == id) else { return false };
    if let Some(motion) = RigidMotion::between(&document.bodies[index], &body) {
        carry_joints(document, |moved| moved == id, |_| false, |joint| move_joint(joint, motion), |p| motion.point(p));
    }
    if body.id != id {
        rename(document, &Item::Body(id.to_owned()), &body.id);
    }
    let worn = wardrobe::worn(document);
    let loses_control = document.bodies[index].control.is_some() && body.control.is_none();
    let may_lose_sensor = !document.stopwatch.triggers.is_empty();
    document.bodies[index] = body;
    wardrobe::drop_unworn(document, &worn);
    if loses_control {
        graphs::drop_lost(document);
    }
    if may_lose_sensor {
        stopwatch::drop_lost(document);
    }
    true
}

/// Removes things, with what hangs on removed bodies ([`drop_dangling`]); branches of the lesson forget them. Returns
/// what went beside them, in words: "2 joints".
pub fn delete(document: &mut Document, items: &[Item]) -> Vec<String> {
    let (filled, items) = (groups::filled(document), &groups::members(document, items));
    let gone = |item: Item| items.contains(&item);
    for branch in document.lesson.iter_mut().flat_map(|step| &mut step.branches) {
        branch.forget(|id| gone(Item::Body(id.to_owned())), |id| gone(Item::Joint(id.to_owned())));
    }
    let worn = wardrobe::worn(document);
    Thing::retain(document, |item| !items.contains(item));
    wardrobe::drop_unworn(document, &worn);
    let before = dangling::hanging(document);
    drop_dangling(document);
    groups::prune(document, &filled);
    dangling::lost(before, dangling::hanging(document))
}

/// The part of a document that a selection names: bodies, launchers, and joints that are named or hold only named
/// bodies.
pub fn extract(document: &Document, items: &[Item]) -> Document {
    let items = &groups::members(document, items);
    let named: BTreeSet<&str> = items.iter().filter_map(Item::as_body).collect();
    let body = |id: &str| named.contains(id);
    let inside = |j: &&JointDoc| body(&j.body_b) && j.body_a.as_deref().is_none_or(body);
    // Those that are named, and those all of whose tied ends are on bodies among the things.
    let measured = |measure: &&MeasureDoc| {
        let mut tied = measure.ends().filter_map(|end| end.body.as_deref()).peekable();
        items.contains(&Item::Measure(measure.id.clone())) || tied.peek().is_some() && tied.all(body)
    };
    let used: BTreeSet<&str> =
        document.bodies.iter().filter(|b| body(&b.id)).flat_map(|b| b.shapes.iter().filter_map(|s| s.material.as_deref())).collect();
    Document {
        bodies: document.bodies.iter().filter(|b| body(&b.id)).cloned().collect(),
        joints: document.joints.iter().filter(inside).cloned().collect(),
        launchers: document.launchers.iter().filter(|l| items.contains(&Item::Launcher(l.id.clone()))).cloned().collect(),
        lights: document.lights.iter().filter(|l| items.contains(&Item::Light(l.id.clone()))).cloned().collect(),
        curves: document.curves.iter().filter(|c| items.contains(&Item::Curve(c.id.clone()))).cloned().collect(),
        pictures: pictures_of(document, &body),
        notes: document
            .notes
            .iter()
            .filter(|note| items.contains(&Item::Note(note.id.clone())) || note.body.as_deref().is_some_and(body))
            .cloned()
            .collect(),
        measures: document.measures.iter().filter(measured).cloned().collect(),
        smoke: document.smoke.iter().filter(|s| items.contains(&Item::Smoke(s.id.clone()))).cloned().collect(),
        groups: document.groups.iter().filter(|g| items.contains(&Item::Group(g.id.clone()))).cloned().collect(),
        materials: document.materials.iter().filter(|(name, _)| used.contains(name.as_str())).map(|(n, m)| (n.clone(), *m)).collect(),
        ..Document::default()
    }
}

/// The pictures that some bodies wear.
fn pictures_of(document: &Document, body: &impl Fn(&str) -> bool) -> BTreeMap<String, PictureDoc> {
    let worn: BTreeSet<&str> =
        document.bodies.iter().filter(|b| body(&b.id)).filter_map(|b| Some(b.skin.as_deref()?.picture.as_str())).collect();
    document.pictures.iter().filter(|(name, _)| worn.contains(name.as_str())).map(|(n, p)| (n.clone(), p.clone())).collect()
}

/// Adds a part made by [`extract`], shifted, under free ids; returns what was added.
pub fn insert(document: &mut Document, part: &Document, shift: Vec2) -> Vec<Item> {
    insert_all(document, part, std::iter::once(shift))
}

/// Adds many copies of a part, each shifted otherwise, as [`insert`] does. What is taken is asked for once: a hundred
/// rows of a hundred bodies were half a minute of names. What hangs on a body that is neither copied nor there is left
/// out; what only names one loses the name.
pub fn insert_all(document: &mut Document, part: &Document, shifts: impl Iterator<Item = Vec2>) -> Vec<Item> {
    let mut ids = [FreeIds::of::<BodyDoc>(document), FreeIds::of::<JointDoc>(document)];
    let mut added: Vec<Item> = shifts.flat_map(|shift| insert_among(document, part, shift, &mut ids)).collect();
    drop_dangling(document);
    added.retain(|item| matches!(item, Item::Body(_) | Item::Joint(_) | Item::Group(_)) || item.is_in(document));
    added
}

fn insert_among(document: &mut Document, part: &Document, shift: Vec2, [body_ids, joint_ids]: &mut [FreeIds; 2]) -> Vec<Item> {
    let group_names = groups::insert(document, part, Affine::shift(shift));
    let mut part = part.clone();
    let names: BTreeMap<String, String> = part.bodies.iter_mut().map(|body| (body.id.clone(), body_ids.name(body))).collect();
    part.each_mention(|name| names.get(name).into_iter().for_each(|new| name.clone_from(new)));
    let groups = part.launchers.iter_mut().map(|launcher| &mut launcher.only.group);
    groups.for_each(|group| *group = group_names.of(group.as_deref()));
    part.group_slots().for_each(|slot| *slot = group_names.of(slot.as_deref()));
    rename_worn(document, &mut part);
    part.bodies.iter_mut().for_each(|body| body.position += shift);
    shift_free(&mut part, shift);

    let mut added = Vec::new();
    added.extend(part.bodies.iter().map(|body| Item::Body(body.id.clone())));
    document.bodies.append(&mut part.bodies);
    added.extend(part.joints.into_iter().map(|joint| Item::Joint(add_among(document, joint, joint_ids))));
    added.extend(part.launchers.into_iter().map(|launcher| Item::Launcher(add(document, launcher))));
    added.extend(part.curves.into_iter().map(|curve| Item::Curve(add(document, curve))));
    added.extend(part.lights.into_iter().map(|light| Item::Light(add(document, light))));
    added.extend(part.notes.into_iter().map(|note| Item::Note(add(document, note))));
    added.extend(part.measures.into_iter().map(|measure| Item::Measure(add(document, measure))));
    added.extend(part.smoke.into_iter().map(|region| Item::Smoke(add(document, region))));
    let is_in_copy = |item: &Item| match item {
        // It goes with its bodies.
        Item::Joint(id) => document.joint(id).is_some_and(|joint| {
            let mut bodies = joint.bodies().filter_map(|id| document.body(id));
            bodies.all(|body| body.group.as_deref().is_some_and(|id| group_names.is_new(id)))
        }),
        item => groups::group_of(document, item).is_some_and(|id| group_names.is_new(id)),
    };
    added.retain(|item| !is_in_copy(item));
    added.extend(group_names.roots(document));
    added
}

/// Adds the pictures and materials of a part, which its bodies then have by the names that they got.
fn rename_worn(document: &mut Document, part: &mut Document) {
    let mut pictures: BTreeMap<&str, String> = BTreeMap::new();
    for (name, picture) in &part.pictures {
        let is_there = document.pictures.get(name).is_some_and(|there| there == picture);
        let new = if is_there { name.clone() } else { wardrobe::free_name(document, name) };
        document.pictures.insert(new.clone(), picture.clone());
        pictures.insert(name, new);
    }
    let materials: BTreeMap<&str, String> =
        part.materials.iter().map(|(name, material)| (name.as_str(), materials::add(document, name, *material))).collect();
    let follow = |name: &mut String, names: &BTreeMap<&str, String>| {
        if let Some(new) = names.get(name.as_str()) {
            name.clone_from(new);
        }
    };
    for body in &mut part.bodies {
        body.skin.iter_mut().for_each(|skin| follow(&mut skin.picture, &pictures));
        body.shapes.iter_mut().filter_map(|shape| shape.material.as_mut()).for_each(|name| follow(name, &materials));
    }
}
