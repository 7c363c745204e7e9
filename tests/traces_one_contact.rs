//! Every impulse and every projection of the solver that takes one contact at a time, judged by books kept in double
//! precision.

mod dynamics_fixture;

use collidoscope::engine::body::{BodyDef, BodyId, BodyKind};
use collidoscope::engine::solver::table::{OneContactParameters, SolverParameters};
use collidoscope::engine::solver::{Solver, SolverPass, SolverStep};
use collidoscope::engine::world::{World, WorldSettings};
use dynamics_fixture::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::collections::{BTreeMap, BTreeSet};

/// A heap of boxes and discs falls between two walls.
fn heap(seed: u64) -> World {
    let mut rng = Pcg32::seed_from_u64(seed);
    let one_contact = OneContactParameters {
        iterations: rng.random_range(1..12),
        projections: rng.random_range(0..5),
        largest_turn: rng.random_range(0.001..0.3),
        slop: rng.random_range(0.0..0.01),
        beta: 0.2,
    };
    let mut world = World::new(WorldSettings {
        solver: Solver::OneContact,
        solver_parameters: SolverParameters { one_contact, ..SolverParameters::default() },
        sleeping: false,
        continuous: false,
        ..WorldSettings::default()
    });
    for (x, y, width, height) in [(0.0, -0.5, 12.0, 1.0), (-3.5, 3.0, 1.0, 8.0), (3.5, 3.0, 1.0, 8.0)] {
        world.add_body(fixed(x, y), made(rectangle(width, height), rng.random_range(0.0..1.0), rng.random_range(0.0..1.0)));
    }
    for k in 0..rng.random_range(3..10) {
        let size = rng.random_range(0.3..0.9);
        let shape = if rng.random_bool(0.4) { circle(0.5 * size) } else { rectangle(size, rng.random_range(0.3..0.9)) };
        let def = BodyDef {
            angle: rng.random_range(-3.0..3.0),
            linear_velocity: vec2(rng.random_range(-2.0..2.0), rng.random_range(-3.0..1.0)),
            angular_velocity: rng.random_range(-3.0..3.0),
            ..at(rng.random_range(-2.2..2.2), 0.5 + 0.6 * k as f32)
        };
        world.add_body(def, made(shape, rng.random_range(0.0..1.0), rng.random_range(0.0..1.0)));
    }
    world
}

/// Velocity, spin, 1/m, 1/I.
type Account = [f64; 5];

fn accounts(world: &World) -> BTreeMap<BodyId, Account> {
    let account = |body: &collidoscope::engine::body::Body| {
        [body.linear_velocity.x, body.linear_velocity.y, body.angular_velocity, body.inv_mass, body.inv_inertia].map(f64::from)
    };
    world.bodies().map(|(id, body)| (id, account(body))).collect()
}

#[derive(Debug, Default)]
struct Met {
    normals: usize,
    sticks: usize,
    slides: usize,
    pushes: usize,
    capped: usize,
    rounds: usize,
}

/// Speed along a row, and what a newton second along it changes of it.
fn speed_and_response(step: &SolverStep, [a, b]: [&Account; 2]) -> (f64, f64) {
    let row = step.contact.expect("contacts only");
    let [dx, dy] = [step.direction.x, step.direction.y].map(f64::from);
    let [arm_a, arm_b] = [row.arm_a, row.arm_b].map(f64::from);
    let speed = dx * (b[0] - a[0]) + dy * (b[1] - a[1]) + arm_b * b[2] - arm_a * a[2];
    (speed, a[3] + b[3] + arm_a * arm_a * a[4] + arm_b * arm_b * b[4])
}

