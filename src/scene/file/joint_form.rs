//! The form of joints in a file.

use super::walk::Walk;
use crate::engine::joint::info::{Anchoring, LimitsInfo, Measure, MotorInfo, SpringInfo};
use crate::engine::joint::{JointKind, Limits, Motor, Spring};
use crate::engine::math::Vec2;
use crate::scene::document::JointDoc;
use crate::scene::force::MotorKeys;
use crate::scene::key::{KEYS, Key};
use crate::scene::limits;
use std::sync::LazyLock;

/// The kinds of joints that files may hold. What a file leaves out is not there, also where the tool begins with it:
/// the spring of a wheel.
static JOINT_KINDS: LazyLock<Vec<JointKind>> = LazyLock::new(|| {
    let bare = |mut kind: JointKind| {
        kind.parts().spring.into_iter().for_each(|spring| *spring = None);
        kind
    };
    JointKind::all().into_iter().filter(|kind| kind.info().stored).map(bare).collect()
});
/// One joint of each.
static JOINTS: LazyLock<Vec<JointDoc>> = LazyLock::new(|| {
    let end_b = |kind: &JointKind| if kind.info().anchoring == Anchoring::Ends { Vec2::X } else { Vec2::ZERO };
    JOINT_KINDS.iter().map(|kind| JointDoc::between(Vec2::ZERO, end_b(kind), *kind)).collect()
});

fn joint_word(kind: &JointKind) -> &'static str {
    kind.info().word
}

/// A joint.
pub fn joint<W: Walk>(w: &mut W, j: &mut JointDoc) {
    w.value("id", "Unique among joints.", &mut j.id, None, limits::NAME);
    w.tag("kind", "What it does.", &mut j.kind, joint_word, &JOINT_KINDS);
    w.maybe("body_a", "First body; the world when left out.", &mut j.body_a, limits::NAME);
    w.value("body_b", "Second body.", &mut j.body_b, None, limits::NAME);
    w.tagged(j, &JOINTS, joint_fields);
    let about = "Whether the two bodies also collide. A gear does not keep its wheels apart: where no other joint does, they should.";
    w.flag("collide_connected", about, &mut j.collide_connected, false);
    let about = "It breaks when its mean force over one step exceeds this, N (an impulse J counts as J / step); never when left out.";
    w.maybe("break_force", about, &mut j.strength.force, limits::BREAKING_FORCE);
    let about = "It breaks when its mean torque over one step exceeds this, N·m; never when left out.";
    w.maybe("break_torque", about, &mut j.strength.torque, limits::BREAKING_TORQUE);
}

/// The fields of a joint's kind, as its [`crate::engine::joint::info::JointInfo`] describes them.
fn joint_fields<W: Walk>(w: &mut W, j: &mut JointDoc) {
    let info = j.kind.info();
    if j.has_ends() {
        w.value("anchor_a", "Point on A, in the world, metres.", &mut j.anchor_a, None, limits::COORDINATE);
        w.value("anchor_b", "Point on B, in the world, metres.", &mut j.anchor_b, None, limits::COORDINATE);
    } else {
        let about = "Common point, in the world where the bodies stand in the file, metres.";
        w.value("anchor", about, &mut j.anchor_a, None, limits::COORDINATE);
        j.anchor_b = j.anchor_a;
    }
    let parts = j.kind.parts();
    if let (Some(about), Some(axis)) = (info.axis, parts.axis) {
        w.value("axis", about, axis, None, limits::COORDINATE);
    }
    if let (Some(about), Some(curve)) = (info.curve, parts.curve) {
        let mut points = curve.to_vec();
        w.values("curve", about, &mut points, true, limits::CURVE_POINTS, limits::COORDINATE);
        *curve = points.try_into().unwrap_or(*curve);
    }
    if let (Some(about), Some(length)) = (info.length, parts.length) {
        w.maybe("length", about, length, limits::LENGTH);
    }
    if let (Some(about), Some(ratio)) = (info.ratio, parts.ratio) {
        w.value("ratio", about, ratio, None, limits::GEAR_RATIO);
    }
    if let (Some(LimitsInfo { about, measure, .. }), Some(limits)) = (info.limits, parts.limits) {
        let range = match measure {
            Measure::Angle => limits::ANGLE,
            Measure::Way => limits::COORDINATE,
            Measure::Length => limits::LENGTH_LIMIT,
        };
        bounds(w, about, limits, range);
    }
    if let (Some(MotorInfo { about, measure }), Some(motor)) = (info.motor, parts.motor) {
        w.maybe_object("motor", about, motor, MOTOR, if measure == Measure::Angle { rotary_motor } else { linear_motor });
        let MotorKeys { forward, backward } = &mut j.motor_keys;
        let about = "The motor drives at its speed while this key is held; with a key, the joint is free otherwise.";
        w.choice("forward_key", about, forward, Some(Key::NONE), KEYS);
        w.choice("backward_key", "The motor drives the other way while this key is held.", backward, Some(Key::NONE), KEYS);
    }
    if let (Some(SpringInfo { about, .. }), Some(spring)) = (info.spring, parts.spring) {
        w.maybe_object("spring", about, spring, SPRING, self::spring);
    }
}

const MOTOR: Motor = Motor { speed: 0.0, max_effort: 0.0 };
const SPRING: Spring = Spring { hertz: 1.0, damping_ratio: 1.0 };

fn bounds<W: Walk>(w: &mut W, about: &'static str, limits: &mut Option<Limits>, range: limits::Range) {
    let mut pair = limits.map(|l| [l.lower, l.upper]);
    w.maybe("limits", about, &mut pair, range);
    *limits = pair.map(|[lower, upper]| Limits { lower, upper });
}

fn rotary_motor<W: Walk>(w: &mut W, m: &mut Motor) {
    w.value("speed", "Wanted speed of B relative to A, rad/s.", &mut m.speed, None, limits::MOTOR_SPEED);
    w.value("max_torque", "N·m.", &mut m.max_effort, None, limits::MOTOR_EFFORT);
}

fn linear_motor<W: Walk>(w: &mut W, m: &mut Motor) {
    w.value("speed", "Wanted speed of B relative to A, m/s.", &mut m.speed, None, limits::MOTOR_SPEED);
    w.value("max_force", "N.", &mut m.max_effort, None, limits::MOTOR_EFFORT);
}

fn spring<W: Walk>(w: &mut W, s: &mut Spring) {
    let about = "Undamped frequency of its two bodies when this joint alone holds them, where they stand in the file.";
    w.value("hertz", about, &mut s.hertz, None, limits::HERTZ);
    w.value("damping_ratio", "1 returns without swinging.", &mut s.damping_ratio, Some(SPRING.damping_ratio), limits::DAMPING_RATIO);
}
