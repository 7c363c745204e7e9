//! The microscope of curves against answers that were found otherwise: published roots, winding numbers, bisection.

use crate::kit::{example_films, picture};
use collidoscope::app::{App, FileCommand, MicroscopeCommand};
use collidoscope::draw::{Primitive, Sheet};
use collidoscope::engine::math::Vec2;
use collidoscope::lens::microscope::Film;

fn film(name: &str) -> Film {
    example_films().into_iter().find(|(example, _)| example.name == name).expect("shipped").1
}

fn numbers(film: &Film, line: &str) -> Vec<(String, f64)> {
    let frame = film.frames.iter().rfind(|frame| frame.line == line).expect("such a frame");
    frame.card.quantities().map(|q| (q.symbol.clone(), f64::from(q.value))).collect()
}

#[test]
fn the_published_crossing_has_its_polynomial_and_its_four_roots() {
    let film = film("curves_5_published");
    let polynomial = film.frames.iter().find(|frame| frame.short == "polynomial").expect("there");
    let c: Vec<f64> = polynomial.card.quantities().map(|q| f64::from(q.value)).collect();
    assert_eq!(c, [1.0, -22.0, 101.0, -144.0, 64.0, 4.0, 4.0], "coefficients, the product of the degrees, the degree");
    let roots = numbers(&film, "curves.roots");
    for ((_, found), known) in roots.iter().zip([0.06118, 0.28147, 0.90735, 1.0]) {
        assert!((found - known).abs() < 5e-6, "{found} is {known}");
    }
    assert_eq!(roots.len(), 4);
}

/// While the equation was put together the picture was empty but for its name. The numbers are those of
/// `(2t − 1)² + (8t² − 9t + 1)² − 1`, multiplied out by hand.
#[test]
fn a_polynomial_is_put_together_in_a_table() {
    let film = film("curves_5_published");
    let terms: Vec<usize> = (0..film.frames.len()).filter(|&k| film.frames[k].line == "curves.term").collect();
    let rows = ["x²", "1", "−4", "4", "0", "0", "y²", "1", "−18", "97", "−144", "64", "1", "−1", "0", "0", "0", "0"];
    let sums = [["1", "−4", "4", "0", "0"], ["2", "−22", "101", "−144", "64"], ["1", "−22", "101", "−144", "64"]];
    assert_eq!(terms.len(), 3);
    for (known, (&frame, sum)) in terms.iter().zip(sums).enumerate() {
        let marks = picture(&film, frame).marks;
        let words = marks.iter().filter_map(|mark| match &mark.primitive {
            Primitive::Label { text, .. } if mark.sheet == Sheet::Diagram => Some(text.as_str()),
            _ => None,
        });
        let words: Vec<&str> = words.collect();
        let names = ["1", "t", "t²", "t³", "t⁴", "x²", "y²", "1", "sum"];
        let entries = rows[..6 * (known + 1)].chunks(6).flat_map(|row| &row[1..]);
        let wanted: Vec<&str> = names.into_iter().chain(entries.copied()).chain(sum).collect();
        assert_eq!(words[..wanted.len()], wanted, "term {known}");
    }
}

#[test]
fn nine_crossings_of_two_chebyshev_cubics_are_the_roots_of_t3_of_t3_of_x_less_x() {
    let film = film("curves_2_nine");
    let roots: Vec<f64> = numbers(&film, "curves.roots").iter().map(|(_, t)| 2.0 * t - 1.0).collect();
    assert_eq!(roots.len(), 9);
    let t3 = |x: f64| 4.0 * x * x * x - 3.0 * x;
    for x in roots {
        assert!((t3(t3(x)) - x).abs() < 1e-4, "{x}");
    }
    assert!(film.outcome.starts_with("9 crossings of at most 9"), "{}", film.outcome);
}

#[test]
fn brackets_close_in_and_hold_opposite_signs() {
    let mut tries = 0;
    for (_, film) in example_films().into_iter().filter(|(example, _)| example.microscope == "curves") {
        for frame in film.frames.iter().filter(|frame| frame.line == "curves.try") {
            let of = |symbol: &str| frame.card.quantities().find(|q| q.symbol == symbol).expect("on the card").value;
            assert!(of("low") <= of("t") && of("t") <= of("high"));
            tries += 1;
        }
    }
    assert!(tries > 30, "{tries}");
}

