//! A joint: what it is made from, what a world keeps of it, and what can be read off it.

use super::impulse::JointImpulse;
use super::kind::JointKind;
use crate::engine::arena::Id;
use crate::engine::body::{Body, BodyId};
use crate::engine::math::{Vec2, perp};

/// Identity of a joint in one world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(pub u32);

impl Id for JointId {
    fn from_number(number: u32) -> Self {
        JointId(number)
    }
    fn number(self) -> u32 {
        self.0
    }
}

/// What a new joint is. Anchors are given in the world where the bodies are at that moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointDef {
    /// First body.
    pub body_a: BodyId,
    /// Second body, other than the first.
    pub body_b: BodyId,
    /// Point on A, world, metres.
    pub anchor_a: Vec2,
    /// Point on B, world, metres; equal to `anchor_a` for kinds with one common point, unless the joint shall pull them
    /// together.
    pub anchor_b: Vec2,
    /// What it does.
    pub kind: JointKind,
    /// True: the two bodies also collide with each other.
    pub collide_connected: bool,
}

/// A joint in a world. The solver's own data lie beside it.
#[derive(Clone, Debug)]
pub struct Joint {
    /// First body.
    pub body_a: BodyId,
    /// Second body.
    pub body_b: BodyId,
    /// Anchor in A's body frame, metres.
    pub local_anchor_a: Vec2,
    /// Anchor in B's body frame, metres.
    pub local_anchor_b: Vec2,
    /// Angle of B relative to A that counts as zero, radians.
    pub reference_angle: f32,
    /// Unit axis in A's body frame, for kinds that have one.
    pub local_axis_a: Vec2,
    /// From A's anchor to B's at creation, A's axes, metres.
    pub local_gap_a: Vec2,
    /// What it does, with its parameters.
    pub kind: JointKind,
    /// True: the two bodies also collide with each other.
    pub collide_connected: bool,
    /// Angle of B relative to A minus the reference angle at the end of the last step, radians, counted over whole
    /// turns. True only while the joint is not in the solver's set ([`super::set`]); ask
    /// [`crate::engine::world::World::joint_memory`].
    pub(crate) angle: f32,
    /// Accumulated impulses of the last sub-step, N·s or N·m·s, meaning by joint: see each joint's file. Kept for warm
    /// starting. True only while the joint is not in the solver's set, like `angle`.
    pub(crate) impulses: [f32; 6],
    /// What it gave B in the last step it took part in. True only while the joint is not in the solver's set, like
    /// `angle`; ask [`crate::engine::world::World::joint_carried`].
    pub(crate) carried: JointImpulse,
}

impl Joint {
    /// True when it holds any of these bodies, which are in order of creation.
    pub fn joins_any(&self, bodies: &[BodyId]) -> bool {
        [self.body_a, self.body_b].iter().any(|id| bodies.binary_search(id).is_ok())
    }

    /// Control points of its curve where A is now, world, metres, if it has one.
    pub fn curve_at(&self, a: &Body) -> Option<[Vec2; 4]> {
        let (origin, axis) = (a.pose.transform_point(self.local_anchor_a), a.pose.rotation.rotate(self.local_axis_a));
        Some(self.kind.curve()?.map(|p| origin + p.x * axis + p.y * perp(axis)))
    }
}

/// What a joint carries and how well it holds, for readouts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointReadout {
    /// Anchor on A in the world, metres; of a track the point of the curve that is nearest to B's anchor.
    pub anchor_a: Vec2,
    /// Anchor on B in the world, metres.
    pub anchor_b: Vec2,
    /// Mean force on B over the last step, N, world: all that the joint gave B in it, in impacts too, divided by the
    /// step's time.
    pub force: Vec2,
    /// Mean torque on B about its anchor over the last step, N·m.
    pub torque: f32,
    /// How far the constraint is violated, metres (the angular part of a weld is left out).
    pub error: f32,
    /// The coordinate that the kind leaves free ([`super::info::Coordinate`]): an angle in radians, a way or length in
    /// metres.
    pub coordinate: f32,
    /// How fast that coordinate grows, rad/s or m/s; 0 for a kind that leaves none free.
    pub coordinate_speed: f32,
}
