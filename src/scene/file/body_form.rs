//! The form of bodies and their shapes in a file.

use super::control_form::control;
use super::mine_form;
use super::skin_form;
use super::walk::Walk;
use crate::engine::body::BodyKind;
use crate::engine::collider::CollisionFilter;
use crate::engine::math::Vec2;
use crate::scene::body_doc::{BodyDoc, Geometry, ShapeDoc};
use crate::scene::control::ControlDoc;
use crate::scene::force::ForceDoc;
use crate::scene::key::KEYS;
use crate::scene::limits;
use crate::scene::mine_doc::MineDoc;
use crate::scene::skin_doc::SkinDoc;

/// What is said of the field `group` of things.
pub const IN_GROUP: &str = "The group that it stands in.";
const BODY_KINDS: &[(&str, BodyKind)] = &[("static", BodyKind::Static), ("kinematic", BodyKind::Kinematic), ("dynamic", BodyKind::Dynamic)];

/// A body; also the form of a projectile in a saved run.
pub fn body<W: Walk>(w: &mut W, b: &mut BodyDoc) {
    w.value("id", "Unique among bodies.", &mut b.id, None, limits::BODY_ID);
    w.maybe("group", IN_GROUP, &mut b.group, limits::NAME);
    let motion =
        MotionBounds { position: limits::COORDINATE, velocity: limits::VELOCITY, angle: limits::ANGLE, spin: limits::ANGULAR_VELOCITY };
    motion_and_shapes(w, b, motion);
    w.maybe_object("skin", "The picture that it wears.", &mut b.skin, Box::<SkinDoc>::default(), |w, s| skin_form::skin(w, s));
    let about = "Forces and torques that the scene sets on it, if it is dynamic.";
    w.list("forces", about, &mut b.forces, ForceDoc::default(), limits::FORCES, force);
    let about = "Steers it to a goal, if it is dynamic.";
    w.maybe_object("control", about, &mut b.control, Box::<ControlDoc>::default(), control);
    let about = "It explodes when something enters one of its sensors.";
    w.maybe_object("mine", about, &mut b.mine, Box::<MineDoc>::default(), mine_form::mine);
    w.maybe("color", "Colour of its picture; by what it is when left out.", &mut b.color, ());
    w.value("order", "Bodies with larger numbers are drawn over those with smaller ones.", &mut b.order, Some(0), limits::ORDER);
    w.flag("locked", "The mouse does not move it, and selection frames leave it out.", &mut b.locked, false);
}

fn force<W: Walk>(w: &mut W, f: &mut ForceDoc) {
    let d = ForceDoc::default();
    w.value("point", "Where it acts, in the body's frame, metres.", &mut f.point, Some(d.point), limits::COORDINATE);
    w.value("force", "N; in the body's frame if it turns with the body, else in the world.", &mut f.force, Some(d.force), limits::FORCE);
    w.value("torque", "N·m counter-clockwise, beside that of the force.", &mut f.torque, Some(d.torque), limits::TORQUE);
    w.flag("turns", "It turns with the body, like an engine; else it keeps its direction, like the wind.", &mut f.turns, d.turns);
    w.choice("key", "It acts only while this key is held; always without one.", &mut f.key, Some(d.key), KEYS);
    let about = "Both are multiplied by it, before each step anew: sin(2*pi*t); of t, x, y, vx, vy, angle, spin.";
    w.maybe("formula", about, &mut f.formula, limits::FORMULA);
}

/// A projectile of a saved run: a body whose id may be `shot 1`, wherever and however fast it flies by then.
pub fn projectile<W: Walk>(w: &mut W, b: &mut BodyDoc) {
    w.value("id", "Unique among bodies.", &mut b.id, None, limits::NAME);
    motion_and_shapes(
        w,
        b,
        MotionBounds { position: limits::FINITE, velocity: limits::FINITE, angle: limits::FINITE, spin: limits::FINITE },
    );
}

