//! The general form: any target whose place at a time is known, any projectile whose time to a place is known.
//!
//! A meeting is a zero of `f(t) = t − time_to_reach(position_at(t))`: before it the projectile would come too late.
//! Nothing is squared, so no false root comes in, and nothing need be a polynomial. The price: zeros are found by
//! looking. The time is cut into [`CELLS`] cells; a cell at whose ends f has different signs is halved until it
//! cannot be. Where f comes near zero from below without a change of sign, its greatest value is looked for, so that
//! two meetings within one cell, or one where the reach only touches the path, are seen too.
//!
//! Drag is a case of it. A projectile that loses its velocity at the rate c has flown `s (1 − e^(−c t))/c`, which no
//! polynomial is; but its time to a place is a logarithm, and infinite beyond `s/c`.

use super::chase::{Chase, NOT_IN_TIME, Steps, dot};
use super::problem::{LeadOutcome, LeadStep};
use crate::engine::probe::ran;

/// Cells of the scan.
pub const CELLS: usize = 512;
/// Halvings of a cell: 53 digits.
const HALVINGS: usize = 60;
/// A greatest value that is no farther below zero counts as zero, in units of the time: rounding.
const TOUCHING: f64 = 1e-14;

pub(super) fn general(chase: &Chase<'_>, steps: &mut Steps<'_>) -> LeadOutcome {
    ran!();
    let chase = chase.measured().dragged();
    match first_zero(|t| earliness(&chase, t), chase.max_time, steps) {
        Some(time) => chase.aim_at(time, time), // [aim.search]
        None => LeadOutcome::NoSolution(NOT_IN_TIME),
    }
}

pub(super) fn earliness(chase: &Chase<'_>, t: f64) -> f64 {
    let place = chase.place(t);
    t - chase.time_to_reach(dot(place, place).sqrt())
}

/// The first zero of a function that begins below zero, up to `max_time`.
fn first_zero(early: impl Fn(f64) -> f64, max_time: f64, steps: &mut Steps<'_>) -> Option<f64> {
    if max_time.is_nan() || max_time <= 0.0 {
        return None;
    }
    let at = |cell: usize| max_time * cell as f64 / CELLS as f64;
    let mut before = [(0.0, early(0.0)); 2];
    for cell in 1..=CELLS {
        let here = (at(cell), early(at(cell)));
        let [earlier, last] = before;
        if last.1 <= 0.0 && here.1 > 0.0 {
            return Some(halve(&early, last, here, steps));
        }
        // A hill of f between the cell before and this one.
        if last.1 <= 0.0 && last.1 >= earlier.1 && last.1 >= here.1 {
            let top = hilltop(&early, earlier.0, here.0);
            if early(top) >= -TOUCHING * top {
                let crossing = early(top) > 0.0;
                return Some(if crossing { halve(&early, earlier, (top, early(top)), steps) } else { top });
            }
        }
        before = [last, here];
    }
    steps.record(|| LeadStep::Bracket { low: 0.0, high: max_time as f32, at_low: early(0.0) as f32, at_high: early(max_time) as f32 });
    None
}

fn halve(early: &impl Fn(f64) -> f64, low: (f64, f64), high: (f64, f64), steps: &mut Steps<'_>) -> f64 {
    ran!();
    let (mut low, mut high) = (low, high);
    for _ in 0..HALVINGS {
        steps.record(|| LeadStep::Bracket { low: low.0 as f32, high: high.0 as f32, at_low: low.1 as f32, at_high: high.1 as f32 });
        let middle = 0.5 * (low.0 + high.0);
        if middle <= low.0 || middle >= high.0 {
            break;
        }
        let value = early(middle); // [aim.halve]
        if value > 0.0 {
            high = (middle, value);
        } else {
            low = (middle, value);
        }
    }
    high.0
}

/// Where f is greatest between two times, by the golden section (J. Kiefer, 1953).
fn hilltop(early: &impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    const SHORT: f64 = 0.381_966_011_250_105_1;
    let (mut from, mut to) = (from, to);
    let (mut left, mut right) = (from + SHORT * (to - from), to - SHORT * (to - from));
    for _ in 0..HALVINGS {
        if early(left) < early(right) {
            (from, left) = (left, right);
            right = to - SHORT * (to - from);
        } else {
            (to, right) = (right, left);
            left = from + SHORT * (to - from);
        }
    }
    0.5 * (from + to)
}
