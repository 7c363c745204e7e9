//! The two points of a contact that hit at once: two equations with two unknowns.

use crate::engine::math::max;

/// How impulses along the normal at both points of a contact change their speeds: the matrix `[1/m₁, c; c, 1/m₂]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct NormalResponse {
    /// Effective masses, kg; 0 where there is no point.
    pub masses: [f32; 2],
    /// How an impulse on one point changes the other's speed, 1/kg.
    coupling: f32,
    /// `1 / (1 − c² m₁ m₂)`, or 0 where the matrix is singular.
    inverse: f32,
}

impl NormalResponse {
    /// Of effective masses and coupling.
    pub fn new(masses: [f32; 2], coupling: f32) -> NormalResponse {
        let [m_1, m_2] = masses;
        // How far the matrix is from singular, 0 to 1.
        let independent = 1.0 - coupling * coupling * m_1 * m_2;
        NormalResponse { masses, coupling, inverse: if independent < 1e-5 { 0.0 } else { 1.0 / independent } }
    }

    /// The normal impulses of both points, N·s, which are `given` now, so that the speeds change by what is `missing`
    /// (m/s; `None` for a point that does not hit). A point that the other's impulse makes part faster than it shall
    /// gets none: neither pulls.
    pub fn impulses(&self, missing: [Option<f32>; 2], given: [f32; 2]) -> [f32; 2] {
        let ([m_1, m_2], coupling) = (self.masses, self.coupling);
        let (missing_1, missing_2) = match missing {
            [Some(one), Some(two)] => (one, two),
            [Some(one), None] => return [max(given[0] + m_1 * one, 0.0), 0.0],
            [None, two] => return [0.0, max(given[1] + m_2 * two.unwrap_or(0.0), 0.0)],
        };
        // Each impulse if the other were none, and both:
        let alone = [given[0] + m_1 * (missing_1 + coupling * given[1]), given[1] + m_2 * (missing_2 + coupling * given[0])];
        if self.inverse == 0.0 {
            // Nothing can turn: the points share what the faster one asks for.
            return [0.5 * max(max(alone[0], alone[1]), 0.0); 2];
        }
        let both = [(alone[0] - m_1 * coupling * alone[1]) * self.inverse, (alone[1] - m_2 * coupling * alone[0]) * self.inverse];
        match both.map(|impulse| impulse > 0.0) {
            [true, true] => both,
            [true, false] => [max(alone[0], 0.0), 0.0],
            [false, true] => [0.0, max(alone[1], 0.0)],
            [false, false] => [0.0; 2],
        }
    }
}
