//! The searches for a time of impact that a step makes, for those who want to see them.
//!
//! A step asks [`crate::engine::narrow::time_of_impact`] in two places: for pairs that could pass each other within a
//! sub-step, with the ways of that sub-step (`substep/meeting`), and for fast bodies after the solver, with the ways of
//! the whole step (`continuous`). What is noted here are the inputs and the answer of each, so that a lens can run the
//! same search again.

use crate::engine::narrow::time_of_impact::{Sweep, ToiResult, ToiTarget};
use crate::engine::probe::Probe;

/// Which part of the step searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpactPhase {
    /// A sub-step, by its number from 0: the way of the pair in it, if nothing pushes them.
    Substep(u32),
    /// The check of fast bodies after the solver: the way of the whole step, as the solver has made it.
    Continuous,
}

/// A search for the time of impact, and what it found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactSearch {
    /// Numbers of A and B in the broad phase, in the order in which they were searched.
    pub(super) proxies: [u32; 2],
    /// The ways of the bodies of A and B, world.
    pub sweeps: [Sweep; 2],
    /// Who searched.
    pub phase: ImpactPhase,
    /// How long the ways take, seconds.
    pub seconds: f32,
    /// How near counts as an impact.
    pub target: ToiTarget,
    /// What was found; its time is a share of the ways.
    pub result: ToiResult,
    /// The step went on from there: the points of the pair were searched at that moment, or the body would have ended
    /// too deep and was stopped, here or by an earlier impact. False: a shallow end is left to the contact.
    pub is_used: bool,
}

impl ImpactSearch {
    /// The same with A for B. Only for looking: a search from the other side may round otherwise.
    pub fn swapped(mut self) -> ImpactSearch {
        self.proxies.reverse();
        self.sweeps.reverse();
        self
    }

    /// From the start of the step to the moment at which the search ended, seconds.
    pub fn moment(&self) -> f32 {
        let begins = match self.phase {
            ImpactPhase::Substep(number) => number as f32 * self.seconds,
            ImpactPhase::Continuous => 0.0,
        };
        begins + self.result.t * self.seconds
    }
}

/// What is noted during a step; nothing while it is `None`.
pub(super) type Noted = Option<Vec<ImpactSearch>>;

impl Probe<ImpactSearch> for Noted {
    fn record(&mut self, search: impl FnOnce() -> ImpactSearch) {
        if let Some(list) = self {
            list.push(search());
        }
    }
}
