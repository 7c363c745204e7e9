//! Internal edges: the sides that flush neighbours hide, so that nothing catches on a seam.
//!
//! A floor of tiles is flat, but each tile is a box with sides of its own. A crate that slides over them has sunk a
//! hundredth of a millimetre into the tile that it rests on; seen from the next tile, it is about to hit a side, and
//! the shortest way out is back. Pair by pair, that is right. It is the neighbour that makes it wrong: where two tiles
//! lie flush, the side of neither can be hit.
//!
//! ```text
//!     crate                     covered:  the part of an edge that lies in or on a neighbour
//!   +-------+                   corner:   which normals are possible where the edge beside it is covered
//!   |       |──▶
//! --+-------+--.------------           flat or hollow: only     convex: from the      both covered:
//!    tile A    |    tile B             the visible edge's own   neighbour's normal    none
//!              |                                                to the edge's own
//!           covered
//! ```
//!
//! So it is known beforehand, from the tiles alone, which points are impossible: those on the covered part of an edge,
//! and those at a corner whose normal looks out of a covered side. A contact that has only such points is measured
//! again along the visible edge beside them, and points that do not lie over that edge are the neighbour's. A step that
//! is higher than [`FLUSH`] still stops what slides: the part of the side above the neighbour is not covered.
//!
//! In a hollow the line of the edge goes on below the neighbour, where nothing can be: there the edge is measured as if
//! it were as much longer as the neighbour is, so that what slides or rolls in a bowl meets the next edge before it has
//! sunk into it. (Found only behind the corner, it was lifted out again at no cost of speed: a disc in a bowl of 5 m
//! gained a fifth of its swing in 30 s.)
//!
//! Known as ghost collisions (E. Catto, "Ghost collisions", 2020, for chains of segments, whose neighbours are named in
//! the scene) and internal edges (Bullet, Jolt, for meshes of triangles). Here neighbours are found by where they lie.

use super::clip::{ClipStep, clip};
use super::manifold::{Feature, Manifold, ManifoldPoint};
use crate::engine::math::{Pose, Vec2, atan2, max, min};
use crate::engine::probe::Probe;
use crate::engine::shape::Convex;
use crate::engine::tuning::{LINEAR_SLOP, MAX_POLYGON_VERTICES};

/// Neighbours lie flush when their surfaces are no farther apart than this, metres. Smaller: tiles laid by hand have
/// seams; larger: a step of this height does not stop what slides.
pub const FLUSH: f32 = 0.001;
/// But no farther than this share of the shorter of two edges. Larger: a line of 2 mm is all ends, and nothing is known
/// of how the surface goes on there.
const FLUSH_SHARE: f32 = 0.2;
/// Normals within this angle are equal, radians. Larger: a disc is slowed by a normal that leans so much; smaller:
/// rounding makes contacts be measured twice.
const SAME_NORMAL: f32 = 1e-4;

/// A body that has sunk deeper than this is left its shortest way out, metres.
const MOST_SUNK: f32 = 4.0 * LINEAR_SLOP;

/// What flush neighbours hide of the outline of a shape.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InternalEdges {
    /// Of each edge, the covered parts: from and to, along the edge from its first corner, metres.
    covered: Vec<Vec<[f32; 2]>>,
    /// Of each corner, which normals are possible; `None`: all.
    corners: Vec<Option<Cone>>,
}

/// Possible normals at a corner: counter-clockwise from the normal of the edge before it to the first, and from the
/// second to the normal of the edge after it. `None`: that edge is covered.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cone {
    before: Option<Vec2>,
    after: Option<Vec2>,
    /// How far the neighbour's surface goes on in a hollow beyond the end of the edge before it, and before the start
    /// of the edge after it, metres; 0 where there is no hollow.
    hollow: [f32; 2],
}

/// An edge of a core, in some frame.
#[derive(Clone, Copy)]
struct Edge {
    start: Vec2,
    end: Vec2,
    normal: Vec2,
}

impl Edge {
    fn of(core: Convex<'_>, index: usize) -> Edge {
        Edge { start: core.points[index], end: core.points[(index + 1) % core.points.len()], normal: core.normals[index] }
    }

    fn seen_from(self, pose: Pose) -> Edge {
        Edge { start: pose.transform_point(self.start), end: pose.transform_point(self.end), normal: pose.rotation.rotate(self.normal) }
    }

    fn along(self) -> Vec2 {
        Vec2::new(-self.normal.y, self.normal.x)
    }

    fn length(self) -> f32 {
        (self.end - self.start).length()
    }
}

/// How near to the end of an edge of this length is at its end, metres.
fn end_zone(length: f32) -> f32 {
    min(FLUSH, FLUSH_SHARE * length)
}

