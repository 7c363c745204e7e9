//! What may be asked: which way it turns, which part is largest, what the limit does, what Routh's table says.

use super::reel::{ControlReel, Moment};
use super::situation::LoopRun;
use crate::draw::quantity::{number, quantity};
use crate::guidance::control::routh::{Routh, Verdict};
use crate::lens::microscope::question::{Choice, Question};

pub(super) fn of(reel: &ControlReel, frame: usize) -> Vec<Question> {
    let of = |number: usize| &reel.situation.loops[number];
    let asked = match reel.moments[frame] {
        Moment::Start => ask_turn(of(0)),
        Moment::Integral(number) => ask_largest(of(number)),
        Moment::Parts(number) => ask_limit(of(number)),
        Moment::Windup(number) if of(number).axis.is_none() => ask_stable(of(number)),
        _ => None,
    };
    asked.into_iter().collect()
}

fn ask_turn(heading: &LoopRun) -> Option<Question> {
    const LEFT: &str = "to the left";
    const RIGHT: &str = "to the right";
    const NEITHER: &str = "neither: it faces its goal";
    let error = heading.step.error;
    let right = if error > 1e-6 {
        LEFT
    } else if error < -1e-6 {
        RIGHT
    } else {
        NEITHER
    };
    let all = [
        (LEFT, "Counter-clockwise is left. Look from the nose to the wanted direction, the shorter way round."),
        (RIGHT, "Clockwise is right. Look from the nose to the wanted direction, the shorter way round."),
        (NEITHER, "The two lines from the centre have different directions."),
    ];
    let why = format!("The error is {}: positive is to the left.", quantity(error.to_degrees() as f32, "°"));
    Question::choose("control.turn", "To which side is the error of the heading?", Choice::among(&all, right), why)
}

fn ask_largest(one: &LoopRun) -> Option<Question> {
    const P: &str = "P, the error";
    const I: &str = "I, its integral";
    const D: &str = "D, its rate";
    const NONE: &str = "none: all three are zero";
    let (step, _) = one.first_sum();
    let sizes = [(step.p.abs(), P), (step.i.abs(), I), (step.d.abs(), D)];
    let (most, right) = sizes.into_iter().fold((1e-9, NONE), |best, next| if next.0 > best.0 { next } else { best });
    // Nearly equal parts would be a guess.
    let second = sizes.iter().filter(|size| size.1 != right).fold(0.0, |most: f64, size| most.max(size.0));
    if most > 0.0 && second > 0.9 * most {
        return None;
    }
    let all = [
        (P, "P is its gain times the error: it is small when the goal is near."),
        (I, "I counts what has added up since the goal was set: a short history, or a gain of 0, gives little."),
        (D, "D is its gain times the rate: without motion it is nothing."),
        (NONE, "One of them has both a gain and something to answer to."),
    ];
    let [p, i, d] = [step.p, step.i, step.d].map(|part| quantity(part as f32, ""));
    let gains = [one.law.proportional, one.law.integral, one.law.derivative].map(|gain| number((one.law.plant_gain * gain) as f32));
    Question::choose(
        "control.largest",
        format!("The gains are {} (P), {} (I) and {} (D). Which part will push hardest?", gains[0], gains[1], gains[2]),
        Choice::among(&all, right),
        format!("P is {p}, I is {i}, D is {d}."),
    )
}

fn ask_limit(one: &LoopRun) -> Option<Question> {
    const WITHIN: &str = "nothing: the sum is within";
    const CUTS: &str = "it cuts the sum, the integral goes on";
    const HOLDS: &str = "it cuts the sum, and the integral stands still";
    let (step, _) = one.first_sum();
    let right = match (step.is_clamped(), one.step.held) {
        (false, _) => WITHIN,
        (true, false) => CUTS,
        (true, true) => HOLDS,
    };
    let all = [
        (WITHIN, "Add the three parts: the sum is beyond what the engine can do."),
        (CUTS, "Whether the integral goes on depends on anti-windup, on its memory, and on which way the error pushes."),
        (HOLDS, "The integral stands still only while the output is at its limit and the error pushes further into it."),
    ];
    let why = format!("The sum is {}, the output {}.", quantity(step.sum as f32, ""), quantity(step.output as f32, ""));
    let bounds = [one.law.low, one.law.high].map(|bound| match bound {
        f64::NEG_INFINITY => "−∞".to_owned(),
        f64::INFINITY => "∞".to_owned(),
        bound => number(bound as f32),
    });
    let prompt = format!("The output is limited to [{}, {}]. What will the limit do?", bounds[0], bounds[1]);
    Question::choose("control.limit", prompt, Choice::among(&all, right), why)
}

/// The polynomial whose coefficients the first two rows of the table are: "s³ + 3.00 s² + 2.00 s + 0.500".
fn polynomial(routh: &Routh) -> String {
    let coefficient = |k: usize| routh.rows.get(k % 2).and_then(|row| row.get(k / 2)).copied().unwrap_or(0.0);
    let power = |k: usize| ["", " s", " s²", " s³"].get(routh.degree - k).copied().unwrap_or(" …");
    let term = |k: usize| format!("{}{}", number(coefficient(k) as f32), power(k));
    (0..=routh.degree).map(term).collect::<Vec<_>>().join(" + ")
}

fn ask_stable(one: &LoopRun) -> Option<Question> {
    const STABLE: &str = "it comes to rest";
    const MARGINAL: &str = "it neither dies out nor grows";
    const UNSTABLE: &str = "it swings wider and wider";
    let routh = one.stability.as_ref()?;
    let right = match routh.verdict {
        Verdict::Stable => STABLE,
        Verdict::Marginal => MARGINAL,
        Verdict::Unstable(_) => UNSTABLE,
    };
    let all = [
        (STABLE, "The first column has a zero or changes its sign: too much integral for the damping, or none at all."),
        (MARGINAL, "No number in the first column is zero."),
        (UNSTABLE, "The first column does not change its sign."),
    ];
    let column: Vec<String> = routh.rows.iter().filter_map(|row| row.first()).map(|first| quantity(*first as f32, "")).collect();
    Question::choose(
        "control.stable",
        format!(
            "Small errors of this heading, without a limit and sampled without end, follow the roots of {}. What does theory say?",
            polynomial(routh)
        ),
        Choice::among(&all, right),
        format!("The first column of Routh's table is {}.", column.join(", ")),
    )
}
