//! The minimum translation vector: checked against a search of all directions, applied to bodies as a command, and
//! drawn.

use collidoscope::app::push_apart::{Share, TOUCHING};
use collidoscope::app::{App, DocumentCommand, HistoryCommand, Item, LayoutCommand, ViewCommand};
use collidoscope::engine::body::BodyKind;
use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::narrow::translation::minimum_translation;
use collidoscope::engine::shape::{Capsule, Circle, Convex, ConvexPolygon, Shape};
use collidoscope::lens::translation::overlapping;
use collidoscope::scene::document::{BodyDoc, Geometry, ShapeDoc};
use collidoscope::scene::file;
use glam::DVec2;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn rectangle(id: &str, position: Vec2, width: f32, height: f32) -> BodyDoc {
    let geometry = Geometry::Box { width, height, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 };
    BodyDoc { id: id.into(), position, shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() }
}

fn disc(id: &str, position: Vec2, radius: f32) -> BodyDoc {
    let geometry = Geometry::Circle { radius, center: Vec2::ZERO };
    BodyDoc { id: id.into(), position, shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() }
}

/// All of them, selected in their order.
fn with(bodies: &[BodyDoc]) -> App {
    let mut app = App::empty();
    bodies.iter().for_each(|body| app.apply(DocumentCommand::Add(body.clone().into())));
    app.apply(ViewCommand::Select(bodies.iter().map(|b| Item::Body(b.id.clone())).collect()));
    app
}

fn place(app: &App, id: &str) -> Vec2 {
    app.document().body(id).expect("the body").position
}

fn random_shape(rng: &mut Pcg64Mcg) -> Shape {
    let size = rng.random_range(0.3..1.5);
    let polygon = |points: &[Vec2]| Shape::Polygon(ConvexPolygon::try_new(points, 0.0).unwrap());
    match rng.random_range(0..4) {
        0 => Shape::Circle(Circle::try_new(Vec2::ZERO, size).unwrap()),
        1 => Shape::Capsule(Capsule::try_new(v(-size, 0.0), v(size, 0.2), 0.4 * size).unwrap()),
        2 => {
            let height = rng.random_range(0.1..0.5);
            polygon(&[v(-size, -height), v(size, -height), v(size, height), v(-size, height)])
        }
        _ => {
            let corners = rng.random_range(3..9);
            let at = |i: i32| size * Vec2::from_angle(i as f32 * std::f32::consts::TAU / corners as f32);
            polygon(&(0..corners).map(at).collect::<Vec<_>>())
        }
    }
}

fn reach(shape: Convex<'_>, pose: Pose, along: DVec2) -> f64 {
    let at = |p: &Vec2| pose.position.as_dvec2().dot(along) + pose.rotation.rotate(*p).as_dvec2().dot(along);
    shape.points.iter().map(at).fold(f64::NEG_INFINITY, f64::max) + f64::from(shape.radius)
}

/// How far B must go along a direction to leave A behind it, from the shapes' reach alone.
fn way_out(a: Convex<'_>, pose_a: Pose, b: Convex<'_>, pose_b: Pose, along: DVec2) -> f64 {
    reach(a, pose_a, along) + reach(b, pose_b, -along)
}

