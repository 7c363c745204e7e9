//! A sensor in the form of a line is a photogate: it tells when a body came in and went out, and how fast it was,
//! within the step; the numbers are those of the formulas.

use collidoscope::scene::checkpoint::Checkpoint;
use collidoscope::scene::document::{CurveDoc, Subject};
use collidoscope::scene::quantity;
use collidoscope::scene::running_sensor::Passage;
use collidoscope::scene::stage::Stage;
use collidoscope::scene::{file, quantity as table};

fn scene(gravity: f32, gate: &str, ball: &str) -> Stage {
    let text = format!(
        r#"{{ "format": "collidoscope-scene", "version": 1, "world": {{ "gravity": [0, {gravity}] }}, "bodies": [
        {{ "id": "gate", "kind": "static", "shapes": [{{ "segment": {{ {gate} }}, "sensor": true }}] }},
        {{ "id": "ball", "shapes": [{{ "circle": {{ "radius": 0.1 }} }}], {ball} }} ] }}"#
    );
    Stage::new(&file::parse(text.as_bytes()).unwrap()).unwrap()
}

const UPRIGHT: &str = r#""a": [0, -1], "b": [0, 1]"#;
const LEVEL: &str = r#""a": [-1, 0], "b": [1, 0]"#;

fn run(stage: &mut Stage, steps: u64) -> Vec<Passage> {
    (0..steps).for_each(|_| stage.step());
    stage.sensors()[0].passages.clone()
}

fn close(value: f64, wanted: f64, tolerance: f64) {
    assert!((value - wanted).abs() <= tolerance, "{value} instead of {wanted}");
}

