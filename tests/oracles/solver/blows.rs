//! Judges the blows of a step: rounds of impacts, in which contacts that hit at once get their impulses together.

use super::{Account, Books, Key, Mixed, Round};
use crate::oracles::coverage::Coverage;
use crate::oracles::plane::v;
use collidoscope::engine::solver::SolverStep;
use std::collections::BTreeSet;

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
        let normal = (key.0, key.1, key.2, false);
        if !row.tangent {
            // A lone point that is pushed beside its parting speed: friction, which comes next, will bring it there.
            let lone = self.round.normals.get(&key).filter(|_| !self.round.normals.contains_key(&(key.0, key.1, 1 - key.2, false)));
            let makes_up = lone.is_some_and(|lone| {
                let (parting, tolerance) = self.parting(&key, lone);
                (before + response * change - parting).abs() > tolerance && self.round.given[&key] > 1e-6
            });
            if makes_up {
                if !std::mem::replace(&mut self.round.is_judged, true) {
                    *self.round.given.entry(key).or_default() -= change;
                    self.judge_normals(&mut *met);
                    *self.round.given.entry(key).or_default() += change;
                }
                self.round.made_up = Some(key);
                return;
            }
            assert!(!self.round.is_judged, "normals come before friction, {}", about());
            self.round.normals.entry(key).or_insert((*step, mixed.restitution)); // later gaps know of shifts
            return;
        }
        if !std::mem::replace(&mut self.round.is_judged, true) {
            self.judge_normals(&mut *met);
        }
        if self.round.made_up.take() == Some(normal) {
            let (told, (parting, tolerance)) = (self.round.normals[&normal], self.parting(&normal, &self.round.normals[&normal]));
            let [arm_a, arm_b] = [told.0.contact.unwrap().arm_a, told.0.contact.unwrap().arm_b].map(f64::from);
            let coupling = a.inv_inertia * arm_a * f64::from(row.arm_a) + b.inv_inertia * arm_b * f64::from(row.arm_b);
            let speed = self.speed(&told.0, &self.accounts).0 + coupling * change;
            assert!((speed - parting).abs() < tolerance, "with friction it parts at {speed}, not at {parting}, {}", about());
            met.note("friction is made up for");
        }
        let after = before + response * change;
        let wanted = (-before / response).clamp(f64::from(row.low), f64::from(row.high));
        assert!((change - wanted).abs() < 4.0 * slack / response, "{wanted} {}", about());
        assert!(after.abs() <= before.abs() + 4.0 * slack, "friction gives no energy, {}", about());
        let slides = step.clamped && (a.inv_mass + b.inv_mass) > 0.0;
        met.note(if slides { "blow slides" } else { "blow sticks" });
    }

    /// When all normal impulses of a round are given, every point that was pushed parts with the restitution times
    /// the speed with which it closed at the moment when it hit, and no faster than that unless others push it.
    fn judge_normals(&self, met: &mut Coverage) {
        let h = self.h;
        for (key, (step, restitution)) in &self.round.normals {
            let (speed, _) = self.speed(step, &self.accounts);
            let (approach, slack) = self.speed(step, &self.round.before);
            let about = || format!("{key:?} {step:#?} approached at {approach}, parts at {speed}");
            assert!(approach <= -f64::from(self.settings.restitution_threshold) + slack, "too slow to bounce, {}", about());
            let gap = f64::from(step.contact.unwrap().gap);
            assert!(gap + approach * h <= slack, "it does not arrive in this sub-step, {}", about());
            let given = self.round.given[key];
            assert!(given >= -1e-6, "it pulls, {}", about());
            let other = self.round.normals.contains_key(&(key.0, key.1, 1 - key.2, false));
            // Sweeps end when nothing changes by more than 1e-4 m/s, or after a number of them.
            let contacts = self.round.normals.keys().map(|key| (key.0, key.1)).collect::<BTreeSet<_>>().len();
            let sweeps = if contacts > 1 { 0.05 * approach.abs() } else { 0.0 };
            let (parting, tolerance) = self.parting(key, &(*step, *restitution));
            let tolerance = tolerance + sweeps;
            if given > 1e-6 {
                assert!((speed - parting).abs() < tolerance, "it should part at {parting}, {}", about());
            } else {
                assert!(speed > parting - tolerance, "it should part at {parting} at least, {}", about());
            }
            if other && key.2 == 0 {
                met.note("two points hit at once");
            }
        }
    }

    /// How fast a point shall part, m/s, and how exactly that is known.
    fn parting(&self, key: &Key, (step, restitution): &(SolverStep, f64)) -> (f64, f64) {
        let (approach, slack) = self.speed(step, &self.round.before);
        let (a, b) = (self.round.before[&key.0], self.round.before[&key.1]);
        let (d, gravity) = (v(step.direction), v(self.settings.gravity));
        let fall = (b.gravity - a.gravity) * (d.0 * gravity.0 + d.1 * gravity.1);
        let parting = -restitution * approach - (1.0 + restitution) * fall * self.time_of(key);
        // If the other point hit as well, but was not pushed, its time may have been the earlier one.
        let other = self.round.normals.contains_key(&(key.0, key.1, 1 - key.2, false));
        let late = if other { 0.0 } else { (1.0 + restitution) * (fall * self.h).abs() };
        (parting, 8.0 * slack + 1e-4 * approach.abs() + late)
    }

    /// When in the sub-step the first point of a contact hit.
    pub(super) fn time_of(&self, key: &Key) -> f64 {
        let points = (0..2).filter_map(|point| self.round.normals.get(&(key.0, key.1, point, false)));
        points
            .map(|(step, _)| (-f64::from(step.contact.unwrap().gap) / self.speed(step, &self.round.before).0).max(0.0))
            .fold(self.h, f64::min)
    }
}