/// Two convex shapes are apart if a line lies between them, so the least way out over all directions decides, and is
/// the minimum translation. Directions are tried in steps of 2π/4000; between two of them the way out of shapes of 3 m
/// changes by less than 3 m · π/4000.
#[test]
fn the_translation_is_the_least_way_out_over_all_directions() {
    const DIRECTIONS: i32 = 4_000;
    let step = 3.0 * std::f64::consts::PI / f64::from(DIRECTIONS);
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let (mut overlap, mut apart) = (0, 0);
    for _ in 0..600 {
        let (a, b) = (random_shape(&mut rng), random_shape(&mut rng));
        let mut pose = || {
            let position = v(rng.random_range(-1.2..1.2), rng.random_range(-1.2..1.2));
            Pose { position, rotation: Rot::from_angle(rng.random_range(-3.0..3.0)) }
        };
        let (pose_a, pose_b) = (pose(), pose());
        let direction = |i: i32| DVec2::from_angle(f64::from(i) * std::f64::consts::TAU / f64::from(DIRECTIONS));
        let ways = (0..DIRECTIONS).map(|i| way_out(a.convex(), pose_a, b.convex(), pose_b, direction(i)));
        let least = ways.fold(f64::INFINITY, f64::min);
        match minimum_translation(a.convex(), pose_a, b.convex(), pose_b) {
            None => {
                apart += 1;
                assert!(least < 1e-5, "reported apart, but the least way out is {least}");
            }
            Some(found) => {
                overlap += 1;
                let along = found.normal.as_dvec2();
                assert!((along.length() - 1.0).abs() < 1e-5);
                let own = way_out(a.convex(), pose_a, b.convex(), pose_b, along);
                assert!((own - f64::from(found.depth)).abs() < 1e-5, "the depth {} is not that of its direction {own}", found.depth);
                assert!(f64::from(found.depth) < least + 1e-5, "{} is longer than {least}", found.depth);
                assert!(f64::from(found.depth) > least - step, "{} is too short: {least}", found.depth);
                let mirrored = minimum_translation(b.convex(), pose_b, a.convex(), pose_a).expect("overlaps as well");
                assert!((mirrored.depth - found.depth).abs() < 1e-5);
            }
        }
    }
    assert!(overlap > 150 && apart > 100, "{overlap} {apart}");
}

#[test]
fn the_second_moves_the_whole_way_or_each_half_of_it_and_undo_gives_the_file_back() {
    let bodies = [rectangle("a", v(0.0, 0.0), 2.0, 2.0), rectangle("b", v(1.5, 0.3), 2.0, 2.0)];
    for (share, at) in [(Share::Whole, [0.0, 2.0]), (Share::Halves, [-0.25, 1.75])] {
        let mut app = with(&bodies);
        let before = file::to_json(app.document());
        app.apply(LayoutCommand::PushApart(share));
        for (id, x, y) in [("a", at[0], 0.0), ("b", at[1], 0.3)] {
            assert!((place(&app, id) - v(x, y)).length() < 1e-5, "{share:?} {id}: {}", place(&app, id));
        }
        app.apply(HistoryCommand::Undo);
        assert_eq!(file::to_json(app.document()), before);
    }
}

#[test]
fn what_is_static_stays_whoever_was_selected_first() {
    let slab = BodyDoc { kind: BodyKind::Static, ..rectangle("slab", v(0.0, 0.0), 10.0, 1.0) };
    let crate_ = rectangle("crate", v(1.0, 0.7), 1.0, 1.0);
    for bodies in [[slab.clone(), crate_.clone()], [crate_, slab]] {
        for share in [Share::Whole, Share::Halves] {
            let mut app = with(&bodies);
            app.apply(LayoutCommand::PushApart(share));
            assert_eq!(place(&app, "slab"), Vec2::ZERO);
            assert!((place(&app, "crate") - v(1.0, 1.0)).length() < 1e-5, "{}", place(&app, "crate"));
        }
    }
}

/// Two static ones cannot move: it is said, and nothing is changed.
#[test]
fn what_cannot_move_is_told() {
    let fixed = |id: &str, x: f32| BodyDoc { kind: BodyKind::Static, ..rectangle(id, v(x, 0.0), 1.0, 1.0) };
    let mut app = with(&[fixed("a", 0.0), fixed("b", 0.5)]);
    app.apply(LayoutCommand::PushApart(Share::Halves));
    let told = app.take_notices();
    assert!(told.iter().any(|notice| notice.text.contains("1 pair still overlaps")), "{told:?}");
    assert_eq!((place(&app, "a"), place(&app, "b")), (Vec2::ZERO, v(0.5, 0.0)));
}

