//! The three integrators and the springs of the global solve against their closed forms.

mod lagrange_fixture;

use collidoscope::engine::lagrange::{BodyState, Coordinate, Feedback, Integrator, Mass, Spring, SpringLaw, State, System, advance};
use collidoscope::engine::probe::NoProbe;
use glam::DVec2;
use lagrange_fixture::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

const RATE: f64 = std::f64::consts::TAU;

/// A point mass of 1 kg on an undamped spring of 1 Hz about the origin, which is not limited, 1 m out.
fn oscillator() -> (System, State) {
    let law = SpringLaw::Hertz { hertz: 1.0, damping_ratio: 0.0, most_share: f64::INFINITY };
    let coordinate = Coordinate::Length { parties: [None, Some(0)], points: [DVec2::ZERO; 2], rest: 0.0 };
    let system = System {
        masses: vec![Mass { inv_mass: 1.0, ..Mass::FIXED }],
        springs: vec![Spring { coordinate, law, mass: None }],
        ..System::default()
    };
    (system, State { time: 0.0, bodies: vec![at(1.0, 0.0)] })
}

fn swing(state: &State) -> f64 {
    let body = &state.bodies[0];
    (body.velocity.length_squared() + RATE * RATE * body.center.length_squared()) / (RATE * RATE)
}

#[test]
fn an_oscillator_of_1_hz_gains_and_loses_energy_as_published() {
    let (system, start) = oscillator();
    let mut state = start.clone();
    run(&system, &mut state, 1.0 / 60.0, 60, Integrator::ExplicitEuler);
    let gain = swing(&state);
    assert!((gain / 1.924 - 1.0).abs() < 1e-3, "explicit Euler: × {gain}");
    let mut state = start.clone();
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    for _ in 0..60 * 600 {
        advance(&system, &mut state, 1.0 / 60.0, Integrator::SemiImplicitEuler, &mut NoProbe).unwrap();
        (least, most) = (least.min(swing(&state)), most.max(swing(&state)));
    }
    assert!((least - 0.95).abs() < 1e-3 && (most - 1.055).abs() < 1e-3, "semi-implicit Euler: {least} to {most}");
    let mut state = start;
    run(&system, &mut state, 1.0 / 60.0, 60, Integrator::Rk4);
    let loss = 1.0 - swing(&state);
    // RK4's factor a step is 1 − x⁶/72 + x⁸/576 with x = 2π/60: 1.096e-6 in 60 steps.
    let x = RATE / 60.0;
    let exact = 60.0 * (x.powi(6) / 72.0 - x.powi(8) / 576.0);
    assert!((loss / exact - 1.0).abs() < 1e-3 && (loss / 1.1e-6 - 1.0).abs() < 0.01, "RK4 loses {loss:e}, {exact:e}");
}

/// Halving the step divides the error by 2, 2 and 16: on a spring, in free fall with drag, and in the slider-crank with
/// its constraints.
#[test]
fn the_orders_of_convergence_are_1_1_and_4() {
    let drag = {
        let mass = Mass { damping: 0.8, ..Mass::heavy(2.0, 1.0, GRAVITY) };
        let system = System { masses: vec![mass], ..System::default() };
        (system, State { time: 0.0, bodies: vec![BodyState { velocity: DVec2::new(4.0, 5.0), ..at(0.0, 0.0) }] })
    };
    for (name, (system, start)) in [("spring", oscillator()), ("drag", drag), ("slider-crank", slider_crank(1.0, 0.2, Feedback::default()))]
    {
        let last = start.bodies.len() - 1;
        let end = |steps: u32, integrator| {
            let mut state = start.clone();
            run(&system, &mut state, 0.83 / f64::from(steps), steps, integrator); // no whole period: errors of phase count
            [state.bodies[last].center, state.bodies[last].velocity]
        };
        let exact = end(8192, Integrator::Rk4);
        for (integrator, order) in Integrator::ALL.into_iter().zip([1.0, 1.0, 4.0]) {
            let steps = if order > 1.0 { 64 } else { 512 };
            let [coarse, fine] = [steps, 2 * steps].map(|steps| {
                let [center, velocity] = end(steps, integrator);
                (center - exact[0]).length() + (velocity - exact[1]).length()
            });
            let found = (coarse / fine).log2();
            println!("{name} {integrator:?}: {found:.3} ({coarse:.1e} → {fine:.1e})");
            // The next term of the error's series: a few steps' worth.
            assert!((found - order).abs() < 0.12, "{name} {integrator:?}: {found}");
        }
    }
}

