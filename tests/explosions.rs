//! Explosions give what their formula says, mines go off when something enters them, and runs with both repeat.

use collidoscope::app::{App, DocumentCommand, HistoryCommand, RunCommand};
use collidoscope::engine::body::BodyKind;
use collidoscope::engine::explosion::{Blast, BlastLaw, CORE};
use collidoscope::engine::joint::Weld;
use collidoscope::engine::math::{Vec2, sin_cos};
use collidoscope::headless::run;
use collidoscope::scene::document::{BodyDoc, Document, Geometry, JointDoc, ShapeDoc, WorldSettings};
use collidoscope::scene::file;
use collidoscope::scene::graph_doc::{CurveDoc, Subject};
use collidoscope::scene::measure_doc::{MeasureDoc, MeasureEnd};
use collidoscope::scene::measured::Measured;
use collidoscope::scene::mine_doc::MineDoc;
use collidoscope::scene::stage::{Input, Stage};
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

fn body(id: &str, position: Vec2, shape: ShapeDoc) -> BodyDoc {
    BodyDoc { id: id.to_owned(), position, shapes: vec![shape], ..BodyDoc::default() }
}

fn fixed(body: BodyDoc) -> BodyDoc {
    BodyDoc { kind: BodyKind::Static, ..body }
}

fn mine(id: &str, position: Vec2, reach: f32, mine: MineDoc) -> BodyDoc {
    let mut body = fixed(body(id, position, disc(0.1)));
    body.shapes.push(ShapeDoc { sensor: true, ..disc(reach) });
    BodyDoc { mine: Some(Box::new(mine)), ..body }
}

fn weightless(bodies: Vec<BodyDoc>) -> Document {
    Document { bodies, world: WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() }, ..Document::default() }
}

fn stage(document: &Document) -> Stage {
    Stage::new(document).unwrap_or_else(|problems| panic!("{problems}"))
}

fn blast(law: BlastLaw) -> Blast {
    Blast { at: Vec2::ZERO, radius: 5.0, strength: 30.0, law, shielded: false }
}

fn velocity(stage: &Stage, id: &str) -> Vec2 {
    stage.world().body(stage.names().bodies.id(id).unwrap()).unwrap().linear_velocity
}

const LAWS: [BlastLaw; 3] = [BlastLaw::Constant, BlastLaw::Inverse, BlastLaw::InverseSquare];

#[test]
fn a_lone_disc_gets_its_diameter_times_the_strength_times_the_law() {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let (mut near, mut far, mut beyond) = (0, 0, 0);
    for case in 0..300 {
        let blast = blast(LAWS[case % 3]);
        let (radius, angle) = (rng.random_range(0.1..1.0f32), rng.random_range(-3.0..3.0f32));
        let distance = if rng.random_bool(0.3) { rng.random_range(0.01..0.5f32) } else { rng.random_range(0.5..6.0) };
        let (sin, cos) = sin_cos(angle);
        let towards = v(cos, sin);
        let mut stage = stage(&weightless(vec![body("disc", towards * (distance + radius), disc(radius))]));
        assert!(stage.input(&Input::Explode(blast)));
        let factor = match blast.law {
            _ if distance > 5.0 => 0.0,
            BlastLaw::Constant => 1.0,
            BlastLaw::Inverse => (0.5 / distance).min(1.0),
            BlastLaw::InverseSquare => (0.25 / (distance * distance)).min(1.0),
        };
        let mass = std::f32::consts::PI * radius * radius;
        let expected = towards * (30.0 * 2.0 * radius * factor / mass);
        // A few roundings of places of some metres, seen as a direction.
        assert!((velocity(&stage, "disc") - expected).length() < 1e-5 * (1.0 + expected.length()), "{blast:?} at {distance}");
        let told = stage.explosions()[0].pushes.first().map_or(Vec2::ZERO, |push| push.velocity_change);
        assert!((told - velocity(&stage, "disc")).length() < 1e-5 * (1.0 + expected.length()), "told {told}");
        let spin = stage.world().body(stage.names().bodies.id("disc").unwrap()).unwrap().angular_velocity;
        assert!(spin.abs() < 1e-3, "a disc does not spin: {spin}");
        *(if distance < 5.0 * CORE {
            &mut near
        } else if distance < 5.0 {
            &mut far
        } else {
            &mut beyond
        }) += 1;
    }
    assert!(near > 50 && far > 100 && beyond > 20, "{near} {far} {beyond}");
}

