//! The solver's microscope takes the very step of the scene.

use crate::kit::{example_films, picture, random, random_specimen};
use collidoscope::app::{App, DocumentCommand, FileCommand, MicroscopeCommand, RunCommand};
use collidoscope::draw::{Primitive, Role, Sheet};
use collidoscope::engine::collider::ColliderId;
use collidoscope::engine::solver::{ContactRow, Solver, SolverStep};
use collidoscope::lens::microscope::solver::{Ghost, SOLVER, SolverOptions, ghost_of};
use collidoscope::lens::microscope::{Film, Side, Specimen, source};
use collidoscope::scene::file;
use collidoscope::scene::stage::Stage;
use std::collections::BTreeSet;

fn number(film: &Film, frame: usize, symbol: &str) -> Option<f32> {
    film.frames[frame].card.quantities().find(|q| q.symbol == symbol).map(|q| q.value)
}

#[test]
fn the_sums_under_the_microscope_are_those_of_the_scenes_contact_to_the_bit() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("pyramid".into()));
    for _ in 0..40 {
        app.apply(RunCommand::StepForward);
    }
    app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("solver".into()) });
    let bench = app.bench().expect("open");
    let film = bench.film();
    let scene = bench.specimen().scene.clone().expect("a scene");
    let mut again = (*scene.before.clone().expect("forty steps lie behind")).clone();
    again.step();
    assert_eq!(again.world().fingerprint(), scene.stage.world().fingerprint(), "the step that led here");
    let contact = scene.stage.world().contact(scene.pair.0, scene.pair.1).expect("a contact");
    let impulses: Vec<f32> = film.frames[film.last()].card.quantities().filter(|q| q.symbol == "normal impulse").map(|q| q.value).collect();
    assert_eq!(impulses, contact.points().iter().map(|p| p.normal_impulse).collect::<Vec<_>>());
    assert!(impulses.iter().sum::<f32>() > 0.0);
}

/// The card said of two crates that lie on each other that they do not touch.
#[test]
fn a_pair_that_sleeps_is_said_to_sleep_not_to_be_apart() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("pyramid".into()));
    for _ in 0..600 {
        app.apply(RunCommand::StepForward);
    }
    app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("solver".into()) });
    let bench = app.bench().expect("open");
    let scene = bench.specimen().scene.clone().expect("a scene");
    let world = scene.stage.world();
    assert!([scene.pair.0, scene.pair.1].iter().all(|id| world.body(id.body).is_some_and(|b| !b.awake || !b.is_mobile())), "they sleep");
    let contact = world.contact(scene.pair.0, scene.pair.1).expect("a contact");
    assert!(contact.points().iter().any(|p| p.normal_impulse > 0.0), "one carries the other");
    let film = bench.film();
    let [first, last] = [&film.frames[0], &film.frames[film.last()]];
    assert!(first.reason.contains("Both are asleep") && first.reason.contains("wakes it"), "{}", first.reason);
    assert_eq!(last.heading, "Both are asleep");
    assert!(last.reason.contains("impulses of their last step are kept"), "{}", last.reason);
}

#[test]
fn every_number_of_an_impulse_is_in_the_trace_and_its_formula_holds() {
    let mut checked = 0;
    for (example, film) in example_films().into_iter().filter(|(e, _)| e.microscope == "solver") {
        let scene = film.specimen.scene.clone().expect("a scene");
        let mut steps: Vec<SolverStep> = Vec::new();
        (*scene.stage).clone().step_probed(&mut steps);
        // A velocity that single precision has left of the largest is told as 0: these are at most some metres a second.
        let is_rounding = |symbol: &str, value: f32| symbol.starts_with('v') && value.abs() < 2e-6;
        for frame in 1..film.last() {
            let of = |symbol: &str| number(&film, frame, symbol);
            let shows =
                |symbol: &str, value: f32| of(symbol).is_none_or(|shown| shown == value || shown == 0.0 && is_rounding(symbol, value));
            let is_shown = |s: &&SolverStep| {
                let of_row = |row: ContactRow| {
                    let numbers = [
                        ("m", row.mass),
                        ("b", row.bias),
                        ("low", row.low),
                        ("high", row.high),
                        ("v after", row.velocity_after),
                        ("gap", row.gap),
                    ];
                    numbers.into_iter().all(|(symbol, value)| shows(symbol, value))
                };
                shows("v", s.velocity_before)
                    && shows("Λ", s.impulse_total)
                    && shows("ΔΛ", s.impulse_change)
                    && s.contact.is_none_or(of_row)
            };
            assert!(steps.iter().any(|s| is_shown(&s)), "{} frame {frame}: no such step", example.name);
            if let (Some(wanted), Some(low), Some(high), Some(sum)) = (of("wanted"), of("low"), of("high"), of("Λ")) {
                checked += 1;
                let off = (wanted.clamp(low, high) - sum).abs();
                // What it is a difference of is as large as the cone, and rounded in single precision.
                let rounding = if high.is_finite() { 1e-6 * high } else { 0.0 };
                assert!(
                    off <= 1e-5 * sum.abs().max(1e-3) + rounding,
                    "{} frame {frame}: {wanted} in [{low}, {high}] is not {sum}",
                    example.name
                );
            }
        }
    }
    assert!(checked > 200, "only {checked} formulas");
}

