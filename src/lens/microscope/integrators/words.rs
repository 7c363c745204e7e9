//! Headings, reasons and cards.

use super::picture::part;
use super::reel::{IntegratorReel, Moment, RK4, SEMI};
use super::run::{NAMES, ORDERS};
use super::situation::{MOST_BODIES, Measure};
use crate::draw::quantity::{counted, fixed, number, quantity, subscript, without_rounding};
use crate::lens::microscope::left_out::left_out;
use crate::lens::microscope::{Card, Line, Part, PartKind, Unit};

pub(super) fn heading(reel: &IntegratorReel, moment: Moment) -> String {
    match moment {
        Moment::Start => match reel.situation.measure {
            Measure::Stretch(_) => format!("\"{}\" on a spring, before the step", reel.situation.name),
            Measure::Swing(_) => format!("\"{}\" swings about a pin, before the step", reel.situation.name),
            Measure::Height(_) => format!("\"{}\" moves freely, before the step", reel.situation.name),
        },
        Moment::Slope(run, 0) if run != RK4 => format!("{}: the slope at the start", NAMES[run]),
        Moment::Slope(run, k) => {
            let places = ["at the start", "in the middle", "in the middle again", "at the end"];
            format!("{}: slope k{} {}", NAMES[run], subscript(k + 1), places[k.min(3)])
        }
        Moment::NewVelocity => format!("{}: the velocity first", NAMES[SEMI]),
        Moment::Mean => "RK4: the mean of four slopes".into(),
        Moment::Stepped(run) => format!("{}: the step", NAMES[run]),
        Moment::Many(step) => format!("After {}", counted(step, "step", "steps")),
        Moment::Order(run) => format!("{}: error against the size of the step", NAMES[run]),
        Moment::Limit => "The same with the world's limit".into(),
        Moment::Result => format!("{} compared", counted(reel.runs.count, "step", "steps")),
    }
}

pub(super) fn short(moment: Moment) -> String {
    match moment {
        Moment::Start => "start".into(),
        Moment::Slope(_, k) => format!("slope k{}", subscript(k + 1)),
        Moment::NewVelocity => "new velocity".into(),
        Moment::Mean => "mean".into(),
        Moment::Stepped(_) => "the step".into(),
        Moment::Many(step) => format!("{step} steps"),
        Moment::Order(_) => "order".into(),
        Moment::Limit => "limit".into(),
        Moment::Result => "result".into(),
    }
}

pub(super) fn reason(reel: &IntegratorReel, moment: Moment) -> String {
    match moment {
        Moment::Start => start(reel),
        Moment::Slope(RK4, 1) => "The state half a step along k₁; the slope there is k₂.".into(),
        Moment::Slope(RK4, 2) => "Half a step from the start again, this time along k₂; the slope there is k₃.".into(),
        Moment::Slope(RK4, 3) => "A whole step from the start along k₃; the slope there is k₄.".into(),
        Moment::Slope(..) => "How fast place and velocity change now: x′ = v, and v′ = a from all forces.".into(),
        Moment::NewVelocity => "v is stepped first, and x then moves with the new v: only the part of the slope along x changes.".into(),
        Moment::Mean => "k₁ and k₄ count once, k₂ and k₃ twice: the errors of the first three powers of h cancel.".into(),
        Moment::Stepped(run) => stepped(reel, run) + folded(reel, &[run], 1),
        Moment::Many(step) => many(reel, step) + folded(reel, &[0, SEMI, RK4], step),
        Moment::Order(run) => order(reel, run),
        Moment::Limit => limit(reel),
        Moment::Result => outcome(reel),
    }
}

fn start(reel: &IntegratorReel) -> String {
    let situation = &reel.situation;
    let scene = situation.chosen.map_or(String::new(), |run| format!(" The scene's own solver steps with {}.", NAMES[run.min(2)]));
    let tells = match (situation.spring, situation.limited.is_some()) {
        (Some(_), true) => " A share above the world's limit is shown here as asked for; what the limit makes of it comes at the end.",
        (Some(_), false) => " The shares say how much of what one step can bear the spring asks for.",
        (None, _) => "",
    };
    let others = ["is left out: it is not joined to these", "are left out: they are not joined to these"];
    let others = left_out(&situation.left_out, others);
    format!("The same state is stepped by all three integrators.{tells}{scene}{others}")
}

