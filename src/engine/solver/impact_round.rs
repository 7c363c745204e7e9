//! One round of impacts: contacts that hit at once, solved together.
//!
//! The points of one contact are solved exactly, as two equations with two unknowns; contacts that share bodies in
//! sweeps that add to the sum of each impulse, which never pulls. Where rigid joints pass a hit on, masses and changes
//! of velocities are those of all that hangs together (`impact_linked`). Where a point hits alone, friction has its say
//! in the normal impulse (`impact_single`).

use super::block::ContactBlock;
use super::body::{SolverBody, capped_spin, capped_velocity};
use super::colors::{ContactColors, GROUPS};
use super::drive::Drive;
use super::gap::gaps_after;
use super::impact_linked::LinkedHits;
use super::impact_points::normal_impulses;
use super::impact_rows::ImpactRows;
use super::impact_single::{Occurrences, single_impulse};
use super::pass::{ContactRow, Pass, SolverStep};
use super::uncolored::UncoloredContacts;
use super::watch::Watch;
use crate::engine::joint::set::JointSet;
use crate::engine::lanes::Float4Pair;
use crate::engine::math::{Vec2, clamp, max, min, perp};
use crate::engine::probe::{Probe, ran};

/// Number of the first list of contacts without a colour, after those of all groups.
pub(super) const UNCOLORED: u8 = GROUPS as u8;

/// Sweeps over the contacts of a round, which share bodies.
const NORMAL_SWEEPS: usize = 12;
/// The sweeps end when no point's speed changes by more, m/s.
const SETTLED: f32 = 1e-4;

/// What the impact stage remembers within a sub-step.
#[derive(Clone, Debug, Default)]
pub struct Impacts {
    /// Lanes that are about to hit, a number of bits for each block of a list.
    pub(super) hits: Vec<u32>,
    /// Blocks and lanes of these, in the order in which they are solved.
    pub(super) queue: Vec<(u32, u8)>,
    /// The contacts of a round.
    pub(super) round: Vec<Hit>,
    /// What joints make of these.
    linked: LinkedHits,
    /// How often bodies occur in these.
    occurrences: Occurrences,
    /// Lanes that the relax pass treats as if they did not bounce: list (a group, or one of the two without colours,
    /// after them), block, lane.
    pub(super) spent: Vec<(u8, u32, u8)>,
}

/// A contact that hits in a round of impacts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    /// A group, or one of the two lists without colours, after them.
    list: u8,
    block: u32,
    lane: u8,
    /// What the sweeps read of it.
    rows: ImpactRows,
    /// Gaps of the points before the round, metres.
    gaps: [f32; 2],
    /// When in the sub-step each point hits, seconds.
    times: [f32; 2],
    /// What forces on free bodies add to the points' speed on the way to the impact, m/s.
    gain: f32,
    restitution: f32,
    /// Speed at which each point shall part, m/s; `None` for one that does not hit.
    parting: [Option<f32>; 2],
    /// Normal impulses of this round so far, N·s.
    given: [f32; 2],
    /// Tangent impulses of this round, N·s.
    given_along: [f32; 2],
    /// Its number among those that joints pass on.
    linked: Option<u32>,
    /// Normal and tangent impulse of its one point when it hits alone, N·s.
    single: Option<[f32; 2]>,
}

impl Hit {
    /// False when the surfaces touch already.
    pub fn takes_time(&self) -> bool {
        self.times != [0.0; 2]
    }

