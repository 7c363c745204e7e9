//! Pictures that people bring: PNG, JPEG, WebP, GIF (its first frame) and SVG, read within bounds.
//!
//! Reading is the libraries' work. What is ours is the caution: the header's size is looked at before anything is
//! decoded, so that a few hostile bytes never make room for a giant picture, and a library that breaks down on broken
//! bytes takes nobody with it. Large pictures are made smaller by averaging, which keeps the area of what they show.

pub use super::bitmap::{Raster, to_png};
use super::orientation::{self, turned};
use super::png::font_database;
use image::ImageFormat;
use resvg::{tiny_skia, usvg};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Largest file, bytes.
pub const MAX_BYTES: usize = 16 << 20;
/// Largest width and height that are read, pixels.
pub const MAX_SIDE: usize = 8192;
/// Largest area that is read, pixels.
pub const MAX_AREA: usize = 16 << 20;
/// Larger pictures are made smaller, so that neither side has more pixels than this.
pub const KEPT_SIDE: usize = 1024;
/// Endings of files that can be read.
pub const ENDINGS: [&str; 6] = ["png", "jpg", "jpeg", "webp", "gif", "svg"];
/// Elements within elements of an SVG picture.
const NESTING: usize = 64;
/// Copies of elements (`<use>`) in an SVG picture: copies of copies grow without bound.
const COPIES: usize = 24;

/// What makes a pixel solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// How opaque it is.
    Opaque,
    /// How dark it is, for drawings on a light ground.
    Dark,
    /// How bright it is, for pictures on a dark ground.
    Bright,
}

impl Raster {
    /// The value of each pixel in this respect, 0 to 255, row by row from the top. What cannot be seen is neither dark
    /// nor bright.
    pub fn values(&self, channel: Channel) -> Vec<u8> {
        let value = |pixel: &[u8]| {
            let alpha = u32::from(pixel[3]);
            // Weights of the eye (ITU-R BT.709), in thousandths.
            let bright = (213 * u32::from(pixel[0]) + 715 * u32::from(pixel[1]) + 72 * u32::from(pixel[2])) / 1000;
            match channel {
                Channel::Opaque => pixel[3],
                Channel::Dark => ((255 - bright) * alpha / 255) as u8,
                Channel::Bright => (bright * alpha / 255) as u8,
            }
        };
        self.rgba.chunks_exact(4).map(value).collect()
    }

    /// What tells the thing from its ground: opacity when some of it is transparent, else whether its rim is bright.
    pub fn best_channel(&self) -> Channel {
        if self.rgba.chunks_exact(4).any(|pixel| pixel[3] < 250) {
            return Channel::Opaque;
        }
        let dark = self.values(Channel::Dark);
        let (least, most) = dark.iter().fold((255, 0), |(least, most), &value| (value.min(least), value.max(most)));
        if most.saturating_sub(least) < 16 {
            return Channel::Opaque; // one colour all over: a slab
        }
        let is_rim = |k: usize| {
            let (x, y) = (k % self.width, k / self.width);
            x == 0 || y == 0 || x + 1 == self.width || y + 1 == self.height
        };
        let rim: Vec<u64> = dark.iter().enumerate().filter(|(k, _)| is_rim(*k)).map(|(_, &value)| u64::from(value)).collect();
        if rim.iter().sum::<u64>() <= 127 * rim.len() as u64 { Channel::Dark } else { Channel::Bright }
    }
}

/// True when bytes begin like a picture that can be read (not like a scene).
pub fn is_picture(bytes: &[u8]) -> bool {
    format_of(bytes).is_some() || is_svg(bytes)
}

/// True when a file's name ends like a picture's.
pub fn has_picture_ending(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// The picture in a file's bytes.
///
/// # Errors
/// Why it cannot be read, in words that name the bound it breaks.
pub fn read(bytes: &[u8]) -> Result<Raster, String> {
    if bytes.is_empty() {
        return Err("it is empty".to_owned());
    }
    if bytes.len() > MAX_BYTES {
        return Err(format!("it has {} bytes, and a picture may have at most {MAX_BYTES}", bytes.len()));
    }
    let picture = match format_of(bytes) {
        Some(format) => guarded(|| read_pixels(bytes, format)),
        None if is_svg(bytes) => guarded(|| read_svg(bytes)),
        None => Err("it is none of PNG, JPEG, WebP, GIF and SVG".to_owned()),
    };
    picture.map(|picture| reduced(picture, KEPT_SIDE))
}

/// A library that panics on broken bytes refuses them.
fn guarded(read: impl FnOnce() -> Result<Raster, String>) -> Result<Raster, String> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err("it is damaged".to_owned()))
}

fn format_of(bytes: &[u8]) -> Option<ImageFormat> {
    let known = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Gif];
    image::guess_format(bytes).ok().filter(|format| known.contains(format))
}

fn is_svg(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    let head = head.trim_start_matches('\u{feff}').trim_start();
    head.starts_with('<') && head.contains("<svg")
}

/// Refuses sizes that are no size or too large.
fn check_size(width: usize, height: usize) -> Result<(), String> {
    if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
        return Err(format!("a picture must be 1 to {MAX_SIDE} pixels wide and high, this one is {width} × {height}"));
    }
    if width * height > MAX_AREA {
        return Err(format!("a picture may have at most {MAX_AREA} pixels, this one is {width} × {height}"));
    }
    Ok(())
}