fn stepped(reel: &IntegratorReel, run: usize) -> String {
    /// ω h at which one of the map's two factors of an undamped spring passes −1.
    const BOUND: f64 = 2.0;
    let turn = reel.situation.turn_of_step();
    let words = match run {
        0 => "Both move along the slope at the start. On a curved orbit the tangent leads outwards.",
        SEMI => match turn.filter(|turn| *turn >= BOUND) {
            None => {
                "x has moved with the new velocity. The map keeps areas of the phase plane, so while ω h < 2 an orbit of an undamped oscillator can neither widen nor shrink for good."
            }
            Some(turn) => {
                let turn = number(turn as f32);
                return format!(
                    "x has moved with the new velocity. The map keeps areas of the phase plane, but ω h = {turn} is not below 2: it stretches them one way and squeezes them the other, so that an undamped oscillator is thrown farther with each step."
                );
            }
        },
        _ => "The whole step goes from the start along the mean slope.",
    };
    words.into()
}

/// What is to be known where one of these runs went through the other end of the spring: its number is a length.
fn folded(reel: &IntegratorReel, runs: &[usize], steps: usize) -> &'static str {
    let passed = runs.iter().any(|run| reel.situation.is_folded(reel.runs.all[*run].path.iter().take(steps + 1).map(|at| at.center)));
    if passed { " The body has passed the other end of the spring. A length is never below 0, so x is folded there." } else { "" }
}

fn many(reel: &IntegratorReel, step: usize) -> String {
    let runs = &reel.runs;
    if reel.situation.is_crowded() {
        let bodies = reel.situation.state.bodies.len();
        return format!("{bodies} bodies hang together here, too many to be stepped thousands of times: at most {MOST_BODIES} are.");
    }
    let words = |run: usize| match runs.change(run, step) {
        None => format!("{} has grown beyond bounds", NAMES[run]),
        Some(change) if change.abs() < 1e-9 => format!("{} keeps its energy", NAMES[run]),
        Some(change) if change.abs() < 0.005 => format!("{} {} {} of its energy", NAMES[run], gain(change), number(change.abs() as f32)),
        Some(change) => format!("{} has {} times its energy", NAMES[run], number((1.0 + change) as f32)),
    };
    format!("{}; {}; {}.", words(0), words(1), words(2))
}

fn gain(change: f64) -> &'static str {
    if change > 0.0 { "has gained" } else { "has lost" }
}

fn order(reel: &IntegratorReel, run: usize) -> String {
    let time = quantity((f64::from(reel.runs.study) * reel.situation.h) as f32, "s");
    match reel.runs.order(run) {
        Some(found) => format!(
            "After {time}, against a run of RK4 in much finer steps. Halving the step divides the error by {} at the finest; the derivation promises {} for small steps.",
            fixed(libm::exp2(found) as f32, 2),
            1 << ORDERS[run]
        ),
        None if reel.runs.all[run].errors.iter().all(|e| *e < 1e-9) => {
            format!("After {time} there is no error but rounding: the motion is one that this integrator has exactly.")
        }
        None => format!("After {time} the error does not fall evenly as the steps are halved: they are too large for an order to show."),
    }
}

fn limit(reel: &IntegratorReel) -> String {
    let share = reel.situation.spring.map_or(1.0, |spring| spring.most_share);
    let why =
        if share < 1.0 { "several springs hang at one body, and each may have 1/(n + 1)" } else { "one spring alone may have all of it" };
    let count = reel.runs.count;
    let then = match reel.runs.change(super::reel::LIMITED, count) {
        Some(change) if change < -0.999 => "After the run the spring is at rest.",
        Some(change) if change <= 0.01 => "The energy does not grow.",
        _ => "It still grows.",
    };
    format!("The world cuts C_k and C_d down to {}: {why}. Stepped semi-implicitly. {then}", number(share as f32))
}

pub(super) fn outcome(reel: &IntegratorReel) -> String {
    let runs = &reel.runs;
    let words = |run: usize| match runs.share(run, runs.count) {
        Some(share) if (share - 1.0).abs() < 0.005 => {
            let change = share - 1.0;
            if change.abs() < 1e-9 {
                "as at the start".to_owned()
            } else {
                format!("× (1 {} {})", sign(change), number(change.abs() as f32))
            }
        }
        Some(share) => format!("× {}", number(share as f32)),
        None => "grows beyond bounds".to_owned(),
    };
    let time = quantity((runs.count as f64 * reel.situation.h) as f32, "s");
    format!("Energy after {time}: explicit Euler {}, semi-implicit Euler {}, RK4 {}.", words(0), words(1), words(2))
}

