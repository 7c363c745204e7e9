//! Phase *Continuous*: fast bodies stop at what they would jump over.
//!
//! The solver keeps bodies apart only where it knows of a contact. A body that moves farther in a step than it is wide
//! can be on one side of a wall before and on the other side after. So each body whose motion exceeds a share of its
//! half width is checked: its colliders' sweeps against everything static and kinematic near their path, and for a
//! *bullet* also against other dynamic bodies, by [`crate::engine::narrow::time_of_impact`]. At the earliest impact
//! that would end too deep the body is put back to its pose of that moment, with its velocities: in the next step the
//! contact is there, and bounces or brakes it like any other.
//!
//! *Too deep*: at the end of the step the shape would have passed the plane of the impact by more than
//! [`tuning::CONTINUOUS_FRACTION`] of its half width. A shallower end is left to the contact. Without this rule a car
//! would stumble over every bump of the road: each stop costs the rest of the step. When one shape stops the body, that
//! moment is the end for its other shapes too: one that would have swung through the wall and back by the end of the
//! step may be beyond it now, and then stops the body still earlier.
//!
//! ```text
//!      ●──────────────────────▶○      start ● and end ○ of the step
//!               ┊▓                    ┊ plane of the impact, ▓ wall
//!              ●┊▓             ○      depth of the end beyond the plane: too deep, so the body stops at the plane
//! ```
//!
//! *Already touching* shapes have no time of impact; their contact holds them. Only what that cannot prevent is checked
//! for them: the middle of the collider may not pass (a rod that pokes through a thin wall with one end and whirls). It
//! stops there like a plastic ball: the body loses its velocity towards the wall, otherwise it would hang before the
//! wall and try again in every step. The same holds where all that a shape meets at first is an edge between flush
//! neighbours, which does not count: what it does after that is not known.
//!
//! *Driven* obstacles go on after the impact, so the body goes with them until the end of the step: else it would be
//! behind the wall. Where points of the pair were searched within the step it is left alone: a body that was hit within
//! the step did not move along a line, and the search has found all meetings.
//!
//! *Bounded*: each box that is looked at and each search is counted ([`Effort`]). Thousands of fast bodies among shapes
//! of kilometres would take seconds a step; once the effort is spent, the rest goes where the solver has put it, and
//! the step says how many that are ([`super::StepEvents::unchecked`]).
//!
//! Not promised: dynamic against dynamic without `bullet`; joints may be pulled apart for a step by the stop; a bullet
//! stops where the other mobile body was at that moment, and that one goes on.

use super::activity::{Activity, is_simulated};
use super::clear_path::stays_above_a_face;
use super::continuous_middle::{distances_of_middle, impact_of_middle};
use super::impact_search::{ImpactPhase, ImpactSearch, Noted};
use super::pairs::may_touch;
use super::settings::WorldSettings;
use super::substep::{MEETING, SubstepContacts};
use super::tables::BodyTables;
use crate::engine::aabb::Aabb;
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::broad::Broad;
use crate::engine::collider::{Collider, ColliderId};
use crate::engine::math::{Pose, Rot, Vec2, max, min};
use crate::engine::narrow::half_plane::parts_on_the_way;
use crate::engine::narrow::time_of_impact::{Sweep, ToiOutcome, ToiTarget, time_of_impact};
use crate::engine::narrow::{NarrowPhase, gjk};
use crate::engine::probe::{NoProbe, Probe};
use crate::engine::shape::Convex;
use crate::engine::solver::body::{SolverBody, capped_velocity};
use crate::engine::tuning;
use std::cell::{Cell, RefCell};

/// Where a body has to stop.
#[derive(Clone, Copy, Debug)]
struct Impact {
    /// Share of the step, 0 to 1.
    t: f32,
    /// From a collider's middle to what it must not pass, unit, world; zero when the shapes' surfaces meet.
    middle_normal: Vec2,
    /// Place in the arena of the body that it must not pass, if that one is driven.
    driven: Option<usize>,
}

/// One body's motion in this step.
struct FastMotion<'a> {
    body: &'a Body,
    id: BodyId,
    sweep: Sweep,
    /// How far what it may meet can have come from where its box was at the start of the step, metres. The enlarged
    /// boxes foresee some motion, but how much depends on their history, and nothing else may.
    margin: f32,
}

/// What the phase has done in a step, counted as [`super::World::step_work`] counts.
#[derive(Debug, Default)]
struct Effort(Cell<u64>);

