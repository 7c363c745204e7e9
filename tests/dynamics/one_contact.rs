//! One contact at a time: the matrix, the decision and the projection against numbers worked by hand, and what the
//! solver makes of single hits and of stacks.

use crate::dynamics_fixture::*;
use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::solver::body::SolverBody;
use collidoscope::engine::solver::contact_impulse::{ContactImpulse, ContactMatrix, Meeting, Outcome, contact_impulse};
use collidoscope::engine::solver::table::{OneContactParameters, SolverParameters};
use collidoscope::engine::solver::{Solver, SolverPass, SolverStep};
use collidoscope::engine::world::{World, WorldSettings};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

fn settings(solver: Solver) -> WorldSettings {
    WorldSettings { solver, sleeping: false, ..WorldSettings::default() }
}

fn floating(solver: Solver) -> World {
    World::new(WorldSettings { gravity: Vec2::ZERO, ..settings(solver) })
}

/// The unit box of density 1 whose lower right corner stands on a floor: m = 1, I = 1/6, r = (½, −½).
fn corner() -> ContactMatrix {
    let unit_box = SolverBody { inv_mass: 1.0, inv_inertia: 6.0, ..SolverBody::FIXED };
    ContactMatrix::new(Vec2::Y, [Vec2::ZERO, vec2(0.5, -0.5)], [&SolverBody::FIXED, &unit_box])
}

fn meet(velocity: [f64; 2], restitution: f64, friction: f64) -> ContactImpulse {
    contact_impulse(&corner(), &Meeting { velocity, accelerated: 0.0, afterwards: 0.0, restitution, friction })
}

fn near(found: [f64; 2], expected: [f64; 2]) {
    // Doubles, and a handful of operations on numbers below 10.
    assert!((0..2).all(|k| (found[k] - expected[k]).abs() < 1e-12), "{found:?} instead of {expected:?}");
}

#[test]
fn the_matrix_of_a_corner_is_that_worked_by_hand() {
    // n = (0, 1), t = perp(n) = (−1, 0): r × n = ½, r × t = −½.
    // K_nn = 1 + 6/4, K_nt = 6 · ½ · (−½), K_tt = 1 + 6/4.
    assert_eq!(corner(), ContactMatrix { xx: 2.5, xy: -1.5, yy: 2.5 });
    // Two bodies add up: a disc of m = 2, I = 4 hit at (−1, 0) along n = (1, 0): r × n = 0, r × t = −1.
    let disc = SolverBody { inv_mass: 0.5, inv_inertia: 0.25, ..SolverBody::FIXED };
    let found = ContactMatrix::new(Vec2::X, [vec2(3.0, 0.0), vec2(-1.0, 0.0)], [&disc, &disc]);
    // A: r × n = 0, r × t = 3: 9/4 along the tangent. B: 1/4.
    assert_eq!(found, ContactMatrix { xx: 1.0, xy: 0.0, yy: 1.0 + 0.25 * 10.0 });
}

#[test]
fn a_point_that_parts_gets_nothing() {
    assert_eq!(meet([0.5, 3.0], 1.0, 1.0), ContactImpulse { along: [0.0; 2], outcome: Outcome::Apart });
    assert_eq!(meet([0.0, 3.0], 1.0, 1.0).outcome, Outcome::Apart);
}

