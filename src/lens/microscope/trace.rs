//! The trace: a film as JSON, in the one form that `collidoscope trace`, `collidoscope film` and the window's export
//! write.
//!
//! ```text
//! { format, version, algorithm, pair, shapes, step, narrow_phase, margin, exact, a, b,
//!   records: what the engine's probe recorded, one a step of the algorithm        ─┐ `record` of a step is a place in this list
//!   steps:   the frames of the film: heading, reason, formulas, numbers, source   ─┘ several frames may show parts of one record
//!   result:  { outcome, sentence, distance | distance_at_least | depth, normal, points, point_a, point_b, fraction } }
//! ```
//! All places and directions are in the world, all numbers SI; normals point from A to B. A shadow on an axis is
//! measured from A's origin. The form has a version; [`SCHEMA`] is its JSON Schema (`collidoscope schema trace`).

pub use super::recorded::Recorded;
use super::{Film, Line, PlacedShape, Quantity, Specimen, Unit};
use crate::engine::math::{Pose, Vec2};
use crate::engine::narrow::gjk::SupportPoint;
use crate::engine::narrow::{NarrowPhase, collide};
use crate::engine::probe::NoProbe;
use serde_json::{Map, Value, json};

/// The first two keys of a trace.
pub const FORMAT: &str = "collidoscope-trace";
/// Number of the form. It grows when a reader of the form before would misread the next.
pub const VERSION: u32 = 1;
/// JSON Schema of the form.
pub const SCHEMA: &str = include_str!("trace.schema.json");

/// The film as text.
pub fn to_json(film: &Film) -> String {
    serde_json::to_string_pretty(&trace(film)).map(|text| text + "\n").unwrap_or_default()
}

/// The film as a value.
pub fn trace(film: &Film) -> Value {
    let s = &film.specimen;
    let recorded = film.reel.recorded(s);
    let steps: Vec<Value> = (0..film.frames.len()).map(|index| step(film, index, recorded.as_ref())).collect();
    let mut trace = json!({
        "format": FORMAT, "version": VERSION,
        "algorithm": film.microscope.id,
        "pair": [s.a.name, s.b.name],
        "narrow_phase": word(s.narrow_phase),
        "margin": number(s.options.margin),
        "exact": number(s.reach().exact),
        "a": side(&s.a), "b": side(&s.b),
        "result": result(film, recorded.as_ref()),
        "steps": steps,
        "records": recorded.map_or(Vec::new(), |recorded| recorded.steps),
    });
    if let Some(scene) = &s.scene {
        let index = |id| scene.stage.shape_index(id);
        if let (Some(a), Some(b)) = (index(scene.pair.0), index(scene.pair.1)) {
            trace["shapes"] = json!([a, b]);
        }
        trace["step"] = json!(scene.stage.step_count());
    }
    trace
}

/// One frame.
fn step(film: &Film, index: usize, recorded: Option<&Recorded>) -> Value {
    let frame = film.frame(index);
    let numbers: Vec<Value> = frame.card.quantities().map(quantity).collect();
    let lines: Vec<String> = frame.card.lines.iter().map(Line::words).collect();
    let mut told = json!({ "frame": index, "turn": frame.iteration, "heading": frame.heading, "reason": frame.reason, "source": frame.line,
        "lines": lines, "numbers": numbers });
    if let Some(group) = film.group_of(index) {
        told["stage"] = json!({ "name": group.name, "spared": group.is_hollow });
    }
    if let Some(inside) = film.inside(index) {
        told["inside"] = json!({ "algorithm": inside.microscope, "frame": inside.frame });
    }
    if let Some(record) = recorded.and_then(|recorded| *recorded.of_frame.get(index)?) {
        told["record"] = json!(record);
    }
    told
}

