//! Curves of a scene: where they cross each other and bodies, how rays are reflected, and that they are edited, saved and
//! undone like everything else.

use collidoscope::app::handle::{Part, curve as handles};
use collidoscope::app::{App, Command, DocumentCommand, HistoryCommand, Item, LayoutCommand};
use collidoscope::engine::frames::WorldPoint;
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::scene::document::{Document, PlaneCurve, PlaneCurveDoc};
use collidoscope::scene::file;
use collidoscope::scene::plane_curves::{Crossed, Crossing, Meets};
use collidoscope::scene::stage::Stage;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

fn document(bodies: &str, curves: &str) -> Document {
    let text = format!(
        r#"{{ "format": "collidoscope-scene", "version": 1, "world": {{ "gravity": [0, 0] }}, "bodies": [ {bodies} ], "curves": [ {curves} ] }}"#
    );
    file::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn stage(bodies: &str, curves: &str) -> Stage {
    Stage::new(&document(bodies, curves)).unwrap()
}

const DISC: &str = r#"{ "id": "disc", "shapes": [ { "circle": { "radius": 1 } } ] }"#;
const ROUNDED: &str =
    r#"{ "id": "crate", "position": [1, 2], "angle": 0.4, "shapes": [ { "box": { "width": 2, "height": 1, "rounding": 0.3 } } ] }"#;

#[test]
fn curves_cross_curves_and_bodies_where_geometry_says() {
    let stage = stage(
        DISC,
        r#"{ "id": "parabola", "kind": "bezier", "points": [[-1, 1], [0, -3.5], [1, 0]] },
           { "id": "circle", "kind": "circle", "center": [0, 0], "radius": 1 },
           { "id": "tangent", "kind": "line", "a": [5, 1], "b": [6, 1] }"#,
    );
    let all = stage.curve_crossings();
    let of = |curve: &str, other: Crossed| all.iter().filter(|c| c.curve == curve && c.other == other).map(|c| c.t).collect::<Vec<_>>();
    let known = [0.06118, 0.28147, 0.90735, 1.0];
    for other in [Crossed::Curve("circle".into()), Crossed::Body("disc".into())] {
        let found = of("parabola", other);
        assert!(found.len() == 4 && found.iter().zip(known).all(|(t, k)| (t - k).abs() < 1e-5), "{found:?}");
    }
    let touch = all.iter().find(|c| c.curve == "tangent" && c.other == Crossed::Body("disc".into())).expect("it touches the disc");
    assert!(touch.how == Meets::Touches && (touch.point - Vec2::Y).length() < 1e-4, "{touch:?}");
}

#[test]
fn a_line_meets_a_rounded_body_where_a_ray_of_the_engine_does() {
    let mut random = Pcg32::seed_from_u64(3);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..400 {
        let mut place = || Vec2::new(random.random_range(-4.0..6.0), random.random_range(-2.0..6.0));
        let (a, b) = (place(), place());
        if (b - a).length() < 0.1 {
            continue;
        }
        let mut document = document(ROUNDED, "");
        document.curves.push(PlaneCurveDoc { id: "line".into(), kind: PlaneCurve::Line { a, b }, ..PlaneCurveDoc::default() });
        let stage = Stage::new(&document).unwrap();
        let way = (b - a) / (b - a).length();
        let ray = |from: Vec2, to: Vec2| stage.world().ray_cast(WorldPoint::at(from), WorldPoint::at(to)).map(|hit| hit.point.vec());
        let (first, last) = (ray(a - 30.0 * way, a + 30.0 * way), ray(a + 30.0 * way, a - 30.0 * way));
        let found = stage.curve_crossings();
        match (first, last) {
            (Some(first), Some(last)) if (first - last).length() > 0.02 => {
                assert_eq!(found.len(), 2, "{a} {b} {found:?}");
                for point in [first, last] {
                    assert!(found.iter().any(|c| (c.point - point).length() < 1e-3), "{point} {found:?}");
                }
                hits += 1;
            }
            (None, None) => {
                assert!(found.is_empty(), "{a} {b} {found:?}");
                misses += 1;
            }
            _ => {}
        }
    }
    assert!(hits > 60 && misses > 60, "{hits} {misses}");
}

#[test]
fn a_ray_is_reflected_at_the_angle_of_incidence_and_no_oftener_than_asked() {
    let walls = r#"{ "id": "left", "kind": "static", "shapes": [ { "segment": { "a": [0, -9], "b": [0, 9] } } ] },
                   { "id": "right", "kind": "static", "shapes": [ { "segment": { "a": [2, -9], "b": [2, 9] } } ] }"#;
    let stage = stage(walls, "");
    let legs = stage.ray_path(Vec2::new(1.0, 0.0), Vec2::new(2.0, 0.5), 3);
    let heights: Vec<f32> = legs.iter().take(3).map(|leg| leg.to.y).collect();
    assert_eq!(legs.len(), 4);
    assert!([0.5, 1.5, 2.5].iter().zip(&heights).all(|(want, is)| (want - is).abs() < 1e-3), "{heights:?}");
    assert_eq!(legs[0].hit, Some(("right".to_owned(), Vec2::NEG_X)));
    for two in legs.windows(2) {
        let (into, out) = (
            (two[0].to - two[0].from) / (two[0].to - two[0].from).length(),
            (two[1].to - two[1].from) / (two[1].to - two[1].from).length(),
        );
        let normal = two[0].hit.as_ref().unwrap().1;
        assert!((into.dot(normal) + out.dot(normal)).abs() < 1e-4 && (into.perp_dot(normal) - out.perp_dot(normal)).abs() < 1e-4);
    }
    assert_eq!(stage.ray_path(Vec2::ZERO, Vec2::ZERO, 3), []);
    // A ray that begins inside of a body leaves it.
    let inside = self::stage(DISC, "").ray_path(Vec2::ZERO, Vec2::X, 3);
    assert!(inside.len() == 1 && inside[0].hit.is_none(), "{inside:?}");
}

/// A reflected ray started 0.1 mm outside of the mirror and so beside its way: between mirrors 2 cm apart the sixth
/// reflection was 0.6 mm off.
#[test]
fn a_ray_between_near_mirrors_meets_them_at_equal_distances() {
    let mirror =
        |id: &str, y: f32| format!(r#"{{"id":"{id}","kind":"static","position":[0,{y}],"shapes":[{{"box":{{"width":2,"height":0.1}}}}]}}"#);
    let mirrors = format!("{},{}", mirror("above", 0.06), mirror("below", -0.06));
    let legs = stage(&mirrors, "").ray_path(Vec2::new(-0.5, 0.0), Vec2::new(-0.4, 0.1), 12);
    assert_eq!(legs.len(), 13);
    for (k, leg) in legs.iter().enumerate() {
        let exact = Vec2::new(-0.49 + 0.02 * k as f32, if k % 2 == 0 { 0.01 } else { -0.01 });
        assert!((leg.to - exact).length() < 2e-6, "{k}: {} instead of {exact}", leg.to);
        assert!(k == 0 || leg.from == legs[k - 1].to, "{k}: it goes on where it was reflected");
    }
}

#[test]
fn a_curve_on_a_body_goes_along_and_pushes_nothing() {
    let moving = r#"{ "id": "cart", "linear_velocity": [1, 0], "shapes": [ { "circle": { "radius": 0.2 } } ] }"#;
    let on_it = r#"{ "id": "c", "body": "cart", "kind": "circle", "center": [0, 1], "radius": 0.5 }"#;
    let mut with = stage(moving, on_it);
    let mut without = stage(moving, "");
    for _ in 0..60 {
        with.step();
        without.step();
    }
    assert_eq!(with.world().fingerprint(), without.world().fingerprint());
    let Some(PlaneCurve::Circle { center, .. }) = with.placed_curve(&with.curves()[0]) else { panic!("a circle") };
    assert!((center - Vec2::new(1.0, 1.0)).length() < 1e-4, "{center}");
}

#[test]
fn curves_are_added_edited_shaped_moved_and_undone() {
    let mut app = App::empty();
    let kind = PlaneCurve::Bezier { points: vec![Vec2::ZERO, Vec2::ONE], weights: Vec::new() };
    app.apply(DocumentCommand::Add(PlaneCurveDoc { kind, ..PlaneCurveDoc::default() }.into()));
    assert_eq!(app.selection(), [Item::Curve("bezier".into())]);
    let doc = app.document().curves[0].clone();
    let dragged = handles::drag(&doc, Pose::IDENTITY, Part::NewCurvePoint(0), Vec2::new(2.0, 0.0)).unwrap();
    let thing = collidoscope::app::thing::Thing::Curve(dragged.thing);
    app.apply(LayoutCommand::Reshape { thing, gesture: 0 });
    let points = app.document().curves[0].kind.places();
    assert_eq!(points, [Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::ONE]);
    app.apply(Command::from(DocumentCommand::Delete(vec![Item::Curve("bezier".into())])));
    assert!(app.document().curves.is_empty());
    for _ in 0..2 {
        app.apply(HistoryCommand::Undo);
    }
    assert_eq!(app.document().curves, [doc]);
    app.apply(HistoryCommand::Undo);
    assert!(app.document().curves.is_empty());
}

#[test]
fn a_curve_that_is_none_is_refused_with_its_place() {
    let wrong = |curve: &str| {
        let text = format!(r#"{{ "format": "collidoscope-scene", "version": 1, "bodies": [], "curves": [ {curve} ] }}"#);
        file::parse(text.as_bytes()).expect_err("refused").to_string()
    };
    assert!(wrong(r#"{ "id": "l", "kind": "line", "a": [1, 1], "b": [1, 1] }"#).contains("curves[0].b"));
    assert!(wrong(r#"{ "id": "b", "kind": "bezier", "points": [[0, 0]] }"#).contains("curves[0].points"));
    assert!(wrong(r#"{ "id": "b", "kind": "bezier", "points": [[0, 0], [1, 0]], "weights": [1] }"#).contains("curves[0].weights"));
    assert!(wrong(r#"{ "id": "c", "kind": "circle", "center": [0, 0], "radius": -1 }"#).contains("curves[0].radius"));
    assert!(wrong(r#"{ "id": "r", "body": "gone", "kind": "ray", "a": [0, 0], "b": [1, 0] }"#).contains("curves[0].body"));
}

#[test]
fn the_command_line_lists_crossings_with_bezouts_count() {
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_collidoscope")).args(["curves", "curve_crossings"]).output().unwrap();
    let out = String::from_utf8(done.stdout).unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let four: Vec<&str> = out.lines().filter(|line| line.contains("curve circle") || line.starts_with("circle × curve parabola")).collect();
    assert_eq!(four.len(), 4, "{out}");
    assert!(four.iter().all(|line| line.ends_with("at most 4")), "{out}");
    let rays = std::process::Command::new(env!("CARGO_BIN_EXE_collidoscope")).args(["curves", "mirrors"]).output().unwrap();
    assert!(String::from_utf8_lossy(&rays.stdout).contains("ray leg 7:"), "{rays:?}");
    let none = std::process::Command::new(env!("CARGO_BIN_EXE_collidoscope")).args(["curves", "pyramid"]).output().unwrap();
    assert!(!none.status.success() && String::from_utf8_lossy(&none.stderr).contains("no curves"));
}

/// The outline of an L was that of its convex parts, each with the cut between them: a line through it had four
/// crossings, two of them on the cut, a segment along the cut lay on two edges, and a ray from within was reflected
/// there. Judged by the six sides of the L.
#[test]
fn inner_edges_of_a_concave_outline_are_met_by_no_curve() {
    let l = r#"{ "id": "L", "kind": "static", "shapes": [{ "outline": { "vertices": [[0, 0], [2, 0], [2, 0.5], [0.5, 0.5], [0.5, 2], [0, 2]] } }] }"#;
    let stage = stage(
        l,
        r#"{ "id": "level", "kind": "line", "a": [-1, 0.25], "b": [3, 0.25] },
           { "id": "upright", "kind": "line", "a": [0.25, -1], "b": [0.25, 3] },
           { "id": "cut", "kind": "segment", "a": [0.1, 0.1], "b": [0.45, 0.45] },
           { "id": "across", "kind": "segment", "a": [0.1, 0.4], "b": [0.4, 0.1] },
           { "id": "side", "kind": "segment", "a": [0, 0.2], "b": [0, 1.4] },
           { "id": "inside", "kind": "ray", "a": [0.25, 1.8], "b": [0.25, 1], "bounces": 2 },
           { "id": "along", "kind": "ray", "a": [1.8, 0.25], "b": [1, 0.25], "bounces": 2 }"#,
    );
    let of = |id: &str| -> Vec<_> {
        stage
            .curve_crossings()
            .into_iter()
            .filter(|c| c.curve == id && c.other == Crossed::Body("L".into()))
            .map(|c| (c.point, c.how))
            .collect()
    };
    let level = of("level");
    let wanted = [Vec2::new(0.0, 0.25), Vec2::new(2.0, 0.25)];
    assert!(level.len() == 2 && wanted.iter().all(|p| level.iter().any(|(q, _)| (*p - *q).length() < 1e-5)), "{level:?}");
    assert_eq!(of("upright").len(), 2);
    assert!(of("cut").is_empty() && of("across").is_empty(), "{:?} {:?}", of("cut"), of("across"));
    assert!(matches!(of("side")[..], [(_, Meets::Overlaps(_))]), "{:?}", of("side"));
    // From within a ray leaves the body and meets nothing.
    for (a, b) in [(Vec2::new(0.25, 1.8), Vec2::new(0.25, 1.0)), (Vec2::new(1.8, 0.25), Vec2::new(1.0, 0.25))] {
        let legs = stage.ray_path(a, b, 2);
        assert!(legs.len() == 1 && legs[0].hit.is_none(), "{legs:?}");
    }
}

/// Of a half-plane the box that stands in for it in the narrow phase was the outline: curves crossed its far side at
/// (200000, −199997), and a ray's hit, cast along a kilometre, was 6e-5 m beside the surface, so that it was listed
/// twice or not at all. Judged by the equation of the surface.
#[test]
fn a_half_plane_is_met_at_its_surface_alone_and_once() {
    let mut random = Pcg32::seed_from_u64(11);
    for _ in 0..60 {
        let angle: f32 = random.random_range(-1.2..1.2);
        let body = format!(
            r#"{{ "id": "ground", "kind": "static", "position": [1, -0.5], "shapes": [{{ "half_plane": {{ "angle": {angle} }} }}] }}"#
        );
        let normal = glam::DVec2::new(-f64::from(angle).sin(), f64::from(angle).cos());
        let height = |p: Vec2| (p.as_dvec2() - glam::DVec2::new(1.0, -0.5)).dot(normal);
        let from = Vec2::new(1.0, -0.5) + (3.0 * normal).as_vec2();
        let way = (-normal + random.random_range(-2.0..2.0) * normal.perp()).as_vec2();
        let [a, b] = [from, from + way].map(|p| format!("[{}, {}]", p.x, p.y));
        let stage = stage(
            &body,
            &format!(
                r#"{{ "id": "line", "kind": "line", "a": {a}, "b": {b} }},
                   {{ "id": "ray", "kind": "ray", "a": {a}, "b": {b}, "bounces": 3 }}"#
            ),
        );
        let all = stage.curve_crossings();
        for id in ["line", "ray"] {
            let own: Vec<_> = all.iter().filter(|c| c.curve == id && c.other == Crossed::Body("ground".into())).collect();
            assert_eq!(own.len(), 1, "{id} at {angle}: {own:?}");
            assert!(height(own[0].point).abs() < 2e-6, "{id} at {angle}: {:?}", own[0]);
        }
        let legs = stage.ray_path(from, from + way, 3);
        assert!(legs.len() == 2 && height(legs[0].to).abs() < 2e-6, "{angle}: {legs:?}");
    }
}

/// `b` of a ray is where t = 1, as the schema says: what was told was the number of a leg and a share of it, of the last
/// one a share of the 1000 m that a ray is followed.
#[test]
fn the_parameter_of_a_ray_is_the_way_in_distances_from_a_to_b() {
    let curves = r#"{ "id": "ray", "kind": "ray", "a": [0, 2], "b": [2, 1], "bounces": 1 },
        { "id": "gate", "kind": "line", "a": [2, 0], "b": [2, 3] },
        { "id": "far", "kind": "line", "a": [8, 0], "b": [8, 3] }"#;
    let mirror = r#"{ "id": "floor", "kind": "static", "shapes": [ { "half_plane": {} } ] }"#;
    let stage = stage(mirror, curves);
    let crossings = stage.curve_crossings();
    let at = |name: &str| {
        let is = |c: &&Crossing| c.curve == "ray" && (c.other == Crossed::Curve(name.into()) || c.other == Crossed::Body(name.into()));
        crossings.iter().find(is).unwrap_or_else(|| panic!("{name}: {crossings:?}")).t
    };
    for (name, wanted) in [("gate", 1.0), ("floor", 2.0), ("far", 4.0)] {
        assert!((at(name) - wanted).abs() < 1e-5, "{name}: {} and not {wanted}", at(name));
    }
}
