//! The box around a body of the document.

use crate::engine::aabb::Aabb;
use crate::engine::math::{Pose, Rot, Vec2};
use crate::engine::shape::Shape;
use crate::scene::document::{BodyDoc, Geometry};

/// The box by which a shape is lined up and turned; of what has no end the point where it is held.
pub fn held_box(shape: &Shape, pose: Pose) -> Aabb {
    match shape {
        Shape::HalfPlane(plane) => {
            let point = pose.transform_point(plane.point());
            Aabb { min: point, max: point }
        }
        shape => shape.aabb(pose),
    }
}

/// The box around a body of the document where it stands there.
pub fn box_of(body: &BodyDoc) -> Option<Aabb> {
    let turn = Rot::from_angle(body.angle);
    let at = |p: Vec2| body.position + turn.rotate(p);
    let around = |points: Vec<Vec2>, margin: f32| Aabb::around(points.into_iter().map(at)).map(|b| b.grown(margin));
    let of = |geometry: &Geometry| match geometry {
        Geometry::Circle { radius, center } => around(vec![*center], *radius),
        Geometry::Box { width, height, center, angle, .. } => {
            let own = Rot::from_angle(*angle);
            let corner = |x: f32, y: f32| *center + own.rotate(0.5 * Vec2::new(x * width, y * height));
            around(vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)], 0.0)
        }
        Geometry::Capsule { a, b, radius } => around(vec![*a, *b], *radius),
        Geometry::Segment { a, b } => around(vec![*a, *b], 0.0),
        // What has no end stands where its surface is held.
        Geometry::HalfPlane { point, .. } => around(vec![*point], 0.0),
        Geometry::Polygon { vertices, rounding } => around(vertices.clone(), *rounding),
        Geometry::Outline { vertices } => around(vertices.clone(), 0.0),
    };
    body.shapes.iter().filter_map(|shape| of(&shape.geometry)).reduce(Aabb::union)
}
