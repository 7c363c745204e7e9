//! Printing a lesson.

use crate::app::effect::{Effect, Painting};
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::palette::Theme;
use crate::draw::png;
use crate::draw::svg::PAGE;
use crate::lens::microscope::print::{lesson_pages, page_path};

/// A page in a browser writes no PDF: there the browser prints the pages.
const USUAL_ENDING: &str = if cfg!(target_arch = "wasm32") { "svg" } else { "pdf" };

impl App {
    /// Asks where the printed lesson goes.
    pub(super) fn ask_print(&mut self) {
        if self.document.lesson.is_empty() {
            return self
                .notify(NoticeKind::Warning, "This scene has no lesson to print: open the microscope at a place and add it (Ctrl+L).");
        }
        self.teaching.prints = true;
        self.effects.push(Effect::AskExport { name: format!("{}_lesson.{USUAL_ENDING}", self.file_stem()) });
    }

    /// Prints the lesson. One file is made beside the window; of a file a page it must be known first how many there
    /// are.
    pub(super) fn print(&mut self, path: &str) {
        let path = path.to_owned();
        let lower = path.to_ascii_lowercase();
        if lower.ends_with(".pdf") && cfg!(not(target_arch = "wasm32")) {
            let document = self.document.clone();
            let painting = Painting::new(move || pdf(&document));
            return self.effects.push(Effect::PaintFigure { path, painting });
        }
        let is_png = lower.ends_with(".png");
        if !is_png && !lower.ends_with(".svg") {
            let all = if cfg!(target_arch = "wasm32") { ".svg or .png" } else { ".pdf, .svg or .png" };
            return self.notify(NoticeKind::Error, format!("Not printed: \"{path}\" must end in {all}."));
        }
        let pages = match lesson_pages(&self.document) {
            Ok(pages) => pages,
            Err(problems) => return self.notify(NoticeKind::Error, format!("Not printed: {problems}")),
        };
        let count = pages.len();
        for (i, svg) in pages.into_iter().enumerate() {
            let path = page_path(&path, i, count);
            self.effects.push(if is_png {
                Effect::PaintFigure { path, painting: Painting::new(move || png::svg_to_png(&svg, PAGE, Theme::Projector)) }
            } else {
                Effect::WriteFigure { path, bytes: svg.into_bytes() }
            });
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn pdf(document: &crate::scene::document::Document) -> Result<Vec<u8>, String> {
    let pages = lesson_pages(document).map_err(|problems| problems.to_string())?;
    crate::draw::pdf::svg_to_pdf(&document.title, &pages, crate::draw::svg::PAGE_DPI)
}

#[cfg(target_arch = "wasm32")]
fn pdf(_: &crate::scene::document::Document) -> Result<Vec<u8>, String> {
    Err("a page in a browser writes no PDF".to_owned())
}
