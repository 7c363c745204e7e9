//! Separating axis test (S3).
use crate::engine::math::Vec2;

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

/// A shadow: the interval a shape covers on an axis, metres from A's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shadow {
    /// Lower end.
    pub min: f32,
    /// Upper end.
    pub max: f32,
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
