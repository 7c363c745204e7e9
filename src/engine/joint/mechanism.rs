//! Mechanisms: joints of all kinds, solved together.
//!
//! Rods, ropes, slides, welds, motors, limits and hinges between a few bodies all give rows of one form
//! ([`super::rows`]). Passing impulses from row to row, a heavy load is felt only where it hangs, and a loop never
//! closes; but the rows are linear in the velocities, so that all impulses of a pass follow from one system:
//!
//! ```text
//!   K = J M⁻¹ Jᵀ,   (K + Γ) λ = −(J v + bias)          one row and column of K for each row of a joint
//!
//!   ┌──rod──┐       K_ij = Σ over the moving bodies of both:  d_i · d_j / m + s_i s_j / I
//!   ● 1     ● 2            with d the direction and s the lever arm of a row on that body
//!   └─rope──┘
//! ```
//!
//! K is sparse: rows meet only on a common moving body. It is factored in the order of [`super::elimination`], from
//! leaf to root, in time linear in the length of a chain; loops fill in a little. How rows with bounds are solved
//! stands in [`super::bounded`].
//!
//! *What is shared with chains of plain hinges* ([`super::direct`], whose form for eight hinges to a block is faster):
//! nothing is warm-started, bodies' velocities are summed in double precision, gaps close at most at [`GAP_RATE`], the
//! solve pass asks for velocities whose *arcs* meet, and what a tension turns back too fast for a sub-step counts as
//! heavier.
//!
//! *Arcs.* A row's coordinate changes in a sub-step by the integral of `J v` along the way, not by `h J v`: a rod turns
//! meanwhile. The integral is taken at two points of the way (Gauss and Legendre's: exact to the fourth order in the
//! angles), so that the solve pass reaches `C = 0` itself and the relax pass `Ċ = 0`: RATTLE (Andersen, 1983).
//!
//! *Compliance Γ.* A spring with softness (rate, mass scale s, impulse scale i) of a mass m ([`super::springs`]) is a
//! row with `Γ = i / (s m)` and the bias `rate · C`: the increment that [`super::turn`] adds is zero just where this
//! row is fulfilled. Held rows get [`COMPLIANCE`] of their own response; in loops, which may contradict themselves by
//! the roundings of positions, [`LOOP_COMPLIANCE`]. What hangs on two fixed points and can still move in more than
//! [`EXACT_MOBILITY`] ways is a bridge, and gives way as one of hinges does.
//!
//! *Tension.* A rod of length ℓ under tension T pulls an anchor that moves across it back with the stiffness `T / ℓ`,
//! and a force T at an arm r turns a body back by `T r θ`. The solver holds forces' directions for a sub-step; where
//! `h² T / ℓ > TURN_LIMIT m`, this spring would explode, and the body counts as so much heavier, with the same
//! momentum; for what turns it see `held_back.rs`.

use super::constraint::JointConstraint;
use super::direct::{COMPLIANCE, MOST_GIVEN, PINNED_SHARE};
use super::elimination::Pattern;
use super::held_back::{Neighbour, TURN_LIMIT, TurnedAlong};
use super::parts::JointSpring;
use super::row::JacobianRow;
use super::rows::{Law, Rows};
use super::sparse::SparseMatrix;
use super::stand::Stand;
use super::work::Work;
use crate::engine::lanes::Float4Pair;
use crate::engine::math::{Vec2, direction, max};
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::softness::Softness;
use std::collections::{BTreeMap, BTreeSet};

#[cfg(doc)]
use super::direct::GAP_RATE;
#[cfg(doc)]
use super::linkage::EXACT_MOBILITY;

/// Compliance of held rows in a linkage with loops, as a share of their own response. Larger: heavy loads stretch it;
/// smaller: doubled rods pull against each other because of the last digits of their lengths.
pub const LOOP_COMPLIANCE: f64 = 3e-5;
/// Most neighbours that an eliminated row may have left: five rows of each of a few hinges.
pub const MOST_NEIGHBOUR_ROWS: usize = 24;

/// A joint on its way into a mechanism.
#[derive(Clone, Copy, Debug)]
pub struct MechanismJoint {
    /// Its place among the joints that are no blocks of hinges.
    pub scalar: u32,
    /// Slots of A and B.
    pub slots: [u32; 2],
    /// Whether impulses move A and B.
    pub moving: [bool; 2],
    /// So many rows has it.
    pub rows: u32,
}