#[test]
fn stick_slide_and_reversal_are_those_of_the_closed_form() {
    // det K = 6.25 − 2.25 = 4, K⁻¹ = ((2.5, 1.5), (1.5, 2.5))/4.
    // Stick: wanted change (2 + ½·2, −1) = (3, −1): g = ((7.5 − 1.5)/4, (4.5 − 2.5)/4) = (1.5, 0.5), inside μ = 1.
    let stick = meet([-2.0, 1.0], 0.5, 1.0);
    assert_eq!(stick.outcome, Outcome::Stick);
    near(stick.along, [1.5, 0.5]);
    near(corner().change(stick.along), [3.0, -1.0]);
    // Slide: wanted (3, 4); sticking would take (3.375, 3.625), outside μ = 0.3. Sign +: g_x = 3/(2.5 − 0.3·1.5).
    let slide = meet([-2.0, -4.0], 0.5, 0.3);
    assert_eq!(slide.outcome, Outcome::Slide);
    near(slide.along, [3.0 / 2.05, 0.9 / 2.05]);
    assert!(-4.0 + corner().change(slide.along)[1] < 0.0, "it slides on the same way");
    // Reversal: u_y = +½, and yet friction is positive, because the normal impulse drives the tangent back:
    // sticking would take (1.6875, 0.8125), outside μ = 0.2: g_x = 3/(2.5 − 0.3).
    let reversal = meet([-2.0, 0.5], 0.5, 0.2);
    assert_eq!(reversal.outcome, Outcome::Slide);
    near(reversal.along, [3.0 / 2.2, 0.6 / 2.2]);
    let after = 0.5 + corner().change(reversal.along)[1];
    assert!(after < -0.8, "it came sliding one way and goes the other: {after}");
    // Without friction only the first row is left.
    near(meet([-2.0, 0.5], 0.5, 0.0).along, [3.0 / 2.5, 0.0]);
}

#[test]
fn what_gravity_has_made_does_not_bounce() {
    let closing = |accelerated: f64| {
        let meeting = Meeting { velocity: [-3.0, 0.0], accelerated, afterwards: 0.0, restitution: 0.5, friction: 0.0 };
        -3.0 + corner().change(contact_impulse(&corner(), &meeting).along)[0]
    };
    // −e (u − a): 1.5; ½ (3 − 1) = 1; all of it made by gravity: 0. Never more than it closes with.
    for (accelerated, parting) in [(0.0, 1.5), (-1.0, 1.0), (-3.0, 0.0), (-5.0, 0.0), (2.0, 1.5)] {
        assert!((closing(accelerated) - parting).abs() < 1e-12, "{accelerated}: {}", closing(accelerated));
    }
    // What it will make afterwards is left in a bounce, and never pulls it under.
    let meeting = |afterwards| Meeting { velocity: [-3.0, 0.0], accelerated: 0.0, afterwards, restitution: 0.5, friction: 0.0 };
    assert_eq!([0.0, -0.5, -2.0].map(|afterwards| meeting(afterwards).parting()), [1.5, 1.0, 0.0]);
}

#[test]
fn friction_that_would_gain_energy_is_cut_to_where_none_is_gained() {
    // e = 1 and u_y at the worst place, u_x K_xy/K_xx = 1.2: sticking would give (2.05, 0.75) and gain ½ · 0.75 · 1.2.
    assert!((corner().work([2.05, 0.75], [-2.0, 1.2]) - 0.45).abs() < 1e-12);
    let elastic = meet([-2.0, 1.2], 1.0, 10.0);
    assert_eq!(elastic.outcome, Outcome::Limited);
    near(elastic.along, [1.6, 0.0]);
    // e = 0.9: without friction −½ · 0.19 · 4/2.5 = −0.152 J; friction g may give 0.8 g² of it back: g = √0.19.
    let nearly = meet([-2.0, 1.2], 0.9, 10.0);
    assert_eq!(nearly.outcome, Outcome::Limited);
    let g = 0.19_f64.sqrt();
    near(nearly.along, [1.52 + 0.6 * g, g]);
    assert!(corner().work(nearly.along, [-2.0, 1.2]).abs() < 1e-12);
    assert!((-2.0 + corner().change(nearly.along)[0] - 1.8).abs() < 1e-12, "restitution stays exact");
}

/// A body with its velocity, in doubles.
#[derive(Clone, Copy, Debug)]
struct Mover {
    inv_mass: f64,
    inv_inertia: f64,
    arm: [f64; 2],
    velocity: [f64; 2],
    spin: f64,
}

impl Mover {
    fn random(rng: &mut Pcg32, fixed: bool) -> Mover {
        let gyration: f64 = rng.random_range(0.1..1.0);
        let inv_mass = if fixed { 0.0 } else { f64::from(rng.random_range(0.05..20.0_f32)) };
        let reach = gyration * rng.random_range(0.0..2.5);
        let (sin, cos) = rng.random_range(0.0..std::f64::consts::TAU).sin_cos();
        let moving = if fixed { 0.0 } else { 1.0 };
        Mover {
            inv_mass,
            inv_inertia: f64::from((inv_mass / (gyration * gyration)) as f32),
            arm: [f64::from((reach * cos) as f32), f64::from((reach * sin) as f32)],
            velocity: [moving * rng.random_range(-10.0..10.0), moving * rng.random_range(-10.0..10.0)],
            spin: moving * rng.random_range(-20.0..20.0),
        }
    }