fn edges_of(core: Convex<'_>) -> impl Iterator<Item = Edge> + '_ {
    (0..core.normals.len()).map(move |index| Edge::of(core, index))
}

/// Shapes with a notable rounding leave a notch where they meet, and circles have no edges.
fn has_edges(core: Convex<'_>) -> bool {
    core.points.len() >= 2 && core.radius <= FLUSH
}

impl InternalEdges {
    /// What the neighbours (their cores, and their frames seen from the shape's own) hide of a shape; `None` when they
    /// hide nothing.
    pub fn find(core: Convex<'_>, neighbours: &[(Convex<'_>, Pose)]) -> Option<InternalEdges> {
        if !has_edges(core) {
            return None;
        }
        let neighbours: Vec<(usize, Vec<Edge>)> = neighbours
            .iter()
            .filter(|(other, _)| has_edges(*other))
            .map(|(other, pose)| (other.points.len(), edges_of(*other).map(|edge| edge.seen_from(*pose)).collect()))
            .collect();
        let solid = || neighbours.iter().filter(|(corners, _)| *corners >= 3).map(|(_, edges)| &edges[..]);
        let covered: Vec<Vec<[f32; 2]>> =
            edges_of(core).map(|edge| solid().filter_map(|other| covered_part(edge, other)).collect()).collect();
        let count = core.points.len();
        let corners: Vec<Option<Cone>> = (0..count)
            .map(|corner| {
                let (before, after) = ((corner + count - 1) % count, corner);
                let (edge_before, edge_after) = (Edge::of(core, before), Edge::of(core, after));
                let [end, start] = [edge_before, edge_after].map(|edge| 2.0 * end_zone(edge.length()));
                let end = edge_before.length() - end;
                let hidden = [covered[before].iter().any(|part| part[1] > end), covered[after].iter().any(|part| part[0] < start)];
                let surfaces = || neighbours.iter().flat_map(|(_, edges)| edges.iter().copied());
                let limits = [
                    continued(core.points[corner], edge_before.along(), edge_before.normal, surfaces()),
                    continued(core.points[corner], -edge_after.along(), edge_after.normal, surfaces()),
                ];
                // The end of a line has no side that could be covered; there a neighbour's surface is what limits.
                let line_ends = count == 2 && limits.iter().any(Option::is_some);
                if !(hidden[0] || hidden[1] || line_ends) {
                    return None;
                }
                let own = [edge_before, edge_after].map(|edge| edge.normal);
                let outward = [edge_before.along(), -edge_after.along()];
                let limit = |side: usize| {
                    let free = if count == 2 { outward[side] } else { own[side] };
                    (!hidden[side]).then(|| limits[side].map_or(free, |(limit, _)| limit))
                };
                let hollow = limits.map(|limit| limit.map_or(0.0, |(_, hollow)| hollow));
                Some(Cone { before: limit(0), after: limit(1), hollow })
            })
            .collect();
        let hides = covered.iter().any(|parts| !parts.is_empty()) || corners.iter().any(Option::is_some);
        hides.then_some(InternalEdges { covered, corners })
    }

    /// Whether a contact is possible at this point: `normal` looks out of the shape, whose `feature` made the point at
    /// `position`; all in the shape's frame.
    fn allows(&self, core: Convex<'_>, normal: Vec2, feature: Feature, position: Vec2) -> bool {
        match feature {
            Feature::Face(index) => {
                let edge = Edge::of(core, index);
                let place = edge.along().dot(position - edge.start);
                !self.covered[index].iter().any(|part| part[0] - FLUSH <= place && place <= part[1] + FLUSH)
            }
            Feature::Vertex(index) => self.corners[index].is_none_or(|cone| {
                let [before, after] = [(index + core.points.len() - 1) % core.points.len(), index].map(|edge| core.normals[edge]);
                cone.before.is_some_and(|limit| is_between(normal, before, limit))
                    || cone.after.is_some_and(|limit| is_between(normal, limit, after))
            }),
        }
    }

    /// How far the line of an edge goes on below its neighbours before its start, and beyond its end, metres.
    fn hollows_at(&self, core: Convex<'_>, edge: usize) -> [f32; 2] {
        let hollow = |corner: usize, side: usize| self.corners[corner].map_or(0.0, |cone| cone.hollow[side]);
        [hollow(edge, 1), hollow((edge + 1) % core.points.len(), 0)]
    }

    /// The visible edges at a corner, or beside a covered edge.
    fn beside(&self, core: Convex<'_>, feature: Feature) -> [Option<usize>; 2] {
        let count = core.points.len();
        let is_visible = |corner: usize, side: usize| {
            self.corners[corner].is_none_or(|cone| if side == 0 { cone.before.is_some() } else { cone.after.is_some() })
        };
        let (before, after) = match feature {
            Feature::Vertex(index) => (((index + count - 1) % count, index), (index, index)),
            Feature::Face(index) => (((index + count - 1) % count, index), ((index + 1) % count, (index + 1) % count)),
        };
        [is_visible(before.1, 0).then_some(before.0), is_visible(after.1, 1).then_some(after.0)]
    }
}

