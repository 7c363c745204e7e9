//! The pointer as a target: missiles, walkers and launchers follow it, the run records it, and whoever repeats the run
//! has the same bits. Beside it the other things that a launcher can aim at: a moving point, the nearest body.

use collidoscope::app::{App, FileCommand, Pointer, PointerEvent, RunCommand, ToolCommand};
use collidoscope::engine::body::BodyKind;
use collidoscope::engine::fingerprint::Fingerprint;
use collidoscope::engine::joint::Revolute;
use collidoscope::engine::math::{Vec2, sin_cos};
use collidoscope::guidance::lead::LeadMethod;
use collidoscope::scene::control::{ControlDoc, Mover};
use collidoscope::scene::document::{BodyDoc, Document, Geometry, JointDoc, LauncherDoc, Projectile, ShapeDoc, Sight, WorldSettings};
use collidoscope::scene::file;
use collidoscope::scene::stage::{Input, Stage};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn ball(id: &str, position: Vec2) -> BodyDoc {
    let shape = ShapeDoc::new(Geometry::Circle { radius: 0.3, center: Vec2::ZERO });
    BodyDoc { id: id.to_owned(), position, shapes: vec![shape], ..BodyDoc::default() }
}

fn follower(id: &str, position: Vec2, mover: Mover) -> BodyDoc {
    let control = ControlDoc { mover, follows_pointer: true, cancel_drift: true, ..ControlDoc::default() };
    BodyDoc { control: Some(Box::new(control)), ..ball(id, position) }
}

fn gun(aim_at: Sight) -> LauncherDoc {
    LauncherDoc { id: "gun".into(), aim_at, speed: 30.0, ..LauncherDoc::default() }
}

fn space(bodies: Vec<BodyDoc>, launchers: Vec<LauncherDoc>) -> Document {
    Document { world: WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() }, bodies, launchers, ..Document::default() }
}

fn stage(document: &Document) -> Stage {
    Stage::new(document).unwrap_or_else(|problems| panic!("{problems}"))
}

fn opened(document: &Document) -> App {
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: Some("a.json".into()), bytes: Ok(file::to_json(document).into_bytes()) });
    app
}

fn hover(app: &mut App, at: Vec2) {
    app.apply(ToolCommand::Pointer(PointerEvent::Move(Pointer { world: at, ..Pointer::default() })));
}

fn print(app: &App) -> Fingerprint {
    app.stage().world().fingerprint()
}

fn place(stage: &Stage, id: &str) -> Vec2 {
    stage.world().body(stage.names().bodies.id(id).expect("named")).expect("there").center
}

/// A missile, a walker and a gun that fires by itself, all after the pointer.
fn hunt() -> Document {
    let gun = LauncherDoc { every: Some(0.4), position: v(-5.0, 2.0), ..gun(Sight::Pointer) };
    space(vec![follower("missile", v(0.0, 0.0), Mover::Missile), follower("walker", v(3.0, 0.0), Mover::Walker)], vec![gun])
}

fn round(step: u64) -> Vec2 {
    let (sin, cos) = sin_cos(step as f32 * 0.03);
    6.0 * v(cos, sin)
}

#[test]
fn going_back_repeats_a_run_after_the_pointer_bit_for_bit_wherever_the_pointer_is_by_then() {
    let mut app = opened(&hunt());
    let mut prints = vec![print(&app)];
    for step in 0..300 {
        hover(&mut app, round(step));
        app.apply(RunCommand::StepForward);
        prints.push(print(&app));
    }
    assert!(app.stage().shots().len() > 5, "the gun fires at the pointer");
    for start in [0, 120, 250] {
        app.apply(RunCommand::Seek(start));
        assert_eq!(print(&app), prints[start as usize], "step {start}");
        for step in start + 1..=300 {
            hover(&mut app, v(50.0, -20.0));
            app.apply(RunCommand::StepForward);
            assert_eq!(print(&app), prints[step as usize], "step {step} from {start}");
        }
    }
    // At the end of what was recorded the pointer counts again.
    let mut other = opened(&hunt());
    (0..300).for_each(|step| {
        hover(&mut other, round(step));
        other.apply(RunCommand::StepForward);
    });
    (0..60).for_each(|_| app.apply(RunCommand::StepForward));
    (0..60).for_each(|_| other.apply(RunCommand::StepForward));
    assert_ne!(print(&app), print(&other), "one pointer went away and the other stayed");
}

