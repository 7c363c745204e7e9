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
use super::probe::{NoProbe, Probe, ran};
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

/// A step of an explosion; of one body they come in this order, up to the one that ends its turn.
#[derive(Clone, Debug, PartialEq)]
pub enum BlastStep {
    /// Bodies whose boxes meet the box of its reach, in the order of their ids.
    Candidates(Vec<BodyId>),
    /// The nearest point of a dynamic body; where that has no direction (`inside`), its centre of mass.
    Nearest {
        /// Which body.
        body: BodyId,
        /// World, metres.
        point: Vec2,
        /// From the explosion, 0 inside, metres.
        distance: f32,
        /// The explosion lies in the body.
        inside: bool,
    },
    /// It is farther away than the reach: nothing.
    Beyond(BodyId),
    /// The explosion lies at its centre of mass, where no direction is better than another: nothing.
    Undirected(BodyId),
    /// The straight line to its nearest point, where bodies shield.
    Sight {
        /// Which body.
        body: BodyId,
        /// The first other body on it, and where, world, metres: then it gets nothing.
        hidden_by: Option<(BodyId, Vec2)>,
    },
    /// Both ends of its silhouette, at the height of its nearest point, world, metres.
    Silhouette {
        /// Which body.
        body: BodyId,
        /// To the right and to the left, seen from the explosion.
        ends: [Vec2; 2],
    },
    /// What it gets.
    Push {
        /// All of it.
        push: BlastPush,
        /// The factor of the law.
        factor: f32,
    },
}

impl Blast {
    /// The factor of the law at a distance, from 0 to 1.
    pub fn factor(&self, distance: f32) -> f32 {
        ran!();
        let core = CORE * self.radius;
        if distance > self.radius {
            return 0.0;
        }
        let near = if distance > core { core / distance } else { 1.0 };
        // [explosion.law]
        match self.law {
            BlastLaw::Constant => 1.0,
            BlastLaw::Inverse => near,
            BlastLaw::InverseSquare => near * near,
        }
    }

    /// What it would give to each body now, in the order of their ids; `except` is left out, and hides nothing.
    pub fn pushes(&self, world: &World, except: Option<BodyId>) -> Vec<BlastPush> {
        self.pushes_probed(world, except, &mut NoProbe)
    }

    /// [`Blast::pushes`], watched.
    pub fn pushes_probed<P: Probe<BlastStep>>(&self, world: &World, except: Option<BodyId>, probe: &mut P) -> Vec<BlastPush> {
        ran!();
        let is_sound = self.at.is_finite() && self.strength.is_finite() && self.radius.is_finite() && self.radius > 0.0;
        if !is_sound {
            return Vec::new();
        }
        let region = Aabb { min: self.at, max: self.at }.grown(self.radius);
        let mut bodies: Vec<BodyId> = world.colliders_in(region).into_iter().map(|collider| collider.body).collect(); // [explosion.candidates]
        bodies.dedup();
        probe.record(|| BlastStep::Candidates(bodies.clone()));
        let mut push = |id: BodyId| {
            let body = world.body(id).filter(|body| body.is_mobile() && Some(id) != except)?;
            self.push_on(world, id, body, except, probe)
        };
        bodies.into_iter().filter_map(&mut push).collect()
    }

    /// What it gives to a body.
    fn push_on<P: Probe<BlastStep>>(
        &self,
        world: &World,
        id: BodyId,
        body: &Body,
        except: Option<BodyId>,
        probe: &mut P,
    ) -> Option<BlastPush> {
        ran!();
        let at = body.pose.inv_transform_point(self.at);
        let nearest = body.colliders.iter().map(|collider| nearest_to(&collider.shape.convex(), at));
        let (distance, point) = nearest.reduce(|best, next| if next.0 < best.0 { next } else { best })?; // [explosion.nearest]
        // Inside, or on the border to the last bit, the nearest point has no direction.
        let outside = direction(point - at).filter(|_| distance > 0.0);
        let point = if outside.is_some() { point } else { body.local_center }; // [explosion.inside]
        let (acts_at, distance) = (body.pose.transform_point(point), max(0.0, distance));
        probe.record(|| BlastStep::Nearest { body: id, point: acts_at, distance, inside: outside.is_none() });
        // [explosion.beyond]
        if distance > self.radius {
            probe.record(|| BlastStep::Beyond(id));
            return None;
        }
        // [explosion.undirected]
        let Some((along, _)) = outside.or_else(|| direction(point - at)) else {
            probe.record(|| BlastStep::Undirected(id));
            return None;
        };
        if self.shielded {
            let hidden_by = self.hides(world, id, acts_at, except);
            probe.record(|| BlastStep::Sight { body: id, hidden_by });
            if hidden_by.is_some() {
                return None;
            }
        }
        let across = perp(along);
        let [low, high] = silhouette(body, across);
        probe.record(|| {
            let end = |height: f32| body.pose.transform_point(point + across * (height - point.dot(across)));
            BlastStep::Silhouette { body: id, ends: [end(low), end(high)] }
        });
        let (width, factor) = (max(0.0, high - low), self.factor(distance));
        let impulse = self.strength * width * factor * body.pose.rotation.rotate(along); // [explosion.impulse]
        let push = BlastPush { body: id, point: acts_at, impulse, distance, width, velocity_change: impulse / body.mass };
        probe.record(|| BlastStep::Push { push, factor });
        Some(push)
    }

    /// The first body, and where, that stands between the explosion and a point of a body.
    fn hides(&self, world: &World, behind: BodyId, point: Vec2, except: Option<BodyId>) -> Option<(BodyId, Vec2)> {
        ran!();
        let hits = world.ray_cast_all(WorldPoint::at(self.at), WorldPoint::at(point)); // [explosion.sight]
        let mut others = hits.into_iter().filter(|hit| hit.collider.body != behind && Some(hit.collider.body) != except);
        let first = others.find(|hit| hit.normal.is_some() && hit.fraction < 1.0)?;
        Some((first.collider.body, first.point.vec()))
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

/// From where to where a body's silhouette reaches along a unit vector of its frame, metres.
fn silhouette(body: &Body, along: Vec2) -> [f32; 2] {
    ran!();
    let [mut low, mut high] = [f32::MAX, f32::MIN];
    for collider in &body.colliders {
        let core = collider.shape.convex();
        for &point in core.points {
            low = min(low, point.dot(along) - core.radius);
            high = max(high, point.dot(along) + core.radius); // [explosion.width]
        }
    }
    [low, high]
}