    fn at_point(&self) -> [f64; 2] {
        [self.velocity[0] - self.spin * self.arm[1], self.velocity[1] + self.spin * self.arm[0]]
    }

    fn push(&mut self, [x, y]: [f64; 2]) {
        self.velocity = [self.velocity[0] + self.inv_mass * x, self.velocity[1] + self.inv_mass * y];
        self.spin += self.inv_inertia * (self.arm[0] * y - self.arm[1] * x);
    }

    fn energy(&self) -> f64 {
        let part = |inverse: f64, square: f64| if inverse > 0.0 { 0.5 * square / inverse } else { 0.0 };
        part(self.inv_mass, self.velocity[0].powi(2) + self.velocity[1].powi(2)) + part(self.inv_inertia, self.spin * self.spin)
    }

    fn for_solver(&self) -> SolverBody {
        SolverBody { inv_mass: self.inv_mass as f32, inv_inertia: self.inv_inertia as f32, ..SolverBody::FIXED }
    }
}

#[test]
fn energy_never_grows_in_ten_thousand_random_impacts() {
    let mut rng = Pcg32::seed_from_u64(11);
    let [mut sticks, mut slides, mut reversals, mut limited] = [0; 4];
    for case in 0..10_000 {
        let mut pair = [Mover::random(&mut rng, case % 3 == 0), Mover::random(&mut rng, false)];
        let (sin, cos) = rng.random_range(0.0..std::f64::consts::TAU).sin_cos();
        let normal = vec2(cos as f32, sin as f32);
        let (n, t) = ([f64::from(normal.x), f64::from(normal.y)], [-f64::from(normal.y), f64::from(normal.x)]);
        let relative = |pair: &[Mover; 2]| {
            let [a, b] = [pair[0].at_point(), pair[1].at_point()];
            [n, t].map(|d| d[0] * (b[0] - a[0]) + d[1] * (b[1] - a[1]))
        };
        if relative(&pair)[0] >= 0.0 {
            for body in &mut pair {
                (body.velocity, body.spin) = (body.velocity.map(|x| -x), -body.spin); // run backwards, it closes
            }
        }
        let velocity = relative(&pair);
        let restitution = if rng.random_bool(0.3) { 1.0 } else { rng.random_range(0.0..1.0) };
        let friction = rng.random_range(0.0..1.5);
        let arms = pair.map(|body| vec2(body.arm[0] as f32, body.arm[1] as f32));
        let matrix = ContactMatrix::new(normal, arms, [&pair[0].for_solver(), &pair[1].for_solver()]);
        let found = contact_impulse(&matrix, &Meeting { velocity, accelerated: 0.0, afterwards: 0.0, restitution, friction });
        let [x, y] = found.along;
        let impulse = [x * n[0] + y * t[0], x * n[1] + y * t[1]];
        let before: f64 = pair.iter().map(Mover::energy).sum();
        pair[0].push([-impulse[0], -impulse[1]]);
        pair[1].push(impulse);
        let after: f64 = pair.iter().map(Mover::energy).sum();
        let parting = relative(&pair);
        // The normal is a unit vector to single precision only, and so is everything that its length enters.
        let about = format!("{case}: {pair:?} {matrix:?} {found:?} {velocity:?} {parting:?} e {restitution} mu {friction}");
        let size = velocity[0].abs() + velocity[1].abs();
        assert!(after <= before * (1.0 + 1e-6), "energy grew from {before} to {after}: {about}");
        assert!((parting[0] + restitution * velocity[0]).abs() < 1e-5 * size, "{about}");
        assert!(x > 0.0 && y.abs() <= friction * x * (1.0 + 1e-12), "{about}");
        match found.outcome {
            Outcome::Stick => {
                assert!(parting[1].abs() < 1e-5 * size, "{about}");
                sticks += 1;
            }
            Outcome::Slide => {
                assert!((y.abs() - friction * x).abs() < 1e-9 * x, "{about}");
                assert!(parting[1] * y <= 1e-5 * size * x, "friction is against the sliding afterwards: {about}");
                slides += 1;
                reversals += usize::from(velocity[1] * y > 0.0);
            }
            Outcome::Limited => {
                assert!((after / before - 1.0).abs() < 1e-6, "cut no further than needed: {about}");
                limited += 1;
            }
            Outcome::Apart => panic!("{about}"),
        }
    }
    println!("sticks {sticks}, slides {slides} (reversals {reversals}), limited {limited}");
    assert!(sticks > 1_000 && slides > 1_000 && reversals > 50 && limited > 50, "{sticks} {slides} {reversals} {limited}");
}

