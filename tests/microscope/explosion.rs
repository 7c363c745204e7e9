//! The microscope of explosions: its numbers are those that the explosion gave, and the formula's.

use crate::kit::example_films;
use collidoscope::app::{App, FileCommand, MicroscopeCommand, RunCommand};
use collidoscope::engine::explosion::{Blast, BlastLaw, BlastStep};
use collidoscope::engine::math::Vec2;
use collidoscope::lens::microscope::{Film, find};
use collidoscope::scene::stage::Input;

fn film(name: &str) -> Film {
    example_films().into_iter().find(|(example, _)| example.name == name).expect("shipped").1
}

/// A number of every frame that has it, in order.
fn numbers(film: &Film, symbol: &str) -> Vec<f64> {
    let of =
        |frame: &collidoscope::lens::microscope::Frame| frame.card.quantities().find(|q| q.symbol == symbol).map(|q| f64::from(q.value));
    film.frames.iter().filter_map(of).collect()
}

#[test]
fn discs_at_one_two_and_four_metres_get_a_half_a_quarter_and_an_eighth() {
    let film = film("explosion_5_published");
    let pushes: Vec<f64> = numbers(&film, "J");
    // 16 N·s/m over a width of 1 m, core 0.5 m.
    for (found, wanted) in pushes.iter().zip([8.0, 4.0, 2.0]) {
        assert!((found - wanted).abs() < 1e-5 * wanted, "{pushes:?}");
    }
    assert_eq!(pushes.len(), 3);
    let mass = std::f64::consts::PI * 0.25;
    assert!((numbers(&film, "Δv")[0] - 8.0 / mass).abs() < 1e-4);
}

#[test]
fn an_explosion_that_has_just_happened_is_told_with_the_numbers_that_it_gave() {
    let mut app = App::empty();
    let bytes = Ok(include_bytes!("../../scenes/minefield.json").to_vec());
    app.apply(FileCommand::Loaded { path: Some("a.json".into()), bytes });
    (0..30).for_each(|_| app.apply(RunCommand::StepForward));
    for shielded in [false, true] {
        let blast = Blast { at: Vec2::new(-2.0, 1.3), radius: 9.0, strength: 7.0, law: BlastLaw::Inverse, shielded };
        app.apply(RunCommand::Input(Input::Explode(blast)));
        let gave = app.stage().explosions().last().expect("exploded").pushes.clone();
        app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("explosion".into()) });
        let film = app.bench().expect("open").film();
        assert!(film.frames[0].reason.contains("just happened"), "{}", film.frames[0].reason);
        // All that are gone through have their very numbers; the nearest come first.
        let mut told: Vec<f64> = numbers(film, "J");
        told.sort_by(f64::total_cmp);
        let mut sizes: Vec<f64> = gave.iter().map(|push| f64::from(push.impulse.length())).collect();
        sizes.sort_by(f64::total_cmp);
        assert!(told.len() >= 3 && told.iter().all(|size| sizes.contains(size)), "{told:?} of {sizes:?}");
        let distances: Vec<f64> = numbers(film, "d");
        assert!(distances.first() <= distances.last(), "{distances:?}");
        let result = film.frames.last().expect("frames");
        let count = result.card.quantities().find(|q| q.symbol == "bodies pushed").expect("told").value;
        assert_eq!(count as usize, gave.len());
        app.apply(MicroscopeCommand::Close);
    }
}

#[test]
fn watching_an_explosion_changes_nothing_and_each_body_ends_in_one_way() {
    for example in collidoscope::scene::shipped::examples("explosion") {
        let document = collidoscope::scene::file::parse(example.json.as_bytes()).expect("shipped");
        let stage = collidoscope::scene::stage::Stage::new(&document).expect("sound");
        let (id, mine) = stage.mines().next().expect("a mine");
        let blast = mine.blast(stage.world().body(id).expect("there").center);
        let mut steps = Vec::new();
        let watched = blast.pushes_probed(stage.world(), Some(id), &mut steps);
        assert_eq!(watched, blast.pushes(stage.world(), Some(id)), "{}", example.name);
        let count = |is: fn(&BlastStep) -> bool| steps.iter().filter(|step| is(step)).count();
        let ends = count(|step| matches!(step, BlastStep::Beyond(_) | BlastStep::Undirected(_) | BlastStep::Push { .. }))
            + count(|step| matches!(step, BlastStep::Sight { hidden_by: Some(_), .. }));
        assert_eq!(count(|step| matches!(step, BlastStep::Nearest { .. })), ends, "{}", example.name);
        assert_eq!(count(|step| matches!(step, BlastStep::Push { .. })), watched.len());
    }
}

#[test]
fn a_mine_that_is_selected_opens_and_a_scene_without_any_says_so() {
    let mut app = App::empty();
    app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("explosion".into()) });
    assert!(app.bench().is_none(), "nothing to look at");
    let bytes = Ok(include_bytes!("../../scenes/minefield.json").to_vec());
    app.apply(FileCommand::Loaded { path: Some("a.json".into()), bytes });
    app.apply(collidoscope::app::ViewCommand::Select(vec![collidoscope::app::Item::Body("mine 3".into())]));
    app.apply(MicroscopeCommand::Open { pair: None, microscope: None });
    let bench = app.bench().expect("open");
    assert_eq!(bench.microscope().id, "explosion");
    assert!(bench.film().frames[0].reason.starts_with("What mine 3 would do now"), "{}", bench.film().frames[0].reason);
    assert!(find("explosion").is_some());
}

/// The distance was asked of a body named "at 1 m".
#[test]
fn no_name_of_a_body_answers_the_question_for_its_distance() {
    for (example, film) in example_films().into_iter().filter(|(example, _)| example.microscope == "explosion") {
        for question in (0..film.last()).filter_map(|frame| film.question(frame)).filter(|q| q.id == "explosion.distance") {
            assert!(!question.prompt.contains(" m "), "{}: {}", example.name, question.prompt);
        }
    }
}

/// Of a body on the ground the explosion was set off under the ground, which hid the body: nothing was pushed.
#[test]
fn an_explosion_for_the_picture_pushes_a_body_of_the_pair() {
    for ground in ["first", "last"] {
        let mut bodies = [
            r#"{ "id": "box", "position": [0, 0.5], "shapes": [{ "box": { "width": 1, "height": 1 } }] }"#,
            r#"{ "id": "floor", "kind": "static", "position": [0, -0.5], "shapes": [{ "box": { "width": 20, "height": 1 } }] }"#,
        ];
        if ground == "first" {
            bodies.reverse();
        }
        let json = format!(r#"{{ "format": "collidoscope-scene", "version": 1, "bodies": [{}, {}] }}"#, bodies[0], bodies[1]);
        let mut app = App::empty();
        app.apply(FileCommand::Loaded { path: Some("a.json".into()), bytes: Ok(json.into_bytes()) });
        (0..3).for_each(|_| app.apply(RunCommand::StepForward));
        app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("explosion".into()) });
        let film = app.bench().expect("open").film();
        assert!(film.outcome.starts_with("1 of 1 dynamic body"), "the floor {ground}: {}", film.outcome);
    }
}
