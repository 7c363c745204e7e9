//! Printing a lesson, beside the window: it goes through the whole run and films every place.

use crate::app::effect::{Effect, Printing};
use crate::app::exported::Exported;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::palette::Theme;
use crate::draw::png;
use crate::draw::svg::PAGE;
use crate::lens::microscope::print::{lesson_pages_told, page_path};
use crate::scene::document::Document;
use crate::scene::path::file_name;
use crate::scene::progress::{Phase, Progress};

/// A page in a browser writes no PDF: there the browser prints the pages.
const USUAL_ENDING: &str = if cfg!(target_arch = "wasm32") { "svg" } else { "pdf" };
/// Why there are no pages when somebody wanted none any more.
const STOPPED: &str = "it was stopped";

impl App {
    /// Asks where the printed lesson goes.
    pub(super) fn ask_print(&mut self) {
        if self.document.lesson.is_empty() {
            return self
                .notify(NoticeKind::Warning, "This scene has no lesson to print: open the microscope at a place and add it (Ctrl+L).");
        }
        self.exported = Exported::Lesson;
        self.effects.push(Effect::AskExport { name: format!("{}_lesson.{USUAL_ENDING}", self.file_stem()) });
    }

    /// Prints the lesson as one PDF, or as a file a page.
    pub(super) fn print(&mut self, path: &str) {
        let path = path.to_owned();
        let lower = path.to_ascii_lowercase();
        let endings: &[&str] = if cfg!(target_arch = "wasm32") { &[".svg", ".png"] } else { &[".pdf", ".svg", ".png"] };
        let Some(ending) = endings.iter().copied().find(|known| lower.ends_with(known)) else {
            let all = if cfg!(target_arch = "wasm32") { ".svg or .png" } else { ".pdf, .svg or .png" };
            return self.notify(NoticeKind::Error, format!("Not printed: \"{path}\" must end in {all}."));
        };
        let (document, chosen) = (self.document.clone(), path.clone());
        let printing = Printing::new(move |progress| files(&document, &chosen, ending, progress));
        if let Some((_, before)) = self.teaching.printing.replace((path.clone(), printing.clone())) {
            before.progress().stop();
        }
        self.effects.push(Effect::PrintPages { path, printing });
    }

    /// How many parts of how many are done of the lesson that is being printed; `None` when none is.
    pub fn printing(&self) -> Option<(u64, u64)> {
        let (_, printing) = self.teaching.printing.as_ref()?;
        let (_, done, all) = printing.progress().now();
        Some((done, all))
    }

    pub(super) fn stop_printing(&mut self) {
        if let Some((_, printing)) = self.teaching.printing.take() {
            printing.progress().stop();
            self.notify(NoticeKind::Done, "Printing was stopped.");
        }
    }

    /// True while the lesson is being printed to this path.
    pub(super) fn is_printing(&self, path: &str) -> bool {
        self.teaching.printing.as_ref().is_some_and(|(printed, _)| printed == path)
    }

    /// The pages are there: says under which names.
    pub(super) fn pages_written(&mut self, path: &str, files: &[String]) {
        self.end_printing(path, None);
        let words = match files {
            [first, .., last] => format!("Printed {} pages: {first} to {}", files.len(), file_name(last)),
            _ => format!("Printed {}", files.first().map_or(path, String::as_str)),
        };
        self.notify(NoticeKind::Done, words);
    }

    /// Pages were written, or were not. True when that was said already.
    pub(super) fn end_printing(&mut self, path: &str, why: Option<&str>) -> bool {
        self.teaching.printing.take_if(|(printed, _)| printed == path);
        why == Some(STOPPED)
    }
}

/// The files of the printed lesson.
fn files(document: &Document, path: &str, ending: &str, progress: &Progress) -> Result<Vec<(String, Vec<u8>)>, String> {
    let steps = document.lesson.len();
    // Until it is known how many pages there are, as many as steps are expected.
    let mut go_on = |done: usize| progress.reach(Phase::Printing, done, 2 * steps);
    let pages = lesson_pages_told(document, &mut go_on).map_err(|problems| problems.to_string())?;
    let pages = pages.ok_or(STOPPED)?;
    if ending == ".pdf" {
        return Ok(vec![(path.to_owned(), pdf(document, &pages)?)]);
    }
    let count = pages.len();
    let mut all = Vec::new();
    for (i, svg) in pages.into_iter().enumerate() {
        if !progress.reach(Phase::Printing, steps + i, steps + count) {
            return Err(STOPPED.to_owned());
        }
        let bytes = if ending == ".png" { png::svg_to_png(&svg, PAGE, Theme::Projector)? } else { svg.into_bytes() };
        all.push((page_path(path, i, count), bytes));
    }
    Ok(all)
}

#[cfg(not(target_arch = "wasm32"))]
fn pdf(document: &Document, pages: &[String]) -> Result<Vec<u8>, String> {
    crate::draw::pdf::svg_to_pdf(&document.title, pages, crate::draw::svg::PAGE_DPI)
}

#[cfg(target_arch = "wasm32")]
fn pdf(_: &Document, _: &[String]) -> Result<Vec<u8>, String> {
    Err("a page in a browser writes no PDF".to_owned())
}
