//! The linear complementarity solve: its conditions on random islands, against trying all cases, and what the solver
//! makes of worlds whose answer is known.

use crate::dynamics_fixture::*;
use collidoscope::engine::body::BodyId;
use collidoscope::engine::joint::{JointDef, JointKind, Revolute};
use collidoscope::engine::linear::Matrix;
use collidoscope::engine::linear::complementarity::{Complementarity, NotComplementary};
use collidoscope::engine::math::{Vec2, sin_cos};
use collidoscope::engine::solver::Solver;
use collidoscope::engine::solver::complementary::Left;
use collidoscope::engine::solver::table::{ComplementarityParameters, SolverParameters};
use collidoscope::engine::world::{World, WorldSettings};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

/// Rows of random contacts and joints between random bodies: J, the inverse masses of its columns, velocities.
struct Island {
    jacobian: Vec<Vec<f64>>,
    inv_masses: Vec<f64>,
    velocity: Vec<f64>,
    bounds: Vec<[f64; 2]>,
    bias: Vec<f64>,
}

fn island(rng: &mut Pcg32, most_bodies: usize) -> Island {
    let bodies = rng.random_range(1..=most_bodies);
    let mut found = Island { jacobian: vec![], inv_masses: vec![], velocity: vec![], bounds: vec![], bias: vec![] };
    for _ in 0..bodies {
        // Masses over six powers of ten.
        let inv_mass = 10.0_f64.powf(rng.random_range(-3.0..3.0));
        let gyration: f64 = rng.random_range(0.2..1.0);
        found.inv_masses.extend([inv_mass, inv_mass, inv_mass / (gyration * gyration)]);
        found.velocity.extend([0, 1, 2].map(|_| rng.random_range(-3.0..3.0)));
    }
    let mut add = |parties: [Option<usize>; 2], direction: [f64; 2], arms: [f64; 2], bounds: [f64; 2], bias: f64| {
        let mut row = vec![0.0; 3 * bodies];
        for (party, sign, arm) in [(parties[0], -1.0, arms[0]), (parties[1], 1.0, arms[1])] {
            if let Some(body) = party {
                row[3 * body] += sign * direction[0];
                row[3 * body + 1] += sign * direction[1];
                row[3 * body + 2] += sign * arm;
            }
        }
        found.jacobian.push(row);
        found.bounds.push(bounds);
        found.bias.push(bias);
    };
    for body in 0..bodies {
        let other = rng.random_range(0..=bodies);
        let parties = [(other < bodies && other != body).then_some(other), Some(body)];
        let (sin, cos) = rng.random_range(0.0..std::f64::consts::TAU).sin_cos();
        let (n, t) = ([cos, sin], [-sin, cos]);
        match rng.random_range(0..3) {
            // A joint: two directions, unbounded; sometimes pinned twice, which makes rows redundant.
            0 => {
                for _ in 0..rng.random_range(1..=2) {
                    let points: [f64; 4] = [0, 1, 2, 3].map(|_| rng.random_range(-1.0..1.0));
                    let free = [f64::NEG_INFINITY, f64::INFINITY];
                    for d in [[1.0, 0.0], [0.0, 1.0]] {
                        let arm = |k: usize| points[k] * d[1] - points[k + 1] * d[0];
                        add(parties, d, [arm(0), arm(2)], free, 0.0);
                    }
                }
            }
            // A contact of one or two points, friction at both: the same row twice.
            _ => {
                let along = rng.random_range(-1.0..1.0);
                let load = if rng.random_bool(0.2) { 0.0 } else { rng.random_range(0.0..2.0) };
                for side in [-0.5, 0.5].into_iter().take(rng.random_range(1..=2)) {
                    let gap = if rng.random_bool(0.3) { rng.random_range(0.0..2.0) } else { 0.0 };
                    add(parties, n, [side, side + along], [0.0, f64::INFINITY], gap);
                    add(parties, t, [0.3, -0.4], [-load, load], 0.0);
                }
            }
        }
    }
    found
}

