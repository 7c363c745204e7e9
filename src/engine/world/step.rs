//! One step of time, on one screen.

use super::World;
use crate::engine::probe::{NoProbe, Probe};
use crate::engine::solver::SolverStep;

impl World {
    /// Advances by `1 / step_hz` seconds.
    pub fn step(&mut self) {
        self.step_probed(&mut NoProbe);
    }

    /// The same step, watched.
    pub fn step_probed<P: Probe<SolverStep>>(&mut self, probe: &mut P) {
        self.clear_events();
        self.freeze_non_finite(); //    nothing that is not a number may spread
        self.update_pairs(); //         which boxes overlap
        self.update_contacts(); //      where shapes touch; a touch wakes sleepers
        self.make_problem(); //         joints, and who flies freely
        self.solve_problem(probe); //   impulses, velocities, motion
        self.take_impulses(); //        impulses back into joints, events
        self.take_motion(); //          motion back into bodies, unless it is not finite
        self.stop_fast_bodies(); //     back to the time of impact where a body would have jumped over something
        self.refresh_boxes(); //        tight boxes, and enlarged ones where they are outgrown
        self.put_to_sleep(); //         islands that have been slow for long
        self.step_count += 1;
    }

    fn clear_events(&mut self) {
        self.events.begun.clear();
        self.events.ended.clear();
        self.events.frozen.clear();
        self.events.left.clear();
    }
}
