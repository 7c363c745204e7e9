//! Things of a document take the places that they have in the run now.

use crate::app::selection::Item;
use crate::app::thing::Thing;
use crate::engine::joint::JointReadout;
use crate::engine::joint::info::Measure;
use crate::engine::math::{Rot, Vec2};
use crate::scene::document::{BodyDoc, Document, JointDoc};
use crate::scene::stage::Stage;
use std::collections::BTreeSet;

/// Gives the named bodies, and everything joined to them, the places they have on the stage now; joints are re-anchored
/// where they are now and their limits count from the same zero as before.
pub fn adopt(document: &mut Document, stage: &Stage, bodies: &[&str]) {
    if stage.step_count() == 0 {
        return;
    }
    let group = joined_group(document, bodies);
    document.bodies.iter_mut().filter(|b| group.contains(&b.id)).for_each(|body| place_now(body, stage));
    let is_of_group = |joint: &JointDoc| group.contains(&joint.body_b) || joint.body_a.as_ref().is_some_and(|id| group.contains(id));
    document.joints.iter_mut().filter(|joint| is_of_group(joint)).for_each(|joint| anchor_now(joint, stage));
}

/// A thing of the document as it stands on the stage now: what [`adopt`] would make of it.
pub fn present(document: &Document, stage: &Stage, item: &Item) -> Option<Thing> {
    let mut thing = Thing::of(document, item)?;
    if stage.step_count() > 0 {
        match &mut thing {
            Thing::Body(body) => place_now(body, stage),
            Thing::Joint(joint) => anchor_now(joint, stage),
            _ => {}
        }
    }
    Some(thing)
}

fn place_now(body: &mut BodyDoc, stage: &Stage) {
    if let Some(running) = stage.names().bodies.id(&body.id).and_then(|id| stage.world().body(id)) {
        body.position = running.pose.position;
        body.angle = running.pose.rotation.angle();
    }
}

fn anchor_now(joint: &mut JointDoc, stage: &Stage) {
    let Some(id) = stage.names().joints.id(&joint.id) else { return };
    let (Some(running), Some(readout)) = (stage.world().joint(id), stage.world().joint_readout(id)) else { return };
    let body_a = stage.world().body(running.body_a);
    let turned_a = body_a.map_or(Rot::IDENTITY, |b| b.pose.rotation);
    let curve = body_a.and_then(|a| running.curve_at(a));
    adopt_joint(joint, &readout, turned_a.rotate(running.local_axis_a), curve);
}

/// Re-anchors a joint where it is now. Angles and ways count from here on, so their limits move back; a length stays
/// what it was, and a curve where it is, world.
fn adopt_joint(joint: &mut JointDoc, readout: &JointReadout, axis_now: Vec2, curve_now: Option<[Vec2; 4]>) {
    joint.kind = joint.kind.with_length((joint.anchor_b - joint.anchor_a).length());
    joint.anchor_b = readout.anchor_b;
    joint.anchor_a = if joint.has_ends() { readout.anchor_a } else { readout.anchor_b };
    let measure = joint.kind.info().limits.map(|limits| limits.measure);
    let parts = joint.kind.parts();
    if let Some(axis) = parts.axis {
        *axis = axis_now;
    }
    if let (Some(curve), Some(now)) = (parts.curve, curve_now) {
        *curve = now.map(|p| p - joint.anchor_b);
    }
    if let (Some(Measure::Angle | Measure::Way), Some(Some(l))) = (measure, parts.limits) {
        (l.lower, l.upper) = (l.lower - readout.coordinate, l.upper - readout.coordinate);
    }
}

/// The named bodies and all that hang on them by joints, through any chain; static bodies end a chain.
fn joined_group(document: &Document, bodies: &[&str]) -> BTreeSet<String> {
    let moves = |id: &str| document.body(id).is_some_and(|b| b.kind != crate::engine::body::BodyKind::Static);
    let mut group: BTreeSet<String> = bodies.iter().map(|id| (*id).to_owned()).collect();
    loop {
        let before = group.len();
        for joint in &document.joints {
            let Some(a) = joint.body_a.as_deref() else { continue };
            let b = joint.body_b.as_str();
            if moves(a) && moves(b) && (group.contains(a) != group.contains(b)) {
                group.insert(a.to_owned());
                group.insert(b.to_owned());
            }
        }
        if group.len() == before {
            return group;
        }
    }
}
