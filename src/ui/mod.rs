//! THE PANELS. egui functions: state in, commands out. No window, no macroquad.

use crate::app::App;
use crate::draw::DrawList;

/// State of the panels that is no part of the program's own (open windows, typed text).
#[derive(Default)]
pub struct Ui {
    /// Marks of this frame's picture: the shell paints the world sheet under the panels.
    pub picture: DrawList,
    /// Where the canvas is, points.
    pub canvas: Option<egui::Rect>,
}

impl Ui {
    /// One frame: all panels, the canvas's input and labels. Fills [`Ui::picture`] and [`Ui::canvas`].
    pub fn show(&mut self, _ctx: &egui::Context, _app: &mut App) {
        todo!("ui")
    }
}
