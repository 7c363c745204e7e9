//! Curves in a box with a linear or a logarithmic scale.

use crate::draw::quantity::{number, power_of_ten};
use crate::draw::{DrawList, Role, View};
use crate::engine::math::{Vec2, max};

/// Size of the phase portrait, units of its sheet.
pub(super) const PHASE: Vec2 = Vec2::new(6.0, 4.6);

/// A view of a box with room for words around it.
pub(super) fn view(size: Vec2, aspect: f32) -> View {
    View { center: 0.5 * size + Vec2::new(0.03 * size.x, 0.0), height: max(1.22 * size.y, 1.34 * size.x / max(aspect, 1e-3)) }
}

/// Where numbers lie in the box.
pub(super) struct Plot {
    /// Lower left corner.
    pub corner: Vec2,
    pub size: Vec2,
    pub across: [f64; 2],
    pub up: [f64; 2],
}

impl Plot {
    /// A box with ranges that are never empty.
    pub fn new(size: Vec2, across: [f64; 2], up: [f64; 2]) -> Plot {
        let wide = |[low, high]: [f64; 2]| {
            let least = 1e-9 * low.abs().max(high.abs()).max(1e-3);
            if high - low > least && (high - low).is_finite() { [low, high] } else { [low - 0.5, low + 0.5] }
        };
        let sound = |range: [f64; 2]| if range.iter().all(|x| x.is_finite()) { wide(range) } else { [0.0, 1.0] };
        Plot { corner: Vec2::ZERO, size, across: sound(across), up: sound(up) }
    }

    /// The same box with its lower left corner elsewhere on the sheet.
    pub fn from(self, corner: Vec2) -> Plot {
        Plot { corner, ..self }
    }

    /// A place in the box; `None` outside of it.
    pub fn at(&self, x: f64, y: f64) -> Option<Vec2> {
        let [x, y] = [(x, self.across), (y, self.up)].map(|(x, [low, high])| (x - low) / (high - low));
        let is_inside = [x, y].iter().all(|part| (-1e-6..=1.0 + 1e-6).contains(part));
        is_inside.then(|| self.corner + self.size * Vec2::new(x as f32, y as f32))
    }

    /// A place that is moved to the rim when it lies outside.
    pub fn within(&self, x: f64, y: f64) -> Vec2 {
        let part = |x: f64, [low, high]: [f64; 2]| if x.is_finite() { ((x - low) / (high - low)).clamp(0.0, 1.0) as f32 } else { 1.0 };
        self.corner + self.size * Vec2::new(part(x, self.across), part(y, self.up))
    }

    /// A curve, in pieces where it leaves the box; with dots when there are few points. Returns its last place.
    pub fn curve(&self, role: Role, points: impl Iterator<Item = [f64; 2]>, with_dots: bool, list: &mut DrawList) -> Option<Vec2> {
        let mut last = None;
        for piece in pieces(points.map(|[x, y]| self.at(x, y))) {
            last = piece.last().copied();
            chain(role, &piece, list);
            if with_dots {
                piece.iter().for_each(|&place| list.dot(role, place, 2.5));
            }
        }
        last
    }

    /// A grid with its numbers, the lines through zero where they are in sight, and words at the ends of the axes.
    pub fn axes(&self, across: &str, up: &str, list: &mut DrawList) {
        let zero = self.within(0.0, 0.0);
        let (low, high) = (self.corner, self.corner + self.size);
        for y in round_numbers(self.up) {
            self.level(y, false, list);
        }
        for x in round_numbers(self.across) {
            let foot = Vec2::new(self.within(x, 0.0).x, low.y);
            list.line(Role::Grid, foot, Vec2::new(foot.x, high.y));
            list.label(Role::QuietText, foot, Vec2::new(0.0, -12.0), 4, number(x as f32));
        }
        let is_in_sight = |[low, high]: [f64; 2]| low <= 0.0 && high >= 0.0;
        if is_in_sight(self.up) {
            list.line(Role::GridAxis, Vec2::new(low.x, zero.y), Vec2::new(high.x, zero.y));
        }
        if is_in_sight(self.across) {
            list.line(Role::GridAxis, Vec2::new(zero.x, low.y), Vec2::new(zero.x, high.y));
        }
        list.label(Role::QuietText, Vec2::new(high.x, zero.y), Vec2::new(4.0, -12.0), 5, across);
        list.label(Role::QuietText, Vec2::new(zero.x, high.y), Vec2::new(8.0, 8.0), 5, up);
    }

    /// A line across at a height, with its number at the left; of a logarithmic scale the height is an exponent.
    pub fn level(&self, height: f64, is_log: bool, list: &mut DrawList) {
        let y = self.within(0.0, height).y;
        let left = self.corner.x;
        list.line(Role::Grid, Vec2::new(left, y), Vec2::new(left + self.size.x, y));
        let words = if is_log { power_of_ten(height as i32) } else { number(height as f32) };
        list.cell(Role::QuietText, Vec2::new(left, y), Vec2::new(-6.0, 0.0), self.size * Vec2::new(0.14, 0.3), words);
    }
}

/// Some two to five round numbers of a range, rising.
fn round_numbers([low, high]: [f64; 2]) -> impl Iterator<Item = f64> {
    let least = (high - low) / 5.0;
    let ten = libm::pow(10.0, libm::floor(libm::log10(least)));
    let step = [1.0, 2.0, 5.0].map(|n| n * ten).into_iter().find(|step| *step >= least).unwrap_or(10.0 * ten);
    let [first, last] = [libm::ceil(low / step) as i64, libm::floor(high / step) as i64];
    (first..=last).map(move |k| k as f64 * step)
}

/// The pieces of a curve between the places where it has none.
pub(super) fn pieces(places: impl Iterator<Item = Option<Vec2>>) -> Vec<Vec<Vec2>> {
    let places: Vec<Option<Vec2>> = places.collect();
    places.split(Option::is_none).filter(|piece| !piece.is_empty()).map(|piece| piece.iter().flatten().copied().collect()).collect()
}

/// A piece as a chain of lines; nothing of a single place.
pub(super) fn chain(role: Role, piece: &[Vec2], list: &mut DrawList) {
    if piece.len() > 1 {
        list.polyline(role, piece.iter().copied());
    }
}
