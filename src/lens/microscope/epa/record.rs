//! What EPA leaves in a trace: one record an iteration; of cores that are apart what GJK found.

use super::super::gjk;
use super::super::trace::{number, support, vector, word};
use super::reel::EpaReel;
use crate::engine::narrow::NarrowPhase;
use crate::engine::narrow::epa::{EpaOutcome, EpaStep};
use crate::lens::microscope::{Recorded, Specimen};
use serde_json::{Value, json};

impl EpaReel {
    pub(super) fn record(&self, specimen: &Specimen) -> Recorded {
        let count = self.steps.len();
        let of_frame = self.moments.iter().map(|&(_, iteration)| Some(iteration).filter(|&iteration| iteration < count)).collect();
        let Some(found) = self.found else { return Recorded { of_frame, ..gjk::found(specimen, &self.start) } };
        let (core_a, core_b) = (specimen.core_a(), specimen.core_b());
        let surface_a = specimen.at(found.point_a + core_a.radius * found.normal);
        let surface_b = specimen.at(found.point_b - core_b.radius * found.normal);
        let outcome = match found.outcome {
            EpaOutcome::Converged => "overlap",
            EpaOutcome::OutOfTurns => "out_of_turns",
            EpaOutcome::Point => "same_point",
        };
        Recorded {
            steps: self.steps.iter().map(|step| iteration(specimen, step)).collect(),
            of_frame,
            outcome: outcome.into(),
            separation: Some(-found.depth - specimen.radius()),
            normal: Some(specimen.turned(found.normal)),
            witnesses: Some([surface_a, surface_b]),
            points_by: Some(NarrowPhase::GjkEpa),
            ..Recorded::default()
        }
    }
}

fn iteration(specimen: &Specimen, step: &EpaStep) -> Value {
    json!({ "polytope": step.polytope.iter().map(|point| support(specimen, point)).collect::<Value>(), "edge": step.edge,
        "normal": vector(specimen.turned(step.normal)), "distance": number(step.distance), "upper_bound": number(step.upper_bound),
        "support": support(specimen, &step.support), "gain": number(step.gain), "verdict": word(step.verdict) })
}
