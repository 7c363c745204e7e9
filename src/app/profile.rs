//! What the steps of the last second took, part by part: measured while somebody looks, and never recorded. Only steps
//! that are taken while time runs are measured, not those that are taken again to go back.

use super::comparison::Stopwatch;
use crate::engine::world::StepPart;
use crate::scene::stage::Stage;
use std::collections::VecDeque;

/// How long a step is remembered, seconds.
const SECONDS: f64 = 1.0;
/// Most steps that are remembered.
const MOST: usize = 2_000;
/// The parts of the world's step, and what comes before and after them.
const PARTS: usize = StepPart::ALL.len() + 1;

/// What the steps of the last second took.
#[derive(Default)]
pub struct Profile {
    /// The shell's clock.
    pub(super) clock: Option<Stopwatch>,
    is_on: bool,
    steps: VecDeque<Timed>,
}

/// A step.
struct Timed {
    /// When it ended, seconds of the clock.
    at: f64,
    /// What each part took, seconds.
    parts: [f64; PARTS],
}

/// A line of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProfileRow {
    /// What it is.
    pub words: &'static str,
    /// Mean of the last second, seconds.
    pub mean: f64,
    /// The longest of the last second, seconds.
    pub worst: f64,
}

impl Profile {
    /// True while steps are measured.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Measures from now on, or no more.
    pub(super) fn set_on(&mut self, on: bool) {
        self.is_on = on;
        self.steps.clear();
    }

    /// Takes a step, measured if somebody looks.
    pub(super) fn step(&mut self, stage: &mut Stage) {
        let Some(clock) = self.clock.filter(|_| self.is_on) else { return stage.step() };
        let mut parts = [0.0; PARTS];
        // Before the first part, and after the last, comes what is not the world's.
        let (mut since, mut part) = (clock(), PARTS - 1);
        stage.step_in_parts(&mut |next| {
            let now = clock();
            parts[part] += now - since;
            (since, part) = (now, StepPart::ALL.iter().position(|other| *other == next).unwrap_or(PARTS - 1));
        });
        let at = clock();
        parts[part] += at - since;
        self.steps.push_back(Timed { at, parts });
        while self.steps.len() > MOST || self.steps.front().is_some_and(|step| at - step.at > SECONDS) {
            self.steps.pop_front();
        }
    }

    /// How many steps of the last second were measured.
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// The whole step, then its parts in their order; empty before anything was measured.
    pub fn rows(&self) -> Vec<ProfileRow> {
        if self.steps.is_empty() {
            return Vec::new();
        }
        let row = |words, took: &dyn Fn(&Timed) -> f64| {
            let sum: f64 = self.steps.iter().map(took).sum();
            ProfileRow { words, mean: sum / self.steps.len() as f64, worst: self.steps.iter().map(took).fold(0.0, f64::max) }
        };
        let whole = row("whole step", &|step| step.parts.iter().sum());
        let words = StepPart::ALL.iter().map(|part| part.words()).chain(["forces, launchers, smoke, sensors"]);
        let parts = words.enumerate().map(|(i, words)| row(words, &|step| step.parts[i]));
        std::iter::once(whole).chain(parts).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::document::Document;
    use std::sync::atomic::{AtomicU64, Ordering};

    static NOW: AtomicU64 = AtomicU64::new(0);

    /// A clock that goes on by a thousandth of a second each time it is looked at.
    fn clock() -> f64 {
        NOW.fetch_add(1, Ordering::Relaxed) as f64 * 1e-3
    }

    #[test]
    fn parts_add_up_to_the_step_and_a_second_is_remembered() {
        let (mut stage, mut plain) = (Stage::new(&Document::default()).unwrap(), Stage::new(&Document::default()).unwrap());
        let mut profile = Profile { clock: Some(clock), ..Profile::default() };
        profile.step(&mut stage);
        assert!(profile.rows().is_empty(), "nobody looks");
        profile.set_on(true);
        (0..500).for_each(|_| profile.step(&mut stage));
        (0..501).for_each(|_| plain.step());
        assert_eq!(stage.world().fingerprint(), plain.world().fingerprint(), "measuring changes nothing");
        let rows = profile.rows();
        let parts: f64 = rows[1..].iter().map(|row| row.mean).sum();
        assert!((parts - rows[0].mean).abs() < 1e-9 && rows.len() == PARTS + 1, "{rows:?}");
        assert!(rows.iter().all(|row| row.worst >= row.mean - 1e-12));
        // Each step looks at the clock once a part and twice beside.
        let steps = profile.step_count() as f64;
        assert!((steps * rows[0].mean - SECONDS).abs() < 0.2, "{steps} steps of {} s", rows[0].mean);
    }
}