#[test]
fn a_symmetric_ring_gets_no_momentum_altogether() {
    for law in LAWS {
        for count in [2, 3, 8, 24] {
            let place = |k: i32| {
                let angle = std::f32::consts::TAU * k as f32 / count as f32;
                let (sin, cos) = sin_cos(angle);
                v(cos, sin) * 3.0
            };
            let discs = (0..count).map(|k| body(&format!("{k}"), place(k), disc(0.3))).collect();
            let mut stage = stage(&weightless(discs));
            stage.input(&Input::Explode(blast(law)));
            let explosion = &stage.explosions()[0];
            let given: f64 = explosion.pushes.iter().map(|push| f64::from(push.impulse.length())).sum();
            assert_eq!(explosion.pushes.len(), count as usize);
            assert!(given > 1.0 && explosion.momentum().length() < 1e-6 * given, "{} of {given}", explosion.momentum());
            // What was told is what the bodies have.
            let momentum = stage.world().momentum().linear;
            assert!((momentum[0] - explosion.momentum().x).abs() < 1e-5 * given);
            assert!((momentum[1] - explosion.momentum().y).abs() < 1e-5 * given);
        }
    }
}

#[test]
fn a_plank_that_is_hit_off_its_middle_gets_the_width_it_shows_and_spins() {
    // The plank stands across: 2 m wide to be seen, its end 1 m to the left of the explosion's height.
    let mut stage = stage(&weightless(vec![body("plank", v(2.0, 0.5), rectangle(0.2, 2.0))]));
    stage.input(&Input::Explode(blast(BlastLaw::Constant)));
    let push = stage.explosions()[0].pushes[0];
    assert!((push.point - v(1.9, 0.0)).length() < 1e-6 && (push.impulse - v(60.0, 0.0)).length() < 1e-4);
    let plank = stage.world().body(push.body).unwrap();
    // The arm of the impulse about the centre of mass: 60 N·s · 0.5 m, turning to the left.
    assert!((plank.angular_velocity * plank.inertia - 30.0).abs() < 1e-3);
}

#[test]
fn coinciding_centres_and_odd_numbers_give_nothing_and_never_a_nan() {
    let two = weightless(vec![body("here", Vec2::ZERO, disc(0.5)), body("touching", v(1.0, 0.0), rectangle(2.0, 2.0))]);
    for law in LAWS {
        let mut stage = stage(&two);
        stage.input(&Input::Explode(blast(law)));
        assert_eq!(velocity(&stage, "here"), Vec2::ZERO);
        // On its border, and so at the distance 0: the push is whole, away from the explosion.
        assert!(velocity(&stage, "touching").is_finite() && velocity(&stage, "touching").x > 0.0);
    }
    let mut stage = stage(&two);
    for odd in [f32::NAN, f32::INFINITY] {
        assert!(!stage.input(&Input::Explode(Blast { strength: odd, ..blast(BlastLaw::Inverse) })));
        assert!(!stage.input(&Input::Explode(Blast { radius: odd, ..blast(BlastLaw::Inverse) })));
        assert!(!stage.input(&Input::Explode(Blast { at: v(odd, 0.0), ..blast(BlastLaw::Inverse) })));
    }
    assert!(!stage.input(&Input::Explode(Blast { radius: 0.0, ..blast(BlastLaw::Inverse) })));
    assert_eq!((velocity(&stage, "here"), stage.explosions().len()), (Vec2::ZERO, 0));
}

#[test]
fn only_shielded_explosions_spare_what_stands_behind_another() {
    let wall = fixed(body("wall", v(1.5, 0.0), rectangle(0.2, 2.0)));
    let document = weightless(vec![wall, body("behind", v(3.0, 0.0), disc(0.3)), body("beside", v(-3.0, 0.0), disc(0.3))]);
    let pushed = |shielded| {
        let mut stage = stage(&document);
        stage.input(&Input::Explode(Blast { shielded, ..blast(BlastLaw::Inverse) }));
        ["behind", "beside"].map(|id| velocity(&stage, id).length() > 0.1)
    };
    assert_eq!((pushed(false), pushed(true)), ([true, true], [false, true]));
}

#[test]
fn a_mine_goes_off_after_its_delay_and_is_gone() {
    let fuse = MineDoc { delay: 0.25, ..MineDoc::default() };
    let ball = BodyDoc { linear_velocity: v(2.0, 0.0), ..body("ball", v(-3.0, 0.0), disc(0.2)) };
    let mut stage = stage(&weightless(vec![mine("mine", Vec2::ZERO, 1.0, fuse), ball]));
    let id = stage.names().bodies.id("mine").unwrap();
    let mut entered = None;
    for _ in 0..120 {
        stage.step();
        if !stage.sensors()[0].entered.is_empty() {
            entered = Some(stage.step_count());
        }
    }
    let explosion = &stage.explosions()[0];
    // The ball's front has to go 1.8 m at 2 m/s: 54 steps, less what f32 lets it touch at the end of the step before.
    assert!(entered.is_some_and(|step| (54..=55).contains(&step)), "{entered:?}");
    assert_eq!((explosion.step, stage.explosions().len()), (entered.unwrap() + 15, 1));
    assert_eq!((explosion.mine, explosion.pushes.len()), (Some(id), 1));
    assert!(velocity(&stage, "ball").x < 0.0 && stage.is_spent(id));
    assert!(stage.world().body(id).unwrap().colliders.is_empty() && stage.sensors()[0].inside.is_empty());
}

