//! Sensors: shapes that report what overlaps them and push nothing.
//!
//! A sensor belongs to a body and moves with it, but it is no collider: it has no contacts, no mass, wakes nobody and
//! takes no part in islands or in the solver. A world does not know its sensors; whoever keeps them asks after each
//! step, so a world without sensors pays nothing.
//!
//! **Who is inside.** Bodies of which a collider shares a point with the sensor, awake or asleep, if the two filters
//! allow each other. Left out are the sensor's own body, and static bodies as long as the sensor's body is static too:
//! neither would ever enter or leave.
//!
//! **Who has passed.** A fast body may be through between two steps. Between them each body is taken to move as the
//! engine's continuous collision takes it: its centre of mass along a line, its angle evenly by the shorter turn
//! ([`time_of_impact`]). On these ways nothing that touches the sensor is missed. A body that comes within
//! [`GRAZING`] of it without touching may be reported as well.
//!
//! ```text
//!   before ○─ ─ ─ ─ ─[ sensor ]─ ─ ─ ─▶● after        inside at no step, but it has passed
//! ```
//!
//! **When.** A sensor is a photogate: for a body that came in or went out in a step it tells when in that step, on the
//! same ways ([`Sensor::passing`]). The way is right to g Δt² / 8 under gravity, a third of a millimetre at 60 Hz, and
//! exact for what moves evenly.
//!
//! **Candidates.** The broad phase knows the boxes at the end of the step. A body whose points have moved by at most
//! [`SLOW`] has been nowhere but in its box grown by that much, so a query of the sensor's region grown by it finds all
//! of those. The few that moved farther are looked through one by one.
//!
//! **Bounded work.** Many sensors that each hold a crowd would take seconds of every step. Each test takes from a
//! [`Budget`] that the sensors of a step share; a sensor for which it does not last reports nobody.

use super::aabb::Aabb;
use super::body::{Body, BodyId, BodyKind};
use super::collider::{Collider, CollisionFilter};
use super::frames::WorldPoint;
use super::math::{Pose, Vec2, max, min};
use super::narrow::gjk;
use super::narrow::half_plane::{parts_on_the_way, parts_that_matter};
use super::narrow::time_of_impact::{Sweep, ToiOutcome, ToiTarget, time_of_impact};
use super::probe::NoProbe;
use super::shape::{Convex, Shape};
use super::tuning::MAX_SENSING_WORK;
use super::world::World;

/// Bodies that pass a sensor at this distance or less may count as having touched it, metres. Smaller: more iterations
/// for each fast body; larger: passes are reported that none would call a touch.
pub const GRAZING: f32 = 1e-4;

/// A body whose points move farther than this in a step is looked at on its own, metres. Smaller: more of those;
/// larger: queries return more bodies that are only near.
pub const SLOW: f32 = 0.1;

/// Where on the rest of its way a body is looked for that ends just outside: shares of that way.
const LOOKS: [f32; 3] = [0.25, 0.5, 0.75];

/// What a test takes from a [`Budget`]: an overlap, a search for a time of impact, a look at a box. In the measure of
/// [`World::step_work`].
const WORK: (u64, u64, u64) = (60, 200, 1);

/// What is left of the work that the sensors of one step share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(u64);

impl Default for Budget {
    /// That of a step: [`MAX_SENSING_WORK`].
    fn default() -> Budget {
        Budget(MAX_SENSING_WORK)
    }
}

impl Budget {
    /// What is left.
    pub fn left(self) -> u64 {
        self.0
    }

    /// `None` if it is not there; what was left is then gone as well.
    fn take(&mut self, work: u64) -> Option<()> {
        let is_there = work <= self.0;
        self.0 = self.0.saturating_sub(work);
        is_there.then_some(())
    }
}

/// A sensor on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensor {
    /// The body that it moves with.
    pub body: BodyId,
    /// Convex parts in the body's frame.
    pub parts: Vec<Shape>,
    /// Which colliders it may report.
    pub filter: CollisionFilter,
}

