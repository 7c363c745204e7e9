//! Marks to SVG text: a figure for slides and papers, and the way to PNG.
//!
//! The page: ground, grid, marks from back to front, words on top. Words are placed last, so that they avoid each other
//! ([`super::labels`]), and have a rim in the colour of the ground, so that lines behind them do not cut them. When the
//! list has marks on [`Sheet::Difference`], the right third of the page shows that sheet in a view of its own:
//!
//! ```text
//! ┌──────────────────────┬───────────┐
//! │ title                │ A ⊖ B     │
//! │      world           │ difference│
//! │ 2 m                  │           │
//! │      0      2 m      │           │
//! └──────────────────────┴───────────┘
//! ```
mod marks;
mod page;
mod paging;
mod sheets;
mod strip;
mod writer;

pub use page::{Page, page_to_svg};
pub use sheets::{Block, GRAPH, PAGE, PAGE_DPI, pages_to_svg, picture_aspect};
pub use strip::{Cell, Strip, strip_cell_to_svg, strip_title_to_svg, strip_to_svg};

use super::bitmap::to_png;
use super::grid::{Edge, Grid, grid};
use super::labels::{LabelRequest, Obstacles, PxBox, fitted, place, room_beside};
use super::palette::{Theme, Tokens, background, style, tokens};
use super::projection::{Projection, fit};
use super::strokes::strokes;
use super::{DrawList, Primitive, Role, Sheet, View, fonts};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use glam::Vec2;
use marks::{Pen, leader, rectangle};
use writer::{Writer, escape, hex, num, paint, with_signs};

/// Size and look of an exported figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Width, pixels.
    pub width: u32,
    /// Height, pixels.
    pub height: u32,
    /// What part of the world it shows.
    pub view: View,
    /// Colours.
    pub theme: Theme,
    /// Draw grid and scale.
    pub grid: bool,
    /// Words at the top left (title), if any.
    pub title: Option<String>,
}

/// Height of a line of text, as a multiple of its size.
const LINE_HEIGHT: f32 = 1.25;

/// The picture as SVG text. When the list has marks on [`super::Sheet::Difference`], the right third shows that
/// sheet, and the world, made smaller by a third, keeps its width.
pub fn to_svg(list: &DrawList, figure: &Figure) -> String {
    let tokens = tokens(figure.theme);
    let size = Vec2::new(figure.width as f32, figure.height as f32);
    let has_side = list.marks.iter().any(|m| m.sheet == Sheet::Difference);
    let split = if has_side { (size.x * 2.0 / 3.0).round() } else { size.x };
    let mut out = Writer::default();
    head(figure, &tokens, list, &mut out);

    let world = PxBox::at(Vec2::ZERO, Vec2::new(split, size.y));
    let title = figure.title.as_deref().filter(|t| !t.is_empty());
    // Beside a side sheet the world is scaled down, so that its view keeps the width that the whole page would show.
    let view = View { height: figure.view.height * size.x / split, ..figure.view };
    if let Some(projection) = Projection::new(view, world) {
        sheet(list, figure, Sheet::World, projection, title, &mut out);
    }
    if has_side {
        let side = PxBox { min: Vec2::new(split, 0.0), max: size };
        rectangle(side, &paint("fill", background(figure.theme)), &mut out);
        let view = fit(list, Sheet::Difference, side.size().x / size.y);
        if let Some(projection) = view.and_then(|v| Projection::new(v, side)) {
            sheet(list, figure, Sheet::Difference, projection, Some("Difference A ⊖ B"), &mut out);
        }
        let border = style(figure.theme, Role::GridAxis);
        leader(side.min, Vec2::new(split, size.y), &border, &mut out);
    }
    out.add(format_args!("</svg>\n"));
    out.text
}

/// One sheet alone on the page, as SVG text.
pub fn sheet_to_svg(list: &DrawList, figure: &Figure, which: Sheet) -> String {
    let mut out = Writer::default();
    head(figure, &tokens(figure.theme), list, &mut out);
    let page = PxBox::at(Vec2::ZERO, Vec2::new(figure.width as f32, figure.height as f32));
    if let Some(projection) = Projection::new(figure.view, page) {
        sheet(list, figure, which, projection, figure.title.as_deref().filter(|t| !t.is_empty()), &mut out);
    }
    out.add(format_args!("</svg>\n"));
    out.text
}

