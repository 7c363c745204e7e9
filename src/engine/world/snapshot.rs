//! The accumulated state out of a world and into another.
//!
//! A world built the same way that takes over the state continues with the same bits. What is *not* in the state must
//! therefore not matter: enlarged boxes and pairs without points may differ, but no point depends on them (see
//! [`crate::engine::broad`]); manifolds are made again from the poses they were made with, which gives the same
//! manifold.

use super::contact::ContactPoint;
use super::continuous::put_at;
use super::load::freeze;
use super::pairs::{may_touch, take_changes};
use super::parts::World;
use super::settings::bounded_vec;
use super::store::{Head, Place};
use crate::engine::body::BodyKind;
use crate::engine::collider::ColliderId;
use crate::engine::math::{Pose, Rot, Vec2, clamp};
use crate::engine::state::{BodyState, ContactState, JointState, WorldState};
use crate::engine::tuning;

/// What is told of a resting contact.
#[derive(Clone, Copy, Debug)]
pub struct RestingReadout {
    key: (ColliderId, ColliderId),
    normal: Vec2,
    points: [ContactPoint; 2],
}

impl World {
    /// The accumulated state, to continue elsewhere.
    pub fn state(&self) -> WorldState {
        let bodies = self.bodies.iter().map(|(id, body)| BodyState {
            id,
            position: body.pose.position,
            rotation: [body.pose.rotation.cos, body.pose.rotation.sin],
            center: body.center,
            linear_velocity: body.linear_velocity,
            angular_velocity: body.angular_velocity,
            sleep_time: body.sleep_time,
            slow_motion: body.slow_motion,
            slow_reach: body.slow_reach,
            awake: body.awake,
            frozen: body.frozen,
        });
        let contacts = self.contacts().into_iter().map(|contact| ContactState {
            collider_a: contact.collider_a,
            collider_b: contact.collider_b,
            pose_a: contact.pose_a,
            pose_b: contact.pose_b,
            touching: contact.touching,
            overlapped: contact.overlapped,
            sticking: contact.sticking,
            slid: contact.slid,
            rest_offset: contact.rest_offset(),
            color: contact.color,
            points: contact.points().iter().map(|p| (p.feature, p.warm_normal, p.warm_tangent)).collect(),
        });
        let joints = self.joints.iter().enumerate().map(|(place, (id, _))| {
            let (impulses, angle) = self.joint_memory(place);
            JointState { id, impulses, angle, carried: self.joint_carried(place) }
        });
        WorldState { step: self.step_count, bodies: bodies.collect(), contacts: contacts.collect(), joints: joints.collect() }
    }

    /// Takes over a state made by [`World::state`] of a world built the same way; unknown ids and contacts that may not
    /// be are ignored. A body whose state is not finite or out of range stays where it is and is frozen; one whose
    /// shapes have changed is put where its centre of mass was.
    pub fn restore(&mut self, state: &WorldState) {
        self.take_joints_apart();
        self.step_count = state.step;
        for body in &state.bodies {
            self.restore_body(body);
        }
        self.tables.internal_edges.forget();
        self.tables.internal_edges.renew(&self.bodies);
        self.graph.drop_all();
        for collider in self.bodies.values().iter().flat_map(|b| &b.colliders) {
            self.broad.touch(collider.proxy);
        }
        let World { broad, graph, flow, joined, tables, activity, events, .. } = self;
        events.overcrowded = !broad.update(&mut flow.pairs.changes);
        take_changes(graph, &mut flow.pairs, joined, tables, activity.is_current, events);
        for contact in &state.contacts {
            self.restore_contact(contact);
        }
        for joint in &state.joints {
            if let Some(place) = self.joints.get_mut(joint.id)
                && joint.impulses.iter().all(|x| x.is_finite())
                && joint.angle.is_finite()
                && joint.carried.is_finite()
            {
                place.impulses = joint.impulses;
                place.angle = joint.angle;
                place.carried = joint.carried;
            }
        }
        self.activity.is_current = false;
    }

    /// What is told of the contacts that take no part in the steps because both bodies sleep. The state lacks it: no
    /// motion depends on it, and the next step does not find it anew.
    pub fn resting_readouts(&self) -> Vec<RestingReadout> {
        let store = &self.graph.store;
        let resting = store.with_points().filter(|&number| store.place(number) == Place::Idle);
        let told = |number: u32| {
            let contact = &store.get(number).contact;
            RestingReadout { key: contact.key(), normal: contact.normal, points: contact.points }
        };
        resting.map(told).collect()
    }

    /// Takes over what was told of resting contacts, after [`World::restore`].
    pub fn restore_readouts(&mut self, readouts: &[RestingReadout]) {
        for readout in readouts {
            let Some(number) = self.number_of(readout.key) else { continue };
            let contact = &mut self.graph.store.get_mut(number).contact;
            (contact.normal, contact.points) = (readout.normal, readout.points);
        }
    }

