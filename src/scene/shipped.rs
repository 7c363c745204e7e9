//! The scenes that come with the program, inside the binary.

/// A shipped scene.
#[derive(Clone, Copy, Debug)]
pub struct ShippedScene {
    /// File name without `.json`.
    pub name: &'static str,
    /// The JSON text.
    pub json: &'static str,
    /// A small picture, PNG bytes, rendered by the program (`assets/thumbnails`).
    pub thumbnail: &'static [u8],
}

/// All of them, in the order of the picker; the first is the welcome scene.
pub fn scenes() -> &'static [ShippedScene] {
    todo!("scenes")
}