fn read_pixels(bytes: &[u8], format: ImageFormat) -> Result<Raster, String> {
    let size = imagesize::blob_size(bytes).map_err(|_| "it is damaged: its header does not tell its size".to_owned())?;
    check_size(size.width, size.height)?;
    let mut reader = image::io::Reader::with_format(std::io::Cursor::new(bytes), format);
    let mut limits = image::io::Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE as u32), Some(MAX_SIDE as u32));
    limits.max_alloc = Some(16 * MAX_AREA as u64);
    reader.limits(limits);
    let picture = reader.decode().map_err(|error| format!("it is damaged: {error}"))?.into_rgba8();
    let picture = if format == ImageFormat::Jpeg { turned(picture, orientation::of_jpeg(bytes)) } else { picture };
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    check_size(width, height)?;
    Ok(Raster { width, height, rgba: picture.into_raw(), original: [width, height] })
}

fn read_svg(bytes: &[u8]) -> Result<Raster, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "an SVG picture must be UTF-8 text".to_owned())?;
    check_svg(text)?;
    // Nothing that it names is fetched.
    let href = usvg::ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let options = usvg::Options { fontdb: font_database(), image_href_resolver: href, ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(text, &options).map_err(|error| format!("it is no valid SVG: {error}"))?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = KEPT_SIDE as f32 / if width > height { width } else { height };
    let side = |length: f32| ((length * scale).round() as usize).clamp(1, KEPT_SIDE);
    let (columns, rows) = (side(width), side(height));
    let mut page = tiny_skia::Pixmap::new(columns as u32, rows as u32).ok_or("not enough memory for the picture")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(columns as f32 / width, rows as f32 / height), &mut page.as_mut());
    let colors = page.pixels().iter().map(|pixel| pixel.demultiply());
    let rgba = colors.flat_map(|c| [c.red(), c.green(), c.blue(), c.alpha()]).collect();
    Ok(Raster { width: columns, height: rows, rgba, original: [columns, rows] })
}

/// Refuses texts on which a drawer of SVG would run out of stack or time.
fn check_svg(text: &str) -> Result<(), String> {
    let copies = text.matches("<use").count();
    if copies > COPIES {
        return Err(format!("an SVG picture may have at most {COPIES} copied elements (<use>), this one has {copies}"));
    }
    let (mut depth, mut deepest) = (0_usize, 0);
    for tag in text.split('<').skip(1) {
        let inside = tag.split('>').next().unwrap_or_default();
        match inside.as_bytes().first() {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'?' | b'!') | None => {}
            Some(_) if inside.ends_with('/') => {}
            Some(_) => depth += 1,
        }
        deepest = deepest.max(depth);
    }
    if deepest > NESTING {
        return Err(format!("an SVG picture may nest at most {NESTING} elements, this one nests {deepest}"));
    }
    Ok(())
}

/// A picture with at most so many pixels a side: each new pixel is the mean of what it covers, colours weighted
/// by how opaque they are.
fn reduced(picture: Raster, most: usize) -> Raster {
    let longer = picture.width.max(picture.height);
    if longer <= most {
        return picture;
    }
    let side = |length: usize| (length * most).div_ceil(longer).max(1);
    let (width, height) = (side(picture.width), side(picture.height));
    let columns = shares(picture.width, width);
    let rows = shares(picture.height, height);
    let mut rgba = Vec::with_capacity(4 * width * height);
    for row in &rows {
        for column in &columns {
            let (mut color, mut alpha, mut weight) = ([0.0_f32; 3], 0.0_f32, 0.0_f32);
            for &(y, of_row) in row {
                for &(x, of_column) in column {
                    let pixel = &picture.rgba[4 * (y * picture.width + x)..][..4];
                    let share = of_row * of_column;
                    let opaque = share * f32::from(pixel[3]);
                    (0..3).for_each(|k| color[k] += opaque * f32::from(pixel[k]));
                    alpha += opaque;
                    weight += share;
                }
            }
            let byte = |value: f32| value.round() as u8;
            rgba.extend(color.map(|sum| if alpha > 0.0 { byte(sum / alpha) } else { 0 }));
            rgba.push(byte(alpha / weight));
        }
    }
    Raster { width, height, rgba, original: picture.original }
}

/// For each of `to` new pixels of a row: which of `from` old ones it covers, and how much of each.
fn shares(from: usize, to: usize) -> Vec<Vec<(usize, f32)>> {
    let ratio = from as f64 / to as f64;
    let cover = |k: usize| {
        let (start, end) = (k as f64 * ratio, (k + 1) as f64 * ratio);
        let last = (end.ceil() as usize).min(from);
        let share = |i: usize| (i, ((i + 1) as f64).min(end) - (i as f64).max(start));
        (start as usize..last).map(share).filter(|(_, share)| *share > 0.0).map(|(i, share)| (i, share as f32)).collect()
    };
    (0..to).map(cover).collect()
}

/// The bytes of a PNG of this picture that are at most so many, and how many pixels of the picture one of its pixels
/// stands for: a picture that is too large loses pixels until it fits.
///
/// # Errors
/// It has no pixels.
pub fn fitting_png(picture: &Raster, most_bytes: usize) -> Result<(Vec<u8>, f32), String> {
    let mut side = picture.width.max(picture.height);
    loop {
        let smaller = reduced(picture.clone(), side);
        let png = to_png(&smaller)?;
        if png.len() <= most_bytes || side <= 16 {
            return Ok((png, picture.width as f32 / smaller.width as f32));
        }
        side = side * 3 / 4;
    }
}
