//! Tracks: a point of a body stays on a curve. Motion and forces against closed forms, under each solver; the tool, the
//! handles and the file.

mod dynamics_fixture;

use collidoscope::app::handle::Part;
use collidoscope::app::{
    App, DocumentCommand, HistoryCommand, Item, MicroscopeCommand, Pointer, PointerEvent, RunCommand, ToolCommand, ViewCommand,
};
use collidoscope::draw::{DrawList, Primitive, Role};
use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::joint::{JointDef, JointId, JointKind, Track};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::solver::Solver;
use collidoscope::engine::solver::table::{LagrangeParameters, SolverParameters};
use collidoscope::engine::world::{World, WorldSettings};
use collidoscope::scene::document::{BodyDoc, Geometry, JointDoc, ShapeDoc};
use collidoscope::scene::file;
use dynamics_fixture::*;

const SOLVERS: [Solver; 4] = [Solver::SoftStep, Solver::SequentialImpulses, Solver::Lagrange, Solver::Complementarity];

fn settings(solver: Solver) -> WorldSettings {
    WorldSettings { solver, sleeping: false, ..WorldSettings::default() }
}

fn hold(w: &mut World, a: BodyId, b: BodyId, at: Vec2, track: Track) -> JointId {
    // The curve is given about the origin; a joint's counts from its anchor.
    let kind = JointKind::Track(Track { points: track.points.map(|p| p - at) });
    w.add_joint(JointDef { body_a: a, body_b: b, anchor_a: at, anchor_b: at, kind, collide_connected: false }).unwrap()
}

/// A bead of radius 5 cm at rest on `y = bend x²` at `x`.
fn bead(settings: WorldSettings, bend: f32, x: f32) -> (World, BodyId, JointId) {
    let mut w = World::new(settings);
    let base = anchor_body(&mut w);
    let place = vec2(x, bend * x * x);
    let bead = w.add_body(BodyDef { can_sleep: false, ..at(place.x, place.y) }, of(circle(0.05)));
    let joint = hold(&mut w, base, bead, place, Track::parabola(bend, [-4.0, 4.0]));
    (w, bead, joint)
}

fn total(w: &World) -> f64 {
    w.energy().kinetic + w.energy().potential
}

/// `ω² = 2 g k` for small swings on `y = k x²`; at amplitude A the parabola's arc and weight together make it
/// `T = T₀ (1 + k² A² + …)`: from `x'² (1 + 4k²x²) = 2 g k (A² − x²)`, `T = 4 ∫ √((1 + 4k²x²) / (2 g k (A² − x²))) dx
/// = T₀ (1 + k²A² + …)`.
#[test]
fn a_bead_swings_about_the_lowest_point_with_its_period() {
    for solver in SOLVERS {
        let (bend, amplitude) = (0.5_f32, 0.1_f32);
        let (mut w, bead, _) = bead(settings(solver), bend, amplitude);
        let period = period_of(&mut w, 20.0, |w| center(w, bead).x);
        let exact = 2.0 * std::f32::consts::PI / (2.0 * G * bend).sqrt() * (1.0 + bend * bend * amplitude * amplitude);
        // Steps of 1/60 s without sub-steps shift a period by (ωh)²/24 = 1e-4; the measurement is good to 1e-4.
        assert!((period / exact - 1.0).abs() < 5e-4, "{solver:?}: {period} instead of {exact}");
    }
}

/// At each place `N = m (g cos φ + κ v²)`, with tan φ = 2kx, `κ = 2k cos³ φ` and `v² = 2 g k (x₀² − x²)`.
#[test]
fn the_force_of_the_track_is_weight_and_centripetal_force() {
    for solver in SOLVERS {
        let (bend, start) = (0.5_f32, 1.0_f32);
        let (mut w, bead, joint) = bead(settings(solver), bend, start);
        let mass = w.body(bead).unwrap().mass;
        let mut checked = 0;
        for _ in 0..240 {
            let before = center(&w, bead).x;
            w.step();
            // The force is the mean over the step, or that of its last part.
            let readout = w.joint_readout(joint).unwrap();
            let normal_force = |x: f32| {
                let cos = 1.0 / (1.0 + 4.0 * bend * bend * x * x).sqrt();
                mass * (G * cos + 2.0 * bend * cos.powi(3) * 2.0 * G * bend * (start * start - x * x))
            };
            let [was, is] = [before, center(&w, bead).x].map(normal_force);
            let (low, high) = (was.min(is), was.max(is));
            let found = readout.force.length();
            // 2 %: energy swings by so much with the steps of the impulse solvers.
            assert!(found > 0.98 * low && found < 1.02 * high, "{solver:?}: {found} N, not within {low} to {high}");
            checked += i32::from(center(&w, bead).x.abs() < 0.2);
        }
        assert!(checked > 20, "{solver:?}: only {checked} steps near the lowest point");
    }
}

