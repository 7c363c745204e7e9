//! Mechanisms for tests of the global solve with Lagrange multipliers.
#![allow(dead_code)] // each test file uses its part

use collidoscope::engine::lagrange::state::{cross, perp};
use collidoscope::engine::lagrange::{BodyState, Constraint, Feedback, Integrator, Mass, Solved, State, System, advance};
use collidoscope::engine::probe::NoProbe;
use glam::DVec2;

pub const G: f64 = 9.81;
pub const GRAVITY: DVec2 = DVec2::new(0.0, -G);

pub fn at(x: f64, y: f64) -> BodyState {
    BodyState { center: DVec2::new(x, y), ..BodyState::default() }
}

pub fn run(system: &System, state: &mut State, h: f64, steps: u32, integrator: Integrator) -> Solved {
    let mut last = Solved::default();
    for _ in 0..steps {
        last = advance(system, state, h, integrator, &mut NoProbe).unwrap();
    }
    last
}

pub fn solved(system: &System, state: &State) -> Solved {
    system.solve(state, 1.0 / 60.0, &mut NoProbe).unwrap()
}

/// Kinetic energy plus that of the bodies' constant forces, J.
pub fn energy(system: &System, state: &State) -> f64 {
    let of = |(mass, body): (&Mass, &BodyState)| {
        let kinetic = |inverse: f64, square: f64| if inverse > 0.0 { 0.5 * square / inverse } else { 0.0 };
        kinetic(mass.inv_mass, body.velocity.length_squared()) + kinetic(mass.inv_inertia, body.spin * body.spin)
            - mass.force.dot(body.center)
            - mass.torque * body.angle
    };
    system.masses.iter().zip(&state.bodies).map(of).sum()
}

/// A base held by a ground constraint, a wheel of radius 0.5 m pinned to it, a rod of 1.5 m from the wheel's rim to a
/// block that slides along the x axis: 11 rows for 12 coordinates.
pub fn slider_crank(torque: f64, damping: f64, feedback: Feedback) -> (System, State) {
    let (radius, length) = (0.5_f64, 1.5);
    let start = 0.7_f64;
    let rim = radius * DVec2::new(start.cos(), start.sin());
    let end = DVec2::new(rim.x + (length * length - rim.y * rim.y).sqrt(), 0.0);
    let rod_angle = (end - rim).y.atan2((end - rim).x);
    let bodies = vec![
        at(0.0, 0.0),
        BodyState { angle: start, ..at(0.0, 0.0) },
        BodyState { center: 0.5 * (rim + end), angle: rod_angle, ..BodyState::default() },
        BodyState { center: end, ..BodyState::default() },
    ];
    let wheel = Mass { torque, spin_damping: damping, ..Mass::heavy(2.0, 0.25, GRAVITY) };
    let masses = vec![Mass::heavy(10.0, 1.0, GRAVITY), wheel, Mass::heavy(1.0, 1.5 * 1.5 / 12.0, GRAVITY), Mass::heavy(0.5, 0.02, GRAVITY)];
    let revolute = |a, b, on_a, on_b| Constraint::Revolute { parties: [Some(a), Some(b)], points: [on_a, on_b] };
    let constraints = vec![
        Constraint::Ground { body: Some(0), point: DVec2::ZERO, place: DVec2::ZERO, angle: 0.0 },
        revolute(0, 1, DVec2::ZERO, DVec2::ZERO),
        revolute(1, 2, DVec2::new(radius, 0.0), DVec2::new(-0.5 * length, 0.0)),
        revolute(2, 3, DVec2::new(0.5 * length, 0.0), DVec2::ZERO),
        Constraint::Prismatic { parties: [Some(0), Some(3)], points: [DVec2::ZERO; 2], axis: DVec2::X, angle: 0.0 },
    ];
    (System { masses, constraints, feedback, ..System::default() }, State { time: 0.0, bodies })
}

/// `count` links of length 0.5 m, pinned end to end, hanging straight down from the world; link k weighs k + 1 kg.
pub fn hanging_chain(count: usize) -> (System, State) {
    let half = 0.25;
    let bodies = (0..count).map(|k| at(0.0, -half - 2.0 * half * k as f64)).collect();
    let masses = (0..count).map(|k| Mass::heavy(1.0 + k as f64, 0.02 * (1.0 + k as f64), GRAVITY)).collect();
    let up = DVec2::new(0.0, half);
    let constraints = (0..count)
        .map(|k| Constraint::Revolute { parties: [k.checked_sub(1), Some(k)], points: [if k == 0 { DVec2::ZERO } else { -up }, up] })
        .collect();
    (System { masses, constraints, ..System::default() }, State { time: 0.0, bodies })
}

/// A point mass on a rod of `length` from the origin, at `angle` from straight down, with this angular velocity.
pub fn pendulum(length: f64, mass: f64, angle: f64, spin: f64) -> (System, State) {
    let arm = length * DVec2::new(angle.sin(), -angle.cos());
    let bodies = vec![BodyState { center: arm, velocity: spin * perp(arm), ..BodyState::default() }];
    let rod = Constraint::Distance { parties: [None, Some(0)], points: [DVec2::ZERO; 2], length };
    let system = System { masses: vec![Mass::heavy(mass, 1.0, GRAVITY)], constraints: vec![rod], ..System::default() };
    (system, State { time: 0.0, bodies })
}

/// Power of a force and torque on a body, W.
pub fn power(state: &State, body: usize, force: DVec2, torque: f64) -> f64 {
    force.dot(state.bodies[body].velocity) + torque * state.bodies[body].spin
}

/// Torque of a force at `arm`.
pub fn moment(arm: DVec2, force: DVec2) -> f64 {
    cross(arm, force)
}