/// Root element, title for readers of the source, patterns and clips, ground.
fn head(figure: &Figure, tokens: &Tokens, list: &DrawList, out: &mut Writer) {
    let (w, h) = (figure.width, figure.height);
    out.add(format_args!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\""));
    out.add(format_args!(" font-family=\"{}\" font-size=\"{}\"", fonts::SVG_FAMILIES, num(tokens.body_size)));
    out.add(format_args!(" xml:space=\"preserve\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"));
    if let Some(title) = &figure.title {
        out.add(format_args!("<title>{}</title>\n", escape(title)));
    }
    out.add(format_args!("<defs>\n"));
    for role in [Role::StaticBody, Role::FrozenBody] {
        let ink = style(figure.theme, role);
        let id = marks::hatch_id(role);
        let width = num(ink.width_px * 0.5);
        out.add(format_args!(
            "<pattern id=\"{id}\" patternUnits=\"userSpaceOnUse\" width=\"9\" height=\"9\" patternTransform=\"rotate(45)\">"
        ));
        out.add(format_args!(
            "<path d=\"M4.5 0L4.5 9\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linecap=\"butt\"/></pattern>\n",
            hex(ink.stroke)
        ));
    }
    pictures(list, out);
    out.add(format_args!("</defs>\n"));
    rectangle(PxBox::at(Vec2::ZERO, Vec2::new(w as f32, h as f32)), &paint("fill", tokens.background), out);
}

/// The pictures of a list, each a unit square, as PNG within the text.
fn pictures(list: &DrawList, out: &mut Writer) {
    for (i, picture) in list.pictures.iter().enumerate() {
        let Ok(png) = to_png(picture) else { continue };
        let data = STANDARD.encode(png);
        out.add(format_args!("<image id=\"picture-{i}\" width=\"1\" height=\"1\" preserveAspectRatio=\"none\""));
        out.add(format_args!(" href=\"data:image/png;base64,{data}\"/>\n"));
    }
}

/// One sheet in its frame: grid, marks, words.
fn sheet(list: &DrawList, figure: &Figure, which: Sheet, projection: Projection, title: Option<&str>, out: &mut Writer) {
    let frame = projection.frame;
    let clip = if which == Sheet::World { "world" } else { "side" };
    out.add(format_args!("<clipPath id=\"{clip}\">"));
    rectangle(frame, "", out);
    out.add(format_args!("</clipPath>\n<g clip-path=\"url(#{clip})\">\n"));
    contents(list, figure.theme, which, projection, (figure.grid, title), out);
    out.add(format_args!("</g>\n"));
}

/// What stands in the frame of a sheet: the grid where it has one, its marks, its title and words.
fn contents(
    list: &DrawList,
    theme: Theme,
    which: Sheet,
    projection: Projection,
    (has_grid, title): (bool, Option<&str>),
    out: &mut Writer,
) {
    let frame = projection.frame;
    let view = View { center: projection.center, height: frame.size().y / projection.scale };
    let grid = if has_grid {
        grid(view, frame.size().x / frame.size().y, frame.size().y, tokens(theme).body_size / tokens(Theme::Dark).body_size)
    } else {
        Grid::default()
    };
    let grid_pen = Pen { list: &grid.lines, theme, projection };
    grid.lines.marks.iter().for_each(|mark| grid_pen.mark(mark, out));
    let pen = Pen { list, theme, projection };
    list.marks.iter().filter(|m| m.sheet == which).for_each(|mark| pen.mark(mark, out));
    let mut taken: Vec<PxBox> = title.map(|title| heading(title, theme, frame, which, out)).into_iter().collect();
    grid_numbers(&grid, projection, theme, &mut taken, out);
    words(list, theme, which, projection, &taken, out);
}

