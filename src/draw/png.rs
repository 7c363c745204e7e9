//! Marks to PNG bytes, through the same SVG: one picture, two formats. Only the shipped fonts are used, so the same
//! marks give the same picture on every machine.
use super::fonts;
use super::labels::PxBox;
use super::svg::{Figure, Strip, strip_cell_to_svg, strip_title_to_svg, to_svg};
use super::{DrawList, palette};
use resvg::{tiny_skia, usvg};
use std::sync::{Arc, OnceLock};

/// Largest width and height, pixels.
pub const MAX_SIZE: u32 = 16_384;
/// Largest area, pixels: 64 million need 256 MB while they are painted.
pub const MAX_AREA: u64 = 64 << 20;

/// The picture as PNG bytes.
///
/// # Errors
/// A size of zero, beyond 16,384 pixels, or beyond 64 million pixels in all.
pub fn to_png(list: &DrawList, figure: &Figure) -> Result<Vec<u8>, String> {
    check_size(figure.width, figure.height)?;
    rasterize(&to_svg(list, figure), figure.width, figure.height, palette::background(figure.theme))
}

/// A film strip as PNG bytes, painted cell by cell; `done` is told how many of how many cells are painted.
///
/// # Errors
/// So many frames that the page would be too large, see [`to_png`].
pub fn strip_to_png(strip: &Strip, done: &mut dyn FnMut(usize, usize)) -> Result<Vec<u8>, String> {
    let size = strip.size().ceil();
    let (width, height) = (size.x as u32, size.y as u32);
    let (count, most) = (strip.cells.len(), strip.most_cells(MAX_SIZE.min((MAX_AREA / u64::from(width.max(1))) as u32) as f32));
    if count > most {
        return Err(format!("a PNG page holds at most {most} of these pictures, and there are {count}: write .svg, or one frame alone"));
    }
    check_size(width, height)?;
    let ground = palette::background(strip.theme);
    let mut page = tiny_skia::Pixmap::new(width, height).ok_or("not enough memory for the picture")?;
    let (title, place) = strip_title_to_svg(strip);
    page.fill(tiny_skia::Color::from_rgba8(ground[0], ground[1], ground[2], 255));
    paint_part(&title, place, &mut page)?;
    for index in 0..count {
        let (cell, place) = strip_cell_to_svg(strip, index);
        paint_part(&cell, place, &mut page)?;
        done(index + 1, count);
    }
    page.encode_png().map_err(|e| format!("cannot encode the picture: {e}"))
}

/// Paints what stands in one place of a page.
fn paint_part(svg: &str, place: PxBox, page: &mut tiny_skia::Pixmap) -> Result<(), String> {
    let (from, to) = (place.min.floor(), place.max.ceil());
    let (left, top) = (from.x as usize, from.y as usize);
    let (right, bottom) = ((to.x as usize).min(page.width() as usize), (to.y as usize).min(page.height() as usize));
    let (width, height) = (right.saturating_sub(left), bottom.saturating_sub(top));
    let mut part = tiny_skia::Pixmap::new(width as u32, height as u32).ok_or("not enough memory for the picture")?;
    resvg::render(&parsed(svg)?, tiny_skia::Transform::from_translate(-from.x, -from.y), &mut part.as_mut());
    let pitch = page.width() as usize;
    for row in 0..height {
        let at = (top + row) * pitch + left;
        page.pixels_mut()[at..at + width].copy_from_slice(&part.pixels()[row * width..(row + 1) * width]);
    }
    Ok(())
}

pub(super) fn parsed(svg: &str) -> Result<usvg::Tree, String> {
    let options = usvg::Options { font_family: fonts::SANS.to_string(), fontdb: font_database(), ..usvg::Options::default() };
    usvg::Tree::from_str(svg, &options).map_err(|e| format!("the figure is not valid SVG: {e}"))
}

/// A page that is SVG text already, of this width and height, as PNG bytes.
///
/// # Errors
/// As [`to_png`].
pub fn svg_to_png(svg: &str, (width, height): (u32, u32), theme: palette::Theme) -> Result<Vec<u8>, String> {
    check_size(width, height)?;
    rasterize(svg, width, height, palette::background(theme))
}

