//! Joints: what each one leaves free and what it holds.
//!
//! ```text
//!   revolute ◎ pin, arc of the limits      prismatic ├──▣────┤ rail between its limits
//!   distance ●─────● rod, ●╱╲╱╲╱● spring   weld      ⨂
//! ```
//! The short form ([`symbol`]) is part of every picture; the lens adds limits, motors, forces, and how far the joint is
//! pulled apart.

use super::kind::{Lens, LensInput};
use super::pair::unit_or;
use super::velocity::spin;
use crate::draw::quantity::{angle, length, quantity};
use crate::draw::{DrawList, Role, path};
use crate::engine::body::Body;
use crate::engine::joint::{Joint, JointKind, JointReadout, Limits, Motor};
use crate::engine::math::{Rot, Vec2, clamp, perp};

/// The lens of this file.
pub const JOINTS: Lens = Lens {
    id: "joints",
    name: "Joints",
    explanation: "Joints with limits, motors and springs, what they carry, and how far they are pulled apart.",
    role: Role::Joint,
    needs_pair: false,
    draw,
};

/// Radius of the arc that shows a revolute joint's limits, points.
const ARC_PX: f32 = 30.0;
/// Half the length of a rail without limits, points.
const RAIL_PX: f32 = 60.0;
/// Length of the strongest force's arrow, points.
const FORCE_PX: f32 = 64.0;
/// With more joints than this, numbers would cover the picture.
const MOST_LABELLED: usize = 10;
/// Errors below this are not worth a mark, metres: the slop that contacts are allowed.
const SHOWN_ERROR: f32 = crate::engine::tuning::LINEAR_SLOP;

/// The joint in short: pin, rail, rod or spring, weld. Grabs are drawn with the hand.
pub fn symbol(joint: &Joint, readout: &JointReadout, body_a: Option<&Body>, metres_per_px: f32, list: &mut DrawList) {
    let (a, b) = (readout.anchor_a, readout.anchor_b);
    match joint.kind {
        JointKind::Revolute { .. } => {
            list.ring(Role::Joint, b, 5.0);
            list.dot(Role::Joint, b, 1.75);
        }
        JointKind::Prismatic { limits, .. } => {
            let Some(axis) = axis_of(joint, body_a) else { return };
            let free = Limits { lower: -RAIL_PX * metres_per_px, upper: RAIL_PX * metres_per_px };
            let Limits { lower, upper } = limits.unwrap_or(free);
            list.line(Role::Joint, a + axis * lower, a + axis * upper);
            let (u, v) = (axis * 6.0 * metres_per_px, perp(axis) * 4.0 * metres_per_px);
            list.polygon(Role::Joint, [b - u - v, b + u - v, b + u + v, b - u + v], 0.0);
        }
        JointKind::Distance { spring: Some(_), .. } => list.polyline(Role::Joint, zigzag(a, b, metres_per_px)),
        JointKind::Distance { limits, rigid, .. } => {
            let is_slack =
                !rigid && limits.is_none_or(|l| readout.coordinate < l.upper - SHOWN_ERROR && readout.coordinate > l.lower + SHOWN_ERROR);
            list.line(if is_slack { Role::Projection } else { Role::Joint }, a, b);
            list.dot(Role::Joint, a, 3.0);
            list.dot(Role::Joint, b, 3.0);
        }
        JointKind::Weld { .. } => {
            list.cross(Role::Joint, b, 4.0);
            list.ring(Role::Joint, b, 6.0);
        }
        JointKind::Grab { .. } => {}
    }
}

/// Limits, motors, springs, forces and errors of all joints.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let world = input.stage.world();
    let shown = || world.joints().filter(|(_, j)| !matches!(j.kind, JointKind::Grab { .. }));
    let readouts: Vec<(&Joint, JointReadout)> = shown().filter_map(|(id, j)| Some((j, world.joint_readout(id)?))).collect();
    let strongest = readouts.iter().fold(0.0_f32, |most, (_, r)| if r.force.length() > most { r.force.length() } else { most });
    let few = readouts.len() <= MOST_LABELLED;
    let mpp = input.metres_per_px;
    for (joint, readout) in &readouts {
        match joint.kind {
            JointKind::Revolute { limits, motor, .. } => {
                let Some(body_b) = world.body(joint.body_b) else { continue };
                let spoke = unit_or(body_b.center - readout.anchor_b, body_b.pose.rotation.x_axis());
                revolute(readout, spoke, limits, motor, mpp, list);
            }
            JointKind::Prismatic { limits, motor, .. } => {
                let Some(axis) = axis_of(joint, world.body(joint.body_a)) else { continue };
                prismatic(readout, axis, limits, motor, mpp, list);
            }
            _ => {}
        }
        if few {
            coordinate(joint, readout, list);
        }
        load(readout, strongest, few, mpp, list);
    }
}

