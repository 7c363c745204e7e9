//! A bead on a curve by one coordinate, against closed forms and against the constraint force.

mod lagrange_fixture;

use collidoscope::engine::joint::Track;
use collidoscope::engine::lagrange::{
    Bead, BeadState, BeadStep, BodyState, Constraint, Curve, Feedback, Integrator, Mass, State, System, advance,
};
use collidoscope::engine::probe::NoProbe;
use glam::DVec2;
use lagrange_fixture::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// On a wire of the world, x to the right.
fn wire(curve: Curve) -> Constraint {
    Constraint::OnCurve { parties: [None, Some(0)], points: [DVec2::ZERO; 2], axis: DVec2::X, curve }
}

fn bead(curve: Curve, mass: f64) -> (System, Bead) {
    let system = System { masses: vec![Mass::heavy(mass, 1.0, GRAVITY)], constraints: vec![wire(curve)], ..System::default() };
    let (bead, body) = Bead::of(&system, &State { time: 0.0, bodies: vec![BodyState::default()] }).expect("a bead on a curve");
    assert_eq!(body, 0);
    (system, bead)
}

fn whole(bead: &Bead, state: BeadState) -> State {
    State { time: 0.0, bodies: vec![bead.body(state)] }
}

/// y = x²/(2R), and the same as a track.
fn bowls(radius: f64) -> [Curve; 2] {
    let bend = 0.5 / radius;
    [Curve::Parabola { apex: DVec2::ZERO, bend }, Curve::Bezier(Track::parabola(bend as f32, [-2.0, 2.0]).wide())]
}

/// Two curves as one draws them: with a dip and a hump, and with a sharp bend.
const DRAWN: [[(f64, f64); 4]; 2] =
    [[(-3.0, 2.2), (-1.2, -3.0), (0.6, 2.6), (3.0, 1.9)], [(-2.0, 1.5), (1.0, -2.0), (-1.0, -2.0), (2.0, 1.6)]];

fn drawn(k: usize) -> Curve {
    Curve::Bezier(DRAWN[k].map(|(x, y)| DVec2::new(x, y)))
}

/// Small swings in y = x²/(2R) have the period 2π√(R/g): with an amplitude of R/1000 the next term is 1e-6 of it.
#[test]
fn small_swings_in_a_parabola_have_the_period_of_a_pendulum_of_its_radius() {
    for radius in [0.4, 1.0, 2.5] {
        for curve in bowls(radius) {
            let (_, bead) = bead(curve, 0.7);
            let body = BodyState { center: DVec2::new(1e-3 * radius, 0.5e-6 * radius), ..BodyState::default() };
            let (mut state, h) = (bead.state(&body).expect("it stands nowhere still"), 1.0 / 2000.0);
            let x = |state: BeadState| bead.place(state.at)[0].x;
            let mut crossings = Vec::new();
            for step in 0..20_000 {
                let next = bead.advance(state, h, Integrator::Rk4, &mut NoProbe).expect("sound");
                let (before, after) = (x(state), x(next));
                if before < 0.0 && after >= 0.0 {
                    crossings.push((f64::from(step) + before / (before - after)) * h);
                }
                state = next;
            }
            let swings = crossings.len() - 1;
            let period = (crossings[swings] - crossings[0]) / swings as f64;
            let promised = std::f64::consts::TAU * (radius / G).sqrt();
            // Track's control points have single precision: its bend is right to 1e-6.
            assert!(swings >= 2 && (period / promised - 1.0).abs() < 1e-5, "R = {radius}: {period} s instead of {promised} s");
        }
    }
}

/// On y = −q²/100 Lagrange's equation is (2500 + q²) q̈ = 50 g q − q q̇². A flipped sign of either term is off by
/// metres.
#[test]
fn the_equation_of_motion_on_the_published_parabola_has_its_signs() {
    let (_, bead) = bead(Curve::Parabola { apex: DVec2::ZERO, bend: -0.01 }, 3.0);
    for (q, rate) in [(10.0, -3.0), (-40.0, 20.0), (0.0, 5.0), (25.0, 0.0)] {
        let slope = bead.slope(BeadState { at: q, rate }, &mut NoProbe).expect("sound");
        let promised = (50.0 * G * q - q * rate * rate) / (2500.0 + q * q);
        assert!((slope.acceleration - promised).abs() < 1e-12 * promised.abs().max(1.0), "{q}, {rate}: {}", slope.acceleration);
    }
}