    /// `None` when no point closes faster than the threshold and arrives in this sub-step.
    pub fn of(
        block: &ContactBlock,
        (list, index, lane): (u8, u32, u8),
        restitution: f32,
        (bodies, drives): (&[Float4Pair], &[Drive]),
        pass: &Pass,
    ) -> Option<Hit> {
        ran!();
        let at = usize::from(lane);
        let slots = block.slots(at);
        let [a, b] = slots.map(|slot| SolverBody::at(bodies, slot));
        let gaps = gaps_after(block, at, [&a, &b]);
        let rows = ImpactRows::of(block, at, &[a, b]);
        let speeds = rows.speeds(&[a, b]);
        let hits = [0, 1].map(|k| {
            let arrives = gaps[k] + speeds[k] * pass.h <= 0.0;
            rows.masses[k] > 0.0 && speeds[k] < -pass.restitution_threshold && arrives
        });
        let times = [0, 1].map(|k| if hits[k] { max(-gaps[k] / speeds[k], 0.0) } else { pass.h });
        let time = min(times[0], times[1]);
        // What gravity and forces add on the way to the impact.
        let gain = (drives[slots[1] as usize].gain() - drives[slots[0] as usize].gain()).dot(rows.normal) * time / pass.h;
        let parting = [0, 1].map(|k| hits[k].then_some(-restitution * speeds[k] - (1.0 + restitution) * gain)); // [solver.bounce]
        let (list, block, given, given_along) = (list, index, [0.0; 2], [0.0; 2]);
        let (linked, single) = (None, None);
        (hits != [false; 2]).then_some(Hit {
            list,
            block,
            lane,
            rows,
            gaps,
            times,
            gain,
            restitution,
            parting,
            given,
            given_along,
            linked,
            single,
        })
    }

    /// Joints let its points part faster by so much after `h` seconds, m/s, not as forces on free bodies do.
    fn expect_gains(&mut self, gains: [f32; 2], h: f32) {
        let time = min(self.times[0], self.times[1]);
        for (parting, gain) in self.parting.iter_mut().zip(gains) {
            *parting = parting.map(|parting| parting + (1.0 + self.restitution) * (self.gain - gain * time / h));
        }
    }
}

impl Impacts {
    /// Makes joints of what hits in this round ready to pass it on. True when this may have changed velocities; else it
    /// is known now what the joints make of each hit.
    pub(super) fn settle(
        &mut self,
        (contacts, uncolored): (&mut ContactColors, &mut [UncoloredContacts; 2]),
        joints: &mut JointSet,
        (bodies, drives, h): (&mut [Float4Pair], &[Drive], f32),
    ) -> bool {
        let Impacts { round, linked, .. } = self;
        let mut changed = false;
        for hit in round.iter() {
            let (block, lane) = (block_of(contacts, uncolored, hit), usize::from(hit.lane));
            changed |= joints.settle(block.slots(lane), bodies);
        }
        if changed {
            return true;
        }
        linked.clear();
        loop {
            for hit in round.iter_mut() {
                let block = block_of(contacts, uncolored, hit);
                hit.linked = linked.add(block, usize::from(hit.lane), joints, (bodies, drives, h));
            }
            if !linked.has_let_go {
                break;
            }
            linked.clear();
        }
        for hit in round.iter_mut() {
            if let Some(number) = hit.linked {
                hit.expect_gains(linked.gains(number), h);
            }
        }
        false
    }

    /// Tells the joints what they gave in the round.
    pub(super) fn tell_joints(&self, joints: &mut JointSet) {
        for hit in &self.round {
            if let Some(number) = hit.linked {
                self.linked.tell_joints(number, [hit.given, hit.given_along], joints);
            }
        }
    }

    /// Finds the points of the round that hit alone, and their impulses.
    fn find_singles(&mut self, contacts: &mut ContactColors, uncolored: &mut [UncoloredContacts; 2], bodies: &[Float4Pair]) {
        let Impacts { round, occurrences, .. } = self;
        occurrences.clear();
        for hit in round.iter() {
            occurrences.add(block_of(contacts, uncolored, hit).slots(usize::from(hit.lane)), bodies);
        }
        for hit in round.iter_mut().filter(|hit| hit.linked.is_none()) {
            let (block, lane) = (block_of(contacts, uncolored, hit), usize::from(hit.lane));
            if let ([Some(parting), None], k) | ([None, Some(parting)], k) = (hit.parting, usize::from(hit.parting[0].is_none()))
                && occurrences.is_alone(block.slots(lane))
            {
                hit.single = single_impulse(block, (lane, k), (parting, hit.gain), bodies);
            }
        }
    }

