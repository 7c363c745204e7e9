//! Contacts as people and lenses read them: two colliders whose boxes overlap, and where they touch.

use crate::engine::collider::ColliderId;
use crate::engine::math::{Pose, Vec2};
use crate::engine::narrow::{FeatureId, Manifold};
use crate::engine::probe::ran;
use crate::engine::solver::block::Surfaces;
use crate::engine::solver::manifold_block::NarrowResult;

/// A point of a contact, world frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// Metres; where it was at the start of the last step.
    pub position: Vec2,
    /// Signed gap at the start of the last step, metres; negative = overlap.
    pub separation: f32,
    /// Sum of the impulses along the normal during the last step, N·s, at least 0.
    pub normal_impulse: f32,
    /// Sum of the impulses along `perp(normal)` on B during the last step, N·s.
    pub tangent_impulse: f32,
    /// Which features touch.
    pub feature: FeatureId,
    /// Normal impulse of the last sub-step, N·s: what the next one starts from.
    pub warm_normal: f32,
    /// Tangent impulse of the last sub-step, N·s: what the next one starts from.
    pub warm_tangent: f32,
}

/// Two colliders whose boxes overlap, and where they touch. `collider_a < collider_b`.
// The order of the fields is that of their use ([`super::store::Record`]): who, with what; then what the narrow phase
// found; then the rest.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Contact {
    /// First collider.
    pub collider_a: ColliderId,
    /// Second collider.
    pub collider_b: ColliderId,
    /// Mixed friction, while sliding.
    pub friction: f32,
    /// Mixed restitution.
    pub restitution: f32,
    /// Rounding of either shape, metres.
    pub(crate) radii: [f32; 2],
    /// 0, 1 or 2. Points may still be a small gap apart ([`crate::engine::tuning::SPECULATIVE_MARGIN`]).
    pub count: usize,
    /// See [`Contact::rest_offset`]; older where nothing is carried.
    pub(crate) rest_offset: f32,
    /// Largest closing speed that the points had during the last step, m/s.
    pub(crate) closing_speed: f32,
    /// See [`Contact::is_touching`].
    pub(crate) touching: bool,
    /// It had overlap when its points were found, which is being pushed out ([`crate::engine::solver::push_out`]).
    /// Never without a colour: who gets one is looked at anew.
    pub(crate) overlapped: bool,
    /// Which contacts it was solved together with ([`crate::engine::solver::colors`]): what decides the order of
    /// impulses. `None` when it was not solved, or alone.
    pub(crate) color: Option<u8>,
    /// Unit normal from A to B, world; zero without points.
    pub normal: Vec2,
    /// The narrow phase's answer in A's frame, exactly as [`crate::engine::narrow::collide()`] gave it for `pose_a`,
    /// `pose_b` and the margin [`crate::engine::tuning::SPECULATIVE_MARGIN`].
    pub manifold: Manifold,
    /// Poses of bodies A and B that the manifold was made with, so that a lens can run the same algorithm again. A
    /// contact keeps its manifold while A and B hardly move relative to each other, so these may be older than the last
    /// step; those of a sub-step contact lie within the step.
    pub pose_a: Pose,
    /// See `pose_a`.
    pub pose_b: Pose,
    /// The points; only the first `count` are valid.
    pub points: [ContactPoint; 2],
    /// Mixed friction while not sliding, never below `friction`.
    pub static_friction: f32,
    /// True when the last step was taken with `static_friction`. Never when both are the same.
    pub sticking: bool,
    /// Of a contact with a static coefficient: how fast it slid before the last step, along `perp(normal)`, m/s.
    pub slid: f32,
}

/// Friction of a contact that has not needed any yet.
const UNKNOWN: f32 = -1.0;

impl Contact {
    /// True before the contact has taken from its colliders what it needs.
    pub(crate) fn is_unmixed(&self) -> bool {
        self.friction == UNKNOWN
    }

