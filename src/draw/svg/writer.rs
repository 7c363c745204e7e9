//! SVG text, character by character: numbers with two decimals, colours, escaped words. Deterministic: equal marks,
//! equal bytes.

use super::super::fonts;
use super::super::palette::{Rgba, Style};
use glam::Vec2;
use std::fmt::Write;
use std::ops::Range;

/// The growing document.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) text: String,
}

impl Writer {
    /// Adds formatted text; writing to a `String` cannot fail.
    pub(super) fn add(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(text);
    }

    /// `<path>` with a ready list of attributes.
    pub(super) fn path(&mut self, d: &str, paint: &str) {
        self.add(format_args!("<path d=\"{d}\"{paint}/>\n"));
    }
}

/// A number of points with at most two decimals; nothing that is not a number gets here (see `marks::is_finite`).
pub(super) fn num(x: f32) -> String {
    let text = format!("{x:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_string() } else { short.to_string() }
}

/// `x y` for path data.
pub(super) fn xy(p: Vec2) -> String {
    format!("{} {}", num(p.x), num(p.y))
}

/// `M…L…` through points, closed if wanted.
pub(super) fn chain(points: &[Vec2], closed: bool) -> String {
    let mut d = String::new();
    for (i, &p) in points.iter().enumerate() {
        let _ = write!(d, "{}{}", if i == 0 { "M" } else { "L" }, xy(p));
    }
    if closed {
        d.push('Z');
    }
    d
}

/// `#rrggbb`.
pub(super) fn hex(colour: Rgba) -> String {
    format!("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2])
}

/// ` name="#rrggbb"` with the opacity beside it when it is not full.
pub(super) fn paint(name: &str, colour: Rgba) -> String {
    let mut text = format!(" {name}=\"{}\"", hex(colour));
    if colour[3] < 255 {
        let _ = write!(text, " {name}-opacity=\"{}\"", num(f32::from(colour[3]) / 255.0));
    }
    text
}

/// Attributes of a line: colour, width, dash, round ends.
pub(super) fn stroke(style: &Style) -> String {
    let mut text = paint("stroke", style.stroke);
    let _ = write!(text, " stroke-width=\"{}\"", num(style.width_px));
    if let Some([dash, gap]) = style.dash_px {
        let _ = write!(text, " stroke-dasharray=\"{} {}\"", num(dash), num(gap));
    }
    text
}

/// Text that XML reads back unchanged; characters that XML forbids become U+FFFD.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ => safe.push(c),
        }
    }
    safe
}

/// Escaped words of a line that starts at `x`, in which signs that the sans family lacks name their own family. Each
/// part has its own place, because readers set a line in one family if they can, and would take the signs' family for
/// all of it.
pub(super) fn with_signs(words: &str, x: f32, size: f32) -> String {
    let mut text = String::with_capacity(words.len());
    let mut at = 0;
    while let Some(start) = words[at..].find(fonts::is_sign).map(|i| at + i) {
        let end = words[start..].find(|c| !fonts::is_sign(c)).map_or(words.len(), |i| start + i);
        part(&mut text, words, at..start, x, size, "");
        part(&mut text, words, start..end, x, size, fonts::SIGNS);
        at = end;
    }
    part(&mut text, words, at..words.len(), x, size, "");
    text
}

/// One part of a line; the first stands where the line does.
fn part(text: &mut String, words: &str, range: Range<usize>, x: f32, size: f32, family: &str) {
    let own = escape(&words[range.clone()]);
    let family = if family.is_empty() { String::new() } else { format!(" font-family=\"{family}\"") };
    let place = num(x + fonts::text_width(&words[..range.start], size));
    match (range.is_empty(), range.start == 0 && family.is_empty()) {
        (true, _) => {}
        (false, true) => text.push_str(&own),
        (false, false) => text.push_str(&format!("<tspan x=\"{place}\"{family}>{own}</tspan>")),
    }
}
