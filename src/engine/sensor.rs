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
use super::math::{Pose, max};
use super::narrow::gjk;
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
    /// A smaller or larger one.
    pub fn of(work: u64) -> Budget {
        Budget(work)
    }

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
    before: Vec<(BodyId, Pose)>,
    /// Those that have moved farther than [`SLOW`], and how far at most any of their points, metres.
    fast: Vec<(BodyId, f32)>,
}

impl Moved {
    /// Notes where bodies stand before a step.
    pub fn from_here(world: &World) -> Moved {
        let can_move = world.bodies().filter(|(_, body)| body.kind != BodyKind::Static);
        Moved { before: can_move.map(|(id, body)| (id, body.pose)).collect(), fast: Vec::new() }
    }

    /// Finds those that have moved far, after the step.
    pub fn find_fast(&mut self, world: &World) {
        let farthest = |&(id, from): &(BodyId, Pose)| {
            let body = world.body(id)?;
            Some((id, bound(&sweep(body, from), body.extent)))
        };
        self.fast = self.before.iter().filter_map(farthest).filter(|(_, way)| *way > SLOW).collect();
    }

    /// The way of a body during the step; `None` if it has not moved.
    fn sweep_of(&self, id: BodyId, body: &Body) -> Option<Sweep> {
        let index = self.before.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        let from = self.before[index].1;
        (from != body.pose).then(|| sweep(body, from))
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

    /// Pairs of a part and a collider that the filters let meet.
    fn pairs<'a>(&'a self, body: &'a Body) -> impl Iterator<Item = (Convex<'a>, Convex<'a>)> {
        let seen = |collider: &&Collider| collider.filter.allows(self.filter);
        let colliders = body.colliders.iter().filter(seen);
        colliders.flat_map(|collider| self.parts.iter().map(|part| (part.convex(), collider.shape.convex())))
    }

    fn overlaps(&self, own: &Body, body: &Body) -> bool {
        self.pairs(body).any(|(part, other)| overlap(part, own.pose, other, body.pose))
    }

    /// True when the two touched on their ways, which end apart; one of them has moved.
    fn was_touched(&self, own: &Body, own_sweep: Option<Sweep>, body: &Body, sweep: Option<Sweep>) -> bool {
        let (a, b) = (own_sweep.unwrap_or_else(|| Sweep::still(own.pose)), sweep.unwrap_or_else(|| Sweep::still(body.pose)));
        let target = ToiTarget { separation: 0.0, tolerance: GRAZING };
        self.pairs(body).any(|(part, other)| {
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

fn is_static(body: &Body) -> bool {
    body.kind == BodyKind::Static
}

fn came_near(world: &World, id: BodyId, region: Aabb) -> bool {
    world.body(id).is_some_and(|body| body.colliders.iter().any(|collider| collider.shape.aabb(body.pose).overlaps(region)))
}
