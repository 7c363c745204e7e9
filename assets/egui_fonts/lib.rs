//! What egui takes for its own fonts: Roboto, plain ASCII only, until the program has set its fonts
//! (`src/ui/theme.rs`), which it does before the first frame.

const STAND_IN: &[u8] = include_bytes!("stand_in.ttf");

/// In place of a font for code.
pub const HACK_REGULAR: &[u8] = STAND_IN;
/// In place of the emoji; those that the file dialog shows are in `assets/fonts/NotoEmoji.ttf`.
pub const NOTO_EMOJI_REGULAR: &[u8] = STAND_IN;
/// In place of the font for text.
pub const UBUNTU_LIGHT: &[u8] = STAND_IN;
/// In place of the icons, which are in `assets/fonts/emoji-icon-font.ttf`.
pub const EMOJI_ICON: &[u8] = STAND_IN;