/// Two bodies on a spring given by shares; the coordinate is their distance or their angle.
fn coupled(rng: &mut Pcg64Mcg, angular: bool, stiffness: f64, damping: f64) -> (System, State) {
    let mut mass = || Mass::heavy(10_f64.powf(rng.random_range(-3.0..3.0)), 10_f64.powf(rng.random_range(-3.0..3.0)), DVec2::ZERO);
    let masses = vec![mass(), mass()];
    let (parties, points) = ([Some(0), Some(1)], [DVec2::ZERO; 2]);
    let coordinate = if angular { Coordinate::Angle { parties, rest: 0.5 } } else { Coordinate::Length { parties, points, rest: 0.0 } };
    let mut body = || BodyState {
        center: DVec2::new(rng.random_range(-2.0..2.0), rng.random_range(-2.0..2.0)),
        angle: rng.random_range(-9.0..9.0),
        velocity: DVec2::new(rng.random_range(-2.0..2.0), rng.random_range(-2.0..2.0)),
        spin: rng.random_range(-3.0..3.0),
    };
    let state = State { time: 0.0, bodies: vec![body(), body()] };
    let springs = vec![Spring { coordinate, law: SpringLaw::Shares { stiffness, damping }, mass: None }];
    (System { masses, springs, ..System::default() }, state)
}

/// How far the spring's coordinate is from rest, and its rate, m or rad.
fn stretch(state: &State, angular: bool) -> [f64; 2] {
    let [a, b] = &state.bodies[..] else { panic!() };
    if angular {
        [(b.angle - a.angle - 0.5).abs(), (b.spin - a.spin).abs()]
    } else {
        [(b.center - a.center).length(), (b.velocity - a.velocity).length()]
    }
}

/// 1,000 random pairs of masses and steps, linear and angular.
#[test]
fn a_spring_with_shares_of_1_is_at_rest_in_one_step_and_stays() {
    let mut rng = Pcg64Mcg::seed_from_u64(6);
    for case in 0..1_000 {
        let angular = case % 2 == 1;
        let (system, mut state) = coupled(&mut rng, angular, 1.0, 1.0);
        let h = 10_f64.powf(rng.random_range(-3.0..-0.5));
        let [before, speed] = stretch(&state, angular);
        // Masses differ by up to a million: the heavy body's rounding is the light one's error.
        let small = 1e-9 * (before + speed * h + 10.0);
        run(&system, &mut state, h, 1, Integrator::SemiImplicitEuler);
        assert!(stretch(&state, angular)[0] < small, "case {case}: {:?}", stretch(&state, angular));
        run(&system, &mut state, h, 1, Integrator::SemiImplicitEuler);
        assert!(stretch(&state, angular)[0] < small && stretch(&state, angular)[1] < small / h, "case {case}");
    }
}

/// 1,000 random springs: with both shares at most 1 none grows; above 4/3 (C_k + 2 C_d > 4) every one does. In between
/// they overshoot and come to rest: the published bound of 1 is where overshooting begins.
#[test]
fn springs_with_shares_up_to_1_never_grow_and_above_four_thirds_they_do() {
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    for case in 0..1_000 {
        let angular = case % 2 == 1;
        let shares = [rng.random_range(0.01..1.0), rng.random_range(0.01..1.0)];
        let h = 10_f64.powf(rng.random_range(-3.0..-0.5));
        let (system, mut state) = coupled(&mut rng, angular, shares[0], shares[1]);
        let size = |state: &State| stretch(state, angular)[0] + h * stretch(state, angular)[1];
        let start = size(&state);
        let mut most = 0.0_f64;
        for _ in 0..300 {
            run(&system, &mut state, h, 1, Integrator::SemiImplicitEuler);
            most = most.max(size(&state));
        }
        // Undamped at first, a stretched spring has its speed: together at most 2 × what it had, and rounding.
        assert!(most < 4.0 * start + 1e-6 && size(&state) < 0.5 * start + 1e-6, "case {case} {shares:?}: {start} {most}");
        let share = rng.random_range(1.34..1.9);
        let (system, mut state) = coupled(&mut rng, angular, share, share);
        let start = size(&state);
        let grows = (0..3_000).any(|_| {
            run(&system, &mut state, h, 1, Integrator::SemiImplicitEuler);
            size(&state) > 10.0 * start
        });
        assert!(grows, "case {case} {share}: {start} {}", size(&state));
    }
}