/// The feature that a point belongs to. A point that is named after an edge across whose end the normal looks (the end
/// of a line, say) belongs to the corner there.
fn feature_at(core: Convex<'_>, normal: Vec2, feature: Feature, position: Vec2) -> Feature {
    match feature {
        Feature::Face(index) if core.normals[index].dot(normal) < 0.5 => {
            let edge = Edge::of(core, index);
            let is_at_start = edge.along().dot(position - edge.start) < 0.5 * edge.length();
            Feature::Vertex(if is_at_start { index } else { (index + 1) % core.points.len() })
        }
        other => other,
    }
}

/// The part of an edge that lies in or on a solid neighbour, metres along the edge. Surfaces that look the same way lie
/// beside each other and cover nothing.
fn covered_part(edge: Edge, neighbour: &[Edge]) -> Option<[f32; 2]> {
    let (length, along) = (edge.length(), edge.along());
    let (mut from, mut to) = (0.0, length);
    for side in neighbour {
        let slack = if side.normal.dot(edge.normal) > 0.1 { -FLUSH } else { FLUSH };
        let outside = side.normal.dot(edge.start - side.start) - slack;
        let slope = side.normal.dot(along);
        if slope.abs() < 1e-6 {
            if outside > 0.0 {
                return None;
            }
        } else if slope > 0.0 {
            to = min(to, -outside / slope);
        } else {
            from = max(from, -outside / slope);
        }
    }
    // Slivers at the rim of a neighbour that only touches.
    (to - from > min(4.0 * FLUSH, 0.9 * length)).then_some([from, to])
}

/// How the surface goes on at a corner where an edge with this normal leaves in direction `onward`: the normal of the
/// neighbour's surface if it bends away, else the edge's own; and how far the edge's line goes on below that surface,
/// metres. `None` when nothing goes on there.
fn continued(corner: Vec2, onward: Vec2, normal: Vec2, surfaces: impl Iterator<Item = Edge>) -> Option<(Vec2, f32)> {
    let mut highest: Option<(f32, Vec2, f32)> = None;
    for surface in surfaces {
        let (along, length) = (surface.along(), surface.length());
        let (place, flush) = (along.dot(corner - surface.start), end_zone(length));
        if surface.normal.dot(corner - surface.start).abs() > flush || place < -flush || place > length + flush {
            continue;
        }
        for (direction, room) in [(along, length - place), (-along, place)] {
            // Solid on the same side as the edge, seen along the way.
            let same_side = direction.perp_dot(surface.normal) * onward.perp_dot(normal) > 0.0;
            if room <= 2.0 * flush || !same_side {
                continue;
            }
            let bend = atan2(direction.dot(normal), direction.dot(onward));
            if highest.is_none_or(|(most, ..)| bend > most) {
                highest = Some((bend, surface.normal, max(room * direction.dot(onward), 0.0)));
            }
        }
    }
    highest.map(|(bend, other, below)| (if bend >= -SAME_NORMAL { normal } else { other }, if bend > SAME_NORMAL { below } else { 0.0 }))
}

fn is_same(a: Vec2, b: Vec2) -> bool {
    a.dot(b) > 0.0 && a.perp_dot(b).abs() <= SAME_NORMAL
}

/// True when `normal` lies counter-clockwise between two others, which are less than half a turn apart.
fn is_between(normal: Vec2, first: Vec2, last: Vec2) -> bool {
    is_same(normal, first) || is_same(normal, last) || (first.perp_dot(normal) > 0.0 && normal.perp_dot(last) > 0.0)
}

/// What is done about a contact at a hidden edge.
#[derive(Clone, Debug, PartialEq)]
pub enum HiddenEdgeStep {
    /// No point of the manifold is possible. It is measured again along this unit normal of the visible edge beside it,
    /// from A to B in A's frame; `None` when both edges beside it are hidden: then there is no contact.
    Again(Option<Vec2>),
    /// Of the measuring along that normal.
    Clip(ClipStep),
}

/// Hands on the steps of clipping.
struct Clips<'p, P>(&'p mut P);