/// The published box: turned by 30°, a corner at the ground, v = (2, −5), spin 1, e = 0.5, μ = 0.3. Returns its normal
/// restitution in the world.
fn restitution_of_the_published_box(solver: Solver) -> f32 {
    let mut w = floating(solver);
    ground_of(&mut w, 0.3, 0.5);
    let (sin, cos) = collidoscope::engine::math::sin_cos(255.0_f32.to_radians());
    let corner = 0.5_f32.sqrt() * vec2(cos, sin);
    let def = BodyDef { angle: 30.0_f32.to_radians(), linear_velocity: vec2(2.0, -5.0), angular_velocity: 1.0, ..at(0.0, -corner.y) };
    let crate_ = w.add_body(def, made(rectangle(1.0, 1.0), 0.3, 0.5));
    w.step();
    let body = w.body(crate_).unwrap();
    let parting = body.linear_velocity.y + body.angular_velocity * corner.x;
    parting / (5.0 - corner.x)
}

#[test]
fn a_box_that_hits_the_ground_on_a_corner_keeps_its_restitution_in_spite_of_friction() {
    let exact = restitution_of_the_published_box(Solver::OneContact);
    let soft_step = restitution_of_the_published_box(Solver::SoftStep);
    let in_turn = restitution_of_the_published_box(Solver::SequentialImpulses);
    println!("one contact {exact}, soft step {soft_step}, sequential impulses {in_turn}");
    // Single precision: some 1e-6 of 5 m/s.
    assert!((exact - 0.5).abs() < 1e-5, "{exact}");
    assert!((soft_step - 0.5).abs() < 1e-5, "{soft_step}");
}

/// Friction was found after the normal impulse, and changed how fast a corner parts: e = 0.5 gave 0.417. Whatever the
/// corner, speed, spin, friction and restitution, it must keep its restitution and gain no energy.
#[test]
fn a_corner_that_hits_alone_keeps_its_restitution_and_gains_no_energy_under_the_soft_step() {
    let mut rng = Pcg32::seed_from_u64(31);
    let (mut hits, mut changed) = (0, 0);
    for case in 0..3_000 {
        let mut random = |low: f32, high: f32| rng.random_range(low..high);
        let (friction, restitution) = (random(0.0, 1.5), random(0.05, 1.0));
        let (width, height) = (random(0.2, 2.0), random(0.2, 2.0));
        let angle = random(0.1, 1.4);
        // One short sub-step: what turns on would come back to the ground.
        let mut w = World::new(WorldSettings { substeps: 1, step_hz: 240.0, ..*floating(Solver::SoftStep).settings() });
        ground_of(&mut w, friction, restitution);
        let (sin, cos) = collidoscope::engine::math::sin_cos(angle);
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| 0.5 * vec2(x * width, y * height));
        let turned = corners.map(|p| vec2(cos * p.x - sin * p.y, sin * p.x + cos * p.y));
        let lowest = turned.into_iter().min_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
        let def = BodyDef {
            angle,
            linear_velocity: vec2(random(-6.0, 6.0), random(-8.0, -2.0)),
            angular_velocity: random(-6.0, 6.0),
            ..at(0.0, -lowest.y)
        };
        let body = w.add_body(def, made(rectangle(width, height), friction, restitution));
        let closing = -(def.linear_velocity.y + def.angular_velocity * lowest.x);
        if closing < 1.1 {
            continue; // slower than what bounces, or parting
        }
        let energy = w.energy().kinetic;
        let mut told: Vec<SolverStep> = Vec::new();
        w.step_probed(&mut told);
        let body = w.body(body).unwrap();
        // The point is that where the corner is when it meets, 2 mm from where it was.
        let Some(arm) = told.iter().find(|step| step.pass == SolverPass::Restitution).and_then(|step| step.contact) else { continue };
        let closing = -(def.linear_velocity.y + def.angular_velocity * arm.arm_b);
        let parting = body.linear_velocity.y + body.angular_velocity * arm.arm_b;
        assert!(w.energy().kinetic <= energy * (1.0 + 1e-5), "case {case}: {energy} J became {} J", w.energy().kinetic);
        let others = turned.into_iter().filter(|corner| *corner != lowest).map(|corner| {
            let falling =
                -(def.linear_velocity.y + def.angular_velocity * corner.x).min(body.linear_velocity.y + body.angular_velocity * corner.x);
            corner.y - lowest.y - falling / 240.0
        });
        if others.into_iter().all(|room| room > 0.03) {
            // Single precision: some 1e-6 of 8 m/s, over a slow impact.
            assert!((parting / closing - restitution).abs() < 2e-5, "case {case}: {} for {restitution}", parting / closing);
            hits += 1;
            changed += usize::from(friction > 0.1 && lowest.x.abs() > 0.1);
        }
    }
    println!("{hits} impacts, {changed} with friction that turns");
    assert!(hits > 1_000 && changed > 700, "{hits} {changed}");
}