    fn restore_body(&mut self, state: &BodyState) {
        let Some(index) = self.bodies.index_of(state.id) else { return };
        let body = &mut self.bodies.values_mut()[index];
        let [cos, sin] = state.rotation;
        let finite = state.position.is_finite()
            && state.center.is_finite()
            && state.linear_velocity.is_finite()
            && state.angular_velocity.is_finite()
            && state.sleep_time.is_finite()
            && state.slow_motion.iter().all(|x| x.is_finite())
            && state.slow_reach.is_finite();
        let inside = state.center.abs().max_element() <= tuning::MAX_COORDINATE;
        if !(finite && inside && is_rotation(Rot { cos, sin })) {
            freeze(body, &mut self.broad);
            return;
        }
        put_at(body, state.center, Rot { cos, sin });
        // Its exact bits, unless the shapes are others than they were and with them the place of the centre.
        if (state.position - body.pose.position).length() <= 1e-4 + 1e-6 * state.center.length() {
            body.pose.position = state.position;
        }
        // Twice what a step leaves, so that the bits of a true state stay; a larger number would make boxes without
        // end.
        let (speed, spin) = (2.0 * tuning::MAX_SPEED, 2.0 * tuning::MAX_ROTATION * tuning::MAX_STEP_HZ * tuning::MAX_SUBSTEPS as f32);
        body.linear_velocity = bounded_vec(state.linear_velocity, speed).unwrap_or_default();
        body.angular_velocity = clamp(state.angular_velocity, -spin, spin);
        (body.sleep_time, body.slow_motion, body.slow_reach) = (state.sleep_time, state.slow_motion, state.slow_reach);
        body.awake = state.awake || body.kind != BodyKind::Dynamic;
        body.frozen = state.frozen;
        if !body.awake {
            body.linear_velocity = Vec2::ZERO;
            body.angular_velocity = 0.0;
        }
        self.refresh_boxes_of(index);
    }

    fn restore_contact(&mut self, state: &ContactState) {
        let pair = (state.collider_a, state.collider_b);
        let (Some(a), Some(b)) = (self.collider(pair.0), self.collider(pair.1)) else { return };
        let proxies = (a.proxy, b.proxy);
        if pair.0 >= pair.1 || !a.filter.allows(b.filter) || !may_touch(&self.bodies, &self.joined, pair.0.body, pair.1.body) {
            return;
        }
        let pose_b_in_a = state.pose_a.inv_mul(state.pose_b);
        if !(is_pose(state.pose_a) && is_pose(state.pose_b)) {
            return;
        }
        let method = self.settings.narrow_phase;
        let manifold = self.tables.manifold_of([a, b], pose_b_in_a, method, tuning::SPECULATIVE_MARGIN);
        // If its boxes are apart by now: it existed at the start of the last step and leaves in the next one.
        let Some(number) = self.broad.adopt(proxies.0, proxies.1) else { return };
        if !self.graph.store.contains(number) {
            self.graph.store.insert(number, Head { key: pair, proxies: [proxies.0, proxies.1] });
        }
        self.graph.make_idle(number, &self.tables.poses);
        self.mix_materials_again(number);
        let contact = &mut self.graph.store.get_mut(number).contact;
        contact.color = state.color;
        contact.sticking = state.sticking && contact.has_grip();
        contact.slid = if state.slid.is_finite() { state.slid } else { 0.0 };
        contact.rest_offset = if (0.0..f32::INFINITY).contains(&state.rest_offset) { state.rest_offset } else { 0.0 };
        (contact.pose_a, contact.pose_b) = (state.pose_a, state.pose_b);
        (contact.touching, contact.overlapped) = (state.touching, state.overlapped && state.color.is_some());
        contact.fill_points(manifold, state.pose_a);
        for point in &mut contact.points[..contact.count] {
            if let Some(&(_, normal, tangent)) = state.points.iter().find(|(feature, ..)| *feature == point.feature)
                && (0.0..f32::INFINITY).contains(&normal)
                && tangent.is_finite()
            {
                (point.warm_normal, point.warm_tangent) = (normal, tangent);
            }
        }
    }
}

/// True when the numbers are finite and where a body can be (its frame may lie outside when its centre of mass is at
/// the border), and the rotation is one.
pub(super) fn is_pose(pose: Pose) -> bool {
    pose.position.is_finite() && pose.position.abs().max_element() <= 4.0 * tuning::MAX_COORDINATE && is_rotation(pose.rotation)
}

/// Of unit length, as far as `f32` over many steps can say.
fn is_rotation(Rot { cos, sin }: Rot) -> bool {
    (cos * cos + sin * sin - 1.0).abs() < 1e-3
}
