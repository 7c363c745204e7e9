//! The PID controller and what is said of it, against independent computations: weights of quadrature written out,
//! closed forms of the plants, roots of polynomials by another method.

use collidoscope::engine::math::Vec2;
use collidoscope::engine::probe::NoProbe;
use collidoscope::guidance::control::pid::{Memory, Pid, PidLaw, PidRecord, PidStep};
use collidoscope::guidance::control::plant::{self, Plant};
use collidoscope::guidance::control::response::Response;
use collidoscope::guidance::control::routh::{self, Verdict};
use collidoscope::guidance::control::sampled::Sampled;
use collidoscope::guidance::control::{heading, simpson};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::f64::consts::PI;

const DT: f64 = 1.0 / 60.0;

fn step(pid: &mut Pid, law: &PidLaw, error: f64) -> PidStep {
    pid.step(law, error, DT, &mut NoProbe)
}

/// Weights of the newest samples, the oldest first, for a number of samples: Newton–Cotes as a table has them.
fn weights(count: usize) -> Vec<f64> {
    let mut weights = vec![0.0; count];
    match count {
        0 | 1 => {}
        2 => weights = vec![0.5, 0.5],
        _ => {
            let whole = if !count.is_multiple_of(2) { count } else { count - 3 };
            for left in (0..whole.saturating_sub(1)).step_by(2) {
                [1.0, 4.0, 1.0].iter().enumerate().for_each(|(k, w)| weights[left + k] += w / 3.0);
            }
            if whole < count {
                let from = if whole == 1 { 0 } else { whole - 1 };
                [3.0, 9.0, 9.0, 3.0].iter().enumerate().for_each(|(k, w)| weights[from + k] += w / 8.0);
            }
        }
    }
    weights
}

/// θ and ω of θ̈ = u − c ω after a step under a constant push, in closed form.
fn plant_after([theta, omega]: [f64; 2], u: f64, c: f64) -> [f64; 2] {
    if c == 0.0 {
        return [theta + omega * DT + 0.5 * u * DT * DT, omega + u * DT];
    }
    let (decay, rest) = ((-c * DT).exp(), u / c);
    [theta + rest * DT + (omega - rest) * (1.0 - decay) / c, rest + (omega - rest) * decay]
}

/// The state is all errors so far; the push is a row of numbers times that state.
fn push_of_state(law: &PidLaw, errors: &[f64]) -> f64 {
    let now = errors.len() - 1;
    let reach = if law.memory == Memory::Whole { errors.len() } else { law.samples.min(errors.len()) };
    let mut row = vec![0.0; errors.len()];
    for (k, weight) in weights(reach).iter().enumerate() {
        row[errors.len() - reach + k] += law.integral * weight * DT;
    }
    row[now] += law.proportional;
    if now > 0 {
        let per_rate = law.derivative + if law.predict { law.proportional * DT } else { 0.0 };
        row[now] += per_rate / DT;
        row[now - 1] -= per_rate / DT;
    }
    law.plant_gain * row.iter().zip(errors).map(|(a, b)| a * b).sum::<f64>()
}

#[test]
fn a_controlled_plant_moves_as_an_independent_simulation_of_its_state_does() {
    let mut rng = Pcg32::seed_from_u64(1);
    let (mut wholes, mut windows) = (0, 0);
    for _ in 0..60 {
        let law = PidLaw {
            proportional: rng.random_range(5.0..60.0),
            integral: rng.random_range(0.0..20.0),
            derivative: rng.random_range(4.0..15.0),
            plant_gain: rng.random_range(0.5..1.5),
            samples: rng.random_range(3..12),
            memory: if rng.random_bool(0.5) { Memory::Whole } else { Memory::Window },
            predict: rng.random_bool(0.5),
            ..PidLaw::default()
        };
        *if law.memory == Memory::Whole { &mut wholes } else { &mut windows } += 1;
        let c = if rng.random_bool(0.5) { 0.0 } else { rng.random_range(0.1..2.0) };
        let (mut pid, mut errors) = (Pid::default(), Vec::new());
        let (mut ours, mut theirs) = ([0.0, 0.0], [0.0, 0.0]);
        for k in 0..300 {
            let wanted = 1.0 + 0.3 * (f64::from(k) * DT).sin();
            let u = step(&mut pid, &law, wanted - ours[0]).output;
            ours = plant_after(ours, u, c);
            errors.push(wanted - theirs[0]);
            theirs = plant_after(theirs, push_of_state(&law, &errors), c);
            // 1e-9: rounding of sums of up to 300 terms, some 1e-13, that a stable loop does not enlarge much.
            assert!((ours[0] - theirs[0]).abs() < 1e-9 && (ours[1] - theirs[1]).abs() < 1e-9, "step {k} of {law:?}");
        }
        assert!(ours[0].abs() < 10.0, "the loop is stable, or the comparison means little: {law:?}");
    }
    assert!(wholes > 10 && windows > 10, "{wholes} {windows}");
}

