//! What the frames of the comparison say.

use super::moment::BeadMoment;
use super::picture::part;
use super::run::{BARE, End, FORCE, NAMES, ONE, Study};
use crate::draw::quantity::{fixed, length, number, subscript};
use crate::engine::lagrange::BeadSlope;
use crate::lens::microscope::{Card, Frame, Line, Unit};
use glam::DVec2;

/// Iteration number of the first frame: the others of the film come before.
const FIRST: usize = 11;

/// The frame of a moment. `multiplier` is the constraint force that the first solve found, N.
pub(in crate::lens::microscope::lagrange) fn frame(study: &Study, moment: BeadMoment, multiplier: Option<f64>) -> Frame {
    match moment {
        BeadMoment::Coordinate => coordinate(study),
        BeadMoment::Slope(k) => slope(study, k),
        BeadMoment::Force => force(study, multiplier),
        BeadMoment::Stepped => stepped(study),
        BeadMoment::Many(step) => many(study, step),
        BeadMoment::Order => order(study),
        BeadMoment::Result => result(study),
    }
}

fn made(turn: usize, [heading, short]: [String; 2], reason: String, lines: Vec<Line>, line: &'static str) -> Frame {
    Frame { heading, short, iteration: FIRST + turn, reason, card: Card { lines }, line }
}

/// A pure number, with words for its unit.
fn bare(before: &str, symbol: &str, value: f64, after: &str) -> Line {
    Line::new(before).quantity(symbol, value as f32, Unit::None, &[part(ONE)]).text(after)
}

fn vector(before: &str, symbol: &str, v: DVec2) -> Line {
    Line::new(before).vector(symbol, v.as_vec2(), Unit::Length, &[part(ONE)])
}

fn state_lines(slope: &BeadSlope) -> Vec<Line> {
    vec![bare("u = ", "u", slope.state.at, ""), bare("w = du/dt = ", "w", slope.state.rate, " 1/s")]
}

fn coordinate(study: &Study) -> Frame {
    let mut lines = Vec::new();
    if let Some(slope) = study.slopes.first() {
        let [place, first, second] = slope.place;
        lines = state_lines(slope);
        lines.push(vector("r = ", "r", place));
        lines.push(vector("r′ = ", "r′", first));
        lines.push(vector("r″ = ", "r″", second));
        let speed = slope.inertia.sqrt() * slope.state.rate.abs();
        lines.push(Line::new("speed |r′| |w| = ").quantity("speed", speed as f32, Unit::Speed, &[part(ONE)]));
    }
    let from = if study.moved > 1e-6 {
        format!(" The bead is {} beside the curve; here it begins on it.", length(study.moved as f32))
    } else {
        String::new()
    };
    made(
        0,
        ["The same bead by one coordinate".into(), "u".into()],
        format!(
            "Instead of a place in the plane and a force that keeps it on the curve: one number u says where on the curve the bead is. r′ and r″ are derivatives of its place r(u), so its velocity is r′ w with the rate w = du/dt.{from}"
        ),
        lines,
        "bead.place",
    )
}

fn slope(study: &Study, k: usize) -> Frame {
    let slope = &study.slopes[k];
    let mass = 1.0 / study.bead.mass.inv_mass;
    let mut lines = state_lines(slope);
    if k > 0 {
        lines.push(bare("dw/dt = ", "dw/dt", slope.acceleration, " 1/s²"));
        let reason = if k == 3 {
            "At the end of the step, reached along k₃."
        } else {
            "In the middle of the step, reached along the slope before."
        };
        return made(
            1,
            [format!("Slope k{} of u and w", subscript(k + 1)), format!("k{}", subscript(k + 1))],
            format!("{reason} Each slope takes r′ and r″ where u is there: two numbers are integrated, not four and a force."),
            lines,
            "bead.slope",
        );
    }
    lines.push(bare("m |r′|² = ", "inertia", mass * slope.inertia, " kg·m²"));
    lines.push(bare("F · r′ = ", "push", mass * slope.push, " N·m"));
    lines.push(bare("m (r′·r″) w² = ", "uneven", mass * slope.uneven, " N·m"));
    lines.push(Line::new("dw/dt = (F · r′ − m (r′·r″) w²) / (m |r′|²)"));
    lines.push(bare("dw/dt = ", "dw/dt", slope.acceleration, " 1/s²"));
    made(
        1,
        ["The equation of motion of u".into(), "dw/dt".into()],
        "Lagrange's equation for T = ½ m |r′|² w² is m |r′|² dw/dt + m (r′·r″) w² = F · r′. The force of the curve is across r′ and falls out. The second term is no force: where a step of u becomes a longer way, w falls although the speed stays.".into(),
        lines,
        "bead.acceleration",
    )
}

fn force(study: &Study, multiplier: Option<f64>) -> Frame {
    let Some(slope) = study.slopes.first() else { return coordinate(study) };
    let found = study.bead.force(slope) as f32;
    let mut lines = vec![Line::new("N = m (r″·n w² − F/m · n) = ").quantity("N", found, Unit::Force, &[part(ONE)])];
    if let Some(multiplier) = multiplier {
        lines.push(Line::new("λ of the row = ").quantity("λ", multiplier as f32, Unit::Force, &[part(FORCE)]));
    }
    made(
        2,
        ["The force of the curve, afterwards".into(), "force".into()],
        "The motion did not need it, but it can be found: whatever the bead's acceleration has across the curve beside F. n is the normal on the left of r′. It is the λ of the other form, but for what the feedback adds there.".into(),
        lines,
        "bead.force",
    )
}

