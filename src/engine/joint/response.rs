//! What an impact does to bodies that hang together by rigid joints.
//!
//! A joint passes a hit on at once: a ball that hits the end of a hinged bar feels neither the bar's mass nor its
//! moment about its centre, but what the pivot leaves of both. With the rows J of the joints that hold, an impulse p on
//! the bodies changes their velocities by
//!
//! ```text
//!   Δv = M⁻¹ (p + Jᵀ λ),   J Δv = 0     hence    Δv = P p,   P = M⁻¹ − M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁻¹ J M⁻¹
//! ```
//!
//! (Moreau, "Unilateral contact and dry friction in finite freedom dynamics", 1988). For one row n of a contact the
//! effective mass is `1 / nᵀ P n`. P is symmetric, so that a hit with restitution e takes as much energy as it would
//! from two free bodies of that mass together, and none is made. This needs joints that hold before the hit: what
//! iteration has left of velocities that break them is taken out first ([`ImpactJoints::settle`]), which can only take
//! energy.
//!
//! Rows that hold take part, and limits and ropes that carried a load just before, as long as the hit does not slacken
//! them. Springs and motors have no force large enough for an impact; what is only reached by it follows in the passes
//! after it. Bodies are looked at by what hangs together ([`super::mechanism`]); what is a mesh (elimination
//! would not pay), or has more than [`MOST_IMPACT_ROWS`] rows, is left to the passes.

use super::bounded::{columns_of, push, pushed, speed_of};
use super::constraint::JointConstraint;
use super::impulse::JointImpulse;
use super::mechanism::{Mechanism, MechanismJoint};
use super::rows::{Law, Rows};
use super::stand::Stand;
use super::work::Work;
use crate::engine::island::DisjointSets;
use crate::engine::lanes::Float4Pair;
use crate::engine::math::Vec2;
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::softness::Softness;
use std::collections::BTreeSet;

/// Most rows of joints that pass an impact on at once. Larger: a hit on a long chain costs more; smaller: it is a chain
/// of loose links sooner.
pub const MOST_IMPACT_ROWS: u32 = 512;
/// Of the largest change of a velocity by an impact, what is too small to be passed on; and what a joint gives then of
/// the impulse.
const FELT: f64 = 1e-8;
/// A rope or a limit that was loaded passes impacts on unless it gives way faster than this, m/s or rad/s.
const SLACKENING: f64 = 1e-3;
/// It is let go when an impulse of 1 N·s would make it pull by more than this where it can only push, N·s or N·m·s.
const LEAST_PULL: f64 = 1e-6;
/// In [`ImpactJoints::group_of`]: hangs on nothing.
const LOOSE: u32 = u32::MAX;

/// A body's slot and a change of its velocity x, y (m/s) and spin (rad/s).
pub type Change = (u32, [f32; 3]);

/// A joint's place in the world and what it gives B.
pub type Carried = (u32, JointImpulse);

/// Bodies that hang together.
#[derive(Clone, Debug)]
struct Group {
    /// Their joints, by place in the world.
    joints: Vec<u32>,
    /// Rows, as far as kinds say them.
    rows: u32,
    /// The joints in this step.
    constraints: Vec<JointConstraint>,
    /// `None`: not asked yet; `Some(None)`: left to the passes.
    mechanism: Option<Option<Mechanism>>,
    /// Placed where the bodies are, with their velocities in order.
    is_settled: bool,
}

/// How impacts pass through the joints of a world. Found when the first one needs it.
#[derive(Clone, Debug, Default)]
pub struct ImpactJoints {
    is_listed: bool,
    /// Number of the group of each slot.
    group_of: Vec<u32>,
    groups: Vec<Group>,
}

impl ImpactJoints {
    /// Other joints, or others of them awake.
    pub fn forget(&mut self) {
        self.is_listed = false;
    }

    /// The bodies have moved.
    pub fn unsettle(&mut self) {
        self.groups.iter_mut().for_each(|group| group.is_settled = false);
    }

    /// False before [`ImpactJoints::list`].
    pub fn is_listed(&self) -> bool {
        self.is_listed
    }

