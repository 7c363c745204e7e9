//! Words of the command line that pictures have in common: size, file, colours.

use crate::draw::palette::Theme;
use crate::draw::plot::Format;
use clap::ValueEnum;

/// A picture's size, pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

/// Largest width and height of a picture, pixels.
pub const MAX_PIXELS: u32 = 8192;

pub(super) fn parse_size(text: &str) -> Result<Size, String> {
    let wrong = || format!("give width and height like 1280x800, each from 16 to {MAX_PIXELS}");
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    let side = |word: &str| word.parse::<u32>().ok().filter(|n| (16..=MAX_PIXELS).contains(n)).ok_or_else(wrong);
    Ok(Size { width: side(width)?, height: side(height)? })
}

/// Where a picture goes and in which form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// File.
    pub path: String,
    /// True for PNG, false for SVG.
    pub is_png: bool,
}

pub(super) fn parse_picture(text: &str) -> Result<Picture, String> {
    let lower = text.to_ascii_lowercase();
    let is_png = lower.ends_with(".png");
    if !is_png && !lower.ends_with(".svg") {
        return Err("the file must end in .svg or .png".into());
    }
    Ok(Picture { path: text.into(), is_png })
}

/// Colours of a picture.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThemeWord {
    /// Light lines on a dark ground.
    Dark,
    /// Dark lines on a light ground.
    Light,
    /// White ground, heavy lines, large text.
    Projector,
}

impl ThemeWord {
    /// The theme of that name.
    pub fn theme(self) -> Theme {
        match self {
            ThemeWord::Dark => Theme::Dark,
            ThemeWord::Light => Theme::Light,
            ThemeWord::Projector => Theme::Projector,
        }
    }
}

pub(super) fn parse_graph_file(text: &str) -> Result<String, String> {
    Format::of_path(text).map(|_| text.to_owned()).ok_or_else(|| "the file must end in .csv, .svg or .png".into())
}
