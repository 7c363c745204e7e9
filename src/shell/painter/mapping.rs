//! From the world to pixels of a canvas.

use super::canvas::{Canvas, Screen};
use crate::draw::{DrawList, View, grid};
use glam::Vec2;

/// Beyond this many pixels from the canvas's middle, outlines are cut: single-precision pixels would tremble.
pub(super) const FAR: f32 = 16_000.0;

/// Distance between the stripes of hatched areas, points.
const HATCH_PERIOD: f32 = 9.0;

/// World metres to pixels from the canvas's middle.
#[derive(Clone, Copy, Debug)]
pub struct Mapping {
    pub(super) center: Vec2,
    pub(super) pixels_per_metre: f32,
    pub(super) half: Vec2,
    pub(super) scale: f32,
}

impl Mapping {
    /// The mapping of a canvas.
    pub fn new(canvas: &Canvas<'_>) -> Mapping {
        let size = Vec2::new(canvas.place[2], canvas.place[3]) * canvas.scale;
        let pixels_per_metre = size.y.max(1.0) / canvas.view.height.max(1e-6);
        Mapping { center: canvas.view.center, pixels_per_metre, half: 0.5 * size, scale: canvas.scale }
    }

    /// The lines of the grid.
    pub fn grid(&self, view: View) -> DrawList {
        grid::grid(view, self.half.x / self.half.y.max(0.5), 2.0 * self.half.y / self.scale, 1.0).lines
    }

    /// What the shaders need.
    pub fn screen(&self, window: Vec2, canvas: &Canvas<'_>) -> Screen {
        let [left, top, width, height] = canvas.place.map(|v| v * canvas.scale);
        let factor = 2.0 / window.max(Vec2::ONE);
        let period = HATCH_PERIOD * canvas.scale;
        // In double precision: far from the origin the shift is many thousand periods.
        let along = (f64::from(self.center.x) + f64::from(self.center.y)) * std::f64::consts::FRAC_1_SQRT_2;
        let shift = (along * f64::from(self.pixels_per_metre)).rem_euclid(f64::from(period));
        let middle_x = (left + 0.5 * width) * factor.x - 1.0;
        let middle_y = 1.0 - (top + 0.5 * height) * factor.y;
        Screen { place: [factor.x, factor.y, middle_x, middle_y], hatch: [shift as f32, period] }
    }

    /// A world point in pixels from the canvas's middle.
    pub fn place(&self, world: Vec2) -> Vec2 {
        (world - self.center) * self.pixels_per_metre
    }

    pub(super) fn shows(&self, place: Vec2, reach: f32) -> bool {
        place.x.abs() <= self.half.x + reach && place.y.abs() <= self.half.y + reach
    }

    /// The part of a line near the canvas, and how much of its start was cut off; `None` when all of it is elsewhere
    /// (Liang and Barsky, "A new concept and method for line clipping", 1984).
    pub(super) fn clip(&self, a: Vec2, b: Vec2, margin: f32) -> Option<(Vec2, Vec2, f32)> {
        let (bound, along) = (self.half + Vec2::splat(margin), b - a);
        let (mut from, mut to) = (0.0f32, 1.0f32);
        for (toward, room) in [(-along.x, a.x + bound.x), (along.x, bound.x - a.x), (-along.y, a.y + bound.y), (along.y, bound.y - a.y)] {
            if toward == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if toward < 0.0 {
                from = from.max(room / toward);
            } else {
                to = to.min(room / toward);
            }
        }
        (from <= to).then(|| (a + along * from, a + along * to, along.length() * from))
    }
}
