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
use moving::{carry_joints, move_joint, move_light};
pub use renaming::{Renaming, rename};

use super::edit_smoke as smoke;
use super::free_ids::FreeIds;
use super::graphs;
use super::groups;
use super::materials;
use super::measures;
use super::notes;
use super::plane_curves;
use super::selection::Item;
use super::stopwatch;
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, Document, JointDoc, LauncherDoc, LightDoc, LightKind, Only, PictureDoc, SmokeDoc};
use crate::scene::wardrobe;
use std::collections::{BTreeMap, BTreeSet};

/// An id that is free among `taken`: `base`, else `base-2`, `base-3` … (a number at the end of `base` counts on).
pub fn free_id<'a>(base: &str, taken: impl Iterator<Item = &'a str>) -> String {
    FreeIds::among(taken).take(base)
}

fn free_body_ids(document: &Document) -> FreeIds {
    FreeIds::among(document.bodies.iter().map(|b| b.id.as_str()))
}

fn free_joint_ids(document: &Document) -> FreeIds {
    FreeIds::among(document.joints.iter().map(|j| j.id.as_str()))
}

/// Adds a body under a free id, which is returned.
pub fn add_body(document: &mut Document, body: BodyDoc) -> String {
    let mut ids = free_body_ids(document);
    add_body_among(document, body, &mut ids)
}

fn add_body_among(document: &mut Document, mut body: BodyDoc, ids: &mut FreeIds) -> String {
    body.id = ids.take(if body.id.is_empty() { word_of(&body) } else { &body.id });
    let id = body.id.clone();
    document.bodies.push(body);
    id
}

fn word_of(body: &BodyDoc) -> &'static str {
    use crate::scene::document::Geometry::*;
    match body.shapes.first().map(|s| &s.geometry) {
        Some(Circle { .. }) => "circle",
        Some(Box { .. }) => "box",
        Some(Capsule { .. }) => "capsule",
        Some(Polygon { .. }) => "polygon",
        Some(Outline { .. }) => "outline",
        Some(Segment { .. }) => "wall",
        Some(HalfPlane { .. }) => "ground",
        None => "body",
    }
}

/// Adds joints under free ids, which are returned.
pub fn add_joints(document: &mut Document, joints: impl IntoIterator<Item = JointDoc>) -> Vec<String> {
    let mut ids = free_joint_ids(document);
    joints.into_iter().map(|joint| add_joint_among(document, joint, &mut ids)).collect()
}

fn add_joint_among(document: &mut Document, mut joint: JointDoc, ids: &mut FreeIds) -> String {
    joint.id = ids.take(if joint.id.is_empty() { joint.kind.variant().word } else { &joint.id });
    let id = joint.id.clone();
    document.joints.push(joint);
    id
}

/// Adds a launcher under a free id, which is returned.
pub fn add_launcher(document: &mut Document, mut launcher: LauncherDoc) -> String {
    let base = if launcher.id.is_empty() { "launcher".to_owned() } else { launcher.id.clone() };
    launcher.id = free_id(&base, document.launchers.iter().map(|l| l.id.as_str()));
    document.launchers.push(launcher);
    document.launchers[document.launchers.len() - 1].id.clone()
}

/// Adds a lamp under a free id, which is returned.
pub fn add_light(document: &mut Document, mut light: LightDoc) -> String {
    let word = if matches!(light.kind, LightKind::Sun { .. }) { "sun" } else { "lamp" };
    let base = if light.id.is_empty() { word } else { &light.id };
    light.id = free_id(base, document.lights.iter().map(|l| l.id.as_str()));
    let id = light.id.clone();
    document.lights.push(light);
    id
}

