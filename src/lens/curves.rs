//! Curves of the scene, the ways of rays with the normals where they are reflected, and crossings.
//!
//! Places of crossings and reflections are the stage's: [`crate::scene::plane_curves`].

use crate::draw::quantity::fixed;
use crate::draw::{DrawList, Role, path};
use crate::engine::math::{Vec2, direction};
use crate::scene::document::{PlaneCurve, PlaneCurveDoc};
use crate::scene::plane_curves::{Crossed, Crossing, Leg, Meets, RAY_REACH};
use crate::scene::stage::Stage;

/// Lines are drawn so far beyond their two points, metres.
const LINE_REACH: f32 = RAY_REACH;
/// Pieces that a Bézier curve is drawn in.
const PIECES: u32 = 64;
/// Pieces that a circle is drawn in.
const CIRCLE_PIECES: usize = 96;
/// Length of the normals at reflections, metres.
const NORMAL: f32 = 0.5;
/// Crossings of a selected curve that get words.
const MOST_WORDS: usize = 12;

/// All curves, rays and crossings.
pub fn draw(stage: &Stage, list: &mut DrawList) {
    for (index, doc) in stage.curves().iter().enumerate() {
        let Some(placed) = stage.placed_curve(doc) else { continue };
        one(stage, Role::Curve((index % 8) as u8), &placed, list);
    }
    for crossing in stage.curve_crossings() {
        match crossing.other {
            // Where a ray meets bodies its legs end.
            Crossed::Body(_) if is_ray(stage, &crossing.curve) => {}
            _ => mark(&crossing, list),
        }
    }
}

fn is_ray(stage: &Stage, id: &str) -> bool {
    stage.curves().iter().any(|curve| curve.id == id && matches!(curve.kind, PlaneCurve::Ray { .. }))
}

fn one(stage: &Stage, role: Role, placed: &PlaneCurve, list: &mut DrawList) {
    match placed {
        PlaneCurve::Ray { a, b, bounces } => {
            let legs = stage.ray_path(*a, *b, *bounces);
            list.dot(role, *a, 4.0);
            for leg in &legs {
                list.line(role, leg.from, leg.to);
            }
            legs.iter().for_each(|leg| normal(leg, list));
        }
        _ => list.polyline(role, sampled(placed)),
    }
}

/// Where a ray is reflected: the point and the normal.
fn normal(leg: &Leg, list: &mut DrawList) {
    if let Some((_, normal)) = &leg.hit {
        list.arrow(Role::SeparatingAxis, leg.to, leg.to + NORMAL * *normal);
        list.dot(Role::Contact, leg.to, 3.5);
    }
}

fn mark(crossing: &Crossing, list: &mut DrawList) {
    match crossing.how {
        Meets::Coincides => return, // there is no place to mark
        Meets::Crosses => {}
        Meets::Touches => list.ring(Role::Contact, crossing.point, 8.0),
        Meets::Overlaps(to) => list.cross(Role::Contact, to, 5.0),
    }
    list.cross(Role::Contact, crossing.point, 5.0);
}

/// A curve that a tool would make.
pub fn preview(stage: &Stage, placed: &PlaneCurve, list: &mut DrawList) {
    one(stage, Role::Preview, placed, list);
}

/// Points along a curve; of a ray only its begin and `b`.
pub fn sampled(curve: &PlaneCurve) -> Vec<Vec2> {
    match curve {
        PlaneCurve::Line { a, b } => {
            let way = direction(*b - *a).map_or(Vec2::X, |(unit, _)| unit) * LINE_REACH;
            vec![*a - way, *b + way]
        }
        PlaneCurve::Segment { a, b } | PlaneCurve::Ray { a, b, .. } => vec![*a, *b],
        PlaneCurve::Circle { center, radius } => {
            let start = Vec2::new(*radius, 0.0);
            path::arc(*center, start, std::f32::consts::TAU, CIRCLE_PIECES).chain([*center + start]).collect()
        }
        PlaneCurve::Bezier { points, weights } => PlaneCurve::bezier(points, weights)
            .map(|curve| (0..=PIECES).map(|k| curve.point(f64::from(k) / f64::from(PIECES)).as_vec2()).collect())
            .unwrap_or_default(),
    }
}

/// Points along a curve of the scene as it stands now.
pub fn line_of(stage: &Stage, curve: &PlaneCurveDoc) -> Vec<Vec2> {
    match stage.placed_curve(curve) {
        Some(PlaneCurve::Ray { a, b, bounces }) => {
            let legs = stage.ray_path(a, b, bounces);
            legs.iter().map(|leg| leg.from).chain(legs.last().map(|leg| leg.to)).collect()
        }
        Some(placed) => sampled(&placed),
        None => Vec::new(),
    }
}

/// Parameters and places of a curve's crossings.
pub fn words(stage: &Stage, id: &str, list: &mut DrawList) {
    let own = |crossing: &Crossing| crossing.curve == id || crossing.other == Crossed::Curve(id.to_owned());
    for crossing in stage.curve_crossings().iter().filter(|c| own(c)).take(MOST_WORDS) {
        let at = format!("({}, {})", fixed(crossing.point.x, 2), fixed(crossing.point.y, 2));
        let words = if crossing.curve == id { format!("t = {} · {at}", fixed(crossing.t as f32, 3)) } else { at };
        list.label(Role::Text, crossing.point, Vec2::new(10.0, 10.0), 6, words);
    }
}