impl Effort {
    /// A box near a path was looked at.
    const LOOK: u64 = 2;
    /// The time of impact of a pair was asked for, or a cheaper test made that spared it.
    const SEARCH: u64 = 200;

    fn add(&self, work: u64) {
        self.0.set(self.0.get() + work);
    }

    fn is_spent(&self) -> bool {
        self.0.get() > tuning::MAX_CONTINUOUS_WORK
    }
}

/// What may stop a fast body, and how bodies have moved in this step.
struct Surroundings<'a> {
    effort: &'a Effort,
    noted: &'a RefCell<Noted>,
    dt: f32,
    bodies: &'a Arena<BodyId, Body>,
    /// Pairs of bodies whose joint forbids contacts.
    joined: &'a [(BodyId, BodyId)],
    broad: &'a Broad,
    tables: &'a BodyTables,
    /// Places in the arena of bodies that are simulated.
    awake: &'a [u32],
    substep: &'a SubstepContacts,
}

/// Puts the bodies in `fast` (places in the arena) back to where they would have begun to jump over something. `found`
/// is memory to reuse. Returns how many were left alone because too much had been done for the others, and what was
/// done.
pub(super) fn stop_fast_bodies(
    fast: &[u32],
    bodies: &mut Arena<BodyId, Body>,
    (joined, broad): (&[(BodyId, BodyId)], &Broad),
    (tables, substep): (&BodyTables, &mut SubstepContacts),
    activity: &Activity,
    settings: &WorldSettings,
    found: &mut Vec<ColliderId>,
) -> (u32, u64) {
    let (effort, noted) = (Effort::default(), RefCell::new(substep.search.noted.take()));
    let (noted, dt) = (&noted, settings.step_seconds());
    let (mut longest_motion, mut unchecked) = (None, 0);
    for &index in fast {
        let (index, slot) = (index as usize, index + 1);
        if effort.is_spent() {
            unchecked += 1;
            continue;
        }
        let surroundings =
            Surroundings { effort: &effort, noted, dt, bodies, joined, broad, tables, awake: &activity.awake, substep: &*substep };
        if !surroundings.may_be_stopped(slot) {
            continue;
        }
        let body = &bodies.values()[index];
        if !body.is_mobile() {
            continue;
        }
        let margin = if body.bullet { *longest_motion.get_or_insert_with(|| surroundings.longest_motion()) } else { 0.0 };
        let motion = FastMotion { body, id: bodies.id_at(index), sweep: surroundings.sweep_of(index), margin };
        let Some(Impact { t, middle_normal, driven }) = surroundings.stop_of(&motion, found) else { continue };

        let (mut rotation, mut center) = (motion.sweep.pose_at(t).rotation, motion.sweep.start_center + t * motion.sweep.travel);
        if let Some(other) = driven {
            (rotation, center) = surroundings.sweep_of(other).carried(t, rotation, center);
        }
        // What accelerated it after the impact did not happen.
        let after_impact = (1.0 - t) * settings.substep_count() as f32 * tables.drives[slot as usize].gain();
        let body = &mut bodies.values_mut()[index];
        put_at(body, center, rotation);
        body.linear_velocity -= after_impact;
        let towards = max(body.linear_velocity.dot(middle_normal), 0.0);
        body.linear_velocity = capped_velocity(body.linear_velocity - towards * middle_normal);
    }
    substep.search.noted = noted.take();
    (unchecked, effort.0.get())
}

