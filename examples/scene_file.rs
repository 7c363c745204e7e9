//! A scene file without a window: load it, run two seconds, draw the contacts as an SVG figure.
//!
//! `cargo run --example scene_file -- scenes/pyramid.json pyramid.svg`
#![allow(clippy::print_stdout)] // its output is its purpose

use collidoscope::draw::DrawList;
use collidoscope::draw::palette::Theme;
use collidoscope::draw::svg::{Figure, to_svg};
use collidoscope::lens::{self, LensInput};
use collidoscope::scene::file;
use collidoscope::scene::problem::Problems;
use collidoscope::scene::stage::Stage;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(scene), Some(out)) = (arguments.next(), arguments.next()) else {
        return Err("usage: scene_file SCENE.json OUT.svg".into());
    };
    let svg = figure(&std::fs::read(scene)?)?;
    std::fs::write(&out, &svg)?;
    println!("{out}: {} bytes", svg.len());
    Ok(())
}

/// The scene in these bytes after two seconds, with its contacts. An error names every problem of the file with its
/// place.
pub fn figure(json: &[u8]) -> Result<String, Problems> {
    let document = file::parse(json)?;
    let mut stage = Stage::new(&document)?;
    for _ in 0..2 * document.world.step_hz as usize {
        stage.step();
    }
    let (width, height) = (1200, 800);
    let view = lens::frame(&stage);
    let input = LensInput {
        stage: &stage,
        pair: None,
        chosen: &[],
        turn: 0,
        metres_per_px: view.height / height as f32,
        films: None,
        document: Some(&document),
    };
    let mut list = DrawList::default();
    lens::compose(&input, &["contacts"], &mut list);
    Ok(to_svg(&list, &Figure { width, height, view, theme: Theme::Light, grid: true, title: Some(document.title.clone()) }))
}
