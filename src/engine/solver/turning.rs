//! Rows that turn with their bodies within a step.
//!
//! Normal and lever arms of a contact are those of the start of the step. Where both bodies turn together, a can and
//! what rests on its wall, they are late: at the end of the step by a whole turn `ω · step`. A and B are pushed at one
//! common point of the start, while their centres have gone on from there, and force and counterforce at two places are
//! a torque. So a can that turned freely with boxes in it lost 9 % of its angular momentum in 5 s (at 4 rad/s and 60
//! Hz), more sub-steps or not. The rows of such contacts are made anew after each sub-step's motion
//! ([`super::contact_geometry`]): A and B are pushed at one point of the moment, along the normal of the moment.
//!
//! *Bent ways.* A point that stands and turns, the foot of what rocks or the middle of an unbalanced wheel, goes on a
//! bent way: while the velocities stay, its speed along a row changes by `a h` in a sub-step
//! ([`ContactGeometry::accelerations`]). A row that asks for the speed 0 with the arms of the start, and then again
//! with those of the end, takes the energy of that change, `½ m (a h)²`, each time: a roly-poly lost half of its swing
//! in a few seconds. So the solve pass asks for the speed `−a h/2`, which is 0 in the middle of the sub-step, and the
//! relax pass for 0 at its end. What the first takes the second gives, and the gap is what it was: velocities at whole
//! times, motion by those of the middle (RATTLE: H. C. Andersen, "Rattle: a velocity version of the Shake algorithm",
//! 1983). These bodies are not moved by mean velocities again ([`super::mean_motion`]).
//!
//! ```text
//!                    solve             move              relax
//!   speed   0 − g h  ─────▶  −a h/2  ───────▶  +a h/2  ───────▶  0
//! ```
//!
//! Contacts of two points lie flat and have no bend. Those between mobile bodies have none either: their rows are new
//! in each sub-step, and what is lost falls with its length.
//!
//! The rows of the start come back at the end of the step, as others read them with the poses of its start.

use super::block::{Address, ContactBlock, PointRows};
use super::color_group::ColorGroup;
use super::colors::{ContactColors, is_fixed};
use super::contact_geometry::{self, ContactGeometry, InverseMasses, motion};
use super::manifold_block::ManifoldBlock;
use crate::engine::lanes::{self, BLOCK, Float4Pair, IndexRow, Kernel, LaneRow, Lanes, SetBits, Width};
use crate::engine::narrow::vector::{Transform, Vector};
use crate::engine::probe::ran;

/// Contacts whose rows turn in this step: few of each block, so they are packed anew, eight side by side.
#[derive(Clone, Debug, Default)]
pub struct TurningContacts {
    addresses: Vec<Address>,
    blocks: Vec<TurningBlock>,
    /// Slots of bodies on bent ways, in order.
    bent: Vec<u32>,
}

/// Eight of them.
#[derive(Clone, Debug, Default)]
struct TurningBlock {
    /// Slots of the bodies A and B.
    slots: [IndexRow; 2],
    /// See [`TurningContact::numbers`].
    starts: [LaneRow; START_NUMBERS],
    /// True when the way of some lane is bent.
    bends: bool,
}

/// A contact of each lane as it was at the start of the step.
struct TurningContact<L: Lanes> {
    geometry: ContactGeometry<L>,
    masses: InverseMasses<L>,
    gaps: [L; 2],
    /// 1 where the way is bent, else 0.
    bent: L,
}

const START_NUMBERS: usize = contact_geometry::NUMBERS + 8;

/// Normal, offset, of each point its arms, masses and gap, and the turns of A and B.
const ROW_NUMBERS: usize = 4 + 5 + 5 + 2;

impl<L: Lanes> TurningContact<L> {
    fn numbers(&self) -> [L; START_NUMBERS] {
        let InverseMasses { inv_mass, inv_inertias: [i_a, i_b], valid: [p, q] } = self.masses;
        let mut numbers = [inv_mass; START_NUMBERS];
        let (geometry, rest) = numbers.split_at_mut(contact_geometry::NUMBERS);
        geometry.copy_from_slice(&self.geometry.numbers());
        rest.copy_from_slice(&[inv_mass, i_a, i_b, p, q, self.gaps[0], self.gaps[1], self.bent]);
        numbers
    }