impl Surroundings<'_> {
    /// False when nothing that could stop the body in a slot is near its path. Most fast bodies are in free flight, so
    /// that is seen from tables, of the whole body at once.
    fn may_be_stopped(&self, slot: u32) -> bool {
        if self.tables.builds[slot as usize].bullet {
            return true;
        }
        let [x, y, ..] = self.tables.poses[slot as usize].0;
        let (start, moved) = (Vec2::new(x, y), SolverBody::at(&self.tables.solver_bodies, slot));
        // A disc around the centre of mass holds all shapes, however they turn; twice the slop more than for a collider
        // covers what rounding may add.
        let extent = self.tables.extents[slot as usize];
        let reach = extent + swing_of(moved.delta_angle, extent) + 4.0 * tuning::LINEAR_SLOP;
        let mut stopped = false;
        self.broad.query_at_rest(Aabb::from_corners(start, start + moved.delta_center).grown(reach), |id| {
            self.effort.add(Effort::LOOK);
            stopped = stopped || self.stands(id);
        });
        stopped
    }

    /// True for a collider of a body that nothing can push.
    fn stands(&self, id: ColliderId) -> bool {
        self.bodies.get(id.body).is_some_and(|body| !body.is_mobile())
    }

    /// Longest motion of any point of any body in this step, metres.
    fn longest_motion(&self) -> f32 {
        // One whose motion is not finite has been frozen where it was.
        self.awake.iter().map(|&index| self.motion_bound_of(index + 1)).filter(|bound| bound.is_finite()).fold(0.0, max)
    }

    /// How far the farthest point of the body in a slot may have gone in this step, metres.
    fn motion_bound_of(&self, slot: u32) -> f32 {
        motion_bound(&SolverBody::at(&self.tables.solver_bodies, slot), self.tables.extents[slot as usize])
    }

    /// The motion of the body at a place in the arena during this step; of one that is not simulated: none.
    fn sweep_of(&self, index: usize) -> Sweep {
        let body = &self.bodies.values()[index];
        if !is_simulated(body) {
            return Sweep { local_center: body.local_center, start_center: body.center, ..Sweep::still(body.pose) };
        }
        let [x, y, cos, sin] = self.tables.poses[index + 1].0;
        let (start_center, moved) = (Vec2::new(x, y), SolverBody::at(&self.tables.solver_bodies, index as u32 + 1));
        Sweep {
            local_center: body.local_center,
            start_center,
            travel: body.center - start_center,
            start_rotation: Rot { cos, sin },
            turn: moved.delta_angle,
        }
    }

    /// Where the body has to stop so that none of its colliders ends too deep. Each round ends earlier, at the impact
    /// of another pair.
    fn stop_of(&self, motion: &FastMotion<'_>, found: &mut Vec<ColliderId>) -> Option<Impact> {
        let mut stop = None;
        let mut end = 1.0;
        while let Some(impact) = self.first_impact(motion, end, found) {
            stop = Some(impact);
            end = impact.t;
        }
        stop
    }

    /// Earliest impact before `end` of any of the body's colliders that would be too deep then.
    fn first_impact(&self, motion: &FastMotion<'_>, end: f32, found: &mut Vec<ColliderId>) -> Option<Impact> {
        let mut first: Option<Impact> = None;
        for collider in &motion.body.colliders {
            found.clear();
            // Only a bullet is stopped by what can be pushed.
            let region = region_of(motion, collider, self.tables.boxes[collider.proxy as usize]);
            if motion.body.bullet {
                self.broad.query(region, &mut NoProbe, |id| found.push(id));
            } else {
                self.broad.query_at_rest(region, |id| found.extend(self.stands(id).then_some(id)));
            }
            found.sort_unstable();
            self.effort.add(Effort::LOOK * found.len() as u64);
            for &id in found.iter() {
                if self.effort.is_spent() {
                    return first;
                }
                if let Some(impact) = self.impact_with(motion, end, collider, id)
                    && impact.t < end
                    && first.is_none_or(|earlier| impact.t < earlier.t)
                {
                    first = Some(impact);
                }
            }
        }
        first
    }

    /// Impact of one collider of the body with another body's collider.
    fn impact_with(&self, motion: &FastMotion<'_>, end: f32, collider: &Collider, id: ColliderId) -> Option<Impact> {
        let other = self.bodies.get(id.body)?;
        let (low, high) = if motion.id < id.body { (motion.id, id.body) } else { (id.body, motion.id) };
        if !may_touch(self.bodies, self.joined, low, high) {
            return None;
        }
        let other_collider = other.colliders.get(id.index as usize)?;
        if !collider.filter.allows(other_collider.filter) {
            return None;
        }
        self.effort.add(Effort::SEARCH);
        let other_sweep = self.sweep_of(self.bodies.index_of(id.body)?);
        let [shape, obstacle] = parts_on_the_way([&collider.shape, &other_collider.shape], [&motion.sweep, &other_sweep]);
        let (shape, obstacle) = (shape.convex(), obstacle.convex());
        let target = ToiTarget { separation: tuning::LINEAR_SLOP, tolerance: 0.25 * tuning::LINEAR_SLOP };
        if stays_above_a_face(&shape, &motion.sweep, &obstacle, &other_sweep, target) {
            return None;
        }
        let driven = if other.is_driven() { self.bodies.index_of(id.body) } else { None };
        if driven.is_some() && self.substep.searched([collider.proxy, other_collider.proxy]) {
            return None;
        }
        let result = time_of_impact(shape, &motion.sweep, obstacle, &other_sweep, target, &mut NoProbe);
        // What comes near may fly past; what touches may be deep at the end.
        let is_deep = || {
            let met = time_of_impact(shape, &motion.sweep, obstacle, &other_sweep, MEETING, &mut NoProbe);
            let depth = || depth_at_end(&shape, &motion.sweep, &obstacle, &other_sweep, [met.t, end]);
            met.outcome != ToiOutcome::Separated && depth() > tuning::CONTINUOUS_FRACTION * motion.body.half_width
        };
        self.noted.borrow_mut().record(|| ImpactSearch {
            proxies: [collider.proxy, other_collider.proxy],
            sweeps: [motion.sweep, other_sweep],
            phase: ImpactPhase::Continuous,
            seconds: self.dt,
            target,
            result,
            is_used: !matches!(result.outcome, ToiOutcome::Separated | ToiOutcome::Overlapped) && is_deep(),
        });
        match result.outcome {
            ToiOutcome::Separated => return None,
            ToiOutcome::Hit | ToiOutcome::OutOfTurns => {
                if !is_deep() {
                    return None;
                }
                let poses = [motion.sweep.pose_at(result.t), other_sweep.pose_at(result.t)];
                if self.may_touch_at([collider, other_collider], poses) {
                    return Some(Impact { t: result.t, middle_normal: Vec2::ZERO, driven });
                }
            }
            ToiOutcome::Overlapped => {}
        }
        let (separation, nearest) = distances_of_middle(motion.body.half_width);
        let target = ToiTarget { separation, ..target };
        let impact = impact_of_middle(&shape, &motion.sweep, &obstacle, &other_sweep, (target, nearest, end));
        impact.map(|(t, middle_normal)| Impact { t, middle_normal, driven })
    }
}

