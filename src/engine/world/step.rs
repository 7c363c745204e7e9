//! One step of time, on one screen.

use super::World;
use crate::engine::probe::{NoProbe, Probe};
use crate::engine::solver::SolverStep;

/// Parts of a step, in the order in which they begin. Contacts are brought up to date again when a touch has woken sleepers; points of late contacts are found within the solver, again and
/// again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepPart {
    /// Pairs of boxes that begin to overlap or cease to.
    Pairs,
    /// Bodies into the solver's tables.
    Load,
    /// Which manifolds still hold, and new ones for those that do not.
    Manifolds,
    /// Which pairs without points have come near.
    Apart,
    /// Colours for new contacts, the list of late ones, joints.
    Arrange,
    /// The solver's passes.
    Solve,
    /// Points of late contacts, before each sub-step.
    LatePoints,
    /// Impulses and motion back into contacts, joints and bodies; boxes around what has moved.
    TakeBack,
    /// Fast bodies stop at what they would jump over; boxes around them.
    Continuous,
    /// Boxes of the last few bodies; enlarged boxes of what has outgrown them, and the grid sorted.
    Boxes,
    /// Islands that fall asleep.
    Sleep,
}

impl StepPart {
    /// All, in order.
    pub const ALL: [StepPart; 11] = [
        StepPart::Pairs,
        StepPart::Load,
        StepPart::Manifolds,
        StepPart::Apart,
        StepPart::Arrange,
        StepPart::Solve,
        StepPart::LatePoints,
        StepPart::TakeBack,
        StepPart::Continuous,
        StepPart::Boxes,
        StepPart::Sleep,
    ];

    /// For tables.
    pub fn words(self) -> &'static str {
        match self {
            StepPart::Pairs => "broad phase: pairs that begin and end",
            StepPart::Load => "bodies into the solver's tables",
            StepPart::Manifolds => "narrow phase: stale manifolds",
            StepPart::Apart => "narrow phase: pairs without points",
            StepPart::Arrange => "colours, late contacts, joints",
            StepPart::Solve => "solver passes, blows included",
            StepPart::LatePoints => "points of late contacts within the step",
            StepPart::TakeBack => "impulses and motion back, boxes",
            StepPart::Continuous => "fast bodies against walls",
            StepPart::Boxes => "boxes that are outgrown",
            StepPart::Sleep => "sleeping",
        }
    }
}

/// Is told which part of a step begins; the time until the next call is that part's. A clock is its own affair: steps know none.
pub type Enter<'a> = &'a mut dyn FnMut(StepPart);

impl World {
    /// Advances by `1 / step_hz` seconds.
    pub fn step(&mut self) {
        self.step_probed(&mut NoProbe);
    }

    /// The same step, watched.
    pub fn step_probed<P: Probe<SolverStep>>(&mut self, probe: &mut P) {
        self.step_in_parts(probe, &mut |_| {});
    }

    /// The same step, watched, and its parts told.
    pub fn step_in_parts<P: Probe<SolverStep>>(&mut self, probe: &mut P, enter: Enter<'_>) {
        enter(StepPart::Pairs);
        self.clear_events();
        self.update_pairs(); //               which boxes overlap
        self.update_contacts(enter); //       where shapes touch; a touch wakes sleepers, and nothing that is not a number may spread
        self.make_problem(); //               joints, and who flies freely
        self.solve_problem(probe, enter); //  impulses, velocities, motion
        enter(StepPart::TakeBack);
        self.take_impulses(); //              impulses back into joints, events
        self.take_motion(); //                motion back into bodies, unless it is not finite, and boxes around them
        enter(StepPart::Continuous);
        self.stop_fast_bodies(); //           back to the time of impact where a body would have jumped over something
        enter(StepPart::Boxes);
        self.renew_boxes(); //                enlarged boxes where they are outgrown
        enter(StepPart::Sleep);
        self.put_to_sleep(); //               islands that have been slow for long
        self.step_count += 1;
    }

    fn clear_events(&mut self) {
        self.events.begun.clear();
        self.events.ended.clear();
        self.events.frozen.clear();
        self.events.left.clear();
    }
}