#[test]
fn the_numbers_before_and_after_all_impulses_are_those_of_the_world_and_the_trace() {
    let mut checked = 0;
    for (example, film) in example_films().into_iter().filter(|(e, _)| e.microscope == "solver") {
        let scene = film.specimen.scene.clone().expect("a scene");
        let mut stage = (*scene.stage).clone();
        let mut steps: Vec<SolverStep> = Vec::new();
        stage.step_probed(&mut steps);
        let world = stage.world();
        let pair = [scene.pair.0.body, scene.pair.1.body].map(|id| world.body(id).expect("there"));
        let substeps = world.settings().solver.row().has_substeps.then_some(world.settings().substeps as f32);
        assert_eq!(number(&film, 0, "sub-steps"), substeps, "{}", example.name);
        let all = number(&film, 0, "impulses").expect("a count");
        assert!(all <= steps.len() as f32 && all >= (film.frames.len() - 2) as f32, "{}: {all}", example.name);
        for (body, name) in pair.iter().zip([&film.specimen.a.name, &film.specimen.b.name]) {
            let shown = number(&film, 0, &format!("m of {name}"));
            let expected = (body.inv_mass > 0.0).then(|| 1.0 / body.inv_mass);
            assert_eq!(shown.is_some(), expected.is_some(), "{}: m of {name}", example.name);
            if let (Some(shown), Some(mass)) = (shown, expected) {
                assert!((shown - mass).abs() <= 1e-6 * mass, "{}: {shown} kg, the world says {mass} kg", example.name);
                checked += 1;
            }
        }
        let last = film.frames[film.last()].card.clone();
        let of = |symbol: &str| last.quantities().filter(|q| q.symbol == symbol).map(|q| q.value).collect::<Vec<_>>();
        let moving: Vec<_> = pair.iter().filter(|body| body.inv_mass > 0.0).map(|body| body.linear_velocity).collect();
        // What single precision cannot tell from 0 beside the other component is told as 0.
        let told = |value: f32, other: f32| if value.abs() < f32::EPSILON * other.abs() { 0.0 } else { value };
        assert_eq!(of("v.x"), moving.iter().map(|v| told(v.x, v.y)).collect::<Vec<_>>(), "{}", example.name);
        assert_eq!(of("v.y"), moving.iter().map(|v| told(v.y, v.x)).collect::<Vec<_>>(), "{}", example.name);
        checked += 2 * moving.len();
    }
    assert!(checked > 20, "only {checked} numbers");
}

#[test]
fn huygens_balls_exchange_their_velocities_and_a_resting_crate_carries_its_weight() {
    let films = example_films();
    let last = |name: &str| {
        let film = &films.iter().find(|(e, _)| e.name == name).expect("shipped").1;
        film.frames[film.last()].card.clone()
    };
    let huygens = last("solver_5_published");
    let of = |symbol: &str| huygens.quantities().filter(|q| q.symbol == symbol).map(|q| q.value).collect::<Vec<_>>();
    let mass = std::f32::consts::PI * 0.25;
    assert!((of("normal impulse")[0] - 3.0 * mass).abs() < 1e-4, "m·v = {}", 3.0 * mass);
    assert!(of("v.x")[0].abs() < 1e-5 && (of("v.x")[1] - 3.0).abs() < 1e-5, "{:?}", of("v.x"));
    let crate_weight: f32 = last("solver_1_typical").quantities().filter(|q| q.symbol == "normal impulse").map(|q| q.value).sum();
    assert!((crate_weight - 1.4 * 9.81 / 60.0).abs() < 1e-3, "m·g·dt against {crate_weight}");
}

