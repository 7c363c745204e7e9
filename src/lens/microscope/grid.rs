//! Matrices as grids of coloured squares: the sign by colour, the size by area, and the number in it where there is
//! room; else a bar marks the negative ones.
//!
//! ```text
//!            1   2   3            the grid fills a box of 10 by 10, whatever it holds, so that the camera stays;
//!   1 pin x ┌───┬───┬───┐         rows are named at the left, columns by their numbers above
//!   2 pin y │ ■ │ · │ ▪ │
//! ```

use crate::draw::quantity::number;
use crate::draw::{DrawList, Role, View};
use crate::engine::math::{Vec2, max, min};
use crate::lens::microscope::part::Part;

/// Width and height of the box.
pub(super) const BOX: f32 = 10.0;
/// Room at its left for the names of rows.
const NAMES: f32 = 5.4;
/// Most columns whose entries have their numbers written in them.
const MOST_NUMBERED: usize = 8;
/// With more rows than this a joint is named at the first of its rows only; with more than twice as many only numbers
/// stand at the left.
const MOST_NAMED: usize = 8;

/// What part of the sheet is shown.
pub(super) fn view(aspect: f32) -> View {
    let size = Vec2::new(BOX + NAMES + 0.8, BOX + 4.0);
    View { center: Vec2::new(0.5 * (BOX - NAMES), -0.5 * BOX - 0.2), height: max(size.y, size.x / max(aspect, 1e-3)) }
}

/// How an entry is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Full,
    /// Not found yet.
    Faint,
    /// What the frame speaks of.
    Current,
}

/// Where a grid lies.
pub(super) struct Grid {
    rows: usize,
    columns: usize,
    /// Its upper left corner.
    corner: Vec2,
    cell: Vec2,
    /// Largest |entry|.
    most: f64,
    pub has_numbers: bool,
}

impl Grid {
    /// Square cells.
    pub fn square(rows: usize, columns: usize, most: f64) -> Grid {
        let side = min(BOX / rows.max(columns).max(1) as f32, 2.0);
        Grid { rows, columns, corner: Vec2::ZERO, cell: Vec2::splat(side), most, has_numbers: columns <= MOST_NUMBERED }
    }

    /// Cells as wide as the box allows, for columns of numbers.
    pub fn wide(rows: usize, columns: usize, most: f64) -> Grid {
        let cell = Vec2::new(min(BOX / columns.max(1) as f32, 3.0), min(BOX / rows.max(1) as f32, 2.0));
        Grid { rows, columns, corner: Vec2::ZERO, cell, most, has_numbers: columns <= MOST_NUMBERED && rows <= MOST_NAMED }
    }

    /// Cells that fill a box, whose upper left corner is given.
    pub fn filling(corner: Vec2, size: Vec2, [rows, columns]: [usize; 2], most: f64) -> Grid {
        let cell = size / Vec2::new(columns.max(1) as f32, rows.max(1) as f32);
        Grid { corner, cell, ..Grid::wide(rows, columns, most) }
    }

    /// Middle of a cell.
    pub fn at(&self, row: usize, column: usize) -> Vec2 {
        self.corner + self.cell * Vec2::new(column as f32 + 0.5, -(row as f32 + 0.5))
    }

    /// Lower right corner.
    pub fn end(&self) -> Vec2 {
        self.corner + self.cell * Vec2::new(self.columns as f32, -(self.rows as f32))
    }

    /// Lines between the cells; `every` columns stand together.
    pub fn lines(&self, every: usize, list: &mut DrawList) {
        let (corner, end) = (self.corner, self.end());
        for row in 0..=self.rows {
            let y = corner.y - row as f32 * self.cell.y;
            let role = if row == 0 || row == self.rows { Role::GridAxis } else { Role::Grid };
            list.line(role, Vec2::new(corner.x, y), Vec2::new(end.x, y));
        }
        for column in 0..=self.columns {
            let x = corner.x + column as f32 * self.cell.x;
            let is_border = column == 0 || column == self.columns || (every > 1 && column.is_multiple_of(every));
            list.line(if is_border { Role::GridAxis } else { Role::Grid }, Vec2::new(x, corner.y), Vec2::new(x, end.y));
        }
    }

