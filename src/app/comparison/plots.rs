//! What is compared, over time: energy, worst joint error, worst overlap, and what a step takes; a line a solver. The
//! window plots it, and the exported page has it as pictures.

use super::{COMPARED, Comparison, Pane, curve, place as place_of};
use crate::draw::labels::STAYS;
use crate::draw::quantity::{power_of_ten, tick};
use crate::draw::{DrawList, Role, Sheet, View};
use crate::engine::math::Vec2;
use crate::engine::solver::Solver;
use crate::lens::graph::seconds;
use std::ops::RangeInclusive;

/// What a step takes is told as the mean of so many steps: single ones jump.
const MEAN_OF: u64 = 12;
/// Exponent of the smallest error in millimetres that is told apart from none: less is rounding at a metre.
pub const SMALLEST: f64 = -4.0;

/// A number of a pane over time.
pub struct Compared {
    /// What it is.
    pub title: &'static str,
    /// In which it is plotted.
    pub unit: &'static str,
    /// How many of those an SI unit has.
    pub scale: f64,
    /// An error: such differ by orders of magnitude, so powers of ten are plotted.
    pub is_error: bool,
    value: fn(&Pane, u64) -> Option<f64>,
}

/// All, in the order in which they stand.
pub const PLOTS: [Compared; 4] = [
    Compared { title: "Energy", unit: "J", scale: 1.0, is_error: false, value: |pane, step| recorded(pane, COMPARED[0], step) },
    Compared { title: "Worst joint error", unit: "mm", scale: 1e3, is_error: true, value: |pane, step| recorded(pane, COMPARED[1], step) },
    Compared { title: "Worst overlap", unit: "mm", scale: 1e3, is_error: true, value: |pane, step| recorded(pane, COMPARED[2], step) },
    Compared { title: "Time per step", unit: "ms", scale: 1e3, is_error: false, value: cost },
];

fn recorded(pane: &Pane, word: &'static str, step: u64) -> Option<f64> {
    pane.timeline()?.columns().of(&curve(word))?.at(step)
}

/// Mean of the steps up to this one.
fn cost(pane: &Pane, step: u64) -> Option<f64> {
    let costs = || (step.saturating_sub(MEAN_OF - 1)..=step).filter_map(|step| pane.cost(step));
    let count = costs().count();
    (count > 0).then(|| costs().sum::<f64>() / count as f64)
}

/// A solver's role: its colour and dashes, the same whatever it is compared with.
pub fn role(solver: Solver) -> Role {
    Role::Curve(place_of(solver) as u8)
}

/// Where an error lies on an axis of powers of ten; what is smaller than 10^[`SMALLEST`] lies at the foot.
pub fn power(value: f64) -> f64 {
    libm::log10(value.max(0.0)).max(SMALLEST)
}

impl Compared {
    /// What a pane has after a step, in the plot's unit.
    pub fn at(&self, pane: &Pane, step: u64) -> Option<f64> {
        (self.value)(pane, step).map(|value| value * self.scale)
    }

