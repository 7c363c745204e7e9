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

use super::block::{Address, ContactBlock};
use super::body::SolverBody;
use super::colors::{ContactColors, is_fixed};
use super::contact_geometry::{ContactGeometry, MovedGeometry};
use super::manifold_block::ManifoldBlock;
use super::midway::turning_lanes;
use super::rows::effective_mass;
use crate::engine::lanes::{self, BLOCK, Float4Pair, Kernel, Lanes, SetBits, Width};
use crate::engine::math::cross;
use crate::engine::probe::ran;

/// Contacts whose rows turn in this step.
#[derive(Clone, Debug, Default)]
pub struct TurningContacts {
    found: Vec<Address>,
    contacts: Vec<TurningContact>,
}

/// A contact as it was at the start of the step.
#[derive(Clone, Copy, Debug)]
struct TurningContact {
    address: Address,
    slots: [u32; 2],
    geometry: ContactGeometry,
    inv_inertias: [f32; 2],
    /// 1/m_a + 1/m_b.
    inv_mass: f32,
    gaps: [f32; 2],
    has_point: [bool; 2],
}

impl TurningContacts {
    /// At the start of a step of so many seconds: which contacts turn, and how they stand.
    pub fn find(&mut self, contacts: &ContactColors, bodies: &[Float4Pair], seconds: f32, width: Width) {
        self.found.clear();
        for (group, place) in (0_u8..).zip(&contacts.groups) {
            let find = FindTurning { group, blocks: &place.blocks, bodies, seconds, found: &mut self.found };
            lanes::run(width, find);
        }
        self.contacts.clear();
        self.contacts.extend(self.found.iter().map(|&address| {
            let place = &contacts.groups[usize::from(address.group)];
            TurningContact::of(address, &place.blocks[address.block()], &place.manifolds[address.block()])
        }));
    }

    /// Their rows and gaps where the bodies are now.
    pub fn follow(&self, contacts: &mut ContactColors, bodies: &[Float4Pair]) {
        for contact in &self.contacts {
            ran!();
            let block = &mut contacts.groups[usize::from(contact.address.group)].blocks[contact.address.block()];
            contact.put_rows(block, contact.slots.map(|slot| SolverBody::at(bodies, slot)));
        }
    }

    /// At the end of the step: the rows of its start.
    pub fn give_back(&self, contacts: &mut ContactColors) {
        for contact in &self.contacts {
            let block = &mut contacts.groups[usize::from(contact.address.group)].blocks[contact.address.block()];
            contact.put_rows(block, [SolverBody::FIXED; 2]);
            block.found_later = false;
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

impl TurningContact {
    fn of(address: Address, block: &ContactBlock, manifold: &ManifoldBlock) -> TurningContact {
        let lane = address.lane();
        TurningContact {
            address,
            slots: block.slots(lane),
            geometry: ContactGeometry::of(block, manifold, lane),
            inv_inertias: [block.inv_inertia_a.0[lane], block.inv_inertia_b.0[lane]],
            inv_mass: manifold.inv_mass.0[lane],
            gaps: [0, 1].map(|k| block.points[k].gap.0[lane]),
            has_point: [0, 1].map(|k| manifold.points[k].valid.0[lane] > 0.0),
        }
    }

    /// Writes the rows of a contact whose bodies have moved like this since the start of the step.
    fn put_rows(&self, block: &mut ContactBlock, [a, b]: [SolverBody; 2]) {
        let lane = self.address.lane();
        let MovedGeometry { normal, offset, arms, opened } = self.geometry.moved([&a, &b]);
        (block.normal_x.0[lane], block.normal_y.0[lane]) = (normal.x, normal.y);
        let (offset_n, offset_t) = (cross(offset, normal), offset.dot(normal));
        (block.offset_n.0[lane], block.offset_t.0[lane]) = (offset_n, offset_t);
        if !block.found_later {
            (block.found_later, block.found_at) = (true, Default::default());
        }
        (block.found_at[0].0[lane], block.found_at[1].0[lane]) = (a.delta_angle, b.delta_angle);
        // [`super::gap`] adds the way of the centres along the normal.
        let way = normal.dot(b.delta_center - a.delta_center);
        let mass = |arms: [f32; 2]| effective_mass(1.0, self.inv_mass, self.inv_inertias, arms);
        for k in (0..2).filter(|&k| self.has_point[k]) {
            let rows = &mut block.points[k];
            let (arm_n, arm_t) = (cross(arms[k], normal), arms[k].dot(normal));
            (rows.arm_n.0[lane], rows.arm_t.0[lane]) = (arm_n, arm_t);
            rows.normal_mass.0[lane] = mass([arm_n, arm_n + offset_n]);
            rows.tangent_mass.0[lane] = mass([arm_t, arm_t + offset_t]);
            rows.gap.0[lane] = self.gaps[k] + opened[k] - way;
        }
    }
}
