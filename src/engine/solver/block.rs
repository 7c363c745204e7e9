//! Contact blocks: eight contacts as rows of numbers, the form in which the solver works and in which contacts live
//! from step to step.
//!
//! # Why not one struct per contact
//!
//! A solver of sub-steps reads every contact a dozen times in a step. What it costs is not arithmetic but moving
//! numbers: a record of 150 bytes or more per contact that is copied into registers lane by lane, and back. Here
//! eight contacts lie side by side in the form in which eight lanes need them (structure of arrays), nothing is
//! converted before or after the passes, and a contact that hardly changes is not touched at all outside them: its
//! impulses stay where the next step finds them.
//!
//! # In the contact's own frame
//!
//! With the normal n (from A to B), the tangent t = perp(n) and the arms r_a, r_b from the centres of mass to the
//! contact point, an impulse λ along a unit vector d changes the velocities by
//!
//! ```text
//!   v_a −= λ d / m_a      ω_a −= λ (r_a × d) / I_a
//!   v_b += λ d / m_b      ω_b += λ (r_b × d) / I_b
//! ```
//!
//! so all that is needed of the arms are four numbers, `r_a × n`, `r_a × t = r_a · n` and the same for B; and as both
//! points of a contact push at *common* points, B's arms differ from A's by the same two numbers for both points
//! (`r_b − r_a = c_a − c_b`, the offset between the centres):
//!
//! ```text
//!              n                      arm_n  = r_a × n          offset_n = (c_a − c_b) × n
//!              ↑      B               arm_t  = r_a · n          offset_t = (c_a − c_b) · n
//!     ───────2─┼──────1──────         B's    = arm_n + offset_n,  arm_t + offset_t
//!      A     r_a2  c  r_a1
//! ```
//!
//! # One pass over a contact
//!
//! Its four rows (normal 1, normal 2, tangent 1, tangent 2) are solved one after the other, each with the speed that
//! the rows before it leave. Bodies are read at the beginning and written at the end. In between an impulse λ along
//! row r changes the speed along row s by `K_rs λ`,
//!
//! ```text
//!   K_rs = arm_a,r arm_a,s / I_a + arm_b,r arm_b,s / I_b  (+ 1/m_a + 1/m_b  when both are normals or both tangents: n·t = 0)
//! ```
//!
//! the entries of `J M⁻¹ Jᵀ`. The candidate for a row's sum of impulses, `Λ_s − m_s (u_s + bias)` (with what softness
//! changes of it), is found for all four at the beginning; a row that gives λ then takes `m_s K_rs λ` from the
//! candidate of each later one. The factors `m_s K_rs` do not depend on any impulse, so they are ready when one
//! comes: from row to row a result waits for the limit of a sum, one product and two differences, not for two bodies
//! to be moved and their velocities to be projected again. These are more operations, but a pass waits for results,
//! not for operations: keeping the speeds along the rows took a seventh off a pass over a contact, and keeping the
//! candidates another sixteenth.
//!
//! The gaps are kept up to date by [`super::gap`].

use crate::engine::lanes::{BLOCK, IndexRow, LaneRow, Lanes};
use crate::engine::math::{Vec2, cross, min};
use crate::engine::tuning;

/// A point of a contact with restitution that closes faster than this is an impact, m/s, if its threshold is not lower:
/// just below [`tuning::PLASTIC_SPEED`], see [`ContactBlock::bounce_below`].
pub(super) const BOUNCING: f32 = 0.999_999 * tuning::PLASTIC_SPEED;

