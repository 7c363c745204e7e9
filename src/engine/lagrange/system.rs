//! Assembling the rows and solving for the multipliers.

use super::constraint::Constraint;
use super::row::{Party, Row};
use super::spring::{Load, Spring};
use super::state::{DVec2, Mass, Slope, State};
use crate::engine::linear::{LinearError, Lu, LuStep, Matrix};
use crate::engine::probe::{NoProbe, Probe, ran};

/// A row is redundant when no more is left of its diagonal, beside the rows before it, than this share: the sine of the
/// angle between its direction and theirs (in the metric of W) is below 1e-5. Larger: mechanisms near a dead centre
/// lose a row; smaller: redundant rows get multipliers made of rounding.
pub const REDUNDANT: f64 = 1e-10;

/// Terms of the right-hand side in the order in which they are added.
pub const TERMS: [&str; 4] = ["−γ", "−J W Q", "−k_s C", "−k_d Ċ"];

/// How errors of constraints die out: `C̈ = −k_s C − k_d Ċ`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Feedback {
    /// k_s, 1/s².
    pub stiffness: f64,
    /// k_d, 1/s; `2 √k_s` is critical.
    pub damping: f64,
}

/// A mechanism: bodies, what pushes them, what holds them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct System {
    /// One for each body of the state.
    pub masses: Vec<Mass>,
    /// What holds.
    pub constraints: Vec<Constraint>,
    /// What pulls.
    pub springs: Vec<Spring>,
    /// What pushes along coordinates.
    pub loads: Vec<Load>,
    /// How errors die out.
    pub feedback: Feedback,
}

/// A row that follows from those before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DroppedRow {
    /// Which, counted over all constraints.
    pub row: usize,
    /// Acceleration that it asks for and does not get: 0 up to rounding unless the kept rows contradict it.
    pub conflict: f64,
}

/// What a solve found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solved {
    /// λ of each row: N along a unit direction, N·m for an angle.
    pub multipliers: Vec<f64>,
    /// Of (x, y, θ) of each body, m/s² and rad/s².
    pub accelerations: Vec<[f64; 3]>,
    /// Rows without which the system is as strong.
    pub dropped: Vec<DroppedRow>,
}

/// What a probe is told of a solve.
#[derive(Clone, Debug, PartialEq)]
pub enum LagrangeStep {
    /// What each row asks for.
    Wanted {
        /// Ċ of each row.
        speeds: Vec<f64>,
        /// Terms of the right-hand side, see [`TERMS`].
        terms: Vec<[f64; TERMS.len()]>,
    },
    /// The rows, and the system that they make.
    Assembled {
        /// The rows in order.
        rows: Vec<Row>,
        /// J W Jᵀ.
        matrix: Matrix,
        /// The right-hand side.
        right: Vec<f64>,
    },
    /// Rows and columns are multiplied so that the diagonal is 1.
    Scaled {
        /// By what, each row and its column.
        scales: Vec<f64>,
        /// The matrix that is factored.
        matrix: Matrix,
        /// Its right-hand side.
        right: Vec<f64>,
    },
    /// A step of the factoring or a substitution, on the scaled system.
    Linear(LuStep),
    /// Rows are redundant: the others are factored again, alone. Rows and columns count these until [`Self::Spread`].
    Again {
        /// The rows that are kept.
        kept: Vec<usize>,
    },
    /// The multipliers that the kept rows alone have, before they are spread over all.
    Spread {
        /// λ of each row, 0 for the redundant.
        alone: Vec<f64>,
    },
    /// The end of a solve.
    Solved(Solved),
    /// An integrator has taken the slope at a state: the first, or one further on in the step.
    Slope {
        /// Where.
        at: State,
        /// One a body.
        slopes: Vec<Slope>,
    },
    /// The end of an integrator's step.
    Stepped {
        /// Along which slopes it went, one a body.
        slopes: Vec<Slope>,
        /// Where to.
        state: State,
    },
}

/// Passes the steps of the linear solve on.
struct Inner<'a, P>(&'a mut P);

