//! Marching squares: the border between values above a level and values below it.
//!
//! W. E. Lorensen and H. E. Cline, "Marching cubes" (SIGGRAPH 1987), one dimension lower. The middles of four
//! neighbouring pixels are the corners of a *cell*. Where one end of a cell's side is solid and the other is not, the
//! border crosses that side, at the place where the value, taken as changing evenly from end to end, meets the level:
//! the grey rim of a picture that was drawn smoothly tells where its edge lies between two pixels.
//!
//! ```text
//!   d---c     # solid: value above the level            #---.       #---.
//!   |   |     the border enters a cell where, walking   |  /        | \ |    two solid corners opposite each
//!   a---b     round it counter-clockwise, solid ends,   | /         |  \|    other: one band or two corners?
//!             and leaves it where solid begins;         #'  .       .---#    the mean of the four decides
//!             so solid is on its left
//! ```
//!
//! Levels lie halfway between two whole numbers, so that no value is on the level, no crossing is a corner, and
//! contours never touch each other: each is a simple closed chain, counter-clockwise round something solid, clockwise
//! round a hole.

use super::field::Field;
use crate::engine::math::Vec2;
use crate::engine::probe::{Probe, ran};

/// What happens on the way along the border.
#[derive(Clone, Debug, PartialEq)]
pub enum MarchStep {
    /// The border goes through a cell.
    Cell {
        /// Number of the contour.
        contour: usize,
        /// Column and row (from the bottom) of the cell's corner a.
        cell: [i32; 2],
        /// Values at its corners a, b, c, d.
        corners: [u8; 4],
        /// The side it comes in through: 0 is a–b, 1 b–c, 2 c–d, 3 d–a.
        entry: usize,
        /// The side it leaves through.
        exit: usize,
        /// Where it crosses the side it comes in through, pixels.
        point: Vec2,
    },
    /// The border is back where it began.
    Closed {
        /// Number of the contour.
        contour: usize,
        /// How many points it has.
        points: usize,
    },
}

/// Contours have more points than a caller is willing to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyPoints;

/// From a corner a to the corners a, b, c, d of its cell.
const CORNERS: [[i32; 2]; 4] = [[0, 0], [1, 0], [1, 1], [0, 1]];
/// From a cell to the one beyond each of its sides.
const BEYOND: [[i32; 2]; 4] = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/// All borders of what is larger than `level`, in the order in which rows from the bottom and columns from the left
/// meet them.
///
/// # Errors
/// More than `most` points.
pub fn contours(field: &Field, level: u8, most: usize, probe: &mut impl Probe<MarchStep>) -> Result<Vec<Vec<Vec2>>, TooManyPoints> {
    ran!();
    let (columns, rows) = (field.width() as i32 + 1, field.height() as i32 + 1);
    // For each cell a bit a side: the border has come in there.
    let mut seen = vec![0_u8; (columns * rows) as usize];
    let place = |[i, j]: [i32; 2]| ((j + 1) * columns + i + 1) as usize;
    let (mut found, mut count) = (Vec::new(), 0);
    for row in -1..rows - 1 {
        for column in -1..columns - 1 {
            for side in 0..4 {
                let start = [column, row];
                if !enters(&values(field, start), level, side) || seen[place(start)] & (1 << side) != 0 {
                    continue;
                }
                let contour = walk(field, level, (start, side), found.len(), probe, |cell, side| {
                    seen[place(cell)] |= 1 << side;
                    count += 1;
                    count <= most
                });
                found.push(contour.ok_or(TooManyPoints)?);
            }
        }
    }
    Ok(found)
}

/// Once along a border; `None` when `goes_on` says no to a cell and the side through which it is entered.
fn walk(
    field: &Field,
    level: u8,
    start: ([i32; 2], usize),
    contour: usize,
    probe: &mut impl Probe<MarchStep>,
    mut goes_on: impl FnMut([i32; 2], usize) -> bool,
) -> Option<Vec<Vec2>> {
    let (mut cell, mut entry) = start;
    let mut points = Vec::new();
    loop {
        let corners = values(field, cell);
        let point = crossing(cell, &corners, level, entry);
        let exit = way_out(&corners, level, entry);
        probe.record(|| MarchStep::Cell { contour, cell, corners, entry, exit, point });
        if !goes_on(cell, entry) {
            return None;
        }
        points.push(point);
        cell = [cell[0] + BEYOND[exit][0], cell[1] + BEYOND[exit][1]];
        entry = (exit + 2) % 4; // what is the right side here is the left side there
        if (cell, entry) == start {
            probe.record(|| MarchStep::Closed { contour, points: points.len() });
            return Some(points);
        }
    }
}

fn values(field: &Field, [i, j]: [i32; 2]) -> [u8; 4] {
    CORNERS.map(|[x, y]| field.at(i + x, j + y))
}

/// Solid ends on this side, walking round the cell counter-clockwise: the border comes in.
fn enters(corners: &[u8; 4], level: u8, side: usize) -> bool {
    corners[side] > level && corners[(side + 1) % 4] <= level
}

/// The side through which a border that came in by `entry` leaves.
fn way_out(corners: &[u8; 4], level: u8, entry: usize) -> usize {
    let leaves = |side: &usize| corners[*side] <= level && corners[(side + 1) % 4] > level;
    // Two solid corners opposite each other are joined when the middle of the cell is solid, too.
    let sum: u32 = corners.iter().map(|&value| u32::from(value)).sum();
    let is_joined = sum > 4 * u32::from(level) + 2;
    let sides = (1..4).map(|k| if is_joined { (entry + k) % 4 } else { (entry + 4 - k) % 4 });
    sides.clone().find(leaves).unwrap_or(entry)
}

/// Where the value meets the level on a side, pixels.
fn crossing([i, j]: [i32; 2], corners: &[u8; 4], level: u8, side: usize) -> Vec2 {
    let [from, to] = [side, (side + 1) % 4];
    let middle = |k: usize| Field::center(i + CORNERS[k][0], j + CORNERS[k][1]);
    let (at_from, at_to) = (f32::from(corners[from]), f32::from(corners[to]));
    let share = (f32::from(level) + 0.5 - at_from) / (at_to - at_from);
    middle(from) + (middle(to) - middle(from)) * share
}