/// Replaces a body; a changed id is carried through joints, launchers and the watched pair, and a changed pose carries
/// joints as [`move_items`] does. False when there is no such body.
pub fn replace_body(document: &mut Document, id: &str, body: BodyDoc) -> bool {
    let Some(index) = document.bodies.iter().position(|b| b.id == id) else { return false };
    if let Some(motion) = RigidMotion::between(&document.bodies[index], &body) {
        carry_joints(document, |moved| moved == id, |_| false, motion);
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

/// Removes things, with what hangs on removed bodies ([`drop_dangling`]); branches of the lesson forget them.
pub fn delete(document: &mut Document, items: &[Item]) {
    let (filled, items) = (groups::filled(document), &groups::members(document, items));
    let gone = |item: Item| items.contains(&item);
    let body_gone = |id: &str| gone(Item::Body(id.to_owned()));
    document.joints.retain(|j| !gone(Item::Joint(j.id.clone())));
    document.launchers.retain(|l| !gone(Item::Launcher(l.id.clone())));
    document.curves.retain(|c| !gone(Item::Curve(c.id.clone())));
    document.lights.retain(|l| !gone(Item::Light(l.id.clone())));
    document.smoke.retain(|s| !gone(Item::Smoke(s.id.clone())));
    notes::delete(document, items);
    measures::delete(document, items);
    for branch in document.lesson.iter_mut().flat_map(|step| &mut step.branches) {
        branch.forget(body_gone, |id| gone(Item::Joint(id.to_owned())));
    }
    let worn = wardrobe::worn(document);
    document.bodies.retain(|b| !body_gone(&b.id));
    wardrobe::drop_unworn(document, &worn);
    document.groups.retain(|g| !gone(Item::Group(g.id.clone())));
    drop_dangling(document);
    groups::prune(document, &filled);
}

/// The part of a document that a selection names: bodies, launchers, and joints that are named or hold only named
/// bodies.
pub fn extract(document: &Document, items: &[Item]) -> Document {
    let items = &groups::members(document, items);
    let named: BTreeSet<&str> = items.iter().filter_map(Item::as_body).collect();
    let body = |id: &str| named.contains(id);
    let inside = |j: &&JointDoc| body(&j.body_b) && j.body_a.as_deref().is_none_or(body);
    let used: BTreeSet<&str> =
        document.bodies.iter().filter(|b| body(&b.id)).flat_map(|b| b.shapes.iter().filter_map(|s| s.material.as_deref())).collect();
    Document {
        bodies: document.bodies.iter().filter(|b| body(&b.id)).cloned().collect(),
        joints: document.joints.iter().filter(inside).cloned().collect(),
        launchers: document.launchers.iter().filter(|l| items.contains(&Item::Launcher(l.id.clone()))).cloned().collect(),
        lights: document.lights.iter().filter(|l| items.contains(&Item::Light(l.id.clone()))).cloned().collect(),
        curves: document.curves.iter().filter(|c| items.contains(&Item::Curve(c.id.clone()))).cloned().collect(),
        pictures: pictures_of(document, &body),
        notes: notes::extract(document, items),
        measures: measures::extract(document, items),
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
    let mut ids = [free_body_ids(document), free_joint_ids(document)];
    insert_among(document, part, shift, &mut ids)
}

/// Adds many copies of a part, each shifted otherwise, as [`insert`] does. What is taken is asked for once: a hundred
/// rows of a hundred bodies were half a minute of names.
pub fn insert_all(document: &mut Document, part: &Document, shifts: impl Iterator<Item = Vec2>) -> Vec<Item> {
    let mut ids = [free_body_ids(document), free_joint_ids(document)];
    shifts.flat_map(|shift| insert_among(document, part, shift, &mut ids)).collect()
}

fn insert_among(document: &mut Document, part: &Document, shift: Vec2, ids: &mut [FreeIds; 2]) -> Vec<Item> {
    let motion = RigidMotion { shift, turn: 0.0, pivot: Vec2::ZERO };
    let mut names: BTreeMap<&str, String> = BTreeMap::new();
    let [body_ids, joint_ids] = ids;
    let mut added = Vec::new();
    let group_names = groups::insert(document, part, motion.matrix());
    let group = |name: &Option<String>| group_names.of(name.as_deref());
    let mut pictures: BTreeMap<&str, String> = BTreeMap::new();
    for (name, picture) in &part.pictures {
        let is_there = document.pictures.get(name).is_some_and(|there| there == picture);
        let new = if is_there { name.clone() } else { wardrobe::free_name(document, name) };
        document.pictures.insert(new.clone(), picture.clone());
        pictures.insert(name, new);
    }
    let mut material_names: BTreeMap<&str, String> = BTreeMap::new();
    for (name, material) in &part.materials {
        material_names.insert(name, materials::add(document, name, *material));
    }
    for body in &part.bodies {
        let mut copy = BodyDoc { position: motion.point(body.position), group: group(&body.group), ..body.clone() };
        if let Some(skin) = &mut copy.skin
            && let Some(name) = pictures.get(skin.picture.as_str())
        {
            skin.picture.clone_from(name);
        }
        for named in copy.shapes.iter_mut().filter_map(|shape| shape.material.as_mut()) {
            if let Some(name) = material_names.get(named.as_str()) {
                named.clone_from(name);
            }
        }
        let new = add_body_among(document, copy, body_ids);
        names.insert(&body.id, new.clone());
        added.push(Item::Body(new));
    }
    let renamed = |id: &str| names.get(id).cloned();
    let is_controlled = part.bodies.iter().any(|body| body.control.is_some());
    let all = if is_controlled { &document.bodies[..] } else { &[] };
    let there: BTreeSet<String> = all.iter().map(|body| body.id.clone()).collect();
    for body in document.bodies.iter_mut().rev().take(part.bodies.len()) {
        for name in body.control.iter_mut().flat_map(|control| control.bodies_mut()) {
            *name = name.take().and_then(|id| renamed(&id).or_else(|| there.contains(&id).then_some(id)));
        }
    }
    for joint in &part.joints {
        let Some(body_b) = renamed(&joint.body_b) else { continue };
        let mut joint = JointDoc { body_b, body_a: joint.body_a.as_deref().and_then(renamed), ..joint.clone() };
        move_joint(&mut joint, motion);
        added.push(Item::Joint(add_joint_among(document, joint, joint_ids)));
    }
    for launcher in &part.launchers {
        let mount = launcher.body.as_deref().map(|id| renamed(id).or_else(|| document.body(id).map(|b| b.id.clone())));
        // Its place is one on the mount: without it, it has none.
        if mount.as_ref().is_some_and(Option::is_none) {
            continue;
        }
        let position = if launcher.body.is_none() { motion.point(launcher.position) } else { launcher.position };
        let target = launcher.target.as_deref().and_then(|id| renamed(id).or_else(|| document.body(id).map(|b| b.id.clone())));
        let only = Only { group: group(&launcher.only.group), ..launcher.only.clone() };
        let new = LauncherDoc { body: mount.flatten(), position, target, group: group(&launcher.group), only, ..launcher.clone() };
        added.push(Item::Launcher(add_launcher(document, new)));
    }
    let there = |document: &Document, id: &str| renamed(id).or_else(|| document.body(id).map(|b| b.id.clone()));
    added.extend(plane_curves::insert(document, part, |place| motion.point(place), there));
    for light in &part.lights {
        let mut new = LightDoc { group: group(&light.group), ..light.clone() };
        move_light(&mut new, motion);
        if let LightKind::Point { body: Some(body), .. } = &mut new.kind {
            // A copy without its body, pasted where that body is unknown, would hang on nothing.
            match renamed(body).or_else(|| document.body(body).map(|b| b.id.clone())) {
                Some(name) => *body = name,
                None => continue,
            }
        }
        added.push(Item::Light(add_light(document, new)));
    }
    added.extend(notes::insert(document, &part.notes, renamed, |point| motion.point(point)));
    added.extend(measures::insert(document, &part.measures, renamed, |point| motion.point(point)));
    for region in &part.smoke {
        let carried = |new: &mut SmokeDoc| smoke::carry(new, |p| motion.point(p), |v| motion.vector(v));
        added.push(Item::Smoke(smoke::insert(document, region, carried, renamed)));
    }
    let is_in_copy = |item: &Item| match item {
        // It goes with its bodies.
        Item::Joint(id) => document.joint(id).is_some_and(|joint| {
            let mut bodies = joint.body_a.iter().chain([&joint.body_b]).filter_map(|id| document.body(id));
            bodies.all(|body| body.group.as_deref().is_some_and(|id| group_names.is_new(id)))
        }),
        item => groups::group_of(document, item).is_some_and(|id| group_names.is_new(id)),
    };
    added.retain(|item| !is_in_copy(item));
    added.extend(group_names.roots(document));
    added
}
