//! How near a projectile came to its target: the score of a shot.
//!
//! A fast projectile passes its target between two steps, so looking only at the ends of steps would report a miss by
//! as much as it flies in one. Within a step both bodies are moved from their old to their new pose, centres along
//! straight lines:
//!
//! ```text
//!     before ○- - - - -○- - - - - - -○ after          gap ↑ \             /
//!                      ┆ closest                           |   \        /
//!                   ┌──┴──┐                                |     `-. .-´
//!                   │target│                               └────────┴─────→ part of the step
//! ```
//!
//! For two convex shapes that move without turning, the gap is a convex function of time (the distance from a point,
//! moving straight, to the convex set A ⊖ B), so it has one valley and a ternary search closes in on it. The little
//! that the target turns within one step is neglected; so is a bounce, which a contact reports by itself. A target of
//! several shapes is searched shape by shape.

use super::shot::{MAX_TRAIL, Shot};
use super::stage::Stage;
use crate::engine::body::{Body, BodyId};
use crate::engine::collider::ColliderId;
use crate::engine::math::{Pose, Rot, Vec2, max};
use crate::engine::narrow::gjk;
use crate::engine::narrow::half_plane::parts_that_matter;
use crate::engine::probe::NoProbe;
use crate::engine::shape::{Circle, Shape};
use crate::engine::tuning;
use crate::engine::world::World;

/// Turns of the ternary search: each leaves two thirds, so 24 leave 6e-5 of the step. At 300 m/s that is 0.3 mm of
/// flight, and at the bottom of the valley the gap changes by far less.
const SEARCH_TURNS: usize = 24;

/// A target whose velocity is off by more than this part of it (and this many m/s) has changed its course. Smaller:
/// the measured acceleration's rounding is told as a cause; larger: a miss by a radius goes without one.
const STRAYED: f32 = 5e-3;

/// Above this share of [`tuning::MAX_SPEED`] a shot that is pushed on would be faster, had it not been cut: more than
/// rounding takes.
const FASTEST: f32 = 1.0 - 1e-5;

/// True of a velocity that the engine cuts, by more than a rounding.
pub(super) fn is_too_fast(velocity: Vec2) -> bool {
    velocity.length() > tuning::MAX_SPEED * (1.0 + 1e-6)
}

/// Two surfaces, and where they are nearest.
#[derive(Clone, Copy, Debug)]
pub(super) struct SurfaceGap {
    /// Signed, metres; negative = overlap.
    pub distance: f32,
    /// Nearest (or deepest) point of the second shape, world.
    pub point_b: Vec2,
}

/// Gap between two shapes, by the engine's GJK. Where the cores themselves overlap the gap is minus both radii: deep
/// enough to know.
pub(super) fn gap(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> SurfaceGap {
    let pose_b_in_a = pose_a.inv_mul(pose_b);
    let [a, b] = parts_that_matter(a, b, pose_b_in_a);
    let (a, b) = (a.convex(), b.convex());
    let found = gjk::distance(a, b, pose_b_in_a, &mut NoProbe);
    let point_b = found.point_b - b.radius * found.normal;
    SurfaceGap { distance: found.distance - a.radius - b.radius, point_b: pose_a.transform_point(point_b) }
}

/// A body's motion over one step.
#[derive(Clone, Copy, Debug)]
struct Sweep {
    from: Pose,
    to: Pose,
    local_center: Vec2,
}

impl Sweep {
    fn at(&self, part: f32) -> Pose {
        let center = |pose: Pose| pose.transform_point(self.local_center);
        let middle = center(self.from) + part * (center(self.to) - center(self.from));
        let mix = |a: f32, b: f32| a + part * (b - a);
        let (cos, sin) = (mix(self.from.rotation.cos, self.to.rotation.cos), mix(self.from.rotation.sin, self.to.rotation.sin));
        let length = (cos * cos + sin * sin).sqrt();
        let rotation = if length > 0.0 { Rot { cos: cos / length, sin: sin / length } } else { self.to.rotation };
        Pose { position: middle - rotation.rotate(self.local_center), rotation }
    }
}

/// Where a shot and its target stood before a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    projectile: Pose,
    target: Option<(BodyId, Pose)>,
    point: Option<Vec2>,
}

