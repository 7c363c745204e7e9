//! Forces by formula: read right, refused in words, and moving bodies as the closed forms say.

use collidoscope::app::{App, DocumentCommand, FileCommand, HistoryCommand};
use collidoscope::engine::joint::Revolute;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::solver::table::SOLVERS;
use collidoscope::scene::document::{BodyDoc, Document, Geometry, JointDoc, ShapeDoc, WorldSettings};
use collidoscope::scene::file;
use collidoscope::scene::force::ForceDoc;
use collidoscope::scene::formula::Formula;
use collidoscope::scene::stage::Stage;
use std::f32::consts::{PI, TAU};

/// A disc of 1 m radius and 2 kg/m².
const MASS: f32 = TAU;

fn space(position: Vec2, forces: Vec<ForceDoc>) -> Document {
    let shape = ShapeDoc { density: Some(2.0), ..ShapeDoc::new(Geometry::Circle { radius: 1.0, center: Vec2::ZERO }) };
    let body = BodyDoc { id: "a".into(), position, shapes: vec![shape], forces, ..BodyDoc::default() };
    let world = WorldSettings { gravity: Vec2::ZERO, step_hz: 240.0, ..WorldSettings::default() };
    Document { world, bodies: vec![body], ..Document::default() }
}

fn by(formula: &str, force: Vec2, torque: f32) -> ForceDoc {
    ForceDoc { force, torque, turns: false, formula: Some(formula.into()), ..ForceDoc::default() }
}

/// Place, velocity and spin after so many steps.
fn after(stage: &mut Stage, steps: u64) -> (Vec2, Vec2, f32) {
    (0..steps).for_each(|_| stage.step());
    let body = stage.world().body(stage.names().bodies.id("a").expect("a")).expect("there");
    (body.pose.position, body.linear_velocity, body.angular_velocity)
}

