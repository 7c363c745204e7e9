//! Islands fall asleep, cost nothing, and wake when something concerns them.

use crate::dynamics_fixture::*;
use collidoscope::engine::body::{BodyDef, BodyId, BodyKind};
use collidoscope::engine::joint::{Distance, JointDef, JointKind, Motor, Prismatic, Revolute, Spring, Weld};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::solver::{Solver, SolverStep};
use collidoscope::engine::world::{World, WorldSettings};

/// A stack of three on the ground, asleep.
fn sleeping_stack(w: &mut World) -> Vec<BodyId> {
    ground(w);
    let stack: Vec<_> = (0..3).map(|k| w.add_body(at(0.0, 0.5 + k as f32), of(rectangle(1.0, 1.0)))).collect();
    steps(w, 180);
    assert!(stack.iter().all(|&id| asleep(w, id)), "the stack does not sleep");
    stack
}

fn asleep(w: &World, id: BodyId) -> bool {
    !w.body(id).unwrap().awake
}

#[test]
fn a_sleeping_island_does_not_move_and_asks_nothing_of_the_solver() {
    let mut w = world();
    let stack = sleeping_stack(&mut w);
    let places: Vec<_> = stack.iter().map(|&id| w.body(id).unwrap().pose).collect();
    let before = w.fingerprint();
    for _ in 0..60 {
        let mut seen: Vec<SolverStep> = Vec::new();
        w.step_probed(&mut seen);
        assert!(seen.is_empty());
    }
    assert_eq!(before, w.fingerprint());
    assert!(stack.iter().zip(places).all(|(&id, pose)| w.body(id).unwrap().pose == pose));
    w.validate().unwrap();
}

#[test]
fn a_hit_wakes_the_whole_island_and_only_it() {
    let mut w = world();
    let stack = sleeping_stack(&mut w);
    let other = w.add_body(at(10.0, 0.5), of(rectangle(1.0, 1.0)));
    steps(&mut w, 120);
    assert!(asleep(&w, other) && asleep(&w, stack[0]));
    w.add_body(BodyDef { gravity_scale: 0.0, linear_velocity: vec2(8.0, 0.0), ..at(-4.0, 2.5) }, of(circle(0.2)));
    let mut woken_together = false;
    for _ in 0..60 {
        w.step();
        w.validate().unwrap();
        let awake = stack.iter().filter(|&&id| !asleep(&w, id)).count();
        assert!(awake == 0 || awake == 3, "half an island is awake");
        woken_together |= awake == 3;
    }
    assert!(woken_together);
    assert!(center(&w, stack[2]).x > 0.01, "the blow went nowhere: {}", center(&w, stack[2]));
    assert!(asleep(&w, other));
}

#[test]
fn a_fast_ball_bounces_off_a_sleeper_as_off_an_awake_body() {
    let run = |sleeping: bool| {
        let mut w = World::new(WorldSettings { sleeping, gravity: Vec2::ZERO, ..WorldSettings::default() });
        let target = w.add_body(at(0.0, 0.0), made(circle(0.5), 0.0, 1.0));
        steps(&mut w, 60);
        assert_eq!(asleep(&w, target), sleeping);
        let ball = w.add_body(BodyDef { linear_velocity: vec2(30.0, 0.0), ..at(-3.0, 0.0) }, made(circle(0.5), 0.0, 1.0));
        steps(&mut w, 30);
        (velocity(&w, target), velocity(&w, ball))
    };
    assert_eq!(run(true), run(false));
    assert!((run(true).0.x - 30.0).abs() < 0.01);
}

#[test]
fn every_edit_wakes_what_it_concerns() {
    type Edit = fn(&mut World, BodyId);
    let edits: [(&str, Edit); 8] = [
        ("velocity", |w, id| w.set_velocity(id, vec2(1.0, 0.0), 0.0)),
        ("impulse", |w, id| w.apply_impulse(id, vec2(1.0, 0.0), Vec2::ZERO)),
        ("force", |w, id| w.apply_force(id, vec2(1.0, 0.0), Vec2::ZERO)),
        ("torque", |w, id| w.apply_torque(id, 1.0)),
        ("pose", |w, id| w.set_pose(id, vec2(0.0, 0.6), 0.0)),
        ("colliders", |w, id| w.set_colliders(id, of(rectangle(1.0, 0.9)))),
        ("properties", |w, id| w.set_properties(id, &BodyDef { gravity_scale: 2.0, ..BodyDef::default() })),
        ("wake", |w, id| w.wake(id)),
    ];
    for (name, edit) in edits {
        let mut w = world();
        let stack = sleeping_stack(&mut w);
        edit(&mut w, stack[0]);
        assert!(stack.iter().all(|&id| !asleep(&w, id)), "{name}");
        w.validate().unwrap();
        w.step();
        w.validate().unwrap();
    }
}

