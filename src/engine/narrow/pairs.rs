//! Closed forms for simple pairs (S2): circle–circle, circle–box, circle–capsule, capsule–capsule.
use crate::engine::math::Vec2;

/// What a closed form found: the two nearest (or deepest) core points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairStep {
    /// On A's core, A's frame.
    pub point_a: Vec2,
    /// On B's core, A's frame.
    pub point_b: Vec2,
    /// Unit normal from A to B, A's frame.
    pub normal: Vec2,
    /// Signed gap of the rounded shapes, metres.
    pub separation: f32,
}
