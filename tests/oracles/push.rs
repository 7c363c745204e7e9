//! Judge of the push that parts bodies which were put into each other: pseudo-velocities in `f64`, from zero, to
//! which every recorded impulse is applied. The solver's books ([`super::solver`]) move the bodies by them, and see
//! that the sub-steps are told of no more overlap than is left to them.

use super::coverage::Coverage;
use super::plane::{V, v};
use collidoscope::engine::body::BodyId;
use collidoscope::engine::solver::{ContactRow, SolverStep};
use collidoscope::engine::tuning::{PUSH_SPEED, PUSHED_OVERLAP};
use std::collections::BTreeMap;

/// Share of the overlap that leaves, 1/s, and the most of it in one step.
const RATE: (f64, f64) = (30.0, 0.5);

/// Inverse mass and inertia of a body.
pub type Inverses = [f64; 2];

/// What a row asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub step: SolverStep,
    pub gap: f64,
    bias: f64,
    total: f64,
    iteration: u32,
}

/// The pseudo-velocities of a step.
#[derive(Debug, Default)]
pub struct PushBooks {
    /// Velocity and spin of those that had an impulse.
    pub motions: BTreeMap<BodyId, (V, f64)>,
    pub rows: BTreeMap<(BodyId, BodyId, usize), Asked>,
}

impl PushBooks {
    /// One row, in one sweep; `h`: the whole step.
    pub fn judge_row(&mut self, step: &SolverStep, inverses: [Inverses; 2], h: f64, met: &mut Coverage) {
        let row = step.contact.expect("only contacts");
        let about = || format!("{step:#?} {inverses:?}");
        assert!(step.substep == 0 && !row.tangent && row.low == 0.0, "{}", about());
        let d = v(step.direction);
        let (arms, gap, bias, mass) = ([row.arm_a, row.arm_b].map(f64::from), gap_seen(&row), f64::from(row.bias), f64::from(row.mass));
        let motion = |id: BodyId| self.motions.get(&id).copied().unwrap_or_default();
        let [(a, spin_a), (b, spin_b)] = [motion(step.body_a), motion(step.body_b)];
        let before = d.0 * (b.0 - a.0) + d.1 * (b.1 - a.1) + spin_b * arms[1] - spin_a * arms[0];
        let slack = 4e-5 * (1.0 + a.0.hypot(a.1) + b.0.hypot(b.1) + (spin_a * arms[0]).abs() + (spin_b * arms[1]).abs());
        assert!((f64::from(step.velocity_before) - before).abs() < slack, "it met {before}, {}", about());

        // Who is out of reach stands still.
        let moved = [[1.0, 1.0], [1.0, 0.0], [0.0, 1.0]].map(|share| [0, 1].map(|k| inverses[k].map(|inverse| share[k] * inverse)));
        let response = |of: &[Inverses; 2]| of.iter().zip(arms).map(|([mass, inertia], arm)| mass + inertia * arm * arm).sum::<f64>();
        let moved = moved.into_iter().find(|of| (response(of) * mass - 1.0).abs() < 1e-4);
        let moved = moved.unwrap_or_else(|| panic!("a mass of neither body, {}", about()));

        let (change, total) = (f64::from(step.impulse_change), f64::from(step.impulse_total));
        let key = (step.body_a, step.body_b, row.point);
        let last = self.rows.get(&key).copied();
        let (old, iteration) = last.map_or((0.0, 0), |last| (last.total, last.iteration + 1));
        assert_eq!(step.iteration, iteration, "one turn in each sweep, {}", about());
        let tolerance = 2.0 * mass * slack + 1e-5 * (old.abs() + total.abs());
        assert!((old + change - total).abs() < tolerance, "{old} and the change are not the sum, {}", about());
        let wanted = (old - mass * (before + bias)).max(0.0);
        assert!((wanted - total).abs() < tolerance + 1e-4 * mass * bias.abs(), "the sum should be {wanted}, {}", about());
        assert!(last.is_none_or(|last| last.bias == bias && last.gap == gap), "it asks for the same in each sweep, {}", about());
        assert!(gap <= 0.0 || (bias - gap / h).abs() < 1e-4 * (1.0 + bias), "a gap may close, {}", about());
        assert!(gap > 0.0 || (bias <= 0.0 && bias >= -f64::from(PUSH_SPEED)), "{}", about());
        self.rows.insert(key, Asked { step: *step, gap, bias, total, iteration });
        for (id, sign, [inv_mass, inv_inertia], arm) in [(step.body_a, -1.0, moved[0], arms[0]), (step.body_b, 1.0, moved[1], arms[1])] {
            let (velocity, spin) = self.motions.entry(id).or_default();
            let impulse = sign * change;
            *velocity = (velocity.0 + impulse * inv_mass * d.0, velocity.1 + impulse * inv_mass * d.1);
            *spin += impulse * inv_inertia * arm;
        }
        met.note(if bias < 0.0 { "pushed out" } else { "pushed along" });
    }
}

impl Asked {
    /// The push is that of the overlap which the load does not explain; `explained`: metres.
    pub fn judge_bias(&self, explained: f64, h: f64) {
        let depth = -self.gap;
        if self.bias < 0.0 {
            assert!(depth - f64::from(PUSHED_OVERLAP) > 2.0 * explained - 1e-5, "{explained} explains it, {self:#?}");
            let speed = ((depth - explained) * RATE.0.min(RATE.1 / h)).min(f64::from(PUSH_SPEED));
            assert!((speed + self.bias).abs() < 1e-3 * (1e-2 + speed), "pushed at {speed}, {self:#?}");
        }
    }

    /// Overlap that is left to the sub-steps, metres.
    pub fn left(&self, explained: f64) -> f64 {
        if self.bias < 0.0 { explained } else { (-self.gap).max(0.0) }
    }
}

/// The gap that a row answers: measured from the rest offset.
pub fn gap_seen(row: &ContactRow) -> f64 {
    assert!(row.rest_offset >= 0.0);
    f64::from(row.gap) - f64::from(row.rest_offset)
}
