//! The minimum translation vector: the shortest way by which two overlapping shapes come apart.
//!
//! Every vector in the boundary of the difference A ⊖ B moves the shapes just out of each other; the shortest of them
//! is the distance from the origin to that boundary (S. Cameron, R. Culley, "Determining the minimum translational
//! distance between two convex polyhedra", 1986). Cores that are apart, of which only the roundings overlap, are pushed
//! along their nearest points ([`gjk`]); cores that overlap, along the nearest edge of the difference ([`epa`]).
//!
//! ```text
//!   ┌───────┐                 ┌───────┐
//!   │ A   ┌─┼──┐   B moves →  │ A     ├────┐     depth = length of the move, normal = its direction
//!   │     │ │ B│              │       │  B │
//!   └─────┴─┴──┘              └───────┴────┘
//! ```

use super::half_plane::parts_that_matter;
use super::{epa, gjk};
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::NoProbe;
use crate::engine::shape::{Convex, Shape};

/// How two shapes come apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Translation {
    /// Unit, from A to B, in the frame of the poses: B moves along it, or A against it, or each a part of the way.
    pub normal: Vec2,
    /// How far, metres; more than 0.
    pub depth: f32,
}

impl Translation {
    /// The way of B while A stays, metres.
    pub fn vector(&self) -> Vec2 {
        self.normal * self.depth
    }
}

/// [`minimum_translation`] of two shapes of any kind: of a half-plane the part that matters.
pub fn translation_of(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> Option<Translation> {
    if a.is_endless() && b.is_endless() {
        return None;
    }
    let [a, b] = parts_that_matter(a, b, pose_a.inv_mul(pose_b));
    minimum_translation(a.convex(), pose_a, b.convex(), pose_b)
}

/// The shortest translation that takes two shapes apart; `None` when they do not overlap. The poses are in one frame,
/// as is what is returned.
pub fn minimum_translation(a: Convex<'_>, pose_a: Pose, b: Convex<'_>, pose_b: Pose) -> Option<Translation> {
    let pose_b_in_a = pose_a.inv_mul(pose_b);
    let near = gjk::distance(a, b, pose_b_in_a, &mut NoProbe);
    let radii = a.radius + b.radius;
    let (normal, depth) = if near.distance > 0.0 {
        (near.normal, radii - near.distance)
    } else {
        let deep = epa::penetration(a, b, pose_b_in_a, &near, &mut NoProbe);
        (deep.normal, radii + deep.depth)
    };
    (depth > 0.0).then(|| Translation { normal: pose_a.rotation.rotate(normal), depth })
}
