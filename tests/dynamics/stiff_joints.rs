//! Joints of all kinds under heavy loads and in loops: they may not stretch.
//!
//! Rods, slides, motors and loops were left to iteration, where a load is felt only in the joint that it hangs on: two
//! rods with a lower bob of 900 times the upper one's mass opened by 17 cm, ten links under 1,000 times their mass by
//! 414 mm, a slider-crank at 6 rad/s by 6 mm, and the last hinge of a four-bar linkage by 6.7 mm.

use crate::dynamics_fixture::*;
use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::collider::ColliderDef;
use collidoscope::engine::joint::{Distance, JointDef, JointId, JointKind, Limits, Motor, Prismatic, Revolute, Spring, Weld};
use collidoscope::engine::lanes::Width;
use collidoscope::engine::material::Material;
use collidoscope::engine::math::{Vec2, sin_cos};
use collidoscope::engine::shape::Shape;
use collidoscope::engine::solver::{SolverPass, SolverStep};
use collidoscope::engine::world::{World, WorldSettings};

const ROD: JointKind = JointKind::Distance(Distance { length: None, limits: None, spring: None });

fn lively(x: f32, y: f32) -> BodyDef {
    BodyDef { can_sleep: false, ..at(x, y) }
}

fn weighing(shape: Shape, area: f32, mass: f32) -> Vec<ColliderDef> {
    vec![ColliderDef { material: Material { density: mass / area, ..Material::default() }, ..of(shape)[0].clone() }]
}

/// A disc of radius 0.1.
fn bob(w: &mut World, place: Vec2, mass: f32) -> BodyId {
    w.add_body(lively(place.x, place.y), weighing(circle(0.1), std::f32::consts::PI * 0.01, mass))
}

/// A bar between two points, of 0.1 kg per metre and density 1.
fn bar(w: &mut World, [from, to]: [Vec2; 2]) -> BodyId {
    let (way, middle) = (to - from, 0.5 * (from + to));
    w.add_body(BodyDef { angle: libm::atan2f(way.y, way.x), ..lively(middle.x, middle.y) }, of(rectangle(way.length(), 0.1)))
}

/// Joins the middles of two bodies.
fn link(w: &mut World, a: BodyId, b: BodyId, kind: JointKind) -> JointId {
    let (from, to) = (center(w, a), center(w, b));
    w.add_joint(JointDef { body_a: a, body_b: b, anchor_a: from, anchor_b: to, kind, collide_connected: true }).unwrap()
}

fn rope(length: f32) -> JointKind {
    JointKind::Distance(Distance { length: None, limits: Some(Limits { lower: 0.0, upper: length }), spring: None })
}

fn driven_hinge(speed: f32) -> JointKind {
    JointKind::Revolute(Revolute { limits: None, motor: Some(Motor { speed, max_effort: 2000.0 }), spring: None })
}

fn total(w: &World) -> f64 {
    w.energy().kinetic + w.energy().potential
}

/// Bobs of 1 kg, the last of `load` kg, one below the other on rods of 1 m along `way` from the origin.
fn rods(w: &mut World, count: usize, load: f32, way: Vec2) -> (Vec<BodyId>, Vec<JointId>) {
    let mut before = w.add_body(fixed(0.0, 0.0), Vec::new());
    let made = (0..count).map(|k| {
        let next = bob(w, (k + 1) as f32 * way, if k + 1 == count { load } else { 1.0 });
        let rod = link(w, before, next, ROD);
        before = next;
        (next, rod)
    });
    made.unzip()
}

/// What was seen while a world ran: the worst error of a joint, metres, and how far the energy rose above its start, J.
struct Seen {
    worst: f32,
    gained: f64,
}

fn watch(w: &mut World, seconds: usize) -> Seen {
    let start = total(w);
    let mut seen = Seen { worst: 0.0, gained: 0.0 };
    for _ in 0..60 * seconds {
        w.step();
        w.validate().unwrap();
        let errors = w.joints().map(|(id, _)| w.joint_readout(id).unwrap().error);
        seen.worst = errors.fold(seen.worst, f32::max);
        seen.gained = seen.gained.max(total(w) - start);
    }
    seen
}