#[test]
fn without_warm_starting_a_step_corrects_more_and_another_choice_is_the_ghost() {
    let films = example_films();
    let film = &films.iter().find(|(e, _)| e.name == "solver_2_warm_start").expect("shipped").1;
    let mut options = film.specimen.options;
    options.solver.warm_starting = Some(false);
    let cold = (SOLVER.film)(&film.specimen.with_options(options));
    let first = |film: &Film| (0..film.frames.len()).find_map(|i| Some(number(film, i, "ΔΛ")?.abs())).expect("an impulse");
    assert!(first(&cold) > 100.0 * first(film));
    assert!(number(film, film.last(), "apart").is_some_and(|apart| apart > 1e-4));
    options.solver.substeps = Some(2);
    let coarse = (SOLVER.film)(&film.specimen.with_options(options));
    assert_eq!(number(&coarse, 0, "sub-steps"), Some(2.0));
    assert!(coarse.frames.len() < film.frames.len());
}

#[test]
fn shapes_without_a_scene_are_solved_alone_and_drags_of_a_scene_move_its_bodies() {
    let mut rng = random(21);
    for _ in 0..60 {
        let film = (SOLVER.film)(&random_specimen(&mut rng));
        assert!(film.frames.len() >= 2);
    }
    let films = example_films();
    let film = &films.iter().find(|(e, _)| e.name == "solver_1_typical").expect("shipped").1;
    let lifted = (SOLVER.film)(&film.specimen.moved(Side::B, collidoscope::engine::math::Vec2::new(0.0, 3.0)));
    assert_eq!(lifted.frames.len(), 2, "a lifted crate touches nothing: {}", lifted.outcome);
}

#[test]
fn each_switch_of_the_solver_has_a_ghost_of_the_other_choice_in_every_view() {
    let films = example_films();
    let example = |name: &str| &films.iter().find(|(e, _)| e.name == name).expect("shipped").1;
    // What the scene has off is the ghost when nothing is turned: its sums shrink, and its crates come to rest.
    for name in ["solver_8_increments", "solver_9_no_relaxing"] {
        let film = example(name);
        let scene = film.specimen.scene.clone().expect("a scene");
        let settings = *scene.stage.world().settings();
        let ghost = ghost_of(&film.specimen.options.solver, &settings);
        assert_eq!(ghost, if settings.accumulation { Ghost::Relaxing } else { Ghost::Accumulation });
        let speed = |symbol: &str| {
            let of = |axis: &str| {
                film.frames[film.last()].card.quantities().filter(|q| q.symbol == format!("{symbol}.{axis}")).last().expect(axis).value
            };
            collidoscope::engine::math::Vec2::new(of("x"), of("y")).length()
        };
        assert!(speed("v") > 0.8 && speed("v otherwise") < 0.25 * speed("v"), "{name}: {} and {}", speed("v"), speed("v otherwise"));
        let differs = (1..film.last())
            .any(|i| number(film, i, "Λ").zip(number(film, i, "Λ otherwise")).is_some_and(|(a, b)| (a - b).abs() > 0.1 * a.abs()));
        assert!(differs, "{name}: the sums are those of the ghost");
        // Sums, end, and residuals of the ghost are drawn in their own role.
        for (sheet, frame) in [(Sheet::World, film.last()), (Sheet::Diagram, film.last() - 1), (Sheet::Chart, 1)] {
            let marks = picture(film, frame).marks;
            assert!(marks.iter().any(|m| m.sheet == sheet && m.role == Role::Preview), "{name}: no ghost on {sheet:?}");
        }
    }
    // The ghost of a turned switch is the scene; a ghost that was asked for stays.
    let film = example("solver_1_typical");
    let of_scene = *film.specimen.scene.as_ref().expect("a scene").stage.world().settings();
    let mut options = SolverOptions { relaxing: Some(false), ..SolverOptions::default() };
    assert_eq!(ghost_of(&options, &of_scene), Ghost::Scene);
    options.ghost = Some(Ghost::Accumulation);
    assert_eq!(ghost_of(&options, &of_scene), Ghost::Accumulation);
    assert_eq!(ghost_of(&SolverOptions { ghost: Some(Ghost::Scene), ..SolverOptions::default() }, &of_scene), Ghost::WarmStarting);
}

