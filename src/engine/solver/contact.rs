//! One contact as a constraint: no overlap along the normal, Coulomb friction along the tangent, bounce.
//!
//! Seen from the centres of mass, a point of contact at `r_a` and `r_b` has the relative velocity
//! `u = v_b + ω_b perp(r_b) − v_a − ω_a perp(r_a)`. An impulse λ along the unit vector `d` (−λ on A, +λ on B) changes `u·d` by
//! `λ (1/m_a + 1/m_b + (r_a×d)²/I_a + (r_b×d)²/I_b)`; the reciprocal of the bracket is the *effective mass* of the row.
//!
//! *Normal row*: the sum of impulses Λ must never pull, `Λ ≥ 0`, so each increment is clamped through the sum (Catto, "Iterative dynamics
//! with temporal coherence", 2005). Gap s > 0: let the bodies come exactly as near as to touch at the end of the sub-step, `u·n + s/h ≥ 0`; so
//! contacts may be made before they touch (*speculative*). Overlap s < 0: a soft push ([`super::softness`]), never faster than
//! [`tuning::PUSH_SPEED`]. The gap is not measured again but carried along with the bodies' cores.
//!
//! *Tangent row*: `|Λ_t| ≤ μ Λ_n`, with the normal impulse of the moment.
//!
//! *Bounce*: see [`ContactConstraint::bounce`].

use super::body::SolverBody;
use super::softness::Softness;
use super::{Pass, SolverStep};
use crate::engine::body::BodyId;
use crate::engine::lanes::QuadPair;
use crate::engine::math::{Vec2, clamp, cross, max, perp};
use crate::engine::probe::Probe;
use crate::engine::tuning;

/// One point of a contact.
#[derive(Clone, Copy, Debug, Default)]
pub struct ContactRow {
    /// From A's centre of mass to the point where it was found, metres, world axes: the lever arm.
    pub r_a: Vec2,
    /// Same from B's centre.
    pub r_b: Vec2,
    /// From A's centre of mass to the point of A's *core* under the point, as it stood at the start of the step. The gap is measured between cores, less the
    /// rounding: a wheel that rolls keeps its distance from the road, although every point of its rim lifts off.
    pub start_a: Vec2,
    /// Same for B.
    pub start_b: Vec2,
    /// Signed gap at the start of the step, metres; of a point found within the step: what the gap would have been then.
    pub separation: f32,
    /// Effective mass along the normal, kg.
    pub normal_mass: f32,
    /// Effective mass along the tangent, kg.
    pub tangent_mass: f32,
    /// Accumulated impulse along the normal in this sub-step, N·s.
    pub normal_impulse: f32,
    /// Accumulated impulse along `perp(normal)` in this sub-step, N·s.
    pub tangent_impulse: f32,
    /// Sum over the finished sub-steps and all bounces, N·s.
    pub normal_total: f32,
    /// Sum over the finished sub-steps and all bounces, N·s.
    pub tangent_total: f32,
}

/// One contact of a step.
#[derive(Clone, Copy, Debug)]
pub struct ContactConstraint {
    /// Slot of A.
    pub a: u32,
    /// Slot of B.
    pub b: u32,
    /// Index in the world's contacts.
    pub contact: u32,
    /// How many rows are valid.
    pub count: u32,
    /// Unit normal from A to B, world.
    pub normal: Vec2,
    /// Coefficient of friction.
    pub friction: f32,
    /// Coefficient of restitution.
    pub restitution: f32,
    /// True until its first impulse when the bodies close so fast that points may appear within the step: its points are found anew in
    /// each sub-step.
    pub fast: bool,
    /// Largest closing speed that the points have had in this step, m/s.
    pub closing_speed: f32,
    /// How overlap is pushed away.
    pub softness: Softness,
    /// The points.
    pub rows: [ContactRow; 2],
    /// A's centre of mass at the start of the step, world, metres; for probes.
    pub center_a: Vec2,
    /// For probes.
    pub body_a: BodyId,
    /// For probes.
    pub body_b: BodyId,
}

