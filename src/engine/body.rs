//! Rigid bodies: what moves.

pub use super::identity::BodyId;

use super::aabb::Aabb;
use super::collider::Collider;
use super::frames::{WorldPoint, WorldVector};
use super::mass::MassProperties;
use super::math::{Pose, Vec2, cross, max, min, perp};
use super::shape::Convex;
use super::shape::half_plane::END;
use super::tuning;

/// How a body takes part in the motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BodyKind {
    /// Never moves; infinite mass.
    Static,
    /// Moves with the velocity it is given, whatever it hits; infinite mass.
    Kinematic,
    /// Moved by forces, contacts and joints.
    #[default]
    Dynamic,
}

/// What a new body starts with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyDef {
    /// How it takes part in the motion.
    pub kind: BodyKind,
    /// Place of the body's own frame, metres. The centre of mass may lie elsewhere.
    pub position: Vec2,
    /// Orientation, radians counter-clockwise.
    pub angle: f32,
    /// Velocity of the centre of mass, m/s.
    pub linear_velocity: Vec2,
    /// Radians per second counter-clockwise.
    pub angular_velocity: f32,
    /// Rate c at which the linear velocity is lost, as by drag, 1/s: without forces it is `v₀ e^(−c t)`, at any length
    /// of step.
    pub linear_damping: f32,
    /// Same for the angular velocity, 1/s.
    pub angular_damping: f32,
    /// Factor on the world's gravity; 0 floats, negative rises.
    pub gravity_scale: f32,
    /// False: never falls asleep.
    pub can_sleep: bool,
    /// True: is checked against other dynamic bodies at the end of a step too, at extra cost. Static and driven shapes
    /// always stop fast bodies, and so do dynamic ones whose way crosses its own as both move at the start of the step.
    pub bullet: bool,
    /// True: never turns.
    pub fixed_rotation: bool,
}

impl Default for BodyDef {
    fn default() -> Self {
        BodyDef {
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
        }
    }
}

/// A body in a world. Read freely; change it through [`super::world::World`].
#[derive(Clone, Debug)]
pub struct Body {
    /// How it takes part in the motion.
    pub kind: BodyKind,
    /// The body's own frame in the world.
    pub pose: Pose,
    /// Centre of mass in the body's frame, metres.
    pub local_center: Vec2,
    /// Centre of mass in the world, metres: always `pose.transform_point(local_center)`.
    pub center: Vec2,
    /// Velocity of the centre of mass, m/s.
    pub linear_velocity: Vec2,
    /// Radians per second counter-clockwise.
    pub angular_velocity: f32,
    /// Mass in kg; 0 for static and kinematic bodies.
    pub mass: f32,
    /// Rotational inertia about the centre of mass, kg·m²; 0 when it cannot turn.
    pub inertia: f32,
    /// 1 / mass, or 0 for infinite mass.
    pub inv_mass: f32,
    /// 1 / inertia, or 0 when it cannot turn.
    pub inv_inertia: f32,
    /// See [`BodyDef::linear_damping`].
    pub linear_damping: f32,
    /// See [`BodyDef::angular_damping`].
    pub angular_damping: f32,
    /// See [`BodyDef::gravity_scale`].
    pub gravity_scale: f32,
    /// See [`BodyDef::can_sleep`].
    pub can_sleep: bool,
    /// See [`BodyDef::bullet`].
    pub bullet: bool,
    /// See [`BodyDef::fixed_rotation`].
    pub fixed_rotation: bool,
    /// False while asleep: costs nothing, keeps its place until something touches it. Static and kinematic bodies are
    /// always true.
    pub awake: bool,
    /// How long it has been slow, seconds.
    pub sleep_time: f32,
    /// How far it has moved in that time: way of the centre of mass x, y (metres) and turn (radians).
    pub slow_motion: [f32; 3],
    /// How far its farthest point has been away meanwhile from where it was at first, at most, metres.
    pub slow_reach: f32,
    /// True after its state went non-finite: put back to its last good state, ignored by the solver, reported in
    /// [`super::world::StepEvents`].
    pub frozen: bool,
    /// Force at the centre of mass during the whole next step, N, world; cleared by the step. See
    /// [`super::world::World::apply_force`].
    pub force: Vec2,
    /// Torque during the whole next step, N·m; cleared by the step.
    pub torque: f32,
    /// The shapes, in the order they were given.
    pub colliders: Vec<Collider>,
    /// Distance of the farthest point of the shapes from the centre of mass, metres: what an angular velocity is worth
    /// in m/s.
    pub extent: f32,
    /// Smallest half width of the shapes, metres (0 for a segment): a motion below it cannot jump over a wall
    /// unnoticed.
    pub half_width: f32,
}

