//! A film strip on one page: each frame with its views, its heading and its numbers, as a handout.
//!
//! ```text
//! ┌ title ──────────────────────────────┐
//! │ 1 heading        2 heading          │
//! │ ┌─────┬─────┐    ┌─────┬─────┐      │
//! │ │world│space│    │world│space│      │
//! │ └─────┴─────┘    └─────┴─────┘      │
//! │ formulas         formulas           │
//! └─────────────────────────────────────┘
//! ```

use super::super::fonts::wrapped;
use super::super::labels::PxBox;
use super::super::palette::{Theme, tokens};
use super::super::projection::Projection;
use super::super::{DrawList, Role, Sheet, View, fonts};
use super::marks::{Pen, rectangle};
use super::writer::{Writer, paint, stroke};
use super::{Figure, LINE_HEIGHT, head, shortened, text, words};
use glam::Vec2;

/// One frame.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What happens in it, in lines that fit ([`Strip::heading`]).
    pub heading: Vec<String>,
    /// Lines below the views.
    pub words: Vec<String>,
    /// The sheets that it shows, and what part of them.
    pub views: Vec<(Sheet, View)>,
    /// Its marks.
    pub list: DrawList,
}

/// A page of frames.
#[derive(Clone, Debug)]
pub struct Strip {
    /// What stands above all.
    pub title: String,
    /// Colours.
    pub theme: Theme,
    /// The frames in order.
    pub cells: Vec<Cell>,
}

/// Usual size of one view, free space, height of the title, points.
const VIEW: Vec2 = Vec2::new(300.0, 225.0);
const GAP: f32 = 18.0;
const TITLE: f32 = 40.0;
/// Most columns of a page of usual size.
const MOST_COLUMNS: usize = 3;

impl Strip {
    /// Width by height of a view.
    pub const ASPECT: f32 = VIEW.x / VIEW.y;

    /// Larger than usual, like the words of the theme.
    fn scale(&self) -> f32 {
        tokens(self.theme).body_size / tokens(Theme::Dark).body_size
    }

    /// Size of one view, points.
    fn view(&self) -> Vec2 {
        VIEW * self.scale()
    }

    fn columns(&self) -> usize {
        let most = (MOST_COLUMNS as f32 / self.scale()) as usize;
        most.min(self.cells.len()).max(1)
    }

    /// Most views of a cell.
    fn views(&self) -> usize {
        self.cells.iter().map(|cell| cell.views.len()).max().unwrap_or(0)
    }

    /// Some words as lines that fit below a cell with so many views.
    pub fn wrapped(&self, words: &str, views: usize) -> Vec<String> {
        wrapped(words, tokens(self.theme).caption_size, self.view().x * views as f32)
    }

    /// A heading as lines that fit above a cell with so many views.
    pub fn heading(&self, words: &str, views: usize) -> Vec<String> {
        wrapped(words, tokens(self.theme).body_size, self.view().x * views as f32)
    }

    /// The title in lines that fit, and the room that they take.
    fn title_lines(&self) -> (Vec<String>, f32) {
        let columns = self.columns() as f32;
        let room = GAP * (columns - 1.0) + self.view().x * self.views() as f32 * columns;
        let (lines, size) = (wrapped(&self.title, tokens(self.theme).title_size, room), tokens(self.theme).title_size);
        let more = lines.len().saturating_sub(1) as f32 * size * LINE_HEIGHT;
        (lines, TITLE + more)
    }

    fn heading_height(&self) -> f32 {
        let lines = self.cells.iter().map(|cell| cell.heading.len()).max().unwrap_or(1).max(1);
        tokens(self.theme).body_size * LINE_HEIGHT * lines as f32
    }

    fn line(&self) -> f32 {
        tokens(self.theme).caption_size * LINE_HEIGHT
    }

    /// Size of one cell, points.
    fn cell(&self) -> Vec2 {
        let lines = self.cells.iter().map(|cell| cell.words.len()).max().unwrap_or(0);
        Vec2::new(self.view().x * self.views() as f32, self.heading_height() + self.view().y + 8.0 + self.line() * lines as f32)
    }

    /// Upper left corner of a cell, points.
    fn corner(&self, index: usize) -> Vec2 {
        let place = Vec2::new((index % self.columns()) as f32, (index / self.columns()) as f32);
        Vec2::new(GAP, GAP + self.title_lines().1) + place * (self.cell() + Vec2::splat(GAP))
    }

