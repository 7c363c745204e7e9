//! What becomes of things when the plane they stand in is moved, turned, flipped and scaled: always valid shapes.
//!
//! *A body.* Its frame can only move and turn, so the map L (without its shift) is split into a turn of the frame and
//! a map A of the shapes within it: with the body at angle θ, L R(θ) = R(θ') A. For a map that does not flip, θ' = θ +
//! φ with φ the turn in L (of its polar decomposition, atan2(L₂₁ − L₁₂, L₁₁ + L₂₂)); one that flips is L = L₊ F with F
//! a mirror along an axis, and F R(θ) = R(−θ) F, so θ' = φ₊ − θ. Then A is R(−θ') L R(θ): the identity for a rigid
//! motion, a factor for equal scales, and otherwise something that leans.
//!
//! *A shape* keeps its kind where A allows. A circle under uneven scale is an ellipse, which the engine does not know:
//! it becomes a polygon, as do capsules and rounded shapes; a box that leans becomes a polygon, too. [`Changes`] says
//! how many.

mod lengths;
pub(in crate::app) mod on_bodies;

use super::membership::members;
use super::selection::Item;
use crate::engine::frames::{Affine, Placement};
use crate::engine::joint::Limits;
use crate::engine::joint::info::Measure;
use crate::engine::math::{Rot, Vec2, atan2, direction, perp, sin_cos, wrap_angle};
use crate::engine::shape::hull::convex_hull;
use crate::scene::document::{BodyDoc, Document, Geometry, JointDoc, LauncherDoc, LightDoc, LightKind, SkinDoc};
use crate::scene::limits;
use lengths::{mean_factor, scaled};
use on_bodies::{carry_joints, map_on_bodies};
use std::collections::{BTreeMap, BTreeSet};
use std::f32::consts::PI;

/// Vertices of a polygon that takes the place of a round shape, in all.
const ROUND_VERTICES: usize = 32;
/// A map nearer to the identity than this leaves shapes as they are, to the bit.
const SAME: f64 = 1e-6;

/// Shapes that could not stay what they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Circles that are polygons now.
    pub circles: u32,
    /// Capsules that are polygons now.
    pub capsules: u32,
    /// Boxes that are polygons now.
    pub boxes: u32,
    /// Rounded polygons whose corners are vertices now.
    pub rounded: u32,
}

impl Changes {
    /// What became a polygon, in one sentence; nothing when everything is what it was.
    pub fn words(self) -> Option<String> {
        let parts = [(self.circles, "circle"), (self.capsules, "capsule"), (self.boxes, "box"), (self.rounded, "rounded polygon")];
        let plural = |word: &str| if word == "box" { "boxes".to_owned() } else { format!("{word}s") };
        let said = |&(count, word): &(u32, &str)| {
            (count > 0).then(|| if count == 1 { format!("1 {word}") } else { format!("{count} {}", plural(word)) })
        };
        let said: Vec<String> = parts.iter().filter_map(said).collect();
        let all = self.circles + self.capsules + self.boxes + self.rounded;
        let became = if all == 1 { "became a polygon with corners" } else { "became polygons with corners" };
        (all > 0).then(|| format!("{} {became}: the scale is uneven", said.join(", ")))
    }
}

/// A map of one body: of its place, and of what stands in its frame.
struct Split {
    angle: f32,
    turn: f32,
    flips: bool,
    /// A of this file's head.
    inner: Affine,
}

