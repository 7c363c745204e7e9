//! Colours that a person gives to bodies.

/// A colour of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyColor {
    /// One of [`HUES`], by its place: each theme has its own form of it, and all of them differ for people with any kind
    /// of colour vision.
    Hue(u8),
    /// Red, green, blue.
    Rgb([u8; 3]),
}

/// The hues that a name stands for.
pub const HUES: [&str; 8] = ["blue", "orange", "green", "pink", "violet", "vermilion", "yellow", "teal"];

impl BodyColor {
    /// The colour of a word in a file: a name of [`HUES`], or `#rrggbb`.
    pub fn of_word(word: &str) -> Option<BodyColor> {
        if let Some(place) = HUES.iter().position(|hue| *hue == word) {
            return Some(BodyColor::Hue(place as u8));
        }
        let digits = word.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
        let number = u32::from_str_radix(digits, 16).ok()?;
        Some(BodyColor::Rgb([(number >> 16) as u8, (number >> 8) as u8, number as u8]))
    }

    /// Its word in a file.
    pub fn word(self) -> String {
        match self {
            BodyColor::Hue(place) => HUES[usize::from(place) % HUES.len()].to_owned(),
            BodyColor::Rgb([r, g, b]) => format!("#{r:02x}{g:02x}{b:02x}"),
        }
    }
}
