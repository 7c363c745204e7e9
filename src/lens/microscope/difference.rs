//! What GJK and EPA have in common on paper: the space of differences, its outline, names of its points.

use super::{Part, PartKind, Side, Specimen};
use crate::draw::quantity::subscript;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::{Vec2, direction};
use crate::engine::narrow::gjk::SupportPoint;
use crate::engine::narrow::minkowski::{difference_outline, rounded_outline};

/// Points to a full turn of rounded corners.
const PER_TURN: usize = 48;

/// A corner of the difference and the pair that makes it, turned like the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    pub(super) at: Vec2,
    pub(super) part: Part,
}

/// The whole difference, for display only.
pub(super) struct Outline {
    pub(super) corners: Vec<Corner>,
    whole: Vec<Vec2>,
}

impl Outline {
    pub(super) fn of(specimen: &Specimen) -> Outline {
        let core = difference_outline(specimen.core_a(), specimen.core_b(), specimen.pose_b_in_a());
        let whole = rounded_outline(&core, specimen.radius(), PER_TURN).into_iter().map(|p| specimen.turned(p)).collect();
        let (a, pose) = (specimen.core_a().points, specimen.pose_b_in_a());
        let b: Vec<Vec2> = specimen.core_b().points.iter().map(|&p| pose.transform_point(p)).collect();
        let corner = |&at: &Vec2| {
            let mut best = (f32::INFINITY, Part::pair(0, 0));
            for (i, &p) in a.iter().enumerate() {
                for (j, &q) in b.iter().enumerate() {
                    let gap = (p - q - at).length_squared();
                    if gap < best.0 {
                        best = (gap, Part::pair(i, j));
                    }
                }
            }
            Corner { at: specimen.turned(at), part: best.1 }
        };
        Outline { corners: core.iter().map(corner).collect(), whole }
    }

    /// Faint, with every corner tagged by its pair, and the origin.
    pub(super) fn draw(&self, note: Option<&str>, list: &mut DrawList) {
        list.sheet = Sheet::Difference;
        list.outline(Role::Difference, self.whole.iter().copied());
        for corner in &self.corners {
            list.of(corner.part).dot(Role::Difference, corner.at, if self.corners.len() <= 16 { 3.0 } else { 1.5 });
        }
        let highest = self.whole.iter().copied().reduce(|high, p| if p.y > high.y { p } else { high });
        if let (Some(note), Some(highest)) = (note, highest) {
            list.label(Role::QuietText, highest, Vec2::new(0.0, 14.0), 4, note);
        }
        let list = &mut list.of(PartKind::Origin);
        list.cross(Role::Origin, Vec2::ZERO, 6.0);
        list.label(Role::Origin, Vec2::ZERO, Vec2::new(9.0, -9.0), 6, "origin");
    }

    /// Corners that lie as far along a direction as this one, rounding aside: a support function may take any of them.
    pub(super) fn as_far_as(&self, part: Part, along: Vec2) -> Vec<Part> {
        /// What rounding makes of equal heights, per size of the difference.
        const SAME: f32 = 1e-5;
        let highest = self.corners.iter().map(|c| c.at.dot(along)).fold(f32::NEG_INFINITY, f32::max);
        let size = self.corners.iter().map(|c| c.at.length()).fold(0.0, f32::max);
        let is_as_high = |c: &&Corner| c.part != part && highest - c.at.dot(along) <= SAME * size * along.length();
        self.corners.iter().filter(is_as_high).map(|c| c.part).collect()
    }

    /// The corner for which `measure` is largest.
    pub(super) fn extreme(&self, measure: impl Fn(Vec2) -> f32) -> Option<Part> {
        let best = self.corners.iter().max_by(|x, y| measure(x.at).total_cmp(&measure(y.at)))?;
        Some(best.part)
    }
}

/// The part that a support point is.
pub(super) fn part_of(point: &SupportPoint) -> Part {
    Part::pair(point.index_a, point.index_b)
}

/// "w₀".
pub(super) fn w(index: usize) -> String {
    format!("w{}", subscript(index))
}

/// Where a label of a point in difference space leaves the middle free, points.
pub(super) fn outward(at: Vec2) -> Vec2 {
    direction(at).map_or(Vec2::new(9.0, -9.0), |(unit, _)| unit * 11.0)
}

/// A support point on its sheet, with its name.
pub(super) fn point(specimen: &Specimen, point: &SupportPoint, name: &str, role: Role, list: &mut DrawList) {
    let at = specimen.turned(point.w);
    let list = &mut list.of(part_of(point));
    list.dot(role, at, 5.0);
    list.label(role, at, outward(at), 7, format!("{name} = {}", part_of(point).name()));
}

/// Rings round the vertices of A and B behind some support points; each vertex once.
pub(super) fn vertices<'p>(
    specimen: &Specimen,
    points: impl Iterator<Item = &'p SupportPoint>,
    role: Role,
    radius_px: f32,
    list: &mut DrawList,
) {
    let sheet = std::mem::replace(&mut list.sheet, Sheet::World);
    let mut seen = Vec::new();
    for point in points {
        for (part, at) in
            [(super::film::vertex(Side::A, point.index_a), point.point_a), (super::film::vertex(Side::B, point.index_b), point.point_b)]
        {
            if !seen.contains(&part) {
                seen.push(part);
                list.of(part).ring(role, specimen.at(at), radius_px);
            }
        }
    }
    list.sheet = sheet;
}
