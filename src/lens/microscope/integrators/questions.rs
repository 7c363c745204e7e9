//! What may be asked: what the step does to the energy, where it leads, what halving it does to the error, who holds.

use super::reel::{IntegratorReel, Moment, RK4, SEMI};
use super::run::NAMES;
use crate::draw::quantity::number;
use crate::lens::microscope::question::{Choice, Question};

/// A smaller change of energy in a step is made of rounding.
const SAME: f64 = 1e-11;

pub(super) fn of(reel: &IntegratorReel, frame: usize) -> Vec<Question> {
    let next = reel.moments.get(frame + 1).copied();
    let asked = match (reel.moments[frame], next) {
        (Moment::NewVelocity, Some(Moment::Stepped(SEMI))) => vec![ask_where(reel), ask_energy(reel, SEMI)],
        (_, Some(Moment::Stepped(run))) => vec![ask_energy(reel, run)],
        (_, Some(Moment::Order(run))) if run > 0 => vec![ask_order(reel, run)],
        // Before the first of the many steps: their numbers would tell it.
        (before, Some(Moment::Many(_))) if !matches!(before, Moment::Many(_)) => vec![ask_bounded(reel)],
        _ => Vec::new(),
    };
    asked.into_iter().flatten().collect()
}

fn ask_energy(reel: &IntegratorReel, run: usize) -> Option<Question> {
    const MORE: &str = "more than before";
    const LESS: &str = "less than before";
    const EQUAL: &str = "the same, but for rounding";
    let change = reel.runs.change(run, 1)?;
    let right = if change.abs() < SAME {
        EQUAL
    } else if change > 0.0 {
        MORE
    } else {
        LESS
    };
    let all = [
        (MORE, "A step adds energy only when it leads outwards in the phase plane."),
        (LESS, "A step takes energy only when it leads inwards in the phase plane, or when something is damped."),
        (EQUAL, "No integrator knows of energy: it is kept only where the step follows the orbit exactly."),
    ];
    let why = format!("It changes by {} of what it was.", number(change as f32));
    Question::choose(
        "integrators.energy",
        format!("How much energy will there be after this step by {}?", NAMES[run]),
        Choice::among(&all, right),
        why,
    )
}

fn ask_where(reel: &IntegratorReel) -> Option<Question> {
    const NEARER: &str = "nearer to x = 0, on the same side";
    const REST: &str = "at x = 0, within a hundredth";
    const BEYOND: &str = "beyond x = 0";
    const OUT: &str = "farther out";
    let situation = &reel.situation;
    let before = situation.look(&situation.state)[0];
    let after = situation.look(&reel.runs.all[SEMI].after)[0];
    if before.abs() < 1e-6 {
        return None;
    }
    let ratio = after / before;
    let right = if ratio.abs() < 0.01 {
        REST
    } else if ratio < 0.0 {
        BEYOND
    } else if ratio < 1.0 {
        NEARER
    } else {
        OUT
    };
    let all = [
        (NEARER, "A soft spring does little in one step: it takes the share (ω h)² of the way, less what the velocity adds."),
        (REST, "One step takes the share (ω h)² of the way: all of it from rest only when ω h = 1, or with a velocity that just fits."),
        (BEYOND, "It is beyond when the share of the way exceeds 1, or when it was fast enough to pass."),
        (OUT, "It moves out only with a velocity outwards that the spring cannot stop within the step."),
    ];
    let why = format!("x becomes {} of what it was.", number(ratio as f32));
    Question::choose("integrators.where", "Where will the semi-implicit step lead?", Choice::among(&all, right), why)
}

fn ask_order(reel: &IntegratorReel, run: usize) -> Option<Question> {
    const HALF: &str = "about a half";
    const QUARTER: &str = "about a quarter";
    const SIXTEENTH: &str = "about a sixteenth";
    let found = reel.runs.order(run)?;
    let near = |order: f64| (found - order).abs() < 0.3;
    let right = [(1.0, HALF), (2.0, QUARTER), (4.0, SIXTEENTH)].into_iter().find(|(order, _)| near(*order))?.1;
    let all = [
        (HALF, "That is first order: right for both Eulers, whose step follows one slope."),
        (QUARTER, "That is second order: the midpoint method, or two slopes averaged."),
        (SIXTEENTH, "That is fourth order: it takes four slopes that are weighted just so."),
    ];
    let why = format!("The two finest steps show order {}.", number(found as f32));
    let prompt = format!("What will become of the error of {} when the step is halved?", NAMES[run]);
    Question::choose("integrators.order", prompt, Choice::among(&all, right), why)
}

fn ask_bounded(reel: &IntegratorReel) -> Option<Question> {
    const BOTH: &str = "both";
    const ONLY_RK4: &str = "only RK4";
    const ONLY_SEMI: &str = "only semi-implicit Euler";
    const NEITHER: &str = "neither";
    let count = reel.runs.count;
    let holds = |run: usize| reel.runs.all[run].path.len() > count && reel.runs.span(run, count)[1] < 1.1;
    let right = match (holds(SEMI), holds(RK4)) {
        (true, true) => BOTH,
        (false, true) => ONLY_RK4,
        (true, false) => ONLY_SEMI,
        (false, false) => NEITHER,
    };
    let all = [
        (
            BOTH,
            "Each has a largest ω h, above which every step multiplies the motion; below it the energy of semi-implicit Euler still swings, up to 1/(1 − ω h/2) of what it was.",
        ),
        (ONLY_RK4, "On an undamped spring semi-implicit Euler rises to 1/(1 − ω h/2) of its energy and comes back."),
        (ONLY_SEMI, "RK4 is bounded up to ω h = 2.83, semi-implicit Euler only up to 2."),
        (NEITHER, "What one step did to the energy shows which one grows."),
    ];
    let why = format!("Largest energies: semi-implicit Euler {}, RK4 {} of that at the start.", largest(reel, SEMI), largest(reel, RK4));
    let prompt =
        format!("Which of semi-implicit Euler and RK4 will stay within 1.1 times the energy at the start for {} steps?", reel.runs.count);
    Question::choose("integrators.bounded", prompt, Choice::among(&all, right), why)
}

fn largest(reel: &IntegratorReel, run: usize) -> String {
    if reel.runs.all[run].path.len() <= reel.runs.count {
        "beyond bounds".into()
    } else {
        number(reel.runs.span(run, reel.runs.count)[1] as f32)
    }
}
