//! `print`: a lesson on A4 pages.

use super::force::Overwriting;
use super::host::{Host, write_file};
use super::source;
use crate::draw::palette::Theme;
use crate::draw::svg::{PAGE, PAGE_DPI};
use crate::draw::{pdf, png};
use crate::lens::microscope::print::{lesson_pages, page_path};
use clap::Args;

/// Arguments of `print`.
#[derive(Args, Debug)]
pub struct PrintOptions {
    /// Scene with a lesson.
    pub scene: String,
    /// File to write: `.pdf` all pages in one, `.svg` and `.png` a file a page (`F-1.png`, `F-2.png` …).
    #[arg(long, value_name = "FILE")]
    pub out: String,
    /// Overwrites.
    #[command(flatten)]
    pub overwriting: Overwriting,
}

/// Writes the pages.
///
/// # Errors
/// The scene does not load, has no lesson or a step of it shows nothing, the ending is unknown, or a file cannot be
/// written.
pub fn print(options: &PrintOptions, host: &mut dyn Host) -> Result<(), String> {
    let ending = ending(&options.out)?;
    let document = source::load(&options.scene, host)?;
    if document.lesson.is_empty() {
        return Err(format!("{}: has no `lesson` to print", options.scene));
    }
    let pages = lesson_pages(&document).map_err(|problems| source::found_by_running(&options.scene, problems, host))?;
    if ending == "pdf" {
        return write_file(host, &options.out, &pdf::svg_to_pdf(&document.title, &pages, PAGE_DPI)?);
    }
    for (number, svg) in pages.iter().enumerate() {
        let path = page_path(&options.out, number, pages.len());
        if !options.overwriting.force && host.is_read_only(&path) {
            return Err(format!("{path}: it is marked read-only; name another file, or add --force to overwrite it"));
        }
        match ending {
            "png" => write_file(host, &path, &png::svg_to_png(svg, PAGE, Theme::Projector)?)?,
            _ => write_file(host, &path, svg.as_bytes())?,
        }
    }
    Ok(())
}

/// The format that a path asks for.
fn ending(path: &str) -> Result<&'static str, String> {
    let (_, ending) = path.rsplit_once('.').unwrap_or_default();
    let known = ["pdf", "svg", "png"].into_iter().find(|known| ending.eq_ignore_ascii_case(known));
    known.ok_or_else(|| format!("\"{path}\" must end in .pdf, .svg or .png"))
}
