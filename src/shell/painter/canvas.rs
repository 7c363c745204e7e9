//! What is painted, and where on the screen.

use crate::draw::palette::Theme;
use crate::draw::{DrawList, View};

/// A picture and where it goes.
#[derive(Clone, Copy)]
pub struct Canvas<'a> {
    /// The marks; only those of the world sheet are painted, labels are left to the panels.
    pub list: &'a DrawList,
    /// What part of the world is shown.
    pub view: View,
    /// Left, top, width and height of the canvas, points from the window's upper left corner.
    pub place: [f32; 4],
    /// Pixels per point.
    pub scale: f32,
    /// Colours.
    pub theme: Theme,
    /// Lines every metre behind the picture.
    pub grid: bool,
}

impl Canvas<'_> {
    /// Its place as the graphics card counts: left, bottom, width, height in pixels, from the lower left corner of a
    /// window of this height. Pixels that it only touches belong to it.
    pub(super) fn scissors(&self, window_height: f32) -> [i32; 4] {
        let [left, top, width, height] = self.place.map(|v| v * self.scale);
        let (right, bottom) = ((left + width).ceil(), (top + height).ceil());
        let (left, top) = (left.floor(), top.floor());
        [left as i32, (window_height - bottom) as i32, (right - left).max(0.0) as i32, (bottom - top).max(0.0) as i32]
    }
}

/// How pixels of the canvas become places on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    /// Factors and shifts from canvas pixels to the graphics card's -1 … 1.
    pub place: [f32; 4],
    /// Shift and period of the hatching, pixels; the shift keeps the stripes where they are in the world.
    pub hatch: [f32; 2],
}