    /// Solves the round: all that hits is solved together, from the speeds before the impact. One after the other, the
    /// first point of a box that lands flat would turn it, the second and friction would then answer to that turn, and
    /// it would fall on its side. Friction follows when all normal impulses are known. True when bodies that hang
    /// together were moved back to where the impact found them.
    pub(super) fn solve<P: Probe<SolverStep>>(
        &mut self,
        (contacts, uncolored): (&mut ContactColors, &mut [UncoloredContacts; 2]),
        bodies: &mut [Float4Pair],
        pass: &Pass,
        watch: &mut Watch<'_, P>,
    ) -> bool {
        ran!();
        self.find_singles(contacts, uncolored, bodies);
        let Impacts { round, linked, .. } = self;
        for _ in 0..NORMAL_SWEEPS {
            let mut farthest = 0.0_f32;
            for hit in round.iter_mut() {
                farthest = max(farthest, push_normals(hit, linked, (contacts, uncolored), bodies, pass, watch));
            }
            if round.len() == 1 || farthest < SETTLED {
                break;
            }
        }
        for hit in round.iter_mut() {
            push_tangents(hit, linked, block_of(contacts, uncolored, hit), bodies, pass, watch);
        }
        round.iter().any(|hit| hit.linked.is_some() && hit.takes_time())
    }
}

/// Both normal impulses of a contact, so that its points part as they shall; the largest change of a point's speed.
fn push_normals<P: Probe<SolverStep>>(
    hit: &mut Hit,
    linked: &LinkedHits,
    (contacts, uncolored): (&mut ContactColors, &mut [UncoloredContacts; 2]),
    bodies: &mut [Float4Pair],
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) -> f32 {
    if hit.single.is_some() && hit.given != [0.0; 2] {
        return 0.0; // it has all; friction brings it to the speed at which it shall part
    }
    let ImpactRows { slots, normal, arms, .. } = hit.rows;
    let mut pair = slots.map(|slot| SolverBody::at(bodies, slot));
    let speeds = hit.rows.speeds(&pair);
    let missing = [0, 1].map(|k| hit.parting[k].map(|parting| parting - speeds[k]));
    let (masses, coupling) = hit.linked.map_or((hit.rows.masses, hit.rows.coupling), |number| linked.normal_terms(number));
    let impulses = match hit.single {
        Some([normal, _]) => hit.parting.map(|parting| parting.map_or(0.0, |_| normal)),
        None => normal_impulses(masses, coupling, missing, hit.given),
    };
    for k in 0..2 {
        if impulses[k] == hit.given[k] {
            continue;
        }
        let terms = [hit.gaps[k], -hit.given[k], f32::INFINITY];
        let place = (block_of(contacts, uncolored, hit), usize::from(hit.lane), k, false);
        push_row(place, (&mut pair, arms[k], normal), [impulses[k] - hit.given[k], masses[k]], terms, pass, watch);
        if let Some(number) = hit.linked {
            linked.push(number, (k, false), impulses[k] - hit.given[k], bodies);
            pair = slots.map(|slot| SolverBody::at(bodies, slot));
        }
    }
    if hit.linked.is_none() {
        pair.iter().zip(slots).for_each(|(body, slot)| body.put_velocity(bodies, slot));
    }
    hit.given = impulses;
    let largest = |k: usize| missing[k].filter(|_| impulses[k] > 0.0).map_or(0.0, f32::abs);
    max(largest(0), largest(1))
}