/// From rest a step turns (x, h v) by a matrix whose eigenvalues solve λ² − (2 − C_k − C_d) λ + 1 − C_d = 0. 1,000 random
/// springs, masses and steps grow where the larger of them is beyond 1, which is C_k + 2 C_d > 4, and end at rest where
/// it is below; with both shares above 1 the first step already overshoots.
#[test]
fn springs_grow_exactly_where_the_eigenvalues_of_a_step_say() {
    let mut rng = Pcg64Mcg::seed_from_u64(8);
    let [mut growing, mut resting, mut overshooting] = [0; 3];
    for case in 0..1_000 {
        let angular = case % 2 == 1;
        let [stiffness, damping] = [rng.random_range(0.1..4.5), rng.random_range(0.05..1.8)];
        let (half, rest) = (0.5 * (2.0 - stiffness - damping), 1.0 - damping);
        let square: f64 = half * half - rest;
        let radius = if square < 0.0 { rest.sqrt() } else { half.abs() + square.sqrt() };
        let (system, mut state) = coupled(&mut rng, angular, stiffness, damping);
        let h = 10_f64.powf(rng.random_range(-3.0..-0.5));
        for body in &mut state.bodies {
            (body.velocity, body.spin) = (DVec2::ZERO, 0.0);
        }
        let gap = |state: &State| {
            let [a, b] = &state.bodies[..] else { panic!() };
            if angular { DVec2::new(b.angle - a.angle - 0.5, 0.0) } else { b.center - a.center }
        };
        let start = gap(&state);
        run(&system, &mut state, h, 1, Integrator::SemiImplicitEuler);
        let left = gap(&state).dot(start) / start.length_squared();
        assert!((left - (1.0 - stiffness)).abs() < 1e-6, "case {case}: {left} of the stretch is left at C_k = {stiffness}");
        overshooting += usize::from(left < 0.0);
        let most = (0..400).fold(0.0, |most, _| {
            if most < 1e6 {
                run(&system, &mut state, h, 1, Integrator::SemiImplicitEuler);
            }
            f64::max(most, gap(&state).length() / start.length())
        });
        let about = format!("case {case}: C_k {stiffness}, C_d {damping}, radius {radius}, most {most}");
        // Near 1 neither is to be told in 400 steps.
        if radius > 1.05 {
            assert!(most > 1e3 && stiffness + 2.0 * damping > 4.0, "{about}");
            growing += 1;
        } else if radius < 0.97 {
            assert!(gap(&state).length() < 1e-2 * start.length() && stiffness + 2.0 * damping < 4.0, "{about}");
            resting += 1;
        }
    }
    assert!(growing > 200 && resting > 200 && overshooting > 500, "{growing} {resting} {overshooting}");
}

/// An angular spring is wound up by ten turns and comes back; nothing is lost at the half turn.
#[test]
fn an_angular_spring_winds_to_ten_turns_and_back() {
    let law = SpringLaw::Hertz { hertz: 0.5, damping_ratio: 1.0, most_share: 1.0 };
    let coordinate = Coordinate::Angle { parties: [None, Some(0)], rest: 0.0 };
    let system = System {
        masses: vec![Mass::heavy(1.0, 0.3, DVec2::ZERO)],
        springs: vec![Spring { coordinate, law, mass: None }],
        ..System::default()
    };
    let turns = 10.0 * std::f64::consts::TAU;
    let mut state = State { time: 0.0, bodies: vec![BodyState { angle: turns, ..at(0.0, 0.0) }] };
    run(&system, &mut state, 1.0 / 600.0, 600, Integrator::Rk4);
    // Critically damped: θ = θ₀ (1 + ω t) e^(−ω t) with ω = π.
    let exact = turns * (1.0 + std::f64::consts::PI) * (-std::f64::consts::PI).exp();
    assert!((state.bodies[0].angle - exact).abs() < 1e-6, "{} {exact}", state.bodies[0].angle);
    run(&system, &mut state, 1.0 / 600.0, 6000, Integrator::Rk4);
    assert!(state.bodies[0].angle.abs() < 1e-6);
}

/// A spring of damping ratio 0 keeps its amplitude within 1 % for 60 s with RK4, and with the semi-implicit integrator.
#[test]
fn an_undamped_spring_keeps_its_amplitude_for_a_minute() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::Rk4] {
        let (system, mut state) = oscillator();
        let mut most = 0.0_f64;
        for step in 0..240 * 60 {
            advance(&system, &mut state, 1.0 / 240.0, integrator, &mut NoProbe).unwrap();
            most = if step >= 240 * 58 { most.max(state.bodies[0].center.x.abs()) } else { 0.0 };
        }
        assert!((most - 1.0).abs() < 0.01, "{integrator:?}: {most}");
    }
}