/// What a sensor has found after a step. Both lists are sorted by id, and no body is in both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sensed {
    /// Bodies that overlap it now.
    pub inside: Vec<BodyId>,
    /// Bodies that touched it on their way during the step, and overlap it no more.
    pub passed: Vec<BodyId>,
}

/// Where bodies stood before a step.
#[derive(Clone, Debug, Default)]
pub struct Moved {
    /// Of bodies that can move, in the order of their ids.
    before: Vec<(BodyId, Before)>,
    /// Those that have moved farther than [`SLOW`], and how far at most any of their points, metres.
    fast: Vec<(BodyId, f32)>,
}

/// How a body stood and moved before a step.
#[derive(Clone, Copy, Debug)]
struct Before {
    pose: Pose,
    /// Of the centre of mass, m/s.
    velocity: Vec2,
}

/// When in a step a body came into a sensor and went out, as shares of the step from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Passing {
    /// When it came in, and its speed against the sensor's body then, m/s, of the centres of mass; `None` if it was
    /// inside before.
    pub entered: Option<(f32, f32)>,
    /// When it went out; `None` if it is inside still.
    pub left: Option<f32>,
}

impl Moved {
    /// Notes where bodies stand before a step.
    pub fn from_here(world: &World) -> Moved {
        let can_move = world.bodies().filter(|(_, body)| body.kind != BodyKind::Static);
        Moved {
            before: can_move.map(|(id, body)| (id, Before { pose: body.pose, velocity: body.linear_velocity })).collect(),
            fast: Vec::new(),
        }
    }

    /// Finds those that have moved far, after the step.
    pub fn find_fast(&mut self, world: &World) {
        let farthest = |&(id, from): &(BodyId, Before)| {
            let body = world.body(id)?;
            Some((id, bound(&sweep(body, from.pose), body.extent)))
        };
        self.fast = self.before.iter().filter_map(farthest).filter(|(_, way)| *way > SLOW).collect();
    }

    /// The way of a body during the step; `None` if it has not moved.
    fn sweep_of(&self, id: BodyId, body: &Body) -> Option<Sweep> {
        let from = self.of(id)?.pose;
        (from != body.pose).then(|| sweep(body, from))
    }

    fn of(&self, id: BodyId) -> Option<Before> {
        let index = self.before.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(self.before[index].1)
    }

    /// Velocity of a body's centre of mass at a share of the step, m/s: it changes evenly from start to end.
    fn velocity(&self, id: BodyId, body: &Body, t: f32) -> Vec2 {
        self.of(id).map_or(body.linear_velocity, |from| from.velocity + (body.linear_velocity - from.velocity) * t)
    }
}

fn sweep(body: &Body, from: Pose) -> Sweep {
    Sweep::between(body.local_center, from, body.pose)
}

/// How far at most a point moves that is `extent` from the centre of mass, metres.
fn bound(sweep: &Sweep, extent: f32) -> f32 {
    sweep.travel.length() + sweep.turn.abs() * extent
}

/// True when two shapes share a point: their distance is 0.
pub fn overlap(a: Convex<'_>, pose_a: Pose, b: Convex<'_>, pose_b: Pose) -> bool {
    gap(a, pose_a, b, pose_b) <= 0.0
}

