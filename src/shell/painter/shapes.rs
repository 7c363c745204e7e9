//! The instanced batch: circles, boxes, capsules, thick lines and arrow heads, one draw call for all.
//!
//! A shape is a rounded box given by eleven numbers; the vertex shader stretches a unit square over it, the fragment
//! shader computes the signed distance to its edge (a *signed distance field*; Inigo Quilez, "2D distance functions",
//! has the box's derivation) and turns it into coverage, so that edges are smooth at every zoom without
//! multisampling.
//!
//! ```text
//!          half.x   radius            d < 0 inside, d = 0 on the edge, in pixels
//!      |<---------->|<-->|            coverage  = clamp(0.5 - d)
//!      +------------+    .            stroke    = clamp(0.5 + d + stroke width)   (the outline lies inside)
//!      |   center   |     )
//!      +------------+    '
//! ```
//! A circle has `half = 0`, a line `half = (length / 2, 0)` and half its width as radius. Everything is in pixels
//! from the canvas's middle, y up, so that the numbers stay small wherever in the world the camera is.

use super::buffers::{self, Buffers};
use super::canvas::Screen;
use glam::Vec2;
use miniquad::{BufferLayout, Pipeline, RenderingBackend, VertexAttribute, VertexFormat, VertexStep};

/// Where the edge runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EdgeKind {
    /// A rounded box.
    Plain = 0,
    /// A rounded box whose area is hatched with the stroke colour.
    Hatched = 1,
    /// A triangle with its tip at `+half.x` and a base of `2 half.y` at `-half.x`.
    Head = 2,
}

/// One shape as the graphics card sees it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeInstance {
    center: [f32; 2],
    axis: [f32; 2],
    half: [f32; 2],
    radius_stroke_phase: [f32; 3],
    fill: [u8; 4],
    stroke: [u8; 4],
    /// Dash and gap in quarter pixels (0 = solid), [`EdgeKind`], unused.
    pattern: [u8; 4],
}

impl ShapeInstance {
    /// A rounded box about `center`, its x axis along the unit vector `axis`, filled and outlined.
    pub fn new(center: Vec2, axis: Vec2, half: Vec2, radius: f32) -> ShapeInstance {
        ShapeInstance {
            center: center.to_array(),
            axis: axis.to_array(),
            half: half.to_array(),
            radius_stroke_phase: [radius, 0.0, 0.0],
            fill: [0; 4],
            stroke: [0; 4],
            pattern: [0; 4],
        }
    }

    /// A line with round ends.
    pub fn line(a: Vec2, b: Vec2, width: f32, color: [u8; 4]) -> ShapeInstance {
        let along = b - a;
        let length = along.length();
        let axis = if length > 1e-6 { along / length } else { Vec2::X };
        ShapeInstance::new(0.5 * (a + b), axis, Vec2::new(0.5 * length, 0.0), 0.5 * width).filled(color)
    }

    /// Sets the colour of the area.
    pub fn filled(mut self, color: [u8; 4]) -> ShapeInstance {
        self.fill = color;
        self
    }

    /// Sets the outline: colour and width, inside the edge.
    pub fn stroked(mut self, color: [u8; 4], width: f32) -> ShapeInstance {
        self.stroke = color;
        self.radius_stroke_phase[1] = width;
        self
    }

    /// Cuts the shape into dashes along its own x axis, beginning `phase` pixels into the pattern.
    pub fn dashed(mut self, dash: f32, gap: f32, phase: f32) -> ShapeInstance {
        let quarters = |length: f32| (length * 4.0).round().clamp(1.0, 255.0) as u8;
        self.pattern[0] = quarters(dash);
        self.pattern[1] = quarters(gap);
        self.radius_stroke_phase[2] = phase;
        self
    }

    /// Sets where the edge runs and how the area looks.
    pub fn of_kind(mut self, kind: EdgeKind) -> ShapeInstance {
        self.pattern[2] = kind as u8;
        self
    }
}

const VERTEX: &str = r#"#version 100
attribute vec2 corner;
attribute vec2 center; attribute vec2 axis; attribute vec2 half_size; attribute vec3 rounding;
attribute vec4 fill; attribute vec4 stroke; attribute vec4 pattern;
uniform vec4 place; uniform vec2 hatch;
varying highp vec2 at; varying highp vec2 extent; varying highp vec3 round_stroke_phase; varying highp vec2 on_canvas;
varying lowp vec4 area; varying lowp vec4 outline; varying highp vec3 dash_gap_kind;
vec4 premultiplied(vec4 c) { c /= 255.0; return vec4(c.rgb * c.a, c.a); }
void main() {
    at = corner * (half_size + vec2(rounding.x + 1.0));
    extent = half_size; round_stroke_phase = rounding;
    area = premultiplied(fill); outline = premultiplied(stroke);
    dash_gap_kind = vec3(pattern.xy * 0.25, pattern.z);
    on_canvas = center + vec2(at.x * axis.x - at.y * axis.y, at.x * axis.y + at.y * axis.x);
    gl_Position = vec4(on_canvas * place.xy + place.zw, 0.0, 1.0);
}"#;