impl<P: Probe<LagrangeStep>> Probe<LuStep> for Inner<'_, P> {
    const WATCHES: bool = P::WATCHES;

    fn record(&mut self, step: impl FnOnce() -> LuStep) {
        self.0.record(|| LagrangeStep::Linear(step()));
    }
}

/// A force of a constraint on a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reaction {
    /// Which constraint.
    pub constraint: usize,
    /// On whom.
    pub body: usize,
    /// N, world.
    pub force: DVec2,
    /// About its centre of mass, N·m.
    pub torque: f64,
}

impl System {
    /// All rows in order, and where each constraint's begin; one place more at the end.
    pub fn rows(&self, state: &State) -> (Vec<Row>, Vec<usize>) {
        let (mut rows, mut starts) = (Vec::new(), vec![0]);
        for constraint in &self.constraints {
            constraint.rows(state, &mut rows);
            starts.push(rows.len());
        }
        (rows, starts)
    }

    /// Multipliers and accelerations in a state; `h` is the step that springs given by shares are meant for, seconds.
    /// Needs as many masses as bodies. An error means that a number is not finite.
    pub fn solve<P: Probe<LagrangeStep>>(&self, state: &State, h: f64, probe: &mut P) -> Result<Solved, LinearError> {
        ran!();
        let rows = self.rows(state).0;
        let mut accelerations = self.unconstrained(state, h);
        let Feedback { stiffness, damping } = self.feedback;
        let wanted = |row: &Row| [-row.gamma, -rate(row, &accelerations), -stiffness * row.value, -damping * row.speed(state)];
        let terms: Vec<[f64; TERMS.len()]> = rows.iter().map(wanted).collect();
        let right: Vec<f64> = terms.iter().map(|[a, b, c, d]| a + b + c + d).collect(); // [lagrange.right]
        probe.record(|| LagrangeStep::Wanted { speeds: rows.iter().map(|row| row.speed(state)).collect(), terms });
        let (multipliers, dropped) = self.multipliers(&rows, &right, probe)?;
        for (row, multiplier) in rows.iter().zip(&multipliers) {
            self.push(row, *multiplier, &mut accelerations); // [lagrange.push]
        }
        let solved = Solved { multipliers, accelerations, dropped };
        probe.record(|| LagrangeStep::Solved(solved.clone()));
        Ok(solved)
    }

    /// Accelerations by all forces but those of the constraints.
    pub(super) fn unconstrained(&self, state: &State, h: f64) -> Vec<[f64; 3]> {
        let mut accelerations: Vec<[f64; 3]> = self.masses.iter().zip(&state.bodies).map(|(mass, body)| mass.pushed(body)).collect();
        for spring in &self.springs {
            self.pull(spring, state, h, &mut accelerations);
        }
        for Load { coordinate, force } in &self.loads {
            let mut rows = Vec::new();
            coordinate.rows(state, &mut rows);
            rows.iter().for_each(|row| self.push(row, *force, &mut accelerations));
        }
        accelerations
    }

    /// Makes all velocities fit the constraints, `J v + ∂C/∂t = 0` afterwards; the impulses on the rows that do it.
    pub fn fit_velocities(&self, state: &mut State) -> Result<Vec<f64>, LinearError> {
        let rows = self.rows(state).0;
        let right: Vec<f64> = rows.iter().map(|row| -row.speed(state)).collect();
        self.add_changes(state, &rows, &right, vec![[0.0; 3]; state.bodies.len()])
    }

    /// Changes velocities, and by impulses on the rows so that J v stays what it was; those impulses.
    pub(super) fn change_velocities(&self, state: &mut State, changes: Vec<[f64; 3]>) -> Result<Vec<f64>, LinearError> {
        let rows = self.rows(state).0;
        let right: Vec<f64> = rows.iter().map(|row| -rate(row, &changes)).collect();
        self.add_changes(state, &rows, &right, changes)
    }

    fn add_changes(&self, state: &mut State, rows: &[Row], right: &[f64], mut changes: Vec<[f64; 3]>) -> Result<Vec<f64>, LinearError> {
        let (impulses, _) = self.multipliers(rows, right, &mut NoProbe)?;
        for (row, impulse) in rows.iter().zip(&impulses) {
            self.push(row, *impulse, &mut changes);
        }
        for (body, [x, y, turn]) in state.bodies.iter_mut().zip(changes) {
            body.velocity += DVec2::new(x, y);
            body.spin += turn;
        }
        Ok(impulses)
    }

