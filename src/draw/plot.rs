//! Curves and what stands at their axes, and what a graph can be written as. [`super::axes`] draws them.

/// What a graph is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A table for spreadsheets.
    Csv,
    /// A picture of lines.
    Svg,
    /// A picture of pixels.
    Png,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 3] = [Format::Csv, Format::Svg, Format::Png];

    /// How file names of it end.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Svg => "svg",
            Format::Png => "png",
        }
    }

    /// The format that a path asks for.
    pub fn of_path(path: &str) -> Option<Format> {
        let (_, ending) = path.rsplit_once('.')?;
        Format::ALL.into_iter().find(|format| ending.eq_ignore_ascii_case(format.ending()))
    }
}

/// Curves and their axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// Over the picture.
    pub title: String,
    /// Under the axis to the right.
    pub x: String,
    /// Beside the axis upwards.
    pub y: String,
    /// Free room at both ends of the axis to the right, as a share of its length.
    pub room: f64,
    /// The curves.
    pub curves: Vec<PlotCurve>,
}

/// A curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlotCurve {
    /// In the legend.
    pub name: String,
    /// Its parts: between them it has gaps.
    pub parts: Vec<Vec<[f64; 2]>>,
}
