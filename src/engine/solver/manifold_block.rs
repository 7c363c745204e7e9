//! Manifold blocks: what eight contacts need once per step. Beside every [`super::block::ContactBlock`] lies one of
//! these.
//!
//! The narrow phase found a manifold when the bodies stood at certain poses. It is kept as rows, so that eight
//! contacts at once can be asked whether theirs still holds, and what their rows are now ([`super::manifold_pass`]);
//! and unchanged, for display and to recognise the points in the next step.

use crate::engine::lanes::{BLOCK, LaneRow, Lanes};
use crate::engine::math::{Pose, Vec2};
use crate::engine::narrow::Manifold;

/// Manifolds of eight contacts, and what else prepares their rows.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct ManifoldBlock {
    /// Cosine of B's turn relative to A then.
    pub cos: LaneRow,
    /// Sine of it.
    pub sin: LaneRow,
    /// Unit normal, A's frame.
    pub normal_x: LaneRow,
    /// See `normal_x`.
    pub normal_y: LaneRow,
    /// The same normal as it stood in the world then.
    pub world_normal_x: LaneRow,
    /// See `world_normal_x`.
    pub world_normal_y: LaneRow,
    /// The points.
    pub points: [ManifoldRows; 2],
    /// Distance of the farthest point from the centre of mass, of the smaller body, metres.
    pub extent: LaneRow,
    /// 1 where the manifold may be kept; 0 for a single point of rounded shapes: the contact point moves over the
    /// surfaces as they roll, so an old point is no estimate of the new one.
    pub may_keep: LaneRow,
    /// Sum of the inverse masses, 1/kg.
    pub inv_mass: LaneRow,
    /// Inverse inertia of A, 1/(kg·m²).
    pub inv_inertia_a: LaneRow,
    /// Inverse inertia of B.
    pub inv_inertia_b: LaneRow,
    /// Mass of the heavier of the two bodies, of those that can move, kg.
    pub heavier: LaneRow,
    /// Coefficient of restitution.
    pub restitution: LaneRow,
    /// Which contact of the world each lane is.
    pub contact: [u32; BLOCK],
    /// Numbers of the two colliders in the broad phase.
    pub proxies: [[u32; 2]; BLOCK],
    /// The narrow phase's result: for display, and to recognise the points in the next step.
    pub answers: [NarrowResult; BLOCK],
    /// Bit per lane: a contact is there.
    pub present: u32,
    /// Bit per lane: it touched at the end of the last step.
    pub touching: u32,
    /// Bit per lane: it had overlap when its points were found, which is being pushed out ([`super::push_out`]).
    pub overlapped: u32,
}

/// The narrow phase's result, unchanged.
#[derive(Clone, Copy, Debug)]
pub struct NarrowResult {
    /// In A's frame.
    pub manifold: Manifold,
    /// Poses of bodies A and B that it was made with.
    pub poses: [Pose; 2],
}

impl Default for NarrowResult {
    fn default() -> Self {
        NarrowResult { manifold: Manifold::default(), poses: [Pose::IDENTITY; 2] }
    }
}

/// One manifold point of each of eight contacts.
#[derive(Clone, Copy, Debug, Default)]
pub struct ManifoldRows {
    /// Where it was made, A's frame about A's centre of mass, metres.
    pub on_a_x: LaneRow,
    /// See `on_a_x`.
    pub on_a_y: LaneRow,
    /// The same point as seen from B then: B's frame about B's centre of mass.
    pub on_b_x: LaneRow,
    /// See `on_b_x`.
    pub on_b_y: LaneRow,
    /// See [`crate::engine::narrow::FeatureId::share_of_b`].
    pub share_of_b: LaneRow,
    /// Signed gap then, metres.
    pub separation: LaneRow,
    /// 1 where there is such a point, else 0.
    pub valid: LaneRow,
}

impl ManifoldRows {
    /// The lanes in which a vertex of A stands on a face of B.
    #[inline(always)]
    pub(super) fn vertex_of_a<L: Lanes>(&self, at: usize) -> L::Mask {
        L::splat(0.25).gt(L::load(&self.share_of_b, at))
    }