    /// A contact without points.
    pub(crate) fn new(collider_a: ColliderId, collider_b: ColliderId) -> Contact {
        Contact {
            collider_a,
            collider_b,
            friction: UNKNOWN,
            restitution: 0.0,
            radii: [0.0; 2],
            count: 0,
            rest_offset: 0.0,
            closing_speed: 0.0,
            touching: false,
            overlapped: false,
            color: None,
            normal: Vec2::ZERO,
            manifold: Manifold::default(),
            pose_a: Pose::IDENTITY,
            pose_b: Pose::IDENTITY,
            points: [ContactPoint::default(); 2],
            static_friction: UNKNOWN,
            sticking: false,
            slid: 0.0,
        }
    }

    /// Takes over what the narrow phase said last; points stay as they were.
    pub(crate) fn take_answer(&mut self, answer: &NarrowResult) {
        (self.manifold, self.count) = (answer.manifold, answer.manifold.count);
        [self.pose_a, self.pose_b] = answer.poses;
    }

    /// Puts a new manifold into the contact and carries impulses over by feature.
    pub(crate) fn take_manifold(&mut self, manifold: Manifold, pose_a: Pose, pose_b: Pose) {
        ran!();
        let old = self.points;
        let old = &old[..self.count];
        (self.pose_a, self.pose_b) = (pose_a, pose_b);
        self.fill_points(manifold, pose_a); // [pipeline.fresh]
        for point in &mut self.points[..self.count] {
            if let Some(same) = old.iter().find(|p| p.feature == point.feature) {
                (point.warm_normal, point.warm_tangent) = (same.warm_normal, same.warm_tangent);
            }
        }
    }

    /// Points and normal of a manifold in the world, without impulses.
    pub(crate) fn fill_points(&mut self, manifold: Manifold, pose_a: Pose) {
        self.manifold = manifold;
        self.count = manifold.count;
        self.normal = pose_a.rotation.rotate(manifold.normal);
        for (point, source) in self.points.iter_mut().zip(manifold.points()) {
            *point = ContactPoint {
                position: pose_a.transform_point(source.position),
                separation: source.separation,
                feature: source.feature,
                ..ContactPoint::default()
            };
        }
    }

    /// True when no point has carried an impulse in the last sub-step.
    pub(crate) fn is_unloaded(&self) -> bool {
        self.points().iter().all(|p| p.warm_normal == 0.0)
    }

    /// Gap at which the soft push ended in the last step, metres, at least 0
    /// ([`crate::engine::solver::rest_offset`]): who carries nothing has none.
    pub fn rest_offset(&self) -> f32 {
        if self.is_unloaded() { 0.0 } else { self.rest_offset }
    }

    /// The valid points.
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count]
    }

    /// The colliders, smaller id first: what contacts are sorted by.
    pub(crate) fn key(&self) -> (ColliderId, ColliderId) {
        (self.collider_a, self.collider_b)
    }

    /// What its two surfaces are to each other.
    pub(crate) fn surfaces(&self) -> Surfaces {
        Surfaces { friction: self.friction_used(), restitution: self.restitution, radii: self.radii }
    }

    /// Whether the two coefficients of friction differ.
    pub fn has_grip(&self) -> bool {
        self.static_friction > self.friction
    }

    /// The coefficient of friction that the last step was taken with.
    pub fn friction_used(&self) -> f32 {
        if self.sticking { self.static_friction } else { self.friction }
    }

    /// See [`rank`].
    pub(crate) fn rank(&self) -> u128 {
        rank(self.key())
    }

    /// True when during the last step some point overlapped or carried an impulse.
    pub fn is_touching(&self) -> bool {
        self.touching
    }
}

/// The key of a contact as one number: the same order, and quicker to compare.
pub(crate) fn rank((a, b): (ColliderId, ColliderId)) -> u128 {
    let rank = |ColliderId { body, index }: ColliderId| u128::from(body.0) << 32 | u128::from(index);
    rank(a) << 64 | rank(b)
}

/// True for a single point of rounded shapes: the contact point moves over the surfaces as they roll, so an old point
/// is no estimate of the new one.
pub(crate) fn is_rolling(count: usize, radii: [f32; 2]) -> bool {
    count == 1 && radii[0] + radii[1] > 0.0
}
