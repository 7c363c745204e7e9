//! Colours that a person chose for bodies, beside the palette's own.

/// A chosen colour, and the look that it colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Paint {
    /// The colour.
    pub ink: Ink,
    /// What is coloured.
    pub form: Form,
}

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// One of the theme's eight hues.
    Hue(u8),
    /// Red, green, blue; made readable on the theme's ground.
    Rgb([u8; 3]),
}

/// Which body it is: what a colour must not hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Dynamic and awake.
    Awake,
    /// Asleep (desaturated).
    Asleep,
    /// Static (hatched).
    Static,
    /// Kinematic (dashed).
    Kinematic,
}