    /// A pane's values over time, seconds against what `at` makes of a value in the plot's unit, in parts without gaps.
    /// Where there are more steps than columns, each column has its lowest and its highest value, so that no peak is
    /// lost.
    pub fn line(&self, pane: &Pane, hz: f32, columns: f32, at: impl Fn(f64) -> f64) -> Vec<Vec<[f64; 2]>> {
        let Some(run) = pane.timeline() else { return Vec::new() };
        let steps = run.first_step()..=run.last_step();
        let point = |step: u64| self.at(pane, step).map(|value| [seconds(step, hz), at(value)]);
        let of_column = ((run.last_step() - run.first_step()) as f32 / columns.max(1.0)).ceil().max(1.0) as u64;
        let mut parts: Vec<Vec<[f64; 2]>> = vec![Vec::new()];
        for column in steps.clone().step_by(of_column as usize) {
            let found: Vec<[f64; 2]> = range(column, of_column, &steps).filter_map(point).collect();
            let by_height = |a: &&[f64; 2], b: &&[f64; 2]| a[1].total_cmp(&b[1]);
            let (Some(low), Some(high)) = (found.iter().min_by(by_height), found.iter().max_by(by_height)) else {
                parts.push(Vec::new());
                continue;
            };
            let mut ends = vec![*low, *high];
            ends.sort_by(|a, b| a[0].total_cmp(&b[0]));
            ends.dedup();
            if let Some(part) = parts.last_mut() {
                part.extend(ends);
            }
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// The plot as marks on [`Sheet::Chart`] and the view of them; `None` where no pane has a value.
    pub fn picture(&self, comparison: &Comparison, hz: f32, list: &mut DrawList) -> Option<(Sheet, View)> {
        const COLUMNS: f32 = 240.0;
        let at = |value: f64| if self.is_error { power(value) } else { value };
        let lines: Vec<(Solver, Vec<Vec<[f64; 2]>>)> =
            comparison.panes().iter().map(|pane| (pane.solver(), self.line(pane, hz, COLUMNS, at))).collect();
        let all = || lines.iter().flat_map(|(_, parts)| parts.iter().flatten());
        let end = all().map(|point| point[0]).fold(0.0, f64::max);
        let wide = |[low, high]: [f64; 2]| if high > low { [low, high] } else { [low - 0.5, high + 0.5] };
        let span = all().map(|point| point[1]).fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], y| [low.min(y), high.max(y)]);
        if !span.iter().all(|bound| bound.is_finite()) {
            return None;
        }
        let [low, high] = if self.is_error { [SMALLEST, libm::ceil(span[1]).max(0.0)] } else { wide(span) };
        let end = if end > 0.0 { end } else { 1.0 };
        let place = |[x, y]: [f64; 2]| BOX * Vec2::new((x / end) as f32, ((y - low) / (high - low)) as f32);
        let sheet = std::mem::replace(&mut list.sheet, Sheet::Chart);
        self.axes([low, high], end, &place, list);
        for (solver, parts) in &lines {
            for part in parts {
                list.polyline(role(*solver), part.iter().map(|&point| place(point)));
            }
            if let Some(&last) = parts.last().and_then(|part| part.last()) {
                list.label(role(*solver), place(last), Vec2::new(-8.0, 10.0), 7, solver.row().name);
            }
        }
        list.sheet = sheet;
        Some((Sheet::Chart, View { center: 0.5 * BOX + Vec2::new(-0.12, -0.02), height: 1.32 * BOX.y }))
    }

    fn axes(&self, [low, high]: [f64; 2], end: f64, place: &impl Fn([f64; 2]) -> Vec2, list: &mut DrawList) {
        let words = |y: f64| match y {
            y if self.is_error && y <= SMALLEST => format!("≤{}", power_of_ten(SMALLEST as i32)),
            y if self.is_error => power_of_ten(y as i32),
            y => tick(y),
        };
        let levels: Vec<f64> = if self.is_error { (low as i32..=high as i32).map(f64::from).collect() } else { round_levels(low, high) };
        for y in levels {
            let left = place([0.0, y]);
            list.line(Role::Grid, left, place([end, y]));
            list.label(Role::QuietText, left, Vec2::new(-5.0, 0.0), STAYS, words(y));
        }
        list.line(Role::GridAxis, place([0.0, low]), place([end, low]));
        list.line(Role::GridAxis, place([0.0, low]), place([0.0, high]));
        list.label(Role::QuietText, place([0.0, low]), Vec2::new(4.0, -12.0), STAYS, "0 s");
        list.label(Role::QuietText, place([end, low]), Vec2::new(-6.0, -12.0), STAYS, format!("{} s", tick((end * 100.0).round() / 100.0)));
    }
}

/// Three to six round numbers between two others: steps of 1, 2 or 5 times a power of ten.
fn round_levels(low: f64, high: f64) -> Vec<f64> {
    let rough = 0.2 * (high - low);
    let power = libm::exp10(libm::floor(libm::log10(rough)));
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|part| part * power).find(|step| *step >= rough).unwrap_or(rough);
    let first = libm::ceil(low / step) as i64;
    (first..=libm::floor(high / step) as i64).map(|k| k as f64 * step).collect()
}

/// Size of a plot's box, units of the sheet.
const BOX: Vec2 = Vec2::new(3.0, 2.2);

/// The steps of a column.
fn range(from: u64, count: u64, steps: &RangeInclusive<u64>) -> RangeInclusive<u64> {
    from..=(from + count - 1).min(*steps.end())
}
