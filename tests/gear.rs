//! Gears against closed forms, under each solver; the tool, the handles and the file.

mod dynamics_fixture;

use collidoscope::app::{App, DocumentCommand, HistoryCommand, Pointer, PointerEvent, RunCommand, ToolCommand, ViewCommand};
use collidoscope::engine::body::{BodyDef, BodyId, BodyKind};
use collidoscope::engine::joint::{Gear, JointDef, JointId, JointKind};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::solver::Solver;
use collidoscope::engine::solver::table::SOLVERS;
use collidoscope::engine::world::{World, WorldSettings};
use collidoscope::scene::document::{BodyDoc, Geometry, JointDoc, ShapeDoc};
use collidoscope::scene::file;
use collidoscope::scene::shipped;
use collidoscope::scene::stage::Stage;
use dynamics_fixture::*;

const RATIOS: [f32; 4] = [1.0, 2.0, 0.35, -1.5];

fn solvers() -> impl Iterator<Item = Solver> {
    SOLVERS.iter().map(|row| row.solver)
}

/// Two wheels on hinges of the world, of radius 0.5 and 0.8 m, and the gear between them.
struct Wheels {
    w: World,
    bodies: [BodyId; 2],
    hinges: [JointId; 2],
    gear: JointId,
}

fn mesh(w: &mut World, [a, b]: [BodyId; 2], ratio: f32) -> JointId {
    let (anchor_a, anchor_b) = (center(w, a), center(w, b));
    let kind = JointKind::Gear(Gear { ratio });
    w.add_joint(JointDef { body_a: a, body_b: b, anchor_a, anchor_b, kind, collide_connected: true }).unwrap()
}

fn wheels(solver: Solver, ratio: f32) -> Wheels {
    let mut w = World::new(WorldSettings { solver, sleeping: false, gravity: Vec2::ZERO, ..WorldSettings::default() });
    let base = anchor_body(&mut w);
    let mut wheel = |x: f32, radius: f32| {
        let body = w.add_body(BodyDef { can_sleep: false, ..at(x, 0.0) }, of(circle(radius)));
        (body, join(&mut w, base, body, vec2(x, 0.0), free_hinge()))
    };
    let ((a, hinge_a), (b, hinge_b)) = (wheel(-1.0, 0.5), wheel(1.0, 0.8));
    let gear = mesh(&mut w, [a, b], ratio);
    Wheels { w, bodies: [a, b], hinges: [hinge_a, hinge_b], gear }
}

impl Wheels {
    fn spins(&self) -> [f32; 2] {
        self.bodies.map(|id| self.w.body(id).unwrap().angular_velocity)
    }

    fn inertias(&self) -> [f32; 2] {
        self.bodies.map(|id| self.w.body(id).unwrap().inertia)
    }

    /// Whole turns count.
    fn turned(&self) -> [f32; 2] {
        self.hinges.map(|id| self.w.joint_readout(id).unwrap().coordinate)
    }
}

fn near(found: f32, wanted: f32, share: f32, of: &str) {
    assert!((found - wanted).abs() <= share * wanted.abs(), "{of}: {found} instead of {wanted}");
}