const FRAGMENT: &str = r#"#version 100
precision highp float;
varying highp vec2 at; varying highp vec2 extent; varying highp vec3 round_stroke_phase; varying highp vec2 on_canvas;
varying lowp vec4 area; varying lowp vec4 outline; varying highp vec3 dash_gap_kind;
uniform vec4 place; uniform vec2 hatch;
void main() {
    float d;
    if (dash_gap_kind.z > 1.5) {
        vec2 slope = normalize(vec2(extent.y, 2.0 * extent.x));
        d = max(-at.x - extent.x, dot(vec2(at.x - extent.x, abs(at.y)), slope));
    } else {
        vec2 beyond = abs(at) - extent;
        d = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0);
    }
    d -= round_stroke_phase.x;
    float cover = clamp(0.5 - d, 0.0, 1.0);
    float dash = dash_gap_kind.x;
    if (dash > 0.0) {
        float period = dash + dash_gap_kind.y;
        float t = mod(at.x + extent.x + round_stroke_phase.z, period);
        float off = min(abs(t - 0.5 * dash), abs(t - period - 0.5 * dash)) - 0.5 * dash;
        cover *= clamp(0.5 - off, 0.0, 1.0);
    }
    if (cover <= 0.0) discard;
    vec4 color = area;
    if (dash_gap_kind.z > 0.5 && dash_gap_kind.z < 1.5) {
        float t = mod((on_canvas.x + on_canvas.y) * 0.70710678 + hatch.x, hatch.y);
        float stripe = clamp(1.0 - abs(t - 0.5 * hatch.y), 0.0, 1.0) * 0.5;
        color = color * (1.0 - stripe * outline.a) + outline * stripe;
    }
    float width = round_stroke_phase.y;
    if (width > 0.0) color = mix(color, outline, clamp(0.5 + d + width, 0.0, 1.0));
    gl_FragColor = color * cover;
}"#;

/// Shapes waiting to be drawn, and the pipeline that draws them.
pub struct ShapeBatch {
    pipeline: Pipeline,
    corners: miniquad::BufferId,
    indices: miniquad::BufferId,
    buffers: Buffers<ShapeInstance>,
    /// What waits.
    pub waiting: Vec<ShapeInstance>,
}

impl ShapeBatch {
    /// Compiles the shaders.
    ///
    /// # Errors
    /// What the graphics driver says when it refuses them.
    pub fn new(backend: &mut dyn RenderingBackend) -> Result<ShapeBatch, String> {
        let attribute = |name, format| VertexAttribute::with_buffer(name, format, 1);
        let pipeline = buffers::pipeline(
            backend,
            &[BufferLayout::default(), BufferLayout { step_func: VertexStep::PerInstance, ..Default::default() }],
            &[
                VertexAttribute::with_buffer("corner", VertexFormat::Float2, 0),
                attribute("center", VertexFormat::Float2),
                attribute("axis", VertexFormat::Float2),
                attribute("half_size", VertexFormat::Float2),
                attribute("rounding", VertexFormat::Float3),
                attribute("fill", VertexFormat::Byte4),
                attribute("stroke", VertexFormat::Byte4),
                attribute("pattern", VertexFormat::Byte4),
            ],
            (VERTEX, FRAGMENT),
        )?;
        let square: [[f32; 2]; 4] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let two_triangles: [u16; 6] = [0, 1, 2, 0, 2, 3];
        Ok(ShapeBatch {
            pipeline,
            corners: buffers::constant_buffer(backend, miniquad::BufferType::VertexBuffer, &square),
            indices: buffers::constant_buffer(backend, miniquad::BufferType::IndexBuffer, &two_triangles),
            buffers: Buffers::new(miniquad::BufferType::VertexBuffer),
            waiting: Vec::new(),
        })
    }

    /// The next frame begins.
    pub fn begin_frame(&mut self) {
        self.buffers.begin_frame();
    }

    /// Draws what waits; inside a pass.
    pub fn flush(&mut self, backend: &mut dyn RenderingBackend, screen: &Screen) {
        if self.waiting.is_empty() {
            return;
        }
        let instances = self.buffers.upload(backend, &self.waiting);
        backend.apply_pipeline(&self.pipeline);
        backend.apply_bindings_from_slice(&[self.corners, instances], self.indices, &[]);
        buffers::apply_uniforms(backend, screen);
        backend.draw(0, 6, self.waiting.len() as i32);
        self.waiting.clear();
    }
}