#[test]
fn a_bead_stays_on_its_track_and_keeps_its_energy_for_a_minute() {
    for solver in SOLVERS {
        let (mut w, bead, joint) = bead(settings(solver), 0.5, 1.2);
        let (start, depth) = (total(&w), f64::from(w.body(bead).unwrap().mass * G) * 0.5 * 1.44);
        let (mut worst, mut drift) = (0.0_f32, 0.0_f64);
        for _ in 0..3600 {
            w.step();
            worst = worst.max(w.joint_readout(joint).unwrap().error);
            drift = drift.max((total(&w) - start).abs() / depth);
        }
        println!("{solver:?}: error {worst:.2e} m, energy {drift:.2e}");
        // The global solve follows the curve with RK4, the others hold it by impulses at the end of each (sub-)step.
        let [error, loss] = match solver {
            Solver::Lagrange => [2e-6, 1e-3],
            Solver::SoftStep => [2e-3, 0.03],
            // Without sub-steps the bend of a step is pushed back at its end, which takes a quarter in a minute.
            _ => [0.02, 0.4],
        };
        assert!(f64::from(worst) < error && drift < loss, "{solver:?}: error {worst} m, energy {drift}");
        assert!(center(&w, bead).x.abs() < 1.4, "{solver:?}");
    }
}

#[test]
fn a_bead_stops_at_the_ends_of_its_track_and_leans_on_them() {
    for solver in SOLVERS {
        let mut w = World::new(settings(solver));
        let base = anchor_body(&mut w);
        let bead = w.add_body(BodyDef { can_sleep: false, ..at(-1.0, 1.0) }, of(circle(0.05)));
        let line = Track { points: [(-2.0, 2.0), (-1.0, 1.0), (1.0, -1.0), (2.0, -2.0)].map(|(x, y)| vec2(x, y)) };
        let joint = hold(&mut w, base, bead, vec2(-1.0, 1.0), line);
        let start = w.joint_readout(joint).unwrap();
        assert!((start.coordinate - 2f32.sqrt()).abs() < 1e-4 && start.error < 1e-5, "{start:?}");
        steps(&mut w, 240);
        let end = w.joint_readout(joint).unwrap();
        assert!((center(&w, bead) - vec2(2.0, -2.0)).length() < 0.01, "{solver:?}: {}", center(&w, bead));
        assert!((end.coordinate - 32f32.sqrt()).abs() < 0.01 && end.coordinate_speed.abs() < 0.01, "{end:?}");
        // The wire carries m g / √2 across, the stop as much along it: together the weight.
        let weight = w.body(bead).unwrap().mass * G;
        assert!((end.force - vec2(0.0, weight)).length() < 0.01 * weight, "{solver:?}: {:?}", end.force);
    }
}

/// A track on a cart that nothing holds back: the cart goes the other way, and the sum of momenta stays.
#[test]
fn a_track_on_a_free_body_gives_back_what_it_takes() {
    for solver in SOLVERS {
        let mut w = World::new(WorldSettings { gravity: Vec2::ZERO, ..settings(solver) });
        let cart = w.add_body(BodyDef { can_sleep: false, ..at(0.0, 0.5) }, of(rectangle(2.0, 0.3)));
        let bead = w.add_body(BodyDef { can_sleep: false, ..at(-1.0, 1.0) }, of(circle(0.1)));
        let joint = hold(&mut w, cart, bead, vec2(-1.0, 1.0), Track::parabola(1.0, [-1.5, 1.5]));
        w.set_velocity(bead, vec2(1.0, -2.0), 0.0);
        let momenta = |w: &World| {
            let both = [cart, bead].map(|id| w.body(id).unwrap());
            let linear: Vec2 = both.iter().map(|b| b.mass * b.linear_velocity).sum();
            let angular: f32 = both.iter().map(|b| b.mass * b.center.perp_dot(b.linear_velocity) + b.inertia * b.angular_velocity).sum();
            (linear, angular)
        };
        let (linear, angular) = momenta(&w);
        for _ in 0..180 {
            w.step();
            let now = momenta(&w);
            assert!((now.0 - linear).length() < 1e-4, "{solver:?}: {} {linear}", now.0);
            // The angular part moves by the products of steps and impulses.
            assert!((now.1 - angular).abs() < 0.02, "{solver:?}: {} {angular}", now.1);
            assert!(w.joint_readout(joint).unwrap().error < 0.02, "{solver:?}");
        }
        assert!(w.body(cart).unwrap().angular_velocity.abs() > 0.05, "{solver:?}: the cart turns");
    }
}

