//! One joint's turn in a pass: its two bodies at hand, and the ways in which a row can be treated.
//!
//! | method | the row's coordinate C is … | impulse bounds |
//! |---|---|---|
//! | [`RowSolver::hold`], [`RowSolver::hold_both`] | held at zero, position error pushed away in the solve pass | none |
//! | [`RowSolver::spring`] | pulled to zero by a spring and damper; the joint's own only in the solve pass | none |
//! | [`RowSolver::at_least_zero`] | kept above zero; may reach it in this sub-step | Λ ≥ 0 |
//! | [`RowSolver::motor`] | driven at a speed | ±effort · h |
//!
//! All follow the soft step's rule (see [`crate::engine::solver::softness`]): increment `−m (Ċ + bias) · mass_scale −
//! impulse_scale · Λ`, the *sum* Λ is what is bounded.

use super::impulse::JointImpulse;
use super::parts::{JointSpring, Spring};
use super::row::JacobianRow;
use super::rows::{Law, MOST_ROWS, Row, RowTaker};
use super::stand::Stand;
use crate::engine::body::BodyId;
use crate::engine::math::{Vec2, clamp, max};
use crate::engine::probe::Probe;
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::softness::Softness;
use crate::engine::solver::{Pass, SolverStep};
use crate::engine::tuning;

/// A joint's bodies while its rows are solved.
#[derive(Debug)]
pub struct RowSolver<'a, P> {
    /// Body A; written back afterwards.
    pub a: SolverBody,
    /// Body B; written back afterwards.
    pub b: SolverBody,
    /// Where they stand now.
    pub now: Stand,
    /// The joint's spring, if it has one, as a row of this sub-step. In the relax pass its impulse stays: see
    /// [`crate::engine::solver::softness`].
    pub own_spring: JointSpring,
    /// Rows that hold, up to two of them: what a limit stops moves with them.
    pub held: [Option<JacobianRow>; 2],
    /// What the first of two opposite limits has made too fast, until the rows that hold are solved again; see
    /// [`RowSolver::at_least_zero`].
    pub overshoot: Option<Overshoot>,
    /// What this turn has given so far.
    pub carried: JointImpulse,
    /// The pass.
    pub pass: &'a Pass,
    /// Who watches.
    pub probe: &'a mut P,
    /// For the probe.
    pub body_a: BodyId,
    /// For the probe.
    pub body_b: BodyId,
    /// Where, for the probe, world, metres.
    pub point: Vec2,
}

/// A limit has pushed with the effective mass that its bodies have together with what holds them, but until the rows
/// that hold are solved they are free and part faster.
#[derive(Clone, Copy, Debug)]
pub struct Overshoot {
    /// Of the limit.
    row: JacobianRow,
    /// Speed along it that the rows that hold will take away again, m/s or rad/s.
    speed: f32,
}

