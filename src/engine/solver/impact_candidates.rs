//! Which contacts the impact stage asks whether they hit.
//!
//! Hardly any contact of a pile is about to hit, and to ask all of them in each sub-step would cost a tenth of the
//! step. Asked is a contact with restitution; one that is apart at the start of the step and closes faster than half
//! of what makes an impact (what touches is pushed, not hit); and one of a body that has been hit in this step, for an
//! impact runs on through what touches: in the rounds after the first of a sub-step, of those alone that the round
//! before has hit. Each of these depends on the contact and its bodies alone, so nothing far away changes what happens
//! here.

use super::block::{Address, ContactBlock};
use super::colors::{ContactColors, GROUPS};
use super::contacts_of_bodies::ContactsOfBodies;
use super::impact_crowds::Crowds;
use super::pass::Pass;
use super::rows::PairVelocities;
use crate::engine::lanes::{self, BLOCK, Float4Pair, Kernel, Lanes, Width};
use crate::engine::tuning;

/// The contacts of the colours that are asked in a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates {
    /// In the first round of each sub-step; by group.
    of_step: Vec<Asked>,
    /// In another round: contacts of bodies that were hit in the one before.
    of_round: Vec<Asked>,
    is_first: bool,
    /// By slot: has the body been hit in this step, and in the round before?
    struck: Vec<[bool; 2]>,
    /// Slots of bodies that have been hit in this step, and in the round before.
    slots: [Vec<u32>; 2],
    /// By slot: do joints act on the body?
    joined: Vec<bool>,
    /// Where the contacts of each body are.
    contacts: ContactsOfBodies,
    crowds: Crowds,
}

/// The contacts of one colour that are asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// Bits of the lanes of each block.
    pub lanes: Vec<u32>,
    /// Blocks with such lanes.
    pub blocks: Vec<u32>,
}

impl Asked {
    fn add(&mut self, address: Address) {
        let bits = &mut self.lanes[address.block()];
        if *bits == 0 {
            self.blocks.push(address.block() as u32);
        }
        *bits |= 1 << address.lane();
    }

    fn clear(&mut self) {
        for block in self.blocks.drain(..) {
            self.lanes[block as usize] = 0;
        }
    }
}

impl Candidates {
    /// Starts a step.
    pub fn begin(&mut self, contacts: &ContactColors, joined: impl Iterator<Item = u32>, bodies: &[Float4Pair], width: Width) {
        self.struck.clear();
        self.struck.resize(bodies.len(), [false; 2]);
        self.slots.iter_mut().for_each(Vec::clear);
        self.joined.clear();
        self.joined.resize(bodies.len(), false);
        joined.for_each(|slot| self.joined[slot as usize] = true);
        self.contacts.clear();
        self.crowds.clear(bodies.len());
        self.of_step.resize_with(GROUPS, Asked::default);
        self.of_round.resize_with(GROUPS, Asked::default);
        for ((asked, of_round), group) in self.of_step.iter_mut().zip(&mut self.of_round).zip(&contacts.groups) {
            of_round.clear();
            of_round.lanes.resize(group.blocks.len(), 0);
            let Asked { lanes, blocks } = asked;
            lanes.clear();
            blocks.clear();
            lanes::run(width, FindClosing { blocks: &group.blocks, bodies, lanes });
            if group.bouncy > 0 {
                for (bits, manifold) in lanes.iter_mut().zip(&group.manifolds) {
                    *bits |= (0..BLOCK).fold(0, |bits, lane| bits | u32::from(manifold.restitution.0[lane] > 0.0) << lane);
                }
            }
            blocks.extend((0..).zip(lanes.iter()).filter(|(_, bits)| **bits != 0).map(|(block, _)| block));
        }
    }

    /// Starts a sub-step.
    pub fn begin_substep(&mut self) {
        self.is_first = true;
    }

    /// A round of hits follows, after which others are asked.
    pub fn begin_round(&mut self) {
        self.is_first = false;
        self.of_round.iter_mut().for_each(Asked::clear);
        for slot in self.slots[1].drain(..) {
            self.struck[slot as usize][1] = false;
        }
    }

