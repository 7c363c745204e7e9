//! GJK: distance between convex shapes (S4).
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

/// One turn of GJK.
#[derive(Clone, Debug, PartialEq)]
pub struct GjkStep {
    /// Simplex at the head of the turn (1 to 3 points).
    pub simplex: Vec<SupportPoint>,
    /// Weights of the simplex points that give `closest`.
    pub weights: Vec<f32>,
    /// Point of the simplex nearest to the origin.
    pub closest: Vec2,
    /// Search direction: from `closest` to the origin. Zero when the origin lies in the simplex.
    pub search: Vec2,
    /// The new support point along `search`, unless the turn ended before.
    pub support: Option<SupportPoint>,
    /// What the turn decided.
    pub verdict: GjkVerdict,
}

/// What a turn of GJK decided.
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
