//! Energy of a mechanism: what an integrator should keep when nothing is damped.
//!
//! ```text
//!   kinetic      ½ m v² + ½ I ω²
//!   springs      ½ k C²,   k = C_k m_r/h²
//!   forces       −F · x − T θ,   of forces that stay the same
//! ```

use super::spring::Spring;
use super::state::State;
use super::system::System;

impl System {
    /// Kinetic energy, joules. What nothing can push has none.
    pub fn kinetic_energy(&self, state: &State) -> f64 {
        let half = |rate_squared: f64, inverse: f64| if inverse > 0.0 { 0.5 * rate_squared / inverse } else { 0.0 };
        let bodies = self.masses.iter().zip(&state.bodies);
        bodies.map(|(mass, body)| half(body.velocity.length_squared(), mass.inv_mass) + half(body.spin * body.spin, mass.inv_inertia)).sum()
    }

    /// Energy of springs and of forces that stay the same, joules: of springs for steps of `h` seconds, zero at rest;
    /// of forces zero at the origin.
    pub fn potential_energy(&self, state: &State, h: f64) -> f64 {
        let bodies = self.masses.iter().zip(&state.bodies);
        let forces: f64 = bodies.map(|(mass, body)| -mass.force.dot(body.center) - mass.torque * body.angle).sum();
        forces + self.springs.iter().map(|spring| self.spring_energy(spring, state, h)).sum::<f64>()
    }

    fn spring_energy(&self, spring: &Spring, state: &State, h: f64) -> f64 {
        let mut rows = Vec::new();
        spring.coordinate.rows(state, &mut rows);
        let stiffness = spring.law.shares(h)[0] / (h * h);
        rows.iter().map(|row| 0.5 * stiffness * self.spring_mass(spring, row) * row.value * row.value).sum()
    }
}
