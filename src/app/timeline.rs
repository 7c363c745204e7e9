//! The run so far: the stage, keyframes to go back to, inputs to repeat, and two lines to draw.
use crate::scene::stage::Stage;

/// What the timeline draws of one past step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// Kinetic plus potential energy, J.
    pub energy: f64,
    /// Largest closing speed among contacts that began in this step, m/s; 0 = none.
    pub impact: f32,
}

/// The run so far.
#[derive(Clone, Debug)]
pub struct Timeline {
    stage: Stage,
}

impl Timeline {
    /// The stage at the present step.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }
    /// First step that can be gone back to (an edit in the middle of a run starts anew there).
    pub fn first_step(&self) -> u64 {
        todo!("app")
    }
    /// Last step of the recorded run, at least the present one.
    pub fn last_step(&self) -> u64 {
        todo!("app")
    }
    /// Samples of the steps from [`Timeline::first_step`] on.
    pub fn samples(&self) -> &[Sample] {
        todo!("app")
    }
}
