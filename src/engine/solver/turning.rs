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

use super::block::{Address, ContactBlock, PointRows};
use super::color_group::ColorGroup;
use super::colors::{ContactColors, is_fixed};
use super::contact_geometry::{self, ContactGeometry, InverseMasses, motion};
use super::manifold_block::ManifoldBlock;
use super::midway::turning_lanes;
use crate::engine::lanes::{self, BLOCK, Float4Pair, IndexRow, Kernel, LaneRow, Lanes, SetBits, Width};
use crate::engine::narrow::vector::{Transform, Vector};
use crate::engine::probe::ran;

/// Contacts whose rows turn in this step: few of each block, so they are packed anew, eight side by side.
#[derive(Clone, Debug, Default)]
pub struct TurningContacts {
    addresses: Vec<Address>,
    blocks: Vec<TurningBlock>,
}

/// Eight of them.
#[derive(Clone, Debug, Default)]
struct TurningBlock {
    /// Slots of the bodies A and B.
    slots: [IndexRow; 2],
    /// See [`TurningContact::numbers`].
    starts: [LaneRow; START_NUMBERS],
}

/// A contact of each lane as it was at the start of the step.
struct TurningContact<L: Lanes> {
    geometry: ContactGeometry<L>,
    masses: InverseMasses<L>,
    gaps: [L; 2],
}

const START_NUMBERS: usize = contact_geometry::NUMBERS + 7;

/// Normal, offset, of each point its arms, masses and gap, and the turns of A and B.
const ROW_NUMBERS: usize = 4 + 5 + 5 + 2;

impl<L: Lanes> TurningContact<L> {
    fn numbers(&self) -> [L; START_NUMBERS] {
        let InverseMasses { inv_mass, inv_inertias: [i_a, i_b], valid: [p, q] } = self.masses;
        let mut numbers = [inv_mass; START_NUMBERS];
        let (geometry, rest) = numbers.split_at_mut(contact_geometry::NUMBERS);
        geometry.copy_from_slice(&self.geometry.numbers());
        rest.copy_from_slice(&[inv_mass, i_a, i_b, p, q, self.gaps[0], self.gaps[1]]);
        numbers
    }

    #[inline(always)]
    fn load(starts: &[LaneRow; START_NUMBERS], at: usize) -> TurningContact<L> {
        let number = |k: usize| L::load(&starts[k], at);
        let rest = |k: usize| number(contact_geometry::NUMBERS + k);
        TurningContact {
            geometry: ContactGeometry::from_numbers(std::array::from_fn(number)),
            masses: InverseMasses { inv_mass: rest(0), inv_inertias: [rest(1), rest(2)], valid: [rest(3), rest(4)] },
            gaps: [rest(5), rest(6)],
        }
    }

    /// Its rows after these motions and turns of A and B.
    #[inline(always)]
    fn rows_after(&self, motions: [Transform<L>; 2], turns: [L; 2]) -> [L; ROW_NUMBERS] {
        let moved = self.geometry.moved(motions);
        let rows = moved.rows(&self.masses);
        // [`super::gap`] adds the way of the centres along the normal, and the turns since `found_at`.
        let way = moved.normal.dot(motions[1].position - motions[0].position);
        let [gap_p, gap_q] = [0, 1].map(|k| self.gaps[k] + moved.opened[k] - way);
        let [[n_p, t_p, m_p, f_p], [n_q, t_q, m_q, f_q]] = rows.points;
        let [offset_n, offset_t] = rows.offset;
        let n = rows.normal;
        [n.x, n.y, offset_n, offset_t, n_p, t_p, m_p, f_p, gap_p, n_q, t_q, m_q, f_q, gap_q, turns[0], turns[1]]
    }
}

impl TurningContacts {
    /// At the start of a step of so many seconds: which contacts turn, and how they stand.
    pub fn find(&mut self, contacts: &ContactColors, bodies: &[Float4Pair], seconds: f32, width: Width) {
        self.addresses.clear();
        for (group, place) in (0_u8..).zip(&contacts.groups) {
            let find = FindTurning { group, blocks: &place.blocks, bodies, seconds, found: &mut self.addresses };
            lanes::run(width, find);
        }
        self.blocks.clear();
        self.blocks.extend(self.addresses.chunks(BLOCK).map(|addresses| {
            let mut packed = TurningBlock::default();
            for (lane, &address) in addresses.iter().enumerate() {
                let place = &contacts.groups[usize::from(address.group)];
                packed.put(lane, address, &place.blocks[address.block()], &place.manifolds[address.block()]);
            }
            packed
        }));
    }