fn quantity(q: &Quantity) -> Value {
    let unit = match q.unit {
        Unit::Length => "m",
        Unit::Area => "m²",
        Unit::None | Unit::Share | Unit::Count => "1",
        Unit::Angle | Unit::AngleInRadians => "rad",
        Unit::AngleSeconds => "rad·s",
        Unit::Speed => "m/s",
        Unit::Impulse => "N·s",
        Unit::SpinInRadians => "rad/s",
        Unit::AngularImpulse => "N·m·s",
        Unit::Mass => "kg",
        Unit::Force => "N",
        Unit::Torque => "N·m",
        Unit::Spin => "rad/s",
        Unit::Acceleration => "m/s²",
        Unit::SpinUp => "rad/s²",
    };
    json!({ "symbol": q.symbol, "value": number(q.value), "unit": unit, "text": q.text() })
}

fn side(sample: &PlacedShape) -> Value {
    let core = sample.shape.convex();
    let points: Vec<Value> = core.points.iter().map(|&p| vector(p)).collect();
    json!({ "name": sample.name, "shape": sample.shape.word(), "position": vector(sample.pose.position),
        "angle": number(sample.pose.rotation.angle()), "core": points, "radius": number(core.radius) })
}

fn result(film: &Film, recorded: Option<&Recorded>) -> Value {
    let s = &film.specimen;
    let bare;
    let told = match recorded {
        Some(recorded) => recorded,
        None => {
            let outcome = match film.separation {
                Some(gap) if gap <= 0.0 => "overlap",
                Some(_) => "separated",
                None => "done",
            };
            let (separation, normal, points_by) = (film.separation, film.normal, Some(s.narrow_phase));
            bare = Recorded { outcome: outcome.into(), separation, normal, points_by, ..Recorded::default() };
            &bare
        }
    };
    let mut result = Map::new();
    result.insert("outcome".into(), json!(told.outcome));
    result.insert("sentence".into(), json!(film.outcome));
    if let Some(gap) = told.separation {
        if gap < 0.0 {
            result.insert("depth".into(), number(-gap));
        } else {
            let name = if told.is_bound { "distance_at_least" } else { "distance" };
            result.insert(name.into(), number(gap));
        }
    }
    result.insert("normal".into(), told.normal.map_or(Value::Null, vector));
    result.insert("points".into(), told.points_by.map_or_else(|| json!([]), |method| points(s, method)));
    if let Some([a, b]) = told.witnesses {
        result.insert("point_a".into(), vector(a));
        result.insert("point_b".into(), vector(b));
    }
    if let Some(fraction) = told.fraction {
        result.insert("fraction".into(), number(fraction));
    }
    Value::Object(result)
}

/// The contact points that the world makes of the pair with a narrow phase.
fn points(s: &Specimen, method: NarrowPhase) -> Value {
    let manifold = collide(&s.a.shape, &s.b.shape, s.pose_b_in_a(), method, s.options.margin, &mut NoProbe);
    let (manifold, _) = s.without_hidden_edges(manifold);
    manifold.points().iter().map(|p| json!({ "position": vector(s.at(p.position)), "separation": number(p.separation) })).collect()
}

// ---- how values are written

/// A number with no more digits than bring its bits back. JSON has none for what is not finite: `null`.
pub(super) fn number(value: f32) -> Value {
    value.to_string().parse::<f64>().map_or(Value::Null, Value::from)
}

/// `[x, y]`.
pub(super) fn vector(v: Vec2) -> Value {
    json!([number(v.x), number(v.y)])
}

/// Position and angle of a body's frame.
pub(super) fn pose(pose: Pose) -> Value {
    json!({ "position": vector(pose.position), "angle": number(pose.rotation.angle()) })
}

/// The name of a case in lower case: `OutOfTurns` is `out_of_turns`.
pub(super) fn word(case: impl std::fmt::Debug) -> String {
    let mut out = String::new();
    for letter in format!("{case:?}").chars() {
        if letter.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

/// A point of the difference and the vertices that make it.
pub(super) fn support(s: &Specimen, point: &SupportPoint) -> Value {
    json!({ "w": vector(s.turned(point.w)), "point_a": vector(s.at(point.point_a)), "point_b": vector(s.at(point.point_b)),
        "index_a": point.index_a, "index_b": point.index_b })
}
