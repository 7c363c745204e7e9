//! All that a run has accumulated, as plain numbers: enough to continue exactly in a freshly built world.
use super::body::BodyId;
use super::collider::ColliderId;
use super::joint::{JointId, JointImpulse};
use super::math::{Pose, Vec2};
use super::narrow::FeatureId;

/// State of a running world, see [`super::world::World::state`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorldState {
    /// Steps taken.
    pub step: u64,
    /// Every body.
    pub bodies: Vec<BodyState>,
    /// Every contact with points.
    pub contacts: Vec<ContactState>,
    /// Every joint.
    pub joints: Vec<JointState>,
}

impl WorldState {
    /// About how much memory it takes, bytes.
    pub fn bytes(&self) -> usize {
        let points: usize = self.contacts.iter().map(|contact| size_of_val(&contact.points[..])).sum();
        size_of_val(&self.bodies[..]) + size_of_val(&self.contacts[..]) + points + size_of_val(&self.joints[..])
    }
}

/// State of one body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// Which.
    pub id: BodyId,
    /// Place of the body frame, metres.
    pub position: Vec2,
    /// Orientation as cosine and sine (exact bits; an angle would lose some).
    pub rotation: [f32; 2],
    /// Centre of mass, metres (kept apart from `position`: the solver integrates the centre).
    pub center: Vec2,
    /// m/s.
    pub linear_velocity: Vec2,
    /// rad/s.
    pub angular_velocity: f32,
    /// Seconds.
    pub sleep_time: f32,
    /// See [`super::body::Body::slow_motion`].
    pub slow_motion: [f32; 3],
    /// See [`super::body::Body::slow_reach`].
    pub slow_reach: f32,
    /// See [`super::body::Body::awake`].
    pub awake: bool,
    /// See [`super::body::Body::frozen`].
    pub frozen: bool,
}

/// State of one contact.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactState {
    /// First collider.
    pub collider_a: ColliderId,
    /// Second collider.
    pub collider_b: ColliderId,
    /// See [`super::world::Contact::pose_a`]: the manifold is made again from these.
    pub pose_a: Pose,
    /// See [`super::world::Contact::pose_b`].
    pub pose_b: Pose,
    /// See [`super::world::Contact::is_touching`].
    pub touching: bool,
    /// It had overlap when its points were found, which is being pushed out ([`super::solver::push_out`]).
    pub overlapped: bool,
    /// See [`super::world::Contact::sticking`].
    pub sticking: bool,
    /// See [`super::world::Contact::slid`]; what is not finite counts as 0.
    pub slid: f32,
    /// See [`super::world::Contact::rest_offset`]; what is below 0 or not finite counts as 0.
    pub rest_offset: f32,
    /// See [`super::solver::colors`]; `None` when it was solved alone. A colour that cannot be is replaced.
    pub color: Option<u8>,
    /// (feature, normal impulse N·s, tangent impulse N·s) of each point, the impulses of the last sub-step.
    pub points: Vec<(FeatureId, f32, f32)>,
}

/// State of one joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointState {
    /// Which.
    pub id: JointId,
    /// See `super::joint::Joint::impulses`.
    pub impulses: [f32; 6],
    /// See `super::joint::Joint::angle`.
    pub angle: f32,
    /// What it gave B in the last step it took part in; the next step does not depend on it.
    pub carried: JointImpulse,
}