impl ContactConstraint {
    /// Fills in the effective masses from the anchors and bodies.
    pub fn prepare_masses(&mut self, bodies: &[QuadPair]) {
        let (a, b) = (SolverBody::at(bodies, self.a), SolverBody::at(bodies, self.b));
        let mass_along = |row: &ContactRow, d: Vec2| {
            let (ra, rb) = (cross(row.r_a, d), cross(row.r_b, d));
            let k = a.inv_mass + b.inv_mass + a.inv_inertia * ra * ra + b.inv_inertia * rb * rb;
            if k > 0.0 { 1.0 / k } else { 0.0 }
        };
        for row in &mut self.rows[..self.count as usize] {
            row.normal_mass = mass_along(row, self.normal);
            row.tangent_mass = mass_along(row, perp(self.normal));
        }
    }

    /// Applies the impulses of the last sub-step again.
    pub fn warm_start<P: Probe<SolverStep>>(&self, bodies: &mut [QuadPair], pass: &Pass, probe: &mut P) {
        let (mut a, mut b) = (SolverBody::at(bodies, self.a), SolverBody::at(bodies, self.b));
        let tangent = perp(self.normal);
        for row in &self.rows[..self.count as usize] {
            let impulse = row.normal_impulse * self.normal + row.tangent_impulse * tangent;
            probe.record(|| self.step(pass, row, self.normal, &a, &b, row.normal_impulse, row.normal_impulse, false));
            probe.record(|| self.step(pass, row, tangent, &a, &b, row.tangent_impulse, row.tangent_impulse, false));
            a.push(-impulse, row.r_a);
            b.push(impulse, row.r_b);
        }
        a.put_velocity(bodies, self.a);
        b.put_velocity(bodies, self.b);
    }

    /// One pass over the rows: first the normals, then friction inside the cone that they leave.
    pub fn solve<P: Probe<SolverStep>>(&mut self, bodies: &mut [QuadPair], pass: &Pass, probe: &mut P) {
        let (mut a, mut b) = (SolverBody::at(bodies, self.a), SolverBody::at(bodies, self.b));
        let tangent = perp(self.normal);
        for k in 0..self.count as usize {
            let mut row = self.rows[k];
            let gap = row.separation + (b.delta_of(row.start_b) - a.delta_of(row.start_a)).dot(self.normal);
            if self.fast && row.normal_impulse == 0.0 && !pass.use_bias() {
                continue; // its points are found anew before the next solve
            }
            let (bias, mass_scale, impulse_scale) = if gap > 0.0 {
                (gap * pass.inv_h, 1.0, 0.0)
            } else if pass.use_bias() {
                let soft = self.softness;
                (max(soft.bias_rate * gap, -tuning::PUSH_SPEED), soft.mass_scale, soft.impulse_scale)
            } else {
                (0.0, 1.0, 0.0)
            };
            let speed = (b.velocity_at(row.r_b) - a.velocity_at(row.r_a)).dot(self.normal);
            if self.restitution > 0.0 && speed < -pass.restitution_threshold {
                continue; // left to the bounce of the next sub-step
            }
            let increment = -row.normal_mass * mass_scale * (speed + bias) - impulse_scale * row.normal_impulse;
            let total = max(row.normal_impulse + increment, 0.0);
            let change = total - row.normal_impulse;
            probe.record(|| self.step(pass, &row, self.normal, &a, &b, change, total, total == 0.0));
            row.normal_impulse = total;
            a.push(-change * self.normal, row.r_a);
            b.push(change * self.normal, row.r_b);
            self.rows[k] = row;
        }
        for k in 0..self.count as usize {
            let mut row = self.rows[k];
            let speed = (b.velocity_at(row.r_b) - a.velocity_at(row.r_a)).dot(tangent);
            let bound = self.friction * row.normal_impulse;
            let wanted = row.tangent_impulse - row.tangent_mass * speed;
            let total = clamp(wanted, -bound, bound);
            let change = total - row.tangent_impulse;
            probe.record(|| self.step(pass, &row, tangent, &a, &b, change, total, total != wanted));
            row.tangent_impulse = total;
            a.push(-change * tangent, row.r_a);
            b.push(change * tangent, row.r_b);
            self.rows[k] = row;
        }
        a.put_velocity(bodies, self.a);
        b.put_velocity(bodies, self.b);
    }

