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
//! *Fast contacts*: a ball that falls at 9 m/s moves 15 cm in a step. Found only where steps begin, its contact would appear deep in the
//! ground, and the bounce would start from there. So a contact whose bodies may reach each other within the step asks the narrow phase again in every
//! sub-step until it gets its first impulse ([`find_points`]). What is faster still is left to [`super::continuous`].
//!
//! ```text
//!    manifold in A's frame:  p, n          now:   p on A  ●───────● p on B      point = middle
//!                                                         └── gap = old gap + n · (p on B − p on A)
//! ```

use super::sleep::is_simulated;
use super::{Contact, ContactPoint, World, WorldSettings};
use crate::engine::aabb::Aabb;
use crate::engine::body::Body;
use crate::engine::broad;
use crate::engine::collider::Collider;
use crate::engine::math::{Pose, Vec2, max, min};
use crate::engine::narrow::{self, Manifold, NarrowPhase};
use crate::engine::probe::NoProbe;
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::contact::{ContactConstraint, ContactRow};
use crate::engine::tuning;

impl World {
    /// Renews the points of all active contacts; a contact between a simulated body and a sleeper wakes the sleeper's island.
    pub(super) fn update_contacts(&mut self) {
        loop {
            self.refresh_lists();
            let World { contacts, bodies, active, settings, scratch, .. } = self;
            let seconds = settings.step_seconds();
            scratch.seeds.clear();
            for &index in active.iter() {
                let contact = &mut contacts[index as usize];
                let (Some(a), Some(b)) = (bodies.index_of(contact.collider_a.body), bodies.index_of(contact.collider_b.body)) else {
                    continue;
                };
                let (body_a, body_b) = (&bodies.values()[a], &bodies.values()[b]);
                renew(contact, body_a, body_b, settings.narrow_phase);
                contact.fast = may_meet(contact, body_a, body_b, seconds);
                if contact.count > 0 || contact.fast {
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
    if contact.count > 0 && !rolls(contact) && hardly_moved(contact, a, b) {
        reuse(contact, a, b);
        return;
    }
    let (collider_a, collider_b) = (&a.colliders[contact.collider_a.index as usize], &b.colliders[contact.collider_b.index as usize]);
    let (box_a, box_b) = (collider_a.aabb, collider_b.aabb);
    if box_a.grown(tuning::SPECULATIVE_MARGIN).overlaps(box_b) {
        remake(contact, a, b, method);
    } else {
        contact.count = 0;
        contact.normal = Vec2::ZERO;
        contact.manifold = Manifold::default();
        (contact.pose_a, contact.pose_b) = (a.pose, b.pose);
    }
}

/// True when points without load may appear before the next step.
fn may_meet(contact: &Contact, a: &Body, b: &Body, seconds: f32) -> bool {
    if contact.points().iter().any(|p| p.warm_normal > 0.0) {
        return false;
    }
    let way = seconds * relative_speed(a.linear_velocity, b.linear_velocity, a.angular_velocity, b.angular_velocity, a, b);
    if way <= tuning::SPECULATIVE_MARGIN {
        return false;
    }
    let box_of = |body: &Body, index: u32| broad::swept_box(body.colliders[index as usize].aabb, body, seconds);
    let (box_a, box_b) = (box_of(a, contact.collider_a.index), box_of(b, contact.collider_b.index));
    box_a.grown(tuning::SPECULATIVE_MARGIN).overlaps(box_b)
}

/// Fastest speed, at most, of any point of B as seen from any point of A, m/s.
fn relative_speed(v_a: Vec2, v_b: Vec2, spin_a: f32, spin_b: f32, a: &Body, b: &Body) -> f32 {
    (v_b - v_a).length() + spin_a.abs() * a.extent + spin_b.abs() * b.extent
}

/// Gives a fast contact the points that it will have a little later, if nothing happens until then.
///
/// Looking ahead instead of far around matters: a body that flies past a corner is near a face that it will never touch. The look ahead ends with the
/// sub-step, or where the way is half a half width: deeper, the normal says little. The solver measures gaps from the start of the step, so each row's
/// gap is told as if it had been known then. A blow comes up to a sub-step early, with the lever arms that it will have.
pub(super) fn find_points(
    contact: &mut Contact,
    constraint: &mut ContactConstraint,
    (a, b): (&Body, &Body),
    (now_a, now_b): (&SolverBody, &SolverBody),
    settings: &WorldSettings,
) {
    let h = settings.substep_seconds();
    let speed = relative_speed(now_a.velocity, now_b.velocity, now_a.angular_velocity, now_b.angular_velocity, a, b);
    let half_width = [a, b].iter().filter(|body| body.is_mobile()).fold(f32::MAX, |w, body| min(w, body.half_width));
    let longest = max(0.5 * half_width, tuning::LINEAR_SLOP);
    let soon = if speed * h > longest { longest / speed } else { h };
    let (then_a, then_b) = (ahead(now_a, soon), ahead(now_b, soon));

    let (pose_a, pose_b) = (pose_within_step(a, &then_a), pose_within_step(b, &then_b));
    let (collider_a, collider_b) = (&a.colliders[contact.collider_a.index as usize], &b.colliders[contact.collider_b.index as usize]);
    let manifold = if boxes_near((a, collider_a), (b, collider_b), (&then_a, &then_b)) {
        let (shape_a, shape_b) = (&collider_a.shape, &collider_b.shape);
        narrow::collide(shape_a, shape_b, pose_a.inv_mul(pose_b), settings.narrow_phase, tuning::SPECULATIVE_MARGIN, &mut NoProbe)
    } else {
        Manifold::default()
    };
    take_manifold(contact, manifold, pose_a, pose_b);

    // Points that will not touch yet are found again before they do; as rows they would brake along a normal that is still turning.
    let touches = contact.points().iter().any(|p| p.separation <= 0.0);
    constraint.count = if touches { contact.count as u32 } else { 0 };
    constraint.normal = contact.normal;
    let (center_a, center_b) = (a.center + then_a.delta_center, b.center + then_b.delta_center);
    for (row, point) in constraint.rows.iter_mut().zip(contact.points()) {
        let (r_a, r_b) = (point.position - center_a, point.position - center_b);
        let start_a = then_a.delta_rotation().inv_rotate(r_a - contact.radii[0] * contact.normal);
        let start_b = then_b.delta_rotation().inv_rotate(r_b + contact.radii[1] * contact.normal);
        let since_start = (then_b.delta_of(start_b) - then_a.delta_of(start_a)).dot(contact.normal);
        *row = ContactRow { r_a, r_b, start_a, start_b, separation: point.separation - since_start, ..ContactRow::default() };
    }
}

/// The body after `h` seconds in which nothing pushes it.
fn ahead(moved: &SolverBody, h: f32) -> SolverBody {
    let angle = h * moved.angular_velocity;
    SolverBody { delta_center: moved.delta_center + h * moved.velocity, delta_angle: moved.delta_angle + angle, ..*moved }
}

/// Where the body is after the motion `moved` since the start of the step.
fn pose_within_step(body: &Body, moved: &SolverBody) -> Pose {
    let rotation = moved.delta_rotation().then_after(body.pose.rotation);
    Pose { position: body.center + moved.delta_center - rotation.rotate(body.local_center), rotation }
}

/// False when the colliders' boxes, moved along with their bodies, are certainly farther apart than the margin.
fn boxes_near(
    (a, collider_a): (&Body, &Collider),
    (b, collider_b): (&Body, &Collider),
    (moved_a, moved_b): (&SolverBody, &SolverBody),
) -> bool {
    let shift = moved_b.delta_center - moved_a.delta_center;
    let swing = moved_a.delta_angle.abs() * a.extent + moved_b.delta_angle.abs() * b.extent;
    let box_b = Aabb { min: collider_b.aabb.min + shift, max: collider_b.aabb.max + shift };
    collider_a.aabb.grown(tuning::SPECULATIVE_MARGIN + swing).overlaps(box_b)
}

/// True for a single point of rounded shapes: where they touch wanders over the surfaces as they roll, so an old point says little.
fn rolls(contact: &Contact) -> bool {
    contact.count == 1 && contact.radii[0] + contact.radii[1] > 0.0
}

/// True when the manifold may be used again: see the head of the file.
fn hardly_moved(contact: &Contact, a: &Body, b: &Body) -> bool {
    let speed = a.farthest_point_speed() + b.farthest_point_speed();
    if speed >= tuning::RECYCLE_SPEED {
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
    take_manifold(contact, manifold, a.pose, b.pose);
}

/// Puts a new manifold into a contact and carries impulses over by feature.
fn take_manifold(contact: &mut Contact, manifold: Manifold, pose_a: Pose, pose_b: Pose) {
    let old = contact.points;
    let old = &old[..contact.count];
    (contact.pose_a, contact.pose_b) = (pose_a, pose_b);
    fill_points(contact, manifold, pose_a);
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
