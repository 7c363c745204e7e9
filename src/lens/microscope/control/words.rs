//! Headings, reasons and cards.

use super::reel::{ControlReel, Moment};
use super::situation::{LoopRun, Situation};
use crate::draw::quantity::{number, quantity, superscript, without_rounding};
use crate::guidance::control::pid::Memory;
use crate::lens::microscope::{Card, Line, Part, PartKind, Unit};
use crate::scene::control_report;

/// A torque, or 0 where it is what rounding left of the parts that it is the sum of: a missile that faces its goal.
fn told(situation: &Situation, torque: f32) -> f32 {
    without_rounding(f64::from(torque), f64::from(situation.inertia) * most(&situation.loops[0])) as f32
}

/// The largest that the output of a loop can be: its limit, or what its parts come to.
fn most(one: &LoopRun) -> f64 {
    let parts = [one.step.p, one.step.i, one.step.d].map(f64::abs).into_iter().sum::<f64>();
    if one.law.high.is_finite() { one.law.high.max(parts) } else { parts }
}

pub(super) fn outcome(reel: &ControlReel) -> String {
    let situation = &reel.situation;
    let pushed = if situation.loops.len() > 1 { format!(", a push of {}", quantity(situation.force.length(), "N")) } else { String::new() };
    format!("a torque of {}{pushed}", quantity(told(situation, situation.torque), "N·m"))
}

pub(super) fn heading(reel: &ControlReel, moment: Moment) -> String {
    let Some(number) = moment.number() else {
        return match moment {
            Moment::Start => format!("{} and its goal", reel.situation.name),
            _ => format!("{} gets {}", reel.situation.name, outcome(reel)),
        };
    };
    match moment {
        Moment::Error(_) => "The error",
        Moment::Rate(_) => "How fast it changes",
        Moment::History(_) => "The last samples",
        Moment::Integral(_) => "The integral",
        Moment::Parts(_) => "P, I and D",
        Moment::Limit(_) => "The limit",
        Moment::Windup(_) if reel.situation.loops[number].step.held => "The integral stands still",
        Moment::Windup(_) => "The integral goes on",
        _ => "Routh's table",
    }
    .into()
}

pub(super) fn short(moment: Moment) -> &'static str {
    match moment {
        Moment::Start => "situation",
        Moment::Error(_) => "error",
        Moment::Rate(_) => "rate",
        Moment::History(_) => "history",
        Moment::Integral(_) => "integral",
        Moment::Parts(_) => "P, I, D",
        Moment::Limit(_) => "limit",
        Moment::Windup(_) => "wind-up",
        Moment::Routh(_) => "Routh",
        Moment::Push => "push",
    }
}

pub(super) fn reason(reel: &ControlReel, moment: Moment) -> String {
    let Some(number) = moment.number() else {
        return match moment {
            Moment::Start if reel.situation.is_controlled => "Before each step of the scene the controller compares what is with what should be, and pushes until the next step. This is the step to come.".into(),
            Moment::Start => "Neither of the two has a controller. A is taken for a missile with the usual gains that should face B.".into(),
            _ => "The output of the heading is an angular acceleration: times the inertia it is the torque. That of the drive is an acceleration: times the mass it is the force.".into(),
        };
    };
    let one = &reel.situation.loops[number];
    match moment {
        Moment::Error(_) if one.axis.is_none() => "From where the nose points to where it should point, the shorter way round. Positive is to the left.".into(),
        Moment::Error(_) if one.is_along_nose => "The wanted speed, less what the nose is off its goal (by the cosine), less the speed along the nose.".into(),
        Moment::Error(_) => "The wanted velocity less the present one, along this axis.".into(),
        Moment::Rate(_) if one.last().is_none() => "This is the first sample since the goal was set: there is none to compare with, so the rate is 0 and D is silent.".into(),
        Moment::Rate(_) => "The newest sample less the one before, by the time between them. An error that shrinks has a rate against it: so D brakes.".into(),
        Moment::History(_) => history(one),
        Moment::Integral(_) => integral(one),
        Moment::Parts(_) => "Each part is a gain times what it answers to: P to the error, I to what has added up, D to how fast it changes.".into(),
        Moment::Limit(_) if one.first_sum().0.is_clamped() => "The engine cannot push harder than its limit: the sum is cut there.".into(),
        Moment::Limit(_) => "The sum is within the limits, and is the output as it is.".into(),
        Moment::Windup(_) => windup(one).into(),
        _ => "Each row is made of the two above it. As many roots lie to the right as the first column changes its sign: with none the loop comes to rest. That is the linear case, without limits and in continuous time.".into(),
    }
}

