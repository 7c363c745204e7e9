//! Revolute joints as the solver works on them: eight at once. What the joint is, and its rows:
//! [`super::kind::revolute`].
//!
//! **The anchors** are held by one 2×2 system, because a push along x also moves the anchors along y: `λ = −K⁻¹ (Ċ +
//! bias)` with
//!
//! ```text
//!   K = J M⁻¹ Jᵀ = │ m + i_a r_ay² + i_b r_by²      −i_a r_ax r_ay − i_b r_bx r_by │      m = 1/m_a + 1/m_b
//!                  │ (symmetric)                     m + i_a r_ax² + i_b r_bx²     │      i = 1/I
//!
//!   det K = m (m + i_a |r_a|² + i_b |r_b|²) + i_a i_b (r_a × r_b)²
//! ```
//!
//! The determinant is written by Cauchy and Binet's rule (see [`super::row`]): multiplied out, `k11 k22 − k12²` would
//! lose all digits for an anchor far from a small body. (Keeping `K⁻¹` from pass to pass saves nothing: what it spares
//! in arithmetic it costs in memory traffic.)
//!
//! **The angle** has rows of its own ([`AngleBlock`]): spring, motor, lower and upper limit, each as in
//! [`super::turn`]. The anchors come last in each pass, because a joint that comes apart looks worse than a motor that
//! is late. Impulses of a joint, in order: x, y, spring, motor, lower limit, upper limit.
//!
//! **Anchors turn** with their bodies in every sub-step. If they were kept as they were at the start of the step, as
//! those of contacts are, the impulses would point ahead of the motion and add energy to it: a pendulum released at
//! 10° reaches 25° within a minute. The relax pass (without relaxing, the end of the sub-step,
//! [`super::hinge_motion`]), which comes right after the motion, turns them; the warm start and the solve pass of the
//! next sub-step find bodies and anchors where relax left them.
//!
//! One formula serves all widths ([`crate::engine::lanes`]); when a probe watches it runs with one lane. Kernels take
//! no closures over lanes: a closure is a function of its own, which is not compiled for the wide instructions.

use super::hinge_block::{AngleBlock, HingeAnchors, HingeBlock, HingeCarried, count_given};
use super::hinge_watch::{Given, HingeWatch, again};
use super::rotation::{Vectors, rotated, turns};
use super::side::{SideBodies, angle_mass, gives_way, response};
use crate::engine::lanes::{BLOCK, Float4Pair, IndexRow, Kernel, LaneRow, Lanes};
use crate::engine::math::Vec2;
use crate::engine::probe::Probe;
use crate::engine::solver::softness::Softness;
use crate::engine::solver::{Pass, SolverPass, SolverStep};
use crate::engine::tuning;

/// Where the bodies of one side have moved since the step began.
#[derive(Clone, Copy)]
pub(super) struct Moved<L> {
    way: Vectors<L>,
    pub(super) turn: L,
}

#[inline(always)]
pub(super) fn side<L: Lanes>(bodies: &[Float4Pair], slots: &IndexRow, at: usize) -> (SideBodies<L>, Moved<L>) {
    let ([vx, vy, spin, inv_mass], [x, y, turn, inv_inertia]) = L::gather_pair(bodies, slots, at);
    (SideBodies { velocity: [vx, vy], spin, inv_mass, inv_inertia }, Moved { way: [x, y], turn })
}

#[inline(always)]
pub(super) fn load<L: Lanes>(rows: &[LaneRow; 2], at: usize) -> Vectors<L> {
    [L::load(&rows[0], at), L::load(&rows[1], at)]
}

#[inline(always)]
pub(super) fn store<L: Lanes>(numbers: Vectors<L>, rows: &mut [LaneRow; 2], at: usize) {
    numbers[0].store(&mut rows[0], at);
    numbers[1].store(&mut rows[1], at);
}

#[inline(always)]
fn minus<L: Lanes>(a: Vectors<L>, b: Vectors<L>) -> Vectors<L> {
    [a[0] - b[0], a[1] - b[1]]
}

#[inline(always)]
fn plus<L: Lanes>(a: Vectors<L>, b: Vectors<L>) -> Vectors<L> {
    [a[0] + b[0], a[1] + b[1]]
}

#[inline(always)]
fn scaled<L: Lanes>(factor: L, a: Vectors<L>) -> Vectors<L> {
    [factor * a[0], factor * a[1]]
}

#[inline(always)]
fn negated<L: Lanes>(a: Vectors<L>) -> Vectors<L> {
    [L::splat(0.0) - a[0], L::splat(0.0) - a[1]]
}

/// The sum of a total and its change, and the change that was possible. Joints that contradict each other wind up
/// without end: beyond [`tuning::MAX_FORCE`], and when a number is not finite, nothing is added.
#[inline(always)]
fn added<L: Lanes>(total: L, change: L) -> (L, L) {
    let sane = L::splat(tuning::MAX_FORCE).gt((total + change).abs());
    let possible = L::select(sane, change, L::splat(0.0));
    (total + possible, possible)
}