/// [`overlap`] of two shapes of any kind.
pub fn meet(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> bool {
    let [a, b] = parts_that_matter(a, b, pose_a.inv_mul(pose_b));
    overlap(a.convex(), pose_a, b.convex(), pose_b)
}

/// Gap between two shapes, metres; 0 or less when they overlap, and then of no meaning.
fn gap(a: Convex<'_>, pose_a: Pose, b: Convex<'_>, pose_b: Pose) -> f32 {
    gjk::distance(a, b, pose_a.inv_mul(pose_b), &mut NoProbe).distance - (a.radius + b.radius)
}

impl Sensor {
    /// What it reports after a step; `moved` tells the ways of the step. Without one ([`Moved::default`]) nobody has
    /// passed. `None` when the budget does not last.
    pub fn sense(&self, world: &World, moved: &Moved, budget: &mut Budget) -> Option<Sensed> {
        let mut sensed = Sensed::default();
        let Some(own) = world.body(self.body) else { return Some(sensed) };
        let own_sweep = moved.sweep_of(self.body, own);
        let Some(region) = self.region(own, own_sweep.as_ref()) else { return Some(sensed) };
        let mut found = Vec::new();
        world.broad().query(region.grown(SLOW), &mut NoProbe, |id| found.push(id.body));
        budget.take(WORK.2 * (1 + found.len() + moved.fast.len()) as u64)?;
        found.extend(moved.fast.iter().filter(|&&(id, way)| came_near(world, id, region.grown(way))).map(|(id, _)| *id));
        found.sort_unstable();
        found.dedup();
        for id in found {
            let Some(body) = world.body(id).filter(|body| id != self.body && !(is_static(body) && is_static(own))) else { continue };
            let pairs = (self.parts.len() * body.colliders.len()) as u64;
            budget.take(WORK.0 * pairs)?;
            if self.overlaps(own, body) {
                sensed.inside.push(id);
                continue;
            }
            let sweep = moved.sweep_of(id, body);
            if own_sweep.is_none() && sweep.is_none() {
                continue;
            }
            budget.take(WORK.1 * pairs)?;
            if self.was_touched(own, own_sweep, body, sweep) {
                sensed.passed.push(id);
            }
        }
        Some(sensed)
    }

    /// True when a point lies in it; `own` is its body.
    pub fn contains(&self, own: &Body, point: WorldPoint) -> bool {
        self.parts.iter().any(|part| part.contains(own.pose.to_local(point)))
    }

    /// A box around all of its way.
    fn region(&self, own: &Body, sweep: Option<&Sweep>) -> Option<Aabb> {
        let region = self.parts.iter().map(|part| part.aabb(own.pose)).reduce(Aabb::union)?;
        let reach = |part: &Shape| {
            let core = part.convex();
            core.points.iter().fold(0.0, |far, &p| max(far, (p - own.local_center).length() + core.radius))
        };
        let extent = self.parts.iter().map(reach).fold(0.0, max);
        Some(sweep.map_or(region, |sweep| region.grown(bound(sweep, extent))))
    }

    /// Pairs of a part and a collider's shape that the filters let meet.
    fn pairs<'a>(&'a self, body: &'a Body) -> impl Iterator<Item = (&'a Shape, &'a Shape)> {
        let seen = |collider: &&Collider| collider.filter.allows(self.filter);
        let colliders = body.colliders.iter().filter(seen);
        colliders.flat_map(|collider| self.parts.iter().map(|part| (part, &collider.shape)))
    }

    fn overlaps(&self, own: &Body, body: &Body) -> bool {
        self.pairs(body).any(|(part, other)| meet(part, own.pose, other, body.pose))
    }

    /// When in the step a body came in and went out. Whether it was inside at the start and is at the end was found by
    /// [`Sensor::sense`]. `None` when the budget does not last.
    pub fn passing(
        &self,
        world: &World,
        moved: &Moved,
        id: BodyId,
        [was_inside, is_inside]: [bool; 2],
        budget: &mut Budget,
    ) -> Option<Passing> {
        let (Some(own), Some(body)) = (world.body(self.body), world.body(id)) else { return Some(Passing::default()) };
        budget.take(4 * WORK.1 * (self.parts.len() * body.colliders.len()) as u64)?;
        let ways = Ways {
            a: moved.sweep_of(self.body, own).unwrap_or_else(|| Sweep::still(own.pose)),
            b: moved.sweep_of(id, body).unwrap_or_else(|| Sweep::still(body.pose)),
        };
        let meets = |t: f32| self.pairs(body).any(|(part, other)| ways.meet(part, other, t));
        // First and last touch by the search that misses none, from either end; a little outside, by its tolerance.
        let first = if was_inside { 0.0 } else { self.first_touch(body, &ways) };
        let last = if is_inside { 1.0 } else { 1.0 - self.first_touch(body, &ways.backwards()) };
        let middle = 0.5 * (first + last);
        let within = match (was_inside, is_inside) {
            (true, _) => 0.0,
            (_, true) => 1.0,
            _ => middle,
        };
        // Of a body that only grazes it, the middle may not touch: then the search's own answer is as good.
        let met = meets(within);
        let entered = (!was_inside).then(|| if met { border(first, within, meets) } else { first });
        let left = (!is_inside).then(|| if met { border(last, within, meets) } else { last.max(first) });
        let speed = |t: f32| (moved.velocity(id, body, t) - moved.velocity(self.body, own, t)).length();
        Some(Passing { entered: entered.map(|t| (t, speed(t))), left })
    }

    /// Share of the ways at which the two touch first, or 1.
    fn first_touch(&self, body: &Body, ways: &Ways) -> f32 {
        let target = ToiTarget { separation: 0.0, tolerance: GRAZING };
        let touch = |(part, other): (&Shape, &Shape)| {
            let [part, other] = parts_on_the_way([part, other], [&ways.a, &ways.b]);
            time_of_impact(part.convex(), &ways.a, other.convex(), &ways.b, target, &mut NoProbe).t
        };
        self.pairs(body).map(touch).fold(1.0, min)
    }

    /// True when the two touched on their ways, which end apart; one of them has moved.
    fn was_touched(&self, own: &Body, own_sweep: Option<Sweep>, body: &Body, sweep: Option<Sweep>) -> bool {
        let (a, b) = (own_sweep.unwrap_or_else(|| Sweep::still(own.pose)), sweep.unwrap_or_else(|| Sweep::still(body.pose)));
        let target = ToiTarget { separation: 0.0, tolerance: GRAZING };
        self.pairs(body).any(|(part, other)| {
            let [part, other] = parts_on_the_way([part, other], [&a, &b]);
            let (part, other) = (part.convex(), other.convex());
            let found = time_of_impact(part, &a, other, &b, target, &mut NoProbe);
            let meet_at = |t: f32| overlap(part, a.pose_at(t), other, b.pose_at(t));
            match found.outcome {
                // Who stands just outside at the end is about to come in, unless it was inside on its way.
                ToiOutcome::Hit if gap(part, own.pose, other, body.pose) <= GRAZING => {
                    LOOKS.iter().any(|share| meet_at(found.t + share * (1.0 - found.t)))
                }
                // A search that ran out of turns has proved nothing: better one report too many.
                ToiOutcome::Hit | ToiOutcome::OutOfTurns => true,
                ToiOutcome::Overlapped => meet_at(0.0),
                ToiOutcome::Separated => false,
            }
        })
    }
}

