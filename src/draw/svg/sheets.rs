//! Pages of paper: words and pictures one below the other, on as many A4 pages as they need. Nothing is cut: a line of
//! words or a row of pictures that does not fit any more goes to the next page, a heading goes with what follows, and
//! words with the picture above them ([`super::paging`]).
//!
//! ```text
//! ┌ title ───────────┐ ┌──────────────────┐
//! │ 1  heading       │ │ 2  heading       │
//! │ words words      │ │ …                │
//! │ ┌──────┬───────┐ │ │                  │
//! │ │world │ space │ │ │                  │
//! │ └──────┴───────┘ │ │                  │
//! │            1 / 2 │ │            2 / 2 │
//! └──────────────────┘ └──────────────────┘
//! ```

use super::super::fonts::wrapped;
use super::super::labels::PxBox;
use super::super::palette::{Theme, tokens};
use super::super::projection::Projection;
use super::super::{DrawList, Role, Sheet, View, fonts};
use super::marks::rectangle;
use super::paging::{Kind, Paged, Slot, paged};
use super::writer::{Writer, paint, stroke};
use super::{Figure, LINE_HEIGHT, contents, head, style, text};
use glam::Vec2;

/// Size of a page at 144 dots an inch, pixels: 210 × 297 mm.
pub const PAGE: (u32, u32) = (1191, 1684);
/// Dots an inch of [`PAGE`].
pub const PAGE_DPI: f32 = 144.0;
/// Printed in black on white, with lines and words that a copier keeps.
const THEME: Theme = Theme::Projector;
/// Free space at the edges, between blocks and between pictures, pixels.
const MARGIN: f32 = 85.0;
const GAP: f32 = 20.0;
/// Size of a graph on a page, pixels.
pub const GRAPH: (u32, u32) = (765, 330);
/// Height over width of a picture.
const FLATNESS: f32 = 0.75;
/// A paragraph of so many lines stays on one page.
const TOGETHER: usize = 20;
/// Room for the number of the page, pixels.
const FOOTER: f32 = 40.0;

/// What stands on the pages, from top to bottom.
#[derive(Clone, Debug)]
pub enum Block {
    /// A new page begins.
    NewPage,
    /// Words over what follows.
    Heading(String),
    /// A paragraph that belongs to what follows it.
    Caption(String),
    /// A paragraph; line breaks in it are kept.
    Words(Role, String),
    /// Pictures side by side: sheets of one list of marks.
    Pictures {
        /// The sheets, and what part of them is shown.
        views: Vec<(Sheet, View)>,
        /// The marks.
        list: DrawList,
        /// The picture of the world has a grid with metres at its edges.
        has_grid: bool,
    },
    /// Curves on axes: a drawing of its own as SVG text, of [`GRAPH`]'s size.
    Graph(String),
}

/// A block, or a line of one, with its height.
struct Piece<'a> {
    height: f32,
    /// It stands on the same page as the next piece.
    is_bound: bool,
    what: What<'a>,
}

enum What<'a> {
    NewPage,
    Space,
    Line { words: String, size: f32, weight: u16, role: Role },
    Pictures { views: &'a [(Sheet, View)], list: &'a DrawList, has_grid: bool },
    Graph(&'a str),
}

/// Width over height of a picture in a row of so many.
pub fn picture_aspect() -> f32 {
    1.0 / FLATNESS
}

fn room() -> f32 {
    PAGE.0 as f32 - 2.0 * MARGIN
}

/// Size of a picture in a row of so many.
fn picture_size(count: usize) -> Vec2 {
    // One alone is no larger than two side by side would be wide and a half.
    let share = if count <= 1 { 0.75 * room() } else { (room() - GAP * (count - 1) as f32) / count as f32 };
    Vec2::new(share, share * FLATNESS)
}

/// The pages as SVG text, each A4.
pub fn pages_to_svg(title: &str, blocks: &[Block]) -> Vec<String> {
    let pieces = pieces(title, blocks);
    let pages = laid_out(&pieces);
    let count = pages.len();
    pages.iter().enumerate().map(|(i, page)| page_to_svg(title, &pieces, page, i, count)).collect()
}

