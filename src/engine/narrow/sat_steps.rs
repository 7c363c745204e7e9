//! What a probe is told of the separating axis test ([`super::sat`]): the axes of the first lane, and those that need
//! no test.

use super::core::{Core, Gap, Pair, Shadow};
use super::vector::{in_first_lane, none_set};
use crate::engine::lanes::Lanes;
use crate::engine::math::Vec2;
use crate::engine::probe::Probe;

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
    /// Largest signed gap of all axes tried so far, this one included, metres: the running answer. Overlapping shapes
    /// are pushed apart along the axis on which they overlap least.
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
    /// Separates the shapes by more than the limit: the test ends here.
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
    /// Apart, but by no more than the limit.
    Near,
    /// An axis separates them by more than the limit. Axes after it were not tested, so the distance may be larger.
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

/// Tells a probe of the axes of the first lane. Without a probe all of it compiles to nothing.
pub(super) struct Watch<'p, P> {
    probe: &'p mut P,
    /// The best gap so far and where its axis comes from.
    best: Option<(f32, AxisSource)>,
}

impl<'p, P: Probe<SatStep>> Watch<'p, P> {
    #[inline(always)]
    pub fn new(probe: &'p mut P) -> Watch<'p, P> {
        Watch { probe, best: None }
    }

    /// Axis `k` of A was tried.
    #[inline(always)]
    pub fn edge_of_a<L: Lanes, const CORNERS: usize, const AXES: usize>(
        &mut self,
        pair: &Pair<L, CORNERS, AXES>,
        k: usize,
        gap: &Gap<L>,
        taken: L::Mask,
        limit: L,
    ) {
        if P::WATCHES {
            let source = AxisSource::EdgeOfA(edge_of_axis(&pair.a, k));
            self.tell(source, gap, verdict::<L>(gap, taken, none_set::<L>(), limit));
        }
    }

    /// Axis `k` of B was tried, or found parallel to one of A.
    #[inline(always)]
    pub fn edge_of_b<L: Lanes, const CORNERS: usize, const AXES: usize>(
        &mut self,
        pair: &Pair<L, CORNERS, AXES>,
        k: usize,
        gap: &Gap<L>,
        taken: L::Mask,
        duplicate: L::Mask,
        limit: L,
    ) {
        if P::WATCHES {
            let source = AxisSource::EdgeOfB(edge_of_axis(&pair.b, k));
            self.tell(source, gap, verdict::<L>(gap, taken, duplicate, limit));
        }
    }

    /// The axis from vertex `a` of A to vertex `b` of B was tried.
    #[inline(always)]
    pub fn vertices<L: Lanes>(&mut self, [a, b]: [L; 2], gap: &Gap<L>, taken: L::Mask, limit: L) {
        if P::WATCHES {
            let source = AxisSource::Vertices { a: a.first() as usize, b: b.first() as usize };
            self.tell(source, gap, verdict::<L>(gap, taken, none_set::<L>(), limit));
        }
    }

    /// Edges of A before its axis `k` that need no test, because an earlier one is parallel.
    #[inline(always)]
    pub fn skip_edges_of_a<L: Lanes, const CORNERS: usize, const AXES: usize>(&mut self, pair: &Pair<L, CORNERS, AXES>, k: usize) {
        if P::WATCHES {
            for i in skipped_edges(&pair.a, k) {
                let axis = pair.a.normals[i];
                self.tell(AxisSource::EdgeOfA(i), &Gap::between(axis, pair.shadows(axis)), SatVerdict::Duplicate);
            }
        }
    }

    /// The same of B.
    #[inline(always)]
    pub fn skip_edges_of_b<L: Lanes, const CORNERS: usize, const AXES: usize>(&mut self, pair: &Pair<L, CORNERS, AXES>, k: usize) {
        if P::WATCHES {
            for i in skipped_edges(&pair.b, k) {
                let axis = pair.pose.rotate(pair.b.normals[i]);
                self.tell(AxisSource::EdgeOfB(i), &Gap::between(axis, pair.shadows(axis)), SatVerdict::Duplicate);
            }
        }
    }

    fn tell<L: Lanes>(&mut self, source: AxisSource, gap: &Gap<L>, verdict: SatVerdict) {
        let separation = gap.separation.first();
        if matches!(verdict, SatVerdict::Best | SatVerdict::Separates) {
            self.best = Some((separation, source));
        }
        let (best_separation, best_source) = self.best.unwrap_or((separation, source));
        self.probe.record(|| SatStep {
            source,
            axis: gap.axis.first(),
            shadow_a: gap.shadow_a.first(),
            shadow_b: gap.shadow_b.first(),
            separation,
            verdict,
            best_separation,
            best_source,
        });
    }
}

/// What the test did with an axis in the first lane.
fn verdict<L: Lanes>(gap: &Gap<L>, taken: L::Mask, duplicate: L::Mask, limit: L) -> SatVerdict {
    if in_first_lane::<L>(duplicate) {
        SatVerdict::Duplicate
    } else if gap.separation.first() > limit.first() {
        SatVerdict::Separates
    } else if in_first_lane::<L>(taken) {
        SatVerdict::Best
    } else {
        SatVerdict::Worse
    }
}

/// Number of the edge whose normal is axis `k` of a core, in the first lane.
fn edge_of_axis<L: Lanes, const CORNERS: usize, const AXES: usize>(core: &Core<L, CORNERS, AXES>, k: usize) -> usize {
    let axis = core.axes[k].first();
    (0..edge_count(core)).find(|&i| core.normals[i].first() == axis).unwrap_or(0)
}

/// Edges between that of axis `k − 1` and that of axis `k`: parallel to earlier ones.
fn skipped_edges<L: Lanes, const CORNERS: usize, const AXES: usize>(core: &Core<L, CORNERS, AXES>, k: usize) -> std::ops::Range<usize> {
    let from = if k == 0 { 0 } else { edge_of_axis(core, k - 1) + 1 };
    let to = if k == core.axis_count { edge_count(core) } else { edge_of_axis(core, k) };
    from..to
}

/// A point has no edge, a segment two, one on either side.
fn edge_count<L: Lanes, const CORNERS: usize, const AXES: usize>(core: &Core<L, CORNERS, AXES>) -> usize {
    if core.is_point() { 0 } else { core.count.first() as usize }
}
