//! The springs of joints as rows of a sub-step ([`crate::engine::solver::softness`]): how many pull at one body decides
//! how stiff each may be.

use super::definition::{Joint, JointId};
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::solver::softness::Softness;

/// How many springs act on each mobile body, by its place.
pub(in crate::engine) fn springs_at(joints: &Arena<JointId, Joint>, bodies: &Arena<BodyId, Body>) -> Vec<u32> {
    let mut counts = vec![0; bodies.len()];
    for joint in joints.values().iter().filter(|joint| joint.kind.spring().is_some()) {
        for place in [joint.body_a, joint.body_b].into_iter().filter_map(|id| bodies.index_of(id)) {
            counts[place] += u32::from(bodies.values()[place].is_mobile());
        }
    }
    counts
}

/// A joint's spring as a row of a sub-step of `h` seconds, one of `crowd` at a body; rigid without one.
pub(super) fn spring_of(joint: &Joint, h: f32, crowd: u32) -> Softness {
    joint.kind.spring().map_or(Softness::RIGID, |spring| Softness::spring(spring.hertz, spring.damping_ratio, h, crowd))
}
