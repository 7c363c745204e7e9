//! Properties of several joints at once. A row stands for the joints that have it; where they differ it says *mixed*;
//! what is typed goes to all of them, as one step that can be undone.

use super::fields::{self, Fields, Unit};
use crate::app::DocumentCommand;
use crate::engine::joint::info::Measure;
use crate::engine::joint::{Limits, Motor};
use crate::scene::document::JointDoc;

/// A number of a joint; `None` where the kind has none, or the part is off.
type Number = fn(&mut JointDoc) -> Option<&mut f32>;

/// A part that may be off; `None` where the kind has none.
struct Part {
    name: &'static str,
    about: &'static str,
    is_on: fn(&mut JointDoc) -> Option<bool>,
    set: fn(&mut JointDoc, bool),
}

fn limits(joint: &mut JointDoc) -> Option<&mut Option<Limits>> {
    joint.kind.parts().limits
}

fn motor(joint: &mut JointDoc) -> Option<&mut Option<Motor>> {
    joint.kind.parts().motor
}

const MOTOR: Part = Part {
    name: "Motor",
    about: "Drives the joint at a speed, limited by the maximum below.",
    is_on: |joint| motor(joint).map(|motor| motor.is_some()),
    set: |joint, on| {
        if let Some(motor) = motor(joint) {
            *motor = on.then_some(motor.unwrap_or(Motor { speed: 1.0, max_effort: 10.0 }));
        }
    },
};

const SPRING: Part = Part {
    name: "Spring",
    about: "Pulls the joint to rest.",
    is_on: |joint| joint.kind.parts().spring.map(|spring| spring.is_some()),
    set: |joint, on| {
        let usual = joint.kind.info().spring.map(|info| info.usual);
        if let (Some(spring), Some(usual)) = (joint.kind.parts().spring, usual) {
            *spring = on.then_some(spring.unwrap_or(usual));
        }
    },
};

const BY_FORCE: Part = Part {
    name: "Breaks by force",
    about: "The joint is gone once it carries more than this.",
    is_on: |joint| Some(joint.strength.force.is_some()),
    set: |joint, on| joint.strength.force = on.then_some(joint.strength.force.unwrap_or(1000.0)),
};

const BY_TORQUE: Part = Part {
    name: "Breaks by torque",
    about: "The joint is gone once it carries more than this.",
    is_on: |joint| Some(joint.strength.torque.is_some()),
    set: |joint, on| joint.strength.torque = on.then_some(joint.strength.torque.unwrap_or(1000.0)),
};

const COLLIDE: Part = Part {
    name: "Bodies collide",
    about: "The two bodies also collide with each other.",
    is_on: |joint| Some(joint.collide_connected),
    set: |joint, on| joint.collide_connected = on,
};

/// Shows and edits what these joints share.
pub(super) fn show(f: &mut Fields<'_, '_, '_>, joints: &[&JointDoc]) {
    f.section("All of them");
    number(f, "Ratio", fields::FACTOR, joints, |joint| joint.kind.parts().ratio);
    number(f, "Length", fields::SIZE, joints, |joint| joint.kind.parts().length?.as_mut());
    bounds(f, joints);
    part(f, joints, &MOTOR);
    if let Some(measure) = common(joints, |joint| joint.kind.info().motor.map(|info| info.measure)) {
        let (speed, effort, label) = match measure {
            Measure::Angle => (fields::SPIN, fields::TORQUE, "Max torque"),
            Measure::Way | Measure::Length => (fields::SPEED, fields::FORCE, "Max force"),
        };
        number(f, "Speed", speed, joints, |joint| motor(joint)?.as_mut().map(|motor| &mut motor.speed));
        number(f, label, effort, joints, |joint| motor(joint)?.as_mut().map(|motor| &mut motor.max_effort));
    }
    part(f, joints, &SPRING);
    number(f, "Frequency", fields::HERTZ, joints, |joint| joint.kind.parts().spring?.as_mut().map(|spring| &mut spring.hertz));
    number(f, "Damping ratio", fields::RATIO, joints, |joint| joint.kind.parts().spring?.as_mut().map(|spring| &mut spring.damping_ratio));
    part(f, joints, &BY_FORCE);
    number(f, "Breaking force", fields::FORCE, joints, |joint| joint.strength.force.as_mut());
    part(f, joints, &BY_TORQUE);
    number(f, "Breaking torque", fields::TORQUE, joints, |joint| joint.strength.torque.as_mut());
    part(f, joints, &COLLIDE);
}

