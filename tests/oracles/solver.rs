//! Judge of the contact solver: keeps books of its own.
//!
//! It starts from the bodies as they were, adds gravity and motion where the order of passes says so, applies every
//! recorded impulse to both bodies in `f64`, equal and opposite, and compares: the speed that each row met, the sums,
//! the limits, the terms of each row, and in the end the velocities of the world. What the engine did to a body and
//! did not record, or recorded and did not do, shows at the next row of that body.

mod impacts;

use super::coverage::Coverage;
use super::damped;
use super::plane::{V, cross, dot, v};
use super::push::{PushBooks, gap_seen};
use collidoscope::engine::body::{Body, BodyId};
use collidoscope::engine::solver::{ContactRow, SolverPass, SolverStep};
use collidoscope::engine::tuning::{FOLLOWED_HITS, FOLLOWED_SPEED, PLASTIC_SPEED, PUSH_SPEED};
use collidoscope::engine::world::{Contact, World, WorldSettings};
use impacts::Round;
use std::collections::{BTreeMap, BTreeSet};

/// Rounding of `f32` velocities, as a share of the speed and of 1 m/s.
const ROUNDING: f64 = 4e-5;

/// One body as the judge follows it through a step.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    velocity: V,
    /// At the start of the step.
    start_velocity: V,
    spin: f64,
    inv_mass: f64,
    inv_inertia: f64,
    /// Centre of mass at the start of the step.
    center: V,
    /// Since then.
    way: V,
    turn: f64,
    gravity: f64,
    /// Share of the velocity that damping leaves, and the velocity that 1 m/s² adds, in a sub-step.
    damped: (f64, f64),
    spin_kept: f64,
    radius: f64,
    friction: f64,
    restitution: f64,
}

/// What two materials make together: the geometric mean, and the larger.
#[derive(Clone, Copy, Debug)]
struct Mixed {
    friction: f64,
    restitution: f64,
}

impl Account {
    fn open(body: &Body, h: f64) -> Account {
        let mobile = body.is_mobile();
        let of = |x: f32| if mobile { f64::from(x) } else { 0.0 };
        Account {
            velocity: v(body.linear_velocity),
            start_velocity: v(body.linear_velocity),
            spin: f64::from(body.angular_velocity),
            inv_mass: of(body.inv_mass),
            inv_inertia: of(body.inv_inertia),
            center: v(body.center),
            gravity: of(body.gravity_scale),
            damped: damped(of(body.linear_damping), h),
            spin_kept: damped(of(body.angular_damping), h).0,
            radius: f64::from(body.colliders[0].shape.convex().radius),
            friction: f64::from(body.colliders[0].material.friction),
            restitution: f64::from(body.colliders[0].material.restitution),
            ..Account::default()
        }
    }

    /// Kinetic energy, joules; none of what nothing moves.
    fn energy(&self) -> f64 {
        let half = |inverse: f64, squared: f64| if inverse > 0.0 { 0.5 * squared / inverse } else { 0.0 };
        half(self.inv_mass, dot(self.velocity, self.velocity)) + half(self.inv_inertia, self.spin * self.spin)
    }
}

/// What is known of one row from its last record.
#[derive(Clone, Copy, Debug)]
struct Last {
    total: f64,
    change: f64,
    gap: Option<(f64, SolverStep, Account, Account)>,
}

/// Bodies, point, and whether along the tangent.
type Key = (BodyId, BodyId, usize, bool);

/// Before and after all keys.
const FIRST: Key = (BodyId(0), BodyId(0), 0, false);
const LAST: Key = (BodyId(u32::MAX), BodyId(u32::MAX), usize::MAX, true);