#[test]
fn taking_away_the_ground_wakes_what_stood_on_it() {
    let mut w = world();
    let floor = ground(&mut w);
    let id = w.add_body(at(0.0, 0.5), of(rectangle(1.0, 1.0)));
    steps(&mut w, 120);
    assert!(asleep(&w, id));
    w.remove_body(floor);
    assert!(!asleep(&w, id));
    steps(&mut w, 30);
    assert!(center(&w, id).y < 0.0);
}

#[test]
fn moving_the_ground_away_wakes_what_stood_on_it() {
    let mut w = world();
    let floor = ground(&mut w);
    let id = w.add_body(at(0.0, 0.5), of(rectangle(1.0, 1.0)));
    steps(&mut w, 120);
    w.set_pose(floor, vec2(0.0, -5.0), 0.0);
    steps(&mut w, 30);
    assert!(center(&w, id).y < 0.0);
}

#[test]
fn a_kinematic_body_that_starts_to_move_wakes_what_it_touches() {
    let mut w = world();
    let lift = w.add_body(BodyDef { kind: BodyKind::Kinematic, ..at(0.0, 0.0) }, of(rectangle(4.0, 0.5)));
    let id = w.add_body(at(0.0, 0.75), of(rectangle(1.0, 1.0)));
    steps(&mut w, 120);
    assert!(asleep(&w, id));
    w.set_velocity(lift, vec2(0.0, 1.0), 0.0);
    steps(&mut w, 60);
    assert!((center(&w, id).y - 1.75).abs() < 0.02, "{}", center(&w, id));
}

#[test]
fn joined_bodies_sleep_and_wake_together() {
    let mut w = world();
    ground(&mut w);
    let a = w.add_body(at(0.0, 0.5), of(rectangle(1.0, 1.0)));
    let b = w.add_body(at(5.0, 0.5), of(rectangle(1.0, 1.0)));
    let rope = JointKind::Distance(Distance { length: Some(5.0), limits: None, spring: Some(Spring { hertz: 1.0, damping_ratio: 1.0 }) });
    let def = JointDef { body_a: a, body_b: b, anchor_a: vec2(0.0, 0.5), anchor_b: vec2(5.0, 0.5), kind: rope, collide_connected: true };
    let joint = w.add_joint(def).unwrap();
    assert_eq!(w.islands(), vec![None, Some(0), Some(0)]);
    steps(&mut w, 180);
    assert!(asleep(&w, a) && asleep(&w, b));
    w.wake(b);
    assert!(!asleep(&w, a));
    steps(&mut w, 120);
    assert!(asleep(&w, a) && asleep(&w, b));
    w.remove_joint(joint);
    assert!(!asleep(&w, a) && !asleep(&w, b));
    assert_eq!(w.islands(), vec![None, Some(0), Some(1)]);
}

#[test]
fn the_ground_does_not_join_islands() {
    let mut w = world();
    ground(&mut w);
    for k in 0..4 {
        w.add_body(at(k as f32 * 3.0, 0.5), of(rectangle(1.0, 1.0)));
    }
    let on_top = w.add_body(at(0.0, 1.5), of(rectangle(1.0, 1.0)));
    w.step();
    assert_eq!(w.islands(), vec![None, Some(0), Some(1), Some(2), Some(3), Some(0)]);
    assert!(w.body(on_top).is_some());
}

#[test]
fn a_body_that_may_not_sleep_keeps_its_island_awake() {
    let mut w = world();
    ground(&mut w);
    let below = w.add_body(at(0.0, 0.5), of(rectangle(1.0, 1.0)));
    w.add_body(BodyDef { can_sleep: false, ..at(0.0, 1.5) }, of(rectangle(1.0, 1.0)));
    steps(&mut w, 240);
    assert!(!asleep(&w, below));
}

#[test]
fn without_the_setting_nothing_sleeps() {
    let mut w = World::new(WorldSettings { sleeping: false, ..WorldSettings::default() });
    ground(&mut w);
    let id = w.add_body(at(0.0, 0.5), of(rectangle(1.0, 1.0)));
    steps(&mut w, 240);
    assert!(!asleep(&w, id));
}

