//! The passes over contact blocks: no overlap along the normal, Coulomb friction along the tangent.
//!
//! *Normal row.* The sum of impulses Λ must never pull, `Λ ≥ 0`, so each increment is clamped through the sum (Catto,
//! "Iterative dynamics with temporal coherence", 2005). Gap s > 0: let the bodies come exactly as near as to touch at
//! the end of the sub-step, `u + s/h ≥ 0`; so contacts may be made before they touch (*speculative*). Overlap s < 0: a
//! soft push ([`super::softness`]), never faster than [`tuning::PUSH_SPEED`].
//!
//! *Tangent row.* `|Λ_t| ≤ μ Λ_n` with the normal impulse of the moment, in both passes: a box that lands flat gets its
//! two normal impulses one after the other, and the friction impulse caused by the rotation in between has to be
//! taken back (with one correction a sub-step the box slides).
//!
//! *Accumulation* can be switched off to see what it is for: then each increment is limited by itself, `ΔΛ ≥ 0` and
//! `|ΔΛ_t| ≤ μ ΔΛ_n`. A row that pushed too much cannot take it back, and as no sum is kept within its limits there is
//! none to start the next sub-step from.
//!
//! Everything is written against [`Lanes`]; [`super::block`] derives the formulas and draws the layout. To follow one
//! contact, read with `L = f32`.

use super::block::{BOUNCING, ContactBlock, PointRows, place};
use super::gap::renew_gaps;
use super::pass::{Pass, SolverStep};
use super::rows::{Rows, TANGENTS};
use super::softness::Softness;
use super::watch::{Applied, Watch};
use crate::engine::lanes::{BLOCK, Float4Pair, Kernel, Lanes};
use crate::engine::math::Vec2;
use crate::engine::probe::{Probe, ran};
use crate::engine::tuning;

/// Applies the impulses of the sub-step before.
pub(super) struct WarmStart<'a, 'w, P> {
    pub blocks: &'a mut [ContactBlock],
    /// Numbers of the lanes in the order in which they are solved, one at a time; `None`: in order of storage.
    pub order: Option<&'a [u32]>,
    pub bodies: &'a mut [Float4Pair],
    pub pass: &'a Pass,
    pub watch: &'a mut Watch<'w, P>,
}

impl<P: Probe<SolverStep>> Kernel for WarmStart<'_, '_, P> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        if let Some(order) = self.order.filter(|_| L::COUNT == 1) {
            for &number in order {
                let (block, at) = place(number as usize);
                let block = &mut self.blocks[block];
                if block.has_points(at) {
                    warm_start::<L, P>(block, at, self.bodies, self.pass, self.watch);
                }
            }
            return;
        }
        for block in self.blocks.iter_mut() {
            for at in (0..BLOCK).step_by(L::COUNT) {
                warm_start::<L, P>(block, at, self.bodies, self.pass, self.watch);
            }
        }
    }
}

#[inline(always)]
fn warm_start<L: Lanes, P: Probe<SolverStep>>(
    block: &mut ContactBlock,
    at: usize,
    bodies: &mut [Float4Pair],
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) {
    ran!();
    let mut rows = Rows::<L>::begin(block, at, bodies);
    for (k, point) in block.points.iter().enumerate() {
        let (normal, tangent) = (L::load(&point.normal_impulse, at), L::load(&point.tangent_impulse, at));
        watch.probe_lane(block, at, k, pass, &rows, Applied::again(false, normal));
        rows.apply(k, normal); // [solver.warm_start]
        watch.probe_lane(block, at, k, pass, &rows, Applied::again(true, tangent));
        rows.apply(TANGENTS + k, tangent);
    }
    rows.end(block, at, bodies);
}

/// One pass of sequential impulses. `RELAX`: gaps are measured first, there is no push that removes overlap, and the
/// impulses of the finished sub-step are added to the totals. `SUMS`: the sums are limited, not the increments.
pub(super) struct Solve<'a, 'w, P, const RELAX: bool, const SUMS: bool> {
    pub blocks: &'a mut [ContactBlock],
    /// Numbers of the lanes in the order in which they are solved, one at a time; `None`: in order of storage.
    pub order: Option<&'a [u32]>,
    pub bodies: &'a mut [Float4Pair],
    pub softness: Softness,
    pub pass: &'a Pass,
    pub watch: &'a mut Watch<'w, P>,
}

impl<P: Probe<SolverStep>, const RELAX: bool, const SUMS: bool> Kernel for Solve<'_, '_, P, RELAX, SUMS> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        if let Some(order) = self.order.filter(|_| L::COUNT == 1) {
            for &number in order {
                let (block, at) = place(number as usize);
                let block = &mut self.blocks[block];
                if block.has_points(at) {
                    solve::<L, P, RELAX, SUMS>(block, at, self.bodies, self.softness, self.pass, self.watch);
                }
            }
            return;
        }
        for block in self.blocks.iter_mut() {
            for at in (0..BLOCK).step_by(L::COUNT) {
                solve::<L, P, RELAX, SUMS>(block, at, self.bodies, self.softness, self.pass, self.watch);
            }
        }
    }
}