impl Body {
    /// Velocity of the body's material at a point, m/s: `v + ω·perp(r)`.
    pub fn velocity_at(&self, point: WorldPoint) -> WorldVector {
        WorldVector::of(self.linear_velocity + self.angular_velocity * perp(point.vec() - self.center))
    }

    /// True when contacts, joints and forces move it: dynamic and not frozen.
    #[inline]
    pub fn is_mobile(&self) -> bool {
        self.kind == BodyKind::Dynamic && !self.frozen
    }

    /// True when it moves by itself although nothing can push it: kinematic with a velocity.
    #[inline]
    pub fn is_driven(&self) -> bool {
        self.kind == BodyKind::Kinematic && !self.frozen && (self.linear_velocity != Vec2::ZERO || self.angular_velocity != 0.0)
    }

    /// Speed of its fastest point, at most, m/s.
    #[inline]
    pub fn farthest_point_speed(&self) -> f32 {
        self.linear_velocity.length() + self.angular_velocity.abs() * self.extent
    }

    /// Kinetic energy, J: `½ m v² + ½ I ω²`.
    pub fn kinetic_energy(&self) -> f32 {
        0.5 * (self.mass * self.linear_velocity.length_squared() + self.inertia * self.angular_velocity * self.angular_velocity)
    }

    /// Angular momentum about the world's origin, kg·m²/s.
    pub fn angular_momentum(&self) -> f32 {
        self.inertia * self.angular_velocity + self.mass * cross(self.center, self.linear_velocity)
    }
}

/// Mass properties of a body's shapes; of a body without mass those of a filled box of 1 kg around its shapes that have
/// an end.
pub(crate) fn mass_of(body: &Body) -> MassProperties {
    let parts = body.colliders.iter().map(|c| MassProperties::of_shape(&c.shape, c.material.density));
    let sum = MassProperties::sum(parts);
    if sum.mass >= tuning::MIN_MASS && sum.inertia > f32::MIN_POSITIVE && sum.mass.is_finite() && sum.inertia.is_finite() {
        return sum;
    }
    let bounded = body.colliders.iter().filter(|c| !c.shape.is_endless());
    let boxes = bounded.map(|c| c.shape.aabb(Pose::IDENTITY)).reduce(Aabb::union);
    let around = boxes.unwrap_or(Aabb { min: Vec2::splat(-0.5), max: Vec2::splat(0.5) });
    let size_sq = max(around.size().length_squared(), tuning::MIN_SIZE * tuning::MIN_SIZE);
    MassProperties { mass: 1.0, center: around.center(), inertia: size_sq / 12.0 }
}

/// Distance of the farthest point from the centre of mass, and the smallest half width, metres; of what has no end
/// [`END`].
pub(crate) fn extents_of(body: &Body) -> (f32, f32) {
    let mut extent = 0.0;
    let mut half_width = f32::MAX;
    for collider in &body.colliders {
        if collider.shape.is_endless() {
            (extent, half_width) = (END, min(half_width, END));
            continue;
        }
        let convex = collider.shape.convex();
        for &point in convex.points {
            extent = max(extent, (point - body.local_center).length() + convex.radius);
        }
        half_width = min(half_width, inner_radius(&convex) + convex.radius);
    }
    (extent, if body.colliders.is_empty() { 0.0 } else { half_width })
}

/// Radius of a circle about the middle of the core's corners that fits into the core, metres; 0 for points and lines.
fn inner_radius(convex: &Convex<'_>) -> f32 {
    if convex.points.len() < 3 {
        return 0.0;
    }
    let middle = convex.points.iter().fold(Vec2::ZERO, |sum, &p| sum + p) / convex.points.len() as f32;
    let to_edges = convex.points.iter().zip(convex.normals).map(|(&p, &n)| (p - middle).dot(n));
    to_edges.fold(f32::MAX, min)
}
