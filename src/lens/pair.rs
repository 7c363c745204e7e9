//! The watched pair: which one, and in which order.

use crate::engine::body::{BodyId, BodyKind};
use crate::engine::collider::ColliderId;
use crate::engine::joint::JointId;
use crate::engine::math::{Pose, Vec2, direction, max};
use crate::engine::narrow::gjk;
use crate::engine::narrow::half_plane::parts_that_matter;
use crate::engine::probe::NoProbe;
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
    let joined = || world.joints().find_map(|(id, _)| joint_pair(stage, id)).filter(|_| world.settings().solver == Solver::Lagrange);
    deepest_contact(stage, |_| true).or_else(joined)
}

/// The deepest of the contacts that are wanted, dynamic bodies preferred.
pub fn deepest_contact(stage: &Stage, is_wanted: impl Fn(&Contact) -> bool) -> Option<(ColliderId, ColliderId)> {
    let world = stage.world();
    let is_dynamic = |id: ColliderId| world.body(id.body).is_some_and(|b| b.kind == BodyKind::Dynamic);
    let mut best: Option<(bool, f32, Contact)> = None;
    for contact in world.contacts().into_iter().filter(is_wanted) {
        let both = is_dynamic(contact.collider_a) && is_dynamic(contact.collider_b);
        let separation = contact.points().iter().fold(f32::MAX, |least, p| if p.separation < least { p.separation } else { least });
        if best.as_ref().is_none_or(|(had_both, least, _)| (both && !had_both) || (both == *had_both && separation < *least)) {
            best = Some((both, separation, contact));
        }
    }
    best.map(|(_, _, contact)| (contact.collider_a, contact.collider_b))
}

/// All shapes of a body.
pub fn all_colliders(stage: &Stage, body: BodyId) -> Vec<ColliderId> {
    let count = stage.world().body(body).map_or(0, |b| b.colliders.len());
    (0..count as u32).map(|index| ColliderId { body, index }).collect()
}

/// Of two bodies the shapes that touch most deeply, else the two that are nearest: the parts of an outline are many.
/// `None` when one of them has no shape.
pub fn nearest_pair(stage: &Stage, a: BodyId, b: BodyId) -> Option<(ColliderId, ColliderId)> {
    nearest_among(stage, &all_colliders(stage, a), &all_colliders(stage, b))
}

/// The same among these shapes.
pub fn nearest_among(stage: &Stage, a: &[ColliderId], b: &[ColliderId]) -> Option<(ColliderId, ColliderId)> {
    let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (*x, *y)));
    let ranked = pairs.map(|(x, y)| (rank(stage, x, y), (x, y)));
    ranked.min_by(|x, y| x.0.total_cmp(&y.0)).map(|(_, pair)| pair)
}

/// How near two colliders are, metres: smaller is more interesting. Contacts (by depth) come before pairs that are
/// apart.
fn rank(stage: &Stage, x: ColliderId, y: ColliderId) -> f32 {
    let touching = stage.world().contact(x, y).filter(|contact| contact.count > 0);
    if let Some(contact) = touching {
        return contact.points().iter().fold(f32::INFINITY, |least, point| least.min(point.separation)) - 1e6;
    }
    let (Some(a), Some(b)) = (stage.world().collider(x), stage.world().collider(y)) else { return f32::INFINITY };
    let (pose_a, pose_b) = poses(stage, x, y);
    let pose_b_in_a = pose_a.inv_mul(pose_b);
    let [a, b] = parts_that_matter(&a.shape, &b.shape, pose_b_in_a);
    let (core_a, core_b) = (a.convex(), b.convex());
    let gap = gjk::distance(core_a, core_b, pose_b_in_a, &mut NoProbe).distance - core_a.radius - core_b.radius;
    max(gap, -1e5)
}

/// Poses of the two bodies that an algorithm runs with: those of the world's last step where the pair has a contact,
/// so that it is the very run that the world made; else where the bodies are now.
pub fn poses(stage: &Stage, a: ColliderId, b: ColliderId) -> (Pose, Pose) {
    if let Some(contact) = stage.world().contact(a, b) {
        return if contact.collider_a == a { (contact.pose_a, contact.pose_b) } else { (contact.pose_b, contact.pose_a) };
    }
    let pose = |id: ColliderId| stage.world().body(id.body).map_or(Pose::new(Vec2::ZERO, 0.0), |body| body.pose);
    (pose(a), pose(b))
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
