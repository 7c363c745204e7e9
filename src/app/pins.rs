//! Hinges between bodies that overlap: a drawing becomes a car or a ragdoll with one command.

use crate::engine::body::{BodyId, BodyKind};
use crate::engine::joint::info::Anchoring;
use crate::engine::joint::{Motor, Revolute, Wheel};
use crate::engine::mass::MassProperties;
use crate::engine::math::{Vec2, max};
use crate::engine::narrow::half_plane::parts_that_matter;
use crate::engine::shape::Shape;
use crate::engine::shape::overlap::overlap;
use crate::engine::world::World;
use crate::scene::document::{Document, JointDoc};
use crate::scene::force::MotorKeys;
use crate::scene::key::Key;
use crate::scene::limits;
use crate::scene::stage::Stage;
use std::collections::{BTreeMap, BTreeSet};

/// Where the hinge of two overlapping bodies goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinPlace {
    /// The centre of mass of the smaller one: wheels of a car.
    SmallerCenter,
    /// The centroid of what both share: limbs of a ragdoll.
    Overlap,
    /// The centre of mass of the smaller one, which goes on a spring and is driven by the keys left and right.
    DrivenWheel,
}

/// Less than this share of the smaller body's area is no overlap: bodies that rest on each other overlap a little.
const LEAST_SHARE: f32 = 0.02;

/// The hinges of bodies that overlap.
pub struct Pins {
    /// Anchors are in the world. No more than one above what a scene may have, which is refused then.
    pub hinges: Vec<JointDoc>,
    /// Pairs without a hinge, because both are pinned to one third body: three hinges in a triangle do not bend.
    pub left_out: usize,
}

/// An overlap of two bodies, and the hinge that would hold them.
struct Candidate {
    pair: [BodyId; 2],
    /// Area that both share, m².
    shared: f32,
    hinge: JointDoc,
}

/// A hinge for each pair of these bodies (ids; empty: all dynamic ones) that overlaps where they are now, can move, and
/// has no joint yet; of three that all overlap for the two pairs that share most.
pub fn pins(stage: &Stage, document: &Document, among: &[String], place: PinPlace) -> Pins {
    let found = candidates(stage, document, among, place);
    if found.len() == most_of(document) {
        return Pins { hinges: found.into_iter().map(|candidate| candidate.hinge).collect(), left_out: 0 };
    }
    let mut pinned: BTreeMap<BodyId, BTreeSet<BodyId>> = BTreeMap::new();
    let mut tie = |[a, b]: [BodyId; 2]| {
        let of = |id: &BodyId| pinned.get(id).cloned().unwrap_or_default();
        let is_free = of(&a).is_disjoint(&of(&b));
        if is_free {
            pinned.entry(a).or_default().insert(b);
            pinned.entry(b).or_default().insert(a);
        }
        is_free
    };
    let body = |name: &str| stage.names().bodies.id(name);
    for joint in document.joints.iter().filter(|joint| joint.kind.info().anchoring == Anchoring::Point) {
        if let (Some(a), Some(b)) = (joint.body_a.as_deref().and_then(body), body(&joint.body_b)) {
            tie([a, b]);
        }
    }
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by(|&x, &y| found[y].shared.total_cmp(&found[x].shared));
    let mut stays = vec![false; found.len()];
    order.into_iter().for_each(|index| stays[index] = tie(found[index].pair));
    let left_out = stays.iter().filter(|stays| !**stays).count();
    let hinges = found.into_iter().zip(stays).filter(|(_, stays)| *stays).map(|(candidate, _)| candidate.hinge).collect();
    Pins { hinges, left_out }
}

/// One more than the joints that a scene may have yet.
fn most_of(document: &Document) -> usize {
    (limits::JOINTS.max as usize + 1).saturating_sub(document.joints.len())
}

/// All overlaps that a hinge could hold, in the order of the bodies.
fn candidates(stage: &Stage, document: &Document, among: &[String], place: PinPlace) -> Vec<Candidate> {
    let (world, names) = (stage.world(), stage.names());
    let moves = |id: BodyId| world.body(id).is_some_and(|body| body.kind == BodyKind::Dynamic);
    let among: BTreeSet<&str> = among.iter().map(String::as_str).collect();
    let is_among = |id: BodyId| names.bodies.name(id).is_some_and(|name| if among.is_empty() { moves(id) } else { among.contains(name) });
    let most = most_of(document);
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
            let Some(Shared { at, area, second_is_smaller }) = shared(world, [id, other], place) else { continue };
            let is_swapped = place == PinPlace::DrivenWheel && !second_is_smaller;
            let (a, b) = if is_swapped { ((name_b, other), (name_a, id)) } else { ((name_a, id), (name_b, other)) };
            let made =
                if place == PinPlace::DrivenWheel { driven_wheel(world, [a.1, b.1], at) } else { JointDoc::at(at, Revolute::default()) };
            let hinge = JointDoc { body_a: Some(a.0.to_owned()), body_b: b.0.to_owned(), ..made };
            found.push(Candidate { pair: [id, other], shared: area, hinge });
        }
    }
    found
}

