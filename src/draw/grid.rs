//! The grid: lines every metre (or every 10, 0.1 … when zoomed), every fifth stronger, the axes marked, metres at the
//! edges.
//!
//! The finest lines are the smallest power of ten that lies at least [`FINEST_PX`] points apart, so the eye always
//! finds "one" and "five" of some decimal unit and never a moiré.

use super::{DrawList, Role, View};
use glam::Vec2;

/// Smallest distance of neighbouring lines, points.
pub const FINEST_PX: f32 = 14.0;
/// Smallest distance of neighbouring numbers of usual size, points.
const NUMBERS_PX: f32 = 56.0;

/// Along which edge a number stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Bottom: an x coordinate.
    Bottom,
    /// Left: a y coordinate.
    Left,
}

/// A number at the edge of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct GridNumber {
    /// Which edge.
    pub edge: Edge,
    /// The coordinate it names, metres: x at the bottom, y at the left.
    pub at: f32,
    /// The words: `2 m`.
    pub text: String,
}

/// Lines and numbers of a grid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// Lines with roles [`Role::Grid`], [`Role::GridMajor`], [`Role::GridAxis`], faint ones first.
    pub lines: DrawList,
    /// Numbers at the edges.
    pub numbers: Vec<GridNumber>,
    /// Distance of neighbouring lines, metres; 0 when there is no grid.
    pub spacing: f32,
}

/// The grid of a view that is `height_px` points high and `aspect` times as wide as high, with numbers written `words`
/// times as large as usual: so much farther apart they stand. Empty when the view is not a picture.
pub fn grid(view: View, aspect: f32, height_px: f32, words: f32) -> Grid {
    let mut grid = Grid::default();
    let drawable = view.center.is_finite() && view.height.is_finite() && view.height > 0.0 && aspect > 0.0 && height_px > 0.0;
    if !drawable || !aspect.is_finite() {
        return grid;
    }
    let px_per_metre = height_px / view.height;
    let Some(exponent) = (-6..=6).find(|&k| power_of_ten(k) * px_per_metre >= FINEST_PX) else { return grid };
    let spacing = power_of_ten(exponent);
    if spacing * px_per_metre > 1000.0 * FINEST_PX {
        return grid; // closer than a micrometre: nothing to measure there
    }
    let half = Vec2::new(aspect, 1.0) * view.height * 0.5;
    let (min, max) = (view.center - half, view.center + half);
    grid.spacing = spacing;

    let columns = multiples(min.x, max.x, spacing);
    let rows = multiples(min.y, max.y, spacing);
    for wanted in [Role::Grid, Role::GridMajor, Role::GridAxis] {
        for &i in columns.iter().filter(|&&i| role_of(i) == wanted) {
            let x = i as f32 * spacing;
            grid.lines.line(wanted, Vec2::new(x, min.y), Vec2::new(x, max.y));
        }
        for &i in rows.iter().filter(|&&i| role_of(i) == wanted) {
            let y = i as f32 * spacing;
            grid.lines.line(wanted, Vec2::new(min.x, y), Vec2::new(max.x, y));
        }
    }
    let numbered = |i: i64| i % number_every(spacing * px_per_metre / words) == 0;
    let number = |edge, i: i64| GridNumber { edge, at: i as f32 * spacing, text: metres(i, exponent) };
    grid.numbers.extend(columns.into_iter().filter(|&i| numbered(i)).map(|i| number(Edge::Bottom, i)));
    grid.numbers.extend(rows.into_iter().filter(|&i| numbered(i)).map(|i| number(Edge::Left, i)));
    grid
}

fn power_of_ten(k: i32) -> f32 {
    [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6][(k + 6).clamp(0, 12) as usize]
}

/// Indices `i` with `min <= i * spacing <= max`. The spacing is at least 14 points wide on the screen, so there are
/// few; where `f32` cannot tell neighbours apart any more (far from the origin) there are none.
fn multiples(min: f32, max: f32, spacing: f32) -> Vec<i64> {
    let first = (f64::from(min) / f64::from(spacing)).ceil() as i64;
    let last = (f64::from(max) / f64::from(spacing)).floor() as i64;
    if last < first || first.unsigned_abs().max(last.unsigned_abs()) > 1 << 24 || last - first > 10_000 {
        Vec::new()
    } else {
        (first..=last).collect()
    }
}

fn role_of(index: i64) -> Role {
    match index {
        0 => Role::GridAxis,
        i if i % 5 == 0 => Role::GridMajor,
        _ => Role::Grid,
    }
}

fn number_every(line_px: f32) -> i64 {
    [1, 2, 5].into_iter().find(|&n| n as f32 * line_px >= NUMBERS_PX).unwrap_or(10)
}

fn metres(index: i64, exponent: i32) -> String {
    let decimals = (-exponent).max(0) as usize;
    let value = index as f64 * f64::from(power_of_ten(exponent));
    if index == 0 { "0".to_string() } else { format!("{value:.decimals$} m").replace('-', "−") }
}
