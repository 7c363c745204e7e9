//! Damping, forces and springs against their closed forms, at any rate of steps and in both solvers.

mod dynamics_fixture;

use collidoscope::engine::body::{Body, BodyDef, BodyId};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::solver::Solver;
use collidoscope::engine::world::{World, WorldSettings};
use dynamics_fixture::*;

const SOLVERS: [Solver; 2] = [Solver::SoftStep, Solver::SequentialImpulses];
const RATES: [f32; 3] = [30.0, 60.0, 240.0];

/// Runs `check` on worlds of all rates, numbers of sub-steps and solvers.
fn for_each_world(gravity: Vec2, mut check: impl FnMut(World, String)) {
    for solver in SOLVERS {
        for step_hz in RATES {
            for substeps in 1..=8 {
                let settings = WorldSettings { solver, step_hz, substeps, gravity, sleeping: false, ..WorldSettings::default() };
                check(World::new(settings), format!("{solver:?}, {step_hz} Hz, {substeps} sub-steps"));
            }
        }
    }
}

fn a_second(w: &mut World) {
    steps(w, w.settings().step_hz as usize);
}

fn body(w: &World, id: BodyId) -> &Body {
    w.body(id).unwrap()
}

/// Damping was the implicit step v/(1 + c h): first order, so how much speed a body lost depended on the rate of steps
/// (at 30 Hz and c = 1 half a percent) and on the solver.
#[test]
fn damping_takes_exactly_its_share_at_any_rate_of_steps() {
    for c in [0.05_f32, 1.0, 3.0] {
        for_each_world(Vec2::ZERO, |mut w, about| {
            let def = BodyDef {
                linear_velocity: vec2(0.6, -0.8),
                angular_velocity: 1.0,
                linear_damping: c,
                angular_damping: 2.0 * c,
                ..at(0.0, 0.0)
            };
            let id = w.add_body(def, of(rectangle(1.0, 0.5)));
            a_second(&mut w);
            let (speed, spin) = (body(&w, id).linear_velocity.length(), body(&w, id).angular_velocity);
            // Up to 1920 sub-steps, each rounds by half a unit of 6e-8 at most, in both directions.
            assert!((f64::from(speed) - (-f64::from(c)).exp()).abs() < 1e-5, "{about}: speed {speed} at c = {c}");
            assert!((f64::from(spin) - (-2.0 * f64::from(c)).exp()).abs() < 1e-5, "{about}: spin {spin} at c = {c}");
        });
    }
}

#[test]
fn without_damping_a_free_body_keeps_the_bits_of_its_speed() {
    for_each_world(Vec2::ZERO, |mut w, about| {
        let def = BodyDef { linear_velocity: vec2(0.123_456_7, -7.654_321), angular_velocity: 0.333_333_3, ..at(0.0, 0.0) };
        let id = w.add_body(def, of(rectangle(1.0, 0.5)));
        a_second(&mut w);
        let (velocity, spin) = (body(&w, id).linear_velocity, body(&w, id).angular_velocity);
        assert_eq!((velocity, spin), (def.linear_velocity, def.angular_velocity), "{about}");
    });
}

/// The way was that of constant acceleration also for a damped body.
#[test]
fn a_damped_body_falls_along_its_closed_form_and_reaches_its_final_speed() {
    let (c, v0) = (2.0_f64, vec2(3.0, 5.0));
    for_each_world(vec2(0.0, -G), |mut w, about| {
        let def = BodyDef { linear_velocity: v0, linear_damping: c as f32, ..at(0.0, 0.0) };
        let id = w.add_body(def, of(circle(0.5)));
        a_second(&mut w);
        // v' = a − c v:  v = a/c + (v0 − a/c) e^(−c t),  x = a t/c + (v0 − a/c)(1 − e^(−c t))/c.
        let exact = |v0: f64, a: f64| {
            let rest = a / c;
            (a / c + (v0 - rest) * (-c).exp(), rest + (v0 - rest) * -(-c).exp_m1() / c)
        };
        let [(vx, x), (vy, y)] = [exact(f64::from(v0.x), 0.0), exact(f64::from(v0.y), -f64::from(G))];
        let (velocity, place) = (body(&w, id).linear_velocity, body(&w, id).center);
        // Rounding of up to 1920 sums of numbers below 8, in both directions.
        for (now, exact) in [(velocity.x, vx), (velocity.y, vy), (place.x, x), (place.y, y)] {
            assert!((f64::from(now) - exact).abs() < 5e-5, "{about}: {now} is not {exact}");
        }
        (0..14).for_each(|_| a_second(&mut w));
        let last = body(&w, id).linear_velocity.y;
        // A change below half a unit of the speed (2.4e-7 below 8) is lost; the change is `1 − e^(−c h)` of what is
        // missing.
        let lost = -(-c * f64::from(w.settings().substep_seconds())).exp_m1();
        assert!((f64::from(last) + f64::from(G) / c).abs() < 1.1 * 2.4e-7 / lost, "{about}: falls with {last} at last");
    });
}

