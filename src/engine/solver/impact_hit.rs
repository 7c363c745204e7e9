//! A contact that hits in a round of impacts ([`super::impact_round`]): its points, when they hit, and at what speed
//! they shall part.

use super::block::ContactBlock;
use super::body::SolverBody;
use super::colors::{ContactColors, GROUPS};
use super::drive::Drive;
use super::gap::gaps_after;
use super::impact_candidates::fast_below;
use super::impact_rows::ImpactRows;
use super::pass::Pass;
use super::uncolored::UncoloredContacts;
use crate::engine::lanes::Float4Pair;
use crate::engine::math::{max, min};
use crate::engine::probe::ran;

/// Number of the first list of contacts without a colour, after those of all groups.
pub(super) const UNCOLORED: u8 = GROUPS as u8;

/// Where a contact is: its list (a group, or one of the two without colours, after them), block and lane.
pub(super) type Place = (u8, u32, u8);

/// A contact that hits in a round of impacts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub place: Place,
    /// What the sweeps read of it.
    pub rows: ImpactRows,
    /// Gaps of the points before the round, metres.
    pub gaps: [f32; 2],
    /// When in the sub-step each point hits, seconds.
    pub times: [f32; 2],
    /// What forces on free bodies add to the points' speed on the way to the impact, m/s.
    pub gain: f32,
    /// Of each point.
    pub restitution: [f32; 2],
    /// Speed at which each point shall part, m/s; `None` for one that does not hit.
    pub parting: [Option<f32>; 2],
    /// Normal impulses of this round so far, N·s.
    pub given: [f32; 2],
    /// Tangent impulses of this round, N·s.
    pub given_along: [f32; 2],
    /// Its number among those that joints pass on.
    pub linked: Option<u32>,
    /// Normal and tangent impulse of its one point when it hits alone, N·s.
    pub single: Option<[f32; 2]>,
    /// Its number among the hits of all rounds of the sub-step.
    pub chain: u32,
}

impl Hit {
    pub fn lane(&self) -> usize {
        usize::from(self.place.2)
    }

    /// False when the surfaces touch already.
    pub fn takes_time(&self) -> bool {
        self.times != [0.0; 2]
    }

    /// `None` when no point closes so fast that it is an impact, and arrives in this sub-step.
    pub fn of(
        block: &ContactBlock,
        place: Place,
        restitution: f32,
        (bodies, drives): (&[Float4Pair], &[Drive]),
        pass: &Pass,
    ) -> Option<Hit> {
        ran!();
        let at = usize::from(place.2);
        let slots = block.slots(at);
        let [a, b] = slots.map(|slot| SolverBody::at(bodies, slot));
        let gaps = gaps_after(block, at, [&a, &b]);
        let rows = ImpactRows::of(block, at, &[a, b]);
        let speeds = rows.speeds(&[a, b]);
        let fast_below = fast_below::<f32>(block, at, pass);
        let hits = [0, 1].map(|k| {
            let arrives = gaps[k] + speeds[k] * pass.h <= 0.0;
            rows.response.masses[k] > 0.0 && speeds[k] < fast_below && arrives
        });
        let times = [0, 1].map(|k| if hits[k] { max(-gaps[k] / speeds[k], 0.0) } else { pass.h });
        let time = min(times[0], times[1]);
        // What gravity and forces add on the way to the impact.
        let gain = (drives[slots[1] as usize].gain() - drives[slots[0] as usize].gain()).dot(rows.normal) * time / pass.h;
        let restitution = speeds.map(|speed| if speed < -pass.restitution_threshold { restitution } else { 0.0 });
        let parting = [0, 1].map(|k| hits[k].then_some(-restitution[k] * speeds[k] - (1.0 + restitution[k]) * gain)); // [solver.bounce]
        let (given, given_along) = ([0.0; 2], [0.0; 2]);
        let (linked, single, chain) = (None, None, 0);
        (hits != [false; 2]).then_some(Hit {
            place,
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
            chain,
        })
    }

    /// True when it pushes and no point that it pushes bounces.
    pub fn is_plastic(&self) -> bool {
        let mut pushed = self.given.into_iter().zip(self.restitution).filter(|(given, _)| *given > 0.0);
        self.given != [0.0; 2] && pushed.all(|(_, restitution)| restitution == 0.0)
    }

    /// It as one that holds in later rounds, as if at the moment of the hit: the points that it pushed close no more.
    pub fn held(&self) -> Hit {
        let pushes = self.given.map(|given| given > 0.0);
        let parting = [0, 1].map(|k| self.parting[k].filter(|_| pushes[k]));
        let time = (0..2).filter(|&k| pushes[k]).map(|k| self.times[k]).fold(f32::INFINITY, min);
        Hit { parting, times: [time; 2], given: [0.0; 2], given_along: [0.0; 2], single: None, ..*self }
    }

    /// Gaps of a hit of an earlier round as they are now.
    pub fn find_gaps(&mut self, block: &ContactBlock, bodies: &[Float4Pair]) {
        let [a, b] = self.rows.slots.map(|slot| SolverBody::at(bodies, slot));
        self.gaps = gaps_after(block, self.lane(), [&a, &b]);
    }

    /// Another hit of the same contact in a later round: it holds what either has pushed.
    pub fn join(&mut self, later: &Hit) {
        for (parting, given) in self.parting.iter_mut().zip(later.given) {
            *parting = parting.or((given > 0.0).then_some(-self.gain));
        }
    }

    /// Joints let its points part faster by so much after `h` seconds, m/s, not as forces on free bodies do.
    pub fn expect_gains(&mut self, gains: [f32; 2], h: f32) {
        let time = min(self.times[0], self.times[1]);
        for ((parting, gain), restitution) in self.parting.iter_mut().zip(gains).zip(self.restitution) {
            *parting = parting.map(|parting| parting + (1.0 + restitution) * (self.gain - gain * time / h));
        }
    }
}

/// The block of a contact.
pub(super) fn block_of<'a>(
    contacts: &'a mut ContactColors,
    uncolored: &'a mut [UncoloredContacts; 2],
    (list, block, _): Place,
) -> &'a mut ContactBlock {
    let blocks = match list.checked_sub(UNCOLORED) {
        None => &mut contacts.groups[usize::from(list)].blocks,
        Some(kind) => &mut uncolored[usize::from(kind)].blocks,
    };
    &mut blocks[block as usize]
}