fn check_size(width: u32, height: u32) -> Result<(), String> {
    if width == 0 || height == 0 || width > MAX_SIZE || height > MAX_SIZE {
        return Err(format!("a picture must be 1 to {MAX_SIZE} pixels wide and high, is {width} × {height}"));
    }
    if u64::from(width) * u64::from(height) > MAX_AREA {
        return Err(format!("a picture may have at most {MAX_AREA} pixels, {width} × {height} are more"));
    }
    Ok(())
}

/// A decoded picture: red, green, blue, alpha, premultiplied, rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Width, pixels.
    pub width: u32,
    /// Height, pixels.
    pub height: u32,
    /// Four bytes a pixel.
    pub rgba: Vec<u8>,
}

/// The pixels of a PNG picture; `None` when it is none.
pub fn decode(png: &[u8]) -> Option<Pixels> {
    let picture = tiny_skia::Pixmap::decode_png(png).ok()?;
    Some(Pixels { width: picture.width(), height: picture.height(), rgba: picture.take() })
}

/// The picture as pixels.
///
/// # Errors
/// As [`to_png`].
pub fn pixels(list: &DrawList, figure: &Figure) -> Result<Pixels, String> {
    check_size(figure.width, figure.height)?;
    let (width, height) = (figure.width, figure.height);
    let rgba = paint(&to_svg(list, figure), width, height, palette::background(figure.theme))?.take();
    Ok(Pixels { width, height, rgba })
}

/// The picture in the 256 colours that suit it best (NeuQuant: A. Dekker, 1994), a quarter of [`to_png`]'s bytes: for
/// small pictures that the program carries with it.
///
/// # Errors
/// As [`to_png`].
pub fn to_small_png(list: &DrawList, figure: &Figure) -> Result<Vec<u8>, String> {
    let Pixels { width, height, rgba } = pixels(list, figure)?;
    let colors = color_quant::NeuQuant::new(1, 256, &rgba);
    let indices: Vec<u8> = rgba.chunks_exact(4).map(|pixel| colors.index_of(pixel) as u8).collect();
    let mut bytes = Vec::new();
    let mut encoder = png_codec::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png_codec::ColorType::Indexed);
    encoder.set_depth(png_codec::BitDepth::Eight);
    encoder.set_palette(colors.color_map_rgb());
    encoder.set_compression(png_codec::Compression::Best);
    encoder.set_filter(png_codec::FilterType::NoFilter); // neighbours' numbers tell nothing of each other
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&indices));
    written.map_err(|e| format!("cannot encode the picture: {e}"))?;
    Ok(bytes)
}

fn rasterize(svg: &str, width: u32, height: u32, ground: palette::Rgba) -> Result<Vec<u8>, String> {
    paint(svg, width, height, ground)?.encode_png().map_err(|e| format!("cannot encode the picture: {e}"))
}

fn paint(svg: &str, width: u32, height: u32, ground: palette::Rgba) -> Result<tiny_skia::Pixmap, String> {
    let tree = parsed(svg)?;
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or("not enough memory for the picture")?;
    pixels.fill(tiny_skia::Color::from_rgba8(ground[0], ground[1], ground[2], 255));
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    Ok(pixels)
}

/// The shipped fonts, read once.
pub(super) fn font_database() -> Arc<usvg::fontdb::Database> {
    static DATABASE: OnceLock<Arc<usvg::fontdb::Database>> = OnceLock::new();
    let read = || {
        let mut database = usvg::fontdb::Database::new();
        for file in fonts::FILES {
            database.load_font_source(usvg::fontdb::Source::Binary(Arc::new(file.bytes())));
        }
        database.set_sans_serif_family(fonts::SANS);
        database.set_serif_family(fonts::SANS);
        database.set_monospace_family(fonts::MONO);
        Arc::new(database)
    };
    DATABASE.get_or_init(read).clone()
}
