//! Explosions: an impulse for every dynamic body in reach, at one instant.
//!
//! **What is pushed.** A wave that spreads from a point pushes what it can see of a body. The push on one body is
//!
//! ```text
//!   J = s · w · f(d)          s strength, N·s for each metre of width, within the core
//!                             w width of the body's silhouette across n, metres
//!       at ×────d────▶┌───┐   d from the explosion to the nearest point of the body, metres
//!                   n │   │w  n from there to that point: the direction of the impulse, which acts at that point
//!                     └───┘
//! ```
//!
//! as `b2World_Explode` of Box2D does it (E. Catto, Box2D 3.1, "impulse per length" times the projected perimeter of a
//! shape). We differ in that a body counts as a whole (its parts do not add up where they hide each other) and in the
//! choice of the law. Because the impulse acts at the nearest point, a body that is hit off its centre of mass begins
//! to spin. An explosion inside a body pushes its centre of mass away, and one exactly at its centre of mass, where no
//! direction is better than another, does not push it.
//!
//! **The laws.** `f` is 1 up to the core `c`, a tenth of the radius, and 0 beyond the radius; between them
//!
//! | law | f(d) | where from |
//! |---|---|---|
//! | constant | 1 | easy to reckon with |
//! | inverse | c/d | a wave in the plane: its front `2πd` grows, its momentum stays |
//! | inverse square | (c/d)² | a wave in space: its front `4πd²` grows, its momentum stays |
//!
//! **Shielding**, if it is wanted: a body gets nothing when the straight line from the explosion to its nearest point
//! meets another body. What holds the explosion inside itself shields nothing. This is all or nothing by one line; a
//! real wave goes round corners.

use super::aabb::Aabb;
use super::body::{Body, BodyId};
use super::frames::WorldPoint;
use super::math::{Vec2, clamp, direction, max, min, perp};
use super::shape::Convex;
use super::world::World;

/// Part of the radius within which the push grows no more. Smaller: near bodies get more, without bound at 0.
pub const CORE: f32 = 0.1;

/// How the push fades with distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlastLaw {
    /// Not at all, up to the radius.
    Constant,
    /// With the distance.
    #[default]
    Inverse,
    /// With its square.
    InverseSquare,
}

/// An explosion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blast {
    /// Where, world, metres.
    pub at: Vec2,
    /// Bodies whose nearest point is farther away get nothing, metres.
    pub radius: f32,
    /// N·s for each metre of a silhouette's width, within the core; negative pulls.
    pub strength: f32,
    /// How it fades.
    pub law: BlastLaw,
    /// Bodies behind others get nothing.
    pub shielded: bool,
}

/// What an explosion gives to a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlastPush {
    /// Which body.
    pub body: BodyId,
    /// Where the impulse acts, world, metres.
    pub point: Vec2,
    /// World, N·s.
    pub impulse: Vec2,
    /// From the explosion to the body, 0 inside, metres.
    pub distance: f32,
    /// Width of the body's silhouette across the direction of the impulse, metres.
    pub width: f32,
    /// By how much the velocity of its centre of mass changes, world, m/s.
    pub velocity_change: Vec2,
}

impl Blast {
    /// The factor of the law at a distance, from 0 to 1.
    pub fn factor(&self, distance: f32) -> f32 {
        let core = CORE * self.radius;
        if distance > self.radius {
            return 0.0;
        }
        let near = if distance > core { core / distance } else { 1.0 };
        match self.law {
            BlastLaw::Constant => 1.0,
            BlastLaw::Inverse => near,
            BlastLaw::InverseSquare => near * near,
        }
    }