/// From A's anchor to B's, metres.
#[inline(always)]
fn gap_of<L: Lanes>(hinge: &HingeBlock, at: usize, [a, b]: [&Moved<L>; 2]) -> Vectors<L> {
    let arms = minus(load(&hinge.arm_b, at), load(&hinge.arm_a, at));
    plus(plus(load(&hinge.offset, at), minus(b.way, a.way)), arms)
}

/// Arms to the middle of the gap, see [`Pass::whole_step`].
#[inline(always)]
fn midway<L: Lanes>(gap: Vectors<L>, [arm_a, arm_b]: [Vectors<L>; 2]) -> [Vectors<L>; 2] {
    let half = scaled(L::splat(0.5), gap);
    [plus(arm_a, half), minus(arm_b, half)]
}

/// Turns the anchors with their bodies.
#[inline(always)]
pub(super) fn turn_anchors<L: Lanes>(hinge: &mut HingeBlock, at: usize, turn_a: L, turn_b: L) {
    let arm_a = rotated(turns(turn_a, at), load(&hinge.start_a, at));
    let arm_b = rotated(turns(turn_b, at), load(&hinge.start_b, at));
    store(arm_a, &mut hinge.arm_a, at);
    store(arm_b, &mut hinge.arm_b, at);
}

/// One pass over blocks: the warm start, the solve pass or the relax pass, as the [`Pass`] says.
#[derive(Debug)]
pub struct HingePass<'a, P> {
    /// Blocks.
    pub hinges: &'a mut [HingeBlock],
    /// What they gave in the sub-steps before.
    pub carried: &'a mut [HingeCarried],
    /// Their anchors.
    pub anchors: &'a [HingeAnchors],
    /// Their shares of the bias in solvers of whole steps; empty when all of them have all of it.
    pub bias_shares: &'a [LaneRow],
    /// Springs, motors and limits of the same hinges; empty when none of them has any.
    pub angles: &'a mut [AngleBlock],
    /// Bodies by slot.
    pub bodies: &'a mut [Float4Pair],
    /// Which pass.
    pub pass: &'a Pass,
    /// False when the anchors are held by the direct solver ([`super::direct`]), and only the angle's rows are left to
    /// do.
    pub holds_anchors: bool,
    /// For probes.
    pub watch: HingeWatch<'a, P>,
}

impl<P: Probe<SolverStep>> Kernel for HingePass<'_, P> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        match self.pass.kind {
            SolverPass::WarmStart => self.warm_start_all::<L>(),
            SolverPass::Solve if self.angles.is_empty() => self.solve_all::<L, false, false>(),
            SolverPass::Solve => self.solve_all::<L, false, true>(),
            _ if self.angles.is_empty() => self.solve_all::<L, true, false>(),
            _ => self.solve_all::<L, true, true>(),
        }
    }
}