/// A body of the mechanism.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) slot: u32,
    /// 1/m, 1/I; less for a body that is held back by tension.
    pub(super) inv_mass: f64,
    pub(super) inv_inertia: f64,
    /// Shares of its velocity and spin that such a body keeps, 1 for others.
    pub(super) keeps: [f64; 2],
    /// So many joints has it; 1 if impulses do not move it.
    joints: f64,
    /// What its joints add to its inertia, where that matters.
    along: Option<TurnedAlong>,
    /// Velocity x, y and spin during a pass.
    pub(super) velocity: [f64; 3],
    /// Sum of impulses: x, y (N·s) and turn (N·m·s).
    pub(super) push: [f64; 3],
}

/// A row of the mechanism.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Joint, by its place in [`Mechanism::joints`], and its row there.
    pub(super) joint: u32,
    pub(super) row: u32,
    /// Members A and B.
    pub(super) members: [u32; 2],
    /// The row's derivatives by the velocities (x, y) and the spin of A and of B.
    pub(super) columns: [[f64; 3]; 2],
    /// The row's own Γ.
    pub(super) compliance: f64,
    /// For springs: the rate at which an error leaves, 1/s.
    pub(super) rate: f64,
}

/// Two rows on one moving body.
#[derive(Clone, Copy, Debug)]
struct Coupling {
    entry: u32,
    member: u32,
    nodes: [u32; 2],
    sides: [u8; 2],
}

/// Joints of all kinds that are solved together.
#[derive(Clone, Debug, Default)]
pub struct Mechanism {
    /// Places among the joints that are no blocks of hinges.
    pub(super) joints: Vec<u32>,
    pub(super) members: Vec<Member>,
    /// In the order of elimination.
    pub(super) nodes: Vec<Node>,
    couplings: Vec<Coupling>,
    /// K + Γ.
    pub(super) matrix: SparseMatrix,
    /// Rows of each joint, where the bodies are now.
    pub(super) rows: Vec<Rows>,
    /// From B's centre of mass to the point that each joint acts on there, metres.
    pub(super) arms: Vec<Vec2>,
    /// The spring of each joint as a row of a sub-step.
    springs: Vec<JointSpring>,
    /// The same at two points of the way through the sub-step.
    pub(super) later: Vec<[Rows; 2]>,
    /// Members A and B of each joint.
    pub(super) parties: Vec<[u32; 2]>,
    /// Hangs on two or more fixed points and is no exact mechanism.
    sags: bool,
    has_loops: bool,
    /// Γ of held rows as a share of their response.
    share: f64,
    pub(super) work: Work,
}

