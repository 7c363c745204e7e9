//! What a saved run keeps of a joint.

use super::walk::Walk;
use crate::engine::joint::{JointId, JointImpulse};
use crate::engine::math::Vec2;
use crate::engine::state::JointState;
use crate::scene::limits;

/// A joint of a saved run, by its string id.
#[derive(Clone, Debug, Default)]
pub(super) struct JointForm {
    /// Which joint.
    pub id: String,
    impulses: [f32; 6],
    angle: f32,
    /// Impulse x, y and angular.
    carried: [f32; 3],
}

pub(super) fn joint_state<W: Walk>(w: &mut W, j: &mut JointForm) {
    w.value("id", "Which joint.", &mut j.id, None, limits::NAME);
    w.value("impulses", "N·s or N·m·s, meaning by kind of joint.", &mut j.impulses, None, limits::FINITE);
    w.value("angle", "Angle of B relative to A, whole turns counted, radians.", &mut j.angle, Some(0.0), limits::FINITE);
    let about = "What it gave B in the last step, impacts included: x, y, N·s, and about B's anchor, N·m·s.";
    w.value("carried", about, &mut j.carried, Some([0.0; 3]), limits::FINITE);
}

impl JointForm {
    /// The form of a joint's state.
    pub fn of(state: &JointState, id: String) -> JointForm {
        let JointImpulse { impulse, angular_impulse } = state.carried;
        JointForm { id, impulses: state.impulses, angle: state.angle, carried: [impulse.x, impulse.y, angular_impulse] }
    }

    /// Its state, for the joint of this number.
    pub fn state(&self, id: JointId) -> JointState {
        let [x, y, angular_impulse] = self.carried;
        let carried = JointImpulse { impulse: Vec2::new(x, y), angular_impulse };
        JointState { id, impulses: self.impulses, angle: self.angle, carried }
    }
}