#[test]
fn a_slowly_tilting_tower_does_not_fall_asleep_on_its_way() {
    let mut w = world();
    ground(&mut w);
    // Leaning just beyond its corner: it must fall, however slowly it starts.
    let lean = 0.2_f32.atan() + 0.02;
    let (sin, cos) = collidoscope::engine::math::sin_cos(lean);
    let center_at = vec2(0.2 * cos - 1.0 * sin, 0.2 * sin + 1.0 * cos);
    let id = w.add_body(BodyDef { angle: lean, position: center_at, ..BodyDef::default() }, of(rectangle(0.4, 2.0)));
    steps(&mut w, 300);
    assert!(center(&w, id).y < 0.3, "{}", center(&w, id));
}

#[test]
fn what_only_trembles_sleeps() {
    for solver in [Solver::SoftStep, Solver::SequentialImpulses] {
        let mut w = World::new(WorldSettings { solver, gravity: Vec2::ZERO, ..WorldSettings::default() });
        let wall = w.add_body(fixed(0.0, 0.0), Vec::new());
        // 0.02 mm to and fro at 5 Hz: 0.6 mm/s. And a spring that rocks for ever at 1e-11 J/kg.
        let asleep_after = |w: &mut World, y: f32, speed: f32, hertz: f32| {
            let id = w.add_body(BodyDef { linear_velocity: vec2(speed, 0.0), ..at(1.0, y) }, of(rectangle(0.5, 0.5)));
            let spring = Some(Spring { hertz, damping_ratio: 0.0 });
            let kind = JointKind::Distance(Distance { length: None, limits: None, spring });
            let (anchor_a, anchor_b) = (vec2(0.0, y), vec2(1.0, y));
            w.add_joint(JointDef { body_a: wall, body_b: id, anchor_a, anchor_b, kind, collide_connected: false }).unwrap();
            (0..600).position(|_| {
                w.step();
                asleep(w, id)
            })
        };
        for (y, speed, hertz) in [(0.0, 6e-4, 5.0), (5.0, 4.5e-6, 0.5)] {
            let steps = asleep_after(&mut w, y, speed, hertz);
            assert!(steps.is_some_and(|steps| steps < 40), "{solver:?}, {speed} m/s: {steps:?}");
        }
    }
}

/// A body was asleep after half a second below 5 cm/s whatever moved it, so that what slid on ice at 1 mm/s, rolled
/// or drifted in space stopped dead.
#[test]
fn what_nothing_stops_does_not_stop_dead() {
    type Build = fn(&mut World) -> BodyId;
    let cases: [(&str, f32, Build); 5] = [
        ("a block on ice at 1 mm/s", 1e-3, |w| {
            ground_of(w, 0.0, 0.0);
            w.add_body(BodyDef { linear_velocity: vec2(1e-3, 0.0), ..at(0.0, 0.5) }, made(rectangle(1.0, 1.0), 0.0, 0.0))
        }),
        ("a disc that rolls at 2 cm/s", 2e-2, |w| {
            ground(w);
            let def = BodyDef { linear_velocity: vec2(0.02, 0.0), angular_velocity: -0.04, ..at(0.0, 0.5) };
            w.add_body(def, of(circle(0.5)))
        }),
        ("a box adrift in space at 0.5 mm/s", 5e-4, |w| {
            w.add_body(BodyDef { linear_velocity: vec2(5e-4, 0.0), gravity_scale: 0.0, ..at(0.0, 0.5) }, of(rectangle(1.0, 1.0)))
        }),
        ("a stone on a sledge on ice at 1 cm/s", 1e-2, |w| {
            ground_of(w, 0.0, 0.0);
            let speed = vec2(1e-2, 0.0);
            w.add_body(BodyDef { linear_velocity: speed, ..at(0.0, 0.25) }, made(rectangle(2.0, 0.5), 0.0, 0.0));
            w.add_body(BodyDef { linear_velocity: speed, ..at(0.0, 1.0) }, of(rectangle(1.0, 1.0)))
        }),
        ("a block on a slope of ice of a tenth of a thousandth", 9.81e-4 * 10.0, |w| {
            let slope = BodyDef { angle: -1e-4, ..fixed(0.0, -0.5) };
            w.add_body(slope, made(rectangle(200.0, 1.0), 0.0, 0.0));
            w.add_body(at(0.0, 0.5), made(rectangle(1.0, 1.0), 0.0, 0.0))
        }),
    ];
    for (name, speed, build) in cases {
        let mut w = world();
        let id = build(&mut w);
        let start = center(&w, id);
        for _ in 0..600 {
            w.step();
            assert!(!asleep(&w, id), "{name}");
        }
        let way = (center(&w, id) - start).x;
        // The slope's body gains speed: v t / 2.
        let exact = if name.contains("slope") { 5.0 * speed } else { 10.0 * speed };
        // The hundredth is what the first touch takes of it.
        assert!((way - exact).abs() < 0.01 * exact, "{name}: {way} instead of {exact}");
    }
}

