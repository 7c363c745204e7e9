//! What a probe is told of GJK.

use crate::engine::math::Vec2;

/// A point of the Minkowski difference A ⊖ B and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SupportPoint {
    /// `point_a − point_b`, A's frame.
    pub w: Vec2,
    /// The core vertex of A, A's frame.
    pub point_a: Vec2,
    /// The core vertex of B, A's frame.
    pub point_b: Vec2,
    /// Its index in A's core.
    pub index_a: usize,
    /// Its index in B's core.
    pub index_b: usize,
}

/// One iteration of GJK.
#[derive(Clone, Debug, PartialEq)]
pub struct GjkStep {
    /// Simplex at the start of the iteration (1 to 3 points).
    pub simplex: Vec<SupportPoint>,
    /// Weights of the simplex points that give `closest`.
    pub weights: Vec<f32>,
    /// Point of the simplex nearest to the origin.
    pub closest: Vec2,
    /// Search direction: from `closest` to the origin. Zero when the origin lies in the simplex.
    pub search: Vec2,
    /// The new support point along `search`, unless the iteration ended before.
    pub support: Option<SupportPoint>,
    /// What the iteration decided.
    pub verdict: GjkVerdict,
    /// Why.
    pub reason: GjkReason,
    /// Which part of the simplex `closest` lies on.
    pub region: SimplexRegion,
    /// Places in `simplex` of the points that `closest` does not need; the next iteration starts without them.
    pub dropped: Vec<usize>,
    /// Length of `closest`, metres: the distance is at most this.
    pub distance: f32,
    /// Height of the support line over the origin along `closest`, metres: the distance is at least this. Negative
    /// while the difference may still hold the origin. `None` without a support point.
    pub lower_bound: Option<f32>,
}

/// The part of a simplex that is nearest to the origin: whose Voronoi region the origin lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimplexRegion {
    /// A point, by its place in the simplex.
    Vertex(usize),
    /// The inside of the edge between two points, by their places in the simplex, smaller first.
    Edge(usize, usize),
    /// The triangle holds the origin, perhaps on its border.
    Inside,
}

/// Why an iteration of GJK decided as it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GjkReason {
    /// The support point lies nearer: go on.
    Nearer,
    /// The triangle holds the origin: overlap.
    HoldsOrigin,
    /// The origin lies on a point or an edge of the simplex, up to rounding: overlap, merely touching or deep; EPA
    /// finds out.
    OnSimplex,
    /// The support point gains less than the tolerance: apart.
    NoGain,
    /// The support point is in the simplex already: apart.
    Repeated,
    /// Turn limit reached.
    OutOfTurns,
}

impl GjkReason {
    /// What follows from it.
    pub fn verdict(self) -> GjkVerdict {
        match self {
            GjkReason::Nearer => GjkVerdict::Continue,
            GjkReason::HoldsOrigin | GjkReason::OnSimplex => GjkVerdict::Overlap,
            GjkReason::NoGain | GjkReason::Repeated => GjkVerdict::Separated,
            GjkReason::OutOfTurns => GjkVerdict::OutOfTurns,
        }
    }
}

/// What an iteration of GJK decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GjkVerdict {
    /// The new point is nearer to the origin: go on.
    Continue,
    /// The simplex holds the origin: the cores overlap.
    Overlap,
    /// No support point is nearer: the cores are apart.
    Separated,
    /// Turn limit reached; the result is the best so far.
    OutOfTurns,
}
