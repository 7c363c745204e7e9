//! The gap of a contact between two runs of the narrow phase.
//!
//! Within a step the narrow phase does not run again, but the gap follows the bodies' motion (displacement Δ,
//! rotation θ since the start of the step), once per sub-step. A point at r moves by `Δ + (R(θ) − 1) r`, whose part
//! along n is `n·Δ + sin θ (r × n) − (1 − cos θ) (r · n)`. Hence
//!
//! ```text
//!   gap = gap₀ + n·(Δ_b − Δ_a) + sin θ_b (r_b×n) − sin θ_a (r_a×n) − (1−cos θ_b)(r_b·n + R_b) + (1−cos θ_a)(r_a·n − R_a)
//! ```
//!
//! `R_a`, `R_b` are the roundings: what keeps its distance is the core of a rounded shape. A rolling wheel turns
//! under its contact point while the distance of its rim from the road stays the same. Sine and cosine are series,
//! see `SinVersine`. Arms that were measured within the step, where the bodies had rotated already, are rotated from
//! there on: θ is the rotation since then ([`ContactBlock::found_at`]), Δ still the displacement since the start. Rows
//! of the middle of the step ([`ContactBlock::midway`]) have the mean of what the arms are on the way, and no versine.

use super::block::{ContactBlock, PointRows};
use super::body::SolverBody;
use crate::engine::lanes::{Float4Pair, Lanes};

/// Measures the gaps where the bodies are now, see the head of this file. They hold until positions change again: in
/// the relax pass of this sub-step, in the impacts and in the solve pass of the next.
#[inline(always)]
pub fn renew_gaps<L: Lanes>(block: &mut ContactBlock, at: usize, bodies: &[Float4Pair]) {
    let gaps = gaps_of(block, at, [L::gather_last(bodies, &block.a, at), L::gather_last(bodies, &block.b, at)]);
    for (point, gap) in block.points.iter_mut().zip(gaps) {
        gap.store(&mut point.gap_now, at);
    }
}

/// The gaps of both points after these motions (way x, way y, turn of A and B since the start of the step), metres.
#[inline(always)]
fn gaps_of<L: Lanes>(block: &ContactBlock, at: usize, motions: [[L; 4]; 2]) -> [L; 2] {
    let (nx, ny) = (L::load(&block.normal_x, at), L::load(&block.normal_y, at));
    let (offset_n, offset_t) = (L::load(&block.offset_n, at), L::load(&block.offset_t, at));
    let (radius_a, radius_b) = (L::load(&block.radius_a, at), L::load(&block.radius_b, at));
    let [motion_a, motion_b] = motions;
    let shift = nx * (motion_b[0] - motion_a[0]) + ny * (motion_b[1] - motion_a[1]);
    let [mut turn_a, mut turn_b] = [motion_a[2], motion_b[2]];
    if block.found_later {
        (turn_a, turn_b) = (turn_a - L::load(&block.found_at[0], at), turn_b - L::load(&block.found_at[1], at));
    }
    let (mut rotation_a, mut rotation_b) = (SinVersine::of(turn_a), SinVersine::of(turn_b));
    if block.is_midway {
        let bends = L::splat(1.0) - L::load(&block.midway, at);
        (rotation_a.versine, rotation_b.versine) = (bends * rotation_a.versine, bends * rotation_b.versine);
    }
    // What both points share.
    let common = shift + rotation_b.sin * offset_n - rotation_b.versine * (offset_t + radius_b) - rotation_a.versine * radius_a;
    let (sin, versine) = (rotation_b.sin - rotation_a.sin, rotation_b.versine - rotation_a.versine);
    [gap_of_point(&block.points[0], at, common, sin, versine), gap_of_point(&block.points[1], at, common, sin, versine)]
}

/// See [`gaps_of`]: what the points share, and the differences of the sines and versines.
#[inline(always)]
fn gap_of_point<L: Lanes>(point: &PointRows, at: usize, common: L, sin: L, versine: L) -> L {
    L::load(&point.gap, at) + common + sin * L::load(&point.arm_n, at) - versine * L::load(&point.arm_t, at)
}

/// Gaps of both points of one contact after these motions of A and B since the start of the step, metres.
#[inline]
pub fn gaps_after(block: &ContactBlock, lane: usize, bodies: [&SolverBody; 2]) -> [f32; 2] {
    let [a, b] = bodies.map(SolverBody::stored);
    gaps_of::<f32>(block, lane, [a.last.0, b.last.0])
}