#[test]
fn rods_with_a_heavy_bob_do_not_stretch() {
    for (count, load) in [(2, 900.0), (10, 1000.0), (10, 6000.0)] {
        for way in [vec2(1.0, 0.0), vec2(0.6, -0.8), vec2(0.0, -1.0)] {
            let mut w = world();
            rods(&mut w, count, load, way);
            let Seen { worst, gained } = watch(&mut w, 60);
            println!("{count} rods, {load} : 1, {way}: {} mm", 1e3 * worst);
            assert!(worst < 1e-3, "{count} rods, {load} : 1, {way}: {} mm", 1e3 * worst);
            // Energy swings within a turn by the square of the sub-step, about 0.002 of m g ℓ.
            assert!(gained < 0.005 * f64::from(load * G * count as f32), "{count} rods, {load} : 1, {way}: {gained} J");
        }
    }
}

#[test]
fn a_hanging_chain_of_rods_carries_what_hangs_below() {
    let mut w = world();
    let (_, joints) = rods(&mut w, 10, 1000.0, vec2(0.0, -1.0));
    w.step();
    for (k, &rod) in joints.iter().enumerate() {
        let weight = (1000.0 + (9 - k) as f32) * G;
        let force = w.joint_readout(rod).unwrap().force;
        // At once, not after many steps; the rest are a few roundings and the compliance.
        assert!((force - vec2(0.0, weight)).length() < 1e-4 * weight, "rod {k}: {force} instead of {weight}");
    }
}

/// Two point masses on rods, integrated by Runge and Kutta's fourth-order rule in doubles: angles from straight down.
fn double_pendulum(masses: [f64; 2], mut state: [f64; 4], seconds: f64) -> [f64; 4] {
    let [m1, m2] = masses;
    let g = f64::from(G);
    // From Lagrange's equations with lengths of 1.
    let rate = |[a, b, u, v]: [f64; 4]| {
        let (c, s) = (libm::cos(a - b), libm::sin(a - b));
        let right = [-m2 * v * v * s - (m1 + m2) * g * libm::sin(a), u * u * s - g * libm::sin(b)];
        // (m1 + m2) u' + m2 c v' = right0;   c u' + v' = right1.
        let du = (right[0] - m2 * c * right[1]) / (m1 + m2 * (1.0 - c * c));
        [u, v, du, right[1] - c * du]
    };
    let moved = |y: [f64; 4], d: [f64; 4], h: f64| std::array::from_fn(|k| y[k] + h * d[k]);
    let h = 1e-5;
    for _ in 0..(seconds / h).round() as usize {
        let k1 = rate(state);
        let k2 = rate(moved(state, k1, 0.5 * h));
        let k3 = rate(moved(state, k2, 0.5 * h));
        let k4 = rate(moved(state, k3, h));
        state = std::array::from_fn(|k| state[k] + h / 6.0 * (k1[k] + 2.0 * k2[k] + 2.0 * k3[k] + k4[k]));
    }
    state
}

#[test]
fn a_double_pendulum_of_rods_goes_where_runge_and_kutta_send_it() {
    for load in [1.0, 20.0] {
        let mut w = world();
        let (bobs, _) = rods(&mut w, 2, load, vec2(0.6, -0.8));
        steps(&mut w, 90);
        let start = libm::atan2(0.6, 0.8);
        let [a, b, ..] = double_pendulum([1.0, f64::from(load)], [start, start, 0.0, 0.0], 1.5);
        let upper = [libm::sin(a), -libm::cos(a)];
        let lower = [upper[0] + libm::sin(b), upper[1] - libm::cos(b)];
        for (bob, exact) in bobs.iter().zip([upper, lower]) {
            let off = center(&w, *bob) - vec2(exact[0] as f32, exact[1] as f32);
            println!("{load}: {off}");
            // The leapfrog's error: (ω h)² / 24 of the period, with the light bob's ω of about 3 √load, on ways of
            // metres, grows with the divergence of neighbouring ways.
            assert!(off.length() < 3e-3, "{load} : 1: off by {off}");
        }
    }
}