/// Eight contacts. Lanes without a contact are all zero: no mass, so no impulse.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub struct ContactBlock {
    /// Slots of the bodies A.
    pub a: IndexRow,
    /// Slots of the bodies B.
    pub b: IndexRow,
    /// Unit normal from A to B, world.
    pub normal_x: LaneRow,
    /// See `normal_x`.
    pub normal_y: LaneRow,
    /// `(c_a − c_b) × n`, metres: B's arms are A's plus this.
    pub offset_n: LaneRow,
    /// `(c_a − c_b) · n`, metres.
    pub offset_t: LaneRow,
    /// Inverse moment of inertia of A, 1/(kg·m²).
    pub inv_inertia_a: LaneRow,
    /// Inverse moment of inertia of B, 1/(kg·m²).
    pub inv_inertia_b: LaneRow,
    /// Coefficient of friction in this step: that of sliding, or the static one of a contact that sticks.
    pub friction: LaneRow,
    /// A point that closes faster than this is an impact, and the relax pass leaves it to the impact stage; without
    /// restitution only while it is apart. Minus [`tuning::PLASTIC_SPEED`] without restitution; with restitution nearer
    /// to zero, minus `BOUNCING` at most, which tells both apart; the lowest number when the contact has had its part
    /// of the impacts of this sub-step. m/s.
    pub bounce_below: LaneRow,
    /// Rounding of A's shape, metres.
    pub radius_a: LaneRow,
    /// Rounding of B's shape, metres.
    pub radius_b: LaneRow,
    /// The points.
    pub points: [PointRows; 2],
    /// How far A and B had rotated since the start of the step when normal and arms were measured, radians: not at all
    /// for coloured contacts. Read only where `found_later`.
    pub found_at: [LaneRow; 2],
    /// Gap at which the soft push ends, metres, at least 0: what a lasting load is lifted by. See
    /// [`super::rest_offset`].
    pub rest_offset: LaneRow,
    /// True when the arms of some lane were measured after the start of the step.
    pub found_later: bool,
    /// 1 where normal and arms are those of the middle of the step ([`super::midway`]), else 0.
    pub midway: LaneRow,
    /// True when there is such a lane.
    pub is_midway: bool,
    /// Bit per lane: rows that turn within the step ([`super::turning`]).
    pub turning: u32,
    /// What the bent way of the first point adds to its speeds along normal and tangent by the middle of the sub-step,
    /// m/s. Read only where `bends`.
    pub bend: [LaneRow; 2],
    /// True when the way of some lane is bent.
    pub bends: bool,
}

/// Where a contact lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// Which group.
    pub group: u8,
    /// Block and lane within it: `index / 8`, `index % 8`.
    pub index: u32,
}

impl Address {
    /// Which block of the group.
    #[inline]
    pub fn block(self) -> usize {
        self.index as usize / BLOCK
    }

    /// Which lane of the block.
    #[inline]
    pub fn lane(self) -> usize {
        self.index as usize % BLOCK
    }
}

/// Block and lane of a contact's index within a group or list.
#[inline]
pub fn place(index: usize) -> (usize, usize) {
    (index / BLOCK, index % BLOCK)
}

/// One point of each of eight contacts.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointRows {
    /// `r_a × n`, metres.
    pub arm_n: LaneRow,
    /// `r_a · n`, metres: the arm of the tangent.
    pub arm_t: LaneRow,
    /// Impulse along the normal in this sub-step, N·s, at least 0; what the next one starts from.
    pub normal_impulse: LaneRow,
    /// Impulse along the tangent `perp(n)` in this sub-step, N·s.
    pub tangent_impulse: LaneRow,
    /// Effective mass along the normal, kg; 0 where there is no such point.
    pub normal_mass: LaneRow,
    /// Effective mass along the tangent, kg.
    pub tangent_mass: LaneRow,
    /// Signed gap where the bodies are since positions last changed, less the rest offset, metres; see
    /// [`super::gap::renew_gaps`].
    pub gap_now: LaneRow,
    /// Signed gap at the start of the step, less the rest offset, metres.
    pub gap: LaneRow,
    /// Sum over the finished sub-steps and all impacts of the step, N·s.
    pub normal_total: LaneRow,
    /// Sum over the finished sub-steps and all impacts of the step, N·s.
    pub tangent_total: LaneRow,
}

/// Mixed friction and restitution of two surfaces, and their roundings.
#[derive(Clone, Copy, Debug)]
pub struct Surfaces {
    /// Coefficient of friction.
    pub friction: f32,
    /// Coefficient of restitution.
    pub restitution: f32,
    /// Roundings of A's and B's shape, metres.
    pub radii: [f32; 2],
}