impl Island {
    fn problem(&self) -> Complementarity {
        let count = self.jacobian.len();
        let mut matrix = Matrix::zero(count, count);
        for i in 0..count {
            for j in 0..count {
                matrix[(i, j)] = (0..self.velocity.len()).map(|k| self.jacobian[i][k] * self.inv_masses[k] * self.jacobian[j][k]).sum();
            }
        }
        let offset =
            (0..count).map(|i| self.bias[i] + (0..self.velocity.len()).map(|k| self.jacobian[i][k] * self.velocity[k]).sum::<f64>());
        let (low, high) = self.bounds.iter().map(|bounds| (bounds[0], bounds[1])).unzip();
        Complementarity { matrix, offset: offset.collect(), low, high }
    }

    /// What each row finds afterwards, by moving the bodies, and how large the numbers are that it is the sum of.
    fn velocities_after(&self, lambda: &[f64]) -> Vec<(f64, f64)> {
        let after: Vec<f64> = (0..self.velocity.len())
            .map(|k| self.velocity[k] + self.inv_masses[k] * lambda.iter().zip(&self.jacobian).map(|(x, row)| x * row[k]).sum::<f64>())
            .collect();
        let size = |k: usize| {
            self.velocity[k].abs() + self.inv_masses[k] * lambda.iter().zip(&self.jacobian).map(|(x, row)| (x * row[k]).abs()).sum::<f64>()
        };
        self.jacobian
            .iter()
            .zip(&self.bias)
            .map(|(row, bias)| {
                let w = bias + row.iter().zip(&after).map(|(j, v)| j * v).sum::<f64>();
                (w, bias.abs() + row.iter().enumerate().map(|(k, j)| j.abs() * size(k)).sum::<f64>())
            })
            .collect()
    }
}

#[test]
fn five_thousand_random_islands_fulfil_their_conditions() {
    let mut rng = Pcg32::seed_from_u64(29);
    let [mut free, mut low, mut high, mut pivots, mut largest, mut refused] = [0; 6];
    let mut worst = 0.0_f64;
    for case in 0..5_000 {
        let island = island(&mut rng, if case % 20 == 0 { 24 } else { 7 });
        let problem = island.problem();
        let Ok(found) = problem.solve() else {
            refused += 1;
            continue;
        };
        (pivots, largest) = (pivots + found.pivots, largest.max(problem.offset.len()));
        for (k, (w, size)) in island.velocities_after(&found.lambda).into_iter().enumerate() {
            let (x, [least, most]) = (found.lambda[k], island.bounds[k]);
            assert!(x >= least && x <= most, "{case}: λ {x} outside {least} to {most}");
            let wrong = if least == most {
                0.0
            } else if x == least {
                low += 1;
                -w
            } else if x == most {
                high += 1;
                w
            } else {
                free += 1;
                w.abs()
            };
            worst = worst.max(wrong / size);
            // A billionth of the diagonal is added to it; the rest is rounding of sums over six powers of ten.
            assert!(wrong <= 1e-7 * size, "{case}, row {k}: w = {w} of {size} at λ = {x}, {found:?}");
        }
    }
    println!("free {free}, low {low}, high {high}, pivots {pivots}, largest {largest} rows, refused {refused}, worst {worst:e}");
    assert!(free > 10_000 && low > 3_000 && high > 3_000 && largest > 60, "{free} {low} {high} {largest}");
    assert!(refused < 50, "{refused} of 5000 said that they could not be solved");
}