/// Ids of a body and of all movable ones that overlap it, directly or through others: what was drawn as one thing.
pub fn connected(stage: &Stage, id: &str) -> Vec<String> {
    let (world, names) = (stage.world(), stage.names());
    let moves = |id: BodyId| world.body(id).is_some_and(|body| body.kind == BodyKind::Dynamic);
    let mut found: BTreeSet<BodyId> = names.bodies.id(id).into_iter().collect();
    let mut open: Vec<BodyId> = found.iter().copied().collect();
    while let Some(id) = open.pop() {
        let near: BTreeSet<BodyId> =
            world.boxes_of(id).flat_map(|boxes| world.colliders_in(boxes.tight)).map(|collider| collider.body).collect();
        for other in near {
            if moves(other) && !found.contains(&other) && shared(world, [id, other], PinPlace::Overlap).is_some() {
                found.insert(other);
                open.push(other);
            }
        }
    }
    found.into_iter().filter_map(|id| names.bodies.name(id).map(str::to_owned)).collect()
}

fn in_order<'a>(a: &'a str, b: &'a str) -> [&'a str; 2] {
    if a < b { [a, b] } else { [b, a] }
}

/// A wheel on a vertical spring whose motor turns it by the arrow keys, as strongly as holds half the weight of both on
/// its rim: a car on two such wheels climbs, and its wheels still slip on ice.
fn driven_wheel(world: &World, [frame, wheel]: [BodyId; 2], anchor: Vec2) -> JointDoc {
    /// Speed of the rim, m/s.
    const RIM_SPEED: f32 = 6.0;
    let (mass, radius) = match (world.body(frame), world.body(wheel)) {
        (Some(frame), Some(wheel)) => (frame.mass + wheel.mass, max(wheel.extent, 0.01)),
        _ => (1.0, 1.0),
    };
    let weight = mass * max(world.settings().gravity.length(), 1.0);
    // Clockwise is negative, and drives to the right.
    let motor = Some(Motor { speed: -RIM_SPEED / radius, max_effort: 0.5 * weight * radius });
    let key = |word| Key::of_word(word).unwrap_or(Key::NONE);
    let motor_keys = MotorKeys { forward: key("right"), backward: key("left") };
    JointDoc { motor_keys, ..JointDoc::at(anchor, Wheel { motor, ..Wheel::default() }) }
}

/// What two bodies share.
struct Shared {
    /// Where the hinge goes, world.
    at: Vec2,
    /// m².
    area: f32,
    second_is_smaller: bool,
}

/// What they share; `None` when that is too little.
fn shared(world: &World, pair: [BodyId; 2], place: PinPlace) -> Option<Shared> {
    let [a, b] = pair.map(|id| world.body(id));
    let (a, b) = (a?, b?);
    let (mut shared, mut moment) = (0.0, Vec2::ZERO);
    for one in &a.colliders {
        for other in &b.colliders {
            let [one, other] = parts_that_matter(&one.shape, &other.shape, a.pose.inv_mul(b.pose));
            if let Some(part) = overlap((one.convex(), a.pose), (other.convex(), b.pose)) {
                shared += part.area;
                moment += part.area * part.centroid;
            }
        }
    }
    let area = |shape: &Shape| if shape.is_endless() { f32::INFINITY } else { MassProperties::of_shape(shape, 1.0).mass };
    let areas = [a, b].map(|body| body.colliders.iter().map(|collider| area(&collider.shape)).sum::<f32>());
    let (smaller, least) = if areas[0] <= areas[1] { (a, areas[0]) } else { (b, areas[1]) };
    if shared <= LEAST_SHARE * least {
        return None;
    }
    let at = match place {
        PinPlace::SmallerCenter | PinPlace::DrivenWheel => smaller.center,
        PinPlace::Overlap => moment / shared,
    };
    Some(Shared { at, area: shared, second_is_smaller: areas[0] > areas[1] })
}
