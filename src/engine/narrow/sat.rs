//! SAT: the separating axis test.
//!
//! Two convex shapes are apart exactly if some line passes between them; seen along that line their shadows on the
//! line's normal do not overlap (the separating hyperplane theorem, H. Minkowski 1910; as a collision test: S.
//! Gottschalk, M. Lin, D. Manocha, "OBBTree", 1996). For polygons only the edge normals need trying. The largest
//! signed gap found is
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
//! Each undirected axis is tried once, both directions together: `b.min − a.max` is the gap if B lies ahead,
//! `a.min − b.max` if it lies behind. A box then has two axes and not four. Of a shadow only the farthest vertex
//! matters (the support point), so one axis costs one dot product a vertex.
//!
//! *Early exit.* A pair needs no more axes once a gap is wider than `limit`: nothing nearer is asked for. The test
//! runs in lanes, one pair in each ([`separate_lanes`]); a lane that needs no more keeps what it has (`Best::take`),
//! and both loops over edges, and the corner axis after them, end when no lane needs more
//! (`Best::no_lane_needs_more`). At one lane that is the textbook's early exit.
//!
//! The corner axis is taken for the nearest corners that the best edge suggests: the two faces that look at each
//! other along its normal are nearest to each other at an end of one of them, and if that lies beside the other face
//! and not over it, at an end of both. That is enough: seen from outside a convex outline (the Minkowski difference),
//! the nearest vertex belongs to the edge whose line is farthest away.

use super::closest::NearestPoints;
pub use super::core::Shadow;
use super::core::{Face, Gap, PARALLEL, Pair, with_pair};
use super::sat_steps::Watch;
pub use super::sat_steps::{AxisSource, SatOutcome, SatResult, SatStep, SatVerdict, VertexAxis};
use super::vector::{Vector, all_set, in_every_lane, in_first_lane, none_set};
use crate::engine::lanes::Lanes;
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::{Probe, ran};
use crate::engine::shape::Convex;

/// Vertices nearer than this have no direction between them, metres: rounding of coordinates near 1 m, tenfold.
const SAME_POINT: f32 = 1.0e-6;
/// Cores that overlap by more than this need no vertex axis, metres. The exact limit is 0; the rest covers rounding,
/// and cores without area, which lie in one line with gap 0.
const TOUCHING: f32 = 1.0e-4;

/// What the test found, in every lane.
pub struct Separation<L: Lanes> {
    /// The deciding axis: unit, from A to B, A's frame.
    pub axis: Vector<L>,
    /// Signed gap of the rounded shapes along it, metres; negative = overlap.
    pub separation: L,
    /// The faces of A and of B that look at each other along it.
    pub faces: [Face<L>; 2],
    /// Where the axis between two vertices was tried, and if not, why.
    vertices: VertexTest<L>,
}

/// The separating axis test in every lane. A lane ends at its first gap above `limit` metres.
#[inline(always)]
pub fn separate_lanes<L: Lanes, const CORNERS: usize, const AXES: usize, P: Probe<SatStep>>(
    pair: &Pair<L, CORNERS, AXES>,
    limit: L,
    probe: &mut P,
) -> Separation<L> {
    ran!();
    let mut watch = Watch::new(probe);
    let mut best = Best { axis: pair.first_axis(), separation: L::splat(f32::NEG_INFINITY) }; // [sat.start]
    try_edges_of_a(pair, &mut best, limit, &mut watch);
    if !best.no_lane_needs_more(limit) {
        try_edges_of_b(pair, &mut best, limit, &mut watch);
    }
    let mut faces = pair.faces(best.axis);
    let vertices = VertexTest::of(pair, &best, &faces, limit);
    if L::bits(vertices.tried) != 0 {
        try_vertices(pair, &mut best, &vertices, limit, &mut watch);
        faces = pair.faces(best.axis);
    }
    Separation { axis: best.axis, separation: best.separation, faces, vertices } // [sat.result]
}

