//! Overlap that no load explains: pushed out once a step, by moving bodies, so that it leaves no velocity.
//!
//! The soft push of [`super::contact`] is velocity until the relax pass takes it back, row by row. Where rows share a
//! body (two points of a box, a crowd) each takes back a little too much or too little, and as contacts cannot pull,
//! what is left only ever pushes apart: a box that was put half into another left at half a metre a second, a crowd
//! in one place burst. Between bodies that carry each other this does not show, as their push is small. So there are
//! two kinds of overlap:
//!
//! - *What the load explains.* A soft contact that carries the impulse Λ in each sub-step is this deep when its push
//!   just makes up for what leaks, `m · mass_scale · bias_rate · depth = impulse_scale · Λ`. It is the soft push's.
//! - *The rest*, if it is more than [`tuning::PUSHED_OVERLAP`], of bodies that were put into each other. It is this
//!   file's: sequential impulses on pseudo-velocities, from zero, that move the bodies once and are forgotten. The
//!   sub-steps that follow see only what the load explains.
//!
//! Who was put into another: contacts that get their points when they are deeper than their bodies can have moved in
//! a step, and whoever these are pushed into ([`super::manifold_block::ManifoldBlock::overlapped`]). Overlap that
//! blows and changing loads make in a moving pile stays the soft push's, which gives way as a pile does.
//!
//! ```text
//!   find       lanes of such contacts: nearly always none, and nothing else is done
//!   reach      their bodies, whom those touch, and so on: as far as a push can get
//!   push       SWEEPS × rows: normal impulses on pseudo-velocities; gaps may close, no overlap may grow
//!   move       x += step · pseudo-velocity; gaps where the bodies are now; the rest of the overlap is hidden
//!   ...        sub-steps
//!   give back  the true gaps
//! ```
//!
//! Bodies with joints do not move here, as their joints would have to follow: their overlap with something fixed or
//! with each other keeps its soft push.
//!
//! Bodies in exactly one place have no direction in which to part. The narrow phase tells the same for all of them,
//! and a crowd would become a line; so each pair of mobile ones takes a direction of its own, by their places in the
//! world.

use super::block::{Address, ContactBlock};
use super::body::SolverBody;
use super::colors::is_fixed;
use super::gap::gaps_after;
use super::pass::{Pass, SolverStep};
use super::problem::Problem;
use super::sequential_contact::{Contact, NORMAL, Point};
use super::softness::Softness;
use super::watch::Watch;
use crate::engine::lanes::{BLOCK, Float4, Float4Pair, SetBits};
use crate::engine::math::{Rot, Vec2, max, min};
use crate::engine::probe::{Probe, ran};
use crate::engine::tuning;

/// Times that every row is solved. The two points of a box are right to a thousandth after three.
const SWEEPS: u32 = 8;
/// How many contacts far a push gets in a step. More: a heap that is pushed about pays for all of it.
const REACH: u32 = 4;
/// Share of overlap that is pushed out, 1/s; never more than half of it in a step.
const PUSH_RATE: f32 = 30.0;
/// Overlap is a load's when it is at most so many times what the load explains: loads change from step to step.
const LOAD_MARGIN: f32 = 2.0;
/// Centres are in one place when they are nearer than this share of the overlap.
const ONE_PLACE: f32 = 0.01;
/// Directions that are this many radians apart, one after the other, fill the circle evenly (golden angle).
const GOLDEN_ANGLE: f32 = 2.399_963_2;
/// Ring of a body that a push cannot move.
const FIXED: u32 = u32::MAX;

/// Memory of the stage from step to step; after [`PushOut::run`] the contacts whose gaps it has changed.
#[derive(Clone, Debug, Default)]
pub struct PushOut {
    found: Vec<Address>,
    /// By slot: how many contacts away from overlap that is pushed out, from 1; 0 out of reach.
    rings: Vec<u32>,
    /// Slots of the bodies of contacts that can pass a push on. Read in every ring, and close together here.
    pairs: Vec<(u32, u32)>,
    rows: Vec<Pushed>,
    /// Slots of the bodies that can be reached.
    reached: Vec<u32>,
    /// These bodies with pseudo-velocities, by slot; zero for all others, who so cannot be pushed.
    pseudo: Vec<Float4Pair>,
}

/// A contact that takes part.
#[derive(Clone, Copy, Debug)]
struct Pushed {
    address: Address,
    contact: Contact,
    /// Of the points, m/s: how fast a gap may close, or (negative) how fast overlap leaves.
    biases: [f32; 2],
    /// Overlap that is left to the soft push, metres: what the load explains, or what is too little to be pushed out.
    kept: [f32; 2],
    /// Gaps at the start of the step, metres.
    gaps: [f32; 2],
}