#[test]
fn a_mine_that_stays_goes_off_at_every_entry_and_static_ground_sets_off_none() {
    let ground = fixed(body("ground", v(0.0, -1.0), rectangle(20.0, 1.0)));
    let kept = MineDoc { kept: true, strength: 0.0, ..MineDoc::default() };
    let swing = |id: &str, x: f32| BodyDoc { linear_velocity: v(6.0, 0.0), ..body(id, v(x, 0.5), disc(0.1)) };
    let mut floating = mine("floating", v(0.0, 0.5), 1.2, kept);
    floating.kind = BodyKind::Kinematic;
    let mut stage = stage(&weightless(vec![ground, floating, swing("one", -3.0), swing("two", -6.0)]));
    (0..120).for_each(|_| stage.step());
    assert_eq!(stage.explosions().len(), 2);
    assert!(!stage.is_spent(stage.names().bodies.id("floating").unwrap()));
}

#[test]
fn a_saved_run_goes_on_by_the_same_bits_through_a_lit_mine_and_past_a_spent_one() {
    let lit = MineDoc { delay: 0.3, ..MineDoc::default() };
    let shot = |id: &str, x: f32| BodyDoc { linear_velocity: v(10.0, 0.1), ..body(id, v(x, 0.0), disc(0.2)) };
    let mines = vec![mine("first", v(0.0, 0.4), 0.6, MineDoc::default()), mine("second", v(3.0, -0.4), 0.6, lit)];
    let document = weightless(mines.into_iter().chain([shot("a", -3.0), shot("b", -4.0), shot("c", 1.0)]).collect());
    let mut spent = 0;
    for saved_at in [5, 15, 22, 30, 60] {
        let mut run = stage(&document);
        (0..saved_at).for_each(|_| run.step());
        let saved = Document { state: Some(Box::new(run.state())), ..document.clone() };
        let mut continued = stage(&file::parse(file::to_json(&saved).as_bytes()).unwrap());
        spent += usize::from(continued.is_spent(continued.names().bodies.id("first").unwrap()));
        for _ in 0..80 {
            run.step();
            continued.step();
            assert_eq!(run.world().fingerprint(), continued.world().fingerprint(), "saved at {saved_at}");
        }
        assert!(run.is_spent(run.names().bodies.id("second").unwrap()));
    }
    assert!((1..5).contains(&spent), "{spent} runs were saved after the first explosion");
}

#[test]
fn a_spent_mine_lets_go_of_its_joints_and_comes_back_when_its_mine_is_edited_away() {
    let mut bodies = vec![mine("mine", Vec2::ZERO, 0.5, MineDoc::default()), body("tied", v(0.0, -2.0), disc(0.2))];
    bodies.push(BodyDoc { linear_velocity: v(5.0, 0.0), ..body("ball", v(-2.0, 0.0), disc(0.1)) });
    let rope =
        JointDoc { id: "rope".into(), body_a: Some("mine".into()), body_b: "tied".into(), ..JointDoc::at(v(0.0, -1.0), Weld::default()) };
    let document = Document { joints: vec![rope], ..weightless(bodies) };
    let mut stage = stage(&document);
    (0..40).for_each(|_| stage.step());
    assert_eq!((stage.explosions().len(), stage.world().joints().count(), stage.broken().len()), (1, 0, 1));
    let mut plain = document.clone();
    plain.bodies[0].mine = None;
    stage.sync(&document, &plain).unwrap();
    let id = stage.names().bodies.id("mine").unwrap();
    assert_eq!((stage.world().body(id).unwrap().colliders.len(), stage.is_spent(id)), (1, false));
    stage.step();
}

#[test]
fn an_explosion_of_the_tool_is_undone_and_done_again() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(body("ball", v(1.0, 0.0), disc(0.2)).into()));
    let before = app.stage().world().fingerprint();
    app.apply(RunCommand::Input(Input::Explode(blast(BlastLaw::Inverse))));
    let after = app.stage().world().fingerprint();
    assert_ne!(before, after);
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.stage().world().fingerprint(), before);
    app.apply(HistoryCommand::Redo);
    assert_eq!(app.stage().world().fingerprint(), after);
}