    #[inline(always)]
    fn load(starts: &[LaneRow; START_NUMBERS], at: usize) -> TurningContact<L> {
        let mut numbers = [L::splat(0.0); START_NUMBERS];
        for (number, row) in numbers.iter_mut().zip(starts) {
            *number = L::load(row, at);
        }
        let [geometry @ .., inv_mass, i_a, i_b, p, q, gap_p, gap_q, bent] = numbers;
        let masses = InverseMasses { inv_mass, inv_inertias: [i_a, i_b], valid: [p, q] };
        TurningContact { geometry: ContactGeometry::from_numbers(geometry), masses, gaps: [gap_p, gap_q], bent }
    }

    /// Its rows after these motions.
    #[inline(always)]
    fn rows_after(&self, [a, b]: [&Moving<L>; 2]) -> [L; ROW_NUMBERS] {
        let moved = self.geometry.moved([a.motion, b.motion]);
        let rows = moved.rows(&self.masses);
        // [`super::gap`] adds the way of the centres along the normal, and the turns since `found_at`.
        let way = moved.normal.dot(b.motion.position - a.motion.position);
        let (gap_p, gap_q) = (self.gaps[0] + moved.opened[0] - way, self.gaps[1] + moved.opened[1] - way);
        let [[n_p, t_p, m_p, f_p], [n_q, t_q, m_q, f_q]] = rows.points;
        let [offset_n, offset_t] = rows.offset;
        let n = rows.normal;
        [n.x, n.y, offset_n, offset_t, n_p, t_p, m_p, f_p, gap_p, n_q, t_q, m_q, f_q, gap_q, a.turn, b.turn]
    }

    /// `a h/2` along normal and tangent, of bodies that move like this.
    #[inline(always)]
    fn bends(&self, [a, b]: [&Moving<L>; 2], h: L) -> [L; 2] {
        let moved = self.geometry.moved([a.motion, b.motion]);
        let [[along, across], _] = self.geometry.accelerations(&moved, [a.velocity, b.velocity]);
        let half = L::splat(0.5) * h;
        [self.bent * (half * along), self.bent * (half * across)]
    }
}

/// How a body of each lane moves.
struct Moving<L> {
    /// Velocity x, y and spin.
    velocity: [L; 4],
    motion: Transform<L>,
    turn: L,
}

impl<L: Lanes> Moving<L> {
    #[inline(always)]
    fn gather(bodies: &[Float4Pair], slots: &IndexRow, at: usize) -> Moving<L> {
        let (velocity, [x, y, turn, _]) = L::gather_pair(bodies, slots, at);
        Moving { velocity, motion: motion(Vector { x, y }, turn), turn }
    }

    #[inline(always)]
    fn still() -> Moving<L> {
        let zero = L::splat(0.0);
        Moving { velocity: [zero; 4], motion: motion(Vector { x: zero, y: zero }, zero), turn: zero }
    }
}

/// True for a contact of one point with something that nothing can push.
fn is_bent(address: Address, manifold: &ManifoldBlock) -> bool {
    is_fixed(address.group) && manifold.points[1].valid.0[address.lane()] == 0.0
}

