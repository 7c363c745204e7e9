//! A grid of values from 0 to 255.

use crate::engine::math::Vec2;

/// What a picture says in each of its pixels: how opaque, or how bright it is. Outside of it everything is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    width: usize,
    height: usize,
    values: Vec<u8>,
}

impl Field {
    /// A grid of `width` times `height` values, row by row **from the top**, as picture files have them. `None` when
    /// there are not so many, or none.
    pub fn new(width: usize, height: usize, values: Vec<u8>) -> Option<Field> {
        (width > 0 && height > 0 && width.checked_mul(height) == Some(values.len())).then_some(Field { width, height, values })
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The value in a column, in a row counted **from the bottom**; 0 outside of the grid.
    #[inline]
    pub fn at(&self, column: i32, row: i32) -> u8 {
        let (Ok(x), Ok(y)) = (usize::try_from(column), usize::try_from(row)) else { return 0 };
        if x < self.width && y < self.height { self.values[(self.height - 1 - y) * self.width + x] } else { 0 }
    }

    /// The middle of that pixel.
    pub fn center(column: i32, row: i32) -> Vec2 {
        Vec2::new(column as f32 + 0.5, row as f32 + 0.5)
    }
}
