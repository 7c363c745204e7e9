//! What a run of EPA recorded, and what is read off an iteration.

use crate::engine::math::Vec2;
use crate::engine::narrow::epa::{EpaResult, EpaStep};
use crate::engine::narrow::gjk::{GjkResult, SupportPoint};
use crate::lens::microscope::difference::{Outline, w};
use crate::lens::microscope::{Side, Specimen};

/// What a frame shows of its iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EpaMoment {
    Edge,
    Support,
    Split,
    Result,
}

pub(super) struct EpaReel {
    pub(super) steps: Vec<EpaStep>,
    pub(super) start: GjkResult,
    /// `None` when the cores are apart and EPA never runs.
    pub(super) found: Option<EpaResult>,
    /// Moment and iteration of each frame.
    pub(super) moments: Vec<(EpaMoment, usize)>,
    pub(super) outline: Outline,
    /// The box of both and of B where the result would push it, world.
    pub(super) bounds: Option<[Vec2; 2]>,
}

/// The two ends of an edge of the polytope.
pub(super) fn ends(step: &EpaStep, edge: usize) -> Option<(&SupportPoint, &SupportPoint)> {
    Some((step.polytope.get(edge)?, step.polytope.get((edge + 1) % step.polytope.len())?))
}

/// The box of both shapes and of B when it is pushed out, as far as that is near: the end of a long ground is not.
pub(super) fn bounds(specimen: &Specimen, found: EpaResult) -> [Vec2; 2] {
    let shift = specimen.turned(found.normal) * (found.depth + specimen.radius());
    let [a, b] = [Side::A, Side::B].map(|side| specimen.side(side).shape.aabb(specimen.side(side).pose));
    let (center, reach) = (specimen.center(), Vec2::splat(1.6 * specimen.size() + shift.length()));
    let low = a.min.min(b.min).min(b.min + shift).max(center - reach);
    [low, a.max.max(b.max).max(b.max + shift).min(center + reach)]
}

/// "w₀w₁".
pub(super) fn edge_name(step: &EpaStep, edge: usize) -> String {
    format!("{}{}", w(edge), w((edge + 1) % step.polytope.len().max(1)))
}

/// Height of the support line over the origin: what this iteration alone says, metres.
pub(super) fn upper_bound(step: &EpaStep) -> f32 {
    step.distance + step.gain
}