fn stepped(study: &Study) -> Frame {
    let ([_, old], [_, new]) = ([study.start.at, study.start.rate], [study.after.at, study.after.rate]);
    let mut lines = vec![
        bare("u after the step = ", "u", study.after.at, ""),
        bare("w after the step = ", "w", new, " 1/s"),
        vector("r(u) = ", "r", study.bead.place(study.after.at)[0]),
    ];
    if study.count > 0 {
        let [one, other] = [ONE, FORCE].map(|run| study.runs[run][1].center);
        lines.push(Line::new("with the constraint force ").vector("place", other.as_vec2(), Unit::Length, &[part(FORCE)]));
        lines.push(Line::new("apart by ").quantity("apart", (one - other).length() as f32, Unit::Length, &[part(ONE), part(FORCE)]));
    }
    let grows = match new.abs() - old.abs() {
        change if change > 0.0 => "grown",
        change if change < 0.0 => "fallen",
        _ => "stayed",
    };
    made(
        3,
        ["The first step of both".into(), "the step".into()],
        format!(
            "One step of {} s by {} each, from the same start. w has {grows}. The place r(u) is on the curve whatever u is; with the constraint force the place is moved along a velocity, and only the feedback k_s, k_d takes back what that misses.",
            number(study.h as f32),
            study.method()
        ),
        lines,
        "bead.step",
    )
}

/// Distance and energy of each run after so many steps.
fn table(study: &Study, step: usize) -> Vec<Line> {
    let one = |run: usize| {
        let at = [part(run)];
        let (off, change) = (study.runs[run][step].off as f32, study.change(run, step) as f32);
        [
            Line::new(format!("{}: off the curve by ", NAMES[run])).quantity("off", off, Unit::Length, &at),
            Line::new(format!("{}: energy changed by ", NAMES[run])).quantity("change", change, Unit::None, &at),
        ]
    };
    (0..study.runs.len()).flat_map(one).collect()
}

fn many(study: &Study, step: usize) -> Frame {
    let seconds = fixed((step as f64 * study.h) as f32, 2);
    made(
        4,
        [format!("Both after {seconds} s"), format!("{step} steps")],
        format!("{step} steps. {} Energy is counted as a share of the largest kinetic energy.", compared(study, step)),
        table(study, step),
        "bead.step",
    )
}

/// Who is off the curve, and who has changed its energy more.
fn compared(study: &Study, step: usize) -> String {
    let off = study.most_off(FORCE, step);
    let [one, force] = [ONE, FORCE].map(|run| study.change(run, step).abs());
    let energy = if one.max(force) < 1e-12 {
        "both keep their energy but for rounding."
    } else if one > 2.0 * force {
        "the one coordinate has changed its energy more."
    } else if force > 2.0 * one {
        "the constraint force has changed its energy more."
    } else {
        "both have changed their energy about as much."
    };
    let bare = study.runs.get(BARE).map(|_| format!(" (without feedback by {})", length(study.most_off(BARE, step) as f32)));
    format!(
        "With the constraint force the bead was off by up to {}{}, with one coordinate never; {energy}",
        length(off as f32),
        bare.unwrap_or_default()
    )
}

fn order(study: &Study) -> Frame {
    let names = ["h", "h/2", "h/4", "h/8"];
    let both = [part(ONE), part(FORCE)];
    let mut lines: Vec<Line> = study
        .apart
        .iter()
        .zip(names)
        .map(|(&apart, name)| Line::new(format!("apart with {name}: ")).quantity("apart", apart as f32, Unit::Length, &both))
        .collect();
    let promised = study.promised();
    let reason = match study.order() {
        Some(order) => {
            lines.push(Line::value("order", order as f32, Unit::None, &both));
            format!(
                "Both forms have the same solution; what is between them is the error of the integrator. Halving the step divides it by {} at the finest; {} promises {}.",
                fixed(libm::exp2(order) as f32, 2),
                study.method(),
                1_u32 << promised
            )
        }
        None => "Both forms have the same solution, and here they agree but for rounding.".into(),
    };
    made(5, [format!("Apart after {} s, with smaller steps", number(study.study as f32)), "order".into()], reason, lines, "bead.step")
}

fn result(study: &Study) -> Frame {
    let end = match study.end {
        End::Time => String::new(),
        End::Curve => " There the bead is at an end of the curve, and the comparison ends.".into(),
        End::Standstill => " There r′ is zero: u says nothing about the way any more, and the comparison ends.".into(),
        End::Lost => " There the constraint force has lost the curve, and the comparison ends.".into(),
    };
    let seconds = number((study.count as f64 * study.h) as f32);
    made(
        6,
        ["Two forms of one motion".into(), "two forms".into()],
        format!(
            "After {seconds} s. {}{end} One coordinate cannot leave the curve and has no force to solve for; but it needs a parameter that nowhere stands still, and one such curve alone. The constraint force holds any number of bodies and joints.",
            compared(study, study.count)
        ),
        table(study, study.count),
        "bead.step",
    )
}
