//! Rest offsets: a load that stays is lifted out of the overlap that it has made.
//!
//! A soft contact is a spring. Under a load F it comes to rest at the depth F/k (its *static deflection*), and a heavy
//! load sinks visibly: a hundred times the mass of the box below it by 3 cm at 4 sub-steps. A stiffer spring would make
//! high piles tremble. The remedy is that of control engineering, *integral action*: the push aims not at the gap 0 but
//! at a rest offset q ≥ 0, and q grows for as long as a load lasts.
//!
//! ```text
//!   push ~ k (q − gap)                     at rest: q − gap = F/k = depth that the load explains
//!   dq/dt = rate · (F/k − kept − q)        while that is positive: at last gap = −kept
//!   q ≤ F/k − (1 − band) kept              at once: who carries less has less to lift
//! ```
//!
//! Between the two bounds q stays as it is: what trembles by less than that sees a spring and a damper, and comes to
//! rest.
//!
//! So a body whose load is taken away is not thrown: its push ends with the load, and as the relax pass takes away the
//! velocity that a push makes, nothing is left but a small motion.
//!
//! *Both points of a contact get the same offset*, from the mean of their loads. It lifts and does not tilt: with
//! offsets of their own, which follow the loads late, the two points of a box would rock high stacks until they fall.
//!
//! *How fast, and what.* An integral acts late, and what is late makes a spring swing: with damping `c = 2 ζ k/ω` a
//! mass M on it is stable for `rate < c/M` only. With the weight `M g = F` that is `(2 ζ/ω) g / (F/k)`, so the rate
//! falls with the depth ([`tuning::LIFT_SPEED`]). In a pile of n equal bodies the slowest mode has but `(π/2n)²` of
//! the stiffness and damping of one contact, and no contact knows how high the pile is that it belongs to: a pyramid
//! of base 100 that was lifted at a rate of 0.7 swung until it fell. So piles are left alone. What a contact carries,
//! in weights of the heavier of its two bodies, tells a pile (many) from a heavy body that lies on a light one (one);
//! above [`tuning::LIFTED_WEIGHTS`] the rate falls, and at twice as many it is zero.
//!
//! *Small bodies.* The depth F/k of a pile of n does not depend on how large its bodies are: `n g` divided by the
//! square of the contacts' frequency, 0.4 mm of six boxes. That is nothing for boxes of a metre, but boxes of 1 cm sank
//! by a quarter of a side, and fell over while they did. So of small bodies a load is lifted all the same when it
//! explains more than they can hide ([`tuning::VISIBLE_SHARE`]): faster, and with more on top, in proportion.
//!
//! The rows see gaps less the offset ([`super::block::PointRows::gap`]), so that the passes need not know of it; who
//! shows a gap adds it again.

use super::block::ContactBlock;
use super::manifold_block::ManifoldBlock;
use super::softness::Softness;
use crate::engine::lanes::Lanes;
use crate::engine::math::{Vec2, max, min};
use crate::engine::tuning;

/// How rest offsets change in a step, for contacts that are equally soft.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestOffsets {
    /// Depth that an impulse of a sub-step explains, for an effective mass of 1 kg: m·kg/(N·s). 0: there are no
    /// offsets.
    yielding: f32,
    /// Mass whose weight an impulse of a sub-step holds, kg/(N·s).
    weighing: f32,
    /// Largest share of what is missing that is added in a step.
    share: f32,
    /// What is added to it for each time that the depth is visible.
    deep_share: f32,
    /// The same times the depth, metres.
    lift: f32,
}

impl RestOffsets {
    /// No contact has one.
    pub const NONE: RestOffsets = RestOffsets { yielding: 0.0, weighing: 0.0, share: 1.0, deep_share: 0.0, lift: 1.0 };

    /// Of contacts with this softness, in steps of so many seconds and sub-steps of `h`, under this gravity (m/s²).
    pub fn new(softness: Softness, [step_seconds, h]: [f32; 2], gravity: Vec2) -> RestOffsets {
        let push = softness.mass_scale * softness.bias_rate;
        if push == 0.0 {
            return RestOffsets::NONE;
        }
        RestOffsets {
            yielding: softness.impulse_scale / push,
            // What is pressed together without weight is taken for a pile.
            weighing: 1.0 / (h * max(gravity.length(), 1.0)),
            share: min(tuning::LIFT_RATE * step_seconds, 1.0),
            deep_share: min(tuning::VISIBLE_LIFT_RATE * step_seconds, 1.0),
            lift: tuning::LIFT_SPEED * step_seconds,
        }
    }

    /// The offsets of some lanes in the coming step, metres, from those of the last one and from the impulses and
    /// effective masses of their points. None is larger than half the reach of the smaller body: deeper, bodies are
    /// past each other.
    #[inline(always)]
    pub(super) fn next<L: Lanes>(&self, block: &ContactBlock, manifold: &ManifoldBlock, at: usize) -> L {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let extent = L::load(&manifold.extent, at);
        let visible = L::splat(tuning::VISIBLE_SHARE) * extent * (extent * L::splat(1.0 / tuning::SMALL_REACH)).max(one);
        let kept = L::splat(tuning::KEPT_OVERLAP).min(L::splat(tuning::KEPT_SHARE) * extent);
        let (mut depth, mut load, mut count) = (zero, zero, zero);
        for rows in &block.points {
            let (mass, impulse) = (L::load(&rows.normal_mass, at), L::load(&rows.normal_impulse, at));
            let exists = mass.gt(zero);
            depth = depth + L::select(exists, impulse / mass, zero);
            load = load + impulse;
            count = count + L::select(exists, one, zero);
        }
        let explained = L::splat(self.yielding) * depth / count.max(one);
        let deep = (explained / visible).max(one);
        let weights = L::splat(self.weighing / tuning::LIFTED_WEIGHTS) * load
            / (deep * L::load(&manifold.heavier, at).max(L::splat(tuning::MIN_MASS)));
        let part = (L::splat(2.0) - weights).max(zero).min(one);
        let share = L::splat(self.share) + (deep - one) * L::splat(self.deep_share);
        let rate = share.min(one).min(L::splat(self.lift) / explained.max(kept)) * part;
        let old = L::load(&block.rest_offset, at);
        let largest = L::splat(0.5) * extent;
        let grown = old + ((explained - kept).min(largest) - old).max(zero) * rate;
        grown.min((explained - L::splat(1.0 - tuning::LIFT_BAND) * kept).max(zero))
    }
}
