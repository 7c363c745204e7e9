//! Numbers that stand beside each other agree: terms add up, one quantity has one number and one unit, and what is asked
//! can be found from what is shown.

use crate::kit::{example_films, picture, specimen};
use collidoscope::draw::{Primitive, Role, Sheet};
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::shape::{Circle, Segment};
use collidoscope::lens::microscope::solver::SOLVER;
use collidoscope::lens::microscope::{self, Film, Unit};

fn of(id: &str) -> impl Iterator<Item = (&'static str, Film)> {
    let films: Vec<_> = example_films().into_iter().filter(|(example, _)| example.microscope == id).collect();
    films.into_iter().map(|(example, film)| (example.name, film))
}

fn number(film: &Film, frame: usize, symbol: &str) -> Option<f32> {
    film.frame(frame).card.quantities().find(|q| q.symbol == symbol).map(|q| q.value)
}

/// "Pushed with 0 N·s" and "no push was needed" stood at the end of frames that showed pushes of 3.5 N·s: those move
/// positions alone, which nothing said.
#[test]
fn a_push_that_moves_positions_alone_is_told_at_the_end_beside_the_impulse() {
    let (_, pipeline) = of("pipeline").find(|(name, _)| *name == "pipeline_4_deep").expect("shipped");
    let solver = (SOLVER.film)(&pipeline.specimen);
    let pushes = (0..solver.frames.len()).filter(|&i| solver.frame(i).heading.contains("push:"));
    let sum: f32 = pushes.filter_map(|i| number(&solver, i, "ΔΛ")).sum();
    assert!(sum > 3.0, "{sum}");
    let told = collidoscope::draw::quantity::quantity(sum, "N·s");
    for film in [&pipeline, &solver] {
        let words = &film.frame(film.last()).heading;
        assert!(words.contains("changed no velocity") && words.contains(&told), "{words}: {told}");
    }
    // Without an overlap nothing is moved apart.
    let (_, rests) = of("pipeline").find(|(name, _)| *name == "pipeline_1_typical").expect("shipped");
    assert!(rests.outcome.contains("the contact pushed with") && !rests.outcome.contains("positions"), "{}", rests.outcome);
}

/// Beside the lift stood what v was before and after, which was less: the term of whirls was missing.
#[test]
fn the_terms_of_the_force_on_smoke_add_up() {
    for (name, film) in of("smoke") {
        let frame = (0..film.frames.len()).find(|&i| film.frame(i).line == "smoke.rise").expect("a frame of forces");
        let of = |symbol: &str| number(&film, frame, symbol).unwrap_or_else(|| panic!("{name}: no {symbol}"));
        let sum = of("v before") + of("lift") + of("rest");
        // Three sums of single precision.
        assert!((sum - of("v now")).abs() < 1e-6 * (1.0 + sum.abs()), "{name}: {sum} and {}", of("v now"));
    }
}

/// The air round a pair without smoke was called still, and its source stood under the ground, from where no smoke
/// comes to what lies on it.
#[test]
fn the_source_for_a_pair_without_smoke_stands_on_the_side_of_the_smaller() {
    let ball = Circle::try_new(Vec2::ZERO, 0.5).expect("sound");
    let ground = Segment::try_new(Vec2::new(-20.0, 0.0), Vec2::new(20.0, 0.0)).expect("sound");
    let pair = specimen(ground.into(), Pose::IDENTITY, ball.into(), Pose::new(Vec2::new(0.3, 0.5), 0.0));
    let film = (microscope::find("smoke").expect("there").film)(&pair);
    assert!(!film.frame(0).heading.contains("Still"), "{}", film.frame(0).heading);
    let marks = picture(&film, 1).marks;
    let sources: Vec<(Vec2, f32)> = marks
        .iter()
        .filter(|mark| mark.role == Role::Region && mark.sheet == Sheet::World)
        .filter_map(|mark| if let Primitive::Circle { center, radius } = mark.primitive { Some((center, radius)) } else { None })
        .collect();
    let [(center, radius)] = sources[..] else { panic!("{sources:?}") };
    // The way from its middle to the ball is free, half as wide as the source.
    assert!(center.y >= 0.5 * radius, "{center} is not above the ground");
}

/// The samples were told in degrees and their sum in radian seconds.
#[test]
fn a_controller_reckons_in_radians_from_the_samples_to_the_output() {
    for (name, film) in of("control") {
        for frame in film.frames.iter().filter(|frame| frame.line != "control.error") {
            let degrees: Vec<_> = frame.card.quantities().filter(|q| matches!(q.unit, Unit::Angle | Unit::Spin)).collect();
            assert!(degrees.is_empty(), "{name}, {}: {degrees:?}", frame.heading);
        }
    }
}
