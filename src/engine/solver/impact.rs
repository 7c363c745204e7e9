//! The impact stage: blows run through touching bodies before anything else happens in a sub-step (contacts with restitution).
//!
//! A point that closes faster than the threshold and will touch within this sub-step gets the impulse that turns its normal velocity `u`
//! into `−e u`, and a friction impulse inside the cone of that impulse. Repeating rounds over all such contacts lets a blow run through a row of touching balls one contact at a
//! time, as it does in Newton's cradle; solving all of them at once would share the momentum out among the balls. A point that still
//! closes faster than the threshold is left alone by the ordinary passes ([`super::block::ContactBlock::bounce_below`]), so that neither the speculative row nor
//! the relaxing takes the energy of the approach before the blow. These impulses are not warm started: a blow does not happen twice.
//!
//! Contacts of one colour share no moving body, so all of a colour are looked at together, several lanes at once; only those that hit are
//! then treated one by one. (Late contacts and the lists of those that found no colour may share bodies: what one blow brings about in another contact of the list, the next round finds.)
//! The rounds end when every colour in turn has been looked at without a blow.
//!
//! *Enough is enough.* In a dense crowd that hardly bounces, rounds of blows are a slow way to find what the ordinary passes find as well: a stirred heap with e = 0.1 had 27,000 blows
//! in a sub-step. A blow is worth following as far as it carries energy on, and a bounce keeps the share e² of it. So a contact takes part in the first `1 + 31 e²` rounds
//! (`rounds_of`); one that still closes then is *spent*, and the ordinary passes of this sub-step treat it as if it did not bounce.

use super::block::ContactBlock;
use super::body::SolverBody;
use super::colors::{FIXED_FIRST, GROUPS, Group};
use super::contact::{Watch, gap_now, gaps_and_speeds, speed_between};
use super::late::LateContacts;
use super::{ContactRow, Pass, Problem, SolverStep};
use crate::engine::lanes::{self, BLOCK, Kernel, Lanes, QuadPair, Width};
use crate::engine::math::{Vec2, clamp, perp};
use crate::engine::probe::Probe;
use crate::engine::tuning;

/// What the impact stage remembers within a sub-step.
#[derive(Clone, Debug, Default)]
pub struct Blows {
    /// Lanes that are about to hit, a number of bits for each block of a list.
    hits: Vec<u32>,
    /// Lanes that the ordinary passes treat as if they did not bounce: list (a group, or [`LATE`] and the one after it), block, lane.
    spent: Vec<(u8, u32, u8)>,
}

/// Number of the first list of late contacts, after those of all groups.
const LATE: u8 = GROUPS as u8;

/// In how many rounds of a sub-step a contact with this restitution (0 to 1) bounces, at most.
fn rounds_of(restitution: f32) -> usize {
    1 + ((tuning::IMPACT_SWEEPS - 1) as f32 * restitution * restitution) as usize
}

/// Rounds of blows until none closes faster than the threshold.
pub(super) fn bounce_all<P: Probe<SolverStep>>(problem: &mut Problem, pass: &Pass, watch: &mut Watch<'_, P>) {
    let Problem { bodies, contacts, late, blows, .. } = problem;
    let is_bouncy = |list: &LateContacts| list.restitution.iter().any(|&e| e > 0.0);
    let bouncy_late = [is_bouncy(&late[0]), is_bouncy(&late[1])];
    let lists = contacts.groups.iter().filter(|group| group.bouncy > 0).count() + bouncy_late.iter().filter(|&&bouncy| bouncy).count();
    let mut quiet = 0;
    for round in 0..tuning::IMPACT_SWEEPS {
        for (group, place) in (0_u8..).zip(&mut contacts.groups) {
            // Late contacts come where their kind ends: see `soft_step`.
            let kind_ends = group == FIXED_FIRST || usize::from(group) + 1 == GROUPS;
            let kind = usize::from(group != FIXED_FIRST);
            if kind_ends && bouncy_late[kind] {
                let LateContacts { blocks, restitution, .. } = &mut late[kind];
                let restitution = |block: usize, lane: usize| restitution.get(block * BLOCK + lane).copied().unwrap_or(0.0);
                let list = List { number: LATE + kind as u8, blocks, round };
                quiet = if bounce_list(list, restitution, blows, bodies, pass, watch) { 0 } else { quiet + 1 };
            }
            if place.bouncy > 0 {
                let Group { blocks, manifolds, .. } = place;
                let restitution = |block: usize, lane: usize| manifolds[block].restitution.0[lane];
                let list = List { number: group, blocks, round };
                quiet = if bounce_list(list, restitution, blows, bodies, pass, watch) { 0 } else { quiet + 1 };
            }
            if quiet >= lists {
                return;
            }
        }
    }
}