/// Sine and 1 − cosine of a turn θ in every lane, by series: `θ − θ³/6 + θ⁵/120` and `θ²/2 − θ⁴/24 + θ⁶/720`. At one
/// radian in a step (60 rad/s at 60 Hz) they are off by 2e-4 and 2.4e-5; the manifold of a faster body is made anew
/// in every step anyway.
#[derive(Clone, Copy)]
pub(super) struct SinVersine<L> {
    pub sin: L,
    pub versine: L,
}

impl<L: Lanes> SinVersine<L> {
    /// Of the turn θ, radians.
    #[inline(always)]
    pub fn of(angle: L) -> SinVersine<L> {
        let sq = angle * angle;
        let sin = angle * (L::splat(1.0) - sq * (L::splat(1.0 / 6.0) - sq * L::splat(1.0 / 120.0)));
        let versine = sq * (L::splat(0.5) - sq * (L::splat(1.0 / 24.0) - sq * L::splat(1.0 / 720.0)));
        SinVersine { sin, versine }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::chance::Chance;
    use crate::engine::math::Vec2;
    use crate::engine::solver::block::{Filling, Surfaces};

    /// `v` turned by `angle`, in doubles.
    fn turned([x, y]: [f64; 2], angle: f64) -> [f64; 2] {
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        [cos * x - sin * y, sin * x + cos * y]
    }

    /// Both bodies' core points are moved themselves, in doubles; the gap is their distance along the normal less the
    /// roundings.
    #[test]
    fn gaps_follow_the_core_points_of_both_bodies() {
        let mut chance = Chance::new(57);
        let (mut opened, mut closed) = (0, 0);
        for _ in 0..2_000 {
            let mut number = |most: f32| chance.between(-most, most);
            let normal = Vec2::new(number(1.0), 1.0 + number(0.5)).normalize_or_zero();
            let offset = Vec2::new(number(1.0), number(1.0));
            let points = [Vec2::new(number(1.0), number(1.0)), Vec2::new(number(1.0), number(1.0))];
            let radii = [0.3 + number(0.3), 0.3 + number(0.3)];
            let gaps = [number(0.02), number(0.02)];
            let bodies = [0, 1].map(|_| SolverBody {
                delta_center: Vec2::new(number(0.1), number(0.1)),
                delta_angle: number(0.3),
                ..SolverBody::FIXED
            });
            let lane = 3;
            let mut block = ContactBlock::default();
            block.describe(lane, [1, 2], Surfaces { friction: 0.5, restitution: 0.0, radii }, 1.0);
            block.fill(lane, &Filling { normal, offset, inv_masses: [1.0; 3], points: &points });
            for (rows, gap) in block.points.iter_mut().zip(gaps) {
                rows.gap.0[lane] = gap;
            }
            let found = gaps_after(&block, lane, [&bodies[0], &bodies[1]]);
            let doubles = |v: Vec2| [f64::from(v.x), f64::from(v.y)];
            let n = doubles(normal);
            for k in 0..2 {
                // From A's centre: its own core point, and B's, which is the gap and both roundings away.
                let [on_a, on_b] = [(points[k], -radii[0]), (points[k] + offset, radii[1])]
                    .map(|(arm, out)| [0, 1].map(|axis: usize| doubles(arm)[axis] + f64::from(out) * n[axis]));
                let travel = |body: &SolverBody, core: [f64; 2]| {
                    let end = turned(core, f64::from(body.delta_angle));
                    [0, 1].map(|axis: usize| doubles(body.delta_center)[axis] + end[axis] - core[axis])
                };
                let (a, b) = (travel(&bodies[0], on_a), travel(&bodies[1], on_b));
                let exact = f64::from(gaps[k]) + n[0] * (b[0] - a[0]) + n[1] * (b[1] - a[1]);
                // Terms of a metre in single precision (6e-8 each, a dozen of them); the series leave 0.3⁷/5040 =
                // 4e-8 of an arm.
                assert!((f64::from(found[k]) - exact).abs() < 2e-6, "{} instead of {exact}", found[k]);
                *(if exact > f64::from(gaps[k]) { &mut opened } else { &mut closed }) += 1;
            }
        }
        assert!(opened > 1_000 && closed > 1_000, "{opened} {closed}");
    }
}