#[test]
fn momentum_is_kept_to_rounding() {
    let mut rng = Pcg32::seed_from_u64(3);
    let mut hits = 0;
    for _ in 0..200 {
        let mut w = floating(Solver::OneContact);
        let mut random = |low: f32, high: f32| rng.random_range(low..high);
        for k in 0..6 {
            let place = vec2(1.3 * (k % 3) as f32, 1.3 * (k / 3) as f32);
            let def = BodyDef {
                angle: random(-3.0, 3.0),
                linear_velocity: -2.0 * (place - vec2(1.3, 0.65)) + vec2(random(-1.0, 1.0), random(-1.0, 1.0)),
                angular_velocity: random(-3.0, 3.0),
                ..at(place.x, place.y)
            };
            w.add_body(def, made(rectangle(random(0.3, 0.8), random(0.3, 0.8)), random(0.0, 1.0), random(0.0, 1.0)));
        }
        let (start, energy) = (w.momentum(), w.energy().kinetic);
        let mut last = energy;
        for _ in 0..60 {
            w.step();
            hits += usize::from(w.contacts().iter().any(|c| c.points().iter().any(|p| p.normal_impulse > 0.0)));
            let now = w.energy().kinetic;
            assert!(now <= last * (1.0 + 1e-5), "energy grew from {last} to {now}");
            last = now;
        }
        let end = w.momentum();
        // Sums of some hundred impulses in single precision.
        assert!((0..2).all(|k| (end.linear[k] - start.linear[k]).abs() < 2e-5), "{start:?} {end:?}");
    }
    assert!(hits > 1_000, "{hits}");
}

#[test]
fn a_ball_turns_round_at_the_ground_and_reaches_the_square_of_its_restitution() {
    for restitution in [1.0_f32, 0.7] {
        let mut w = World::new(settings(Solver::OneContact));
        ground_of(&mut w, 0.5, restitution);
        let ball = w.add_body(at(0.0, 0.25 + 2.0), made(circle(0.25), 0.5, restitution));
        let (mut apexes, mut last, mut lowest) = (Vec::new(), 0.0, f32::INFINITY);
        for _ in 0..300 {
            w.step();
            let body = w.body(ball).unwrap();
            if last > 0.0 && body.linear_velocity.y <= 0.0 {
                apexes.push(body.center.y - 0.25);
            }
            (last, lowest) = (body.linear_velocity.y, lowest.min(body.center.y - 0.25));
        }
        println!("bounce e {restitution}: {apexes:?}, lowest {lowest}");
        for (k, apex) in apexes.iter().take(3).enumerate() {
            let exact = 2.0 * restitution.powi(2 * (k as i32 + 1));
            assert!((apex / exact - 1.0).abs() < 0.03, "apex {k} {apex} instead of {exact}");
        }
        assert!(apexes.len() >= 2 && lowest > -1e-4, "{lowest}");
    }
}

