//! Forces from outside: what the scene sets on its bodies, and the push of the pointer.
//!
//! Each is an arrow from where it acts, with its size and its key; one whose key is not held is thin. A torque is an
//! arc about the same point.

use super::kind::{Lens, LensInput};
use super::pair::unit_or;
use super::sizes::Sizes;
use crate::draw::quantity::quantity;
use crate::draw::{DrawList, Role, path};
use crate::engine::math::{Rot, Vec2, perp};
use crate::scene::outside::AppliedForce;
use crate::scene::stage::Stage;

/// The lens of this file.
pub const FORCES: Lens = Lens {
    id: "forces",
    name: "Forces",
    explanation: "Forces and torques that the scene or the pointer sets on bodies, with their keys; thin while a key is not held.",
    role: Role::Force,
    needs_pair: false,
    nothing,
    draw,
};

/// Length of the strongest force's arrow, points.
const LONGEST_PX: f32 = 72.0;
/// Radius of the arc that shows a torque, points.
const ARC_PX: f32 = 26.0;
/// How far the arc turns, radians.
const ARC_TURN: f32 = 4.2;
/// With more forces than this, numbers would cover the picture.
const MOST_LABELLED: usize = 12;

/// See [`Lens::nothing`].
fn nothing(input: &LensInput<'_>) -> Option<&'static str> {
    input.stage.applied_forces().is_empty().then_some("no force yet: choose the Push tool (U) and drag a body.")
}

/// All forces of the scene, and the push.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    draw_some(input.stage, &input.stage.applied_forces(), input.metres_per_px, list);
}

/// These forces, each as long as its share in the strongest of them; what is made of rounding, as of a formula that
/// passes through 0, is left out.
pub fn draw_some(stage: &Stage, forces: &[AppliedForce], metres_per_px: f32, list: &mut DrawList) {
    let sizes = Sizes::of(stage.world());
    let strongest = forces.iter().fold(0.0f32, |most, f| most.max(f.force.length()));
    for force in forces {
        let labelled = forces.len() <= MOST_LABELLED;
        let role = if force.acts { Role::Force } else { Role::Projection };
        let size = sizes.read_single(force.force.length(), "N");
        let torque = sizes.read_single(force.torque, "N·m");
        if size > 0.0 && strongest > 0.0 {
            let along = unit_or(force.force, Vec2::Y);
            // By the root: ten times the force is an arrow three times as long, so that small ones are still seen.
            let tip = force.point + along * (LONGEST_PX * (size / strongest).sqrt() * metres_per_px);
            list.arrow(role, force.point, tip);
            if labelled {
                list.label(role, tip, Vec2::new(8.0, 6.0), 4, words(force, quantity(size, "N")));
            }
        }
        if torque != 0.0 {
            arc(force, role, metres_per_px, list);
            if labelled {
                let text = words(force, quantity(torque, "N·m"));
                list.label(role, force.point, Vec2::new(ARC_PX * 0.8, ARC_PX * 0.8), 4, text);
            }
        }
    }
}

fn words(force: &AppliedForce, size: String) -> String {
    if force.key.is_some() { format!("{size} · {}", force.key.cap()) } else { size }
}

/// An arc that turns as the torque does and ends in a head.
fn arc(force: &AppliedForce, role: Role, metres_per_px: f32, list: &mut DrawList) {
    let turn = ARC_TURN * force.torque.signum();
    let spoke = Vec2::new(0.0, -ARC_PX * metres_per_px);
    list.polyline(role, path::arc(force.point, spoke, turn * 0.93, 24));
    let end = Rot::from_angle(turn).rotate(spoke);
    let back = perp(end) * turn.signum() * 0.4;
    list.arrow(role, force.point + end - back, force.point + end);
}