#[test]
fn formulas_have_the_values_of_arithmetic() {
    let variables = [2.0, 3.0, -1.0, 0.5, 4.0, 0.25, -6.0];
    for (text, value) in [
        ("1 + 2 * 3", 7.0),
        ("(1 + 2) * 3", 9.0),
        ("2^3^2", 512.0),
        ("-2^2", -4.0),
        ("2^-1", 0.5),
        ("7 - 2 - 1", 4.0),
        ("8 / 4 / 2", 1.0),
        ("1.5e2 + .5", 150.5),
        ("t * x + y * vx - vy + angle * spin", 6.0 - 0.5 - 4.0 - 1.5),
        ("max(0, 1 - t)", 0.0),
        ("min(t, x) + abs(y) + floor(2.7) + sign(spin) + sqrt(16)", 2.0 + 1.0 + 2.0 - 1.0 + 4.0),
        ("ln(exp(3))", 3.0),
        ("1 / (t - t)", 0.0),
        ("sqrt(-x * x)", 0.0),
    ] {
        let found = Formula::parse(text).expect(text).value(&variables);
        assert!((found - value).abs() < 1e-12, "{text}: {found}");
    }
    let sine = Formula::parse("sin(2*pi*t)").expect("a sine").value(&[0.25, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert!((sine - 1.0).abs() < 1e-12);
}

#[test]
fn what_is_no_formula_is_refused_with_its_place_and_the_reason() {
    for (text, why) in [
        ("sin(2*pi*t", "it ends after \\\"sin(2*pi*t\\\", where \\\")\\\" is expected"),
        ("2 t", "\\\"t\\\" stands after \\\"2\\\", where an operator is expected"),
        ("sinus(t)", "\\\"sinus\\\" is not known; known: t, x, y, vx, vy, angle, spin, pi"),
        ("max(1)", "max is of 2, not of 1"),
        ("* 3", "at its beginning"),
        ("1.2.3", "is no number"),
        ("1/0", "its value is not finite"),
        ("sqrt(2 - 3)", "its value is not finite"),
    ] {
        let text_of = file::to_json(&space(Vec2::ZERO, vec![by("t", Vec2::X, 0.0)])).replace("\"t\"", &format!("\"{text}\""));
        let problems = file::parse(text_of.as_bytes()).expect_err(text).to_string();
        assert!(problems.contains("bodies[0].forces[0].formula: must be a formula: "), "{problems}");
        assert!(problems.contains(&why.replace("\\\"", "\"")), "{text}: {problems}");
    }
    let long = format!("1{}", "+1".repeat(200));
    assert!(file::check(&space(Vec2::ZERO, vec![by(&long, Vec2::X, 0.0)])).is_err());
    // So long that reading it would overflow the stack: refused by its length.
    let brackets =
        file::to_json(&space(Vec2::ZERO, vec![by("t", Vec2::X, 0.0)])).replace("\"t\"", &format!("\"{}\"", "(".repeat(1_000_000)));
    let problems = file::parse(brackets.as_bytes()).expect_err("brackets").to_string();
    assert!(problems.contains("bodies[0].forces[0].formula: must have at most 200 characters, has 1000000"), "{problems}");
    assert!(Formula::parse(&"-".repeat(1_000_000)).expect_err("signs").contains("at most 200"));
    // As deep as its length allows, and no stack is too small.
    let deep = format!("{}t{}", "(".repeat(99), ")".repeat(99));
    assert!(file::check(&space(Vec2::ZERO, vec![by(&deep, Vec2::X, 0.0)])).is_ok());
}

#[test]
fn a_force_that_swings_gives_the_velocity_of_its_integral_and_a_torque_likewise() {
    let mut stage = Stage::new(&space(Vec2::ZERO, vec![by("sin(2*pi*t)", Vec2::new(3.0, 0.0), 2.0)])).expect("sound");
    // v = F / (m ω) (1 − cos ω T): after half a second, half a period. Half a step of 240 Hz is 0.4 % of that.
    let (_, velocity, spin) = after(&mut stage, 120);
    assert!((velocity.x / (3.0 / MASS / TAU * 2.0) - 1.0).abs() < 1e-3, "{velocity}");
    assert!((spin / (2.0 / PI / TAU * 2.0) - 1.0).abs() < 1e-3, "{spin}");
    let (_, velocity, _) = after(&mut stage, 120);
    assert!(velocity.length() < 1e-4, "a whole period: {velocity}");
}

#[test]
fn a_force_against_the_place_is_a_spring_and_one_against_the_velocity_a_brake() {
    let stiffness = 40.0;
    let mut stage = Stage::new(&space(Vec2::new(2.0, 0.0), vec![by("-x", Vec2::new(stiffness, 0.0), 0.0)])).expect("sound");
    let period = TAU * (MASS / stiffness).sqrt();
    let (place, ..) = after(&mut stage, (240.0 * period / 2.0).round() as u64);
    // Half a step beside the turn: 1 − cos(ω h / 2) of it.
    assert!((place.x + 2.0).abs() < 1e-3, "half a period: {place}");
    let fast = Document {
        bodies: vec![BodyDoc { linear_velocity: Vec2::X, ..space(Vec2::ZERO, vec![by("-vx", Vec2::X, 0.0)]).bodies[0].clone() }],
        ..space(Vec2::ZERO, Vec::new())
    };
    let (_, velocity, _) = after(&mut Stage::new(&fast).expect("sound"), 480);
    // e^(−t/m) after two seconds.
    assert!((velocity.x / libm::expf(-2.0 / MASS) - 1.0).abs() < 2e-3, "{velocity}");
}

/// The value of the start of a step was held for the whole of it: a spring by formula swung wider and wider, by e^(ω² h
/// t/4), 5.2 times as wide after ten seconds of 1 Hz at 60 Hz. Angles likewise.
#[test]
fn a_spring_by_formula_keeps_its_swing_and_its_period_at_any_rate_of_steps() {
    use collidoscope::engine::solver::Solver;
    let solvers = [Solver::SoftStep, Solver::SequentialImpulses, Solver::Lagrange, Solver::OneContact, Solver::Complementarity];
    for (solver, step_hz) in solvers.into_iter().flat_map(|solver| [30.0_f32, 60.0, 240.0].map(|hz| (solver, hz))) {
        let stiffness = TAU * TAU; // 1 Hz, for the place and for the angle
        let forces = vec![by("-x", Vec2::new(stiffness * MASS, 0.0), 0.0), by("-angle", Vec2::ZERO, stiffness * 0.5 * MASS)];
        let mut document = space(Vec2::new(2.0, 0.0), forces);
        document.bodies[0].angle = 0.5;
        document.world = WorldSettings { gravity: Vec2::ZERO, step_hz, solver, ..WorldSettings::default() };
        let mut stage = Stage::new(&document).expect("sound");
        let id = stage.names().bodies.id("a").expect("a");
        let (mut widest, mut turned, mut ups, mut before) = (0.0_f32, 0.0_f32, Vec::new(), 2.0_f32);
        for step in 0..(10.0 * step_hz) as usize {
            stage.step();
            let pose = stage.world().body(id).expect("there").pose;
            (widest, turned) = (widest.max(pose.position.x.abs()), turned.max(pose.rotation.angle().abs()));
            if before < 0.0 && pose.position.x >= 0.0 {
                ups.push((step as f32 + before / (before - pose.position.x)) / step_hz);
            }
            before = pose.position.x;
        }
        // The ellipse of such a map is wider than the circle by (ω h)²/8 of it, the period shorter by (ω h)²/24.
        let angle = TAU / step_hz;
        let most = 1.0 + angle * angle / 4.0;
        assert!(widest < 2.0 * most && widest > 1.98, "{solver:?}, {step_hz} Hz: {widest}");
        assert!(turned < 0.5 * most && turned > 0.495, "{solver:?}, {step_hz} Hz: {turned}");
        let period = (ups[ups.len() - 1] - ups[0]) / (ups.len() - 1) as f32;
        assert!((period - 1.0).abs() < angle * angle / 12.0 + 1e-3, "{solver:?}, {step_hz} Hz: {period}");
    }
}

/// Half a step was added to the angle and the sum was not brought back into −π…π, so that a body that turned past π had
/// an angle beyond it for that step: `max(angle - 3.15, 0)` pushed, `max(-3.15 - angle, 0)` the other way round.
#[test]
fn the_angle_of_a_formula_stays_within_half_a_turn() {
    for spin in [60.0_f32, -60.0] {
        let forces = vec![by("max(angle - 3.15, 0)", Vec2::X, 0.0), by("max(-3.15 - angle, 0)", Vec2::X, 0.0)];
        let mut document = space(Vec2::ZERO, forces);
        (document.bodies[0].angle, document.bodies[0].angular_velocity) = (spin.signum() * 3.1, spin);
        document.world.step_hz = 60.0;
        let mut stage = Stage::new(&document).expect("sound");
        let (_, velocity, _) = after(&mut stage, 120);
        assert_eq!(velocity, Vec2::ZERO, "spin {spin}");
    }
}

#[test]
fn a_formula_is_edited_undone_and_refused_like_anything_else() {
    let mut app = App::empty();
    let text = file::to_json(&space(Vec2::ZERO, vec![by("t", Vec2::X, 0.0)]));
    app.apply(FileCommand::Loaded { path: Some("a.json".into()), bytes: Ok(text.into_bytes()) });
    let with = |formula: &str| space(Vec2::ZERO, vec![by(formula, Vec2::X, 0.0)]).bodies[0].clone();
    app.apply(DocumentCommand::Edit { id: "a".into(), to: with("2*t").into(), gesture: 0 });
    assert_eq!(app.document().bodies[0], with("2*t"));
    app.apply(DocumentCommand::Edit { id: "a".into(), to: with("2*").into(), gesture: 0 });
    assert_eq!(app.document().bodies[0], with("2*t"), "refused");
    assert!(app.take_notices().iter().any(|notice| notice.text.contains("must be a formula")));
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.document().bodies[0], with("t"));
}

/// The velocity of the step's start was held for the whole step, explicit Euler: in a magnetic field, `F = q B v` across
/// the velocity, the speed grew by √(1 + (ω h)²) with each step, 2 to 8.95 m/s in 20 s at 60 Hz. The force does no work.
#[test]
fn a_force_across_the_velocity_keeps_the_speed() {
    for solver in SOLVERS.iter().map(|row| row.solver) {
        let field = [by("3 * vy", Vec2::X, 0.0), by("-3 * vx", Vec2::Y, 0.0)];
        let mut document = space(Vec2::ZERO, field.to_vec());
        document.world.step_hz = 60.0;
        document.world.solver = solver;
        document.bodies[0].linear_velocity = Vec2::new(2.0, 0.0);
        let mut stage = Stage::new(&document).expect("a scene");
        let (place, velocity, _) = after(&mut stage, 1200);
        // A circle of radius v/ω that passes through the origin; 1200 roundings of 1e-7.
        assert!((velocity.length() - 2.0).abs() < 2e-4, "{solver:?}: {} m/s", velocity.length());
        let radius = 2.0 * MASS / 3.0;
        let off = (place - Vec2::new(0.0, -radius)).length() - radius;
        assert!(off.abs() < 5e-3 * radius, "{solver:?}: {off} m beside the circle");
    }
}

/// Explicitly drag beyond `h c/m = 2` turned the velocity round and made it grow: 400 m/s from 1. And a brake stopped
/// 4 % short. The implicit midpoint rule stops at v₀ m/c exactly, whatever the step.
#[test]
fn drag_by_formula_stops_where_it_should_and_never_drives() {
    for (c, hz) in [(1.0, 60.0), (5.0, 60.0), (5.0, 30.0), (60.0 * MASS, 60.0), (1000.0 * MASS, 60.0)] {
        let mut document = space(Vec2::ZERO, vec![by(&format!("-{c} * vx"), Vec2::X, 0.0)]);
        document.world.step_hz = hz;
        document.bodies[0].linear_velocity = Vec2::new(1.0, 0.0);
        let mut stage = Stage::new(&document).expect("a scene");
        let mut fastest = 0.0_f32;
        for _ in 0..4000 {
            let (_, velocity, _) = after(&mut stage, 1);
            fastest = fastest.max(velocity.x.abs());
        }
        assert!(fastest <= 1.0, "{c}: {fastest} m/s");
        let (place, velocity, _) = after(&mut stage, 0);
        if c < 1000.0 {
            assert!((place.x - MASS / c).abs() < 2e-3 * MASS / c && velocity.length() < 1e-3, "{c} at {hz} Hz: {place} {velocity}");
        }
    }
    // Quadratic drag under gravity: v = v_t tanh(g t / v_t), with v_t² = m g / k.
    let mut document = space(Vec2::ZERO, vec![by("abs(vy) * -vy", Vec2::Y, 0.0)]);
    document.world.step_hz = 60.0;
    document.world.gravity = Vec2::new(0.0, -10.0);
    let mut stage = Stage::new(&document).expect("a scene");
    let (_, velocity, _) = after(&mut stage, 60);
    let terminal = (MASS * 10.0).sqrt();
    let wanted = f64::from(terminal) * libm::tanh(10.0 / f64::from(terminal));
    assert!((f64::from(-velocity.y) - wanted).abs() < 1e-4 * wanted, "{} instead of {wanted} m/s", -velocity.y);
}

/// A weight at the rim of a wheel, a constant force downwards: a pendulum, so that ½ I ω² + F r sin θ stays. Direction
/// and lever arm of the step's start were held for a step: 11 J out of nothing in a minute, and the wheel went round.
#[test]
fn a_constant_force_at_a_rim_is_a_pendulum_that_keeps_its_energy() {
    for solver in SOLVERS.iter().map(|row| row.solver) {
        for turns in [false, true] {
            let weight = ForceDoc { point: Vec2::X, force: Vec2::new(0.0, -5.0), turns, ..ForceDoc::default() };
            let mut document = space(Vec2::ZERO, vec![weight]);
            document.world.step_hz = 60.0;
            document.world.solver = solver;
            document.world.sleeping = false;
            document.joints.push(JointDoc { id: "hub".into(), body_b: "a".into(), ..JointDoc::at(Vec2::ZERO, Revolute::default()) });
            let mut stage = Stage::new(&document).expect("a scene");
            if turns {
                // A force that turns with the body has a constant torque: ω = F r t / I.
                let (.., spin) = after(&mut stage, 60);
                assert!((spin + 5.0 / (0.5 * MASS)).abs() < 1e-3 * 5.0 / (0.5 * MASS), "{solver:?}: {spin}");
                continue;
            }
            let mut most = 0.0_f32;
            for _ in 0..3600 {
                let (.., spin) = after(&mut stage, 1);
                let body = stage.world().body(stage.names().bodies.id("a").expect("a")).expect("there");
                most = most.max((0.25 * MASS * spin * spin + 5.0 * body.pose.rotation.sin).abs());
            }
            // Leapfrog: off by (ω h)² of 5 J, and not more and more.
            assert!(most < 0.05, "{solver:?}: {most} J");
        }
    }
}
