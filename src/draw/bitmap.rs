//! Pixels of a picture.

use resvg::tiny_skia;

/// Red, green, blue, alpha of each pixel, **not** premultiplied, row by row from the top.
#[derive(Clone, PartialEq, Eq)]
pub struct Raster {
    /// Width, pixels.
    pub width: usize,
    /// Height, pixels.
    pub height: usize,
    /// Four bytes a pixel.
    pub rgba: Vec<u8>,
    /// Width and height in the file, pixels.
    pub original: [usize; 2],
}

impl std::fmt::Debug for Raster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Raster({} × {})", self.width, self.height)
    }
}

/// A picture as PNG bytes.
///
/// # Errors
/// It has no pixels.
pub fn to_png(picture: &Raster) -> Result<Vec<u8>, String> {
    let size = tiny_skia::IntSize::from_wh(picture.width as u32, picture.height as u32).ok_or("it has no pixels")?;
    let premultiplied = |p: &[u8]| {
        let color = tiny_skia::ColorU8::from_rgba(p[0], p[1], p[2], p[3]).premultiply();
        [color.red(), color.green(), color.blue(), color.alpha()]
    };
    let pixels = picture.rgba.chunks_exact(4).flat_map(premultiplied).collect();
    let page = tiny_skia::Pixmap::from_vec(pixels, size).ok_or("its pixels do not fit its size")?;
    page.encode_png().map_err(|error| format!("it cannot be encoded: {error}"))
}
