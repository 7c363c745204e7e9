//! Graphics memory, pipelines and the way pixels mix, shared by both batches.

use super::canvas::Screen;
use miniquad::{
    BlendFactor, BlendState, BlendValue, BufferId, BufferLayout, BufferSource, BufferType, BufferUsage, Equation, Pipeline, PipelineParams,
    RenderingBackend, ShaderMeta, ShaderSource, UniformBlockLayout, UniformDesc, UniformType, UniformsSource, VertexAttribute,
};

/// Graphics memory of one kind that is filled anew several times a frame. Each filling has its own piece, and frames
/// take turns with two sets, so that the driver never waits for a picture that is still being drawn.
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
    pub fn new(kind: BufferType) -> Buffers<T> {
        Buffers { kind, sets: [Vec::new(), Vec::new()], set: 0, used: 0, of: std::marker::PhantomData }
    }

    pub fn begin_frame(&mut self) {
        self.set = 1 - self.set;
        self.used = 0;
    }

    /// Graphics memory that holds `items`.
    pub fn upload(&mut self, backend: &mut dyn RenderingBackend, items: &[T]) -> BufferId {
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

/// Graphics memory that never changes.
pub fn constant_buffer<T>(backend: &mut dyn RenderingBackend, kind: BufferType, items: &[T]) -> BufferId {
    backend.new_buffer(kind, BufferUsage::Immutable, BufferSource::slice(items))
}

#[repr(C)]
struct Uniforms {
    place: [f32; 4],
    hatch: [f32; 2],
}

/// A pipeline of two shaders, vertex and fragment. They give premultiplied colours; the window stays opaque (a web page
/// would shine through otherwise).
///
/// # Errors
/// What the graphics driver says when it refuses them.
pub fn pipeline(
    backend: &mut dyn RenderingBackend,
    layouts: &[BufferLayout],
    attributes: &[VertexAttribute],
    shaders: (&str, &str),
) -> Result<Pipeline, String> {
    pipeline_with_images(backend, layouts, attributes, shaders, &[])
}

/// The same with textures, by the names that the shaders call them.
///
/// # Errors
/// As [`pipeline`].
pub fn pipeline_with_images(
    backend: &mut dyn RenderingBackend,
    layouts: &[BufferLayout],
    attributes: &[VertexAttribute],
    (vertex, fragment): (&str, &str),
    images: &[&str],
) -> Result<Pipeline, String> {
    let uniforms = vec![UniformDesc::new("place", UniformType::Float4), UniformDesc::new("hatch", UniformType::Float2)];
    let meta = ShaderMeta { images: images.iter().map(|name| (*name).to_owned()).collect(), uniforms: UniformBlockLayout { uniforms } };
    let shader = backend.new_shader(ShaderSource::Glsl { vertex, fragment }, meta).map_err(|error| error.to_string())?;
    let color_blend = Some(BlendState::new(Equation::Add, BlendFactor::One, BlendFactor::OneMinusValue(BlendValue::SourceAlpha)));
    let alpha_blend = Some(BlendState::new(Equation::Add, BlendFactor::Zero, BlendFactor::One));
    Ok(backend.new_pipeline(layouts, attributes, shader, PipelineParams { color_blend, alpha_blend, ..Default::default() }))
}

/// Tells the shaders where the canvas lies; after the bindings.
pub fn apply_uniforms(backend: &mut dyn RenderingBackend, screen: &Screen) {
    backend.apply_uniforms(UniformsSource::table(&Uniforms { place: screen.place, hatch: screen.hatch }));
}
