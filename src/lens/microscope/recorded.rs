//! What a film recorded of its algorithm, for the trace ([`super::trace`]).

use crate::engine::math::Vec2;
use crate::engine::narrow::NarrowPhase;
use serde_json::Value;

/// What the engine's probe recorded of a run, carried from A's frame into the world.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    /// One object a step of the algorithm.
    pub steps: Vec<Value>,
    /// Which of them each frame of the film shows.
    pub of_frame: Vec<Option<usize>>,
    /// How the run ended, in one word.
    pub outcome: String,
    /// Signed gap of the rounded shapes, metres.
    pub separation: Option<f32>,
    /// The separation is a gap along one axis, at which the search ended: the distance is that or more.
    pub is_bound: bool,
    /// Unit, from A to B; `None` where the algorithm leaves it open.
    pub normal: Option<Vec2>,
    /// Nearest or deepest points of both surfaces.
    pub witnesses: Option<[Vec2; 2]>,
    /// Time of impact as a share of the step.
    pub fraction: Option<f32>,
    /// The narrow phase that makes contact points of what was found; `None` = it makes none.
    pub points_by: Option<NarrowPhase>,
}
