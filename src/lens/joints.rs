//! Joints: what each one leaves free and what it holds.
//!
//! ```text
//!   revolute ◎ pin, arc of the limits      prismatic ├──▣────┤ rail between its limits
//!   distance ●─────● rod, ●╱╲╱╲╱● spring   weld      ⨂        wheel ◎╱╲╱╲ pin on a coil      track ●~~◎~~● on a curve
//!   gear ◯◯ circles that roll on each other, or a belt
//! ```
//! The short form ([`symbol`]) is part of every picture, made of the marks that the kind of joint names; the lens
//! adds limits, motors, forces, and how far the joint is pulled apart, for all kinds alike.

use super::kind::{Lens, LensInput};
use super::pair::unit_or;
use super::sizes::Sizes;
use super::velocity::spin;
use crate::draw::quantity::{angle, length, quantity};
use crate::draw::{DrawList, Role, path};
use crate::engine::body::Body;
use crate::engine::joint::info::{Mark, Measure};
use crate::engine::joint::{Joint, JointKind, JointReadout, Limits};
use crate::engine::lagrange::curve::bezier;
use crate::engine::math::{Rot, Vec2, clamp, direction, max, perp};
use crate::engine::world::World;

/// The lens of this file.
pub const JOINTS: Lens = Lens {
    id: "joints",
    name: "Joints",
    explanation: "Joints with limits, motors and springs, what they carry, and how far they are pulled apart.",
    role: Role::Joint,
    needs_pair: false,
    nothing: |_| None,
    draw,
};

/// Radius of the arc that shows a revolute joint's limits, points.
const ARC_PX: f32 = 30.0;
/// Radius of the arrow that shows a motor's direction, points.
const DRIVE_PX: f32 = 12.0;
/// Straight pieces that a track is drawn with.
const TRACK_CORNERS: u32 = 64;
/// Half the length of a rail without limits, points.
const RAIL_PX: f32 = 60.0;
/// Length of the strongest force's arrow, points.
const FORCE_PX: f32 = 64.0;
/// With more joints than this, numbers would cover the picture.
const MOST_LABELLED: usize = 10;
/// Errors below this are not worth a mark, metres: the slop that contacts are allowed.
const SHOWN_ERROR: f32 = crate::engine::tuning::LINEAR_SLOP;

/// The joint in short: the marks of its kind.
pub fn symbol(joint: &Joint, readout: &JointReadout, body_a: Option<&Body>, metres_per_px: f32, list: &mut DrawList) {
    for mark in joint.kind.info().marks {
        match mark {
            Mark::Pin => {
                list.ring(Role::Joint, readout.anchor_b, 5.0);
                list.dot(Role::Joint, readout.anchor_b, 1.75);
                if body_a.is_some_and(|a| a.colliders.is_empty()) {
                    ground(readout.anchor_b, metres_per_px, list);
                }
            }
            Mark::Slide => slide(joint, readout, body_a, metres_per_px, list),
            Mark::Suspension => suspension(joint, readout, body_a, metres_per_px, list),
            Mark::Link => link(joint, readout, metres_per_px, list),
            Mark::Weld => {
                list.cross(Role::Joint, readout.anchor_b, 4.0);
                list.ring(Role::Joint, readout.anchor_b, 6.0);
            }
            Mark::Track => track(joint, readout, body_a, list),
            Mark::Gears => gears(joint, readout, list),
        }
    }
}

/// What a pin on the world stands on: a support with strokes below it, as in textbooks of mechanics.
fn ground(pin: Vec2, mpp: f32, list: &mut DrawList) {
    let at = |x: f32, y: f32| pin + Vec2::new(x, y) * mpp;
    list.polyline(Role::Joint, [at(-3.5, -4.0), at(-8.0, -13.0), at(8.0, -13.0), at(3.5, -4.0)]);
    for x in [-6.0, -1.0, 4.0] {
        list.line(Role::Joint, at(x + 3.0, -13.0), at(x - 1.0, -18.0));
    }
}

/// Which way a motor of an angle drives: an arc with a head round the pin.
pub fn drive(joint: &Joint, readout: &JointReadout, metres_per_px: f32, list: &mut DrawList) {
    let drives_angle = joint.kind.info().motor.is_some_and(|motor| motor.measure == Measure::Angle);
    if let Some(motor) = joint.kind.motor().filter(|motor| drives_angle && motor.speed != 0.0) {
        // Over the top, so that the support of a pin stays free.
        spin(readout.anchor_b, Vec2::new(DRIVE_PX * metres_per_px * motor.speed.signum(), 0.0), 2.6 * motor.speed.signum(), list);
    }
}