#[inline(always)]
fn try_edges_of_a<L: Lanes, const CORNERS: usize, const AXES: usize, P: Probe<SatStep>>(
    pair: &Pair<L, CORNERS, AXES>,
    best: &mut Best<L>,
    limit: L,
    watch: &mut Watch<'_, P>,
) {
    for k in 0..pair.a.axis_count {
        watch.skip_edges_of_a(pair, k);
        let gap = Gap::between(pair.a.axes[k], pair.shadows_on_axis_of_a(k));
        let taken = best.take(&gap, limit, none_set::<L>());
        watch.edge_of_a(pair, k, &gap, taken, limit);
        if best.no_lane_needs_more(limit) {
            return;
        }
    }
    watch.skip_edges_of_a(pair, pair.a.axis_count);
}

#[inline(always)]
fn try_edges_of_b<L: Lanes, const CORNERS: usize, const AXES: usize, P: Probe<SatStep>>(
    pair: &Pair<L, CORNERS, AXES>,
    best: &mut Best<L>,
    limit: L,
    watch: &mut Watch<'_, P>,
) {
    ran!();
    for k in 0..pair.b.axis_count {
        watch.skip_edges_of_b(pair, k);
        let axis = pair.pose.rotate(pair.b.axes[k]);
        let mut sine = L::splat(1.0);
        for &other in &pair.a.axes[..pair.a.axis_count] {
            sine = axis.cross(other).abs().min(sine);
        }
        let duplicate = L::splat(PARALLEL).gt(sine); // [sat.duplicate]
        let gap = Gap::between(axis, pair.shadows_on_axis_of_b(k, axis));
        let taken = best.take(&gap, limit, duplicate);
        watch.edge_of_b(pair, k, &gap, taken, duplicate, limit);
        if best.no_lane_needs_more(limit) {
            return;
        }
    }
    watch.skip_edges_of_b(pair, pair.b.axis_count);
}

#[inline(always)]
fn try_vertices<L: Lanes, const CORNERS: usize, const AXES: usize, P: Probe<SatStep>>(
    pair: &Pair<L, CORNERS, AXES>,
    best: &mut Best<L>,
    vertices: &VertexTest<L>,
    limit: L,
    watch: &mut Watch<'_, P>,
) {
    ran!();
    let gap = Gap::between(vertices.axis, pair.shadows(vertices.axis)); // [sat.vertex_axis]
    // The vertex axis was chosen by geometry: where it is exact, its gap falls behind the best edge's by rounding at
    // most.
    let is_worse = (best.separation - L::splat(SAME_POINT) * gap.reach()).gt(gap.separation);
    let taken = L::and(vertices.tried, L::or(gap.separation.gt(limit), L::and_not(vertices.tried, is_worse)));
    best.axis = Vector::select(taken, gap.axis, best.axis);
    best.separation = L::select(taken, gap.separation, best.separation);
    watch.vertices(vertices.numbers, &gap, taken, limit);
}

/// The best axis so far, in every lane.
struct Best<L> {
    /// Unit, from A to B, A's frame.
    axis: Vector<L>,
    separation: L,
}

impl<L: Lanes> Best<L> {
    /// Takes an axis where its gap is wider, unless the lane needs no more or the axis is to be skipped. Tells where
    /// it did.
    #[inline(always)]
    fn take(&mut self, gap: &Gap<L>, limit: L, skipped: L::Mask) -> L::Mask {
        ran!();
        let wider = L::and_not(gap.separation.gt(self.separation), skipped); // [sat.compare]
        let taken = L::and_not(wider, self.separation.gt(limit));
        self.axis = Vector::select(taken, gap.axis, self.axis); // [sat.best]
        self.separation = L::select(taken, gap.separation, self.separation);
        taken
    }

    /// True when every lane has a gap wider than the limit: the early exit.
    #[inline(always)]
    fn no_lane_needs_more(&self, limit: L) -> bool {
        ran!();
        in_every_lane::<L>(self.separation.gt(limit)) // [sat.separates]
    }
}

/// Whether the axis between the nearest vertices has to be tried, lane by lane.
struct VertexTest<L: Lanes> {
    tried: L::Mask,
    /// From A's nearest vertex to B's, unit, where it is tried.
    axis: Vector<L>,
    /// Numbers of the two vertices.
    numbers: [L; 2],
    beyond_limit: L::Mask,
    cores_overlap: L::Mask,
    edge_is_nearer: L::Mask,
}

