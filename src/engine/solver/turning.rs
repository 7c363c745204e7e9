//! Rows that turn with their bodies within a step.
//!
//! Normal and lever arms of a contact are those of the start of the step. Where both bodies turn together, a can and
//! what rests on its wall, they are late: at the end of the step by a whole turn `ω · step`. A and B are pushed at one
//! common point of the start, while their centres have gone on from there, and force and counterforce at two places are
//! a torque. So a can that turned freely with boxes in it lost 9 % of its angular momentum in 5 s (at 4 rad/s and 60
//! Hz), more sub-steps or not. The rows of such contacts are made anew after each sub-step's motion
//! ([`super::contact_geometry`]): A and B are pushed at one point of the moment, along the normal of the moment.
//!
//! The rows of the start come back at the end of the step, as others read them with the poses of its start.

use super::block::ContactBlock;
use super::color_group::ColorGroup;
use super::colors::{ContactColors, is_fixed};
use super::contact_geometry::{ContactGeometry, motion, replace};
use super::midway::turning_lanes;
use crate::engine::lanes::{self, BLOCK, Float4Pair, Kernel, LaneRow, Lanes, Width};
use crate::engine::narrow::vector::Vector;
use crate::engine::probe::ran;

/// Contacts whose rows turn in this step.
#[derive(Clone, Debug, Default)]
pub struct TurningContacts(Vec<TurningBlock>);

/// A block with such contacts.
#[derive(Clone, Debug)]
struct TurningBlock {
    group: u8,
    index: usize,
    /// 1 in the lanes that turn, else 0.
    turning: LaneRow,
    /// As it was at the start of the step.
    start: ContactBlock,
}

impl TurningContacts {
    /// At the start of a step of so many seconds: which contacts turn, and how they stand.
    pub fn find(&mut self, contacts: &ContactColors, bodies: &[Float4Pair], seconds: f32, width: Width) {
        self.0.clear();
        for (group, place) in (0_u8..).zip(&contacts.groups) {
            lanes::run(width, FindTurning { group, blocks: &place.blocks, bodies, seconds, found: &mut self.0 });
        }
    }

    /// Their rows and gaps where the bodies are now.
    pub fn follow(&self, contacts: &mut ContactColors, bodies: &[Float4Pair], width: Width) {
        lanes::run(width, FollowTurning { turning: &self.0, groups: &mut contacts.groups, bodies });
    }

    /// At the end of the step: the rows of its start.
    pub fn give_back(&self, contacts: &mut ContactColors) {
        for TurningBlock { group, index, start, .. } in &self.0 {
            let block = &mut contacts.groups[usize::from(*group)].blocks[*index];
            (block.normal_x, block.normal_y) = (start.normal_x, start.normal_y);
            (block.offset_n, block.offset_t) = (start.offset_n, start.offset_t);
            for (rows, start) in block.points.iter_mut().zip(&start.points) {
                (rows.arm_n, rows.arm_t, rows.gap) = (start.arm_n, start.arm_t, start.gap);
                (rows.normal_mass, rows.tangent_mass) = (start.normal_mass, start.tangent_mass);
            }
            block.found_later = false;
        }
    }
}

/// Copies the blocks with contacts that turn by more than [`crate::engine::tuning::TURNING_ROWS`] in a step.
struct FindTurning<'a> {
    group: u8,
    blocks: &'a [ContactBlock],
    bodies: &'a [Float4Pair],
    seconds: f32,
    found: &'a mut Vec<TurningBlock>,
}

impl Kernel for FindTurning<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let (zero, one, with_fixed) = (L::splat(0.0), L::splat(1.0), is_fixed(self.group));
        for (index, block) in self.blocks.iter().enumerate() {
            let (mut turning, mut any) = (LaneRow::default(), 0);
            for at in (0..BLOCK).step_by(L::COUNT) {
                let is_midway = L::load(&block.midway, at).gt(zero);
                let lanes = L::and_not(turning_lanes::<L>(block, at, self.bodies, self.seconds, with_fixed), is_midway);
                L::select(lanes, one, zero).store(&mut turning, at);
                any |= L::bits(lanes);
            }
            if any != 0 {
                self.found.push(TurningBlock { group: self.group, index, turning, start: *block });
            }
        }
    }
}

/// Makes the rows of the contacts that turn anew where their bodies are now.
struct FollowTurning<'a> {
    turning: &'a [TurningBlock],
    groups: &'a mut [ColorGroup],
    bodies: &'a [Float4Pair],
}

impl Kernel for FollowTurning<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for TurningBlock { group, index, turning, start } in self.turning {
            ran!();
            let group = &mut self.groups[usize::from(*group)];
            let (block, manifold) = (&mut group.blocks[*index], &group.manifolds[*index]);
            for at in (0..BLOCK).step_by(L::COUNT) {
                let turning = L::load(turning, at).gt(L::splat(0.0));
                let [a, b] = [&start.a, &start.b].map(|slots| L::gather_last(self.bodies, slots, at));
                let motions = [a, b].map(|[x, y, turn, _]| motion(Vector { x, y }, turn));
                let moved = ContactGeometry::<L>::of(start, manifold, at).moved(motions);
                moved.put_rows(block, manifold, at, turning);
                // [`super::gap`] adds the way of the centres along the normal, and the turns since `found_at`.
                let way = moved.normal.dot(motions[1].position - motions[0].position);
                for ((rows, start), opened) in block.points.iter_mut().zip(&start.points).zip(moved.opened) {
                    replace(&mut rows.gap, at, turning, L::load(&start.gap, at) + opened - way);
                }
                for (found_at, [_, _, turn, _]) in block.found_at.iter_mut().zip([a, b]) {
                    L::select(turning, turn, L::splat(0.0)).store(found_at, at);
                }
            }
            block.found_later = true;
        }
    }
}
