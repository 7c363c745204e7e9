//! How far a body reaches.

use crate::engine::body::Body;
use crate::engine::math::{Vec2, max};
use crate::engine::shape::Shape;

/// How far the body reaches from its centre of mass in a unit direction, metres, at least 0.
pub(super) fn reach_along(body: &Body, along: Vec2) -> f32 {
    let of_collider = |shape: &Shape| {
        let core = shape.convex();
        core.points.iter().fold(f32::MIN, |far, &p| max(far, (body.pose.transform_point(p) - body.center).dot(along))) + core.radius
    };
    body.colliders.iter().fold(0.0, |far, collider| max(far, of_collider(&collider.shape)))
}
