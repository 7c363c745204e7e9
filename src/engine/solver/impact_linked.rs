//! Impacts on bodies that hang together by rigid joints: what an impulse on each row of a hit changes of all bodies
//! that feel it ([`crate::engine::joint::response`]), and the effective masses that follow.
//!
//! A hit of free bodies does without: its masses stand in the contact's block.

use super::block::ContactBlock;
use super::body::{SolverBody, capped_spin, capped_velocity};
use super::drive::Drive;
use super::impact_points::NormalResponse;
use crate::engine::joint::response::{Carried, Change};
use crate::engine::joint::set::JointSet;
use crate::engine::lanes::Float4Pair;
use crate::engine::math::{Vec2, cross, perp};
use std::ops::Range;

/// What the impact stage knows of the hits of a round that joints pass on.
#[derive(Clone, Debug, Default)]
pub struct LinkedHits {
    /// What 1 N·s changes, row by row.
    changes: Vec<Change>,
    /// What joints give of 1 N·s, row by row.
    carried: Vec<Carried>,
    hits: Vec<LinkedHit>,
    /// Ropes or limits have been let go meanwhile: all is to be asked again.
    pub has_let_go: bool,
    /// What a hit has changed in all.
    gained: Vec<Change>,
}

/// A hit that joints pass on.
#[derive(Clone, Debug)]
struct LinkedHit {
    /// For each row, of both points along the normal, then along the tangent: where its changes stand.
    rows: [Range<usize>; 4],
    /// The same of what joints give.
    carried: [Range<usize>; 4],
    /// Speeds along both points' normals by 1 N·s along each, 1/kg.
    coupling: [[f32; 2]; 2],
    /// Effective masses along the tangents, kg.
    tangent_mass: [f32; 2],
    /// By how much the points part faster along the normal after the sub-step if nothing hits, m/s.
    gains: [f32; 2],
}

impl LinkedHits {
    /// Before a round.
    pub fn clear(&mut self) {
        self.changes.clear();
        self.carried.clear();
        self.hits.clear();
        self.has_let_go = false;
    }

    /// Learns of a hit in a lane; its number, or `None` if no joints pass it on.
    pub fn add(
        &mut self,
        block: &ContactBlock,
        lane: usize,
        joints: &mut JointSet,
        (bodies, drives, h): (&[Float4Pair], &[Drive], f32),
    ) -> Option<u32> {
        let slots = block.slots(lane);
        if !slots.iter().any(|&slot| joints.passes_impacts_on(slot)) {
            return None;
        }
        let pair = slots.map(|slot| SolverBody::at(bodies, slot));
        let (normal, points) = (block.normal(lane), [0, 1].map(|k| block.arms(lane, k)));
        let tangent = perp(normal);
        let directions = [normal, normal, tangent, tangent];
        let mut carried = [const { 0..0 }; 4];
        let rows = [0, 1, 2, 3].map(|row: usize| {
            let (from, carried_from) = (self.changes.len(), self.carried.len());
            if block.points[row % 2].normal_mass.0[lane] > 0.0 {
                let free = free_changes(&pair, directions[row], points[row % 2]);
                self.has_let_go |= joints.respond(slots, (free, row < 2), (&mut self.changes, &mut self.carried));
            }
            carried[row] = carried_from..self.carried.len();
            from..self.changes.len()
        });
        let speed = |row: usize, of: usize| speed_along(&self.changes[rows[of].clone()], slots, directions[row], points[row % 2]);
        let coupling = [0, 1].map(|row| [0, 1].map(|of| speed(row, of)));
        let tangent_mass = [2, 3].map(|row| mass_of(speed(row, row)));
        let gains = joints.gains(slots, |slot| drives[slot as usize].gain(), h, bodies);
        let gained = [0, 1].map(|side| (slots[side], gains[side].map(|number| number as f32)));
        let gains = [0, 1].map(|k| speed_along(&gained, slots, normal, points[k]));
        self.hits.push(LinkedHit { rows, carried, coupling, tangent_mass, gains });
        Some(self.hits.len() as u32 - 1)
    }

    /// How impulses along the normal change the points' speeds.
    pub fn response(&self, hit: u32) -> NormalResponse {
        let [[first, other], [coupled, second]] = self.hits[hit as usize].coupling;
        NormalResponse::new([first, second].map(mass_of), 0.5 * (other + coupled))
    }

    /// Slots of the bodies that feel a hit, some of them several times.
    pub fn slots_of(&self, hit: u32) -> impl Iterator<Item = u32> {
        let rows = self.hits[hit as usize].rows.iter();
        rows.flat_map(|row| &self.changes[row.clone()]).map(|(slot, _)| *slot)
    }