/// `I_a ω̇_a = τ + λ`, `I_b ω̇_b = ρ λ`, `ω_a = −ρ ω_b`: the torque on A has the inertia `I_a + I_b/ρ²` to turn, and B
/// gets the torque `ρ λ = −τ (I_b/ρ) / (I_a + I_b/ρ²)`.
#[test]
fn a_torque_on_one_wheel_turns_both_by_the_inertia_seen_through_the_gear() {
    for solver in solvers() {
        for ratio in RATIOS {
            let name = format!("{solver:?}, {ratio}");
            let mut wheels = wheels(solver, ratio);
            let ([of_a, of_b], torque, seconds) = (wheels.inertias(), 0.5_f32, 1.0);
            for _ in 0..60 {
                wheels.w.apply_torque(wheels.bodies[0], torque);
                wheels.w.step();
            }
            let seen = of_a + of_b / (ratio * ratio);
            let [spin_a, spin_b] = wheels.spins();
            near(spin_a, torque * seconds / seen, 2e-3, &name);
            near(spin_a, -ratio * spin_b, 1e-4, &name);
            let readout = wheels.w.joint_readout(wheels.gear).unwrap();
            near(readout.torque, -torque * (of_b / ratio) / seen, 5e-3, &name);
            assert!(readout.error < 2e-3, "{name}: {readout:?}");
            // Across the line of the shafts, 2 m apart: the bearing of B holds against it.
            let between_teeth = -(1.0 + ratio) * readout.torque / (ratio * 2.0);
            near(readout.force.y, between_teeth, 2e-3, &name);
            assert!(readout.force.x.abs() < 1e-3 * readout.torque.abs(), "{name}: {readout:?}");
            near(wheels.w.joint_readout(wheels.hinges[1]).unwrap().force.y, -between_teeth, 5e-3, &name);
        }
    }
}

/// A wheel that turns meets one that rests: `I_a Δω_a = λ`, `I_b Δω_b = ρ λ`, so `ρ I_a Δω_a = I_b Δω_b`, and
/// `λ = −ω_a / (1/I_a + ρ²/I_b)`.
#[test]
fn wheels_that_mesh_share_their_angular_momentum() {
    for solver in solvers() {
        for ratio in RATIOS {
            let name = format!("{solver:?}, {ratio}");
            let mut wheels = wheels(solver, ratio);
            let [of_a, of_b] = wheels.inertias();
            wheels.w.set_velocity(wheels.bodies[0], Vec2::ZERO, 3.0);
            steps(&mut wheels.w, 30);
            let [spin_a, spin_b] = wheels.spins();
            let impulse = -3.0 / (1.0 / of_a + ratio * ratio / of_b);
            near(spin_a, 3.0 + impulse / of_a, 5e-3, &name);
            near(spin_b, ratio * impulse / of_b, 5e-3, &name);
        }
    }
}

/// A gear once gave its reaction to nobody: its two torques alone do not add up to zero, and a gearbox that is free
/// turned by itself. Three bodies in space: the angular momentum about their common centre stays, and the wheels turn
/// in the ratio as seen from the frame.
#[test]
fn a_free_gearbox_keeps_its_angular_momentum() {
    for solver in solvers() {
        for ratio in RATIOS {
            let name = format!("{solver:?}, {ratio}");
            let mut w = World::new(WorldSettings { solver, sleeping: false, gravity: Vec2::ZERO, ..WorldSettings::default() });
            let mut body = |x: f32, y: f32, radius: f32, spin: f32| {
                w.add_body(BodyDef { can_sleep: false, angular_velocity: spin, ..at(x, y) }, of(circle(radius)))
            };
            let (frame, a, b) = (body(0.3, 0.4, 0.9, 0.0), body(-0.5, 0.0, 0.4, 6.0), body(0.7, 0.2, 0.8, 0.0));
            join(&mut w, frame, a, vec2(-0.5, 0.0), free_hinge());
            join(&mut w, frame, b, vec2(0.7, 0.2), free_hinge());
            mesh(&mut w, [a, b], ratio);
            let momentum = |w: &World| -> f64 {
                let of = |id: BodyId| {
                    let body = w.body(id).unwrap();
                    let (at, v) = (body.center.as_dvec2(), body.linear_velocity.as_dvec2());
                    f64::from(body.mass) * (at.x * v.y - at.y * v.x) + f64::from(body.inertia) * f64::from(body.angular_velocity)
                };
                [frame, a, b].into_iter().map(of).sum()
            };
            let start = momentum(&w);
            steps(&mut w, 300);
            let spin = |id: BodyId| w.body(id).unwrap().angular_velocity;
            near(momentum(&w) as f32, start as f32, 2e-3, &name);
            near(spin(a) - spin(frame), -ratio * (spin(b) - spin(frame)), 2e-3, &name);
            assert!(ratio == -1.0 || spin(frame).abs() > 1e-2, "{name}: the frame turns, {} rad/s", spin(frame));
        }
    }
}