#[test]
fn a_slider_crank_is_exact_at_any_speed() {
    for speed in [1.0, 6.0, 20.0] {
        let mut w = world();
        let wall = anchor_body(&mut w);
        let crank = bar(&mut w, [Vec2::ZERO, vec2(1.0, 0.0)]);
        let rod = bar(&mut w, [vec2(1.0, 0.0), vec2(4.0, 0.0)]);
        let piston = w.add_body(lively(4.0, 0.0), of(rectangle(0.6, 0.4)));
        let driven = join(&mut w, wall, crank, Vec2::ZERO, driven_hinge(speed));
        join(&mut w, crank, rod, vec2(1.0, 0.0), free_hinge());
        join(&mut w, rod, piston, vec2(4.0, 0.0), free_hinge());
        let slide = JointKind::Prismatic(Prismatic { axis: Vec2::X, limits: None, motor: None, spring: None });
        join(&mut w, wall, piston, vec2(4.0, 0.0), slide);
        let worst = watch(&mut w, 20).worst;
        assert!(worst < 1e-4, "{speed} rad/s: {} mm", 1e3 * worst);
        // The piston is where the crank's angle puts it.
        let angle = w.joint_readout(driven).unwrap().coordinate;
        assert!((angle - 20.0 * speed).abs() < 1e-3, "{angle}");
        let (sin, cos) = sin_cos(angle);
        let exact = cos + (9.0 - sin * sin).sqrt();
        assert!((center(&w, piston).x - exact).abs() < 1e-4, "{speed} rad/s: {} instead of {exact}", center(&w, piston).x);
    }
}

#[test]
fn a_four_bar_linkage_closes() {
    for speed in [None, Some(3.0), Some(10.0)] {
        let mut w = world();
        let wall = anchor_body(&mut w);
        // Crank 1, ground 3; the coupler's and the rocker's lengths follow from where they meet.
        let corners = [Vec2::ZERO, vec2(0.0, 1.0), vec2(2.7, 2.4), vec2(3.0, 0.0)];
        let [crank, coupler, rocker] = [0, 1, 2].map(|k| bar(&mut w, [corners[k], corners[k + 1]]));
        join(&mut w, wall, crank, corners[0], speed.map_or(free_hinge(), driven_hinge));
        join(&mut w, crank, coupler, corners[1], free_hinge());
        join(&mut w, coupler, rocker, corners[2], free_hinge());
        join(&mut w, rocker, wall, corners[3], free_hinge());
        let Seen { worst, gained } = watch(&mut w, 20);
        assert!(worst < 1e-4, "{speed:?} rad/s: {} mm", 1e3 * worst);
        // Without a motor nothing is gained; all bars together weigh 0.6 kg.
        assert!(speed.is_some() || gained < 0.05, "{gained} J");
    }
}

