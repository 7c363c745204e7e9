//! A page of words: a title and paragraphs below it, as high as they need.

use super::super::fonts::wrapped;
use super::super::labels::PxBox;
use super::super::palette::{Theme, tokens};
use super::super::{DrawList, Role, View, fonts};
use super::writer::Writer;
use super::{Figure, LINE_HEIGHT, head, text};
use glam::Vec2;

/// A page of words.
#[derive(Clone, Debug)]
pub struct Page {
    /// What stands above all.
    pub title: String,
    /// Paragraphs, each in the colour of a role.
    pub paragraphs: Vec<(Role, String)>,
    /// Colours.
    pub theme: Theme,
    /// Width, pixels.
    pub width: u32,
}

/// Free space at the edges and between paragraphs, points.
const MARGIN: f32 = 24.0;
const GAP: f32 = 8.0;

impl Page {
    fn room(&self) -> f32 {
        (self.width as f32 - 2.0 * MARGIN).max(40.0)
    }

    /// Every line of the page with its size, role and upper left corner; and the height that they need.
    fn lines(&self) -> (Vec<(String, f32, Role, Vec2)>, f32) {
        let tokens = tokens(self.theme);
        let mut lines = Vec::new();
        let mut y = MARGIN;
        let title = (Role::Text, &self.title, tokens.title_size);
        let paragraphs = self.paragraphs.iter().map(|(role, words)| (*role, words, tokens.body_size));
        for (role, words, size) in std::iter::once(title).chain(paragraphs) {
            for line in wrapped(words, size, self.room()) {
                lines.push((line, size, role, Vec2::new(MARGIN, y)));
                y += size * LINE_HEIGHT;
            }
            y += GAP;
        }
        (lines, y - GAP + MARGIN)
    }

    /// Width and height, pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.lines().1.ceil() as u32)
    }
}

/// The page as SVG text.
pub fn page_to_svg(page: &Page) -> String {
    let (width, height) = page.size();
    let view = View { center: Vec2::ZERO, height: 1.0 };
    let figure = Figure { width, height, view, theme: page.theme, grid: false, title: Some(page.title.clone()) };
    let mut out = Writer::default();
    head(&figure, &tokens(page.theme), &DrawList::default(), &mut out);
    for (words, size, role, at) in page.lines().0 {
        let bounds = PxBox::at(at, Vec2::new(fonts::text_width(&words, size), size * LINE_HEIGHT));
        text(&words, bounds, size, 400, page.theme, role, &mut out);
    }
    out.add(format_args!("</svg>\n"));
    out.text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_its_page_and_no_word_is_lost() {
        let words = "Each row asks for one relative velocity to vanish, and gets one impulse at a time.";
        let lines = wrapped(words, 14.0, 120.0);
        assert!(lines.len() > 3 && lines.iter().all(|line| fonts::text_width(line, 14.0) <= 120.0), "{lines:?}");
        assert_eq!(lines.join(" "), words);
    }
}