#[inline(always)]
fn solve<L: Lanes, P: Probe<SolverStep>, const RELAX: bool, const SUMS: bool>(
    block: &mut ContactBlock,
    at: usize,
    bodies: &mut [Float4Pair],
    softness: Softness,
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) {
    ran!();
    if RELAX {
        renew_gaps::<L>(block, at, bodies);
    }
    let mut rows = Rows::<L>::begin(block, at, bodies);
    let [speed_1, speed_2, slide_1, slide_2] = rows.speeds;
    let normal_1 = Candidate::normal::<RELAX>(block, at, 0, speed_1, softness, pass);
    let mut normal_2 = Candidate::normal::<RELAX>(block, at, 1, speed_2, softness, pass);
    let mut tangent_1 = Candidate::tangent::<RELAX>(block, at, 0, slide_1);
    let mut tangent_2 = Candidate::tangent::<RELAX>(block, at, 1, slide_2);

    // Written out, because loops over the rows take 7 % longer.
    let applied = normal_1.limit_normal::<RELAX, SUMS>(&mut block.points[0], at);
    watch.probe_lane(block, at, 0, pass, &rows, applied);
    rows.apply(0, applied.change);
    normal_2.couple(rows.response(0, 1), applied.change);
    tangent_1.couple(rows.response(0, 2), applied.change);
    tangent_2.couple(rows.response(0, 3), applied.change);

    let applied = normal_2.limit_normal::<RELAX, SUMS>(&mut block.points[1], at);
    watch.probe_lane(block, at, 1, pass, &rows, applied);
    rows.apply(1, applied.change);
    tangent_1.couple(rows.response(1, 2), applied.change);
    tangent_2.couple(rows.response(1, 3), applied.change);

    let friction = L::load(&block.friction, at);
    let applied = tangent_1.limit_tangent::<SUMS>(&mut block.points[0], at, friction, rows.given[0]);
    watch.probe_lane(block, at, 0, pass, &rows, applied);
    rows.apply(2, applied.change);
    tangent_2.couple(rows.response(2, 3), applied.change);

    let applied = tangent_2.limit_tangent::<SUMS>(&mut block.points[1], at, friction, rows.given[1]);
    watch.probe_lane(block, at, 1, pass, &rows, applied);
    rows.apply(3, applied.change);

    if RELAX {
        for point in &mut block.points {
            point.add_to_totals::<L>(at);
        }
    }
    rows.end(block, at, bodies);
}

/// The candidate impulse of a row: its sum of impulses if nothing limited it. It is found for all four rows at the
/// beginning; from row to row it changes only by the coupling with what the others have given.
struct Candidate<L> {
    /// The sum, N·s.
    sum: L,
    /// By how much the sum falls with the speed along the row, kg.
    mass: L,
    /// The sum before, N·s.
    old: L,
    /// Of a normal row in the relax pass: a larger candidate tells of a point that closes so fast that it will bounce,
    /// N·s. Elsewhere without meaning.
    bounce_above: L,
    /// Gap now, metres, and bias, mass scale and impulse scale: for probes, see [`super::pass::ContactRow`].
    gap: L,
    terms: [L; 3],
}

impl<L: Lanes> Candidate<L> {
    /// Of the normal row of a point whose bodies part with `speed` (m/s) along it.
    #[inline(always)]
    fn normal<const RELAX: bool>(block: &ContactBlock, at: usize, point: usize, speed: L, softness: Softness, pass: &Pass) -> Candidate<L> {
        ran!();
        let zero = L::splat(0.0);
        let bend = if RELAX { zero } else { block.bend_of(at, point, 0) };
        let point = &block.points[point];
        let gap = L::load(&point.gap_now, at);
        let mass = L::load(&point.normal_mass, at);
        let old = L::load(&point.normal_impulse, at);
        if RELAX {
            let bias = gap.max(zero) * L::splat(pass.inv_h);
            let sum = old - mass * (speed + bias); // [solver.relax]
            let bounce_below = L::load(&block.bounce_below, at);
            // What touches without restitution is pushed, not hit: no impact stage waits for it.
            let is_pushed = L::and_not(L::splat(-BOUNCING).gt(bounce_below), gap.gt(zero));
            let bounce_above = L::select(is_pushed, L::splat(f32::INFINITY), old - mass * (bounce_below + bias));
            return Candidate { sum, mass, old, bounce_above, gap, terms: [bias, L::splat(1.0), zero] };
        }
        let separated = gap.gt(zero);
        let push = (L::splat(softness.bias_rate) * gap).max(L::splat(-tuning::PUSH_SPEED));
        let bias = L::select(separated, gap * L::splat(pass.inv_h), push) + bend;
        let mass_scale = L::select(separated, L::splat(1.0), L::splat(softness.mass_scale));
        let impulse_scale = L::select(separated, zero, L::splat(softness.impulse_scale));
        let mass = mass * mass_scale;
        let sum = old - impulse_scale * old - mass * (speed + bias); // [solver.soft]
        Candidate { sum, mass, old, bounce_above: zero, gap, terms: [bias, mass_scale, impulse_scale] }
    }

