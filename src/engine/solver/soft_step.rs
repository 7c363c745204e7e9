//! Soft step (S12): sub-steps, soft constraints and a relax pass.
//!
//! One step is split into `substeps` small ones, and each of them solves every constraint only twice:
//!
//! ```text
//! find points                  again, of contacts that close fast
//! bounce                       blows run through touching bodies (contacts with restitution)
//! integrate velocities         v += h a
//! warm start                   apply the impulses of the sub-step before: nearly the answer already
//! solve                        sequential impulses, with the soft push that removes position errors
//! integrate positions          x += h v
//! relax                        sequential impulses without the push, so that it leaves no velocity behind
//! ```
//!
//! Many small steps with one iteration each beat one step with many iterations (Macklin et al., "Small steps in physics
//! simulation", 2019); softness plus relaxing is what lets high stacks and heavy loads settle (Catto, "Solver2D", 2024, where it was the only one of
//! eight solvers to hold the hardest scenes). Sub-steps, not iterations, are what makes joints and stacks stiffer here.
//!
//! The order is that of the contacts (by collider ids, contacts with something fixed last), so the bits depend on nothing else.

use super::body::{Drive, SolverBody, capped_spin, capped_velocity};
use super::contact::ContactConstraint;
use super::softness::Softness;
use super::{Pass, Problem, SolverPass, SolverStep};
use crate::engine::joint::set::JointSet;
use crate::engine::lanes::QuadPair;
use crate::engine::math::{Vec2, max};
use crate::engine::probe::Probe;
use crate::engine::tuning;

/// What a step needs to know beside the problem.
#[derive(Clone, Copy, Debug)]
pub struct SoftStepSettings {
    /// Number of sub-steps, at least 1.
    pub substeps: u32,
    /// Length of a sub-step, seconds.
    pub h: f32,
    /// Use the impulses of the sub-step before.
    pub warm_starting: bool,
    /// Slower closing contacts do not bounce, m/s.
    pub restitution_threshold: f32,
    /// How stiff rigid joints are.
    pub joint_softness: Softness,
}

/// Advances the problem by one step. `find_points` gives a fast contact the points that it has where the bodies are now.
pub fn solve<P: Probe<SolverStep>>(
    problem: &mut Problem,
    joints: &mut JointSet,
    settings: &SoftStepSettings,
    mut find_points: impl FnMut(&mut ContactConstraint, &[QuadPair]),
    probe: &mut P,
) {
    let Problem { bodies, drives, contacts } = problem;
    let h = settings.h;
    for substep in 0..settings.substeps {
        let SoftStepSettings { joint_softness, restitution_threshold, .. } = *settings;
        let pass = |kind| Pass { substep, kind, h, inv_h: 1.0 / h, joint_softness, restitution_threshold };

        // Find points.
        for contact in contacts.iter_mut().filter(|c| c.fast) {
            find_points(contact, bodies);
            if contact.count > 0 {
                contact.prepare_masses(bodies);
                contact.closing_speed = max(contact.closing_speed, contact.largest_closing_speed(bodies));
                drives[contact.a as usize].free = false;
                drives[contact.b as usize].free = false;
            }
        }

        // Bounce.
        let bounce = pass(SolverPass::Restitution);
        for _sweep in 0..tuning::IMPACT_SWEEPS {
            let mut bounced = false;
            for contact in contacts.iter_mut().filter(|c| c.restitution > 0.0) {
                bounced |= contact.bounce(bodies, &bounce, probe);
            }
            if !bounced {
                break;
            }
        }

        // Integrate velocities.
        integrate_velocities(bodies, drives, h);

        // Warm start.
        if settings.warm_starting {
            let warm = pass(SolverPass::WarmStart);
            joints.warm_start(bodies, &warm, probe);
            for contact in contacts.iter() {
                contact.warm_start(bodies, &warm, probe);
            }
        } else {
            joints.forget();
            contacts.iter_mut().for_each(|contact| contact.forget());
        }

        // Solve.
        let solve = pass(SolverPass::Solve);
        joints.solve(bodies, &solve, probe);
        for contact in contacts.iter_mut() {
            contact.solve(bodies, &solve, probe);
        }

        // Integrate positions.
        integrate_positions(bodies, drives, h);

        // Relax.
        let relax = pass(SolverPass::Relax);
        joints.solve(bodies, &relax, probe);
        for contact in contacts.iter_mut() {
            contact.solve(bodies, &relax, probe);
            contact.add_to_totals();
        }
    }
}

/// Forces become velocity; damping `v' = v / (1 + h d)` is the implicit form, which cannot overshoot at any `d`.
///
/// A body on which no constraint acts flies exactly: with constant acceleration it moves by the mean of its old and new velocity,
/// `h (v + v')/2`, which is the parabola itself; the difference to `h v'` is kept for [`integrate_positions`].
fn integrate_velocities(bodies: &mut [QuadPair], drives: &mut [Drive], h: f32) {
    for (place, drive) in bodies.iter_mut().zip(drives).skip(1) {
        let mut body = SolverBody::at(std::slice::from_ref(place), 0);
        if body.inv_mass > 0.0 {
            let before = body.velocity;
            body.velocity = capped_velocity((before + h * drive.acceleration) / (1.0 + h * drive.linear_damping));
            drive.free_correction = if drive.free { 0.5 * h * (before - body.velocity) } else { Vec2::ZERO };
        }
        if body.inv_inertia > 0.0 {
            body.angular_velocity = (body.angular_velocity + h * drive.angular_acceleration) / (1.0 + h * drive.angular_damping);
        }
        *place = body.stored();
    }
}

fn integrate_positions(bodies: &mut [QuadPair], drives: &[Drive], h: f32) {
    for (place, drive) in bodies.iter_mut().zip(drives).skip(1) {
        let mut body = SolverBody::at(std::slice::from_ref(place), 0);
        body.velocity = capped_velocity(body.velocity);
        body.angular_velocity = capped_spin(body.angular_velocity, h);
        body.delta_center += h * body.velocity + drive.free_correction;
        let delta = h * body.angular_velocity;
        body.delta_angle += delta;
        *place = body.stored();
    }
}