/// The turn under a torque was `½ α t² (1 + h/t)`: longer with longer sub-steps, and in the solver without sub-steps
/// longer than in the other.
#[test]
fn a_constant_force_beside_the_center_moves_and_turns_by_its_closed_form() {
    for_each_world(Vec2::ZERO, |mut w, about| {
        let id = w.add_body(at(0.0, 0.0), of(rectangle(2.0, 1.0)));
        let (mass, inertia) = (body(&w, id).mass, body(&w, id).inertia);
        let (force, arm, torque) = (vec2(2.0, -1.0), vec2(0.25, 0.5), 0.25);
        let count = w.settings().step_hz as usize;
        for _ in 0..count {
            let point = body(&w, id).center + arm;
            w.apply_force(id, force, point);
            w.apply_torque(id, torque);
            w.step();
        }
        let turning = (torque + arm.x * force.y - arm.y * force.x) / inertia;
        let now = body(&w, id);
        // One second: v = a t, x = ½ a t². Each of up to 1920 sums rounds by 6e-8 at most (half a unit below 2), and equal
        // summands in the same direction.
        let rounding = 1.2e-4;
        assert!((now.linear_velocity - force / mass).length() < rounding, "{about}: {}", now.linear_velocity);
        assert!((now.center - 0.5 * force / mass).length() < rounding, "{about}: {}", now.center);
        assert!((now.angular_velocity - turning).abs() < rounding, "{about}: {} is not {turning}", now.angular_velocity);
        assert!((now.pose.rotation.angle() - 0.5 * turning).abs() < rounding, "{about}: {}", now.pose.rotation.angle());
        w.step();
        assert_eq!(body(&w, id).force, Vec2::ZERO, "a force acts in one step");
    });
}

#[test]
fn a_force_that_depends_on_the_place_keeps_energy_when_taken_half_a_step_ahead() {
    let omega = 2.0 * std::f32::consts::PI * 0.5;
    for_each_world(Vec2::ZERO, |mut w, about| {
        let id = w.add_body(at(1.0, 0.0), of(circle(0.5)));
        let h = w.settings().step_seconds();
        let widest_of_the_last_period = |w: &mut World, ahead: f32| {
            let mut widest = 0.0_f32;
            for step in 0..20 * w.settings().step_hz as usize {
                let now = body(w, id);
                let force = -now.mass * omega * omega * (now.center + ahead * now.linear_velocity);
                w.apply_force(id, force, now.center);
                w.step();
                if step >= 18 * w.settings().step_hz as usize {
                    widest = widest.max(body(w, id).center.x.abs());
                }
            }
            widest
        };
        let kept = widest_of_the_last_period(&mut w, 0.5 * h);
        // Steps do not meet the turning point exactly: 1 − cos(ω h/2) is at most 1.4e-3.
        assert!((kept - 1.0).abs() < 2e-3, "{about}: {kept}");
        let grown = widest_of_the_last_period(&mut w, 0.0) / kept;
        let expected = (0.25 * omega * omega * h * 20.0).exp();
        assert!((grown / expected - 1.0).abs() < 0.1, "{about}: {grown} is not {expected}");
    });
}
