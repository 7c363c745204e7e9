//! The global solve with Lagrange multipliers against closed forms, numerical derivatives and its own laws.

mod lagrange_fixture;

use collidoscope::engine::lagrange::{
    BodyState, Constraint, Curve, Drive, Feedback, Integrator, LagrangeStep, Mass, Row, State, System, advance,
};
use collidoscope::engine::linear::LinearError;
use collidoscope::engine::probe::NoProbe;
use glam::DVec2;
use lagrange_fixture::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn random_point(rng: &mut Pcg64Mcg, most: f64) -> DVec2 {
    DVec2::new(rng.random_range(-most..most), rng.random_range(-most..most))
}

fn random_state(rng: &mut Pcg64Mcg) -> State {
    let mut body = || BodyState {
        center: random_point(rng, 2.0),
        angle: rng.random_range(-4.0..4.0),
        velocity: random_point(rng, 2.0),
        spin: rng.random_range(-3.0..3.0),
    };
    State { time: 0.3, bodies: vec![body(), body()] }
}

/// One of each kind, at any place: rows are compared with their own differences, so they need not be fulfilled.
fn one_of_each(rng: &mut Pcg64Mcg) -> Vec<Constraint> {
    let (parties, points) = ([Some(0), Some(1)], [random_point(rng, 1.0), random_point(rng, 1.0)]);
    let turn = rng.random_range(-3.0..3.0_f64);
    let axis = DVec2::new(turn.cos(), turn.sin());
    let sine = Drive::Sine { middle: 0.2, amplitude: 0.7, rate: rng.random_range(0.5..4.0), phase: turn };
    let uniform = Drive::Uniform { start: turn, speed: 1.3, acceleration: rng.random_range(-3.0..3.0) };
    let [point, place] = points;
    vec![
        Constraint::Ground { body: Some(1), point, place, angle: turn },
        Constraint::Revolute { parties, points },
        Constraint::Revolute { parties: [None, Some(1)], points },
        Constraint::Weld { parties, points, angle: turn },
        Constraint::Slide { parties, points, axis },
        Constraint::Prismatic { parties, points, axis, angle: turn },
        Constraint::Prismatic { parties: [Some(1), None], points, axis, angle: turn },
        Constraint::Distance { parties, points, length: 0.8 },
        Constraint::Distance { parties, points, length: 0.0 },
        Constraint::OnCurve {
            parties: [None, Some(0)],
            points: [DVec2::ZERO, point],
            axis: DVec2::X,
            curve: Curve::Parabola { apex: place, bend: -0.6 },
        },
        Constraint::OnCurve { parties, points, axis, curve: Curve::Parabola { apex: place, bend: 0.3 } },
        Constraint::OnCurve {
            parties,
            points,
            axis,
            curve: Curve::Bezier([(-4.0, 1.0), (-1.0, -2.5), (2.0, -2.0), (4.0, 2.0)].map(|(x, y)| DVec2::new(x, y))),
        },
        Constraint::Crank { parties, angle: sine },
        Constraint::Crank { parties: [None, Some(1)], angle: uniform },
        Constraint::MovingAnchor { body: Some(0), point, path: [sine, uniform] },
    ]
}

/// The centre of the first body on a curve of the world.
fn on_wire(curve: Curve) -> Constraint {
    Constraint::OnCurve { parties: [None, Some(0)], points: [DVec2::ZERO; 2], axis: DVec2::X, curve }
}

fn rows(constraint: &Constraint, state: &State) -> Vec<Row> {
    let mut rows = Vec::new();
    constraint.rows(state, &mut rows);
    rows
}

/// The state as it would be after `h` seconds if nothing accelerated.
fn coasted(state: &State, h: f64) -> State {
    let mut next = state.clone();
    next.time += h;
    for body in &mut next.bodies {
        body.center += h * body.velocity;
        body.angle += h * body.spin;
    }
    next
}