impl Stage {
    /// Poses of all shots in flight and their targets, to be compared with those after the step; one entry a shot.
    pub(super) fn before_step(&self) -> Vec<Option<Before>> {
        let pose = |id: BodyId| self.world.body(id).map(|b| b.pose);
        let before = |shot: &Shot| {
            let projectile = pose(shot.body?)?;
            let target = shot.target.as_deref().and_then(|name| self.names.bodies.id(name));
            let point = self.point_of_shot(shot).map(|(place, _)| place);
            Some(Before { projectile, target: target.and_then(|id| Some((id, pose(id)?))), point })
        };
        self.shots.iter().map(before).collect()
    }

    /// Paths, closest approaches and hits after a step.
    pub(super) fn score_shots(&mut self, before: &[Option<Before>]) {
        let now = self.world.step_count();
        let points: Vec<Option<(Vec2, Vec2)>> = self.shots.iter().map(|shot| self.point_of_shot(shot)).collect();
        for ((shot, before), point) in self.shots.iter_mut().zip(before).zip(points) {
            let (Some(before), Some(id)) = (before, shot.body) else { continue };
            let Some(projectile) = self.world.body(id) else { continue };
            if projectile.awake {
                if shot.trail.len() >= MAX_TRAIL {
                    shot.trail.remove(0);
                }
                shot.trail.push(projectile.center);
            }
            shot.cut |= is_cut(&self.world, shot, projectile);
            if shot.struck_at.is_none() && self.world.events().begun.iter().any(|&(a, b, _)| a.body == id || b.body == id) {
                shot.struck_at = Some(now);
            }
            if let (Some(from), Some((to, velocity))) = (before.point, point) {
                score_at_point(&self.world, shot, (id, projectile, before.projectile), (from, to, velocity));
                continue;
            }
            let Some((target_id, target_before)) = before.target else { continue };
            let Some(target) = self.world.body(target_id).filter(|_| shot.hit_at.is_none()) else { continue };
            look_for_causes(&self.world, shot, id, target_id, target);
            if let Some(point) = touched(&self.world, id, target_id, target.colliders.len()) {
                shot.hit_at = Some(now);
                shot.closest = Some(0.0);
                shot.closest_points = Some((projectile.center, point));
                continue;
            }
            let flight = Sweep { from: before.projectile, to: projectile.pose, local_center: projectile.local_center };
            let path = Sweep { from: target_before, to: target.pose, local_center: target.local_center };
            let parts: Vec<(&Shape, Sweep)> = target.colliders.iter().map(|part| (&part.shape, path)).collect();
            measure(shot, projectile, flight, &parts);
            // What passes through its target (a hoop) touches nothing, and has hit all the same.
            if shot.closest == Some(0.0) && passes_through(projectile, target) {
                shot.hit_at = Some(now);
            }
        }
    }
}

/// True when a shot that gravity or its engine pushes on has reached the greatest speed, before the predicted meeting.
fn is_cut(world: &World, shot: &Shot, projectile: &Body) -> bool {
    let velocity = projectile.linear_velocity;
    let pull = world.settings().gravity * projectile.gravity_scale + shot.thrust;
    velocity.length() >= FASTEST * tuning::MAX_SPEED && pull.dot(velocity) > 0.0 && is_on_its_way(world, shot)
}

/// True up to the predicted meeting.
fn is_on_its_way(world: &World, shot: &Shot) -> bool {
    let hz = world.settings().step_hz;
    let flown = (world.step_count() - shot.fired_at) as f32 / hz;
    shot.predicted.is_some_and(|(_, time)| flown <= time + 1.0 / hz)
}

/// A shot at a point: how near the projectile came to it, and a hit when it went over it.
fn score_at_point(world: &World, shot: &mut Shot, (id, body, before): (BodyId, &Body, Pose), (from, to, velocity): (Vec2, Vec2, Vec2)) {
    if shot.hit_at.is_some() {
        return;
    }
    if is_on_its_way(world, shot) {
        shot.bounced |= world.events().begun.iter().any(|&(a, b, _)| a.body == id || b.body == id);
        let strayed = shot.foreseen.is_some_and(|(foreseen, _)| (velocity - foreseen).length() > STRAYED * (1.0 + foreseen.length()));
        shot.target_strayed |= strayed;
    }
    let Ok(circle) = Circle::try_new(Vec2::ZERO, tuning::MIN_SIZE) else { return };
    let (dot, at) = (Shape::Circle(circle), |place: Vec2| Pose { position: place, rotation: Rot::IDENTITY });
    let flight = Sweep { from: before, to: body.pose, local_center: body.local_center };
    measure(shot, body, flight, &[(&dot, Sweep { from: at(from), to: at(to), local_center: Vec2::ZERO })]);
    if shot.closest == Some(0.0) {
        shot.hit_at = Some(world.step_count());
    }
}