impl PushOut {
    /// Before the first sub-step, see the head of this file. `joined`: slots of bodies with joints; `springs`: how
    /// soft contacts between mobile bodies and with something fixed are; `of_step`: the pass over the whole step.
    pub fn run<P: Probe<SolverStep>>(
        &mut self,
        problem: &mut Problem<'_>,
        joined: impl Iterator<Item = u32>,
        springs: [Softness; 2],
        of_step: &Pass,
        watch: &mut Watch<'_, P>,
    ) {
        self.rows.clear();
        self.find(problem, springs);
        if self.found.is_empty() {
            return;
        }
        ran!();
        let h = of_step.h;
        self.reach(problem, joined);
        self.gather(problem, springs, h);
        for iteration in 0..SWEEPS {
            let pass = Pass { iteration, ..*of_step };
            for row in &mut self.rows {
                row.contact.push_apart(row.biases, &mut self.pseudo, &pass, watch);
            }
        }
        for slot in self.reached.drain(..).map(|slot| slot as usize) {
            add_motion(&mut problem.bodies[slot], &self.pseudo[slot], h);
            self.pseudo[slot] = Float4Pair::default();
        }
        self.rows.iter().for_each(|row| row.hide(problem, springs, h));
    }

    /// After the last sub-step: contacts get their true gaps again.
    pub fn give_back(&mut self, problem: &mut Problem<'_>) {
        for Pushed { address, gaps, .. } in self.rows.drain(..) {
            let (block, _) = problem.contacts.at_mut(address);
            for (rows, gap) in block.points.iter_mut().zip(gaps) {
                rows.gap.0[address.lane()] = gap;
            }
        }
    }

    /// Names the lanes whose overlap is to be pushed out; those without any are done with.
    fn find(&mut self, problem: &mut Problem<'_>, springs: [Softness; 2]) {
        self.found.clear();
        for (group, place) in (0_u8..).zip(&mut problem.contacts.groups) {
            if !std::mem::take(&mut place.may_overlap) {
                continue;
            }
            let softness = softness_of(group, springs);
            for (index, (block, manifold)) in place.blocks.iter().zip(&mut place.manifolds).enumerate() {
                for lane in SetBits(manifold.overlapped) {
                    if [0, 1].iter().any(|&k| is_unexplained(block, lane as usize, k, softness)) {
                        self.found.push(Address { group, index: (BLOCK * index) as u32 + lane });
                        place.may_overlap = true;
                    } else {
                        manifold.overlapped &= !(1 << lane);
                    }
                }
            }
        }
    }

    /// Rings around the overlap. They do not depend on the order of lanes.
    fn reach(&mut self, problem: &Problem<'_>, joined: impl Iterator<Item = u32>) {
        let PushOut { found, rings, pairs, reached, .. } = self;
        rings.clear();
        rings.resize(problem.bodies.len(), 0);
        joined.for_each(|slot| rings[slot as usize] = FIXED);
        for &address in found.iter() {
            for slot in slots_of(problem.contacts.at(address).0, address.lane()) {
                let body = &problem.bodies[slot];
                if rings[slot] == 0 && body.first.0[3] + body.last.0[3] > 0.0 {
                    rings[slot] = 1;
                    reached.push(slot as u32);
                }
            }
        }
        pairs.clear();
        let is_new = |&(a, b): &(u32, u32)| rings[a as usize].min(rings[b as usize]) == 0;
        pairs.extend(problem.contacts.mobile_pairs().filter(is_new));
        for ring in 1..=REACH {
            let mut grown = false;
            for (a, b) in pairs.iter().map(|&(a, b)| (a as usize, b as usize)) {
                for (near, far) in [(a, b), (b, a)] {
                    if rings[near] == ring && rings[far] == 0 {
                        (rings[far], grown) = (ring + 1, true);
                        if ring < REACH {
                            reached.push(far as u32);
                        }
                    }
                }
            }
            if !grown {
                break;
            }
        }
    }

    /// Rows of the contacts of all bodies that can be reached, and these bodies without velocity.
    fn gather(&mut self, problem: &Problem<'_>, springs: [Softness; 2], h: f32) {
        let PushOut { rings, rows, reached, pseudo, .. } = self;
        pseudo.resize(problem.bodies.len(), Float4Pair::default());
        for slot in reached.iter().map(|&slot| slot as usize) {
            let [first, last] = [problem.bodies[slot].first, problem.bodies[slot].last].map(|half| Float4([0.0, 0.0, 0.0, half.0[3]]));
            pseudo[slot] = Float4Pair { first, last };
        }
        let reached = |slot: usize| (1..=REACH).contains(&rings[slot]);
        for (group, place) in (0_u8..).zip(&problem.contacts.groups) {
            let softness = softness_of(group, springs);
            for index in 0..place.count {
                let address = Address { group, index: index as u32 };
                let (block, overlapped) = (&place.blocks[address.block()], place.manifolds[address.block()].overlapped);
                if slots_of(block, address.lane()).into_iter().any(reached) {
                    let overlapped = overlapped >> address.lane() & 1 == 1;
                    rows.push(Pushed::new(address, (block, overlapped), softness, pseudo, h));
                }
            }
        }
    }
}