#[test]
fn simpsons_rule_is_exact_on_cubics_for_any_number_of_samples_and_on_nothing_higher() {
    let mut rng = Pcg32::seed_from_u64(2);
    for count in 3..=40usize {
        let c: [f64; 4] = std::array::from_fn(|_| rng.random_range(-3.0..3.0));
        let cubic = |x: f64| c[0] + x * (c[1] + x * (c[2] + x * c[3]));
        let antiderivative = |x: f64| x * (c[0] + x * (c[1] / 2.0 + x * (c[2] / 3.0 + x * c[3] / 4.0)));
        let dt = rng.random_range(0.01..0.5);
        let samples: Vec<f64> = (0..count).map(|k| cubic(k as f64 * dt)).collect();
        let exact = antiderivative((count - 1) as f64 * dt);
        // 1e-13 of the sum of sizes: rounding.
        let size: f64 = samples.iter().map(|x| x.abs() * dt).sum();
        assert!((simpson::integral(&samples, dt) - exact).abs() <= 1e-13 * size.max(1.0), "{count} samples");
        let quartic: Vec<f64> = (0..count).map(|k| (k as f64 * dt).powi(4)).collect();
        let off = simpson::integral(&quartic, dt) - ((count - 1) as f64 * dt).powi(5) / 5.0;
        assert!(off > 0.0, "{count}: the error of a quartic is positive, Δt⁵ f⁗ / 90 a panel");
    }
    assert_eq!((simpson::integral(&[], 1.0), simpson::integral(&[5.0], 1.0), simpson::integral(&[1.0, 2.0], 2.0)), (0.0, 0.0, 3.0));
}

#[test]
fn the_whole_integral_of_a_cubic_error_stays_exact_while_samples_leave_the_history() {
    for samples in 3..=10 {
        let law = PidLaw { integral: 1.0, samples, ..PidLaw::default() };
        let mut pid = Pid::default();
        for k in 0..100 {
            let x = f64::from(k) * DT;
            let made = step(&mut pid, &law, x * x * x - x);
            let exact = x.powi(4) / 4.0 - x * x / 2.0;
            if k != 1 {
                assert!((made.integral - exact).abs() < 1e-12, "{samples} samples, step {k}"); // rounding
            }
            assert!(made.samples <= samples.max(4));
        }
    }
}

/// All roots by Durand and Kerner's simultaneous iteration, as pairs of real and imaginary part.
fn roots(coefficients: &[f64]) -> Vec<[f64; 2]> {
    let mul = |a: [f64; 2], b: [f64; 2]| [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]];
    let degree = coefficients.len() - 1;
    let monic: Vec<f64> = coefficients.iter().map(|c| c / coefficients[0]).collect();
    let radius = 1.0 + monic[1..].iter().fold(0.0f64, |most, c| most.max(c.abs()));
    let start = |k: usize| {
        let angle = 2.0 * PI * k as f64 / degree as f64 + 0.4;
        [0.5 * radius * angle.cos(), 0.5 * radius * angle.sin()]
    };
    let mut found: Vec<[f64; 2]> = (0..degree).map(start).collect();
    for _ in 0..2000 {
        for i in 0..degree {
            let x = found[i];
            let value = monic.iter().fold([0.0, 0.0], |sum, c| {
                let next = mul(sum, x);
                [next[0] + c, next[1]]
            });
            let others =
                (0..degree).filter(|j| *j != i).fold([1.0, 0.0], |product, j| mul(product, [x[0] - found[j][0], x[1] - found[j][1]]));
            let size = others[0] * others[0] + others[1] * others[1];
            let quotient = mul(value, [others[0] / size, -others[1] / size]);
            found[i] = [x[0] - quotient[0], x[1] - quotient[1]];
        }
    }
    found
}