#[test]
fn a_saved_run_goes_on_with_the_same_bits_with_the_pointer_where_it_was() {
    let document = hunt();
    let mut stage = stage(&document);
    for step in 0..150 {
        assert!(stage.input(&Input::Point { to: round(step) }));
        stage.step();
    }
    let saved = Document { state: Some(Box::new(stage.state())), ..document };
    let read = file::parse(file::to_json(&saved).as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    let mut again = self::stage(&read);
    assert_eq!(again.pointing(), stage.pointing());
    for step in 0..200 {
        stage.step();
        again.step();
        assert_eq!(stage.world().fingerprint(), again.world().fingerprint(), "step {step}");
    }
}

#[test]
fn a_walker_comes_to_rest_under_the_pointer_and_a_missile_passes_it() {
    let goal = v(4.0, 3.0);
    let run = |mover: Mover| {
        let mut stage = stage(&space(vec![follower("it", Vec2::ZERO, mover)], vec![]));
        assert!(stage.input(&Input::Point { to: goal }));
        let mut nearest = f32::MAX;
        for _ in 0..600 {
            stage.step();
            nearest = nearest.min((place(&stage, "it") - goal).length());
        }
        (nearest, (place(&stage, "it") - goal).length())
    };
    let (_, at_the_end) = run(Mover::Walker);
    assert!(at_the_end < 0.1, "{at_the_end}");
    let (nearest, _) = run(Mover::Missile);
    assert!(nearest < 1.0, "{nearest}");
}

#[test]
fn before_the_pointer_is_seen_each_has_the_place_that_the_document_gives() {
    let start = ControlDoc { mover: Mover::Walker, follows_pointer: true, waypoints: vec![v(2.0, 5.0)], ..ControlDoc::default() };
    let walker = BodyDoc { control: Some(Box::new(start)), ..ball("walker", Vec2::ZERO) };
    let gun = LauncherDoc { point: v(10.0, 4.0), ..gun(Sight::Pointer) };
    let mut stage = stage(&space(vec![walker, follower("idle", v(-9.0, 0.0), Mover::Walker)], vec![gun]));
    assert_eq!(stage.aim("gun").expect("there").target, Some(v(10.0, 4.0)));
    (0..600).for_each(|_| stage.step());
    assert!((place(&stage, "walker") - v(2.0, 5.0)).length() < 0.1);
    assert_eq!(place(&stage, "idle"), v(-9.0, 0.0), "without a waypoint it has nowhere to go");
}

#[test]
fn a_scene_that_does_not_follow_the_pointer_takes_no_note_of_it() {
    let mut app = opened(&space(vec![ball("a", Vec2::ZERO)], vec![]));
    for step in 0..20 {
        hover(&mut app, round(step));
        app.apply(RunCommand::StepForward);
    }
    assert!(app.stage().pointing().is_none());
    assert!(app.timeline().is_untouched());
}

#[test]
fn pointers_that_are_no_place_are_refused() {
    let mut stage = stage(&hunt());
    for at in [v(f32::NAN, 0.0), v(f32::INFINITY, 0.0), v(0.0, 1e30)] {
        assert!(!stage.input(&Input::Point { to: at }));
    }
    assert!(stage.input(&Input::Point { to: v(1.0, 1.0) }));
    assert!(!stage.input(&Input::Point { to: v(1.0, 1.0) }), "nothing new");
}

#[test]
fn a_steadily_moving_pointer_is_led_and_hit() {
    let mut stage = stage(&space(vec![], vec![gun(Sight::Pointer)]));
    let at = |step: u64| v(-10.0, 12.0) + v(6.0, 0.0) * (step as f32 / 60.0);
    for step in 0..60 {
        stage.input(&Input::Point { to: at(step) });
        stage.step();
    }
    assert!(stage.input(&Input::Fire { launcher: "gun".into() }));
    for step in 60..200 {
        stage.input(&Input::Point { to: at(step) });
        stage.step();
    }
    let shot = &stage.shots()[0];
    // The mean of 60 steps lacks (7/8)^60 = 3e-4 of the velocity.
    assert!(shot.hit_at.is_some(), "missed by {:?}", shot.closest);
}

#[test]
fn shots_at_moving_points_hit_and_their_misses_are_distances_of_straight_flights() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..300 {
        let point = v(random.random_range(-15.0..15.0), random.random_range(5.0..15.0));
        let point_velocity = v(random.random_range(-12.0..12.0), random.random_range(-3.0..3.0));
        let method = if random.random_bool(0.5) { LeadMethod::Quadratic } else { LeadMethod::Direct };
        let launcher = LauncherDoc { point, point_velocity, method, radius: 0.05, ..gun(Sight::Point) };
        let mut stage = stage(&space(vec![], vec![launcher]));
        let direction = stage.aim("gun").expect("there").direction;
        assert!(stage.input(&Input::Fire { launcher: "gun".into() }));
        (0..240).for_each(|_| stage.step());
        let shot = &stage.shots()[0];
        // Nearest approach of two points in straight motion, less the radius.
        let relative = point_velocity - 30.0 * direction;
        let time = (-point.dot(relative) / relative.length_squared()).clamp(0.0, 4.0);
        let gap = ((point + relative * time).length() - 0.05).max(0.0);
        let told = shot.closest.expect("scored");
        assert!((told - gap).abs() < 5e-3, "{told} is {gap}");
        assert_eq!(shot.hit_at.is_some(), told == 0.0);
        if shot.hit_at.is_some() {
            hits += 1
        } else {
            misses += 1
        }
        if shot.hit_at.is_none() && method == LeadMethod::Direct {
            assert_eq!(shot.cause(), Some("the method does not look for a meeting"));
        }
        assert!(method == LeadMethod::Direct || shot.hit_at.is_some());
    }
    assert!(hits > 100 && misses > 80, "{hits} hits, {misses} misses");
}

