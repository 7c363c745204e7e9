//! The typefaces that the program ships: the same letters in the window, in exported figures and on every machine.
//!
//! Roboto (Google 2015, Apache 2.0) writes all text: its figures are *tabular* by default, every digit equally wide, so
//! numbers that change do not shift the rest of the line. DejaVu Sans Mono writes code. DejaVu Sans (free licence of
//! Bitstream Vera) stands behind both with the signs they lack (⊖ ↔ →). The files in `assets/fonts` are reduced to
//! Latin, Greek, Cyrillic and mathematics; their licences lie beside them. No system font is used: it would change
//! the picture.

/// Family of all plain text.
pub const SANS: &str = "Roboto";
/// Family of code and formulas in columns.
pub const MONO: &str = "DejaVu Sans Mono";
/// Family that has the mathematical signs the others lack.
pub const SIGNS: &str = "DejaVu Sans";
/// `font-family` of exported figures: ours first, then whatever the reader's machine has.
pub const SVG_FAMILIES: &str = "Roboto, 'DejaVu Sans', sans-serif";

/// One shipped font file.
#[derive(Clone, Copy, Debug)]
pub struct FontFile {
    /// Unique name, for programs that register fonts by name; the file is `assets/fonts/<name>.ttf`.
    pub name: &'static str,
    /// Family, as written in the file.
    pub family: &'static str,
    /// Weight from 100 to 900; 400 = regular, 500 = medium.
    pub weight: u16,
}

impl FontFile {
    /// The TrueType file.
    pub fn bytes(&self) -> &'static [u8] {
        crate::packed::font(self.name)
    }
}

/// All shipped fonts: sans regular, sans medium, signs, mono.
pub const FILES: [FontFile; 4] = [
    FontFile { name: "Roboto-Regular", family: SANS, weight: 400 },
    FontFile { name: "Roboto-Medium", family: SANS, weight: 500 },
    FontFile { name: "DejaVuSans", family: SIGNS, weight: 400 },
    FontFile { name: "DejaVuSansMono", family: MONO, weight: 400 },
];

/// Advance widths of Roboto Regular for U+0020 to U+007E, thousandths of the font size.
#[rustfmt::skip]
const ADVANCE: [u16; 95] = [
    248, 258, 320, 616, 562, 732, 622, 175, 342, 348, 431, 567, 197, 276, 264, 413, // space to /
    562, 562, 562, 562, 562, 562, 562, 562, 562, 562, 242, 211, 508, 549, 523, 473, // 0 to ?
    898, 652, 623, 651, 656, 568, 553, 681, 713, 272, 552, 627, 539, 873, 713, 688, // @ to O
    631, 688, 616, 594, 597, 648, 637, 887, 627, 601, 599, 265, 411, 265, 418, 451, // P to _
    309, 544, 562, 523, 564, 530, 348, 562, 551, 243, 239, 507, 243, 877, 552, 570, // ` to o
    562, 568, 339, 516, 327, 551, 484, 751, 496, 473, 496, 338, 244, 338, 680,      // p to ~
];

/// Width of a line of text in [`SANS`] regular, in the unit of `size`: exact for ASCII without kerning, a careful
/// guess for other characters. Good enough to keep labels apart; it needs no font machinery, so it is the same
/// everywhere.
pub fn text_width(text: &str, size: f32) -> f32 {
    let thousandths: u32 = text.chars().map(|c| u32::from(advance(c))).sum();
    thousandths as f32 * size / 1000.0
}

/// Words in lines that are no wider than `room`; a word that is wider is broken. Breaks of the words stay.
pub fn wrapped(words: &str, size: f32, room: f32) -> Vec<String> {
    let fits = |words: &str| text_width(words, size) <= room;
    let mut all = Vec::new();
    for paragraph in words.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if fits(&longer) {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                all.push(std::mem::take(&mut line));
            }
            for letter in word.chars() {
                if !line.is_empty() && !fits(&format!("{line}{letter}")) {
                    all.push(std::mem::take(&mut line));
                }
                line.push(letter);
            }
        }
        all.push(line);
    }
    all
}

fn advance(c: char) -> u16 {
    match c {
        ' '..='~' => ADVANCE[c as usize - 0x20],
        '·' => 261,
        '°' | '²' | '³' | '₀'..='₉' | '⁰'..='⁹' | '⁻' => 374,
        '−' | 'θ' | 'μ' | 'µ' | 'λ' => 572,
        '\u{0300}'..='\u{036f}' => 0,
        '\u{2190}'..='\u{22ff}' | 'ω' => 838,
        '\u{2600}'..='\u{26ff}' => 896,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{ffef}' | '\u{1f000}'.. => 1000,
        _ => 680,
    }
}

/// True for arrows, operators and symbols that only [`SIGNS`] has.
pub fn is_sign(c: char) -> bool {
    let of_sans = "∂∆∏∑−√∞∫≈≠≤≥◊";
    matches!(c, '\u{2190}'..='\u{27ff}') && !of_sans.contains(c)
}
