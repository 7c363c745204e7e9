//! Which bodies are simulated; phase *Sleep*: islands fall asleep. What wakes them within a step is
//! here too ([`Activity::wake_islands`]; `separated.rs` and `load.rs` name the sleepers), what edits wake in `wake.rs`.
//!
//! A body is slow when its farthest point is; when all bodies of an island ([`crate::engine::island`]) have been slow
//! for [`tuning::TIME_TO_SLEEP`] and rest, the island sleeps: velocities become zero and no later step reads its bodies
//! or contacts.
//!
//! *Slow is not at rest.* A block on ice at 1 mm/s, a box adrift in space or a disc that rolls are slow, and nothing
//! stops them. So of a body that nothing holds it counts how far away it has been while it was slow: what trembles
//! stays where it is, what drifts or swings does not ([`tuning::SLEEP_DRIFT`]). That it is back does not count: a
//! pendulum is so beside each turning point. Over one point at which friction holds it a body can still roll; at two
//! points it is held, and only settles ([`tuning::SLEEP_SETTLE`]: a load that is lifted). A joint holds nothing: hinges
//! turn, slides slide, and a whole mechanism may drift. A body that drifts begins its time anew. What falls freely is
//! never at rest, however weak gravity is.
//!
//! What wakes it, always as a whole: a contact that has points, or may get some within the step, to an awake body
//! or a moving kinematic one; an edit; a joint to an awake body. Which bodies belong together is found again when it is
//! needed, from contacts with points and joints, which do not change in sleep.

use super::graph::ContactGraph;
use super::settings::WorldSettings;
use super::store::ContactStore;
use super::substep::SubstepContacts;
use super::tables::BodyTables;
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::island::DisjointSets;
use crate::engine::joint::set::JointSet;
use crate::engine::joint::{Joint, JointId};
use crate::engine::math::{Vec2, max, min};
use crate::engine::solver::body::SolverBody;
use crate::engine::tuning;

/// Which bodies are simulated.
#[derive(Clone, Debug, Default)]
pub(super) struct Activity {
    /// Places in the arena of bodies that are simulated in this step, in order: awake mobile ones and driven ones.
    pub awake: Vec<u32>,
    /// False when `awake` and the places of contacts have to be found again.
    pub is_current: bool,
    sets: DisjointSets,
    /// Memory that [`super::load::refresh_lists`] reuses.
    pub buffers: [Vec<u32>; 2],
    /// Shortest time that a body of each island has been slow, by root of the island, seconds.
    shortest: Vec<f32>,
    /// Places of bodies that have been slow for long enough and yet have got somewhere.
    drifting: Vec<u32>,
    /// At how many points friction holds the body in each slot.
    holds: Vec<u32>,
}

/// True when the body takes part in the present step: an awake mobile one, or one that is driven.
pub(super) fn is_simulated(body: &Body) -> bool {
    body.is_driven() || (body.is_mobile() && body.awake)
}

/// Unites bodies (by place in the arena) that any contact with points or a joint links, asleep or awake.
pub(super) fn unite_islands(sets: &mut DisjointSets, bodies: &Arena<BodyId, Body>, store: &ContactStore, joints: &Arena<JointId, Joint>) {
    sets.reset(bodies.len());
    for number in store.with_points() {
        let (a, b) = store.head(number).key;
        unite(sets, bodies, a.body, b.body);
    }
    for (_, joint) in joints.iter() {
        unite(sets, bodies, joint.body_a, joint.body_b);
    }
}

fn unite(sets: &mut DisjointSets, bodies: &Arena<BodyId, Body>, a: BodyId, b: BodyId) {
    if let (Some(a), Some(b)) = (bodies.index_of(a), bodies.index_of(b))
        && bodies.values()[a].is_mobile()
        && bodies.values()[b].is_mobile()
    {
        sets.unite(a as u32, b as u32);
    }
}

impl Activity {
    /// Wakes the islands of these bodies (places in the arena); the list is empty then.
    pub fn wake_islands(
        &mut self,
        sleepers: &mut Vec<u32>,
        bodies: &mut Arena<BodyId, Body>,
        store: &ContactStore,
        joints: &Arena<JointId, Joint>,
    ) {
        self.is_current = false;
        unite_islands(&mut self.sets, bodies, store, joints);
        for sleeper in sleepers.iter_mut() {
            *sleeper = self.sets.find(*sleeper);
        }
        sleepers.sort_unstable();
        for (index, body) in bodies.values_mut().iter_mut().enumerate() {
            let member = sleepers.binary_search(&self.sets.find(index as u32)).is_ok();
            if member && body.is_mobile() && !body.awake {
                body.awake = true;
                body.sleep_time = 0.0;
            }
        }
        sleepers.clear();
    }

    /// Counts how long bodies have been slow, and puts islands to sleep in which all have been so for long enough.
    pub fn put_to_sleep(
        &mut self,
        bodies: &mut Arena<BodyId, Body>,
        graph: &ContactGraph,
        substep: &SubstepContacts,
        (joints, joint_set): (&Arena<JointId, Joint>, &JointSet),
        tables: &mut BodyTables,
        settings: &WorldSettings,
    ) {
        if !settings.sleeping || self.awake.is_empty() {
            return;
        }
        self.count_slow_time(bodies, graph, substep, joint_set, tables, settings.step_seconds());
        // Impulses that are not summed do not tell what friction holds.
        if settings.accumulation {
            self.keep_drifting_awake(bodies, graph);
        }
        let ready = |body: &Body| body.is_mobile() && body.sleep_time >= tuning::TIME_TO_SLEEP;
        if !self.awake.iter().any(|&i| ready(&bodies.values()[i as usize])) {
            return;
        }
        self.unite_simulated(bodies, graph, substep, joints);
        let Activity { awake, is_current, sets, shortest, .. } = self;
        shortest.clear();
        shortest.resize(bodies.len(), f32::MAX);
        for &index in awake.iter() {
            let root = sets.find(index) as usize;
            shortest[root] = min(shortest[root], bodies.values()[index as usize].sleep_time);
        }
        for &index in awake.iter() {
            let root = sets.find(index) as usize;
            let body = &mut bodies.values_mut()[index as usize];
            if body.is_mobile() && shortest[root] >= tuning::TIME_TO_SLEEP {
                body.awake = false;
                body.linear_velocity = Vec2::ZERO;
                body.angular_velocity = 0.0;
                body.colliders.iter().for_each(|collider| tables.rest(collider.proxy));
                *is_current = false;
            }
        }
    }

