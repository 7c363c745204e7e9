//! Phase *Load*: simulated bodies into the solver's tables. Before that, if something changed, the list of who is
//! simulated.

use super::activity::{Activity, is_simulated};
use super::findings::{Findings, StepEvents};
use super::graph::ContactGraph;
use super::settings::WorldSettings;
use super::store::Place;
use super::tables::BodyTables;
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::broad::Broad;
use crate::engine::lanes::{Float4, Float4Pair};
use crate::engine::math::Vec2;
use crate::engine::solver::body::{SolverBody, capped_spin, capped_velocity};
use crate::engine::solver::colors::is_fixed;
use crate::engine::solver::drive::{Damping, Drive};

/// Makes the list of simulated bodies again and puts every contact where it belongs, if something changed since the
/// last time.
pub(super) fn refresh_lists(
    activity: &mut Activity,
    bodies: &Arena<BodyId, Body>,
    tables: &mut BodyTables,
    graph: &mut ContactGraph,
    settings: &WorldSettings,
    findings: &mut Findings,
) {
    if activity.is_current {
        return;
    }
    activity.is_current = true;
    activity.awake.clear();
    activity.awake.extend((0..bodies.len() as u32).filter(|&i| is_simulated(&bodies.values()[i as usize])));
    load_all(bodies, tables, settings);
    let [mut numbers, mut touching] = std::mem::take(&mut activity.buffers);
    graph.store.sort_into(&mut numbers, graph.store.numbers());
    touching.clear();
    for &number in &numbers {
        find_place(graph, number, tables, &mut touching, findings);
    }
    graph.color(&mut touching, tables, settings);
    activity.buffers = [numbers, touching];
}

/// A contact whose bodies woke, fell asleep or changed their kind. It is added to `touching` when it needs a colour.
fn find_place(graph: &mut ContactGraph, number: u32, tables: &BodyTables, touching: &mut Vec<u32>, findings: &mut Findings) {
    let parties = graph.parties(number, tables);
    let simulated = parties.slots.iter().any(|&slot| tables.builds[slot as usize].simulated);
    let fixed = parties.mobile.contains(&None);
    // Where nobody is mobile somebody may have been until now: the rows still have its masses.
    let immobile = parties.mobile == [None; 2];
    match graph.store.place(number) {
        Place::Colored(address) if !simulated || immobile || is_fixed(address.group) != fixed => graph.make_idle(number, &tables.poses),
        Place::Separated(_) if !simulated => graph.make_idle(number, &tables.poses),
        _ => {}
    }
    if !simulated || graph.store.place(number) != Place::Idle {
        return;
    }
    if graph.store.record(number).is_some_and(|record| record.contact.count > 0 && record.contact.color.is_some()) {
        touching.push(number);
        findings.sleepers.extend(tables.sleepers_among(parties.slots));
    } else {
        if graph.store.record(number).is_some() {
            // A separated pair has no colour; one that was remembered would be taken before those of others.
            let contact = &mut graph.store.get_mut(number).contact;
            (contact.color, contact.overlapped) = (None, false);
        }
        graph.store.separate(number, parties.slots, parties.slots.map(|slot| tables.extents[slot as usize]));
    }
}

/// Copies the simulated bodies into their slots, with what drives them. One with a number that is not finite would
/// spread it: it is frozen, and the lists are out of date then.
pub(super) fn load_bodies(
    bodies: &mut Arena<BodyId, Body>,
    broad: &mut Broad,
    tables: &mut BodyTables,
    settings: &WorldSettings,
    activity: &mut Activity,
    events: &mut StepEvents,
) {
    let h = settings.substep_seconds();
    tables.moving.clear();
    // Most bodies have the rates of the one before, so what follows from a rate is rarely computed.
    let mut dampings = [Damping::new(0.0, h); 2];
    for &index in &activity.awake {
        let body = &bodies.values()[index as usize];
        if !is_finite(body) {
            freeze(&mut bodies.values_mut()[index as usize], broad);
            events.frozen.push(bodies.id_at(index as usize));
            activity.is_current = false;
            continue;
        }
        let slot = index as usize + 1;
        tables.moving.push(slot as u32);
        tables.poses[slot] = pose_of(body);
        tables.solver_bodies[slot] = start_of(body, h);
        tables.drives[slot] = drive_of(body, settings.gravity, h, &mut dampings);
        tables.load(slot, body, settings.step_seconds());
    }
}

/// Fills the slots of all bodies after some have come, gone or changed.
fn load_all(bodies: &Arena<BodyId, Body>, tables: &mut BodyTables, settings: &WorldSettings) {
    let h = settings.substep_seconds();
    tables.fill_slots();
    tables.slots.clear();
    for (index, body) in bodies.values().iter().enumerate() {
        let slot = index + 1;
        let simulated = is_simulated(body);
        tables.poses[slot] = pose_of(body);
        tables.drives[slot] = Drive::NONE; // a body that has become static is driven no longer
        tables.solver_bodies[slot] = if simulated { start_of(body, h) } else { Float4Pair::default() };
        tables.slots.push(if simulated { slot as u32 } else { 0 });
        tables.load_at_rest(slot, body, simulated);
    }
}

/// Centre of mass and orientation as the solver gathers them.
fn pose_of(body: &Body) -> Float4 {
    Float4([body.center.x, body.center.y, body.pose.rotation.cos, body.pose.rotation.sin])
}

/// A simulated body at the start of a step.
pub(super) fn start_of(body: &Body, h: f32) -> Float4Pair {
    let mobile = body.is_mobile();
    SolverBody {
        velocity: capped_velocity(body.linear_velocity),
        angular_velocity: capped_spin(body.angular_velocity, h),
        inv_mass: if mobile { body.inv_mass } else { 0.0 },
        inv_inertia: if mobile { body.inv_inertia } else { 0.0 },
        ..SolverBody::FIXED
    }
    .stored()
}

/// What acts on a body in each sub-step of length h, as if it flew freely. `dampings` are those of the body
/// before, linear and angular; they become those of this one.
fn drive_of(body: &Body, gravity: Vec2, h: f32, dampings: &mut [Damping; 2]) -> Drive {
    if !body.is_mobile() {
        return Drive::NONE;
    }
    let [damping, spin_damping] = dampings;
    *damping = damping.at_rate(body.linear_damping, h);
    *spin_damping = spin_damping.at_rate(body.angular_damping, h);
    let acceleration = gravity * body.gravity_scale + body.force * body.inv_mass;
    Drive::new(acceleration, body.torque * body.inv_inertia, *damping, *spin_damping)
}

fn is_finite(body: &Body) -> bool {
    body.center.is_finite()
        && body.pose.position.is_finite()
        && body.pose.rotation.cos.is_finite()
        && body.pose.rotation.sin.is_finite()
        && body.linear_velocity.is_finite()
        && body.angular_velocity.is_finite()
        && body.force.is_finite()
        && body.torque.is_finite()
}

/// Takes the body out of the motion: it stays where it is, as if static.
pub(super) fn freeze(body: &mut Body, broad: &mut Broad) {
    body.frozen = true;
    body.colliders.iter().for_each(|c| broad.keep_at_rest(c.proxy));
    body.linear_velocity = Vec2::ZERO;
    body.angular_velocity = 0.0;
    body.force = Vec2::ZERO;
    body.torque = 0.0;
    body.sleep_time = 0.0;
}