/// All ways in which rows can be free or at a bound are tried; the one that fits is the answer, as A is positive definite.
#[test]
fn small_problems_agree_with_trying_all_cases() {
    let mut rng = Pcg32::seed_from_u64(7);
    let mut bounded = 0;
    for case in 0..400 {
        let count = rng.random_range(1..=4_usize);
        let mut matrix = Matrix::identity(count);
        let roots: Vec<Vec<f64>> = (0..count).map(|_| (0..count).map(|_| rng.random_range(-1.0..1.0)).collect()).collect();
        for i in 0..count {
            for j in 0..count {
                matrix[(i, j)] = roots[i].iter().zip(&roots[j]).map(|(x, y)| x * y).sum::<f64>() + if i == j { 0.1 } else { 0.0 };
            }
        }
        let offset: Vec<f64> = (0..count).map(|_| rng.random_range(-2.0..2.0)).collect();
        let high: Vec<f64> = (0..count).map(|k| if k % 2 == 0 { f64::INFINITY } else { rng.random_range(0.1..2.0) }).collect();
        let low: Vec<f64> = (0..count).map(|k| if k % 2 == 0 { 0.0 } else { -high[k] }).collect();
        let problem = Complementarity { matrix, offset, low, high };
        let found = problem.solve().unwrap_or_else(|e| panic!("{case}: {e:?} {problem:?}"));
        let exact = by_trying(&problem).unwrap_or_else(|| panic!("{case}: no case fits"));
        bounded +=
            found.lambda.iter().zip(problem.low.iter().zip(&problem.high)).filter(|(x, (low, high))| *x == *low || *x == *high).count();
        // ε makes λ off by a billionth times the condition of A, here up to some hundred.
        assert!(found.lambda.iter().zip(&exact).all(|(x, y)| (x - y).abs() < 1e-5), "{case}: {found:?} instead of {exact:?}");
    }
    assert!(bounded > 200, "{bounded}");
}

fn by_trying(problem: &Complementarity) -> Option<Vec<f64>> {
    let count = problem.offset.len();
    (0..3_usize.pow(count as u32)).find_map(|case| {
        let place = |k: usize| case / 3_usize.pow(k as u32) % 3; // 0: free, 1: low, 2: high
        let mut x: Vec<f64> = (0..count).map(|k| [0.0, problem.low[k], problem.high[k]][place(k)]).collect();
        if x.iter().any(|x| x.is_infinite()) {
            return None;
        }
        let free: Vec<usize> = (0..count).filter(|&k| place(k) == 0).collect();
        // Gauss's elimination, with rows in the order in which they stand: A is positive definite.
        let mut rows: Vec<Vec<f64>> = free
            .iter()
            .map(|&r| {
                let right = -(problem.offset[r] + problem.matrix.times(&x)[r]);
                free.iter().map(|&c| problem.matrix[(r, c)]).chain([right]).collect()
            })
            .collect();
        for p in 0..free.len() {
            for r in p + 1..free.len() {
                let factor = rows[r][p] / rows[p][p];
                let pivot = rows[p].clone();
                rows[r].iter_mut().zip(&pivot).skip(p).for_each(|(x, y)| *x -= factor * y);
            }
        }
        for p in (0..free.len()).rev() {
            let rest: f64 = (p + 1..free.len()).map(|c| rows[p][c] * x[free[c]]).sum();
            x[free[p]] = (rows[p][free.len()] - rest) / rows[p][p];
        }
        let w = problem.matrix.times(&x);
        let fits = (0..count).all(|k| {
            let (w, x) = (w[k] + problem.offset[k], x[k]);
            match place(k) {
                0 => x > problem.low[k] - 1e-12 && x < problem.high[k] + 1e-12,
                1 => w >= -1e-12,
                _ => w <= 1e-12,
            }
        });
        fits.then_some(x)
    })
}

#[test]
fn what_cannot_be_solved_is_said() {
    let free = || (vec![f64::NEG_INFINITY; 2], vec![f64::INFINITY; 2]);
    let twice = |offset: [f64; 2]| {
        let (low, high) = free();
        Complementarity { matrix: Matrix::from_rows(&[&[1.0, 1.0], &[1.0, 1.0]]).unwrap(), offset: offset.to_vec(), low, high }
    };
    // The same row twice shares the load; asked for two different things it has no solution.
    let shared = twice([2.0, 2.0]).solve().unwrap().lambda;
    assert!(shared.iter().all(|x| (x + 1.0).abs() < 1e-6), "{shared:?}");
    let against = twice([2.0, -2.0]).solve();
    println!("{against:?}");
    assert!(against.map_or(true, |found| found.lambda[0].abs() > 1e8), "absurd, which the solver of worlds refuses");
    let (low, high) = free();
    let wild = Complementarity { matrix: Matrix::identity(2), offset: vec![f64::NAN, 0.0], low, high };
    assert_eq!(wild.solve(), Err(NotComplementary::BadInput));
    // A row that only pulls the wrong way: it may rise for ever.
    let runaway = Complementarity {
        matrix: Matrix::from_rows(&[&[0.0, 1.0], &[1.0, 0.0]]).unwrap(),
        offset: vec![-1.0, -1.0],
        low: vec![0.0; 2],
        high: vec![f64::INFINITY; 2],
    };
    assert!(runaway.solve().is_err());
}

