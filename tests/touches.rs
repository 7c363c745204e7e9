//! Curves that touch, that lie on each other, and that really cross: as single precision tells them.

use collidoscope::engine::math::{Rot, Vec2};
use collidoscope::scene::document::{Document, PlaneCurve, PlaneCurveDoc};
use collidoscope::scene::file;
use collidoscope::scene::plane_curves::{Crossing, Meets, crossings_of};
use collidoscope::scene::stage::Stage;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

/// Where two curves of a scene meet; the microscope's search finds the same places.
fn meet(a: &PlaneCurve, b: &PlaneCurve) -> Vec<Crossing> {
    let named = |id: &str, kind: &PlaneCurve| PlaneCurveDoc { id: id.into(), kind: kind.clone(), ..PlaneCurveDoc::default() };
    let document = Document { curves: vec![named("a", a), named("b", b)], ..Document::default() };
    let found = Stage::new(&document).unwrap().curve_crossings();
    let of_microscope = crossings_of(a, b, &mut collidoscope::engine::probe::NoProbe);
    let places: Vec<Vec2> = found.iter().filter(|c| matches!(c.how, Meets::Crosses | Meets::Touches)).map(|c| c.point).collect();
    assert_eq!(places, of_microscope);
    found
}

fn hows(a: &PlaneCurve, b: &PlaneCurve) -> Vec<Meets> {
    meet(a, b).iter().map(|crossing| crossing.how).collect()
}

fn circle(x: f32, y: f32, radius: f32) -> PlaneCurve {
    PlaneCurve::Circle { center: Vec2::new(x, y), radius }
}

fn bezier(points: &[[f32; 2]]) -> PlaneCurve {
    PlaneCurve::Bezier { points: points.iter().map(|&[x, y]| Vec2::new(x, y)).collect(), weights: Vec::new() }
}

/// A touch was told only where all coordinates were exact in single precision: of these 81 pairs 23 touched, 24 had no
/// point in common and 34 crossed twice.
#[test]
fn circles_whose_radii_are_tenths_touch() {
    for r in 1..=9_u8 {
        for s in 1..=9_u8 {
            let tenth = |n: u8| f32::from(n) / 10.0;
            let outside = hows(&circle(0.0, 0.0, tenth(r)), &circle(tenth(r + s), 0.0, tenth(s)));
            assert_eq!(outside, [Meets::Touches], "0.{r} and 0.{s}");
            if r > s {
                let inside = hows(&circle(0.3, 0.7, tenth(r)), &circle(0.3, 0.7 + tenth(r - s), tenth(s)));
                assert_eq!(inside, [Meets::Touches], "0.{s} in 0.{r}");
            }
        }
    }
}

/// None of 360 tangents in general directions was told as one.
#[test]
fn tangents_of_a_circle_touch_in_every_direction() {
    let mut random = Pcg32::seed_from_u64(7);
    for degrees in 0..360_u16 {
        let center = Vec2::new(random.random_range(-5.0..5.0), random.random_range(-5.0..5.0));
        let radius = random.random_range(0.2..3.0);
        let out = Rot::from_angle(f32::from(degrees).to_radians()).x_axis();
        let (foot, along) = (center + radius * out, out.perp());
        let (back, on) = (random.random_range(0.5..3.0), random.random_range(0.5..3.0));
        let ring = PlaneCurve::Circle { center, radius };
        for line in [
            PlaneCurve::Line { a: foot + back * along, b: foot + (back + on) * along },
            PlaneCurve::Segment { a: foot - back * along, b: foot + on * along },
        ] {
            let found = meet(&ring, &line);
            assert!(found.len() == 1 && found[0].how == Meets::Touches, "{degrees}°: {found:?}");
            assert!((found[0].point - foot).length() < 1e-5, "{degrees}°: {found:?} {foot}");
        }
        // A circle on the other side of the tangent, and one inside.
        for other in [center + (radius + on) * out, center + 0.5 * radius * out] {
            let its = if other == center + (radius + on) * out { on } else { 0.5 * radius };
            assert_eq!(hows(&ring, &PlaneCurve::Circle { center: other, radius: its }), [Meets::Touches], "{degrees}°");
        }
    }
}

