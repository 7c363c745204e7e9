//! What may be asked of the bead: what becomes of w, and how far off the curve the constraint force lets it get.

use super::moment::BeadMoment;
use super::run::{FORCE, Study};
use crate::draw::quantity::{length, number};
use crate::lens::microscope::question::{Choice, Question};

/// The question before a moment.
pub(in crate::lens::microscope::lagrange) fn ask(study: &Study, next: BeadMoment) -> Option<Question> {
    match next {
        BeadMoment::Slope(0) => ask_rate(study),
        BeadMoment::Many(step) if step == study.count => ask_off(study),
        _ => None,
    }
}

/// Does w grow or fall in size?
fn ask_rate(study: &Study) -> Option<Question> {
    const GROWS: &str = "it grows";
    const FALLS: &str = "it falls";
    const STAYS: &str = "it stays, to a thousandth in a second";
    let slope = study.slopes.first()?;
    let rate = slope.state.rate;
    if rate.abs() < 1e-6 {
        return None;
    }
    // By what share |w| changes in a second.
    let change = slope.acceleration / rate;
    let right = match change {
        change if change.abs() < 1e-3 => STAYS,
        change if change > 0.0 => GROWS,
        _ => FALLS,
    };
    let all = [
        (GROWS, "Downhill the bead gets faster, but w is its speed divided by |r′|: look how r′ grows, too."),
        (FALLS, "It falls only when F · r′ pushes back, or when equal steps of u become longer ways."),
        (STAYS, "w stays only where F · r′ and m (r′·r″) w² cancel; a constant speed is not enough."),
    ];
    let why = format!(
        "F · r′ / m is {}, (r′·r″) w² is {}: dw/dt = {} 1/s², while w is {} 1/s.",
        number(slope.push as f32),
        number(slope.uneven as f32),
        number(slope.acceleration as f32),
        number(rate as f32)
    );
    Question::choose("bead.rate", "What does the size of the rate w do now?", Choice::among(&all, right), why)
}

/// How far off the curve does the constraint force let the bead get?
fn ask_off(study: &Study) -> Option<Question> {
    const NONE: &str = "by less than a micrometre";
    const LITTLE: &str = "by a micrometre to a millimetre";
    const MUCH: &str = "by more than a millimetre";
    let off = study.most_off(FORCE, study.count);
    let right = match off {
        off if off < 1e-6 => NONE,
        off if off < 1e-3 => LITTLE,
        _ => MUCH,
    };
    let all = [
        (NONE, "The row holds accelerations, not places: the error of each step stays, unless feedback takes it back."),
        (LITTLE, "Count the order of the integrator: an error of the fourth order and one of the first are decades apart."),
        (MUCH, "With feedback errors die out, and with RK4 a step makes few of them."),
    ];
    let seconds = number((study.count as f64 * study.h) as f32);
    Question::choose(
        "bead.off",
        format!(
            "Within {seconds} s by {}, k_s = {} 1/s²: how far off the curve will the bead with the constraint force have been?",
            study.method(),
            number(study.feedback.stiffness as f32)
        ),
        Choice::among(&all, right),
        format!("By up to {}.", length(off as f32)),
    )
}