fn settings(parameters: ComplementarityParameters) -> WorldSettings {
    let solver_parameters = SolverParameters { complementarity: parameters, ..SolverParameters::default() };
    WorldSettings { solver: Solver::Complementarity, solver_parameters, sleeping: false, ..WorldSettings::default() }
}

fn default() -> WorldSettings {
    settings(ComplementarityParameters::default())
}

/// Normal impulse between two bodies in the last step, N·s.
fn carried(w: &World, a: BodyId, b: BodyId) -> f32 {
    let contacts = w.contacts();
    let contact = contacts.iter().find(|c| [c.collider_a.body, c.collider_b.body] == [a, b]).expect("they touch");
    contact.points().iter().map(|p| p.normal_impulse).sum()
}

#[test]
fn every_contact_of_a_stack_carries_the_weight_above_it_from_the_first_touch() {
    let mut w = World::new(default());
    let mut bodies = vec![ground(&mut w)];
    bodies.extend((0..8).map(|k| w.add_body(at(0.0, 0.5 + k as f32), of(rectangle(1.0, 1.0)))));
    for step in 0..60 {
        w.step();
        assert!(w.complementarity_report().left.is_empty());
        let worst = (0..8).map(|k| (carried(&w, bodies[k], bodies[k + 1]) / ((8 - k) as f32 * G / 60.0) - 1.0).abs()).fold(0.0, f32::max);
        if step % 20 == 0 {
            println!("step {step}: worst load off by {worst:e}, {:?}", w.complementarity_report());
        }
        // No round is needed to get there: the first step is as right as the last.
        assert!(worst < 2e-4, "step {step}: {worst}");
    }
    assert_eq!(w.complementarity_report().rows, 8 * 4);
}

#[test]
fn a_load_five_hundred_times_as_heavy_does_not_sag() {
    let sag = |solver: Solver| {
        let mut w = World::new(WorldSettings { solver, ..default() });
        ground(&mut w);
        (0..4).for_each(|k| _ = w.add_body(at(0.0, 0.1 + 0.2 * k as f32), of(rectangle(0.2, 0.2))));
        let load = w.add_body(at(0.0, 0.8 + 1.0), of(rectangle(10.0, 2.0)));
        steps(&mut w, 120);
        1.8 - center(&w, load).y
    };
    let (exact, in_turn) = (sag(Solver::Complementarity), sag(Solver::SequentialImpulses));
    println!("sunk: complementarity {exact}, sequential impulses {in_turn}");
    // Five contacts may keep their slop of 5 mm.
    assert!(exact.abs() < 0.0255, "{exact}");
    assert!(in_turn > 0.1, "{in_turn}");
}

#[test]
fn a_block_slides_down_a_slope_with_g_times_sine_minus_mu_cosine_and_rests_on_a_rough_one() {
    for (slope, friction) in [(0.5_f32, 0.2_f32), (0.7, 0.0), (0.4, 0.5)] {
        let mut w = World::new(default());
        let tilt = Vec2::from_angle(slope);
        let def = collidoscope::engine::body::BodyDef { angle: slope, ..fixed(0.0, 0.0) };
        w.add_body(def, made(rectangle(200.0, 1.0), friction, 0.0));
        let place = tilt.perp() * 1.0;
        let def = collidoscope::engine::body::BodyDef { angle: slope, ..at(place.x, place.y) };
        let block = w.add_body(def, made(rectangle(1.0, 1.0), friction, 0.0));
        steps(&mut w, 30);
        let before = velocity(&w, block).length();
        steps(&mut w, 60);
        let found = velocity(&w, block).length() - before;
        let (sin, cos) = sin_cos(slope);
        let exact = (G * (sin - friction * cos)).max(0.0);
        println!("slope {slope} mu {friction}: {found} exact {exact}, {:?}", w.complementarity_report().solutions);
        assert!((found - exact).abs() < 2e-3 * G, "{found} instead of {exact}");
    }
}