/// Willis: a planet on an arm that turns at Ω round a sun that is held turns at `ω = Ω (1 + r_sun / r_planet)`; for 20 turns of
/// the arm, so that whole turns of the line count.
#[test]
fn a_planet_rolls_round_a_sun_that_is_held() {
    for solver in solvers() {
        for [of_sun, of_planet] in [[1.0, 0.5], [0.4, 0.8], [1.0, 1.0]] {
            let name = format!("{solver:?}, {of_sun} {of_planet}");
            let mut w = World::new(WorldSettings { solver, sleeping: false, gravity: Vec2::ZERO, ..WorldSettings::default() });
            let sun = w.add_body(BodyDef { kind: BodyKind::Static, ..at(0.0, 0.0) }, of(circle(of_sun)));
            let speed = 3.0;
            let arm = w.add_body(BodyDef { kind: BodyKind::Kinematic, angular_velocity: speed, ..at(0.0, 0.0) }, of(circle(0.1)));
            let planet = w.add_body(BodyDef { can_sleep: false, ..at(of_sun + of_planet, 0.0) }, of(circle(of_planet)));
            join(&mut w, arm, planet, vec2(of_sun + of_planet, 0.0), free_hinge());
            let gear = mesh(&mut w, [sun, planet], of_planet / of_sun);
            steps(&mut w, 60 * 42);
            // Solvers of one step hold what turns by 3 degrees in it where it was at its start: 0.6 %.
            near(w.body(planet).unwrap().angular_velocity, speed * (1.0 + of_sun / of_planet), 1e-2, &name);
            assert!(w.joint_readout(gear).unwrap().error < 0.05, "{name}: {:?}", w.joint_readout(gear));
        }
    }
}

/// Shafts that coincide have no line between them: the torques are those of the ratio, and nothing is pushed.
#[test]
fn wheels_on_one_shaft_mesh_by_torques_alone() {
    for solver in solvers() {
        let mut w = World::new(WorldSettings { solver, sleeping: false, gravity: Vec2::ZERO, ..WorldSettings::default() });
        let base = anchor_body(&mut w);
        let mut wheel = |radius: f32, spin: f32| {
            let body = w.add_body(BodyDef { can_sleep: false, angular_velocity: spin, ..at(2.0, 1.0) }, of(circle(radius)));
            join(&mut w, base, body, vec2(2.0, 1.0), free_hinge());
            body
        };
        let bodies = [wheel(0.5, 4.0), wheel(0.8, 0.0)];
        let [anchor_a, anchor_b] = bodies.map(|id| center(&w, id));
        let kind = JointKind::Gear(Gear { ratio: 3.0 });
        let def = JointDef { body_a: bodies[0], body_b: bodies[1], anchor_a, anchor_b, kind, collide_connected: false };
        let gear = w.add_joint(def).unwrap();
        steps(&mut w, 60);
        let [a, b] = bodies.map(|id| w.body(id).unwrap().angular_velocity);
        near(a, -3.0 * b, 1e-3, &format!("{solver:?}"));
        assert!(b < -0.1 && w.joint_readout(gear).unwrap().force == Vec2::ZERO, "{solver:?}: {a} {b}");
    }
}

/// 20 turns of A and back: whole turns of either wheel count, whatever the ratio.
#[test]
fn a_gear_does_not_lose_its_place_over_many_turns() {
    for solver in solvers() {
        for ratio in RATIOS {
            let mut wheels = wheels(solver, ratio);
            let mut most = 0.0_f32;
            for spin in [12.0, -12.0] {
                wheels.w.set_velocity(wheels.bodies[0], Vec2::ZERO, spin);
                wheels.w.set_velocity(wheels.bodies[1], Vec2::ZERO, -spin / ratio);
                for _ in 0..630 {
                    wheels.w.step();
                    let [a, b] = wheels.turned();
                    most = most.max(a.abs());
                    assert!((a + ratio * b).abs() < 5e-3, "{solver:?}, {ratio}: {a} and {b} after {most} rad");
                }
            }
            assert!(most > 120.0, "{solver:?}, {ratio}: {most} rad");
        }
    }
}

