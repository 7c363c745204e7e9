//! Where the legend of a graph stands: in a corner of the axes where no curve runs, else in rows above the axes.
//!
//! ```text
//!   │ ── one      ╭──     a corner is free         ── one   ── two   ── three
//!   │ ── two   ╭──╯                                │╲  ╱╲  ╱╲  ╱│    none is
//!   │      ╭───╯                                   │ ╲╱  ╲╱  ╲╱ │
//!   └──────────────                                └────────────┘
//! ```

use super::fonts;
use super::labels::PxBox;
use super::path::clip_segment;
use glam::Vec2;

/// Length of the piece of line before a name, pixels.
pub const LINE: f32 = 22.0;
/// From the left end of that piece to the name, pixels.
pub const INDENT: f32 = 30.0;
/// Free room around the names, pixels.
const MARGIN: f32 = 8.0;
/// From the edge of the axes to the legend, pixels.
const EDGE: f32 = 4.0;
/// A curve that passes nearer than this counts as under the legend, pixels.
const CLEAR: f32 = 3.0;
/// Between two names of one row, pixels.
const BETWEEN: f32 = 24.0;
/// Height of a row, as a multiple of the size of its words.
const ROW: f32 = 1.4;

/// The names of some curves.
#[derive(Clone, Debug)]
pub struct Legend {
    /// What each name takes with its piece of line, pixels.
    widths: Vec<f32>,
    /// Height of a row, pixels.
    row: f32,
}

/// A legend in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// All of it.
    pub bounds: PxBox,
    /// Of each name, the left end of the piece of line before it; the name is as high as that.
    pub names: Vec<Vec2>,
}

impl Legend {
    /// The legend of these names, written in a size.
    pub fn new<'a>(names: impl Iterator<Item = &'a str>, size: f32) -> Legend {
        Legend { widths: names.map(|name| INDENT + fonts::text_width(name, size)).collect(), row: ROW * size }
    }

    fn widest(&self) -> f32 {
        self.widths.iter().copied().fold(0.0, f32::max)
    }

    /// Its place in the corner of the axes where the least of the curves runs under it, the upper right one when none
    /// is freer; and how much does, in pixels of their length.
    pub fn in_corner(&self, axes: PxBox, curves: impl Iterator<Item = [Vec2; 2]>) -> (Placed, f32) {
        let size = Vec2::new(self.widest(), self.row * self.widths.len() as f32) + Vec2::splat(2.0 * MARGIN);
        let (near, far) = (axes.min + Vec2::splat(EDGE), axes.max - size - Vec2::splat(EDGE));
        let corners = [(far.x, near.y), (near.x, near.y), (far.x, far.y), (near.x, far.y)].map(|(x, y)| PxBox::at(Vec2::new(x, y), size));
        let mut hidden = [0.0; 4];
        for line in curves {
            for (hidden, corner) in hidden.iter_mut().zip(corners) {
                *hidden += length_within(line, corner.grown(CLEAR));
            }
        }
        let freest = (0..4).fold(0, |best, i| if hidden[i] < hidden[best] { i } else { best });
        let first = corners[freest].min + Vec2::new(MARGIN, MARGIN + 0.5 * self.row);
        let names = (0..self.widths.len()).map(|i| first + Vec2::new(0.0, self.row * i as f32)).collect();
        (Placed { bounds: corners[freest], names }, hidden[freest])
    }

    /// Its place in rows below a point, as wide as `room`. `None` when a name alone is wider.
    pub fn in_rows(&self, at: Vec2, room: f32) -> Option<Placed> {
        if self.widest() > room {
            return None;
        }
        let (mut names, mut end) = (Vec::new(), Vec2::new(0.0, 0.5 * self.row));
        for width in &self.widths {
            if end.x > 0.0 && end.x + width > room {
                end = Vec2::new(0.0, end.y + self.row);
            }
            names.push(at + end);
            end.x += width + BETWEEN;
        }
        Some(Placed { bounds: PxBox::at(at, Vec2::new(room, end.y + 0.5 * self.row + MARGIN)), names })
    }
}

/// Length of the part of a line that runs within a box.
fn length_within([from, to]: [Vec2; 2], within: PxBox) -> f32 {
    clip_segment(from, to, within.min, within.max).map_or(0.0, |(enters, leaves)| enters.distance(leaves))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXES: PxBox = PxBox { min: Vec2::new(50.0, 20.0), max: Vec2::new(450.0, 320.0) };

    fn legend() -> Legend {
        Legend::new(["ball · Position x", "ball · Position y"].into_iter(), 11.0)
    }

    fn corner(curve: &[[f32; 2]]) -> (Vec2, f32) {
        let (placed, hidden) = legend().in_corner(AXES, curve.windows(2).map(|w| [w[0].into(), w[1].into()]));
        assert!(AXES.contains(placed.bounds) && placed.names.iter().all(|&name| placed.bounds.contains_point(name)), "{placed:?}");
        (placed.bounds.center() - AXES.center(), hidden)
    }

    /// A printed lesson had its legend over the curve that it was about.
    #[test]
    fn the_legend_stands_in_a_corner_where_no_curve_runs() {
        let (rising, hidden) = corner(&[[50.0, 320.0], [450.0, 20.0]]);
        assert!(rising.x < 0.0 && rising.y < 0.0 && hidden == 0.0);
        let (falling, hidden) = corner(&[[50.0, 20.0], [450.0, 320.0]]);
        assert!(falling.x > 0.0 && falling.y < 0.0 && hidden == 0.0);
        let (of_none, _) = corner(&[]);
        assert!(of_none.x > 0.0 && of_none.y < 0.0);
    }

    /// Two samples far apart have a line between them, which hid behind the legend: only points were counted.
    #[test]
    fn a_line_counts_between_its_ends_too() {
        let around = [[50.0, 20.0], [450.0, 20.0], [450.0, 320.0], [50.0, 320.0], [50.0, 20.0]];
        assert_eq!(corner(&around).1, 0.0, "a legend stands clear of the edge");
        let level = |y: f32| [[50.0, y], [450.0, y]];
        assert!(corner(&level(40.0)).0.y > 0.0);
        let (_, hidden) = corner(&[level(40.0), level(300.0)].concat());
        assert!(hidden > 100.0, "no corner is free: {hidden}");
        assert_eq!(length_within([Vec2::new(0.0, 5.0), Vec2::new(20.0, 5.0)], PxBox::at(Vec2::ZERO, Vec2::splat(10.0))), 10.0);
        assert_eq!(length_within([Vec2::new(0.0, 11.0), Vec2::new(20.0, 11.0)], PxBox::at(Vec2::ZERO, Vec2::splat(10.0))), 0.0);
    }

    #[test]
    fn rows_above_the_axes_are_no_wider_than_their_room() {
        let two = legend();
        let at = Vec2::new(10.0, 10.0);
        let wide = two.in_rows(at, 400.0).unwrap();
        assert!(wide.names[0].y == wide.names[1].y && wide.names[1].x > wide.names[0].x + two.widths[0]);
        let narrow = two.in_rows(at, two.widest() + 1.0).unwrap();
        assert!(narrow.names[0].x == narrow.names[1].x && narrow.names[1].y > narrow.names[0].y);
        assert!(narrow.bounds.size().y > wide.bounds.size().y && two.in_rows(at, 40.0).is_none());
    }
}
