//! The numbers under the integrators' microscope against closed forms.

use crate::kit::{example_films, random, random_specimen};
use collidoscope::engine::collider::ColliderId;
use collidoscope::engine::lagrange::{BodyState, Coordinate, Mass, Spring, SpringLaw};
use collidoscope::engine::lagrange::{Integrator, LagrangeStep, State, System, advance};
use collidoscope::engine::probe::NoProbe;
use collidoscope::lens::microscope::integrators::{INTEGRATORS, IntegratorOptions};
use collidoscope::lens::microscope::{Film, Options, Specimen};
use collidoscope::scene::file::parse;
use collidoscope::scene::stage::Stage;
use glam::DVec2;
use rand::Rng;
use std::f64::consts::TAU;

fn film(name: &str) -> Film {
    example_films().into_iter().find(|(example, _)| example.name == name).unwrap_or_else(|| panic!("{name}")).1
}

/// The numbers with a symbol in the only frame whose heading starts so.
fn numbers(film: &Film, heading: &str, symbol: &str) -> Vec<f64> {
    let frame = film.frames.iter().find(|frame| frame.heading.starts_with(heading)).unwrap_or_else(|| panic!("no {heading}"));
    frame.card.quantities().filter(|q| q.symbol == symbol).map(|q| f64::from(q.value)).collect()
}

/// The published numbers, from the factors of a step: 1 + x² for explicit Euler, 1 − x⁶/72 + x⁸/576 for RK4, and for
/// the semi-implicit one the conserved v² + ω² q² − ω x q v, which makes 1/(1 ± x/2) the bounds; x = ω h.
#[test]
fn the_published_oscillator_has_its_published_multipliers_and_orders() {
    let film = film("integrators_5_published");
    let changes = numbers(&film, "60 steps compared", "change");
    let x = TAU / 60.0;
    let explicit = (1.0 + x * x).powi(60);
    assert!(((1.0 + changes[0]) / explicit - 1.0).abs() < 1e-3 && ((1.0 + changes[0]) / 1.924 - 1.0).abs() < 1e-3, "{changes:?}");
    let lost = (1.0 - x.powi(6) / 72.0 + x.powi(8) / 576.0).powi(60) - 1.0;
    // The card has 24 bits of the change itself.
    assert!((changes[2] / lost - 1.0).abs() < 1e-3 && (changes[2] / -1.1e-6 - 1.0).abs() < 0.01, "{} is not {lost}", changes[2]);
    let (least, most) = (numbers(&film, "60 steps compared", "least")[1], numbers(&film, "60 steps compared", "most")[1]);
    // Sixty samples of the ellipse come within a thousandth of its ends.
    assert!((least - 0.95).abs() < 1e-3 && (most - 1.055).abs() < 1e-3, "{least} to {most}");
    let orders = numbers(&film, "60 steps compared", "order");
    // The next term of the error's series at the finest step, h/8.
    assert!(orders.iter().zip([1.0, 1.0, 4.0]).all(|(found, order)| (found - order).abs() < 0.12), "{orders:?}");
}

#[test]
fn one_step_on_the_cards_is_the_step_by_hand() {
    let film = film("integrators_5_published");
    let (h, w) = (1.0 / 60.0, TAU);
    let at = |heading: &str| [numbers(&film, heading, "x")[0], numbers(&film, heading, "v")[0]];
    // From x = 1, v = 0.
    let z = w * h;
    let expected = [
        ("Explicit Euler: the step", [1.0, -w * w * h]),
        ("Semi-implicit Euler: the step", [1.0 - z * z, -w * w * h]),
        ("RK4: the step", [1.0 - z * z / 2.0 + z.powi(4) / 24.0, w * (-z + z.powi(3) / 6.0)]),
    ];
    for (heading, [x, v]) in expected {
        let found = at(heading);
        // The scene's numbers have 24 bits, an anchor three metres out 2.4e-7 of them.
        assert!((found[0] - x).abs() < 1e-6 && (found[1] - v).abs() < 1e-5, "{heading}: {found:?}, not {x}, {v}");
    }
}