/// At the top of its flight a body comes back to where it was half a second before, and under weak gravity it hardly
/// moves at first: both were taken for rest, in the air.
#[test]
fn what_falls_freely_does_not_fall_asleep_in_the_air() {
    use Solver::{Complementarity, Lagrange, OneContact, SequentialImpulses, SoftStep};
    for solver in [SoftStep, SequentialImpulses, OneContact, Complementarity, Lagrange] {
        for (gravity, speed) in [(0.1, 0.025), (0.02, 5e-3), (1e-5, 0.0)] {
            let mut w = World::new(WorldSettings { solver, gravity: vec2(0.0, -gravity), ..WorldSettings::default() });
            let id = w.add_body(BodyDef { linear_velocity: vec2(0.0, speed), ..at(0.0, 0.0) }, of(circle(0.5)));
            steps(&mut w, 300);
            let exact = speed * 5.0 - 0.5 * gravity * 25.0;
            let y = center(&w, id).y;
            // The global solve takes a semi-implicit step: half a step of gravity more, 1/300 of the fall.
            assert!((y - exact).abs() < 4e-3 * 12.5 * gravity, "{solver:?}, g = {gravity}: {y} instead of {exact}");
        }
    }
}

/// Beside a turning point, and after each period, what swings is where it was a moment ago: springs of 1 and 2 Hz fell
/// asleep in the first second, a pendulum of 10 m after 51 seconds at the top of its swing of 4 cm.
#[test]
fn what_swings_does_not_fall_asleep_where_it_turns() {
    let mut w = world();
    let anchor = anchor_body(&mut w);
    let springs = [(0.03, 0.045), (0.1, 0.045), (1.0, 0.045), (2.0, 0.045), (4.0, 0.01)].map(|(hertz, speed)| {
        let y = 20.0 + 100.0 * hertz;
        let def = BodyDef { linear_velocity: vec2(speed, 0.0), gravity_scale: 0.0, ..at(0.0, y) };
        let id = w.add_body(def, of(circle(0.2)));
        let spring = Some(Spring { hertz, damping_ratio: 0.0 });
        join(&mut w, anchor, id, vec2(0.0, y), Prismatic { axis: Vec2::X, spring, ..Prismatic::default() }.into());
        id
    });
    let pendulums = [(0.5, 0.01), (1.0, 0.013), (4.0, 0.007), (10.0, 0.004)].map(|(length, angle)| {
        let pivot = vec2(30.0 * length, 0.0);
        let (sin, cos) = collidoscope::engine::math::sin_cos(angle);
        let id = w.add_body(BodyDef { angle, ..at(pivot.x + length * sin, -length * cos) }, of(circle(0.05)));
        join(&mut w, anchor, id, pivot, free_hinge());
        id
    });
    for step in 0..60 * 400 {
        w.step();
        for &id in springs.iter().chain(&pendulums) {
            assert!(!asleep(&w, id), "at {} s: {:?}", step as f32 / 60.0, center(&w, id));
        }
    }
}

/// What rests by friction creeps a little on soft contacts: that is no motion.
#[test]
fn what_friction_holds_sleeps_although_soft_contacts_let_it_creep() {
    for (angle, substeps) in [(0.0, 8), (0.1, 8), (0.3, 8), (0.5, 8), (0.3, 4), (0.5, 4)] {
        let mut w = World::new(WorldSettings { substeps, ..WorldSettings::default() });
        let (sin, cos) = collidoscope::engine::math::sin_cos(angle);
        w.add_body(BodyDef { angle, ..fixed(0.5 * sin, -0.5 * cos) }, of(rectangle(40.0, 1.0)));
        let up = |height: f32| BodyDef { angle, ..at(-height * sin, height * cos) };
        let boxes = [0.5, 1.5].map(|height| w.add_body(up(height), of(rectangle(2.0, 1.0))));
        steps(&mut w, 240);
        assert!(boxes.iter().all(|&id| asleep(&w, id)), "{angle} {substeps}: {:?}", boxes.map(|id| velocity(&w, id)));
    }
}