fn sign(change: f64) -> &'static str {
    if change < 0.0 { "−" } else { "+" }
}

/// Units of the number that is looked at, of its rate and of the rate's.
fn units(reel: &IntegratorReel) -> [Unit; 3] {
    if reel.situation.is_angle() { [Unit::Angle, Unit::Spin, Unit::SpinUp] } else { [Unit::Length, Unit::Speed, Unit::Acceleration] }
}

pub(super) fn card(reel: &IntegratorReel, moment: Moment) -> Card {
    let mut lines = match moment {
        Moment::Start => start_lines(reel),
        Moment::Slope(run, k) => slope_lines(reel, run, k),
        Moment::NewVelocity | Moment::Mean => used_lines(reel, moment.run().unwrap_or(SEMI)),
        Moment::Stepped(run) => stepped_lines(reel, run),
        Moment::Many(step) => many_lines(reel, step),
        Moment::Order(run) => order_lines(reel, run),
        Moment::Limit => limit_lines(reel),
        Moment::Result => result_lines(reel),
    };
    lines.retain(|line| {
        line.pieces.iter().all(|piece| !matches!(piece, crate::lens::microscope::card::Piece::Number(q) if !q.value.is_finite()))
    });
    Card { lines }
}

fn start_lines(reel: &IntegratorReel) -> Vec<Line> {
    let situation = &reel.situation;
    let [x, v] = situation.look(&situation.state);
    let [place, rate, _] = units(reel);
    let at = [Part::of(PartKind::Origin)];
    let mut lines = vec![
        Line::new("step h = ")
            .quantity("h", situation.h as f32, Unit::None, &[])
            .text(" s, ")
            .text(format!("{} Hz", number((1.0 / situation.h) as f32))),
        Line::value("x", x as f32, place, &at),
        Line::value("v", v as f32, rate, &at),
    ];
    if let Some(spring) = situation.spring {
        let turn = situation.turn_of_step().unwrap_or(0.0);
        let [stiffness, damping] = spring.shares;
        lines.push(Line::new("spring: ").quantity("f", spring.hertz as f32, Unit::None, &[]).text(" Hz, ζ = ").quantity(
            "ζ",
            spring.damping_ratio as f32,
            Unit::None,
            &[],
        ));
        lines.push(Line::new("ω h = 2π f h = ").quantity("ω h", turn as f32, Unit::None, &[]));
        lines.push(Line::new("C_k = (ω h)² = ").quantity("C_k", stiffness as f32, Unit::None, &[]));
        lines.push(Line::new("C_d = 2 ζ ω h = ").quantity("C_d", damping as f32, Unit::None, &[]));
        lines.push(Line::new("the world allows up to ").quantity("limit", spring.most_share as f32, Unit::None, &[]));
    }
    lines
}

/// Rate of the number along a slope, and that of the rate.
fn slope_of(reel: &IntegratorReel, run: usize, k: usize) -> Option<[f64; 4]> {
    let situation = &reel.situation;
    let (at, slopes) = reel.runs.all[run].slopes.get(k)?;
    let [x, v] = situation.look(at);
    // The look is a function of the state: its rate is a difference over a sliver of the step.
    let sliver = 1e-4 * situation.h;
    let ahead = situation.look(&crate::engine::lagrange::moved(at, slopes, sliver));
    Some([x, v, v, (ahead[1] - v) / sliver])
}

fn slope_lines(reel: &IntegratorReel, run: usize, k: usize) -> Vec<Line> {
    let Some([x, v, rate, change]) = slope_of(reel, run, k) else { return Vec::new() };
    let [place, speed, acceleration] = units(reel);
    let parts = [part(run)];
    vec![
        Line::new("at x = ").quantity("x", x as f32, place, &parts).text(", v = ").quantity("v", v as f32, speed, &parts),
        Line::new("x′ = v = ").quantity("x′", rate as f32, speed, &parts),
        Line::new("v′ = a(x, v) = ").quantity("v′", change as f32, acceleration, &parts),
    ]
}

