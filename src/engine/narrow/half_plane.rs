//! Which part of a half-plane a pair sees ([`crate::engine::shape::HalfPlane`] says why a part is enough).

use super::time_of_impact::Sweep;
use crate::engine::math::{Pose, Vec2, max};
use crate::engine::shape::{Convex, Shape};
use std::borrow::Cow;

/// Two shapes; a half-plane among them is replaced by the part that matters to the other. `pose_b_in_a` as in
/// [`super::collide()`]. Two half-planes are both left: they never meet.
#[inline]
pub fn parts_that_matter<'s>(a: &'s Shape, b: &'s Shape, pose_b_in_a: Pose) -> [Cow<'s, Shape>; 2] {
    match (a.is_endless(), b.is_endless()) {
        (true, false) => {
            let (center, reach) = disc_around(b.convex());
            [a.near(pose_b_in_a.transform_point(center), reach), Cow::Borrowed(b)]
        }
        (false, true) => {
            let (center, reach) = disc_around(a.convex());
            [Cow::Borrowed(a), b.near(pose_b_in_a.inv_transform_point(center), reach)]
        }
        _ => [Cow::Borrowed(a), Cow::Borrowed(b)],
    }
}

/// The same on the whole way of both bodies.
pub fn parts_on_the_way<'s>([a, b]: [&'s Shape; 2], [way_a, way_b]: [&Sweep; 2]) -> [Cow<'s, Shape>; 2] {
    match (a.is_endless(), b.is_endless()) {
        (true, false) => [part_on_the_way(a, way_a, b, way_b), Cow::Borrowed(b)],
        (false, true) => [Cow::Borrowed(a), part_on_the_way(b, way_b, a, way_a)],
        _ => [Cow::Borrowed(a), Cow::Borrowed(b)],
    }
}

/// The part of `endless` that `other` may come to.
fn part_on_the_way<'s>(endless: &'s Shape, own: &Sweep, other: &Shape, way: &Sweep) -> Cow<'s, Shape> {
    let (center, reach) = room_on_the_way(own, other, way);
    endless.near(center, reach)
}

/// A circle that holds all of the way of `other`, seen from the body whose way is `own`: centre and radius, metres.
fn room_on_the_way(own: &Sweep, other: &Shape, way: &Sweep) -> (Vec2, f32) {
    let core = other.convex();
    let extent = core.points.iter().fold(0.0, |far, &p| max(far, (p - way.local_center).length())) + core.radius;
    // Seen from the half-plane's body at the start; what moves by so much comes no nearer than that.
    let start = own.pose_at(0.0).inv_transform_point(way.start_center);
    let moved = way.travel.length() + own.travel.length() + own.turn.abs() * start.length();
    (start, extent + moved)
}

/// Both shapes as a microscope shows them: of a half-plane [`Shape::convex`] is the part that matters to the other.
pub fn showing_what_matters(a: &Shape, b: &Shape, pose_b_in_a: Pose) -> [Shape; 2] {
    match (a, b) {
        (Shape::HalfPlane(plane), other) if !other.is_endless() => {
            let (center, reach) = disc_around(other.convex());
            [plane.showing(pose_b_in_a.transform_point(center), reach).into(), other.clone()]
        }
        (other, Shape::HalfPlane(plane)) if !other.is_endless() => {
            let (center, reach) = disc_around(other.convex());
            [other.clone(), plane.showing(pose_b_in_a.inv_transform_point(center), reach).into()]
        }
        _ => [a.clone(), b.clone()],
    }
}

/// The same for the whole way of both bodies.
pub fn showing_on_the_way(shapes: [&Shape; 2], ways: [&Sweep; 2]) -> [Shape; 2] {
    let shown = |own: usize| {
        let other = 1 - own;
        match shapes[own] {
            Shape::HalfPlane(plane) if !shapes[other].is_endless() => {
                let (center, reach) = room_on_the_way(ways[own], shapes[other], ways[other]);
                plane.showing(center, reach).into()
            }
            shape => shape.clone(),
        }
    };
    [shown(0), shown(1)]
}

/// A circle about the middle of the corners that holds the shape: centre in the shape's frame and radius, metres.
fn disc_around(core: Convex<'_>) -> (Vec2, f32) {
    let center = core.center();
    let reach = core.points.iter().fold(0.0, |far, &p| max(far, (p - center).length_squared())).sqrt();
    (center, reach + core.radius)
}
