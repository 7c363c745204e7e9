//! Graphs of a run: its sampled quantities as a table and as curves on axes.

use crate::draw::csv;
use crate::draw::plot::{Plot, PlotCurve};
use crate::scene::document::{CurveDoc, GraphDoc};
use std::fmt::Write;

/// The values of a graph's quantities, step by step: its curves in their order, then what they are drawn against.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    graph: &'a GraphDoc,
    step_hz: f32,
    rows: Vec<(u64, Vec<Option<f64>>)>,
}

impl<'a> Table<'a> {
    /// The rows of a run: step, and the value of each of [`GraphDoc::quantities`]; `None` where there is none.
    pub fn new(graph: &'a GraphDoc, step_hz: f32, rows: Vec<(u64, Vec<Option<f64>>)>) -> Table<'a> {
        Table { graph, step_hz, rows }
    }

    /// Step, time and a column a quantity; a cell is empty where there is no value.
    pub fn csv(&self) -> String {
        let mut text = csv_head(self.graph.quantities());
        for (step, values) in &self.rows {
            text += &csv_row(*step, self.step_hz, self.graph.quantities(), values);
        }
        text
    }

    /// The curves on their axes.
    pub fn plot(&self, title: &str) -> Plot {
        let curves: Vec<PlotCurve> = self.graph.curves.iter().enumerate().map(|(i, curve)| self.curve(i, curve)).collect();
        Plot {
            title: title.to_owned(),
            x: x_title(self.graph),
            y: y_title(self.graph),
            room: if self.graph.against.is_some() { 0.05 } else { 0.0 },
            curves,
        }
    }

    fn curve(&self, index: usize, curve: &CurveDoc) -> PlotCurve {
        let mut parts = Parts::of(curve, self.graph.against.as_ref());
        for (step, values) in &self.rows {
            let x = match &self.graph.against {
                Some(_) => values.last().copied().flatten(),
                None => Some(seconds(*step, self.step_hz)),
            };
            parts.add(x.zip(values.get(index).copied().flatten()));
        }
        PlotCurve { name: curve.name(), parts: parts.done() }
    }
}

/// Makes the lines of a curve out of its values, in the units of the screen: cut where it has no value, and where an
/// angle begins again on the other side.
#[derive(Debug)]
pub struct Parts {
    wraps: [bool; 2],
    scale: [f64; 2],
    parts: Vec<Vec<[f64; 2]>>,
    open: bool,
}

impl Parts {
    /// For a curve, over time or against another quantity.
    pub fn of(curve: &CurveDoc, against: Option<&CurveDoc>) -> Parts {
        let wraps = |curve: &CurveDoc| curve.row().is_some_and(|row| row.wraps);
        let scale = [against.map_or(1.0, |against| against.shown().1), curve.shown().1];
        Parts { wraps: [against.is_some_and(wraps), wraps(curve)], scale, parts: Vec::new(), open: false }
    }

    /// The next point, in the units of the quantities; `None` where there is none.
    pub fn add(&mut self, point: Option<(f64, f64)>) {
        let Some((x, y)) = point else {
            self.open = false;
            return;
        };
        let point = [x * self.scale[0], y * self.scale[1]];
        let jumps = |last: &[f64; 2]| {
            // More than half a turn in a step: it began again on the other side.
            (0..2).any(|i| self.wraps[i] && (point[i] - last[i]).abs() > std::f64::consts::PI * self.scale[i])
        };
        match self.parts.last_mut().filter(|part| self.open && !part.last().is_some_and(jumps)) {
            Some(part) => part.push(point),
            None => self.parts.push(vec![point]),
        }
        self.open = true;
    }

    /// The parts.
    pub fn done(self) -> Vec<Vec<[f64; 2]>> {
        self.parts
    }
}

/// By how much a value lies above another; of angles the shorter way round.
pub fn gap(here: f64, there: f64, wraps: bool) -> f64 {
    let difference = here - there;
    let turns = if wraps { (difference / std::f64::consts::TAU).round() } else { 0.0 };
    difference - turns * std::f64::consts::TAU
}

/// A quantity that swings about a middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oscillation {
    /// Mean time of one period, seconds.
    pub period: f64,
    /// Whole periods that were seen.
    pub count: usize,
}

