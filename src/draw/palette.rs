//! The one place of all colours, weights and dashes of marks.
use super::Role;

/// Which set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light lines on a dark ground.
    #[default]
    Dark,
    /// Dark lines on a light ground.
    Light,
    /// Pure white ground, heavier lines, larger text: readable from 10 m.
    Projector,
}

/// Red, green, blue, alpha (not premultiplied, sRGB).
pub type Rgba = [u8; 4];

/// How marks of a role look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Colour of lines and text.
    pub stroke: Rgba,
    /// Colour of areas; alpha 0 = not filled.
    pub fill: Rgba,
    /// Line width in points.
    pub width_px: f32,
    /// Dash and gap lengths in points; `None` = solid.
    pub dash_px: Option<[f32; 2]>,
    /// True: filled areas are hatched with the stroke colour.
    pub hatched: bool,
}

/// How a role looks in a theme.
pub fn style(_theme: Theme, _role: Role) -> Style {
    todo!("draw")
}

/// Ground colour of the paper.
pub fn background(_theme: Theme) -> Rgba {
    todo!("draw")
}