impl Pushed {
    fn new(address: Address, (block, overlapped): (&ContactBlock, bool), softness: Softness, pseudo: &[Float4Pair], h: f32) -> Pushed {
        let lane = address.lane();
        let slots = block.slots(lane);
        let (mut biases, mut kept) = ([0.0; 2], [0.0; 2]);
        let points = [0, 1].map(|k| {
            let rows = &block.points[k];
            let gap = rows.gap_now.0[lane];
            if gap > 0.0 {
                biases[k] = gap / h;
            } else if overlapped && is_unexplained(block, lane, k, softness) {
                kept[k] = explained_depth(block, lane, k, softness);
                biases[k] = -min(min(PUSH_RATE, 0.5 / h) * (-gap - kept[k]), tuning::PUSH_SPEED);
            } else {
                kept[k] = -gap;
            }
            let (arms, rest_offset) = (block.arms(lane, k), block.rest_offset.0[lane]);
            Point { arms, gap, rest_offset, masses: [rows.normal_mass.0[lane], 0.0], ..Point::default() }
        });
        let contact =
            Contact { slots, normal: block.normal(lane), friction: 0.0, restitution: 0.0, radii: [0.0; 2], found_at: [0.0; 2], points };
        let mut pushed = Pushed { address, contact, biases, kept, gaps: [0, 1].map(|k| block.points[k].gap.0[lane]) };
        pushed.part_in_own_direction(block, is_fixed(address.group));
        pushed.contact.measure_masses(pseudo);
        pushed
    }

    /// Two mobile bodies in one place part in a direction of their own.
    fn part_in_own_direction(&mut self, block: &ContactBlock, fixed: bool) {
        let Contact { slots, normal, points, .. } = &mut self.contact;
        let lane = self.address.lane();
        let offset = Vec2::new(block.offset_n.0[lane], block.offset_t.0[lane]).length();
        let near = -ONE_PLACE * points[0].gap;
        if fixed || self.biases[0] >= 0.0 || offset >= near || block.points[0].arm_t.0[lane].abs() >= -points[0].gap {
            return;
        }
        *normal = Rot::from_angle(GOLDEN_ANGLE * (slots[0].abs_diff(slots[1]) - 1) as f32).rotate(*normal);
        points[0].arms = [Vec2::ZERO; 2];
        points[1].masses = [0.0; 2];
    }

    /// The solver sees no more overlap than the load explains, and gaps where the bodies are now.
    fn hide(&self, problem: &mut Problem<'_>, springs: [Softness; 2], h: f32) {
        let (lane, slots) = (self.address.lane(), self.contact.slots);
        let bodies = slots.map(|slot| SolverBody::at(problem.bodies, slot));
        let (block, manifold) = problem.contacts.at_mut(self.address);
        let mut pushed_into = false;
        let now = gaps_after(block, lane, [&bodies[0], &bodies[1]]);
        let moved = h * bodies.iter().map(|body| body.velocity.length()).sum::<f32>();
        for (k, now) in now.into_iter().enumerate() {
            block.points[k].gap_now.0[lane] = now;
            let seen = max(now, -self.kept[k]);
            if seen - now > moved && is_unexplained(block, lane, k, softness_of(self.address.group, springs)) {
                pushed_into = true; // whoever was pushed into another as well
            }
            block.points[k].gap_now.0[lane] = seen;
            block.points[k].gap.0[lane] += seen - now;
        }
        if pushed_into {
            manifold.overlapped |= 1 << lane;
            problem.contacts.groups[usize::from(self.address.group)].may_overlap = true;
        }
    }
}

/// How soft the contacts of a group are.
fn softness_of(group: u8, springs: [Softness; 2]) -> Softness {
    springs[usize::from(is_fixed(group))]
}

fn slots_of(block: &ContactBlock, lane: usize) -> [usize; 2] {
    block.slots(lane).map(|slot| slot as usize)
}

/// True when a point is deeper than the impulse explains that holds it; see the head of this file.
fn is_unexplained(block: &ContactBlock, lane: usize, point: usize, softness: Softness) -> bool {
    let depth = -block.points[point].gap_now.0[lane];
    depth - tuning::PUSHED_OVERLAP > LOAD_MARGIN * explained_depth(block, lane, point, softness)
}

/// Overlap at which the soft push holds the impulse of a point, metres; infinite where there is no push.
fn explained_depth(block: &ContactBlock, lane: usize, point: usize, softness: Softness) -> f32 {
    let rows = &block.points[point];
    let push = softness.mass_scale * softness.bias_rate * rows.normal_mass.0[lane];
    if push > 0.0 { softness.impulse_scale * rows.normal_impulse.0[lane] / push } else { f32::INFINITY }
}

/// Moves a body by its pseudo-velocity.
pub(super) fn add_motion(body: &mut Float4Pair, pseudo: &Float4Pair, h: f32) {
    for k in 0..3 {
        body.last.0[k] += h * pseudo.first.0[k];
    }
}

impl Contact {
    /// Effective masses along the normal between these bodies; none where neither can be pushed.
    fn measure_masses(&mut self, bodies: &[Float4Pair]) {
        let [a, b] = self.bodies(bodies);
        for k in self.valid() {
            let row = self.row(k, NORMAL);
            let response = row.coupling(&row, &a, &b);
            self.points[k].masses[NORMAL] = if response > 0.0 { 1.0 / response } else { 0.0 };
        }
    }
}