impl<P: Probe<HiddenEdgeStep>> Probe<ClipStep> for Clips<'_, P> {
    const WATCHES: bool = P::WATCHES;

    #[inline]
    fn record(&mut self, step: impl FnOnce() -> ClipStep) {
        self.0.record(|| HiddenEdgeStep::Clip(step()));
    }
}

/// The manifold of two shapes whose neighbours hide some of their edges: the same if it is possible, else the one along
/// the visible edge beside, perhaps without points. A's frame.
pub fn without_internal_edges<P: Probe<HiddenEdgeStep>>(
    cores: [Convex<'_>; 2],
    pose_b_in_a: Pose,
    edges: [Option<&InternalEdges>; 2],
    margin: f32,
    manifold: Manifold,
    probe: &mut P,
) -> Manifold {
    let mut manifold = manifold;
    let frames = [Pose::IDENTITY, pose_b_in_a];
    for (side, edges) in edges.into_iter().enumerate() {
        let Some(edges) = edges.filter(|_| manifold.count > 0) else { continue };
        let (own, other, frame) = (cores[side], cores[1 - side], frames[side]);
        let outward = frame.rotation.inv_rotate(if side == 0 { manifold.normal } else { -manifold.normal });
        let seen = |point: &ManifoldPoint| {
            let feature = if side == 0 { point.feature.of_a() } else { point.feature.of_b() };
            let position = frame.inv_transform_point(point.position);
            (feature_at(own, outward, feature, position), position)
        };
        let mut points = manifold.points().iter().map(seen);
        if points.any(|(feature, position)| edges.allows(own, outward, feature, position)) {
            continue;
        }
        let of_other = frames[1 - side];
        let height = |edge: Edge| {
            let heights = other.points.iter().map(|&p| edge.normal.dot(of_other.transform_point(p) - edge.start));
            heights.fold(f32::INFINITY, min)
        };
        let beside = manifold.points().iter().flat_map(|point| edges.beside(own, seen(point).0));
        let visible = beside.flatten().map(|index| (index, Edge::of(own, index).seen_from(frame)));
        let best = visible.fold(None, |best: Option<(usize, Edge)>, edge| match best {
            Some(best) if height(best.1) >= height(edge.1) => Some(best),
            _ => Some(edge),
        });
        let deepest = manifold.points().iter().map(|point| point.separation).fold(0.0, min);
        if best.is_some_and(|(_, edge)| height(edge) < min(2.0 * deepest, -MOST_SUNK)) {
            continue;
        }
        let normal_of = |edge: Edge| if side == 0 { edge.normal } else { -edge.normal };
        probe.record(|| HiddenEdgeStep::Again(best.map(|(_, edge)| normal_of(edge))));
        manifold = best.map_or_else(Manifold::default, |(index, edge)| {
            let longer = Longer::of(own, index, edges.hollows_at(own, index));
            let mut measured = cores;
            measured[side] = longer.core(own);
            let found = clip(measured[0], measured[1], pose_b_in_a, normal_of(edge), margin, &mut Clips(probe));
            longer.over_edge(found, edge)
        });
    }
    manifold
}

/// A shape as one of its edges is measured: as if that were longer where it goes on in a hollow.
struct Longer {
    points: [Vec2; MAX_POLYGON_VERTICES],
    /// How much longer the edge is at its start and at its end, metres.
    by: [f32; 2],
}

impl Longer {
    fn of(core: Convex<'_>, index: usize, by: [f32; 2]) -> Longer {
        let (edge, count) = (Edge::of(core, index), core.points.len());
        let mut points = [Vec2::ZERO; MAX_POLYGON_VERTICES];
        points[..count].copy_from_slice(core.points);
        points[index] -= by[0] * edge.along();
        points[(index + 1) % count] += by[1] * edge.along();
        Longer { points, by }
    }

    /// The normals of the edges beside it no longer fit, but nobody asks for them: the edge looks along the normal.
    fn core<'a>(&'a self, core: Convex<'a>) -> Convex<'a> {
        Convex { points: &self.points[..core.points.len()], ..core }
    }

    /// The points of a manifold of this shape that lie over the edge, or above its line in a hollow.
    fn over_edge(&self, manifold: Manifold, edge: Edge) -> Manifold {
        let mut kept = Manifold::default();
        for &point in manifold.points() {
            let place = edge.along().dot(point.position - edge.start);
            let beyond = max(-place, place - edge.length());
            let room = if place < 0.0 { self.by[0] } else { self.by[1] };
            if beyond <= FLUSH || (beyond <= room && point.separation >= -FLUSH) {
                kept.normal = manifold.normal;
                kept.push(point);
            }
        }
        kept
    }
}
