//! What a loop looks at: its samples and the area under them, bars of the parts between the limits, Routh's table; and
//! the chart of the run as it goes on.

use super::reel::{ControlReel, Moment};
use super::situation::{CHART_POINTS, LoopRun};
use super::words::{bar, sample};
use crate::draw::chart::{Series, chart as draw_chart};
use crate::draw::quantity::{number, quantity, superscript};
use crate::draw::{DrawList, Role};
use crate::engine::math::{Vec2, max};
use crate::guidance::control::pid::PidStep;
use crate::lens::microscope::{Part, PartKind};
use crate::scene::control_report;

/// Size of the picture, units of the sheet.
const SIZE: Vec2 = Vec2::new(8.0, 5.0);
/// Points of a parabola.
const POINTS: usize = 12;
const BARS: [&str; 5] = ["P", "I", "D", "sum", "output"];

pub(super) fn draw(reel: &ControlReel, moment: Moment, list: &mut DrawList) {
    let loops = &reel.situation.loops;
    match moment {
        Moment::Start => samples(&loops[0], false, list),
        Moment::Error(n) | Moment::Rate(n) | Moment::History(n) => {
            samples(&loops[n], false, list);
            if let Moment::Rate(_) = moment {
                slope(&loops[n], list);
            }
        }
        Moment::Integral(n) => samples(&loops[n], true, list),
        Moment::Parts(n) => bars(&loops[n], 3, list),
        Moment::Limit(n) | Moment::Windup(n) => bars(&loops[n], 5, list),
        Moment::Routh(n) => table(&loops[n], list),
        Moment::Push => bars(&loops[0], 5, list),
    }
}

/// Where the samples stand: the newest at the right, zero in the middle of the picture's height.
struct Axes {
    most: f64,
    count: usize,
}

impl Axes {
    fn of(one: &LoopRun) -> Axes {
        let samples = one.history().0;
        let most = samples.iter().fold(0.0, |most: f64, e| most.max(e.abs()));
        Axes { most: if most > 1e-12 { most } else { 1.0 }, count: samples.len() }
    }

    fn at(&self, place: f64, error: f64) -> Vec2 {
        let last = self.count.saturating_sub(1).max(1) as f64;
        let right = if self.count < 2 { 0.5 } else { place / last };
        SIZE * Vec2::new(right as f32, (0.5 + 0.42 * error / self.most) as f32)
    }
}

fn unit(one: &LoopRun, value: f64) -> String {
    quantity(value as f32, if one.axis.is_none() { "rad" } else { "m/s" })
}

fn samples(one: &LoopRun, with_area: bool, list: &mut DrawList) {
    let (axes, history) = (Axes::of(one), one.history().0);
    list.line(Role::GridAxis, Vec2::new(0.0, 0.5 * SIZE.y), Vec2::new(SIZE.x, 0.5 * SIZE.y));
    list.cell(Role::QuietText, Vec2::new(0.0, 0.5 * SIZE.y), Vec2::new(-6.0, 0.0), Vec2::ONE, "0");
    let title =
        if history.len() == 1 { "error, one sample so far".to_owned() } else { format!("error, the last {} samples", history.len()) };
    list.label(Role::QuietText, Vec2::new(0.0, SIZE.y), Vec2::new(0.0, 10.0), 4, title);
    if with_area {
        area(one, &axes, history, list);
    }
    for (index, error) in history.iter().enumerate() {
        let at = axes.at(index as f64, *error);
        let list = &mut list.of(sample(index));
        list.line(Role::Projection, Vec2::new(at.x, 0.5 * SIZE.y), at);
        list.dot(Role::Velocity, at, 4.5);
    }
    if let Some(newest) = history.last() {
        let at = axes.at(history.len() as f64 - 1.0, *newest);
        list.label(Role::Velocity, at, Vec2::new(10.0, 10.0), 8, format!("e = {}", unit(one, *newest)));
    }
}

/// The panels: filled to the curve through their samples, with the weights under them.
fn area(one: &LoopRun, axes: &Axes, history: &[f64], list: &mut DrawList) {
    let mut weights = vec![String::new(); history.len()];
    let parabolas = one.has_parabolas_alone();
    for panel in one.integral().0 {
        let own = &history[panel.from..panel.from + panel.weights.len()];
        let last = (own.len() - 1) as f64;
        let zero = |place: f64| axes.at(panel.from as f64 + place, 0.0);
        let curve = (0..=POINTS).map(|k| {
            let place = last * k as f64 / POINTS as f64;
            axes.at(panel.from as f64 + place, through(own, place))
        });
        let curve: Vec<Vec2> = curve.collect();
        // Slice by slice: a curve that crosses zero would make a polygon that crosses itself.
        for (k, two) in curve.windows(2).enumerate() {
            let [from, to] = [k, k + 1].map(|k| zero(last * k as f64 / POINTS as f64));
            list.polygon(Role::Region, [from, to, two[1], two[0]], 0.0);
        }
        list.polyline(Role::Velocity, curve.iter().copied());
        for (k, weight) in panel.weights.iter().enumerate() {
            let word = &mut weights[panel.from + k];
            // Where two parabolas meet both count the sample once.
            *word = match (word.is_empty(), parabolas) {
                (true, _) => weight.to_string(),
                (false, true) => "2".into(),
                (false, false) => format!("{word}+{weight}"),
            };
        }
    }
    for (index, word) in weights.into_iter().enumerate() {
        list.label(Role::Text, Vec2::new(axes.at(index as f64, 0.0).x, 0.0), Vec2::new(-4.0, -12.0), 7, word);
    }
}

