//! Impacts, judged in rounds: restitution, friction and the energy of contacts that hit at once.

use super::super::coverage::Coverage;
use super::super::plane::{dot, v};
use super::{Account, Books, Key, Mixed, ROUNDING, gap_seen};
use collidoscope::engine::body::BodyId;
use collidoscope::engine::solver::SolverStep;
use collidoscope::engine::tuning::{CROWD_ROUNDS, FOLLOWED_HITS};
use std::collections::{BTreeMap, BTreeSet};

/// Less than this is a sum of impulses that were taken back, N·s.
const LEAST: f64 = 1e-6;

/// A round of impacts: contacts that hit at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Round {
    /// Sub-step and number, from 1; 0 before the first.
    pub(super) number: (u32, u32),
    /// Bodies before it.
    before: BTreeMap<BodyId, Account>,
    /// Normal and tangent impulses so far.
    pub(super) given: BTreeMap<Key, f64>,
    /// The first normal row of each point, with the larger of its restitutions.
    normals: BTreeMap<Key, (SolverStep, f64)>,
    /// All normal rows were told.
    is_judged: bool,
    /// Points whose friction has its say in the normal impulse.
    coupled: Vec<Key>,
}

impl Books<'_> {
    /// One row of a round of impacts: pushes only in sum, and friction stops what slides as far as its cone allows.
    #[allow(clippy::too_many_arguments)] // one row
    pub(super) fn judge_blow(
        &mut self,
        step: &SolverStep,
        mixed: Mixed,
        [before, response]: [f64; 2],
        slack: f64,
        [a, b]: [&Account; 2],
        about: &dyn Fn() -> String,
        met: &mut Coverage,
    ) {
        if self.round.number.1 == 0 {
            self.round = Round { number: (step.substep, step.iteration + 1), before: self.accounts.clone(), ..Round::default() };
        }
        let row = step.contact.unwrap();
        let key = (step.body_a, step.body_b, row.point, row.tangent);
        self.told.insert(key, (v(step.direction), [f64::from(row.arm_a), f64::from(row.arm_b)]));
        let change = f64::from(step.impulse_change);
        *self.round.given.entry(key).or_default() += change;
        if !row.tangent {
            assert!(!self.round.is_judged, "normals come before friction, {}", about());
            self.round.normals.entry(key).or_insert((*step, mixed.restitution)); // later gaps know of shifts
            return;
        }
        if !std::mem::replace(&mut self.round.is_judged, true) {
            self.round.coupled = self.judge_normals(None, &mut *met);
        }
        let after = before + response * change;
        let normal = (key.0, key.1, key.2, false);
        let is_coupled = self.round.coupled.contains(&normal);
        assert!(is_coupled || after.abs() <= before.abs() + 4.0 * slack, "friction gives no energy, {}", about());
        if self.is_single(&key) {
            self.judge_single(&key, f64::from(row.high), [before, after, response, slack], about, met);
        } else {
            let wanted = (-before / response).clamp(f64::from(row.low), f64::from(row.high));
            assert!((change - wanted).abs() < 4.0 * slack / response, "{wanted} {}", about());
        }
        let slides = step.clamped && (a.inv_mass + b.inv_mass) > 0.0;
        met.note(if slides { "blow slides" } else { "blow sticks" });
    }

    /// Friction of a point that hits alone: it stops the sliding, or it is at the edge of its cone and against the sliding
    /// that is left, or any more of it would make energy: the pair then has after the hit what it had before.
    fn judge_single(
        &self,
        key: &Key,
        bound: f64,
        [before, after, response, slack]: [f64; 4],
        about: &dyn Fn() -> String,
        met: &mut Coverage,
    ) {
        let (push, change) = (self.round.given[&(key.0, key.1, key.2, false)], self.round.given[key]);
        let tolerance = 4.0 * slack / response;
        assert!(change.abs() <= bound + tolerance, "beyond the cone, {}", about());
        let energy = |accounts: &BTreeMap<BodyId, Account>| accounts[&key.0].energy() + accounts[&key.1].energy();
        // The books have the normal impulse already; that of friction works against the mean of the speeds about it.
        let had = energy(&self.round.before);
        // It is that of the moment of the hit, when gravity has made the bodies faster than the books have them.
        let (step, _) = &self.round.normals[&(key.0, key.1, key.2, false)];
        let gain = self.fall(step) * self.time_of(key);
        let work = energy(&self.accounts) - had + 0.5 * change * (before + after) + push * gain;
        let rounding = 4.0 * slack * (push.abs() + change.abs()) + 1e-9;
        assert!(work < rounding, "the hit makes {work} J of {had} J, {}", about());
        let stops = after.abs() < 4.0 * slack;
        let slides = change.abs() > bound - tolerance && change * after < 0.0;
        assert!(stops || slides || work > -rounding, "friction does too little and {work} J were free, {}", about());
        if !stops && !slides {
            met.note("friction is limited by energy");
        }
    }

    /// One point alone hits, and its bodies hit nothing else: friction has its say in the normal impulse.
    fn is_single(&self, key: &Key) -> bool {
        let moving = [key.0, key.1].map(|id| (self.accounts[&id].inv_mass > 0.0).then_some(id));
        self.round.normals.keys().filter(|other| [other.0, other.1].iter().any(|id| moving.contains(&Some(*id)))).count() == 1
    }

    /// When all normal impulses of a round are given (of single points: friction, too), every point that was pushed parts
    /// with the restitution times the speed with which it closed when it hit, and no faster unless others push it.
    /// Returns the single points that do not yet.
    fn judge_normals(&self, only: Option<&[Key]>, met: &mut Coverage) -> Vec<Key> {
        let (h, mut coupled) = (self.h, Vec::new());
        let approaches = self.round.normals.values().map(|(step, _)| self.speed(step, &self.round.before).0.abs());
        let fastest = approaches.fold(0.0, f64::max);
        for (key, (step, restitution)) in self.round.normals.iter().filter(|(key, _)| only.is_none_or(|only| only.contains(key))) {
            let (speed, _) = self.speed(step, &self.accounts);
            let (approach, slack) = self.speed(step, &self.round.before);
            let about = || format!("{key:?} {step:#?} approached at {approach}, parts at {speed}");
            let is_held = self.is_held(key);
            let is_fast = approach <= -self.impact_speed(*restitution, step.iteration) + slack;
            assert!(is_held || is_fast, "too slow for an impact, {}", about());
            let restitution = self.parting_share(step, *restitution, approach);
            let gap = gap_seen(&step.contact.unwrap());
            assert!(is_held || gap + approach * h <= slack, "it does not arrive in this sub-step, {}", about());
            let given = self.round.given[key];
            assert!(given >= -1e-6, "it pulls, {}", about());
            let time = self.time_of(key);
            let (a, b) = (self.round.before[&key.0], self.round.before[&key.1]);
            let other = self.round.normals.contains_key(&(key.0, key.1, 1 - key.2, false));
            // If the other point hit as well, but was not pushed, its time may have been the earlier one.
            let fall = self.fall(step);
            let parting = -restitution * approach - (1.0 + restitution) * fall * time;
            // Sweeps end when nothing changes by more than 1e-3 m/s, or after a number of them: light bodies between
            // heavy ones are not done then (6 % of the fastest were met).
            let contacts = self.round.normals.keys().map(|key| (key.0, key.1)).collect::<BTreeSet<_>>().len();
            let sweeps = if contacts > 1 && !self.is_single(key) { 0.08 * fastest } else { 0.0 };
            let tolerance = 8.0 * slack + 1e-4 * approach.abs() + sweeps + if other { 0.0 } else { (1.0 + restitution) * (fall * h).abs() };
            // Points between which nothing can turn share one impulse.
            let twin = self.round.normals.get(&(key.0, key.1, 1 - key.2, false)).filter(|(twin, _)| are_one(step, twin, [&a, &b]));
            let tolerance = tolerance + twin.map_or(0.0, |(twin, _)| (self.speed(twin, &self.round.before).0 - approach).abs());
            let parts = (speed - parting).abs() < tolerance;
            if given > 1e-6 && !parts && only.is_none() && self.is_single(key) {
                coupled.push(*key);
            } else if given > 1e-6 {
                assert!(parts, "it should part at {parting}, {}", about());
            } else {
                assert!(speed > parting - tolerance, "it should part at {parting} at least, {}", about());
            }
            if other && key.2 == 0 {
                met.note("two points hit at once");
            }
        }
        coupled
    }

    /// By how much gravity changes the speed of a row in a second.
    fn fall(&self, step: &SolverStep) -> f64 {
        let (a, b) = (self.round.before[&step.body_a], self.round.before[&step.body_b]);
        (b.gravity - a.gravity) * dot(v(step.direction), v(self.settings.gravity))
    }

    /// The restitution of a point in its round: a bounce keeps the share e² of the energy, and so many of the rounds after
    /// the first are worth their while; what approaches slowly does not bounce.
    fn parting_share(&self, step: &SolverStep, restitution: f64, approach: f64) -> f64 {
        let kept = restitution * restitution;
        // Few hits are followed until a hundredth of the energy is left: only with restitutions above 0.93 that is later.
        let rounds = (1.0 + (CROWD_ROUNDS - 1) as f64 * kept).max((4.6 * kept / (1.0 - kept)).min(FOLLOWED_HITS as f64)).floor();
        let bounces = f64::from(step.iteration) < rounds && approach < -f64::from(self.settings.restitution_threshold);
        if bounces { restitution } else { 0.0 }
    }

    /// True for a contact that hit without restitution in a round before, and now holds what others set in motion.
    fn is_held(&self, key: &Key) -> bool {
        let points = (0..2).filter_map(|point| self.round.normals.get(&(key.0, key.1, point, false)));
        let hits = |(step, restitution): &(SolverStep, f64)| {
            let (approach, _) = self.speed(step, &self.round.before);
            let is_fast = approach < -self.impact_speed(*restitution, step.iteration);
            is_fast && gap_seen(&step.contact.unwrap()) + approach * self.h <= 0.0
        };
        self.held.contains_key(&(self.round.number.0, key.0, key.1)) && !points.into_iter().any(hits)
    }

    /// When in the sub-step the first point of a contact hit.
    fn time_of(&self, key: &Key) -> f64 {
        if self.is_held(key) {
            return self.held[&(self.round.number.0, key.0, key.1)][0];
        }
        self.first_of((0..2).map(|point| (key.0, key.1, point, false)))
    }

    /// The same for a point that was pushed in the end: from then on its bodies go on otherwise.
    fn turned_at(&self, key: &Key) -> f64 {
        if self.is_held(key) {
            return self.held[&(self.round.number.0, key.0, key.1)][1];
        }
        let pushes = |key: &Key| self.round.given.get(key).is_some_and(|given| *given > LEAST);
        self.first_of((0..2).map(|point| (key.0, key.1, point, false)).filter(pushes))
    }

    fn first_of(&self, keys: impl Iterator<Item = Key>) -> f64 {
        let points = keys.filter_map(|key| self.round.normals.get(&key));
        points.map(|(step, _)| (-gap_seen(&step.contact.unwrap()) / self.speed(step, &self.round.before).0).max(0.0)).fold(self.h, f64::min)
    }

    /// Speed along a row between bodies of these accounts, and what rounding may make of it.
    fn speed(&self, step: &SolverStep, accounts: &BTreeMap<BodyId, Account>) -> (f64, f64) {
        let (a, b, row) = (accounts[&step.body_a], accounts[&step.body_b], step.contact.unwrap());
        let (d, spins) = (v(step.direction), [a.spin * f64::from(row.arm_a), b.spin * f64::from(row.arm_b)]);
        let speed = d.0 * (b.velocity.0 - a.velocity.0) + d.1 * (b.velocity.1 - a.velocity.1) + spins[1] - spins[0];
        let fastest = 1.0 + a.velocity.0.hypot(a.velocity.1) + b.velocity.0.hypot(b.velocity.1) + spins[0].abs() + spins[1].abs();
        (speed, ROUNDING * fastest)
    }

    /// Until the impact the bodies went on as before; integration moves them by the new velocity all the time.
    pub(super) fn end_round(&mut self, met: &mut Coverage) {
        self.judge_normals(Some(&self.round.coupled), met);
        let contacts: BTreeSet<(BodyId, BodyId)> = self.round.given.keys().map(|key| (key.0, key.1)).collect();
        for (body_a, body_b) in contacts {
            let times = [self.time_of(&(body_a, body_b, 0, false)), self.turned_at(&(body_a, body_b, 0, false))];
            let points = || (0..2).map(|point| (body_a, body_b, point, false));
            let is_pushed = |key: &Key| self.round.given.get(key).is_some_and(|given| *given > LEAST);
            let hits = || points().filter(is_pushed).filter_map(|key| self.round.normals.get(&key));
            let bounces =
                hits().any(|(step, restitution)| self.parting_share(step, *restitution, self.speed(step, &self.round.before).0) > 0.0);
            if points().any(|key| is_pushed(&key)) && !bounces {
                self.held.entry((self.round.number.0, body_a, body_b)).or_insert(times);
            }
            for ((_, _, point, tangent), impulse) in
                self.round.given.iter().filter(|(key, _)| (key.0, key.1) == (body_a, body_b)).map(|(key, impulse)| (*key, *impulse))
            {
                let (step, arms) = self.told[&(body_a, body_b, point, tangent)];
                for (id, sign, arm) in [(body_a, -1.0, arms[0]), (body_b, 1.0, arms[1])] {
                    let account = self.accounts.get_mut(&id).unwrap();
                    let shift = -times[1] * sign * impulse;
                    let (x, y) = account.way;
                    account.way = (x + shift * account.inv_mass * step.0, y + shift * account.inv_mass * step.1);
                    account.turn += shift * account.inv_inertia * arm;
                }
            }
        }
        self.round = Round::default();
    }
}

/// True when an impulse on one point changes the other's speed like its own, to 1e-5 of it (the engine's bound) and what
/// single precision makes of that.
fn are_one(one: &SolverStep, two: &SolverStep, [a, b]: [&Account; 2]) -> bool {
    let arms = [one, two].map(|step| step.contact.map_or([0.0; 2], |row| [f64::from(row.arm_a), f64::from(row.arm_b)]));
    let response = |p: [f64; 2], q: [f64; 2]| a.inv_mass + b.inv_mass + a.inv_inertia * p[0] * q[0] + b.inv_inertia * p[1] * q[1];
    let coupling = response(arms[0], arms[1]);
    1.0 - coupling * coupling / (response(arms[0], arms[0]) * response(arms[1], arms[1])) < 1.2e-5
}