/// The books of one step.
struct Books<'a> {
    accounts: BTreeMap<BodyId, Account>,
    rows: BTreeMap<Key, Last>,
    settings: &'a WorldSettings,
    contacts: BTreeMap<(BodyId, BodyId), Contact>,
    h: f64,
    /// Sub-step and stage: 0 bounces, 1 warm start, 2 solve, 3 relax.
    now: (u32, u32),
    /// Rows that had their turn, by sub-step and stage.
    seen: BTreeSet<((u32, u32), Key)>,
    /// Points that had a restitution impulse, by sub-step.
    bounced: BTreeSet<(u32, Key)>,
    /// When each contact that hit without restitution did so first in its sub-step, and turned its bodies, seconds.
    held: BTreeMap<(u32, BodyId, BodyId), [f64; 2]>,
    /// Sub-steps in which something bounced.
    bounces: BTreeSet<u32>,
    /// Impulses over the whole step.
    sums: BTreeMap<Key, f64>,
    /// The round of impacts that is being told.
    round: Round,
    /// Direction and lever arms of the last restitution impulse on each row.
    told: BTreeMap<Key, (V, [f64; 2])>,
    /// What parted bodies before the first sub-step.
    push: PushBooks,
}

fn stage(pass: SolverPass) -> u32 {
    match pass {
        SolverPass::Restitution => 0,
        SolverPass::WarmStart => 1,
        SolverPass::Solve => 2,
        SolverPass::Relax => 3,
        SolverPass::Push | SolverPass::TakeBack => unreachable!("the push comes before all stages, and here are no joints"),
    }
}

/// Advances the world by one watched step and judges it. Bodies have one shape each, nothing is joined, nothing sleeps.
pub fn step_and_judge(world: &mut World, met: &mut Coverage) {
    let settings = *world.settings();
    let h = f64::from(settings.substep_seconds());
    let accounts = world.bodies().map(|(id, body)| (id, Account::open(body, h))).collect();
    let mut steps: Vec<SolverStep> = Vec::new();
    world.step_probed(&mut steps);
    let contacts = world.contacts().into_iter().map(|c| ((c.collider_a.body, c.collider_b.body), c)).collect();
    let mut books = Books {
        accounts,
        rows: BTreeMap::new(),
        settings: &settings,
        contacts,
        h,
        now: (0, 0),
        seen: BTreeSet::new(),
        bounced: BTreeSet::new(),
        held: BTreeMap::new(),
        bounces: BTreeSet::new(),
        sums: BTreeMap::new(),
        round: Round::default(),
        told: BTreeMap::new(),
        push: PushBooks::default(),
    };
    let of_push = |step: &SolverStep| step.pass == SolverPass::Push;
    let pushes = steps.iter().take_while(|step| of_push(step)).count();
    for step in &steps[..pushes] {
        let inverses = [step.body_a, step.body_b].map(|id| [books.accounts[&id].inv_mass, books.accounts[&id].inv_inertia]);
        books.push.judge_row(step, inverses, h * f64::from(settings.substeps), met);
    }
    books.end_push();
    for (number, step) in steps.iter().enumerate().skip(pushes) {
        assert!(!of_push(step), "a push comes first, record {number}");
        books.advance((step.substep, stage(step.pass)), number, Some(step), met);
        books.judge_row(step, number, met);
    }
    books.advance_to_end(met);
    books.judge_end(world);
}