/// Bounds of how a body stands and moves.
struct MotionBounds {
    position: limits::Range,
    velocity: limits::Range,
    angle: limits::Range,
    spin: limits::Range,
}

fn motion_and_shapes<W: Walk>(w: &mut W, b: &mut BodyDoc, motion: MotionBounds) {
    let d = BodyDoc::default();
    w.choice("kind", "How it takes part in the motion.", &mut b.kind, Some(d.kind), BODY_KINDS);
    w.value(
        "position",
        "Place of the body's own frame, in which its shapes are given, metres.",
        &mut b.position,
        Some(d.position),
        motion.position,
    );
    w.value("angle", "Turn of the body's frame, radians counter-clockwise.", &mut b.angle, Some(d.angle), motion.angle);
    let about = "Velocity of the centre of mass, m/s, at most 400 m/s long. Nothing moves faster: what a push, an engine or a mount would drive beyond is cut to 400 m/s.";
    w.value("linear_velocity", about, &mut b.linear_velocity, Some(d.linear_velocity), motion.velocity);
    let about = "rad/s counter-clockwise. A sub-step turns a body by an eighth of a turn at most, faster spin is cut: at 60 Hz to 377 rad/s with 8 sub-steps, to 47 rad/s under the solvers that take one step.";
    w.value("angular_velocity", about, &mut b.angular_velocity, Some(d.angular_velocity), motion.spin);
    w.value(
        "linear_damping",
        "Rate c at which velocity is lost, as by drag: v = v0·exp(−c·t).",
        &mut b.linear_damping,
        Some(d.linear_damping),
        limits::DAMPING,
    );
    w.value(
        "angular_damping",
        "Rate c at which spin is lost: w = w0·exp(−c·t).",
        &mut b.angular_damping,
        Some(d.angular_damping),
        limits::DAMPING,
    );
    w.value("gravity_scale", "Factor on gravity.", &mut b.gravity_scale, Some(d.gravity_scale), limits::GRAVITY_SCALE);
    w.flag("can_sleep", "May fall asleep.", &mut b.can_sleep, d.can_sleep);
    w.flag("bullet", "May not pass through dynamic bodies either.", &mut b.bullet, d.bullet);
    w.flag("fixed_rotation", "Never turns.", &mut b.fixed_rotation, d.fixed_rotation);
    w.list("shapes", "What it is made of.", &mut b.shapes, shape_prototype(), limits::SHAPES, shape);
}

fn shape_prototype() -> ShapeDoc {
    ShapeDoc::new(Geometry::Circle { radius: 1.0, center: Vec2::ZERO })
}

/// One shape of each kind, in the order of the documentation; the numbers stand in for unreadable ones.
fn geometries() -> [Geometry; 7] {
    [
        Geometry::Circle { radius: 1.0, center: Vec2::ZERO },
        Geometry::Box { width: 1.0, height: 1.0, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 },
        Geometry::Capsule { a: Vec2::ZERO, b: Vec2::X, radius: 1.0 },
        Geometry::Polygon { vertices: Vec::new(), rounding: 0.0 },
        Geometry::Outline { vertices: Vec::new() },
        Geometry::Segment { a: Vec2::ZERO, b: Vec2::X },
        Geometry::HalfPlane { point: Vec2::ZERO, angle: 0.0 },
    ]
}

/// Key of a geometry.
pub fn geometry_word(geometry: &Geometry) -> &'static str {
    match geometry {
        Geometry::Circle { .. } => "circle",
        Geometry::Box { .. } => "box",
        Geometry::Capsule { .. } => "capsule",
        Geometry::Polygon { .. } => "polygon",
        Geometry::Outline { .. } => "outline",
        Geometry::Segment { .. } => "segment",
        Geometry::HalfPlane { .. } => "half_plane",
    }
}

