//! Energy that the springs of a joint store.
//!
//! ```text
//!   U = ½ m ω² C²,    ω = 2π f
//! ```
//!
//! C is the coordinate that the spring pulls to zero, m the mass that its stiffness is made of ([`super::springs`]).

use super::definition::Joint;
use super::parts::Spring;
use super::rows::{Law, Row, RowTaker};
use crate::engine::body::Body;
use crate::engine::solver::softness::Softness;

/// Adds up the energy of the rows that it hears.
#[derive(Debug)]
pub(super) struct ElasticEnergy<'a> {
    bodies: [&'a Body; 2],
    /// What the stiffness is made of, if that is not the row's own where the bodies are.
    mass: Option<f64>,
    /// The same of a soft weld's rows along its axes.
    weld_masses: Option<[f64; 2]>,
    /// See [`Softness::stiffest`], hertz.
    most_hertz: f64,
    /// Joules.
    pub sum: f64,
}

impl<'a> ElasticEnergy<'a> {
    /// Nothing yet, of a joint of these bodies with sub-steps of `h` seconds.
    pub fn of(joint: &Joint, bodies: [&'a Body; 2], h: f32) -> ElasticEnergy<'a> {
        let mass = joint.spring_mass(bodies).map(|mass| mass.of_spring);
        let weld_masses = joint.weld_masses(bodies);
        ElasticEnergy { bodies, mass, weld_masses, most_hertz: f64::from(Softness::stiffest(h)), sum: 0.0 }
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
            let of_weld = self.weld_masses.and_then(|masses| masses.get(row.impulse).copied());
            let mass = of_weld.or(self.mass).unwrap_or_else(|| 1.0 / row.jacobian.coupling_of(&row.jacobian, self.bodies));
            self.add(spring, mass * c * c);
        }
    }

    fn take_both(&mut self, rows: [Row; 2]) {
        rows.into_iter().for_each(|row| self.take(row));
    }
}