/// J, ∂C/∂t and γ of every kind are the derivatives of its C: signs are derived here by differences, not trusted.
#[test]
fn rows_are_the_derivatives_of_their_constraints() {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let mut compared = 0;
    for _ in 0..300 {
        let state = random_state(&mut rng);
        for constraint in one_of_each(&mut rng) {
            let (h, now) = (1e-4, rows(&constraint, &state));
            let [before, after] = [-h, h].map(|h| rows(&constraint, &coasted(&state, h)));
            for (k, row) in now.iter().enumerate() {
                // Differences of second order: their error is h²/6 times third derivatives, which are below 200 for
                // these numbers except near a centre of curvature; rounding adds 1e-16/h².
                let curved = matches!(constraint, Constraint::OnCurve { curve: Curve::Bezier(_), .. });
                if curved && (row.gamma.abs() > 20.0 || row.value.abs() > 0.5) {
                    continue;
                }
                let (speed, gamma) =
                    ((after[k].value - before[k].value) / (2.0 * h), (after[k].value - 2.0 * row.value + before[k].value) / (h * h));
                assert!((row.speed(&state) - speed).abs() < 1e-5, "{constraint:?}: {} {speed}", row.speed(&state));
                assert!((row.gamma - gamma).abs() < 2e-5 * (1.0 + gamma.abs()), "{constraint:?} row {k}: {} {gamma}", row.gamma);
                let mut later = state.clone();
                later.time += h;
                let drift = (rows(&constraint, &later)[k].value - row.value) / h;
                assert!((row.drift - drift).abs() < 1e-3, "{constraint:?}: {} {drift}", row.drift);
                for (side, party) in row.parties.iter().enumerate() {
                    let Some(body) = *party else { continue };
                    for (axis, entry) in row.jacobian[side].iter().enumerate() {
                        let moved = |by: f64| {
                            let mut state = state.clone();
                            let body = &mut state.bodies[body];
                            *[&mut body.center.x, &mut body.center.y, &mut body.angle][axis] += by;
                            rows(&constraint, &state)[k].value
                        };
                        let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
                        assert!((entry - slope).abs() < 1e-6, "{constraint:?} row {k}: {entry} {slope}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn each_pin_of_a_hanging_chain_carries_the_weight_below_it() {
    for count in [1, 2, 10, 60] {
        let (system, state) = hanging_chain(count);
        let found = solved(&system, &state);
        let mut below = 0.0;
        for k in (0..count).rev() {
            below += (k + 1) as f64 * G;
            let (across, along) = (found.multipliers[2 * k], found.multipliers[2 * k + 1]);
            assert!((along / below - 1.0).abs() < 1e-9 && across.abs() < 1e-9 * below, "pin {k} of {count}: {along} instead of {below}");
        }
        assert!(found.accelerations.iter().flatten().all(|a| a.abs() < 1e-9) && found.dropped.is_empty());
    }
}

#[test]
fn the_rod_of_a_pendulum_carries_its_tension_all_along_a_swing() {
    let (length, mass) = (1.3, 2.5);
    let (system, mut state) = pendulum(length, mass, 2.0, 0.4);
    for _ in 0..600 {
        let found = solved(&system, &state);
        let body = &state.bodies[0];
        let (cos, speed_sq) = (-body.center.y / length, body.velocity.length_squared());
        let tension = mass * (G * cos + speed_sq / length);
        // λ acts along d/L from the origin outwards: pulling inwards is negative. 0.1 % of the tension, however small
        // it is where the rod changes from pushing to pulling: the closed form holds at each state, and rounding and
        // what the integrator lets the length drift stay far below.
        assert!((-found.multipliers[0] - tension).abs() < 1e-3 * tension.abs(), "{} {tension}", found.multipliers[0]);
        advance(&system, &mut state, 1.0 / 240.0, Integrator::Rk4, &mut NoProbe).unwrap();
    }
}

/// `C̈ = −k_s C − k_d Ċ` and the accelerations fit: reactions on the bodies alone explain them.
#[test]
fn reactions_explain_the_accelerations_and_do_no_work() {
    let mut largest = 0.0_f64;
    for torque in [0.0, 3.0] {
        let (system, mut state) = slider_crank(torque, 0.5, Feedback { stiffness: 100.0, damping: 20.0 });
        for _ in 0..1_000 {
            system.fit_velocities(&mut state).unwrap();
            let found = solved(&system, &state);
            let reactions = system.reactions(&state, &found.multipliers);
            let mut accelerations: Vec<[f64; 3]> = system.masses.iter().zip(&state.bodies).map(|(mass, body)| mass.pushed(body)).collect();
            let (mut sum, mut sizes) = (0.0, 0.0);
            for reaction in &reactions {
                let (mass, body) = (&system.masses[reaction.body], reaction.body);
                accelerations[body][0] += mass.inv_mass * reaction.force.x;
                accelerations[body][1] += mass.inv_mass * reaction.force.y;
                accelerations[body][2] += mass.inv_inertia * reaction.torque;
                let watts = power(&state, body, reaction.force, reaction.torque);
                (sum, sizes) = (sum + watts, sizes + watts.abs());
            }
            for (found, explained) in found.accelerations.iter().flatten().zip(accelerations.iter().flatten()) {
                assert!((found - explained).abs() < 1e-9 * (1.0 + found.abs()), "{found} {explained}");
            }
            // The constraints are ideal and at rest: what one body gets another gives.
            assert!(sum.abs() <= 1e-12 * (sizes + 1.0), "{sum} W of {sizes}");
            largest = largest.max(sizes);
            advance(&system, &mut state, 1.0 / 240.0, Integrator::Rk4, &mut NoProbe).unwrap();
        }
    }
    assert!(largest > 10.0, "the powers are to be worth comparing: {largest}");
}

/// 60 s of the slider-crank with the wheel's torque on and off. With RK4 in steps of 1/240 s no joint is off by a
/// micrometre; with explicit Euler and no feedback the errors grow all the time.
#[test]
fn a_slider_crank_holds_with_rk4_and_drifts_apart_with_explicit_euler() {
    for (torque, feedback) in [(0.0, 100.0), (2.0, 100.0), (0.0, 0.0), (2.0, 0.0)] {
        let feedback = Feedback { stiffness: feedback, damping: 2.0 * f64::sqrt(feedback) };
        let (system, start) = slider_crank(torque, 1.0, feedback);
        let (mut state, mut worst) = (start.clone(), 0.0_f64);
        for _ in 0..240 * 60 {
            advance(&system, &mut state, 1.0 / 240.0, Integrator::Rk4, &mut NoProbe).unwrap();
            worst = worst.max(system.worst_error(&state));
        }
        let turns = state.bodies[1].angle / std::f64::consts::TAU;
        println!("torque {torque}, k_s {}: RK4 worst {worst:.1e}, {turns:.1} turns", feedback.stiffness);
        // Without feedback nothing takes the error of a step (h⁵) back: a velocity error stays, and grows into a way.
        let most = if feedback.stiffness > 0.0 { 1e-6 } else { 1e-3 };
        assert!(worst < most, "torque {torque}: {worst:e}");
        assert!(torque == 0.0 || turns > 10.0, "the wheel is driven: {turns}");
        if feedback.stiffness == 0.0 {
            let mut state = start;
            let mut errors = [0.0; 3];
            for error in &mut errors {
                run(&system, &mut state, 1.0 / 240.0, 240, Integrator::ExplicitEuler);
                *error = system.worst_error(&state);
            }
            println!("explicit Euler after 1, 2, 3 s: {errors:?}");
            assert!(errors[0] > 1e-5 && errors[1] > errors[0] && errors[2] > errors[1], "{errors:?}");
        }
    }
}

/// With the torque off and no damping, energy stays; with it on, energy minus the torque's work stays.
#[test]
fn a_slider_crank_gets_the_energy_that_its_torque_gives() {
    for torque in [0.0, 2.0] {
        let (system, mut state) = slider_crank(torque, 0.0, Feedback::default());
        let start = energy(&system, &state);
        run(&system, &mut state, 1.0 / 960.0, 960 * 5, Integrator::Rk4);
        let kinetic = energy(&system, &state) + torque * state.bodies[1].angle - start + G;
        assert!((energy(&system, &state) - start).abs() < 1e-5 * (kinetic + 10.0), "{} of {kinetic}", energy(&system, &state) - start);
    }
}

/// A crank and an anchor that move by themselves stay where their function says, to the error of the integrator.
/// Without ∂²C/∂t² on the right-hand side both lag by metres.
#[test]
fn driven_cranks_and_moving_anchors_follow_their_functions() {
    let swing = Drive::Sine { middle: 0.0, amplitude: 1.2, rate: 3.0, phase: 0.0 };
    let path =
        [Drive::Sine { middle: 0.0, amplitude: 0.5, rate: 2.0, phase: 0.5 }, Drive::Uniform { start: 0.0, speed: 0.3, acceleration: -0.1 }];
    let [[x, vx, _], [y, vy, _]] = path.map(|drive| drive.at(0.0));
    let anchor = DVec2::new(x, y);
    let body = BodyState { center: anchor + DVec2::new(0.4, 0.0), angle: 0.0, velocity: DVec2::new(vx, vy + 0.4 * 3.6), spin: 3.6 };
    let system = System {
        masses: vec![Mass::heavy(1.0, 0.1, GRAVITY)],
        constraints: vec![
            Constraint::MovingAnchor { body: Some(0), point: DVec2::new(-0.4, 0.0), path },
            Constraint::Crank { parties: [None, Some(0)], angle: swing },
        ],
        ..System::default()
    };
    let mut state = State { time: 0.0, bodies: vec![body] };
    assert!(system.worst_error(&state) < 1e-12);
    run(&system, &mut state, 1.0 / 240.0, 240 * 10, Integrator::Rk4);
    let [[x, ..], [y, ..]] = path.map(|drive| drive.at(state.time));
    let [angle, ..] = swing.at(state.time);
    let point = state.bodies[0].center - 0.4 * DVec2::new(state.bodies[0].angle.cos(), state.bodies[0].angle.sin());
    assert!((state.bodies[0].angle - angle).abs() < 1e-6 && (point - DVec2::new(x, y)).length() < 1e-6, "{point} {x} {y}");
}

/// A bead on x² + 100 y = 0, by a constraint force and in one coordinate: y = −q²/100, so `T = ½ (1 + q²/2500) q̇²`,
/// `V = −g q²/100`, and Lagrange's equation is `(2500 + q²) q̈ = −q q̇² + 50 g q`.
#[test]
fn a_bead_moves_as_in_its_one_coordinate() {
    let curve = Curve::Parabola { apex: DVec2::ZERO, bend: -0.01 };
    let system = System { masses: vec![Mass::heavy(0.7, 1.0, GRAVITY)], constraints: vec![on_wire(curve)], ..System::default() };
    let mut state = State { time: 0.0, bodies: vec![BodyState { velocity: DVec2::new(-3.0, 0.6), ..at(10.0, -1.0) }] };
    let (h, mut q, mut rate) = (1.0 / 240.0, 10.0, -3.0);
    let acceleration = |q: f64, rate: f64| (-q * rate * rate + 50.0 * G * q) / (2500.0 + q * q);
    for _ in 0..240 * 3 {
        advance(&system, &mut state, h, Integrator::Rk4, &mut NoProbe).unwrap();
        let slope = |q: f64, rate: f64| [rate, acceleration(q, rate)];
        let [a, b] = slope(q, rate);
        let [c, d] = slope(q + 0.5 * h * a, rate + 0.5 * h * b);
        let [e, f] = slope(q + 0.5 * h * c, rate + 0.5 * h * d);
        let [i, j] = slope(q + h * e, rate + h * f);
        (q, rate) = (q + h / 6.0 * (a + 2.0 * c + 2.0 * e + i), rate + h / 6.0 * (b + 2.0 * d + 2.0 * f + j));
    }
    let bead = state.bodies[0].center;
    assert!((bead.x - q).abs() < 1e-6 && (bead.y + q * q / 100.0).abs() < 1e-6, "{bead} {q}");
    assert!((q - 10.0).abs() > 1.0, "it has moved");
}

/// On a drawn track the bead keeps its energy and stays on the curve.
#[test]
fn a_bead_on_a_bezier_curve_stays_on_it_and_keeps_its_energy() {
    let points = [(-3.0, 2.0), (-1.5, -2.0), (1.5, -2.0), (3.0, 2.0)].map(|(x, y)| DVec2::new(x, y));
    let [start, ..] = collidoscope::engine::lagrange::curve::bezier(&points, 0.1);
    let system = System {
        masses: vec![Mass::heavy(1.0, 1.0, GRAVITY)],
        constraints: vec![on_wire(Curve::Bezier(points))],
        feedback: Feedback { stiffness: 100.0, damping: 20.0 },
        ..System::default()
    };
    let mut state = State { time: 0.0, bodies: vec![at(start.x, start.y)] };
    let before = energy(&system, &state);
    let mut lowest = 9.0_f64;
    for _ in 0..240 * 20 {
        advance(&system, &mut state, 1.0 / 240.0, Integrator::Rk4, &mut NoProbe).unwrap();
        assert!(system.worst_error(&state) < 1e-6);
        lowest = lowest.min(state.bodies[0].center.y);
    }
    assert!((energy(&system, &state) - before).abs() < 1e-4 * G * 3.0 && lowest < -0.9, "{lowest}");
}

/// A plate on two pins: four rows for three coordinates. One is named; the load is shared evenly all the same.
#[test]
fn a_plate_on_two_pins_names_the_redundant_row_and_shares_its_weight() {
    let pin = |x: f64| Constraint::Revolute { parties: [None, Some(0)], points: [DVec2::new(x, 0.0); 2] };
    let system = System { masses: vec![Mass::heavy(6.0, 1.0, GRAVITY)], constraints: vec![pin(-1.0), pin(1.0)], ..System::default() };
    let state = State { time: 0.0, bodies: vec![at(0.0, 0.0)] };
    let found = solved(&system, &state);
    let [dropped] = found.dropped[..] else { panic!("{:?}", found.dropped) };
    assert!(dropped.row == 2 && dropped.conflict.abs() < 1e-9, "{dropped:?}");
    let [_, left, _, right] = found.multipliers[..] else { panic!() };
    assert!((left - 3.0 * G).abs() < 1e-8 && (right - 3.0 * G).abs() < 1e-8, "{left} {right}");
    // The same pin twice: both rows of the second are dropped, each pin carries half.
    let twice = System { constraints: vec![pin(0.0), pin(0.0)], ..system.clone() };
    let found = solved(&twice, &state);
    assert_eq!(found.dropped.iter().map(|dropped| dropped.row).collect::<Vec<_>>(), [2, 3]);
    assert!((found.multipliers[1] - 3.0 * G).abs() < 1e-9 && (found.multipliers[3] - 3.0 * G).abs() < 1e-9);
    // Rows between things that nothing can move ask for nothing, and rows that contradict each other say by how much.
    let fixed = System { masses: vec![Mass::FIXED], ..twice };
    let found = solved(&fixed, &state);
    assert_eq!((found.dropped.len(), found.multipliers), (4, vec![0.0; 4]));
    let torn = Constraint::Revolute { parties: [None, Some(0)], points: [DVec2::new(0.5, 0.0), DVec2::ZERO] };
    let feedback = Feedback { stiffness: 100.0, damping: 20.0 };
    let found = solved(&System { constraints: vec![pin(0.0), torn], feedback, ..system }, &state);
    assert!((found.dropped[0].conflict - 50.0).abs() < 1e-9, "{:?}", found.dropped);
}

/// A four-bar linkage is regular; a fifth bar beside the others adds what is already there. Both swing alike.
#[test]
fn a_parallelogram_with_a_needless_bar_swings_as_without() {
    let build = |cranks: &[f64]| {
        let tilt = DVec2::new(0.6, -0.8);
        let mut bodies = vec![BodyState { center: DVec2::new(1.0, 0.0) + tilt, ..BodyState::default() }];
        let mut masses = vec![Mass::heavy(3.0, 1.0, GRAVITY)];
        let mut constraints = Vec::new();
        for (k, &x) in cranks.iter().enumerate() {
            let base = DVec2::new(x, 0.0);
            bodies.push(BodyState { center: base + 0.5 * tilt, ..BodyState::default() });
            masses.push(Mass::heavy(1e-3, 1e-4, GRAVITY));
            let (me, half) = (Some(k + 1), 0.5 * tilt);
            constraints.push(Constraint::Revolute { parties: [None, me], points: [base, -half] });
            constraints.push(Constraint::Revolute { parties: [me, Some(0)], points: [half, DVec2::new(x - 1.0, 0.0)] });
        }
        let feedback = Feedback { stiffness: 100.0, damping: 20.0 };
        (System { masses, constraints, feedback, ..System::default() }, State { time: 0.0, bodies })
    };
    let [two, three] = [&[0.0, 2.0][..], &[0.0, 2.0, 1.0]].map(|cranks| {
        let (system, mut state) = build(cranks);
        let dropped = run(&system, &mut state, 1.0 / 240.0, 240 * 5, Integrator::Rk4).dropped;
        assert!(system.worst_error(&state) < 1e-6, "{}", system.worst_error(&state));
        (state.bodies[0], dropped.len())
    });
    assert_eq!((two.1, three.1), (0, 1));
    // The needless bar has mass, 0.1 % of the swinging: the motion differs by as much of a swing of 2 m in 5 s.
    assert!((two.0.center - three.0.center).length() < 5e-3 && three.0.angle.abs() < 1e-6, "{:?} {:?}", two.0, three.0);
}

#[test]
fn numbers_that_are_not_finite_are_refused_and_the_state_stays() {
    let (system, mut state) = hanging_chain(3);
    state.bodies[1].velocity.x = f64::NAN;
    let before = state.clone();
    let error = advance(&system, &mut state, 0.01, Integrator::Rk4, &mut NoProbe).unwrap_err();
    assert!(matches!(error, LinearError::NotFinite { .. }), "{error:?}");
    assert_eq!(format!("{before:?}"), format!("{state:?}"));
}

/// A probe hears the rows with the matrix, then the factoring, then what was found; watching changes no bit.
#[test]
fn a_watched_solve_is_the_same_and_tells_its_matrix() {
    let (system, state) = slider_crank(1.0, 0.0, Feedback::default());
    let mut steps = Vec::new();
    let watched = system.solve(&state, 0.01, &mut steps).unwrap();
    assert_eq!(watched, system.solve(&state, 0.01, &mut NoProbe).unwrap());
    let [LagrangeStep::Wanted { speeds, terms }, LagrangeStep::Assembled { rows, matrix, right }, ..] = &steps[..] else {
        panic!("{steps:?}")
    };
    let sums: Vec<f64> = terms.iter().map(|terms| terms.iter().sum()).collect();
    assert!(sums.iter().zip(right).all(|(sum, right)| (sum - right).abs() < 1e-9) && speeds.len() == 11, "{terms:?}");
    assert_eq!((rows.len(), matrix.rows(), right.len()), (11, 11, 11));
    let residual = matrix.times(&watched.multipliers).iter().zip(right).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(residual < 1e-10, "{residual:e}");
    assert!(matches!(steps.last(), Some(LagrangeStep::Solved(found)) if *found == watched));
    assert!(steps.iter().filter(|step| matches!(step, LagrangeStep::Linear(_))).count() >= 11 * 5);
}
