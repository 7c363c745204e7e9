//! Rows of the middle of the step for what rolls or rocks on one point.
//!
//! Normal and lever arms of a contact hold for a whole step, while the bodies go on. Those of its start are half a step
//! late, on average: what rocks is pushed back too late, and swings a little farther each time. (A plank on a cylinder
//! went from 0.25 to 0.6 rad in 20 s at 60 Hz, more sub-steps or not.) So a contact of a single point that carried a
//! load in the step before gets the rows that it will have half a step later, if the bodies go on as they do at the
//! start. That is the midpoint rule: what is left of the error falls with the square of the step
//! ([`super::contact_geometry`] says where normal and arms are then).
//!
//! Where the way is bent by more than [`tuning::BENT_ROWS`] in a step, rows of the middle of the whole step are too
//! coarse: those are made anew in each sub-step ([`super::turning`]).
//!
//! What stands on two points has its rows of the start: it lies flat and turns with what it lies on. A point without a
//! load is about to be hit, and its bodies will not go on as they do. The normal at a sharp corner is that of the
//! start, too: where it may point to depends on what lies beside the corner
//! ([`crate::engine::narrow::internal_edges`]).

use super::block::ContactBlock;
use super::contact_geometry::{ContactGeometry, InverseMasses, motion};
use super::manifold_block::ManifoldBlock;
use crate::engine::lanes::{Float4Pair, IndexRow, Lanes};
use crate::engine::narrow::vector::{Transform, Vector};
use crate::engine::tuning;

/// How the bodies go on.
#[derive(Clone, Copy)]
pub struct Midway<'a> {
    /// Velocities at the start of the step.
    pub bodies: &'a [Float4Pair],
    /// How far ahead of its start, seconds: about half a step; 0 with a single sub-step.
    pub seconds: f32,
    /// Length of the step, seconds; 0 for solvers that keep the rows of its start.
    pub step: f32,
}

/// The cosine of the angle by which two rounded vertices may turn about each other in half a step; what turns further
/// is so small that a straight way says nothing of its turn.
const LEAST_COS: f32 = 0.95;

/// How a body moves up to the middle of the step: its turn is at most half of [`tuning::TURNING_FAST`], as what turns
/// faster has its points in each sub-step.
#[inline(always)]
fn to_middle<L: Lanes>(midway: &Midway<'_>, slots: &IndexRow, at: usize) -> Transform<L> {
    let [vx, vy, spin, _] = L::gather_first(midway.bodies, slots, at);
    let (seconds, most) = (L::splat(midway.seconds), L::splat(0.5 * tuning::TURNING_FAST));
    motion(Vector { x: vx, y: vy } * seconds, (seconds * spin).min(most).max(L::splat(0.0) - most))
}

/// Moves the rows of a block's lanes that stand on one loaded point from the start of the step to its middle, see the
/// head of the file.
#[inline(always)]
pub(super) fn move_midway<L: Lanes>(block: &mut ContactBlock, manifold: &ManifoldBlock, at: usize, midway: &Midway<'_>, with_fixed: bool) {
    let (zero, one) = (L::splat(0.0), L::splat(1.0));
    let point = &manifold.points[0];
    let valid = L::load(&point.valid, at);
    let single = L::and_not(valid.gt(zero), L::load(&manifold.points[1].valid, at).gt(zero));
    let stands = L::and(single, L::load(&block.points[0].normal_impulse, at).gt(zero));
    zero.store(&mut block.midway, at);
    if midway.step == 0.0 {
        return;
    }
    let together = turning_lanes::<L>(block, at, midway.bodies, midway.step, with_fixed);
    block.turning |= L::bits(together) << at;
    if L::bits(stands) == 0 {
        return;
    }
    let geometry = ContactGeometry::<L>::of(block, manifold, at);
    let bent = bent_lanes(&geometry, block, at, midway);
    block.turning |= L::bits(L::and(stands, bent)) << at;
    if midway.seconds == 0.0 {
        return;
    }
    let moved = geometry.moved([to_middle::<L>(midway, &block.a, at), to_middle::<L>(midway, &block.b, at)]);
    let turns_little = moved.normal.dot(geometry.normal).gt(L::splat(LEAST_COS));
    let moves = L::and(L::and_not(stands, L::or(together, bent)), L::and(geometry.turns(), turns_little));
    moved.rows(&InverseMasses::of(manifold, at)).put(block, at, moves);
    L::select(moves, one, zero).store(&mut block.midway, at);
    block.is_midway |= L::bits(moves) != 0;
}

/// The lanes whose speeds change in the step by more than [`tuning::BENT_ROWS`] of what they are, because they turn.
#[inline(always)]
fn bent_lanes<L: Lanes>(geometry: &ContactGeometry<L>, block: &ContactBlock, at: usize, midway: &Midway<'_>) -> L::Mask {
    let bodies = [L::gather_first(midway.bodies, &block.a, at), L::gather_first(midway.bodies, &block.b, at)];
    let still = motion(Vector { x: L::splat(0.0), y: L::splat(0.0) }, L::splat(0.0));
    let [[along, across], _] = geometry.accelerations(&geometry.moved([still, still]), bodies);
    let [[ax, ay, ..], [bx, by, ..]] = bodies;
    let (x, y) = (bx - ax, by - ay);
    let least = L::splat(tuning::BENT_ROWS / midway.step);
    L::and(geometry.turns(), (along * along + across * across).gt((x * x + y * y) * least * least))
}

/// The lanes that touch, or nearly, and whose rows turn: between mobile bodies with the line of their centres, by
/// `|v_b − v_a| / |c_b − c_a|` a second, with something that is driven as it turns. Their rows are made anew in each
/// sub-step ([`super::turning`]).
#[inline(always)]
fn turning_lanes<L: Lanes>(block: &ContactBlock, at: usize, bodies: &[Float4Pair], seconds: f32, with_fixed: bool) -> L::Mask {
    let zero = L::splat(0.0);
    let mut touches = zero.gt(zero);
    for point in &block.points {
        let near = L::splat(tuning::LINEAR_SLOP).gt(L::load(&point.gap, at));
        touches = L::or(touches, L::and(near, L::load(&point.normal_mass, at).gt(zero)));
    }
    if L::bits(touches) == 0 {
        return touches;
    }
    let least = L::splat(tuning::TURNING_ROWS / seconds);
    let [ax, ay, spin_a, inv_mass_a] = L::gather_first(bodies, &block.a, at);
    let [bx, by, spin_b, _] = L::gather_first(bodies, &block.b, at);
    if with_fixed {
        let spin = L::select(inv_mass_a.gt(zero), spin_b, spin_a);
        return L::and(touches, spin.abs().gt(least));
    }
    let (x, y) = (bx - ax, by - ay);
    let (n, t) = (L::load(&block.offset_n, at), L::load(&block.offset_t, at));
    L::and(touches, (x * x + y * y).gt((n * n + t * t) * least * least))
}
