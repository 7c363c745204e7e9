//! Late contacts in the world: which they are, and their points within the step.
//!
//! The solver asks for the points of those whose room may be used up ([`crate::engine::solver::late`]). Looking a little *ahead* instead of far around matters: a body that flies past a
//! corner is near a face that it will never touch. The look ahead ends with the sub-step, or where the way is half a half width: deeper, the normal says little. The solver measures
//! gaps from the start of the step, so each gap is told as if it had been known then. A blow comes up to a sub-step early, with the lever arms that it will have.

use super::apart::closing_bound;
use super::contacts::{box_gap, describe, take_manifold};
use super::store::{Record, Store};
use super::tables::Tables;
use super::{Contact, World, WorldSettings};
use crate::engine::aabb::Aabb;
use crate::engine::lanes::{Quad, QuadPair};
use crate::engine::math::{Pose, Rot, Vec2, max, min};
use crate::engine::narrow::{self, Meeting, Reach};
use crate::engine::probe::NoProbe;
use crate::engine::solver::block::{ContactBlock, Filling, PointColumn};
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::contact::gap_after;
use crate::engine::solver::impact::closing_speed;
use crate::engine::solver::late::{Moved, Room};
use crate::engine::tuning;

impl World {
    /// Makes the late contacts' lanes, in the order of their colliders.
    pub(super) fn make_late(&mut self) {
        let mut late = std::mem::take(&mut self.scratch.late);
        late.sort_unstable_by_key(|&(number, _)| self.store.get(number).contact.key());
        self.problem.late.iter_mut().for_each(|list| list.clear());
        for &(number, gap) in &late {
            let parties = self.parties(number);
            let World { store, problem, settings, tables, .. } = self;
            store.look_again(number);
            let Record { contact, proxies, .. } = store.get_mut(number);
            contact.closing_speed = 0.0;
            let list = usize::from(parties.mobile.contains(&None));
            let extents = parties.slots.map(|slot| tables.extents[slot as usize]);
            let room = Room { gap, seen: Moved::default(), extents, proxies: *proxies, has_points: contact.count > 0 };
            problem.late[list]
                .push(number, contact.restitution, room, |block, lane| describe(block, lane, contact, parties.slots, settings));
        }
        self.scratch.late = late;
    }
}

/// Finds the points of late contacts while the solver runs.
pub(super) struct LateFinder<'a> {
    pub tables: &'a Tables,
    /// Centres of mass and orientations at the start of the step, by slot.
    pub poses: &'a [Quad],
    pub settings: &'a WorldSettings,
}

/// Where A and B will be when they are measured.
struct Then {
    /// Motion of A and B since the start of the step.
    moved: [SolverBody; 2],
    /// Their frames.
    frames: [Pose; 2],
    /// Their centres of mass.
    centers: [Vec2; 2],
}