#[test]
fn inside_and_outside_are_what_the_winding_number_says() {
    type Case = (&'static str, [f64; 2], &'static [[f64; 2]]);
    const COMB: &[[f64; 2]] = &[
        [-2.0, -1.0],
        [2.0, -1.0],
        [2.2, 1.0],
        [1.5, -0.5],
        [1.0, 1.2],
        [0.4, -0.5],
        [0.0, 1.0],
        [-0.6, -0.5],
        [-1.0, 1.2],
        [-1.5, -0.5],
        [-2.2, 1.0],
    ];
    const ARROW: &[[f64; 2]] = &[[1.3, 0.0], [0.0, 1.0], [0.0, 0.4], [-1.2, 0.4], [-1.2, -0.4], [0.0, -0.4], [0.0, -1.0]];
    let cases: [Case; 3] =
        [("curves_6_dent", [0.45, 0.6], COMB), ("curves_16_tooth", [-0.95, 0.5], COMB), ("curves_14_arrow", [-0.8, 0.1], ARROW)];
    for (name, [x, y], corners) in cases {
        let turn: f64 = (0..corners.len())
            .map(|k| {
                let [[ax, ay], [bx, by]] = [corners[k], corners[(k + 1) % corners.len()]].map(|[cx, cy]| [cx - x, cy - y]);
                (ax * by - ay * bx).atan2(ax * bx + ay * by)
            })
            .sum();
        let winding = (turn / std::f64::consts::TAU).round();
        let outcome = film(name).outcome;
        assert_eq!(outcome.starts_with("It starts inside"), winding != 0.0, "{name}: {outcome}");
    }
}

#[test]
fn parallel_lines_meet_at_infinity_and_one_line_everywhere() {
    for (name, w) in [("curves_3_parallel", Some(0.0)), ("curves_12_far", Some(0.0)), ("curves_9_segments", None)] {
        let found = film(name)
            .frames
            .iter()
            .find(|frame| frame.short == "meet")
            .expect("there")
            .card
            .quantities()
            .find(|q| q.symbol == "W")
            .map(|q| f64::from(q.value));
        match w {
            Some(w) => assert_eq!(found, Some(w), "{name}"),
            None => assert!(found.is_some_and(|found| found.abs() > 1.0), "{name}"),
        }
    }
    assert!(film("curves_11_one_line").frames.iter().any(|frame| frame.heading == "They are one line"));
}

#[test]
fn a_scene_of_curves_alone_opens_under_its_microscope() {
    let example = collidoscope::scene::shipped::examples("curves").next().expect("shipped");
    let mut app = App::empty();
    let bytes = Ok(example.json.as_bytes().to_vec());
    app.apply(FileCommand::Loaded { path: Some("a.json".into()), bytes });
    assert_eq!(app.bench().map(|bench| bench.microscope().id), Some("curves"));
}

/// Two mirrors at a right angle send a ray back: the last way is the first one turned round, and at each mirror both
/// angles are that of the tangent of the direction.
#[test]
fn a_corner_mirror_sends_a_ray_back_and_each_reflection_has_equal_angles() {
    let film = film("curves_19_corner_mirror");
    let of = |frame: usize, symbol: &str| {
        let found = film.frames[frame].card.quantities().find(|q| q.symbol == symbol);
        f64::from(found.unwrap_or_else(|| panic!("no {symbol} at frame {frame}")).value)
    };
    let reflections: Vec<usize> = (0..film.frames.len()).filter(|&k| film.frames[k].line == "curves.reflect").collect();
    let [first, second] = reflections[..] else { panic!("two mirrors: {reflections:?}") };
    let length = 2.0_f64.hypot(1.4);
    let [dx, dy] = [2.0 / length, -1.4 / length];
    // Directions and angles of single precision.
    let near = |found: f64, right: f64| assert!((found - right).abs() < 1e-5, "{found} is {right}");
    near(of(first, "d.x"), dx);
    near(of(first, "d.y"), dy);
    // The floor turns y round, the wall x.
    near(of(second, "d′.x"), -dx);
    near(of(second, "d′.y"), -dy);
    for (frame, angle) in [(first, (2.0_f64 / 1.4).atan()), (second, (1.4_f64 / 2.0).atan())] {
        near(of(frame, "in"), angle);
        near(of(frame, "out"), angle);
    }
}

/// The point of the last level of de Casteljau's algorithm is the sum of Bernstein's polynomials, and lies on the line.
#[test]
fn the_last_level_of_de_casteljau_is_the_sum_of_bernsteins_polynomials() {
    let film = film("curves_20_casteljau");
    let frame = film.frames.iter().rfind(|frame| frame.line == "curves.point").expect("levels");
    let number = |end: &str| f64::from(frame.card.quantities().find(|q| q.symbol.ends_with(end)).expect("on the card").value);
    let t = f64::from(frame.card.quantities().find(|q| q.symbol == "t").expect("t").value);
    let points = [[-3.0, -1.2], [-2.4, 2.6], [0.2, 2.8], [0.6, -2.4], [3.0, 1.0]];
    let weights = [1.0, 4.0, 6.0, 4.0, 1.0];
    let sum = |axis: usize| (0..5).map(|k| weights[k] * t.powi(k as i32) * (1.0 - t).powi(4 - k as i32) * points[k][axis]).sum::<f64>();
    let [x, y] = [number(".x"), number(".y")];
    assert!((x - sum(0)).abs() < 1e-5 && (y - sum(1)).abs() < 1e-5, "({x}, {y}) at {t}");
    assert!((y - (0.2 + 0.7 * (x + 3.0) / 6.0)).abs() < 1e-5, "the root's point lies on the line: ({x}, {y})");
    assert_eq!(film.frames.iter().filter(|frame| frame.short.starts_with("level")).count(), 5);
}