fn geometry_about(geometry: &Geometry) -> &'static str {
    match geometry {
        Geometry::Circle { .. } => "A disc.",
        Geometry::Box { .. } => "A rectangle.",
        Geometry::Capsule { .. } => "All points within a radius of a line.",
        Geometry::Polygon { .. } => "A convex polygon.",
        Geometry::Outline { .. } => "Any polygon that does not cross itself; it is cut into convex parts.",
        Geometry::Segment { .. } => "A line without thickness or mass, for static ground.",
        Geometry::HalfPlane { .. } => "Everything below a line, without end or mass: ground of a static body.",
    }
}

fn shape<W: Walk>(w: &mut W, s: &mut ShapeDoc) {
    w.by_key(&mut s.geometry, geometry_word, geometry_about, &geometries(), geometry);
    w.maybe("material", "Name of a material.", &mut s.material, limits::NAME);
    w.maybe("density", "Overrides the material, kg/m².", &mut s.density, limits::DENSITY);
    w.maybe("friction", "Overrides the material.", &mut s.friction, limits::FRICTION);
    w.maybe("static_friction", "Overrides the material; at least the shape's `friction`.", &mut s.static_friction, limits::FRICTION);
    w.maybe("restitution", "Overrides the material.", &mut s.restitution, limits::RESTITUTION);
    let CollisionFilter { layers, collides_with } = &mut s.filter;
    let d = CollisionFilter::default();
    w.value("layers", "Collision layers that it belongs to.", layers, Some(d.layers), ());
    let about = "Collision layers that it touches. Two shapes may touch if each belongs to a layer that the other touches.";
    w.value("collides_with", about, collides_with, Some(d.collides_with), ());
    let about = "It reports what overlaps it, and neither pushes nor weighs anything.";
    w.flag("sensor", about, &mut s.sensor, false);
}

fn geometry<W: Walk>(w: &mut W, g: &mut Geometry) {
    let corner = "Corner radius, metres.";
    match g {
        Geometry::Circle { radius, center } => {
            w.value("radius", "Metres.", radius, None, limits::SIZE);
            w.value("center", "In the body's frame, metres.", center, Some(Vec2::ZERO), limits::COORDINATE);
        }
        Geometry::Box { width, height, center, angle, rounding } => {
            w.value("width", "Outer width, metres.", width, None, limits::SIZE);
            w.value("height", "Outer height, metres.", height, None, limits::SIZE);
            w.value("center", "In the body's frame, metres.", center, Some(Vec2::ZERO), limits::COORDINATE);
            w.value("angle", "Turn in the body's frame, radians.", angle, Some(0.0), limits::ANGLE);
            w.value("rounding", corner, rounding, Some(0.0), limits::ROUNDING);
        }
        Geometry::Capsule { a, b, radius } => {
            w.value("a", "Centre of one round end, metres.", a, None, limits::COORDINATE);
            w.value("b", "Centre of the other, metres.", b, None, limits::COORDINATE);
            w.value("radius", "Metres.", radius, None, limits::SIZE);
        }
        Geometry::Polygon { vertices, rounding } => {
            w.values(
                "vertices",
                "Corners of a convex outline, in either order, metres.",
                vertices,
                true,
                limits::VERTICES,
                limits::COORDINATE,
            );
            w.value("rounding", corner, rounding, Some(0.0), limits::ROUNDING);
        }
        Geometry::Outline { vertices } => {
            let about = "Corners of any outline that does not cross itself, in either order, metres.";
            w.values("vertices", about, vertices, true, limits::VERTICES, limits::COORDINATE);
        }
        Geometry::Segment { a, b } => {
            w.value("a", "One end, metres.", a, None, limits::COORDINATE);
            w.value("b", "The other end, metres.", b, None, limits::COORDINATE);
        }
        Geometry::HalfPlane { point, angle } => {
            w.value("point", "A point of the surface, in the body's frame, metres.", point, Some(Vec2::ZERO), limits::COORDINATE);
            let about = "Turn of the surface in the body's frame, radians; at 0 the ground lies below it.";
            w.value("angle", about, angle, Some(0.0), limits::ANGLE);
        }
    }
}
