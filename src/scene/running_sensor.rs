//! A sensor of a running scene: the data of `sensing`.

use crate::engine::body::BodyId;
use crate::engine::sensor::{Passing, Sensor};

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
    /// Who has passed or is passing, in the order in which they came in; the latest [`MOST_PASSAGES`].
    pub passages: Vec<Passage>,
    /// How many have passed or are passing since the scene began, or the sensor was changed.
    pub passage_count: u64,
}

/// So many passages are remembered.
pub const MOST_PASSAGES: usize = 64;

/// A body that came in, and maybe went out: what a photogate tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// Which body.
    pub body: BodyId,
    /// When it came in, seconds of the run.
    pub entered: f64,
    /// Speed of its centre of mass then, against that of the sensor's body, m/s: of what spins in place, 0, however
    /// fast its rim goes through.
    pub speed: f32,
    /// When it went out, seconds of the run; `None` while it is inside.
    pub left: Option<f64>,
}

/// Passages through all sensors of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passages {
    /// How many bodies have come in.
    pub count: u64,
    /// The one that came in last.
    pub latest: Option<Passage>,
    /// The last one that has gone out again.
    pub over: Option<Passage>,
}

impl Passage {
    /// How long it was inside, seconds; `None` while it is.
    pub fn duration(&self) -> Option<f64> {
        Some(self.left? - self.entered)
    }
}

impl RunningSensor {
    /// A sensor that nobody has met yet.
    pub fn new(sensor: Sensor, shape: usize) -> RunningSensor {
        let (inside, entered, left) = (Vec::new(), Vec::new(), Vec::new());
        RunningSensor { sensor, shape, inside, entered, left, passages: Vec::new(), passage_count: 0 }
    }

    /// Notes what happened in a step that began at `start` and took `duration` seconds.
    pub fn note(&mut self, body: BodyId, passing: Passing, start: f64, duration: f64) {
        let at = |share: f32| start + f64::from(share) * duration;
        if let Some((share, speed)) = passing.entered {
            self.passage_count += 1;
            if self.passages.len() >= MOST_PASSAGES {
                self.passages.remove(0);
            }
            self.passages.push(Passage { body, entered: at(share), speed, left: None });
        }
        let open = self.passages.iter_mut().rev().find(|passage| passage.body == body && passage.left.is_none());
        if let (Some(share), Some(open)) = (passing.left, open) {
            open.left = Some(at(share));
        }
    }
}

/// What the sensors of a step took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SensingEffort {
    /// In the measure of [`super::stage::Stage::step_work`].
    pub work: u64,
    /// Sensors for which the budget did not last.
    pub not_asked: usize,
}