impl<P: Probe<SolverStep>> RowSolver<'_, P> {
    #[inline(always)]
    fn solve_row(&mut self, row: &Row, total: &mut f32) {
        match row.law {
            Law::Hold => self.hold(&row.jacobian, row.coordinate, total),
            Law::Spring(_) if self.pass.use_bias() => self.own_spring(row, total),
            Law::Spring(_) => (),
            Law::AtLeastZero => self.at_least_zero(&row.jacobian, row.coordinate, total),
            Law::Motor(drive) => {
                let speed = drive.speed(|room| self.bias_above_zero(room));
                self.motor(&row.jacobian, speed, drive.motor.max_effort, total);
            }
        }
    }

    #[inline(always)]
    fn solve_pair(&mut self, [x, y]: [&Row; 2], totals: &mut [f32]) {
        if let Law::Spring(_) = y.law {
            return if self.pass.use_bias() { self.hold_beside_spring([x, y], totals) } else { self.solve_row(x, &mut totals[0]) };
        }
        let errors = Vec2::new(x.coordinate, y.coordinate);
        let (errors, soft) = if self.pass.use_bias() { (errors, self.pass.joint_softness) } else { (Vec2::ZERO, Softness::RIGID) };
        self.hold_both(self.placed([x, y]), errors, soft, totals);
    }

    /// The rows of a pair that holds both anchors as the pass has them, see [`Pass::whole_step`].
    #[inline(always)]
    fn placed(&self, rows: [&Row; 2]) -> [JacobianRow; 2] {
        let are_held = rows.iter().all(|row| row.law == Law::Hold);
        rows.map(|row| if self.pass.whole_step && are_held { self.now.midway(row.jacobian) } else { row.jacobian })
    }

    /// Holds the first coordinate at zero and pulls the second there by the joint's spring. The stiffness of the spring
    /// is made of the mass that its way has while the first row holds, which far from the centre of mass is many times
    /// that of the spring's row alone: solved alone it would push too far, by as many times.
    ///
    /// ```text
    ///   │ k₁₁ + γ₁   k₁₂      │       │ u₁ + b₁ C₁ + γ₁ Λ₁ │
    ///   │ k₁₂        k₂₂ + γ₂ │ Δ = − │ u₂ + b₂ C₂ + γ₂ Λ₂ │      γ = impulse_scale / (mass_scale · mass)
    /// ```
    fn hold_beside_spring(&mut self, [held, pulled]: [&Row; 2], totals: &mut [f32]) {
        let (x, y) = (held.jacobian, pulled.jacobian);
        let (a, b) = (&self.a, &self.b);
        let [k11, k12, k22] = [x.coupling(&x, a, b), x.coupling(&y, a, b), y.coupling(&y, a, b)].map(f64::from);
        let (hold, spring) = (self.pass.joint_softness, self.own_spring.softness);
        let held_gives = k11 * f64::from(hold.impulse_scale) / f64::from(hold.mass_scale);
        let gammas = [held_gives, self.own_spring.compliance(pulled.impulse, k22)];
        let wanted = |row: &JacobianRow, soft: Softness, error: f32, gamma: f64, total: f32| {
            f64::from(row.speed(a, b) + soft.bias_rate * error) + gamma * f64::from(total)
        };
        let first = wanted(&x, hold, held.coordinate, gammas[0], totals[0]);
        let second = wanted(&y, spring, pulled.coordinate, gammas[1], totals[1]);
        let (k11, k22) = (k11 + gammas[0], k22 + gammas[1]);
        let det = k11 * k22 - k12 * k12;
        let solved = if det > 1e-12 * k11 * k22 {
            [(k12 * second - k22 * first) / det, (k12 * first - k11 * second) / det]
        } else {
            [if k11 > 0.0 { -first / k11 } else { 0.0 }, 0.0]
        };
        self.add(&x, solved[0] as f32, f32::NEG_INFINITY, f32::INFINITY, &mut totals[0]);
        self.add(&y, solved[1] as f32, f32::NEG_INFINITY, f32::INFINITY, &mut totals[1]);
    }

    /// Holds a coordinate with this error at zero.
    pub fn hold(&mut self, row: &JacobianRow, error: f32, total: &mut f32) {
        let soft = self.pass.joint_softness;
        if self.pass.use_bias() {
            self.spring(row, error, soft, total);
        } else {
            self.spring(row, 0.0, Softness::RIGID, total);
        }
    }

    /// Pulls a coordinate with this error to zero by the joint's spring.
    fn own_spring(&mut self, row: &Row, total: &mut f32) {
        let mass = self.own_spring.masses.of_row(row.impulse).map_or_else(|| self.mass_of(&row.jacobian), |mass| mass as f32);
        self.soft_row(&row.jacobian, row.coordinate, (self.own_spring.softness, mass), total);
    }

    /// Pulls a coordinate with this error to zero, as stiffly as `soft` says.
    pub fn spring(&mut self, row: &JacobianRow, error: f32, soft: Softness, total: &mut f32) {
        self.soft_row(row, error, (soft, self.mass_of(row)), total);
    }

    fn soft_row(&mut self, row: &JacobianRow, error: f32, (soft, mass): (Softness, f32), total: &mut f32) {
        let speed = row.speed(&self.a, &self.b);
        let increment = -soft.mass_scale * mass * (speed + soft.bias_rate * error) - soft.impulse_scale * *total;
        self.add(row, increment, f32::NEG_INFINITY, f32::INFINITY, total);
    }

    /// A spring as an implicit soft constraint of this sub-step.
    pub fn softness_of(&self, spring: Spring) -> Softness {
        Softness::limited(spring.hertz, spring.damping_ratio, self.pass.h)
    }

    /// How fast a coordinate that is kept above zero may fall, or (below 0) has to come back.
    fn bias_above_zero(&self, coordinate: f32) -> f32 {
        if coordinate > 0.0 {
            coordinate * self.pass.inv_h
        } else if self.pass.use_bias() {
            self.pass.joint_softness.bias_rate * coordinate
        } else {
            0.0
        }
    }

    /// Keeps a coordinate above zero. The second of two opposite limits must not answer what the first one overshoots:
    /// both would throw the bodies to and fro, farther each time.
    pub fn at_least_zero(&mut self, row: &JacobianRow, coordinate: f32, total: &mut f32) {
        if !self.pass.use_bias() && coordinate >= self.pass.relaxed_limits {
            return;
        }
        let soft = self.pass.joint_softness;
        let bias = self.bias_above_zero(coordinate);
        let is_soft = coordinate <= 0.0 && self.pass.use_bias();
        let (mass_scale, impulse_scale) = if is_soft { (soft.mass_scale, soft.impulse_scale) } else { (1.0, 0.0) };
        let overshoot = self.overshoot.filter(|first| first.row.reversed() == *row).map_or(0.0, |first| first.speed);
        let speed = row.speed(&self.a, &self.b) + overshoot;
        let gives = row.coupling_held([self.held[0].as_ref(), self.held[1].as_ref()], &self.a, &self.b);
        let mass = if gives > 0.0 { 1.0 / gives } else { 0.0 };
        let increment = -mass_scale * mass * (speed + bias) - impulse_scale * *total;
        let before = *total;
        self.add(row, increment, 0.0, f32::INFINITY, total);
        let taken_away = row.coupling(row, &self.a, &self.b) - gives;
        self.overshoot = Some(Overshoot { row: *row, speed: (*total - before) * taken_away });
    }

    /// Drives a coordinate at `speed` with at most `max_effort` (N or N·m).
    pub fn motor(&mut self, row: &JacobianRow, speed: f32, max_effort: f32, total: &mut f32) {
        let bound = self.pass.h * max_effort;
        let increment = self.mass_of(row) * (speed - row.speed(&self.a, &self.b));
        self.add(row, increment, -bound, bound, total);
    }

    /// Holds two coordinates at zero together: solving the 2×2 system `K λ = −(Ċ + bias)` at once is exact where one
    /// after the other would need many rounds, because a push along one also moves the other.
    pub fn hold_both(&mut self, rows: [JacobianRow; 2], errors: Vec2, soft: Softness, totals: &mut [f32]) {
        let [x, y] = rows;
        let (a, b) = (&self.a, &self.b);
        let (k11, k12, k22) = (x.coupling(&x, a, b), x.coupling(&y, a, b), y.coupling(&y, a, b));
        let wanted = Vec2::new(x.speed(a, b), y.speed(a, b)) + soft.bias_rate * errors;
        let det = x.determinant(&y, a, b);
        let solved = if det > 0.0 {
            Vec2::new(k22 * wanted.x - k12 * wanted.y, k11 * wanted.y - k12 * wanted.x) / det
        } else {
            // One row cannot be moved at all (nothing that turns): solve the other alone.
            Vec2::new(if k11 > 0.0 { wanted.x / k11 } else { 0.0 }, if k22 > 0.0 { wanted.y / k22 } else { 0.0 })
        };
        let old = Vec2::new(totals[0], totals[1]);
        let increments = -soft.mass_scale * solved - soft.impulse_scale * old;
        self.add(&x, increments.x, f32::NEG_INFINITY, f32::INFINITY, &mut totals[0]);
        self.add(&y, increments.y, f32::NEG_INFINITY, f32::INFINITY, &mut totals[1]);
    }

    /// Adds an increment to a sum that must stay within bounds, and applies what is left of it.
    pub fn add(&mut self, row: &JacobianRow, increment: f32, low: f32, high: f32, total: &mut f32) {
        let wanted = *total + increment;
        if !wanted.is_finite() || wanted.abs() > tuning::MAX_FORCE {
            return; // joints that contradict each other wind up without end
        }
        let bounded = clamp(wanted, low, high);
        let change = bounded - *total;
        self.probe.record(|| SolverStep {
            substep: self.pass.substep,
            iteration: self.pass.iteration,
            pass: self.pass.kind,
            body_a: self.body_a,
            body_b: self.body_b,
            point: self.point,
            direction: row.direction,
            velocity_before: row.speed(&self.a, &self.b),
            impulse_change: change,
            impulse_total: bounded,
            response: row.coupling(row, &self.a, &self.b),
            bounds: [low, high],
            clamped: bounded != wanted,
            contact: None,
        });
        *total = bounded;
        self.carried.add_row(row, self.now.r_b, change);
        row.apply(&mut self.a, &mut self.b, change);
    }

    /// Applies an accumulated impulse again.
    pub fn again(&mut self, row: &JacobianRow, impulse: f32) {
        let mut nothing = 0.0;
        self.add(row, impulse, f32::NEG_INFINITY, f32::INFINITY, &mut nothing);
    }

    /// Applies accumulated impulses along x and y at the anchors again.
    pub fn anchors_again(&mut self, impulses: &[f32]) {
        let [row_x, row_y] = self.now.anchor_rows();
        self.again(&row_x, impulses[0]);
        self.again(&row_y, impulses[1]);
    }

    fn mass_of(&self, row: &JacobianRow) -> f32 {
        let k = row.coupling(row, &self.a, &self.b);
        if k > 0.0 { 1.0 / k } else { 0.0 }
    }
}