#[test]
fn a_driven_wheel_of_the_scene_takes_the_other_with_it() {
    for solver in solvers() {
        let mut w = World::new(WorldSettings { solver, sleeping: false, ..WorldSettings::default() });
        let base = anchor_body(&mut w);
        let driver = BodyDef { kind: BodyKind::Kinematic, angular_velocity: 2.0, ..at(-1.0, 0.0) };
        let a = w.add_body(driver, of(circle(0.5)));
        let b = w.add_body(BodyDef { can_sleep: false, ..at(1.0, 0.0) }, of(circle(0.8)));
        join(&mut w, base, b, vec2(1.0, 0.0), free_hinge());
        let gear = mesh(&mut w, [a, b], 1.6);
        steps(&mut w, 120);
        near(w.body(b).unwrap().angular_velocity, -2.0 / 1.6, 1e-3, &format!("{solver:?}"));
        assert!(w.joint_readout(gear).unwrap().error < 1e-2, "{solver:?}: {:?}", w.joint_readout(gear));
    }
}

#[test]
fn a_restored_gear_goes_on_with_the_same_bits() {
    for solver in solvers() {
        let begin = || {
            let mut wheels = wheels(solver, 0.35);
            wheels.w.set_velocity(wheels.bodies[0], Vec2::ZERO, 7.0);
            wheels
        };
        let mut first = begin();
        steps(&mut first.w, 70);
        let (state, mut other) = (first.w.state(), begin());
        other.w.restore(&state);
        steps(&mut first.w, 100);
        steps(&mut other.w, 100);
        assert_eq!(first.w.state(), other.w.state(), "{solver:?}");
    }
}

#[test]
fn ratios_without_sense_are_survived() {
    for solver in solvers() {
        for ratio in [0.0, -0.0, 1e-30, 1e30, f32::NAN, f32::INFINITY, 100.0, -100.0] {
            let mut wheels = wheels(solver, ratio);
            wheels.w.set_velocity(wheels.bodies[1], Vec2::ZERO, 5.0);
            steps(&mut wheels.w, 120);
            let readout = wheels.w.joint_readout(wheels.gear).unwrap();
            assert!(wheels.spins().iter().all(|spin| spin.is_finite()) && readout.error.is_finite(), "{solver:?} {ratio}: {readout:?}");
        }
    }
}

/// What the scene's text says: speeds 1 : −1/3 : 1/9 by the gears, 1/1.5 by the belt; at rest of all accelerations the
/// right wheel, which alone is braked, bears three times the torque of the middle one.
#[test]
fn the_shipped_scene_does_what_its_text_says() {
    for solver in solvers() {
        let mut document = file::parse(shipped::scenes().iter().find(|scene| scene.name == "gears").unwrap().json.as_bytes()).unwrap();
        document.world.solver = solver;
        let mut stage = Stage::new(&document).unwrap();
        (0..360).for_each(|_| stage.step());
        let spin = |id: &str| stage.world().body(stage.names().bodies.id(id).unwrap()).unwrap().angular_velocity;
        let torque = |id: &str| stage.world().joint_readout(stage.names().joints.id(id).unwrap()).unwrap().torque;
        let name = format!("{solver:?}");
        near(spin("driver"), std::f32::consts::PI, 5e-3, &name);
        near(spin("middle"), -spin("driver") / 3.0, 1e-3, &name);
        near(spin("right"), spin("driver") / 9.0, 1e-3, &name);
        near(spin("belt wheel"), spin("driver") / 1.5, 1e-3, &name);
        near(torque("gear 2"), -3.0 * torque("gear 1"), 2e-2, &name);
    }
}

