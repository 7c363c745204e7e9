//! Handles of a body's shapes.
//!
//! A corner of a box goes where the pointer is and the opposite corner stays; so does the box around an outline, which
//! scales the vertices about that corner. With the half size h, the corner's signs s and the pointer q, all in the
//! box's own frame, the new length along each axis is `s q + h` and the middle moves to `−s h + s (s q + h) / 2`.
//!
//! The body's origin follows the middle of its only shape, so that its position stays what one sees; a body on whose
//! frame other things hang (a launcher, a force) keeps it, and the shape moves within.

use super::{Dragged, Handle, Part, outline};
use crate::draw::quantity::{angle, length};
use crate::engine::aabb::Aabb;
use crate::engine::math::{Pose, Vec2, atan2, direction, max, perp};
use crate::engine::tuning::MIN_SIZE;
use crate::scene::document::{BodyDoc, Geometry};

/// Least size that a drag leaves, metres: what the engine takes, with room for rounding.
const LEAST: f32 = 2.0 * MIN_SIZE;
/// With more shapes than this their handles would cover the body.
const MOST_SHAPES: usize = 8;
/// How far from its point the handle of a half-plane's slope lies, points.
const ARM_PX: f32 = 90.0;
/// With more vertices than this, new ones are not offered on every edge.
const MOST_EDGES: usize = 24;

/// A body being dragged by a handle.
pub struct Held<'a> {
    /// As it stood when the drag began.
    pub body: &'a BodyDoc,
    /// Other things stand in its frame: the origin stays.
    pub keeps_origin: bool,
}

/// The handles of a body. `metres_per_px`: shapes too small on the screen have none, nor have short edges.
pub fn handles(body: &BodyDoc, metres_per_px: f32) -> Vec<Handle> {
    let mut found = Vec::new();
    if body.shapes.len() > MOST_SHAPES {
        return found;
    }
    let pose = Pose::new(body.position, body.angle);
    for (shape, doc) in body.shapes.iter().enumerate() {
        let mut place = |part, local: Vec2, along: Vec2| {
            found.push(Handle { part, at: pose.transform_point(local), along: pose.rotation.rotate(along) });
        };
        match &doc.geometry {
            Geometry::Circle { radius, center } if *radius > 14.0 * metres_per_px => {
                for (i, way) in [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y].into_iter().enumerate() {
                    place(Part::Radius { shape, place: i as u8 }, *center + *radius * way, way);
                }
            }
            Geometry::Box { width, height, center, angle, .. } => {
                let frame = Pose::new(*center, *angle);
                let half = 0.5 * Vec2::new(*width, *height);
                sides(half, metres_per_px, |sign, at, along| {
                    place(Part::Side { shape, sign }, frame.transform_point(at), frame.rotation.rotate(along));
                });
            }
            Geometry::Capsule { a, b, radius } => {
                ends(shape, [*a, *b], metres_per_px, &mut place);
                let across = perp(direction(*b - *a).map_or(Vec2::X, |(unit, _)| unit));
                if *radius > 10.0 * metres_per_px {
                    for (i, way) in [across, -across].into_iter().enumerate() {
                        place(Part::Radius { shape, place: i as u8 }, 0.5 * (*a + *b) + *radius * way, way);
                    }
                }
            }
            Geometry::Segment { a, b } => ends(shape, [*a, *b], metres_per_px, &mut place),
            Geometry::HalfPlane { point, angle } => {
                let along = Pose::new(Vec2::ZERO, *angle).rotation.x_axis();
                place(Part::Slope { shape }, *point + ARM_PX * metres_per_px * along, perp(along));
            }
            Geometry::Polygon { vertices, .. } | Geometry::Outline { vertices } => {
                around(shape, vertices, metres_per_px, &mut place);
            }
            Geometry::Circle { .. } => {}
        }
    }
    found
}

/// Corners and middles of the sides of a box about the origin; short sides have no middle, small boxes nothing.
fn sides(half: Vec2, mpp: f32, mut place: impl FnMut([i8; 2], Vec2, Vec2)) {
    let long = half.max_element() > 14.0 * mpp;
    for sign in [[-1, -1], [1, -1], [1, 1], [-1, 1], [0, -1], [1, 0], [0, 1], [-1, 0]] {
        let s = Vec2::new(f32::from(sign[0]), f32::from(sign[1]));
        let is_corner = sign[0] != 0 && sign[1] != 0;
        let side = if sign[0] == 0 { half.x } else { half.y };
        if long && (is_corner || side > 20.0 * mpp) {
            place(sign, s * half, direction(s).map_or(Vec2::ZERO, |(unit, _)| unit));
        }
    }
}