/// How many rows of numbers a block has.
pub const ROWS: usize = 31;

/// One contact's column of a block.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Slot of A.
    pub a: u32,
    /// Slot of B.
    pub b: u32,
    /// In the order of [`ContactBlock::rows_mut`].
    pub numbers: [f32; ROWS],
}

impl ContactBlock {
    /// Slots of a lane's bodies A and B.
    #[inline(always)]
    pub fn slots(&self, lane: usize) -> [u32; 2] {
        [self.a.0[lane], self.b.0[lane]]
    }

    /// False for a lane in which nothing can be pushed.
    #[inline(always)]
    pub fn has_points(&self, lane: usize) -> bool {
        self.points[0].normal_mass.0[lane] + self.points[1].normal_mass.0[lane] > 0.0
    }

    /// See [`ContactBlock::bend`]: of a point along the normal (0) or tangent (1).
    #[inline(always)]
    pub(super) fn bend_of<L: Lanes>(&self, at: usize, point: usize, along: usize) -> L {
        if self.bends && point == 0 { L::load(&self.bend[along], at) } else { L::splat(0.0) }
    }

    /// True when the points of a lane are apart and carry nothing.
    #[inline(always)]
    pub(super) fn waits(&self, lane: usize) -> bool {
        self.points.iter().all(|point| point.normal_mass.0[lane] == 0.0 || (point.gap.0[lane] > 0.0 && point.normal_impulse.0[lane] == 0.0))
    }

    /// All rows of numbers, in the order of the fields.
    pub fn rows_mut(&mut self) -> [&mut LaneRow; ROWS] {
        let ContactBlock {
            a: _,
            b: _,
            normal_x,
            normal_y,
            offset_n,
            offset_t,
            inv_inertia_a,
            inv_inertia_b,
            friction,
            bounce_below,
            radius_a,
            radius_b,
            points,
            found_at: _,
            rest_offset,
            found_later: _,
            midway: _,
            is_midway: _,
            turning: _,
            bend: _,
            bends: _,
        } = self;
        let [p, q] = points;
        [
            normal_x,
            normal_y,
            offset_n,
            offset_t,
            inv_inertia_a,
            inv_inertia_b,
            friction,
            bounce_below,
            radius_a,
            radius_b,
            &mut p.arm_n,
            &mut p.arm_t,
            &mut p.normal_impulse,
            &mut p.tangent_impulse,
            &mut p.normal_mass,
            &mut p.tangent_mass,
            &mut p.gap_now,
            &mut p.gap,
            &mut p.normal_total,
            &mut p.tangent_total,
            &mut q.arm_n,
            &mut q.arm_t,
            &mut q.normal_impulse,
            &mut q.tangent_impulse,
            &mut q.normal_mass,
            &mut q.tangent_mass,
            &mut q.gap_now,
            &mut q.gap,
            &mut q.normal_total,
            &mut q.tangent_total,
            rest_offset,
        ]
    }

    /// Takes a contact out: its numbers, and zeros in their place.
    pub fn take_column(&mut self, lane: usize) -> Column {
        let mut column = Column { a: std::mem::take(&mut self.a.0[lane]), b: std::mem::take(&mut self.b.0[lane]), numbers: [0.0; ROWS] };
        for (number, row) in column.numbers.iter_mut().zip(self.rows_mut()) {
            *number = std::mem::take(&mut row.0[lane]);
        }
        column
    }

    /// Puts a contact into a lane.
    pub fn put_column(&mut self, lane: usize, column: Column) {
        self.a.0[lane] = column.a;
        self.b.0[lane] = column.b;
        for (number, row) in column.numbers.into_iter().zip(self.rows_mut()) {
            row.0[lane] = number;
        }
    }