/// The way since a body has been slow decides about sleep, so it belongs to the state: continued from any step, or
/// stepped again after going back, a run falls asleep in the same step with the same bits.
#[test]
fn a_run_continued_from_any_step_falls_asleep_in_the_same_step() {
    let build = || {
        let mut w = world();
        let stack: Vec<_> = {
            ground(&mut w);
            (0..3).map(|k| w.add_body(at(0.02 * k as f32, 0.51 + 1.01 * k as f32), of(rectangle(1.0, 1.0)))).collect()
        };
        w.add_body(BodyDef { linear_velocity: vec2(1e-3, 0.0), gravity_scale: 0.0, ..at(0.0, 9.0) }, of(circle(0.5)));
        (w, stack)
    };
    let (mut w, stack) = build();
    let (mut states, mut prints) = (vec![w.state()], vec![w.fingerprint()]);
    for _ in 0..150 {
        w.step();
        states.push(w.state());
        prints.push(w.fingerprint());
    }
    assert!(stack.iter().all(|&id| asleep(&w, id)), "the stack sleeps before the end");
    for from in (0..150).rev().step_by(7) {
        let (mut again, _) = build();
        again.restore(&states[from]);
        assert_eq!(again.fingerprint(), prints[from], "restored at {from}");
        for (step, print) in prints.iter().enumerate().skip(from + 1) {
            again.step();
            assert_eq!(again.fingerprint(), *print, "from {from} at {step}");
        }
    }
}

/// A joint was taken to hold a body whatever it does: slow motors stopped after half a second, joined bodies adrift lost
/// their momentum, a rod balanced on a hinge never fell, a soft spring never swung.
#[test]
fn what_a_joint_lets_move_slowly_stays_awake() {
    let mut w = weightless();
    let anchor = anchor_body(&mut w);
    let motor = |speed: f32| Some(Motor { speed, max_effort: 1e6 });
    let hand = w.add_body(at(0.0, 0.0), of(circle(0.5)));
    join(&mut w, anchor, hand, vec2(0.0, 0.0), Revolute { motor: motor(0.005), ..Revolute::default() }.into());
    let lift = w.add_body(at(5.0, 0.0), of(rectangle(1.0, 1.0)));
    join(&mut w, anchor, lift, vec2(5.0, 0.0), Prismatic { axis: Vec2::Y, motor: motor(0.002), ..Prismatic::default() }.into());
    let adrift = [0.0, 1.0].map(|x| w.add_body(BodyDef { linear_velocity: vec2(0.01, 0.0), ..at(x, 10.0) }, of(rectangle(1.0, 1.0))));
    join(&mut w, adrift[0], adrift[1], vec2(0.5, 10.0), Weld::default().into());
    let slow = w.add_body(at(1.0, -10.0), of(circle(0.2)));
    let spring = Some(Spring { hertz: 0.05, damping_ratio: 0.0 });
    join(&mut w, anchor, slow, vec2(0.0, -10.0), Prismatic { axis: Vec2::X, spring, ..Prismatic::default() }.into());
    steps(&mut w, 600);
    // The spring's rest is where the joint was made: it does not move. All others have gone ten seconds' way.
    let close = |value: f32, wanted: f32| assert!((value - wanted).abs() < 0.02 * wanted, "{value} instead of {wanted}");
    close(angle(&w, hand), 0.05);
    close(center(&w, lift).y, 0.02);
    close(center(&w, adrift[1]).x - 1.0, 0.1);
    assert!(asleep(&w, slow), "it has nothing to do");

    let mut w = world();
    let anchor = anchor_body(&mut w);
    let rod = w.add_body(BodyDef { angle: 1e-3, ..at(-5e-4, 0.5) }, of(rectangle(0.05, 1.0)));
    join(&mut w, anchor, rod, Vec2::ZERO, free_hinge());
    let falls = (0..300).any(|_| {
        w.step();
        angle(&w, rod).abs() > 0.5
    });
    assert!(falls, "it stands at {}", angle(&w, rod));
}
