//! All joints of a world as the solver works on them.
//!
//! ```text
//!   world's joints (kinds, anchors) ◄─ assemble, give back ─►  groups of hinges, other joints  ◄── passes of every step
//! ```
//!
//! The set is put together when joints or the moving bodies change, and stays from step to step; until it is taken
//! apart again, the impulses and angles in it are the true ones and those in [`Joint`] are old ([`JointSet::memory`]).
//! A joint is in the set when one of its bodies takes part in the step: those between sleepers cost nothing.
//!
//! | what | where |
//! |---|---|
//! | hinges | group of blocks; those with spring, motor or limits in one with rows for the angle |
//! | hinges of chains and trees | two groups more; their anchors are held by the [`DirectSystem`] |
//! | all other kinds | [`JointConstraint`]s, one after the other |
//! | joints of [`Mechanism`]s, hinges among them | [`JointConstraint`]s, solved together |

use super::bias_share::share_bias;
use super::choice::{Link, choose};
use super::colors::Colors;
use super::constraint::JointConstraint;
use super::definition::{Joint, JointId};
use super::elimination::Pattern;
use super::group::{Arrival, HingeGroup, Seat};
use super::hinge_block::HingeBodies;
use super::kind::{JointKind, Revolute};
use super::linkage::{JointSolver, direct_linkages};
use super::mechanism::{Mechanism, MechanismJoint};
use super::parts::JointSpring;
use super::response::{Carried, ImpactJoints};
use super::springs::springs_at;
use super::system::{DirectHinge, DirectSystem, Extras};
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::lanes::{Float4, Float4Pair, Width};
use crate::engine::probe::Probe;
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::softness::Softness;
use crate::engine::solver::{Pass, SolverPass, SolverStep};
use std::collections::BTreeSet;

/// A body with joints, and the slot that it had when the set was put together.
#[derive(Clone, Copy, Debug)]
struct Jointed {
    place: u32,
    slot: u32,
}

/// Where a joint is in the set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum JointPlace {
    /// Nowhere: it sleeps.
    #[default]
    Outside,
    /// In a group.
    Hinge(u32, Seat),
    /// Among the scalar ones.
    Scalar(u32),
}

/// Impulses with which the limits of a joint moved its bodies in a step and nothing else, N·s or N·m·s.
#[derive(Clone, Copy, Debug)]
pub struct LimitPush {
    /// Place of the joint in the world.
    pub place: usize,
    /// As in [`Joint`].
    pub impulses: [f32; 6],
}

/// Joints of the present step.
#[derive(Clone, Debug, Default)]
pub struct JointSet {
    pub(super) assembled: bool,
    /// See [`group_of`].
    pub(super) groups: [HingeGroup; 4],
    direct: DirectSystem,
    /// Places of the joints in `scalars`.
    scalar_places: Vec<u32>,
    /// Their springs as rows of a sub-step, and their shares of the bias.
    scalar_settings: Vec<(JointSpring, f32)>,
    /// Those of mechanisms come last.
    pub(super) scalars: Vec<JointConstraint>,
    /// So many of them are solved one after the other.
    alone: usize,
    mechanisms: Vec<Mechanism>,
    pub(super) homes: Vec<JointPlace>,
    pub(super) names: Vec<[BodyId; 2]>,
    pub(super) impact_joints: ImpactJoints,
    /// What joints gave to be ready for an impact; empty between calls.
    pub(super) settled: Vec<Carried>,
    /// Joints beyond a limit in this step.
    pub(super) limit_pushes: Vec<LimitPush>,
    jointed: Vec<Jointed>,
    /// Places of bodies that are joined to one that is driven.
    beside_driven: Vec<u32>,
    colors: Colors,
}

/// The world's things that the set is made of.
#[derive(Clone, Copy, Debug)]
pub struct JointInputs<'a> {
    /// Joints.
    pub joints: &'a Arena<JointId, Joint>,
    /// Bodies.
    pub bodies: &'a Arena<BodyId, Body>,
    /// Slot of each body by its place; 0 for those that take no part.
    pub slots: &'a [u32],
    /// How many slots there are.
    pub slot_count: usize,
    /// Length of a sub-step, seconds.
    pub h: f32,
    /// How many hinges are computed at once.
    pub width: Width,
    /// How stiff rigid joints are.
    pub softness: Softness,
    /// How chains and trees are solved.
    pub solver: JointSolver,
}

/// First of the two groups whose anchors the direct solver holds.
const DIRECT: usize = 2;