    /// Finds what hangs together. `joints`: place in the world, and the joint.
    pub fn list(&mut self, joints: impl Iterator<Item = (u32, JointConstraint)>, bodies: &[Float4Pair]) {
        self.is_listed = true;
        self.groups.clear();
        self.group_of.clear();
        self.group_of.resize(bodies.len(), LOOSE);
        let mut holding = Vec::new();
        let mut sets = DisjointSets::default();
        sets.reset(bodies.len());
        for (place, joint) in joints {
            let mut rows = Rows::default();
            joint.kind.rows(&Stand::NOWHERE, &mut rows);
            if !rows.is_stiff() {
                continue;
            }
            let moving = [joint.a, joint.b].map(|slot| is_moving(bodies, slot));
            if moving == [true, true] {
                sets.unite(joint.a, joint.b);
            }
            if moving != [false, false] {
                holding.push((place, if moving[0] { joint.a } else { joint.b }, rows.all().len() as u32));
            }
        }
        for &(place, slot, rows) in &holding {
            let name = sets.find(slot) as usize;
            if self.group_of[name] == LOOSE {
                self.group_of[name] = self.groups.len() as u32;
                self.groups.push(Group { joints: Vec::new(), rows: 0, constraints: Vec::new(), mechanism: None, is_settled: false });
            }
            let group = &mut self.groups[self.group_of[name] as usize];
            group.joints.push(place);
            group.rows += rows;
        }
        for slot in 0..bodies.len() {
            self.group_of[slot] = self.group_of[sets.find(slot as u32) as usize];
        }
    }

    /// Makes what hangs on a body ready for impacts: takes velocities out that break its joints, by impulses of these
    /// that are added to `carried`. True when velocities may have changed by it. `joint` gives joints by their place in
    /// the world.
    pub fn settle(
        &mut self,
        slot: u32,
        joint: impl Fn(u32) -> Option<JointConstraint>,
        bodies: &mut [Float4Pair],
        carried: &mut Vec<Carried>,
    ) -> bool {
        let Some(&number) = self.group_of.get(slot as usize).filter(|&&number| number != LOOSE) else { return false };
        let Group { joints, rows, constraints, mechanism, is_settled } = &mut self.groups[number as usize];
        if *is_settled {
            return false;
        }
        *is_settled = true;
        constraints.clear();
        constraints.extend(joints.iter().filter_map(|&place| joint(place)));
        let built = mechanism.get_or_insert_with(|| if *rows > MOST_IMPACT_ROWS { None } else { build(constraints, bodies) });
        let Some(mechanism) = built else { return false };
        mechanism.place(constraints, bodies, Softness::RIGID);
        mechanism.read_velocities(bodies);
        mechanism.take_holding_rows(constraints);
        mechanism.project();
        mechanism.tell_carried(joints, carried);
        for member in mechanism.members.iter().filter(|member| member.inv_mass > 0.0 || member.inv_inertia > 0.0) {
            let first = &mut bodies[member.slot as usize].first.0;
            first.iter_mut().zip(member.velocity).for_each(|(place, number)| *place = number as f32);
        }
        true
    }

    /// True for a body whose joints pass impacts on.
    pub fn holds(&self, slot: u32) -> bool {
        self.is_listed && self.group_in(slot).is_some()
    }

    fn group_in(&self, slot: u32) -> Option<usize> {
        let number = *self.group_of.get(slot as usize)?;
        self.groups.get(number as usize).filter(|group| group.is_settled && matches!(group.mechanism, Some(Some(_))))?;
        Some(number as usize)
    }

