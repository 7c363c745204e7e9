//! `trace --algorithm toi`: when would the pair meet within the next step, if both bodies kept their present velocities?

use super::steps::TraceStep;
use super::{PoseRecord, TraceResult};
use crate::engine::body::Body;
use crate::engine::collider::ColliderId;
use crate::engine::math::{Pose, Rot};
use crate::engine::narrow::gjk;
use crate::engine::narrow::time_of_impact::{Sweep, ToiOutcome, ToiStep, ToiTarget, ToiVerdict, time_of_impact};
use crate::engine::probe::NoProbe;
use crate::engine::tuning::LINEAR_SLOP;
use crate::scene::stage::Stage;

/// Touching counts as impact, to within a quarter of the overlap that contacts keep anyway.
const TARGET: ToiTarget = ToiTarget { separation: 0.0, tolerance: 0.25 * LINEAR_SLOP };

/// The sweep of a body through the next step.
fn sweep(body: &Body, seconds: f32) -> Sweep {
    let rotation = Rot::from_angle(body.angular_velocity * seconds).then_after(body.pose.rotation);
    let center = body.center + seconds * body.linear_velocity;
    Sweep::between(body.local_center, body.pose, Pose { position: center - rotation.rotate(body.local_center), rotation })
}

/// Runs conservative advancement on the pair, from where the bodies are now to the end of the next step.
pub fn trace(stage: &Stage, a: ColliderId, b: ColliderId) -> Option<(Vec<TraceStep>, TraceResult, [Pose; 2])> {
    let world = stage.world();
    let (body_a, body_b) = (world.body(a.body)?, world.body(b.body)?);
    let (core_a, core_b) = (world.collider(a)?.shape.convex(), world.collider(b)?.shape.convex());
    let seconds = 1.0 / world.settings().step_hz;
    let (sweep_a, sweep_b) = (sweep(body_a, seconds), sweep(body_b, seconds));
    let mut steps = Vec::new();
    let found = time_of_impact(core_a, &sweep_a, core_b, &sweep_b, TARGET, &mut steps);

    // Gap and normal at that moment, from GJK.
    let (pose_a, pose_b) = (sweep_a.pose_at(found.t), sweep_b.pose_at(found.t));
    let nearest = gjk::distance(core_a, core_b, pose_a.inv_mul(pose_b), &mut NoProbe);
    let result = TraceResult {
        fraction: Some(found.t),
        point_a: Some(pose_a.transform_point(nearest.point_a + core_a.radius * nearest.normal)),
        point_b: Some(pose_a.transform_point(nearest.point_b - core_b.radius * nearest.normal)),
        ..TraceResult::apart(
            match found.outcome {
                ToiOutcome::Hit => "hit",
                ToiOutcome::Separated => "separated",
                ToiOutcome::Overlapped => "overlapped",
                ToiOutcome::OutOfTurns => "out_of_turns",
            },
            nearest.distance - core_a.radius - core_b.radius,
            pose_a.rotation.rotate(nearest.normal),
        )
    };
    Some((steps.iter().map(step).collect(), result, [body_a.pose, body_b.pose]))
}

fn step(step: &ToiStep) -> TraceStep {
    TraceStep::Toi {
        t: step.t,
        pose_a: PoseRecord::of(step.pose_a),
        pose_b: PoseRecord::of(step.pose_b),
        point_a: step.point_a,
        point_b: step.point_b,
        normal: step.normal,
        separation: step.separation,
        safe_until: step.safe_until,
        verdict: match step.verdict {
            ToiVerdict::Advance => "advance",
            ToiVerdict::Hit => "hit",
            ToiVerdict::Separated => "separated",
            ToiVerdict::Overlapped => "overlapped",
            ToiVerdict::OutOfTurns => "out_of_turns",
        },
    }
}
