//! Late contacts in the world: which they are, and their points within the step.
//!
//! The solver asks for the points of those whose room may be used up ([`crate::engine::solver::late`]). Looking a little *ahead* instead of far around matters: a body that flies past a
//! corner is near a face that it will never touch. The look ahead ends with the sub-step, or where the way is half a half width: deeper, the normal says little. The solver measures
//! gaps from the start of the step, so each gap is told as if it had been known then. A blow comes up to a sub-step early, with the lever arms that it will have.

use super::apart::closing_bound;
use super::contacts::fill_points;
use super::look::box_gap;
use super::store::Record;
use super::tables::Tables;
use super::{Contact, World, WorldSettings};
use crate::engine::aabb::Aabb;
use crate::engine::fetch::{fetch_at, with_ahead};
use crate::engine::lanes::{Quad, QuadPair, Row};
use crate::engine::math::{Pose, Rot, Vec2, max, min};
use crate::engine::narrow::batch::{Asked, Many};
use crate::engine::narrow::{Manifold, Meeting};
use crate::engine::solver::block::{ContactBlock, Filling, PointRows, Surfaces};
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::gap::{gaps_after, renew_gaps};
use crate::engine::solver::impact::closing_speed;
use crate::engine::solver::late::{LateContact, LateContacts, Moved, place};
use crate::engine::tuning;

impl World {
    /// Lists the late contacts in the order of their colliders. Of each record only the first line of memory is read, and once: they are far apart.
    pub(super) fn make_late(&mut self) {
        let World { store, problem, tables, scratch, .. } = self;
        let LateScratch { coming, ranks, found, .. } = &mut scratch.late_finder;
        coming.clear();
        ranks.clear();
        for (index, (&(number, gap), [soon, _])) in (0..).zip(with_ahead(&scratch.late)) {
            if let Some((number, _)) = soon {
                store.fetch_record(*number);
            }
            let record = store.get(number);
            coming.push(Coming::of(number, gap, record));
            ranks.push((record.contact.rank(), index));
        }
        ranks.sort_unstable();
        found.clear();
        problem.late.iter_mut().for_each(LateContacts::clear);
        for (&(_, index), [soon, later]) in with_ahead(ranks) {
            if let Some((_, index)) = later {
                fetch_at(coming, *index as usize);
            }
            if let Some((_, index)) = soon {
                tables.fetch_colliders(&coming[*index as usize].contact.proxies);
            }
            let Coming { contact, surfaces, gap } = coming[index as usize];
            let slots = tables.slots_of(contact.proxies);
            let with_fixed = slots.iter().any(|&slot| !tables.builds[slot as usize].mobile);
            let extents = slots.map(|slot| tables.extents[slot as usize]);
            problem.late[usize::from(with_fixed)].push(contact, surfaces, slots, gap, extents);
        }
    }

    /// What has been found of the late contacts, and their impulses, into their records, for the next step, in which all with points are looked at.
    pub(super) fn take_late(&mut self) {
        let World { store, problem, scratch, .. } = self;
        let found = &scratch.late_finder.found;
        for list in &problem.late {
            for (late, [soon, _]) in with_ahead(&list.contacts) {
                if let Some(soon) = soon.filter(|late| late.found.is_some()) {
                    store.fetch_record(soon.contact);
                }
                let Some(place) = late.found else { continue };
                let LatePoints { manifold, poses } = found[place as usize];
                let contact = &mut store.get_mut(late.contact).contact;
                [contact.pose_a, contact.pose_b] = poses;
                fill_points(contact, manifold, poses[0]);
                take_impulses(contact, list, late.lane);
            }
        }
        for late in problem.late.iter().flat_map(|list| &list.contacts) {
            if late.has_points || late.touched {
                store.look_again(late.contact);
            }
        }
    }

