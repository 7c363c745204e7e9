//! Impulses, forces and torques from outside.

use super::parts::World;
use super::settings::{bounded, bounded_vec};
use crate::engine::body::BodyId;
use crate::engine::math::{Vec2, clamp, cross};
use crate::engine::solver::body::capped_velocity;
use crate::engine::tuning;

impl World {
    /// Adds an impulse (N·s) at a world point (metres) and wakes the body. It acts at once, not in the next step: the
    /// velocity grows by `impulse / mass`, the angular velocity by `(point − center) × impulse / inertia`. Ignored
    /// when a number is not finite, and for bodies that nothing can push.
    pub fn apply_impulse(&mut self, id: BodyId, impulse: Vec2, point: Vec2) {
        let Some((index, impulse, point)) = self.outside_push(id, impulse, point) else { return };
        let spin = self.max_spin();
        let body = &mut self.bodies.values_mut()[index];
        body.linear_velocity = capped_velocity(body.linear_velocity + impulse * body.inv_mass);
        let turn = body.inv_inertia * cross(point - body.center, impulse);
        body.angular_velocity = clamp(body.angular_velocity + turn, -spin, spin);
        self.refresh_boxes_of(index);
    }

    /// Adds a force (N) at a world point (metres) for the next step and wakes the body. Ignored when a number is not
    /// finite, and for bodies that nothing can push.
    ///
    /// *When it acts.* The sum of all forces since the last step acts over the whole next step, constant in size and
    /// direction in the world, the same in each of its sub-steps; then it is gone. Its torque about the centre of mass
    /// is that of this moment, `(point − center) × force`, although the body moves and turns within the step. A body on
    /// which nothing else acts so moves by exactly `v H + ½ (F/m) H²` in a step of H seconds (with damping: by the
    /// solution of `v̇ = F/m − c v`), in both solvers and with any number of sub-steps.
    ///
    /// *Forces that depend on the place* (springs, magnets, planets) have to be given again before each step. Taken
    /// where the body is at its start they feed energy in: a spring of angular frequency ω swings wider by the factor
    /// `e^(ω² H t / 4)`. Taken half a step ahead, at `center + ½ H · velocity`, they neither give nor take any: a
    /// spring swings for ever with `cos(ω' H) = 1 − ½ (ω H)²`. With joints it is a little less
    /// ([`super::WorldSettings::force_lead`]); lever arms turn alike. For springs between two bodies there are joints.
    pub fn apply_force(&mut self, id: BodyId, force: Vec2, point: Vec2) {
        let Some((index, force, point)) = self.outside_push(id, force, point) else { return };
        let body = &mut self.bodies.values_mut()[index];
        body.force += force;
        body.torque += cross(point - body.center, force);
    }

    /// Adds a torque (N·m, counter-clockwise) for the next step and wakes the body. It acts when a force does:
    /// [`World::apply_force`]. Ignored when it is not finite, and for bodies that nothing can turn.
    pub fn apply_torque(&mut self, id: BodyId, torque: f32) {
        let Some(torque) = bounded(torque, -tuning::MAX_FORCE, tuning::MAX_FORCE) else { return };
        let Some((index, ..)) = self.outside_push(id, Vec2::ZERO, Vec2::ZERO) else { return };
        self.bodies.values_mut()[index].torque += torque;
    }

    /// Checks a force or impulse from outside and wakes the body; the body's place and the limited values, if it can be
    /// pushed.
    fn outside_push(&mut self, id: BodyId, push: Vec2, point: Vec2) -> Option<(usize, Vec2, Vec2)> {
        let push = bounded_vec(push, tuning::MAX_FORCE)?;
        let point = bounded_vec(point, tuning::MAX_COORDINATE)?;
        let index = self.bodies.index_of(id)?;
        self.wake_index(index);
        self.bodies.values()[index].is_mobile().then_some((index, push, point))
    }
}