fn ends(shape: usize, [a, b]: [Vec2; 2], mpp: f32, place: &mut impl FnMut(Part, Vec2, Vec2)) {
    if (b - a).length() > 20.0 * mpp {
        place(Part::End { shape, second: false }, a, Vec2::ZERO);
        place(Part::End { shape, second: true }, b, Vec2::ZERO);
    }
}

/// Vertices, middles of long edges, and the box around them, a little outside.
fn around(shape: usize, vertices: &[Vec2], mpp: f32, place: &mut impl FnMut(Part, Vec2, Vec2)) {
    let Some(bounds) = Aabb::around(vertices.iter().copied()) else { return };
    if bounds.size().max_element() < 36.0 * mpp {
        return;
    }
    for (index, vertex) in vertices.iter().enumerate() {
        place(Part::Vertex { shape, index }, *vertex, Vec2::ZERO);
        let next = vertices[(index + 1) % vertices.len()];
        if (next - *vertex).length() > 40.0 * mpp && vertices.len() <= MOST_EDGES {
            place(Part::NewVertex { shape, after: index }, 0.5 * (*vertex + next), Vec2::ZERO);
        }
    }
    let out = FRAME_PX * mpp;
    sides(0.5 * bounds.size() + Vec2::splat(out), mpp, |sign, at, along| place(Part::Side { shape, sign }, bounds.center() + at, along));
}

/// How far outside an outline the handles of the box around it lie, points.
pub const FRAME_PX: f32 = 16.0;

/// What becomes of the body when a handle goes to `to` (world, metres). With `keep` a box keeps its proportions.
///
/// # Errors
/// Why it cannot go there.
pub fn drag(held: &Held<'_>, part: Part, to: Vec2, keep: bool) -> Result<Dragged<BodyDoc>, String> {
    let (Part::Side { shape, .. }
    | Part::Radius { shape, .. }
    | Part::End { shape, .. }
    | Part::Slope { shape }
    | Part::Vertex { shape, .. }
    | Part::NewVertex { shape, .. }) = part
    else {
        return Err("A body has no such handle.".to_owned());
    };
    let Some(old) = held.body.shapes.get(shape) else { return Err("The shape is gone.".to_owned()) };
    let q = Pose::new(held.body.position, held.body.angle).inv_transform_point(to);
    let (geometry, words) = changed(&old.geometry, part, q, keep)?;
    let is_vertex = matches!(part, Part::Vertex { .. } | Part::NewVertex { .. });
    let words = if is_vertex { format!("{}, {} · {words}", length(to.x), length(to.y)) } else { words };
    let mut body = held.body.clone();
    body.shapes[shape].geometry = geometry;
    if !held.keeps_origin && body.shapes.len() == 1 && is_centred(&old.geometry) {
        recentre(&mut body);
    }
    Ok(Dragged { thing: body, words })
}

/// The geometry with one handle at `q`, in the body's frame, and its numbers.
fn changed(old: &Geometry, part: Part, q: Vec2, keep: bool) -> Result<(Geometry, String), String> {
    let mut new = old.clone();
    let words = match (&mut new, part) {
        (Geometry::Circle { radius, center }, Part::Radius { .. }) => {
            *radius = max((q - *center).length(), LEAST);
            format!("radius {}", length(*radius))
        }
        (Geometry::Box { width, height, center, angle, rounding }, Part::Side { sign, .. }) => {
            let frame = Pose::new(*center, *angle);
            let least = Vec2::splat(max(LEAST, 2.0 * *rounding + LEAST));
            let (size, middle) = resized(Vec2::new(*width, *height), sign, frame.inv_transform_point(q), least, keep);
            (*width, *height, *center) = (size.x, size.y, frame.transform_point(middle));
            format!("{} × {}", length(size.x), length(size.y))
        }
        (Geometry::Capsule { a, b, radius }, Part::Radius { .. }) => {
            let across = perp(direction(*b - *a).map_or(Vec2::X, |(unit, _)| unit));
            *radius = max((q - 0.5 * (*a + *b)).dot(across).abs(), LEAST);
            format!("radius {}", length(*radius))
        }
        (Geometry::Capsule { a, b, .. } | Geometry::Segment { a, b }, Part::End { second, .. }) => {
            *if second { &mut *b } else { &mut *a } = q;
            let way = if second { *b - *a } else { *a - *b };
            if way.length() < LEAST {
                return Err("Not there: both ends would be the same point.".to_owned());
            }
            format!("{} long · {}", length(way.length()), angle(atan2(way.y, way.x)))
        }
        (Geometry::HalfPlane { point, angle: slope }, Part::Slope { .. }) => {
            let Some((along, _)) = direction(q - *point) else { return Err("Not there: the surface needs a direction.".to_owned()) };
            *slope = atan2(along.y, along.x);
            format!("slope {}", angle(*slope))
        }
        (Geometry::Polygon { .. } | Geometry::Outline { .. }, _) => return outlined(old, part, q, keep),
        _ => return Err("The shape has no such handle.".to_owned()),
    };
    Ok((new, words))
}

