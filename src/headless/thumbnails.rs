//! `thumbnails`: the small pictures of the scene picker, drawn by the program itself.

use super::arguments::{Size, ThumbnailOptions};
use super::host::{Host, write_file};
use super::render::{FigureOptions, picture, scene_pair};
use super::source;
use crate::draw::palette::Theme;
use crate::draw::png;
use crate::scene::shipped;

/// Size of a thumbnail, pixels.
pub const THUMBNAIL: Size = Size { width: 320, height: 200 };

/// Draws all thumbnails into a folder.
///
/// # Errors
/// A scene does not load, or a file cannot be written.
pub fn thumbnails(options: &ThumbnailOptions, host: &mut dyn Host) -> Result<(), String> {
    for scene in shipped::scenes() {
        let (document, stage) = source::stage_at(scene.name, scene.moment, host)?;
        let look = FigureOptions {
            lenses: scene.lenses.to_vec(),
            pair: scene_pair(&document, &stage),
            turn: usize::MAX,
            theme: Theme::Dark,
            framed: false,
            films: None,
        };
        let (list, figure) = picture(&document, &stage, THUMBNAIL, &look);
        write_file(host, &path(&options.out, scene.name), &png::to_small_png(&list, &figure)?)?;
    }
    Ok(())
}

/// Where the small picture of a scene goes.
pub fn path(folder: &str, scene: &str) -> String {
    format!("{}/{scene}.png", folder.trim_end_matches('/'))
}
