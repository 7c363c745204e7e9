//! Hinges between bodies that overlap: a drawing becomes a car or a ragdoll with one command.

use crate::engine::body::{BodyId, BodyKind};
use crate::engine::joint::Revolute;
use crate::engine::mass::MassProperties;
use crate::engine::math::Vec2;
use crate::engine::shape::overlap::overlap;
use crate::engine::world::World;
use crate::scene::document::{Document, JointDoc};
use crate::scene::limits;
use crate::scene::stage::Stage;
use std::collections::BTreeSet;

/// Where the hinge of two overlapping bodies goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinPlace {
    /// The centre of mass of the smaller one: wheels of a car.
    SmallerCenter,
    /// The centroid of what both share: limbs of a ragdoll.
    Overlap,
}

/// Less than this share of the smaller body's area is no overlap: bodies that rest on each other overlap a little.
const LEAST_SHARE: f32 = 0.02;

/// A hinge for each pair of these bodies (ids; empty: all dynamic ones) that overlaps where they are now, can move, and
/// has no joint yet. Anchors are in the world. No more than one above what a scene may have, which is refused then.
pub fn pins(stage: &Stage, document: &Document, among: &[String], place: PinPlace) -> Vec<JointDoc> {
    let (world, names) = (stage.world(), stage.names());
    let moves = |id: BodyId| world.body(id).is_some_and(|body| body.kind == BodyKind::Dynamic);
    let among: BTreeSet<&str> = among.iter().map(String::as_str).collect();
    let is_among = |id: BodyId| names.bodies.name(id).is_some_and(|name| if among.is_empty() { moves(id) } else { among.contains(name) });
    let most = (limits::JOINTS.max as usize + 1).saturating_sub(document.joints.len());
    let joined: BTreeSet<[&str; 2]> =
        document.joints.iter().filter_map(|joint| Some(in_order(joint.body_a.as_deref()?, &joint.body_b))).collect();
    let mut found = Vec::new();
    for id in world.bodies().map(|(id, _)| id).filter(|&id| is_among(id)) {
        let near: BTreeSet<BodyId> = world
            .boxes_of(id)
            .flat_map(|boxes| world.colliders_in(boxes.tight))
            .map(|collider| collider.body)
            .filter(|&other| other > id)
            .collect();
        for other in near.into_iter().filter(|&other| is_among(other)) {
            let (Some(name_a), Some(name_b)) = (names.bodies.name(id), names.bodies.name(other)) else { continue };
            if !(moves(id) || moves(other)) || joined.contains(&in_order(name_a, name_b)) {
                continue;
            }
            if found.len() == most {
                return found;
            }
            if let Some(anchor) = anchor(world, [id, other], place) {
                let body_a = Some(name_a.to_owned());
                found.push(JointDoc { body_a, body_b: name_b.to_owned(), ..JointDoc::at(anchor, Revolute::default()) });
            }
        }
    }
    found
}

fn in_order<'a>(a: &'a str, b: &'a str) -> [&'a str; 2] {
    if a < b { [a, b] } else { [b, a] }
}

/// Where the hinge goes, world; `None` when the two share too little.
fn anchor(world: &World, pair: [BodyId; 2], place: PinPlace) -> Option<Vec2> {
    let [a, b] = pair.map(|id| world.body(id));
    let (a, b) = (a?, b?);
    let (mut shared, mut moment) = (0.0, Vec2::ZERO);
    for one in &a.colliders {
        for other in &b.colliders {
            if let Some(part) = overlap((one.shape.convex(), a.pose), (other.shape.convex(), b.pose)) {
                shared += part.area;
                moment += part.area * part.centroid;
            }
        }
    }
    let areas = [a, b].map(|body| body.colliders.iter().map(|collider| MassProperties::of_shape(&collider.shape, 1.0).mass).sum::<f32>());
    let (smaller, least) = if areas[0] <= areas[1] { (a, areas[0]) } else { (b, areas[1]) };
    if shared <= LEAST_SHARE * least {
        return None;
    }
    Some(match place {
        PinPlace::SmallerCenter => smaller.center,
        PinPlace::Overlap => moment / shared,
    })
}
