//! Energy that the springs of a joint store.
//!
//! ```text
//!   U = ½ m ω² C²,    ω = 2π f
//! ```
//!
//! C is the coordinate that the spring pulls to zero, m the mass that its stiffness is made of ([`super::springs`]).

use super::definition::Joint;
use super::parts::{Spring, SpringMasses};
use super::rows::{Law, Row, RowTaker};
use crate::engine::body::Body;
use crate::engine::solver::softness::Softness;

/// Adds up the energy of the rows that it hears.
#[derive(Debug)]
pub(super) struct ElasticEnergy<'a> {
    bodies: [&'a Body; 2],
    masses: SpringMasses,
    /// See [`Softness::stiffest`], hertz.
    most_hertz: f64,
    /// Joules.
    pub sum: f64,
}

impl<'a> ElasticEnergy<'a> {
    /// Nothing yet, of a joint of these bodies with sub-steps of `h` seconds.
    pub fn of(joint: &Joint, bodies: [&'a Body; 2], h: f32) -> ElasticEnergy<'a> {
        ElasticEnergy { bodies, masses: joint.spring_masses(bodies), most_hertz: f64::from(Softness::stiffest(h)), sum: 0.0 }
    }

    fn add(&mut self, spring: Spring, shape: f64) {
        let omega = std::f64::consts::TAU * f64::from(spring.hertz).min(self.most_hertz);
        if shape.is_finite() {
            self.sum += 0.5 * omega * omega * shape;
        }
    }
}

impl RowTaker for ElasticEnergy<'_> {
    fn take(&mut self, row: Row) {
        if let Law::Spring(spring) = row.law {
            let c = f64::from(row.coordinate);
            let own = || 1.0 / row.jacobian.coupling_of(&row.jacobian, self.bodies);
            let mass = self.masses.of_row(row.impulse).unwrap_or_else(own);
            self.add(spring, mass * c * c);
        }
    }

    fn take_both(&mut self, rows: [Row; 2]) {
        rows.into_iter().for_each(|row| self.take(row));
    }
}