/// True when no part of the target may touch the projectile.
fn passes_through(projectile: &Body, target: &Body) -> bool {
    let ball = projectile.colliders.first();
    ball.is_some_and(|ball| target.colliders.iter().all(|part| !part.filter.allows(ball.filter)))
}

/// Notes what has happened that the method had not counted on, up to the predicted meeting.
fn look_for_causes(world: &World, shot: &mut Shot, id: BodyId, target_id: BodyId, target: &Body) {
    let hz = world.settings().step_hz;
    let flown = (world.step_count() - shot.fired_at) as f32 / hz;
    if !is_on_its_way(world, shot) {
        return;
    }
    for &(a, b, _) in &world.events().begun {
        let parties = [a.body, b.body];
        let both = parties.contains(&id) && parties.contains(&target_id);
        shot.bounced |= parties.contains(&id) && !both;
        shot.target_struck |= parties.contains(&target_id) && !both;
    }
    if let Some((velocity, acceleration)) = shot.foreseen {
        let strayed = (target.linear_velocity - velocity - acceleration * flown).length();
        // A target that the first step finds as foreseen did not accelerate: what it does later could not be measured.
        let is_first = world.step_count() == shot.fired_at + 1;
        shot.unmeasured &= !is_first || strayed * hz > STRAYED * (1.0 + acceleration.length());
        shot.target_strayed |= strayed > STRAYED * (1.0 + velocity.length());
    }
}

/// Where a projectile touched its target during the last step, world.
fn touched(world: &World, projectile: BodyId, target: BodyId, colliders: usize) -> Option<Vec2> {
    let ball = ColliderId { body: projectile, index: 0 };
    (0..colliders as u32).find_map(|index| {
        let contact = world.contact(ball, ColliderId { body: target, index })?;
        let begun = world.events().begun.iter().any(|&(a, b, _)| (a, b) == (contact.collider_a, contact.collider_b));
        let point = contact.points().iter().find(|p| begun || p.separation <= 0.0 || p.normal_impulse > 0.0)?;
        Some(point.position)
    })
}

/// Brings a shot's closest approach to some shapes up to date with one step.
fn measure(shot: &mut Shot, projectile: &Body, flight: Sweep, parts: &[(&Shape, Sweep)]) {
    let Some(ball) = projectile.colliders.first() else { return };
    for &(shape, path) in parts {
        let gap_at = |part: f32| gap(&ball.shape, flight.at(part), shape, path.at(part));
        let mut best = (1.0, gap_at(1.0));
        // Nothing in the step is nearer than its end minus the whole way (and the turn of the farthest points).
        let way = (flight.to.position - flight.from.position).length() + (path.to.position - path.from.position).length();
        let own = ball.shape.aabb(flight.to).size().length() * turned(flight);
        let bound = best.1.distance - way - own - turned(path) * shape.aabb(path.to).size().length();
        if shot.closest.is_some_and(|closest| bound >= closest) {
            continue;
        }
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..SEARCH_TURNS {
            let third = (high - low) / 3.0;
            let (left, right) = (low + third, high - third);
            if gap_at(left).distance < gap_at(right).distance {
                high = right;
            } else {
                low = left;
            }
        }
        let middle = 0.5 * (low + high);
        let found = gap_at(middle);
        if found.distance < best.1.distance {
            best = (middle, found);
        }
        let distance = max(0.0, best.1.distance);
        if shot.closest.is_none_or(|closest| distance < closest) {
            shot.closest = Some(distance);
            shot.closest_points = Some((flight.at(best.0).transform_point(flight.local_center), best.1.point_b));
        }
    }
}

/// How far a body turns in a step, as a bound on the change of its axes.
fn turned(sweep: Sweep) -> f32 {
    (sweep.to.rotation.cos - sweep.from.rotation.cos).abs() + (sweep.to.rotation.sin - sweep.from.rotation.sin).abs()
}
