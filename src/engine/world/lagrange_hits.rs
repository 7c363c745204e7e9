//! Which part of what contacts and limits gave in a step stopped what bodies brought, under the global solve
//! ([`super::solve_lagrange`]).
//!
//! A hit acts at the start of the step; what answers forces acts all through it. The sum alone tells nothing of the
//! two: under a box of 4 kg on a hinged board of 2 kg the speed that an impulse has left is small and the sum is
//! large, and a share of the sum for the hit throws the board up. So the hit is found by itself: the impulses that
//! stop the velocities of the start, with no force about. Rows are solved in turn, as in
//! [`crate::engine::solver::sequential_impulses`], and after each round the velocities of mechanisms are made to fit
//! their joints. What is left of the sum is steady.

use super::mechanisms::{MOST_ROWS, Mechanism, MechanismInputs, NO_HIT};
use crate::engine::island::DisjointSets;
use crate::engine::joint::row::JacobianRow;
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::sequential_contact::Given;
use glam::DVec2;

/// A row with what it was given.
pub(super) struct Pushed {
    pub slots: [u32; 2],
    pub row: JacobianRow,
    /// All before the motion in `steady` until [`find_hits`] parts it.
    pub given: Given,
    /// Of what can stop bodies.
    pub stopping: Option<Stopping>,
    /// Joint whose load it is, by its place: along an axis that turns with A.
    pub load: Option<usize>,
}

/// How a row stops bodies: the velocity along it plus the bias may not be below zero.
#[derive(Clone, Copy)]
pub(super) struct Stopping {
    /// How fast a gap may close, m/s or rad/s.
    pub bias: f64,
    /// Of friction, whose velocity becomes zero: its normal among the rows, and the coefficient.
    pub cone: Option<(usize, f64)>,
}

/// Velocities of the bodies by slot: x, y, spin.
struct Motions {
    rates: Vec<[f64; 3]>,
    /// 1/kg, 1/(kg·m²).
    inverse: Vec<[f64; 2]>,
}

impl Motions {
    fn parts(row: &JacobianRow) -> [[f64; 3]; 2] {
        let [x, y, arm_a, arm_b] = [row.direction.x, row.direction.y, row.arm_a, row.arm_b].map(f64::from);
        [[-x, -y, -arm_a], [x, y, arm_b]]
    }

    fn speed(&self, slots: [u32; 2], row: &JacobianRow) -> f64 {
        let of = |(slot, j): (u32, [f64; 3])| self.rates[slot as usize].iter().zip(j).map(|(v, j)| v * j).sum::<f64>();
        slots.into_iter().zip(Motions::parts(row)).map(of).sum()
    }

    fn response(&self, slots: [u32; 2], row: &JacobianRow) -> f64 {
        let of = |(slot, [x, y, arm]): (u32, [f64; 3])| {
            let [inv_mass, inv_inertia] = self.inverse[slot as usize];
            inv_mass * (x * x + y * y) + inv_inertia * arm * arm
        };
        slots.into_iter().zip(Motions::parts(row)).map(of).sum()
    }

    fn give(&mut self, slots: [u32; 2], row: &JacobianRow, impulse: f64) {
        for (slot, [x, y, arm]) in slots.into_iter().zip(Motions::parts(row)) {
            let ([inv_mass, inv_inertia], rates) = (self.inverse[slot as usize], &mut self.rates[slot as usize]);
            rates[0] += inv_mass * x * impulse;
            rates[1] += inv_mass * y * impulse;
            rates[2] += inv_inertia * arm * impulse;
        }
    }