fn split(map: Affine, angle: f32) -> Split {
    let linear = Affine { origin: glam::DVec2::ZERO, ..map };
    let flips = map.determinant() < 0.0;
    // The mirror that leaves the smaller turn.
    let mirror = if linear.x.x - linear.y.y < 0.0 { Vec2::new(-1.0, 1.0) } else { Vec2::new(1.0, -1.0) };
    let plain = if flips { linear.after(Affine::scale(mirror)) } else { linear };
    let turn = libm::atan2(plain.x.y - plain.y.x, plain.x.x + plain.y.y) as f32;
    let turn = if turn.abs() < SAME as f32 { 0.0 } else { turn };
    let new = if flips { -angle } else { angle };
    let new = if turn == 0.0 { new } else { wrap_angle(new + turn) };
    let inner = Affine::turn(-new).after(linear).after(Affine::turn(angle));
    // What is the identity or a mirror up to rounding is made exactly that.
    let signs = [[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0]].map(|s: [f32; 2]| Affine::scale(Vec2::from(s)));
    let near = |a: &Affine| (a.x - inner.x).abs().max_element() < SAME && (a.y - inner.y).abs().max_element() < SAME;
    Split { angle: new, turn, flips, inner: signs.into_iter().find(near).unwrap_or(inner) }
}

/// Maps bodies, and what goes with them: launchers, lamps, joints, and what is drawn and measured on them.
pub fn map_items(document: &mut Document, items: &[Item], map: Affine) -> Changes {
    let items = members(document, items);
    let bodies: BTreeSet<&str> = items.iter().filter_map(Item::as_body).collect();
    let is = |item: Item| items.contains(&item);
    let mut changes = Changes::default();
    let inner = |document: &Document, id: &str| split(map, document.body(id).map_or(0.0, |b| b.angle));
    let named = |joint: &JointDoc| is(Item::Joint(joint.id.clone()));
    carry_joints(document, |id| bodies.contains(id), named, |joint| map_joint(joint, map), |p| map.point(p));
    for i in 0..document.launchers.len() {
        let launcher = &document.launchers[i];
        let on = match &launcher.body {
            Some(body) if bodies.contains(body.as_str()) => inner(document, body).inner,
            None if is(Item::Launcher(launcher.id.clone())) => map,
            _ => continue,
        };
        map_launcher(&mut document.launchers[i], on);
    }
    for i in 0..document.lights.len() {
        let light = &document.lights[i];
        let on = match light.body() {
            Some(body) if bodies.contains(body.as_str()) => inner(document, body).inner,
            None if is(Item::Light(light.id.clone())) => map,
            _ => continue,
        };
        map_light(&mut document.lights[i], on);
    }
    let maps: BTreeMap<&str, Affine> = bodies.iter().map(|id| (*id, inner(document, id).inner)).collect();
    map_on_bodies(document, is, map, |id| maps.get(id).copied());
    for body in document.bodies.iter_mut().filter(|b| bodies.contains(b.id.as_str())) {
        map_body(body, map, &mut changes);
    }
    changes
}

pub(in crate::app) fn map_body(body: &mut BodyDoc, map: Affine, changes: &mut Changes) {
    let split = split(map, body.angle);
    body.position = map.point(body.position);
    body.angle = split.angle;
    body.linear_velocity = map.vector(body.linear_velocity);
    if split.flips {
        body.angular_velocity = -body.angular_velocity;
    }
    if split.inner == Affine::IDENTITY {
        return turn_winds(body, split.turn);
    }
    if let Some(skin) = &mut body.skin {
        map_skin(skin, split.inner);
    }
    for shape in &mut body.shapes {
        shape.geometry = mapped(&shape.geometry, split.inner, changes);
    }
    // A force is no length: it only turns and flips.
    let mirror = if !split.flips {
        Vec2::ONE
    } else if split.inner.x.x < 0.0 {
        Vec2::new(-1.0, 1.0)
    } else {
        Vec2::new(1.0, -1.0)
    };
    for force in &mut body.forces {
        force.point = split.inner.point(force.point);
        force.force *= mirror;
        force.torque *= mirror.x * mirror.y;
    }
    turn_winds(body, split.turn);
}

