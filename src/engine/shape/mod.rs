//! Shapes: pure geometry in the frame of a body.
//!
//! Every convex shape is a *core* of points, rounded by a *radius*: a circle is one point, a capsule and a segment
//! two, a box four, a polygon three or more. SAT, GJK and EPA see only this form ([`Convex`]), so each works for
//! every pair. A half-plane has no end; the other of a pair sees the part of it that matters to it ([`Shape::near`]).

pub mod bounding_circle;
pub mod r#box;
mod bridge;
pub mod capsule;
pub mod circle;
pub mod convex;
pub mod decompose;
pub mod error;
pub mod half_plane;
pub mod hull;
pub mod overlap;
pub mod polygon;
pub mod predicates;
pub mod segment;

use super::aabb::Aabb;
use super::frames::LocalPoint;
use super::math::{Pose, Vec2, max, min};
use std::borrow::Cow;

pub use r#box::BoxShape;
pub use capsule::Capsule;
pub use circle::Circle;
pub use convex::Convex;
pub use error::ShapeError;
pub use half_plane::HalfPlane;
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
    /// Everything below a line, without end; has no mass, for static ground.
    HalfPlane(HalfPlane),
}

impl Shape {
    /// The core and radius, in the body's frame. Of a half-plane a large part ([`HalfPlane::convex`]); what looks at a
    /// place asks [`Shape::near`] first.
    #[inline]
    pub fn convex(&self) -> Convex<'_> {
        match self {
            Shape::Circle(shape) => shape.convex(),
            Shape::Box(shape) => shape.convex(),
            Shape::Capsule(shape) => shape.convex(),
            Shape::Polygon(shape) => shape.convex(),
            Shape::Segment(shape) => shape.convex(),
            Shape::HalfPlane(shape) => shape.convex(),
        }
    }

    /// The shape itself; of a half-plane the part that matters to what lies within `reach` metres of `center` (body
    /// frame).
    #[inline]
    pub fn near(&self, center: Vec2, reach: f32) -> Cow<'_, Shape> {
        match self {
            Shape::HalfPlane(shape) => Cow::Owned(shape.piece(center, reach).into()),
            _ => Cow::Borrowed(self),
        }
    }

    /// True for a shape without end.
    #[inline]
    pub fn is_endless(&self) -> bool {
        matches!(self, Shape::HalfPlane(_))
    }

    /// Tight box around the shape when its body has `pose`. That of a half-plane ends at [`half_plane::END`].
    pub fn aabb(&self, pose: Pose) -> Aabb {
        match self {
            Shape::HalfPlane(shape) => shape.aabb(pose),
            _ => self.core_aabb(pose),
        }
    }

    /// The same around [`Shape::convex`]: of a half-plane around the part that this shows.
    pub fn core_aabb(&self, pose: Pose) -> Aabb {
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
        match self {
            Shape::HalfPlane(shape) => shape.height(point.vec()),
            _ => self.convex().signed_distance(point.vec()),
        }
    }

    /// Word for messages and labels: "circle", "box", "capsule", "polygon", "segment", "half-plane".
    pub fn word(&self) -> &'static str {
        match self {
            Shape::Circle(_) => "circle",
            Shape::Box(_) => "box",
            Shape::Capsule(_) => "capsule",
            Shape::Polygon(_) => "polygon",
            Shape::Segment(_) => "segment",
            Shape::HalfPlane(_) => "half-plane",
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

impl From<HalfPlane> for Shape {
    fn from(shape: HalfPlane) -> Shape {
        Shape::HalfPlane(shape)
    }
}
