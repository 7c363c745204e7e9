//! The little Markdown that scene texts use: `**bold**`, `*stressed*`, `` `code` ``, paragraphs. Everything else is
//! shown as written.

use super::theme::Look;
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId};

/// How a stretch of text is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Voice {
    Plain,
    Bold,
    Stressed,
    Code,
}

/// The marks that turn a voice on and off, longest first.
const MARKS: [(&str, Voice); 3] = [("**", Voice::Bold), ("*", Voice::Stressed), ("`", Voice::Code)];

/// Stretches of text with their voice, without the marks. A mark that is never closed is shown as written.
fn stretches(text: &str) -> Vec<(Voice, String)> {
    let mut out: Vec<(Voice, String)> = Vec::new();
    let mut add = |voice, words: &str| match out.last_mut() {
        Some((last, so_far)) if *last == voice => so_far.push_str(words),
        _ if words.is_empty() => {}
        _ => out.push((voice, words.to_owned())),
    };
    let mut rest = text;
    while let Some(at) = rest.find(['*', '`']) {
        add(Voice::Plain, &rest[..at]);
        rest = &rest[at..];
        let opened = MARKS.iter().find_map(|(mark, voice)| Some((mark, voice, rest.strip_prefix(mark)?)));
        match opened.and_then(|(mark, voice, inside)| Some((mark, voice, inside, inside.find(mark).filter(|end| *end > 0)?))) {
            Some((mark, voice, inside, end)) => {
                add(*voice, &inside[..end]);
                rest = &inside[end + mark.len()..];
            }
            None => {
                add(Voice::Plain, &rest[..1]);
                rest = &rest[1..];
            }
        }
    }
    add(Voice::Plain, rest);
    out
}

/// The text without marks.
pub(crate) fn plain(text: &str) -> String {
    stretches(text).into_iter().map(|(_, words)| words).collect()
}

/// The text laid out in a font of the size of `font`.
pub(crate) fn job(look: &Look, text: &str, font: FontId, color: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (voice, words) in stretches(text) {
        let mut format = TextFormat::simple(font.clone(), color);
        match voice {
            Voice::Plain => {}
            Voice::Bold => format = TextFormat::simple(FontId::new(font.size, look.strong_font().family), look.text),
            Voice::Stressed => format.italics = true,
            Voice::Code => format.font_id = FontId::monospace(font.size),
        }
        job.append(&words, 0.0, format);
    }
    job
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_out_and_kept_when_they_are_not_closed() {
        let cases = [
            ("it **leads** its target", "it leads its target"),
            ("choose *Look inside* to", "choose Look inside to"),
            ("2 * 3 = 6", "2 * 3 = 6"),
            ("`a*b` and **", "a*b and **"),
            ("", ""),
            ("**", "**"),
            ("*é*", "é"),
        ];
        for (text, words) in cases {
            assert_eq!(plain(text), words, "{text}");
        }
        let voices: Vec<Voice> = stretches("a **b** *c* `d`").into_iter().map(|(v, _)| v).collect();
        assert_eq!(voices, [Voice::Plain, Voice::Bold, Voice::Plain, Voice::Stressed, Voice::Plain, Voice::Code]);
    }
}
