//! The window's painter: marks of the world sheet to pixels.
//!
//! macroquad's immediate calls cost 20 ms of processor time for 20,000 bodies; one instanced batch of shapes and one batch
//! of triangles cost half a millisecond. Everything is computed in pixels from the canvas's middle, y up.
//!
//! Order: the grid, then bodies (polygons, then everything else, so that two draw calls serve all bodies), then overlays
//! in the order of the list, with a new draw call only where shapes and polygons alternate.

pub mod polygon;
pub mod shapes;
pub mod triangles;

mod marks;

use crate::draw::palette::{self, Theme};
use crate::draw::{DrawList, View};
use glam::Vec2;
use marks::Layer;
use miniquad::{
    BlendFactor, BlendState, BlendValue, BufferId, BufferSource, BufferType, BufferUsage, Equation, PassAction, RenderingBackend,
};
use shapes::ShapeBatch;
use triangles::TriangleBatch;

/// A picture and where it goes.
#[derive(Clone, Copy)]
pub struct Canvas<'a> {
    /// The marks; only those of the world sheet are painted, labels are left to the panels.
    pub list: &'a DrawList,
    /// What part of the world is shown.
    pub view: View,
    /// Left, top, width and height of the canvas, points from the window's upper left corner.
    pub place: [f32; 4],
    /// Pixels per point.
    pub scale: f32,
    /// Colours.
    pub theme: Theme,
    /// Lines every metre behind the picture.
    pub grid: bool,
}

/// How pixels of the canvas become places on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    /// Factors and shifts from canvas pixels to the graphics card's -1 … 1.
    pub place: [f32; 4],
    /// Shift and period of the hatching, pixels; the shift keeps the stripes where they are in the world.
    pub hatch: [f32; 2],
}

/// The pipelines and their batches.
pub struct Painter {
    shapes: ShapeBatch,
    triangles: TriangleBatch,
    scratch: marks::Scratch,
}

impl Painter {
    /// Compiles the shaders.
    ///
    /// # Errors
    /// What the graphics driver says when it refuses them.
    pub fn new(backend: &mut dyn RenderingBackend) -> Result<Painter, String> {
        Ok(Painter { shapes: ShapeBatch::new(backend)?, triangles: TriangleBatch::new(backend)?, scratch: marks::Scratch::default() })
    }

    /// Fills the window with the ground colour and paints the canvas.
    pub fn paint(&mut self, backend: &mut dyn RenderingBackend, canvas: &Canvas<'_>) {
        let [red, green, blue, _] = palette::background(canvas.theme).map(|c| f32::from(c) / 255.0);
        backend.begin_default_pass(PassAction::clear_color(red, green, blue, 1.0));
        let (width, height) = miniquad::window::screen_size();
        let mapping = marks::Mapping::new(canvas);
        let screen = mapping.screen(Vec2::new(width, height), canvas);
        self.shapes.begin_frame();
        self.triangles.begin_frame();
        let ruled = if canvas.grid { mapping.grid(canvas.view) } else { DrawList::default() };
        for (layer, list) in [(Layer::Ground, &ruled), (Layer::Bodies, canvas.list), (Layer::Overlays, canvas.list)] {
            let (shapes, triangles) = (&mut self.shapes, &mut self.triangles);
            let mut out = marks::Output { shapes, triangles, backend, screen: &screen, list, theme: canvas.theme };
            marks::paint_layer(layer, &mapping, &mut self.scratch, &mut out);
            self.triangles.flush(backend, &screen);
            self.shapes.flush(backend, &screen);
        }
        backend.end_render_pass();
    }
}

/// Graphics memory of one kind that is filled anew several times a frame. Each filling has its own piece, and frames take
/// turns with two sets, so that the driver never waits for a picture that is still being drawn.
pub struct Buffers<T> {
    kind: BufferType,
    sets: [Vec<Piece>; 2],
    set: usize,
    used: usize,
    of: std::marker::PhantomData<T>,
}

struct Piece {
    buffer: BufferId,
    capacity: usize,
}

impl<T> Buffers<T> {
    fn new(kind: BufferType) -> Buffers<T> {
        Buffers { kind, sets: [Vec::new(), Vec::new()], set: 0, used: 0, of: std::marker::PhantomData }
    }

    fn begin_frame(&mut self) {
        self.set = 1 - self.set;
        self.used = 0;
    }

    /// Graphics memory that holds `items`.
    fn upload(&mut self, backend: &mut dyn RenderingBackend, items: &[T]) -> BufferId {
        let pieces = &mut self.sets[self.set];
        let mut new_piece = |capacity: usize| {
            let buffer = backend.new_buffer(self.kind, BufferUsage::Stream, BufferSource::empty::<T>(capacity));
            Piece { buffer, capacity }
        };
        if self.used == pieces.len() {
            pieces.push(new_piece(items.len().next_power_of_two().max(256)));
        } else if pieces[self.used].capacity < items.len() {
            let old = std::mem::replace(&mut pieces[self.used], new_piece(items.len().next_power_of_two()));
            backend.delete_buffer(old.buffer);
        }
        let buffer = pieces[self.used].buffer;
        self.used += 1;
        backend.buffer_update(buffer, BufferSource::slice(items));
        buffer
    }
}

fn constant_buffer<T>(backend: &mut dyn RenderingBackend, kind: BufferType, items: &[T]) -> BufferId {
    backend.new_buffer(kind, BufferUsage::Immutable, BufferSource::slice(items))
}

/// Shaders give premultiplied colours.
fn color_blend() -> Option<BlendState> {
    Some(BlendState::new(Equation::Add, BlendFactor::One, BlendFactor::OneMinusValue(BlendValue::SourceAlpha)))
}

/// The window stays opaque (a web page would shine through otherwise).
fn alpha_blend() -> Option<BlendState> {
    Some(BlendState::new(Equation::Add, BlendFactor::Zero, BlendFactor::One))
}