#[test]
fn shares_of_one_take_the_whole_way_in_one_step_and_the_bound_is_two() {
    let rest = film("integrators_3_rest");
    let x = numbers(&rest, "Semi-implicit Euler: the step", "x")[0];
    let change = numbers(&rest, "After 2 steps", "change")[1];
    // 9.549295 Hz has seven digits; two steps leave x = 0 and v = 0.
    assert!(x.abs() < 1e-6 && (change + 1.0).abs() < 1e-6, "{x} {change}");
    let bound = film("integrators_8_bound");
    let most = numbers(&bound, "60 steps compared", "most")[1];
    assert!((100.0..1e4).contains(&most), "a large swing, and bounded: {most}");
    let gone = film("integrators_2_explodes");
    assert!(gone.outcome.contains("semi-implicit Euler grows beyond bounds") && !gone.outcome.contains("RK4 grows"), "{}", gone.outcome);
    let kept = film("integrators_4_four_springs");
    let given = numbers(&kept, "The same with the world's limit", "given")[0];
    assert!((given - 0.2).abs() < 1e-6, "1/(4 + 1): {given}");
}

/// Random frequencies and steps: bounded below ω h = 2, growing above; both happen often.
#[test]
fn the_semi_implicit_bound_is_where_the_dials_find_it() {
    let base = film("integrators_5_published").specimen;
    let mut rng = random(71);
    let (mut bounded, mut grows) = (0, 0);
    for _ in 0..60 {
        let turn: f64 = rng.random_range(0.5..3.5);
        // Within rounding of the bound growth is too slow for a run to tell.
        if (turn - 2.0).abs() < 0.05 {
            continue;
        }
        let hz = rng.random_range(20.0..120.0_f32);
        let integrators = IntegratorOptions { step_hz: Some(hz), hertz: Some((turn / TAU) as f32 * hz), damping_ratio: Some(0.0) };
        let film = (INTEGRATORS.film)(&base.with_options(Options { integrators, ..base.options }));
        let is_gone = film.outcome.contains("semi-implicit Euler grows beyond bounds");
        if turn < 2.0 {
            bounded += 1
        } else {
            grows += 1
        }
        if turn < 2.0 {
            assert!(!is_gone, "{turn}: {}", film.outcome);
        } else {
            let steps = film.frames.last().expect("a result").heading.clone();
            let many = film.frames.last().expect("a result").card.quantities().filter(|q| q.symbol == "change").map(|q| q.value).nth(1);
            assert!(is_gone || many.is_some_and(|change| change > 3.0), "{turn} {steps}: {}", film.outcome);
        }
    }
    assert!(bounded > 15 && grows > 15, "{bounded} {grows}");
}

#[test]
fn free_fall_is_exact_for_rk4_and_gains_and_loses_half_g_squared_h_squared_for_the_eulers() {
    let film = film("integrators_6_free_fall");
    let change = |run: &str| numbers(&film, &format!("{run}: the step"), "change")[0];
    // Kinetic energy starts at ½ 25; the largest of the second, at its end: ½ (9 + (4 − 9.81)²).
    let most = 0.5 * (9.0 + (4.0_f64 - 9.81).powi(2));
    let gain = 0.5 * (9.81_f64 / 60.0).powi(2) / most;
    assert!((change("Explicit Euler") / gain - 1.0).abs() < 1e-4, "{} {gain}", change("Explicit Euler"));
    assert!((change("Semi-implicit Euler") / -gain - 1.0).abs() < 1e-4);
    assert!(change("RK4").abs() < 1e-12);
}