/// Even groups hold plain hinges, odd ones those with a spring, motor or limits.
fn group_of(joint: &Joint, direct: bool) -> usize {
    let plain = matches!(joint.kind, JointKind::Revolute(Revolute { limits: None, motor: None, spring: None }));
    usize::from(!plain) + if direct { DIRECT } else { 0 }
}

impl JointSet {
    /// True while impulses and angles live in the set.
    pub fn is_assembled(&self) -> bool {
        self.assembled
    }

    /// False when a body with joints has another slot than before: it fell asleep, woke, or another one did.
    pub fn fits(&self, slots: &[u32]) -> bool {
        self.jointed.iter().all(|body| slots.get(body.place as usize) == Some(&body.slot))
    }

    /// Slots of bodies that joints act on.
    pub fn joined_slots(&self) -> impl Iterator<Item = u32> {
        self.jointed.iter().map(|body| body.slot)
    }

    /// Places of bodies that hang on something driven.
    pub fn beside_driven(&self) -> &[u32] {
        &self.beside_driven
    }

    /// Puts the set together.
    pub fn assemble(&mut self, parts: JointInputs<'_>) {
        let JointInputs { joints, bodies, slots, .. } = parts;
        self.clear();
        self.assembled = true;
        self.homes.resize(joints.len(), JointPlace::Outside);
        self.names.extend(joints.values().iter().map(|joint| [joint.body_a, joint.body_b]));
        let springs = springs_at(parts.joints, parts.bodies);
        let mut arrivals: Vec<Arrival<'_>> = Vec::new();
        for (index, joint) in joints.values().iter().enumerate() {
            let (Some(a), Some(b)) = (bodies.index_of(joint.body_a), bodies.index_of(joint.body_b)) else { continue };
            self.jointed.extend([a, b].map(|place| Jointed { place: place as u32, slot: slots[place] }));
            let (body_a, body_b) = (&bodies.values()[a], &bodies.values()[b]);
            for (driven, other) in [(body_a, b), (body_b, a)] {
                if driven.is_driven() {
                    self.beside_driven.push(other as u32);
                }
            }
            let takes_part = |place: usize, body: &Body| slots[place] != 0 && body.is_mobile();
            if !takes_part(a, body_a) && !takes_part(b, body_b) {
                continue;
            }
            let parties = HingeBodies { slots: [slots[a], slots[b]], poses: [a as u32 + 1, b as u32 + 1], bodies: [body_a, body_b] };
            let crowd = springs[a].max(springs[b]);
            arrivals.push(Arrival { index: index as u32, joint, parties, crowd, bias_share: 1.0 });
        }
        if parts.solver == JointSolver::Iterative {
            share_bias(&mut arrivals, parts.slot_count);
        }
        self.jointed.sort_unstable_by_key(|body| body.place);
        self.jointed.dedup_by_key(|body| body.place);
        self.beside_driven.sort_unstable();
        self.beside_driven.dedup();
        let together = self.find_mechanisms(&arrivals, parts);
        let is_hinge = |arrival: &&Arrival<'_>| matches!(arrival.joint.kind, JointKind::Revolute(_));
        let alone = |arrival: &&Arrival<'_>| !together.contains(&arrival.index);
        let hinges: Vec<Arrival<'_>> = arrivals.iter().filter(is_hinge).filter(alone).copied().collect();
        self.seat(&hinges, parts);
    }