fn outlined(old: &Geometry, part: Part, q: Vec2, keep: bool) -> Result<(Geometry, String), String> {
    let (mut vertices, rounding) = match old {
        Geometry::Polygon { vertices, rounding } => (vertices.clone(), *rounding),
        Geometry::Outline { vertices } => (vertices.clone(), 0.0),
        _ => return Err("The shape has no vertices.".to_owned()),
    };
    match part {
        Part::Vertex { index, .. } if index < vertices.len() => vertices[index] = q,
        Part::NewVertex { after, .. } if after < vertices.len() => vertices.insert(after + 1, q),
        Part::Side { sign, .. } => {
            let Some(bounds) = Aabb::around(vertices.iter().copied()) else { return Err("The outline is empty.".to_owned()) };
            let old_size = bounds.size();
            let (size, middle) = resized(old_size, sign, q - bounds.center(), Vec2::splat(10.0 * LEAST), keep);
            let factor = size / old_size;
            let middle = bounds.center() + middle;
            vertices.iter_mut().for_each(|v| *v = middle + (*v - bounds.center()) * factor);
            let (geometry, _) = outline::of(vertices, rounding)?;
            return Ok((geometry, format!("{} × {}", length(size.x), length(size.y))));
        }
        _ => return Err("The vertex is gone.".to_owned()),
    }
    outline::of(vertices, rounding)
}

/// Size and middle of a box about the origin one of whose corners or sides goes to `q`.
fn resized(old: Vec2, sign: [i8; 2], q: Vec2, least: Vec2, keep: bool) -> (Vec2, Vec2) {
    let (half, s) = (0.5 * old, Vec2::new(f32::from(sign[0]), f32::from(sign[1])));
    let mut size = old;
    for axis in (0..2).filter(|&axis| sign[axis] != 0) {
        size[axis] = max(s[axis] * q[axis] + half[axis], least[axis]);
    }
    if keep && sign[0] != 0 && sign[1] != 0 {
        let factor = max((size / old).max_element(), (least / old).max_element());
        size = factor * old;
    }
    (size, s * (0.5 * size - half))
}

/// Whether the body's origin lies in the middle of this shape.
fn is_centred(geometry: &Geometry) -> bool {
    middle(geometry).is_some_and(|middle| middle.length() < 1e-4)
}

/// The middle that a body's origin follows.
fn middle(geometry: &Geometry) -> Option<Vec2> {
    match geometry {
        Geometry::Circle { center, .. } | Geometry::Box { center, .. } => Some(*center),
        Geometry::Capsule { a, b, .. } | Geometry::Segment { a, b } => Some(0.5 * (*a + *b)),
        Geometry::HalfPlane { point, .. } => Some(*point),
        Geometry::Polygon { .. } | Geometry::Outline { .. } => None,
    }
}

/// Puts the body's origin into the middle of its only shape, which stays where it is in the world.
fn recentre(body: &mut BodyDoc) {
    let Some(shift) = body.shapes.first().and_then(|shape| middle(&shape.geometry)) else { return };
    body.position = Pose::new(body.position, body.angle).transform_point(shift);
    match &mut body.shapes[0].geometry {
        Geometry::Circle { center, .. } | Geometry::Box { center, .. } => *center = Vec2::ZERO,
        Geometry::Capsule { a, b, .. } | Geometry::Segment { a, b } => {
            let half = 0.5 * (*b - *a);
            (*a, *b) = (-half, half);
        }
        Geometry::HalfPlane { point, .. } => *point = Vec2::ZERO,
        Geometry::Polygon { .. } | Geometry::Outline { .. } => {}
    }
}

/// The body without a vertex.
///
/// # Errors
/// Why it cannot be taken out.
pub fn without_vertex(body: &BodyDoc, shape: usize, index: usize) -> Result<BodyDoc, String> {
    let Some(old) = body.shapes.get(shape) else { return Err("The shape is gone.".to_owned()) };
    let (mut vertices, rounding) = match &old.geometry {
        Geometry::Polygon { vertices, rounding } => (vertices.clone(), *rounding),
        Geometry::Outline { vertices } => (vertices.clone(), 0.0),
        _ => return Err("The shape has no vertices.".to_owned()),
    };
    if vertices.len() <= 3 {
        return Err("A triangle is the least: none of its vertices can go.".to_owned());
    }
    if index >= vertices.len() {
        return Err("The vertex is gone.".to_owned());
    }
    vertices.remove(index);
    let mut body = body.clone();
    body.shapes[shape].geometry = outline::of(vertices, rounding)?.0;
    Ok(body)
}