#[test]
fn the_ghosts_sums_are_those_of_a_step_taken_that_way() {
    let films = example_films();
    let film = &films.iter().find(|(e, _)| e.name == "solver_6_sliding").expect("shipped").1;
    let mut options = film.specimen.options;
    options.solver = SolverOptions { relaxing: Some(false), ghost: Some(Ghost::Accumulation), ..SolverOptions::default() };
    let mine = (SOLVER.film)(&film.specimen.with_options(options));
    options.solver =
        SolverOptions { relaxing: Some(false), accumulation: Some(false), ghost: Some(Ghost::Accumulation), ..SolverOptions::default() };
    let other = (SOLVER.film)(&film.specimen.with_options(options));
    let mut compared = 0;
    for i in 1..mine.last() {
        // Frames of the other film have no warm start: found by their heading.
        let Some(j) = other.frames.iter().position(|f| f.heading == mine.frames[i].heading) else { continue };
        assert_eq!(number(&mine, i, "Λ otherwise"), number(&other, j, "Λ"), "{}", mine.frames[i].heading);
        assert_eq!(number(&other, j, "Λ otherwise"), number(&mine, i, "Λ"));
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}

/// A scene under another solver: a crate deep in the ground, one that falls on it, a ball that bounces, a
/// pendulum. Its pairs one after the other.
fn sequential_films(more: &str) -> Vec<Film> {
    films_under("sequential_impulses", more)
}

fn films_under(solver: &str, more: &str) -> Vec<Film> {
    let text = format!(
        r#"{{ "format": "collidoscope-scene", "version": 1,
  "world": {{ "solver": "{solver}", "sleeping": false{more} }},
  "bodies": [
    {{ "id": "ground", "kind": "static", "position": [0, -0.25], "shapes": [{{ "box": {{ "width": 30, "height": 0.5 }} }}] }},
    {{ "id": "crate", "position": [0, 0.47], "angle": 0.02, "linear_velocity": [2, 0], "shapes": [{{ "box": {{ "width": 1.4, "height": 1 }} }}] }},
    {{ "id": "upper", "position": [0.4, 1.47], "shapes": [{{ "box": {{ "width": 1, "height": 1 }} }}] }},
    {{ "id": "ball", "position": [4, 0.35], "linear_velocity": [1, -6], "shapes": [{{ "circle": {{ "radius": 0.25 }}, "restitution": 0.8 }}] }},
    {{ "id": "bob", "position": [-6, 2], "shapes": [{{ "circle": {{ "radius": 0.25 }} }}] }} ],
  "joints": [ {{ "id": "hinge", "kind": "revolute", "body_a": "ground", "body_b": "bob", "anchor": [-5, 3] }} ],
  "view": {{ "center": [0, 1], "height": 8, "pair": ["ground", "crate"], "microscope": {{ "algorithm": "solver" }} }} }}"#
    );
    let mut films = Vec::new();
    for steps in [1, 2, 40] {
        for pair in [["ground", "crate"], ["crate", "upper"], ["ground", "ball"], ["ground", "bob"]] {
            let document = file::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
            let mut stage = Stage::new(&document).expect("a sound scene");
            (1..steps).for_each(|_| stage.step());
            let before = stage.clone();
            stage.step();
            let [a, b] = pair.map(|name| ColliderId { body: stage.names().bodies.id(name).expect("named"), index: 0 });
            let specimen = Specimen::of(&stage, (a, b)).expect("a pair").with_before(Some(before));
            films.push((SOLVER.film)(&specimen));
        }
    }
    films
}

#[test]
fn the_second_solver_is_filmed_impulse_by_impulse_with_its_own_lines_and_words() {
    let baumgarte = ", \"sequential_impulses\": { \"position_correction\": \"baumgarte\" }";
    let films = sequential_films("").into_iter().chain(sequential_films(baumgarte)).collect();
    filmed_with_own_lines(films, "sequential.", &["Warm start", "solve", "push", "take back", "bounce"]);
}

#[test]
fn one_contact_at_a_time_is_filmed_turn_by_turn_with_its_own_lines_and_words() {
    let capped = ", \"one_contact\": { \"largest_turn\": 0.0001 }";
    let films = films_under("one_contact", "").into_iter().chain(films_under("one_contact", capped)).collect();
    filmed_with_own_lines(films, "single.", &["solve", "take back", "push"]);
}

