//! What is made of rounding reads 0: how large the quantities of a world are, and numbers without what is nothing
//! beside that.
//!
//! At rest a body is pulled by gravity and pushed back in every step, and the two cancel to the last digit but one: a
//! velocity of 10⁻¹⁷ m/s says nothing of the body. So a quantity is compared with what one step adds to it, and with
//! what all bodies together have of it.

use crate::draw::quantity::without_single_rounding;
use crate::engine::body::BodyKind;
use crate::engine::world::World;

/// How large the quantities of a world are, SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    /// Of all dynamic bodies, kg.
    mass: f64,
    /// What gravity adds in a step, and the root of the mean square of the velocities, m/s.
    speed: f64,
    step_hz: f64,
}

impl Sizes {
    /// Those of a world as it is now.
    pub fn of(world: &World) -> Sizes {
        let dynamic = world.bodies().filter(|(_, body)| body.kind == BodyKind::Dynamic);
        let mass: f64 = dynamic.map(|(_, body)| f64::from(body.mass)).sum();
        let settings = world.settings();
        let step_hz = f64::from(settings.step_hz);
        let mean = if mass > 0.0 { (2.0 * world.energy().kinetic / mass).sqrt() } else { 0.0 };
        Sizes { mass, speed: f64::from(settings.gravity.length()) / step_hz + mean, step_hz }
    }

    /// The size of a quantity of this unit; 0 where the world has none. Of lengths and angles one metre, one radian:
    /// coordinates carry no more.
    fn of_unit(&self, unit: &str) -> f64 {
        match unit {
            "m" | "rad" => 1.0,
            "m/s" | "rad/s" => self.speed,
            "m/s²" => self.speed * self.step_hz,
            "kg·m/s" | "kg·m²/s" | "N·s" => self.mass * self.speed,
            "N" | "N·m" => self.mass * self.speed * self.step_hz,
            // Velocities made of rounding have its square.
            "J" => self.mass * self.speed * self.speed * 1e-6,
            _ => 0.0,
        }
    }

    /// A reading in this unit; 0 where it is made of rounding.
    pub fn read(&self, value: f64, unit: &str) -> f64 {
        without_single_rounding(value, self.of_unit(unit))
    }

    /// The same in single precision.
    pub fn read_single(&self, value: f32, unit: &str) -> f32 {
        self.read(value.into(), unit) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nothing_beside_a_step_of_gravity_reads_0_and_slow_motion_does_not() {
        let sizes = Sizes { mass: 2.0, speed: 9.81 / 60.0, step_hz: 60.0 };
        let rounding = [(1e-17, "m/s"), (-2e-12, "rad"), (3e-8, "m"), (1e-6, "N"), (1e-9, "kg·m/s"), (1e-16, "J")];
        assert!(rounding.into_iter().all(|(value, unit)| sizes.read(value, unit) == 0.0));
        let real = [(1e-6, "m/s"), (1e-5, "rad"), (1e-6, "m"), (1e-3, "N"), (1e-5, "kg·m/s"), (1e-12, "J"), (1e-30, "")];
        assert!(real.into_iter().all(|(value, unit)| sizes.read(value, unit) == value));
    }
}