    /// Gives a lane what stays while its contact lives.
    pub fn describe(&mut self, lane: usize, [a, b]: [u32; 2], surfaces: Surfaces, restitution_threshold: f32) {
        (self.a.0[lane], self.b.0[lane]) = (a, b);
        self.friction.0[lane] = surfaces.friction;
        [self.radius_a.0[lane], self.radius_b.0[lane]] = surfaces.radii;
        let fast = if surfaces.restitution > 0.0 { min(restitution_threshold, BOUNCING) } else { tuning::PLASTIC_SPEED };
        self.bounce_below.0[lane] = -fast;
    }

    /// The normal of a lane.
    pub fn normal(&self, lane: usize) -> Vec2 {
        Vec2::new(self.normal_x.0[lane], self.normal_y.0[lane])
    }

    /// From A's centre of mass to a point of a lane, world axes, metres: `r = (r·n) n − (r×n) t`.
    pub fn arm_a(&self, lane: usize, point: usize) -> Vec2 {
        let n = self.normal(lane);
        let rows = &self.points[point];
        rows.arm_t.0[lane] * n - rows.arm_n.0[lane] * crate::engine::math::perp(n)
    }

    /// From the centres of mass of A and B to a point of a lane, world axes, metres.
    pub fn arms(&self, lane: usize, point: usize) -> [Vec2; 2] {
        let (n, r_a) = (self.normal(lane), self.arm_a(lane, point));
        [r_a, r_a + self.offset_t.0[lane] * n - self.offset_n.0[lane] * crate::engine::math::perp(n)]
    }

    /// Forgets the impulses of the sub-step before: no warm start.
    pub fn forget(&mut self) {
        for point in &mut self.points {
            (point.normal_impulse, point.tangent_impulse) = (LaneRow([0.0; BLOCK]), LaneRow([0.0; BLOCK]));
        }
    }
}

/// One contact with its points at hand, for [`ContactBlock::fill`].
#[derive(Clone, Copy, Debug)]
pub struct Filling<'a> {
    /// Unit normal from A to B, world.
    pub normal: Vec2,
    /// From B's centre of mass to A's where the points were found, metres: `r_b − r_a`.
    pub offset: Vec2,
    /// Sum of the inverse masses, and the inverse inertias of A and B.
    pub inv_masses: [f32; 3],
    /// The points, from A's centre of mass, world axes, metres; at most two.
    pub points: &'a [Vec2],
}

impl ContactBlock {
    /// Gives a lane normal, arms and masses from points that are known as vectors; gaps, impulses and their sums
    /// start at zero.
    pub fn fill(&mut self, lane: usize, filling: &Filling<'_>) {
        let Filling { normal: n, offset, inv_masses: [inv_mass, inv_inertia_a, inv_inertia_b], points } = *filling;
        (self.normal_x.0[lane], self.normal_y.0[lane]) = (n.x, n.y);
        let (offset_n, offset_t) = (cross(offset, n), offset.dot(n));
        (self.offset_n.0[lane], self.offset_t.0[lane]) = (offset_n, offset_t);
        (self.inv_inertia_a.0[lane], self.inv_inertia_b.0[lane]) = (inv_inertia_a, inv_inertia_b);
        for (rows, point) in self.points.iter_mut().zip([points.first(), points.get(1)]) {
            let r_a = point.copied().unwrap_or_default();
            let (arm_n, arm_t) = (cross(r_a, n), r_a.dot(n));
            let mass = |on_a: f32, on_b: f32| {
                let k = inv_mass + inv_inertia_a * on_a * on_a + inv_inertia_b * on_b * on_b;
                if point.is_some() && k > 0.0 { 1.0 / k } else { 0.0 }
            };
            rows.arm_n.0[lane] = arm_n;
            rows.arm_t.0[lane] = arm_t;
            rows.normal_mass.0[lane] = mass(arm_n, arm_n + offset_n);
            rows.tangent_mass.0[lane] = mass(arm_t, arm_t + offset_t);
            (rows.gap.0[lane], rows.gap_now.0[lane]) = (0.0, 0.0);
            (rows.normal_impulse.0[lane], rows.tangent_impulse.0[lane]) = (0.0, 0.0);
            (rows.normal_total.0[lane], rows.tangent_total.0[lane]) = (0.0, 0.0);
        }
    }
}