/// Metres at the left and lower edge; their boxes go to `taken`.
fn grid_numbers(grid: &Grid, projection: Projection, theme: Theme, taken: &mut Vec<PxBox>, out: &mut Writer) {
    let frame = projection.frame;
    let size = tokens(theme).caption_size;
    let margin = tokens(theme).space * 2.0;
    for number in &grid.numbers {
        let extent = Vec2::new(fonts::text_width(&number.text, size), size * LINE_HEIGHT);
        let on_paper = projection.to_px(Vec2::splat(number.at));
        let bounds = match number.edge {
            Edge::Bottom => PxBox::at(Vec2::new(on_paper.x - extent.x * 0.5, frame.max.y - margin - extent.y), extent),
            Edge::Left => PxBox::at(Vec2::new(frame.min.x + margin, on_paper.y - extent.y * 0.5), extent),
        };
        // Keep the corner free: there the two rows of numbers would collide.
        let corner = PxBox { min: Vec2::new(frame.min.x, frame.max.y - 3.0 * extent.y), max: Vec2::new(frame.min.x + 60.0, frame.max.y) };
        if frame.contains(bounds) && !bounds.overlaps(corner) && !taken.iter().any(|other| bounds.overlaps(*other)) {
            text(&number.text, bounds, size, 400, theme, Role::QuietText, out);
            taken.push(bounds);
        }
    }
}

/// The words at the top left of a sheet; returns the place they take.
fn heading(title: &str, theme: Theme, frame: PxBox, which: Sheet, out: &mut Writer) -> PxBox {
    let tokens = tokens(theme);
    let (size, weight, role) =
        if which == Sheet::World { (tokens.title_size, 500, Role::Text) } else { (tokens.body_size, 400, Role::QuietText) };
    let at = frame.min + Vec2::splat(tokens.space * 4.0);
    let room = frame.max.x - at.x - tokens.space * 4.0;
    let shown = shortened(title, size, room);
    let bounds = PxBox::at(at, Vec2::new(fonts::text_width(&shown, size) * 1.03, size * LINE_HEIGHT));
    text(&shown, bounds, size, weight, theme, role, out);
    bounds.grown(tokens.space)
}

/// As much of the words as fits into `room` points, with an ellipsis if cut.
fn shortened(words: &str, size: f32, room: f32) -> String {
    if fonts::text_width(words, size) <= room {
        return words.to_string();
    }
    let mut kept = words.to_string();
    while kept.pop().is_some() && fonts::text_width(&format!("{kept}…"), size) > room {}
    kept + "…"
}

/// All labels of a sheet, placed so that none covers another.
fn words(list: &DrawList, theme: Theme, which: Sheet, projection: Projection, taken: &[PxBox], out: &mut Writer) {
    let tokens = tokens(theme);
    let size = tokens.body_size;
    let page = projection.frame.grown(-tokens.space);
    let mut labels = Vec::new();
    let mut requests = Vec::new();
    for mark in list.marks.iter().filter(|m| m.sheet == which) {
        let Primitive::Label { at, text, offset_px, priority, room } = &mark.primitive else { continue };
        let extent = Vec2::new(fonts::text_width(text, size), size * LINE_HEIGHT);
        let offset = Vec2::new(offset_px.x, -offset_px.y);
        let anchor = projection.to_px(*at);
        let factor = room.map_or(1.0, |room| fitted(extent, room_beside(room * projection.scale, anchor, offset, page)));
        requests.push(LabelRequest { anchor, offset, size: factor * extent, priority: *priority });
        labels.push((mark.role, text.as_str(), factor * size));
    }
    let around = if requests.is_empty() { Obstacles::default() } else { strokes(list, which, projection) };
    let placed = place(&requests, taken, &around, page);
    for ((role, words, size), label) in labels.into_iter().zip(placed) {
        let Some(label) = label else { continue };
        if let Some([from, to]) = label.leader {
            leader(from, to, &style(theme, role), out);
        }
        text(words, label.bounds, size, 400, theme, role, out);
    }
}

/// One line of words that fills `bounds`, with a rim in the colour of the ground.
fn text(words: &str, bounds: PxBox, size: f32, weight: u16, theme: Theme, role: Role, out: &mut Writer) {
    let ink = style(theme, role).stroke;
    // Roboto's letters without descent sit 0.93 of the size below the top of a line of 1.25.
    let (x, y) = (num(bounds.min.x), num(bounds.min.y + size * 0.95));
    let weight = if weight == 400 { String::new() } else { format!(" font-weight=\"{weight}\"") };
    let (ground, fill) = (hex(background(theme)), hex(ink));
    let rim = num(size * 0.25);
    out.add(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"{weight} fill=\"{fill}\"", num(size)));
    out.add(format_args!(
        " stroke=\"{ground}\" stroke-width=\"{rim}\" paint-order=\"stroke\">{}</text>\n",
        with_signs(words, bounds.min.x, size)
    ));
}