fn pieces<'a>(title: &str, blocks: &'a [Block]) -> Vec<Piece<'a>> {
    let t = tokens(THEME);
    let mut all = Vec::new();
    lines(title, t.title_size * 1.4, 500, Role::Text, true, &mut all);
    for (i, block) in blocks.iter().enumerate() {
        // A picture stands with its numbers, and both with their question.
        let has_words = matches!(blocks.get(i + 1), Some(Block::Words(..)));
        match block {
            Block::NewPage => all.push(Piece { height: 0.0, is_bound: false, what: What::NewPage }),
            Block::Heading(words) => {
                all.push(Piece { height: GAP, is_bound: true, what: What::Space });
                lines(words, t.title_size, 500, Role::Text, true, &mut all);
                all.push(Piece { height: 0.25 * GAP, is_bound: true, what: What::Space });
            }
            Block::Caption(words) => {
                let is_bound = paragraph(words, t.body_size, Role::Text, &mut all);
                all.push(Piece { height: 0.25 * GAP, is_bound, what: What::Space });
            }
            Block::Words(role, words) => {
                let is_bound = paragraph(words, t.body_size, *role, &mut all) && *role == Role::QuietText && has_words;
                all.push(Piece { height: 0.5 * GAP, is_bound, what: What::Space });
            }
            Block::Pictures { views, list, has_grid } => {
                let height = picture_size(views.len()).y + GAP;
                all.push(Piece { height, is_bound: has_words, what: What::Pictures { views, list, has_grid: *has_grid } });
            }
            Block::Graph(drawing) => {
                all.push(Piece { height: GRAPH.1 as f32 + GAP, is_bound: has_words, what: What::Graph(drawing) });
            }
        }
    }
    all
}

/// The lines of a paragraph. A short one stays together, and says so.
fn paragraph(words: &str, size: f32, role: Role, all: &mut Vec<Piece<'_>>) -> bool {
    let from = all.len();
    lines(words, size, 400, role, false, all);
    let is_short = all.len() - from <= TOGETHER;
    all[from..].iter_mut().for_each(|piece| piece.is_bound = is_short);
    is_short
}

fn lines(words: &str, size: f32, weight: u16, role: Role, is_bound: bool, all: &mut Vec<Piece<'_>>) {
    // Bold letters are a little wider than those that are counted with.
    let room = if weight > 400 { room() / 1.06 } else { room() };
    for words in wrapped(words, size, room) {
        all.push(Piece { height: size * LINE_HEIGHT, is_bound, what: What::Line { words, size, weight, role } });
    }
}

fn laid_out(pieces: &[Piece<'_>]) -> Vec<Paged> {
    let slot = |piece: &Piece<'_>| {
        let kind = match piece.what {
            What::NewPage => Kind::NewPage,
            What::Space => Kind::Space,
            What::Line { .. } => Kind::Words,
            What::Pictures { .. } | What::Graph(_) => Kind::Picture,
        };
        Slot { height: piece.height, is_bound: piece.is_bound, kind }
    };
    paged(&pieces.iter().map(slot).collect::<Vec<_>>(), PAGE.1 as f32 - 2.0 * MARGIN - FOOTER)
}

