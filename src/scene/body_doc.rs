//! Bodies of a document and their shapes.

use super::color::BodyColor;
use super::control::ControlDoc;
use super::force::ForceDoc;
use super::mine_doc::MineDoc;
use super::skin_doc::SkinDoc;
use crate::engine::body::BodyKind;
use crate::engine::collider::CollisionFilter;
use crate::engine::math::{Vec2, clamp};
use crate::engine::shape::Shape;
use crate::engine::tuning;

/// A body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyDoc {
    /// Unique in the scene.
    pub id: String,
    /// The group that it stands in.
    pub group: Option<String>,
    /// How it takes part in the motion.
    pub kind: BodyKind,
    /// Place of its frame, metres.
    pub position: Vec2,
    /// Radians.
    pub angle: f32,
    /// m/s.
    pub linear_velocity: Vec2,
    /// rad/s.
    pub angular_velocity: f32,
    /// 1/s.
    pub linear_damping: f32,
    /// 1/s.
    pub angular_damping: f32,
    /// Factor on gravity.
    pub gravity_scale: f32,
    /// May fall asleep.
    pub can_sleep: bool,
    /// Continuous collision against dynamic bodies too.
    pub bullet: bool,
    /// Never turns.
    pub fixed_rotation: bool,
    /// The picture that it wears.
    pub skin: Option<Box<SkinDoc>>,
    /// At least one.
    pub shapes: Vec<ShapeDoc>,
    /// What the scene sets on it, if it is dynamic.
    pub forces: Vec<ForceDoc>,
    /// Steers it, if it is dynamic.
    pub control: Option<Box<ControlDoc>>,
    /// It explodes when something enters one of its sensors.
    pub mine: Option<Box<MineDoc>>,
    /// What colour it is drawn in; `None` = by what it is.
    pub color: Option<BodyColor>,
    /// Bodies with larger numbers are drawn over those with smaller ones.
    pub order: i32,
    /// It is not moved, deleted or taken by a selection frame by accident.
    pub locked: bool,
}

impl Default for BodyDoc {
    fn default() -> Self {
        BodyDoc {
            id: String::new(),
            group: None,
            kind: BodyKind::Dynamic,
            position: Vec2::ZERO,
            angle: 0.0,
            linear_velocity: Vec2::ZERO,
            angular_velocity: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            can_sleep: true,
            bullet: false,
            fixed_rotation: false,
            skin: None,
            shapes: Vec::new(),
            forces: Vec::new(),
            control: None,
            mine: None,
            color: None,
            order: 0,
            locked: false,
        }
    }
}

/// Brings a velocity that an edit has made longer than [`tuning::MAX_SPEED`] back: what has changed gives way.
pub fn bounded_velocity(new: Vec2, before: Vec2) -> Vec2 {
    let within = |own: f32, other: f32| {
        let most = (tuning::MAX_SPEED * tuning::MAX_SPEED - other * other).max(0.0).sqrt();
        clamp(own, -most, most)
    };
    if new.length() <= tuning::MAX_SPEED {
        new
    } else if new.x == before.x {
        Vec2::new(new.x, within(new.y, new.x))
    } else {
        Vec2::new(within(new.x, new.y), new.y)
    }
}

impl BodyDoc {
    /// The same without what only its picture and the hand that edits it know: colour, order, lock.
    pub fn without_looks(&self) -> BodyDoc {
        BodyDoc { color: None, order: 0, locked: false, ..self.clone() }
    }
}

/// A shape on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeDoc {
    /// Geometry in the body's frame.
    pub geometry: Geometry,
    /// Name of a material in [`super::document::Document::materials`].
    pub material: Option<String>,
    /// Overrides the material, kg/m².
    pub density: Option<f32>,
    /// Overrides the material.
    pub friction: Option<f32>,
    /// Overrides the material. Below the coefficient of sliding: the same as that.
    pub static_friction: Option<f32>,
    /// Overrides the material.
    pub restitution: Option<f32>,
    /// Which others it may touch.
    pub filter: CollisionFilter,
    /// It reports what overlaps it, and neither pushes nor weighs anything.
    pub sensor: bool,
}

impl ShapeDoc {
    /// A shape of the default material that touches everything.
    pub fn new(geometry: Geometry) -> ShapeDoc {
        let filter = CollisionFilter::default();
        ShapeDoc {
            geometry,
            material: None,
            density: None,
            friction: None,
            static_friction: None,
            restitution: None,
            filter,
            sensor: false,
        }
    }
}

/// Geometry of a shape, in the body's frame, metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// `"circle"`.
    Circle {
        /// Above 0.
        radius: f32,
        /// Default the body's origin.
        center: Vec2,
    },
    /// `"box"`.
    Box {
        /// Outer width.
        width: f32,
        /// Outer height.
        height: f32,
        /// Default the body's origin.
        center: Vec2,
        /// Radians.
        angle: f32,
        /// Corner radius.
        rounding: f32,
    },
    /// `"capsule"`.
    Capsule {
        /// Centre of one round end.
        a: Vec2,
        /// Centre of the other.
        b: Vec2,
        /// Above 0.
        radius: f32,
    },
    /// `"polygon"`: convex.
    Polygon {
        /// 3 to 64, either order.
        vertices: Vec<Vec2>,
        /// Corner radius added around.
        rounding: f32,
    },
    /// `"outline"`: any simple outline, cut into convex parts when it is built.
    Outline {
        /// 3 to 64, either order.
        vertices: Vec<Vec2>,
    },
    /// `"segment"`: a line for static ground.
    Segment {
        /// One end.
        a: Vec2,
        /// The other.
        b: Vec2,
    },
    /// `"half_plane"`: everything below a line, without end, for static ground.
    HalfPlane {
        /// A point of the surface; default the body's origin.
        point: Vec2,
        /// Turn of the surface, radians; at 0 the ground lies below it.
        angle: f32,
    },
}

impl Geometry {
    /// True for a shape that has no mass whatever its density.
    pub fn is_massless(&self) -> bool {
        matches!(self, Geometry::Segment { .. } | Geometry::HalfPlane { .. })
    }

    /// What describes a shape in a document.
    pub fn of_shape(shape: &Shape) -> Geometry {
        match shape {
            Shape::Circle(c) => Geometry::Circle { radius: c.radius(), center: c.center() },
            Shape::Capsule(c) => Geometry::Capsule { a: c.points()[0], b: c.points()[1], radius: c.radius() },
            Shape::Segment(c) => Geometry::Segment { a: c.points()[0], b: c.points()[1] },
            Shape::HalfPlane(h) => Geometry::HalfPlane { point: h.point(), angle: h.pose().rotation.angle() },
            Shape::Polygon(p) => Geometry::Polygon { vertices: p.points().to_vec(), rounding: p.radius() },
            Shape::Box(b) => {
                let outer = 2.0 * (b.half() + Vec2::splat(b.radius()));
                let (center, angle) = (b.pose().position, b.pose().rotation.angle());
                Geometry::Box { width: outer.x, height: outer.y, center, angle, rounding: b.radius() }
            }
        }
    }
}
