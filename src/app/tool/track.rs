//! Drawing a track by hand: the curve that a point of a body shall stay on.
//!
//! What is drawn becomes the cubic Bézier curve that comes nearest to it: both ends are kept, the inner control points
//! are found by least squares, and the parameters of the drawn points are improved by Newton steps in between
//! (P. J. Schneider, "An algorithm for automatically fitting digitized curves", Graphics Gems, 1990).

use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::command::document::DocumentCommand;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::{DrawList, Primitive, Role};
use crate::engine::body::BodyId;
use crate::engine::joint::Track;
use crate::engine::lagrange::curve::{bezier, nearest};
use crate::engine::math::Vec2;
use crate::scene::document::JointDoc;
use glam::DVec2;

/// Drawn points nearer to each other than this become one, points of the screen.
const STEP_PX: f32 = 4.0;
/// Most drawn points that are kept; then every second one goes.
const MOST_POINTS: usize = 400;
/// Rounds of least squares and Newton steps.
const ROUNDS: usize = 12;
/// The body's centre is the bead when the curve passes it nearer than this, points of the screen.
const CENTER_PX: f32 = 16.0;
/// Corners of the curve in the preview.
const CORNERS: usize = 40;

/// Collects the points of the drag; at its end the joint is made.
pub(super) fn pointer(app: &mut App, event: PointerEvent) {
    match event {
        PointerEvent::Press(p) => {
            let from = app.join_point(p.world, None);
            app.tool.gesture = Gesture::Drag { from };
            app.tool.vertices = vec![from];
        }
        PointerEvent::Move(p) => collect(app, p.world),
        PointerEvent::Release(p) => {
            collect(app, p.world);
            if matches!(app.tool.gesture, Gesture::Drag { .. }) {
                add(app);
            }
            app.tool.give_up();
        }
        PointerEvent::DoubleClick(_) | PointerEvent::Leave => {}
    }
}

fn collect(app: &mut App, at: Vec2) {
    let step = STEP_PX * app.camera.metres_per_px();
    let vertices = &mut app.tool.vertices;
    if vertices.last().is_some_and(|last| (*last - at).length() >= step) {
        vertices.push(at);
    }
    if vertices.len() > MOST_POINTS {
        let mut number = 0;
        vertices.retain(|_| {
            number += 1;
            number % 2 == 1
        });
    }
}

/// The drawn curve, the body on it, and where on the body it is held.
fn plan(app: &App) -> Result<([Vec2; 4], String, Vec2), &'static str> {
    let path = &app.tool.vertices;
    let (Some(first), Some(last)) = (path.first(), path.last()) else { return Err("Draw a curve.") };
    let long: f32 = path.windows(2).map(|two| (two[1] - two[0]).length()).sum();
    if path.len() < 3 || long < CENTER_PX * app.camera.metres_per_px() {
        return Err("Press on a body and draw the curve that it shall stay on.");
    }
    let on = |p: Vec2| app.bodies_at(p).into_iter().find(|id| app.is_dynamic(*id));
    let body: BodyId = path.iter().find_map(|p| on(*p)).ok_or("The curve passes no body that can move: begin on one.")?;
    let name = app.name_of(body).ok_or("This body cannot be joined.")?;
    let curve = fit(path);
    let center = app.stage().world().body(body).map_or(*first, |body| body.center);
    let bead = if on(*first) == Some(body) {
        *first
    } else if on(*last) == Some(body) {
        *last
    } else {
        let wide = curve.map(|p| p.as_dvec2());
        bezier(&wide, nearest(&wide, center.as_dvec2()))[0].as_vec2()
    };
    let is_near = (bead - center).length() <= CENTER_PX * app.camera.metres_per_px();
    Ok((curve, name, if is_near { center } else { bead }))
}

fn add(app: &mut App) {
    match plan(app) {
        Ok((curve, body_b, bead)) => {
            let kind = Track { points: curve.map(|p| p - bead) };
            app.apply(DocumentCommand::Add(JointDoc { body_b, ..JointDoc::at(bead, kind) }.into()));
        }
        Err(why) => app.notify(NoticeKind::Warning, why),
    }
}

