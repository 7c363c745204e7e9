//! SAT: one axis at a time, both shadows on a ruler beside the shapes (S3).
//!
//! ```text
//!            ┌───┐           ruler: A's shadow ━━━━━━━━━
//!            │ A │╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┐  ━━━━━━━━━ B's shadow
//!            └───┘ ◇ B                     ├──┤ overlap, with sign
//! ```
//! The picture comes from [`crate::engine::narrow::sat::separate`] itself, run again on the inputs of the last manifold with a
//! recording probe.

use super::LensInput;
use super::pair::{Watched, farthest};
use crate::draw::quantity::{direction, length};
use crate::draw::{DrawList, Role};
use crate::engine::math::{Vec2, max, min, perp};
use crate::engine::narrow::sat::{self, AxisSource, SatStep, SatVerdict};
use crate::engine::tuning::SPECULATIVE_MARGIN;

/// Distance of the ruler from the shapes, and of A's and B's shadow from its line, points.
const RULER_PX: f32 = 44.0;
const TRACK_PX: f32 = 6.0;
/// Half the length of the drawn axis, points.
const AXIS_PX: f32 = 70.0;
/// A shape this many times larger than the other does not push the ruler away.
const ENDLESS: f32 = 3.0;

/// The steps that the engine's own test takes for the watched pair.
pub fn steps(input: &LensInput<'_>) -> Vec<SatStep> {
    Watched::new(input).map(|w| run(&w)).unwrap_or_default()
}

fn run(watched: &Watched<'_>) -> Vec<SatStep> {
    let mut steps = Vec::new();
    sat::separate(watched.a(), watched.b(), watched.pose_b_in_a(), SPECULATIVE_MARGIN, &mut steps);
    steps
}

/// How many axes were looked at.
pub fn turn_count(input: &LensInput<'_>) -> usize {
    steps(input).len()
}

/// The best axis among the first `count` steps, and its place.
fn best(steps: &[SatStep]) -> Option<(usize, &SatStep)> {
    steps.iter().enumerate().rfind(|(_, s)| matches!(s.verdict, SatVerdict::Best | SatVerdict::Separates))
}

/// The shown axis with its shadows, the best one so far, and at the last step the shortest way out.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let Some(watched) = Watched::new(input) else { return };
    let steps = run(&watched);
    let turn = input.turn.min(steps.len().saturating_sub(1));
    let Some(step) = steps.get(turn) else { return };
    let axis = watched.turned(step.axis);
    watched.ghosts(list);
    source(&watched, step, list);
    if step.verdict != SatVerdict::Duplicate {
        ruler(&watched, step, axis, list);
    }
    let middle = middle(&watched);
    let half = axis * AXIS_PX * watched.metres_per_px;
    list.line(Role::SeparatingAxis, middle - half, middle + half);
    list.label(Role::SeparatingAxis, middle + half, Vec2::new(8.0, 8.0), 5, format!("axis {} of {}", turn + 1, steps.len()));
    if let Some((index, best)) = best(&steps[..=turn]) {
        let is_last = turn + 1 == steps.len();
        if is_last && step.verdict != SatVerdict::Separates && best.separation < 0.0 {
            way_out(&watched, best, list);
        } else if index != turn {
            let tip = middle + watched.turned(best.axis) * (0.7 * AXIS_PX * watched.metres_per_px);
            list.arrow(Role::Contact, middle, tip);
            list.label(Role::Contact, tip, Vec2::new(8.0, -8.0), 4, format!("best so far {}", signed_length(best.separation)));
        }
    }
}

/// Between the nearest points of the two boxes: where the eye is.
fn middle(watched: &Watched<'_>) -> Vec2 {
    let (a, b) = (watched.points_a(), watched.points_b());
    let center = |points: &[Vec2]| points.iter().fold(Vec2::ZERO, |sum, &p| sum + p) / (points.len().max(1) as f32);
    let (size_a, size_b) = (extent(&a, watched.a().radius), extent(&b, watched.b().radius));
    if size_a > ENDLESS * size_b {
        center(&b)
    } else if size_b > ENDLESS * size_a {
        center(&a)
    } else {
        (center(&a) + center(&b)) * 0.5
    }
}