impl<P: Probe<SolverStep>> HingePass<'_, P> {
    #[inline(always)]
    fn warm_start_all<L: Lanes>(&mut self) {
        for block in 0..self.hinges.len() {
            for at in (0..BLOCK).step_by(L::COUNT) {
                self.warm_start::<L>(block, at);
            }
        }
    }

    #[inline(always)]
    fn solve_all<L: Lanes, const RELAX: bool, const ANGLES: bool>(&mut self) {
        for block in 0..self.hinges.len() {
            for at in (0..BLOCK).step_by(L::COUNT) {
                self.solve::<L, RELAX, ANGLES>(block, at);
            }
        }
    }

    /// Applies the impulses of the last sub-step again.
    #[inline(always)]
    fn warm_start<L: Lanes>(&mut self, block: usize, at: usize) {
        if self.pass.substep > 0 {
            count_given::<L>(&self.hinges[block], &mut self.carried[block], self.angles.get_mut(block), at);
        }
        let hinge = &self.hinges[block];
        let (mut a, moved_a) = side::<L>(self.bodies, &hinge.a, at);
        let (mut b, moved_b) = side::<L>(self.bodies, &hinge.b, at);
        if let Some(angle) = self.angles.get(block) {
            let driven = L::load(&angle.impulse[0], at) + L::load(&angle.impulse[1], at);
            let sum = driven + L::load(&angle.impulse[2], at) - L::load(&angle.impulse[3], at);
            let before = b.spin - a.spin;
            let response = a.inv_inertia + b.inv_inertia;
            let given = || again(before.first(), sum.first(), response.first());
            self.watch.record(self.pass, &self.anchors[block], at, Vec2::ZERO, given);
            a.spin = a.spin - a.inv_inertia * sum;
            b.spin = b.spin + b.inv_inertia * sum;
        }
        if self.holds_anchors {
            let impulse: Vectors<L> = load(&hinge.impulse, at);
            let (mut arm_a, mut arm_b) = (load(&hinge.arm_a, at), load(&hinge.arm_b, at));
            if self.pass.whole_step {
                [arm_a, arm_b] = midway(gap_of(hinge, at, [&moved_a, &moved_b]), [arm_a, arm_b]);
            }
            let before = minus(b.velocity_at(arm_b), a.velocity_at(arm_a));
            let gives = gives_way([&a, &b], [arm_a, arm_b]);
            for (k, axis) in [Vec2::X, Vec2::Y].into_iter().enumerate() {
                let given = || again(before[k].first(), impulse[k].first(), gives[k].first());
                self.watch.record(self.pass, &self.anchors[block], at, axis, given);
            }
            a.push(negated(impulse), arm_a);
            b.push(impulse, arm_b);
        }
        a.put_back(self.bodies, &hinge.a, at);
        b.put_back(self.bodies, &hinge.b, at);
    }

    /// Rows of the angle, then the anchors.
    #[inline(always)]
    fn solve<L: Lanes, const RELAX: bool, const ANGLES: bool>(&mut self, block: usize, at: usize) {
        let hinge = &mut self.hinges[block];
        let (mut a, moved_a) = side::<L>(self.bodies, &hinge.a, at);
        let (mut b, moved_b) = side::<L>(self.bodies, &hinge.b, at);
        if RELAX {
            // The bodies have moved since the solve pass.
            turn_anchors(hinge, at, moved_a.turn, moved_b.turn);
        }
        if ANGLES && let Some(angle) = self.angles.get_mut(block) {
            let now = L::load(&self.anchors[block].angle, at) + (moved_b.turn - moved_a.turn);
            let mass = angle_mass([&a, &b], [load(&hinge.arm_a, at), load(&hinge.arm_b, at)]);
            let mut rows = AngleRows { at, now, mass, pass: self.pass, anchors: &self.anchors[block], watch: &mut self.watch };
            rows.solve(angle, &mut a, &mut b);
        }
        if self.holds_anchors {
            let hinge = &mut self.hinges[block];
            let (mut arm_a, mut arm_b): (Vectors<L>, Vectors<L>) = (load(&hinge.arm_a, at), load(&hinge.arm_b, at));
            let zero = L::splat(0.0);
            let gap = if !RELAX || self.pass.whole_step { gap_of(hinge, at, [&moved_a, &moved_b]) } else { [zero, zero] };
            if self.pass.whole_step {
                [arm_a, arm_b] = midway(gap, [arm_a, arm_b]);
            }
            let before = minus(b.velocity_at(arm_b), a.velocity_at(arm_a));
            let soft = if RELAX { Softness::RIGID } else { self.pass.joint_softness };
            let mut wanted = before;
            if !RELAX {
                let mut rate = L::splat(soft.bias_rate);
                if self.pass.shares_bias
                    && let Some(shares) = self.bias_shares.get(block)
                {
                    rate = rate * L::load(shares, at);
                }
                wanted = plus(before, scaled(rate, gap));
            }
            let [xx, xy, yy] = response([&a, &b], [arm_a, arm_b]);
            let solved = [xx * wanted[0] + xy * wanted[1], xy * wanted[0] + yy * wanted[1]];
            let total: Vectors<L> = load(&hinge.impulse, at);
            let change = if RELAX {
                negated(solved)
            } else {
                minus(scaled(L::splat(-soft.mass_scale), solved), scaled(L::splat(soft.impulse_scale), total))
            };
            let (x, y) = (added(total[0], change[0]), added(total[1], change[1]));
            store([x.0, y.0], &mut hinge.impulse, at);
            let gives = gives_way([&a, &b], [arm_a, arm_b]);
            for (k, (axis, (sum, change))) in [(Vec2::X, x), (Vec2::Y, y)].into_iter().enumerate() {
                let given = || Given { change: change.first(), ..again(before[k].first(), sum.first(), gives[k].first()) };
                self.watch.record(self.pass, &self.anchors[block], at, axis, given);
            }
            a.push(negated([x.1, y.1]), arm_a);
            b.push([x.1, y.1], arm_b);
        }
        let hinge = &self.hinges[block];
        a.put_back(self.bodies, &hinge.a, at);
        b.put_back(self.bodies, &hinge.b, at);
    }
}

/// The rows of the angle during one pass.
struct AngleRows<'a, 'w, L, P> {
    at: usize,
    /// Angle of B relative to A now, radians.
    now: L,
    /// See [`angle_mass`].
    mass: L,
    pass: &'a Pass,
    anchors: &'a HingeAnchors,
    watch: &'a mut HingeWatch<'w, P>,
}