#[test]
fn the_nearest_body_is_the_one_that_a_search_through_all_finds() {
    let mut random = Pcg64Mcg::seed_from_u64(4);
    for _ in 0..200 {
        let mut bodies: Vec<BodyDoc> = Vec::new();
        for n in 0..12 {
            let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][random.random_range(0..3)];
            let at = v(random.random_range(-20.0..20.0), random.random_range(-20.0..20.0));
            bodies.push(BodyDoc { kind, ..ball(&format!("b{n}"), at) });
        }
        let [cart, wheel] = [ball("cart", Vec2::ZERO), ball("wheel", v(0.1, 0.0))];
        let axle = JointDoc { body_a: Some("cart".into()), body_b: "wheel".into(), ..JointDoc::at(v(0.1, 0.0), Revolute::default()) };
        let nearest = bodies
            .iter()
            .filter(|body| body.kind != BodyKind::Static)
            .min_by(|a, b| a.position.length().total_cmp(&b.position.length()))
            .map(|body| body.id.clone());
        bodies.extend([cart, wheel]);
        let launcher = LauncherDoc { body: Some("cart".into()), ..gun(Sight::Nearest) };
        let stage = stage(&Document { joints: vec![JointDoc { id: "axle".into(), ..axle }], ..space(bodies, vec![launcher]) });
        let found = stage.target_of("gun").and_then(|id| stage.names().bodies.name(id)).map(str::to_owned);
        assert_eq!(found, nearest);
    }
}

/// Where something is after `t` seconds under a pull and drag, in `f64`: `v φ + a (t − φ)/c`.
fn dragged(at: Vec2, velocity: Vec2, pull: Vec2, drag: f64, t: f64) -> [f64; 2] {
    let way = (1.0 - (-drag * t).exp()) / drag;
    let part = |at: f32, velocity: f32, pull: f32| f64::from(at) + f64::from(velocity) * way + f64::from(pull) * (t - way) / drag;
    [part(at.x, velocity.x, pull.x), part(at.y, velocity.y, pull.y)]
}