#[test]
fn a_heap_of_discs_comes_apart() {
    let mut rng = Pcg64Mcg::seed_from_u64(8);
    let random = |n: i32, rng: &mut Pcg64Mcg| disc(&format!("d{n}"), v(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0)), 0.3);
    let bodies: Vec<BodyDoc> = (0..12).map(|n| random(n, &mut rng)).collect();
    let gap = |app: &App| {
        let all: Vec<Vec2> = bodies.iter().map(|body| place(app, &body.id)).collect();
        let gaps = (0..all.len()).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| (all[i] - all[j]).length() - 0.6);
        gaps.fold(f32::INFINITY, f32::min)
    };
    let mut app = with(&bodies);
    assert!(gap(&app) < -0.2, "they overlap at first: {}", gap(&app));
    app.apply(LayoutCommand::PushApart(Share::Halves));
    assert!(gap(&app) > -2.0 * TOUCHING, "{}", gap(&app));
}

/// An outline with a notch is cut into convex parts; a ball in the notch touches several of them.
#[test]
fn a_shape_with_a_dent_is_left_by_a_ball() {
    let vertices = vec![v(-2.0, 0.0), v(2.0, 0.0), v(2.0, 2.0), v(0.0, 0.5), v(-2.0, 2.0)];
    let cup = BodyDoc { id: "cup".into(), shapes: vec![ShapeDoc::new(Geometry::Outline { vertices })], ..BodyDoc::default() };
    let mut app = with(&[cup, disc("ball", v(0.1, 0.9), 0.5)]);
    assert!(!overlapping(app.stage().world()).is_empty());
    app.apply(LayoutCommand::PushApart(Share::Whole));
    assert!(overlapping(app.stage().world()).iter().all(|each| each.way.depth <= TOUCHING));
    assert_eq!(place(&app, "cup"), Vec2::ZERO);
}

#[test]
fn the_lens_leaves_out_pairs_whose_joint_keeps_them_from_touching() {
    use collidoscope::engine::joint::Weld;
    use collidoscope::scene::document::JointDoc;
    for collide_connected in [false, true] {
        let mut app = with(&[disc("one", v(0.0, 5.0), 0.5), disc("other", v(0.4, 5.0), 0.5)]);
        assert_eq!(overlapping(app.stage().world()).len(), 1);
        let weld = JointDoc { collide_connected, ..JointDoc::at(v(0.2, 5.0), Weld { spring: None }) };
        app.apply(DocumentCommand::Add(JointDoc { body_a: Some("one".into()), body_b: "other".into(), ..weld }.into()));
        assert_eq!(app.document().joints.len(), 1);
        assert_eq!(overlapping(app.stage().world()).len(), usize::from(collide_connected));
    }
}

#[test]
fn the_lens_shows_the_deepest_pair_first_and_moves_what_can_move() {
    let slab = BodyDoc { kind: BodyKind::Static, ..rectangle("slab", v(0.0, 0.0), 10.0, 1.0) };
    let app = with(&[rectangle("crate", v(0.0, 0.9), 1.0, 1.0), slab, disc("ball", v(3.0, 0.6), 0.5), disc("far", v(9.0, 9.0), 0.5)]);
    let found = overlapping(app.stage().world());
    let name = |id| app.stage().names().bodies.name(id).unwrap().to_owned();
    let told: Vec<(String, String, f32)> = found.iter().map(|each| (name(each.a.body), name(each.b.body), each.way.depth)).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!((told[0].0.as_str(), told[0].1.as_str()), ("slab", "ball"));
    assert_eq!((told[1].0.as_str(), told[1].1.as_str()), ("slab", "crate"));
    assert!((told[0].2 - 0.4).abs() < 1e-5 && (told[1].2 - 0.1).abs() < 1e-5, "{told:?}");
    assert!((found[0].way.normal - Vec2::Y).length() < 1e-5);
}