impl Books<'_> {
    /// The push moves bodies and leaves no velocity.
    fn end_push(&mut self) {
        let whole = self.h * f64::from(self.settings.substeps);
        for (id, ((x, y), spin)) in &self.push.motions {
            let account = self.accounts.get_mut(id).unwrap();
            account.way = (whole * x, whole * y);
            account.turn = whole * spin;
        }
    }

    /// In the first sub-step it shows what the load explains, and that the rest is hidden.
    fn judge_push(&self, step: &SolverStep, row: &ContactRow, [a, b]: [&Account; 2]) {
        let Some(asked) = self.push.rows.get(&(step.body_a, step.body_b, row.point)).filter(|_| step.substep == 0 && !row.tangent) else {
            return;
        };
        let (bias_rate, leak) = self.spring(a, b);
        let loads = self.settings.warm_starting && self.settings.accumulation;
        let explained = |load: f64| leak * load / ((1.0 - leak) * bias_rate * f64::from(row.mass));
        if step.pass == SolverPass::WarmStart && loads {
            asked.judge_bias(explained(f64::from(step.impulse_total)), self.h * f64::from(self.settings.substeps));
        }
        let load = self.rows.get(&(step.body_a, step.body_b, row.point, false)).map_or(0.0, |last| last.total);
        if step.pass == SolverPass::Solve && loads && !self.bounces.contains(&0) && asked.step.direction == step.direction {
            let seen = (asked.gap + grown(step, row, a, b)).max(-asked.left(explained(load)));
            assert!((gap_seen(row) - seen).abs() < 1e-4, "it should see {seen}, {step:#?} {asked:#?}");
        }
    }

    /// Gravity before the warm start, motion before relaxing.
    fn advance(&mut self, to: (u32, u32), number: usize, step: Option<&SolverStep>, met: &mut Coverage) {
        assert!(to >= self.now, "passes come in order, record {number}: {step:?}");
        let round = step.map_or((0, 1), |step| (step.substep, step.iteration + 1));
        if self.round.number.1 > 0 && (self.now < to || self.round.number != round) {
            self.end_round(met);
        }
        while self.now < to {
            self.now = if self.now.1 == 3 { (self.now.0 + 1, 0) } else { (self.now.0, self.now.1 + 1) };
            let (h, gravity) = (self.h, v(self.settings.gravity));
            if self.now.1 == 2 && !(self.settings.warm_starting && self.settings.accumulation) {
                self.rows.values_mut().for_each(|last| last.total = 0.0);
            }
            for account in self.accounts.values_mut() {
                let Account { velocity, spin, way, turn, .. } = account;
                if self.now.1 == 1 && account.inv_mass > 0.0 {
                    let (kept, seconds) = account.damped;
                    let fall = seconds * account.gravity;
                    *velocity = (velocity.0 * kept + fall * gravity.0, velocity.1 * kept + fall * gravity.1);
                    *spin *= account.spin_kept;
                }
                if self.now.1 == 3 {
                    *way = (way.0 + h * velocity.0, way.1 + h * velocity.1);
                    *turn += h * *spin;
                }
            }
        }
    }

    fn advance_to_end(&mut self, met: &mut Coverage) {
        let end = (self.settings.substeps - 1, 3);
        self.advance(end, usize::MAX, None, met);
    }

    fn judge_row(&mut self, step: &SolverStep, number: usize, met: &mut Coverage) {
        let row = step.contact.expect("only contacts");
        let key = (step.body_a, step.body_b, row.point, row.tangent);
        let (a, b) = (self.accounts[&step.body_a], self.accounts[&step.body_b]);
        let mixed = Mixed { friction: (a.friction * b.friction).sqrt(), restitution: a.restitution.max(b.restitution) };
        let about = || format!("record {number} {step:#?}\n{a:?}\n{b:?}\n{mixed:?}");
        let d = v(step.direction);
        let (arm_a, arm_b) = (f64::from(row.arm_a), f64::from(row.arm_b));
        assert!((d.0.hypot(d.1) - 1.0).abs() < 1e-5, "{}", about());
        judge_arms(step, &row, &a, &b, self.h, &about);

        let again = step.pass != SolverPass::Restitution && !self.seen.insert((self.now, key));
        assert!(!again, "a row has one turn in a pass, {}", about());

        // The speed that the row met, and its effective mass.
        let before = d.0 * (b.velocity.0 - a.velocity.0) + d.1 * (b.velocity.1 - a.velocity.1) + b.spin * arm_b - a.spin * arm_a;
        let fastest =
            1.0 + a.velocity.0.hypot(a.velocity.1) + b.velocity.0.hypot(b.velocity.1) + (a.spin * arm_a).abs() + (b.spin * arm_b).abs();
        let slack = ROUNDING * fastest;
        assert!((f64::from(step.velocity_before) - before).abs() < slack, "it met {before}, {}", about());
        let response = a.inv_mass + b.inv_mass + a.inv_inertia * arm_a * arm_a + b.inv_inertia * arm_b * arm_b;
        assert!((f64::from(row.mass) * response - 1.0).abs() < 1e-4, "{}", about());
        let change = f64::from(step.impulse_change);
        let after = before + response * change;
        assert!((f64::from(row.velocity_after) - after).abs() < 2.0 * slack + 1e-5 * (response * change).abs(), "{after} {}", about());

        self.judge_push(step, &row, [&a, &b]);
        self.judge_sum(step, &row, key, mixed, &about, met);
        let substep_stage = stage(step.pass);
        if substep_stage >= 2 {
            self.judge_terms(step, &row, mixed, before, slack, [&a, &b], &about, met);
            judge_energy(step, &row, before, response, slack, &about);
        } else if substep_stage == 0 {
            self.judge_blow(step, mixed, [before, response], slack, [&a, &b], &about, met);
        }

        // Equal and opposite.
        let account = self.accounts.get_mut(&step.body_a).unwrap();
        account.velocity = (a.velocity.0 - change * a.inv_mass * d.0, a.velocity.1 - change * a.inv_mass * d.1);
        account.spin = a.spin - change * a.inv_inertia * arm_a;
        let account = self.accounts.get_mut(&step.body_b).unwrap();
        account.velocity = (b.velocity.0 + change * b.inv_mass * d.0, b.velocity.1 + change * b.inv_mass * d.1);
        account.spin = b.spin + change * b.inv_inertia * arm_b;
        met.note(format!("{:?} {}", step.pass, if row.tangent { "tangent" } else { "normal" }));
    }

    /// Sums grow by the changes, stay within their limits, and the limits are those of Coulomb and Signorini.
    fn judge_sum(&mut self, step: &SolverStep, row: &ContactRow, key: Key, mixed: Mixed, about: &dyn Fn() -> String, met: &mut Coverage) {
        let (change, total) = (f64::from(step.impulse_change), f64::from(step.impulse_total));
        let slack = 1e-5 * (total.abs() + change.abs()) + 1e-7;
        let friction = mixed.friction;
        let bounded = if step.pass == SolverPass::Restitution { change } else { total };
        let told_before =
            self.round.given.get(&key).copied().filter(|_| self.round.number == (step.substep, step.iteration + 1)).unwrap_or(0.0);
        assert!(bounded >= f64::from(row.low) - slack && bounded <= f64::from(row.high) + slack, "outside its limits, {}", about());
        match (step.pass, row.tangent) {
            (SolverPass::WarmStart, _) => assert_eq!(step.impulse_change, step.impulse_total, "{}", about()),
            (SolverPass::Restitution, true) => {
                let blow = self.round.given[&(key.0, key.1, key.2, false)];
                assert!((f64::from(row.high) - friction * blow).abs() < slack + 1e-5 * blow && row.low == -row.high, "{}", about());
            }
            (_, true) => {
                let normal = self.rows[&(key.0, key.1, key.2, false)];
                // The cone stands on the sums, or, where only increments are limited, on what was given just now.
                let (load, from) = if self.settings.accumulation { (normal.total, 0.0) } else { (normal.change, total - change) };
                let (low, high) = (from - friction * load, from + friction * load);
                let fits = |x: f32, y: f64| (f64::from(x) - y).abs() < 2.0 * slack + 1e-5 * load;
                assert!(fits(row.low, low) && fits(row.high, high), "{low} {high} {}", about());
            }
            (_, false) => {
                let from_sum = !self.settings.accumulation && step.pass != SolverPass::Restitution;
                let fits = match (from_sum, step.pass) {
                    (true, _) => (f64::from(row.low) - (total - change)).abs() < slack,
                    (_, SolverPass::Restitution) => (f64::from(row.low) + told_before).abs() < slack && told_before + change >= -slack,
                    _ => row.low == 0.0 && bounded >= 0.0,
                };
                assert!(fits && row.high == f32::INFINITY, "never pulls, {}", about());
            }
        }
        if step.pass == SolverPass::Restitution {
            // An impact is no part of what is warm started, and is not followed for ever.
            assert!((step.iteration as usize) < FOLLOWED_HITS, "round {}, {}", step.iteration, about());
            self.bounced.insert((step.substep, key));
            self.bounces.insert(step.substep);
            *self.sums.entry(key).or_default() += change;
            return;
        }
        if step.pass != SolverPass::WarmStart {
            let old = self.rows.get(&key).map_or(0.0, |last| last.total);
            assert!((old + change - total).abs() < slack, "{old} and the change are not the sum, {}", about());
        }
        let gap = self.rows.get(&key).and_then(|last| last.gap);
        self.rows.insert(key, Last { total, change, gap });
        let last_pass = if self.settings.relaxing { SolverPass::Relax } else { SolverPass::Solve };
        if step.pass == last_pass {
            *self.sums.entry(key).or_default() += total;
        }
        if step.pass != SolverPass::WarmStart && !row.left_to_bounce {
            let clamped = if row.tangent { total.abs() > 0.0 && step.clamped } else { total == 0.0 };
            met.note(match (row.tangent, clamped) {
                (false, true) => "normal clamped",
                (false, false) => "normal free",
                (true, true) => "tangent clamped",
                (true, false) => "tangent free",
            });
        }
    }

    /// Bias, softness and the increment that follows from them.
    #[allow(clippy::too_many_arguments)] // one row
    fn judge_terms(
        &mut self,
        step: &SolverStep,
        row: &ContactRow,
        mixed: Mixed,
        before: f64,
        slack: f64,
        accounts: [&Account; 2],
        about: &dyn Fn() -> String,
        met: &mut Coverage,
    ) {
        let key = (step.body_a, step.body_b, row.point, row.tangent);
        let (gap, mass) = (gap_seen(row), f64::from(row.mass));
        let (bias, mass_scale, impulse_scale) = self.terms(step, row, accounts);
        let near = |x: f32, y: f64| (f64::from(x) - y).abs() < 1e-4 * (1.0 + y.abs());
        judge_bend(step, row, accounts, self.h, &about);
        met.note(if row.bend == 0.0 { "a straight way" } else { "a bent way" });
        let bias = bias + f64::from(row.bend);
        let fits = near(row.bias, bias) && near(row.mass_scale, mass_scale) && near(row.impulse_scale, impulse_scale);
        assert!(fits, "{bias} {mass_scale} {impulse_scale} {}", about());

        let (change, total) = (f64::from(step.impulse_change), f64::from(step.impulse_total));
        let old = total - change;
        // Before positions change, what is about to meet must be stopped.
        let is_fast = before < -self.impact_speed(mixed.restitution, 0);
        // What touches without restitution is pushed, not hit.
        let waits = mixed.restitution > 0.0 || gap_seen(row) > -1e-6;
        let spared = step.pass == SolverPass::Relax && !row.tangent && is_fast && waits;
        let doubtful = (before + self.impact_speed(mixed.restitution, 0)).abs() < slack;
        if !row.tangent && !doubtful {
            assert!(spared || !row.left_to_bounce, "only what hits is left alone, {}", about());
            if spared && !row.left_to_bounce && mixed.restitution > 0.0 {
                // Spent: it closes still after all the rounds. Without restitution that of joints and crowds is, too.
                let blows = self.bounced.range((step.substep, FIRST)..=(step.substep, LAST)).next().is_some();
                assert!(blows && mixed.restitution < 1.0, "not left alone although it bounces, {}", about());
                met.note("spent");
            }
        }
        let wanted = old - mass_scale * mass * (before + bias) - impulse_scale * old;
        let expected = if row.left_to_bounce { old } else { wanted.clamp(f64::from(row.low), f64::from(row.high)) };
        let tolerance = 2.0 * mass * slack + 1e-4 * mass * bias.abs() + 1e-5 * (old.abs() + total.abs()) + 1e-7;
        assert!((expected - total).abs() < tolerance, "the sum should be {expected}, {}", about());
        // Signorini: what pushes does not part faster than it was asked to. Only the limited sum can see to that, by
        // taking back.
        let pushes_and_parts = !row.tangent && !row.left_to_bounce && total > tolerance && wanted < total - tolerance;
        assert!(!pushes_and_parts || !self.settings.accumulation, "it pushes and parts, {}", about());
        if pushes_and_parts {
            met.note("pushes and parts");
        }

        if row.tangent {
            assert_eq!((row.gap, row.rest_offset), (0.0, 0.0));
        } else {
            met.note(match (gap > 0.0, row.left_to_bounce) {
                (_, true) => "left to the bounce",
                (true, _) => "gap",
                (false, _) => "overlap",
            });
            self.judge_gap(step, gap, key, accounts, about);
        }
    }

    /// What closes faster is an impact, m/s: in the rounds after the first, which follow one, at less speed.
    fn impact_speed(&self, restitution: f64, round: u32) -> f64 {
        let bounces = if restitution > 0.0 { self.settings.restitution_threshold } else { PLASTIC_SPEED };
        f64::from(if round == 0 { PLASTIC_SPEED } else { FOLLOWED_SPEED }).min(f64::from(bounces))
    }

    fn terms(&self, step: &SolverStep, row: &ContactRow, [a, b]: [&Account; 2]) -> (f64, f64, f64) {
        let gap = gap_seen(row);
        if row.tangent {
            return (0.0, 1.0, 0.0);
        }
        if step.pass == SolverPass::Relax || gap > 0.0 {
            return (gap.max(0.0) / self.h, 1.0, 0.0);
        }
        let (bias_rate, leak) = self.spring(a, b);
        ((bias_rate * gap).max(-f64::from(PUSH_SPEED)), 1.0 - leak, leak)
    }

    /// A damped oscillator in implicit steps; stiffer where one party is fixed: speed for overlap, 1/s, and leak.
    fn spring(&self, a: &Account, b: &Account) -> (f64, f64) {
        let fixed = a.inv_mass == 0.0 || b.inv_mass == 0.0;
        // 60 Hz, but between two shares of the sub-step rate.
        let stiffest = (0.125 / self.h).max(60.0).min(0.145 / self.h);
        let hertz = f64::from(self.settings.contact_hertz).min(stiffest) * if fixed { 2.0 } else { 1.0 };
        let omega = 2.0 * std::f64::consts::PI * hertz;
        let damping = 2.0 * f64::from(self.settings.contact_damping_ratio) + self.h * omega;
        (omega / damping, 1.0 / (1.0 + self.h * omega * damping))
    }

    /// Between two records of a row its gap changes as the bodies move.
    fn judge_gap(&mut self, step: &SolverStep, gap: f64, key: Key, [a, b]: [&Account; 2], about: &dyn Fn() -> String) {
        let row = step.contact.unwrap();
        if let Some((old_gap, old, old_a, old_b)) = self.rows[&key].gap
            && old.direction == step.direction
            && old.contact.is_some_and(|c| c.arm_a == row.arm_a && c.arm_b == row.arm_b && c.found_at == row.found_at)
        {
            let moved = grown(step, &row, a, b) - grown(&old, &row, &old_a, &old_b);
            let found = row.found_at.map(|turn| f64::from(turn).abs());
            let turned = (a.turn.abs() + b.turn.abs()).max(old_a.turn.abs() + old_b.turn.abs()) + found[0] + found[1];
            let (expected, tolerance) = (old_gap + moved, 2e-5 + 0.08 * turned * turned);
            let possible = self.along_parabola(&old, step, [a, b], expected);
            if !possible.iter().any(|expected| (gap - expected).abs() < tolerance) {
                // Who has just bounced seems to come from beyond the other's surface; no overlap is made of that.
                let has_bounced = step.pass == SolverPass::Solve && self.bounces.contains(&step.substep);
                let hidden = has_bounced && gap <= 0.0 && possible.iter().any(|expected| gap > *expected);
                assert!(hidden, "the gap should have changed by {moved}, {}", about());
                return;
            }
        }
        // An overlap after a bounce may be less than what the bodies' places say, see above.
        if !(step.pass == SolverPass::Solve && gap <= 1e-7 && self.bounces.contains(&step.substep)) {
            self.rows.get_mut(&key).unwrap().gap = Some((gap, *step, *a, *b));
        }
    }

    /// The gaps that an expected one may be. What waits to bounce flies by the parabola, `h² g/2` less in each sub-step
    /// than the books have: it may be one body, the other, or both.
    fn along_parabola(&self, old: &SolverStep, step: &SolverStep, [a, b]: [&Account; 2], expected: f64) -> Vec<f64> {
        let may_fly = a.restitution.max(b.restitution) > 0.0;
        let most = if may_fly { step.substep - old.substep + 1 } else { 0 };
        let fall = 0.5 * self.h * self.h * dot(v(self.settings.gravity), v(step.direction));
        let falls = [0.0, a.gravity, -b.gravity, a.gravity - b.gravity].map(|gravity| gravity * fall);
        (0..=most).flat_map(|count| falls.map(|fall| expected + f64::from(count) * fall)).collect()
    }

    /// The world ends where the books do.
    fn judge_end(&self, world: &World) {
        for (id, body) in world.bodies() {
            let account = &self.accounts[&id];
            let (found, spin) = (v(body.linear_velocity), f64::from(body.angular_velocity));
            let slack = 10.0 * ROUNDING * (1.0 + found.0.hypot(found.1) + spin.abs());
            let off = (found.0 - account.velocity.0).abs().max((found.1 - account.velocity.1).abs()).max((spin - account.spin).abs());
            assert!(off < slack, "{id:?} moves otherwise than its impulses say: {body:?} {account:?}");
            let center = v(body.center);
            let expected = (account.center.0 + account.way.0, account.center.1 + account.way.1);
            let free_fall = 0.5 * self.h * self.h * 10.0 * f64::from(self.settings.substeps);
            let by_substeps = (center.0 - expected.0).hypot(center.1 - expected.1) < 1e-4 + free_fall;
            // Or by the mean velocity of the step: then the way of the books is that of a uniform acceleration, a
            // velocity change times half a sub-step more, to a tenth of that (bodies of at most a metre), or to half of
            // it where contacts turn with what they stop.
            let half = 0.5 * self.h * f64::from(self.settings.substeps);
            let [(from_x, from_y), (to_x, to_y)] = [account.start_velocity, account.velocity];
            let mean = (account.center.0 + half * (from_x + to_x), account.center.1 + half * (from_y + to_y));
            let by_mean = (center.0 - mean.0).hypot(center.1 - mean.1) < 1e-5;
            let half_change = (0.5 * self.h * (to_x - from_x), 0.5 * self.h * (to_y - from_y));
            let off = (expected.0 - mean.0 - half_change.0).hypot(expected.1 - mean.1 - half_change.1);
            let turned = |last: &Last| last.gap.is_some_and(|(_, step, ..)| step.contact.is_some_and(|row| row.found_at != [0.0; 2]));
            let is_turned = self.rows.iter().any(|(key, last)| (key.0 == id || key.1 == id) && turned(last));
            let share = if is_turned { 0.6 } else { 0.25 };
            let uniform = off < share * half_change.0.hypot(half_change.1) + 0.2 * self.h * account.spin.abs() + 1e-5;
            assert!(by_substeps || (by_mean && uniform), "{id:?} {body:?} {account:?}");
        }
        for ((a, b), contact) in &self.contacts {
            for (k, point) in contact.points().iter().enumerate() {
                for (tangent, last, sum) in
                    [(false, point.warm_normal, point.normal_impulse), (true, point.warm_tangent, point.tangent_impulse)]
                {
                    let key = (*a, *b, k, tangent);
                    let kept = self.rows.get(&key).map_or(0.0, |last| last.total);
                    let total = self.sums.get(&key).copied().unwrap_or(0.0);
                    let slack = 1e-4 * (1e-3 + total.abs() + kept.abs());
                    assert!((f64::from(last) - kept).abs() < slack || last == 0.0, "{kept} {contact:?}");
                    assert!((f64::from(sum) - total).abs() < slack, "{total} {contact:?}");
                }
            }
        }
    }
}

