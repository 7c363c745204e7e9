//! SAT: the separating axis test (S3).
//!
//! Two convex shapes are apart exactly if some line passes between them; seen along that line their shadows on the line's
//! normal do not overlap (the separating hyperplane theorem, H. Minkowski 1910; as a collision test: S. Gottschalk,
//! M. Lin, D. Manocha, "OBBTree", 1996). For polygons only the edge normals need trying. The largest signed gap found is
//!
//! - overlap: minus the depth, and its axis is the shortest way out (the minimum translation vector);
//! - apart: a distance, exact when an edge of one faces the other, but too small when two corners are nearest:
//!
//! ```text
//!      \ A \                      the edge normals see gaps g1, g2; the corners are
//!       \   *.  d                 d > max(g1, g2) apart. So when the best gap is positive and its
//!  ------'    `. *-----           nearest features are two vertices, the axis from the one to the other
//!                /   B            is tried too. Rounded shapes (circles, capsules) live by that axis.
//! ```
//!
//! Each undirected axis is tried once, both directions together: `b.min − a.max` is the gap if B lies ahead, `a.min − b.max` if it
//! lies behind. A box then has two axes and not four. The test ends at the first gap wider than the margin. Of a shadow
//! only the farthest vertex matters (the support point), so one axis costs one dot product a vertex.
//!
//! The corner axis is taken for the nearest corners that the best edge suggests: the two faces that look at each other along its normal are nearest to each
//! other at an end of one of them, and if that lies beside the other face and not over it, at an end of both. That is enough: seen from outside a convex
//! outline (the Minkowski difference), the nearest vertex belongs to the edge whose line is farthest away.

use super::closest::nearest_points;
pub use super::placement::Shadow;
use super::placement::{Face, Placement};
use crate::engine::math::{Pose, Vec2, cross, direction, max};
use crate::engine::probe::Probe;
use crate::engine::shape::Convex;

/// Axes whose sine is below this are parallel. Larger: depth is off by this share of the size; smaller: the same axis twice.
pub(super) const PARALLEL: f32 = 1e-6;
/// Vertices nearer than this have no direction between them, metres: rounding of coordinates near 1 m, tenfold.
pub(super) const SAME_POINT: f32 = 1e-6;
/// Cores that overlap by more than this need no vertex axis, metres. The exact limit is 0; the rest covers rounding, and cores
/// without area, which lie in one line with gap 0.
pub(super) const TOUCHING: f32 = 1e-4;

/// Where an axis comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AxisSource {
    /// Normal of edge `i` of A.
    EdgeOfA(usize),
    /// Normal of edge `i` of B.
    EdgeOfB(usize),
    /// From vertex `a` of A to vertex `b` of B (rounded shapes).
    Vertices {
        /// Index in A's core.
        a: usize,
        /// Index in B's core.
        b: usize,
    },
}

/// One tested axis.
#[derive(Clone, Debug, PartialEq)]
pub struct SatStep {
    /// Where the axis comes from.
    pub source: AxisSource,
    /// Unit axis in A's frame, pointing from A to B.
    pub axis: Vec2,
    /// A's shadow, rounding included.
    pub shadow_a: Shadow,
    /// B's shadow, rounding included.
    pub shadow_b: Shadow,
    /// Signed gap between the shadows along the axis, metres; negative = overlap.
    pub separation: f32,
    /// What the algorithm did with it.
    pub verdict: SatVerdict,
    /// Largest signed gap of all axes tried so far, this one included, metres: the running answer. Overlapping shapes are pushed apart along the axis on
    /// which they overlap least.
    pub best_separation: f32,
    /// Where that axis comes from.
    pub best_source: AxisSource,
}

/// What the algorithm did with an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatVerdict {
    /// Parallel to one tested already.
    Duplicate,
    /// Overlaps less than (or separates more than) every axis before: kept.
    Best,
    /// Overlaps more than the best so far.
    Worse,
    /// Separates the shapes by more than the margin: the test ends here.
    Separates,
}

/// Whether the axis between two vertices was tried, after all edges, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VertexAxis {
    /// It was: nearest are two vertices.
    Tried,
    /// An edge separates the shapes already.
    NotReached,
    /// The cores overlap: then the edges know the shortest way out.
    CoresOverlap,
    /// Nearest is the inside of an edge, whose normal was tried.
    EdgeIsNearer,
    /// The nearest vertices lie in one place, with no direction between them.
    OnePlace,
}

/// How the test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatOutcome {
    /// Every axis shows an overlap: the shapes touch or overlap.
    Overlap,
    /// Apart, but by no more than the margin.
    Near,
    /// An axis separates them by more than the margin. Axes after it were not tested, so the distance may be larger.
    Separated,
}