/// Diagonal of the shape's box, metres.
fn extent(points: &[Vec2], radius: f32) -> f32 {
    let first = points.first().copied().unwrap_or(Vec2::ZERO);
    let (low, high) = points.iter().fold((first, first), |(low, high), &p| (low.min(p), high.max(p)));
    (high - low).length() + 2.0 * radius
}

/// The edge or the two vertices that the axis comes from.
fn source(watched: &Watched<'_>, step: &SatStep, list: &mut DrawList) {
    let (a, b) = (watched.points_a(), watched.points_b());
    let edge = |points: &[Vec2], i: usize| Some((*points.get(i % points.len().max(1))?, *points.get((i + 1) % points.len().max(1))?));
    match step.source {
        AxisSource::EdgeOfA(i) => {
            if let Some((from, to)) = edge(&a, i) {
                list.line(Role::SeparatingAxis, from, to);
            }
        }
        AxisSource::EdgeOfB(i) => {
            if let Some((from, to)) = edge(&b, i) {
                list.line(Role::SeparatingAxis, from, to);
            }
        }
        AxisSource::Vertices { a: i, b: j } => {
            if let (Some(&p), Some(&q)) = (a.get(i), b.get(j)) {
                list.ring(Role::BodyA, p, 7.0);
                list.ring(Role::BodyB, q, 7.0);
                list.line(Role::SeparatingAxis, p, q);
            }
        }
    }
}

/// Both shadows on a line beside the shapes, where their ends come from, and the signed gap between them.
fn ruler(watched: &Watched<'_>, step: &SatStep, axis: Vec2, list: &mut DrawList) {
    let (a, b) = (watched.points_a(), watched.points_b());
    let (radius_a, radius_b) = (watched.a().radius, watched.b().radius);
    // The ruler stands on the side that looks up, or right when the axis stands upright.
    let side = perp(axis);
    let side = if side.y > 0.3 || (side.y > -0.3 && side.x > 0.0) { side } else { -side };
    let reach = |points: &[Vec2], radius: f32| farthest(points, radius, side).dot(side);
    let (size_a, size_b) = (extent(&a, radius_a), extent(&b, radius_b));
    let mut beside = f32::MIN;
    if size_a <= ENDLESS * size_b {
        beside = max(beside, reach(&a, radius_a));
    }
    if size_b <= ENDLESS * size_a {
        beside = max(beside, reach(&b, radius_b));
    }
    let px = watched.metres_per_px;
    let across = side * (beside + RULER_PX * px);
    // Shadows are measured from A's origin.
    let zero = watched.pose_a.position.dot(axis);
    let on_ruler = |t: f32| axis * (zero + t) + across;
    let track = side * TRACK_PX * px;
    for (role, shadow, points, radius, shift) in
        [(Role::ShadowA, step.shadow_a, &a, radius_a, track), (Role::ShadowB, step.shadow_b, &b, radius_b, -track)]
    {
        list.line(role, on_ruler(shadow.min) + shift, on_ruler(shadow.max) + shift);
        for (end, along) in [(shadow.min, -axis), (shadow.max, axis)] {
            list.line(Role::Projection, farthest(points, radius, along), on_ruler(end) + shift);
        }
    }
    let (low, high) = (min(step.shadow_a.min, step.shadow_b.min), max(step.shadow_a.max, step.shadow_b.max));
    list.line(Role::Projection, on_ruler(low), on_ruler(high));
    gap(step, on_ruler(step.shadow_a.max), on_ruler(step.shadow_b.min), track, list);
    if step.verdict == SatVerdict::Separates {
        let between = axis * (zero + 0.5 * (step.shadow_a.max + step.shadow_b.min));
        let along = side * (extent(&a, radius_a) + extent(&b, radius_b)).min(400.0 * px);
        let center = between + side * middle(watched).dot(side);
        list.line(Role::SeparatingAxis, center - along * 0.6, center + along * 0.6);
    }
}

