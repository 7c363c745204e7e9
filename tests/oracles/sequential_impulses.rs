//! Judge of the second solver: keeps books of its own, in `f64`.
//!
//! It starts from the bodies as they were, adds gravity, applies every recorded impulse to both bodies, equal and
//! opposite, and compares: the speed that each row met, effective masses, arms, biases, sums and their bounds, which
//! rows had their turn and how often, who bounced, where bodies ended and how fast, what the contacts tell.

use super::coverage::Coverage;
use super::damped;
use super::plane::{V, cross, dot, v};
use collidoscope::engine::body::{Body, BodyId};
use collidoscope::engine::solver::table::PositionCorrection;
use collidoscope::engine::solver::{ContactRow, SolverPass, SolverStep};
use collidoscope::engine::world::{Contact, World, WorldSettings};
use std::collections::{BTreeMap, BTreeSet};

/// Rounding of `f32` velocities, as a share of the speed and of 1 m/s.
const ROUNDING: f64 = 4e-5;

/// Velocity of a centre of mass, and spin.
#[derive(Clone, Copy, Debug, Default)]
struct Motion {
    velocity: V,
    spin: f64,
}

/// One body as the judge follows it through a step.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    /// At the start, after forces, now, and of the pushes.
    start: Motion,
    fallen: Motion,
    now: Motion,
    pseudo: Motion,
    /// When the last iteration was over.
    iterated: Motion,
    inv_mass: f64,
    inv_inertia: f64,
    center: V,
    angle: f64,
    friction: f64,
    restitution: f64,
    touched: bool,
}

impl Account {
    fn open(body: &Body, settings: &WorldSettings) -> Account {
        let h = f64::from(settings.step_seconds());
        let mobile = body.is_mobile();
        let of = |x: f32| if mobile { f64::from(x) } else { 0.0 };
        let start = Motion { velocity: v(body.linear_velocity), spin: f64::from(body.angular_velocity) };
        let g = v(settings.gravity);
        let (kept, seconds) = damped(of(body.linear_damping), h);
        let fall = seconds * of(body.gravity_scale);
        let fallen = Motion {
            velocity: (start.velocity.0 * kept + fall * g.0, start.velocity.1 * kept + fall * g.1),
            spin: start.spin * damped(of(body.angular_damping), h).0,
        };
        let material = body.colliders[0].material;
        Account {
            start,
            fallen,
            now: fallen,
            iterated: fallen,
            inv_mass: of(body.inv_mass),
            inv_inertia: of(body.inv_inertia),
            center: v(body.center),
            angle: f64::from(body.pose.rotation.angle()),
            friction: f64::from(material.friction),
            restitution: f64::from(material.restitution),
            ..Account::default()
        }
    }
}

/// Bodies, point, and whether along the tangent.
type Key = (BodyId, BodyId, usize, bool);

/// What is known of a row.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    total: f64,
    change: f64,
    push: f64,
    bounce: f64,
    /// Iterations of the solve pass, of the pushes, of the bounces.
    iterations: [u32; 3],
    row: Option<(ContactRow, V)>,
}

struct Books<'a> {
    accounts: BTreeMap<BodyId, Account>,
    lines: BTreeMap<Key, Line>,
    settings: &'a WorldSettings,
    h: f64,
    /// Warm impulses that each pair's points had before the step.
    warm: BTreeMap<(BodyId, BodyId), Vec<[f32; 2]>>,
    now: (u32, u32),
    seen: BTreeSet<((u32, u32), Key)>,
}

fn stage(pass: SolverPass) -> u32 {
    match pass {
        SolverPass::WarmStart => 0,
        SolverPass::Solve => 1,
        SolverPass::Push => 2,
        SolverPass::Restitution => 3,
        SolverPass::Relax | SolverPass::TakeBack => panic!("this solver has no relax pass, and here are no joints"),
    }
}

fn pair_of(contact: &Contact) -> (BodyId, BodyId) {
    (contact.collider_a.body, contact.collider_b.body)
}

