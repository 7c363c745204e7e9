//! Numbers over the iterations of an algorithm, as marks on [`Sheet::Chart`].
//!
//! ```text
//!   1 ┤•                     a series is a chain of dots; the box is 3 wide and 1 high, whatever the numbers are;
//!     │  •───•               the iteration that is shown has an upright line
//!   0 ┤ ┄┄┄┄┄┄•
//!     └─┴───┴──┴
//! ```

use super::{DrawList, Role, Sheet, Tag};
use glam::Vec2;

/// Size of the box, in units of the sheet.
pub const SIZE: Vec2 = Vec2::new(3.0, 1.0);

/// Room that a number has at the left of the box in any view, units of the sheet.
pub const NUMBER: Vec2 = Vec2::new(0.54, 0.3);
/// In a view that is wide for the chart it has all that is there.
const ROOM: Vec2 = Vec2::new(f32::INFINITY, NUMBER.y);

/// One line of numbers.
#[derive(Clone, Debug)]
pub struct Series {
    /// How it is drawn.
    pub role: Role,
    /// What it is called.
    pub name: String,
    /// (iteration from 0, value); values that are not finite are left out.
    pub points: Vec<(usize, f32)>,
    /// What each of its dots stands for.
    pub tag: Option<Tag>,
}

/// Draws the series into the box; `shown` is the present iteration.
pub fn chart(series: &[Series], iteration_count: usize, shown: usize, unit: &str, list: &mut DrawList) {
    let sheet = std::mem::replace(&mut list.sheet, Sheet::Chart);
    let outer = list.tag.take();
    let values = || series.iter().flat_map(|s| &s.points).map(|p| p.1).filter(|v| v.is_finite());
    let low = values().fold(0.0_f32, f32::min);
    let high = values().fold(0.0_f32, f32::max);
    let span = if high > low { high - low } else { 1.0 };
    let last = iteration_count.saturating_sub(1).max(1) as f32;
    let at = |(iteration, value): (usize, f32)| Vec2::new(SIZE.x * iteration as f32 / last, SIZE.y * (value - low) / span);
    let zero = at((0, 0.0)).y;
    list.line(Role::GridAxis, Vec2::new(0.0, zero), Vec2::new(SIZE.x, zero));
    list.cell(Role::QuietText, Vec2::new(0.0, zero), Vec2::new(-6.0, 0.0), ROOM, "0");
    if high > 0.0 {
        // What is counted has no fractions.
        let is_count = unit.is_empty() && high.fract() == 0.0;
        let text = match unit {
            _ if is_count => format!("{high:.0}"),
            "m" => super::quantity::length(high),
            _ => super::quantity::quantity(high, unit),
        };
        list.cell(Role::QuietText, Vec2::new(0.0, at((0, high)).y), Vec2::new(-6.0, 0.0), ROOM, text);
    }
    lines(series, iteration_count, shown, at, list);
    list.sheet = sheet;
    list.tag = outer;
}

/// Smallest value that a logarithmic scale shows; smaller ones, and zero, lie on its floor.
const FLOOR: f32 = 1e-7;

/// The same on a logarithmic scale, with a line at every power of ten from the smallest to the largest value.
pub fn log_chart(series: &[Series], iteration_count: usize, shown: usize, unit: &str, list: &mut DrawList) {
    let sheet = std::mem::replace(&mut list.sheet, Sheet::Chart);
    let outer = list.tag.take();
    let exponent = |v: f32| libm::log10f(v.abs().max(FLOOR));
    let values = || series.iter().flat_map(|s| &s.points).map(|p| p.1).filter(|v| v.is_finite()).map(exponent);
    let (low, high) = values().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), e| (low.min(e), high.max(e)));
    let (low, high) = if low <= high { (low.floor(), high.ceil().max(low.floor() + 1.0)) } else { (-1.0, 0.0) };
    let last = iteration_count.saturating_sub(1).max(1) as f32;
    let at = |iteration: usize, e: f32| Vec2::new(SIZE.x * iteration as f32 / last, SIZE.y * (e - low) / (high - low));
    for decade in low as i32..=high as i32 {
        let y = at(0, decade as f32).y;
        list.line(Role::Grid, Vec2::new(0.0, y), Vec2::new(SIZE.x, y));
        if decade == low as i32 || decade == high as i32 {
            let value = super::quantity::power_of_ten(decade);
            list.cell(Role::QuietText, Vec2::new(0.0, y), Vec2::new(-6.0, 0.0), ROOM, format!("{value} {unit}"));
        }
    }
    lines(series, iteration_count, shown, |(iteration, v)| at(iteration, exponent(v)), list);
    list.sheet = sheet;
    list.tag = outer;
}

/// The upright line of the shown iteration, and each series where `at` puts its numbers.
fn lines(series: &[Series], iteration_count: usize, shown: usize, at: impl Fn((usize, f32)) -> Vec2, list: &mut DrawList) {
    let last = iteration_count.saturating_sub(1);
    let x = SIZE.x * shown.min(last) as f32 / last.max(1) as f32;
    list.line(Role::QuietText, Vec2::new(x, 0.0), Vec2::new(x, SIZE.y));
    for line in series {
        list.tag = line.tag;
        let places: Vec<Vec2> = line.points.iter().filter(|p| p.1.is_finite()).map(|&p| at(p)).collect();
        if places.len() > 1 {
            list.polyline(line.role, places.iter().copied());
        }
        places.iter().for_each(|&p| list.dot(line.role, p, 3.0));
        if let Some(&end) = places.last() {
            list.label(line.role, end, Vec2::new(8.0, 4.0), 5, line.name.clone());
        }
    }
}
