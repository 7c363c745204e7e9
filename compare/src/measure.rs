//! The ruler: what a running scene is like, measured from poses and velocities alone, in the same way for every engine.
//!
//! Penetration is not what an engine says about its contacts (each means something else by it, and contacts that are
//! recycled carry old numbers) but geometry: the shapes are put where the engine has its bodies, pairs with
//! overlapping boxes are found by a sweep, and one narrow phase answers for all.

use crate::scene::{Form, ShapeSpec};
use crate::stage::Stage;
use collidoscope_physics::engine::aabb::Aabb;
use collidoscope_physics::engine::body::BodyKind;
use collidoscope_physics::engine::math::Pose;
use collidoscope_physics::engine::narrow::{NarrowPhase, collide};
use collidoscope_physics::engine::probe::NoProbe;
use collidoscope_physics::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape};
use std::collections::HashSet;

/// Points nearer than this count as contacts, metres: the speculative margin of all three engines.
pub const MARGIN: f32 = 0.02;

/// What a scene is like at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// Deepest overlap, metres.
    pub deepest: f64,
    /// Mean overlap of the points that overlap, metres.
    pub mean_depth: f64,
    /// Points of contact within [`MARGIN`].
    pub contact_points: usize,
    /// J.
    pub kinetic: f64,
    /// Height of the highest centre of a dynamic body, metres.
    pub top: f64,
    /// Largest distance of two anchors that a joint should keep together, metres.
    pub worst_gap: f64,
    /// Mean of them, metres.
    pub mean_gap: f64,
    /// How far the linear momentum of the dynamic bodies is from what it was at the start, kg·m/s. Means something
    /// only without gravity and static bodies.
    pub momentum_error: f64,
    /// The same for the angular momentum about the origin, kg·m²/s.
    pub spin_error: f64,
}

/// The engine's own shape, used as the ruler's.
pub fn shape_of(form: &Form) -> Shape {
    const VALID: &str = "scenes hold valid shapes";
    match form {
        Form::Circle { center, radius } => Circle::try_new(*center, *radius).expect(VALID).into(),
        Form::Box { half, center, angle } => BoxShape::try_new(2.0 * half.x, 2.0 * half.y, *center, *angle, 0.0).expect(VALID).into(),
        Form::Capsule { a, b, radius } => Capsule::try_new(*a, *b, *radius).expect(VALID).into(),
        Form::Polygon(corners) => ConvexPolygon::try_new(corners, 0.0).expect(VALID).into(),
        Form::Segment { a, b } => Segment::try_new(*a, *b).expect(VALID).into(),
    }
}

/// A shape where its body is.
struct Placed<'a> {
    body: usize,
    dynamic: bool,
    spec: &'a ShapeSpec,
    shape: Shape,
    pose: Pose,
    aabb: Aabb,
}

/// Measures a running scene.
pub fn quality(stage: &Stage<'_>) -> Quality {
    let mut quality = Quality { top: f64::NEG_INFINITY, ..Quality::default() };
    add_motion(stage, &mut quality);
    add_contacts(stage, &mut quality);
    let gaps: Vec<f64> = stage.joints().iter().map(|joint| stage.gap(joint)).collect();
    quality.worst_gap = gaps.iter().copied().fold(0.0, f64::max);
    quality.mean_gap = gaps.iter().sum::<f64>() / gaps.len().max(1) as f64;
    quality
}

/// Kinetic energy of all dynamic bodies, J.
pub fn kinetic_energy(stage: &Stage<'_>) -> f64 {
    let mut quality = Quality::default();
    add_motion(stage, &mut quality);
    quality.kinetic
}

fn add_motion(stage: &Stage<'_>, quality: &mut Quality) {
    let (mut linear, mut angular) = ([0.0; 2], 0.0);
    for (number, body) in stage.bodies().filter(|(_, b)| b.kind == BodyKind::Dynamic) {
        let state = stage.state(number);
        let (m, i, w) = (f64::from(state.mass), f64::from(state.inertia), f64::from(state.spin));
        let (v, c) = (state.velocity.as_dvec2(), state.center.as_dvec2());
        quality.kinetic += 0.5 * (m * v.length_squared() + i * w * w);
        quality.top = quality.top.max(c.y);
        // With the engine's own mass, as Rapier knows it only after its first step.
        let (v0, w0, c0) = (body.velocity.as_dvec2(), f64::from(body.spin), body.position.as_dvec2());
        linear[0] += m * (v.x - v0.x);
        linear[1] += m * (v.y - v0.y);
        angular += i * (w - w0) + m * ((c.x * v.y - c.y * v.x) - (c0.x * v0.y - c0.y * v0.x));
    }
    quality.momentum_error = linear[0].hypot(linear[1]);
    quality.spin_error = f64::abs(angular);
}

fn add_contacts(stage: &Stage<'_>, quality: &mut Quality) {
    let joined: HashSet<(usize, usize)> = stage.joints().iter().filter(|j| !j.collide).map(|j| (j.a.min(j.b), j.a.max(j.b))).collect();
    let mut placed = place_all(stage);
    placed.sort_by(|x, y| x.aabb.min.x.total_cmp(&y.aabb.min.x));
    let (mut depths, mut overlapping) = (0.0, 0usize);
    for (index, a) in placed.iter().enumerate() {
        for b in placed[index + 1..].iter().take_while(|b| b.aabb.min.x <= a.aabb.max.x) {
            if !may_touch(a, b, &joined) {
                continue;
            }
            let manifold = collide(&a.shape, &b.shape, a.pose.inv_mul(b.pose), NarrowPhase::Sat, MARGIN, &mut NoProbe);
            for point in manifold.points().iter().filter(|p| p.separation <= MARGIN) {
                quality.contact_points += 1;
                if point.separation < 0.0 {
                    let depth = -f64::from(point.separation);
                    quality.deepest = quality.deepest.max(depth);
                    depths += depth;
                    overlapping += 1;
                }
            }
        }
    }
    quality.mean_depth = depths / overlapping.max(1) as f64;
}

fn place_all<'a>(stage: &Stage<'a>) -> Vec<Placed<'a>> {
    let mut placed = Vec::new();
    for (number, body) in stage.bodies() {
        let state = stage.state(number);
        let pose = Pose { position: state.position, rotation: state.rotation };
        for spec in &body.shapes {
            let shape = shape_of(&spec.form);
            let aabb = shape.aabb(pose).grown(MARGIN);
            placed.push(Placed { body: number, dynamic: body.kind == BodyKind::Dynamic, spec, shape, pose, aabb });
        }
    }
    placed
}

fn may_touch(a: &Placed<'_>, b: &Placed<'_>, joined: &HashSet<(usize, usize)>) -> bool {
    a.body != b.body
        && (a.dynamic || b.dynamic)
        && a.aabb.min.y <= b.aabb.max.y
        && b.aabb.min.y <= a.aabb.max.y
        && a.spec.filter.allows(b.spec.filter)
        && !joined.contains(&(a.body.min(b.body), a.body.max(b.body)))
}
