//! Closed forms: what nature does in the scenes of this folder. SI units, radians unless the name says degrees,
//! gravity in m/s².

use std::f64::consts::PI;

/// The arithmetic-geometric mean of two positive numbers: both means are taken until they agree (Gauss 1799). Each
/// round doubles the number of correct digits.
pub fn arithmetic_geometric_mean(a: f64, b: f64) -> f64 {
    let (mut a, mut b) = (a, b);
    while (a - b).abs() > 4.0 * f64::EPSILON * a {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    a
}

/// Period of a pendulum of any amplitude, seconds. The complete elliptic integral in it is
/// `π / (2 agm(1, cos(θ/2)))`, so
///
/// `T = 2π √(l/g) / agm(1, cos(θ/2))`.
pub fn pendulum_period(length: f64, amplitude: f64, gravity: f64) -> f64 {
    2.0 * PI * (length / gravity).sqrt() / arithmetic_geometric_mean(1.0, (0.5 * amplitude).cos())
}

/// Length of the point pendulum that swings like a disc of `radius` fixed to an arm whose end is `arm` from the
/// disc's centre: `arm + I / (m arm)` with `I = m r² / 2`.
pub fn disc_pendulum_length(arm: f64, radius: f64) -> f64 {
    arm + radius * radius / (2.0 * arm)
}

/// Steepest slope on which a block stays, degrees: `tan θ = μ`.
pub fn slip_angle_deg(friction: f64) -> f64 {
    friction.atan().to_degrees()
}

/// Way of a block sliding down a slope from rest, metres: `½ g (sin θ − μ cos θ) t²`.
pub fn slide(slope: f64, friction: f64, time: f64, gravity: f64) -> f64 {
    0.5 * gravity * (slope.sin() - friction * slope.cos()) * time * time
}

/// Way of a disc rolling down a slope from rest, metres: two thirds of the frictionless slide, as a third of the work
/// goes into turning.
pub fn roll(slope: f64, time: f64, gravity: f64) -> f64 {
    slide(slope, 0.0, time, gravity) * 2.0 / 3.0
}

/// Way until friction has stopped a block, metres: `v² / (2 μ g)`.
pub fn stopping_distance(speed: f64, friction: f64, gravity: f64) -> f64 {
    speed * speed / (2.0 * friction * gravity)
}

/// Height of a bounce as a fraction of the one before: `e²`.
pub fn bounce_ratio(restitution: f64) -> f64 {
    restitution * restitution
}

/// Height of a thrown body, metres.
pub fn throw_height(start: f64, upward_speed: f64, time: f64, gravity: f64) -> f64 {
    start + upward_speed * time - 0.5 * gravity * time * time
}