fn page_to_svg(title: &str, pieces: &[Piece<'_>], page: &Paged, number: usize, count: usize) -> String {
    let view = View { center: Vec2::ZERO, height: 1.0 };
    let figure = Figure { width: PAGE.0, height: PAGE.1, view, theme: THEME, grid: false, title: Some(title.to_owned()) };
    let t = tokens(THEME);
    let mut out = Writer::default();
    head(&figure, &t, &DrawList::default(), &mut out);
    for (index, y) in &page.pieces {
        let at = Vec2::new(MARGIN, MARGIN + y);
        match &pieces[*index].what {
            What::NewPage | What::Space => {}
            What::Line { words, size, weight, role } => {
                let bounds = PxBox::at(at, Vec2::new(fonts::text_width(words, *size), size * LINE_HEIGHT));
                text(words, bounds, *size, *weight, THEME, *role, &mut out);
            }
            What::Pictures { views, list, has_grid } => pictures(views, (list, *has_grid), at, page.scale, *index, &mut out),
            What::Graph(drawing) => graph(drawing, at, page.scale, &mut out),
        }
    }
    let foot = format!("{} / {count}", number + 1);
    let width = fonts::text_width(&foot, t.caption_size);
    let size = Vec2::new(width, t.caption_size * LINE_HEIGHT);
    let at = Vec2::new(PAGE.0 as f32 - MARGIN - width, PAGE.1 as f32 - MARGIN - size.y);
    text(&foot, PxBox::at(at, size), t.caption_size, 400, THEME, Role::QuietText, &mut out);
    out.add(format_args!("</svg>\n"));
    out.text
}

/// A drawing of its own within the page, at its place.
fn graph(drawing: &str, at: Vec2, scale: f32, out: &mut Writer) {
    let from = drawing.find("<svg ").unwrap_or(0);
    let placed = format!("<svg x=\"{}\" y=\"{}\" ", at.x, at.y + 0.5 * GAP);
    let size = |scale: f32| format!("width=\"{}\" height=\"{}\"", GRAPH.0 as f32 * scale, GRAPH.1 as f32 * scale);
    let drawing = drawing[from..].replacen("<svg ", &placed, 1).replacen(&size(1.0), &size(scale), 1);
    out.add(format_args!("{drawing}\n"));
}

fn pictures(views: &[(Sheet, View)], (list, has_grid): (&DrawList, bool), at: Vec2, scale: f32, index: usize, out: &mut Writer) {
    let size = scale * picture_size(views.len());
    for (i, (sheet, view)) in views.iter().enumerate() {
        let frame = PxBox::at(at + Vec2::new((size.x + GAP) * i as f32, 0.5 * GAP), size);
        out.add(format_args!("<clipPath id=\"p{index}-{i}\">"));
        rectangle(frame, "", out);
        out.add(format_args!("</clipPath>\n<g clip-path=\"url(#p{index}-{i})\">\n"));
        if let Some(projection) = Projection::new(*view, frame) {
            contents(list, THEME, *sheet, projection, (has_grid && *sheet == Sheet::World, None), out);
        }
        out.add(format_args!("</g>\n"));
        let border = style(THEME, Role::GridAxis);
        rectangle(frame, &format!("{}{}", paint("fill", [0, 0, 0, 0]), stroke(&border)), out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTTOM: f32 = PAGE.1 as f32 - MARGIN - FOOTER;

    fn blocks() -> Vec<Block> {
        let words = "Look at the axis that separates the two boxes. ".repeat(60);
        let long = format!("{words}\n{}", "Donaudampfschifffahrt".repeat(20));
        let pictures = || Block::Pictures {
            views: vec![(Sheet::World, View { center: Vec2::ZERO, height: 2.0 }); 2],
            list: DrawList::default(),
            has_grid: false,
        };
        (0..12).flat_map(|i| [Block::Heading(format!("{i}  Step")), Block::Words(Role::Text, long.clone()), pictures()]).collect()
    }

    #[test]
    fn no_piece_reaches_over_the_edge_of_its_page_and_none_is_lost_or_told_twice() {
        let blocks = blocks();
        let pieces = pieces("A lesson", &blocks);
        let pages = laid_out(&pieces);
        assert!(pages.len() > 5 && pages.iter().all(|page| !page.pieces.is_empty()), "{}", pages.len());
        let mut shown: Vec<usize> = Vec::new();
        for (page, (index, y)) in pages.iter().flat_map(|page| page.pieces.iter().map(move |piece| (page, piece))) {
            let is_picture = matches!(pieces[*index].what, What::Pictures { .. } | What::Graph(_));
            let height = pieces[*index].height * if is_picture { page.scale } else { 1.0 };
            assert!(MARGIN + y + height <= BOTTOM + 0.01);
            shown.push(*index);
        }
        let drawn = |index: &usize| !matches!(pieces[*index].what, What::Space | What::NewPage);
        let (told, all): (Vec<usize>, Vec<usize>) =
            (shown.into_iter().filter(|index| drawn(index)).collect(), (0..pieces.len()).filter(|index| drawn(index)).collect());
        assert_eq!(told, all);
    }

    #[test]
    fn a_heading_stands_on_the_page_of_what_follows_it() {
        let blocks = blocks();
        let pieces = pieces("A lesson", &blocks);
        let pages = laid_out(&pieces);
        for page in &pages {
            let (last, _) = page.pieces.last().unwrap();
            assert!(!pieces[*last].is_bound, "a page ends with a heading");
        }
    }

    #[test]
    fn no_line_is_wider_than_the_page_and_no_letter_is_lost() {
        let words = format!("Short words and {} behind.", "Donaudampfschifffahrt".repeat(20));
        let lines = wrapped(&words, 20.0, room());
        assert!(lines.len() > 3 && lines.iter().all(|line| fonts::text_width(line, 20.0) <= room()));
        let letters = |words: &str| words.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        assert_eq!(letters(&lines.concat()), letters(&words));
    }
}
