//! Pictures of tools, as data: the panels paint them.

/// A picture of 24 × 24 units, y down.
#[derive(Clone, Copy, Debug)]
pub enum Icon {
    /// A letter of the icon font, Phosphor Regular (<https://phosphoricons.com>).
    Letter(char),
    /// Lines of the same weight, where the font has no such picture.
    Strokes(&'static [Stroke]),
}

/// A line of an [`Icon`], in its units.
#[derive(Clone, Copy, Debug)]
pub enum Stroke {
    /// A line through points.
    Lines(&'static [[f32; 2]]),
    /// The outline of a box between two corners.
    Box([f32; 2], [f32; 2]),
    /// A circle about a point.
    Circle([f32; 2], f32),
    /// A filled disc about a point.
    Dot([f32; 2], f32),
    /// A part of a circle about a point, from one angle to another (radians, clockwise on the screen).
    Arc([f32; 2], f32, [f32; 2]),
}