    /// Of the tangent row of a point whose bodies slide with `speed` (m/s).
    #[inline(always)]
    fn tangent<const RELAX: bool>(block: &ContactBlock, at: usize, point: usize, speed: L) -> Candidate<L> {
        ran!();
        let zero = L::splat(0.0);
        let bend = if RELAX { zero } else { block.bend_of(at, point, 1) };
        let point = &block.points[point];
        let mass = L::load(&point.tangent_mass, at);
        let old = L::load(&point.tangent_impulse, at);
        let sum = old - mass * (speed + bend); // [solver.friction]
        Candidate { sum, mass, old, bounce_above: zero, gap: zero, terms: [bend, L::splat(1.0), zero] }
    }

    /// Another row has applied `impulse`, N·s; each newton second of it adds `response` to the speed along this row,
    /// m/s.
    #[inline(always)]
    fn couple(&mut self, response: L, impulse: L) {
        self.sum = self.sum - self.mass * response * impulse;
    }

    /// The sum of a normal row: no pull.
    #[inline(always)]
    fn limit_normal<const RELAX: bool, const SUMS: bool>(&self, point: &mut PointRows, at: usize) -> Applied<L> {
        ran!();
        let old = self.old;
        // A point that closes so fast that it will bounce is left to the impact stage of the next sub-step; in the
        // solve pass none is, because positions change next and the overlap would grow. (Selected before the limit,
        // which the old sum satisfies anyway: a select right before the store becomes a masked store, which is slow
        // on some processors.)
        let left_to_bounce = self.sum.gt(self.bounce_above);
        let wanted = if RELAX { L::select(left_to_bounce, old, self.sum) } else { self.sum };
        let low = if SUMS { L::splat(0.0) } else { old };
        let total = wanted.max(low); // [solver.clamp]
        total.store(&mut point.normal_impulse, at);
        Applied {
            tangent: false,
            change: total - old,
            total,
            clamped: total.first() == low.first(),
            gap: self.gap,
            terms: self.terms,
            limits: [low, L::splat(f32::INFINITY)],
            left: RELAX && L::bits(left_to_bounce) & 1 != 0,
        }
    }

    /// The sum of a tangent row, inside the cone that the normal of the point leaves: `given` is what that has given in
    /// this pass, N·s.
    #[inline(always)]
    fn limit_tangent<const SUMS: bool>(&self, point: &mut PointRows, at: usize, friction: L, given: L) -> Applied<L> {
        ran!();
        let zero = L::splat(0.0);
        let old = self.old;
        let normal = L::load(&point.normal_impulse, at);
        let bound = if SUMS { friction * normal } else { friction * given };
        let (low, high) = if SUMS { (zero - bound, bound) } else { (old - bound, old + bound) };
        let total = self.sum.min(high).max(low); // [solver.cone]
        total.store(&mut point.tangent_impulse, at);
        let clamped = total.first() != self.sum.first();
        Applied { tangent: true, change: total - old, total, clamped, gap: zero, terms: self.terms, limits: [low, high], left: false }
    }
}

/// Ends a sub-step without relaxing: gaps are measured and the impulses added to the totals, as [`Solve`] does when it
/// relaxes.
pub(super) struct EndSubstep<'a> {
    pub blocks: &'a mut [ContactBlock],
    pub bodies: &'a [Float4Pair],
}

impl Kernel for EndSubstep<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            for at in (0..BLOCK).step_by(L::COUNT) {
                renew_gaps::<L>(block, at, self.bodies);
                for point in &mut block.points {
                    point.add_to_totals::<L>(at);
                }
            }
        }
    }
}

impl PointRows {
    /// At the end of a sub-step: its impulses along normal and tangent are part of the step's.
    #[inline(always)]
    fn add_to_totals<L: Lanes>(&mut self, at: usize) {
        (L::load(&self.normal_total, at) + L::load(&self.normal_impulse, at)).store(&mut self.normal_total, at);
        (L::load(&self.tangent_total, at) + L::load(&self.tangent_impulse, at)).store(&mut self.tangent_total, at);
    }
}

/// Speed along the normal of one point of one contact between these bodies, m/s, negative when it closes.
pub fn speed_between(block: &ContactBlock, lane: usize, point: usize, a: &Float4Pair, b: &Float4Pair) -> f32 {
    let n = block.normal(lane);
    let arm_a = block.points[point].arm_n.0[lane];
    let arms = [arm_a, arm_a + block.offset_n.0[lane]];
    let ([ax, ay, spin_a, _], [bx, by, spin_b, _]) = (a.first.0, b.first.0);
    speed_along(n, arms, Vec2::new(bx - ax, by - ay), [spin_a, spin_b])
}

/// Speed along a direction of a point of B against that of A, m/s: from the arms `r × direction` about both centres of
/// mass, the velocity of B's centre against A's, and the spins of A and B.
#[inline]
pub(super) fn speed_along(direction: Vec2, [arm_a, arm_b]: [f32; 2], velocity: Vec2, [spin_a, spin_b]: [f32; 2]) -> f32 {
    direction.x * velocity.x + direction.y * velocity.y + spin_b * arm_b - spin_a * arm_a
}