#[test]
fn the_general_search_meets_targets_through_drag_and_the_others_say_that_they_do_not_know_of_it() {
    let gravity = v(0.0, -9.81);
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let (mut met, mut none, mut told) = (0, 0, 0);
    for case in 0..600 {
        let drag: f32 = random.random_range(0.05..2.0);
        let at = v(random.random_range(-12.0..12.0), random.random_range(2.0..12.0));
        let velocity = v(random.random_range(-6.0..6.0), random.random_range(-3.0..3.0));
        let own = v(random.random_range(-4.0..4.0), 0.0);
        let thrust = if case % 3 == 0 { random.random_range(1.0..20.0) } else { 0.0 };
        let filter = collidoscope::engine::collider::CollisionFilter { layers: 0, collides_with: 0 };
        let mut target = BodyDoc { kind: BodyKind::Kinematic, linear_velocity: velocity, ..ball("target", at) };
        target.shapes[0].filter = filter;
        let mut ship = BodyDoc { kind: BodyKind::Kinematic, linear_velocity: own, ..ball("ship", Vec2::ZERO) };
        ship.shapes[0].filter = filter;
        let method = if case % 5 == 0 { LeadMethod::Quadratic } else { LeadMethod::General };
        let launcher = LauncherDoc {
            body: Some("ship".into()),
            target: Some("target".into()),
            method,
            drag,
            acceleration: thrust,
            recoil: false,
            lifetime: 5.0,
            ..gun(Sight::Body)
        };
        let world = WorldSettings { gravity, ..WorldSettings::default() };
        let mut stage = stage(&Document { world, ..space(vec![target, ship], vec![launcher]) });
        let aim = stage.aim("gun").expect("there");
        let Some(solution) = aim.solution().cloned() else {
            none += 1;
            continue;
        };
        assert!(stage.input(&Input::Fire { launcher: "gun".into() }));
        if method == LeadMethod::Quadratic {
            (0..300).for_each(|_| stage.step());
            if let Some(cause) = stage.shots()[0].cause() {
                assert!(cause.contains("drag") || cause.contains("engine"), "{cause}");
                told += 1;
            }
            continue;
        }
        let whole = (f64::from(solution.time) * 60.0).floor();
        (0..whole as u64).for_each(|_| stage.step());
        let shot = stage.world().body(stage.shots()[0].body.expect("in flight")).expect("there");
        let rest = f64::from(solution.time) - whole / 60.0;
        let pull = gravity + thrust * aim.direction;
        let flown = if rest > 0.0 {
            dragged(shot.center, shot.linear_velocity, pull, f64::from(drag), rest)
        } else {
            [shot.center.x.into(), shot.center.y.into()]
        };
        let goal = at + velocity * solution.time;
        let miss = (flown[0] - f64::from(goal.x)).hypot(flown[1] - f64::from(goal.y));
        // As without drag: a millimetre and a ten-thousandth of the way.
        let way = f64::from(aim.projectile_velocity.length() * solution.time + goal.length());
        assert!(miss < 1e-3 + 1e-4 * way, "case {case}: {miss} of {way}, drag {drag}, thrust {thrust}, {} s", solution.time);
        met += 1;
    }
    println!("{met} met, {none} without, {told} told");
    assert!(met > 200 && none > 20 && told > 15, "{met} met, {none} without, {told} told");
}

#[test]
fn long_projectiles_leave_clear_of_their_mount_along_the_barrel_and_are_saved() {
    for projectile in [Projectile::Box, Projectile::Capsule] {
        let deck = BodyDoc { id: "deck".into(), kind: BodyKind::Kinematic, ..ball("deck", Vec2::ZERO) };
        let launcher = LauncherDoc {
            body: Some("deck".into()),
            projectile,
            length: 1.0,
            radius: 0.1,
            angle: 0.7,
            restitution: 0.4,
            ..gun(Sight::Body)
        };
        let document = space(vec![deck, ball("wall", v(4.0, 3.0))], vec![launcher]);
        let mut stage = stage(&document);
        assert!(stage.input(&Input::Fire { launcher: "gun".into() }));
        let body = stage.world().body(stage.shots()[0].body.expect("in flight")).expect("there");
        assert!((body.pose.rotation.angle() - 0.7).abs() < 1e-5);
        assert!(body.center.length() > 0.8, "half its length and the ball's radius: {}", body.center.length());
        let size = body.colliders[0].shape.aabb(body.pose.inv_mul(body.pose)).size();
        assert!((size - v(1.0, 0.2)).length() < 1e-5, "{size}");
        assert_eq!(body.colliders[0].material.restitution, 0.4);
        (0..5).for_each(|_| stage.step());
        let saved = Document { state: Some(Box::new(stage.state())), ..document };
        let read = file::parse(file::to_json(&saved).as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
        let mut again = self::stage(&read);
        for step in 0..120 {
            stage.step();
            again.step();
            assert_eq!(stage.world().fingerprint(), again.world().fingerprint(), "{projectile:?}, step {step}");
        }
    }
}

#[test]
fn a_file_in_which_a_controller_has_two_goals_is_refused() {
    let both = |control: &str| {
        let text = format!(
            r#"{{ "format": "collidoscope-scene", "version": 1, "bodies": [
                {{ "id": "a", "shapes": [{{ "circle": {{ "radius": 1 }} }}], "control": {{ {control} }} }},
                {{ "id": "b", "shapes": [{{ "circle": {{ "radius": 1 }} }}] }} ] }}"#
        );
        file::parse(text.as_bytes()).err().map(|problems| problems.to_string())
    };
    let told = both(r#""follows_pointer": true, "target": "b""#).expect("refused");
    assert!(told.contains("follow the pointer or go for a target, not both"), "{told}");
    let told = both(r#""follows_pointer": true, "waypoints": [[0, 1], [2, 3]]"#).expect("refused");
    assert!(told.contains("at most one"), "{told}");
    assert_eq!(both(r#""follows_pointer": true, "waypoints": [[0, 1]]"#), None);
}
