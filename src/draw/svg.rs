//! Marks to SVG text.
use super::palette::Theme;
use super::{DrawList, View};

/// Size and look of an exported figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Width, pixels.
    pub width: u32,
    /// Height, pixels.
    pub height: u32,
    /// What part of the world it shows.
    pub view: View,
    /// Colours.
    pub theme: Theme,
    /// Draw grid and scale.
    pub grid: bool,
    /// Words at the top left (title), if any.
    pub title: Option<String>,
}

/// The picture as SVG text. When the list has marks on [`super::Sheet::Difference`], the right third shows that sheet.
pub fn to_svg(_list: &DrawList, _figure: &Figure) -> String {
    todo!("draw")
}