/// The period of values over time (seconds, value), in the order of time; `None` where they do not swing steadily for
/// one and a half periods. With `wraps` the values are angles, which begin again after a turn.
///
/// A period is the time between two passages of the middle in one direction, each found on the straight line between
/// two values: there a sine has no curvature, so that its period comes out far finer than the values are apart. A
/// passage counts when the value has been a tenth of the range beyond the middle on both sides, so that noise about the
/// middle does not count.
pub fn oscillation(values: impl Iterator<Item = (f64, f64)>, wraps: bool) -> Option<Oscillation> {
    /// Share of the range beyond the middle from which a side counts.
    const BEYOND: f64 = 0.1;
    /// Periods that differ by more than this share of their mean are not one motion.
    const STEADY: f64 = 0.05;
    let mut points: Vec<(f64, f64)> = Vec::new();
    for (time, value) in values {
        points.push((time, points.last().map_or(value, |(_, last)| last + gap(value, *last, wraps))));
    }
    let (low, high) = points.iter().fold((f64::MAX, f64::MIN), |(low, high), (_, y)| (low.min(*y), high.max(*y)));
    let (middle, beyond) = (0.5 * (low + high), BEYOND * (high - low));
    let mut passages = [Vec::new(), Vec::new()];
    let (mut side, mut passed) = (None, 0.0);
    for two in points.windows(2) {
        let [(t0, y0), (t1, y1)] = [two[0], two[1]].map(|(t, y)| (t, y - middle));
        if (y0 < 0.0) != (y1 < 0.0) {
            passed = t0 + (t1 - t0) * y0 / (y0 - y1);
        }
        if y1.abs() > beyond && side != Some(y1 > 0.0) {
            if side.is_some() {
                passages[usize::from(y1 > 0.0)].push(passed);
            }
            side = Some(y1 > 0.0);
        }
    }
    let periods = || passages.iter().flat_map(|times| times.windows(2).map(|two| two[1] - two[0]));
    let count = periods().count();
    let period = periods().sum::<f64>() / count as f64;
    let is_steady = passages.iter().all(|times| times.len() > 1) && periods().all(|one| (one - period).abs() <= STEADY * period);
    is_steady.then(|| Oscillation { period, count: passages[0].len().max(passages[1].len()) - 1 })
}

/// Seconds from the start of the scene to the end of a step.
pub fn seconds(step: u64, step_hz: f32) -> f64 {
    step as f64 / f64::from(step_hz)
}

/// What stands under the axis to the right.
pub fn x_title(graph: &GraphDoc) -> String {
    graph.against.as_ref().map_or_else(|| "time, s".to_owned(), with_unit)
}