#[test]
fn a_restored_bead_goes_on_with_the_same_bits() {
    for solver in SOLVERS {
        let (mut w, ..) = bead(settings(solver), 0.5, 1.2);
        steps(&mut w, 70);
        let (state, (mut other, ..)) = (w.state(), bead(settings(solver), 0.5, 1.2));
        other.restore(&state);
        steps(&mut w, 100);
        steps(&mut other, 100);
        assert_eq!(w.state(), other.state(), "{solver:?}");
    }
}

/// Curves without direction, cusps, loops: nothing becomes infinite.
#[test]
fn strange_curves_are_survived() {
    let curves = [
        [(0.0, 0.0); 4],
        [(0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (3.0, -1.0)],
        [(-1.0, 0.0), (3.0, 3.0), (-3.0, 3.0), (1.0, 0.0)],
        [(-1.0, 0.0), (1.0, -2.0), (-1.0, -2.0), (1.0, 0.0)],
        [(f32::NAN, 0.0), (f32::INFINITY, -2.0), (1e30, -1e30), (1.0, 0.0)],
    ];
    for solver in SOLVERS {
        for curve in curves {
            let mut w = World::new(settings(solver));
            let base = anchor_body(&mut w);
            let bead = w.add_body(at(-1.0, 0.2), of(circle(0.1)));
            let joint = hold(&mut w, base, bead, vec2(-1.0, 0.2), Track { points: curve.map(|(x, y)| vec2(x, y)) });
            steps(&mut w, 240);
            let readout = w.joint_readout(joint).unwrap();
            assert!(center(&w, bead).is_finite() && readout.force.is_finite() && readout.error.is_finite(), "{solver:?} {curve:?}");
        }
    }
}

fn disc(x: f32, y: f32) -> BodyDoc {
    let shape = ShapeDoc::new(Geometry::Circle { radius: 0.3, center: Vec2::ZERO });
    BodyDoc { id: "bead".into(), position: vec2(x, y), shapes: vec![shape], ..BodyDoc::default() }
}

fn point(world: Vec2) -> Pointer {
    Pointer { world, ..Pointer::default() }
}

fn draw(app: &mut App, path: &[Vec2]) {
    app.apply(ToolCommand::Pointer(PointerEvent::Move(point(path[0]))));
    app.apply(ToolCommand::Pointer(PointerEvent::Press(point(path[0]))));
    path.iter().for_each(|p| app.apply(ToolCommand::Pointer(PointerEvent::Move(point(*p)))));
    app.apply(ToolCommand::Pointer(PointerEvent::Release(point(path[path.len() - 1]))));
}

fn bowl() -> Vec<Vec2> {
    (0..=40).map(|k| -2.0 + 0.1 * k as f32).map(|x| vec2(x, 2.0 + 0.5 * x * x)).collect()
}

#[test]
fn a_track_drawn_by_hand_holds_the_body_is_saved_and_undone() {
    let mut app = App::empty();
    app.apply(ViewCommand::SetSnapShapes(false));
    app.apply(DocumentCommand::Add(disc(-2.0, 4.0).into()));
    let before = file::to_json(app.document());
    app.apply(ToolCommand::Choose("track".into()));
    draw(&mut app, &bowl());
    let joint = app.document().joints.last().expect("a joint").clone();
    assert_eq!((joint.id.as_str(), joint.body_a.as_deref(), joint.body_b.as_str()), ("track", None, "bead"));
    assert_eq!(joint.anchor_a, vec2(-2.0, 4.0), "the bead is the body's centre");
    let text = file::to_json(app.document());
    let again = file::parse(text.as_bytes()).expect("what was written is read");
    assert_eq!(file::to_json(&again), text);
    for _ in 0..120 {
        app.apply(RunCommand::StepForward);
        let stage = app.stage();
        let bead = stage.world().body(stage.names().bodies.id("bead").unwrap()).unwrap().center;
        // The fit of a parabola by a cubic curve is exact; the drawn points are thinned out to a few pixels.
        assert!((bead.y - 2.0 - 0.5 * bead.x * bead.x).abs() < 0.02, "{bead} is off the curve");
    }
    app.apply(HistoryCommand::Undo);
    assert_eq!(file::to_json(app.document()), before);
    // A stroke that meets no body makes nothing and says so.
    app.take_notices();
    draw(&mut app, &[vec2(5.0, 0.5), vec2(6.0, 0.7), vec2(7.0, 0.5)]);
    assert!(app.document().joints.is_empty() && app.take_notices().iter().any(|n| n.text.contains("passes no body")));
}

/// A lone bead touches nothing and has no second body: its own wire is what Enter looks into.
#[test]
fn a_track_drawn_by_hand_opens_under_the_microscope_of_its_solver_with_both_forms_of_the_bead() {
    for solver in [Solver::SoftStep, Solver::Lagrange] {
        let mut app = App::empty();
        app.apply(ViewCommand::SetSnapShapes(false));
        app.apply(DocumentCommand::Add(disc(-2.0, 4.0).into()));
        let world = WorldSettings { solver, ..app.document().world };
        app.apply(DocumentCommand::EditWorld { world, gesture: 0 });
        app.apply(ToolCommand::Choose("track".into()));
        draw(&mut app, &bowl());
        (0..20).for_each(|_| app.apply(RunCommand::StepForward));
        app.apply(ViewCommand::Select(vec![Item::Joint("track".into())]));
        app.apply(MicroscopeCommand::Open { pair: None, microscope: None });
        let bench = app.bench().unwrap_or_else(|| panic!("{solver:?}: it opens"));
        assert_eq!(bench.microscope().id, if solver == Solver::Lagrange { "lagrange" } else { "solver" });
        assert!(bench.film().last() > 1, "{solver:?}");
        app.apply(MicroscopeCommand::Algorithm("lagrange".into()));
        let headings: Vec<&str> = app.bench().expect("open").film().frames.iter().map(|frame| frame.heading.as_str()).collect();
        assert!(headings.iter().any(|heading| heading.contains("by one coordinate")), "{solver:?}: {headings:?}");
    }
}

#[test]
fn control_points_are_dragged_and_the_curve_stays_when_its_bead_moves() {
    let mut app = App::empty();
    app.apply(ViewCommand::SetSnapShapes(false));
    app.apply(DocumentCommand::Add(disc(0.0, 2.0).into()));
    let joint = JointDoc { id: "wire".into(), body_b: "bead".into(), ..JointDoc::at(vec2(0.0, 2.0), Track::default()) };
    app.apply(DocumentCommand::Add(joint.into()));
    app.apply(ToolCommand::Choose("select".into()));
    app.apply(ViewCommand::Select(vec![Item::Joint("wire".into())]));
    assert_eq!(app.item_at(vec2(1.0, 2.25)), Some(Item::Joint("wire".into())), "the curve itself is taken hold of");
    assert_eq!(app.item_at(vec2(0.0, 1.77)), Some(Item::Body("bead".into())));
    assert_eq!(app.item_at(vec2(1.0, 4.25)), None);
    let handle = |app: &App, part: Part| app.handles().into_iter().find(|h| h.part == part).expect("the handle").at;
    let drag = |app: &mut App, part: Part, to: Vec2| {
        let from = handle(app, part);
        draw(app, &[from, from.lerp(to, 0.5), to]);
    };
    assert_eq!(handle(&app, Part::Control(3)), vec2(2.0, 3.0));
    drag(&mut app, Part::Control(3), vec2(3.0, 5.0));
    assert!((handle(&app, Part::Control(3)) - vec2(3.0, 5.0)).length() < 1e-5);
    let others: Vec<Vec2> = (0..4).map(|k| handle(&app, Part::Control(k))).collect();
    drag(&mut app, Part::AnchorB, vec2(0.5, 2.4));
    let after: Vec<Vec2> = (0..4).map(|k| handle(&app, Part::Control(k))).collect();
    assert!(others.iter().zip(&after).all(|(a, b)| (*a - *b).length() < 1e-5), "{others:?} {after:?}");
    app.apply(HistoryCommand::Undo);
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.document().joint("wire").unwrap().kind, JointKind::Track(Track::default()));
}

