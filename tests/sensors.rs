//! Sensors report exactly who overlaps them, miss no bullet, and disturb nothing.

use collidoscope::engine::body::{Body, BodyId, BodyKind};
use collidoscope::engine::collider::CollisionFilter;
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::shape::Shape;
use collidoscope::engine::tuning::MAX_SENSING_WORK;
use collidoscope::scene::checkpoint::Checkpoint;
use collidoscope::scene::document::{BodyDoc, CurveDoc, Document, Geometry, ShapeDoc, Subject, WorldSettings};
use collidoscope::scene::stage::Stage;
use collidoscope::scene::{file, quantity};
use glam::DVec2;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn disc(radius: f32) -> ShapeDoc {
    ShapeDoc::new(Geometry::Circle { radius, center: Vec2::ZERO })
}

fn rectangle(width: f32, height: f32) -> ShapeDoc {
    ShapeDoc::new(Geometry::Box { width, height, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 })
}

fn sensor(shape: ShapeDoc) -> ShapeDoc {
    ShapeDoc { sensor: true, ..shape }
}

fn body(id: &str, position: Vec2, shapes: Vec<ShapeDoc>) -> BodyDoc {
    BodyDoc { id: id.to_owned(), position, shapes, ..BodyDoc::default() }
}

fn fixed(body: BodyDoc) -> BodyDoc {
    BodyDoc { kind: BodyKind::Static, ..body }
}

fn weightless(bodies: Vec<BodyDoc>) -> Document {
    Document { bodies, world: WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() }, ..Document::default() }
}

fn stage(document: &Document) -> Stage {
    Stage::new(document).unwrap_or_else(|problems| panic!("{problems}"))
}

fn names<'a>(stage: &'a Stage, ids: &[BodyId]) -> Vec<&'a str> {
    ids.iter().map(|id| stage.names().bodies.name(*id).unwrap()).collect()
}

/// Corners of a core in the world, in double precision.
fn corners(shape: &Shape, pose: Pose) -> Vec<DVec2> {
    let (sin, cos) = (f64::from(pose.rotation.sin), f64::from(pose.rotation.cos));
    let place = |p: &Vec2| {
        let p = p.as_dvec2();
        pose.position.as_dvec2() + DVec2::new(cos * p.x - sin * p.y, sin * p.x + cos * p.y)
    };
    shape.convex().points.iter().map(place).collect()
}

fn to_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let edge = b - a;
    let t = if edge.length_squared() > 0.0 { ((p - a).dot(edge) / edge.length_squared()).clamp(0.0, 1.0) } else { 0.0 };
    (p - a - edge * t).length()
}

fn holds(core: &[DVec2], p: DVec2) -> bool {
    core.len() > 2 && (0..core.len()).all(|i| (core[(i + 1) % core.len()] - core[i]).perp_dot(p - core[i]) >= 0.0)
}