fn judge(world: &mut World, met: &mut Met) {
    let h = f64::from(world.settings().step_seconds());
    let told = world.settings().solver_parameters.one_contact;
    let mut books = accounts(world);
    for account in books.values_mut().filter(|account| account[3] > 0.0) {
        account[1] -= h * f64::from(G);
    }
    let mut steps: Vec<SolverStep> = Vec::new();
    world.step_probed(&mut steps);
    let (mut seen, mut now, mut sums) = (BTreeSet::new(), (0, 0), BTreeMap::new());
    for (k, step) in steps.iter().enumerate() {
        let row = step.contact.expect("contacts only");
        let (a, b) = (books[&step.body_a], books[&step.body_b]);
        let (speed, response) = speed_and_response(step, [&a, &b]);
        let about = || format!("{step:#?}\n{a:?}\n{b:?}");
        let is_push = step.pass == SolverPass::Push;
        let at = (u32::from(is_push), step.iteration);
        assert!(at >= now && step.iteration < if is_push { told.projections } else { told.iterations }, "{}", about());
        now = at;
        met.rounds = met.rounds.max(step.iteration as usize + 1);
        let key = (step.body_a, step.body_b, row.point, row.tangent);
        assert!(seen.insert((at, key)), "one turn in a round: {}", about());
        let change = f64::from(step.impulse_change);
        let sum = sums.entry((is_push, key)).or_insert(0.0);
        *sum += change;
        let size = 1.0 + a.iter().chain(&b).take(3).map(|x| x.abs()).sum::<f64>() + b[..3].iter().map(|x| x.abs()).sum::<f64>();
        let small = 1e-4 * size;
        assert!((f64::from(step.impulse_total) - *sum).abs() < 1e-4 * (sum.abs() + 1e-2), "{}", about());
        assert!((f64::from(row.mass) * response - 1.0).abs() < 1e-3, "{}", about());
        if is_push {
            // Only positions move, by what is asked for.
            assert!(step.velocity_before == 0.0 && change > 0.0 && row.bias < 0.0, "{}", about());
            assert!((change * response + f64::from(row.bias)).abs() < 1e-3 * f64::from(-row.bias) + 1e-6 * *sum * response, "{}", about());
            met.pushes += 1;
            met.capped += usize::from(step.clamped);
            continue;
        }
        assert!((f64::from(step.velocity_before) - speed).abs() < small, "it met {speed}: {}", about());
        let wanted = -f64::from(row.mass) * (speed + f64::from(row.bias));
        if row.tangent {
            let normal = &steps[k - 1];
            assert!(!normal.contact.expect("a normal").tangent && normal.point == step.point, "friction comes with its normal");
            let friction = world.bodies().filter(|(id, _)| [step.body_a, step.body_b].contains(id));
            let friction = friction.map(|(_, body)| f64::from(body.colliders[0].material.friction)).product::<f64>().sqrt();
            let cone = friction * f64::from(normal.impulse_change);
            assert!(change.abs() <= cone * (1.0 + 1e-4) + 1e-6, "outside its cone {cone}: {}", about());
            let after = speed + response * change;
            if step.clamped {
                assert!(after * change <= small * change.abs(), "friction drives it: {}", about());
                met.slides += 1;
            } else {
                assert!(after.abs() < small && (wanted - change).abs() < small / response, "{}", about());
                met.sticks += 1;
            }
        } else {
            assert!(speed < 0.0 && change > 0.0 && !step.clamped, "only what closes is pushed: {}", about());
            assert!((wanted - change).abs() < 2.0 * small / response, "{}", about());
            met.normals += 1;
        }
        let direction = [f64::from(step.direction.x), f64::from(step.direction.y)];
        for (id, sign, arm) in [(step.body_a, -1.0, row.arm_a), (step.body_b, 1.0, row.arm_b)] {
            let account = books.get_mut(&id).expect("known");
            account[0] += sign * change * account[3] * direction[0];
            account[1] += sign * change * account[3] * direction[1];
            account[2] += sign * change * account[4] * f64::from(arm);
        }
        // Once both impulses are given, the point does not close any more.
        if row.tangent {
            let normal = &steps[k - 1];
            let (parting, _) = speed_and_response(normal, [&books[&step.body_a], &books[&step.body_b]]);
            assert!(parting > -small, "it still closes with {parting}: {}", about());
        }
    }
    for (id, found) in accounts(world) {
        let book = books[&id];
        let size = 1.0 + book[..3].iter().map(|x| x.abs()).sum::<f64>();
        assert!(
            (0..3).all(|k| (found[k] - book[k]).abs() < 1e-3 * size),
            "{id:?} moves otherwise than its impulses say: {found:?} {book:?}"
        );
    }
}

#[test]
fn every_turn_follows_its_own_formula_and_the_books_close() {
    let mut met = Met::default();
    for seed in 0..24 {
        let mut world = heap(seed);
        (0..90).for_each(|_| judge(&mut world, &mut met));
    }
    println!("{met:?}");
    assert!(met.sticks > 1_000 && met.slides > 1_000 && met.pushes > 100 && met.capped > 3 && met.rounds > 8, "{met:?}");
}

/// A blade turns through a disc's place within the step. Where they meet follows from its angle alone; a row's gap is
/// that at the start of the step, so it is closed at the row's speed just then. It used to be the gap of the moment at
/// which the point was looked for.
#[test]
fn the_gap_of_a_point_that_is_foreseen_is_that_of_the_start_of_the_step() {
    for (spin, place) in [(20.0_f32, 0.3_f32), (30.0, 0.4), (40.0, 0.5)] {
        let mut world = World::new(WorldSettings { solver: Solver::OneContact, gravity: vec2(0.0, 0.0), ..WorldSettings::default() });
        let blade = BodyDef { kind: BodyKind::Kinematic, angular_velocity: spin, ..at(0.0, 0.0) };
        world.add_body(blade, made(rectangle(4.0, 0.1), 0.0, 0.0));
        let (sin, cos) = f64::from(place).sin_cos();
        world.add_body(at(cos as f32, sin as f32), made(circle(0.1), 0.0, 0.0));
        let mut steps: Vec<SolverStep> = Vec::new();
        world.step_probed(&mut steps);
        let is_normal = |step: &&SolverStep| step.contact.is_some_and(|row| !row.tangent) && step.velocity_before < -0.5 * spin;
        let first = steps.iter().find(is_normal).unwrap_or_else(|| panic!("nothing meets at {spin} rad/s"));
        // The disc's centre is 0.15 m from the middle line of the blade when they meet.
        let time = (place - 0.15_f64.asin() as f32) / spin;
        let (gap, speed) = (first.contact.unwrap().gap, -first.velocity_before);
        let late = gap / speed - time;
        assert!(late.abs() < 0.1 * time, "{spin} rad/s: {gap} m at {speed} m/s, they meet after {time} s, {late} s off");
    }
}