/// At any place of any curve both forms accelerate the bead alike, and the force found afterwards is λ: the solve has
/// double precision, and the curves bend with at least some centimetres.
#[test]
fn both_forms_accelerate_a_bead_alike_and_have_the_same_force() {
    let mut rng = Pcg64Mcg::seed_from_u64(15);
    let (mut compared, mut slower, mut pulled) = (0, 0, 0);
    for _ in 0..2000 {
        let mut point = || DVec2::new(rng.random_range(-3.0..3.0), rng.random_range(-3.0..3.0));
        let curve = Curve::Bezier([point(), point(), point(), point()]);
        let (system, bead) = bead(curve, rng.random_range(0.2..5.0));
        let state = BeadState { at: rng.random_range(0.02..0.98), rate: rng.random_range(-2.0..2.0) };
        let Some(slope) = bead.slope(state, &mut NoProbe) else { continue };
        let [place, first, second] = slope.place;
        let curvature = first.perp_dot(second) / first.length().powi(3);
        // Where the curve crosses itself, or turns within centimetres, the nearest point may be another.
        if (bead.place(curve.parameter(place))[0] - place).length() > 1e-9
            || curvature.abs() > 20.0
            || (curve.parameter(place) - state.at).abs() > 1e-6
        {
            continue;
        }
        let solved = system.solve(&whole(&bead, state), 0.01, &mut NoProbe).expect("regular");
        let [x, y, _] = solved.accelerations[0];
        let ours = first * slope.acceleration + second * state.rate * state.rate;
        let size = 1.0 + ours.length();
        assert!((DVec2::new(x, y) - ours).length() < 1e-6 * size, "{x} {y} against {ours}");
        let force = bead.force(&slope);
        assert!((solved.multipliers[0] - force).abs() < 1e-6 * size / bead.mass.inv_mass, "{} N against {force} N", solved.multipliers[0]);
        compared += 1;
        slower += usize::from(slope.uneven * state.rate > 0.0);
        pulled += usize::from(force < 0.0);
    }
    assert!(
        compared > 1500 && (300..compared - 300).contains(&slower) && (300..compared - 300).contains(&pulled),
        "{compared} {slower} {pulled}"
    );
}

/// RK4 at 240 Hz on swings of a metre in a bowl of R = 1 m: ω h = 0.013, and (ω h)⁴ = 3e-8 is the size of what the
/// energy of one swing is off by; halving the step divides it by 2⁴ or more. The sharp bend of the second drawn curve
/// is passed within a few steps: there only the order can be promised.
#[test]
fn rk4_keeps_the_energy_of_a_bead() {
    for (curve, most) in bowls(1.0).into_iter().chain([drawn(0)]).map(|curve| (curve, 3e-8)).chain([(drawn(1), 5e-4)]) {
        let (system, bead) = bead(curve, 1.3);
        let start = BeadState { at: bead.curve.parameter(DVec2::new(-1.0, 0.5)), rate: 0.0 };
        let energy = |state: BeadState| {
            let whole = whole(&bead, state);
            system.kinetic_energy(&whole) + system.potential_energy(&whole, 1.0)
        };
        let worst = |h: f64| {
            let (mut state, mut worst, mut kinetic) = (start, 0.0_f64, 0.0_f64);
            for _ in 0..(10.0 / h) as usize {
                state = bead.advance(state, h, Integrator::Rk4, &mut NoProbe).expect("sound");
                worst = worst.max((energy(state) - energy(start)).abs());
                kinetic = kinetic.max(system.kinetic_energy(&whole(&bead, state)));
            }
            worst / kinetic
        };
        let [coarse, fine] = [worst(1.0 / 240.0), worst(1.0 / 480.0)];
        assert!(coarse < most && fine < coarse / 12.0, "{coarse:e} {fine:e}");
    }
}

/// Over ten seconds both forms are apart by the integrator's error, which falls with its order when the step is halved:
/// in a bowl and on a drawn track, with feedback and without.
#[test]
fn both_forms_agree_over_ten_seconds_to_the_order_of_the_integrator() {
    let cases = [
        (Integrator::Rk4, 240.0, 4.0, 1e-6),
        (Integrator::SemiImplicitEuler, 960.0, 1.0, 0.03),
        (Integrator::ExplicitEuler, 1920.0, 1.0, 0.03),
    ];
    for (integrator, rate, order, most) in cases {
        for curve in [bowls(1.0)[0], drawn(0)] {
            for stiffness in [0.0, 100.0_f64] {
                let (system, bead) = bead(curve, 1.0);
                let system = System { feedback: Feedback { stiffness, damping: 2.0 * stiffness.sqrt() }, ..system };
                let start = BeadState { at: bead.curve.parameter(DVec2::new(-0.6, 0.18)), rate: 0.0 };
                let apart = |h: f64| {
                    let (mut one, mut other) = (start, whole(&bead, start));
                    for _ in 0..(10.0 / h).round() as usize {
                        one = bead.advance(one, h, integrator, &mut NoProbe).expect("sound");
                        advance(&system, &mut other, h, integrator, &mut NoProbe).expect("regular");
                    }
                    (bead.place(one.at)[0] - other.bodies[0].center).length()
                };
                let [coarse, fine] = [apart(1.0 / rate), apart(0.5 / rate)];
                let found = (coarse / fine).log2();
                assert!(coarse < most && coarse > 1e-12, "{integrator:?}: {coarse:e}");
                // With a step that is not small the next term of the error is some per cent of the first.
                assert!((found - order).abs() < 0.15, "{integrator:?}, k_s {stiffness}: order {found}");
            }
        }
    }
}