#[test]
fn rouths_verdict_agrees_with_the_roots_on_a_thousand_random_gains() {
    let mut rng = Pcg32::seed_from_u64(3);
    let (mut stable, mut unstable) = (0, 0);
    for _ in 0..1000 {
        let law = PidLaw {
            proportional: rng.random_range(-5.0..40.0),
            integral: *[0.0, rng.random_range(-5.0..100.0)].get(usize::from(rng.random_bool(0.7))).unwrap(),
            derivative: rng.random_range(-1.0..8.0),
            plant_gain: rng.random_range(0.5..2.0),
            memory: if rng.random_bool(0.8) { Memory::Whole } else { Memory::Window },
            ..PidLaw::default()
        };
        let plant = if rng.random_bool(0.5) { Plant::Speed } else { Plant::Heading };
        let damping = rng.random_range(0.0..2.0);
        let polynomial = plant::characteristic(plant, &law, damping, DT);
        let right = roots(&polynomial).iter().filter(|root| root[0] > 0.0).count() as u32;
        match plant::stability(plant, &law, damping, DT).verdict {
            Verdict::Stable => {
                stable += 1;
                assert_eq!(right, 0, "{polynomial:?}");
            }
            Verdict::Unstable(count) => {
                unstable += 1;
                assert_eq!(right, count, "{polynomial:?}");
            }
            Verdict::Marginal => panic!("random gains are never exactly on the edge: {polynomial:?}"),
        }
    }
    assert!(stable > 200 && unstable > 200, "{stable} {unstable}");
}

#[test]
fn rouths_array_is_that_of_the_textbook_and_names_the_edge() {
    // s⁴ + 2s³ + 3s² + 4s + 5: two roots to the right, from the column 1, 2, 1, −6, 5.
    let array = routh::array(&[1.0, 2.0, 3.0, 4.0, 5.0]);
    let column: Vec<f64> = array.rows.iter().map(|row| row[0]).collect();
    assert_eq!((column, array.verdict), (vec![1.0, 2.0, 1.0, -6.0, 5.0], Verdict::Unstable(2)));
    // s² + 1 swings for ever; a₁ a₂ = a₀ a₃ is the edge of a cubic.
    assert_eq!(routh::array(&[1.0, 0.0, 1.0]).verdict, Verdict::Marginal);
    // There the array ends early. Its rows were named upwards from s⁰, and so one power too low.
    let early = routh::array(&[1.0, 0.0, 20.0]);
    assert_eq!((early.rows.len(), early.degree, routh::array(&[0.0, 0.0, 3.0, 1.0]).degree), (2, 2, 1));
    assert_eq!(routh::array(&[1.0, 2.0, 3.0, 6.0]).verdict, Verdict::Marginal);
    assert_eq!(routh::array(&[1.0, 2.0, 3.0, 5.99]).verdict, Verdict::Stable);
    assert_eq!(routh::array(&[1.0, 2.0, 3.0, 6.01]).verdict, Verdict::Unstable(2));
    assert_eq!((routh::array(&[3.0]).verdict, routh::array(&[]).verdict), (Verdict::Stable, Verdict::Stable));
}

