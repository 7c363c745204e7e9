//! Moments of a run to go back to: dense around where one stands, thinner with distance, within a budget of memory.
//!
//! Going back to a step means running again from the keyframe before it, so the gap between keyframes is the wait. A
//! keyframe is kept every few steps; when together they take more than the budget, those leave first whose leaving
//! widens a gap the least, measured by its distance from the present step:
//!
//! ```text
//!   start                                                        present step
//!   │         │        │       │      │     │    │   │  │ │││││││││▲│
//! ```
//!
//! Whoever goes back runs again through wider gaps, and leaves keyframes there.

use crate::scene::checkpoint::Checkpoint;
use crate::scene::stage::Stage;
use std::sync::Arc;

/// Steps from one keyframe to the next at least. Keeping one costs a tenth to a fifth of a step.
const INTERVAL: u64 = 4;
/// Memory that keyframes may take together, bytes.
pub const BUDGET: usize = 384 << 20;
/// Gaps are alike up to so many steps from the present one and grow in proportion beyond.
const NEAR: u64 = 256;

/// Keyframes in the order of their steps. Clones share them.
#[derive(Clone, Debug)]
pub struct Keyframes {
    list: Vec<Arc<Checkpoint>>,
    budget: usize,
}

impl Keyframes {
    /// With the first moment of a run, which always stays.
    pub fn new(stage: &Stage) -> Keyframes {
        Keyframes { list: vec![Arc::new(Checkpoint::of(stage, None))], budget: BUDGET }
    }

    /// Another budget, bytes.
    pub fn with_budget(self, budget: usize) -> Keyframes {
        Keyframes { budget, ..self }
    }

    /// Another budget, bytes, from this moment on; seen from a present step.
    pub fn slim(&mut self, budget: usize, now: u64) {
        self.budget = budget;
        while self.list.len() > 2 && self.bytes() > self.budget {
            self.thin(now);
        }
    }

    /// Step of the first one.
    pub fn first_step(&self) -> u64 {
        self.list[0].step_count()
    }

    /// The stage from which to run on to a step, at least one step before it unless everything that is told of the
    /// last step is there.
    pub fn before(&self, step: u64) -> Stage {
        self.nearest(step).stage()
    }

    /// How many steps have to be taken again to go to a step.
    pub fn steps_again(&self, step: u64) -> u64 {
        step.saturating_sub(self.nearest(step).step_count())
    }

    fn nearest(&self, step: u64) -> &Checkpoint {
        let usable = |keyframe: &Checkpoint| keyframe.step_count() < step || (keyframe.step_count() == step && keyframe.is_whole());
        self.list.iter().rev().find(|keyframe| usable(keyframe)).unwrap_or(&self.list[0])
    }

    /// Keeps the present moment, if none is near before it.
    pub fn keep(&mut self, stage: &Stage) {
        let now = stage.step_count();
        let place = self.list.partition_point(|keyframe| keyframe.step_count() <= now);
        let Some(before) = self.list[..place].last() else { return };
        if now < before.step_count() + INTERVAL {
            return;
        }
        let keyframe = Checkpoint::of(stage, Some(before));
        self.list.insert(place, Arc::new(keyframe));
        self.slim(self.budget, now);
    }

    /// Forgets those after a step.
    pub fn cut(&mut self, step: u64) {
        self.list.retain(|keyframe| keyframe.step_count() <= step);
    }

    /// About how much memory they take, bytes.
    pub fn bytes(&self) -> usize {
        (0..self.list.len()).map(|index| self.bytes_of(index)).sum()
    }

    /// The memory of those that another run does not share, bytes.
    pub fn bytes_beside(&self, other: &Keyframes) -> usize {
        let shared = |keyframe: &Arc<Checkpoint>| {
            let place = other.list.partition_point(|other| other.step_count() < keyframe.step_count());
            other.list.get(place).is_some_and(|other| Arc::ptr_eq(other, keyframe))
        };
        let alone = |index: &usize| !shared(&self.list[*index]);
        (0..self.list.len()).filter(alone).map(|index| self.bytes_of(index)).sum()
    }