    /// Joints that are solved together, and all that are no hinges. Returns the places of the former, ascending.
    fn find_mechanisms(&mut self, arrivals: &[Arrival<'_>], parts: JointInputs<'_>) -> BTreeSet<u32> {
        let links: Vec<Link> = arrivals.iter().map(Link::of).collect();
        let choices = match parts.solver {
            JointSolver::Direct => choose(&links, parts.slot_count),
            JointSolver::Iterative => Vec::new(),
        };
        let mut built = Vec::new();
        for choice in choices {
            let joints: Vec<MechanismJoint> = (0..)
                .zip(&choice.joints)
                .map(|(scalar, &k)| {
                    let Link { slots, moving, rows, .. } = links[k as usize];
                    MechanismJoint { scalar, slots, moving, rows: rows[0] + rows[1] }
                })
                .collect();
            if let Some(mechanism) = Mechanism::build(&joints, choice.sags, choice.has_loops) {
                built.push((choice.joints, mechanism));
            }
        }
        let together: BTreeSet<u32> = built.iter().flat_map(|(joints, _)| joints).map(|&k| arrivals[k as usize].index).collect();
        let alone = arrivals.iter().filter(|arrival| !matches!(arrival.joint.kind, JointKind::Revolute(_)));
        self.scalar_places.extend(alone.map(|arrival| arrival.index).filter(|index| !together.contains(index)));
        self.alone = self.scalar_places.len();
        self.mechanisms.clear();
        for (joints, mut mechanism) in built {
            mechanism.move_joints(self.scalar_places.len() as u32);
            self.mechanisms.push(mechanism);
            self.scalar_places.extend(joints.iter().map(|&k| arrivals[k as usize].index));
        }
        for (scalar, &index) in self.scalar_places.iter().enumerate() {
            self.homes[index as usize] = JointPlace::Scalar(scalar as u32);
            let arrival = arrivals.binary_search_by_key(&index, |arrival| arrival.index).map(|k| &arrivals[k]);
            self.scalar_settings.push(arrival.map_or((JointSpring::NONE, 1.0), |arrival| arrival.settings(parts.h)));
        }
        together
    }

    /// Hinges into groups, and those of chains and trees into the direct system.
    fn seat(&mut self, hinges: &[Arrival<'_>], parts: JointInputs<'_>) {
        let nowhere = Seat { block: 0, lane: 0 };
        let mut links: Vec<DirectHinge> = hinges
            .iter()
            .map(|hinge| {
                let slots = hinge.parties.slots;
                let moving = hinge.parties.moving();
                let extras = match hinge.joint.kind {
                    JointKind::Revolute(Revolute { motor: Some(_), .. }) => Extras::Driven,
                    JointKind::Revolute(Revolute { limits: None, spring: None, .. }) => Extras::Plain,
                    _ => Extras::Held,
                };
                DirectHinge { slots, moving, extras, group: 0, seat: nowhere, pinned: false }
            })
            .collect();
        let linkages = match parts.solver {
            JointSolver::Direct => direct_linkages(&links, parts.slot_count),
            JointSolver::Iterative => Vec::new(),
        };
        let mut direct = vec![false; hinges.len()];
        linkages.iter().flat_map(|linkage| &linkage.hinges).for_each(|&k| direct[k as usize] = true);
        let mut arrivals: [Vec<Arrival<'_>>; 4] = Default::default();
        for (hinge, direct) in hinges.iter().zip(&direct) {
            arrivals[group_of(hinge.joint, *direct)].push(*hinge);
        }
        for (number, (group, arrivals)) in self.groups.iter_mut().zip(&arrivals).enumerate() {
            let homes = &mut self.homes;
            let seated = |joint: u32, seat: Seat| homes[joint as usize] = JointPlace::Hinge(number as u32, seat);
            group.build(arrivals, number % 2 == 1, &mut self.colors, parts.slot_count, parts.h, seated);
        }
        for (link, hinge) in links.iter_mut().zip(hinges) {
            if let JointPlace::Hinge(group, seat) = self.homes[hinge.index as usize] {
                (link.group, link.seat) = (group, seat);
            }
        }
        let mut pattern = Pattern::default();
        let mut members = Vec::new();
        for linkage in linkages {
            members.extend(linkage.hinges.iter().map(|&k| DirectHinge { pinned: linkage.pinned, ..links[k as usize] }));
            pattern.append(linkage.pattern);
        }
        self.direct = DirectSystem::build(&members, pattern);
    }

    /// Takes the set apart: impulses and angles go back to the joints.
    pub fn give_back(&mut self, joints: &mut [Joint]) {
        if !self.assembled {
            return;
        }
        for (place, joint) in joints.iter_mut().enumerate() {
            if let (Some((impulses, angle)), Some(carried)) = (self.memory(place), self.carried(place)) {
                (joint.impulses, joint.angle, joint.carried) = (impulses, angle, carried);
            }
        }
        self.clear();
    }

    /// Empties the set; keeps its memory.
    fn clear(&mut self) {
        self.assembled = false;
        self.impact_joints.forget();
        self.limit_pushes.clear();
        self.groups.iter_mut().for_each(HingeGroup::clear);
        self.direct = DirectSystem::default();
        self.mechanisms.clear();
        self.alone = 0;
        self.homes.clear();
        self.names.clear();
        self.scalar_places.clear();
        self.scalar_settings.clear();
        self.scalars.clear();
        self.jointed.clear();
        self.beside_driven.clear();
    }

    /// Start of a step: anchors and angles where the bodies are now. `poses` are centre of mass x, y, cosine, sine of
    /// each body by its place + 1.
    pub fn prepare(&mut self, parts: JointInputs<'_>, poses: &[Float4], moving: &[Float4Pair]) {
        for group in &mut self.groups {
            group.prepare(poses, parts.width);
        }
        self.direct.factor(&self.groups, moving, parts.h, parts.softness);
        let JointInputs { joints, bodies, slots, .. } = parts;
        for (k, &index) in self.scalar_places.iter().enumerate() {
            let joint = &joints.values()[index as usize];
            let (Some(a), Some(b)) = (bodies.index_of(joint.body_a), bodies.index_of(joint.body_b)) else { continue };
            let last = self.scalars.get(k).map_or((joint.impulses, joint.angle), |old| (old.impulses, old.angle));
            let (ends, (spring, share)) = ([slots[a], slots[b]], self.scalar_settings[k]);
            let constraint = joint.constraint(ends, [a, b].map(|k| &bodies.values()[k]), last, spring).with_bias_share(share);
            match self.scalars.get_mut(k) {
                Some(place) => *place = constraint,
                None => self.scalars.push(constraint),
            }
        }
        for mechanism in &mut self.mechanisms {
            mechanism.place(&self.scalars, moving, parts.softness);
        }
    }

    /// Applies the impulses of the last sub-step again.
    pub fn warm_start<P: Probe<SolverStep>>(&mut self, bodies: &mut [Float4Pair], pass: &Pass, probe: &mut P) {
        self.sweep(bodies, pass, probe);
        for joint in &mut self.scalars[..self.alone] {
            joint.warm_start(bodies, pass, probe);
        }
    }

    /// The solve or the relax pass.
    pub fn solve<P: Probe<SolverStep>>(&mut self, bodies: &mut [Float4Pair], pass: &Pass, probe: &mut P) {
        self.sweep(bodies, pass, probe);
        for joint in &mut self.scalars[..self.alone] {
            joint.solve(bodies, pass, probe);
        }
        // What is solved as a whole comes last: nothing among the joints disturbs it then.
        for mechanism in &mut self.mechanisms {
            if matches!(pass.kind, SolverPass::Relax | SolverPass::TakeBack) {
                mechanism.place(&self.scalars, bodies, pass.joint_softness);
            }
            mechanism.solve(&mut self.scalars, bodies, pass, probe);
        }
    }

    /// After the bodies have moved, when no relax pass follows: anchors, chains and trees as they lie now.
    pub fn refresh(&mut self, bodies: &[Float4Pair], pass: &Pass) {
        let width = pass.width;
        for group in &mut self.groups {
            group.end_substep(bodies, width);
        }
        if !self.direct.is_empty() {
            self.direct.factor(&self.groups, bodies, pass.h, pass.joint_softness);
        }
        for mechanism in &mut self.mechanisms {
            mechanism.place(&self.scalars, bodies, pass.joint_softness);
        }
    }

    /// Hinges: those of chains and trees, then the others.
    fn sweep<P: Probe<SolverStep>>(&mut self, bodies: &mut [Float4Pair], pass: &Pass, probe: &mut P) {
        for group in &mut self.groups[DIRECT..] {
            group.sweep(bodies, pass, false, (probe, &self.names));
        }
        match pass.kind {
            _ if self.direct.is_empty() => (),
            SolverPass::WarmStart | SolverPass::Restitution | SolverPass::Push => (),
            SolverPass::Solve => self.direct.solve(&mut self.groups, bodies, pass, (probe, &self.names)),
            SolverPass::Relax | SolverPass::TakeBack => {
                self.direct.factor(&self.groups, bodies, pass.h, pass.joint_softness);
                self.direct.solve(&mut self.groups, bodies, pass, (probe, &self.names));
            }
        }
        for group in &mut self.groups[..DIRECT] {
            group.sweep(bodies, pass, true, (probe, &self.names));
        }
    }

    /// Drops the impulses of the last sub-step: no warm start. `given`: that was one of this step, and they count as
    /// carried.
    pub fn forget(&mut self, given: bool) {
        self.groups.iter_mut().for_each(|group| group.forget(given));
        self.scalars.iter_mut().for_each(JointConstraint::forget);
    }

    /// End of a step: counts turns on.
    pub fn finish(&mut self, bodies: &[Float4Pair], width: Width) {
        for group in &mut self.groups {
            group.finish(bodies, width);
        }
        for joint in &mut self.scalars {
            joint.angle = joint.stand(&SolverBody::at(bodies, joint.a), &SolverBody::at(bodies, joint.b)).angle;
        }
    }
}
