//! Arranging things: in line, evenly, mirrored, in rows and round a point. Pure functions of a document.
//!
//! Bodies that joints hold together are one *unit*: a car is aligned as a whole, not wheel by wheel.

use super::edit::{self, RigidMotion};
use super::selection::Item;
use crate::engine::aabb::Aabb;
use crate::engine::joint::Limits;
use crate::engine::joint::info::Measure;
use crate::engine::math::{Rot, Vec2, wrap_angle};
use crate::scene::document::{BodyDoc, Document, Geometry, JointDoc, LauncherDoc};
use std::collections::BTreeMap;
use std::f32::consts::PI;

/// What is brought into line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Left sides.
    Left,
    /// Middles, one above the other.
    Center,
    /// Right sides.
    Right,
    /// Upper sides.
    Top,
    /// Middles, side by side.
    Middle,
    /// Lower sides.
    Bottom,
}

impl Line {
    fn axis(self) -> usize {
        usize::from(matches!(self, Line::Top | Line::Middle | Line::Bottom))
    }

    fn of(self, bounds: Aabb) -> f32 {
        match self {
            Line::Left | Line::Bottom => bounds.min[self.axis()],
            Line::Right | Line::Top => bounds.max[self.axis()],
            Line::Center | Line::Middle => bounds.center()[self.axis()],
        }
    }
}

/// Along or across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From left to right.
    Horizontal,
    /// From below upwards.
    Vertical,
}

/// Copies of something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Array {
    /// Rows and columns, the original at the lower left, with gaps between the boxes around the copies.
    Grid {
        /// Side by side, at least 1.
        columns: u32,
        /// One above the other, at least 1.
        rows: u32,
        /// Between columns and between rows, metres.
        gap: Vec2,
    },
    /// Round a point, evenly, each copy turned like its place.
    Ring {
        /// How many in all, at least 1.
        count: u32,
        /// World, metres.
        center: Vec2,
    },
}

/// A body's box where it stands now.
pub type Boxes = BTreeMap<String, Aabb>;

/// Bodies that move together, and the box around them.
struct Unit {
    bodies: Vec<Item>,
    bounds: Aabb,
}

/// The named bodies, those that joints hold together as one; in the order of their first body.
fn units(document: &Document, items: &[Item], boxes: &Boxes) -> Vec<Unit> {
    let ids: Vec<&str> = items
        .iter()
        .filter_map(|i| if let Item::Body(id) = i { Some(id.as_str()) } else { None })
        .filter(|id| boxes.contains_key(*id))
        .collect();
    let mut group: Vec<usize> = (0..ids.len()).collect();
    let place = |id: &str| ids.iter().position(|other| *other == id);
    for joint in &document.joints {
        if let (Some(a), Some(b)) = (joint.body_a.as_deref().and_then(place), place(&joint.body_b)) {
            let (low, high) = (group[a].min(group[b]), group[a].max(group[b]));
            group.iter_mut().filter(|g| **g == high).for_each(|g| *g = low);
        }
    }
    let mut found: BTreeMap<usize, Unit> = BTreeMap::new();
    for (id, group) in ids.iter().zip(group) {
        let bounds = boxes[*id];
        let unit = found.entry(group).or_insert_with(|| Unit { bodies: Vec::new(), bounds });
        unit.bounds = unit.bounds.union(bounds);
        unit.bodies.push(Item::Body((*id).to_owned()));
    }
    found.into_values().collect()
}

fn shift(document: &mut Document, unit: &Unit, axis: usize, by: f32) {
    let mut shift = Vec2::ZERO;
    shift[axis] = by;
    edit::move_items(document, &unit.bodies, RigidMotion { shift, turn: 0.0, pivot: Vec2::ZERO });
}

/// Brings the named bodies into line with the outermost of them, or with the middle of all.
pub fn align(document: &mut Document, items: &[Item], boxes: &Boxes, line: Line) {
    let units = units(document, items, boxes);
    let Some(all) = units.iter().map(|unit| unit.bounds).reduce(Aabb::union) else { return };
    for unit in &units {
        shift(document, unit, line.axis(), line.of(all) - line.of(unit.bounds));
    }
}

/// Puts the named bodies at equal gaps; the two outermost stay.
pub fn distribute(document: &mut Document, items: &[Item], boxes: &Boxes, direction: Direction) {
    let axis = usize::from(direction == Direction::Vertical);
    let mut units = units(document, items, boxes);
    units.sort_by(|a, b| a.bounds.center()[axis].total_cmp(&b.bounds.center()[axis]));
    let (Some(first), Some(last)) = (units.first(), units.last()) else { return };
    let taken: f32 = units.iter().map(|unit| unit.bounds.size()[axis]).sum();
    let gap = (last.bounds.max[axis] - first.bounds.min[axis] - taken) / (units.len().max(2) - 1) as f32;
    let mut next = first.bounds.min[axis];
    for unit in &units {
        shift(document, unit, axis, next - unit.bounds.min[axis]);
        next += unit.bounds.size()[axis] + gap;
    }
}