#[test]
fn a_heading_error_is_the_shorter_way_round_and_its_rate_does_not_jump_behind() {
    let mut rng = Pcg32::seed_from_u64(4);
    let (mut left, mut right) = (0, 0);
    for _ in 0..10_000 {
        let (wanted, facing): (f32, f32) = (rng.random_range(-9.0..9.0), rng.random_range(-9.0..9.0));
        let error = f64::from(heading::error(wanted, facing));
        let plain = f64::from(wanted) - f64::from(facing);
        let exact = plain.sin().atan2(plain.cos());
        let apart = (error - exact).sin().abs();
        assert!(apart < 3e-6 && error.abs() <= PI + 1e-6, "{wanted} {facing}: rounding of f32 at 18 radians");
        *if error > 0.0 { &mut left } else { &mut right } += 1;
    }
    assert!(left > 4000 && right > 4000);
    // Turning on at 1 rad/s past the point straight behind: the error jumps by 2π, its rate stays −1.
    let law = PidLaw { derivative: 1.0, wraps: true, ..PidLaw::default() };
    let mut pid = Pid::default();
    for k in 0..120 {
        let facing = 2.5 + f64::from(k) * DT;
        let error = f64::from(heading::error(0.0, facing as f32));
        let made = step(&mut pid, &law, error);
        assert!(k == 0 || (made.rate + 1.0).abs() < 1e-4, "{}: f32 of an angle over Δt", made.rate);
    }
    assert_eq!(heading::error(3.0, -3.0), -heading::error(-3.0, 3.0));
    let pi = std::f32::consts::PI;
    let just_behind =
        [heading::error(pi, -pi), heading::error(-pi, pi), heading::error(pi, 0.0).abs() - pi, heading::error(-pi, 0.0).abs() - pi];
    assert!(just_behind.iter().all(|off| off.abs() < 1e-6), "{just_behind:?}");
    assert!((heading::error(pi - 0.01, 0.01 - pi) + 0.02).abs() < 1e-6 && (heading::error(0.01 - pi, pi - 0.01) - 0.02).abs() < 1e-6);
    assert!((heading::error(3.0, -3.0) + 0.283_185_3).abs() < 1e-6);
}

#[test]
fn a_missile_that_drifts_points_past_its_goal_to_the_other_side() {
    assert_eq!(heading::against_drift(Vec2::X, Vec2::new(5.0, 0.0)), 0.0);
    assert!(heading::against_drift(Vec2::X, Vec2::new(5.0, 1.0)) < -0.19);
    assert!(heading::against_drift(Vec2::X, Vec2::new(5.0, -1.0)) > 0.19);
    assert_eq!(heading::against_drift(Vec2::X, Vec2::new(-5.0, 0.1)), -1.0, "at most one radian");
    assert_eq!(heading::against_drift(Vec2::Y, Vec2::ZERO), std::f32::consts::FRAC_PI_2);
}

#[test]
fn nothing_winds_up_while_the_output_is_at_its_limit() {
    let law = PidLaw { integral: 2.0, low: -1.0, high: 1.0, ..PidLaw::default() };
    let turns_after = |law: &PidLaw| {
        let mut pid = Pid::default();
        let held = (0..300).filter(|_| step(&mut pid, law, 3.0).held).count();
        let clamped = step(&mut pid, law, 3.0);
        assert!(clamped.is_clamped() && clamped.output == 1.0);
        let steps = (0..2000).take_while(|_| step(&mut pid, law, -0.5).output > 0.0).count();
        (held, steps, clamped.integral)
    };
    // 5 s at the limit: without the guard ∫e is 15 s and takes 30 s of the other error to unwind.
    let (held, steps, integral) = turns_after(&law);
    assert_eq!((held, steps, integral), (300, 0, 0.0));
    let (held, steps, integral) = turns_after(&PidLaw { anti_windup: false, ..law });
    assert!(held == 0 && steps > 1500 && integral > 14.9, "{held} {steps} {integral}");
    // A window cannot wind up beyond its length: 6 intervals of an error of 3.
    let (_, steps, integral) = turns_after(&PidLaw { memory: Memory::Window, ..law });
    assert!(steps < 7 && (integral - 18.0 * DT).abs() < 1e-12, "{steps} {integral}");
    // At the limit against the error the integral goes on: it leads out.
    let mut pid = Pid { stored: 10.0, ..Pid::default() };
    let out: Vec<PidStep> = (0..3).map(|_| step(&mut pid, &law, -1.0)).collect();
    assert!(out.iter().all(|s| s.is_clamped() && !s.held) && out[2].integral < out[1].integral);
}

