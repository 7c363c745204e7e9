//! A scene as a value: what is built in every engine from the same numbers.
//!
//! Bodies are numbered in the order they are added, from 0: those of the scene first, then those that the script
//! adds. Joints likewise.

use collidoscope_physics::engine::body::BodyKind;
use collidoscope_physics::engine::collider::CollisionFilter;
use collidoscope_physics::engine::material::Material;
use collidoscope_physics::engine::math::Vec2;

/// Geometry in the body's frame, metres and radians.
#[allow(missing_docs)] // the fields are what the lines above them say
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A disc: centre and radius.
    Circle { center: Vec2, radius: f32 },
    /// A rectangle about `center`, turned by `angle`.
    Box { half: Vec2, center: Vec2, angle: f32 },
    /// A thick line with round ends.
    Capsule { a: Vec2, b: Vec2, radius: f32 },
    /// A convex polygon, counter-clockwise, at most 8 corners (Box2D's limit).
    Polygon(Vec<Vec2>),
    /// A line without thickness, touched from both sides; static bodies only.
    Segment { a: Vec2, b: Vec2 },
}

/// A shape on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeSpec {
    /// Geometry.
    pub form: Form,
    /// Density, friction, restitution.
    pub material: Material,
    /// Who it collides with.
    pub filter: CollisionFilter,
}

/// A body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodySpec {
    /// Static, kinematic or dynamic.
    pub kind: BodyKind,
    /// Place of the body's frame, metres.
    pub position: Vec2,
    /// Radians counter-clockwise.
    pub angle: f32,
    /// Velocity of the centre of mass, m/s.
    pub velocity: Vec2,
    /// rad/s counter-clockwise.
    pub spin: f32,
    /// Its shapes.
    pub shapes: Vec<ShapeSpec>,
}

impl BodySpec {
    /// A resting body without shapes.
    pub fn new(kind: BodyKind, position: Vec2) -> BodySpec {
        BodySpec { kind, position, angle: 0.0, velocity: Vec2::ZERO, spin: 0.0, shapes: Vec::new() }
    }

    /// A static body at the origin.
    pub fn ground() -> BodySpec {
        BodySpec::new(BodyKind::Static, Vec2::ZERO)
    }

    /// A dynamic body.
    pub fn dynamic(position: Vec2) -> BodySpec {
        BodySpec::new(BodyKind::Dynamic, position)
    }

    /// With one more shape that collides with all.
    pub fn with(self, form: Form, material: Material) -> BodySpec {
        self.with_filter(form, material, CollisionFilter::default())
    }

    /// With one more shape.
    pub fn with_filter(mut self, form: Form, material: Material, filter: CollisionFilter) -> BodySpec {
        self.shapes.push(ShapeSpec { form, material, filter });
        self
    }

    /// Turned.
    pub fn turned(mut self, angle: f32) -> BodySpec {
        self.angle = angle;
        self
    }

    /// Moving.
    pub fn moving(mut self, velocity: Vec2, spin: f32) -> BodySpec {
        self.velocity = velocity;
        self.spin = spin;
        self
    }
}

impl Form {
    /// A rectangle in the middle of its body.
    pub fn block(half_width: f32, half_height: f32) -> Form {
        Form::block_at(half_width, half_height, Vec2::ZERO)
    }

    /// A rectangle elsewhere.
    pub fn block_at(half_width: f32, half_height: f32, center: Vec2) -> Form {
        Form::Box { half: Vec2::new(half_width, half_height), center, angle: 0.0 }
    }

    /// A disc in the middle of its body.
    pub fn disc(radius: f32) -> Form {
        Form::Circle { center: Vec2::ZERO, radius }
    }
}

/// What a joint does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Link {
    /// Keeps two points together.
    Revolute {
        /// Bounds of the angle of B relative to A, radians, zero at creation.
        limits: Option<(f32, f32)>,
        /// Speed (rad/s) and largest torque (N·m).
        motor: Option<(f32, f32)>,
        /// Pulls the angle to zero: hertz, damping ratio. Not together with a motor (Rapier has one drive per axis).
        spring: Option<(f32, f32)>,
    },
}

