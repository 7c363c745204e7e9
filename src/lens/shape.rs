//! A shape as marks.

use crate::draw::{DrawList, Primitive, Role};
use crate::engine::math::Pose;
use crate::engine::shape::Shape;

/// A shape of a body that stands at `pose`, in the form that painters like best.
pub fn shape(list: &mut DrawList, role: Role, shape: &Shape, pose: Pose) {
    let at = |p| pose.transform_point(p);
    match shape {
        Shape::Circle(c) => list.circle(role, at(c.center()), c.radius()),
        Shape::Capsule(c) => list.capsule(role, at(c.points()[0]), at(c.points()[1]), c.radius()),
        Shape::Box(b) => {
            let frame = pose.compose(b.pose());
            let rotation = frame.rotation.x_axis();
            list.push(role, Primitive::Box { center: frame.position, half: b.half(), rotation, rounding: b.radius() });
        }
        Shape::Polygon(p) => list.polygon(role, p.points().iter().map(|&v| at(v)), p.radius()),
        Shape::HalfPlane(h) => {
            list.push(role, Primitive::HalfPlane { point: at(h.point()), normal: pose.rotation.rotate(h.normal()) });
        }
        Shape::Segment(s) => list.line(role, at(s.points()[0]), at(s.points()[1])),
    }
}