    /// Name of a row, at its left.
    pub fn row_name(&self, row: usize, number: usize, [joint, name]: [Option<&str>; 2], part: Part, is_current: bool, list: &mut DrawList) {
        let list = &mut list.of(part);
        let at = Vec2::new(self.corner.x - 0.18, self.at(row, 0).y);
        list.dot(if is_current { Role::SearchDirection } else { Role::QuietText }, at, if is_current { 3.5 } else { 2.0 });
        let name = if self.rows <= MOST_NAMED || is_current { name } else { joint.filter(|_| self.rows <= 2 * MOST_NAMED) };
        let words = match name {
            Some(name) => format!("{} {name}", number + 1),
            None if self.rows > 2 * MOST_NAMED && number.is_multiple_of(2) => format!("{}", number + 1),
            None => return,
        };
        // Where only every second row is named, a name has the room of two.
        let rows = if self.rows <= MOST_NAMED { 1.0 } else { 2.0 };
        let room = Vec2::new(NAMES, rows * self.cell.y);
        list.cell(if is_current { Role::Text } else { Role::QuietText }, at, Vec2::new(-7.0, 0.0), room, words);
    }

    /// Words over a column, or over several.
    pub fn column_name(&self, from: usize, to: usize, words: &str, part: Option<Part>, list: &mut DrawList) {
        let list = &mut list.of(part.map(Part::tag));
        let at = self.corner + Vec2::new(0.5 * (from + to + 1) as f32 * self.cell.x, 0.0);
        if part.is_some() {
            list.dot(Role::QuietText, at + Vec2::new(0.0, 0.16), 2.0);
        }
        let room = Vec2::new((to - from + 1) as f32 * self.cell.x, BOX);
        list.cell(Role::QuietText, at, Vec2::new(0.0, 12.0), room, words);
    }

    /// An entry.
    pub fn entry(&self, row: usize, column: usize, value: f64, ink: Ink, part: Part, list: &mut DrawList) {
        let at = self.at(row, column);
        let list = &mut list.of(part);
        // All of the cell can be pointed at, and is lit.
        let whole = 0.5 * self.cell;
        list.polygon(Role::Grid, [-whole, Vec2::new(whole.x, -whole.y), whole, Vec2::new(-whole.x, whole.y)].map(|c| at + c), 0.0);
        if value == 0.0 {
            list.dot(Role::GridAxis, at, 1.5);
        } else {
            let share = if self.most > 0.0 { (value.abs() / self.most) as f32 } else { 0.0 };
            // A square whose area is the size; the smallest can still be seen.
            let half = 0.46 * self.cell * if self.has_numbers { 1.0 } else { share.clamp(0.02, 1.0).sqrt() };
            let role = Role::Entry(value > 0.0);
            let corners = [-half, Vec2::new(half.x, -half.y), half, Vec2::new(-half.x, half.y)].map(|corner| at + corner);
            if ink == Ink::Faint {
                list.outline(Role::GridAxis, corners);
            } else {
                self.square_of(role, at, half, share, corners, list);
            }
            let is_bare = !self.has_numbers && value < 0.0 && ink != Ink::Faint;
            if is_bare {
                list.line(role, at - Vec2::new(0.6 * half.x, 0.0), at + Vec2::new(0.6 * half.x, 0.0));
            }
        }
        if self.has_numbers && ink != Ink::Faint {
            list.cell(Role::Text, at, Vec2::ZERO, 0.96 * self.cell, short(value));
        }
        if ink == Ink::Current {
            let half = 0.49 * self.cell;
            list.outline(Role::SearchDirection, [-half, Vec2::new(half.x, -half.y), half, Vec2::new(-half.x, half.y)].map(|c| at + c));
        }
    }

    /// Under a number the size is a bar at the foot of the cell, so that the number can be read.
    fn square_of(&self, role: Role, at: Vec2, half: Vec2, share: f32, corners: [Vec2; 4], list: &mut DrawList) {
        if !self.has_numbers {
            return list.polygon(role, corners, 0.0);
        }
        let low = at - half;
        let bar = Vec2::new(2.0 * half.x * share.clamp(0.02, 1.0), 0.22 * half.y);
        list.polygon(role, [low, low + Vec2::new(bar.x, 0.0), low + bar, low + Vec2::new(0.0, bar.y)], 0.0);
    }
}

/// A number with two digits or so: it stands in a cell.
pub(super) fn short(value: f64) -> String {
    let size = value.abs();
    let text = match size {
        _ if value == 0.0 => "0".to_owned(),
        0.01..1.0 => plain(format!("{value:.2}")),
        1.0..10.0 => plain(format!("{value:.1}")),
        10.0..1e4 => format!("{value:.0}"),
        _ if size.is_finite() => format!("{value:.0e}"),
        _ => number(value as f32),
    };
    text.replace('-', "−")
}

/// Without zeros at its end.
fn plain(text: String) -> String {
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Largest |entry| of some numbers.
pub(super) fn most(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().map(f64::abs).filter(|value| value.is_finite()).fold(0.0, f64::max)
}
