//! `thumbnails`: the small pictures of the scene picker, drawn by the program itself.

use super::arguments::{Size, ThumbnailOptions};
use super::host::Host;
use super::render::{Look, picture, scene_pair};
use super::source;
use crate::draw::palette::Theme;
use crate::draw::png;
use crate::scene::shipped;

/// Size of a thumbnail, pixels.
pub const THUMBNAIL: Size = Size { width: 320, height: 200 };

/// The moment at which a scene is at its liveliest, and the lenses that belong into its small picture.
fn moment(scene: &str) -> (u64, &'static [&'static str]) {
    match scene {
        "welcome" => (150, &[]),
        "dominoes" => (150, &[]),
        "sat_pair" => (330, &["sat"]),
        _ => (90, &[]),
    }
}

/// Draws all thumbnails into a folder.
///
/// # Errors
/// A scene does not load, or a file cannot be written.
pub fn thumbnails(options: &ThumbnailOptions, host: &mut dyn Host) -> Result<(), String> {
    for scene in shipped::scenes() {
        let (steps, lenses) = moment(scene.name);
        let (document, stage) = source::stage_at(scene.name, steps, host)?;
        let look =
            Look { lenses: lenses.to_vec(), pair: scene_pair(&document, &stage), turn: usize::MAX, theme: Theme::Dark, framed: false };
        let (list, figure) = picture(&document, &stage, THUMBNAIL, &look);
        let path = format!("{}/{}.png", options.out.trim_end_matches('/'), scene.name);
        host.write(&path, &png::to_png(&list, &figure)?)?;
    }
    Ok(())
}