    /// Reflects points that are about to hit: one round of the impact stage; true when some point bounced.
    ///
    /// A point that closes faster than the threshold and will touch within this sub-step gets the impulse that turns its normal velocity `u`
    /// into `−e u`, and a friction impulse inside the cone of that impulse. Repeating rounds over all contacts lets a blow run
    /// through a row of touching balls one contact at a time, as it does in Newton's cradle; solving all of them at once would share the
    /// momentum out among the balls. A point that still closes faster than the threshold is left alone by [`ContactConstraint::solve`], so
    /// that neither the speculative row nor the relaxing takes the energy of the approach before the blow. These impulses are not warm started: a blow does not happen twice.
    pub fn bounce<P: Probe<SolverStep>>(&mut self, bodies: &mut [QuadPair], pass: &Pass, probe: &mut P) -> bool {
        let (mut a, mut b) = (SolverBody::at(bodies, self.a), SolverBody::at(bodies, self.b));
        let tangent = perp(self.normal);
        let mut bounced = false;
        for k in 0..self.count as usize {
            let mut row = self.rows[k];
            let relative = b.velocity_at(row.r_b) - a.velocity_at(row.r_a);
            let speed = relative.dot(self.normal);
            let gap = row.separation + (b.delta_of(row.start_b) - a.delta_of(row.start_a)).dot(self.normal);
            if speed >= -pass.restitution_threshold || gap + speed * pass.h > 0.0 {
                continue;
            }
            bounced = true;
            let blow = -row.normal_mass * (1.0 + self.restitution) * speed;
            row.normal_total += blow;
            probe.record(|| self.step(pass, &row, self.normal, &a, &b, blow, row.normal_total, false));
            a.push(-blow * self.normal, row.r_a);
            b.push(blow * self.normal, row.r_b);

            let slide = (b.velocity_at(row.r_b) - a.velocity_at(row.r_a)).dot(tangent);
            let wanted = -row.tangent_mass * slide;
            let rub = clamp(wanted, -self.friction * blow, self.friction * blow);
            row.tangent_total += rub;
            probe.record(|| self.step(pass, &row, tangent, &a, &b, rub, row.tangent_total, rub != wanted));
            a.push(-rub * tangent, row.r_a);
            b.push(rub * tangent, row.r_b);
            self.rows[k] = row;
        }
        a.put_velocity(bodies, self.a);
        b.put_velocity(bodies, self.b);
        bounced
    }

    /// Largest closing speed of the points, m/s, at least 0.
    pub fn largest_closing_speed(&self, bodies: &[QuadPair]) -> f32 {
        let (a, b) = (SolverBody::at(bodies, self.a), SolverBody::at(bodies, self.b));
        self.rows[..self.count as usize]
            .iter()
            .fold(0.0, |most, row| max(most, -(b.velocity_at(row.r_b) - a.velocity_at(row.r_a)).dot(self.normal)))
    }

    /// Drops the impulses of the last sub-step: no warm start.
    pub fn forget(&mut self) {
        for row in &mut self.rows {
            (row.normal_impulse, row.tangent_impulse) = (0.0, 0.0);
        }
    }

    /// Adds the impulses of a finished sub-step to the totals.
    pub fn add_to_totals(&mut self) {
        for row in &mut self.rows[..self.count as usize] {
            row.normal_total += row.normal_impulse;
            row.tangent_total += row.tangent_impulse;
            self.fast &= row.normal_total == 0.0;
        }
    }

    #[allow(clippy::too_many_arguments)] // a record of one impulse, called inside probes only
    fn step(
        &self,
        pass: &Pass,
        row: &ContactRow,
        direction: Vec2,
        a: &SolverBody,
        b: &SolverBody,
        impulse_change: f32,
        impulse_total: f32,
        clamped: bool,
    ) -> SolverStep {
        SolverStep {
            substep: pass.substep,
            pass: pass.kind,
            body_a: self.body_a,
            body_b: self.body_b,
            point: self.center_a + row.r_a,
            direction,
            velocity_before: (b.velocity_at(row.r_b) - a.velocity_at(row.r_a)).dot(direction),
            impulse_change,
            impulse_total,
            clamped,
        }
    }
}
