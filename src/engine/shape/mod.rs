//! Shapes: pure geometry in the frame of a body.
//!
//! Every convex shape is a *core* of points, rounded by a *radius*: a circle is one point, a capsule and a segment two, a box
//! four, a polygon three or more. SAT, GJK and EPA see only this form ([`Convex`]), so each works for every pair.

pub mod r#box;
pub mod capsule;
pub mod circle;
pub mod decompose;
pub mod hull;
pub mod polygon;
pub mod segment;

use super::aabb::Aabb;
use super::math::{Pose, Vec2};

pub use r#box::BoxShape;
pub use capsule::Capsule;
pub use circle::Circle;
pub use polygon::ConvexPolygon;
pub use segment::Segment;

/// Any shape the engine collides.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A disc.
    Circle(Circle),
    /// A rectangle, perhaps turned, shifted and rounded.
    Box(BoxShape),
    /// A segment with thickness and round ends.
    Capsule(Capsule),
    /// A convex polygon, perhaps rounded.
    Polygon(ConvexPolygon),
    /// A line without thickness; has no mass, meant for static ground.
    Segment(Segment),
}

/// A convex core of points with a rounding radius, in some frame: what the general algorithms see.
#[derive(Clone, Copy, Debug)]
pub struct Convex<'a> {
    /// Core vertices, counter-clockwise when three or more.
    pub points: &'a [Vec2],
    /// Outward unit normals: `normals[i]` belongs to the edge from `points[i]` to `points[i + 1]`. One per point for polygons,
    /// two (either side) for a segment core, empty for a circle.
    pub normals: &'a [Vec2],
    /// Rounding, metres, at least 0.
    pub radius: f32,
}

/// Why a shape cannot be built. `Display` says it in words with the offending value.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeError {
    /// A number is NaN or infinite.
    NotFinite {
        /// Which one.
        what: &'static str,
    },
    /// A length lies outside its bounds.
    OutOfRange {
        /// Which one.
        what: &'static str,
        /// Its value, metres.
        value: f32,
        /// Smallest allowed, metres.
        min: f32,
        /// Largest allowed, metres.
        max: f32,
    },
    /// Too few or too many vertices.
    VertexCount {
        /// How many there are.
        count: usize,
    },
    /// Two vertices are the same point.
    EqualVertices {
        /// Index of the first.
        first: usize,
        /// Index of the second.
        second: usize,
    },
    /// Three neighbouring vertices lie on one line, or the outline has no area.
    Collinear {
        /// Index of the middle one.
        middle: usize,
    },
    /// The outline is not convex at a vertex.
    NotConvex {
        /// Index of the vertex.
        vertex: usize,
    },
    /// Two edges of an outline cross.
    SelfCrossing {
        /// Index of the first edge's first vertex.
        first: usize,
        /// Index of the second edge's first vertex.
        second: usize,
    },
}

impl Shape {
    /// The core and radius, in the body's frame.
    pub fn convex(&self) -> Convex<'_> {
        todo!("engine/shape")
    }

    /// Tight box around the shape when its body has `pose`.
    pub fn aabb(&self, _pose: Pose) -> Aabb {
        todo!("engine/shape")
    }

    /// True when the point (body frame) lies in the shape or on its border.
    pub fn contains(&self, _local_point: Vec2) -> bool {
        todo!("engine/shape")
    }

    /// Word for messages and labels: "circle", "box", "capsule", "polygon", "segment".
    pub fn word(&self) -> &'static str {
        match self {
            Shape::Circle(_) => "circle",
            Shape::Box(_) => "box",
            Shape::Capsule(_) => "capsule",
            Shape::Polygon(_) => "polygon",
            Shape::Segment(_) => "segment",
        }
    }
}
