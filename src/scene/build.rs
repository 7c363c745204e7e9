//! From what a document says to what the engine takes: materials resolved, outlines cut, names turned into ids.
//!
//! Nothing here touches a running world, so that an edit can be refused before anything has changed.

use super::document::{BodyDoc, Document, Geometry, JointDoc, LauncherDoc, MaterialDoc, ShapeDoc, WorldDoc, material_of};
use super::problem::Problem;
use crate::engine::body::{BodyDef, BodyId};
use crate::engine::collider::ColliderDef;
use crate::engine::joint::{JointDef, JointKind};
use crate::engine::math::{Pose, Vec2, direction};
use crate::engine::shape::decompose::decompose;
use crate::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, HalfPlane, Segment, Shape, ShapeError};
use crate::engine::world::WorldSettings;
use std::collections::BTreeMap;

/// The colliders of a body, and the document shape each came from.
#[derive(Clone, Debug, Default)]
pub(super) struct BodyParts {
    /// In the order of the document's shapes; an outline gives several.
    pub colliders: Vec<ColliderDef>,
    /// For each collider the index into [`BodyDoc::shapes`].
    pub shape_of: Vec<u32>,
}

/// Engine settings of a scene; what a document does not name keeps the engine's default.
pub(super) fn settings(world: &WorldDoc) -> WorldSettings {
    WorldSettings {
        gravity: world.gravity,
        step_hz: world.step_hz,
        substeps: world.substeps,
        solver: world.solver,
        solver_parameters: world.solver_parameters,
        narrow_phase: world.narrow_phase,
        broad_phase: world.broad_phase,
        joint_solver: world.joint_solver,
        mixing: world.mixing,
        restitution_threshold: world.restitution_threshold,
        warm_starting: world.warm_starting,
        accumulation: world.accumulation,
        relaxing: world.relaxing,
        sleeping: world.sleeping,
        continuous: world.continuous,
        ..WorldSettings::default()
    }
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
            Err(error) => problems.push(problem(format!("{path}.shapes[{index}]"), error.to_string())),
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

/// Names that a joint or launcher uses although no body has them, and joints of a body with itself.
pub(super) fn references(document: &Document) -> Vec<Problem> {
    let ids: std::collections::BTreeSet<&str> = document.bodies.iter().map(|b| b.id.as_str()).collect();
    let mut problems = Vec::new();
    let mut need = |path: String, id: Option<&String>| {
        if let Some(id) = id.filter(|id| !ids.contains(id.as_str())) {
            problems.push(problem(path, format!("there is no body \"{id}\"")));
        }
    };
    for (index, JointDoc { body_a, body_b, .. }) in document.joints.iter().enumerate() {
        need(format!("joints[{index}].body_a"), body_a.as_ref());
        need(format!("joints[{index}].body_b"), Some(body_b));
    }
    for (index, light) in document.lights.iter().enumerate() {
        need(format!("lights[{index}].body"), light.body());
    }
    for (index, smoke) in document.smoke.iter().enumerate() {
        for (number, source) in smoke.sources.iter().enumerate() {
            need(format!("smoke[{index}].sources[{number}].body"), source.body.as_ref());
        }
    }
    for (index, curve) in document.curves.iter().enumerate() {
        need(format!("curves[{index}].body"), curve.body.as_ref());
    }
    for (index, LauncherDoc { body, target, .. }) in document.launchers.iter().enumerate() {
        need(format!("launchers[{index}].body"), body.as_ref());
        need(format!("launchers[{index}].target"), target.as_ref());
    }
    for (index, joint) in document.joints.iter().enumerate() {
        if joint.body_a.as_ref() == Some(&joint.body_b) {
            problems.push(problem(format!("joints[{index}].body_b"), format!("joins \"{}\" with itself", joint.body_b)));
        }
    }
    problems
}

/// A problem without a known line.
pub(super) fn problem(path: String, message: String) -> Problem {
    Problem { path, place: None, message }
}