    /// Names the late contacts that have begun to touch in this step, and those that have ceased.
    pub(super) fn find_late_touches(&self, begun: &mut Vec<u32>, ended: &mut Vec<u32>) {
        let found = &self.scratch.late_finder.found;
        for list in &self.problem.late {
            for late in &list.contacts {
                let overlaps = |place: u32| found[place as usize].manifold.points().iter().any(|p| p.separation <= 0.0);
                let touching = late.found.is_some_and(overlaps) || late.lane.is_some_and(|lane| list.has_impulse(lane));
                match (late.touched, touching) {
                    (false, true) => begun.push(late.contact),
                    (true, false) => ended.push(late.contact),
                    _ => {}
                }
            }
        }
    }
}

/// A contact that is going to be late.
#[derive(Clone, Copy, Debug)]
struct Coming {
    contact: LateContact,
    surfaces: Surfaces,
    /// How far apart the shapes are at least, metres.
    gap: f32,
}

impl Coming {
    fn of(number: u32, gap: f32, record: &Record) -> Coming {
        let Record { ref contact, proxies } = *record;
        let (has_points, touched) = (contact.count > 0, contact.touching);
        let late = LateContact { contact: number, proxies, lane: None, found: None, has_points, touched };
        Coming { contact: late, surfaces: contact.surfaces(), gap }
    }
}

/// Finds the points of late contacts while the solver runs, in short loops: first the boxes of all that are asked, then the question to the narrow phase and its answer, then what is done with
/// the points, for those that have any or had some.
pub(super) struct LateFinder<'a> {
    pub tables: &'a Tables,
    /// Centres of mass and orientations at the start of the step, by slot.
    pub poses: &'a [Quad],
    pub settings: &'a WorldSettings,
    pub scratch: &'a mut LateScratch,
}

/// Buffers of a [`LateFinder`].
#[derive(Clone, Debug, Default)]
pub(super) struct LateScratch {
    coming: Vec<Coming>,
    /// Rank of each ([`Contact::rank`]), and its place among them.
    ranks: Vec<(u128, u32)>,
    near: Vec<NearSoon>,
    met: Vec<Met>,
    many: Many,
    /// What was last found of each late contact that has points, or had some; in the order in which they got them.
    found: Vec<LatePoints>,
}

/// What the narrow phase has found of a late contact.
#[derive(Clone, Copy, Debug)]
struct LatePoints {
    manifold: Manifold,
    /// Poses of the bodies A and B that it was found for.
    poses: [Pose; 2],
}

/// A late contact whose points have to be found.
#[derive(Clone, Copy, Debug)]
struct NearSoon {
    /// Its place among the late contacts.
    index: u32,
    /// How far ahead to look, seconds.
    soon: f32,
    /// Gap of the boxes then, metres, at most.
    box_gap: f32,
}

/// A late contact that is measured, then only those that have points, or had some.
#[derive(Clone, Copy, Debug)]
struct Met {
    /// Its place among the late contacts.
    index: u32,
    then: Then,
    /// Its place among those that the narrow phase is asked about; `None`: the boxes are apart.
    asked: Option<u32>,
    /// In A's frame then.
    manifold: Manifold,
}

/// Where A and B will be when they are measured.
#[derive(Clone, Copy, Debug)]
struct Then {
    /// Motion of A and B since the start of the step.
    moved: [SolverBody; 2],
    /// Their frames.
    frames: [Pose; 2],
    /// Their centres of mass.
    centers: [Vec2; 2],
}