#[test]
fn doubled_rods_and_a_third_leg_of_a_parallelogram_stay_calm() {
    let mut w = world();
    let wall = w.add_body(fixed(0.0, 0.0), Vec::new());
    let ball = bob(&mut w, vec2(0.0, -1.0), 5.0);
    let twins = [0, 1].map(|_| link(&mut w, wall, ball, ROD));
    steps(&mut w, 60);
    let forces = twins.map(|id| w.joint_readout(id).unwrap().force.y);
    // Neither rod is better than the other.
    assert!(forces.iter().all(|force| (force - 2.5 * G).abs() < 0.01 * G), "{forces:?}");
    w.set_velocity(ball, vec2(4.0, 0.0), 0.0);
    let Seen { worst, gained } = watch(&mut w, 20);
    assert!(worst < 1e-4 && gained < 0.02 * f64::from(5.0 * G), "{worst} {gained}");

    // Three legs carry a beam: with two it is a parallelogram already. Rods as legs, so that the loops are mixed.
    let mut w = world();
    let wall = anchor_body(&mut w);
    let beam = w.add_body(lively(1.0, -1.0), of(rectangle(2.4, 0.1)));
    for x in [0.0, 1.0, 2.0] {
        let (anchor_a, anchor_b) = (vec2(x, 0.0), vec2(x, -1.0));
        w.add_joint(JointDef { body_a: wall, body_b: beam, anchor_a, anchor_b, kind: ROD, collide_connected: true }).unwrap();
    }
    w.set_velocity(beam, vec2(3.0, 0.0), 0.0);
    let Seen { worst, gained } = watch(&mut w, 20);
    assert!(worst < 1e-4 && gained < 0.02 * f64::from(0.24 * G), "{worst} {gained}");
    assert!(angle(&w, beam).abs() < 1e-3, "a parallelogram's beam stays level: {}", angle(&w, beam));
}

#[test]
fn ropes_go_slack_tighten_and_hold_a_heavy_load() {
    let mut w = world();
    let mut before = w.add_body(fixed(0.0, 0.0), Vec::new());
    let mut joints = Vec::new();
    // Half slack at first: the load falls free, then jerks the ropes straight at 9 m/s.
    for k in 0..5 {
        let next = bob(&mut w, vec2(0.5 * (k + 1) as f32, 0.0), if k == 4 { 500.0 } else { 1.0 });
        joints.push(link(&mut w, before, next, rope(1.0)));
        before = next;
    }
    steps(&mut w, 20);
    // Free fall: the drop is g t² / 2 = 0.545 m, and the ropes carry nothing.
    assert!((center(&w, before).y + 0.5 * G / 9.0).abs() < 0.02, "{}", center(&w, before));
    assert!(w.joint_readout(joints[4]).unwrap().force.length() < 1.0, "slack ropes push nothing");
    let Seen { worst, gained } = watch(&mut w, 60);
    // 4.5 t m/s are stopped within a step: the jerk opens the ropes for a moment.
    assert!(worst < 5e-3 && gained < 1.0, "{worst} {gained}");
    assert!(watch(&mut w, 20).worst < 1e-3);
    assert!(center(&w, before).length() < 5.001);
    // Thrown up, the load falls back onto slack ropes.
    w.set_velocity(before, vec2(0.0, 5.0), 0.0);
    steps(&mut w, 10);
    assert!(w.joint_readout(joints[4]).unwrap().force.length() < 1.0, "{:?}", w.joint_readout(joints[4]));
}

#[test]
fn a_limit_of_a_heavy_arm_stops_it_and_lets_it_go() {
    let mut w = world();
    let wall = w.add_body(fixed(0.0, 0.0), Vec::new());
    let upper = w.add_body(lively(0.5, 0.0), weighing(rectangle(1.0, 0.1), 0.1, 1.0));
    let lower = w.add_body(lively(1.5, 0.0), weighing(rectangle(1.0, 0.1), 0.1, 200.0));
    let bounded = |upper| JointKind::Revolute(Revolute { limits: Some(Limits { lower: -0.5, upper }), motor: None, spring: None });
    let root = join(&mut w, wall, upper, Vec2::ZERO, bounded(1.0));
    let elbow = join(&mut w, upper, lower, vec2(1.0, 0.0), bounded(0.2));
    let Seen { worst, gained } = watch(&mut w, 20);
    assert!(worst < 1e-3 && gained < 1.0, "{worst} {gained}");
    let [at_root, at_elbow] = [root, elbow].map(|id| w.joint_readout(id).unwrap());
    // Both hang in their lower limits, which carry the load: m g times its lever arm.
    assert!((at_root.coordinate + 0.5).abs() < 1e-3 && (at_elbow.coordinate + 0.5).abs() < 1e-3, "{at_root:?} {at_elbow:?}");
    let torque = 200.0 * G * (center(&w, lower).x - at_elbow.anchor_a.x);
    assert!((at_elbow.torque / torque - 1.0).abs() < 1e-3, "{at_elbow:?} {torque}");
    // Lifted, it leaves them at once.
    w.set_velocity(lower, vec2(0.0, 3.0), 3.0);
    steps(&mut w, 5);
    let lifted = w.joint_readout(elbow).unwrap();
    assert!(lifted.coordinate > -0.49 || w.joint_readout(root).unwrap().coordinate > -0.49, "{lifted:?}");
}

