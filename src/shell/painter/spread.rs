//! Areas without outline: bands between two chains, and fields of cells.

use super::mapping::{FAR, Mapping};
use super::polygon;
use super::triangles::{Corner, TriangleBatch};
use crate::draw::field::Cells;
use glam::Vec2;

/// The area between two chains, in quadrilaterals.
pub fn band(pairs: &[Vec2], opacity: f32, [r, g, b, a]: [u8; 4], map: &Mapping, piece: &mut Vec<Vec2>, triangles: &mut TriangleBatch) {
    let color = [r, g, b, (f32::from(a) * opacity).round() as u8];
    for pair in pairs.windows(4).step_by(2) {
        piece.clear();
        piece.extend([pair[0], pair[1], pair[3], pair[2]].map(|p| map.place(p)));
        polygon::clip_to_square(piece, FAR);
        polygon::fan(piece, color, triangles);
    }
}

/// Cells as a mesh: each corner has the mean level of the cells that meet there, and the graphics card blends between
/// them. Cells whose corners are all empty cost nothing.
pub fn field(cells: &Cells<'_>, [r, g, b, a]: [u8; 4], map: &Mapping, triangles: &mut TriangleBatch) {
    let (columns, rows) = (cells.columns, cells.rows());
    if columns == 0 || rows == 0 {
        return;
    }
    let first = triangles.corners.len() as u32;
    let wide = columns + 1;
    let mut levels = Vec::with_capacity(wide * (rows + 1));
    for row in 0..=rows {
        for column in 0..=columns {
            let level = cells.corner_level(column, row);
            levels.push(level);
            let place = map.place(cells.corner + Vec2::new(column as f32, row as f32) * cells.cell);
            let color = [r, g, b, (u16::from(a) * u16::from(level) / 255) as u8];
            triangles.corners.push(Corner { place: place.to_array(), color, hatch: [0; 4] });
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            let at = row * wide + column;
            if [at, at + 1, at + wide, at + wide + 1].iter().any(|&corner| levels[corner] > 0) {
                let corner = |offset: usize| first + (at + offset) as u32;
                let [a, b, c, d] = [corner(0), corner(1), corner(wide + 1), corner(wide)];
                triangles.indices.extend([a, b, c, a, c, d]);
            }
        }
    }
}
