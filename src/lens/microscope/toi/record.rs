//! What conservative advancement leaves in a trace: one record an iteration.

use super::super::trace::{number, pose, vector, word};
use super::{ToiMoment, ToiReel};
use crate::engine::narrow::gjk;
use crate::engine::narrow::time_of_impact::ToiStep;
use crate::engine::probe::NoProbe;
use crate::lens::microscope::{Recorded, Specimen};
use serde_json::{Value, json};

impl ToiReel {
    /// The steps, and what GJK finds at the time at which the search ended.
    pub(super) fn record(&self, specimen: &Specimen) -> Recorded {
        let mut then = specimen.clone();
        (then.a.pose, then.b.pose) = (self.sweeps[0].pose_at(self.found.t), self.sweeps[1].pose_at(self.found.t));
        let nearest = gjk::distance(then.core_a(), then.core_b(), then.pose_b_in_a(), &mut NoProbe);
        let found = super::super::gjk::found(&then, &nearest);
        let of_frame = self.moments.iter().map(|moment| match *moment {
            ToiMoment::Distance(iteration) | ToiMoment::Bound(iteration) => Some(iteration),
            ToiMoment::Start | ToiMoment::Result => None,
        });
        Recorded {
            steps: self.steps.iter().map(iteration).collect(),
            of_frame: of_frame.collect(),
            outcome: word(self.found.outcome),
            fraction: Some(self.found.t),
            points_by: None,
            ..found
        }
    }
}

fn iteration(step: &ToiStep) -> Value {
    let bound: Vec<Value> = step.bound.iter().map(|b| json!([number(b.t), number(b.gap)])).collect();
    json!({ "t": number(step.t), "pose_a": pose(step.pose_a), "pose_b": pose(step.pose_b), "point_a": vector(step.point_a),
        "point_b": vector(step.point_b), "normal": vector(step.normal), "separation": number(step.separation),
        "safe_until": number(step.safe_until), "hit_below": number(step.hit_below), "goal": number(step.goal),
        "parting": number(step.parting), "bound": bound, "verdict": word(step.verdict) })
}
