//! What GJK leaves in a trace: one record an iteration.

use super::super::trace::{number, support, vector, word};
use super::reel::GjkReel;
use crate::engine::narrow::NarrowPhase;
use crate::engine::narrow::gjk::{GjkOutcome, GjkResult, GjkStep};
use crate::lens::microscope::{Recorded, Specimen};
use serde_json::{Value, json};

impl GjkReel {
    pub(super) fn record(&self, specimen: &Specimen) -> Recorded {
        Recorded {
            steps: self.steps.iter().map(|step| iteration(specimen, step)).collect(),
            of_frame: self.moments.iter().map(|&(_, iteration)| Some(iteration)).collect(),
            ..found(specimen, &self.found)
        }
    }
}

fn iteration(specimen: &Specimen, step: &GjkStep) -> Value {
    json!({ "simplex": step.simplex.iter().map(|point| support(specimen, point)).collect::<Value>(),
        "weights": step.weights.iter().map(|&weight| number(weight)).collect::<Value>(),
        "closest": vector(specimen.turned(step.closest)), "search": vector(specimen.turned(step.search)),
        "distance": number(step.distance), "lower_bound": step.lower_bound.map(number),
        "support": step.support.as_ref().map(|point| support(specimen, point)), "dropped": step.dropped,
        "verdict": word(step.verdict), "reason": word(step.reason) })
}

/// What GJK found. Of cores that overlap it knows only that the distance is 0.
pub(in super::super) fn found(specimen: &Specimen, found: &GjkResult) -> Recorded {
    let points_by = Some(NarrowPhase::GjkEpa);
    let gap = found.distance - specimen.radius();
    let outcome = match found.outcome {
        GjkOutcome::Overlap => {
            return Recorded { outcome: "overlap".into(), separation: Some(0.0), points_by, ..Recorded::default() };
        }
        GjkOutcome::Separated if gap <= 0.0 => "rounding_overlaps".into(),
        other => word(other),
    };
    let (core_a, core_b) = (specimen.core_a(), specimen.core_b());
    let surface_a = specimen.at(found.point_a + core_a.radius * found.normal);
    let surface_b = specimen.at(found.point_b - core_b.radius * found.normal);
    Recorded {
        outcome,
        separation: Some(gap),
        normal: Some(specimen.turned(found.normal)),
        witnesses: Some([surface_a, surface_b]),
        points_by,
        ..Recorded::default()
    }
}
