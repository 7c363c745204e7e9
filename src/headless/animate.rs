//! `animate`: a part of a scene's run as an animated GIF.

use super::animate_arguments::AnimateOptions;
use super::host::{Host, write_file};
use super::render::{FigureOptions, known_lens, picture, pictures_beside, scene_pair};
use super::source;
use crate::draw::gif::{Gif, MOST_FRAMES, pace};

/// Draws a run into a file.
///
/// # Errors
/// The scene does not load, a lens does not exist, there are too many frames, the world stands still, or the file
/// cannot be written.
pub fn animate(options: &AnimateOptions, host: &mut dyn Host) -> Result<(), String> {
    let document = source::load(&options.scene, host)?;
    let (stride, hundredths) = pace(document.world.step_hz, options.speed);
    let (from, to) = (options.from, options.to);
    let frames = to.saturating_sub(from) / stride + 1;
    if to <= from {
        return Err(format!("--from {from} --to {to}: --to must be larger than --from"));
    }
    if frames > MOST_FRAMES {
        return Err(format!("--from {from} --to {to}: these are {frames} frames, at most {MOST_FRAMES} are possible"));
    }
    let lenses = match &options.lens {
        Some(ids) => ids.iter().map(|id| id.trim()).filter(|id| *id != "none").map(known_lens).collect::<Result<Vec<_>, _>>()?,
        None => document.view.iter().flat_map(|view| &view.lenses).filter_map(|id| known_lens(id).ok()).collect(),
    };
    let mut gif = Gif::new(hundredths)?;
    let mut stage = source::stage_of(&options.scene, &document, from, |_, _| {})?;
    let pair = scene_pair(&document, &stage);
    let films = pictures_beside(&document, &options.scene, host);
    let look = FigureOptions { lenses, pair, turn: usize::MAX, theme: options.theme.theme(), framed: true, films: Some(&films) };
    for frame in 0..frames {
        for _ in 0..if frame == 0 { 0 } else { stride } {
            source::step(&mut stage).map_err(|why| format!("{}: {why}", options.scene))?;
        }
        let (list, figure) = picture(&document, &stage, options.size, &look);
        gif.add(&list, &figure)?;
    }
    write_file(host, &options.out, &gif.finish())
}
