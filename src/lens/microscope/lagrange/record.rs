//! What the global solve leaves in a trace: a record for each row, the matrix, each turn of the factoring, each number
//! of the substitutions, and what came out; in double precision, as the engine has it.

use super::reel::{LagrangeReel, Moment};
use super::run::Mechanism;
use super::solve::{FirstSolve, Found, Turn, Verdict};
use crate::engine::linear::Matrix;
use crate::lens::microscope::trace::Recorded;
use serde_json::{Value, json};

/// One record a frame, where there is a mechanism.
pub(super) fn of(reel: &LagrangeReel) -> Recorded {
    let (mut steps, mut of_frame) = (Vec::new(), Vec::new());
    for &moment in reel.moments() {
        let record = reel.run.mechanism.as_ref().map(|mechanism| record(mechanism, moment));
        of_frame.push(record.as_ref().map(|_| steps.len()));
        steps.extend(record);
    }
    Recorded { steps, of_frame, outcome: "done".into(), ..Recorded::default() }
}

fn record(mechanism: &Mechanism, moment: Moment) -> Value {
    let Some(solve) = mechanism.solve.as_ref().filter(|_| moment != Moment::Left) else { return begun(mechanism) };
    match moment {
        Moment::Start | Moment::Left => begun(mechanism),
        Moment::Row(k) => row(mechanism, solve, k),
        Moment::Matrix => json!({ "phase": "matrix", "scaled": false, "entries": entries(&solve.matrix) }),
        Moment::Right => json!({ "phase": "right", "terms": solve.terms, "sums": solve.right }),
        Moment::Scaled => json!({ "phase": "matrix", "scaled": true, "entries": entries(&solve.scaled) }),
        Moment::Turn(k) => turn(&solve.turns[k]),
        Moment::Again => json!({ "phase": "again", "kept": solve.kept, "dropped": dropped(solve) }),
        Moment::Forward(k) => found("forward", solve, &solve.forward[k]),
        Moment::Back(k) => found("back", solve, &solve.back[k]),
        Moment::Spread => json!({ "phase": "spread", "alone": solve.alone, "multipliers": solve.solved.multipliers }),
        Moment::Multipliers => {
            json!({ "phase": "solved", "multipliers": solve.solved.multipliers, "accelerations": solve.solved.accelerations })
        }
        Moment::Later => {
            let all: Vec<&Vec<f64>> = mechanism.later.iter().map(|solved| &solved.multipliers).collect();
            json!({ "phase": "later", "multipliers": all })
        }
        Moment::Result => result(mechanism),
        Moment::Bead(moment) => mechanism.bead.as_ref().map_or(Value::Null, |study| super::bead::record(study, moment)),
    }
}

fn begun(mechanism: &Mechanism) -> Value {
    let system = &mechanism.start.system;
    let bodies = mechanism.member_of.iter().zip(&system.masses).zip(&mechanism.start.state.bodies).map(|((&member, mass), body)| {
        json!({ "name": mechanism.members[member].name, "inverse": mass.inverse(), "force": [mass.force.x, mass.force.y],
            "torque": mass.torque, "center": [body.center.x, body.center.y], "angle": body.angle,
            "velocity": [body.velocity.x, body.velocity.y], "spin": body.spin })
    });
    let joints = mechanism.joints.iter().map(|joint| json!({ "name": joint.name, "rows": joint.rows.clone().collect::<Vec<_>>() }));
    json!({ "phase": "begun", "bodies": bodies.collect::<Value>(), "joints": joints.collect::<Value>(), "seconds": mechanism.start.h,
        "k_s": system.feedback.stiffness, "k_d": system.feedback.damping, "left": mechanism.end.is_none() })
}

fn row(mechanism: &Mechanism, solve: &FirstSolve, k: usize) -> Value {
    let own = &solve.rows[k];
    json!({ "phase": "row", "row": k, "name": mechanism.rows[k].name, "bodies": own.parties, "jacobian": own.jacobian,
        "value": own.value, "speed": solve.speeds[k], "gamma": own.gamma })
}

fn turn(turn: &Turn) -> Value {
    let (row, swapped_with, pivot, upper) = match &turn.verdict {
        Verdict::Pivot { row, swapped_with, value, upper } => (Some(row), Some(swapped_with), Some(value), Some(upper)),
        Verdict::None { .. } => (None, None, None, None),
    };
    json!({ "phase": "column", "column": turn.column, "position": turn.position, "order": turn.order, "left": turn.candidates,
        "row": row, "swapped_with": swapped_with, "pivot": pivot, "factors": upper })
}

fn found(phase: &str, solve: &FirstSolve, found: &Found) -> Value {
    json!({ "phase": phase, "row": solve.row_of(found.row), "value": found.value })
}

fn dropped(solve: &FirstSolve) -> Value {
    solve.solved.dropped.iter().map(|dropped| json!({ "row": dropped.row, "conflict": dropped.conflict })).collect()
}

fn entries(matrix: &Matrix) -> Value {
    (0..matrix.rows()).map(|k| json!(matrix.row(k))).collect()
}

fn result(mechanism: &Mechanism) -> Value {
    let end = mechanism.end.as_ref();
    let name = |id| {
        let place = mechanism.start.joints.iter().position(|(joint, _)| *joint == id);
        place.map_or("", |place| mechanism.joints[place].name.as_str())
    };
    let impulses = end.map_or(&[][..], |end| &end.impulses);
    let impulses: Value = impulses.iter().map(|(id, impulses)| json!({ "joint": name(*id), "impulses": impulses })).collect();
    json!({ "phase": "result", "multipliers": end.map(|end| &end.multipliers), "impulses": impulses })
}