    /// Makes the velocities of a mechanism fit its joints.
    fn fit(&mut self, mechanism: &Mechanism) {
        let mut state = mechanism.state.clone();
        for (body, &slot) in state.bodies.iter_mut().zip(&mechanism.slots).filter(|(_, slot)| **slot != 0) {
            let [x, y, spin] = self.rates[slot as usize];
            (body.velocity, body.spin) = (DVec2::new(x, y), spin);
        }
        if mechanism.system.fit_velocities(&mut state).is_ok() {
            for (body, &slot) in state.bodies.iter().zip(&mechanism.slots).filter(|(_, slot)| **slot != 0) {
                self.rates[slot as usize] = [body.velocity.x, body.velocity.y, body.spin];
            }
        }
    }
}

/// Parts what rows were given: from `steady` into `impact` what stops the velocities of the step's start.
pub(super) fn find_hits(inputs: MechanismInputs<'_>, mechanisms: &[Mechanism], rounds: u32, rows: &mut [Pushed]) {
    let start: Vec<SolverBody> = (0..inputs.start.len()).map(|slot| SolverBody::at(inputs.start, slot as u32)).collect();
    let mut motions = Motions {
        rates: start.iter().map(|body| [body.velocity.x, body.velocity.y, body.angular_velocity].map(f64::from)).collect(),
        inverse: start.iter().map(|body| [body.inv_mass, body.inv_inertia].map(f64::from)).collect(),
    };
    (motions.rates[0], motions.inverse[0]) = ([0.0; 3], [0.0; 2]);
    let moves = |slot: u32| motions.inverse[slot as usize] != [0.0; 2];
    let mut sets = DisjointSets::default();
    sets.reset(start.len());
    let mut unite = |slots: &[u32]| {
        let mut moving = slots.iter().copied().filter(|&slot| moves(slot));
        if let Some(first) = moving.next() {
            moving.for_each(|slot| sets.unite(first, slot));
        }
    };
    rows.iter().for_each(|row| unite(&row.slots));
    mechanisms.iter().for_each(|mechanism| unite(&mechanism.slots));
    let mut island = |slots: &[u32]| slots.iter().copied().find(|&slot| moves(slot)).map(|slot| sets.find(slot));
    let mut is_hit = vec![false; start.len()];
    for Pushed { slots, row, stopping, .. } in rows.iter() {
        let closes = |Stopping { bias, cone }: &Stopping| cone.is_none() && motions.speed(*slots, row) + bias < -NO_HIT;
        if let Some(root) = island(slots).filter(|_| stopping.as_ref().is_some_and(closes)) {
            is_hit[root as usize] = true;
        }
    }
    let mut hit = |slots: &[u32]| island(slots).is_some_and(|root| is_hit[root as usize]);
    let stopped: Vec<usize> = (0..rows.len()).filter(|&k| rows[k].stopping.is_some() && hit(&rows[k].slots)).collect();
    let fitted = |mechanism: &&Mechanism| {
        let constraints = !mechanism.system.constraints.is_empty();
        constraints && hit(&mechanism.slots) && mechanism.system.rows(&mechanism.state).0.len() <= MOST_ROWS
    };
    let joined: Vec<&Mechanism> = mechanisms.iter().filter(fitted).collect();
    let mut sums = vec![0.0_f64; rows.len()];
    for _ in 0..if stopped.is_empty() { 0 } else { rounds } {
        for &k in &stopped {
            let (Pushed { slots, row, .. }, Some(Stopping { bias, cone })) = (&rows[k], rows[k].stopping) else { continue };
            let response = motions.response(*slots, row);
            if response > 0.0 {
                let [low, high] = cone.map_or([0.0, f64::INFINITY], |(normal, mu)| [-mu * sums[normal], mu * sums[normal]]);
                let sum = (sums[k] - (motions.speed(*slots, row) + bias) / response).clamp(low, high);
                motions.give(*slots, row, sum - sums[k]);
                sums[k] = sum;
            }
        }
        joined.iter().for_each(|mechanism| motions.fit(mechanism));
    }
    for k in stopped {
        rows[k].given.impact = sums[k] as f32;
        rows[k].given.steady -= rows[k].given.impact;
    }
}