/// The recorded arms are those of the recorded point; a point that was found within the step may lie as far off as
/// its bodies moved.
fn judge_arms(step: &SolverStep, row: &ContactRow, a: &Account, b: &Account, h: f64, about: &dyn Fn() -> String) {
    let (d, point) = (v(step.direction), v(step.point));
    let arm = |account: &Account| cross((point.0 - account.center.0, point.1 - account.center.1), d);
    assert!((f64::from(row.arm_a) - arm(a)).abs() < 1e-4, "{} {}", arm(a), about());
    let way = (b.way.0 - a.way.0).hypot(b.way.1 - a.way.1) + h * (b.velocity.0 - a.velocity.0).hypot(b.velocity.1 - a.velocity.1);
    assert!((f64::from(row.arm_b) - arm(b)).abs() < 0.04 + 3.0 * way + 2.0 * h * (a.spin.abs() + b.spin.abs()), "{} {}", arm(b), about());
}

/// How much a gap has grown since the start of the step: the cores move and turn, the roundings stay under the point.
fn grown(step: &SolverStep, row: &ContactRow, a: &Account, b: &Account) -> f64 {
    let n = v(step.direction);
    let r_a = (v(step.point).0 - a.center.0, v(step.point).1 - a.center.1);
    let height_a = dot(r_a, n);
    let height_b = height_a + dot((a.center.0 - b.center.0, a.center.1 - b.center.1), n);
    let between = dot((b.way.0 - a.way.0, b.way.1 - a.way.1), n);
    // The arms are those of the moment in which the point was found.
    let (turn_a, turn_b) = (a.turn - f64::from(row.found_at[0]), b.turn - f64::from(row.found_at[1]));
    if row.midway {
        // The mean arms of the step: the gap changes evenly with the turn.
        return between + turn_b.sin() * f64::from(row.arm_b) - turn_a.sin() * f64::from(row.arm_a);
    }
    let of_b = (turn_b.cos() - 1.0) * (height_b + b.radius) + turn_b.sin() * f64::from(row.arm_b);
    let of_a = (turn_a.cos() - 1.0) * (height_a - a.radius) + turn_a.sin() * f64::from(row.arm_a);
    between + of_b - of_a
}