fn cross_each_other(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> bool {
    let side = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// The gap between two shapes by trying every corner against every edge; 0 or less where the cores meet.
fn brute_force_gap(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> f64 {
    let radii = f64::from(a.convex().radius) + f64::from(b.convex().radius);
    let (a, b) = (corners(a, pose_a), corners(b, pose_b));
    let edges = |core: &[DVec2]| (0..core.len()).map(|i| (core[i], core[(i + 1) % core.len()])).collect::<Vec<_>>();
    let meet = a.iter().any(|&p| holds(&b, p))
        || b.iter().any(|&p| holds(&a, p))
        || edges(&a).iter().any(|e| edges(&b).iter().any(|f| cross_each_other(e.0, e.1, f.0, f.1)));
    if meet {
        return -radii;
    }
    let mut gap = f64::MAX;
    for (from, to) in [(&a, &b), (&b, &a)] {
        for &p in from {
            for (c, d) in edges(to) {
                gap = gap.min(to_segment(p, c, d));
            }
        }
    }
    gap - radii
}

/// Smallest gap between any part of the sensor and any shape of a body.
fn gap_to(stage: &Stage, parts: &[Shape], own: &Body, id: BodyId) -> f64 {
    let body = stage.world().body(id).unwrap();
    let gaps = body.colliders.iter().flat_map(|c| parts.iter().map(|part| brute_force_gap(part, own.pose, &c.shape, body.pose)));
    gaps.fold(f64::MAX, f64::min)
}

fn random_shape(rng: &mut Pcg64Mcg) -> ShapeDoc {
    let size = rng.random_range(0.3..1.2);
    ShapeDoc::new(match rng.random_range(0..4) {
        0 => Geometry::Circle { radius: size / 2.0, center: Vec2::ZERO },
        1 => Geometry::Box { width: size, height: 0.6, center: v(0.1, 0.0), angle: 0.4, rounding: 0.0 },
        2 => Geometry::Capsule { a: v(-size / 2.0, 0.0), b: v(size / 2.0, 0.1), radius: 0.2 },
        _ => Geometry::Polygon { vertices: vec![v(-size, -0.3), v(size, -0.4), v(0.1, size)], rounding: 0.05 },
    })
}

fn random_scene(rng: &mut Pcg64Mcg) -> Document {
    let mut bodies = Vec::new();
    for index in 0..8 {
        let shapes = vec![random_shape(rng)];
        let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic, BodyKind::Dynamic][rng.random_range(0..4)];
        let position = v(rng.random_range(-3.0..3.0), rng.random_range(-3.0..3.0));
        let linear_velocity = v(rng.random_range(-4.0..4.0), rng.random_range(-4.0..4.0));
        let angular_velocity = rng.random_range(-5.0..5.0);
        let id = format!("b{index}");
        bodies.push(BodyDoc { id, kind, position, linear_velocity, angular_velocity, shapes, ..BodyDoc::default() });
    }
    for body in bodies.iter_mut().take(3) {
        body.shapes.push(sensor(random_shape(rng)));
    }
    weightless(bodies)
}

#[test]
fn who_is_inside_is_who_overlaps_by_brute_force() {
    let mut rng = Pcg64Mcg::seed_from_u64(71);
    let (mut inside, mut outside, mut entered, mut left) = (0, 0, 0, 0);
    for _ in 0..1_000 {
        let document = random_scene(&mut rng);
        let mut stage = stage(&document);
        for step in 0..6 {
            if step > 0 {
                stage.step();
            }
            for running in stage.sensors() {
                let own = stage.world().body(running.sensor.body).unwrap();
                for (id, body) in stage.world().bodies().filter(|(id, _)| *id != running.sensor.body && *id != stage.world_body()) {
                    let still = own.kind == BodyKind::Static && body.kind == BodyKind::Static;
                    let gap = gap_to(&stage, &running.sensor.parts, own, id);
                    let reported = running.inside.contains(&id);
                    // Single precision cannot tell a gap of 5 micrometres from a touch at these sizes.
                    assert!(gap.abs() < 5e-6 || reported == (gap < 0.0 && !still), "gap {gap}, reported {reported}");
                    *(if reported { &mut inside } else { &mut outside }) += 1;
                }
                entered += running.entered.len();
                left += running.left.len();
                assert!(running.inside.is_sorted() && running.entered.is_sorted() && running.left.is_sorted());
            }
        }
    }
    assert!(inside > 5_000 && outside > 20_000 && entered > 100 && left > 100, "{inside} {outside} {entered} {left}");
}

#[test]
fn entering_and_leaving_explain_every_change_of_who_is_inside() {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let mut changes = 0;
    for _ in 0..100 {
        let mut stage = stage(&random_scene(&mut rng));
        for _ in 0..40 {
            let before: Vec<Vec<BodyId>> = stage.sensors().iter().map(|running| running.inside.clone()).collect();
            stage.step();
            for (before, running) in before.iter().zip(stage.sensors()) {
                let mut expected: Vec<BodyId> = before.iter().chain(&running.entered).copied().collect();
                expected.retain(|id| !running.left.contains(id));
                expected.sort_unstable();
                assert_eq!(expected, running.inside);
                changes += running.entered.len() + running.left.len();
            }
        }
    }
    assert!(changes > 200, "{changes}");
}

#[test]
fn a_bullet_that_is_through_within_a_step_has_entered_and_left() {
    let mut rng = Pcg64Mcg::seed_from_u64(9);
    let (mut passed, mut missed) = (0, 0);
    for _ in 0..400 {
        // It flies 5 m a step, past a slab of 4 cm that it meets at no step.
        let height = rng.random_range(-2.0..2.0);
        let start = rng.random_range(-4.0..-1.0);
        let slab = fixed(body("slab", Vec2::ZERO, vec![sensor(rectangle(0.04, 2.0))]));
        let bullet = BodyDoc { linear_velocity: v(300.0, 0.0), ..body("bullet", v(start, height), vec![disc(0.05)]) };
        let mut stage = stage(&weightless(vec![slab, bullet]));
        stage.step();
        let running = &stage.sensors()[0];
        assert!(running.inside.is_empty());
        let gap = f64::from(height).abs() - 1.05;
        if gap.abs() > 1e-3 {
            let expected: &[&str] = if gap < 0.0 { &["bullet"] } else { &[] };
            assert_eq!((names(&stage, &running.entered), names(&stage, &running.left)), (expected.to_vec(), expected.to_vec()));
            *(if gap < 0.0 { &mut passed } else { &mut missed }) += 1;
        }
        stage.step();
        assert!(stage.sensors()[0].entered.is_empty() && stage.sensors()[0].left.is_empty());
    }
    assert!(passed > 100 && missed > 100, "{passed} {missed}");
}

#[test]
fn a_fast_sensor_passes_what_rests() {
    let probe = BodyDoc { linear_velocity: v(0.0, 300.0), ..body("probe", v(0.0, -2.0), vec![disc(0.1), sensor(rectangle(1.0, 0.02))]) };
    let mut stage = stage(&weightless(vec![probe, body("stone", v(0.4, 0.0), vec![disc(0.1)])]));
    stage.step();
    assert_eq!(names(&stage, &stage.sensors()[0].entered), ["stone"]);
    assert_eq!(names(&stage, &stage.sensors()[0].left), ["stone"]);
}

#[test]
fn sleepers_and_static_bodies_stay_inside_and_nobody_is_woken() {
    let ground = fixed(body("ground", v(0.0, -0.5), vec![rectangle(20.0, 1.0)]));
    let gate = fixed(body("gate", v(0.0, 0.5), vec![sensor(rectangle(2.0, 2.0))]));
    let rider = body("rider", v(5.0, 0.5), vec![rectangle(1.0, 1.0), sensor(disc(1.0))]);
    let mut stage =
        stage(&Document { bodies: vec![ground, gate, body("box", v(0.0, 0.5), vec![rectangle(1.0, 1.0)]), rider], ..Document::default() });
    (0..200).for_each(|_| stage.step());
    let asleep = |name: &str| !stage.world().body(stage.names().bodies.id(name).unwrap()).unwrap().awake;
    assert!(asleep("box") && asleep("rider"));
    // A static sensor says nothing of static ground; one that could move does.
    assert_eq!(names(&stage, &stage.sensors()[0].inside), ["box"]);
    assert_eq!(names(&stage, &stage.sensors()[1].inside), ["ground"]);
}

#[test]
fn filters_decide_who_is_reported() {
    let filter = |layers, collides_with| CollisionFilter { layers, collides_with };
    let gate = fixed(body("gate", Vec2::ZERO, vec![ShapeDoc { filter: filter(1, 2), ..sensor(disc(2.0)) }]));
    let seen = body("seen", v(-0.6, 0.0), vec![ShapeDoc { filter: filter(2, 1), ..disc(0.3) }]);
    let unseen = body("unseen", v(0.6, 0.0), vec![ShapeDoc { filter: filter(4, 1), ..disc(0.3) }]);
    let deaf = body("deaf", v(0.0, 0.9), vec![ShapeDoc { filter: filter(2, 4), ..disc(0.3) }]);
    let stage = stage(&weightless(vec![gate, seen, unseen, deaf]));
    assert_eq!(names(&stage, &stage.sensors()[0].inside), ["seen"]);
}

#[test]
fn a_scene_moves_by_the_same_bits_with_and_without_its_sensors() {
    let mut rng = Pcg64Mcg::seed_from_u64(23);
    for _ in 0..20 {
        let with = random_scene(&mut rng);
        let mut without = with.clone();
        without.bodies.iter_mut().for_each(|body| body.shapes.retain(|shape| !shape.sensor));
        let (mut with, mut without) = (stage(&with), stage(&without));
        assert!(!with.sensors().is_empty() && without.sensors().is_empty());
        for _ in 0..60 {
            with.step();
            without.step();
        }
        assert_eq!(with.world().fingerprint(), without.world().fingerprint());
    }
}

#[test]
fn a_saved_run_goes_on_with_the_same_reports() {
    let document = random_scene(&mut Pcg64Mcg::seed_from_u64(77));
    let mut run = stage(&document);
    (0..10).for_each(|_| run.step());
    let saved = Document { state: Some(Box::new(run.state())), ..document };
    let mut continued = stage(&file::parse(file::to_json(&saved).as_bytes()).unwrap());
    let inside = |stage: &Stage| stage.sensors().iter().map(|running| running.inside.clone()).collect::<Vec<_>>();
    assert_eq!(inside(&run), inside(&continued));
    for _ in 0..30 {
        run.step();
        continued.step();
        assert_eq!(names(&run, &run.sensors()[0].entered), names(&continued, &continued.sensors()[0].entered));
        assert_eq!(run.sensors()[0].inside.len(), continued.sensors()[0].inside.len());
    }
}

#[test]
fn an_edit_adds_and_takes_away_a_sensor_while_the_scene_runs() {
    let plain = weightless(vec![fixed(body("gate", Vec2::ZERO, vec![disc(1.0)])), body("ball", v(1.5, 0.0), vec![disc(0.6)])]);
    let mut sensing = plain.clone();
    sensing.bodies[0].shapes[0].sensor = true;
    let mut stage = stage(&plain);
    stage.step();
    stage.sync(&plain, &sensing).unwrap();
    assert_eq!(names(&stage, &stage.sensors()[0].inside), ["ball"]);
    assert_eq!(stage.world().body(stage.names().bodies.id("gate").unwrap()).unwrap().colliders.len(), 0);
    stage.step();
    assert_eq!(stage.world().contact_count(), 0);
    stage.sync(&sensing, &plain).unwrap();
    assert!(stage.sensors().is_empty());
    stage.step();
    assert_eq!(stage.world().contact_count(), 1);
}

#[test]
fn a_body_of_sensors_alone_needs_mass_and_says_so() {
    let words = Stage::new(&weightless(vec![body("ghost", Vec2::ZERO, vec![sensor(disc(1.0))])])).unwrap_err().to_string();
    assert!(words.contains("bodies[0].shapes") && words.contains("sensor"), "{words}");
}

#[test]
fn a_graph_counts_who_is_inside() {
    let gate = fixed(body("gate", Vec2::ZERO, vec![sensor(disc(2.0)), sensor(rectangle(3.0, 0.5))]));
    let stage = stage(&weightless(vec![gate, body("a", v(0.5, 0.0), vec![disc(0.2)]), body("b", v(0.0, 1.0), vec![disc(0.2)])]));
    let of = |id: &str| {
        let subject = Subject::Body(id.to_owned());
        CurveDoc::new(subject.clone(), quantity::find(&subject, "inside").unwrap()).read(&stage)
    };
    // "a" overlaps both sensors and counts once.
    assert_eq!((of("gate"), of("a")), (Some(2.0), None));
}

/// Was: nothing bounded what a step does for sensors. 3,000 of them that each hold 3,000 bodies took seconds of every
/// step, and so held the window and `check`.
#[test]
fn sensors_that_hold_crowds_take_bounded_work_and_who_was_not_asked_is_told() {
    let grid = |n: i32| v((n % 25) as f32 * 0.2, (n / 25) as f32 * 0.2);
    let discs = (0..500).map(|n| body(&format!("disc{n}"), grid(n), vec![disc(0.05)]));
    let holds = |n: i32| fixed(body(&format!("sensor{n}"), v(2.0, 2.0), vec![sensor(disc(20.0))]));
    let mut stage = stage(&weightless(discs.chain((0..500).map(holds)).collect()));
    let first = Checkpoint::of(&stage, None);
    stage.step();
    let reported = stage.sensors().iter().filter(|running| running.inside.len() == 500).count();
    let empty = stage.sensors().iter().filter(|running| running.inside.is_empty()).count();
    assert!(reported > 200 && empty > 100 && reported + empty == 500, "{reported} with all, {empty} with nobody");
    assert_eq!(stage.sensors_not_asked(), empty);
    let told = stage.shortfall().unwrap_or_default();
    assert!(told.contains(&format!("{empty} sensors were not asked")), "{told}");
    assert!(stage.step_work() < 2 * MAX_SENSING_WORK, "{}", stage.step_work());

    let later = Checkpoint::of(&stage, Some(&first));
    assert!(!later.is_whole(), "the scene is large enough to share its frame");
    assert_eq!(later.stage().sensors(), stage.sensors());
}

/// The other way round: a scene of usual size has nothing left out.
#[test]
fn sensors_of_a_usual_scene_are_all_asked() {
    let mut rng = Pcg64Mcg::seed_from_u64(73);
    let mut stage = stage(&random_scene(&mut rng));
    stage.step();
    assert_eq!((stage.sensors_not_asked(), stage.shortfall()), (0, None));
}
