//! How the numbers of the inspector are shown, and their bounds: those of the file.

use crate::scene::limits::{self, Range};

/// How a number is shown and bounded. The bounds are the loader's own.
#[derive(Clone, Copy)]
pub(crate) struct Unit {
    /// Behind the number.
    pub suffix: &'static str,
    /// Shown number = number × factor.
    pub factor: f64,
    /// Change per point of dragging, as shown.
    pub speed: f64,
    /// Smallest, as stored.
    pub min: f32,
    /// Largest, as stored.
    pub max: f32,
    /// Most decimals shown.
    pub decimals: usize,
}

const fn unit(suffix: &'static str, speed: f64, min: f32, max: f32) -> Unit {
    Unit { suffix, factor: 1.0, speed, min, max, decimals: 3 }
}

const fn of(suffix: &'static str, speed: f64, range: Range) -> Unit {
    unit(suffix, speed, 0.0, 0.0).within(range)
}

/// A coordinate.
pub(crate) const PLACE: Unit = of(" m", 0.01, limits::COORDINATE);
/// A length that must be above zero.
pub(crate) const SIZE: Unit = of(" m", 0.01, limits::SIZE);
/// A length that may be zero.
pub(crate) const ROUNDING: Unit = of(" m", 0.002, limits::ROUNDING);
/// An angle, stored in radians, shown in degrees.
pub(crate) const ANGLE: Unit = Unit { factor: 180.0 / std::f64::consts::PI, decimals: 1, ..of("°", 0.5, limits::ANGLE) };
/// A velocity.
pub(crate) const SPEED: Unit = of(" m/s", 0.05, limits::VELOCITY);
/// An angular velocity, stored in rad/s, shown in degrees a second.
pub(crate) const SPIN: Unit = Unit { factor: 180.0 / std::f64::consts::PI, decimals: 1, ..of("°/s", 1.0, limits::ANGULAR_VELOCITY) };
/// A density.
pub(crate) const DENSITY: Unit = of(" kg/m²", 0.05, limits::DENSITY);
/// A coefficient of friction.
pub(crate) const FRICTION: Unit = of("", 0.01, limits::FRICTION);
/// The static one beside that of sliding.
pub(crate) const fn at_least(sliding: f32) -> Unit {
    Unit { min: sliding, ..FRICTION }
}
/// A coefficient from 0 to 1.
pub(crate) const FRACTION: Unit = of("", 0.01, limits::RESTITUTION);
/// A rate of loss.
pub(crate) const DAMPING: Unit = of(" 1/s", 0.01, limits::DAMPING);
/// A factor on gravity, of either sign.
pub(crate) const FACTOR: Unit = of("", 0.02, limits::GRAVITY_SCALE);
/// A frequency.
pub(crate) const HERTZ: Unit = of(" Hz", 0.05, limits::HERTZ);
/// A damping ratio.
pub(crate) const RATIO: Unit = of("", 0.01, limits::DAMPING_RATIO);
/// A share of what a step can bear; above 1 the solver cuts it.
pub(crate) const SHARE: Unit = Unit { decimals: 4, ..unit("", 0.005, 1e-8, 1e6) };
/// A strongest torque.
pub(crate) const TORQUE: Unit = of(" N·m", 1.0, limits::MOTOR_EFFORT);
/// A strongest force.
pub(crate) const FORCE: Unit = of(" N", 1.0, limits::MOTOR_EFFORT);
/// A component of a force.
pub(crate) const PUSH: Unit = of(" N", 1.0, limits::FORCE);
/// A torque of either sign.
pub(crate) const TWIST: Unit = of(" N·m", 1.0, limits::TORQUE);
/// A time that must be above zero.
pub(crate) const TIME: Unit = of(" s", 0.05, limits::PERIOD);
/// A time that may be zero.
pub(crate) const DELAY: Unit = of(" s", 0.05, limits::DELAY);
/// A muzzle speed.
pub(crate) const MUZZLE: Unit = of(" m/s", 0.1, limits::MUZZLE_SPEED);
/// A barrel's turn rate.
pub(crate) const TURN_RATE: Unit = SPIN.within(limits::TURN_RATE);
/// A projectile's own acceleration.
pub(crate) const THRUST: Unit = of(" m/s²", 0.1, limits::THRUST);
/// A spread to each side.
pub(crate) const SPREAD: Unit = Unit { speed: 0.1, ..ANGLE.within(limits::SPREAD) };
/// A waypoint's reach.
pub(crate) const REACH: Unit = of(" m", 0.02, limits::REACH);
/// A speed that a controller wants, or below which nothing bounces.
pub(crate) const WANTED_SPEED: Unit = of(" m/s", 0.05, limits::WANTED_SPEED);
/// A limit of an angular acceleration.
pub(crate) const TWIST_LIMIT: Unit = of(" rad/s²", 0.5, limits::TWIST);
/// A gain of a controller.
pub(crate) const GAIN: Unit = of("", 0.1, limits::GAIN);
/// The size of a test input, in the units of what it tests.
pub(crate) const TEST_SIZE: Unit = of("", 0.05, limits::TEST_SIZE);
/// An acceleration.
pub(crate) const GRAVITY: Unit = of(" m/s²", 0.05, limits::GRAVITY);
/// A length on a picture.
pub(crate) const PIXELS: Unit = unit(" px", 0.05, 0.0, 1e4);
/// Steps per second.
pub(crate) const STEP_RATE: Unit = of(" Hz", 1.0, limits::STEP_HZ);

/// Symbols as they stand behind a number.
const SUFFIXES: [&str; 4] = [" m", " rad", " 1/s", " 1/s²"];

/// A parameter of an algorithm within these bounds; `symbol` of its unit, empty for none.
pub(crate) fn within(symbol: &'static str, min: f32, max: f32) -> Unit {
    let suffix = SUFFIXES.into_iter().find(|suffix| suffix.trim_start() == symbol).unwrap_or(symbol);
    unit(suffix, 0.001 * f64::from(max - min), min, max)
}

impl Unit {
    /// The same with a range of the file's.
    pub const fn within(self, range: Range) -> Unit {
        Unit { min: if range.or_zero { 0.0 } else { range.min }, max: range.max, ..self }
    }

    /// A stored number as it is shown.
    pub fn shown(&self, stored: f32) -> f64 {
        f64::from(stored) * self.factor
    }
}
