//! From what a document says to what the engine takes: materials resolved, outlines cut, names turned into ids.
//!
//! Nothing here touches a running world, so that an edit can be refused before anything has changed.

use super::document::{BodyDoc, Geometry, JointDoc, MaterialDoc, ShapeDoc, material_of};
use super::problem::Problem;
use crate::engine::body::{BodyDef, BodyId};
use crate::engine::collider::ColliderDef;
use crate::engine::joint::{JointDef, JointKind};
use crate::engine::math::{Pose, Vec2, direction};
use crate::engine::shape::decompose::decompose;
use crate::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, HalfPlane, Segment, Shape, ShapeError};
use std::collections::BTreeMap;

/// The colliders of a body, and the document shape each came from.
#[derive(Clone, Debug, Default)]
pub(super) struct BodyParts {
    /// In the order of the document's shapes; an outline gives several.
    pub colliders: Vec<ColliderDef>,
    /// For each collider the index into [`BodyDoc::shapes`].
    pub shape_of: Vec<u32>,
}

/// A body without its shapes.
pub(super) fn body_def(body: &BodyDoc) -> BodyDef {
    BodyDef {
        kind: body.kind,
        position: body.position,
        angle: body.angle,
        linear_velocity: body.linear_velocity,
        angular_velocity: body.angular_velocity,
        linear_damping: body.linear_damping,
        angular_damping: body.angular_damping,
        gravity_scale: body.gravity_scale,
        can_sleep: body.can_sleep,
        bullet: body.bullet,
        fixed_rotation: body.fixed_rotation,
    }
}

/// Where the document puts a body's frame.
pub(super) fn document_pose(body: &BodyDoc) -> Pose {
    Pose::new(body.position, body.angle)
}

/// Colliders of a body; `path` is its place in the file, for messages.
pub(super) fn parts(materials: &BTreeMap<String, MaterialDoc>, body: &BodyDoc, path: &str, problems: &mut Vec<Problem>) -> BodyParts {
    let mut parts = BodyParts::default();
    for (index, shape) in body.shapes.iter().enumerate().filter(|(_, shape)| !shape.sensor) {
        let (material, filter) = (material_of(materials, shape), shape.filter);
        match shapes(&shape.geometry) {
            Ok(shapes) => {
                for shape in shapes {
                    parts.colliders.push(ColliderDef { shape, material, filter });
                    parts.shape_of.push(index as u32);
                }
            }
            Err(error) => problems.push(Problem::new(format!("{path}.shapes[{index}]"), error.to_string())),
        }
    }
    parts
}

/// True when two shapes of two documents become the same colliders.
pub(super) fn same_shape(
    old_materials: &BTreeMap<String, MaterialDoc>,
    old: &ShapeDoc,
    new_materials: &BTreeMap<String, MaterialDoc>,
    new: &ShapeDoc,
) -> bool {
    old.geometry == new.geometry
        && old.filter == new.filter
        && old.sensor == new.sensor
        && material_of(old_materials, old) == material_of(new_materials, new)
}

/// Engine shapes of one geometry: one, or the convex parts of an outline.
pub(super) fn shapes(geometry: &Geometry) -> Result<Vec<Shape>, ShapeError> {
    Ok(match geometry {
        Geometry::Circle { radius, center } => vec![Shape::Circle(Circle::try_new(*center, *radius)?)],
        Geometry::Box { width, height, center, angle, rounding } => {
            vec![Shape::Box(BoxShape::try_new(*width, *height, *center, *angle, *rounding)?)]
        }
        Geometry::Capsule { a, b, radius } => vec![Shape::Capsule(Capsule::try_new(*a, *b, *radius)?)],
        Geometry::Polygon { vertices, rounding } => vec![Shape::Polygon(ConvexPolygon::try_new(vertices, *rounding)?)],
        Geometry::Segment { a, b } => vec![Shape::Segment(Segment::try_new(*a, *b)?)],
        Geometry::HalfPlane { point, angle } => vec![Shape::HalfPlane(HalfPlane::try_new(*point, *angle)?)],
        Geometry::Outline { vertices } => {
            let mut shapes = Vec::new();
            for part in decompose(vertices)? {
                shapes.push(Shape::Polygon(ConvexPolygon::try_new(&part, 0.0)?));
            }
            shapes
        }
    })
}

/// A joint as the engine takes it, with anchors where the bodies stand in the document.
pub(super) fn joint_def(joint: &JointDoc, body_a: BodyId, body_b: BodyId) -> JointDef {
    let JointDoc { anchor_a, anchor_b, collide_connected, .. } = *joint;
    JointDef { body_a, body_b, anchor_a, anchor_b, kind: joint_kind(joint), collide_connected }
}

/// What a joint does, with a unit axis and the length that the document leaves open.
pub(super) fn joint_kind(joint: &JointDoc) -> JointKind {
    let mut kind = joint.kind;
    if let Some(axis) = kind.parts().axis {
        *axis = direction(*axis).map_or(Vec2::X, |(unit, _)| unit);
    }
    kind.with_length((joint.anchor_b - joint.anchor_a).length())
}