/// What stands beside the axis upwards: the one curve; of several in one unit what their names share ("energy, J");
/// else the units of all.
pub fn y_title(graph: &GraphDoc) -> String {
    if let [curve] = graph.curves.as_slice() {
        return with_unit(curve);
    }
    let mut units: Vec<&str> = Vec::new();
    for unit in graph.curves.iter().map(|curve| curve.shown().0) {
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    match (units.as_slice(), shared_name(&graph.curves)) {
        ([unit], Some(name)) if !unit.is_empty() => format!("{name}, {unit}"),
        _ => units.iter().map(|unit| if unit.is_empty() { "count" } else { unit }).collect::<Vec<_>>().join(", "),
    }
}

/// The words that the quantities of all curves have in their names: "energy" of kinetic and potential energy.
fn shared_name(curves: &[CurveDoc]) -> Option<String> {
    let words = |curve: &CurveDoc| curve.row().map_or_else(String::new, |row| row.name.to_lowercase());
    let (first, others) = curves.split_first()?;
    let is_shared = |word: &&str| word.len() > 1 && others.iter().all(|curve| words(curve).split(' ').any(|other| other == *word));
    let all = words(first);
    let shared: Vec<&str> = all.split(' ').filter(is_shared).collect();
    (!shared.is_empty()).then(|| shared.join(" "))
}

/// What stands beside the axis where its whole title has no room: the kind of quantity and its unit.
pub fn short_y_title(graph: &GraphDoc) -> String {
    let unit = graph.curves.first().map_or("", |curve| curve.shown().0);
    let shared = shared_name(&graph.curves).unwrap_or_default();
    match shared.rsplit(' ').next() {
        Some(word) if !word.is_empty() && !unit.is_empty() => format!("{word}, {unit}"),
        _ => unit.to_owned(),
    }
}

fn with_unit(curve: &CurveDoc) -> String {
    let (unit, _) = curve.shown();
    if unit.is_empty() { curve.name() } else { format!("{}, {unit}", curve.name()) }
}

/// The head of a table of these quantities.
pub fn csv_head<'a>(quantities: impl Iterator<Item = &'a CurveDoc>) -> String {
    let mut text = "step,time".to_owned();
    for curve in quantities {
        text.push(',');
        text += &csv::cell(&curve.column());
    }
    text.push('\n');
    text
}

/// A row of such a table. Numbers have the fewest digits that give back what the engine has.
pub fn csv_row<'a>(step: u64, step_hz: f32, quantities: impl Iterator<Item = &'a CurveDoc>, values: &[Option<f64>]) -> String {
    let mut text = format!("{step},{}", seconds(step, step_hz));
    for (curve, value) in quantities.zip(values) {
        let digits = value.and_then(|value| Some(curve.row()?.digits(value)));
        // Writing into a `String` cannot fail.
        let _ = write!(text, ",{}", digits.unwrap_or_default());
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(curve: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
        (0..1200).map(|step| seconds(step, 60.0)).map(|time| (time, curve(time))).collect()
    }

    #[test]
    fn the_period_of_a_sine_is_found_between_its_samples() {
        for period in [0.31, 2.0, 3.321_7, 9.0] {
            for (offset, phase) in [(0.0, 0.0), (4.0, 1.3), (-0.2, 4.0)] {
                let wave = sampled(|t| offset + 0.086 * (std::f64::consts::TAU * t / period + phase).sin());
                let found = oscillation(wave.into_iter(), false).expect("it swings");
                assert!((found.period / period - 1.0).abs() < 3e-4, "{period}: {found:?}");
            }
        }
        let fading = sampled(|t| (-0.05 * t).exp() * (std::f64::consts::TAU * t / 2.0).cos());
        let found = oscillation(fading.into_iter(), false).expect("it swings");
        assert!((found.period - 2.0).abs() < 0.002, "{found:?}");
    }

    #[test]
    fn an_angle_that_begins_again_is_one_motion() {
        let wave = |t: f64| 3.0 + 0.5 * (std::f64::consts::PI * t).sin();
        let wrapped = sampled(|t| gap(wave(t), 0.0, true));
        assert!(wrapped.iter().any(|(_, y)| *y < 0.0), "it crosses half a turn");
        let found = oscillation(wrapped.into_iter(), true).expect("it swings");
        assert!((found.period - 2.0).abs() < 1e-3 && found.count == 9, "{found:?}");
    }

    #[test]
    fn what_does_not_swing_has_no_period() {
        let none = [
            sampled(|_| 1.0),
            sampled(|t| t),
            sampled(|t| t * t - 9.0 * t),
            sampled(|t| (t * t).sin()),
            sampled(|t| gap(2.0 * t, 0.0, true)),
            sampled(|t| if t < 1.0 { 1.0 } else { -1.0 }),
            Vec::new(),
        ];
        for (i, values) in none.into_iter().enumerate() {
            assert_eq!(oscillation(values.into_iter(), true), None, "{i}");
        }
    }
}