/// Mirrors the named things in place, about the middle of the box around them: geometry, velocities, forces, and joints
/// between them with their limits and motors.
///
/// With M the mirror of directions, a body that stands at angle θ stands at −θ after it and its own frame is mirrored
/// by the same M, because M R(θ) = R(−θ) M.
pub fn mirror(document: &mut Document, items: &[Item], about: Vec2, direction: Direction) {
    let m = if direction == Direction::Horizontal { Vec2::new(-1.0, 1.0) } else { Vec2::new(1.0, -1.0) };
    let is = |item: Item| items.contains(&item);
    let body_is = |id: &str| is(Item::Body(id.to_owned()));
    let point = |p: Vec2| about + m * (p - about);
    for body in document.bodies.iter_mut().filter(|b| body_is(&b.id)) {
        mirror_body(body, m);
        body.position = point(body.position);
    }
    for joint in document.joints.iter_mut() {
        let whole = body_is(&joint.body_b) && joint.body_a.as_deref().is_none_or(body_is);
        if whole || is(Item::Joint(joint.id.clone())) {
            mirror_joint(joint, m);
            (joint.anchor_a, joint.anchor_b) = (point(joint.anchor_a), point(joint.anchor_b));
        }
    }
    for launcher in document.launchers.iter_mut() {
        match &launcher.body {
            Some(body) if body_is(body) => mirror_launcher(launcher, m, m * launcher.position),
            None if is(Item::Launcher(launcher.id.clone())) => mirror_launcher(launcher, m, point(launcher.position)),
            _ => {}
        }
    }
}

fn mirror_body(body: &mut BodyDoc, m: Vec2) {
    body.angle = wrap_angle(-body.angle);
    body.linear_velocity *= m;
    body.angular_velocity = -body.angular_velocity;
    for shape in &mut body.shapes {
        match &mut shape.geometry {
            Geometry::Circle { center, .. } => *center *= m,
            Geometry::Box { center, angle, .. } => (*center, *angle) = (*center * m, -*angle),
            Geometry::Capsule { a, b, .. } | Geometry::Segment { a, b } => (*a, *b) = (*a * m, *b * m),
            Geometry::Polygon { vertices, .. } | Geometry::Outline { vertices } => vertices.iter_mut().for_each(|v| *v *= m),
        }
    }
    for force in &mut body.forces {
        (force.point, force.force, force.torque) = (force.point * m, force.force * m, -force.torque);
    }
}

fn mirror_joint(joint: &mut JointDoc, m: Vec2) {
    let info = joint.kind.info();
    let turns = |measure: Option<Measure>| measure == Some(Measure::Angle);
    let (limited, driven) = (info.limits.map(|l| l.measure), info.motor.map(|l| l.measure));
    let parts = joint.kind.parts();
    if let Some(axis) = parts.axis {
        *axis *= m;
    }
    if let Some(curve) = parts.curve {
        curve.iter_mut().for_each(|p| *p *= m);
    }
    if let Some(Some(limits)) = parts.limits
        && turns(limited)
    {
        *limits = Limits { lower: -limits.upper, upper: -limits.lower };
    }
    if let Some(Some(motor)) = parts.motor
        && turns(driven)
    {
        motor.speed = -motor.speed;
    }
}

fn mirror_launcher(launcher: &mut LauncherDoc, m: Vec2, position: Vec2) {
    launcher.position = position;
    launcher.angle = wrap_angle(if m.x < 0.0 { PI - launcher.angle } else { -launcher.angle });
}

/// Copies the named things with the joints between them; returns all that was added, the original not among it.
pub fn array(document: &mut Document, items: &[Item], bounds: Aabb, array: Array) -> Vec<Item> {
    let part = edit::extract(document, items);
    let mut added = Vec::new();
    match array {
        Array::Grid { columns, rows, gap } => {
            let step = bounds.size() + gap;
            for row in 0..rows {
                for column in 0..columns {
                    if (row, column) != (0, 0) {
                        added.extend(edit::insert(document, &part, step * Vec2::new(column as f32, row as f32)));
                    }
                }
            }
        }
        Array::Ring { count, center } => {
            for i in 1..count {
                let mut turned = part.clone();
                let motion = RigidMotion { shift: Vec2::ZERO, turn: 2.0 * PI * i as f32 / count as f32, pivot: center };
                move_all(&mut turned, motion);
                added.extend(edit::insert(document, &turned, Vec2::ZERO));
            }
        }
    }
    added
}

/// Moves all of a document.
fn move_all(document: &mut Document, motion: RigidMotion) {
    let bodies = document.bodies.iter().map(|b| Item::Body(b.id.clone()));
    let joints = document.joints.iter().map(|j| Item::Joint(j.id.clone()));
    let launchers = document.launchers.iter().map(|l| Item::Launcher(l.id.clone()));
    let items: Vec<Item> = bodies.chain(joints).chain(launchers).collect();
    edit::move_items(document, &items, motion);
}

/// The box around a body of the document where it stands there.
pub fn box_of(body: &BodyDoc) -> Option<Aabb> {
    let turn = Rot::from_angle(body.angle);
    let at = |p: Vec2| body.position + turn.rotate(p);
    let around = |points: Vec<Vec2>, margin: f32| Aabb::around(points.into_iter().map(at)).map(|b| b.grown(margin));
    let of = |geometry: &Geometry| match geometry {
        Geometry::Circle { radius, center } => around(vec![*center], *radius),
        Geometry::Box { width, height, center, angle, .. } => {
            let own = Rot::from_angle(*angle);
            let corner = |x: f32, y: f32| *center + own.rotate(0.5 * Vec2::new(x * width, y * height));
            around(vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)], 0.0)
        }
        Geometry::Capsule { a, b, radius } => around(vec![*a, *b], *radius),
        Geometry::Segment { a, b } => around(vec![*a, *b], 0.0),
        Geometry::Polygon { vertices, rounding } => around(vertices.clone(), *rounding),
        Geometry::Outline { vertices } => around(vertices.clone(), 0.0),
    };
    body.shapes.iter().filter_map(|shape| of(&shape.geometry)).reduce(Aabb::union)
}