/// After the sub-step: spent contacts may bounce again in the next one.
pub(super) fn forget_spent(problem: &mut Problem, restitution_threshold: f32) {
    let Problem { contacts, late, blows, .. } = problem;
    for (list, block, lane) in blows.spent.drain(..) {
        let blocks = match list.checked_sub(LATE) {
            None => &mut contacts.groups[usize::from(list)].blocks,
            Some(kind) => &mut late[usize::from(kind)].blocks,
        };
        blocks[block as usize].bounce_below.0[usize::from(lane)] = -restitution_threshold;
    }
}

/// A colour, or a list of contacts without one.
struct List<'a> {
    number: u8,
    blocks: &'a mut [ContactBlock],
    round: usize,
}

/// One round over a list; true when something bounced.
fn bounce_list<P: Probe<SolverStep>>(
    list: List<'_>,
    restitution: impl Fn(usize, usize) -> f32,
    blows: &mut Blows,
    bodies: &mut [QuadPair],
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) -> bool {
    let List { number, blocks, round } = list;
    blows.hits.clear();
    lanes::run(Width::now(), FindBlows { blocks, bodies, pass, hits: &mut blows.hits });
    let mut bounced = false;
    for (index, (block, &hits)) in blocks.iter_mut().zip(&blows.hits).enumerate() {
        for lane in lanes_in(hits) {
            let restitution = restitution(index, lane);
            if restitution > 0.0 && round < rounds_of(restitution) {
                bounced |= bounce(block, lane, restitution, bodies, pass, watch);
            } else if restitution > 0.0 && block.bounce_below.0[lane] != f32::MIN {
                block.bounce_below.0[lane] = f32::MIN;
                blows.spent.push((number, index as u32, lane as u8));
            }
        }
    }
    bounced
}

/// Numbers of the set bits, from below.
fn lanes_in(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (lane < u32::BITS).then_some(lane as usize)
    })
}

/// Names the lanes in which some point is about to hit: the very question that [`bounce`] asks of each point.
struct FindBlows<'a> {
    blocks: &'a [ContactBlock],
    bodies: &'a [QuadPair],
    pass: &'a Pass,
    hits: &'a mut Vec<u32>,
}

impl Kernel for FindBlows<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            let mut bits = 0;
            for at in (0..BLOCK).step_by(L::COUNT) {
                let (gaps, speeds) = gaps_and_speeds::<L>(block, at, self.bodies);
                for k in 0..2 {
                    let fast = L::all(-self.pass.restitution_threshold).above(speeds[k]);
                    let arrives = (gaps[k] + speeds[k] * L::all(self.pass.h)).above(L::all(0.0));
                    let exists = L::load(&block.points[k].normal_mass, at).above(L::all(0.0));
                    bits |= (L::bits(L::both(fast, exists)) & !L::bits(arrives)) << at;
                }
            }
            self.hits.push(bits);
        }
    }
}

