//! What can be done at the bench.

use crate::engine::collider::ColliderId;
use crate::engine::math::Vec2;
use crate::lens::microscope::{Answer, Options, Part, Side};

/// Something done at the bench.
#[derive(Clone, Debug, PartialEq)]
pub enum MicroscopeAct {
    /// Puts a pair under the microscope; without one the watched pair, without a microscope the one of the world's narrow phase.
    Open {
        /// Which pair.
        pair: Option<(ColliderId, ColliderId)>,
        /// Id of the microscope.
        microscope: Option<String>,
    },
    /// Back to the scene.
    Close,
    /// Another microscope for the same specimen.
    Algorithm(String),
    /// So many frames forward, or back.
    Step(i32),
    /// So many turns forward, or back.
    Turn(i32),
    /// A frame by its number; beyond the last = the last.
    Frame(usize),
    /// From a frame that another microscope made to that microscope, at the very frame.
    Inside,
    /// From any microscope to where its frame stands in the pipeline.
    Outside,
    /// Starts or stops the film.
    TogglePlay,
    /// A curated example by its number, from 0.
    Example(usize),
    /// Moves one of the two by world metres. Acts of the same `gesture` undo as one; 0 = on its own.
    Move {
        /// Which.
        side: Side,
        /// Metres.
        shift: Vec2,
        /// Number of the drag.
        gesture: u64,
    },
    /// Turns one of the two about its middle.
    Rotate {
        /// Which.
        side: Side,
        /// Radians counter-clockwise.
        angle: f32,
        /// See [`MicroscopeAct::Move`].
        gesture: u64,
    },
    /// Drags a core vertex to a world point.
    Vertex {
        /// Which.
        side: Side,
        /// Which of its vertices.
        index: usize,
        /// Metres.
        to: Vec2,
        /// See [`MicroscopeAct::Move`].
        gesture: u64,
    },
    /// Start direction, tolerances, turn limits, margin, free axis.
    Options {
        /// What they become.
        options: Options,
        /// See [`MicroscopeAct::Move`].
        gesture: u64,
    },
    /// Puts B where the algorithms of the race disagree most among random poses; the same seed finds the same.
    Hunt(u64),
    /// Puts the specimen back as it was when it was laid down.
    Restore,
    /// Asks before each step, or not.
    SetGate(bool),
    /// Answers the open question.
    Answer(Answer),
    /// Gives the open question up: the answer is shown and nothing scored.
    Reveal,
    /// The pointer is on a part, or on a number that belongs to parts.
    Light(Vec<Part>),
}