/// A triple root was told as a crossing and two roots of the curves gone on, and of two circles that cross at most
/// twice it was said that they may cross four times.
#[test]
fn a_triple_root_is_one_place_and_two_circles_cross_at_most_twice() {
    let film = film("curves_4_triple");
    assert_eq!(film.outcome, "1 crossing of at most 3; one triple root");
    let reason = &film.frames.last().expect("frames").reason;
    assert!(reason.contains("A triple root is one place") && !reason.contains("gone on"), "{reason}");
    let circles = self::film("curves_17_circles");
    assert!(circles.outcome.starts_with("2 crossings of at most 2"), "{}", circles.outcome);
}

/// The cards spoke of "crossing 3" and "edge 2", and nothing in the picture was called so.
#[test]
fn crossings_and_edges_have_in_the_picture_the_names_of_the_cards() {
    let words = |film: &Film, frame: usize| {
        let marks = picture(film, frame).marks.into_iter().filter(|mark| mark.sheet == Sheet::World);
        let of = marks.filter_map(|mark| match mark.primitive {
            Primitive::Label { text, at, .. } => Some((text, at)),
            _ => None,
        });
        of.collect::<Vec<_>>()
    };
    let film = film("curves_2_nine");
    let said = words(&film, film.last());
    let told = |symbol: &str| {
        let all = film.frames[film.last()].card.quantities().filter(|q| q.symbol == symbol);
        all.map(|q| q.value).collect::<Vec<f32>>()
    };
    let (x, y) = (told("x"), told("y"));
    assert_eq!((x.len(), y.len()), (9, 9));
    for k in 0..9 {
        let name = (k + 1).to_string();
        let at = said.iter().find(|(text, _)| *text == name).unwrap_or_else(|| panic!("crossing {name} is not named")).1;
        // The card tells what is zero but for rounding as zero.
        assert!((at.x - x[k]).abs() < 1e-5 && (at.y - y[k]).abs() < 1e-5, "crossing {name}: {at}");
    }
    let mut named = 0;
    for (example, film) in example_films().iter().filter(|(example, _)| example.microscope == "curves") {
        for (index, frame) in film.frames.iter().enumerate().filter(|(_, frame)| frame.heading.starts_with("Edge ")) {
            let edge = frame.heading.split([' ', ':', ',']).nth(1).expect("a number");
            assert!(words(film, index).iter().any(|(text, _)| *text == format!("edge {edge}")), "{}: {}", example.name, frame.heading);
            named += 1;
        }
    }
    assert!(named > 3, "{named}");
}

/// The picture was fitted to the ray alone: the prism that it meets, and the right side of a room, were cut off.
#[test]
fn bodies_that_reflect_a_ray_lie_within_the_picture() {
    let film = film("curves_18_mirrors");
    for aspect in [0.6, 1.0, 2.0] {
        let view = film.view(Sheet::World, aspect).expect("a world");
        let half = 0.5 * view.height * Vec2::new(aspect, 1.0);
        for corner in [Vec2::new(0.3, -1.9), Vec2::new(2.7, -1.9), Vec2::new(1.5, 0.2)] {
            let off = (corner - view.center).abs();
            assert!(off.x < half.x && off.y < half.y, "{corner} of the prism is outside at {aspect}");
        }
    }
}

/// A room's ball that the ray passes by was missing under the microscope, and stood in the scene beside it.
#[test]
fn bodies_that_a_ray_passes_by_are_shown_too() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("mirrors".into()));
    app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("curves".into()) });
    let film = app.bench().expect("open").film();
    let ball = Vec2::new(3.8, 1.6);
    for frame in 0..film.frames.len() {
        let marks = picture(film, frame).marks;
        let is_ball = |at: Vec2| (at - ball).length() < 1e-3;
        let shown = marks
            .iter()
            .any(|mark| mark.sheet == Sheet::World && matches!(mark.primitive, Primitive::Circle { center, .. } if is_ball(center)));
        assert!(shown, "frame {frame}");
    }
}