impl Mechanism {
    /// The mechanism of these joints; `None` when elimination would not pay.
    pub fn build(joints: &[MechanismJoint], sags: bool, has_loops: bool) -> Option<Mechanism> {
        let mut rows_of_body: BTreeMap<u32, Vec<(u32, u8)>> = BTreeMap::new();
        let mut owners = Vec::new();
        let mut neighbours: Vec<BTreeSet<u32>> = Vec::new();
        for (k, joint) in joints.iter().enumerate() {
            let own = owners.len() as u32..owners.len() as u32 + joint.rows;
            for row in own.clone() {
                owners.push((k as u32, row - own.start));
                neighbours.push(own.clone().filter(|&other| other != row).collect());
            }
            for side in (0..2).filter(|&side| joint.moving[side]) {
                rows_of_body.entry(joint.slots[side]).or_default().extend(own.clone().map(|row| (row, side as u8)));
            }
        }
        for rows in rows_of_body.values() {
            for &(row, _) in rows {
                neighbours[row as usize].extend(rows.iter().map(|&(other, _)| other).filter(|&other| other != row));
            }
        }
        let pattern = Pattern::of(neighbours, MOST_NEIGHBOUR_ROWS)?;
        let slots: BTreeSet<u32> = joints.iter().flat_map(|joint| joint.slots).collect();
        let slots: Vec<u32> = slots.into_iter().collect();
        let member = |slot: u32| slots.binary_search(&slot).unwrap_or_default() as u32;
        let mut place = vec![0; owners.len()];
        for (k, &row) in pattern.order.iter().enumerate() {
            place[row as usize] = k as u32;
        }
        let nodes = pattern.order.iter().map(|&number| {
            let (joint, row) = owners[number as usize];
            let members = joints[joint as usize].slots.map(member);
            Node { joint, row, members, columns: [[0.0; 3]; 2], compliance: 0.0, rate: 0.0 }
        });
        let mut couplings = Vec::new();
        for (&slot, rows) in &rows_of_body {
            for (i, &(x, side_x)) in rows.iter().enumerate() {
                for &(y, side_y) in &rows[i + 1..] {
                    let mut pair = [(place[x as usize], side_x), (place[y as usize], side_y)];
                    pair.sort_unstable();
                    let entry = pattern.entry(pair[0].0, pair[1].0).unwrap_or_default();
                    couplings.push(Coupling { entry, member: member(slot), nodes: pair.map(|p| p.0), sides: pair.map(|p| p.1) });
                }
            }
        }
        couplings.sort_by_key(|coupling| coupling.entry);
        let resting = |slot: u32| {
            let hung = joints.iter().filter(|joint| (0..2).any(|side| joint.moving[side] && joint.slots[side] == slot)).count();
            let (joints, keeps, zero) = (hung.max(1) as f64, [1.0; 2], [0.0; 3]);
            Member { slot, inv_mass: 0.0, inv_inertia: 0.0, keeps, joints, along: None, velocity: zero, push: zero }
        };
        Some(Mechanism {
            joints: joints.iter().map(|joint| joint.scalar).collect(),
            members: slots.iter().map(|&slot| resting(slot)).collect(),
            nodes: nodes.collect(),
            couplings,
            rows: Vec::new(),
            arms: Vec::new(),
            springs: Vec::new(),
            later: Vec::new(),
            parties: joints.iter().map(|joint| joint.slots.map(member)).collect(),
            sags,
            has_loops,
            share: COMPLIANCE,
            work: Work::of(pattern.order.len()),
            matrix: SparseMatrix::new(pattern),
        })
    }

    /// Its joints stand so many places farther on.
    pub fn move_joints(&mut self, by: u32) {
        self.joints.iter_mut().for_each(|joint| *joint += by);
    }

    /// Reads where the bodies are and assembles K: once at the start of a step, then after each motion.
    /// `soft` is what the world's joints have when they are iterated.
    pub fn place(&mut self, joints: &[JointConstraint], bodies: &[Float4Pair], soft: Softness) {
        self.rows.clear();
        self.arms.clear();
        self.springs.clear();
        for &joint in &self.joints {
            let joint = &joints[joint as usize];
            self.springs.push(joint.spring);
            let now = joint.stand(&SolverBody::at(bodies, joint.a), &SolverBody::at(bodies, joint.b));
            self.rows.push(joint.rows_at(&now));
            self.arms.push(now.r_b);
        }
        for member in &mut self.members {
            let body = SolverBody::at(bodies, member.slot);
            (member.inv_mass, member.inv_inertia) = (f64::from(body.inv_mass), f64::from(body.inv_inertia));
        }
        for node in &mut self.nodes {
            let row = &self.rows[node.joint as usize].all()[node.row as usize].jacobian;
            let [x, y, a, b] = [row.direction.x, row.direction.y, row.arm_a, row.arm_b].map(f64::from);
            node.columns = [[-x, -y, -a], [x, y, b]];
        }
        self.share = match (self.sags, self.has_loops) {
            (true, _) => PINNED_SHARE * f64::from(soft.impulse_scale) / f64::from(soft.mass_scale),
            (_, true) => LOOP_COMPLIANCE,
            _ => COMPLIANCE,
        };
        self.assemble();
    }

    fn assemble(&mut self) {
        let Mechanism { members, nodes, couplings, matrix, rows, springs, work, share, .. } = self;
        for (k, node) in nodes.iter_mut().enumerate() {
            let response: f64 = (0..2).map(|side| coupled(&members[node.members[side] as usize], [&node.columns[side]; 2])).sum();
            let row = &rows[node.joint as usize].all()[node.row as usize];
            let spring = if matches!(row.law, Law::Spring(_)) { springs[node.joint as usize] } else { JointSpring::NONE };
            let softness = spring.softness;
            node.rate = f64::from(softness.bias_rate);
            node.compliance = spring.compliance(row.impulse, response);
            work.held[k] = softness.impulse_scale == 0.0;
            if work.held[k] {
                let along: f64 = (0..2).map(|side| members[node.members[side] as usize].inv_mass).sum();
                let holds_anchors = node.columns[1][..2] != [0.0; 2] && rows[node.joint as usize].held_lines()[1].is_some();
                node.compliance = *share * if holds_anchors { response.min(MOST_GIVEN * along) } else { response };
            }
            matrix.diagonal[k] = response + node.compliance;
        }
        matrix.below.fill(0.0);
        for coupling in couplings.iter() {
            let [x, y] = [0, 1].map(|k| &nodes[coupling.nodes[k] as usize].columns[coupling.sides[k] as usize]);
            matrix.below[coupling.entry as usize] += coupled(&members[coupling.member as usize], [x, y]);
        }
        work.is_factored = false;
    }