/// A level wire with an uneven parameter: no force along it, so the speed stays while u̇ falls to a fraction.
#[test]
fn on_a_level_wire_the_speed_stays_however_the_parameter_runs() {
    let curve = Curve::Bezier([(-3.0, 0.3), (-2.8, 0.3), (-1.6, 0.3), (3.0, 0.3)].map(|(x, y)| DVec2::new(x, y)));
    let (_, bead) = bead(curve, 2.0);
    let mut state = bead.state(&BodyState { velocity: DVec2::X, ..bead.body(BeadState { at: 0.1, rate: 0.0 }) }).expect("sound");
    let first = state;
    while state.at < 0.9 {
        state = bead.advance(state, 1.0 / 240.0, Integrator::Rk4, &mut NoProbe).expect("sound");
        let speed = bead.body(state).velocity;
        assert!((speed - DVec2::X).length() < 1e-6, "{speed}");
    }
    assert!(state.rate < 0.2 * first.rate, "{} of {}", state.rate, first.rate);
}

/// Where the curve stands still nothing can be said, beyond its ends it goes on straight, and a body that swings beside
/// the curve, or a curve that moves, is no such bead.
#[test]
fn a_cusp_is_refused_an_end_goes_on_straight_and_other_mechanisms_are_no_bead() {
    let [a, b] = [DVec2::ZERO, DVec2::new(1.0, 1.0)];
    let (_, cusp) = bead(Curve::Bezier([a, a, b, b]), 1.0);
    assert!(cusp.slope(BeadState { at: 0.0, rate: 1.0 }, &mut NoProbe).is_none());
    assert!(cusp.advance(BeadState { at: 0.0, rate: 1.0 }, 0.01, Integrator::Rk4, &mut NoProbe).is_none());
    let (system, drawn) = bead(drawn(0), 1.0);
    let [end, along, bend] = drawn.place(1.0);
    let [beyond, still, straight] = drawn.place(1.5);
    assert!((beyond - end - 0.5 * along).length() < 1e-12 && still == along && straight == DVec2::ZERO && bend != DVec2::ZERO);
    assert!(drawn.is_on_curve(BeadState { at: 1.0, rate: 0.0 }) && !drawn.is_on_curve(BeadState { at: 1.01, rate: 0.0 }));
    let swings =
        Constraint::OnCurve { parties: [None, Some(0)], points: [DVec2::ZERO, DVec2::new(0.1, 0.0)], axis: DVec2::X, curve: drawn.curve };
    let still = State { time: 0.0, bodies: vec![BodyState::default(); 2] };
    assert!(Bead::of(&System { constraints: vec![swings], ..system.clone() }, &still).is_none());
    let carried = Constraint::OnCurve { parties: [Some(1), Some(0)], points: [DVec2::ZERO; 2], axis: DVec2::X, curve: drawn.curve };
    let two = System { masses: vec![system.masses[0], Mass::FIXED], constraints: vec![carried], ..system.clone() };
    assert!(Bead::of(&two, &still).is_some());
    let mut moving = still.clone();
    moving.bodies[1].velocity = DVec2::X;
    assert!(Bead::of(&two, &moving).is_none());
    assert!(Bead::of(&System { constraints: vec![wire(drawn.curve); 2], ..system }, &still).is_none());
}

/// Watching changes no bit, and tells a slope for each that the integrator takes.
#[test]
fn a_watched_step_of_a_bead_is_the_same() {
    let (_, bead) = bead(drawn(1), 1.0);
    for (integrator, slopes) in [(Integrator::ExplicitEuler, 1), (Integrator::SemiImplicitEuler, 1), (Integrator::Rk4, 4)] {
        let mut state = BeadState { at: 0.2, rate: 0.4 };
        for _ in 0..50 {
            let mut steps = Vec::new();
            let watched = bead.advance(state, 1.0 / 60.0, integrator, &mut steps);
            let alone = bead.advance(state, 1.0 / 60.0, integrator, &mut NoProbe);
            let bits = |state: Option<BeadState>| state.map(|state| [state.at.to_bits(), state.rate.to_bits()]);
            assert_eq!(bits(watched), bits(alone));
            assert_eq!(steps.len(), slopes + 1);
            assert!(matches!(steps.last(), Some(BeadStep::Stepped(last)) if Some(*last) == alone));
            state = alone.expect("sound");
        }
    }
}
