//! The bounces of [`super::complementary`]: what the points that push are left with when some of them were hit.
//!
//! With v⁻ the speed of a point when the bodies meet, the impulses λ of the whole step become those that solve
//!
//! ```text
//!   v⁺ ≥ p,   λ ≥ 0,   λ (v⁺ − p) = 0        p:   −e v⁻    what was hit faster than the threshold
//!                                                 −v⁻      what was parting (v⁻ > 0)
//!                                                  0       the rest: no hit, slow, or without restitution
//! ```
//!
//! with friction within ± μ λ. *Energy.* Impulses add `Σ λ (v⁻ + v⁺)/2`, and where λ > 0 this is `λ (v⁻ + p)/2`:
//! `−(1 − e) λ |v⁻|/2` for a hit, 0 for a pair that was parting, at most 0 for the rest. So without friction nothing is
//! gained, whatever the coefficients are. Two conditions matter for that: an impulse that stopped a pair is taken back
//! when the pair parts by itself after all, and a pair that was parting may be turned round. With p = 0 it would gain
//! `λ v⁻/2`, and three discs in a row came out of an elastic hit with 2.7 times their energy. What it closes with then
//! is a hit of the next step.
//!
//! *Friction may gain*, where it changes how fast a point parts: Kane and Levinson's paradox, see
//! [`super::contact_impulse`]. With more energy than before, the part of the way from the solution without friction to
//! the one with it is taken on which there is no more: both fulfil the conditions along the normals and the cones are
//! convex, so what lies between fulfils them, too.

use super::complementary_rows::{Owner, Part, Problem, Round, Settings};
use super::sequential_contact::Contact;
use crate::engine::lanes::{Float4, Float4Pair};
use crate::engine::linear::complementarity::Complementary;
use crate::engine::probe::ran;

/// Less of the energy than this share is rounding.
const ROUNDING: f64 = 1e-6;

impl Problem<'_> {
    /// The bounces of those that `already` have these impulses; nothing when nobody bounces. `free`: the bodies in
    /// these slots before any impulse.
    pub(super) fn bounce(
        &self,
        contacts: &[Contact],
        already: &[f64],
        free: (&[u32], &[Float4Pair]),
        bodies: &[Float4Pair],
        settings: &Settings,
    ) -> Option<Option<Part>> {
        ran!();
        let threshold = settings.restitution_threshold;
        let normals = self.rows.iter().zip(already).filter(|(row, load)| matches!(row.owner, Owner::Normal(..)) && **load > 0.0);
        let loaded: Vec<Owner> = normals.map(|(row, _)| row.owner).collect();
        if !loaded.iter().any(|owner| matches!(*owner, Owner::Normal(contact, k) if contacts[contact].is_hit(k, threshold))) {
            return Some(None);
        }
        let rows = self.part(|owner| match owner {
            Owner::Normal(contact, k) | Owner::Friction(contact, k) => loaded.contains(&Owner::Normal(contact, k)),
            Owner::Joint(..) => true,
        });
        let wanted = |&row: &usize| match self.rows[row].owner {
            Owner::Normal(contact, k) => self.speed(row, bodies) - f64::from(contacts[contact].parting(k, threshold)), // [lcp.bounce]
            Owner::Friction(..) => self.speed(row, bodies),
            Owner::Joint(..) => 0.0,
        };
        let had = |&row: &usize| if matches!(self.rows[row].owner, Owner::Joint(..)) { 0.0 } else { already[row] };
        let (offset, had): (Vec<f64>, Vec<f64>) = rows.iter().map(|row| (wanted(row), had(row))).unzip();
        let of_had = self.matrix.part(&rows, &rows).times(&had);
        let without: Vec<f64> = offset.iter().zip(of_had).map(|(offset, had)| offset - had).collect();
        let rounds = self.friction_rounds((&rows, &without), contacts, already.to_vec(), settings)?;
        let Round { mut found, mut bounds, .. } = rounds.into_iter().next_back()?;
        self.without_gain(&rows, (&without, &had), (&mut found, &mut bounds), free, bodies)?;
        found.lambda.iter_mut().zip(&had).for_each(|(x, had)| *x -= had);
        bounds.iter_mut().zip(&had).for_each(|(bounds, had)| *bounds = bounds.map(|bound| bound - had));
        Some(Some(Part { rows, found, offset, bounds }))
    }

    /// Takes as much of the friction as adds no energy.
    fn without_gain(
        &self,
        rows: &[usize],
        (offset, had): (&[f64], &[f64]),
        (found, bounds): (&mut Complementary, &mut [[f64; 2]]),
        (slots, free): (&[u32], &[Float4Pair]),
        bodies: &[Float4Pair],
    ) -> Option<()> {
        let given = |lambda: &[f64]| {
            let change: Vec<f64> = lambda.iter().zip(had).map(|(x, had)| x - had).collect();
            self.given(rows, &change, slots, bodies)
        };
        let most = energy(free, free);
        let rough = given(&found.lambda);
        if energy(&rough, &rough) <= (1.0 + ROUNDING) * most {
            return Some(());
        }
        let is_friction = |row: usize| matches!(self.rows[row].owner, Owner::Friction(..));
        let rubbing: Vec<usize> = (0..rows.len()).filter(|&at| is_friction(rows[at])).collect();
        rubbing.iter().for_each(|&at| bounds[at] = [0.0; 2]);
        let smooth = self.solve(rows, offset.to_vec(), bounds)?;
        let start = given(&smooth.lambda);
        // Energy at the share s of the way: c + b s + a s².
        let (c, a) = (energy(&start, &start), energy(&rough, &rough) - 2.0 * energy(&start, &rough) + energy(&start, &start));
        let b = 2.0 * (energy(&start, &rough) - c);
        let over = (c - most).min(0.0);
        let share = if a > 0.0 { ((-b + (b * b - 4.0 * a * over).sqrt()) / (2.0 * a)).clamp(0.0, 1.0) } else { 1.0 };
        found.lambda.iter_mut().zip(&smooth.lambda).for_each(|(x, smooth)| *x = smooth + share * (*x - smooth));
        rubbing.iter().for_each(|&at| bounds[at] = [-found.lambda[at].abs(), found.lambda[at].abs()]);
        (found.pivots, found.violation) = (found.pivots + smooth.pivots, found.violation.max(smooth.violation));
        Some(())
    }
}

/// `½ Σ m v·v' + I ω ω'`, joules: kinetic energy where both are the same.
fn energy(these: &[Float4Pair], those: &[Float4Pair]) -> f64 {
    let of = |(this, that): (&Float4Pair, &Float4Pair)| {
        let (Float4([x, y, spin, inv_mass]), Float4([.., inv_inertia])) = (this.first, this.last);
        let Float4([other_x, other_y, other_spin, _]) = that.first;
        let [x, y, spin, inv_mass, inv_inertia] = [x, y, spin, inv_mass, inv_inertia].map(f64::from);
        let [other_x, other_y, other_spin] = [other_x, other_y, other_spin].map(f64::from);
        let per = |inverse: f64, product: f64| if inverse > 0.0 { 0.5 * product / inverse } else { 0.0 };
        per(inv_mass, x * other_x + y * other_y) + per(inv_inertia, spin * other_spin)
    };
    these.iter().zip(those).map(of).sum()
}