#[test]
fn linear_complementarity_is_filmed_row_by_row_with_its_own_lines_and_words() {
    filmed_with_own_lines(films_under("complementarity", ""), "lcp.", &["solve", "push", "bounce"]);
}

/// Frames name lines that there are, light all of the solver's, and follow their own formula.
fn filmed_with_own_lines(films: Vec<Film>, of_solver: &str, its_passes: &[&str]) {
    let mut lit = BTreeSet::new();
    let mut passes = BTreeSet::new();
    for film in films {
        for (index, frame) in film.frames.iter().enumerate() {
            assert!(source::excerpt(frame.line).is_some(), "there is no marker {}", frame.line);
            lit.insert(frame.line);
            passes.insert(frame.heading.split(':').next().unwrap_or_default().rsplit(", ").next().unwrap_or_default().to_owned());
            let card: String = frame.card.lines.iter().map(|line| line.words()).collect();
            for words in [&frame.heading, &frame.reason, &card] {
                assert!(!words.to_lowercase().contains("sub-step") && !words.contains("relax"), "{}: {words}", frame.heading);
            }
            // The formula on the card: what is wanted, kept within the limits, is the sum.
            if let [Some(wanted), Some(low), Some(high), Some(sum)] =
                ["wanted", "low", "high", "Λ"].map(|symbol| number(&film, index, symbol))
            {
                assert!((wanted.clamp(low.min(high), high) - sum).abs() < 1e-4 + 1e-4 * sum.abs(), "{}: {card}", frame.heading);
            }
        }
        for sheet in [Sheet::World, Sheet::Diagram] {
            let drawn = |index: usize| picture(&film, index).marks.iter().any(|mark| mark.sheet == sheet);
            assert!((0..film.frames.len()).all(drawn));
        }
    }
    for marker in source::markers().iter().filter(|marker| marker.starts_with(of_solver)) {
        assert!(lit.contains(marker.as_str()), "no frame lights {marker}");
    }
    for &pass in its_passes {
        assert!(passes.contains(pass), "{pass}: {passes:?}");
    }
}

#[test]
fn the_second_solver_shows_the_sums_of_the_scenes_contact_and_its_iterations_on_the_chart() {
    for film in sequential_films("")
        .into_iter()
        .chain(films_under("lagrange", ""))
        .chain(films_under("one_contact", ""))
        .chain(films_under("complementarity", ""))
    {
        let scene = film.specimen.scene.clone().expect("a scene");
        let Some(contact) = scene.stage.world().contact(scene.pair.0, scene.pair.1) else { continue };
        let quantities = film.frames[film.last()].card.quantities();
        let impulses: Vec<f32> = quantities.filter(|q| q.symbol == "normal impulse").map(|q| q.value).collect();
        assert_eq!(impulses, contact.points().iter().map(|p| p.normal_impulse).collect::<Vec<_>>());
    }
}

/// A step by Lagrange multipliers was told as one of sequential impulses, with no word that joints are held otherwise.
#[test]
fn a_film_by_lagrange_multipliers_says_that_its_joints_are_held_otherwise() {
    let says = |film: &Film| film.frames[0].reason.contains("held by Lagrange multipliers");
    assert!(films_under("lagrange", "").iter().all(says));
    assert!(!sequential_films("").iter().any(says));
}

/// An island that linear complementarity leaves to sequential impulses was told as if it had been solved as one.
#[test]
fn an_island_that_was_left_to_sequential_impulses_says_so() {
    for (most_rows, is_left) in [(2, true), (160, false)] {
        let mut app = App::empty();
        app.apply(FileCommand::OpenShipped("complementarity".into()));
        let mut world = app.document().world;
        world.solver = Solver::Complementarity;
        world.solver_parameters.complementarity.most_rows = most_rows;
        app.apply(DocumentCommand::EditWorld { world, gesture: 0 });
        for _ in 0..20 {
            app.apply(RunCommand::StepForward);
        }
        assert_eq!(!app.stage().world().complementarity_report().left.is_empty(), is_left, "{most_rows} rows allowed");
        app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("solver".into()) });
        let film = app.bench().expect("a contact").film();
        let start = &film.frames[0];
        assert_eq!(start.reason.contains("it was left to sequential impulses, which are shown"), is_left, "{}", start.reason);
        let told: String = start.card.lines.iter().map(|line| line.words() + "\n").collect();
        assert_eq!(told.contains("solver: sequential impulses"), is_left, "{told}");
        assert_eq!(told.contains("solver: linear complementarity"), !is_left, "{told}");
        let of_passes = film.frames.iter().filter(|frame| frame.heading.starts_with("Iteration")).count();
        assert_eq!(of_passes > 0, is_left, "its passes are those of sequential impulses");
    }
}

