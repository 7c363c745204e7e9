//! Manifolds of the pairs, warm starting, and reuse of what hardly changed.
//!
//! *Warm starting*: a new manifold's points take over the impulses of the old ones with the same feature.
//!
//! *Reuse*: while both bodies are slow ([`tuning::RECYCLE_SPEED`]) and have moved little relative to each other since the manifold was made
//! ([`tuning::RECYCLE_DISTANCE`]), the manifold stays and only the gaps are renewed. That saves most of the narrow phase in a resting pile, and
//! it steadies thin shapes: a leaning card whose reference face changes with every rounding never comes to rest. (Box2D v3.2 calls this contact
//! recycling and freezes normal and anchors in the world; that turns angular momentum into nothing on moving bodies. Here
//! the normal turns with A, and A and B are pushed at one common point, so that momentum is kept exactly.)
//!
//! ```text
//!    manifold in A's frame:  p, n          now:   p on A  ●───────● p on B      point = middle
//!                                                         └── gap = old gap + n · (p on B − p on A)
//! ```

use super::sleep::is_simulated;
use super::{Contact, ContactPoint, World};
use crate::engine::body::Body;
use crate::engine::math::Pose;
use crate::engine::narrow::{self, Manifold, NarrowPhase};
use crate::engine::probe::NoProbe;
use crate::engine::tuning;

impl World {
    /// Renews the points of all active contacts; a contact between a simulated body and a sleeper wakes the sleeper's island.
    pub(super) fn update_contacts(&mut self) {
        loop {
            self.refresh_lists();
            let World { contacts, bodies, active, settings, scratch, .. } = self;
            scratch.seeds.clear();
            for &index in active.iter() {
                let contact = &mut contacts[index as usize];
                let (Some(a), Some(b)) = (bodies.index_of(contact.collider_a.body), bodies.index_of(contact.collider_b.body)) else {
                    continue;
                };
                let (body_a, body_b) = (&bodies.values()[a], &bodies.values()[b]);
                renew(contact, body_a, body_b, settings.narrow_phase);
                if contact.count > 0 {
                    for (index, body) in [(a, body_a), (b, body_b)] {
                        if body.is_mobile() && !body.awake {
                            scratch.seeds.push(index as u32);
                        }
                    }
                }
            }
            if scratch.seeds.is_empty() {
                return;
            }
            self.wake_islands_of_seeds();
        }
    }

    /// Makes every manifold anew where its bodies are, keeping impulses: after the method has changed.
    pub(super) fn remake_manifolds(&mut self) {
        let World { contacts, bodies, settings, .. } = self;
        for contact in contacts.iter_mut().filter(|c| c.count > 0) {
            let (Some(a), Some(b)) = (bodies.get(contact.collider_a.body), bodies.get(contact.collider_b.body)) else { continue };
            remake(contact, a, b, settings.narrow_phase);
        }
    }
}

/// Renews one contact at its bodies' present poses.
fn renew(contact: &mut Contact, a: &Body, b: &Body, method: NarrowPhase) {
    if contact.count > 0 && hardly_moved(contact, a, b) {
        reuse(contact, a, b);
        return;
    }
    let (collider_a, collider_b) = (&a.colliders[contact.collider_a.index as usize], &b.colliders[contact.collider_b.index as usize]);
    let (box_a, box_b) = (collider_a.aabb, collider_b.aabb);
    if box_a.grown(tuning::SPECULATIVE_MARGIN).overlaps(box_b) {
        remake(contact, a, b, method);
    } else {
        contact.count = 0;
        contact.normal = crate::engine::math::Vec2::ZERO;
        contact.manifold = Manifold::default();
        (contact.pose_a, contact.pose_b) = (a.pose, b.pose);
    }
}

/// True when the manifold may be used again: see the head of the file.
fn hardly_moved(contact: &Contact, a: &Body, b: &Body) -> bool {
    let speed = a.farthest_point_speed() + b.farthest_point_speed();
    if !(speed < tuning::RECYCLE_SPEED) {
        return false;
    }
    let then = contact.pose_a.inv_mul(contact.pose_b);
    let now = a.pose.inv_mul(b.pose);
    let center_moved = now.transform_point(b.local_center) - then.transform_point(b.local_center);
    let turned = then.rotation.inv_mul(now.rotation);
    // The chord of the turn at the farthest point of B; `cos > 0` keeps out turns beyond a quarter.
    turned.cos > 0.0 && center_moved.length() + turned.sin.abs() * b.extent < tuning::RECYCLE_DISTANCE
}

/// Keeps the manifold and renews gaps, positions and the world normal.
fn reuse(contact: &mut Contact, a: &Body, b: &Body) {
    let then = contact.pose_a.inv_mul(contact.pose_b);
    let now = a.pose.inv_mul(b.pose);
    contact.normal = a.pose.rotation.rotate(contact.manifold.normal);
    for (point, source) in contact.points.iter_mut().zip(contact.manifold.points()) {
        let on_b = now.transform_point(then.inv_transform_point(source.position));
        point.separation = source.separation + (on_b - source.position).dot(contact.manifold.normal);
        point.position = a.pose.transform_point(0.5 * (source.position + on_b));
    }
}

/// Asks the narrow phase and carries impulses over by feature.
fn remake(contact: &mut Contact, a: &Body, b: &Body, method: NarrowPhase) {
    let shape_a = &a.colliders[contact.collider_a.index as usize].shape;
    let shape_b = &b.colliders[contact.collider_b.index as usize].shape;
    let manifold = narrow::collide(shape_a, shape_b, a.pose.inv_mul(b.pose), method, tuning::SPECULATIVE_MARGIN, &mut NoProbe);
    let old = contact.points;
    let old = &old[..contact.count];
    (contact.pose_a, contact.pose_b) = (a.pose, b.pose);
    fill_points(contact, manifold, a.pose);
    for point in &mut contact.points[..contact.count] {
        if let Some(same) = old.iter().find(|p| p.feature == point.feature) {
            (point.warm_normal, point.warm_tangent) = (same.warm_normal, same.warm_tangent);
        }
    }
}

/// Points and normal of a manifold in the world, without impulses.
pub(super) fn fill_points(contact: &mut Contact, manifold: Manifold, pose_a: Pose) {
    contact.manifold = manifold;
    contact.count = manifold.count;
    contact.normal = pose_a.rotation.rotate(manifold.normal);
    for (point, source) in contact.points.iter_mut().zip(manifold.points()) {
        *point = ContactPoint {
            position: pose_a.transform_point(source.position),
            separation: source.separation,
            feature: source.feature,
            ..ContactPoint::default()
        };
    }
}

/// True when one of the contact's bodies is simulated.
pub(super) fn is_active(a: &Body, b: &Body) -> bool {
    is_simulated(a) || is_simulated(b)
}
