//! A group: hinges that are treated in the same way, in blocks by colour.

use super::colors::{COLORS, Colors};
use super::definition::Joint;
use super::hinge::HingePass;
use super::hinge_block::{self, AngleBlock, HingeAnchors, HingeBlock, HingeBodies, HingeCarried};
use super::hinge_motion::{EndSubstep, Finish, Prepare};
use super::hinge_watch::HingeWatch;
use super::impulse::JointImpulse;
use super::parts::JointSpring;
use crate::engine::lanes::{BLOCK, Float4, Float4Pair, LaneRow, Width, run};
use crate::engine::math::{Vec2, min};
use crate::engine::probe::Probe;
use crate::engine::solver::{Pass, SolverStep};

/// Where a hinge sits in its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Block.
    pub block: u32,
    /// Lane in the block.
    pub lane: u32,
}

/// Blocks of hinges.
#[derive(Clone, Debug, Default)]
pub struct HingeGroup {
    /// What the passes read.
    pub hinges: Vec<HingeBlock>,
    /// What the same hinges gave in the sub-steps before.
    pub carried: Vec<HingeCarried>,
    /// The same hinges' anchors.
    pub anchors: Vec<HingeAnchors>,
    /// The same hinges' springs, motors and limits; empty when the group has none.
    pub angles: Vec<AngleBlock>,
    /// The same hinges' shares of the bias ([`super::bias_share`]); empty when all of them have all of it.
    pub bias_shares: Vec<LaneRow>,
    /// So many blocks, from the first, hold hinges of one colour each. In those behind, two hinges may share a body:
    /// they are solved with one lane.
    pub colored: usize,
}

/// A hinge on its way into a group.
#[derive(Clone, Copy, Debug)]
pub struct Arrival<'a> {
    /// Its place in the world.
    pub index: u32,
    /// The joint.
    pub joint: &'a Joint,
    /// Its bodies.
    pub parties: HingeBodies<'a>,
    /// How many springs there are at the one of its bodies that has more.
    pub crowd: u32,
    /// See [`super::bias_share`].
    pub bias_share: f32,
}

impl Arrival<'_> {
    /// Its spring as a row of a sub-step of `h` seconds, and its share of the bias.
    pub(super) fn settings(&self, h: f32) -> (JointSpring, f32) {
        (self.joint.spring_row(self.parties.bodies, h, self.crowd), self.bias_share)
    }
}

