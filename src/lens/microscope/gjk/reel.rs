//! What a run of GJK recorded, and what is read off an iteration.

use crate::engine::narrow::gjk::{GjkResult, GjkStep, SimplexRegion};
use crate::lens::microscope::difference::{Outline, w};

/// What a frame shows of its iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GjkMoment {
    Nearest,
    Support,
    Decision,
    Result,
}

pub(super) struct GjkReel {
    pub(super) steps: Vec<GjkStep>,
    pub(super) found: GjkResult,
    /// Moment and iteration of each frame.
    pub(super) moments: Vec<(GjkMoment, usize)>,
    pub(super) outline: Outline,
}

/// Simplex points that the nearest point needs, as indices.
pub(super) fn needed(step: &GjkStep) -> Vec<usize> {
    (0..step.simplex.len()).filter(|i| !step.dropped.contains(i)).collect()
}

/// "the point w₀", "the line w₀w₁" …
pub(super) fn simplex_words(step: &GjkStep) -> String {
    let names: String = (0..step.simplex.len()).map(w).collect();
    match step.simplex.len() {
        1 => format!("the point {names}"),
        2 => format!("the segment {names}"),
        _ => format!("the triangle {names}"),
    }
}

/// "corner w₁", "edge w₀w₁", "inside".
pub(super) fn region_words(step: &GjkStep) -> String {
    match step.region {
        SimplexRegion::Inside => "inside".into(),
        SimplexRegion::Vertex(i) => format!("corner {}", w(i)),
        SimplexRegion::Edge(i, j) => format!("edge {}{}", w(i), w(j)),
    }
}