impl LateFinder<'_> {
    /// Gives the contacts that the list names the points that they will have a little later, if nothing happens until then.
    pub fn find_points(&mut self, list: &mut LateContacts, bodies: &[QuadPair]) {
        let LateScratch { mut near, mut met, mut many, mut found, coming, ranks } = std::mem::take(self.scratch);
        near.clear();
        met.clear();
        self.look_at_boxes(list, bodies, &mut near);
        self.meet_all(list, bodies, &mut many, &near, &mut met);
        for one in &met {
            self.take_points(list, one, bodies, &mut found);
        }
        list.sort_lanes();
        *self.scratch = LateScratch { near, met, many, found, coming, ranks };
    }

    /// Measures the boxes of all that the list names, and keeps those that come near or have points to lose.
    fn look_at_boxes(&self, list: &mut LateContacts, bodies: &[QuadPair], near: &mut Vec<NearSoon>) {
        let LateContacts { named, contacts, rooms, .. } = list;
        for (&index, [soon, _]) in with_ahead(named) {
            if let Some(&index) = soon {
                let (block, lane) = place(index as usize);
                self.tables.fetch_colliders(&contacts[index as usize].proxies);
                for slot in rooms[block].slots(lane) {
                    fetch_at(bodies, slot as usize);
                    fetch_at(self.poses, slot as usize);
                    fetch_at(&self.tables.builds, slot as usize);
                }
            }
            let (block, lane) = place(index as usize);
            let LateContact { proxies, has_points, .. } = contacts[index as usize];
            let room = &mut rooms[block];
            let slots = room.slots(lane);
            let now = slots.map(|slot| SolverBody::at(bodies, slot));
            let extents = [room.extents[0].0[lane], room.extents[1].0[lane]];
            let soon = self.time_ahead(slots, &now, extents);
            let seen = Moved::after(&now[0], &now[1], soon);
            let box_gap = self.box_gap(proxies, seen, extents);
            room.measured(lane, box_gap, seen);
            if box_gap <= tuning::SPECULATIVE_MARGIN || has_points {
                near.push(NearSoon { index, soon, box_gap });
            }
        }
    }

    /// Asks the narrow phase, and keeps those that get points or lose them.
    fn meet_all(&self, list: &mut LateContacts, bodies: &[QuadPair], many: &mut Many, near: &[NearSoon], met: &mut Vec<Met>) {
        many.clear();
        for &NearSoon { index, soon, box_gap } in near {
            let (block, lane) = place(index as usize);
            let slots = list.rooms[block].slots(lane);
            let then = self.then(slots, slots.map(|slot| SolverBody::at(bodies, slot)), soon);
            let asked = (box_gap <= tuning::SPECULATIVE_MARGIN).then(|| many.ask(self.asked(list.contacts[index as usize].proxies, &then)));
            met.push(Met { index, then, asked, manifold: Manifold::default() });
        }
        let answers = self.tables.shapes.meet(self.settings.narrow_rules(), many);
        for (one, near) in met.iter_mut().zip(near) {
            let Some(asked) = one.asked else { continue };
            let Meeting { separation, manifold, .. } = answers[asked as usize];
            let (block, lane) = place(one.index as usize);
            list.rooms[block].gap.0[lane] = max(near.box_gap, separation);
            one.manifold = manifold;
        }
        met.retain(|met| met.manifold.count > 0 || list.contacts[met.index as usize].has_points);
    }

    /// Gives a contact its new points, and rows if they touch. Points that will not touch yet are found again before they do; as rows they would brake along a normal that is still turning.
    fn take_points(&self, list: &mut LateContacts, met: &Met, bodies: &[QuadPair], found: &mut Vec<LatePoints>) {
        let Met { index, ref then, manifold, .. } = *met;
        let late = &mut list.contacts[index as usize];
        late.has_points = manifold.count > 0;
        let points = LatePoints { manifold, poses: then.frames };
        match late.found {
            Some(place) => found[place as usize] = points,
            None => {
                late.found = Some(found.len() as u32);
                found.push(points);
            }
        }
        let touches = manifold.points().iter().any(|p| p.separation <= 0.0);
        if !touches && late.lane.is_none() {
            return;
        }
        let number = list.take_lane(index);
        let (room, room_lane) = place(index as usize);
        let (block, lane) = place(number as usize);
        let slots = list.rooms[room].slots(room_lane);
        let block = &mut list.blocks[block];
        block.describe(lane, slots, list.surfaces[index as usize], self.settings.restitution_threshold);
        fill_lane((block, lane), then, &manifold, if touches { manifold.count } else { 0 });
        renew_gaps::<f32>(block, lane, bodies);
        let speed = &mut list.lanes[number as usize].closing_speed;
        *speed = max(*speed, closing_speed(block, lane, bodies));
    }

    /// How far ahead to look, seconds.
    fn time_ahead(&self, [a, b]: [u32; 2], now: &[SolverBody; 2], extents: [f32; 2]) -> f32 {
        let h = self.settings.substep_seconds();
        let between = (self.center(b) + now[1].delta_center) - (self.center(a) + now[0].delta_center);
        let speed = closing_bound(&now[0], &now[1], extents, between);
        let half_width = [a, b].iter().fold(f32::MAX, |w, &slot| min(w, self.tables.builds[slot as usize].half_width));
        let longest = max(0.5 * half_width, tuning::LINEAR_SLOP);
        if speed * h > longest { longest / speed } else { h }
    }

    /// Gap between the boxes of two colliders after their bodies have moved so, metres, at most.
    fn box_gap(&self, proxies: [u32; 2], Moved { between, turns }: Moved, extents: [f32; 2]) -> f32 {
        let [a, b] = proxies.map(|proxy| self.tables.boxes[proxy as usize]);
        let swing = turns[0].abs() * extents[0] + turns[1].abs() * extents[1];
        box_gap(a, Aabb { min: b.min + between, max: b.max + between }).separation - swing
    }

    fn then(&self, slots: [u32; 2], now: [SolverBody; 2], soon: f32) -> Then {
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

    fn asked(&self, proxies: [u32; 2], then: &Then) -> Asked {
        let shapes = proxies.map(|proxy| self.tables.sites[proxy as usize].shape);
        Asked { shapes, pose: then.frames[0].inv_mul(then.frames[1]), exact: tuning::SPECULATIVE_MARGIN }
    }

    fn center(&self, slot: u32) -> Vec2 {
        let [x, y, ..] = self.poses[slot as usize].0;
        Vec2::new(x, y)
    }
}