    /// How many cells of this height a page of `height` points holds.
    pub fn most_cells(&self, height: f32) -> usize {
        let rows = ((height - GAP - self.title_lines().1) / (self.cell().y + GAP)).max(0.0) as usize;
        rows * self.columns()
    }

    /// Size of the page, points.
    pub fn size(&self) -> Vec2 {
        let (columns, rows) = (self.columns(), self.cells.len().div_ceil(self.columns()));
        let cell = self.cell() + Vec2::splat(GAP);
        Vec2::new(GAP + cell.x * columns as f32, GAP + self.title_lines().1 + cell.y * rows as f32)
    }
}

/// The page as SVG text.
pub fn strip_to_svg(strip: &Strip) -> String {
    page(strip, true, 0..strip.cells.len())
}

/// The page with one cell alone on it as SVG text, and the place that the cell takes. To paint the cells one by one
/// costs what they cover; each clip of a picture that is painted at once costs the whole page.
pub fn strip_cell_to_svg(strip: &Strip, index: usize) -> (String, PxBox) {
    (page(strip, false, index..index + 1), PxBox::at(strip.corner(index), strip.cell()))
}

/// The page with its title alone as SVG text, and the place that it takes.
pub fn strip_title_to_svg(strip: &Strip) -> (String, PxBox) {
    (page(strip, true, 0..0), PxBox::at(Vec2::ZERO, Vec2::new(strip.size().x, GAP + strip.title_lines().1)))
}

fn page(strip: &Strip, with_title: bool, cells: std::ops::Range<usize>) -> String {
    let size = strip.size().ceil();
    let title = Some(strip.title.clone());
    let view = View { center: Vec2::ZERO, height: 1.0 };
    let figure = Figure { width: size.x as u32, height: size.y as u32, view, theme: strip.theme, grid: false, title };
    let tokens = tokens(strip.theme);
    let mut out = Writer::default();
    head(&figure, &tokens, &DrawList::default(), &mut out);
    if with_title {
        for (i, words) in strip.title_lines().0.iter().enumerate() {
            let at = Vec2::new(GAP, GAP + i as f32 * tokens.title_size * LINE_HEIGHT);
            line(words, at, tokens.title_size, size.x - 2.0 * GAP, strip.theme, Role::Text, &mut out);
        }
    }
    for index in cells {
        draw_cell(strip, &strip.cells[index], index, strip.corner(index), &mut out);
    }
    out.add(format_args!("</svg>\n"));
    out.text
}

fn draw_cell(strip: &Strip, cell: &Cell, index: usize, corner: Vec2, out: &mut Writer) {
    let tokens = tokens(strip.theme);
    let room = strip.cell().x;
    for (i, words) in cell.heading.iter().enumerate() {
        let at = corner + Vec2::new(0.0, i as f32 * tokens.body_size * LINE_HEIGHT);
        line(words, at, tokens.body_size, room, strip.theme, Role::Text, out);
    }
    let top = corner + Vec2::new(0.0, strip.heading_height() + 2.0);
    for (i, (sheet, view)) in cell.views.iter().enumerate() {
        let frame = PxBox::at(top + Vec2::new(strip.view().x * i as f32, 0.0), strip.view());
        out.add(format_args!("<clipPath id=\"v{index}-{i}\">"));
        rectangle(frame, "", out);
        out.add(format_args!("</clipPath>\n<g clip-path=\"url(#v{index}-{i})\">\n"));
        if let Some(projection) = Projection::new(*view, frame) {
            let pen = Pen { list: &cell.list, theme: strip.theme, projection };
            cell.list.marks.iter().filter(|m| m.sheet == *sheet).for_each(|mark| pen.mark(mark, out));
            words(&cell.list, strip.theme, *sheet, projection, &[], out);
        }
        out.add(format_args!("</g>\n"));
        let border = super::style(strip.theme, Role::GridAxis);
        rectangle(frame, &format!("{}{}", paint("fill", [0, 0, 0, 0]), stroke(&border)), out);
    }
    for (i, words) in cell.words.iter().enumerate() {
        let at = top + Vec2::new(0.0, strip.view().y + 6.0 + strip.line() * i as f32);
        line(words, at, tokens.caption_size, room, strip.theme, Role::QuietText, out);
    }
}

fn line(words: &str, at: Vec2, size: f32, room: f32, theme: Theme, role: Role, out: &mut Writer) {
    let shown = shortened(words, size, room);
    let bounds = PxBox::at(at, Vec2::new(fonts::text_width(&shown, size), size * LINE_HEIGHT));
    text(&shown, bounds, size, 400, theme, role, out);
}
