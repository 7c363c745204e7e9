//! The four rows of a contact while it is solved: their arms, the speeds along them, and what an impulse along one adds
//! to the others.

use super::block::ContactBlock;
use crate::engine::lanes::{Float4Pair, Lanes};

/// Two bodies of each lane.
pub(super) struct PairVelocities<L> {
    /// x, y, spin of A and its 1/mass.
    pub a: [L; 4],
    /// The same of B.
    pub b: [L; 4],
}

impl<L: Lanes> PairVelocities<L> {
    #[inline(always)]
    pub fn gather(block: &ContactBlock, at: usize, bodies: &[Float4Pair]) -> PairVelocities<L> {
        PairVelocities { a: L::gather_first(bodies, &block.a, at), b: L::gather_first(bodies, &block.b, at) }
    }
}

/// Arms of one row about both centres of mass, `r × d`, metres; and what one newton second along it takes from A's spin
/// and adds to B's, rad/s.
#[derive(Clone, Copy)]
pub(super) struct Arms<L> {
    /// About A's centre.
    pub a: L,
    /// About B's centre.
    pub b: L,
    spin_a: L,
    spin_b: L,
}

impl<L: Lanes> Arms<L> {
    #[inline(always)]
    fn new(a: L, offset: L, [inv_inertia_a, inv_inertia_b]: [L; 2]) -> Arms<L> {
        let b = a + offset;
        Arms { a, b, spin_a: inv_inertia_a * a, spin_b: inv_inertia_b * b }
    }

    /// What one newton second along this row adds to the speed along another by turning the bodies, m/s; see
    /// [`super::block`].
    #[inline(always)]
    pub fn coupling(&self, other: &Arms<L>) -> L {
        self.spin_a * other.a + self.spin_b * other.b
    }
}

/// The rows of a contact of each lane while they are solved: normal 1, normal 2, tangent 1, tangent 2. The bodies'
/// velocities are read at the beginning and written at the end.
pub(super) struct Rows<L> {
    pair: PairVelocities<L>,
    inv_inertias: [L; 2],
    /// 1/m_a + 1/m_b.
    pub inv_mass: L,
    normal: [L; 2],
    /// Of the rows normal 1, normal 2, tangent 1, tangent 2.
    pub arms: [Arms<L>; 4],
    /// Relative velocity along each row after all impulses so far, m/s. (Later than the start only a probe reads them.)
    pub speeds: [L; 4],
    /// Impulse that each row has given in this pass, N·s.
    pub given: [L; 4],
}

impl<L: Lanes> Rows<L> {
    #[inline(always)]
    pub fn begin(block: &ContactBlock, at: usize, bodies: &[Float4Pair]) -> Rows<L> {
        let pair = PairVelocities::<L>::gather(block, at, bodies);
        let inv_inertias = [L::load(&block.inv_inertia_a, at), L::load(&block.inv_inertia_b, at)];
        let (nx, ny) = (L::load(&block.normal_x, at), L::load(&block.normal_y, at));
        let (offset_n, offset_t) = (L::load(&block.offset_n, at), L::load(&block.offset_t, at));
        let [p, q] = &block.points;
        let arms = [
            Arms::new(L::load(&p.arm_n, at), offset_n, inv_inertias),
            Arms::new(L::load(&q.arm_n, at), offset_n, inv_inertias),
            Arms::new(L::load(&p.arm_t, at), offset_t, inv_inertias),
            Arms::new(L::load(&q.arm_t, at), offset_t, inv_inertias),
        ];
        let (x, y) = (pair.b[0] - pair.a[0], pair.b[1] - pair.a[1]);
        let (along, across) = (nx * x + ny * y, nx * y - ny * x);
        let mut speeds = [along, along, across, across];
        for (speed, arms) in speeds.iter_mut().zip(&arms) {
            *speed = *speed + (pair.b[2] * arms.b - pair.a[2] * arms.a);
        }
        let inv_mass = pair.a[3] + pair.b[3];
        Rows { pair, inv_inertias, inv_mass, normal: [nx, ny], arms, speeds, given: [L::splat(0.0); 4] }
    }

    /// Gives a row its impulse, N·s, once in a pass; the speeds along all rows change.
    #[inline(always)]
    pub fn apply(&mut self, row: usize, impulse: L) {
        self.given[row] = impulse;
        for other in 0..4 {
            self.speeds[other] = self.speeds[other] + impulse * self.response(row, other);
        }
    }

    /// What one newton second along a row adds to the speed along another, m/s; see [`super::block`].
    #[inline(always)]
    pub fn response(&self, row: usize, other: usize) -> L {
        let angular = self.arms[row].coupling(&self.arms[other]);
        if is_tangent(row) == is_tangent(other) { self.inv_mass + angular } else { angular }
    }

    /// Writes the velocities back.
    #[inline(always)]
    pub fn end(self, block: &ContactBlock, at: usize, bodies: &mut [Float4Pair]) {
        let Rows { pair: PairVelocities { a, b }, inv_inertias, normal: [nx, ny], arms, given, .. } = self;
        let (along, across) = (given[0] + given[1], given[2] + given[3]);
        let (x, y) = (nx * along - ny * across, ny * along + nx * across);
        let (mut angular_impulse_a, mut angular_impulse_b) = (arms[0].a * given[0], arms[0].b * given[0]);
        for row in 1..4 {
            angular_impulse_a = angular_impulse_a + arms[row].a * given[row];
            angular_impulse_b = angular_impulse_b + arms[row].b * given[row];
        }
        let (spin_a, spin_b) = (a[2] - inv_inertias[0] * angular_impulse_a, b[2] + inv_inertias[1] * angular_impulse_b);
        L::scatter_first([a[0] - a[3] * x, a[1] - a[3] * y, spin_a, a[3]], bodies, &block.a, at);
        L::scatter_first([b[0] + b[3] * x, b[1] + b[3] * y, spin_b, b[3]], bodies, &block.b, at);
    }
}

/// `1 / (1/m + arm_a²/I_a + arm_b²/I_b)` where there is a point and something can move, else 0.
#[inline(always)]
pub(super) fn effective_mass<L: Lanes>(valid: L, inv_mass: L, inv_inertias: [L; 2], arms: [L; 2]) -> L {
    let k = inv_mass + inv_inertias[0] * arms[0] * arms[0] + inv_inertias[1] * arms[1] * arms[1];
    L::select(k.gt(L::splat(0.0)), valid / k, L::splat(0.0))
}

/// The rows are normal 1, normal 2, tangent 1, tangent 2.
pub(super) const TANGENTS: usize = 2;

#[inline(always)]
fn is_tangent(row: usize) -> bool {
    row >= TANGENTS
}