impl Link {
    /// A free hinge.
    pub const HINGE: Link = Link::Revolute { limits: None, motor: None, spring: None };
}

/// A joint at a common point of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointSpec {
    /// What it does.
    pub link: Link,
    /// Number of the first body.
    pub a: usize,
    /// Number of the second body.
    pub b: usize,
    /// Common point in the world where the bodies stand when they are added, metres.
    pub anchor: Vec2,
    /// True: the two bodies also collide.
    pub collide: bool,
}

impl JointSpec {
    /// A free hinge; the two bodies do not collide.
    pub fn hinge(a: usize, b: usize, anchor: Vec2) -> JointSpec {
        JointSpec { link: Link::HINGE, a, b, anchor, collide: false }
    }
}

/// Something that happens before a step.
#[allow(missing_docs)] // the fields are what the lines above them say
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Adds bodies and the joints among them.
    Add { bodies: Vec<BodySpec>, joints: Vec<JointSpec> },
    /// Takes bodies `first .. first + count` out, with their joints.
    Remove { first: usize, count: usize },
    /// Sets velocities.
    Velocity { body: usize, linear: Vec2, angular: f32 },
    /// Gives an impulse (N·s) at a point of the world.
    Push { body: usize, impulse: Vec2, point: Vec2 },
}

/// A scene: everything that is equal for all engines.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Short name, as on the command line.
    pub name: String,
    /// m/s².
    pub gravity: Vec2,
    /// Bodies at the start.
    pub bodies: Vec<BodySpec>,
    /// Joints at the start.
    pub joints: Vec<JointSpec>,
    /// What happens before which step, in order of steps.
    pub script: Vec<(u32, Action)>,
    /// How many steps a timed run takes.
    pub steps: u32,
    /// Slower closing contacts do not bounce, m/s (this engine and Box2D; Rapier has no such setting).
    pub restitution_threshold: f32,
    /// Slow bodies may sleep.
    pub sleeping: bool,
}

/// Steps per second, everywhere.
pub const STEP_HZ: f32 = 60.0;

impl Scene {
    /// An empty scene with gravity 10 m/s² downwards, no sleeping, and the usual threshold of 1 m/s.
    pub fn new(name: &str, steps: u32) -> Scene {
        Scene {
            name: name.to_string(),
            gravity: Vec2::new(0.0, -10.0),
            bodies: Vec::new(),
            joints: Vec::new(),
            script: Vec::new(),
            steps,
            restitution_threshold: 1.0,
            sleeping: false,
        }
    }

    /// Adds a body; its number.
    pub fn add(&mut self, body: BodySpec) -> usize {
        self.bodies.push(body);
        self.bodies.len() - 1
    }

    /// Adds a joint; its number.
    pub fn join(&mut self, joint: JointSpec) -> usize {
        self.joints.push(joint);
        self.joints.len() - 1
    }

    /// Number of dynamic bodies at the start.
    pub fn dynamic_count(&self) -> usize {
        self.bodies.iter().filter(|b| b.kind == BodyKind::Dynamic).count()
    }

    /// Most bodies (of any kind) that are in the world at one time.
    pub fn largest_body_count(&self) -> usize {
        let mut now = self.bodies.len();
        let mut largest = now;
        for (_, action) in &self.script {
            match action {
                Action::Add { bodies, .. } => now += bodies.len(),
                Action::Remove { count, .. } => now -= count,
                _ => {}
            }
            largest = largest.max(now);
        }
        largest
    }
}

/// A material with density 1 and the given friction and restitution.
pub fn material(friction: f32, restitution: f32) -> Material {
    Material { density: 1.0, friction, restitution, ..Material::default() }
}

/// The material of speed scenes: density 1, friction 0.6, no bounce.
pub fn plain() -> Material {
    material(0.6, 0.0)
}
