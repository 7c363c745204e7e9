//! The world pane: the mechanism's bodies and joints, the row that is assembled, and the forces that come out.

use super::reel::{LagrangeReel, Moment, link, member, row};
use super::run::{Link, Mechanism, Member};
use crate::draw::quantity::{quantity, without_rounding};
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::lagrange::Reaction;
use crate::engine::math::{Vec2, max};
use crate::lens::bodies;
use crate::lens::microscope::specimen::Side;

/// Longest arrow, in sizes of the mechanism.
const REACH: f32 = 0.22;
/// With more joints than this their names would cover the picture.
const MOST_NAMED: usize = 8;

/// What of the world the mechanism takes up; of what nothing moves only where the joints are.
pub(super) fn bounds(reel: &LagrangeReel) -> Option<[Vec2; 2]> {
    let mechanism = reel.run.mechanism.as_ref()?;
    let boxes = mechanism
        .members
        .iter()
        .filter(|member| !member.is_fixed)
        .flat_map(|member| member.shapes.iter().map(|shape| shape.aabb(member.pose)).map(|bounds| [bounds.min, bounds.max]));
    let anchors = mechanism.joints.iter().flat_map(|joint| joint.anchors.iter().chain(&joint.wire).map(|at| [*at; 2]));
    boxes.chain(anchors).reduce(|[low, high], [a, b]| [low.min(a), high.max(b)])
}

/// Draws it.
pub(super) fn world(reel: &LagrangeReel, moment: Moment, list: &mut DrawList) {
    list.sheet = Sheet::World;
    let Some(mechanism) = &reel.run.mechanism else { return };
    let size = bounds(reel).map_or(1.0, |[low, high]| max((high - low).length(), 1e-3));
    for (k, own) in mechanism.members.iter().enumerate() {
        let list = &mut list.of(member(k));
        body(own, list);
    }
    joints(mechanism, moment, list);
    match moment {
        Moment::Row(k) => jacobian(reel, k, REACH * size, list),
        Moment::Multipliers => {
            if let Some((_, solve)) = reel.solve() {
                let reactions = mechanism.reactions(&mechanism.start.state, &solve.solved.multipliers);
                forces(mechanism, &reactions, &solve.solved.multipliers, REACH * size, list);
            }
        }
        Moment::Result => {
            if let Some(end) = &mechanism.end {
                let reactions = mechanism.reactions(&end.end, &end.multipliers);
                forces(mechanism, &reactions, &end.multipliers, REACH * size, list);
            }
        }
        Moment::Bead(moment) => {
            if let Some(study) = &mechanism.bead {
                super::bead::world(study, moment, size, list);
            }
        }
        _ => {}
    }
}

fn body(own: &Member, list: &mut DrawList) {
    let role = match own.side {
        Some(Side::A) => Role::BodyA,
        Some(Side::B) => Role::BodyB,
        None if own.is_fixed => Role::StaticBody,
        None => Role::Body,
    };
    own.shapes.iter().for_each(|shape| bodies::shape(list, role, shape, own.pose));
    if !own.is_fixed {
        list.dot(role, own.center, 2.5);
    }
}

fn joints(mechanism: &Mechanism, moment: Moment, list: &mut DrawList) {
    let current = match moment {
        Moment::Row(k) => mechanism.rows.get(k).map(|row| row.joint),
        _ => None,
    };
    for (k, joint) in mechanism.joints.iter().enumerate() {
        let list = &mut list.of(link(k));
        if !joint.wire.is_empty() {
            list.polyline(Role::Joint, joint.wire.iter().copied());
        }
        if (joint.anchors[1] - joint.anchors[0]).length() > 1e-3 {
            list.line(Role::Joint, joint.anchors[0], joint.anchors[1]);
            list.dot(Role::Joint, joint.anchors[0], 3.0);
        }
        list.ring(Role::Joint, joint.anchors[1], if current == Some(k) { 8.0 } else { 5.0 });
        if mechanism.joints.len() <= MOST_NAMED || current == Some(k) {
            let priority = if current == Some(k) { 9 } else { 5 };
            list.label(Role::Joint, joint.anchors[1], Vec2::new(9.0, 9.0), priority, joint.name.clone());
        }
    }
}

/// The entries of a row on both of its bodies, as a unit multiplier would push them.
fn jacobian(reel: &LagrangeReel, k: usize, reach: f32, list: &mut DrawList) {
    let Some((mechanism, solve)) = reel.solve() else { return };
    let (joint, own) = (&mechanism.joints[mechanism.rows[k].joint], &solve.rows[k]);
    let most = own.jacobian.iter().flatten().fold(0.0, |most: f64, value| most.max(value.abs()));
    let list = &mut list.of(row(k));
    for (side, [x, y, turn]) in own.jacobian.iter().enumerate() {
        let Some(body) = mechanism.member(own.parties[side]).filter(|body| !body.is_fixed) else { continue };
        let along = Vec2::new(*x as f32, *y as f32);
        let role = if side == 0 { Role::ShadowA } else { Role::ShadowB };
        if along.length() > 0.0 {
            list.arrow(Role::Force, joint.anchors[side], joint.anchors[side] + along * (0.6 * reach));
        }
        list.label(
            role,
            body.center,
            Vec2::new(8.0, -9.0),
            6,
            format!("{}: θ {}", body.name, quantity(without_rounding(*turn, most) as f32, "")),
        );
    }
}

/// Forces of the constraints on the bodies that they can push, with their numbers.
fn forces(mechanism: &Mechanism, reactions: &[(usize, Reaction)], multipliers: &[f64], reach: f32, list: &mut DrawList) {
    let most = multipliers.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    let strongest = reactions.iter().map(|(_, reaction)| reaction.force.length()).fold(0.0, f64::max);
    for (k, joint) in mechanism.joints.iter().enumerate().filter(|(_, joint)| !joint.rows.is_empty()) {
        let list = &mut list.of(link(k));
        let own = reactions.iter().filter(|(own, _)| *own == k);
        let pushed: Vec<(&Reaction, &Member)> = own
            .map(|(_, reaction)| (reaction, &mechanism.members[mechanism.member_of[reaction.body]]))
            .filter(|(_, body)| !body.is_fixed)
            .collect();
        for (place, (reaction, body)) in pushed.iter().enumerate() {
            let from = anchor(mechanism, joint, body);
            let [x, y, torque] = [reaction.force.x, reaction.force.y, reaction.torque].map(|value| without_rounding(value, most) as f32);
            let force = Vec2::new(x, y);
            let along = if strongest > 0.0 { force * (reach / strongest as f32) } else { Vec2::ZERO };
            if along.length() > 1e-3 * reach {
                list.arrow(Role::Force, from, from + along);
            }
            // Both bodies of a joint are pushed with the same force, in opposite directions: one number does.
            if place + 1 == pushed.len() && mechanism.joints.len() <= 2 * MOST_NAMED {
                let mut words = quantity(force.length(), "N");
                if joint.rows.len() == 3 || torque.abs() > 0.0 && mechanism.rows[joint.rows.end - 1].is_angle {
                    words += &format!(", {} about the centre", quantity(torque, "N·m"));
                }
                list.label(Role::Force, from + along, Vec2::new(7.0, -7.0), 8, words);
            }
        }
    }
}

fn anchor(mechanism: &Mechanism, joint: &Link, body: &Member) -> Vec2 {
    let is_a = mechanism.members[joint.members[0]].id == body.id;
    joint.anchors[usize::from(!is_a)]
}