#[test]
fn a_hit_goes_through_a_row_of_balls_one_contact_after_the_other() {
    let mut w = floating(Solver::OneContact);
    let balls: Vec<BodyId> = (0..5).map(|k| w.add_body(at(k as f32 * 1.001, 0.0), made(circle(0.5), 0.0, 1.0))).collect();
    let first = w.add_body(at(-2.0, 0.0), made(circle(0.5), 0.0, 1.0));
    w.set_velocity(first, vec2(3.0, 0.0), 0.0);
    steps(&mut w, 60);
    let speeds: Vec<f32> = balls.iter().map(|&id| velocity(&w, id).x).collect();
    println!("{speeds:?}");
    assert!((speeds[4] - 3.0).abs() < 1e-4 && velocity(&w, first).x.abs() < 1e-4);
    assert!(speeds[..4].iter().all(|speed| speed.abs() < 1e-4), "{speeds:?}");
}

#[test]
fn an_overlap_is_shared_in_proportion_to_what_gives_way_and_turns_are_capped() {
    // A rod of 2 × 0.2 (m = 0.4, I = 0.4 · 4.04/12), its right end 0.1 deep in a post: r × n = 0.95 at the post's middle.
    let sunk = |largest_turn: f32| {
        let parameters = OneContactParameters { projections: 1, largest_turn, slop: 0.0, ..OneContactParameters::default() };
        let solver_parameters = SolverParameters { one_contact: parameters, ..SolverParameters::default() };
        let mut w = World::new(WorldSettings { gravity: Vec2::ZERO, solver_parameters, ..settings(Solver::OneContact) });
        w.add_body(fixed(0.9, -0.5), made(circle(0.5), 0.0, 0.0));
        let rod = w.add_body(at(0.0, 0.0), made(rectangle(2.0, 0.2), 0.0, 0.0));
        w.step();
        let body = w.body(rod).unwrap();
        assert_eq!((body.linear_velocity, body.angular_velocity), (Vec2::ZERO, 0.0), "it only moves");
        (body.center.y, body.pose.rotation.angle())
    };
    let (inv_mass, inv_inertia, arm, depth) = (2.5, 12.0 / (0.4 * 4.04), 0.9_f32, 0.1_f32);
    let total = inv_mass + arm * arm * inv_inertia;
    let (way, turn) = sunk(1.0);
    println!("free {way} {turn}");
    assert!((way - depth * inv_mass / total).abs() < 1e-5 && (turn - depth * arm * inv_inertia / total).abs() < 1e-5, "{way} {turn}");
    let (way, turn) = sunk(0.02);
    println!("capped {way} {turn}");
    assert!((turn - 0.02).abs() < 1e-6 && (way - (depth - 0.02 * arm)).abs() < 1e-5, "{way} {turn}");
}

/// A box at rest does not hop, even when any speed bounces; and a stack keeps trembling, which sequential impulses do not.
#[test]
fn a_single_box_rests_and_a_stack_trembles() {
    let tremble = |solver: Solver, count: usize, restitution: f32| {
        let mut w = World::new(WorldSettings { restitution_threshold: 0.0, ..settings(solver) });
        ground_of(&mut w, 0.5, restitution);
        let bodies: Vec<BodyId> =
            (0..count).map(|k| w.add_body(at(0.0, 0.5 + k as f32), made(rectangle(1.0, 1.0), 0.5, restitution))).collect();
        steps(&mut w, 120);
        let mut most = 0.0_f32;
        for _ in 0..60 {
            w.step();
            most = bodies.iter().map(|&id| velocity(&w, id).length()).fold(most, f32::max);
        }
        most
    };
    let discs = [tremble(Solver::OneContact, 1, 0.8), tremble(Solver::OneContact, 8, 0.0), tremble(Solver::SequentialImpulses, 8, 0.0)];
    println!("one box {}, stack {} , the same by sequential impulses {}", discs[0], discs[1], discs[2]);
    assert!(discs[0] < 0.2, "{discs:?}");
    assert!(discs[1] > 10.0 * discs[2], "{discs:?}");
}