/// From the end of A's shadow to the start of B's: a gap when it runs forward, an overlap when it runs back.
fn gap(step: &SatStep, end_a: Vec2, start_b: Vec2, track: Vec2, list: &mut DrawList) {
    let shift = track * 3.0;
    for end in [end_a, start_b] {
        list.line(Role::Text, end + shift * 0.6, end + shift * 1.4);
    }
    list.line(Role::Text, end_a + shift, start_b + shift);
    let away = Vec2::new(track.x, track.y) * (12.0 / track.length().max(1e-9));
    let text = format!("separation {}", signed_length(step.separation));
    list.label(Role::Text, (end_a + start_b) * 0.5 + shift, away, 8, text);
}

/// The minimum translation: B moved by the depth along the best axis no longer overlaps A.
fn way_out(watched: &Watched<'_>, best: &SatStep, list: &mut DrawList) {
    let axis = watched.turned(best.axis);
    let from = farthest(&watched.points_b(), watched.b().radius, -axis);
    let to = from - axis * best.separation;
    list.arrow(Role::Contact, from, to);
    list.dot(Role::Contact, from, 3.5);
    let text = format!("shortest way out: B by {}", length(-best.separation));
    list.label(Role::Contact, to, Vec2::new(10.0, -10.0), 7, text);
}

/// Millimetres or metres, with the sign in front.
fn signed_length(metres: f32) -> String {
    if metres > 0.0 { format!("+{}", length(metres)) } else { length(metres) }
}

/// What the shown axis is, what its shadows say, and what the test did with it.
pub fn turn_text(input: &LensInput<'_>) -> Option<String> {
    let watched = Watched::new(input)?;
    let steps = run(&watched);
    let turn = input.turn.min(steps.len().checked_sub(1)?);
    let step = steps.get(turn)?;
    let (a, b) = (watched.name_a, watched.name_b);
    let origin = match step.source {
        AxisSource::EdgeOfA(i) => format!("the normal of edge {i} of {a}"),
        AxisSource::EdgeOfB(i) => format!("the normal of edge {i} of {b}"),
        AxisSource::Vertices { a: i, b: j } => format!("from vertex {i} of {a} to vertex {j} of {b}"),
    };
    let is_end = turn + 1 == steps.len() && step.verdict != SatVerdict::Separates;
    let conclusion = if is_end { conclusion(&steps, a, b) } else { String::new() };
    Some(format!("Axis {} of {}: {origin}{}.{conclusion}", turn + 1, steps.len(), finding(&watched, &steps, turn)))
}

/// What the shadows on an axis say, and what the test did with it.
fn finding(watched: &Watched<'_>, steps: &[SatStep], turn: usize) -> String {
    let step = &steps[turn];
    if step.verdict == SatVerdict::Duplicate {
        return ", parallel to one tested already: skipped".to_string();
    }
    let axis = watched.turned(step.axis);
    let n = direction(axis.x, axis.y);
    let shadows = if step.separation < 0.0 {
        format!("overlap by {}", length(-step.separation))
    } else {
        format!("leave a gap of {}", length(step.separation))
    };
    let earlier = best(&steps[..turn]).map(|(index, best)| (index + 1, best.separation));
    let verdict = match (step.verdict, earlier) {
        (SatVerdict::Separates, _) => "this gap proves that they are apart, so the test ends here".to_string(),
        (SatVerdict::Best, Some((index, _))) => format!("better than axis {index}: kept as the best so far"),
        (SatVerdict::Best, None) => "the first one: kept as the best so far".to_string(),
        (_, Some((index, separation))) => format!("axis {index} stays the best with {}", signed_length(separation)),
        (_, None) => "not kept".to_string(),
    };
    format!(", n = {n}. On it the shadows {shadows}; {verdict}")
}

fn conclusion(steps: &[SatStep], a: &str, b: &str) -> String {
    match best(steps) {
        Some((_, s)) if s.separation < 0.0 => {
            format!(" No axis separates {a} and {b}: they overlap, and the shortest way out is {}.", length(-s.separation))
        }
        Some((_, s)) => format!(" {a} and {b} are apart by {}, near enough to be watched as a contact.", length(s.separation)),
        None => String::new(),
    }
}