impl<L: Lanes, P: Probe<SolverStep>> AngleRows<'_, '_, L, P> {
    #[inline(always)]
    fn solve(&mut self, block: &mut AngleBlock, a: &mut SideBodies<L>, b: &mut SideBodies<L>) {
        let at = self.at;
        let zero = L::splat(0.0);
        if block.any[0] && self.pass.use_bias() {
            let (rate, soft_mass) = (L::load(&block.spring[0], at), L::load(&block.spring[1], at));
            let leak = L::load(&block.spring[2], at) * L::load(&block.impulse[0], at);
            let change = zero - soft_mass * (b.spin - a.spin + rate * self.now) - leak;
            self.add(change, [L::splat(f32::NEG_INFINITY), L::splat(f32::INFINITY)], 1.0, &mut block.impulse[0], a, b);
        }
        if block.any[1] {
            let effort = L::load(&block.effort, at);
            // No faster than the limits let it: see `super::rows::LimitedMotor`.
            let [down, up] = [self.now - L::load(&block.lower, at), L::load(&block.upper, at) - self.now];
            let speed = (zero - self.bias_above_zero(down)).max(self.bias_above_zero(up).min(L::load(&block.speed, at)));
            let inv = a.inv_inertia + b.inv_inertia;
            let mass = L::select(inv.gt(zero), L::splat(1.0) / inv, zero);
            let change = mass * (speed - (b.spin - a.spin));
            self.add(change, [zero - effort, effort], 1.0, &mut block.impulse[1], a, b);
        }
        if block.any[2] {
            let above = self.now - L::load(&block.lower, at);
            let before = L::load(&block.impulse[2], at);
            let change = self.at_least_zero(above, b.spin - a.spin, before);
            self.add(change, [zero, L::splat(f32::INFINITY)], 1.0, &mut block.impulse[2], a, b);
            // Until the anchors are solved the bodies are free, and turn faster: not what the other limit must answer.
            let given = L::load(&block.impulse[2], at) - before;
            let held = L::select(self.mass.gt(zero), L::splat(1.0) / self.mass, zero);
            let overshoot = given * (a.inv_inertia + b.inv_inertia - held);
            let below = L::load(&block.upper, at) - self.now;
            let change = self.at_least_zero(below, a.spin - b.spin + overshoot, L::load(&block.impulse[3], at));
            self.add(change, [zero, L::splat(f32::INFINITY)], -1.0, &mut block.impulse[3], a, b);
        }
    }

    /// How fast a coordinate that is kept above zero may fall, or (below 0) has to come back.
    #[inline(always)]
    fn bias_above_zero(&self, coordinate: L) -> L {
        let rate = if self.pass.use_bias() { self.pass.joint_softness.bias_rate } else { 0.0 };
        let away = coordinate.gt(L::splat(0.0));
        coordinate * L::select(away, L::splat(self.pass.inv_h), L::splat(rate))
    }

    /// Change that keeps a coordinate above zero; it may come as near as to reach it in this sub-step.
    #[inline(always)]
    fn at_least_zero(&self, coordinate: L, speed: L, total: L) -> L {
        let n = L::splat;
        let soft = if self.pass.use_bias() { self.pass.joint_softness } else { Softness::RIGID };
        let away = coordinate.gt(n(0.0));
        let bias = self.bias_above_zero(coordinate);
        let mass_scale = L::select(away, n(1.0), n(soft.mass_scale));
        let impulse_scale = L::select(away, n(0.0), n(soft.impulse_scale));
        let change = n(0.0) - mass_scale * self.mass * (speed + bias) - impulse_scale * total;
        if self.pass.use_bias() { change } else { L::select(n(self.pass.relaxed_limits).gt(coordinate), change, n(0.0)) }
    }

    /// Adds a change to a total within bounds and applies what is left of it; `sign` −1 for a row that grows when the
    /// angle shrinks.
    #[inline(always)]
    fn add(&mut self, change: L, [low, high]: [L; 2], sign: f32, total: &mut LaneRow, a: &mut SideBodies<L>, b: &mut SideBodies<L>) {
        let old = L::load(total, self.at);
        let (wanted, _) = added(old, change);
        let bounded = low.max(high.min(wanted));
        bounded.store(total, self.at);
        let change = bounded - old;
        let before = L::splat(sign) * (b.spin - a.spin);
        let response = a.inv_inertia + b.inv_inertia;
        let given = || Given {
            change: change.first(),
            bounds: [low.first(), high.first()],
            clamped: bounded.first() != wanted.first(),
            ..again(before.first(), bounded.first(), response.first())
        };
        self.watch.record(self.pass, self.anchors, self.at, Vec2::ZERO, given);
        let push = L::splat(sign) * change;
        a.spin = a.spin - a.inv_inertia * push;
        b.spin = b.spin + b.inv_inertia * push;
    }
}
