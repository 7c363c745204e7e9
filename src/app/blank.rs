//! What a new scene begins with.

use crate::engine::body::BodyKind;
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, Document, Geometry, ShapeDoc, ViewDoc};

/// An empty scene: one long ground, so that what is dropped lands somewhere.
pub(super) fn blank_document() -> Document {
    let ground = Geometry::Segment { a: Vec2::new(-50.0, 0.0), b: Vec2::new(50.0, 0.0) };
    let ground = BodyDoc { id: "ground".into(), kind: BodyKind::Static, shapes: vec![ShapeDoc::new(ground)], ..BodyDoc::default() };
    let view = ViewDoc { center: Vec2::new(0.0, 4.0), height: 12.0, lenses: Vec::new(), pair: None, follow: None, microscope: None };
    Document { bodies: vec![ground], view: Some(view), ..Document::default() }
}
