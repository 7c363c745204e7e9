//! Anchors and angles of hinges follow their bodies, eight at once: at the start and the end of a step, and of a
//! sub-step without relaxing.

use super::hinge::{load, side, store, turn_anchors};
use super::hinge_block::{HingeAnchors, HingeBlock};
use super::rotation::{angles, nearest_turn, rotated};
use crate::engine::lanes::{BLOCK, Float4, Float4Pair, Kernel, Lanes};

/// Start of a step: anchors and angles out of the poses.
#[derive(Debug)]
pub struct Prepare<'a> {
    /// Blocks.
    pub hinges: &'a mut [HingeBlock],
    /// Their anchors.
    pub anchors: &'a mut [HingeAnchors],
    /// Centre of mass x, y, cosine, sine, by the anchors' pose rows.
    pub poses: &'a [Float4],
}

impl Kernel for Prepare<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (hinge, anchors) in self.hinges.iter_mut().zip(self.anchors) {
            for at in (0..BLOCK).step_by(L::COUNT) {
                let [x_a, y_a, cos_a, sin_a] = L::gather(self.poses, &anchors.pose_a, at);
                let [x_b, y_b, cos_b, sin_b] = L::gather(self.poses, &anchors.pose_b, at);
                let arm_a = rotated([cos_a, sin_a], load(&anchors.local_a, at));
                let arm_b = rotated([cos_b, sin_b], load(&anchors.local_b, at));
                store(arm_a, &mut hinge.start_a, at);
                store(arm_b, &mut hinge.start_b, at);
                store(arm_a, &mut hinge.arm_a, at);
                store(arm_b, &mut hinge.arm_b, at);
                store([x_b - x_a, y_b - y_a], &mut hinge.offset, at);
                store([x_b + arm_b[0], y_b + arm_b[1]], &mut anchors.point, at);

                let measured = angles([cos_a * cos_b + sin_a * sin_b, cos_a * sin_b - sin_a * cos_b]);
                let angle = nearest_turn(measured - L::load(&anchors.reference, at), L::load(&anchors.angle, at));
                angle.store(&mut anchors.angle, at);
            }
        }
    }
}

/// End of a step: whole turns are counted on, also those that [`Prepare`] could not tell from their poses.
#[derive(Debug)]
pub struct Finish<'a> {
    /// Blocks.
    pub hinges: &'a [HingeBlock],
    /// Their anchors.
    pub anchors: &'a mut [HingeAnchors],
    /// Bodies by slot.
    pub bodies: &'a [Float4Pair],
}

impl Kernel for Finish<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (hinge, anchors) in self.hinges.iter().zip(self.anchors) {
            for at in (0..BLOCK).step_by(L::COUNT) {
                let (_, a) = side::<L>(self.bodies, &hinge.a, at);
                let (_, b) = side::<L>(self.bodies, &hinge.b, at);
                (L::load(&anchors.angle, at) + (b.turn - a.turn)).store(&mut anchors.angle, at);
            }
        }
    }
}

/// Ends a sub-step without relaxing: anchors turn, as in [`super::hinge::HingePass`] when it relaxes.
#[derive(Debug)]
pub struct EndSubstep<'a> {
    /// Blocks.
    pub hinges: &'a mut [HingeBlock],
    /// Bodies by slot.
    pub bodies: &'a [Float4Pair],
}

impl Kernel for EndSubstep<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for hinge in self.hinges {
            for at in (0..BLOCK).step_by(L::COUNT) {
                let (_, a) = side::<L>(self.bodies, &hinge.a, at);
                let (_, b) = side::<L>(self.bodies, &hinge.b, at);
                turn_anchors(hinge, at, a.turn, b.turn);
            }
        }
    }
}
