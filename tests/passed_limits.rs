//! A limit that is passed brings its bodies back and leaves them at rest.
//!
//! All solvers but the default push a limit open again by a bias of the velocity (Baumgarte), which an equation takes
//! back in the next step and a limit, which only pushes, does not: a slide that began 1 m outside its limits was thrown
//! in at 12 m/s, a rope that was 2 m too short pulled at 24 m/s, from nothing.

#[path = "dynamics_fixture/mod.rs"]
mod dynamics_fixture;

use collidoscope::engine::body::BodyDef;
use collidoscope::engine::joint::{Distance, JointDef, JointKind, Limits, Prismatic, Revolute};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::solver::Solver;
use collidoscope::engine::world::{World, WorldSettings};
use dynamics_fixture::*;

const SOLVERS: [Solver; 5] = [Solver::SoftStep, Solver::SequentialImpulses, Solver::Lagrange, Solver::OneContact, Solver::Complementarity];

#[test]
fn what_begins_beyond_a_limit_is_moved_in_and_rests() {
    let within = |lower: f32, upper: f32| Some(Limits { lower, upper });
    let kinds: [(&str, JointKind, f32); 5] = [
        ("slide", Prismatic { axis: Vec2::X, limits: within(1.0, 50.0), motor: None, spring: None }.into(), 1.0),
        ("slide, upper", Prismatic { axis: Vec2::X, limits: within(-50.0, -0.2), motor: None, spring: None }.into(), -0.2),
        ("hinge", Revolute { limits: within(0.1, 2.0), motor: None, spring: None }.into(), 0.1),
        ("rope", Distance { length: None, limits: within(0.0, 2.0), spring: None }.into(), 2.0),
        ("rod with limits", Distance { length: None, limits: within(5.0, 6.0), spring: None }.into(), 5.0),
    ];
    for solver in SOLVERS {
        for step_hz in [60.0, 240.0] {
            for (name, kind, bound) in kinds {
                let mut w = World::new(WorldSettings { solver, step_hz, gravity: Vec2::ZERO, sleeping: false, ..WorldSettings::default() });
                let fixed = anchor_body(&mut w);
                let id = w.add_body(at(4.0, 0.0), of(rectangle(1.0, 0.5)));
                let far = matches!(kind, JointKind::Distance(_));
                let anchors = if far { [Vec2::ZERO, vec2(4.0, 0.0)] } else { [vec2(4.0, 0.0); 2] };
                let [anchor_a, anchor_b] = anchors;
                let def = JointDef { body_a: fixed, body_b: id, anchor_a, anchor_b, kind, collide_connected: false };
                let joint = w.add_joint(def).expect("a joint");
                let mut most = 0.0_f64;
                for _ in 0..(3.0 * step_hz) as usize {
                    w.step();
                    most = most.max(w.energy().total());
                }
                let told = w.joint_readout(joint).expect("there");
                let about = format!("{solver:?}, {step_hz} Hz, {name}: {told:?}, {most} J");
                // 0.1 mm is where a limit counts as passed; the push out of that leaves a bias of β · 0.1 mm / h, 5 mm/s at
                // 240 Hz.
                assert!((told.coordinate - bound).abs() < 2e-2, "{about}");
                assert!(told.coordinate_speed.abs() < 6e-3, "{about}");
                assert!(solver == Solver::SoftStep || most < 1e-3, "{about}");
            }
        }
    }
}

/// A limit got the impulse that stops a body which turns or slides freely; the rows that hold the joint together came
/// after it and threw the body back, by 3 to 7 % of its speed. A limit does not bounce.
#[test]
fn what_runs_into_a_limit_stops_there() {
    let mut stopped = 0;
    for step in 0..12_u8 {
        let end = 0.3 + 0.005 * f32::from(step);
        let limits = Some(Limits { lower: -end, upper: end });
        let hinge = JointKind::Revolute(Revolute { limits, ..Revolute::default() });
        let slide = JointKind::Prismatic(Prismatic { axis: Vec2::X, limits, ..Prismatic::default() });
        for (kind, place, speed) in
            [(hinge, vec2(1.0, 0.0), 1.0), (hinge, vec2(1.0, 0.0), -3.0), (slide, vec2(0.0, 1.0), 1.0), (slide, vec2(0.3, -1.0), -3.0)]
        {
            let mut w = World::new(WorldSettings { gravity: Vec2::ZERO, sleeping: false, ..WorldSettings::default() });
            let fixed = anchor_body(&mut w);
            let turns = kind == hinge;
            let (linear_velocity, angular_velocity) = if turns { (vec2(0.0, speed), speed) } else { (vec2(speed, 0.0), 0.0) };
            let id = w.add_body(BodyDef { linear_velocity, angular_velocity, ..at(place.x, place.y) }, of(rectangle(2.0, 0.2)));
            let joint = join(&mut w, fixed, id, Vec2::ZERO, kind);
            steps(&mut w, (60.0 * 0.5 / speed.abs()) as usize + 20);
            let told = w.joint_readout(joint).unwrap();
            // Single precision.
            assert!(told.coordinate_speed.abs() < 1e-4 * speed.abs(), "{kind:?} at {speed}: {told:?}");
            assert!((told.coordinate - end * speed.signum()).abs() < 2e-3, "{kind:?} at {speed}: {told:?}");
            stopped += 1;
        }
    }
    assert_eq!(stopped, 48);
}