fn history(one: &LoopRun) -> String {
    let (samples, left, _) = one.history();
    let kept = format!("{} samples are in the history now.", samples.len());
    match (left, one.law.memory) {
        (0, _) => format!("{kept} None had to leave it."),
        (_, Memory::Whole) => format!("{kept} {left} left it as a whole panel of Simpson's rule, and their integral is kept."),
        _ => format!("{kept} {left} left it and is forgotten: the integral reaches over the window alone."),
    }
}

fn integral(one: &LoopRun) -> String {
    match one.integral().0 {
        [] => "One sample alone has no area yet.".into(),
        [only] if only.weights.len() == 2 => "Two samples are a trapezium.".into(),
        panels if panels.iter().any(|panel| panel.weights.len() == 4) => {
            "Parabolas through three samples each, with the weights 1, 4, 1 times Δt/3; the last four, one interval too many for parabolas, are a cubic with 1, 3, 3, 1 times 3Δt/8.".into()
        }
        _ => "Through each three samples goes one parabola; its area has the weights 1, 4, 1 times Δt/3. Side by side they are 1, 4, 2, 4, …, 4, 1.".into(),
    }
}

fn windup(one: &LoopRun) -> &'static str {
    match (one.first_sum().0.is_clamped(), one.drives(), one.step.held) {
        (_, _, true) => {
            "The output is at its limit and the error pushes further into it: the integral would wind up. Anti-windup lets it stand still in this step."
        }
        (false, ..) => "The output is within its limits, so the integral counts this sample.",
        (true, true, _) => {
            "The output is at its limit and the integral grows on: it winds up, for anti-windup is off or the window forgets by itself. It must be unwound by as much overshoot."
        }
        _ => "The output is at its limit, but more integral would not push further into it: it counts this sample.",
    }
}

/// The dot of a sample.
pub(super) fn sample(index: usize) -> Part {
    Part::nth(PartKind::Point, index)
}

/// The bar of a part: P, I, D, the sum, the output.
pub(super) fn bar(index: usize) -> Part {
    Part::nth(PartKind::Row, index)
}

pub(super) fn card(reel: &ControlReel, moment: Moment) -> Card {
    let Some(number) = moment.number() else { return whole(reel, moment) };
    let one = &reel.situation.loops[number];
    let lines = match moment {
        Moment::Error(_) => error(one),
        Moment::Rate(_) => rate(one, reel.situation.dt),
        Moment::History(_) => {
            let (samples, _, stored) = one.history();
            let mut lines: Vec<Line> = samples.iter().enumerate().map(|(k, e)| value_of(one, k, *e)).collect();
            lines.push(Line::value("kept from before", stored as f32, one.units.integral, &[]));
            lines
        }
        Moment::Integral(_) => area(one, reel.situation.dt),
        Moment::Parts(_) => parts(one),
        Moment::Limit(_) => limit(one),
        Moment::Windup(_) => vec![
            Line::value("∫e before", one.integral().1 as f32, one.units.integral, &[bar(1)]),
            Line::value("∫e with this sample", one.integral().2 as f32, one.units.integral, &[bar(1)]),
            Line::value("∫e that counts", one.step.integral as f32, one.units.integral, &[bar(1)]),
        ],
        _ => routh(one),
    };
    Card { lines }
}

fn value_of(one: &LoopRun, index: usize, error: f64) -> Line {
    Line::value(&format!("e{}", crate::draw::quantity::subscript(index)), error as f32, one.units.error, &[sample(index)])
}

fn whole(reel: &ControlReel, moment: Moment) -> Card {
    let situation = &reel.situation;
    if moment == Moment::Start {
        let goal = situation.goal.map(|goal| Line::value("distance to the goal", (goal - situation.center).length(), Unit::Length, &[]));
        let step = Line::value("Δt", situation.dt as f32, Unit::None, &[]).text(" s");
        return Card { lines: goal.into_iter().chain([step]).collect() };
    }
    let output = without_rounding(situation.loops[0].step.output, most(&situation.loops[0]));
    let mut lines = vec![
        Line::new("torque = I u = ")
            .quantity("I", situation.inertia, Unit::None, &[])
            .text(" kg·m² · ")
            .quantity("u", output as f32, Unit::SpinUp, &[bar(4)])
            .text(" = ")
            .quantity("torque", told(situation, situation.inertia * output as f32), Unit::Torque, &[]),
        Line::value("torque with any gust", told(situation, situation.torque), Unit::Torque, &[]),
    ];
    if situation.loops.len() > 1 {
        lines.push(Line::value("m", situation.mass, Unit::Mass, &[]));
        lines.push(Line::value("force", situation.force.length(), Unit::Force, &[Part::of(PartKind::Normal)]));
    }
    Card { lines }
}

