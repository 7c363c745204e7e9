//! A point of a Bézier curve by de Casteljau's algorithm, level by level.
//!
//! ```text
//!   P₀ ╲                 level 0: the control points
//!       ◦ ╲              each point of a level divides the line between two of the level before, (1 − t) : t
//!   P₁ ╱   ◦ ╲
//!      ╲   ╱   ●         the last level has one point: it lies on the curve
//! ```

use crate::draw::labels::STAYS;
use crate::draw::quantity::{fixed, number};
use crate::draw::{DrawList, Role};
use crate::engine::curve::{Bezier, CasteljauRow, DVec3};
use crate::engine::math::Vec2;
use crate::lens::microscope::{Line, Part, PartKind, Unit};

/// Points of a level that stand on the card.
const MOST_LINES: usize = 6;
/// With more control points than this the table has no numbers.
const MOST_NUMBERED: usize = 5;

/// The triangle at one parameter.
pub(super) struct Levels {
    /// Name of the curve.
    pub name: String,
    pub t: f64,
    /// t is a root: its point is a crossing.
    pub is_root: bool,
    pub is_rational: bool,
    rows: Vec<CasteljauRow>,
}

impl Levels {
    /// Of a curve, at a root or in its middle.
    pub fn new(name: String, curve: &Bezier, root: Option<f64>) -> Levels {
        let t = root.unwrap_or(0.5);
        let mut rows = Vec::new();
        curve.point_watched(t, &mut rows);
        Levels { name, t, is_root: root.is_some(), is_rational: !curve.is_polynomial(), rows }
    }

    /// How many there are, the control points included.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    pub fn is_last(&self, level: usize) -> bool {
        level + 1 == self.rows.len()
    }

    fn at(&self) -> String {
        let t = number(self.t as f32);
        if self.is_root { format!("at the root t = {t}") } else { format!("at t = {t}") }
    }

    pub fn heading(&self, level: usize) -> String {
        match level {
            0 => format!("{}: its control points, {}", self.name, self.at()),
            _ if self.is_last(level) => format!("Level {level}: the point of the curve"),
            _ => format!("Level {level}: {} points", self.rows[level].points.len()),
        }
    }

    pub fn reason(&self, level: usize) -> String {
        let weights =
            if self.is_rational { " With weights the numbers (w x, w y, w) are mixed, and a place is divided by its w." } else { "" };
        match level {
            0 => format!(
                "De Casteljau's algorithm finds the point of a Bézier curve by mixing neighbours, level by level, in the ratio t to 1 − t. Nothing but sums of positive shares: it loses no digits.{weights}"
            ),
            _ if self.is_last(level) => {
                let crossing = if self.is_root { " As t is the root, it is the crossing." } else { "" };
                format!(
                    "One point is left: it lies on the curve, and the line between the two points before it is the tangent there.{crossing}"
                )
            }
            _ => format!(
                "Each point divides the line between two neighbours of the level before: (1 − t) of the first and t of the second.{weights}"
            ),
        }
    }

    pub fn lines(&self, level: usize) -> Vec<Line> {
        let t = self.t as f32;
        let mut lines = vec![Line::value("t", t, Unit::None, &[]), Line::new("1 − t = ").quantity("1 − t", 1.0 - t, Unit::None, &[])];
        for (k, point) in self.rows[level].points.iter().enumerate().take(MOST_LINES) {
            let line = Line::new(format!("{} = ", name(level, k))).vector(&name(level, k), place(*point), Unit::Length, &[part(level, k)]);
            lines.push(if self.is_rational {
                line.text(", w = ").quantity("w", point.z as f32, Unit::None, &[part(level, k)])
            } else {
                line
            });
        }
        lines
    }

    /// The polygons of all levels so far.
    pub fn world(&self, level: usize, list: &mut DrawList) {
        for (above, row) in self.rows.iter().enumerate().take(level + 1) {
            let is_now = above == level;
            let points: Vec<Vec2> = row.points.iter().map(|&p| place(p)).collect();
            let role = if is_now { Role::SearchDirection } else { Role::Projection };
            if points.len() > 1 {
                list.polyline(role, points.iter().copied());
            }
            for (k, &at) in points.iter().enumerate() {
                let list = &mut list.of(part(above, k));
                match (self.is_last(above), is_now) {
                    (true, _) => list.ring(Role::Contact, at, 7.0),
                    (_, true) => {
                        list.dot(Role::SearchDirection, at, 4.0);
                        list.label(Role::SearchDirection, at, Vec2::new(8.0, 8.0), 6, name(above, k));
                    }
                    _ => list.dot(Role::Projection, at, 2.5),
                }
            }
        }
    }

    /// The triangle as a table from left to right.
    pub fn table(&self, level: usize, size: Vec2, list: &mut DrawList) {
        let count = self.rows.len();
        let at = |level: usize, k: usize| {
            let across = (level as f32 + 0.5) / count as f32;
            let down = (k as f32 + 0.5 + 0.5 * level as f32) / count as f32;
            size * Vec2::new(across, 1.0 - down)
        };
        for above in 1..=level {
            for k in 0..count - above {
                let role = if above == level { Role::SearchDirection } else { Role::Projection };
                list.line(role, at(above - 1, k), at(above, k));
                list.line(role, at(above - 1, k + 1), at(above, k));
            }
        }
        for (above, row) in self.rows.iter().enumerate().take(level + 1) {
            for (k, point) in row.points.iter().enumerate() {
                let list = &mut list.of(part(above, k));
                list.dot(if self.is_last(above) { Role::Contact } else { Role::Text }, at(above, k), 4.0);
                let p = place(*point);
                let words = if count <= MOST_NUMBERED { format!("({}, {})", fixed(p.x, 2), fixed(p.y, 2)) } else { name(above, k) };
                list.label(if above == level { Role::Text } else { Role::QuietText }, at(above, k), Vec2::new(0.0, 12.0), STAYS, words);
            }
        }
    }
}

/// "P₁,₂": level and place.
fn name(level: usize, k: usize) -> String {
    use crate::draw::quantity::subscript;
    if level == 0 { format!("P{}", subscript(k)) } else { format!("P{},{}", subscript(level), subscript(k)) }
}

fn place(p: DVec3) -> Vec2 {
    (p.truncate() / p.z).as_vec2()
}

fn part(level: usize, k: usize) -> Part {
    Part { kind: PartKind::Cell, first: level as u16, second: k as u16 }
}
