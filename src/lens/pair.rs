//! The watched pair: which one, and the inputs that its algorithms ran on.

use super::LensInput;
use crate::draw::{DrawList, Role, path};
use crate::engine::body::BodyKind;
use crate::engine::collider::ColliderId;
use crate::engine::math::{Pose, Vec2, direction};
use crate::engine::shape::{Convex, Shape};
use crate::engine::world::Contact;
use crate::scene::stage::Stage;

/// The pair in the order in which the engine collides it: A is the collider with the smaller id. Lenses show the run that made
/// the contact, so A and B mean the same to them whichever way round a pair was chosen.
pub fn in_engine_order(pair: (ColliderId, ColliderId)) -> (ColliderId, ColliderId) {
    if pair.0 <= pair.1 { pair } else { (pair.1, pair.0) }
}

/// The pair to watch when the user chose none: the deepest contact, dynamic bodies preferred; without any contact the two nearest boxes of
/// moving bodies are not guessed: `None`.
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
    best.map(|(_, _, contact)| (contact.collider_a, contact.collider_b))
}

/// The watched pair with the inputs of its last run.
#[derive(Clone, Copy)]
pub(super) struct Watched<'a> {
    pub(super) shape_a: &'a Shape,
    pub(super) shape_b: &'a Shape,
    /// Pose of body A when the stored manifold was made; now, when there is no contact.
    pub(super) pose_a: Pose,
    /// Pose of body B then.
    pub(super) pose_b: Pose,
    now_a: Pose,
    now_b: Pose,
    pub(super) name_a: &'a str,
    pub(super) name_b: &'a str,
    /// Size of one screen point, metres.
    pub(super) metres_per_px: f32,
}

impl<'a> Watched<'a> {
    /// `None` without a pair, or when one of the two is gone.
    pub(super) fn new(input: &LensInput<'a>) -> Option<Watched<'a>> {
        let (a, b) = in_engine_order(input.pair?);
        let world = input.stage.world();
        let (body_a, body_b) = (world.body(a.body)?, world.body(b.body)?);
        let (pose_a, pose_b) = match world.contact(a, b).filter(|c| c.count > 0) {
            Some(contact) => (contact.pose_a, contact.pose_b),
            None => (body_a.pose, body_b.pose),
        };
        let names = input.stage.names();
        Some(Watched {
            shape_a: &world.collider(a)?.shape,
            shape_b: &world.collider(b)?.shape,
            pose_a,
            pose_b,
            now_a: body_a.pose,
            now_b: body_b.pose,
            name_a: names.body_name(a.body).unwrap_or("A"),
            name_b: names.body_name(b.body).unwrap_or("B"),
            metres_per_px: input.metres_per_px,
        })
    }

    /// Dashed outlines of both shapes where the algorithm saw them, when the step has moved them on since by more than a point.
    pub(super) fn ghosts(&self, list: &mut DrawList) {
        let moved = |then: Pose, now: Pose, core: Convex<'_>| {
            let far = |&p: &Vec2| (then.transform_point(p) - now.transform_point(p)).length() > self.metres_per_px;
            core.points.iter().any(far)
        };
        if !moved(self.pose_a, self.now_a, self.a()) && !moved(self.pose_b, self.now_b, self.b()) {
            return;
        }
        for (points, radius) in [(self.points_a(), self.a().radius), (self.points_b(), self.b().radius)] {
            match points.as_slice() {
                [center] => list.circle(Role::Projection, *center, radius),
                _ => list.outline(Role::Projection, path::flattened(&points, radius, 0.5 * self.metres_per_px)),
            }
        }
    }

    /// Core of A, A's frame.
    pub(super) fn a(&self) -> Convex<'a> {
        self.shape_a.convex()
    }

    /// Core of B, B's frame.
    pub(super) fn b(&self) -> Convex<'a> {
        self.shape_b.convex()
    }

    /// B's frame seen from A's.
    pub(super) fn pose_b_in_a(&self) -> Pose {
        self.pose_a.inv_mul(self.pose_b)
    }

    /// A point of A's frame in the world.
    pub(super) fn at(&self, local: Vec2) -> Vec2 {
        self.pose_a.transform_point(local)
    }

    /// A direction of A's frame in the world.
    pub(super) fn turned(&self, local: Vec2) -> Vec2 {
        self.pose_a.rotation.rotate(local)
    }

    /// Core vertices of A in the world.
    pub(super) fn points_a(&self) -> Vec<Vec2> {
        self.a().points.iter().map(|&p| self.pose_a.transform_point(p)).collect()
    }

    /// Core vertices of B in the world.
    pub(super) fn points_b(&self) -> Vec<Vec2> {
        self.b().points.iter().map(|&p| self.pose_b.transform_point(p)).collect()
    }
}

/// Farthest point of a rounded shape along a unit direction, world.
pub(super) fn farthest(points: &[Vec2], radius: f32, along: Vec2) -> Vec2 {
    let first = points.first().copied().unwrap_or(Vec2::ZERO);
    let best = points.iter().fold(first, |best, &p| if p.dot(along) > best.dot(along) { p } else { best });
    best + along * radius
}

/// A unit vector along `v`, or `otherwise` when it has no direction.
pub(super) fn unit_or(v: Vec2, otherwise: Vec2) -> Vec2 {
    direction(v).map_or(otherwise, |(unit, _)| unit)
}