fn used_lines(reel: &IntegratorReel, run: usize) -> Vec<Line> {
    let situation = &reel.situation;
    let [place, speed, acceleration] = units(reel);
    let parts = [part(run)];
    let [x, v] = situation.look(&situation.state);
    let [x_after, v_after] = situation.look(&reel.runs.all[run].after);
    let h = situation.h;
    let formula = if run == SEMI { "v′ = a, x′ = v + h a" } else { "(k₁ + 2 k₂ + 2 k₃ + k₄)/6" };
    let unit = |unit: Unit| if unit == Unit::Length { Unit::Speed } else { Unit::Spin };
    vec![
        Line::new(formula),
        Line::new("x′ = ").quantity("x′", ((x_after - x) / h) as f32, unit(place), &parts),
        Line::new("v′ = ").quantity("v′", ((v_after - v) / h) as f32, acceleration, &parts),
        Line::new("new v = v + h v′ = ").quantity("v", v_after as f32, speed, &parts),
    ]
}

fn stepped_lines(reel: &IntegratorReel, run: usize) -> Vec<Line> {
    let [x, v] = reel.situation.look(&reel.runs.all[run].after);
    let [place, speed, _] = units(reel);
    let parts = [part(run)];
    let mut lines = vec![
        Line::new("x + h x′ = ").quantity("x", x as f32, place, &parts),
        Line::new("v + h v′ = ").quantity("v", v as f32, speed, &parts),
    ];
    if let Some(change) = reel.runs.change(run, 1) {
        let change = without_rounding(change, 1.0) as f32;
        lines.push(Line::new("energy changes by ").quantity("change", change, Unit::None, &parts).text(" of what it was"));
    }
    lines
}

fn many_lines(reel: &IntegratorReel, step: usize) -> Vec<Line> {
    let line = |run: usize| match reel.runs.change(run, step) {
        Some(change) => Line::new(format!("{}: energy × ", NAMES[run]))
            .quantity("energy", (1.0 + change) as f32, Unit::None, &[part(run)])
            .text(", change ")
            .quantity("change", change as f32, Unit::None, &[part(run)]),
        None => Line::new(format!("{}: beyond bounds after {}", NAMES[run], counted(reel.runs.all[run].path.len(), "step", "steps"))),
    };
    (0..3).map(line).collect()
}

fn order_lines(reel: &IntegratorReel, run: usize) -> Vec<Line> {
    let names = ["h", "h/2", "h/4", "h/8"];
    let errors = &reel.runs.all[run].errors;
    let mut lines: Vec<Line> = errors
        .iter()
        .zip(names)
        .map(|(error, name)| Line::new(format!("error with {name}: ")).quantity("error", *error as f32, Unit::None, &[part(run)]))
        .collect();
    if let Some(order) = reel.runs.order(run) {
        lines.push(
            Line::new("measured order ")
                .quantity("order", order as f32, Unit::None, &[part(run)])
                .text(format!(", promised {}", ORDERS[run])),
        );
    }
    lines
}

fn limit_lines(reel: &IntegratorReel) -> Vec<Line> {
    let run = super::reel::LIMITED;
    let (runs, parts) = (&reel.runs, [part(run)]);
    let mut lines = Vec::new();
    if let Some(spring) = reel.situation.spring {
        for (name, asked) in ["C_k", "C_d"].into_iter().zip(spring.shares) {
            let given = asked.min(spring.most_share);
            lines.push(
                Line::new(format!("{name}: asked for ")).quantity("asked", asked as f32, Unit::None, &[]).text(", given ").quantity(
                    "given",
                    given as f32,
                    Unit::None,
                    &parts,
                ),
            );
        }
    }
    let [place, ..] = units(reel);
    for step in [1, 2, 4] {
        if let Some(sample) = runs.all[run].path.get(step) {
            lines.push(Line::new(format!("x after {} = ", counted(step, "step", "steps"))).quantity(
                "x",
                sample.look[0] as f32,
                place,
                &parts,
            ));
        }
    }
    lines
}

fn result_lines(reel: &IntegratorReel) -> Vec<Line> {
    let runs = &reel.runs;
    let mut lines = many_lines(reel, runs.count);
    for (run, name) in NAMES.iter().enumerate().take(3) {
        let [least, most] = runs.span(run, runs.count);
        lines.push(
            Line::new(format!("{name}: between ")).quantity("least", least as f32, Unit::None, &[part(run)]).text(" and ").quantity(
                "most",
                most as f32,
                Unit::None,
                &[part(run)],
            ),
        );
    }
    for (run, name) in NAMES.iter().enumerate().take(3) {
        if let Some(order) = runs.order(run) {
            lines.push(Line::new(format!("{name}: order ")).quantity("order", order as f32, Unit::None, &[part(run)]));
        }
    }
    lines
}