fn disc(id: &str, x: f32, radius: f32) -> BodyDoc {
    let shape = ShapeDoc::new(Geometry::Circle { radius, center: Vec2::ZERO });
    BodyDoc { id: id.into(), position: vec2(x, 3.0), shapes: vec![shape], ..BodyDoc::default() }
}

fn drag(app: &mut App, from: Vec2, to: Vec2) {
    let at = |world: Vec2| Pointer { world, ..Pointer::default() };
    app.apply(ToolCommand::Pointer(PointerEvent::Press(at(from))));
    app.apply(ToolCommand::Pointer(PointerEvent::Move(at(to))));
    app.apply(ToolCommand::Pointer(PointerEvent::Release(at(to))));
}

fn machine() -> App {
    let mut app = App::empty();
    app.apply(ViewCommand::SetSnapShapes(false));
    for body in [disc("small", -1.0, 0.5), disc("large", 0.6, 1.0)] {
        let hinge = JointDoc { body_b: body.id.clone(), ..JointDoc::at(body.position, collidoscope::engine::joint::Revolute::default()) };
        app.apply(DocumentCommand::Add(body.into()));
        app.apply(DocumentCommand::Add(hinge.into()));
    }
    app.take_notices();
    app
}

#[test]
fn a_drag_from_wheel_to_wheel_meshes_them_in_the_ratio_of_their_sizes() {
    let mut app = machine();
    let before = file::to_json(app.document());
    app.apply(ToolCommand::Choose("gear".into()));
    drag(&mut app, vec2(-1.3, 3.1), vec2(0.9, 2.8));
    let joint = app.document().joints.last().expect("a joint").clone();
    assert_eq!((joint.id.as_str(), joint.body_a.as_deref(), joint.body_b.as_str()), ("gear", Some("small"), "large"));
    assert_eq!((joint.anchor_a, joint.anchor_b), (vec2(-1.0, 3.0), vec2(0.6, 3.0)), "their centres");
    let JointKind::Gear(Gear { ratio }) = joint.kind else { panic!("{:?}", joint.kind) };
    near(ratio, 2.0, 1e-4, "ratio");
    let text = file::to_json(app.document());
    assert_eq!(file::to_json(&file::parse(text.as_bytes()).expect("what was written is read")), text);
    for _ in 0..60 {
        app.apply(RunCommand::StepForward);
    }
    let readout = |app: &App| {
        let stage = app.stage();
        stage.world().joint_readout(stage.names().joints.id("gear").unwrap()).unwrap()
    };
    assert!(readout(&app).error < 1e-4, "{:?}", readout(&app));
    app.apply(HistoryCommand::Undo);
    assert_eq!(file::to_json(app.document()), before);
    // One wheel alone has nothing to mesh with.
    drag(&mut app, vec2(-1.3, 3.1), vec2(-1.0, 8.0));
    assert_eq!(file::to_json(app.document()), before);
    assert!(app.take_notices().iter().any(|notice| notice.text.contains("two bodies")));
}

#[test]
fn a_gear_in_a_file_needs_a_ratio_within_its_bounds() {
    let mut app = machine();
    app.apply(ToolCommand::Choose("gear".into()));
    drag(&mut app, vec2(-1.0, 3.0), vec2(0.6, 3.0));
    let text = file::to_json(app.document());
    let start = text.find("\"ratio\"").expect("it is written");
    let end = start + text[start..].find([',', '}', '\n']).unwrap();
    for (bad, words) in
        [("\"ratio\": 101", "100"), ("\"ratio\": -1e9", "-100"), ("\"ratio\": \"two\"", "number"), ("\"ration\": 2", "ratio")]
    {
        let error = file::parse([&text[..start], bad, &text[end..]].concat().as_bytes()).expect_err("refused").to_string();
        assert!(error.contains("ratio") && error.contains(words), "{bad}: {error}");
    }
}