/// One round over one contact; true when some point bounced.
fn bounce<P: Probe<SolverStep>>(
    block: &mut ContactBlock,
    lane: usize,
    restitution: f32,
    bodies: &mut [QuadPair],
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) -> bool {
    let mut bounced = false;
    for k in 0..2 {
        if block.points[k].normal_mass.0[lane] == 0.0 {
            continue;
        }
        let speed = speed_between(block, lane, k, &bodies[block.a.0[lane] as usize], &bodies[block.b.0[lane] as usize]);
        if speed >= -pass.restitution_threshold || gap_now(block, lane, k, bodies) + speed * pass.h > 0.0 {
            continue;
        }
        bounced = true;
        let blow = -block.points[k].normal_mass.0[lane] * (1.0 + restitution) * speed; // [solver.bounce]
        block.points[k].normal_total.0[lane] += blow;
        let normal = block.normal(lane);
        let total = block.points[k].normal_total.0[lane];
        let gap = if P::WATCHES { gap_now(block, lane, k, bodies) } else { 0.0 };
        let terms = [gap, restitution * speed, 0.0, f32::INFINITY];
        watch.record(block, lane, k, pass, normal, [speed, blow, total], false, || blow_row(block, lane, k, false, [speed, blow], terms));
        push(block, lane, k, bodies, blow * normal);

        let tangent = perp(normal);
        let slide = relative_velocity(block, lane, k, bodies).dot(tangent);
        let wanted = -block.points[k].tangent_mass.0[lane] * slide;
        let bound = block.friction.0[lane] * blow;
        let rub = clamp(wanted, -bound, bound);
        block.points[k].tangent_total.0[lane] += rub;
        let total = block.points[k].tangent_total.0[lane];
        let terms = [0.0, 0.0, -bound, bound];
        watch.record(block, lane, k, pass, tangent, [slide, rub, total], rub != wanted, || {
            blow_row(block, lane, k, true, [slide, rub], terms)
        });
        push(block, lane, k, bodies, rub * tangent);
    }
    bounced
}

/// The row of a blow, for eyes: speed before and impulse; gap, bias and limits.
fn blow_row(block: &ContactBlock, lane: usize, k: usize, tangent: bool, [speed, impulse]: [f32; 2], terms: [f32; 4]) -> ContactRow {
    let rows = &block.points[k];
    let (mass, arm, leap) =
        if tangent { (&rows.tangent_mass, &rows.arm_t, &block.leap_t) } else { (&rows.normal_mass, &rows.arm_n, &block.leap_n) };
    let [gap, bias, low, high] = terms;
    ContactRow {
        point: k,
        tangent,
        arm_a: arm.0[lane],
        arm_b: arm.0[lane] + leap.0[lane],
        mass: mass.0[lane],
        gap,
        velocity_after: speed + impulse / mass.0[lane],
        bias,
        mass_scale: 1.0,
        impulse_scale: 0.0,
        low,
        high,
        left_to_bounce: false,
    }
}

/// From the centres of mass of A and B to a point, metres.
fn arms(block: &ContactBlock, lane: usize, point: usize) -> (Vec2, Vec2) {
    let (n, r_a) = (block.normal(lane), block.arm_a(lane, point));
    (r_a, r_a + block.leap_t.0[lane] * n - block.leap_n.0[lane] * perp(n))
}

/// Velocity of B's material at a point, relative to A's, m/s.
fn relative_velocity(block: &ContactBlock, lane: usize, point: usize, bodies: &[QuadPair]) -> Vec2 {
    let (r_a, r_b) = arms(block, lane, point);
    SolverBody::at(bodies, block.b.0[lane]).velocity_at(r_b) - SolverBody::at(bodies, block.a.0[lane]).velocity_at(r_a)
}

/// Gives B an impulse at a point, and A its opposite.
fn push(block: &ContactBlock, lane: usize, point: usize, bodies: &mut [QuadPair], impulse: Vec2) {
    let (r_a, r_b) = arms(block, lane, point);
    for (slot, impulse, r) in [(block.a.0[lane], -impulse, r_a), (block.b.0[lane], impulse, r_b)] {
        let mut body = SolverBody::at(bodies, slot);
        body.push(impulse, r);
        body.put_velocity(bodies, slot);
    }
}

/// Largest closing speed of the points of a lane, m/s, at least 0.
pub fn closing_speed(block: &ContactBlock, lane: usize, bodies: &[QuadPair]) -> f32 {
    closing_speed_between(block, lane, &bodies[block.a.0[lane] as usize], &bodies[block.b.0[lane] as usize])
}

/// The same for bodies that move otherwise than those in the lane's slots.
pub fn closing_speed_between(block: &ContactBlock, lane: usize, a: &QuadPair, b: &QuadPair) -> f32 {
    let mut fastest = 0.0;
    for k in 0..2 {
        if block.points[k].normal_mass.0[lane] > 0.0 {
            fastest = crate::engine::math::max(fastest, -speed_between(block, lane, k, a, b));
        }
    }
    fastest
}
