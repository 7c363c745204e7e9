//! What can be turned under this microscope.

/// Step, frequency and damping otherwise than in the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IntegratorOptions {
    /// Steps a second.
    pub step_hz: Option<f32>,
    /// Undamped frequency of the springs, hertz.
    pub hertz: Option<f32>,
    /// Their ratio of critical damping.
    pub damping_ratio: Option<f32>,
}
