//! What a run of SAT recorded, and what is read off an axis.

use crate::draw::quantity::length;
use crate::engine::math::{Vec2, sin_cos};
use crate::engine::narrow::sat::{AxisSource, SatResult, SatStep, SatVerdict, Shadow, shadows};
use crate::lens::microscope::{Part, PartKind, Specimen};

pub(super) struct SatReel {
    pub(super) steps: Vec<SatStep>,
    pub(super) found: SatResult,
    pub(super) free: Option<FreeAxis>,
    /// What the rulers beside the shapes take up, corner to corner.
    pub(super) rulers: Option<[Vec2; 2]>,
}

/// An axis of one's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FreeAxis {
    /// Unit, A's frame, turned so that B lies ahead.
    pub(super) axis: Vec2,
    pub(super) shadow_a: Shadow,
    pub(super) shadow_b: Shadow,
}

impl FreeAxis {
    pub(super) fn of(specimen: &Specimen) -> Option<FreeAxis> {
        let (sin, cos) = sin_cos(specimen.options.free_axis?);
        let axis = specimen.a.pose.rotation.inv_rotate(Vec2::new(cos, sin));
        let [shadow_a, shadow_b] = shadows(specimen.core_a(), specimen.core_b(), specimen.pose_b_in_a(), axis);
        let is_ahead = shadow_b.min - shadow_a.max >= shadow_a.min - shadow_b.max;
        let turned = |s: Shadow| if is_ahead { s } else { s.reversed() };
        Some(FreeAxis { axis: if is_ahead { axis } else { -axis }, shadow_a: turned(shadow_a), shadow_b: turned(shadow_b) })
    }

    pub(super) fn separation(&self) -> f32 {
        self.shadow_b.min - self.shadow_a.max
    }
}

/// The parts that an axis comes from.
pub(super) fn parts_of(source: AxisSource) -> Vec<Part> {
    match source {
        AxisSource::EdgeOfA(i) => vec![Part::nth(PartKind::EdgeA, i)],
        AxisSource::EdgeOfB(i) => vec![Part::nth(PartKind::EdgeB, i)],
        AxisSource::Vertices { a, b } => vec![Part::nth(PartKind::VertexA, a), Part::nth(PartKind::VertexB, b)],
    }
}

/// "edge 2 of crate", "from a₁ to b₀".
pub(super) fn origin_of(specimen: &Specimen, source: AxisSource) -> String {
    match source {
        AxisSource::EdgeOfA(i) => format!("edge {i} of {}", specimen.a.name),
        AxisSource::EdgeOfB(i) => format!("edge {i} of {}", specimen.b.name),
        AxisSource::Vertices { a, b } => {
            format!("from {} to {}", Part::nth(PartKind::VertexA, a).name(), Part::nth(PartKind::VertexB, b).name())
        }
    }
}

/// Millimetres or metres, with the sign in front.
pub(super) fn signed(metres: f32) -> String {
    if metres > 0.0 { format!("+{}", length(metres)) } else { length(metres) }
}

/// Signed gaps that differ by no more than this count as equal, metres.
pub(super) const EQUAL: f32 = 1e-5;

/// Whether an axis shows the same gap as the best so far.
pub(super) fn is_tied(step: &SatStep) -> bool {
    (step.separation - step.best_separation).abs() <= EQUAL
}

/// The best axis among the first `count` steps, and its place.
pub(super) fn best(steps: &[SatStep]) -> Option<(usize, &SatStep)> {
    steps.iter().enumerate().rfind(|(_, s)| matches!(s.verdict, SatVerdict::Best | SatVerdict::Separates))
}