/// Friction of an impact, inside the cones of its normal impulses.
fn push_tangents<P: Probe<SolverStep>>(
    hit: &mut Hit,
    linked: &mut LinkedHits,
    block: &mut ContactBlock,
    bodies: &mut [Float4Pair],
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) {
    let lane = usize::from(hit.lane);
    let ImpactRows { slots, normal, arms, .. } = hit.rows;
    let mut pair = slots.map(|slot| SolverBody::at(bodies, slot));
    // What this impact alone does to both.
    let mut gained = pair.map(|body| SolverBody { velocity: Vec2::ZERO, angular_velocity: 0.0, ..body });
    let mut time = pass.h;
    for k in (0..2).filter(|&k| hit.given[k] > 0.0) {
        let arms = arms[k];
        let slide = (pair[1].velocity_at(arms[1]) - pair[0].velocity_at(arms[0])).dot(perp(normal));
        let bound = block.friction.0[lane] * hit.given[k];
        let mass = hit.linked.map_or(block.points[k].tangent_mass.0[lane], |number| linked.tangent_mass(number, k));
        let impulse = clamp(hit.single.map_or(-mass * slide, |[_, tangent]| tangent), -bound, bound);
        let place = (&mut *block, lane, k, true);
        push_row(place, (&mut pair, arms, perp(normal)), [impulse, mass], [0.0, -bound, bound], pass, watch);
        push(&mut gained, arms, hit.given[k] * normal + impulse * perp(normal));
        time = min(time, hit.times[k]);
        hit.given_along[k] = impulse;
        if let Some(number) = hit.linked {
            linked.push(number, (k, true), impulse, bodies);
            pair = slots.map(|slot| SolverBody::at(bodies, slot));
        }
    }
    if let Some(number) = hit.linked {
        linked.move_back(number, [hit.given, hit.given_along], (time, pass.h), bodies);
        return;
    }
    for ((mut body, gained), slot) in pair.into_iter().zip(gained).zip(slots) {
        // Until the impact it went on as before, but integration will give it the new velocity for the whole
        // sub-step: as much of it as is allowed.
        let above = body.velocity - capped_velocity(body.velocity);
        let spin_above = body.angular_velocity - capped_spin(body.angular_velocity, pass.h);
        body.delta_center -= time * (gained.velocity - above);
        body.delta_angle -= time * (gained.angular_velocity - spin_above);
        bodies[slot as usize] = body.stored();
    }
}

/// Gives the impulse of one row (of a lane: of which point, along the tangent or not) to both bodies, and tells of it,
/// and of the row's effective mass. `terms`: gap and limits.
fn push_row<P: Probe<SolverStep>>(
    (block, lane, k, tangent): (&mut ContactBlock, usize, usize, bool),
    (pair, arms, direction): (&mut [SolverBody; 2], [Vec2; 2], Vec2),
    [impulse, mass]: [f32; 2],
    terms: [f32; 3],
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) {
    let rows = &mut block.points[k];
    let total = if tangent { &mut rows.tangent_total } else { &mut rows.normal_total };
    total.0[lane] += impulse;
    let total = total.0[lane];
    if P::WATCHES {
        let speed = (pair[1].velocity_at(arms[1]) - pair[0].velocity_at(arms[0])).dot(direction);
        let clamped = tangent && terms[1..].contains(&impulse);
        watch.record(block, lane, k, pass, direction, [speed, impulse, total], clamped, || {
            impact_row(block, lane, k, tangent, [speed, impulse, mass], terms)
        });
    }
    push(pair, arms, impulse * direction);
}

/// The row of an impact, for display: speed before and impulse; gap and limits.
fn impact_row(block: &ContactBlock, lane: usize, k: usize, tangent: bool, [speed, impulse, mass]: [f32; 3], terms: [f32; 3]) -> ContactRow {
    let rows = &block.points[k];
    let (arm, offset) = if tangent { (&rows.arm_t, &block.offset_t) } else { (&rows.arm_n, &block.offset_n) };
    let [gap, low, high] = terms;
    let rest_offset = if tangent { 0.0 } else { block.rest_offset.0[lane] };
    ContactRow {
        point: k,
        tangent,
        arm_a: arm.0[lane],
        arm_b: arm.0[lane] + offset.0[lane],
        mass,
        gap: gap + rest_offset,
        rest_offset,
        velocity_after: speed + impulse / mass,
        bias: if tangent { 0.0 } else { -speed - impulse / mass },
        mass_scale: 1.0,
        impulse_scale: 0.0,
        low,
        high,
        left_to_bounce: false,
        found_at: block.found_at.map(|row| row.0[lane]),
    }
}

/// Gives B an impulse at these arms, and A its opposite.
fn push([a, b]: &mut [SolverBody; 2], arms: [Vec2; 2], impulse: Vec2) {
    a.push(-impulse, arms[0]);
    b.push(impulse, arms[1]);
}

/// The block of a hit.
pub(super) fn block_of<'a>(contacts: &'a mut ContactColors, uncolored: &'a mut [UncoloredContacts; 2], hit: &Hit) -> &'a mut ContactBlock {
    let blocks = match hit.list.checked_sub(UNCOLORED) {
        None => &mut contacts.groups[usize::from(hit.list)].blocks,
        Some(kind) => &mut uncolored[usize::from(kind)].blocks,
    };
    &mut blocks[hit.block as usize]
}
