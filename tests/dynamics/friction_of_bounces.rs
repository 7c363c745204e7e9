//! Friction of an impact is bounded by μ times all that the impact gives along the normal, m (1 + e) times the closing
//! speed, under every solver and wherever the hit falls between two steps.
//!
//! Sequential impulses, Lagrange multipliers and the complementarity problem bounded it by the impulse of the one step
//! that closed the last of the gap, and gave the bounce without friction: a disc lost between nothing and two thirds of
//! what it should, by chance.

use super::dynamics_fixture::*;
use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::solver::Solver;
use collidoscope::engine::world::{World, WorldSettings};

const SOLVERS: [Solver; 5] = [Solver::SoftStep, Solver::SequentialImpulses, Solver::Lagrange, Solver::OneContact, Solver::Complementarity];

fn world_of(solver: Solver, step_hz: f32) -> World {
    World::new(WorldSettings { solver, step_hz, gravity: vec2(0.0, 0.0), sleeping: false, ..WorldSettings::default() })
}

/// A disc of 0.5 m that flies at the ground from this height, before and after the hit.
fn hit(solver: Solver, step_hz: f32, height: f32, spin: f32, [friction, restitution]: [f32; 2]) -> (World, BodyId) {
    let mut w = world_of(solver, step_hz);
    ground_of(&mut w, friction, restitution);
    let def = BodyDef { linear_velocity: vec2(3.0, -4.0), angular_velocity: spin, ..at(0.0, 0.5 + height) };
    let id = w.add_body(def, made(circle(0.5), friction, restitution));
    steps(&mut w, (0.8 * step_hz) as usize);
    (w, id)
}

#[test]
fn what_slides_through_a_bounce_loses_friction_times_the_whole_impact_in_every_phase_of_a_step() {
    for solver in SOLVERS {
        for step_hz in [60.0, 240.0] {
            for phase in 0..20 {
                for restitution in [0.1, 0.5, 1.0] {
                    let height = 1.0 + 4.0 / step_hz * phase as f32 / 20.0;
                    // Too little friction to stop the sliding: 3 m/s at the rim, of which a third is left at most.
                    let (w, id) = hit(solver, step_hz, height, 0.0, [0.1, restitution]);
                    let lost = 3.0 - velocity(&w, id).x;
                    let exact = 0.1 * (1.0 + restitution) * 4.0;
                    let about = format!("{solver:?}, {step_hz} Hz, e = {restitution}, phase {phase}");
                    assert!((lost - exact).abs() < 1e-3, "{about}: {lost} instead of {exact}");
                    assert!((velocity(&w, id).y - 4.0 * restitution).abs() < 1e-3, "{about}: {}", velocity(&w, id));
                }
            }
        }
    }
}

#[test]
fn what_sticks_in_a_bounce_rolls_away_in_every_phase_of_a_step() {
    for solver in SOLVERS {
        for phase in 0..20 {
            let height = 1.0 + 4.0 / 60.0 * phase as f32 / 20.0;
            let (w, id) = hit(solver, 60.0, height, -10.0, [2.0, 0.5]);
            let spin = w.body(id).expect("there").angular_velocity;
            // v = −ω r after it, and m r (v − 3) = I (ω + 10) with I = m r²/2: ω = −(2 · 3/r + 10)/3.
            let exact = -(2.0 * 3.0 / 0.5 + 10.0) / 3.0;
            assert!((spin - exact).abs() < 1e-3, "{solver:?}, phase {phase}: {spin} instead of {exact}");
            assert!((velocity(&w, id).x + 0.5 * exact).abs() < 1e-3, "{solver:?}, phase {phase}: {}", velocity(&w, id));
        }
    }
}

#[test]
fn friction_of_a_bounce_never_gives_energy() {
    for solver in SOLVERS {
        for phase in 0..40 {
            let (height, spin) = (1.0 + 0.1 * phase as f32 / 40.0, 40.0 - 2.0 * phase as f32);
            let before = world_energy(&hit(solver, 60.0, 10.0, spin, [0.7, 1.0]).0);
            let after = world_energy(&hit(solver, 60.0, height, spin, [0.7, 1.0]).0);
            assert!(after < before * (1.0 + 1e-5), "{solver:?}, spin {spin}: {before} J to {after} J");
        }
    }
}

fn world_energy(w: &World) -> f64 {
    w.energy().total()
}
