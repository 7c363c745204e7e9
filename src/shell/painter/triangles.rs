//! The triangle batch: polygons, triangulated on the processor with a fringe of one pixel for smooth edges.

use super::buffers::{self, Buffers};
use super::canvas::Screen;
use miniquad::{BufferLayout, BufferType, Pipeline, RenderingBackend, VertexAttribute, VertexFormat};

/// A corner of a triangle: place in pixels from the canvas's middle (y up), colour, and colour of the hatching there
/// (alpha 0 = none).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Pixels from the canvas's middle.
    pub place: [f32; 2],
    /// Colour, not premultiplied.
    pub color: [u8; 4],
    /// Colour of the hatching.
    pub hatch: [u8; 4],
}

const VERTEX: &str = r#"#version 100
attribute vec2 corner; attribute vec4 color; attribute vec4 hatching;
uniform vec4 place; uniform vec2 hatch;
varying lowp vec4 area; varying lowp vec4 stripes; varying highp vec2 on_canvas;
vec4 premultiplied(vec4 c) { c /= 255.0; return vec4(c.rgb * c.a, c.a); }
void main() {
    area = premultiplied(color); stripes = premultiplied(hatching); on_canvas = corner;
    gl_Position = vec4(corner * place.xy + place.zw, 0.0, 1.0);
}"#;

const FRAGMENT: &str = r#"#version 100
precision highp float;
varying lowp vec4 area; varying lowp vec4 stripes; varying highp vec2 on_canvas;
uniform vec4 place; uniform vec2 hatch;
void main() {
    float t = mod((on_canvas.x + on_canvas.y) * 0.70710678 + hatch.x, hatch.y);
    float stripe = clamp(1.0 - abs(t - 0.5 * hatch.y), 0.0, 1.0) * 0.5;
    gl_FragColor = area * (1.0 - stripe * stripes.a) + stripes * stripe;
}"#;

/// Triangles waiting to be drawn, and the pipeline that draws them.
pub struct TriangleBatch {
    pipeline: Pipeline,
    corner_buffers: Buffers<Corner>,
    index_buffers: Buffers<u32>,
    /// Corners that wait.
    pub corners: Vec<Corner>,
    /// Three places in `corners` for each triangle.
    pub indices: Vec<u32>,
}

impl TriangleBatch {
    /// Compiles the shaders.
    ///
    /// # Errors
    /// What the graphics driver says when it refuses them.
    pub fn new(backend: &mut dyn RenderingBackend) -> Result<TriangleBatch, String> {
        let pipeline = buffers::pipeline(
            backend,
            &[BufferLayout::default()],
            &[
                VertexAttribute::new("corner", VertexFormat::Float2),
                VertexAttribute::new("color", VertexFormat::Byte4),
                VertexAttribute::new("hatching", VertexFormat::Byte4),
            ],
            (VERTEX, FRAGMENT),
        )?;
        Ok(TriangleBatch {
            pipeline,
            corner_buffers: Buffers::new(BufferType::VertexBuffer),
            index_buffers: Buffers::new(BufferType::IndexBuffer),
            corners: Vec::new(),
            indices: Vec::new(),
        })
    }

    /// The next frame begins.
    pub fn begin_frame(&mut self) {
        self.corner_buffers.begin_frame();
        self.index_buffers.begin_frame();
    }

    /// Draws what waits; inside a pass.
    pub fn flush(&mut self, backend: &mut dyn RenderingBackend, screen: &Screen) {
        if !self.indices.is_empty() {
            let corners = self.corner_buffers.upload(backend, &self.corners);
            let indices = self.index_buffers.upload(backend, &self.indices);
            backend.apply_pipeline(&self.pipeline);
            backend.apply_bindings_from_slice(&[corners], indices, &[]);
            buffers::apply_uniforms(backend, screen);
            backend.draw(0, self.indices.len() as i32, 1);
        }
        self.corners.clear();
        self.indices.clear();
    }
}