    /// What tension turns back or pulls back within a sub-step counts as heavier in the solve pass. The relax pass has
    /// the true masses again: only with those it takes energy away, and never gives any.
    pub(super) fn hold_back(&mut self, joints: &[JointConstraint], bodies: &[Float4Pair], h: f32) {
        let Mechanism { members, nodes, rows, joints: places, .. } = self;
        members.iter_mut().for_each(|member| member.push = [0.0; 3]);
        // Each joint once, at its first row.
        for node in nodes.iter().filter(|node| node.row == 0) {
            let (joint, rows) = (&joints[places[node.joint as usize] as usize], &rows[node.joint as usize]);
            let impulse: Vec2 = rows.all().iter().map(|row| joint.impulses[row.impulse] * row.jacobian.direction).sum();
            let Stand { r_a, r_b, gap, .. } = joint.stand(&SolverBody::at(bodies, joint.a), &SolverBody::at(bodies, joint.b));
            let (along, _) = direction(gap).unwrap_or((Vec2::ZERO, 0.0));
            let across = rows.curvature * max(0.0, -impulse.dot(along));
            for (side, pull, arm) in [(0, -impulse, r_a), (1, impulse, r_b)] {
                let push = &mut members[node.members[side] as usize].push;
                push[0] += f64::from(across);
                push[2] += f64::from(pull.dot(arm) + across * arm.dot(along) * arm.dot(along));
            }
        }
        let h = f64::from(h);
        for member in members.iter_mut() {
            member.along = TurnedAlong::of_suspect(member.inv_mass, member.inv_inertia, h * member.push[2]);
        }
        if members.iter().any(|member| member.along.is_some()) {
            self.find_turned_along();
        }
        let Mechanism { members, .. } = self;
        for member in members.iter_mut() {
            member.keeps = [1.0; 2];
            if let Some(along) = member.along {
                (member.inv_inertia, member.keeps[1]) = along.held_back(member.inv_inertia, h * member.push[2]);
            }
            let across = h * member.push[0] / TURN_LIMIT;
            if across * member.inv_mass > 1.0 {
                member.keeps[0] = 1.0 / (across * member.inv_mass);
                member.inv_mass = 1.0 / across;
            }
            member.push = [0.0; 3];
        }
        if members.iter().any(|member| member.keeps != [1.0; 2]) {
            self.assemble();
        }
    }

    /// What held anchors and other held rows add to the inertia of members under much tension.
    fn find_turned_along(&mut self) {
        let Mechanism { members, rows, parties, .. } = self;
        for (parties, rows) in parties.iter().zip(rows.iter()) {
            for (own, other) in [(0, 1), (1, 0)] {
                let Member { inv_mass, inv_inertia, joints, .. } = members[parties[other] as usize];
                let Some(along) = &mut members[parties[own] as usize].along else { continue };
                let other_body = Neighbour { inv_mass, inv_inertia, joints };
                let arms = |row: &JacobianRow| [own, other].map(|side: usize| f64::from([row.arm_a, row.arm_b][side]));
                match rows.held_lines() {
                    // Along x and y, with the arms −y and x.
                    [Some(x), Some(y)] => {
                        let [x, y] = [arms(&x), arms(&y)];
                        along.hold_anchors([y[0], -x[0]], [y[1], -x[1]], other_body);
                    }
                    [Some(row), None] => along.hold([row.direction.x, row.direction.y].map(f64::from), arms(&row), other_body),
                    _ => {}
                }
            }
        }
    }
}

/// What an impulse along one row does to another through a body.
fn coupled(member: &Member, [x, y]: [&[f64; 3]; 2]) -> f64 {
    member.inv_mass * (x[0] * y[0] + x[1] * y[1]) + member.inv_inertia * x[2] * y[2]
}
