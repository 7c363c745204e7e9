//! The watched pair: which one, and in which order.

use crate::engine::body::{BodyId, BodyKind};
use crate::engine::collider::ColliderId;
use crate::engine::joint::JointId;
use crate::engine::math::{Vec2, direction};
use crate::engine::solver::Solver;
use crate::engine::world::Contact;
use crate::scene::stage::Stage;

/// The pair in the order in which the engine collides it: A is the collider with the smaller id. Lenses show the run
/// that made the contact, so A and B mean the same to them whichever way round a pair was chosen.
pub fn in_engine_order(pair: (ColliderId, ColliderId)) -> (ColliderId, ColliderId) {
    if pair.0 <= pair.1 { pair } else { (pair.1, pair.0) }
}

/// The pair to watch when the user chose none: the deepest contact, dynamic bodies preferred; without any contact,
/// where joints are solved for globally, the bodies of the first joint. Two nearest boxes of moving bodies are not
/// guessed: `None`.
pub fn default_pair(stage: &Stage) -> Option<(ColliderId, ColliderId)> {
    let world = stage.world();
    let is_dynamic = |id: ColliderId| world.body(id.body).is_some_and(|b| b.kind == BodyKind::Dynamic);
    let mut best: Option<(bool, f32, Contact)> = None;
    for contact in world.contacts() {
        let both = is_dynamic(contact.collider_a) && is_dynamic(contact.collider_b);
        let separation = contact.points().iter().fold(f32::MAX, |least, p| if p.separation < least { p.separation } else { least });
        if best.as_ref().is_none_or(|(had_both, least, _)| (both && !had_both) || (both == *had_both && separation < *least)) {
            best = Some((both, separation, contact));
        }
    }
    let joined = || world.joints().find_map(|(id, _)| joint_pair(stage, id)).filter(|_| world.settings().solver == Solver::Lagrange);
    best.map(|(_, _, contact)| (contact.collider_a, contact.collider_b)).or_else(joined)
}

/// The first shapes of the two bodies of a joint; of one that holds on to the world, of its body and another that is
/// joined to that. `None` where there are no two with shapes.
pub fn joint_pair(stage: &Stage, joint: JointId) -> Option<(ColliderId, ColliderId)> {
    let world = stage.world();
    let first = |body: BodyId| world.body(body).filter(|own| !own.colliders.is_empty()).map(|_| ColliderId { body, index: 0 });
    let own = world.joint(joint)?;
    let of_other = |body: BodyId| {
        let ends = world.joints().map(|(_, other)| [other.body_a, other.body_b]).filter(|ends| ends.contains(&body));
        ends.flatten().filter(|&end| end != body).find_map(first)
    };
    match (first(own.body_a), first(own.body_b)) {
        (Some(a), Some(b)) => Some((a, b)),
        (None, Some(b)) => Some((of_other(own.body_b)?, b)),
        (Some(a), None) => Some((a, of_other(own.body_a)?)),
        (None, None) => None,
    }
}

/// A unit vector along `v`, or `otherwise` when it has no direction.
pub(super) fn unit_or(v: Vec2, otherwise: Vec2) -> Vec2 {
    direction(v).map_or(otherwise, |(unit, _)| unit)
}
