//! One view of one frame as a figure of its own, for a slide or a paper.

use super::film::Film;
use crate::draw::palette::Theme;
use crate::draw::svg::{Figure, Page, page_to_svg, sheet_to_svg};
use crate::draw::{DrawList, Role, Sheet, png};

/// A view of the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmView {
    /// The two shapes and what is around them.
    World,
    /// The algorithm's own space.
    Space,
    /// Numbers over iterations or steps.
    Chart,
    /// Heading, reason and formulas.
    Card,
}

impl FilmView {
    /// All views.
    pub const ALL: [FilmView; 4] = [FilmView::World, FilmView::Space, FilmView::Chart, FilmView::Card];

    /// Its word in file names and on the command line.
    pub fn id(self) -> &'static str {
        match self {
            FilmView::World => "world",
            FilmView::Space => "space",
            FilmView::Chart => "chart",
            FilmView::Card => "card",
        }
    }

    /// The sheet that it shows; `None` for the card, and for a chart that the microscope does not have.
    fn sheet(self, film: &Film) -> Option<Sheet> {
        match self {
            FilmView::World => Some(Sheet::World),
            FilmView::Space => Some(film.microscope.space),
            FilmView::Chart => film.microscope.chart_title.map(|_| Sheet::Chart),
            FilmView::Card => None,
        }
    }
}

/// A view of a frame in the form that the ending of the file name asks for, `.svg` or `.png`; a card is as high as
/// its words need.
///
/// # Errors
/// Another ending, a view that this microscope does not have, or a size that no picture can have.
pub fn view_bytes(film: &Film, frame: usize, view: FilmView, size: (u32, u32), path: &str, theme: Theme) -> Result<Vec<u8>, String> {
    let is_png = match path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "svg" => false,
        "png" => true,
        _ => return Err(format!("\"{path}\": a single view must end in .svg or .png")),
    };
    let (svg, size) = match view {
        FilmView::Card => {
            let page = card(film, frame, theme, size.0);
            (page_to_svg(&page), page.size())
        }
        _ => {
            let missing = || format!("{} has no {}", film.microscope.name, view.id());
            (sheet_svg(film, frame, view.sheet(film).ok_or_else(missing)?, size, theme).ok_or_else(missing)?, size)
        }
    };
    if is_png { png::svg_to_png(&svg, size, theme) } else { Ok(svg.into_bytes()) }
}

/// The card as a page of words.
fn card(film: &Film, frame: usize, theme: Theme, width: u32) -> Page {
    let shown = film.frame(frame);
    let lines = shown.card.lines.iter().map(|line| (Role::Text, line.words()));
    let paragraphs = std::iter::once((Role::QuietText, shown.reason.clone())).chain(lines).collect();
    Page { title: shown.heading.clone(), paragraphs, theme, width }
}

fn sheet_svg(film: &Film, frame: usize, sheet: Sheet, (width, height): (u32, u32), theme: Theme) -> Option<String> {
    let mut list = DrawList::default();
    if sheet == Sheet::World {
        film.surroundings(&mut list);
    }
    film.picture(frame, &[], &mut list);
    let view = film.view(sheet, width as f32 / height.max(1) as f32)?;
    let title = match sheet {
        Sheet::Chart => film.microscope.chart_title.unwrap_or_default().to_owned(),
        _ => film.frame(frame).heading.clone(),
    };
    Some(sheet_to_svg(&list, &Figure { width, height, view, theme, grid: false, title: Some(title) }, sheet))
}