impl HingeGroup {
    /// Fills the group anew. `seated` hears where each hinge sits; `h` is the length of a sub-step, seconds.
    pub fn build(
        &mut self,
        arrivals: &[Arrival<'_>],
        with_angles: bool,
        colors: &mut Colors,
        slot_count: usize,
        h: f32,
        mut seated: impl FnMut(u32, Seat),
    ) {
        self.clear();
        colors.reset(slot_count);
        let chosen: Vec<usize> = arrivals.iter().map(|arrival| color_of(arrival, colors)).collect();
        let mut counts = [0usize; COLORS + 1];
        for &color in &chosen {
            counts[color] += 1;
        }
        // First block of each colour; those without one come last.
        let mut next = [0usize; COLORS + 1];
        let mut blocks = 0;
        for color in 0..=COLORS {
            if color == COLORS {
                self.colored = blocks;
            }
            next[color] = blocks * BLOCK;
            blocks += counts[color].div_ceil(BLOCK);
        }
        self.hinges.resize_with(blocks, HingeBlock::default);
        self.carried.resize_with(blocks, HingeCarried::default);
        self.anchors.resize_with(blocks, HingeAnchors::default);
        if with_angles {
            self.angles.resize_with(blocks, AngleBlock::default);
        }
        if arrivals.iter().any(|arrival| arrival.bias_share < 1.0) {
            self.bias_shares.resize(blocks, LaneRow::default());
        }
        for (arrival, &color) in arrivals.iter().zip(&chosen) {
            let (block, lane) = (next[color] / BLOCK, next[color] % BLOCK);
            next[color] += 1;
            let (index, joint) = (arrival.index, arrival.joint);
            hinge_block::fill(&mut self.hinges[block], &mut self.anchors[block], lane, index, joint, &arrival.parties);
            if let Some(angle) = self.angles.get_mut(block) {
                angle.fill(lane, joint, arrival.parties.bodies, h, arrival.crowd);
            }
            if let Some(shares) = self.bias_shares.get_mut(block) {
                shares.0[lane] = arrival.bias_share;
            }
            seated(index, Seat { block: block as u32, lane: lane as u32 });
        }
    }

    /// Empties the group; keeps its memory.
    pub fn clear(&mut self) {
        self.hinges.clear();
        self.carried.clear();
        self.anchors.clear();
        self.angles.clear();
        self.bias_shares.clear();
        self.colored = 0;
    }

    /// Start of a step: anchors and angles from the poses; nothing is carried yet.
    pub fn prepare(&mut self, poses: &[Float4], width: Width) {
        self.carried.fill(HingeCarried::default());
        self.angles.iter_mut().for_each(|angle| angle.carried = LaneRow::default());
        run(width, Prepare { hinges: &mut self.hinges, anchors: &mut self.anchors, poses });
    }

    /// One pass over all hinges; `names` are the bodies of each joint by its place in the world.
    pub fn sweep<P: Probe<SolverStep>>(
        &mut self,
        bodies: &mut [Float4Pair],
        pass: &Pass,
        holds_anchors: bool,
        (probe, names): (&mut P, &[[crate::engine::body::BodyId; 2]]),
    ) {
        let width = if P::WATCHES { Width::One } else { pass.width };
        let (colored, rest) = self.hinges.split_at_mut(self.colored);
        let (colored_carried, rest_carried) = self.carried.split_at_mut(self.colored);
        let (colored_anchors, rest_anchors) = self.anchors.split_at(self.colored);
        let middle = if self.angles.is_empty() { 0 } else { self.colored };
        let (colored_angles, rest_angles) = self.angles.split_at_mut(middle);
        let (colored_shares, rest_shares) = self.bias_shares.split_at(if self.bias_shares.is_empty() { 0 } else { self.colored });
        for ((hinges, carried), (anchors, bias_shares), angles, width) in [
            ((colored, colored_carried), (colored_anchors, colored_shares), colored_angles, width),
            ((rest, rest_carried), (rest_anchors, rest_shares), rest_angles, Width::One),
        ] {
            if !hinges.is_empty() {
                let watch = HingeWatch { probe: &mut *probe, names };
                run(width, HingePass { hinges, carried, anchors, bias_shares, angles, bodies: &mut *bodies, pass, holds_anchors, watch });
            }
        }
    }

    /// End of a sub-step without relaxing: anchors turn with their bodies.
    pub fn end_substep(&mut self, bodies: &[Float4Pair], width: Width) {
        run(width, EndSubstep { hinges: &mut self.hinges, bodies });
    }

    /// End of a step: counts turns on.
    pub fn finish(&mut self, bodies: &[Float4Pair], width: Width) {
        run(width, Finish { hinges: &self.hinges, anchors: &mut self.anchors, bodies });
    }

    /// Drops all impulses; those of a sub-step of this step are `given` for good.
    pub fn forget(&mut self, given: bool) {
        if given {
            for (carried, hinge) in self.carried.iter_mut().zip(&self.hinges) {
                let rows = carried.impulse.iter_mut().zip(&hinge.impulse);
                rows.for_each(|(sum, row)| sum.0.iter_mut().zip(row.0).for_each(|(sum, impulse)| *sum += impulse));
            }
            for angle in &mut self.angles {
                (0..BLOCK).for_each(|lane| angle.carried.0[lane] += angle.sum(lane));
            }
        }
        for hinge in &mut self.hinges {
            hinge.impulse = Default::default();
        }
        for angle in &mut self.angles {
            angle.impulse = Default::default();
        }
    }

    /// Impulses and angle of the hinge in a seat, as in `Joint::impulses` and `Joint::angle`.
    pub fn memory(&self, seat: Seat) -> ([f32; 6], f32) {
        let (block, lane) = (seat.block as usize, seat.lane as usize);
        let [x, y] = [0, 1].map(|k| self.hinges[block].impulse[k].0[lane]);
        let [spring, motor, lower, upper] = self.angles.get(block).map_or([0.0; 4], |angle| angle.impulse.map(|row| row.0[lane]));
        ([x, y, spring, motor, lower, upper], self.anchors[block].angle.0[lane])
    }

    /// What the hinge in a seat gave B in this step.
    pub fn carried(&self, seat: Seat) -> JointImpulse {
        let (block, lane) = (seat.block as usize, seat.lane as usize);
        let [x, y] = [0, 1].map(|k| self.carried[block].impulse[k].0[lane] + self.hinges[block].impulse[k].0[lane]);
        let angular_impulse = self.angles.get(block).map_or(0.0, |angle| angle.carried.0[lane] + angle.sum(lane));
        JointImpulse { impulse: Vec2::new(x, y), angular_impulse }
    }

    /// Adds to that.
    pub fn add_carried(&mut self, seat: Seat, given: JointImpulse) {
        let (block, lane) = (seat.block as usize, seat.lane as usize);
        let [x, y] = &mut self.carried[block].impulse;
        x.0[lane] += given.impulse.x;
        y.0[lane] += given.impulse.y;
        if let Some(angle) = self.angles.get_mut(block) {
            angle.carried.0[lane] += given.angular_impulse;
        }
    }

    /// How far the hinge in a seat is from the nearer of its limits at the start of the step, radians; below zero
    /// beyond it, far without any.
    pub fn limit_room(&self, seat: Seat) -> f32 {
        let (block, lane) = (seat.block as usize, seat.lane as usize);
        let now = self.anchors[block].angle.0[lane];
        self.angles.get(block).map_or(f32::INFINITY, |angle| min(now - angle.lower.0[lane], angle.upper.0[lane] - now))
    }

    /// Replaces the impulses of the hinge in a seat.
    pub fn put_impulses(&mut self, seat: Seat, [x, y, others @ ..]: [f32; 6]) {
        let (block, lane) = (seat.block as usize, seat.lane as usize);
        self.hinges[block].impulse.iter_mut().zip([x, y]).for_each(|(row, impulse)| row.0[lane] = impulse);
        if let Some(angle) = self.angles.get_mut(block) {
            angle.impulse.iter_mut().zip(others).for_each(|(row, impulse)| row.0[lane] = impulse);
        }
    }
}

fn color_of(arrival: &Arrival<'_>, colors: &mut Colors) -> usize {
    let HingeBodies { slots: [a, b], bodies: [body_a, body_b], .. } = arrival.parties;
    let moving = |slot: u32, body: &crate::engine::body::Body| (body.is_mobile() && slot != 0).then_some(slot);
    colors.take(moving(a, body_a), moving(b, body_b)).unwrap_or(COLORS)
}
