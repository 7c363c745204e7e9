//! A body in the middle of the coming step, where its forces have their value.
//!
//! A force is given for a whole step. With its value of the step's start it would lag behind by half a step: a spring
//! by formula would swing wider and wider, by e^(ω² h t/4) (at 60 Hz one of 1 Hz five times as wide after ten seconds),
//! and a weight at a wheel's rim would turn it faster each time round. So place and angle are taken where the
//! velocities at the step's start lead by its middle (with joints a little earlier, [`WorldSettings::force_lead`]): one
//! step of a spring or of a pendulum then is the leapfrog method's, a map of determinant 1, and neither grows nor
//! decays (Hairer, Lubich and Wanner, "Geometric numerical
//! integration illustrated by the Störmer–Verlet method", 2003).
//!
//! *Velocities* in the middle depend on the forces themselves:
//!
//! ```text
//!   u = u₀ + ½ h (g + M⁻¹ F(u) − c u),      u = (vx, vy, ω)
//! ```
//!
//! Solved for u by Newton's method, this is the implicit midpoint rule: a force across the velocity (a magnetic field)
//! keeps the speed, and drag slows by (1 − z)/(1 + z), z = ½ h c/m, however strong it is. Explicitly, the speed in a
//! field grows by √(1 + (ω h)²) with each step, and drag beyond z = 1 explodes. What contacts and joints will do is
//! not known yet and left out.

use super::force::ForceDoc;
use super::formula::Formula;
use super::limits::{self, Range};
use crate::engine::body::Body;
use crate::engine::frames::WorldPoint;
use crate::engine::math::{Rot, Vec2, cross, wrap_angle};
use crate::engine::world::World;
#[cfg(doc)]
use crate::engine::world::WorldSettings;
use glam::{DMat3, DVec3};

/// Newton's method ends after so many iterations; one is enough for what is linear in the velocities.
const ITERATIONS: usize = 12;

/// A force of the document with its formula, read.
pub(super) type Formulated = (ForceDoc, Option<Formula>);

/// Where a body is in the middle of the coming step, and how it moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Middle {
    /// Since the run began, seconds.
    time: f64,
    /// Of the body's frame, world, metres.
    position: Vec2,
    rotation: Rot,
    /// Of the centre of mass, m/s, and the spin, rad/s.
    velocity: [f64; 3],
    /// From the centre of mass to the frame's origin, body axes, metres.
    origin: Vec2,
}

/// What a force does to its body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exerted {
    /// World, N.
    pub force: Vec2,
    /// Beside that of the force, N·m.
    pub torque: f32,
    /// From the centre of mass to where it acts, world, metres.
    pub arm: Vec2,
}

impl Middle {
    /// Of a body on which such forces act in the coming step.
    pub fn of<'a>(world: &World, body: &Body, has_joints: bool, forces: impl Iterator<Item = &'a Formulated> + Clone) -> Middle {
        let (h, lead) = (world.settings().step_seconds(), world.settings().force_lead(has_joints));
        let Body { pose, linear_velocity: v, angular_velocity, .. } = body;
        let mut middle = Middle {
            time: (world.step_count() as f64 + 0.5) * f64::from(h),
            position: pose.position + lead * body.velocity_at(WorldPoint::at(pose.position)).vec(),
            rotation: Rot::from_angle(wrap_angle(pose.rotation.angle() + lead * angular_velocity)),
            velocity: [v.x, v.y, *angular_velocity].map(f64::from),
            origin: -body.local_center,
        };
        if forces.clone().any(|(_, formula)| formula.as_ref().is_some_and(Formula::reads_velocities)) {
            middle.velocity = middle.implicit_velocity(body, world.settings().gravity, f64::from(h), forces);
        }
        middle
    }

    /// From the centre of mass to a point of the body's frame, world, metres.
    pub fn arm(&self, point: Vec2) -> Vec2 {
        self.rotation.rotate(self.origin + point)
    }

    /// What a force of the document is now.
    pub fn exerted(&self, (doc, formula): &Formulated) -> Exerted {
        let [vx, vy, spin] = self.velocity;
        let [x, y, angle] = [self.position.x, self.position.y, self.rotation.angle()].map(f64::from);
        let factor = formula.as_ref().map_or(1.0, |formula| formula.value(&[self.time, x, y, vx, vy, angle, spin]));
        let times = |of: f32, most: Range| ((f64::from(of) * factor) as f32).clamp(-most.max, most.max);
        let told = Vec2::new(times(doc.force.x, limits::FORCE), times(doc.force.y, limits::FORCE));
        let force = if doc.turns { self.rotation.rotate(told) } else { told };
        Exerted { force, torque: times(doc.torque, limits::TORQUE), arm: self.arm(doc.point) }
    }

    /// The velocity that fits the forces that it makes; that of the step's start where none is found.
    fn implicit_velocity<'a>(&self, body: &Body, gravity: Vec2, h: f64, forces: impl Iterator<Item = &'a Formulated> + Clone) -> [f64; 3] {
        let start = DVec3::from_array(self.velocity);
        let given = body.gravity_scale * gravity + body.inv_mass * body.force;
        let given = [given.x, given.y, body.inv_inertia * body.torque].map(f64::from);
        let damping = DVec3::new(body.linear_damping.into(), body.linear_damping.into(), body.angular_damping.into());
        // How far u is from fulfilling its equation.
        let error = |u: DVec3| {
            let at = Middle { velocity: u.to_array(), ..*self };
            let mut rate = given;
            for exerted in forces.clone().map(|force| at.exerted(force)) {
                let Exerted { force, torque, arm } = exerted;
                rate[0] += f64::from(body.inv_mass * force.x);
                rate[1] += f64::from(body.inv_mass * force.y);
                rate[2] += f64::from(body.inv_inertia * (torque + cross(arm, force)));
            }
            u - start - 0.5 * h * (DVec3::from_array(rate) - damping * u)
        };
        let (mut u, mut left) = (start, error(start));
        let mut best = (left.length_squared(), start);
        for _ in 0..ITERATIONS {
            let columns = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| {
                // Half of the digits that a force has, which is told in single precision.
                let by = 1e-3 * u.dot(axis).abs().max(1.0);
                (error(u + by * axis) - left) / by
            });
            let slope = DMat3::from_cols(columns[0], columns[1], columns[2]);
            if slope.determinant() == 0.0 {
                break;
            }
            u -= slope.inverse() * left;
            left = error(u);
            // Not better: rounding is all that is left, or the force jumps.
            let is_better = left.length_squared() < best.0;
            if !is_better {
                break;
            }
            best = (left.length_squared(), u);
        }
        best.1.to_array()
    }
}