/// What the test found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SatResult {
    /// How the test ended.
    pub outcome: SatOutcome,
    /// Where the deciding axis comes from.
    pub source: AxisSource,
    /// The deciding axis: unit, from A to B, A's frame.
    pub normal: Vec2,
    /// Signed gap of the rounded shapes along it, metres; negative = overlap.
    pub separation: f32,
    /// How many different axes were tried.
    pub axis_count: usize,
    /// What became of the axis between vertices.
    pub vertex_axis: VertexAxis,
}

/// Signed separation of two convex shapes, and its axis. Ends at the first gap above `margin` metres.
pub fn separate<P: Probe<SatStep>>(a: Convex<'_>, b: Convex<'_>, pose_b_in_a: Pose, margin: f32, probe: &mut P) -> SatResult {
    let mut test = AxisTest { placement: Placement::new(a, b, pose_b_in_a), margin, best: None, axis_count: 0 }; // [sat.start]
    let placement = test.placement;

    let distinct_a = distinct_count(a.normals);
    for i in 0..distinct_a {
        let normal = a.normals[i];
        if is_parallel_to_any(normal, &a.normals[..i]) {
            test.note_duplicate(AxisSource::EdgeOfA(i), normal, probe); // [sat.duplicate]
        } else if test.try_axis(AxisSource::EdgeOfA(i), normal, probe) {
            return test.result(VertexAxis::NotReached);
        }
    }
    for (i, &normal) in a.normals.iter().enumerate().skip(distinct_a) {
        test.note_duplicate(AxisSource::EdgeOfA(i), normal, probe);
    }

    let distinct_b = distinct_count(b.normals);
    for i in 0..distinct_b {
        let normal = placement.normal_b(i);
        if is_parallel_to_tested(normal, &a.normals[..distinct_a]) || is_parallel_to_any(b.normals[i], &b.normals[..i]) {
            test.note_duplicate(AxisSource::EdgeOfB(i), normal, probe);
        } else if test.try_axis(AxisSource::EdgeOfB(i), normal, probe) {
            return test.result(VertexAxis::NotReached);
        }
    }
    for i in distinct_b..b.normals.len() {
        test.note_duplicate(AxisSource::EdgeOfB(i), placement.normal_b(i), probe);
    }

    match test.vertex_axis() {
        Ok((source, axis)) => {
            test.try_axis(source, axis, probe); // [sat.vertex_axis]
            test.result(VertexAxis::Tried)
        }
        Err(why_not) => test.result(why_not),
    }
}

/// How many normals from the front name every undirected axis: half of them when the second half repeats the first backwards,
/// as it does for boxes, capsules and segments.
#[inline]
fn distinct_count(normals: &[Vec2]) -> usize {
    let half = normals.len() / 2;
    let repeats = normals.len().is_multiple_of(2) && (0..half).all(|i| normals[i + half] == -normals[i]);
    if repeats { half } else { normals.len() }
}

/// The normals of one core that are tried: no two of them are parallel.
pub(super) fn tested_normals(normals: &[Vec2]) -> Vec<Vec2> {
    let count = distinct_count(normals);
    (0..count).filter(|&i| !is_parallel_to_any(normals[i], &normals[..i])).map(|i| normals[i]).collect()
}

#[inline]
fn is_parallel_to_any(axis: Vec2, tested: &[Vec2]) -> bool {
    tested.iter().any(|&other| cross(axis, other).abs() < PARALLEL)
}

/// Of the normals of A only those count that were tried.
#[inline]
fn is_parallel_to_tested(axis: Vec2, normals: &[Vec2]) -> bool {
    let is_parallel = |i: usize| cross(axis, normals[i]).abs() < PARALLEL;
    (0..normals.len()).any(|i| is_parallel(i) && !is_parallel_to_any(normals[i], &normals[..i]))
}

/// The best axis so far.
#[derive(Clone, Copy)]
struct BestAxis {
    source: AxisSource,
    axis: Vec2,
    separation: f32,
}

/// The state of one test.
struct AxisTest<'a> {
    placement: Placement<'a>,
    margin: f32,
    best: Option<BestAxis>,
    axis_count: usize,
}

/// Both shadows on an axis, turned so that B lies ahead of A.
struct Gap {
    axis: Vec2,
    shadow_a: Shadow,
    shadow_b: Shadow,
    separation: f32,
}

impl Gap {
    #[inline]
    fn measure(placement: &Placement<'_>, source: AxisSource, axis: Vec2) -> Gap {
        let shadow_b = match source {
            AxisSource::EdgeOfB(i) => placement.shadow_b_over_edge(i, axis),
            _ => placement.shadow_b(axis),
        };
        let shadow_a = placement.shadow_a(axis);
        let (ahead, behind) = (shadow_b.min - shadow_a.max, shadow_a.min - shadow_b.max);
        if ahead >= behind {
            Gap { axis, shadow_a, shadow_b, separation: ahead }
        } else {
            Gap { axis: -axis, shadow_a: shadow_a.reversed(), shadow_b: shadow_b.reversed(), separation: behind }
        }
    }

