//! The hand that pulls bodies of a running scene.

use super::stage::Stage;
use crate::engine::body::{BodyId, BodyKind};
use crate::engine::joint::{Grab, JointDef, JointKind, Spring};
use crate::engine::math::{Vec2, max};

/// How the hand pulls: stiff enough to follow, without swinging.
pub const GRAB_SPRING: Spring = Spring { hertz: 5.0, damping_ratio: 1.0 };
/// Strongest pull of the hand, in weights of the body it holds: enough to drag what hangs on it, too little to tear
/// walls.
pub const GRAB_WEIGHTS: f32 = 1000.0;
/// Gravity that weights are counted with when the scene has less, m/s².
const GRAB_GRAVITY: f32 = 9.81;

impl Stage {
    pub(super) fn take_hold(&mut self, body: BodyId, point: Vec2) -> bool {
        let Some(held) = self.world.body(body).filter(|b| b.kind == BodyKind::Dynamic && !b.frozen) else { return false };
        if !point.is_finite() {
            return false;
        }
        let gravity = max(self.world.settings().gravity.length(), GRAB_GRAVITY);
        let kind = Grab { target: point, max_force: GRAB_WEIGHTS * held.mass * gravity, spring: GRAB_SPRING };
        self.let_go();
        self.grab = self.world.add_joint(JointDef {
            body_a: self.world_body,
            body_b: body,
            anchor_a: point,
            anchor_b: point,
            kind: kind.into(),
            collide_connected: true,
        });
        self.grab.is_some()
    }

    pub(super) fn pull(&mut self, to: Vec2) -> bool {
        let Some(id) = self.grab else { return false };
        let Some(JointKind::Grab(grab)) = self.world.joint(id).map(|joint| joint.kind) else { return false };
        if !to.is_finite() {
            return false;
        }
        self.world.set_joint_kind(id, Grab { target: to, ..grab }.into());
        true
    }

    pub(super) fn let_go(&mut self) -> bool {
        self.grab.take().is_some_and(|id| self.world.remove_joint(id))
    }
}
