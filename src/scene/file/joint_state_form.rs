//! What a saved run keeps of a joint.

use super::walk::Walk;
use crate::engine::joint::{JointId, JointImpulse};
use crate::engine::math::Vec2;
use crate::engine::state::JointState;
use crate::scene::limits;

/// A joint of a saved run, by its string id; `id` in `state` is meaningless here.
#[derive(Clone, Debug)]
pub(super) struct JointForm {
    /// Which joint.
    pub id: String,
    /// The rest.
    pub state: JointState,
}

pub(super) fn no_joint_state() -> JointForm {
    let carried = JointImpulse { impulse: Vec2::ZERO, angular_impulse: 0.0 };
    JointForm { id: String::new(), state: JointState { id: JointId(0), impulses: [0.0; 6], angle: 0.0, carried } }
}

pub(super) fn joint_state<W: Walk>(w: &mut W, form: &mut JointForm) {
    let j = &mut form.state;
    w.value("id", "Which joint.", &mut form.id, None, limits::NAME);
    w.value("impulses", "N·s or N·m·s, meaning by kind of joint.", &mut j.impulses, None, limits::FINITE);
    w.value("angle", "Angle of B relative to A, whole turns counted, radians.", &mut j.angle, Some(0.0), limits::FINITE);
    let about = "What it gave B in the last step, impacts included: x, y, N·s, and about B's anchor, N·m·s.";
    let JointImpulse { impulse, angular_impulse } = j.carried;
    let mut carried = [impulse.x, impulse.y, angular_impulse];
    w.value("carried", about, &mut carried, Some([0.0; 3]), limits::FINITE);
    j.carried = JointImpulse { impulse: Vec2::new(carried[0], carried[1]), angular_impulse: carried[2] };
}
