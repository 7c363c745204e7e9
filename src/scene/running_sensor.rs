//! A sensor of a running scene: the data of `sensing`.

use crate::engine::body::BodyId;
use crate::engine::sensor::Sensor;

/// A sensor of a running scene.
#[derive(Clone, Debug, PartialEq)]
pub struct RunningSensor {
    /// Its parts, and the body that it moves with.
    pub sensor: Sensor,
    /// Index into the body's shapes in the document.
    pub shape: usize,
    /// Bodies that overlap it, sorted by id.
    pub inside: Vec<BodyId>,
    /// Bodies that came in during the last step, sorted by id.
    pub entered: Vec<BodyId>,
    /// Bodies that went out during the last step, sorted by id.
    pub left: Vec<BodyId>,
}

/// What the sensors of a step took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SensingEffort {
    /// In the measure of [`super::stage::Stage::step_work`].
    pub work: u64,
    /// Sensors for which the budget did not last.
    pub not_asked: usize,
}
