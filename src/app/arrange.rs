//! Arranging things: in line, evenly, mirrored, in rows and round a point. Pure functions of a document.
//!
//! Bodies that joints hold together are one *unit*: a car is aligned as a whole, not wheel by wheel.

pub use super::body_box::box_of;
use super::edit::{self, RigidMotion};
use super::selection::Item;
use super::{groups, stretch};
use crate::engine::aabb::Aabb;
use crate::engine::frames::Affine;
use crate::engine::math::Vec2;
use crate::scene::document::Document;
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

/// Things that move together, and the box around them.
pub(super) struct Unit {
    pub items: Vec<Item>,
    pub bounds: Aabb,
}

/// The named bodies, those that joints or a named group hold together as one; in the order of their first body.
pub(super) fn units(document: &Document, items: &[Item], boxes: &Boxes) -> Vec<Unit> {
    let whole: Vec<(String, Vec<String>)> =
        groups::roots(document, items).into_iter().map(|id| (id.clone(), groups::bodies(document, &[Item::Group(id)]))).collect();
    let ids: Vec<String> = groups::bodies(document, items).into_iter().filter(|id| boxes.contains_key(id)).collect();
    let mut unit_of: Vec<usize> = (0..ids.len()).collect();
    let place = |id: &str| ids.iter().position(|other| *other == id);
    let mut join = |a: usize, b: usize| {
        let (low, high) = (unit_of[a].min(unit_of[b]), unit_of[a].max(unit_of[b]));
        unit_of.iter_mut().filter(|u| **u == high).for_each(|u| *u = low);
    };
    for joint in &document.joints {
        if let (Some(a), Some(b)) = (joint.body_a.as_deref().and_then(place), place(&joint.body_b)) {
            join(a, b);
        }
    }
    for (_, bodies) in &whole {
        let places: Vec<usize> = bodies.iter().filter_map(|id| place(id)).collect();
        places.windows(2).for_each(|pair| join(pair[0], pair[1]));
    }
    let mut found: BTreeMap<usize, Unit> = BTreeMap::new();
    for (id, unit) in ids.iter().zip(unit_of) {
        let bounds = boxes[id];
        let unit = found.entry(unit).or_insert_with(|| Unit { items: Vec::new(), bounds });
        unit.bounds = unit.bounds.union(bounds);
        let group = whole.iter().find(|(_, bodies)| bodies.contains(id));
        let item = group.map_or_else(|| Item::Body(id.clone()), |(group, _)| Item::Group(group.clone()));
        if !unit.items.contains(&item) {
            unit.items.push(item);
        }
    }
    found.into_values().collect()
}

fn shift(document: &mut Document, unit: &Unit, axis: usize, by: f32) {
    let mut shift = Vec2::ZERO;
    shift[axis] = by;
    edit::move_items(document, &unit.items, RigidMotion { shift, turn: 0.0, pivot: Vec2::ZERO });
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

/// Mirrors the named things in place, about the middle of the box around them: geometry, velocities, forces, joints
/// between them with their limits and motors, and the frames of groups.
pub fn mirror(document: &mut Document, items: &[Item], about: Vec2, direction: Direction) {
    let m = if direction == Direction::Horizontal { Vec2::new(-1.0, 1.0) } else { Vec2::new(1.0, -1.0) };
    let map = Affine::scale(m).about(about);
    for group in groups::roots(document, items) {
        let stands = groups::world(document, Some(&group));
        groups::place(document, &group, map.after(stands));
    }
    stretch::map_items(document, items, map);
}

/// Copies the named things with the joints between them; returns all that was added, the original not among it.
pub fn array(document: &mut Document, items: &[Item], bounds: Aabb, array: Array) -> Vec<Item> {
    let part = edit::extract(document, items);
    let mut added = Vec::new();
    match array {
        Array::Grid { columns, rows, gap } => {
            let step = bounds.size() + gap;
            let places = (0..rows).flat_map(|row| (0..columns).map(move |column| Vec2::new(column as f32, row as f32)));
            added = edit::insert_all(document, &part, places.skip(1).map(|place| step * place));
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
    let lights = document.lights.iter().map(|l| Item::Light(l.id.clone()));
    let groups = document.groups.iter().map(|g| Item::Group(g.id.clone()));
    let items: Vec<Item> = bodies.chain(joints).chain(launchers).chain(lights).chain(groups).collect();
    edit::move_items(document, &items, motion);
}