#[test]
fn a_motor_that_is_too_weak_for_its_mechanism_gives_its_whole_torque() {
    let mut w = world();
    let wall = w.add_body(fixed(0.0, 0.0), Vec::new());
    let arm = w.add_body(lively(0.0, -0.5), weighing(rectangle(0.1, 1.0), 0.1, 1.0));
    let load = bob(&mut w, vec2(0.0, -1.5), 100.0);
    let motor = Some(Motor { speed: 2.0, max_effort: 50.0 });
    let driven = join(&mut w, wall, arm, Vec2::ZERO, JointKind::Revolute(Revolute { limits: None, motor, spring: None }));
    link(&mut w, arm, load, ROD);
    let worst = watch(&mut w, 10).worst;
    assert!(worst < 1e-3, "{worst}");
    // It cannot lift 100 kg: it swings about where 50 N m hold it.
    let readout = w.joint_readout(driven).unwrap();
    assert!((readout.torque - 50.0).abs() < 1e-3 && readout.coordinate < 0.3, "{readout:?}");
}

#[test]
fn a_spring_among_rods_under_a_load_does_not_stretch_them() {
    let mut w = world();
    let (bobs, joints) = rods(&mut w, 6, 500.0, vec2(0.6, -0.8));
    let spring = Some(Spring { hertz: 3.0, damping_ratio: 0.1 });
    link(&mut w, bobs[0], bobs[3], JointKind::Distance(Distance { length: Some(2.0), limits: None, spring }));
    for _ in 0..1200 {
        w.step();
        for &rod in &joints {
            assert!(w.joint_readout(rod).unwrap().error < 1e-3, "{:?}", w.joint_readout(rod));
        }
    }
}

#[test]
fn a_free_chain_of_all_kinds_keeps_its_momentum() {
    let mut w = weightless();
    let mut bodies = vec![bob(&mut w, Vec2::ZERO, 1.0)];
    for k in 1..12 {
        let next = bob(&mut w, vec2(k as f32, 0.0), if k == 11 { 200.0 } else { 1.0 });
        let kind = match k % 4 {
            0 => rope(1.0),
            1 => JointKind::Weld(Weld { spring: None }),
            2 => free_hinge(),
            _ => ROD,
        };
        match kind {
            JointKind::Distance(_) => link(&mut w, bodies[k - 1], next, kind),
            _ => join(&mut w, bodies[k - 1], next, vec2(k as f32 - 0.5, 0.0), kind),
        };
        bodies.push(next);
    }
    w.set_velocity(bodies[11], vec2(1.0, 2.0), 0.0);
    w.set_velocity(bodies[5], vec2(-1.0, -4.0), 0.0);
    let (start, energy) = (w.momentum(), total(&w));
    for _ in 0..600 {
        w.step();
        let now = w.momentum();
        for axis in 0..2 {
            // Impulses are equal and opposite in doubles; the velocity of 200 kg is rounded to 1e-7 in each pass.
            assert!((now.linear[axis] - start.linear[axis]).abs() < 0.02, "{now:?} {start:?}");
        }
        assert!((now.angular - start.angular).abs() < 1e-3 * start.angular.abs(), "{now:?} {start:?}");
        assert!(total(&w) < 1.001 * energy, "{} {energy}", total(&w));
    }
}