    /// The lanes in which a vertex of B stands on a face of A; in neither kind two vertices meet, or two rounded
    /// shapes.
    #[inline(always)]
    pub(super) fn vertex_of_b<L: Lanes>(&self, at: usize) -> L::Mask {
        L::load(&self.share_of_b, at).gt(L::splat(0.75))
    }
}

impl Default for ManifoldBlock {
    fn default() -> Self {
        let zero = LaneRow::default();
        ManifoldBlock {
            cos: zero,
            sin: zero,
            normal_x: zero,
            normal_y: zero,
            world_normal_x: zero,
            world_normal_y: zero,
            points: Default::default(),
            extent: zero,
            may_keep: zero,
            inv_mass: zero,
            inv_inertia_a: zero,
            inv_inertia_b: zero,
            heavier: zero,
            restitution: zero,
            contact: [u32::MAX; BLOCK],
            proxies: [[0; 2]; BLOCK],
            answers: [NarrowResult::default(); BLOCK],
            present: 0,
            touching: 0,
            overlapped: 0,
        }
    }
}

/// What the narrow phase found of one contact, as a [`ManifoldBlock`] keeps it.
#[derive(Clone, Copy, Debug)]
pub struct FoundManifold {
    /// Pose of B's centre of mass seen from A's when the manifold was made.
    pub center: Pose,
    /// Points, A's frame about A's centre of mass.
    pub points: [Vec2; 2],
    /// The answer that this was made of.
    pub answer: NarrowResult,
    /// See [`ManifoldBlock::may_keep`].
    pub may_keep: bool,
}

/// One contact's share of a [`ManifoldBlock`].
#[derive(Clone, Copy, Debug)]
pub struct ManifoldColumn {
    /// What changes with each manifold.
    pub found: FoundManifold,
    /// See [`ManifoldBlock::extent`].
    pub extent: f32,
    /// See [`ManifoldBlock::inv_mass`], then the inertias of A and B.
    pub inv_masses: [f32; 3],
    /// See [`ManifoldBlock::heavier`].
    pub heavier: f32,
    /// See [`ManifoldBlock::restitution`].
    pub restitution: f32,
    /// See [`ManifoldBlock::contact`].
    pub contact: u32,
    /// See [`ManifoldBlock::proxies`].
    pub proxies: [u32; 2],
    /// See [`ManifoldBlock::touching`].
    pub touching: bool,
    /// See [`ManifoldBlock::overlapped`].
    pub overlapped: bool,
}

/// How many rows of numbers a [`ManifoldBlock`] has.
const MANIFOLD_ROWS: usize = 27;

/// All that a lane of a [`ManifoldBlock`] holds.
#[derive(Clone, Copy, Debug)]
pub struct ManifoldLane {
    /// In the order of [`ManifoldBlock::rows_mut`].
    numbers: [f32; MANIFOLD_ROWS],
    contact: u32,
    proxies: [u32; 2],
    answer: NarrowResult,
    touching: u32,
    overlapped: u32,
}

impl ManifoldBlock {
    /// Puts a contact into a lane.
    pub fn put(&mut self, lane: usize, column: &ManifoldColumn) {
        self.put_found(lane, &column.found);
        self.extent.0[lane] = column.extent;
        [self.inv_mass.0[lane], self.inv_inertia_a.0[lane], self.inv_inertia_b.0[lane]] = column.inv_masses;
        self.heavier.0[lane] = column.heavier;
        self.restitution.0[lane] = column.restitution;
        (self.contact[lane], self.proxies[lane]) = (column.contact, column.proxies);
        self.present |= 1 << lane;
        self.touching = self.touching & !(1 << lane) | u32::from(column.touching) << lane;
        self.overlapped = self.overlapped & !(1 << lane) | u32::from(column.overlapped) << lane;
    }