    /// Solves `J W Jᵀ λ = right`.
    fn multipliers<P: Probe<LagrangeStep>>(
        &self,
        rows: &[Row],
        right: &[f64],
        probe: &mut P,
    ) -> Result<(Vec<f64>, Vec<DroppedRow>), LinearError> {
        ran!();
        let matrix = self.matrix(rows);
        probe.record(|| LagrangeStep::Assembled { rows: rows.to_vec(), matrix: matrix.clone(), right: right.to_vec() });
        let size = rows.len();
        let scale = |k: usize| if matrix[(k, k)] > 0.0 { 1.0 / matrix[(k, k)].sqrt() } else { 1.0 };
        let scales: Vec<f64> = (0..size).map(scale).collect();
        let mut scaled = matrix.clone();
        for r in 0..size {
            (0..size).for_each(|c| scaled[(r, c)] *= scales[r] * scales[c]); // [lagrange.scale]
        }
        let scaled_right: Vec<f64> = right.iter().zip(&scales).map(|(x, scale)| x * scale).collect();
        if let Some(row) = scaled_right.iter().position(|x| !x.is_finite()) {
            return Err(LinearError::NotFinite { row, column: size });
        }
        probe.record(|| LagrangeStep::Scaled { scales: scales.clone(), matrix: scaled.clone(), right: scaled_right.clone() });
        let lu = Lu::factor(&scaled, REDUNDANT, &mut Inner(probe))?;
        let mut x = vec![0.0; size];
        if lu.is_singular() {
            // J W Jᵀ is symmetric: a column that depends on those before is a row that does.
            let kept: Vec<usize> = (0..size).filter(|k| !lu.dependent_columns().contains(k)).collect();
            probe.record(|| LagrangeStep::Again { kept: kept.clone() });
            let part = Lu::factor(&scaled.part(&kept, &kept), 0.0, &mut Inner(probe))?; // [lagrange.again]
            let part_right: Vec<f64> = kept.iter().map(|&k| scaled_right[k]).collect();
            let found = part.solve(&part_right, &mut Inner(probe)).x;
            kept.iter().zip(found).for_each(|(&k, value)| x[k] = value);
            probe.record(|| LagrangeStep::Spread { alone: x.iter().zip(&scales).map(|(x, scale)| x * scale).collect() });
            x = lu.least_norm(&x); // [lagrange.spread]
        } else {
            x = lu.solve(&scaled_right, &mut Inner(probe)).x;
        }
        let multipliers: Vec<f64> = x.iter().zip(&scales).map(|(x, scale)| x * scale).collect();
        let missed =
            |&row: &usize| DroppedRow { row, conflict: right[row] - crate::engine::linear::matrix::dot(matrix.row(row), &multipliers) };
        let dropped = lu.dependent_columns().iter().map(missed).collect();
        Ok((multipliers, dropped))
    }

    /// J W Jᵀ: what a unit multiplier of a row does to each row's acceleration.
    pub fn matrix(&self, rows: &[Row]) -> Matrix {
        ran!();
        let mut matrix = Matrix::zero(rows.len(), rows.len());
        for (r, row) in rows.iter().enumerate() {
            for (c, other) in rows[..=r].iter().enumerate() {
                let entry = self.coupling(row, other); // [lagrange.matrix]
                (matrix[(r, c)], matrix[(c, r)]) = (entry, entry);
            }
        }
        matrix
    }

    /// `J W J'ᵀ` of two rows.
    pub fn coupling(&self, row: &Row, other: &Row) -> f64 {
        let mut sum = 0.0;
        for (party, jacobian) in row.parties.iter().zip(&row.jacobian) {
            for (other_party, other_jacobian) in other.parties.iter().zip(&other.jacobian) {
                if party == other_party
                    && let Some(mass) = party.and_then(|k| self.masses.get(k))
                {
                    let inverse = mass.inverse();
                    sum += (0..3).map(|k| jacobian[k] * inverse[k] * other_jacobian[k]).sum::<f64>();
                }
            }
        }
        sum
    }

