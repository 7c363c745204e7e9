//! Short words for building documents in tests.
#![allow(dead_code)] // each test file uses a part of it

use collidoscope::engine::body::BodyKind;
use collidoscope::engine::math::Vec2;
use collidoscope::scene::document::{BodyDoc, Geometry, JointDoc, ShapeDoc};

pub fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

pub fn ball(id: &str, x: f32, y: f32, radius: f32) -> BodyDoc {
    let geometry = Geometry::Circle { radius, center: Vec2::ZERO };
    BodyDoc { id: id.to_owned(), position: v(x, y), shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() }
}

pub fn ground() -> BodyDoc {
    let geometry = Geometry::Segment { a: v(-50.0, 0.0), b: v(50.0, 0.0) };
    BodyDoc { id: "ground".to_owned(), kind: BodyKind::Static, shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() }
}

pub fn joint(id: &str, body_a: Option<&str>, body_b: &str, joint: JointDoc) -> JointDoc {
    JointDoc { id: id.to_owned(), body_a: body_a.map(str::to_owned), body_b: body_b.to_owned(), ..joint }
}