/// "Revolute joint along x" had the room of "normal 0", and letters of five points.
#[test]
fn long_names_of_rows_have_the_room_of_their_letters() {
    use collidoscope::draw::Primitive;
    let film = sequential_films("").into_iter().find(|film| film.specimen.b.name == "bob").expect("a bob on a hinge");
    let list = picture(&film, 3);
    let names = list.marks.iter().filter_map(|mark| match &mark.primitive {
        Primitive::Label { text, room: Some(room), .. } if text.contains(" along ") => Some((text.chars().count(), room.x)),
        _ => None,
    });
    let names: Vec<(usize, f32)> = names.collect();
    assert!(names.len() >= 2 && names.iter().all(|(letters, room)| *room >= 0.19 * *letters as f32), "{names:?}");
}

/// The film of the only joint of a scene, a step after its start.
fn film_of_joint(text: &str) -> Film {
    let document = file::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    let mut stage = Stage::new(&document).expect("a sound scene");
    let before = stage.clone();
    stage.step();
    let (joint, _) = stage.world().joints().next().expect("a joint");
    let specimen = Specimen::of_joint(&stage, joint).expect("a body with a shape").with_before(Some(before));
    (SOLVER.film)(&specimen)
}

/// The chart took the velocity along a joint's row for its correction, also where a limit that was not reached left it
/// alone: a flat 6 m/s of an arm that turns freely. Rows against turning had the units of rows that move, and those of
/// limits were said to pull as well as push.
#[test]
fn a_limit_that_is_not_reached_corrects_nothing_and_turns_in_its_own_units() {
    let film = film_of_joint(
        r#"{ "format": "collidoscope-scene", "version": 1, "world": { "gravity": [0, 0], "joint_solver": "iterative" },
  "bodies": [{ "id": "arm", "position": [0, 0], "angular_velocity": 6, "shapes": [{ "box": { "width": 2, "height": 0.4 } }] }],
  "joints": [{ "id": "h", "kind": "revolute", "body_b": "arm", "anchor": [0, 0], "limits": [-3, 3] }] }"#,
    );
    let turning: Vec<_> = film.frames.iter().filter(|frame| frame.short.contains("turning") && !frame.short.contains("warm")).collect();
    assert!(!turning.is_empty());
    for frame in turning {
        let words: String = frame.card.lines.iter().map(|line| line.words() + "\n").collect();
        assert!(words.contains("rad/s") && words.contains("N·m·s") && !words.contains(" N·s"), "{words}");
        assert!(frame.reason.contains("A limit acts one way only"), "{}", frame.reason);
    }
    let last = &film.frames[film.last()];
    assert_eq!(last.heading, "The joint gave no impulse");
    assert!(!last.reason.contains("contact"), "{}", last.reason);
    let list = picture(&film, 1);
    let on_chart = list.marks.iter().filter(|mark| mark.sheet == Sheet::Chart);
    let labels: Vec<&str> =
        on_chart.filter_map(|mark| if let Primitive::Label { text, .. } = &mark.primitive { Some(text.as_str()) } else { None }).collect();
    assert!(labels.iter().any(|words| words.contains("rad/s")), "{labels:?}");
    assert!(!labels.iter().any(|words| words.starts_with("10 ") || words.starts_with("1 ")), "nothing was corrected: {labels:?}");
}

/// The sentence of a motor that gives all it can was that of a row that pulls as well as it pushes.
#[test]
fn a_motor_that_is_too_weak_is_said_to_be_at_its_greatest_effort() {
    let film = film_of_joint(
        r#"{ "format": "collidoscope-scene", "version": 1, "world": { "joint_solver": "iterative" },
  "bodies": [{ "id": "arm", "position": [0.8, 0], "shapes": [{ "box": { "width": 2, "height": 0.4 } }] }],
  "joints": [{ "id": "h", "kind": "revolute", "body_b": "arm", "anchor": [0, 0], "motor": { "speed": 3, "max_torque": 2 } }] }"#,
    );
    assert!(film.frames.iter().any(|frame| frame.reason.contains("no more than its greatest effort: the sum is cut there")));
}