/// The rail, as long as the limits, and the block on it.
fn slide(joint: &Joint, readout: &JointReadout, body_a: Option<&Body>, mpp: f32, list: &mut DrawList) {
    let Some(axis) = axis_of(joint, body_a) else { return };
    let (a, b) = (readout.anchor_a, readout.anchor_b);
    let Limits { lower, upper } = joint.kind.limits().unwrap_or(Limits { lower: -RAIL_PX * mpp, upper: RAIL_PX * mpp });
    list.line(Role::Joint, a + axis * lower, a + axis * upper);
    let (u, v) = (axis * 6.0 * mpp, perp(axis) * 4.0 * mpp);
    list.polygon(Role::Joint, [b - u - v, b + u - v, b + u + v, b - u + v], 0.0);
}

/// The way of a suspension, and the coil between its far end and the axle: short when the wheel is pressed in.
fn suspension(joint: &Joint, readout: &JointReadout, body_a: Option<&Body>, mpp: f32, list: &mut DrawList) {
    let Some(axis) = axis_of(joint, body_a) else { return };
    let Limits { lower, upper } = joint.kind.limits().unwrap_or(Limits { lower: -RAIL_PX * mpp, upper: RAIL_PX * mpp });
    let (from, to) = (readout.anchor_a + axis * lower, readout.anchor_a + axis * upper);
    if joint.kind.spring().is_some() {
        list.line(Role::Projection, from, to);
        list.polyline(Role::Joint, zigzag(to, readout.anchor_b, mpp));
    } else {
        list.line(Role::Joint, from, to);
    }
}

/// The curve, its ends, and the point that stays on it.
fn track(joint: &Joint, readout: &JointReadout, body_a: Option<&Body>, list: &mut DrawList) {
    let wire = wire(joint, body_a);
    let ends = [wire.first(), wire.last()];
    list.polyline(Role::Joint, wire.iter().copied());
    ends.into_iter().flatten().for_each(|end| list.dot(Role::Joint, *end, 3.0));
    list.ring(Role::Joint, readout.anchor_b, 5.0);
}

/// Points along the curve of a joint, world; none for a joint without a curve.
pub fn wire(joint: &Joint, body_a: Option<&Body>) -> Vec<Vec2> {
    let Some(placed) = body_a.and_then(|a| joint.curve_at(a)) else { return Vec::new() };
    let wide = placed.map(|p| p.as_dvec2());
    (0..=TRACK_CORNERS).map(|k| bezier(&wide, f64::from(k) / f64::from(TRACK_CORNERS))[0].as_vec2()).collect()
}

/// The circles that roll on each other; or, when both turn the same way, two circles and the belt round them.
fn gears(joint: &Joint, readout: &JointReadout, list: &mut DrawList) {
    let JointKind::Gear(gear) = joint.kind else { return };
    let (a, b) = (readout.anchor_a, readout.anchor_b);
    let (along, apart) = direction(b - a).unwrap_or((Vec2::X, 0.0));
    let is_belt = gear.ratio < 0.0;
    let radii = gear.radii(apart).map(|radius| if is_belt { 0.5 * radius } else { radius });
    for (center, radius) in [a, b].into_iter().zip(radii) {
        let start = Vec2::new(radius, 0.0);
        list.polyline(Role::Joint, path::arc(center, start, 2.0 * std::f32::consts::PI, 64).chain([center + start]));
        list.dot(Role::Joint, center, 2.0);
    }
    if is_belt {
        // Tangents: their normal n has n · along = (r_a − r_b) / d.
        let cos = (radii[0] - radii[1]) / max(apart, crate::engine::tuning::MIN_SIZE);
        let sin = max(0.0, 1.0 - cos * cos).sqrt();
        for side in [1.0, -1.0] {
            let n = cos * along + side * sin * perp(along);
            list.line(Role::Joint, a + radii[0] * n, b + radii[1] * n);
        }
    }
}

/// A coil, a rod, or a rope, which is pale while it is slack.
fn link(joint: &Joint, readout: &JointReadout, mpp: f32, list: &mut DrawList) {
    let (a, b, length) = (readout.anchor_a, readout.anchor_b, readout.coordinate);
    if joint.kind.spring().is_some() {
        return list.polyline(Role::Joint, zigzag(a, b, mpp));
    }
    let is_slack = joint.kind.limits().is_some_and(|l| length < l.upper - SHOWN_ERROR && length > l.lower + SHOWN_ERROR);
    list.line(if is_slack { Role::Projection } else { Role::Joint }, a, b);
    list.dot(Role::Joint, a, 3.0);
    list.dot(Role::Joint, b, 3.0);
}

