//! Energy of a mechanism: what an integrator should keep when nothing is damped.
//!
//! ```text
//!   kinetic      ½ m v² + ½ I ω²
//!   springs      ½ k C²,   k = C_k m_r/h²
//!   forces       −F · x − T θ,   of forces that stay the same
//!   loads        −F C
//! ```

use super::row::Row;
use super::spring::{Load, Spring};
use super::state::{BodyState, DVec2, Mass, State};
use super::system::System;

/// Share of the kinetic energy that a step of RK4 may add by its error: an oscillator whose phase grows by a radian in
/// the step is off by `1/72 − 1/576`, 1.2 %.
const GAIN: f64 = 0.01;

/// Speeds that rounding makes, m/s.
const ROUNDING: f64 = 0.01;

impl System {
    /// Kinetic energy, joules. What nothing can push has none.
    pub fn kinetic_energy(&self, state: &State) -> f64 {
        let half = |rate_squared: f64, inverse: f64| if inverse > 0.0 { 0.5 * rate_squared / inverse } else { 0.0 };
        let bodies = self.masses.iter().zip(&state.bodies);
        bodies.map(|(mass, body)| half(body.velocity.length_squared(), mass.inv_mass) + half(body.spin * body.spin, mass.inv_inertia)).sum()
    }

    /// Energy of springs, loads and forces that stay the same, joules: of springs for steps of `h` seconds, zero at
    /// rest; of forces zero at the origin.
    pub fn potential_energy(&self, state: &State, h: f64) -> f64 {
        let bodies = self.masses.iter().zip(&state.bodies);
        let forces: f64 = bodies.map(|(mass, body)| -mass.force.dot(body.center) - mass.torque * body.angle).sum();
        let way = |load: &Load| {
            let mut rows = Vec::new();
            load.coordinate.rows(state, &mut rows);
            rows.iter().map(|row| row.value).sum::<f64>()
        };
        let loads: f64 = self.loads.iter().map(|load| -load.force * way(load)).sum();
        forces + loads + self.springs.iter().map(|spring| self.spring_energy(spring, state, h)).sum::<f64>()
    }

    /// More energy than `before` and than constraints may give: they do no work, but they pull errors back, and the
    /// integrator has an error of its own. Asked of a step of `h` seconds from a state to another, in which nothing is
    /// driven.
    pub fn has_gained(&self, before: &State, after: &State, h: f64) -> bool {
        let all = |state: &State| self.kinetic_energy(state) + self.potential_energy(state, h);
        let drives = |mass: &Mass, body: &BodyState| mass.inv_mass == 0.0 && (body.velocity != DVec2::ZERO || body.spin != 0.0);
        if self.masses.iter().zip(&before.bodies).any(|(mass, body)| drives(mass, body)) {
            return false;
        }
        let masses = self.masses.iter().filter(|mass| mass.inv_mass > 0.0);
        let rounding: f64 = masses.map(|mass| 0.5 * ROUNDING * ROUNDING / mass.inv_mass).sum();
        let pulled = |row: &Row| {
            let mobility = self.coupling(row, row);
            if mobility > 0.0 { 0.5 * self.feedback.stiffness * row.value * row.value / mobility } else { 0.0 }
        };
        let pulls: f64 = self.rows(before).0.iter().map(pulled).sum();
        all(after) - all(before) > GAIN * self.kinetic_energy(before) + pulls + rounding
    }

    fn spring_energy(&self, spring: &Spring, state: &State, h: f64) -> f64 {
        let mut rows = Vec::new();
        spring.coordinate.rows(state, &mut rows);
        let stiffness = spring.law.shares(h)[0] / (h * h);
        let pulls = self.spring_loads(spring, &rows, rows.iter().map(|row| stiffness * row.value).collect());
        rows.iter().zip(pulls).map(|(row, pull)| 0.5 * pull * row.value).sum()
    }
}