/// The ways of a sensor's body and of another during a step.
struct Ways {
    a: Sweep,
    b: Sweep,
}

impl Ways {
    /// The same from the end to the start.
    fn backwards(&self) -> Ways {
        let back = |way: &Sweep| Sweep::between(way.local_center, way.pose_at(1.0), way.pose_at(0.0));
        Ways { a: back(&self.a), b: back(&self.b) }
    }

    fn meet(&self, part: &Shape, other: &Shape, t: f32) -> bool {
        meet(part, self.a.pose_at(t), other, self.b.pose_at(t))
    }
}

/// Where a condition changes between a place outside and one within; the last bit of a share of a step is found in 24
/// halvings.
fn border(outside: f32, within: f32, holds: impl Fn(f32) -> bool) -> f32 {
    let (mut out, mut inside) = (outside, within);
    for _ in 0..24 {
        let middle = 0.5 * (out + inside);
        if holds(middle) {
            inside = middle;
        } else {
            out = middle;
        }
    }
    inside
}

fn is_static(body: &Body) -> bool {
    body.kind == BodyKind::Static
}

fn came_near(world: &World, id: BodyId, region: Aabb) -> bool {
    world.body(id).is_some_and(|body| body.colliders.iter().any(|collider| collider.shape.aabb(body.pose).overlaps(region)))
}