/// Solves each row of a joint as soon as it is said.
#[derive(Debug)]
pub struct Solving<'s, 'a, P> {
    /// The joint's turn.
    pub solver: &'s mut RowSolver<'a, P>,
    /// Its accumulated impulses.
    pub impulses: &'s mut [f32; MOST_ROWS],
}

impl<P: Probe<SolverStep>> RowTaker for Solving<'_, '_, P> {
    #[inline(always)]
    fn take(&mut self, row: Row) {
        self.solver.solve_row(&row, &mut self.impulses[row.impulse]);
    }

    #[inline(always)]
    fn take_both(&mut self, [x, y]: [Row; 2]) {
        self.solver.solve_pair([&x, &y], &mut self.impulses[x.impulse..=y.impulse]);
    }
}

/// Applies the accumulated impulse of each row of a joint again.
#[derive(Debug)]
pub struct Again<'s, 'a, P> {
    /// The joint's turn.
    pub solver: &'s mut RowSolver<'a, P>,
    /// Its accumulated impulses.
    pub impulses: &'s [f32; MOST_ROWS],
}

impl<P: Probe<SolverStep>> RowTaker for Again<'_, '_, P> {
    #[inline(always)]
    fn take(&mut self, row: Row) {
        self.solver.again(&row.jacobian, self.impulses[row.impulse]);
    }

    #[inline(always)]
    fn take_both(&mut self, rows: [Row; 2]) {
        let placed = self.solver.placed(rows.each_ref());
        placed.iter().zip(&rows).for_each(|(jacobian, row)| self.solver.again(jacobian, self.impulses[row.impulse]));
    }
}

/// `v` shortened to `length`.
pub(super) fn shortened(v: Vec2, length: f32) -> Vec2 {
    let largest = max(v.length(), length);
    if largest > length { v * (length / largest) } else { v }
}