/// A slider-crank, ropes with a load, an arm on its limits and a sagging bridge of rods: all that a mechanism can be.
fn fair(settings: WorldSettings) -> World {
    let mut w = World::new(settings);
    let wall = ground(&mut w);
    let crank = bar(&mut w, [vec2(0.0, 5.0), vec2(1.0, 5.0)]);
    let piston = w.add_body(at(3.0, 5.0), of(circle(0.3)));
    join(&mut w, wall, crank, vec2(0.0, 5.0), driven_hinge(4.0));
    let (anchor_a, anchor_b) = (vec2(1.0, 5.0), vec2(3.0, 5.0));
    w.add_joint(JointDef { body_a: crank, body_b: piston, anchor_a, anchor_b, kind: ROD, collide_connected: true }).unwrap();
    let limits = Some(Limits { lower: -1.5, upper: 0.7 });
    let slide = Prismatic { axis: Vec2::X, limits, motor: None, spring: Some(Spring { hertz: 1.0, damping_ratio: 0.2 }) };
    join(&mut w, wall, piston, vec2(3.0, 5.0), JointKind::Prismatic(slide));
    let mut before = wall;
    for k in 0..6 {
        let place = vec2(10.0 + 0.7 * k as f32, 9.0);
        let next = bob(&mut w, place, if k == 5 { 80.0 } else { 1.0 });
        let anchor_a = if k == 0 { vec2(10.0, 9.5) } else { center(&w, before) };
        let def = JointDef { body_a: before, body_b: next, anchor_a, anchor_b: place, kind: rope(0.9), collide_connected: true };
        w.add_joint(def).unwrap();
        before = next;
    }
    let mut before = wall;
    for k in 0..9 {
        let place = vec2(-12.0 + k as f32, 7.0);
        let next = if k == 8 { wall } else { bob(&mut w, place, 1.0) };
        let anchor_a = if k == 0 { vec2(-13.0, 7.0) } else { center(&w, before) };
        let def = JointDef { body_a: before, body_b: next, anchor_a, anchor_b: place, kind: ROD, collide_connected: true };
        w.add_joint(def).unwrap();
        before = next;
    }
    w
}

#[test]
fn mechanisms_have_the_same_bits_at_any_width_after_restoring_and_when_watched() {
    let mut w = fair(WorldSettings::default());
    let mut narrow = fair(WorldSettings { width: Width::One, ..WorldSettings::default() });
    let mut watched = fair(WorldSettings::default());
    for step in 0..240 {
        w.step();
        narrow.step();
        let mut record: Vec<SolverStep> = Vec::new();
        watched.step_probed(&mut record);
        assert_eq!(w.fingerprint().first_difference(narrow.fingerprint()), None, "width, step {step}");
        assert_eq!(w.fingerprint().first_difference(watched.fingerprint()), None, "watched, step {step}");
        let joined = w.joints().filter(|(_, j)| w.body(j.body_a).unwrap().awake || w.body(j.body_b).unwrap().awake);
        for (_, joint) in joined {
            let of_joint = |s: &&SolverStep| (s.body_a, s.body_b) == (joint.body_a, joint.body_b) && s.pass == SolverPass::Relax;
            assert!(record.iter().filter(of_joint).count() >= 4, "each sub-step shows each joint");
        }
        if step % 60 == 59 {
            let mut restored = fair(WorldSettings::default());
            restored.restore(&w.state());
            let mut on = w.clone();
            for later in 0..20 {
                restored.step();
                on.step();
                assert_eq!(on.fingerprint().first_difference(restored.fingerprint()), None, "restored at {step}, {later} later");
            }
        }
    }
}

/// How many joints stand before those of mechanisms was kept when the set was taken apart: without any joint left, the
/// next step asked for one.
#[test]
fn a_world_whose_last_joint_is_gone_steps_on() {
    let mut w = world();
    let wall = w.add_body(fixed(0.0, 0.0), Vec::new());
    let ball = bob(&mut w, vec2(1.0, 0.0), 1.0);
    let rod = link(&mut w, wall, ball, ROD);
    steps(&mut w, 2);
    w.remove_joint(rod);
    steps(&mut w, 2);
    w.validate().unwrap();
}
