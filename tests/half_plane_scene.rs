//! Half-planes in files, in the window's program, in lenses and under microscopes.

use collidoscope::app::arrange::Direction;
use collidoscope::app::{
    App, DocumentCommand, HistoryCommand, Item, LayoutCommand, NoticeKind, Pointer, PointerEvent, ToolCommand, ViewCommand,
};
use collidoscope::engine::body::BodyKind;
use collidoscope::engine::collider::ColliderId;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::shape::Shape;
use collidoscope::lens::microscope::{MICROSCOPES, Specimen};
use collidoscope::lens::translation::overlapping;
use collidoscope::lens::{LensInput, compose, lenses};
use collidoscope::scene::document::{BodyDoc, Geometry, ShapeDoc};
use collidoscope::scene::file::{check, parse, to_json};
use collidoscope::scene::stage::Stage;

/// A scene whose first body is this.
fn scene_with(body: &str) -> String {
    format!(
        r#"{{"format":"collidoscope-scene","version":1,"bodies":[{body},{{"id":"ball","position":[0.3,0.45],"shapes":[{{"circle":{{"radius":0.5}}}}]}}]}}"#
    )
}

fn ground_with(half_plane: &str) -> String {
    scene_with(&format!(r#"{{"id":"ground","kind":"static","shapes":[{{"half_plane":{half_plane}}}]}}"#))
}

fn refused(json: &str) -> String {
    parse(json.as_bytes()).expect_err("it must be refused").to_string()
}

fn stage(json: &str) -> Stage {
    Stage::new(&parse(json.as_bytes()).unwrap()).unwrap()
}

#[test]
fn a_file_keeps_it_and_leaves_defaults_out() {
    let document = parse(ground_with(r#"{"point":[1.5,-2],"angle":0.25}"#).as_bytes()).unwrap();
    assert_eq!(document.bodies[0].shapes[0].geometry, Geometry::HalfPlane { point: Vec2::new(1.5, -2.0), angle: 0.25 });
    let written = to_json(&document);
    assert_eq!(parse(written.as_bytes()).unwrap(), document);
    let plain = to_json(&parse(ground_with(r#"{"point":[0,0],"angle":0}"#).as_bytes()).unwrap());
    assert!(plain.contains(r#""half_plane": {}"#), "{plain}");
}

#[test]
fn what_is_wrong_with_it_is_said_with_path_value_and_bound() {
    for kind in ["dynamic", "kinematic"] {
        let message =
            refused(&scene_with(&format!(r#"{{"id":"b","kind":"{kind}","shapes":[{{"half_plane":{{}}}},{{"circle":{{"radius":1}}}}]}}"#)));
        assert!(message.contains("bodies[0].shapes[0].half_plane"), "{message}");
        assert!(message.contains("static") && message.contains(kind), "{message}");
    }
    let far = refused(&ground_with(r#"{"point":[0,200000]}"#));
    assert!(far.contains("bodies[0].shapes[0].half_plane.point") && far.contains("200000") && far.contains("100000"), "{far}");
    let endless = refused(&ground_with(r#"{"angle":1e999}"#));
    assert!(endless.contains("bodies[0].shapes[0].half_plane.angle"), "{endless}");
    let unknown = refused(&ground_with(r#"{"normal":[0,1]}"#));
    assert!(unknown.contains("normal"), "{unknown}");
    let alone = refused(&scene_with(r#"{"id":"b","shapes":[{"half_plane":{}}]}"#));
    assert!(alone.contains("bodies[0].shapes[0].half_plane"), "{alone}");
}

fn at(x: f32, y: f32) -> Pointer {
    Pointer { world: Vec2::new(x, y), ..Pointer::default() }
}

fn drag(app: &mut App, from: (f32, f32), to: (f32, f32)) {
    let point = |event: fn(Pointer) -> PointerEvent, (x, y): (f32, f32)| ToolCommand::Pointer(event(at(x, y)));
    app.apply(point(PointerEvent::Move, from));
    app.apply(point(PointerEvent::Press, from));
    app.apply(point(PointerEvent::Move, (0.5 * (from.0 + to.0), 0.5 * (from.1 + to.1))));
    app.apply(point(PointerEvent::Move, to));
    app.apply(point(PointerEvent::Release, to));
}

#[test]
fn the_tool_makes_level_ground_by_a_click_and_a_slope_by_a_drag_and_undo_takes_it_back() {
    let mut app = App::empty();
    let before = app.document().clone();
    app.apply(ToolCommand::Choose("ground".into()));
    drag(&mut app, (1.0, 2.0), (1.0, 2.0));
    let level = app.document().bodies.last().unwrap().clone();
    assert_eq!((level.kind, level.position, level.angle), (BodyKind::Static, Vec2::new(1.0, 2.0), 0.0));
    assert!(level.id.starts_with("ground"), "{}", level.id);
    app.apply(ToolCommand::Choose("ground".into()));
    drag(&mut app, (0.0, 0.0), (4.0, 4.0));
    let slope = app.document().bodies.last().unwrap().clone();
    assert!((slope.angle - std::f32::consts::FRAC_PI_4).abs() < 1e-5, "{}", slope.angle);
    assert_eq!(slope.shapes[0].geometry, Geometry::HalfPlane { point: Vec2::ZERO, angle: 0.0 });
    assert!(check(app.document()).is_ok());
    app.apply(HistoryCommand::Undo);
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.document().bodies, before.bodies);
}

fn ground(id: &str, point: Vec2, angle: f32) -> BodyDoc {
    let shapes = vec![ShapeDoc::new(Geometry::HalfPlane { point, angle })];
    BodyDoc { id: id.into(), kind: BodyKind::Static, shapes, ..BodyDoc::default() }
}

#[test]
fn a_body_with_it_cannot_be_made_to_move() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(ground("plane", Vec2::ZERO, 0.0).into()));
    app.take_notices();
    let doc = app.document().body("plane").unwrap().clone();
    app.apply(DocumentCommand::Edit { id: "plane".into(), to: BodyDoc { kind: BodyKind::Dynamic, ..doc }.into(), gesture: 0 });
    assert_eq!(app.document().body("plane").unwrap().kind, BodyKind::Static);
    let said: Vec<String> = app.take_notices().into_iter().filter(|n| n.kind != NoticeKind::Done).map(|n| n.text).collect();
    assert!(said.iter().any(|text| text.contains("half-plane")), "{said:?}");
}

/// Heights of some points over the surface of a body's half-plane, by hand.
fn heights(body: &BodyDoc, points: &[Vec2]) -> Vec<f32> {
    let Geometry::HalfPlane { point, angle } = body.shapes[0].geometry else { panic!("no half-plane") };
    let turn = Vec2::from_angle(body.angle);
    let (origin, along) = (body.position + turn.rotate(point), turn.rotate(Vec2::from_angle(angle)));
    points.iter().map(|p| along.perp_dot(*p - origin)).collect()
}

#[test]
fn mirroring_it_mirrors_what_lies_in_the_ground() {
    let points = [Vec2::new(2.0, 1.0), Vec2::new(-3.0, 0.2), Vec2::new(0.5, -4.0), Vec2::new(5.0, 7.0)];
    for angle in [0.0, 0.4, -1.2, 2.5] {
        for (command, flip) in [
            (LayoutCommand::Mirror(Direction::Horizontal), Vec2::new(-1.0, 1.0)),
            (LayoutCommand::Mirror(Direction::Vertical), Vec2::new(1.0, -1.0)),
        ] {
            let mut app = App::empty();
            app.apply(DocumentCommand::Add(BodyDoc { angle: 0.3, ..ground("plane", Vec2::new(0.5, 0.2), angle) }.into()));
            app.apply(ViewCommand::Select(vec![Item::Body("plane".into())]));
            let before = app.document().body("plane").unwrap().clone();
            app.apply(command);
            let after = app.document().body("plane").unwrap().clone();
            assert_ne!(before, after);
            // About the middle of the selection, which is the point on which it is held: find where one point went.
            let held = before.position + Vec2::from_angle(before.angle).rotate(Vec2::new(0.5, 0.2));
            let mirrored = points.map(|p| held + flip * (p - held));
            for (was, is) in heights(&before, &points).into_iter().zip(heights(&after, &mirrored)) {
                assert!((was - is).abs() < 1e-4, "{angle}: {was} {is}");
            }
        }
    }
}

#[test]
fn every_microscope_opens_on_a_pair_with_it_and_tells_what_it_got() {
    let mut stage = stage(&ground_with("{}"));
    (0..3).for_each(|_| stage.step());
    let bodies: Vec<_> = stage.world().bodies().map(|(id, _)| ColliderId { body: id, index: 0 }).collect();
    let specimen = Specimen::of(&stage, (bodies[0], bodies[1])).expect("the pair").with_before(None);
    assert!(matches!(specimen.a.shape, Shape::HalfPlane(_)));
    for microscope in MICROSCOPES {
        let film = (microscope.film)(&specimen);
        assert!(!film.frames.is_empty() && !film.outcome.is_empty(), "{}", microscope.id);
        for index in 0..film.frames.len() {
            let mut list = collidoscope::draw::DrawList::default();
            film.picture(index, &[], &mut list);
            assert!(list.points.iter().all(|p| p.is_finite()), "{} frame {index}", microscope.id);
        }
    }
    for id in ["sat", "gjk", "epa", "toi", "race"] {
        let film = (collidoscope::lens::microscope::find(id).unwrap().film)(&specimen);
        assert!(film.frames[0].reason.contains("is a half-plane"), "{id}: {}", film.frames[0].reason);
    }
}

#[test]
fn what_a_microscope_shows_is_what_the_world_stored() {
    use collidoscope::engine::narrow::collide_within;
    use collidoscope::engine::probe::NoProbe;
    let mut stage = stage(&ground_with(r#"{"angle":0.2}"#));
    let mut compared = 0;
    for _ in 0..60 {
        stage.step();
        let bodies: Vec<_> = stage.world().bodies().map(|(id, _)| ColliderId { body: id, index: 0 }).collect();
        let specimen = Specimen::of(&stage, (bodies[0], bodies[1])).expect("the pair");
        let Some(stored) = specimen.stored else { continue };
        let again = collide_within(
            &specimen.a.shape,
            &specimen.b.shape,
            specimen.pose_b_in_a(),
            specimen.narrow_phase,
            specimen.reach(),
            &mut NoProbe,
        );
        assert_eq!(again.manifold, stored);
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}

/// Darkness is drawn as bands from where it begins to where it is no longer looked at.
#[test]
fn light_does_not_pass_it() {
    use collidoscope::draw::{Primitive, Role};
    let json = ground_with("{}").replace(r#""bodies""#, r#""lights":[{"id":"lamp","kind":"point","position":[-3,4]}],"bodies""#);
    let stage = stage(&json);
    let mut list = collidoscope::draw::DrawList::default();
    let input = LensInput { stage: &stage, pair: None, chosen: &[], turn: 0, metres_per_px: 0.01, films: None, document: None };
    compose(&input, &[], &mut list);
    let bands = list.marks.iter().filter_map(|mark| match (&mark.primitive, mark.role) {
        (Primitive::Band { points, .. }, Role::Shadow) => Some(list.points(points)),
        _ => None,
    });
    // A point is dark when it lies in a quadrilateral of a band: near, far of one ray, near, far of the next.
    let quads: Vec<[Vec2; 4]> =
        bands.flat_map(|pairs| pairs.windows(4).step_by(2).map(|p| [p[0], p[1], p[3], p[2]]).collect::<Vec<_>>()).collect();
    let holds = |quad: &[Vec2; 4], p: Vec2| {
        let sides = (0..4).map(|k| (quad[(k + 1) % 4] - quad[k]).as_dvec2().perp_dot((p - quad[k]).as_dvec2()));
        let sides: Vec<f64> = sides.collect();
        sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
    };
    // Where the light meets nothing in the region, a band has no width.
    let is_wide = |quad: &&[Vec2; 4]| (quad[2] - quad[0]).as_dvec2().perp_dot((quad[3] - quad[1]).as_dvec2()).abs() > 1e-3;
    let is_dark = |x: f32, y: f32| quads.iter().filter(is_wide).any(|quad| holds(quad, Vec2::new(x, y)));
    for x in [-9.0, -3.0, 0.4, 7.0] {
        assert!(is_dark(x, -0.2) && is_dark(x, -6.0), "the ground at {x} is dark");
    }
    assert!(!is_dark(-3.0, 1.0) && !is_dark(-6.0, 0.2), "over it there is light");
}

#[test]
fn every_lens_draws_it_with_finite_numbers() {
    let mut stage = stage(&ground_with(r#"{"angle":-0.1}"#));
    (0..5).for_each(|_| stage.step());
    let bodies: Vec<_> = stage.world().bodies().map(|(id, _)| ColliderId { body: id, index: 0 }).collect();
    for lens in lenses() {
        let mut list = collidoscope::draw::DrawList::default();
        let pair = Some((bodies[0], bodies[1]));
        let input = LensInput { stage: &stage, pair, chosen: &[], turn: 0, metres_per_px: 0.01, films: None, document: None };
        compose(&input, &[lens.id], &mut list);
        assert!(list.points.iter().all(|p| p.is_finite()), "{}", lens.id);
    }
    let view = collidoscope::lens::frame(&stage);
    assert!(view.height < 20.0 && view.center.length() < 20.0, "{view:?}");
    let shown = overlapping(stage.world());
    assert!(shown.len() <= 1 && shown.iter().all(|each| each.way.depth < 0.2), "{shown:?}");
}