/// What a bent way adds: only in solve passes, to the first point, and at most what both bodies' points and the normal
/// can turn by in half a sub-step.
fn judge_bend(step: &SolverStep, row: &ContactRow, [a, b]: [&Account; 2], h: f64, about: &dyn Fn() -> String) {
    if step.pass != SolverPass::Solve || row.point > 0 {
        assert_eq!(row.bend, 0.0, "{}", about());
        return;
    }
    let arm = |body: &Account| (v(step.point).0 - body.center.0).hypot(v(step.point).1 - body.center.1) + body.radius;
    let passing = (b.velocity.0 - a.velocity.0).hypot(b.velocity.1 - a.velocity.1) + a.spin.abs() * arm(a) + b.spin.abs() * arm(b);
    let round = if a.radius + b.radius > 0.0 { passing / (a.radius + b.radius) } else { 0.0 };
    let turn = a.spin.abs() + b.spin.abs() + round;
    // It was found at the start of the sub-step; other rows and gravity have changed velocities since.
    let most = 0.5 * h * (turn * turn * (arm(a) + arm(b)) + 2.0 * turn * passing);
    assert!(f64::from(row.bend.abs()) <= 2.0 * most + 2e-3, "{} is more than {most}, {}", row.bend, about());
}

/// Each row goes downhill in the energy of the contact problem, `½ K Λ² + (speed + bias) Λ`, to which softness adds
/// `½ γ Λ²`.
fn judge_energy(step: &SolverStep, row: &ContactRow, before: f64, response: f64, slack: f64, about: &dyn Fn() -> String) {
    let (change, total, bias) = (f64::from(step.impulse_change), f64::from(step.impulse_total), f64::from(row.bias));
    let old = total - change;
    if row.left_to_bounce || old < f64::from(row.low) || old > f64::from(row.high) {
        return; // the limits have moved: it had to go there first
    }
    let compliance = response * f64::from(row.impulse_scale) / f64::from(row.mass_scale);
    let rise = change * (before + bias) + 0.5 * response * change * change + 0.5 * compliance * (total * total - old * old);
    let tolerance = change.abs() * (slack + 1e-4 * bias.abs()) + 1e-5 * compliance * (total * total).max(old * old) + 1e-9;
    assert!(rise < tolerance, "the energy of the problem rises by {rise}, {}", about());
}
