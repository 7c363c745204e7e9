//! The window's picture as a PNG file.

use std::path::Path;

/// Saves what the window shows in this frame; call it after everything is painted.
///
/// # Errors
/// In words: the picture could not be encoded or the file not written.
pub fn save_window(path: &Path) -> Result<(), String> {
    let picture = macroquad::texture::get_screen_data();
    let png = encode(&picture.bytes, u32::from(picture.width), u32::from(picture.height))?;
    #[cfg(not(target_arch = "wasm32"))]
    return super::files::save(path, &png).map_err(|reason| format!("{}: {reason}", path.display()));
    #[cfg(target_arch = "wasm32")]
    {
        super::web::download(&path.to_string_lossy(), &png);
        Ok(())
    }
}

/// PNG bytes of rows from bottom to top, as graphics cards deliver them. Their transparency means nothing.
fn encode(bottom_up: &[u8], width: u32, height: u32) -> Result<Vec<u8>, String> {
    let size = resvg::tiny_skia::IntSize::from_wh(width, height).ok_or("the window has no size")?;
    let row = width as usize * 4;
    let mut pixels: Vec<u8> = bottom_up.chunks_exact(row).rev().flatten().copied().collect();
    pixels.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 255);
    let picture = resvg::tiny_skia::Pixmap::from_vec(pixels, size).ok_or("the picture has another size than the window")?;
    picture.encode_png().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_of_the_file_is_the_top_of_the_window() {
        let (red, blue) = ([255u8, 0, 0, 7], [0u8, 0, 255, 0]);
        let bottom_up = [red, blue].concat(); // one pixel wide, two high
        let png = encode(&bottom_up, 1, 2).expect("encoded");
        let back = resvg::tiny_skia::Pixmap::decode_png(&png).expect("decoded");
        assert_eq!(back.data(), [[0, 0, 255, 255], [255, 0, 0, 255]].concat());
        assert!(encode(&bottom_up, 1, 3).is_err());
    }
}
