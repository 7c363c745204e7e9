//! A motor drives up to its limit and stops there, however strong it is.
//!
//! The motor's row asked for its speed at a limit, too. A limit of the default solver is a spring, so a strong motor
//! pressed it open: 28.65° became 29.25° with 1e3 N·m, 34.6° with 1e4, and 1e6 went through.

#[path = "dynamics_fixture/mod.rs"]
mod dynamics_fixture;

use collidoscope::engine::body::BodyId;
use collidoscope::engine::joint::{JointId, JointKind, Limits, Motor, Prismatic, Revolute};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::solver::Solver;
use collidoscope::engine::world::{World, WorldSettings};
use dynamics_fixture::*;

const SOLVERS: [Solver; 5] = [Solver::SoftStep, Solver::SequentialImpulses, Solver::Lagrange, Solver::OneContact, Solver::Complementarity];

fn driven(solver: Solver, kind: JointKind, others: usize) -> (World, BodyId, JointId) {
    let mut w = World::new(WorldSettings { solver, gravity: vec2(0.0, -G), sleeping: false, ..WorldSettings::default() });
    let fixed = anchor_body(&mut w);
    let id = w.add_body(at(0.0, 0.0), of(rectangle(2.0, 0.4)));
    let joint = join(&mut w, fixed, id, vec2(-0.9, 0.0), kind);
    // A chain that hangs from it makes of them a mechanism, which is solved together.
    let (mut last, mut y) = (id, 0.0);
    for _ in 0..others {
        let next = w.add_body(at(0.9, y - 0.5), of(rectangle(0.1, 1.0)));
        join(&mut w, last, next, vec2(0.9, y), free_hinge());
        (last, y) = (next, y - 1.0);
    }
    (w, id, joint)
}

#[test]
fn a_motor_stops_at_its_limit_however_strong_it_is_in_both_directions() {
    let bounds = Some(Limits { lower: -0.5, upper: 0.5 });
    for solver in SOLVERS {
        for (effort, sign, others) in [1e2_f32, 1e4, 1e6].into_iter().flat_map(|e| [(e, 1.0, 0), (e, -1.0, 0), (e, 1.0, 2)]) {
            let motor = Some(Motor { speed: sign * 2.0, max_effort: effort });
            let hinge: JointKind = Revolute { limits: bounds, motor, spring: None }.into();
            let slide: JointKind = Prismatic { axis: Vec2::X, limits: bounds, motor, spring: None }.into();
            for (kind, is_hinge) in [(hinge, true), (slide, false)] {
                let (mut w, id, joint) = driven(solver, kind, others);
                let mut farthest = 0.0_f32;
                let mut reached = f32::NEG_INFINITY;
                for step in 0..240 {
                    w.step();
                    let coordinate = sign * w.joint_readout(joint).expect("there").coordinate;
                    farthest = farthest.max(coordinate);
                    reached = if step > 200 { coordinate } else { reached };
                }
                let about = format!("{solver:?}, {effort}, {sign}, {others} more, hinge: {is_hinge}");
                // A limit gives way by the weight, not by the motor. Chains swing on, and iterated limits push back slowly; under
                // Lagrange the stop is a force during the step, and the motor's way of half a step stays.
                let most = match solver {
                    Solver::Lagrange => 2e-2,
                    Solver::SoftStep => 2e-3,
                    _ => {
                        if others > 0 {
                            1e-2
                        } else {
                            2e-3
                        }
                    }
                };
                assert!(farthest < 0.5 + most, "{about}: {farthest}");
                assert!((reached - 0.5).abs() < most, "{about}: {reached}");
                assert!(center(&w, id).is_finite(), "{about}");
            }
        }
    }
}

#[test]
fn a_motor_still_drives_as_fast_as_it_shall_until_there_and_back_again() {
    let bounds = Some(Limits { lower: -3.0, upper: 3.0 });
    for solver in SOLVERS {
        let motor = |speed: f32| Some(Motor { speed, max_effort: 1e5 });
        let kind = |speed: f32| JointKind::from(Revolute { limits: bounds, motor: motor(speed), spring: None });
        let (mut w, _, joint) = driven(solver, kind(1.5), 0);
        for (seconds, speed) in [(1, 1.5_f32), (3, 0.0), (1, -1.5)] {
            if speed < 0.0 {
                w.set_joint_kind(joint, kind(-1.5));
            }
            steps(&mut w, 60 * seconds);
            let found = w.joint_readout(joint).expect("there").coordinate_speed;
            assert!((found - speed).abs() < 1e-2, "{solver:?} after {seconds} s more: {found} instead of {speed}");
        }
    }
}
