//! Pictures of tools, as data: the panels paint them.

pub use crate::engine::joint::info::Stroke;

/// A picture of 24 × 24 units, y down.
#[derive(Clone, Copy, Debug)]
pub enum Icon {
    /// A letter of the icon font, Phosphor Regular (<https://phosphoricons.com>).
    Letter(char),
    /// Lines of the same weight, where the font has no such picture.
    Strokes(&'static [Stroke]),
}
