//! Keeps what the solver tells of a step, within bounds.

use crate::engine::body::BodyId;
use crate::engine::probe::Probe;
use crate::engine::solver::SolverStep;

/// Most impulses between other bodies that are kept. A step of sixty touching bodies has ten thousand; one of 600
/// bodies in one place has ten million, which are two gigabytes.
const MOST_OTHERS: usize = 200_000;

/// All impulses between two bodies, and those of others as long as they are not too many.
pub(super) struct Recorder {
    pair: [BodyId; 2],
    /// What was kept, in the order of the step.
    pub steps: Vec<SolverStep>,
    others: usize,
}

impl Recorder {
    pub fn of(pair: [BodyId; 2]) -> Recorder {
        Recorder { pair, steps: Vec::new(), others: 0 }
    }

    /// True when impulses between others were left out.
    pub fn is_cut(&self) -> bool {
        self.others > MOST_OTHERS
    }
}

impl Probe<SolverStep> for Recorder {
    fn record(&mut self, step: impl FnOnce() -> SolverStep) {
        let step = step();
        let [a, b] = self.pair;
        if [step.body_a, step.body_b] != [a, b] && [step.body_a, step.body_b] != [b, a] {
            self.others += 1;
            if self.is_cut() {
                return;
            }
        }
        self.steps.push(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::math::Vec2;
    use crate::engine::solver::SolverPass;

    /// A film of the first step of 600 bodies in one place took 1.9 GB: every impulse of the crowd was kept.
    #[test]
    fn a_crowd_is_cut_and_the_pair_is_kept() {
        let some = SolverStep {
            substep: 0,
            iteration: 0,
            pass: SolverPass::Solve,
            body_a: BodyId(1),
            body_b: BodyId(2),
            point: Vec2::ZERO,
            direction: Vec2::X,
            velocity_before: 0.0,
            impulse_change: 0.0,
            impulse_total: 0.0,
            response: 1.0,
            bounds: [f32::NEG_INFINITY, f32::INFINITY],
            clamped: false,
            contact: None,
        };
        let mut recorder = Recorder::of([BodyId(1), BodyId(2)]);
        for n in 0..3 * MOST_OTHERS as u32 {
            let (body_a, body_b) = if n % 3 == 0 { (BodyId(2), BodyId(1)) } else { (BodyId(1), BodyId(n + 3)) };
            recorder.record(|| SolverStep { body_a, body_b, ..some });
        }
        assert!(recorder.is_cut());
        let of_pair = recorder.steps.iter().filter(|step| step.body_a == BodyId(2)).count();
        assert_eq!((of_pair, recorder.steps.len() - of_pair), (MOST_OTHERS, MOST_OTHERS));
    }
}