/// A watched step has the bits of one that nobody watches, and the recorded end is where the state is.
#[test]
fn a_watched_step_is_the_step() {
    let mut rng = random(72);
    for _ in 0..100 {
        let coordinate = Coordinate::Length { parties: [None, Some(0)], points: [DVec2::ZERO; 2], rest: rng.random_range(0.5..2.0) };
        let law = SpringLaw::Hertz { hertz: rng.random_range(0.1..30.0), damping_ratio: rng.random_range(0.0..2.0), most_share: 1.0 };
        let masses = vec![Mass::heavy(rng.random_range(0.1..9.0), 1.0, DVec2::new(0.0, -9.81))];
        let system = System { masses, springs: vec![Spring { coordinate, law, mass: None }], ..System::default() };
        let center = DVec2::new(rng.random_range(-3.0..3.0), rng.random_range(1.0..3.0));
        let start = State { time: 0.0, bodies: vec![BodyState { center, ..BodyState::default() }] };
        for (integrator, slopes) in Integrator::ALL.into_iter().zip([1, 1, 4]) {
            let (mut plain, mut watched, mut steps) = (start.clone(), start.clone(), Vec::new());
            let found = [
                advance(&system, &mut plain, 0.02, integrator, &mut NoProbe).expect("finite"),
                advance(&system, &mut watched, 0.02, integrator, &mut steps).expect("finite"),
            ];
            assert_eq!((&plain, &found[0]), (&watched, &found[1]));
            assert!(matches!(steps.last(), Some(LagrangeStep::Stepped { state, .. }) if *state == watched));
            assert_eq!(steps.iter().filter(|step| matches!(step, LagrangeStep::Slope { .. })).count(), slopes);
        }
    }
}

#[test]
fn any_two_shapes_have_a_film_with_finite_cards() {
    let mut rng = random(73);
    for _ in 0..60 {
        let film = (INTEGRATORS.film)(&random_specimen(&mut rng));
        assert!(film.frames.len() > 15);
        assert!(film.frames.iter().flat_map(|frame| frame.card.quantities()).all(|q| q.value.is_finite()));
    }
}

/// The pin between two bodies that move was taken for a point of the world, and the angle of the arm about it was cut
/// off at half a turn: a double pendulum with x = 0 and v = 0 stepped to 11°, one that passed the top at −21254°/s.
/// Both Eulers must step x by h times the rate on the card, and RK4's x by about that.
#[test]
fn a_pendulum_steps_its_angle_by_its_rate_at_a_moving_pin_and_over_the_top() {
    let double = r#""bodies": [
        { "id": "up", "position": [0, -0.5], "linear_velocity": [3, 0], "angular_velocity": 6, "shapes": [{ "box": { "width": 0.2, "height": 1 } }] },
        { "id": "low", "position": [0, -1.5], "linear_velocity": [6, 0], "shapes": [{ "box": { "width": 0.2, "height": 1 } }] }],
        "joints": [{ "id": "a", "kind": "revolute", "body_b": "up", "anchor": [0, 0] },
        { "id": "b", "kind": "revolute", "body_a": "up", "body_b": "low", "anchor": [0, -1] }]"#;
    let top = r#""bodies": [{ "id": "post", "kind": "static", "shapes": [{ "circle": { "radius": 0.1 } }] },
        { "id": "bob", "position": [0.01, 1], "linear_velocity": [-6, 0], "angular_velocity": 6, "shapes": [{ "circle": { "radius": 0.2 } }] }],
        "joints": [{ "id": "pin", "kind": "revolute", "body_b": "bob", "anchor": [0, 0] }]"#;
    for (name, text, pair, start) in [("double", double, ["up", "low"], 0.0), ("top", top, ["post", "bob"], TAU / 2.0 - 0.01)] {
        let text = format!(r#"{{ "format": "collidoscope-scene", "version": 1, {text} }}"#);
        let stage = Stage::new(&parse(text.as_bytes()).unwrap_or_else(|e| panic!("{e}"))).unwrap();
        let [a, b] = pair.map(|id| ColliderId { body: stage.names().bodies.id(id).unwrap(), index: 0 });
        let film = (INTEGRATORS.film)(&Specimen::of_scene(&stage, Some((a, b)), None).unwrap());
        let [x, v] = ["x", "v"].map(|symbol| numbers(&film, &format!("\"{}\" swings", pair[1]), symbol)[0]);
        assert!((x - start).abs() < 1e-4, "{name}: x = {x}");
        for (run, rate) in [("Explicit Euler", v), ("Semi-implicit Euler", numbers(&film, "Semi-implicit Euler: the step", "v")[0])] {
            let after = numbers(&film, &format!("{run}: the step"), "x")[0];
            assert!((after - x - rate / 60.0).abs() < 1e-5, "{name}, {run}: {x} to {after} at {rate}");
        }
        let after = numbers(&film, "RK4: the step", "x")[0];
        assert!((after - x - v / 60.0).abs() < 0.02, "{name}, RK4: {x} to {after} at {v}");
        let mean = numbers(&film, "RK4: the mean", "x′")[0];
        assert!((mean - v).abs() < 1.0, "{name}: {mean} and {v}");
    }
}