    /// Their rows and gaps where the bodies are now.
    pub fn follow(&self, contacts: &mut ContactColors, bodies: &[Float4Pair], width: Width) {
        lanes::run(width, FollowTurning { turning: self, groups: &mut contacts.groups, bodies: Some(bodies) });
    }

    /// At the end of the step: the rows of its start.
    pub fn give_back(&self, contacts: &mut ContactColors, width: Width) {
        lanes::run(width, FollowTurning { turning: self, groups: &mut contacts.groups, bodies: None });
    }
}

impl TurningBlock {
    fn put(&mut self, lane: usize, address: Address, block: &ContactBlock, manifold: &ManifoldBlock) {
        let at = address.lane();
        let contact = TurningContact::<f32> {
            geometry: ContactGeometry::of(block, manifold, at),
            masses: InverseMasses::of(manifold, at),
            gaps: block.points.each_ref().map(|point| point.gap.0[at]),
        };
        let [a, b] = block.slots(at);
        (self.slots[0].0[lane], self.slots[1].0[lane]) = (a, b);
        for (row, number) in self.starts.iter_mut().zip(contact.numbers()) {
            row.0[lane] = number;
        }
    }
}

/// Names the contacts that turn by more than [`crate::engine::tuning::TURNING_ROWS`] in a step.
struct FindTurning<'a> {
    group: u8,
    blocks: &'a [ContactBlock],
    bodies: &'a [Float4Pair],
    seconds: f32,
    found: &'a mut Vec<Address>,
}

impl Kernel for FindTurning<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let with_fixed = is_fixed(self.group);
        for (index, block) in self.blocks.iter().enumerate() {
            for at in (0..BLOCK).step_by(L::COUNT) {
                let is_midway = L::load(&block.midway, at).gt(L::splat(0.0));
                let turning = turning_lanes::<L>(block, at, self.bodies, self.seconds, with_fixed);
                let turning = L::bits(L::and_not(turning, is_midway));
                let first = (BLOCK * index + at) as u32;
                self.found.extend(SetBits(turning).map(|lane| Address { group: self.group, index: first + lane }));
            }
        }
    }
}

/// Makes the rows of the contacts that turn anew where their bodies are now; without bodies, those of the start.
struct FollowTurning<'a> {
    turning: &'a TurningContacts,
    groups: &'a mut [ColorGroup],
    bodies: Option<&'a [Float4Pair]>,
}

impl Kernel for FollowTurning<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let TurningContacts { addresses, blocks } = self.turning;
        for (packed, addresses) in blocks.iter().zip(addresses.chunks(BLOCK)) {
            ran!();
            let mut rows = [LaneRow::default(); ROW_NUMBERS];
            for at in (0..BLOCK).step_by(L::COUNT) {
                let bodies = packed.slots.each_ref().map(|slots| match self.bodies {
                    Some(bodies) => L::gather_last(bodies, slots, at),
                    None => [L::splat(0.0); 4],
                });
                let motions = bodies.map(|[x, y, turn, _]| motion(Vector { x, y }, turn));
                let moved = TurningContact::<L>::load(&packed.starts, at).rows_after(motions, bodies.map(|[_, _, turn, _]| turn));
                for (row, numbers) in rows.iter_mut().zip(moved) {
                    numbers.store(row, at);
                }
            }
            for (lane, address) in addresses.iter().enumerate() {
                let block = &mut self.groups[usize::from(address.group)].blocks[address.block()];
                put_rows(block, address.lane(), rows.each_ref().map(|row| row.0[lane]), self.bodies.is_some());
            }
        }
    }
}

/// Writes the rows of one contact; `later` than the start of the step or not.
fn put_rows(block: &mut ContactBlock, lane: usize, rows: [f32; ROW_NUMBERS], later: bool) {
    let [x, y, offset_n, offset_t, p @ .., turn_a, turn_b] = rows;
    (block.normal_x.0[lane], block.normal_y.0[lane]) = (x, y);
    (block.offset_n.0[lane], block.offset_t.0[lane]) = (offset_n, offset_t);
    for (point, numbers) in block.points.iter_mut().zip(p.as_chunks::<5>().0) {
        let PointRows { arm_n, arm_t, normal_mass, tangent_mass, gap, .. } = point;
        for (row, number) in [arm_n, arm_t, normal_mass, tangent_mass, gap].into_iter().zip(numbers) {
            row.0[lane] = *number;
        }
    }
    if later && !block.found_later {
        block.found_at = Default::default();
    }
    block.found_later = later;
    (block.found_at[0].0[lane], block.found_at[1].0[lane]) = (turn_a, turn_b);
}