/// What was drawn, the curve that it becomes, and the body on it.
pub(super) fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let Some(pointer) = pointer else { return };
    if !matches!(app.tool.gesture, Gesture::Drag { .. }) {
        let body = app.bodies_at(pointer.world).into_iter().find(|id| app.is_dynamic(*id)).and_then(|id| app.name_of(id));
        app.light(body.as_deref(), Role::BodyB, list);
        return;
    }
    list.polyline(Role::Projection, app.tool.vertices.iter().copied());
    match plan(app) {
        Ok((curve, body, bead)) => {
            app.light(Some(&body), Role::BodyB, list);
            list.polyline(Role::Preview, corners(&curve));
            list.push(Role::Joint, Primitive::Ring { at: bead, radius_px: 7.0 });
            list.label(Role::Text, pointer.world, Vec2::new(16.0, 16.0), 9, format!("{body} on the track"));
        }
        Err(why) => list.label(Role::Text, pointer.world, Vec2::new(16.0, 16.0), 9, why),
    }
}

fn corners(curve: &[Vec2; 4]) -> Vec<Vec2> {
    let wide = curve.map(|p| p.as_dvec2());
    (0..=CORNERS).map(|k| bezier(&wide, k as f64 / CORNERS as f64)[0].as_vec2()).collect()
}

/// The cubic Bézier curve from the first to the last of some points that comes nearest to the others.
fn fit(path: &[Vec2]) -> [Vec2; 4] {
    let points: Vec<DVec2> = path.iter().map(|p| p.as_dvec2()).collect();
    let (first, last) = (points[0], points[points.len() - 1]);
    let mut parameters = by_chords(&points);
    let mut curve = [first, first.lerp(last, 1.0 / 3.0), first.lerp(last, 2.0 / 3.0), last];
    for _ in 0..ROUNDS {
        let Some(inner) = least_squares(&points, &parameters) else { break };
        curve = [first, inner[0], inner[1], last];
        for (parameter, point) in parameters.iter_mut().zip(&points) {
            let [on, rate, bend] = bezier(&curve, *parameter);
            let slope = rate.length_squared() + (on - *point).dot(bend);
            if slope > 0.0 {
                *parameter = (*parameter - (on - *point).dot(rate) / slope).clamp(0.0, 1.0);
            }
        }
    }
    curve.map(|p| p.as_vec2())
}

/// A parameter for each point: how far along the drawn line it is.
fn by_chords(points: &[DVec2]) -> Vec<f64> {
    let mut way = 0.0;
    let ways: Vec<f64> = std::iter::once(0.0)
        .chain(points.windows(2).map(|two| {
            way += (two[1] - two[0]).length();
            way
        }))
        .collect();
    ways.iter().map(|own| if way > 0.0 { own / way } else { 0.0 }).collect()
}

/// The inner control points of least sum of squared distances for these parameters.
fn least_squares(points: &[DVec2], parameters: &[f64]) -> Option<[DVec2; 2]> {
    let (first, last) = (points[0], points[points.len() - 1]);
    let (mut aa, mut ab, mut bb, mut right) = (0.0, 0.0, 0.0, [DVec2::ZERO; 2]);
    for (point, &s) in points.iter().zip(parameters) {
        let r = 1.0 - s;
        let [a, b] = [3.0 * r * r * s, 3.0 * r * s * s];
        let left = *point - r * r * r * first - s * s * s * last;
        (aa, ab, bb) = (aa + a * a, ab + a * b, bb + b * b);
        right = [right[0] + a * left, right[1] + b * left];
    }
    let determinant = aa * bb - ab * ab;
    // Three points or so leave one of the two free.
    (determinant > 1e-9 * aa * bb).then(|| [(bb * right[0] - ab * right[1]) / determinant, (aa * right[1] - ab * right[0]) / determinant])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_bezier_curve_is_found_again() {
        let curve = [(-3.0, 1.0), (-1.0, -2.0), (2.0, -2.5), (3.0, 2.0)].map(|(x, y)| Vec2::new(x, y));
        let found = fit(&corners(&curve));
        let drawn = corners(&found);
        let wide = curve.map(|p| p.as_dvec2());
        for p in drawn {
            let gap = (bezier(&wide, nearest(&wide, p.as_dvec2()))[0].as_vec2() - p).length();
            // Two pixels of a canvas that holds this curve of 9 m: the parameters converge slowly.
            assert!(gap < 2e-2, "{gap}");
        }
    }

    #[test]
    fn a_straight_stroke_becomes_a_straight_track() {
        let found = fit(&[Vec2::ZERO, Vec2::new(1.0, 0.5), Vec2::new(4.0, 2.0)]);
        assert!(corners(&found).iter().all(|p| (p.y - 0.5 * p.x).abs() < 1e-5), "{found:?}");
    }
}