#[test]
fn a_reset_forgets_and_a_negative_gain_guards_the_other_limit() {
    let law = PidLaw { integral: 1.0, derivative: 1.0, ..PidLaw::default() };
    let mut pid = Pid::default();
    (0..20).for_each(|_| _ = step(&mut pid, &law, 2.0));
    pid.reset();
    let first = step(&mut pid, &law, -7.0);
    assert_eq!((first.rate, first.integral, first.sum, first.samples), (0.0, 0.0, -7.0, 1));
    let law = PidLaw { integral: -2.0, proportional: -1.0, low: -1.0, high: 1.0, ..PidLaw::default() };
    let mut pid = Pid::default();
    assert!((0..50).all(|_| step(&mut pid, &law, 3.0).held));
}

#[test]
fn the_steps_that_are_told_are_the_steps_that_ran() {
    let law = PidLaw { integral: 1.0, derivative: 0.1, low: -2.0, high: 2.0, ..PidLaw::default() };
    let mut pid = Pid::default();
    let mut made = |k: u32| {
        let mut told = Vec::new();
        let made = pid.step(&law, (f64::from(k) * 0.2).cos() * 3.0, DT, &mut told);
        let last = told.iter().rev().find_map(|record| if let PidRecord::Sum { step, .. } = record { Some(*step) } else { None });
        assert_eq!(last, Some(made));
        made
    };
    let made: Vec<PidStep> = (0..50).map(&mut made).collect();
    assert!(made.iter().all(|s| s.sum == s.p + s.i + s.d && s.output.abs() <= 2.0));
    assert!(made.iter().any(PidStep::is_clamped) && made.iter().any(|s| !s.is_clamped()));
}

#[test]
fn what_a_damped_swing_does_is_measured_as_its_formula_has_it() {
    // e = e^(−ζωt) (cos ω_d t + ζω/ω_d sin ω_d t): the first overshoot is exp(−πζ/√(1−ζ²)) of the first error.
    let (zeta, omega) = (0.4f64, 6.0f64);
    let root = (1.0 - zeta * zeta).sqrt();
    let error = |t: f64| 2.0 * (-zeta * omega * t).exp() * ((omega * root * t).cos() + zeta / root * (omega * root * t).sin());
    let dt = 1e-3;
    let mut response = Response::default();
    let mut last_outside = 0.0;
    for k in 0..8000 {
        let t = f64::from(k) * dt;
        response.take(error(t), dt);
        if error(t).abs() > 0.1 {
            last_outside = t;
        }
    }
    // 1e-4: the peak falls between two samples.
    assert!((response.overshoot().unwrap() - (-PI * zeta / root).exp()).abs() < 1e-4);
    assert!((response.settled_after(dt).unwrap() - last_outside - dt).abs() < 1e-9);
    assert!(response.mean.abs() < 1e-3);
    let mut never = Response::default();
    (0..1000).for_each(|_| never.take(0.3, DT));
    assert!(never.settled_after(DT).is_none() && (never.mean - 0.3).abs() < 1e-9 && never.overshoot() == Some(0.0));
}