    /// What it would give to each body now, in the order of their ids; `except` is left out, and hides nothing.
    pub fn pushes(&self, world: &World, except: Option<BodyId>) -> Vec<BlastPush> {
        let is_sound = self.at.is_finite() && self.strength.is_finite() && self.radius.is_finite() && self.radius > 0.0;
        if !is_sound {
            return Vec::new();
        }
        let region = Aabb { min: self.at, max: self.at }.grown(self.radius);
        let mut bodies: Vec<BodyId> = world.colliders_in(region).into_iter().map(|collider| collider.body).collect();
        bodies.dedup();
        let push = |id: BodyId| {
            let body = world.body(id).filter(|body| body.is_mobile() && Some(id) != except)?;
            let push = self.push_on(id, body)?;
            (!self.shielded || !self.is_hidden(world, &push, except)).then_some(push)
        };
        bodies.into_iter().filter_map(push).collect()
    }

    /// What it gives to a body that nothing shields.
    fn push_on(&self, id: BodyId, body: &Body) -> Option<BlastPush> {
        let at = body.pose.inv_transform_point(self.at);
        let nearest = body.colliders.iter().map(|collider| nearest_to(&collider.shape.convex(), at));
        let (distance, point) = nearest.reduce(|best, next| if next.0 < best.0 { next } else { best })?;
        if distance > self.radius {
            return None;
        }
        // Inside, or on the border to the last bit, the nearest point has no direction.
        let outside = direction(point - at).filter(|_| distance > 0.0);
        let (along, point) = match outside {
            Some((along, _)) => (along, point),
            None => (direction(body.local_center - at)?.0, body.local_center),
        };
        let (distance, width) = (max(0.0, distance), width(body, perp(along)));
        let impulse = self.strength * width * self.factor(distance) * body.pose.rotation.rotate(along);
        Some(BlastPush {
            body: id,
            point: body.pose.transform_point(point),
            impulse,
            distance,
            width,
            velocity_change: impulse / body.mass,
        })
    }

    fn is_hidden(&self, world: &World, push: &BlastPush, except: Option<BodyId>) -> bool {
        let hits = world.ray_cast_all(WorldPoint::at(self.at), WorldPoint::at(push.point));
        let others = hits.into_iter().filter(|hit| hit.collider.body != push.body && Some(hit.collider.body) != except);
        others.into_iter().any(|hit| hit.normal.is_some() && hit.fraction < 1.0)
    }
}

impl World {
    /// Lets an explosion push every body in its reach ([`World::apply_impulse`]), at once, and tells what each got.
    /// All pushes are found before the first acts.
    pub fn explode(&mut self, blast: &Blast, except: Option<BodyId>) -> Vec<BlastPush> {
        let pushes = blast.pushes(self, except);
        for push in &pushes {
            self.apply_impulse(push.body, push.impulse, push.point);
        }
        pushes
    }
}

/// Distance from a point to a shape (0 inside) and the shape's nearest point, in the shape's frame.
fn nearest_to(shape: &Convex<'_>, from: Vec2) -> (f32, Vec2) {
    if shape.signed_distance(from) <= 0.0 {
        return (0.0, from);
    }
    let count = shape.points.len();
    let on_edge = |i: usize| {
        let (a, edge) = (shape.points[i], shape.points[(i + 1) % count] - shape.points[i]);
        let length_sq = edge.length_squared();
        a + edge * if length_sq > 0.0 { clamp((from - a).dot(edge) / length_sq, 0.0, 1.0) } else { 0.0 }
    };
    let nearer = |best: Vec2, next: Vec2| if (next - from).length_squared() < (best - from).length_squared() { next } else { best };
    let core = (1..count).map(on_edge).fold(on_edge(0), nearer);
    let Some((inwards, length)) = direction(core - from) else { return (0.0, from) };
    (max(0.0, length - shape.radius), core - shape.radius * inwards)
}

/// Width of a body's silhouette along a unit vector of its frame, metres.
fn width(body: &Body, along: Vec2) -> f32 {
    let (mut low, mut high) = (f32::MAX, f32::MIN);
    for collider in &body.colliders {
        let core = collider.shape.convex();
        for &point in core.points {
            low = min(low, point.dot(along) - core.radius);
            high = max(high, point.dot(along) + core.radius);
        }
    }
    max(0.0, high - low)
}
