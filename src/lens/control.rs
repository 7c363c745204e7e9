//! Controllers: where each body goes, and the three parts of its push as arrows.
//!
//! ```text
//!              ↑ P   ↑ I   ↓ D      the heading's parts stand across the nose: to the left turns left
//!     ●━━━━━━━━┷━━━━━┷━━━━━┷━▶      facing
//!      ╲
//!       ╲ wanted                    the drive's parts start at the centre, P, I and D beside each other
//! ```
//!
//! Each loop is drawn to its own scale: an output at its limit is an arrow of a fixed length on the screen.

use super::kind::{Lens, LensInput};
use crate::draw::{DrawList, Primitive, Role};
use crate::engine::body::{Body, BodyId};
use crate::engine::math::{Rot, Vec2, perp};
use crate::guidance::control::pid::PidStep;
use crate::scene::control::{ControlDoc, Mover};
use crate::scene::stage::Stage;
use crate::scene::steering::Steering;
use std::collections::BTreeSet;

/// The lens of this file.
pub const CONTROL: Lens = Lens {
    id: "control",
    name: "Control",
    explanation: "Where controlled bodies go, where they should face, and P, I and D of their controllers as arrows; the longest arrow there can be is the limit of the output.",
    role: Role::Curve(0),
    needs_pair: false,
    nothing,
    draw,
};

/// Length of an output at its limit, points.
const LIMIT_PX: f32 = 48.0;
/// Longest arrow, points: the sum may be far beyond the limit.
const LONGEST_PX: f32 = 110.0;
/// Shortest arrow that is drawn, points.
const SHORTEST_PX: f32 = 1.5;
/// Shortest arrow that has its letter, points.
const SHORTEST_LABELLED_PX: f32 = 9.0;
/// Where a body's name stands, points from its centre.
const NAME_PX: Vec2 = Vec2::new(-16.0, -34.0);
/// Where the three parts stand along the nose, points from the centre.
const ALONG_PX: [f32; 3] = [34.0, 48.0, 62.0];
/// Length of the lines of facing and of what is wanted, points.
const NOSE_PX: f32 = 76.0;
/// With more controllers than this, letters and courses would cover the picture.
const MOST_LABELLED: usize = 12;
/// The three parts: their letters.
const LETTERS: [&str; 3] = ["P", "I", "D"];

/// See [`Lens::nothing`].
fn nothing(input: &LensInput<'_>) -> Option<&'static str> {
    input.stage.controls().next().is_none().then_some("no controller yet: select a body and give it one in the inspector.")
}

/// All controllers.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let bodies: BTreeSet<BodyId> = input.stage.controls().map(|(body, _)| body).collect();
    draw_some(input.stage, &bodies, input.metres_per_px, list);
}

/// The controllers of these bodies; those without one are left out.
pub fn draw_some(stage: &Stage, bodies: &BTreeSet<BodyId>, metres_per_px: f32, list: &mut DrawList) {
    for (id, doc) in stage.controls().filter(|(id, _)| bodies.contains(id)) {
        let (Some(steering), Some(body)) = (stage.steering(id), stage.world().body(id)) else { continue };
        let labelled = bodies.len() <= MOST_LABELLED;
        course(doc, &steering, body, metres_per_px, list);
        if let (true, true, Some(name)) = (labelled, bodies.len() > 1, stage.names().bodies.name(id)) {
            list.label(Role::Text, body.center, NAME_PX, 2, name);
        }
        heading(doc, &steering, body, metres_per_px, labelled, list);
        drive(doc, &steering, body, metres_per_px, labelled, list);
    }
}

/// The way that is left, waypoint by waypoint, and the goal.
fn course(doc: &ControlDoc, steering: &Steering, body: &Body, mpp: f32, list: &mut DrawList) {
    let Some(goal) = steering.goal else { return };
    if doc.speed > 0.0 {
        list.line(Role::Projection, body.center, goal);
    }
    list.push(Role::Prediction, Primitive::Ring { at: goal, radius_px: 7.0 });
    if doc.target.is_some() || doc.waypoints.len() < 2 {
        return;
    }
    for (index, waypoint) in doc.waypoints.iter().enumerate() {
        let left_behind = !doc.repeat && (index as u64) < steering.state.waypoints_reached();
        let role = if left_behind { Role::Projection } else { Role::Prediction };
        list.push(role, Primitive::Ring { at: *waypoint, radius_px: 4.0 });
        if doc.reach > 8.0 * mpp {
            list.polyline(Role::Projection, crate::draw::path::arc(*waypoint, Vec2::new(doc.reach, 0.0), 2.0 * std::f32::consts::PI, 32));
        }
    }
    let next = steering.state.reached as usize % doc.waypoints.len();
    let ahead = doc.waypoints[next..].iter().copied();
    list.polyline(Role::Prediction, ahead);
    if let (true, [first, .., last]) = (doc.repeat, &doc.waypoints[..]) {
        list.line(Role::Projection, *last, *first);
    }
}

/// Facing, what is wanted, and the three parts across the nose.
fn heading(doc: &ControlDoc, steering: &Steering, body: &Body, mpp: f32, labelled: bool, list: &mut DrawList) {
    let nose = body.pose.rotation.x_axis();
    let wanted = Rot::from_angle(steering.wanted_angle).x_axis();
    list.line(Role::Heading, body.center, body.center + nose * (NOSE_PX * mpp));
    list.line(Role::Prediction, body.center, body.center + wanted * (NOSE_PX * mpp));
    let spoke = nose * (NOSE_PX * 0.92 * mpp);
    list.polyline(Role::Prediction, crate::draw::path::arc(body.center, spoke, steering.heading.error as f32, 24));
    for (part, value) in parts(&steering.heading).into_iter().enumerate() {
        let from = body.center + nose * (ALONG_PX[part] * mpp);
        arrow(part, from, perp(nose), scaled(value, doc.max_angular_acceleration), mpp, labelled, list);
    }
}

/// The three parts of the drive, from the centre.
fn drive(doc: &ControlDoc, steering: &Steering, body: &Body, mpp: f32, labelled: bool, list: &mut DrawList) {
    let across = perp(steering.towards);
    for part in 0..LETTERS.len() {
        let vector = steering.drive_vector(|step| parts(step)[part]);
        let size = vector.length();
        if size > 0.0 {
            let place = (part as f32 - 1.0) * 7.0 * mpp * if doc.mover == Mover::Missile { 1.0 } else { 0.0 };
            let px = scaled(size.into(), doc.max_acceleration);
            arrow(part, body.center + across * place, vector / size, px, mpp, labelled, list);
        }
    }
}

fn parts(step: &PidStep) -> [f64; 3] {
    [step.p, step.i, step.d]
}

/// Length of an arrow, points.
fn scaled(value: f64, limit: f32) -> f32 {
    let px = value as f32 / if limit > 0.0 { limit } else { 1.0 } * LIMIT_PX;
    crate::engine::math::clamp(px, -LONGEST_PX, LONGEST_PX)
}

fn arrow(part: usize, from: Vec2, along: Vec2, px: f32, mpp: f32, labelled: bool, list: &mut DrawList) {
    if px.abs() < SHORTEST_PX {
        return;
    }
    let role = Role::Curve(part as u8);
    let tip = from + along * (px * mpp);
    list.arrow(role, from, tip);
    if labelled && px.abs() > SHORTEST_LABELLED_PX {
        list.label(role, tip, Vec2::new(5.0, 4.0), 3, LETTERS[part]);
    }
}
