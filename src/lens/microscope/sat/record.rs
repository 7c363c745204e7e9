//! What SAT leaves in a trace: one record an axis.

use super::super::trace::{number, vector, word};
use super::reel::SatReel;
use crate::engine::narrow::NarrowPhase;
use crate::engine::narrow::sat::Shadow;
use crate::engine::narrow::sat::{AxisSource, SatOutcome, SatStep};
use crate::lens::microscope::{Recorded, Specimen};
use serde_json::{Value, json};

impl SatReel {
    pub(super) fn record(&self, specimen: &Specimen) -> Recorded {
        let count = self.steps.len();
        Recorded {
            steps: self.steps.iter().map(|step| axis(specimen, step)).collect(),
            of_frame: (0..count + 2).map(|frame| frame.checked_sub(1).filter(|&index| index < count)).collect(),
            outcome: word(self.found.outcome),
            separation: Some(self.found.separation),
            is_bound: self.found.outcome == SatOutcome::Separated,
            normal: Some(specimen.turned(self.found.normal)),
            points_by: Some(NarrowPhase::Sat),
            ..Recorded::default()
        }
    }
}

fn axis(specimen: &Specimen, step: &SatStep) -> Value {
    let (source, index) = match step.source {
        AxisSource::EdgeOfA(edge) => ("edge_of_a", vec![edge]),
        AxisSource::EdgeOfB(edge) => ("edge_of_b", vec![edge]),
        AxisSource::Vertices { a, b } => ("vertices", vec![a, b]),
    };
    let ends = |shadow: Shadow| json!([number(shadow.min), number(shadow.max)]);
    json!({ "source": source, "index": index, "axis": vector(specimen.turned(step.axis)), "shadow_a": ends(step.shadow_a),
        "shadow_b": ends(step.shadow_b), "separation": number(step.separation), "best_separation": number(step.best_separation),
        "verdict": word(step.verdict) })
}