impl<L: Lanes> VertexTest<L> {
    /// `faces` are those that look at each other along the best edge normal.
    #[inline(always)]
    fn of<const CORNERS: usize, const AXES: usize>(
        pair: &Pair<L, CORNERS, AXES>,
        best: &Best<L>,
        [face_a, face_b]: &[Face<L>; 2],
        limit: L,
    ) -> VertexTest<L> {
        let has_edges = pair.a.axis_count + pair.b.axis_count > 0;
        let beyond_limit = best.separation.gt(limit);
        let overlap = L::splat(-TOUCHING).gt(best.separation + pair.radius());
        let cores_overlap = if has_edges { overlap } else { none_set::<L>() };
        let needed = L::and_not(L::and_not(all_set::<L>(), beyond_limit), cores_overlap);
        let mut test = VertexTest {
            tried: none_set::<L>(),
            axis: best.axis,
            numbers: face_a.vertices,
            beyond_limit,
            cores_overlap,
            edge_is_nearer: none_set::<L>(),
        };
        if L::bits(needed) == 0 {
            return test;
        }
        let nearest = NearestPoints::of(face_a.ends, face_b.ends);
        let length = nearest.between.dot(nearest.between).sqrt();
        let has_direction = length.gt(L::splat(SAME_POINT));
        let between = nearest.between / length;
        test.edge_is_nearer = L::splat(0.5).gt(nearest.are_ends);
        let of_ends = L::and_not(needed, test.edge_is_nearer);
        // Of two points in one place any direction is as good; up is as good as any, and never NaN.
        let up = Vector::splat(Vec2::Y);
        (test.tried, test.axis) =
            if has_edges { (L::and(of_ends, has_direction), between) } else { (needed, Vector::select(has_direction, between, up)) };
        let second_a = nearest.ends[0].gt(L::splat(0.5));
        let second_b = nearest.ends[1].gt(L::splat(0.5));
        test.numbers =
            [L::select(second_a, face_a.vertices[1], face_a.vertices[0]), L::select(second_b, face_b.vertices[1], face_b.vertices[0])];
        test
    }

    /// The same in words, for the first lane.
    fn first(&self) -> VertexAxis {
        if in_first_lane::<L>(self.tried) {
            VertexAxis::Tried
        } else if in_first_lane::<L>(self.beyond_limit) {
            VertexAxis::NotReached
        } else if in_first_lane::<L>(self.cores_overlap) {
            VertexAxis::CoresOverlap
        } else if in_first_lane::<L>(self.edge_is_nearer) {
            VertexAxis::EdgeIsNearer
        } else {
            VertexAxis::OnePlace
        }
    }
}

/// Signed separation of two convex shapes, and its axis. Ends at the first gap above `limit` metres.
pub fn separate<P: Probe<SatStep>>(a: Convex<'_>, b: Convex<'_>, pose_b_in_a: Pose, limit: f32, probe: &mut P) -> SatResult {
    let mut summary = Summary { probe, last: None, axis_count: 0 };
    let (found, separation, vertex_axis) = with_pair!(a, b, pose_b_in_a, |pair| {
        let found = separate_lanes(pair, limit, &mut summary);
        (found.axis.first(), found.separation, found.vertices.first())
    });
    let source = summary.last.unwrap_or(AxisSource::Vertices { a: 0, b: 0 });
    let outcome = if separation > limit {
        SatOutcome::Separated
    } else if separation > 0.0 {
        SatOutcome::Near
    } else {
        SatOutcome::Overlap
    };
    SatResult { outcome, source, normal: found, separation, axis_count: summary.axis_count, vertex_axis }
}

/// Both shadows on any unit axis (A's frame), rounding included.
pub fn shadows(a: Convex<'_>, b: Convex<'_>, pose_b_in_a: Pose, axis: Vec2) -> [Shadow; 2] {
    with_pair!(a, b, pose_b_in_a, |pair| pair.shadows(axis.into()))
}

/// Counts the axes and keeps where the best one comes from, and hands all steps on.
struct Summary<'p, P> {
    probe: &'p mut P,
    last: Option<AxisSource>,
    axis_count: usize,
}

impl<P: Probe<SatStep>> Probe<SatStep> for Summary<'_, P> {
    fn record(&mut self, step: impl FnOnce() -> SatStep) {
        let step = step();
        self.axis_count += usize::from(step.verdict != SatVerdict::Duplicate);
        self.last = Some(step.best_source);
        self.probe.record(|| step);
    }
}