/// Makes the rows of a lane from the first `count` points of a manifold.
fn fill_lane((block, lane): (&mut ContactBlock, usize), then: &Then, manifold: &Manifold, count: usize) {
    let (frame, [a, b]) = (then.frames[0], &then.moved);
    let points = manifold.points.map(|p| frame.transform_point(p.position) - then.centers[0]);
    let inv_masses = [a.inv_mass + b.inv_mass, a.inv_inertia, b.inv_inertia];
    let leap = then.centers[0] - then.centers[1];
    block.fill(lane, &Filling { normal: frame.rotation.rotate(manifold.normal), leap, inv_masses, points: &points[..count] });
    let since_start = gaps_after(block, lane, [a, b]);
    for (k, point) in manifold.points[..count].iter().enumerate() {
        block.points[k].gap.0[lane] = point.separation - since_start[k];
    }
}

/// Impulses of a step from the lane of a late contact, if it has one, into its points.
fn take_impulses(contact: &mut Contact, list: &LateContacts, lane: Option<u32>) {
    let rows = lane.map(|number| (place(number as usize), list.lanes[number as usize].closing_speed));
    contact.closing_speed = rows.map_or(0.0, |(_, speed)| speed);
    for (k, point) in contact.points.iter_mut().enumerate().take(contact.count) {
        let of = |row: fn(&PointRows) -> &Row| rows.map_or(0.0, |((block, lane), _)| row(&list.blocks[block].points[k]).0[lane]);
        point.warm_normal = of(|rows| &rows.normal_impulse);
        point.warm_tangent = of(|rows| &rows.tangent_impulse);
        point.normal_impulse = of(|rows| &rows.normal_total);
        point.tangent_impulse = of(|rows| &rows.tangent_total);
    }
}

/// The body after `h` seconds in which nothing pushes it.
fn ahead(moved: &SolverBody, h: f32) -> SolverBody {
    SolverBody {
        delta_center: moved.delta_center + h * moved.velocity,
        delta_angle: moved.delta_angle + h * moved.angular_velocity,
        ..*moved
    }
}