    /// How much faster two bodies become in the next `h` seconds by forces on all that hangs together and by the
    /// turning of its rods: velocities x, y and spins. `free`: what forces alone add to the velocity of a body.
    pub fn gains(&mut self, slots: [u32; 2], free: impl Fn(u32) -> Vec2, h: f32, bodies: &[Float4Pair]) -> [[f64; 3]; 2] {
        let gain = |slot: u32| [f64::from(free(slot).x), f64::from(free(slot).y), 0.0];
        slots.map(|slot| {
            let Some(number) = self.group_in(slot) else { return gain(slot) };
            let Group { mechanism: Some(Some(mechanism)), constraints, .. } = &mut self.groups[number] else { return gain(slot) };
            mechanism.read_velocities(bodies);
            mechanism.find_turning(constraints, h, bodies);
            for member in &mut mechanism.members {
                member.velocity = if member.inv_mass > 0.0 { gain(member.slot) } else { [0.0; 3] };
            }
            mechanism.answer();
            mechanism.members.iter().find(|member| member.slot == slot).map_or(gain(slot), |member| member.velocity)
        })
    }

    /// What changes of two bodies' velocities, if they were free, are with their joints: of all that feel it; and what
    /// the joints give for that. With `is_push`, ropes and limits that this slackens are let go; true when there were
    /// any: all is to be asked again.
    pub fn respond(
        &mut self,
        slots: [u32; 2],
        (free, is_push): ([[f64; 3]; 2], bool),
        (changes, carried): (&mut Vec<Change>, &mut Vec<Carried>),
    ) -> bool {
        let mut has_let_go = false;
        let groups = slots.map(|slot| self.group_in(slot));
        for side in 0..2 {
            let Some(number) = groups[side] else {
                changes.push((slots[side], free[side].map(|number| number as f32)));
                continue;
            };
            if side == 1 && groups[0] == groups[1] {
                continue; // both follow from the first
            }
            let Group { joints, mechanism: Some(Some(mechanism)), .. } = &mut self.groups[number] else { continue };
            for member in &mut mechanism.members {
                member.velocity = [0.0; 3];
                for other in (0..2).filter(|&other| slots[other] == member.slot) {
                    member.velocity = free[other];
                }
            }
            mechanism.project();
            has_let_go |= is_push && mechanism.let_go();
            mechanism.tell_carried(joints, carried);
            let largest = |velocity: &[f64; 3]| velocity.iter().fold(0.0, |largest: f64, number| largest.max(number.abs()));
            let most = mechanism.members.iter().fold(0.0, |most: f64, member| most.max(largest(&member.velocity)));
            let felt = mechanism.members.iter().filter(|member| largest(&member.velocity) > FELT * most);
            changes.extend(felt.map(|member| (member.slot, member.velocity.map(|number| number as f32))));
        }
        has_let_go
    }
}

fn is_moving(bodies: &[Float4Pair], slot: u32) -> bool {
    let body = SolverBody::at(bodies, slot);
    body.inv_mass > 0.0 || body.inv_inertia > 0.0
}

/// The joints as one mechanism.
fn build(constraints: &[JointConstraint], bodies: &[Float4Pair]) -> Option<Mechanism> {
    let joints: Vec<MechanismJoint> = (0..)
        .zip(constraints)
        .map(|(scalar, joint)| {
            let mut rows = Rows::default();
            joint.kind.rows(&Stand::NOWHERE, &mut rows);
            let slots = [joint.a, joint.b];
            MechanismJoint { scalar, slots, moving: slots.map(|slot| is_moving(bodies, slot)), rows: rows.all().len() as u32 }
        })
        .collect();
    let moving = |joint: &MechanismJoint| (0..2).filter(|&side| joint.moving[side]).map(|side| joint.slots[side]).collect::<Vec<u32>>();
    let members: BTreeSet<u32> = joints.iter().flat_map(moving).collect();
    let is_anchored = joints.iter().any(|joint| joint.moving != [true, true]);
    let has_loops = joints.len() + usize::from(!is_anchored) > members.len();
    Mechanism::build(&joints, false, has_loops)
}

