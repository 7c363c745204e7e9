//! The window's painter: marks of the world sheet to pixels.
//!
//! macroquad's immediate calls cost 20 ms of processor time for 20,000 bodies; one instanced batch of shapes and one
//! batch of triangles cost half a millisecond. Everything is computed in pixels from the canvas's middle, y up.
//!
//! Order: the grid, then bodies (polygons, then everything else, so that two draw calls serve all bodies), their skins,
//! then overlays in the order of the list, with a new draw call only where shapes and polygons alternate.

mod buffers;
pub mod canvas;
pub mod images;
pub mod polygon;
pub mod shapes;
mod spread;
pub mod triangles;

mod mapping;
mod marks;

use crate::draw::DrawList;
use crate::draw::palette;
pub use canvas::{Canvas, Screen};
use glam::Vec2;
use images::ImageBatch;
use marks::Layer;
use miniquad::{PassAction, RenderingBackend};
use shapes::ShapeBatch;
use triangles::TriangleBatch;

/// The pipelines and their batches.
pub struct Painter {
    shapes: ShapeBatch,
    triangles: TriangleBatch,
    images: ImageBatch,
    scratch: marks::Scratch,
}

impl Painter {
    /// Compiles the shaders.
    ///
    /// # Errors
    /// What the graphics driver says when it refuses them.
    pub fn new(backend: &mut dyn RenderingBackend) -> Result<Painter, String> {
        Ok(Painter {
            shapes: ShapeBatch::new(backend)?,
            triangles: TriangleBatch::new(backend)?,
            images: ImageBatch::new(backend)?,
            scratch: marks::Scratch::default(),
        })
    }

    /// Fills the window with the ground colour and paints the canvases, each within its place.
    pub fn paint(&mut self, backend: &mut dyn RenderingBackend, canvases: &[Canvas<'_>]) {
        let theme = canvases.first().map_or_else(palette::Theme::default, |canvas| canvas.theme);
        let [red, green, blue, _] = palette::background(theme).map(|c| f32::from(c) / 255.0);
        backend.begin_default_pass(PassAction::clear_color(red, green, blue, 1.0));
        self.shapes.begin_frame();
        self.triangles.begin_frame();
        self.images.begin_frame(backend);
        canvases.iter().for_each(|canvas| self.one(backend, canvas));
        backend.end_render_pass();
    }

    fn one(&mut self, backend: &mut dyn RenderingBackend, canvas: &Canvas<'_>) {
        let (width, height) = miniquad::window::screen_size();
        let [left, bottom, wide, high] = canvas.scissors(height);
        let mapping = mapping::Mapping::new(canvas);
        let screen = mapping.screen(Vec2::new(width, height), canvas);
        let ruled = if canvas.grid { mapping.grid(canvas.view) } else { DrawList::default() };
        backend.apply_scissor_rect(left, bottom, wide, high);
        for (layer, list) in [(Layer::Ground, &ruled), (Layer::Bodies, canvas.list), (Layer::Overlays, canvas.list)] {
            let (shapes, triangles) = (&mut self.shapes, &mut self.triangles);
            let mut out = marks::Output { shapes, triangles, backend, screen: &screen, list, theme: canvas.theme };
            marks::paint_layer(layer, &mapping, &mut self.scratch, &mut out);
            self.triangles.flush(backend, &screen);
            self.shapes.flush(backend, &screen);
            if layer == Layer::Bodies {
                self.images.paint(backend, canvas.list, &mapping, &screen);
            }
        }
    }
}