    fn bytes_of(&self, index: usize) -> usize {
        let keyframe = &self.list[index];
        let begins_frame = index == 0 || !keyframe.shares_frame(&self.list[index - 1]);
        keyframe.own_bytes() + if begins_frame { keyframe.frame_bytes() } else { 0 }
    }

    /// Forgets the one whose gap would be the narrowest for its distance from the present step.
    fn thin(&mut self, now: u64) {
        let gap = |index: usize| {
            let width = self.list[index + 1].step_count() - self.list[index - 1].step_count();
            width as f64 / (NEAR + now.abs_diff(self.list[index].step_count())) as f64
        };
        // The first is the start of the run, and the newest is the nearest.
        let least = (1..self.list.len() - 1).min_by(|&x, &y| gap(x).total_cmp(&gap(y)));
        if let Some(index) = least {
            self.list.remove(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::body::BodyKind;
    use crate::engine::fingerprint::Fingerprint;
    use crate::engine::math::Vec2;
    use crate::scene::document::{BodyDoc, Document, Geometry, ShapeDoc};

    /// Balls that fall onto each other.
    fn crowd() -> Document {
        let ball = |i: usize| BodyDoc {
            id: format!("b{i}"),
            kind: if i < 20 { BodyKind::Static } else { BodyKind::Dynamic },
            position: Vec2::new((i % 20) as f32, (i / 20) as f32 * 1.3),
            shapes: vec![ShapeDoc::new(Geometry::Circle { radius: 0.5, center: Vec2::ZERO })],
            ..BodyDoc::default()
        };
        Document { bodies: (0..500).map(ball).collect(), ..Document::default() }
    }

    fn run(steps: u64, budget: usize) -> (Keyframes, Stage, Vec<Fingerprint>) {
        let mut stage = Stage::new(&crowd()).unwrap();
        assert!(stage.bytes() > 600_000, "large enough to share frames: {}", stage.bytes());
        let mut keyframes = Keyframes::new(&stage).with_budget(budget);
        let mut prints = vec![stage.world().fingerprint()];
        for _ in 0..steps {
            stage.step();
            keyframes.keep(&stage);
            assert!(keyframes.bytes() <= budget, "{} of {budget}", keyframes.bytes());
            prints.push(stage.world().fingerprint());
        }
        (keyframes, stage, prints)
    }

    /// Steps to run again to each step of the run.
    fn waits(keyframes: &Keyframes, last: u64) -> Vec<u64> {
        (1..=last).map(|step| keyframes.steps_again(step)).collect()
    }

    #[test]
    fn every_step_is_reached_from_a_keyframe_with_the_same_bits() {
        let (keyframes, _, prints) = run(150, 4 << 20);
        for step in (0..=150_u64).rev().step_by(7) {
            let mut stage = keyframes.before(step);
            while stage.step_count() < step {
                stage.step();
            }
            assert_eq!(stage.world().fingerprint(), prints[step as usize], "step {step}");
        }
    }

    #[test]
    fn within_the_budget_gaps_are_narrow_near_the_present_and_grow_with_distance() {
        let (keyframes, _, _) = run(1_200, 6 << 20);
        let waits = waits(&keyframes, 1_200);
        let widest = |range: &[u64]| *range.iter().max().unwrap();
        let (near, far) = (widest(&waits[1_100..]), widest(&waits[..400]));
        assert!(keyframes.list.len() < 150, "the budget bites: {}", keyframes.list.len());
        assert!(near < far && near <= 40 && far <= 200, "{near} {far}");
    }

    #[test]
    fn a_roomy_budget_keeps_every_fourth_step() {
        let (keyframes, _, _) = run(100, usize::MAX);
        assert_eq!(waits(&keyframes, 100).into_iter().max(), Some(INTERVAL));
    }
}