impl TurningContacts {
    /// At the start of a step: which contacts turn, and how they stand.
    pub fn find(&mut self, contacts: &ContactColors) {
        self.addresses.clear();
        for (group, place) in (0_u8..).zip(&contacts.groups) {
            for (index, block) in place.blocks.iter().enumerate().filter(|(_, block)| block.turning != 0) {
                let first = (BLOCK * index) as u32;
                self.addresses.extend(SetBits(block.turning).map(|lane| Address { group, index: first + lane }));
            }
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
        self.bent.clear();
        for &address in &self.addresses {
            let place = &contacts.groups[usize::from(address.group)];
            let (block, lane) = (address.block(), address.lane());
            if is_bent(address, &place.manifolds[block]) {
                self.bent.extend(place.blocks[block].slots(lane));
            }
        }
        self.bent.sort_unstable();
    }

    /// True for a body in a contact with bends: the middle of its sub-steps is where they put it.
    pub fn is_bent(&self, slot: u32) -> bool {
        self.bent.binary_search(&slot).is_ok()
    }

    /// At the start of a sub-step of `h` seconds: their bends, from what bodies do now.
    pub fn bend(&self, contacts: &mut ContactColors, bodies: &[Float4Pair], h: f32, width: Width) {
        lanes::run(width, BendTurning { turning: self, groups: &mut contacts.groups, bodies, h });
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
            bent: if is_bent(address, manifold) { 1.0 } else { 0.0 },
        };
        self.bends |= contact.bent > 0.0;
        let [a, b] = block.slots(at);
        (self.slots[0].0[lane], self.slots[1].0[lane]) = (a, b);
        for (row, number) in self.starts.iter_mut().zip(contact.numbers()) {
            row.0[lane] = number;
        }
    }
}

/// Finds the bends of those contacts whose way is bent.
struct BendTurning<'a> {
    turning: &'a TurningContacts,
    groups: &'a mut [ColorGroup],
    bodies: &'a [Float4Pair],
    h: f32,
}

impl Kernel for BendTurning<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let TurningContacts { addresses, blocks, .. } = self.turning;
        for (packed, addresses) in blocks.iter().zip(addresses.chunks(BLOCK)).filter(|(packed, _)| packed.bends) {
            ran!();
            let mut bends = [LaneRow::default(); 2];
            for at in (0..BLOCK).step_by(L::COUNT) {
                let [a, b] = &packed.slots;
                let moving = [&Moving::<L>::gather(self.bodies, a, at), &Moving::gather(self.bodies, b, at)];
                let [along, across] = TurningContact::<L>::load(&packed.starts, at).bends(moving, L::splat(self.h));
                along.store(&mut bends[0], at);
                across.store(&mut bends[1], at);
            }
            for (lane, address) in addresses.iter().enumerate() {
                let block = &mut self.groups[usize::from(address.group)].blocks[address.block()];
                if !block.bends {
                    (block.bends, block.bend) = (true, Default::default());
                }
                block.bend.iter_mut().zip(&bends).for_each(|(row, bends)| row.0[address.lane()] = bends.0[lane]);
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
        let TurningContacts { addresses, blocks, .. } = self.turning;
        for (packed, addresses) in blocks.iter().zip(addresses.chunks(BLOCK)) {
            ran!();
            let mut rows = [LaneRow::default(); ROW_NUMBERS];
            for at in (0..BLOCK).step_by(L::COUNT) {
                let [a, b] = &packed.slots;
                let moving = match self.bodies {
                    Some(bodies) => [Moving::<L>::gather(bodies, a, at), Moving::gather(bodies, b, at)],
                    None => [Moving::still(), Moving::still()],
                };
                let moved = TurningContact::<L>::load(&packed.starts, at).rows_after([&moving[0], &moving[1]]);
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
    let [x, y, offset_n, offset_t, points @ .., turn_a, turn_b] = rows;
    (block.normal_x.0[lane], block.normal_y.0[lane]) = (x, y);
    (block.offset_n.0[lane], block.offset_t.0[lane]) = (offset_n, offset_t);
    for (point, numbers) in block.points.iter_mut().zip(points.as_chunks::<5>().0) {
        let PointRows { arm_n, arm_t, normal_mass, tangent_mass, gap, .. } = point;
        for (row, number) in [arm_n, arm_t, normal_mass, tangent_mass, gap].into_iter().zip(numbers) {
            row.0[lane] = *number;
        }
    }
    if later && !block.found_later {
        block.found_at = Default::default();
    }
    block.found_later = later;
    block.bends &= later;
    (block.found_at[0].0[lane], block.found_at[1].0[lane]) = (turn_a, turn_b);
}