/// A rod that is selected has the colour of what is selected; of a track only the bead's ring had.
#[test]
fn the_curve_of_a_selected_track_is_marked() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(disc(0.0, 2.0).into()));
    let joint = JointDoc { id: "wire".into(), body_b: "bead".into(), ..JointDoc::at(vec2(0.0, 2.0), Track::default()) };
    app.apply(DocumentCommand::Add(joint.into()));
    // The parabola of the shape that a new track has, about its bead.
    let end = vec2(0.0, 2.0) + Track::default().points[3];
    let is_marked = |app: &App| {
        let mut list = DrawList::default();
        app.picture(&mut list);
        let ends = |points: &[Vec2]| points.len() > 8 && points.last().is_some_and(|last| (*last - end).length() < 1e-4);
        list.marks.iter().any(
            |mark| matches!(&mark.primitive, Primitive::Polyline { points } if mark.role == Role::Selection && ends(list.points(points))),
        )
    };
    app.apply(ViewCommand::Select(vec![Item::Joint("wire".into())]));
    assert!(is_marked(&app));
    app.apply(ViewCommand::Select(Vec::new()));
    assert!(!is_marked(&app));
}

/// A joint that is selected after a run takes the places of now; its curve stays where it is in the world.
#[test]
fn a_curve_stays_where_it_is_when_its_joint_is_edited_after_a_run() {
    let mut app = App::empty();
    app.apply(ViewCommand::SetSnapShapes(false));
    app.apply(DocumentCommand::Add(disc(-2.0, 3.0).into()));
    let track = Track { points: Track::default().points.map(|p| p + vec2(2.0, -1.0)) };
    app.apply(DocumentCommand::Add(JointDoc { id: "wire".into(), body_b: "bead".into(), ..JointDoc::at(vec2(-2.0, 3.0), track) }.into()));
    for _ in 0..50 {
        app.apply(RunCommand::StepForward);
    }
    app.apply(ToolCommand::Choose("select".into()));
    app.apply(ViewCommand::Select(vec![Item::Joint("wire".into())]));
    let handles = app.handles();
    for (k, p) in (0..).zip(Track::default().points) {
        let handle = handles.iter().find(|h| h.part == Part::Control(k)).expect("the handle").at;
        assert!((handle - (p + vec2(0.0, 2.0))).length() < 1e-3, "{handle} instead of {}", p + vec2(0.0, 2.0));
    }
    let bead = handles.iter().find(|h| h.part == Part::AnchorB).expect("the bead").at;
    assert!((bead - vec2(-2.0, 3.0)).length() > 0.3, "it has moved: {bead}");
}

