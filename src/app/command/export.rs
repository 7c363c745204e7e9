//! Figures out of the program: the canvas, a film, one view of a frame, a graph.

use crate::app::effect::{Effect, Painting};
use crate::app::exported::Exported;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::svg::{Figure, strip_to_svg, to_svg};
use crate::draw::{DrawList, png};
use crate::lens::microscope::export;
use crate::lens::microscope::figure::{FilmView, view_bytes};

/// Width and height of a single view under the microscope as a figure, pixels.
const VIEW_SIZE: (u32, u32) = (960, 720);

impl App {
    /// Asks where the canvas goes as a figure; under the microscope, the film.
    pub(super) fn ask_figure(&mut self) {
        self.exported = Exported::Shown;
        let stem = self.file_stem();
        let of_film = self.bench.as_ref().map_or(String::new(), |bench| format!("_{}", bench.microscope().id));
        self.effects.push(Effect::AskExport { name: format!("{stem}{of_film}.svg") });
    }

    /// Asks where a view of the film's present frame goes.
    pub(super) fn ask_view(&mut self, view: FilmView) {
        let stem = self.file_stem();
        let Some(bench) = &self.bench else { return };
        self.exported = Exported::View(view);
        let name = format!("{stem}_{}_{}_{}.svg", bench.microscope().id, bench.frame() + 1, view.id());
        self.effects.push(Effect::AskExport { name });
    }

    pub(super) fn export(&mut self, path: &str) {
        let figure = match std::mem::take(&mut self.exported) {
            Exported::Lesson => return self.print(path),
            Exported::Animation => return self.export_animation(path),
            Exported::Graph(graph) => self.graph_bytes(graph, path).map(|bytes| Effect::WriteFigure { path: path.to_owned(), bytes }),
            Exported::View(view) => self.figure(path, Some(view)),
            Exported::Shown => self.figure(path, None),
        };
        match figure {
            Ok(effect) => self.effects.push(effect),
            Err(why) => self.notify(NoticeKind::Error, format!("Not exported: {why}")),
        }
    }

    /// What the shell has to write. Marks become text at once, but painting the pixels of many large ones takes long:
    /// the shell does that beside the window.
    fn figure(&self, path: &str, view: Option<FilmView>) -> Result<Effect, String> {
        let path = path.to_owned();
        let is_png = path.to_ascii_lowercase().ends_with(".png");
        if let Some(bench) = &self.bench {
            if is_png && view.is_none() {
                let strip = export::strip(bench.film(), self.theme);
                return Ok(Effect::PaintFigure { path, painting: Painting::new(move |_| png::strip_to_png(&strip, &mut |_, _| ())) });
            }
            let bytes = match view {
                Some(view) => view_bytes(bench.film(), bench.frame(), view, VIEW_SIZE, &path, self.theme)?,
                None => export::bytes(bench.film(), &path, self.theme)?,
            };
            return Ok(Effect::WriteFigure { path, bytes });
        }
        let is_svg = path.to_ascii_lowercase().ends_with(".svg");
        if !is_png && !is_svg {
            return Err(format!("\"{path}\" must end in .svg or .png"));
        }
        if let Some(panes) = self.panes_page() {
            return Ok(if is_png {
                Effect::PaintFigure { path, painting: Painting::new(move |_| png::strip_to_png(&panes, &mut |_, _| ())) }
            } else {
                Effect::WriteFigure { path, bytes: strip_to_svg(&panes).into_bytes() }
            });
        }
        let figure = Figure {
            width: self.camera.canvas.x.round().max(1.0) as u32,
            height: self.camera.canvas.y.round().max(1.0) as u32,
            view: self.camera.view(),
            theme: self.theme,
            grid: self.settings.grid,
            title: None,
        };
        let mut list = DrawList::default();
        self.figure_picture(&mut list);
        if is_png {
            return Ok(Effect::PaintFigure { path, painting: Painting::new(move |_| png::to_png(&list, &figure)) });
        }
        Ok(Effect::WriteFigure { path, bytes: to_svg(&list, &figure).into_bytes() })
    }
}