impl Mechanism {
    /// The rows that hold now are those that [`Mechanism::project`] keeps.
    fn take_holding_rows(&mut self, constraints: &[JointConstraint]) {
        let Mechanism { members, nodes, rows, work, matrix, .. } = self;
        for (k, node) in nodes.iter().enumerate() {
            let row = &rows[node.joint as usize].all()[node.row as usize];
            let holds = match row.law {
                Law::Hold => true,
                Law::AtLeastZero => {
                    let speed = speed_of(&node.columns, node.members.map(|member| &members[member as usize]));
                    constraints[node.joint as usize].impulses[row.impulse] > 0.0 && speed < SLACKENING
                }
                Law::Spring(_) | Law::Motor(_) => false,
            };
            work.free[k] = holds && matrix.diagonal[k] > 0.0;
        }
        matrix.factor(&work.free);
    }

    /// Lets go of limits and ropes that would have to pull where they push, by the last answer. True when there were
    /// any.
    fn let_go(&mut self) -> bool {
        let Mechanism { nodes, rows, work, matrix, .. } = self;
        let mut any = false;
        for (k, node) in nodes.iter().enumerate() {
            let law = rows[node.joint as usize].all()[node.row as usize].law;
            if law == Law::AtLeastZero && work.free[k] && work.totals[k] < -LEAST_PULL {
                (work.free[k], any) = (false, true);
            }
        }
        if any {
            matrix.factor(&work.free);
        }
        any
    }

    /// Velocities of its members, as they are.
    fn read_velocities(&mut self, bodies: &[Float4Pair]) {
        for member in &mut self.members {
            let [x, y, spin, _] = bodies[member.slot as usize].first.0;
            member.velocity = [x, y, spin].map(f64::from);
        }
    }

    /// By how much these velocities break its rows where they lead in `h` seconds, more than now.
    fn find_turning(&mut self, constraints: &[JointConstraint], h: f32, bodies: &[Float4Pair]) {
        let moved = |slot: u32| {
            let mut body = SolverBody::at(bodies, slot);
            body.delta_center += h * body.velocity;
            body.delta_angle += h * body.angular_velocity;
            body
        };
        let Mechanism { members, nodes, work, later, .. } = self;
        later.clear();
        later.extend(constraints.iter().map(|joint| [joint.rows(&moved(joint.a), &moved(joint.b)); 2]));
        for (bias, node) in work.bias.iter_mut().zip(nodes) {
            let members = node.members.map(|member| &members[member as usize]);
            let later = columns_of(&later[node.joint as usize][0].all()[node.row as usize]);
            *bias = speed_of(&later, members) - speed_of(&node.columns, members);
        }
    }

    /// Takes out of its members' velocities what breaks these rows.
    fn project(&mut self) {
        self.work.bias.fill(0.0);
        self.answer();
        self.work.totals.copy_from_slice(&self.work.numbers);
        self.answer(); // what the compliance of the rows has left
    }

    /// What its joints, at these places, gave in the last [`Mechanism::project`].
    fn tell_carried(&self, places: &[u32], carried: &mut Vec<Carried>) {
        debug_assert_eq!(places.len(), self.rows.len());
        let Work { totals, numbers, .. } = &self.work;
        for (node, impulse) in self.nodes.iter().zip(totals.iter().zip(numbers).map(|(first, rest)| first + rest)) {
            if impulse.abs() > FELT {
                let (joint, mut given) = (node.joint as usize, JointImpulse::default());
                given.add_row(&self.rows[joint].all()[node.row as usize].jacobian, self.arms[joint], impulse as f32);
                carried.push((places[joint], given));
            }
        }
    }

    /// The impulses of its rows after which they change by no more than minus the bias.
    fn answer(&mut self) {
        let Mechanism { members, nodes, work, matrix, .. } = self;
        for (k, node) in nodes.iter().enumerate() {
            let speed = speed_of(&node.columns, node.members.map(|member| &members[member as usize])) + work.bias[k];
            work.numbers[k] = if work.free[k] { -speed } else { 0.0 };
        }
        matrix.substitute(&mut work.numbers);
        members.iter_mut().for_each(|member| member.push = [0.0; 3]);
        for (node, &number) in nodes.iter().zip(&work.numbers) {
            push(members, node, number);
        }
        for member in members.iter_mut() {
            member.velocity = pushed(member);
            member.push = [0.0; 3];
        }
    }
}