    /// Gives a contact in a lane another manifold.
    pub fn put_found(&mut self, lane: usize, found: &FoundManifold) {
        let FoundManifold { center, answer: NarrowResult { manifold, poses }, .. } = *found;
        let normal = manifold.normal;
        let world_normal = poses[0].rotation.rotate(normal);
        (self.world_normal_x.0[lane], self.world_normal_y.0[lane]) = (world_normal.x, world_normal.y);
        (self.cos.0[lane], self.sin.0[lane]) = (center.rotation.cos, center.rotation.sin);
        (self.normal_x.0[lane], self.normal_y.0[lane]) = (normal.x, normal.y);
        for (k, rows) in self.points.iter_mut().enumerate() {
            let valid = k < manifold.count;
            let (on_a, separation) = if valid { (found.points[k], manifold.points[k].separation) } else { (Vec2::ZERO, 0.0) };
            let on_b = if valid { center.inv_transform_point(on_a) } else { Vec2::ZERO };
            (rows.on_a_x.0[lane], rows.on_a_y.0[lane]) = (on_a.x, on_a.y);
            (rows.on_b_x.0[lane], rows.on_b_y.0[lane]) = (on_b.x, on_b.y);
            rows.share_of_b.0[lane] = manifold.points[k].feature.share_of_b();
            rows.separation.0[lane] = separation;
            rows.valid.0[lane] = f32::from(u8::from(valid));
        }
        self.answers[lane] = found.answer;
        self.may_keep.0[lane] = f32::from(u8::from(found.may_keep));
    }

    /// Takes a contact out: all that its lane holds. The lane is empty then.
    pub fn take_lane(&mut self, lane: usize) -> ManifoldLane {
        let mut taken = ManifoldLane {
            numbers: [0.0; MANIFOLD_ROWS],
            contact: self.contact[lane],
            proxies: self.proxies[lane],
            answer: self.answers[lane],
            touching: self.touching >> lane & 1,
            overlapped: self.overlapped >> lane & 1,
        };
        for (number, row) in taken.numbers.iter_mut().zip(self.rows_mut()) {
            *number = std::mem::take(&mut row.0[lane]);
        }
        self.contact[lane] = u32::MAX;
        self.present &= !(1 << lane);
        self.touching &= !(1 << lane);
        self.overlapped &= !(1 << lane);
        taken
    }

    /// Puts what another lane held into this one.
    pub fn put_lane(&mut self, lane: usize, taken: ManifoldLane) {
        for (number, row) in taken.numbers.into_iter().zip(self.rows_mut()) {
            row.0[lane] = number;
        }
        (self.contact[lane], self.proxies[lane], self.answers[lane]) = (taken.contact, taken.proxies, taken.answer);
        self.present |= 1 << lane;
        self.touching = self.touching & !(1 << lane) | taken.touching << lane;
        self.overlapped = self.overlapped & !(1 << lane) | taken.overlapped << lane;
    }

    fn rows_mut(&mut self) -> [&mut LaneRow; MANIFOLD_ROWS] {
        let ManifoldBlock {
            cos,
            sin,
            normal_x,
            normal_y,
            world_normal_x,
            world_normal_y,
            points: [p, q],
            extent,
            may_keep,
            inv_mass,
            inv_inertia_a,
            inv_inertia_b,
            heavier,
            restitution,
            contact: _,
            proxies: _,
            answers: _,
            present: _,
            touching: _,
            overlapped: _,
        } = self;
        [
            cos,
            sin,
            normal_x,
            normal_y,
            world_normal_x,
            world_normal_y,
            &mut p.on_a_x,
            &mut p.on_a_y,
            &mut p.on_b_x,
            &mut p.on_b_y,
            &mut p.share_of_b,
            &mut p.separation,
            &mut p.valid,
            &mut q.on_a_x,
            &mut q.on_a_y,
            &mut q.on_b_x,
            &mut q.on_b_y,
            &mut q.share_of_b,
            &mut q.separation,
            &mut q.valid,
            extent,
            may_keep,
            inv_mass,
            inv_inertia_a,
            inv_inertia_b,
            heavier,
            restitution,
        ]
    }
}