#[test]
fn a_track_of_no_length_is_refused_with_its_place() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(disc(0.0, 2.0).into()));
    app.apply(DocumentCommand::Add(JointDoc { body_b: "bead".into(), ..JointDoc::at(vec2(0.0, 2.0), Track::default()) }.into()));
    let text = file::to_json(app.document());
    let [start, end] = [text.find("\"curve\"").unwrap(), text.rfind("\"view\"").unwrap_or(text.len())];
    let curve = &text[start..start + text[start..end].find("]]").unwrap() + 2];
    for (bad, words) in [
        ("\"curve\": [[0, 0], [0, 0], [0, 0], [0, 0]]", "shorter than"),
        ("\"curve\": [[0, 0], [0, 0], [0, 0]]", "4"),
        ("\"curve\": [[0, 0], [0, 0], [0, 0], [1e9, 0]]", "from"),
    ] {
        let error = file::parse(text.replace(curve, bad).as_bytes()).expect_err("refused").to_string();
        assert!(error.contains("curve") && error.contains(words), "{error}");
    }
}

/// The Lagrange world's feedback does not matter for a bead: without it RK4 drifts by less than 1e-6 m in a minute.
#[test]
fn without_feedback_rk4_hardly_drifts_off_the_curve() {
    let lagrange = LagrangeParameters { k_s: 0.0, k_d: 0.0, ..LagrangeParameters::default() };
    let solver_parameters = SolverParameters { lagrange, ..SolverParameters::default() };
    let (mut w, _, joint) = bead(WorldSettings { solver_parameters, ..settings(Solver::Lagrange) }, 0.5, 1.2);
    let mut worst = 0.0_f32;
    for _ in 0..3600 {
        w.step();
        worst = worst.max(w.joint_readout(joint).unwrap().error);
    }
    // The world keeps positions as f32: 1e-7 m a step that nothing takes back.
    assert!(worst < 1e-4, "{worst}");
}