/// The polynomial through equally spaced samples (Lagrange's form): what the rule integrates exactly.
fn through(samples: &[f64], place: f64) -> f64 {
    let term = |(i, sample): (usize, &f64)| {
        let others = (0..samples.len()).filter(|j| *j != i);
        sample * others.map(|j| (place - j as f64) / (i as f64 - j as f64)).product::<f64>()
    };
    samples.iter().enumerate().map(term).sum()
}

/// The line through the newest two samples.
fn slope(one: &LoopRun, list: &mut DrawList) {
    let (axes, history) = (Axes::of(one), one.history().0);
    let [.., before, now] = history else { return };
    let place = history.len() as f64 - 2.0;
    list.of(bar(2)).line(Role::Curve(2), axes.at(place, *before), axes.at(place + 1.0, *now));
}

/// P, I, D, their sum and the output as bars from zero, and the limits across.
fn bars(one: &LoopRun, count: usize, list: &mut DrawList) {
    let step = if count < 5 { one.first_sum().0 } else { one.step };
    let values = [step.p, step.i, step.d, step.sum, step.output];
    let bounds = [one.law.low, one.law.high].into_iter().filter(|bound| bound.is_finite() && *bound != 0.0);
    let most = values.iter().copied().chain(bounds.clone()).fold(0.0, |most: f64, value| most.max(value.abs()));
    let scale = if most > 0.0 { 0.46 * f64::from(SIZE.y) / most } else { 0.0 };
    let middle = 0.5 * SIZE.y;
    list.line(Role::GridAxis, Vec2::new(0.0, middle), Vec2::new(SIZE.x, middle));
    for bound in bounds {
        let y = middle + (bound * scale) as f32;
        let list = &mut list.of(PartKind::UpperBound);
        list.line(Role::Bound, Vec2::new(0.0, y), Vec2::new(SIZE.x, y));
        let beside = Vec2::new(0.0, if bound > 0.0 { 9.0 } else { -9.0 });
        list.cell(Role::Bound, Vec2::new(0.2 * SIZE.x, y), beside, Vec2::new(0.2 * SIZE.x, 1.0), "limit");
    }
    for (index, value) in values.into_iter().enumerate().take(count) {
        let x = SIZE.x * (index as f32 + 0.5) / 5.0;
        let end = middle + (value * scale) as f32;
        let role = if index < 3 { Role::Curve(index as u8) } else { Role::Force };
        let list = &mut list.of(bar(index));
        let half = 0.32;
        let (low, high) = if end < middle { (end, middle) } else { (middle, end) };
        let corners = [Vec2::new(x - half, low), Vec2::new(x + half, low), Vec2::new(x + half, high), Vec2::new(x - half, high)];
        list.outline(role, corners);
        list.line(role, Vec2::new(x, middle), Vec2::new(x, end));
        let above = if end < middle { -14.0 } else { 12.0 };
        let text = format!("{} {}", BARS[index], number(value as f32));
        list.cell(role, Vec2::new(x, end), Vec2::new(0.0, above), Vec2::new(0.2 * SIZE.x, 1.0), text);
    }
}

/// Routh's table, row under row, and its verdict.
fn table(one: &LoopRun, list: &mut DrawList) {
    let Some(routh) = &one.stability else { return };
    list.line(Role::GridAxis, Vec2::new(1.0, 0.8), Vec2::new(1.0, SIZE.y));
    list.label(Role::QuietText, Vec2::new(0.0, SIZE.y), Vec2::new(0.0, 10.0), 4, "Routh's table of the loop");
    for (index, row) in routh.rows.iter().enumerate() {
        let y = SIZE.y - 0.6 - 1.05 * index as f32;
        let power = superscript(routh.degree as i32 - index as i32);
        list.cell(Role::Text, Vec2::new(0.3, y), Vec2::ZERO, Vec2::new(1.2, 1.05), format!("s{power}"));
        for (column, value) in row.iter().enumerate() {
            let role = if column > 0 {
                Role::Text
            } else if *value > 0.0 {
                Role::Contact
            } else {
                Role::Warning
            };
            list.of(Part { kind: PartKind::Cell, first: index as u16, second: column as u16 }).cell(
                role,
                Vec2::new(1.5 + 2.6 * column as f32, y),
                Vec2::ZERO,
                Vec2::new(2.4, 1.05),
                number(*value as f32),
            );
        }
    }
    let said =
        one.sampled.map_or_else(|| control_report::words(routh.verdict), |sampled| control_report::both_words(routh.verdict, sampled));
    list.cell(Role::Text, Vec2::new(0.0, 0.3), Vec2::new(1.0, 0.0), Vec2::new(SIZE.x, 1.0), said);
    // Holds the frame, and is not seen.
    list.dot(Role::Grid, Vec2::new(SIZE.x, 0.0), 0.0);
}

/// The loop's parts and its output as the run goes on.
pub(super) fn chart(reel: &ControlReel, moment: Moment, list: &mut DrawList) {
    let one = &reel.situation.loops[moment.number().unwrap_or(0)];
    let steps: &[PidStep] = if one.ahead.is_empty() { std::slice::from_ref(&one.step) } else { &one.ahead };
    let series = |index: u8, name: &str, of: fn(&PidStep) -> f64| Series {
        role: if index < 3 { Role::Curve(index) } else { Role::Force },
        name: name.into(),
        points: steps.iter().enumerate().map(|(k, step)| (k, of(step) as f32)).collect(),
        tag: None,
    };
    let all = [series(0, "P", |s| s.p), series(1, "I", |s| s.i), series(2, "D", |s| s.d), series(3, "output", |s| s.output)];
    let unit = if one.axis.is_none() { "rad/s²" } else { "m/s²" };
    draw_chart(&all, max(2.0, CHART_POINTS as f32) as usize, 0, unit, list);
}