impl LateFinder<'_> {
    /// Gives a late contact the points that it will have a little later, if nothing happens until then; false when it has none.
    pub fn find_points(
        &self,
        store: &mut Store,
        number: u32,
        room: &mut Room,
        (block, lane): (&mut ContactBlock, usize),
        bodies: &[QuadPair],
    ) -> bool {
        let slots = [block.a.0[lane], block.b.0[lane]];
        let now = slots.map(|slot| SolverBody::at(bodies, slot));
        let soon = self.time_ahead(slots, &now);
        room.seen = Moved::after(&now[0], &now[1], soon);
        room.gap = self.box_gap(room);
        let near = room.gap <= tuning::SPECULATIVE_MARGIN;
        if !near && !room.has_points {
            return false;
        }
        let then = self.then(slots, &now, soon);
        let met = if near { self.meet(room.proxies, &then) } else { Meeting { separation: room.gap, ..Meeting::default() } };
        room.gap = max(room.gap, met.separation);
        if met.manifold.count == 0 && !room.has_points {
            return false;
        }
        let contact = &mut store.get_mut(number).contact;
        take_manifold(contact, met.manifold, then.frames[0], then.frames[1]);
        room.has_points = contact.count > 0;
        let touches = fill_lane(contact, (block, lane), &now, &then);
        contact.closing_speed = max(contact.closing_speed, closing_speed(block, lane, bodies));
        touches
    }

    /// How far ahead to look, seconds.
    fn time_ahead(&self, [a, b]: [u32; 2], now: &[SolverBody; 2]) -> f32 {
        let h = self.settings.substep_seconds();
        let between = (self.center(b) + now[1].delta_center) - (self.center(a) + now[0].delta_center);
        let extents = [a, b].map(|slot| self.tables.extents[slot as usize]);
        let speed = closing_bound(&now[0], &now[1], extents, between);
        let half_width = [a, b].iter().fold(f32::MAX, |w, &slot| min(w, self.tables.builds[slot as usize].half_width));
        let longest = max(0.5 * half_width, tuning::LINEAR_SLOP);
        if speed * h > longest { longest / speed } else { h }
    }

    /// Gap between the colliders' boxes after they have moved as the room says, metres, at most.
    fn box_gap(&self, room: &Room) -> f32 {
        let [a, b] = room.proxies.map(|proxy| self.tables.boxes[proxy as usize]);
        let Moved { between, turns } = room.seen;
        let swing = turns[0].abs() * room.extents[0] + turns[1].abs() * room.extents[1];
        box_gap(a, Aabb { min: b.min + between, max: b.max + between }).separation - swing
    }

    fn then(&self, slots: [u32; 2], now: &[SolverBody; 2], soon: f32) -> Then {
        let moved = [0, 1].map(|k| ahead(&now[k], soon));
        let centers = [0, 1].map(|k| self.center(slots[k]) + moved[k].delta_center);
        let frames = [0, 1].map(|k| {
            let [_, _, cos, sin] = self.poses[slots[k] as usize].0;
            let rotation = moved[k].delta_rotation().then_after(Rot { cos, sin });
            let local_center = self.tables.builds[slots[k] as usize].local_center;
            Pose { position: centers[k] - rotation.rotate(local_center), rotation }
        });
        Then { moved, frames, centers }
    }

    fn meet(&self, proxies: [u32; 2], then: &Then) -> Meeting {
        let [a, b] = proxies.map(|proxy| self.tables.shapes.get(self.tables.sites[proxy as usize].shape));
        let pose = then.frames[0].inv_mul(then.frames[1]);
        narrow::meet(a, b, pose, self.settings.narrow_phase, Reach::of(tuning::SPECULATIVE_MARGIN), &mut NoProbe)
    }

    fn center(&self, slot: u32) -> Vec2 {
        let [x, y, ..] = self.poses[slot as usize].0;
        Vec2::new(x, y)
    }
}

/// Makes the rows of a lane; true when some point touches. Points that will not touch yet are found again before they do; as rows they would brake along a normal that is still turning.
fn fill_lane(contact: &Contact, (block, lane): (&mut ContactBlock, usize), now: &[SolverBody; 2], then: &Then) -> bool {
    let touches = contact.points().iter().any(|p| p.separation <= 0.0);
    let columns = contact.points.map(|point| PointColumn { r_a: point.position - then.centers[0], ..PointColumn::default() });
    let inv_masses = [now[0].inv_mass + now[1].inv_mass, now[0].inv_inertia, now[1].inv_inertia];
    let count = if touches { contact.count } else { 0 };
    let leap = then.centers[0] - then.centers[1];
    block.fill(lane, &Filling { normal: contact.normal, leap, inv_masses, points: &columns[..count] });
    for (k, point) in contact.points[..count].iter().enumerate() {
        let since_start = gap_after(block, lane, k, [&then.moved[0], &then.moved[1]]);
        block.points[k].gap.0[lane] = point.separation - since_start;
    }
    count > 0
}

/// The body after `h` seconds in which nothing pushes it.
fn ahead(moved: &SolverBody, h: f32) -> SolverBody {
    SolverBody {
        delta_center: moved.delta_center + h * moved.velocity,
        delta_angle: moved.delta_angle + h * moved.angular_velocity,
        ..*moved
    }
}
