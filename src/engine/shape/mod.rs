//! Shapes: pure geometry in the frame of a body.
//!
//! Every convex shape is a *core* of points, rounded by a *radius*: a circle is one point, a capsule and a segment
//! two, a box four, a polygon three or more. SAT, GJK and EPA see only this form ([`Convex`]), so each works for
//! every pair.

pub mod bounding_circle;
pub mod r#box;
mod bridge;
pub mod capsule;
pub mod circle;
pub mod convex;
pub mod decompose;
pub mod error;
pub mod hull;
pub mod overlap;
pub mod polygon;
pub mod predicates;
pub mod segment;

use super::aabb::Aabb;
use super::frames::LocalPoint;
use super::math::{Pose, Vec2, max, min};

pub use r#box::BoxShape;
pub use capsule::Capsule;
pub use circle::Circle;
pub use convex::Convex;
pub use error::ShapeError;
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

impl Shape {
    /// The core and radius, in the body's frame.
    #[inline]
    pub fn convex(&self) -> Convex<'_> {
        match self {
            Shape::Circle(shape) => shape.convex(),
            Shape::Box(shape) => shape.convex(),
            Shape::Capsule(shape) => shape.convex(),
            Shape::Polygon(shape) => shape.convex(),
            Shape::Segment(shape) => shape.convex(),
        }
    }

    /// Tight box around the shape when its body has `pose`.
    pub fn aabb(&self, pose: Pose) -> Aabb {
        let core = self.convex();
        let first = pose.transform_point(core.points[0]);
        let mut bounds = Aabb { min: first, max: first };
        for &point in &core.points[1..] {
            let p = pose.transform_point(point);
            bounds.min = Vec2::new(min(p.x, bounds.min.x), min(p.y, bounds.min.y));
            bounds.max = Vec2::new(max(p.x, bounds.max.x), max(p.y, bounds.max.y));
        }
        bounds.grown(core.radius)
    }

    /// True when the point lies in the shape or on its border.
    pub fn contains(&self, point: LocalPoint) -> bool {
        self.signed_distance(point) <= 0.0
    }

    /// Distance from a point to the border, metres; negative inside.
    pub fn signed_distance(&self, point: LocalPoint) -> f32 {
        self.convex().signed_distance(point.vec())
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

impl From<Circle> for Shape {
    fn from(shape: Circle) -> Shape {
        Shape::Circle(shape)
    }
}

impl From<BoxShape> for Shape {
    fn from(shape: BoxShape) -> Shape {
        Shape::Box(shape)
    }
}

impl From<Capsule> for Shape {
    fn from(shape: Capsule) -> Shape {
        Shape::Capsule(shape)
    }
}

impl From<ConvexPolygon> for Shape {
    fn from(shape: ConvexPolygon) -> Shape {
        Shape::Polygon(shape)
    }
}

impl From<Segment> for Shape {
    fn from(shape: Segment) -> Shape {
        Shape::Segment(shape)
    }
}