/// The ball covers d − r before it comes in and 2 r inside.
#[test]
fn a_ball_that_moves_evenly_is_timed_within_the_step_to_the_last_bits() {
    for speed in [0.3_f64, 1.7, 9.1, 40.0, 130.0] {
        let start = -0.37 * speed - 0.1;
        let ball = format!(r#""position": [{start}, 0.2], "linear_velocity": [{speed}, 0]"#);
        let passages = run(&mut scene(0.0, UPRIGHT, &ball), 120);
        assert_eq!(passages.len(), 1, "{speed}");
        let duration = 0.2 / speed;
        // Positions near 1 m are kept to 1e-7 m, those of 50 m to 4e-6 m.
        let tolerance = (2e-6 + 4e-7 * start.abs()) / speed + 1e-7;
        match passages[0].duration() {
            Some(told) => close(told, duration, tolerance),
            None => assert!(0.37 + duration > 2.0, "{speed}: it has gone out"),
        }
        close(passages[0].entered, 0.37, tolerance);
        close(f64::from(passages[0].speed), speed, 1e-5 * speed);
    }
}

/// h = g t² / 2, v = g t. The engine's path departs from the parabola by g Δt² / 8 between steps and by g t Δt / 2 over
/// sub-steps at most.
#[test]
fn a_falling_ball_is_timed_as_its_formula_says() {
    let (g, height) = (9.81_f64, 2.0_f64);
    let passages = run(&mut scene(-9.81, LEVEL, r#""position": [0, 2.1]"#), 90);
    let (into, out) = ((2.0 * height / g).sqrt(), (2.0 * (height + 0.2) / g).sqrt());
    let [passage] = passages.as_slice() else { panic!("{passages:?}") };
    let speed = g * into;
    // Four sub-steps of 1/240 s place the ball lower by g t /480, which is a time of 1/480 s at most.
    close(passage.entered, into, 1.0 / 480.0 + 1e-4);
    close(passage.left.unwrap(), out, 1.0 / 480.0 + 1e-4);
    close(passage.duration().unwrap(), out - into, 1e-4);
    close(passage.speed.into(), speed, 0.03);
}

#[test]
fn a_ball_that_is_through_between_two_steps_is_timed_as_well() {
    // 130 m/s are 2.2 m a step: the whole passage of 1.5 ms lies within one.
    let passages = run(&mut scene(0.0, UPRIGHT, r#""position": [-3.2, 0], "linear_velocity": [130, 0]"#), 5);
    let [passage] = passages.as_slice() else { panic!("{passages:?}") };
    close(passage.entered, 3.1 / 130.0, 1e-6);
    close(passage.duration().unwrap(), 0.2 / 130.0, 1e-6);
}

/// Two passages of a ball between walls: its period is the time between every second passage.
#[test]
fn passages_are_counted_and_read_as_quantities() {
    let text = r#"{ "format": "collidoscope-scene", "version": 1, "world": { "gravity": [0, 0] }, "bodies": [
        { "id": "left", "kind": "static", "position": [-1.5, 0], "shapes": [{ "box": { "width": 1, "height": 4 }, "restitution": 1, "friction": 0 }] },
        { "id": "right", "kind": "static", "position": [1.5, 0], "shapes": [{ "box": { "width": 1, "height": 4 }, "restitution": 1, "friction": 0 }] },
        { "id": "gate", "kind": "static", "shapes": [{ "segment": { "a": [0, -1], "b": [0, 1] }, "sensor": true }] },
        { "id": "ball", "position": [-0.5, 0], "linear_velocity": [2, 0], "shapes": [{ "circle": { "radius": 0.1 }, "restitution": 1, "friction": 0 }] } ] }"#;
    let mut stage = Stage::new(&file::parse(text.as_bytes()).unwrap()).unwrap();
    let read = |word: &str, stage: &Stage| {
        let of = Subject::Body("gate".into());
        let row = table::of(&of).iter().find(|row| row.word == word).unwrap();
        CurveDoc::new(of, row).read(stage)
    };
    assert_eq!((read("passages", &stage), read("passage_start", &stage)), (Some(0.0), None));
    (0..240).for_each(|_| stage.step());
    assert!(read("passages", &stage).unwrap() >= 4.0);
    close(read("passage_duration", &stage).unwrap(), 0.1, 1e-4);
    close(read("passage_speed", &stage).unwrap(), 2.0, 1e-3);
    let ball = Subject::Body("ball".into());
    let row = quantity::of(&ball).iter().find(|row| row.word == "passages").unwrap();
    assert_eq!(CurveDoc::new(ball, row).read(&stage), None, "a body without a sensor has no passages");
}

#[test]
fn a_moment_that_is_gone_back_to_has_the_passages_of_then() {
    let mut stage = scene(0.0, UPRIGHT, r#""position": [-1, 0], "linear_velocity": [1.5, 0]"#);
    run(&mut stage, 30);
    let first = Checkpoint::of(&stage, None);
    run(&mut stage, 12);
    let then = Checkpoint::of(&stage, Some(&first));
    let at_then = stage.sensors()[0].passages.clone();
    assert_eq!(at_then.len(), 1);
    let after = run(&mut stage, 60);
    assert!(after[0].left.is_some());
    let mut again = then.stage();
    assert_eq!(again.sensors()[0].passages, at_then);
    assert_eq!(run(&mut again, 60), after);
}

/// The times of a gate stay through an edit of something else; another gate begins anew, and a saved moment is told of.
#[test]
fn an_edit_keeps_the_times_of_gates_that_it_leaves_as_they_are() {
    let text = r#"{ "format": "collidoscope-scene", "version": 1, "world": { "gravity": [0, 0] }, "bodies": [
        { "id": "gate", "kind": "static", "shapes": [{ "segment": { "a": [0, -1], "b": [0, 1] }, "sensor": true }] },
        { "id": "ball", "position": [-0.5, 0], "linear_velocity": [2, 0], "linear_damping": 0, "shapes": [{ "circle": { "radius": 0.1 } }] } ] }"#;
    let document = file::parse(text.as_bytes()).unwrap();
    let mut stage = Stage::new(&document).unwrap();
    (0..60).for_each(|_| stage.step());
    let told = stage.sensors()[0].passages.clone();
    close(told[0].entered, 0.4 / 2.0, 1e-4);
    let mut heavier = document.clone();
    heavier.bodies[1].shapes[0].density = Some(9.0);
    stage.sync(&document, &heavier).unwrap();
    assert_eq!((&stage.sensors()[0].passages, stage.sensors()[0].passage_count), (&told, 1));
    let mut longer = heavier.clone();
    longer.bodies[0].shapes[0].geometry = collidoscope::scene::document::Geometry::Segment {
        a: collidoscope::engine::math::Vec2::new(0.0, -2.0),
        b: collidoscope::engine::math::Vec2::new(0.0, 2.0),
    };
    stage.sync(&heavier, &longer).unwrap();
    assert!(stage.sensors()[0].passages.is_empty() && stage.sensors()[0].passage_count == 0, "it is another gate");
}

/// What `passage_speed` is: of the centres of mass. A flag that spins in place goes through at 4 m/s with its rim, and
/// its centre stands still.
#[test]
fn the_speed_of_a_passage_is_that_of_the_centre_of_mass() {
    let text = r#"{ "format": "collidoscope-scene", "version": 1, "world": { "gravity": [0, 0] }, "bodies": [
        { "id": "gate", "kind": "static", "position": [1, 0], "shapes": [{ "segment": { "a": [-0.1, 0], "b": [0.1, 0] }, "sensor": true }] },
        { "id": "flag", "angle": -0.8, "angular_velocity": 4, "shapes": [{ "box": { "width": 2.2, "height": 0.05 } }] } ] }"#;
    let passages = run(&mut Stage::new(&file::parse(text.as_bytes()).unwrap()).unwrap(), 20);
    assert_eq!(passages.iter().map(|passage| passage.speed).collect::<Vec<_>>(), [0.0]);
}