/// Advances the world by one watched step and judges it. Bodies have one shape each, nothing is joined, nothing sleeps.
pub fn step_and_judge(world: &mut World, met: &mut Coverage) {
    let settings = *world.settings();
    let warm = |contact: Contact| (pair_of(&contact), contact.points().iter().map(|p| [p.warm_normal, p.warm_tangent]).collect());
    let mut books = Books {
        accounts: world.bodies().map(|(id, body)| (id, Account::open(body, &settings))).collect(),
        lines: BTreeMap::new(),
        settings: &settings,
        h: f64::from(settings.step_seconds()),
        warm: world.contacts().into_iter().map(warm).collect(),
        now: (0, 0),
        seen: BTreeSet::new(),
    };
    let mut steps: Vec<SolverStep> = Vec::new();
    world.step_probed(&mut steps);
    for step in &steps {
        books.judge(step, met);
    }
    books.judge_iterations();
    books.judge_bounces(met);
    books.judge_end(world);
}

impl Books<'_> {
    fn judge(&mut self, step: &SolverStep, met: &mut Coverage) {
        let row = step.contact.expect("only contacts");
        let key = (step.body_a, step.body_b, row.point, row.tangent);
        let at = (stage(step.pass), step.iteration);
        assert!(at >= self.now && step.substep == 0, "passes come in order: {step:?}");
        if at.0 > 1 && self.now.0 <= 1 {
            self.end_iterations();
        }
        self.now = at;
        let is_push = step.pass == SolverPass::Push;
        assert!(self.seen.insert((at, key)), "a row has one turn in an iteration: {step:?}");
        let (a, b) = (self.accounts[&step.body_a], self.accounts[&step.body_b]);
        let about = || format!("{step:#?}\n{a:?}\n{b:?}");
        let d = v(step.direction);
        let speed_of = |a: &Motion, b: &Motion| {
            dot(d, (b.velocity.0 - a.velocity.0, b.velocity.1 - a.velocity.1)) + b.spin * f64::from(row.arm_b)
                - a.spin * f64::from(row.arm_a)
        };
        let before = if is_push { speed_of(&a.pseudo, &b.pseudo) } else { speed_of(&a.now, &b.now) };
        let size = |m: &Motion| m.velocity.0.hypot(m.velocity.1) + 2.0 * m.spin.abs();
        let slack = ROUNDING * (1.0 + size(&a.now) + size(&b.now) + size(&a.pseudo) + size(&b.pseudo));
        assert!((f64::from(step.velocity_before) - before).abs() < slack, "it met {before}, {}", about());
        self.judge_row(step, &row, [&a, &b], &about);
        let response =
            a.inv_mass + b.inv_mass + a.inv_inertia * f64::from(row.arm_a).powi(2) + b.inv_inertia * f64::from(row.arm_b).powi(2);
        assert!((f64::from(row.mass) * response - 1.0).abs() < 1e-4, "{}", about());
        let change = f64::from(step.impulse_change);
        let after = before + response * change;
        assert!((f64::from(row.velocity_after) - after).abs() < 2.0 * slack + 1e-5 * (response * change).abs(), "{after} {}", about());
        if step.pass == SolverPass::WarmStart {
            self.judge_warm_start(step, key, &about);
        } else {
            let meeting = self.meeting_speed(&row, speed_of(&a.start, &b.start), speed_of(&a.fallen, &b.fallen));
            self.judge_bias(step, &row, [&a, &b], meeting, slack, &about, met);
            self.judge_sum(step, &row, key, before, slack, &about, met);
        }
        self.book(step, &row, key, d);
        met.note(format!("{:?} {}", step.pass, if row.tangent { "tangent" } else { "normal" }));
    }

    /// Unit direction; arms about both centres of mass. A point that is foreseen has the arms of the moment when the
    /// bodies meet.
    fn judge_row(&self, step: &SolverStep, row: &ContactRow, [a, b]: [&Account; 2], about: &dyn Fn() -> String) {
        let (d, point) = (v(step.direction), v(step.point));
        assert!((d.0.hypot(d.1) - 1.0).abs() < 1e-5, "{}", about());
        let arm = |account: &Account| cross((point.0 - account.center.0, point.1 - account.center.1), d);
        let way = self.h * (b.start.velocity.0 - a.start.velocity.0).hypot(b.start.velocity.1 - a.start.velocity.1);
        let turns = self.h * (a.start.spin.abs() + b.start.spin.abs());
        assert!((f64::from(row.arm_a) - arm(a)).abs() < 1e-4, "{} {}", arm(a), about());
        assert!((f64::from(row.arm_b) - arm(b)).abs() < 0.04 + 2.0 * way + 2.0 * turns, "{} {}", arm(b), about());
    }

    /// Only impulses that the contact kept, or none.
    fn judge_warm_start(&self, step: &SolverStep, key: Key, about: &dyn Fn() -> String) {
        assert!(self.settings.warm_starting && self.settings.accumulation, "{}", about());
        assert!(step.impulse_change == step.impulse_total && !step.clamped, "{}", about());
        let kept = self.warm.get(&(key.0, key.1)).into_iter().flatten().map(|impulses| impulses[usize::from(key.3)]);
        assert!(step.impulse_total == 0.0 || kept.into_iter().any(|x| x == step.impulse_total), "{}", about());
    }

    /// How fast a point closes when the bodies meet: of what gravity adds in this step the part until then.
    fn meeting_speed(&self, row: &ContactRow, start: f64, fallen: f64) -> f64 {
        let gap = f64::from(row.gap);
        let share = if gap > 0.0 && fallen < 0.0 { (gap / (-fallen * self.h)).clamp(0.0, 1.0) } else { 0.0 };
        start + share * (fallen - start)
    }

    /// Minus the speed that a bounce has to leave a point with at least: what was hit bounces, what parted may turn round.
    fn bounce_bias(&self, restitution: f64, meeting: f64) -> f64 {
        if meeting < -f64::from(self.settings.restitution_threshold) { restitution * meeting } else { meeting.max(0.0) }
    }

    /// Whether it was hit is a matter of rounding.
    fn is_doubtful(&self, meeting: f64) -> bool {
        (meeting + f64::from(self.settings.restitution_threshold)).abs() < 1e-3
    }

    #[allow(clippy::too_many_arguments)] // one row
    fn judge_bias(
        &self,
        step: &SolverStep,
        row: &ContactRow,
        [a, b]: [&Account; 2],
        meeting: f64,
        slack: f64,
        about: &dyn Fn() -> String,
        met: &mut Coverage,
    ) {
        let told = self.settings.solver_parameters.sequential_impulses;
        let gap = f64::from(row.gap);
        let pushes = match step.pass {
            SolverPass::Push => told.position_correction == PositionCorrection::SplitImpulse,
            _ => told.position_correction == PositionCorrection::Baumgarte,
        };
        let expected = if row.tangent {
            0.0
        } else if step.pass == SolverPass::Restitution {
            self.bounce_bias(a.restitution.max(b.restitution), meeting)
        } else if gap > 0.0 {
            gap / self.h
        } else if pushes {
            -f64::from(told.beta) / self.h * (-gap - f64::from(told.slop)).max(0.0)
        } else {
            0.0
        };
        let doubtful = step.pass == SolverPass::Restitution && self.is_doubtful(meeting);
        let tolerance = 1e-4 * (1.0 + expected.abs()) + if step.pass == SolverPass::Restitution { 4.0 * slack } else { 0.0 };
        let tolerance = if doubtful { f64::INFINITY } else { tolerance };
        let more = f64::from(row.bias) - expected;
        let [least, most] = if step.pass == SolverPass::Solve { self.bends(step, row, [a, b]) } else { [0.0; 2] };
        assert!(more > least - tolerance && more < most + tolerance, "the bias should be {expected}, {}", about());
        assert!(row.mass_scale == 1.0 && row.impulse_scale == 0.0 && !row.left_to_bounce);
        if !row.tangent && step.pass == SolverPass::Solve {
            met.note(match (gap > 0.0, expected < 0.0) {
                (true, _) => "gap",
                (_, true) => "overlap pushed",
                _ => "overlap",
            });
        }
    }

    /// What the bend of the way may add to a bias. It gives no energy: along the normal it asks for no faster parting than
    /// the bodies closed with at the start, along the tangent for no faster sliding back. How fast it may let them close
    /// is bounded by the accelerations that turning has: `ω² r` and `2 ω v` of bodies within 2 m, and `v²/r` of discs of
    /// 5 cm and more.
    fn bends(&self, step: &SolverStep, row: &ContactRow, [a, b]: [&Account; 2]) -> [f64; 2] {
        let (from, to) = (&a.start, &b.start);
        let velocity = (to.velocity.0 - from.velocity.0, to.velocity.1 - from.velocity.1);
        let met = dot(v(step.direction), velocity) + to.spin * f64::from(row.arm_b) - from.spin * f64::from(row.arm_a);
        let spin = from.spin.abs() + to.spin.abs();
        let speed = velocity.0.hypot(velocity.1) + 2.0 * spin;
        let most = 0.5 * self.h * (2.0 * spin * spin + 2.0 * spin * speed + speed * speed / 0.05);
        [met.min(0.0), if row.tangent { met.max(0.0) } else { most }]
    }

    /// Sums grow by the changes, within the bounds of Coulomb and Signorini, to just what the row asks for.
    #[allow(clippy::too_many_arguments)] // one row
    fn judge_sum(
        &self,
        step: &SolverStep,
        row: &ContactRow,
        key: Key,
        before: f64,
        slack: f64,
        about: &dyn Fn() -> String,
        met: &mut Coverage,
    ) {
        let (change, total) = (f64::from(step.impulse_change), f64::from(step.impulse_total));
        let line = self.lines.get(&key).copied().unwrap_or_default();
        let small = 1e-5 * (total.abs() + change.abs()) + 1e-7;
        let old = match step.pass {
            SolverPass::Push => line.push,
            SolverPass::Restitution => line.total + line.bounce,
            _ => line.total,
        };
        assert!((old + change - total).abs() < small, "{old} and the change are not the sum, {}", about());
        let sums = self.settings.accumulation;
        let (low, high) = match (step.pass, row.tangent) {
            (SolverPass::Push, _) => (0.0, f64::INFINITY),
            (SolverPass::Restitution, false) => (0.0, f64::INFINITY),
            (pass, true) => {
                let normal = self.lines[&(key.0, key.1, key.2, false)];
                let friction = (self.accounts[&key.0].friction * self.accounts[&key.1].friction).sqrt();
                let (load, from) = match pass {
                    SolverPass::Restitution => (normal.total + normal.bounce, 0.0),
                    _ if sums => (normal.total, 0.0),
                    _ => (normal.change, old),
                };
                (from - friction * load, from + friction * load)
            }
            (_, false) => (if sums { 0.0 } else { old }, f64::INFINITY),
        };
        let fits = |x: f32, y: f64| f64::from(x) == y || (f64::from(x) - y).abs() < 2.0 * small + 1e-5 * y.abs();
        let mass = f64::from(row.mass);
        let is_rubbed = step.pass == SolverPass::Restitution && row.tangent;
        let gains = |x: f64| self.gain(key, v(step.direction), row, before + (x - old) / mass, x);
        for (told, bound) in [(row.low, low), (row.high, high)] {
            let (told_wide, size) = (f64::from(told), 1e-4 * (1.0 + bound.abs()) * (1.0 + before.abs()));
            let is_energy = is_rubbed && told_wide.abs() <= bound.abs() + 2.0 * small && gains(told_wide).abs() < size;
            assert!(fits(told, bound) || is_energy, "{low} {high} {} J {}", gains(told_wide), about());
        }
        let (low, high) = if is_rubbed { (f64::from(row.low), f64::from(row.high)) } else { (low, high) };
        assert!(!is_rubbed || gains(total) < 1e-4 * (1.0 + total.abs()) * (1.0 + before.abs()), "{} J {}", gains(total), about());
        let wanted = old - mass * (before + f64::from(row.bias));
        let expected = wanted.clamp(low.min(high), high);
        let tolerance = 2.0 * mass * slack + 1e-5 * (old.abs() + total.abs()) + 2.0 * small;
        assert!((expected - total).abs() < tolerance, "the sum should be {expected}, {}", about());
        assert!(step.clamped || (wanted - total).abs() < tolerance, "cut and not told, {}", about());
        assert!(!step.clamped || wanted < low + tolerance || wanted > high - tolerance, "not cut, {}", about());
        if step.pass == SolverPass::Solve {
            met.note(format!("{} {}", if row.tangent { "tangent" } else { "normal" }, if step.clamped { "clamped" } else { "free" }));
            // What the sums are for: with them nothing that pushes parts faster than it asks for.
            if !row.tangent && total > tolerance && wanted < total - tolerance {
                assert!(!sums, "it pushes and parts, {}", about());
                met.note("pushes and parts");
            }
        }
    }

    /// What a point adds to the energy if the sum of its friction is this and it slides so fast then, joules: half of its
    /// impulses times the speeds before and after, the normal one with the speed that it asks for.
    fn gain(&self, key: Key, tangent: V, row: &ContactRow, sliding: f64, friction: f64) -> f64 {
        let (a, b) = (&self.accounts[&key.0], &self.accounts[&key.1]);
        let normal = self.lines[&(key.0, key.1, key.2, false)];
        let (normal_row, d) = normal.row.expect("every row has a turn");
        let speed = |d: V, row: &ContactRow, [a, b]: [&Motion; 2]| {
            dot(d, (b.velocity.0 - a.velocity.0, b.velocity.1 - a.velocity.1)) + b.spin * f64::from(row.arm_b)
                - a.spin * f64::from(row.arm_a)
        };
        let [start, fallen] = [[&a.start, &b.start], [&a.fallen, &b.fallen]].map(|motions| speed(d, &normal_row, motions));
        let meeting = self.meeting_speed(&normal_row, start, fallen);
        let parting = -self.bounce_bias(a.restitution.max(b.restitution), meeting);
        let slid = speed(tangent, row, [&a.start, &b.start]);
        0.5 * ((normal.total + normal.bounce) * (meeting + parting) + friction * (slid + sliding))
    }

    /// Equal and opposite.
    fn book(&mut self, step: &SolverStep, row: &ContactRow, key: Key, d: V) {
        let (change, total) = (f64::from(step.impulse_change), f64::from(step.impulse_total));
        for (id, sign, arm) in [(step.body_a, -1.0, row.arm_a), (step.body_b, 1.0, row.arm_b)] {
            let account = self.accounts.get_mut(&id).unwrap();
            let motion = if step.pass == SolverPass::Push { &mut account.pseudo } else { &mut account.now };
            let push = sign * change * account.inv_mass;
            motion.velocity = (motion.velocity.0 + push * d.0, motion.velocity.1 + push * d.1);
            motion.spin += sign * change * account.inv_inertia * f64::from(arm);
            account.touched = true;
        }
        let line = self.lines.entry(key).or_default();
        match step.pass {
            SolverPass::Push => (line.push, line.iterations[1]) = (total, line.iterations[1] + 1),
            SolverPass::Restitution => (line.bounce, line.iterations[2]) = (total - line.total, line.iterations[2] + 1),
            SolverPass::WarmStart => line.total = total,
            _ => (line.total, line.change, line.iterations[0]) = (total, change, line.iterations[0] + 1),
        }
        if step.pass == SolverPass::Solve {
            line.row = Some((*row, d));
        }
    }

    fn end_iterations(&mut self) {
        self.accounts.values_mut().for_each(|account| account.iterated = account.now);
    }

    /// Every row is solved as often as there are iterations.
    fn judge_iterations(&mut self) {
        if self.now.0 <= 1 {
            self.end_iterations();
        }
        let told = self.settings.solver_parameters.sequential_impulses;
        let split = told.position_correction == PositionCorrection::SplitImpulse;
        for (key, line) in &self.lines {
            assert_eq!(line.iterations[0], told.iterations, "{key:?}");
            assert_eq!(line.iterations[1], if split && !key.3 { told.iterations } else { 0 }, "{key:?}");
            assert!(self.lines.contains_key(&(key.0, key.1, key.2, !key.3)), "{key:?}");
        }
    }

    /// Who was hit faster than the threshold bounces, and beside it only what shares a body with who bounces.
    fn judge_bounces(&self, met: &mut Coverage) {
        let told = self.settings.solver_parameters.sequential_impulses;
        let threshold = f64::from(self.settings.restitution_threshold);
        let normals = || self.lines.iter().filter(|(key, _)| !key.3);
        for (key, line) in normals() {
            let (a, b) = (&self.accounts[&key.0], &self.accounts[&key.1]);
            let (row, d) = line.row.expect("every row has a turn");
            let speed_of = |a: &Motion, b: &Motion| {
                dot(d, (b.velocity.0 - a.velocity.0, b.velocity.1 - a.velocity.1)) + b.spin * f64::from(row.arm_b)
                    - a.spin * f64::from(row.arm_a)
            };
            let meeting = self.meeting_speed(&row, speed_of(&a.start, &b.start), speed_of(&a.fallen, &b.fallen));
            let is_hit = a.restitution.max(b.restitution) > 0.0 && line.total > 0.0 && meeting < -threshold;
            let doubtful = self.is_doubtful(meeting) || line.total.abs() < 1e-6;
            let friction = self.lines[&(key.0, key.1, key.2, true)].iterations[2];
            let moves = |id: BodyId| self.accounts[&id].inv_mass > 0.0;
            let shares = |other: &Key| [key.0, key.1].iter().any(|&id| moves(id) && [other.0, other.1].contains(&id));
            let beside = normals().any(|(other, line)| other != key && line.iterations[2] > 0 && shares(other));
            for iterations in [line.iterations[2], friction] {
                let allowed = if is_hit {
                    iterations == told.iterations
                } else {
                    iterations == 0 || beside && line.total > 0.0 && iterations <= told.iterations
                };
                assert!(doubtful || allowed, "{key:?} met with {meeting}: {line:?}");
            }
            if is_hit {
                met.note("bounces");
            } else if line.iterations[2] > 0 {
                met.note("driven by a bounce");
            }
        }
    }

    /// The world ends where the books do.
    fn judge_end(&self, world: &World) {
        for (id, body) in world.bodies() {
            let account = &self.accounts[&id];
            let (found, spin) = (v(body.linear_velocity), f64::from(body.angular_velocity));
            let slack = 20.0 * ROUNDING * (1.0 + found.0.hypot(found.1) + spin.abs());
            let now = account.now;
            // No body ends a step with more than an eighth of a turn in a step.
            let most = std::f64::consts::FRAC_PI_4 / self.h;
            let off =
                (found.0 - now.velocity.0).abs().max((found.1 - now.velocity.1).abs()).max((spin - now.spin.clamp(-most, most)).abs());
            assert!(off < slack, "{id:?} moves otherwise than its impulses say: {body:?} {account:?}");
            if !account.touched {
                continue; // it flies exactly, which is more than the sum of two velocities
            }
            let way = |of: fn(V) -> f64| self.h * (of(account.iterated.velocity) + of(account.pseudo.velocity));
            let off = (v(body.center).0 - account.center.0 - way(|v| v.0)).hypot(v(body.center).1 - account.center.1 - way(|v| v.1));
            assert!(off < 1e-4, "{id:?} is elsewhere by {off}: {body:?} {account:?}");
            let turn = self.h * (account.iterated.spin.clamp(-most, most) + account.pseudo.spin);
            let off = (f64::from(body.pose.rotation.angle()) - account.angle - turn).sin().abs();
            // An angle near a whole turn is rounded to 2.4e-7; the series for a step's turn is right to 2e-6.
            assert!(off < 1e-5 + 1e-5 * turn.abs(), "{id:?} is turned otherwise by {off}: {body:?} {account:?}");
        }
        for contact in world.contacts() {
            let (a, b) = pair_of(&contact);
            for (k, point) in contact.points().iter().enumerate() {
                let normal = self.lines.get(&(a, b, k, false)).copied().unwrap_or_default();
                let tangent = self.lines.get(&(a, b, k, true)).copied().unwrap_or_default();
                let near = |x: f32, y: f64| (f64::from(x) - y).abs() < 1e-5 * (1e-2 + y.abs());
                assert!(near(point.warm_normal, normal.total) && near(point.warm_tangent, tangent.total), "{normal:?} {contact:?}");
                let told =
                    near(point.normal_impulse, normal.total + normal.bounce) && near(point.tangent_impulse, tangent.total + tangent.bounce);
                assert!(told, "{normal:?} {tangent:?} {contact:?}");
            }
        }
    }
}
