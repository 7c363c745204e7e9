//! Marks to PNG bytes, through the same SVG.
use super::DrawList;
use super::svg::Figure;

/// The picture as PNG bytes.
///
/// # Errors
/// A size of zero or beyond 16,384 pixels.
pub fn to_png(_list: &DrawList, _figure: &Figure) -> Result<Vec<u8>, String> {
    todo!("draw")
}