impl Surroundings<'_> {
    /// False when all that touches where the bodies have these poses is an edge that flush neighbours hide.
    fn may_touch_at(&self, colliders: [&Collider; 2], [a, b]: [Pose; 2]) -> bool {
        if self.tables.internal_edges.of(colliders.map(|collider| collider.proxy)) == [None; 2] {
            return true;
        }
        self.tables.manifold_of(colliders, a.inv_mul(b), NarrowPhase::Sat, 2.0 * tuning::LINEAR_SLOP).count > 0
    }
}

/// Puts the body's centre of mass somewhere, with the pose that follows.
pub(super) fn put_at(body: &mut Body, center: Vec2, rotation: Rot) {
    body.center = center;
    body.pose = Pose { position: center - rotation.rotate(body.local_center), rotation };
}

/// How far the farthest point of a body that moved so may have gone, metres.
fn motion_bound(moved: &SolverBody, extent: f32) -> f32 {
    moved.delta_center.length() + moved.delta_angle.abs() * extent
}

/// True when the motion could carry a body of this extent and half width over a thin wall.
pub(super) fn is_fast(moved: &SolverBody, extent: f32, half_width: f32) -> bool {
    motion_bound(moved, extent) > max(tuning::CONTINUOUS_FRACTION * half_width, tuning::LINEAR_SLOP)
}

/// Box around a collider, whose tight box was `start`, during the whole motion, and around what may come to it.
fn region_of(motion: &FastMotion<'_>, collider: &Collider, start: Aabb) -> Aabb {
    let end = collider.shape.aabb(motion.body.pose);
    let swing = swing_of(motion.sweep.turn, motion.body.extent);
    start.union(end).grown(swing + motion.margin + 2.0 * tuning::LINEAR_SLOP)
}

/// How far a point of a body of this extent may swing out of what holds its start and its end, metres: by less than its
/// turn.
fn swing_of(turn: f32, extent: f32) -> f32 {
    min(turn.abs(), 2.0) * extent
}

/// How far the shape would have passed, at the end, the plane that separates it from the obstacle at the impact,
/// metres.
fn depth_at_end(shape: &Convex<'_>, sweep: &Sweep, obstacle: &Convex<'_>, other: &Sweep, [impact, end]: [f32; 2]) -> f32 {
    // Seen from the obstacle, in which the plane rests: numbers stay small.
    let [hit, end] = [impact, end].map(|t| other.pose_at(t).inv_mul(sweep.pose_at(t)));
    let found = gjk::distance(*obstacle, *shape, hit, &mut NoProbe);
    let plane = found.point_a.dot(found.normal) + obstacle.radius;
    let lowest = shape.points.iter().fold(f32::MAX, |low, &p| min(low, end.transform_point(p).dot(found.normal)));
    plane - (lowest - shape.radius)
}
