//! Numbers that stand beside each other agree: terms add up, one quantity has one number and one unit, and what is asked
//! can be found from what is shown.

use crate::kit::{example_films, picture, specimen};
use collidoscope::draw::{Primitive, Role, Sheet};
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::shape::{Circle, Segment};
use collidoscope::lens::microscope::solver::SOLVER;
use collidoscope::lens::microscope::{self, AnswerKind, Film, Unit};

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

/// The answer depended on a turn that no card or prompt told. Where nothing turns, the gap closes evenly and the answer
/// follows from the numbers of the prompt; where something turns, only before or after that time is asked.
#[test]
fn until_when_it_is_safe_follows_from_what_is_told_or_is_not_asked_as_a_number() {
    let (mut numbers, mut choices) = (0, 0);
    for (name, film) in of("toi") {
        let turns = ["turn of A", "turn of B"].iter().any(|turn| number(&film, 0, turn).is_some_and(|turn| turn != 0.0));
        for frame in 0..film.last() {
            let Some(question) = film.question(frame).filter(|question| question.id == "toi.safe") else { continue };
            let next = |symbol: &str| number(&film, frame + 1, symbol).expect("on the card of the bound");
            let start = number(&film, frame, "t").expect("on the card");
            match question.kind {
                AnswerKind::Number { right, tolerance, .. } => {
                    let closing = (-next("parting")).max(0.0);
                    let even = if closing > 0.0 { start + (next("separation") - next("goal")) / closing } else { 1.0 };
                    // The axis may turn on the way: then the answer is a little later than the even approach.
                    assert!(!turns && (right - even.min(1.0)).abs() < tolerance, "{name} {frame}: {right}, {even}");
                    numbers += 1;
                }
                AnswerKind::Choose { .. } => choices += 1,
            }
        }
    }
    assert!(numbers >= 3 && choices >= 3, "{numbers} numbers, {choices} choices");
}

/// The bound of an iteration was drawn while the support point was yet to be found, and asked for beside the card that
/// told it.
#[test]
fn the_bound_of_gjk_is_neither_drawn_before_it_is_found_nor_asked_for_beside_its_number() {
    for (name, film) in of("gjk") {
        for frame in 0..film.last() {
            let asked = film.question(frame);
            let told = number(&film, frame, "bound");
            if let (Some(AnswerKind::Number { right, .. }), Some(told)) = (asked.as_ref().map(|q| &q.kind), told) {
                panic!("{name} {frame}: asks for {right}, tells {told}");
            }
            if let Some(asked) = asked.filter(|asked| asked.id == "gjk.next_support") {
                assert!(asked.prompt.contains("d = −v"), "{name}: {}", asked.prompt);
            }
        }
        let is_bound = |role: Role, sheet: Sheet| role == Role::Bound && sheet == Sheet::Chart;
        let dots = |frame: usize| {
            let marks = picture(&film, frame).marks;
            marks.iter().filter(|m| is_bound(m.role, m.sheet) && matches!(m.primitive, Primitive::Dot { .. })).count()
        };
        if film.frame(0).line == "gjk.nearest" && film.frame(1).line == "gjk.support" {
            assert!(dots(0) < dots(1), "{name}: {} and {}", dots(0), dots(1));
        }
    }
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