/// Of 19 parabolas (x − a)² 5 touched their axis.
#[test]
fn parabolas_touch_their_axis_and_other_curves_their_tangents() {
    let axis = PlaneCurve::Line { a: Vec2::ZERO, b: Vec2::X };
    for k in 1..20_u8 {
        let a = f32::from(k) / 20.0;
        let parabola = bezier(&[[0.0, a * a], [0.5, a * a - a], [1.0, (1.0 - a) * (1.0 - a)]]);
        let found = meet(&parabola, &axis);
        assert!(found.len() == 1 && found[0].how == Meets::Touches && (found[0].t - f64::from(a)).abs() < 1e-3, "{a}: {found:?}");
        assert_eq!(hows(&axis, &parabola), [Meets::Touches], "the other way round: {a}");
        let below = bezier(&[[0.0, -0.3 * a * a], [0.5, -0.3 * (a * a - a)], [1.0, -0.3 * (1.0 - a) * (1.0 - a)]]);
        assert_eq!(hows(&parabola, &below), [Meets::Touches], "two parabolas: {a}");
        let raised = bezier(&[[0.0, a * a + 1e-4], [0.5, a * a - a + 1e-4], [1.0, (1.0 - a) * (1.0 - a) + 1e-4]]);
        assert_eq!(hows(&raised, &axis), [], "0.1 mm above: {a}");
        let sunk = bezier(&[[0.0, a * a - 1e-4], [0.5, a * a - a - 1e-4], [1.0, (1.0 - a) * (1.0 - a) - 1e-4]]);
        assert_eq!(hows(&sunk, &axis), [Meets::Crosses; 2], "0.1 mm below: {a}");
    }
    // y = 8 (x − ½)³ crosses flat.
    let cubic = bezier(&[[0.0, -1.0], [1.0 / 3.0, 1.0], [2.0 / 3.0, -1.0], [1.0, 1.0]]);
    assert_eq!(hows(&cubic, &axis), [Meets::Crosses]);
}

/// What is really apart stays apart: depths from far below single precision to far above it.
#[test]
fn two_crossings_that_are_apart_are_not_merged_and_a_gap_is_no_touch() {
    let mut random = Pcg32::seed_from_u64(8);
    let (mut touched, mut parted, mut crossed) = (0, 0, 0);
    for case in 0..4_000 {
        let (r, s) = (random.random_range(0.1..2.0_f32), random.random_range(0.1..2.0_f32));
        let center = Vec2::new(random.random_range(-3.0..3.0), random.random_range(-3.0..3.0));
        let way = Rot::from_angle(random.random_range(-3.0..3.0)).x_axis();
        let depth = libm::powf(10.0, random.random_range(-9.0..-2.0)) * if random.random_range(0..2) == 0 { 1.0 } else { -1.0 };
        let other = center + (r + s - depth) * way;
        let found = if case % 2 == 0 {
            hows(&PlaneCurve::Circle { center, radius: r }, &PlaneCurve::Circle { center: other, radius: s })
        } else {
            let foot = center + (r - depth) * way;
            let line = PlaneCurve::Segment { a: foot - 2.0 * way.perp(), b: foot + 2.0 * way.perp() };
            hows(&PlaneCurve::Circle { center, radius: r }, &line)
        };
        match &found[..] {
            [Meets::Touches] => touched += 1,
            [] => parted += 1,
            [Meets::Crosses, Meets::Crosses] => crossed += 1,
            other => panic!("{case}: {other:?}"),
        }
        // Numbers up to 7 m: the tolerance is at most 6 µm.
        if depth.abs() > 8e-6 {
            assert_eq!(found.len(), if depth > 0.0 { 2 } else { 0 }, "{case}: {depth}");
        }
        if depth.abs() < 1e-8 {
            assert_eq!(found, [Meets::Touches], "{case}: {depth}");
        }
    }
    assert!(touched > 500 && parted > 500 && crossed > 500, "{touched} {parted} {crossed}");
}