#[test]
fn a_mine_without_a_sensor_is_refused_by_name() {
    let mut lone = body("lone", Vec2::ZERO, disc(0.2));
    lone.mine = Some(Box::new(MineDoc::default()));
    let words = Stage::new(&weightless(vec![lone])).unwrap_err().to_string();
    assert!(words.contains("bodies[0].mine") && words.contains("sensor"), "{words}");
}

#[test]
fn the_explosion_tool_takes_any_strength_and_reach_within_the_bounds_of_files() {
    let mut app = App::empty();
    let blast = *app.blast();
    app.apply(collidoscope::app::ToolCommand::SetBlast(Blast { strength: 123.0, radius: 2.5, ..blast }));
    assert_eq!((app.blast().strength, app.blast().radius), (123.0, 2.5));
    app.apply(collidoscope::app::ToolCommand::SetBlast(Blast { strength: f32::NAN, ..blast }));
    assert_eq!(app.blast().strength, 123.0, "what is no number changes nothing");
    app.apply(collidoscope::app::ToolCommand::SetBlast(Blast { strength: -1e30, radius: 1e30, ..blast }));
    assert!(app.blast().strength == -1e9 && app.blast().radius < 1e30);
}

/// The chart has a dot for each body that the last explosion pushed, at its distance and at what the law gives a metre
/// of width there, by the formula.
#[test]
fn the_chart_shows_the_bodies_of_the_last_explosion_on_the_curve_of_its_law() {
    use collidoscope::draw::{DrawList, Primitive, Role};
    for law in LAWS {
        let bodies = vec![
            body("near", v(0.8, 0.0), disc(0.3)),
            body("far", v(0.0, 3.2), disc(0.2)),
            body("wide", v(-2.5, 0.0), rectangle(0.2, 2.0)),
        ];
        let mut stage = stage(&weightless(bodies));
        stage.input(&Input::Explode(blast(law)));
        let last = stage.explosions().last();
        let mut list = DrawList::default();
        collidoscope::lens::explosions::chart(&Blast { radius: 2.0, strength: 99.0, ..blast(law) }, last, &mut list);
        let dot = |mark: &collidoscope::draw::Mark| match mark.primitive {
            Primitive::Dot { at, .. } if mark.role == Role::Contact => Some(at),
            _ => None,
        };
        let mut dots: Vec<Vec2> = list.marks.iter().filter_map(dot).collect();
        dots.sort_by(|a, b| a.x.total_cmp(&b.x));
        // Distances 0.5, 2.4 and 3 m of a reach of 5 m with its core of 0.5 m; the box is 2 wide and 1 high.
        for (dot, distance) in dots.iter().zip([0.5_f32, 2.4, 3.0]) {
            let factor = match law {
                BlastLaw::Constant => 1.0,
                BlastLaw::Inverse => 0.5 / distance,
                BlastLaw::InverseSquare => 0.25 / (distance * distance),
            };
            assert!(dot.distance(v(2.0 * distance / 5.0, factor)) < 1e-5, "{law:?}: {dot} at {distance} m");
        }
        assert_eq!(dots.len(), 3);
    }
}

/// The empty body that a mine leaves behind was told of like any other: at its last place, awake, in `run` and in
/// graphs. Projectiles whose life is over vanish.
#[test]
fn a_mine_that_is_gone_is_told_of_no_more() {
    let mut floating = mine("mine", Vec2::ZERO, 1.0, MineDoc::default());
    floating.kind = BodyKind::Dynamic;
    let hung = MeasureDoc { from: MeasureEnd { body: Some("mine".into()), at: Vec2::ZERO }, ..MeasureDoc::default() };
    let ball = BodyDoc { linear_velocity: v(6.0, 0.0), ..body("ball", v(-3.0, 0.3), disc(0.2)) };
    let mut stage = stage(&weightless(vec![floating, ball]));
    let curve = |quantity: &'static str, of: Subject| CurveDoc { of, quantity };
    let of_mine = |quantity: &'static str| curve(quantity, Subject::Body("mine".into()));
    let awake = curve("awake_bodies", Subject::World);
    let told = |stage: &Stage| {
        let sample = run::sample(stage);
        let names: Vec<String> = sample.bodies.iter().map(|body| body.id.to_owned()).collect();
        let read = ["x", "inside", "speed"].map(|quantity| of_mine(quantity).read(stage).is_some());
        (names, sample.sensors.len(), read, awake.read(stage), Measured::on(stage, &hung).is_some())
    };
    assert_eq!(told(&stage), (vec!["mine".into(), "ball".into()], 1, [true; 3], Some(2.0), true));
    (0..60).for_each(|_| stage.step());
    assert_eq!(stage.explosions().len(), 1);
    assert_eq!(told(&stage), (vec!["ball".into()], 0, [false; 3], Some(1.0), false));
}
