//! The bodies of one side of some hinges, in lanes ([`super::hinge`]): their velocities, what impulses do to them, and
//! how readily anchors and angle give way.

use super::rotation::{Vectors, cross, square};
use super::row::LEAST_GIVE;
use crate::engine::lanes::{Float4Pair, IndexRow, Lanes};

/// Velocities of the bodies of one side, and their reciprocal masses.
#[derive(Clone, Copy)]
pub(super) struct SideBodies<L> {
    pub velocity: Vectors<L>,
    pub spin: L,
    pub inv_mass: L,
    pub inv_inertia: L,
}

impl<L: Lanes> SideBodies<L> {
    #[inline(always)]
    pub fn put_back(self, bodies: &mut [Float4Pair], slots: &IndexRow, at: usize) {
        L::scatter_first([self.velocity[0], self.velocity[1], self.spin, self.inv_mass], bodies, slots, at);
    }

    /// Velocity of the point `arm` from the centre of mass.
    #[inline(always)]
    pub fn velocity_at(&self, arm: Vectors<L>) -> Vectors<L> {
        [self.velocity[0] - self.spin * arm[1], self.velocity[1] + self.spin * arm[0]]
    }

    /// Adds an impulse at `arm`.
    #[inline(always)]
    pub fn push(&mut self, impulse: Vectors<L>, arm: Vectors<L>) {
        self.velocity = [self.velocity[0] + self.inv_mass * impulse[0], self.velocity[1] + self.inv_mass * impulse[1]];
        self.spin = self.spin + self.inv_inertia * cross(arm, impulse);
    }
}

/// `K⁻¹` as xx, xy, yy for these arms.
#[inline(always)]
pub(super) fn response<L: Lanes>([a, b]: [&SideBodies<L>; 2], [r_a, r_b]: [Vectors<L>; 2]) -> [L; 3] {
    let m = a.inv_mass + b.inv_mass;
    let (i_a, i_b) = (a.inv_inertia, b.inv_inertia);
    let k_xx = m + i_a * r_a[1] * r_a[1] + i_b * r_b[1] * r_b[1];
    let k_yy = m + i_a * r_a[0] * r_a[0] + i_b * r_b[0] * r_b[0];
    let minus_k_xy = i_a * r_a[0] * r_a[1] + i_b * r_b[0] * r_b[1];
    let turning = cross(r_a, r_b);
    let det = m * (m + i_a * square(r_a) + i_b * square(r_b)) + i_a * i_b * (turning * turning);
    let one_over = L::select(det.gt(L::splat(0.0)), L::splat(1.0) / det, L::splat(0.0));
    [k_yy * one_over, minus_k_xy * one_over, k_xx * one_over]
}

/// Effective mass of the angle while the anchors hold, kg·m²: `1 / (i_a + i_b − kᵀ K⁻¹ k)` with `k = i_a ⊥r_a + i_b
/// ⊥r_b`, see [`super::row::JacobianRow::coupling_held`].
#[inline(always)]
pub(super) fn angle_mass<L: Lanes>([a, b]: [&SideBodies<L>; 2], [r_a, r_b]: [Vectors<L>; 2]) -> L {
    let zero = L::splat(0.0);
    let [xx, xy, yy] = response([a, b], [r_a, r_b]);
    let x = zero - (a.inv_inertia * r_a[1] + b.inv_inertia * r_b[1]);
    let y = a.inv_inertia * r_a[0] + b.inv_inertia * r_b[0];
    let free = a.inv_inertia + b.inv_inertia;
    let held = free - (xx * x * x + L::splat(2.0) * (xy * x * y) + yy * y * y);
    let gives = held.max(L::splat(LEAST_GIVE) * free);
    L::select(gives.gt(zero), L::splat(1.0) / gives, zero)
}

/// What a unit of impulse along x, and along y, changes the anchors' relative velocity by along it.
#[inline(always)]
pub(super) fn gives_way<L: Lanes>([a, b]: [&SideBodies<L>; 2], [r_a, r_b]: [Vectors<L>; 2]) -> [L; 2] {
    let mass = a.inv_mass + b.inv_mass;
    let along_x = mass + (a.inv_inertia * r_a[1] * r_a[1] + b.inv_inertia * r_b[1] * r_b[1]);
    let along_y = mass + (a.inv_inertia * r_a[0] * r_a[0] + b.inv_inertia * r_b[0] * r_b[0]);
    [along_x, along_y]
}