    /// Adds `W Jᵀ λ` of one row.
    fn push(&self, row: &Row, multiplier: f64, accelerations: &mut [[f64; 3]]) {
        for (party, jacobian) in row.parties.iter().zip(&row.jacobian) {
            if let Some(body) = *party {
                let inverse = self.masses[body].inverse();
                (0..3).for_each(|k| accelerations[body][k] += inverse[k] * jacobian[k] * multiplier);
            }
        }
    }

    fn pull(&self, spring: &Spring, state: &State, h: f64, accelerations: &mut [[f64; 3]]) {
        let mut rows = Vec::new();
        spring.coordinate.rows(state, &mut rows);
        for (row, force) in rows.iter().zip(self.spring_forces(spring, state, h)) {
            self.push(row, force, accelerations);
        }
    }

    /// Force (N) or torque (N·m) of a spring along each of its rows, for steps of `h` seconds.
    pub fn spring_forces(&self, spring: &Spring, state: &State, h: f64) -> Vec<f64> {
        let mut rows = Vec::new();
        spring.coordinate.rows(state, &mut rows);
        let [stiffness, damping] = spring.law.shares(h);
        let wanted = rows.iter().map(|row| -(stiffness / h * row.value + damping * row.speed(state)) / h).collect();
        self.spring_loads(spring, &rows, wanted)
    }

    /// What gives a spring's coordinate these accelerations, or this energy these ways: m_r times them, of two rows
    /// the matrix that two masses are, as a push along one moves the other, too.
    pub(super) fn spring_loads(&self, spring: &Spring, rows: &[Row], wanted: Vec<f64>) -> Vec<f64> {
        if let (None, [x, y], &[along_x, along_y]) = (spring.mass, rows, &wanted[..]) {
            let [xx, xy, yy] = [self.coupling(x, x), self.coupling(x, y), self.coupling(y, y)];
            let determinant = xx * yy - xy * xy;
            if determinant > REDUNDANT * xx * yy {
                return vec![(yy * along_x - xy * along_y) / determinant, (xx * along_y - xy * along_x) / determinant];
            }
        }
        let mass = |row: &Row| {
            let mobility = self.coupling(row, row);
            if mobility > 0.0 { spring.mass.unwrap_or(1.0 / mobility) } else { 0.0 }
        };
        rows.iter().zip(wanted).map(|(row, wanted)| mass(row) * wanted).collect()
    }

    /// The constraints' forces on each body, `Jᵀλ`, constraint by constraint.
    pub fn reactions(&self, state: &State, multipliers: &[f64]) -> Vec<Reaction> {
        let (rows, starts) = self.rows(state);
        let mut reactions = Vec::new();
        for constraint in 0..self.constraints.len() {
            let own = starts[constraint]..starts[constraint + 1];
            let parties = rows.get(own.start).map_or([None, None], |row| row.parties);
            for (side, body) in parties.into_iter().enumerate() {
                let Some(body) = body else { continue };
                let sum = own.clone().fold([0.0; 3], |sum: [f64; 3], k| {
                    std::array::from_fn(|axis| sum[axis] + rows[k].jacobian[side][axis] * multipliers[k])
                });
                reactions.push(Reaction { constraint, body, force: DVec2::new(sum[0], sum[1]), torque: sum[2] });
            }
        }
        reactions
    }

    /// Largest |C|, metres or radians.
    pub fn worst_error(&self, state: &State) -> f64 {
        self.rows(state).0.iter().map(|row| row.value.abs()).fold(0.0, crate::engine::linear::matrix::larger)
    }
}

/// J a of a row.
fn rate(row: &Row, accelerations: &[[f64; 3]]) -> f64 {
    let part = |(party, jacobian): (&Party, &[f64; 3])| {
        party.map_or(0.0, |body| (0..3).map(|k| jacobian[k] * accelerations[body][k]).sum::<f64>())
    };
    row.parties.iter().zip(&row.jacobian).map(part).sum()
}
