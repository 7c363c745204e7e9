//! Handles of a curve: its points, new ones between the control points of a Bézier curve, the radius of a circle.

use super::{Dragged, Handle, Part};
use crate::draw::quantity::{fixed, length};
use crate::engine::curve::bezier::MOST_POINTS;
use crate::engine::math::{Pose, Vec2, clamp};
use crate::engine::tuning;
use crate::scene::document::{PlaneCurve, PlaneCurveDoc};

/// The handles of a curve whose places are in the frame `pose`.
pub fn handles(curve: &PlaneCurveDoc, pose: Pose) -> Vec<Handle> {
    let any = |part, at: Vec2| Handle { part, at, along: Vec2::ZERO };
    let places = curve.kind.placed(pose).places();
    let mut found: Vec<Handle> = places.iter().enumerate().map(|(k, &at)| any(Part::CurvePoint(k), at)).collect();
    match &curve.kind {
        PlaneCurve::Bezier { .. } if places.len() < MOST_POINTS => {
            found.extend(places.windows(2).enumerate().map(|(k, two)| any(Part::NewCurvePoint(k), 0.5 * (two[0] + two[1]))));
        }
        PlaneCurve::Circle { radius, .. } => {
            found.push(Handle { part: Part::Rim, at: places[0] + pose.rotation.rotate(Vec2::new(*radius, 0.0)), along: Vec2::ZERO });
        }
        _ => {}
    }
    found
}

/// What becomes of the curve when a handle goes to `to` (world, metres).
///
/// # Errors
/// Why it cannot go there.
pub fn drag(curve: &PlaneCurveDoc, pose: Pose, part: Part, to: Vec2) -> Result<Dragged<PlaneCurveDoc>, String> {
    let mut thing = curve.clone();
    let place = pose.inv_transform_point(to);
    let words = match part {
        Part::CurvePoint(k) => {
            if let Some(at) = thing.kind.places_mut().into_iter().nth(k) {
                *at = place;
            }
            format!("({}, {}) m", fixed(to.x, 2), fixed(to.y, 2))
        }
        Part::NewCurvePoint(k) => {
            let PlaneCurve::Bezier { points, weights } = &mut thing.kind else { return Err("This curve has no control points.".into()) };
            points.insert(k + 1, place);
            if !weights.is_empty() {
                weights.insert(k + 1, 1.0);
            }
            format!("degree {}", points.len() - 1)
        }
        Part::Rim => {
            let PlaneCurve::Circle { center, radius } = &mut thing.kind else { return Err("This curve has no radius.".into()) };
            *radius = clamp((place - *center).length(), tuning::MIN_SIZE, tuning::MAX_SIZE);
            format!("radius {}", length(*radius))
        }
        _ => return Err("A curve has no such handle.".into()),
    };
    Ok(Dragged { thing, words })
}

/// The curve without a control point.
///
/// # Errors
/// Two points are the fewest, and only Bézier curves have more.
pub fn without_point(curve: &PlaneCurveDoc, index: usize) -> Result<PlaneCurveDoc, String> {
    let mut fewer = curve.clone();
    match &mut fewer.kind {
        PlaneCurve::Bezier { points, weights } if points.len() > 2 && index < points.len() => {
            points.remove(index);
            if index < weights.len() {
                weights.remove(index);
            }
            Ok(fewer)
        }
        _ => Err("A curve needs two points.".into()),
    }
}
