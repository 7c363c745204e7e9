//! Contact manifolds: normal and up to two points (S7).
use super::{NarrowPhase, NarrowStep};
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::Probe;
use crate::engine::shape::Shape;

/// Which features of A and B made a point. Stays the same while the same features touch, so that last step's impulses can be reused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId(pub u32);

/// One point of a manifold, in the frame of body A.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ManifoldPoint {
    /// Midway between the two surfaces, metres.
    pub position: Vec2,
    /// Signed gap along the normal, metres; negative = overlap.
    pub separation: f32,
    /// Which features touch.
    pub feature: FeatureId,
}

/// Where two shapes touch, in the frame of body A.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manifold {
    /// Unit normal from A to B. Zero when there is no point.
    pub normal: Vec2,
    /// The points; only the first `count` are valid.
    pub points: [ManifoldPoint; 2],
    /// 0, 1 or 2.
    pub count: usize,
}

impl Manifold {
    /// The valid points.
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..self.count]
    }
}

/// Where A and B touch or are closer than `margin` metres. `pose_b_in_a` = `pose_a.inv_mul(pose_b)` of the two bodies.
/// Swapping A and B turns the normal round and keeps separations.
pub fn collide<P: Probe<NarrowStep>>(
    _a: &Shape,
    _b: &Shape,
    _pose_b_in_a: Pose,
    _method: NarrowPhase,
    _margin: f32,
    _probe: &mut P,
) -> Manifold {
    todo!("engine/narrow")
}