/// Limits that are on, where all measure the same: degrees and metres have no common field. None comes to stand above
/// or below the other one of its joint.
fn bounds(f: &mut Fields<'_, '_, '_>, joints: &[&JointDoc]) {
    let Some(measure) = common(joints, |joint| joint.kind.info().limits.map(|info| info.measure)) else { return };
    let on: Vec<Limits> = joints.iter().filter_map(|joint| joint.kind.limits()).collect();
    let highest = on.iter().map(|limits| limits.lower).reduce(f32::max);
    let lowest = on.iter().map(|limits| limits.upper).reduce(f32::min);
    let (Some(highest), Some(lowest)) = (highest, lowest) else { return };
    let unit = match measure {
        Measure::Angle => fields::ANGLE,
        Measure::Way => fields::PLACE,
        Measure::Length => Unit { min: 0.0, ..fields::PLACE },
    };
    number(f, "Lower", Unit { max: lowest, ..unit }, joints, |joint| limits(joint)?.as_mut().map(|limits| &mut limits.lower));
    number(f, "Upper", Unit { min: highest, ..unit }, joints, |joint| limits(joint)?.as_mut().map(|limits| &mut limits.upper));
}

/// What all joints that have it share; `None` when they differ or none has it.
fn common<T: PartialEq>(joints: &[&JointDoc], get: impl Fn(&JointDoc) -> Option<T>) -> Option<T> {
    let mut values = joints.iter().filter_map(|joint| get(joint));
    let first = values.next()?;
    values.all(|other| other == first).then_some(first)
}

fn part(f: &mut Fields<'_, '_, '_>, joints: &[&JointDoc], part: &Part) {
    let of: Vec<(&JointDoc, bool)> = joints.iter().filter_map(|joint| Some((*joint, (part.is_on)(&mut (*joint).clone())?))).collect();
    if of.is_empty() {
        return;
    }
    let on = of.iter().filter(|(_, on)| *on).count();
    let mut all = on == of.len();
    let label = if on > 0 && !all { format!("{} (mixed)", part.name) } else { part.name.to_owned() };
    f.changed = None;
    f.switch(&label, &mut all, part.about);
    if f.changed.take().is_some() {
        let gesture = f.desk.state.gesture.next();
        send(f, of.into_iter().map(|(joint, _)| joint), gesture, |joint| (part.set)(joint, all));
    }
}

/// A number of the joints that have it: their common one, or *mixed* beside the first.
fn number(f: &mut Fields<'_, '_, '_>, name: &str, unit: Unit, joints: &[&JointDoc], number: Number) {
    let of: Vec<(&JointDoc, f32)> = joints.iter().filter_map(|joint| Some((*joint, *number(&mut (*joint).clone())?))).collect();
    let Some((_, first)) = of.first().copied() else { return };
    let mut value = first;
    f.changed = None;
    if of.iter().all(|(_, other)| *other == first) {
        f.number(name, &mut value, unit);
    } else {
        f.mixed_number(name, &mut value, unit);
    }
    if let Some(gesture) = f.changed.take() {
        send(f, of.into_iter().map(|(joint, _)| joint), gesture, |joint| {
            if let Some(number) = number(joint) {
                *number = value;
            }
        });
    }
}

/// Changes all joints as one step.
fn send<'j>(f: &mut Fields<'_, '_, '_>, joints: impl Iterator<Item = &'j JointDoc>, gesture: u64, change: impl Fn(&mut JointDoc)) {
    for doc in joints {
        let mut joint = doc.clone();
        change(&mut joint);
        if joint != *doc {
            f.desk.send(DocumentCommand::Edit { id: doc.id.clone(), to: joint.into(), gesture });
        }
    }
}