#[test]
fn bounces_of_an_island_are_found_together() {
    let mut w = World::new(WorldSettings { gravity: Vec2::ZERO, ..default() });
    ground_of(&mut w, 0.0, 1.0);
    let crate_ = w.add_body(at(0.0, 0.52), made(rectangle(2.0, 1.0), 0.0, 1.0));
    w.set_velocity(crate_, vec2(1.0, -4.0), 0.0);
    steps(&mut w, 30);
    let body = w.body(crate_).unwrap();
    println!("{:?} {}", body.linear_velocity, body.angular_velocity);
    assert!((body.linear_velocity - vec2(1.0, 4.0)).length() < 1e-4 && body.angular_velocity.abs() < 1e-4);
}

/// A chain whose last link is 25 times as heavy as the others, hinge by hinge.
fn chain(settings: WorldSettings, links: usize) -> (World, BodyId) {
    let mut w = World::new(settings);
    let mut last = w.add_body(fixed(0.0, 0.0), of(rectangle(0.1, 0.1)));
    for k in 0..links {
        let (size, reach) = if k + 1 == links { (2.0, 1.5) } else { (0.4, 0.5) };
        let hinge = vec2(0.5 * k as f32, 0.0);
        let link = w.add_body(at(hinge.x + reach, 0.0), of(rectangle(size, size)));
        let kind = JointKind::Revolute(Revolute::default());
        w.add_joint(JointDef { body_a: last, body_b: link, anchor_a: hinge, anchor_b: hinge, kind, collide_connected: false }).unwrap();
        last = link;
    }
    (w, last)
}

#[test]
fn a_swinging_chain_with_a_heavy_end_holds_together() {
    let stretch = |solver: Solver| {
        let (mut w, _) = chain(WorldSettings { solver, ..default() }, 8);
        let mut most = 0.0_f32;
        for _ in 0..240 {
            w.step();
            most = w.joints().map(|(id, _)| w.joint_readout(id).unwrap().error).fold(most, f32::max);
        }
        most
    };
    let (exact, in_turn) = (stretch(Solver::Complementarity), stretch(Solver::SequentialImpulses));
    println!("worst joint error: complementarity {exact}, sequential impulses {in_turn}");
    // What is left comes of directions that turn during a step, under impulses in turn also of too few iterations.
    assert!(exact < 0.05 && in_turn > 1.5 * exact, "{exact} {in_turn}");
}

#[test]
fn islands_that_are_too_large_are_named_and_go_on_by_impulses() {
    let parameters = ComplementarityParameters { most_rows: 10, ..ComplementarityParameters::default() };
    let mut w = World::new(settings(parameters));
    let floor = ground(&mut w);
    let small = w.add_body(at(-5.0, 0.5), of(rectangle(1.0, 1.0)));
    let tower: Vec<BodyId> = (0..3).map(|k| w.add_body(at(5.0, 0.5 + k as f32), of(rectangle(1.0, 1.0)))).collect();
    let mut pure = World::new(WorldSettings { solver: Solver::SequentialImpulses, ..settings(parameters) });
    ground(&mut pure);
    let same: Vec<BodyId> = (0..3).map(|k| pure.add_body(at(5.0, 0.5 + k as f32), of(rectangle(1.0, 1.0)))).collect();
    for _ in 0..60 {
        w.step();
        pure.step();
        let report = w.complementarity_report();
        assert_eq!((report.solved, &report.left[..]), (1, &[(12, Left::TooManyRows)][..]));
        assert!(tower.iter().zip(&same).all(|(&a, &b)| w.body(a).unwrap().center == pure.body(b).unwrap().center), "the same bits");
    }
    assert!((carried(&w, floor, small) / (G / 60.0) - 1.0).abs() < 1e-4);
    assert!((carried(&w, floor, tower[0]) / (3.0 * G / 60.0) - 1.0).abs() < 0.05);
}
