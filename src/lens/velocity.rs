//! Velocities: an arrow from each centre of mass, an arc for the spin; and accelerations (`acceleration`).

use super::acceleration;
use super::kind::{Lens, LensInput};
use super::reach::reach_along;
use super::sizes::Sizes;
use crate::draw::quantity::quantity;
use crate::draw::{DrawList, Role, path};
use crate::engine::math::{Rot, Vec2, clamp, perp};

/// The lens of this file.
pub const VELOCITY: Lens = Lens {
    id: "velocity",
    name: "Velocity",
    explanation: "How fast each body moves and turns: an arrow is the way of the next fifth of a second; the second one, the acceleration, is by how much it grows in that time.",
    role: Role::Velocity,
    needs_pair: false,
    nothing: |_| None,
    draw,
};

/// An arrow shows the way of this many seconds; an arc the turn.
const SHOWN_TIME: f32 = 0.2;
/// Shorter arrows and arcs are left out, points.
const SHORTEST_PX: f32 = 3.0;
/// With more moving bodies than this, numbers would cover the picture.
const MOST_LABELLED: usize = 10;
/// Largest arc, radians: a fast spin must not close to a ring.
const WIDEST_ARC: f32 = 5.0;

/// Linear and angular velocities of all bodies that move.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let shortest = SHORTEST_PX * input.metres_per_px;
    let sizes = Sizes::of(input.stage.world());
    let shown = |v: Vec2| (v * SHOWN_TIME).length() > shortest && sizes.read_single(v.length(), "m/s") > 0.0;
    let moving = input.stage.world().bodies().filter(|(_, b)| shown(b.linear_velocity)).count();
    for (_, body) in input.stage.world().bodies() {
        let velocity = body.linear_velocity;
        if shown(velocity) {
            let tip = body.center + velocity * SHOWN_TIME;
            list.arrow(Role::Velocity, body.center, tip);
            if moving <= MOST_LABELLED {
                list.label(Role::Velocity, tip, Vec2::new(8.0, 6.0), 4, quantity(velocity.length(), "m/s"));
            }
        }
        let along = body.pose.rotation.x_axis();
        let radius = reach_along(body, along) * 0.5;
        let turn = clamp(sizes.read_single(body.angular_velocity, "rad/s") * SHOWN_TIME, -WIDEST_ARC, WIDEST_ARC);
        if turn.abs() * radius > shortest {
            spin(body.center, along * radius, turn, list);
        }
    }
    acceleration::draw(input, list);
}

/// An arc from `center + spoke` that turns by `turn` radians and ends in a head.
pub(super) fn spin(center: Vec2, spoke: Vec2, turn: f32, list: &mut DrawList) {
    let end = Rot::from_angle(turn).rotate(spoke);
    let neck_turn = turn * 0.8;
    let neck = center + Rot::from_angle(neck_turn).rotate(spoke);
    list.polyline(Role::Velocity, path::arc(center, spoke, neck_turn, 24).chain([neck]));
    let tip = center + end;
    let back = perp(end) * turn.signum() * (turn.abs() * 0.2);
    list.arrow(Role::Velocity, tip - back, tip);
}