/// The films of a lesson's steps.
fn lesson_films(document: &collidoscope::scene::document::Document) -> Vec<(Film, usize)> {
    use collidoscope::lens::microscope::lesson::{LessonPlace, places};
    let places = places(document).unwrap_or_else(|problems| panic!("{problems}"));
    let film = |place| if let LessonPlace::Film { film, frame } = place { (*film, frame) } else { panic!("a film") };
    places.into_iter().map(|place| film(place.unwrap_or_else(|why| panic!("{why}")))).collect()
}

/// The ball was thrown through the post: its spring's length, which is never below 0, was folded there, so that the card
/// told x = 1.85 m where the caption spoke of almost six times the metre; and the card of a step with ω h = 2.6 said that
/// no orbit can widen.
#[test]
fn the_step_beyond_the_bound_is_told_as_it_is_shown() {
    let name = "lesson_springs";
    let json = collidoscope::scene::shipped::scenes().iter().find(|scene| scene.name == name).expect("shipped").json;
    let document = parse(json.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    let (film, frame) = lesson_films(&document).swap_remove(4);
    let x = |film: &Film| numbers(film, "Semi-implicit Euler: the step", "x")[0];
    // From rest the step leads to x (1 − (ω h)²); 24 bits of an anchor two metres out.
    let turn = TAU * 25.0 / 60.0;
    assert!((x(&film) - 0.25 * (1.0 - turn * turn)).abs() < 1e-5, "{}", x(&film));
    let told = &film.frames[frame].reason;
    assert!(told.contains("ω h = 2.62 is not below 2") && !told.contains("other end"), "{told}");
    let below = &lesson_films(&document)[2].0;
    let told = &below.frames.iter().find(|frame| frame.heading.starts_with("Semi-implicit Euler: the step")).expect("there").reason;
    assert!(told.contains("while ω h < 2"), "{told}");
    // Where a learner stretches it further, the card says what becomes of x.
    let mut far = document;
    let ball = far.bodies.iter_mut().find(|body| body.id == "beyond it").expect("there");
    ball.position.x = 3.0;
    let spring = far.joints.iter_mut().find(|joint| joint.id == "beyond it spring").expect("there");
    spring.anchor_b.x = 3.0;
    let (film, frame) = lesson_films(&far).swap_remove(4);
    assert!((x(&film) + 4.0 - (turn * turn - 1.0)).abs() < 1e-4, "folded at −2: {}", x(&film));
    assert!(film.frames[frame].reason.contains("other end of the spring"), "{}", film.frames[frame].reason);
}

/// "Order 7.07" and "order 0.707" were told of steps that are too large for an order to show.
#[test]
fn an_order_that_is_told_is_one_that_integrators_have() {
    let mut told = 0;
    for (example, film) in example_films().into_iter().filter(|(example, _)| example.microscope == "integrators") {
        for order in film.frames.iter().flat_map(|frame| frame.card.quantities()).filter(|q| q.symbol == "order") {
            assert!([1.0, 2.0, 4.0].iter().any(|whole| (order.value - whole).abs() < 0.25), "{}: {}", example.name, order.value);
            told += 1;
        }
    }
    assert!(told >= 10, "{told}");
}