fn error(one: &LoopRun) -> Vec<Line> {
    let (error, part) = (one.step.error as f32, [Part::of(PartKind::Search)]);
    let line = Line::value("e", error, one.units.error, &part);
    vec![if one.axis.is_none() { line.text(" = ").quantity("e in degrees", error, Unit::Angle, &part) } else { line }]
}

fn rate(one: &LoopRun, dt: f64) -> Vec<Line> {
    let Some(last) = one.last() else { return vec![Line::value("ė", 0.0, one.units.rate, &[])] };
    vec![
        Line::value("e now", one.step.error as f32, one.units.error, &[]),
        Line::value("e before", last as f32, one.units.error, &[]),
        Line::value("Δt", dt as f32, Unit::None, &[]).text(" s"),
        Line::value("ė", one.step.rate as f32, one.units.rate, &[bar(2)]),
    ]
}

fn area(one: &LoopRun, dt: f64) -> Vec<Line> {
    let (panels, _, integral) = one.integral();
    let (samples, _, stored) = one.history();
    let mut lines = Vec::new();
    for panel in panels {
        let (factor, divisor) = (panel.factor, panel.divisor);
        let mut line = Line::new(format!("{}Δt/{divisor} (", if factor == 1 { String::new() } else { factor.to_string() }));
        for (k, weight) in panel.weights.iter().enumerate() {
            let error = samples.get(panel.from + k).copied().unwrap_or_default();
            line = line.text(if k > 0 { " + " } else { "" }).text(if *weight == 1 { String::new() } else { format!("{weight}·") });
            line = line.quantity(format!("e{}", panel.from + k), error as f32, one.units.error, &[sample(panel.from + k)]);
        }
        lines.push(line.text(")"));
    }
    lines.push(Line::value("Δt", dt as f32, Unit::None, &[]).text(" s"));
    lines.push(Line::value("kept from before", stored as f32, one.units.integral, &[]));
    lines.push(Line::value("∫e", integral as f32, one.units.integral, &[bar(1)]));
    lines
}

fn parts(one: &LoopRun) -> Vec<Line> {
    let ((step, ahead), law) = (one.first_sum(), &one.law);
    let gain = |gain: f64| number((law.plant_gain * gain) as f32);
    let mut lines = Vec::new();
    if law.predict {
        lines.push(Line::value("e at the end of the step, e + ė Δt", ahead as f32, one.units.error, &[bar(0)]));
    }
    let all = [("P", law.proportional, "e", step.p), ("I", law.integral, "∫e", step.i), ("D", law.derivative, "ė", step.d)];
    for (index, (letter, factor, of, value)) in all.into_iter().enumerate() {
        let line = Line::new(format!("{letter} = {} · {of} = ", gain(factor)));
        lines.push(line.quantity(letter, value as f32, one.units.output, &[bar(index)]));
    }
    lines
}

fn limit(one: &LoopRun) -> Vec<Line> {
    let (step, _) = one.first_sum();
    let mut lines = vec![Line::value("P + I + D", step.sum as f32, one.units.output, &[bar(3)])];
    for (name, bound) in [("lowest", one.law.low), ("highest", one.law.high)] {
        if bound.is_finite() {
            lines.push(Line::value(name, bound as f32, one.units.output, &[Part::of(PartKind::UpperBound)]));
        }
    }
    lines.push(Line::value("u", without_rounding(step.output, most(one)) as f32, one.units.output, &[bar(4)]));
    lines
}

fn routh(one: &LoopRun) -> Vec<Line> {
    let Some(table) = &one.stability else { return Vec::new() };
    let mut lines = Vec::new();
    for (index, row) in table.rows.iter().enumerate() {
        let power = superscript(table.degree as i32 - index as i32);
        let mut line = Line::new(format!("s{power}: "));
        for (column, value) in row.iter().enumerate() {
            line = line.text(if column > 0 { "   " } else { "" }).quantity(
                "",
                *value as f32,
                Unit::None,
                &[Part { kind: PartKind::Cell, first: index as u16, second: column as u16 }],
            );
        }
        lines.push(line);
    }
    lines.push(Line::new(control_report::words(table.verdict)));
    if let Some(sampled) = one.sampled {
        lines.push(Line::new(format!("As sampled, once a step: {}", control_report::sampled_words(sampled))));
    }
    lines
}
