//! Damping so strong that it stops a body within a step, under the global solve.
//!
//! Its integrators took damping for a force like any other. An explicit one loses a polynomial of c h in place of
//! e^(−c h), which exceeds 1 from c h = 2.79 (Runge and Kutta) or 2 (Euler) on: a disc of 10 m/s with a damping of
//! 1000 1/s reached the limit of speed within two steps, 400 m/s.

use crate::dynamics_fixture::*;
use collidoscope::engine::body::BodyDef;
use collidoscope::engine::joint::{JointKind, Weld};
use collidoscope::engine::lagrange::Integrator;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::solver::Solver;
use collidoscope::engine::solver::table::{LagrangeParameters, SolverParameters};
use collidoscope::engine::world::{World, WorldSettings};

fn world_of(integrator: Integrator, steps: u32, gravity: Vec2) -> World {
    let lagrange = LagrangeParameters { integrator, steps, ..LagrangeParameters::default() };
    let solver_parameters = SolverParameters { lagrange, ..SolverParameters::default() };
    World::new(WorldSettings { solver: Solver::Lagrange, solver_parameters, gravity, sleeping: false, ..WorldSettings::default() })
}

fn all() -> impl Iterator<Item = (Integrator, u32)> {
    Integrator::ALL.into_iter().flat_map(|integrator| [1, 4, 16].map(|steps| (integrator, steps)))
}

/// The closed form: v = v0 e^(−ct) + (1 − e^(−ct)) a/c, its way, and the same of the spin. Euler's methods have the rate
/// right to 1 %, which is at most 1 %/e of the velocity at a time; Runge and Kutta's to 3e-5.
#[test]
fn damping_of_any_strength_slows_a_body_as_its_closed_form_says() {
    for (integrator, steps) in all() {
        for damping in [0.5_f32, 5.0, 20.0, 60.0, 200.0, 700.0, 1000.0] {
            let mut w = world_of(integrator, steps, vec2(0.0, -G));
            let def = BodyDef { linear_damping: damping, angular_damping: damping, linear_velocity: vec2(10.0, 0.0), ..at(0.0, 0.0) };
            let id = w.add_body(BodyDef { angular_velocity: 10.0, ..def }, of(circle(0.2)));
            let c = f64::from(damping);
            for step in 1..=60 {
                w.step();
                let t = f64::from(step) / 60.0;
                let (kept, body) = ((-c * t).exp(), w.body(id).unwrap());
                let fall = -f64::from(G) * (1.0 - kept) / c;
                let way = 10.0 * (1.0 - kept) / c;
                let fallen = -f64::from(G) * (t - (1.0 - kept) / c) / c;
                let off = |found: f32, exact: f64| (f64::from(found) - exact).abs();
                let worst = off(body.linear_velocity.x, 10.0 * kept).max(off(body.angular_velocity, 10.0 * kept));
                let worst_way = off(body.center.x, way).max(off(body.center.y, fallen));
                let is_exact = integrator == Integrator::Rk4;
                let about = format!("{integrator:?} {steps} c {damping} step {step}: {worst} {worst_way}, {body:?}");
                assert!(worst < if is_exact { 1e-3 } else { 0.04 }, "{about}");
                assert!(off(body.linear_velocity.y, fall) < if is_exact { 1e-3 } else { 0.03 }, "{about}");
                // Euler's way is off by half of the velocity that a step changes: v0 h/2 or a t h/2.
                assert!(worst_way < if is_exact { 1e-3 } else { 0.1 }, "{about}");
            }
        }
    }
}

/// Two equal discs welded together, one of them damped: both lose `e^(−ct/2)`, and what the joint gives the free one is
/// all that it loses. So near to it as a leapfrog is: (c h)²/24 of a rate, of a velocity that is gone within the step.
#[test]
fn what_is_joined_to_a_stiffly_damped_body_is_slowed_with_it() {
    for (integrator, steps) in all() {
        for damping in [30.0_f32, 300.0, 1000.0] {
            let mut w = world_of(integrator, steps, Vec2::ZERO);
            let [a, b] = [damping, 0.0].map(|linear_damping| {
                let def =
                    BodyDef { linear_damping, linear_velocity: vec2(10.0, 0.0), ..at(if linear_damping > 0.0 { -0.2 } else { 0.2 }, 0.0) };
                w.add_body(def, of(circle(0.2)))
            });
            join(&mut w, a, b, Vec2::ZERO, JointKind::Weld(Weld { spring: None }));
            let mut last = 10.0_f32;
            for step in 1..=30 {
                w.step();
                let speeds = [a, b].map(|id| velocity(&w, id).x);
                let about = format!("{integrator:?} {steps} c {damping} step {step}: {speeds:?}");
                assert!((speeds[0] - speeds[1]).abs() < 0.02 * last + 1e-3, "they are one body: {about}");
                assert!(speeds.iter().all(|&v| v.abs() <= last + 1e-4), "damping drives: {about}");
                last = speeds[0].abs().max(speeds[1].abs());
            }
            assert!(last < 1e-2, "{integrator:?} {steps} c {damping}: {last} after half a second");
        }
    }
}

#[test]
fn a_stiffly_damped_body_hangs_by_its_weight() {
    for (integrator, steps) in all() {
        let mut w = world_of(integrator, steps, vec2(0.0, -G));
        let fixed = anchor_body(&mut w);
        let id = w.add_body(BodyDef { linear_damping: 1000.0, angular_damping: 1000.0, ..at(0.0, -1.0) }, of(circle(0.2)));
        let joint = join(&mut w, fixed, id, Vec2::ZERO, free_hinge());
        (0..30).for_each(|_| w.step());
        let (told, weight) = (w.joint_readout(joint).unwrap(), w.body(id).unwrap().mass * G);
        assert!((told.force - vec2(0.0, weight)).length() < 1e-3 * weight, "{integrator:?} {steps}: {told:?} for {weight} N");
    }
}