    /// Largest of 1 m and the distances of the two surfaces from A's origin, which their rounding is proportional to.
    fn reach(&self) -> f32 {
        max(1.0, max(self.shadow_a.max.abs(), self.shadow_b.min.abs()))
    }

    /// `best` is the best axis with this one taken into account.
    fn step(&self, source: AxisSource, verdict: SatVerdict, best: Option<BestAxis>) -> SatStep {
        let Gap { axis, shadow_a, shadow_b, separation } = *self;
        let (best_separation, best_source) = best.map_or((separation, source), |best| (best.separation, best.source));
        SatStep { source, axis, shadow_a, shadow_b, separation, verdict, best_separation, best_source }
    }
}

impl AxisTest<'_> {
    /// Tries one axis; true when it separates by more than the margin.
    #[inline]
    fn try_axis<P: Probe<SatStep>>(&mut self, source: AxisSource, axis: Vec2, probe: &mut P) -> bool {
        let gap = Gap::measure(&self.placement, source, axis);
        self.axis_count += 1;
        let separates = gap.separation > self.margin; // [sat.separates]
        // The vertex axis was chosen by geometry: where it is exact, its gap falls behind the best edge's by rounding at most.
        let is_better = match (self.best, source) {
            (None, _) => true,
            (Some(best), AxisSource::Vertices { .. }) => gap.separation >= best.separation - SAME_POINT * gap.reach(),
            (Some(best), _) => gap.separation > best.separation, // [sat.compare]
        };
        if separates || is_better {
            self.best = Some(BestAxis { source, axis: gap.axis, separation: gap.separation }); // [sat.best]
        }
        probe.record(|| {
            let verdict = if separates {
                SatVerdict::Separates
            } else if is_better {
                SatVerdict::Best
            } else {
                SatVerdict::Worse
            };
            gap.step(source, verdict, self.best)
        });
        separates
    }

    /// An axis that needs no test: only a watcher hears of it.
    #[inline]
    fn note_duplicate<P: Probe<SatStep>>(&self, source: AxisSource, axis: Vec2, probe: &mut P) {
        probe.record(|| Gap::measure(&self.placement, source, axis).step(source, SatVerdict::Duplicate, self.best));
    }

    /// The axis between the nearest vertices, if the cores are apart and the best edge axis says that vertices are nearest.
    fn vertex_axis(&self) -> Result<(AxisSource, Vec2), VertexAxis> {
        let placement = &self.placement;
        let (a, b, between) = match self.best {
            None => (0, 0, placement.point_b(0) - placement.a.points[0]),
            Some(best) if best.separation + placement.radius() < -TOUCHING => return Err(VertexAxis::CoresOverlap),
            Some(best) => nearest_vertices(placement, best.axis).ok_or(VertexAxis::EdgeIsNearer)?,
        };
        let source = AxisSource::Vertices { a, b };
        match direction(between) {
            Some((axis, length)) if length > SAME_POINT => Ok((source, axis)),
            // Two points in one place: any direction is as good; up is as good as any, and never NaN.
            _ if self.best.is_none() => Ok((source, Vec2::Y)),
            _ => Err(VertexAxis::OnePlace),
        }
    }

    fn result(&self, vertex_axis: VertexAxis) -> SatResult {
        let best = self.best.unwrap_or(BestAxis { source: AxisSource::Vertices { a: 0, b: 0 }, axis: Vec2::Y, separation: 0.0 });
        let outcome = if best.separation > self.margin {
            SatOutcome::Separated
        } else if best.separation > 0.0 {
            SatOutcome::Near
        } else {
            SatOutcome::Overlap
        };
        let BestAxis { source, axis: normal, separation } = best;
        SatResult { outcome, source, normal, separation, axis_count: self.axis_count, vertex_axis } // [sat.result]
    }
}

/// The two nearest vertices of the faces that look at each other along `axis`, and the way from A's to B's; if nothing between their ends is nearer.
fn nearest_vertices(placement: &Placement<'_>, axis: Vec2) -> Option<(usize, usize, Vec2)> {
    // A disc's centre is a face without length.
    let centre = |point| Face { index: 0, vertices: [0, 0], ends: [point, point], normal: Vec2::ZERO };
    let face_a = placement.face_a(axis).unwrap_or_else(|| centre(placement.a.points[0]));
    let face_b = placement.face_b(-axis).unwrap_or_else(|| centre(placement.point_b(0)));
    let nearest = nearest_points(face_a.ends, face_b.ends);
    let [end_a, end_b] = nearest.ends?;
    Some((face_a.vertices[end_a], face_b.vertices[end_b], nearest.between))
}
