//! The image batch: pictures that bodies wear, as textures that stay on the graphics card while they are shown.

use super::buffers::{self, Buffers};
use super::canvas::Screen;
use super::mapping::Mapping;
use crate::draw::raster::Raster;
use crate::draw::{DrawList, Primitive, Sheet};
use glam::Vec2;
use miniquad::{
    BufferLayout, BufferType, FilterMode, MipmapFilterMode, Pipeline, RenderingBackend, TextureId, VertexAttribute, VertexFormat,
};
use std::sync::Arc;

/// A texture that was not shown for so many frames leaves the graphics card.
const KEPT_FRAMES: u64 = 120;

/// A corner of an image.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Corner {
    /// Pixels from the canvas's middle.
    place: [f32; 2],
    /// 0 to 1 across the picture and down, and its opacity.
    spot: [f32; 3],
}

const VERTEX: &str = r#"#version 100
attribute vec2 corner; attribute vec3 spot;
uniform vec4 place; uniform vec2 hatch;
varying highp vec3 at;
void main() {
    at = spot;
    gl_Position = vec4(corner * place.xy + place.zw, 0.0, 1.0);
}"#;

const FRAGMENT: &str = r#"#version 100
precision highp float;
varying highp vec3 at;
uniform sampler2D picture; uniform vec4 place; uniform vec2 hatch;
void main() {
    gl_FragColor = texture2D(picture, at.xy) * at.z;
}"#;

struct Texture {
    picture: Arc<Raster>,
    id: TextureId,
    shown: u64,
}

/// The pipeline of images and their textures.
pub struct ImageBatch {
    pipeline: Pipeline,
    corners: Buffers<Corner>,
    indices: Buffers<u32>,
    textures: Vec<Texture>,
    frame: u64,
}

impl ImageBatch {
    /// Compiles the shaders.
    ///
    /// # Errors
    /// What the graphics driver says when it refuses them.
    pub fn new(backend: &mut dyn RenderingBackend) -> Result<ImageBatch, String> {
        let attributes = [VertexAttribute::new("corner", VertexFormat::Float2), VertexAttribute::new("spot", VertexFormat::Float3)];
        let pipeline = buffers::pipeline_with_images(backend, &[BufferLayout::default()], &attributes, (VERTEX, FRAGMENT), &["picture"])?;
        Ok(ImageBatch {
            pipeline,
            corners: Buffers::new(BufferType::VertexBuffer),
            indices: Buffers::new(BufferType::IndexBuffer),
            textures: Vec::new(),
            frame: 0,
        })
    }

    /// The next frame begins; textures that were not shown for long are given back.
    pub fn begin_frame(&mut self, backend: &mut dyn RenderingBackend) {
        self.frame += 1;
        self.corners.begin_frame();
        self.indices.begin_frame();
        let oldest = self.frame.saturating_sub(KEPT_FRAMES);
        self.textures.iter().filter(|texture| texture.shown < oldest).for_each(|texture| backend.delete_texture(texture.id));
        self.textures.retain(|texture| texture.shown >= oldest);
    }

    /// Draws all images of the world sheet in the order of the list; inside a pass.
    pub fn paint(&mut self, backend: &mut dyn RenderingBackend, list: &DrawList, mapping: &Mapping, screen: &Screen) {
        let mut at = 0;
        let images: Vec<&Primitive> = list
            .marks
            .iter()
            .filter(|m| m.sheet == Sheet::World)
            .map(|m| &m.primitive)
            .filter(|p| matches!(p, Primitive::Image { .. }))
            .collect();
        // Neighbours of one picture are one draw call.
        while at < images.len() {
            let Primitive::Image { picture, .. } = images[at] else { break };
            let run = images[at..].iter().take_while(|p| matches!(p, Primitive::Image { picture: other, .. } if other == picture)).count();
            if let Some(raster) = list.pictures.get(*picture as usize) {
                let texture = self.texture(backend, raster);
                self.run(backend, &images[at..at + run], texture, mapping, screen);
            }
            at += run;
        }
    }

    fn run(&mut self, backend: &mut dyn RenderingBackend, images: &[&Primitive], texture: TextureId, mapping: &Mapping, screen: &Screen) {
        let (mut corners, mut indices) = (Vec::with_capacity(4 * images.len()), Vec::with_capacity(6 * images.len()));
        for image in images {
            let Primitive::Image { center, half: [x, y], opacity, .. } = image else { continue };
            if !(center.is_finite() && x.is_finite() && y.is_finite()) {
                continue;
            }
            let first = corners.len() as u32;
            for (across, down) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
                let world: Vec2 = *center + *x * (2.0 * across - 1.0) + *y * (1.0 - 2.0 * down);
                corners.push(Corner { place: mapping.place(world).to_array(), spot: [across, down, *opacity] });
            }
            indices.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
        }
        if indices.is_empty() {
            return;
        }
        let (vertices, order) = (self.corners.upload(backend, &corners), self.indices.upload(backend, &indices));
        backend.apply_pipeline(&self.pipeline);
        backend.apply_bindings_from_slice(&[vertices], order, &[texture]);
        buffers::apply_uniforms(backend, screen);
        backend.draw(0, indices.len() as i32, 1);
    }

    fn texture(&mut self, backend: &mut dyn RenderingBackend, picture: &Arc<Raster>) -> TextureId {
        let frame = self.frame;
        if let Some(known) = self.textures.iter_mut().find(|texture| Arc::ptr_eq(&texture.picture, picture)) {
            known.shown = frame;
            return known.id;
        }
        let premultiplied = |p: &[u8]| {
            let times = |c: u8| ((u16::from(c) * u16::from(p[3]) + 127) / 255) as u8;
            [times(p[0]), times(p[1]), times(p[2]), p[3]]
        };
        let bytes: Vec<u8> = picture.rgba.chunks_exact(4).flat_map(premultiplied).collect();
        let id = backend.new_texture_from_rgba8(picture.width as u16, picture.height as u16, &bytes);
        backend.texture_set_filter(id, FilterMode::Linear, MipmapFilterMode::None);
        self.textures.push(Texture { picture: picture.clone(), id, shown: frame });
        id
    }
}