    /// By how much the points part faster along the normal after the sub-step if nothing hits, m/s.
    pub fn gains(&self, hit: u32) -> [f32; 2] {
        self.hits[hit as usize].gains
    }

    /// Effective mass of a point along the tangent, kg.
    pub fn tangent_mass(&self, hit: u32, point: usize) -> f32 {
        self.hits[hit as usize].tangent_mass[point]
    }

    /// Gives an impulse along a row, N·s, to all that feel it.
    pub fn push(&self, hit: u32, (point, tangent): (usize, bool), impulse: f32, bodies: &mut [Float4Pair]) {
        for (slot, change) in self.changes_of(hit, point, tangent) {
            let first = &mut bodies[*slot as usize].first.0;
            first.iter_mut().zip(change).for_each(|(number, change)| *number += impulse * change);
        }
    }

    /// Tells the joints what they gave of a hit with these impulses along normals and tangents, N·s.
    pub fn tell_joints(&self, hit: u32, given: [[f32; 2]; 2], joints: &mut JointSet) {
        for (row, impulse) in self.hits[hit as usize].carried.iter().zip(given.into_iter().flatten()) {
            for (place, share) in self.carried[row.clone()].iter().filter(|_| impulse != 0.0) {
                joints.add_carried(*place as usize, share.times(impulse));
            }
        }
    }

    /// Until the impact, at `time` of the sub-step of `h` seconds, all that feel it went on as before: see
    /// [`super::impact_round`]. `given`: the impulses along normals and tangents, N·s.
    pub fn move_back(&mut self, hit: u32, given: [[f32; 2]; 2], (time, h): (f32, f32), bodies: &mut [Float4Pair]) {
        let mut gained = std::mem::take(&mut self.gained);
        gained.clear();
        for (tangent, given) in [false, true].into_iter().zip(given) {
            for (point, impulse) in given.into_iter().enumerate().filter(|(_, impulse)| *impulse != 0.0) {
                let changes = self.changes_of(hit, point, tangent).iter();
                gained.extend(changes.map(|(slot, change)| (*slot, change.map(|number| impulse * number))));
            }
        }
        gained.sort_by_key(|(slot, _)| *slot);
        for shares in gained.chunk_by(|x, y| x.0 == y.0) {
            let slot = shares[0].0;
            let [x, y, spin] = shares.iter().fold([0.0; 3], |sum: [f32; 3], (_, share)| [0, 1, 2].map(|k| sum[k] + share[k]));
            let mut body = SolverBody::at(bodies, slot);
            if body.inv_mass == 0.0 && body.inv_inertia == 0.0 {
                continue;
            }
            body.delta_center -= time * (Vec2::new(x, y) - (body.velocity - capped_velocity(body.velocity)));
            body.delta_angle -= time * (spin - (body.angular_velocity - capped_spin(body.angular_velocity, h)));
            bodies[slot as usize] = body.stored();
        }
        self.gained = gained;
    }

    fn changes_of(&self, hit: u32, point: usize, tangent: bool) -> &[Change] {
        &self.changes[self.hits[hit as usize].rows[point + if tangent { 2 } else { 0 }].clone()]
    }
}

fn mass_of(response: f32) -> f32 {
    if response > 0.0 { 1.0 / response } else { 0.0 }
}

/// What 1 N·s along `direction` at these arms, on B and back on A, changes of free bodies.
fn free_changes([a, b]: &[SolverBody; 2], direction: Vec2, [arm_a, arm_b]: [Vec2; 2]) -> [[f64; 3]; 2] {
    let change = |body: &SolverBody, arm: Vec2, sign: f64| {
        let [x, y, turn] = [direction.x, direction.y, cross(arm, direction)].map(f64::from);
        let (inv_mass, inv_inertia) = (sign * f64::from(body.inv_mass), sign * f64::from(body.inv_inertia));
        [inv_mass * x, inv_mass * y, inv_inertia * turn]
    };
    [change(a, arm_a, -1.0), change(b, arm_b, 1.0)]
}

/// How fast the points at these arms part along `direction` when the bodies' velocities are these changes, m/s.
fn speed_along(changes: &[Change], [slot_a, slot_b]: [u32; 2], direction: Vec2, [arm_a, arm_b]: [Vec2; 2]) -> f32 {
    let at = |slot: u32, arm: Vec2| {
        let of_slot = changes.iter().find(|(changed, _)| *changed == slot);
        of_slot.map_or(0.0, |(_, [x, y, spin])| x * direction.x + y * direction.y + spin * cross(arm, direction))
    };
    at(slot_b, arm_b) - at(slot_a, arm_a)
}
