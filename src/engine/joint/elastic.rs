//! Energy that the springs of a joint store.
//!
//! ```text
//!   U = ½ ω² Cᵀ K⁻¹ C,    K = J M⁻¹ Jᵀ,    ω = 2π f
//! ```
//!
//! C is the coordinate that the spring pulls to zero, `K⁻¹` the mass that an impulse along it feels: so a spring is
//! given by a frequency, and its stiffness is `ω² K⁻¹`. Where `K` changes as the bodies turn (a spring at an arm), so
//! does the stiffness, and the energy is not kept exactly.

use super::parts::Spring;
use super::row::JacobianRow;
use super::rows::{Law, Row, RowTaker};
use crate::engine::body::Body;

/// Adds up the energy of the rows that it hears.
#[derive(Debug)]
pub(super) struct ElasticEnergy<'a> {
    bodies: [&'a Body; 2],
    /// Stiffer springs are not resolved ([`crate::engine::solver::softness::Softness::limited`]), hertz.
    most_hertz: f64,
    /// Joules.
    pub sum: f64,
}

impl<'a> ElasticEnergy<'a> {
    /// Nothing yet, of a joint of these bodies with sub-steps of `h` seconds.
    pub fn of(bodies: [&'a Body; 2], h: f32) -> ElasticEnergy<'a> {
        ElasticEnergy { bodies, most_hertz: 0.25 / f64::from(h), sum: 0.0 }
    }

    /// `J M⁻¹ J'ᵀ`, 1/kg or 1/(kg·m²).
    fn coupling(&self, row: &JacobianRow, other: &JacobianRow) -> f64 {
        let [a, b] = self.bodies;
        let along = f64::from(row.direction.dot(other.direction)) * f64::from(a.inv_mass + b.inv_mass);
        let turning = |inverse: f32, arms: [f32; 2]| f64::from(inverse) * f64::from(arms[0]) * f64::from(arms[1]);
        along + turning(a.inv_inertia, [row.arm_a, other.arm_a]) + turning(b.inv_inertia, [row.arm_b, other.arm_b])
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
            self.add(spring, c * c / self.coupling(&row.jacobian, &row.jacobian));
        }
    }

    fn take_both(&mut self, [x, y]: [Row; 2]) {
        if let Law::Spring(spring) = x.law {
            let [xx, xy, yy] = [(&x, &x), (&x, &y), (&y, &y)].map(|(one, other)| self.coupling(&one.jacobian, &other.jacobian));
            let [c, d] = [x.coordinate, y.coordinate].map(f64::from);
            self.add(spring, (yy * c * c - 2.0 * xy * c * d + xx * d * d) / (xx * yy - xy * xy));
        }
    }
}