/// A picture stays a rectangle: where the map would make it lean, its width is right and its height is near.
fn map_skin(skin: &mut SkinDoc, map: Affine) {
    let placement = Placement { position: skin.offset, angle: skin.angle, scale: skin.scale, ..Placement::default() };
    let placement = placement.fitted(map.after(placement.matrix()));
    (skin.offset, skin.angle, skin.scale) = (placement.position, placement.angle, placement.scale);
}

/// Forces that do not turn with the body turn with the map.
fn turn_winds(body: &mut BodyDoc, turn: f32) {
    if turn != 0.0 {
        let turn = Rot::from_angle(turn);
        body.forces.iter_mut().filter(|force| !force.turns).for_each(|force| force.force = turn.rotate(force.force));
    }
}

/// A shape under a map without shift.
fn mapped(geometry: &Geometry, map: Affine, changes: &mut Changes) -> Geometry {
    let factor = mean_factor(map);
    let keeps = map.keeps_shapes();
    let polygon = |core: &[Vec2], radius: f32| Geometry::Polygon {
        vertices: rounded(core, radius).into_iter().map(|p| map.point(p)).collect(),
        rounding: 0.0,
    };
    let points = |points: &[Vec2]| points.iter().map(|p| map.point(*p)).collect();
    match geometry {
        Geometry::Circle { radius, center } if keeps => Geometry::Circle { radius: radius * factor, center: map.point(*center) },
        Geometry::Circle { radius, center } => {
            changes.circles += 1;
            polygon(&[*center], *radius)
        }
        Geometry::Box { width, height, center, angle, rounding } => {
            let own = map.after(Affine::turn(*angle));
            let (x, y) = (own.x.as_vec2(), own.y.as_vec2());
            let is_square = x.dot(y).abs() <= 1e-5 * x.length() * y.length();
            if is_square && (keeps || *rounding == 0.0) {
                let turned = if x == Vec2::X { 0.0 } else { atan2(x.y, x.x) };
                // A box is its own mirror image.
                let is_mirror = [[-1.0, 1.0], [1.0, -1.0]].iter().any(|s: &[f32; 2]| map == Affine::scale(Vec2::from(*s)));
                let angle = if is_mirror { -*angle } else { turned };
                let (width, height) = (width * x.length(), height * y.length());
                return Geometry::Box { width, height, center: map.point(*center), angle, rounding: rounding * factor };
            }
            changes.boxes += 1;
            let half = 0.5 * Vec2::new(*width, *height) - Vec2::splat(*rounding);
            let turn = Rot::from_angle(*angle);
            let corner = |sx: f32, sy: f32| *center + turn.rotate(Vec2::new(sx, sy) * half);
            polygon(&[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)], *rounding)
        }
        Geometry::Capsule { a, b, radius } if keeps => Geometry::Capsule { a: map.point(*a), b: map.point(*b), radius: radius * factor },
        Geometry::Capsule { a, b, radius } => {
            changes.capsules += 1;
            polygon(&[*a, *b], *radius)
        }
        Geometry::Polygon { vertices, rounding } if keeps || *rounding == 0.0 => {
            Geometry::Polygon { vertices: points(vertices), rounding: rounding * factor }
        }
        Geometry::Polygon { vertices, rounding } => {
            changes.rounded += 1;
            polygon(&convex_hull(vertices), *rounding)
        }
        Geometry::Outline { vertices } => Geometry::Outline { vertices: points(vertices) },
        Geometry::Segment { a, b } => Geometry::Segment { a: map.point(*a), b: map.point(*b) },
        // Under any map it stays one: its surface is a line, and the ground stays to the right of that line's direction
        // unless the map flips.
        Geometry::HalfPlane { point, angle } => {
            let along = map.vector(Rot::from_angle(*angle).x_axis()) * if map.determinant() < 0.0 { -1.0 } else { 1.0 };
            let is_level = along.y == 0.0 && along.x > 0.0;
            Geometry::HalfPlane { point: map.point(*point), angle: if is_level { 0.0 } else { atan2(along.y, along.x) } }
        }
    }
}