    /// See the head of this file. Contacts are counted only when somebody drifts, and who goes on drifting asks again
    /// after [`tuning::TIME_TO_SLEEP`].
    fn keep_drifting_awake(&mut self, bodies: &mut Arena<BodyId, Body>, graph: &ContactGraph) {
        let Activity { drifting, holds, .. } = self;
        if drifting.is_empty() {
            return;
        }
        holds.clear();
        holds.resize(bodies.len() + 1, 0);
        graph.colors.count_holding_points(tuning::HELD_SHARE, holds);
        for &index in drifting.iter() {
            let body = &mut bodies.values_mut()[index as usize];
            let limit = if holds[index as usize + 1] < 2 { tuning::SLEEP_DRIFT } else { tuning::SLEEP_SETTLE };
            if drift_of(body) > limit {
                (body.sleep_time, body.slow_motion, body.slow_reach) = (0.0, [0.0; 3], 0.0);
            }
        }
    }

    /// The islands of what is simulated: only that can fall asleep, so links among sleepers do not matter.
    fn unite_simulated(
        &mut self,
        bodies: &Arena<BodyId, Body>,
        graph: &ContactGraph,
        substep: &SubstepContacts,
        joints: &Arena<JointId, Joint>,
    ) {
        self.sets.reset(bodies.len());
        for (a, b) in graph.colors.mobile_pairs() {
            self.sets.unite(a - 1, b - 1);
        }
        for contact in substep.mobile_with_points() {
            let contact = &graph.store.get(contact).contact;
            unite(&mut self.sets, bodies, contact.collider_a.body, contact.collider_b.body);
        }
        for (_, joint) in joints.iter() {
            unite(&mut self.sets, bodies, joint.body_a, joint.body_b);
        }
    }

    fn count_slow_time(
        &mut self,
        bodies: &mut Arena<BodyId, Body>,
        graph: &ContactGraph,
        substep: &SubstepContacts,
        joint_set: &JointSet,
        tables: &BodyTables,
        seconds: f32,
    ) {
        let Activity { awake, drifting, .. } = self;
        drifting.clear();
        for &index in awake.iter() {
            let body = &mut bodies.values_mut()[index as usize];
            if !body.is_mobile() {
                continue;
            }
            // Creeping without velocity (overlap being pushed away) is motion too; half of it, as the push is meant to
            // fade.
            let moved = SolverBody::at(&tables.solver_bodies, index + 1);
            let creep = 0.5 * (moved.delta_center.length() + moved.delta_angle.abs() * body.extent) / seconds;
            let falls = tables.drives[index as usize + 1].falls_freely();
            let slow = body.can_sleep && !falls && max(body.farthest_point_speed(), creep) < tuning::SLEEP_SPEED;
            count(body, slow, [moved.delta_center.x, moved.delta_center.y, moved.delta_angle], seconds);
            if body.sleep_time >= tuning::TIME_TO_SLEEP && drift_of(body) > tuning::SLEEP_DRIFT {
                drifting.push(index);
            }
        }
        if !awake.iter().any(|&index| bodies.values()[index as usize].is_driven()) {
            return;
        }
        // What rests on something that moves stays awake.
        for (a, b) in graph.colors.fixed_pairs() {
            stay_awake(bodies, a as usize - 1, b as usize - 1);
        }
        for [a, b] in substep.fixed_with_points() {
            stay_awake(bodies, a as usize - 1, b as usize - 1);
        }
        for &place in joint_set.beside_driven() {
            bodies.values_mut()[place as usize].sleep_time = 0.0;
        }
    }
}

/// Another step, slow or not, in which the body moved by this much (x, y, turn).
fn count(body: &mut Body, slow: bool, motion: [f32; 3], seconds: f32) {
    let (before, reach) = if body.sleep_time > 0.0 { (body.slow_motion, body.slow_reach) } else { ([0.0; 3], 0.0) };
    body.slow_motion = if slow { [0, 1, 2].map(|k: usize| before[k] + motion[k]) } else { [0.0; 3] };
    let [x, y, turn] = body.slow_motion;
    body.slow_reach = if slow { max(reach, Vec2::new(x, y).length() + turn.abs() * body.extent) } else { 0.0 };
    body.sleep_time = if slow { body.sleep_time + seconds } else { 0.0 };
}

/// How fast the farthest point has got away in the time in which the body has been slow, at most, m/s.
fn drift_of(body: &Body) -> f32 {
    body.slow_reach / body.sleep_time
}

/// Who touches something that is driven has not been slow.
fn stay_awake(bodies: &mut Arena<BodyId, Body>, a: usize, b: usize) {
    for (x, y) in [(a, b), (b, a)] {
        if bodies.values()[x].is_driven() {
            bodies.values_mut()[y].sleep_time = 0.0;
        }
    }
}