/// Unit axis of a slide in the world.
fn axis_of(joint: &Joint, body_a: Option<&Body>) -> Option<Vec2> {
    Some(unit_or(body_a?.pose.rotation.rotate(joint.local_axis_a), Vec2::X))
}

/// The allowed sector about the pin, and where B stands in it. `spoke` points from the pin to B's centre.
fn revolute(readout: &JointReadout, spoke: Vec2, limits: Option<Limits>, motor: Option<Motor>, mpp: f32, list: &mut DrawList) {
    let (pin, radius) = (readout.anchor_b, ARC_PX * mpp);
    if let Some(Limits { lower, upper }) = limits {
        let zero = Rot::from_angle(-readout.coordinate).rotate(spoke) * radius;
        let full = 2.0 * std::f32::consts::PI;
        let start = Rot::from_angle(lower).rotate(zero);
        let turn = clamp(upper - lower, 0.0, full);
        let end = Rot::from_angle(turn).rotate(start);
        list.polyline(Role::Joint, path::arc(pin, start, turn, 48).chain([pin + end]));
        list.line(Role::Joint, pin, pin + start);
        list.line(Role::Joint, pin, pin + end);
        list.line(Role::Velocity, pin, pin + spoke * radius);
    }
    if let Some(motor) = motor.filter(|m| m.speed != 0.0) {
        spin(pin, spoke * (radius * 0.65), 2.0 * motor.speed.signum(), list);
        let text = format!("motor {}", quantity(motor.speed, "rad/s"));
        list.label(Role::Velocity, pin, Vec2::new(14.0, 22.0), 3, text);
    }
}

/// Ends of the rail, and the way the motor drives.
fn prismatic(readout: &JointReadout, axis: Vec2, limits: Option<Limits>, motor: Option<Motor>, mpp: f32, list: &mut DrawList) {
    let tick = perp(axis) * 8.0 * mpp;
    if let Some(Limits { lower, upper }) = limits {
        for end in [lower, upper] {
            let at = readout.anchor_a + axis * end;
            list.line(Role::Joint, at - tick, at + tick);
        }
    }
    if let Some(motor) = motor.filter(|m| m.speed != 0.0) {
        let from = readout.anchor_b + tick * 1.5;
        let to = from + axis * (36.0 * mpp * motor.speed.signum());
        list.arrow(Role::Velocity, from, to);
        list.label(Role::Velocity, to, Vec2::new(6.0, 8.0), 3, format!("motor {}", quantity(motor.speed, "m/s")));
    }
}

/// Where the free coordinate stands.
fn coordinate(joint: &Joint, readout: &JointReadout, list: &mut DrawList) {
    let text = match joint.kind {
        JointKind::Revolute { .. } => angle(readout.coordinate),
        JointKind::Prismatic { .. } | JointKind::Distance { .. } => length(readout.coordinate),
        JointKind::Weld { .. } | JointKind::Grab { .. } => return,
    };
    let at = if matches!(joint.kind, JointKind::Distance { .. }) { (readout.anchor_a + readout.anchor_b) * 0.5 } else { readout.anchor_b };
    list.label(Role::Joint, at, Vec2::new(10.0, -10.0), 3, text);
}

/// The force on B, and the gap between the anchors where there should be none.
fn load(readout: &JointReadout, strongest: f32, few: bool, mpp: f32, list: &mut DrawList) {
    let force = readout.force.length();
    if force > 0.02 * strongest && strongest > 0.0 {
        let along = unit_or(readout.force, Vec2::Y);
        let tip = readout.anchor_b + along * (FORCE_PX * (force / strongest).sqrt() * mpp);
        list.arrow(Role::Force, readout.anchor_b, tip);
        if few {
            list.label(Role::Force, tip, Vec2::new(8.0, 6.0), 4, quantity(force, "N"));
        }
    }
    if readout.error > SHOWN_ERROR {
        list.line(Role::Warning, readout.anchor_a, readout.anchor_b);
        list.label(Role::Warning, readout.anchor_b, Vec2::new(-10.0, -10.0), 6, format!("{} apart", length(readout.error)));
    }
}

/// A spring between two points: straight ends, eight teeth.
fn zigzag(a: Vec2, b: Vec2, mpp: f32) -> Vec<Vec2> {
    let way = b - a;
    let side = perp(unit_or(way, Vec2::X)) * 6.0 * mpp;
    let teeth = (0..8).map(|i| a + way * (0.15 + 0.7 * (i as f32 + 0.5) / 8.0) + if i % 2 == 0 { side } else { -side });
    [a, a + way * 0.15].into_iter().chain(teeth).chain([a + way * 0.85, b]).collect()
}