/// Limits, motors, springs, forces and errors of all joints.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let world = input.stage.world();
    let shown = || world.joints().filter(|(_, j)| j.kind.info().stored);
    let readouts: Vec<(&Joint, JointReadout)> = shown().filter_map(|(id, j)| Some((j, world.joint_readout(id)?))).collect();
    let sizes = Sizes::of(world);
    let strongest = readouts.iter().fold(0.0_f32, |most, (_, r)| if r.force.length() > most { r.force.length() } else { most });
    let few = readouts.len() <= MOST_LABELLED;
    let mpp = input.metres_per_px;
    for (joint, readout) in &readouts {
        limits(joint, readout, world, mpp, list);
        motor(joint, readout, world, mpp, list);
        if few {
            coordinate(joint, readout, &sizes, list);
        }
        load(readout, sizes.read_single(strongest, "N"), few, mpp, list);
    }
}

/// Unit axis of a slide in the world.
fn axis_of(joint: &Joint, body_a: Option<&Body>) -> Option<Vec2> {
    Some(unit_or(body_a?.pose.rotation.rotate(joint.local_axis_a), Vec2::X))
}

/// Unit vector from B's anchor to its centre, or B's own x axis when it is there: what shows the angle.
fn spoke(readout: &JointReadout, body_b: &Body) -> Vec2 {
    unit_or(body_b.center - readout.anchor_b, body_b.pose.rotation.x_axis())
}

/// Of an angle: the allowed sector about the pin, and where B stands in it. Of a way: the ends of the rail.
fn limits(joint: &Joint, readout: &JointReadout, world: &World, mpp: f32, list: &mut DrawList) {
    let (Some(info), Some(Limits { lower, upper })) = (joint.kind.info().limits, joint.kind.limits()) else { return };
    match info.measure {
        Measure::Angle => {
            let Some(body_b) = world.body(joint.body_b) else { return };
            let (pin, radius, spoke) = (readout.anchor_b, ARC_PX * mpp, spoke(readout, body_b));
            let zero = Rot::from_angle(-readout.coordinate).rotate(spoke) * radius;
            let start = Rot::from_angle(lower).rotate(zero);
            let turn = clamp(upper - lower, 0.0, 2.0 * std::f32::consts::PI);
            let end = Rot::from_angle(turn).rotate(start);
            list.polyline(Role::Joint, path::arc(pin, start, turn, 48).chain([pin + end]));
            list.line(Role::Joint, pin, pin + start);
            list.line(Role::Joint, pin, pin + end);
            list.line(Role::Velocity, pin, pin + spoke * radius);
        }
        Measure::Way => {
            let Some(axis) = axis_of(joint, world.body(joint.body_a)) else { return };
            let tick = perp(axis) * 8.0 * mpp;
            for end in [lower, upper] {
                let at = readout.anchor_a + axis * end;
                list.line(Role::Joint, at - tick, at + tick);
            }
        }
        Measure::Length => {}
    }
}

/// Which way the motor drives, and how fast.
fn motor(joint: &Joint, readout: &JointReadout, world: &World, mpp: f32, list: &mut DrawList) {
    let (Some(info), Some(motor)) = (joint.kind.info().motor, joint.kind.motor().filter(|m| m.speed != 0.0)) else { return };
    let pin = readout.anchor_b;
    if info.measure == Measure::Angle {
        let Some(body_b) = world.body(joint.body_b) else { return };
        spin(pin, spoke(readout, body_b) * (ARC_PX * mpp * 0.65), 2.0 * motor.speed.signum(), list);
        list.label(Role::Velocity, pin, Vec2::new(14.0, 22.0), 3, format!("motor {}", quantity(motor.speed.to_degrees(), "°/s")));
    } else if let Some(axis) = axis_of(joint, world.body(joint.body_a)) {
        let from = pin + perp(axis) * (8.0 * mpp) * 1.5;
        let to = from + axis * (36.0 * mpp * motor.speed.signum());
        list.arrow(Role::Velocity, from, to);
        list.label(Role::Velocity, to, Vec2::new(6.0, 8.0), 3, format!("motor {}", quantity(motor.speed, "m/s")));
    }
}

/// Where the free coordinate stands.
fn coordinate(joint: &Joint, readout: &JointReadout, sizes: &Sizes, list: &mut DrawList) {
    let Some(free) = joint.kind.info().coordinate else { return };
    let value = |unit: &str| sizes.read_single(readout.coordinate, unit);
    let (at, text) = match free.measure {
        Measure::Angle => (readout.anchor_b, angle(value("rad"))),
        Measure::Way => (readout.anchor_b, length(value("m"))),
        Measure::Length => ((readout.anchor_a + readout.anchor_b) * 0.5, length(value("m"))),
    };
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
