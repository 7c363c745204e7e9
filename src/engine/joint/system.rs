//! What the direct solver ([`super::direct`]) works on: the hinges of all linkages in their order of elimination, their
//! bodies, and which hinges meet on which body.

use super::elimination::{MOST_NEIGHBOURS, Pattern};
use super::group::Seat;
use super::held_back::{Neighbour, TurnedAlong};
use std::collections::{BTreeMap, BTreeSet};

/// A vector in double precision.
pub(super) type Vec2d = [f64; 2];

/// A body of the system.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) slot: u32,
    pub(super) inv_mass: f64,
    /// 1/I, or less for a link that is held back by its tension.
    pub(super) inv_inertia: f64,
    /// Share of its spin that such a link keeps, 1 for others.
    pub(super) keeps: f64,
    /// So many hinges has it; 1 if impulses do not move it.
    pub(super) joints: f64,
    /// What its hinges add to its inertia, where that matters.
    pub(super) along: Option<TurnedAlong>,
    /// Sum of impulses of this pass: x, y (N·s) and turn (N·m·s).
    pub(super) push: [f64; 3],
}

/// A hinge of the system, in the order of elimination.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Members A and B.
    pub(super) members: [u32; 2],
    /// Group of blocks and the seat in it.
    pub(super) group: u32,
    pub(super) seat: Seat,
    /// From the centres of mass to the anchors now, metres.
    pub(super) arms: [Vec2d; 2],
    /// Its linkage hangs on two or more fixed points.
    pub(super) pinned: bool,
}

/// Two hinges on one moving body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coupling {
    pub(super) entry: u32,
    pub(super) member: u32,
    /// Earlier and later hinge, and on which side of each the body is (0: A, 1: B).
    pub(super) nodes: [u32; 2],
    pub(super) sides: [u8; 2],
}

/// What a hinge has beside its anchors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extras {
    /// Nothing.
    #[default]
    Plain,
    /// Limits or a spring.
    Held,
    /// A motor.
    Driven,
}

/// A hinge on its way into the system.
#[derive(Clone, Copy, Debug)]
pub struct DirectHinge {
    /// Slots of A and B.
    pub slots: [u32; 2],
    /// Whether impulses move A and B.
    pub moving: [bool; 2],
    /// What the hinge has beside its anchors.
    pub extras: Extras,
    /// Group of blocks that holds it.
    pub group: u32,
    /// Where in the group.
    pub seat: Seat,
    /// Its linkage hangs on two or more fixed points.
    pub pinned: bool,
}

/// Hinges that are solved together.
#[derive(Clone, Debug, Default)]
pub struct DirectSystem {
    pub(super) pattern: Pattern,
    pub(super) members: Vec<Member>,
    pub(super) nodes: Vec<Node>,
    pub(super) couplings: Vec<Coupling>,
    /// `D⁻¹` of each hinge: xx, xy, yy.
    pub(super) diagonal: Vec<[f64; 3]>,
    /// L below the diagonal, entries as in the pattern: xx, xy, yx, yy.
    pub(super) below: Vec<[f64; 4]>,
    /// Right-hand side, then solution.
    pub(super) numbers: Vec<Vec2d>,
    /// Scratch: K before it is factored.
    pub(super) raw: Vec<[f64; 4]>,
}

/// Neighbours of each hinge of a component: those that share a moving body.
pub fn neighbours(hinges: &[DirectHinge]) -> Vec<BTreeSet<u32>> {
    let mut by_body: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (k, hinge) in hinges.iter().enumerate() {
        for side in 0..2 {
            if hinge.moving[side] {
                by_body.entry(hinge.slots[side]).or_default().push(k as u32);
            }
        }
    }
    let mut near = vec![BTreeSet::new(); hinges.len()];
    for group in by_body.values() {
        for &k in group {
            near[k as usize].extend(group.iter().copied().filter(|&other| other != k));
        }
    }
    near
}

impl DirectSystem {
    /// True when there is nothing to solve.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Makes the system of these hinges; `pattern` is that of their neighbours in the same numbering.
    pub fn build(hinges: &[DirectHinge], pattern: Pattern) -> DirectSystem {
        let slots: BTreeSet<u32> = hinges.iter().flat_map(|hinge| hinge.slots).collect();
        let slots: Vec<u32> = slots.into_iter().collect();
        let member = |slot: u32| slots.binary_search(&slot).unwrap_or_default() as u32;
        let nodes: Vec<Node> = pattern
            .order
            .iter()
            .map(|&k| {
                let DirectHinge { slots, group, seat, pinned, .. } = hinges[k as usize];
                Node { members: slots.map(member), group, seat, arms: [[0.0; 2]; 2], pinned }
            })
            .collect();
        let resting = |&slot| Member { slot, inv_mass: 0.0, inv_inertia: 0.0, keeps: 1.0, joints: 1.0, along: None, push: [0.0; 3] };
        let mut members: Vec<Member> = slots.iter().map(resting).collect();
        let mut on_member: Vec<Vec<(u32, u8)>> = vec![Vec::new(); members.len()];
        for (k, node) in nodes.iter().enumerate() {
            for side in 0..2 {
                if hinges[pattern.order[k] as usize].moving[side] {
                    on_member[node.members[side] as usize].push((k as u32, side as u8));
                }
            }
        }
        let mut couplings = Vec::new();
        for (member, hung) in on_member.iter().enumerate() {
            members[member].joints = hung.len().max(1) as f64;
            for (i, &(earlier, side_i)) in hung.iter().enumerate() {
                for &(later, side_j) in &hung[i + 1..] {
                    let entry = pattern.entry(earlier, later).unwrap_or_default();
                    couplings.push(Coupling { entry, member: member as u32, nodes: [earlier, later], sides: [side_i, side_j] });
                }
            }
        }
        couplings.sort_by_key(|coupling| coupling.entry);
        let (count, entries) = (nodes.len(), pattern.rows.len());
        DirectSystem {
            pattern,
            members,
            nodes,
            couplings,
            diagonal: vec![[0.0; 3]; count],
            below: vec![[0.0; 4]; entries],
            numbers: vec![[0.0; 2]; count],
            raw: Vec::with_capacity(MOST_NEIGHBOURS),
        }
    }

    /// What tension turns back too fast counts as heavier: see [`super::held_back`].
    pub(super) fn hold_back(&mut self, h: f64) {
        let DirectSystem { members, nodes, .. } = self;
        for member in members.iter_mut() {
            member.keeps = 1.0;
            member.along = TurnedAlong::of_suspect(member.inv_mass, member.inv_inertia, h * member.push[2]);
        }
        if members.iter().any(|member| member.along.is_some()) {
            for node in nodes.iter() {
                for (own, other) in [(0, 1), (1, 0)] {
                    let Member { inv_mass, inv_inertia, joints, .. } = members[node.members[other] as usize];
                    if let Some(along) = &mut members[node.members[own] as usize].along {
                        along.hold_anchors(node.arms[own], node.arms[other], Neighbour { inv_mass, inv_inertia, joints });
                    }
                }
            }
        }
        for member in members.iter_mut() {
            if let Some(along) = member.along {
                (member.inv_inertia, member.keeps) = along.held_back(member.inv_inertia, h * member.push[2]);
            }
            member.push = [0.0; 3];
        }
    }
}