/// Routh's criterion called loops stable that the controller, which looks once a step, blows up: K_p Δt = 2.5, or
/// K_d = 1.5.
#[test]
fn a_sampled_loop_is_stable_up_to_the_limits_of_jury() {
    let law = |proportional: f64, derivative: f64| PidLaw { proportional, derivative, ..PidLaw::default() };
    let of = |plant, p: f64, d: f64, damping: f64| Sampled::of(plant, &law(p, d), damping, DT);
    // A speed under P alone: v' = (1 − K_p Δt) v.
    for (share, stable) in [(0.5, true), (1.99, true), (2.01, false), (2.5, false)] {
        let found = of(Plant::Speed, share / DT, 0.0, 0.0);
        assert!(found.is_stable() == stable && found.is_unstable() != stable, "{share}: {found:?}");
        assert!(stable || (found.growth - (share - 1.0)).abs() < 1e-6, "{share}: {found:?}");
    }
    // With drag the plant keeps e^(−c Δt), and the limit is that of (1 + k) / p.
    let (kept, c) = ((-3.0 * DT).exp(), 3.0);
    let most = (1.0 + kept) * c / (1.0 - kept);
    assert!(of(Plant::Speed, 0.999 * most, 0.0, c).is_stable() && of(Plant::Speed, 1.001 * most, 0.0, c).is_unstable());
    // With D: |d| < 1 and a < 2 − 2 d.
    for d in [-0.9, 0.0, 0.4, 0.9] {
        let most = (2.0 - 2.0 * d) / DT;
        assert!(of(Plant::Speed, 0.999 * most, d, 0.0).is_stable() && of(Plant::Speed, 1.001 * most, d, 0.0).is_unstable(), "{d}");
    }
    assert!(of(Plant::Speed, 4.0, 1.5, 0.0).is_unstable() && of(Plant::Speed, 4.0, -1.01, 0.0).is_unstable());
    // What nothing drives back neither grows nor dies out; a spring without a damper grows, as its push comes late.
    let idle = of(Plant::Speed, 0.0, 0.0, 0.0);
    assert!(!idle.is_stable() && !idle.is_unstable(), "{idle:?}");
    let loose = of(Plant::Heading, 0.0, 5.0, 0.0);
    assert!(!loose.is_stable() && !loose.is_unstable(), "{loose:?}");
    assert!(of(Plant::Heading, 40.0, 0.0, 0.0).is_unstable());
}

/// The verdict on random gains is what the controller itself does with the plant, moved exactly from step to step.
#[test]
fn a_sampled_loop_does_what_its_growth_says() {
    let mut rng = Pcg32::seed_from_u64(53);
    let (mut settled, mut grown) = (0, 0);
    for case in 0..400 {
        let plant = if case % 2 == 0 { Plant::Speed } else { Plant::Heading };
        let mut gain = |most: f64| most * rng.random_range(0.0..1.0f64).powi(2);
        let (proportional, derivative, integral, damping) = match plant {
            Plant::Speed => (gain(150.0), gain(1.2), gain(400.0), gain(5.0)),
            Plant::Heading => (gain(1500.0), gain(80.0), gain(2000.0), gain(5.0)),
        };
        let memory = if rng.random_bool(0.5) { Memory::Whole } else { Memory::Window };
        let samples = rng.random_range(3..12);
        let law = PidLaw { proportional, derivative, integral, memory, samples, predict: rng.random_bool(0.3), ..PidLaw::default() };
        let found = Sampled::of(plant, &law, damping, DT);
        let (kept, mut pid) = ((-damping * DT).exp(), Pid::default());
        let gained = if damping < 1e-9 { DT } else { (1.0 - kept) / damping };
        let turned = if damping < 1e-3 { 0.5 * DT * DT } else { (DT - gained) / damping };
        let (mut motion, mut angle) = (1.0f64, 1.0f64);
        let mut sizes = Vec::new();
        for _ in 0..4000 {
            let is = if plant == Plant::Speed { motion } else { angle };
            let push = pid.step(&law, -is, DT, &mut NoProbe).output;
            angle += gained * motion + turned * push;
            motion = kept * motion + gained * push;
            sizes.push(is.abs());
            if !(1e-250..1e250).contains(&is.abs()) {
                break;
            }
        }
        let end = sizes[sizes.len() * 9 / 10..].iter().fold(0.0, |most: f64, size| most.max(*size));
        if found.growth < 0.995 {
            settled += 1;
            assert!(end < 1e-3, "{case}: {law:?} {damping} {found:?} ends at {end}");
        } else if found.growth > 1.005 {
            grown += 1;
            assert!(end > 1e3, "{case}: {law:?} {damping} {found:?} ends at {end}");
        }
    }
    assert!(settled > 60 && grown > 60, "{settled} {grown}");
}