    /// The mobile body in this slot has been hit: all its contacts are asked in the next round, and in the next
    /// sub-steps of this step.
    pub fn strike(&mut self, slot: u32, contacts: &ContactColors) {
        let before = std::mem::replace(&mut self.struck[slot as usize], [true; 2]);
        for (before, (slots, asked)) in before.into_iter().zip(self.slots.iter_mut().zip([&mut self.of_step, &mut self.of_round])) {
            if !before {
                slots.push(slot);
                for address in self.contacts.of(slot, contacts, self.struck.len()) {
                    asked[usize::from(address.group)].add(address);
                }
            }
        }
    }

    /// True when joints act on one of two bodies.
    pub fn are_joined(&self, slots: [u32; 2]) -> bool {
        slots.iter().any(|&slot| slot > 0 && self.joined[slot as usize])
    }

    /// True when one of two bodies is in a crowd.
    pub fn are_crowded(&mut self, slots: [u32; 2], colors: &ContactColors, bodies: &[Float4Pair]) -> bool {
        let Candidates { contacts, crowds, .. } = self;
        slots.into_iter().any(|slot| crowds.is_crowded(slot, (colors, contacts), bodies))
    }

    /// True when the body was hit in this step.
    pub fn was_struck(&self, slot: u32) -> bool {
        self.struck[slot as usize][0]
    }

    /// Slots of the bodies that were hit in the round before.
    pub fn hit_in_round(&self) -> &[u32] {
        &self.slots[1]
    }

    /// True when one of two bodies was hit in the round before.
    pub fn were_hit(&self, slots: [u32; 2]) -> bool {
        slots.iter().any(|&slot| self.struck[slot as usize][1])
    }

    /// Those of a group.
    pub fn of(&self, group: u8) -> &Asked {
        let groups = if self.is_first { &self.of_step } else { &self.of_round };
        &groups[usize::from(group)]
    }
}

/// Finds the lanes in which some point is still apart and closes faster than half of what makes an impact.
struct FindClosing<'a> {
    blocks: &'a [ContactBlock],
    bodies: &'a [Float4Pair],
    lanes: &'a mut Vec<u32>,
}

impl Kernel for FindClosing<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            let mut bits = 0;
            for at in (0..BLOCK).step_by(L::COUNT) {
                let pair = PairVelocities::<L>::gather(block, at, self.bodies);
                let half = L::load(&block.bounce_below, at) * L::splat(0.5);
                for (speed, point) in speeds(block, at, &pair).into_iter().zip(&block.points) {
                    let exists = L::load(&point.normal_mass, at).gt(L::splat(0.0));
                    let apart = L::load(&point.gap, at).gt(L::splat(0.0));
                    bits |= L::bits(L::and(L::and(half.gt(speed), exists), apart)) << at;
                }
            }
            self.lanes.push(bits);
        }
    }
}

/// Speeds along the normal of both points of each lane, m/s, negative when they close.
#[inline(always)]
pub(super) fn speeds<L: Lanes>(block: &ContactBlock, at: usize, pair: &PairVelocities<L>) -> [L; 2] {
    let (nx, ny) = (L::load(&block.normal_x, at), L::load(&block.normal_y, at));
    let offset_n = L::load(&block.offset_n, at);
    let approach = nx * (pair.b[0] - pair.a[0]) + ny * (pair.b[1] - pair.a[1]);
    let (arm_1, arm_2) = (L::load(&block.points[0].arm_n, at), L::load(&block.points[1].arm_n, at));
    let speed_1 = approach + pair.b[2] * (arm_1 + offset_n) - pair.a[2] * arm_1;
    let speed_2 = approach + pair.b[2] * (arm_2 + offset_n) - pair.a[2] * arm_2;
    [speed_1, speed_2]
}

/// A point that closes faster is an impact, m/s: in the rounds after the first, which follow an impact, from
/// [`tuning::FOLLOWED_SPEED`] on.
#[inline(always)]
pub(super) fn fast_below<L: Lanes>(block: &ContactBlock, at: usize, pass: &Pass) -> L {
    let below = L::load(&block.bounce_below, at);
    if pass.iteration == 0 {
        return below;
    }
    L::select(below.gt(L::splat(f32::MIN)), below.max(L::splat(-tuning::FOLLOWED_SPEED)), below)
}
