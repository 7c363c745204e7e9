//! EPA: depth and normal of least penetration (S5).
use super::gjk::SupportPoint;
use crate::engine::math::Vec2;

/// One turn of EPA.
#[derive(Clone, Debug, PartialEq)]
pub struct EpaStep {
    /// The polytope, counter-clockwise, A's frame.
    pub polytope: Vec<SupportPoint>,
    /// The edge nearest to the origin: from `polytope[edge]` to the next.
    pub edge: usize,
    /// Outward unit normal of that edge.
    pub normal: Vec2,
    /// Its distance from the origin, metres: a lower bound of the depth.
    pub distance: f32,
    /// Support point beyond the edge.
    pub support: SupportPoint,
    /// How far beyond, metres; below tolerance the edge is final.
    pub gain: f32,
    /// What the turn decided.
    pub verdict: EpaVerdict,
}

/// What a turn of EPA decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EpaVerdict {
    /// The edge was split.
    Split,
    /// The edge lies on the boundary: done.
    Final,
    /// Turn limit reached; the result is the best so far.
    OutOfTurns,
}
