//! What the comparison leaves in a trace.

use super::moment::BeadMoment;
use super::run::Study;
use serde_json::{Value, json};

/// The record of a moment.
pub(in crate::lens::microscope::lagrange) fn record(study: &Study, moment: BeadMoment) -> Value {
    match moment {
        BeadMoment::Coordinate => slope("coordinate", study, 0),
        BeadMoment::Slope(k) => slope("equation", study, k),
        BeadMoment::Force => {
            json!({ "phase": "curve_force", "force": study.slopes.first().map(|slope| study.bead.force(slope)) })
        }
        BeadMoment::Stepped => {
            json!({ "phase": "bead_step", "seconds": study.h, "u": study.after.at, "rate": study.after.rate })
        }
        BeadMoment::Many(step) => run(study, step),
        BeadMoment::Order => json!({ "phase": "apart", "seconds": study.study, "apart": study.apart, "order": study.order() }),
        BeadMoment::Result => run(study, study.count),
    }
}

fn slope(phase: &str, study: &Study, k: usize) -> Value {
    let Some(slope) = study.slopes.get(k) else { return json!({ "phase": phase }) };
    let vectors = slope.place.map(|v| [v.x, v.y]);
    json!({ "phase": phase, "u": slope.state.at, "rate": slope.state.rate, "place": vectors[0], "first": vectors[1], "second": vectors[2],
        "inertia": slope.inertia, "push": slope.push, "uneven": slope.uneven, "acceleration": slope.acceleration })
}

fn run(study: &Study, step: usize) -> Value {
    let of = |value: &dyn Fn(usize) -> f64| (0..study.runs.len()).map(value).collect::<Vec<f64>>();
    json!({ "phase": "side_by_side", "steps": step, "seconds": step as f64 * study.h,
        "off": of(&|run| study.runs[run][step].off), "change": of(&|run| study.change(run, step)) })
}