/// Circles that coincide and segments that overlap had nothing in common, and an arc of a circle touched it at its two
/// ends only.
#[test]
fn what_lies_on_each_other_says_so_with_its_ends() {
    assert_eq!(hows(&circle(0.1, 0.2, 0.7), &circle(0.1, 0.2, 0.7)), [Meets::Coincides]);
    assert_eq!(hows(&circle(0.1, 0.2, 0.7), &circle(0.1, 0.2, 0.8)), []);
    let straight = |a: [f32; 2], b: [f32; 2]| PlaneCurve::Segment { a: a.into(), b: b.into() };
    let ends = |a: &PlaneCurve, b: &PlaneCurve| match &meet(a, b)[..] {
        [Crossing { point, how: Meets::Overlaps(to), .. }] => [*point, *to],
        other => panic!("{other:?}"),
    };
    let near = |[p, q]: [Vec2; 2], [r, s]: [[f32; 2]; 2]| (p - Vec2::from(r)).length() < 1e-5 && (q - Vec2::from(s)).length() < 1e-5;
    let long = straight([0.0, 0.0], [3.0, 0.3]);
    assert!(near(ends(&long, &straight([1.0, 0.1], [2.0, 0.2])), [[1.0, 0.1], [2.0, 0.2]]));
    assert!(near(ends(&long, &straight([4.0, 0.4], [2.0, 0.2])), [[2.0, 0.2], [3.0, 0.3]]));
    assert!(near(ends(&long, &PlaneCurve::Line { a: [-1.0, -0.1].into(), b: [1.0, 0.1].into() }), [[0.0, 0.0], [3.0, 0.3]]));
    assert_eq!(hows(&long, &straight([4.0, 0.4], [5.0, 0.5])), [], "on one line, but apart");
    assert_eq!(hows(&long, &straight([0.0, 1e-3], [3.0, 0.301])), [], "a millimetre beside it");
    let line = |a: [f32; 2], b: [f32; 2]| PlaneCurve::Line { a: a.into(), b: b.into() };
    assert_eq!(hows(&line([0.0, 0.1], [1.0, 0.2]), &line([2.0, 0.3], [5.0, 0.6])), [Meets::Coincides]);
    let arc = PlaneCurve::Bezier { points: vec![Vec2::X, Vec2::ONE, Vec2::Y], weights: vec![1.0, 0.5_f32.sqrt(), 1.0] };
    assert!(near(ends(&arc, &circle(0.0, 0.0, 1.0)), [[1.0, 0.0], [0.0, 1.0]]));
    assert!(near(ends(&circle(0.0, 0.0, 1.0), &arc), [[1.0, 0.0], [0.0, 1.0]]));
    let cubic = bezier(&[[0.0, 0.0], [1.0, 2.0], [2.0, -1.0], [3.0, 1.0]]);
    assert!(near(ends(&cubic, &cubic), [[0.0, 0.0], [3.0, 1.0]]));
    // A line on the upper edge of a box with round corners.
    let text = r#"{ "format": "collidoscope-scene", "version": 1, "bodies": [ { "id": "box", "kind": "static", "position": [0.1, 0.2],
        "shapes": [ { "box": { "width": 2, "height": 1, "rounding": 0.2 } } ] } ],
        "curves": [ { "id": "edge", "kind": "line", "a": [-3, 0.7], "b": [3, 0.7] } ] }"#;
    let stage = Stage::new(&file::parse(text.as_bytes()).unwrap()).unwrap();
    match &stage.curve_crossings()[..] {
        [Crossing { point, how: Meets::Overlaps(to), .. }] => assert!(near([*point, *to], [[-0.7, 0.7], [0.9, 0.7]]), "{point} {to}"),
        other => panic!("{other:?}"),
    }
}

/// Parallel lines have no crossing, and a common part of no length was none: nothing was told.
#[test]
fn curves_of_one_line_that_share_an_end_touch() {
    let along = |turn: Rot, from: f32, to: f32| {
        let at = |x: f32| Vec2::new(0.3, -0.7) + turn.rotate(Vec2::new(x, 0.0));
        [PlaneCurve::Segment { a: at(from), b: at(to) }, bezier(&[at(from).to_array(), at(to).to_array()])]
    };
    for degrees in 0..36_u16 {
        let turn = Rot::from_angle((f32::from(degrees) * 10.0).to_radians());
        for a in along(turn, -1.0, 0.4) {
            for (b, meets) in [(0.4, true), (0.5, false)].into_iter().flat_map(|(x, meets)| along(turn, x, 2.0).map(|b| (b, meets))) {
                for (one, other) in [(&a, &b), (&b, &a)] {
                    // Where rounding has turned one of them by its last bit, their lines do cross there.
                    let found = hows(one, other);
                    assert_eq!(found.len(), usize::from(meets), "{degrees}: {one:?} {other:?}");
                    assert!(degrees != 0 || found.iter().all(|how| *how == Meets::Touches), "{degrees}: {found:?}");
                }
            }
        }
    }
}