/// Vertices round a convex core (a point, two, or a polygon counter-clockwise) with a radius, counter-clockwise.
fn rounded(core: &[Vec2], radius: f32) -> Vec<Vec2> {
    if radius == 0.0 {
        return core.to_vec();
    }
    let count = core.len();
    if let [center] = core {
        let at = |i: usize| sin_cos(2.0 * PI * i as f32 / ROUND_VERTICES as f32);
        return (0..ROUND_VERTICES).map(at).map(|(sin, cos)| *center + radius * Vec2::new(cos, sin)).collect();
    }
    // The outward normal of the edge from one vertex to the next.
    let normal = |i: usize| direction(core[(i + 1) % count] - core[i]).map_or(Vec2::X, |(unit, _)| -perp(unit));
    let pieces = (ROUND_VERTICES / count).clamp(2, ROUND_VERTICES / 2);
    let mut found = Vec::with_capacity(count * pieces);
    for (i, corner) in core.iter().enumerate() {
        let (from, to) = (normal((i + count - 1) % count), normal(i));
        let angle = atan2(from.y, from.x);
        let wide = wrap_angle(atan2(to.y, to.x) - angle);
        let wide = if wide < 0.0 { wide + 2.0 * PI } else { wide };
        for piece in 0..pieces {
            let (sin, cos) = sin_cos(angle + wide * piece as f32 / (pieces - 1) as f32);
            found.push(*corner + radius * Vec2::new(cos, sin));
        }
    }
    found
}

fn map_joint(joint: &mut JointDoc, map: Affine) {
    let before = (joint.anchor_b - joint.anchor_a).length();
    (joint.anchor_a, joint.anchor_b) = (map.point(joint.anchor_a), map.point(joint.anchor_b));
    let flips = map.determinant() < 0.0;
    let mut factor = mean_factor(map);
    if before > 0.0 {
        factor = (joint.anchor_b - joint.anchor_a).length() / before;
    }
    let info = joint.kind.info();
    let (limited, driven) = (info.limits.map(|l| l.measure), info.motor.map(|l| l.measure));
    let parts = joint.kind.parts();
    if let Some(axis) = parts.axis {
        // Its length says nothing; but a way along it gets longer with it.
        let new = map.vector(*axis);
        if let (Some((unit, long)), Some((_, was))) = (direction(new), direction(*axis)) {
            factor = long / was;
            *axis = unit * was;
        }
    }
    if let Some(curve) = parts.curve {
        curve.iter_mut().for_each(|p| *p = map.vector(*p));
    }
    if let Some(Some(length)) = parts.length {
        *length = scaled(*length, factor);
    }
    if let Some(Some(limits)) = parts.limits {
        match limited {
            Some(Measure::Angle) if flips => *limits = Limits { lower: -limits.upper, upper: -limits.lower },
            Some(Measure::Way | Measure::Length) => {
                *limits = Limits { lower: scaled(limits.lower, factor), upper: scaled(limits.upper, factor) };
            }
            _ => {}
        }
    }
    if let (Some(Some(motor)), Some(Measure::Angle), true) = (parts.motor, driven, flips) {
        motor.speed = -motor.speed;
    }
}

fn map_launcher(launcher: &mut LauncherDoc, map: Affine) {
    launcher.position = map.point(launcher.position);
    let (sin, cos) = sin_cos(launcher.angle);
    let along = map.vector(Vec2::new(cos, sin));
    let turned = atan2(along.y, along.x);
    if wrap_angle(turned - launcher.angle).abs() > 1e-6 {
        launcher.angle = turned;
    }
}

fn map_light(light: &mut LightDoc, map: Affine) {
    match &mut light.kind {
        LightKind::Point { position, radius, .. } => {
            *position = map.point(*position);
            *radius = scaled(*radius, mean_factor(map)).min(limits::LAMP_RADIUS.max);
        }
        LightKind::Sun { direction, .. } => *direction = map.vector(*direction),
    }
}
