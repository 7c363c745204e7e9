//! The rows of an island, and what an impulse along one does to the others: `A = J M⁻¹ Jᵀ`.

use super::sequential_contact::{Contact, NORMAL};
use super::table::ComplementarityParameters;
use crate::engine::body::BodyId;
use crate::engine::joint::JointImpulse;
use crate::engine::joint::row::JacobianRow;
use crate::engine::lagrange::system::REDUNDANT;
use crate::engine::lanes::{Float4, Float4Pair};
use crate::engine::linear::complementarity::{Complementarity, Complementary};
use crate::engine::linear::{Lu, Matrix};
use crate::engine::math::{Vec2, max};
use crate::engine::probe::NoProbe;
use crate::engine::tuning;

/// A λ that alone would speed its own row up by more than this is made of rounding, m/s or rad/s: joints that
/// contradict each other.
const ABSURD: f64 = 100.0 * tuning::MAX_SPEED as f64;

/// A row that follows from others and misses what it asks for by more than this contradicts them, m/s or rad/s: less is
/// what is left of joint errors of some millimetres.
const CONFLICT: f64 = 0.1;

/// Whose a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A normal: contact and point.
    Normal(usize, usize),
    /// Friction: contact and point.
    Friction(usize, usize),
    /// A joint's: its place among the world's joints, and which of its impulses.
    Joint(usize, usize),
}

/// A row.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Slots of A and B.
    pub slots: [u32; 2],
    /// How velocities change what it controls.
    pub jacobian: JacobianRow,
    /// What is added to the velocity that is to become 0, m/s or rad/s.
    pub bias: f64,
    /// For a limit: what is added to the pseudo-velocity that is to become 0 or more, m/s or rad/s.
    pub push: Option<f64>,
    /// γ of a spring, added to the diagonal, 1/kg or 1/(kg·m²); else 0.
    pub softness: f64,
    /// Bounds of λ, N·s or N·m·s.
    pub bounds: [f64; 2],
    /// Whose it is.
    pub owner: Owner,
    /// Its bodies, for a probe.
    pub ids: [BodyId; 2],
    /// Where it acts, for a probe, world, metres.
    pub point: Vec2,
    /// Of a joint: from B's centre of mass to the point that it acts on, metres.
    pub r_b: Vec2,
}

/// What the row of a joint carried.
#[derive(Clone, Copy, Debug)]
pub struct CarriedRow {
    /// The joint's place among the world's, and which of its impulses.
    pub owner: (usize, usize),
    /// λ without bounces, N·s or N·m·s: what the next step begins with.
    pub impulse: f32,
    /// What the row gave B, in bounces too.
    pub given: JointImpulse,
}

/// Bodies that push each other.
#[derive(Clone, Debug, Default)]
pub struct Island {
    /// Its rows: joints, then normals, then friction.
    pub rows: Vec<Row>,
    /// Slots of its bodies that move.
    pub slots: Vec<u32>,
    /// A hand holds one of them: it is not solved here.
    pub held: bool,
}

impl Contact {
    /// Its rows for an island; `place` is its number.
    pub(crate) fn complementary_rows(&self, place: usize, h: f32, along: usize, mut take: impl FnMut(Row)) {
        for k in self.valid() {
            let gap = if along == NORMAL { max(self.gap_from_start(k), 0.0) } else { 0.0 };
            let bias = f64::from((gap + self.points[k].bends[along]) / h);
            let (owner, high) = if along == NORMAL { (Owner::Normal(place, k), f64::INFINITY) } else { (Owner::Friction(place, k), 0.0) };
            let (ids, point) = ([BodyId(u32::MAX); 2], Vec2::ZERO); // a contact tells them itself
            take(Row {
                slots: self.slots,
                jacobian: self.row(k, along),
                bias,
                push: None,
                softness: 0.0,
                bounds: [0.0, high],
                owner,
                ids,
                point,
                r_b: Vec2::ZERO,
            });
        }
    }
}

/// Velocity, spin, 1/m, 1/I in double precision.
type Motion = [f64; 5];

/// An island's rows as numbers.
pub(super) struct Problem<'a> {
    pub rows: &'a [Row],
    /// Row by row, of A (reversed) and B: direction and lever arm.
    jacobian: Vec<[[f64; 3]; 2]>,
    pub matrix: Matrix,
    redundant: Option<Redundant>,
}

/// Rows of joints that follow from others, so that forces can be shared in many ways: a platform on three bars. They
/// are left out of the problem, whose ε would make thousands of newtons of what rounding makes them miss; then the
/// forces are spread so that their sum of squares is least, each measured by the velocity that it gives its own row.
struct Redundant {
    /// All rows of joints that hold.
    held: Vec<usize>,
    /// A of them, factored with a diagonal of 1.
    factors: Lu,
    /// By what their rows and columns were multiplied for that.
    scales: Vec<f64>,
    /// The rows that follow from others.
    dropped: Vec<usize>,
}

impl Problem<'_> {
    pub fn new<'a>(rows: &'a [Row], bodies: &[Float4Pair]) -> Problem<'a> {
        let wide = |row: &Row| {
            let JacobianRow { direction, arm_a, arm_b } = row.jacobian;
            let (x, y) = (f64::from(direction.x), f64::from(direction.y));
            [[-x, -y, -f64::from(arm_a)], [x, y, f64::from(arm_b)]]
        };
        let jacobian: Vec<[[f64; 3]; 2]> = rows.iter().map(wide).collect();
        let mut matrix = Matrix::zero(rows.len(), rows.len());
        for i in 0..rows.len() {
            for j in 0..=i {
                let mut sum = 0.0;
                for (slot, a) in rows[i].slots.iter().zip(&jacobian[i]) {
                    for (other, b) in rows[j].slots.iter().zip(&jacobian[j]).filter(|(other, _)| *other == slot) {
                        let [.., inv_mass, inv_inertia] = motion(bodies, *other);
                        sum += inv_mass * (a[0] * b[0] + a[1] * b[1]) + inv_inertia * a[2] * b[2];
                    }
                }
                (matrix[(i, j)], matrix[(j, i)]) = (sum, sum);
            }
        }
        let redundant = Redundant::find(rows, &matrix);
        Problem { rows, jacobian, matrix, redundant }
    }

    /// Relative velocity along a row.
    pub fn speed(&self, row: usize, bodies: &[Float4Pair]) -> f64 {
        let parts = self.rows[row].slots.iter().zip(&self.jacobian[row]);
        parts.map(|(&slot, j)| motion(bodies, slot).iter().zip(j).map(|(v, j)| v * j).sum::<f64>()).sum()
    }

    /// Solves for some of the rows, among them all that hold: w = A λ + offset within these bounds, γ added.
    pub fn solve(&self, rows: &[usize], offset: Vec<f64>, bounds: &[[f64; 2]]) -> Option<Complementary> {
        let dropped = self.redundant.as_ref().map_or(&[][..], |redundant| &redundant.dropped);
        let kept: Vec<usize> = (0..rows.len()).filter(|&k| !dropped.contains(&rows[k])).collect();
        let numbers: Vec<usize> = kept.iter().map(|&k| rows[k]).collect();
        let mut matrix = self.matrix.part(&numbers, &numbers);
        for (k, &row) in numbers.iter().enumerate() {
            matrix[(k, k)] += self.rows[row].softness;
        }
        let (low, high) = kept.iter().map(|&k| (bounds[k][0], bounds[k][1])).unzip();
        let mut found = Complementarity { matrix, offset: kept.iter().map(|&k| offset[k]).collect(), low, high }.solve().ok()?;
        if let Some(redundant) = &self.redundant {
            let mut all = vec![0.0; self.rows.len()];
            numbers.iter().zip(&found.lambda).for_each(|(&row, &x)| all[row] = x);
            let missed = |row: usize| self.matrix.row(row).iter().zip(&all).map(|(a, x)| a * x).sum::<f64>();
            let is_dropped = |k: &usize| redundant.dropped.contains(&rows[*k]);
            if (0..rows.len()).filter(is_dropped).any(|k| (missed(rows[k]) + offset[k]).abs() > CONFLICT) {
                return None;
            }
            redundant.spread(&mut all);
            found.lambda = rows.iter().map(|&row| all[row]).collect();
        }
        let sane = rows.iter().zip(&found.lambda).all(|(&row, x)| (x * self.matrix[(row, row)]).abs() <= ABSURD);
        sane.then_some(found)
    }

    /// These bodies, in order, with these impulses along some of the rows.
    pub fn given(&self, rows: &[usize], lambda: &[f64], slots: &[u32], bodies: &[Float4Pair]) -> Vec<Float4Pair> {
        let pushed = |&slot: &u32| {
            let [mut x, mut y, mut spin, inv_mass, inv_inertia] = motion(bodies, slot);
            for (&row, impulse) in rows.iter().zip(lambda) {
                for (_, j) in self.rows[row].slots.iter().zip(&self.jacobian[row]).filter(|(other, _)| **other == slot) {
                    (x, y, spin) = (x + inv_mass * j[0] * impulse, y + inv_mass * j[1] * impulse, spin + inv_inertia * j[2] * impulse);
                }
            }
            let Float4Pair { first: Float4([.., inv_mass]), last } = bodies[slot as usize];
            Float4Pair { first: Float4([x as f32, y as f32, spin as f32, inv_mass]), last }
        };
        slots.iter().map(pushed).collect()
    }

    /// What the impulses add to these bodies' velocities: a pseudo-velocity.
    pub fn added(&self, rows: &[usize], lambda: &[f64], slots: &[u32], bodies: &[Float4Pair]) -> Vec<Float4Pair> {
        let given = self.given(rows, lambda, slots, bodies);
        let less = |(after, &slot): (Float4Pair, &u32)| {
            let before = bodies[slot as usize].first.0;
            let Float4([x, y, spin, inv_mass]) = after.first;
            Float4Pair { first: Float4([x - before[0], y - before[1], spin - before[2], inv_mass]), ..after }
        };
        given.into_iter().zip(slots).map(less).collect()
    }
}

impl Redundant {
    /// Nothing when no row follows from others.
    fn find(rows: &[Row], matrix: &Matrix) -> Option<Redundant> {
        let held: Vec<usize> = (0..rows.len()).filter(|&row| rows[row].holds() && matrix[(row, row)] > 0.0).collect();
        let scales: Vec<f64> = held.iter().map(|&row| 1.0 / matrix[(row, row)].sqrt()).collect();
        let mut scaled = matrix.part(&held, &held);
        for r in 0..held.len() {
            (0..held.len()).for_each(|c| scaled[(r, c)] *= scales[r] * scales[c]);
        }
        let factors = Lu::factor(&scaled, REDUNDANT, &mut NoProbe).ok()?;
        let dropped: Vec<usize> = factors.dependent_columns().iter().map(|&k| held[k]).collect();
        (!dropped.is_empty()).then_some(Redundant { held, factors, scales, dropped })
    }

    /// Of all forces that move the bodies like these takes the least.
    fn spread(&self, lambda: &mut [f64]) {
        let scaled: Vec<f64> = self.held.iter().zip(&self.scales).map(|(&row, scale)| lambda[row] / scale).collect();
        let least = self.factors.least_norm(&scaled);
        self.held.iter().zip(least.iter().zip(&self.scales)).for_each(|(&row, (x, scale))| lambda[row] = x * scale);
    }
}

impl Row {
    /// True of a joint that holds its row, whatever force that takes.
    pub(super) fn holds(&self) -> bool {
        matches!(self.owner, Owner::Joint(..)) && self.softness == 0.0 && self.bounds == [f64::NEG_INFINITY, f64::INFINITY]
    }
}

fn motion(bodies: &[Float4Pair], slot: u32) -> Motion {
    let Float4Pair { first: Float4([x, y, spin, inv_mass]), last: Float4([.., inv_inertia]) } = bodies[slot as usize];
    [x, y, spin, inv_mass, inv_inertia].map(f64::from)
}

/// What a step needs to know beside what it works on.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Of the scene.
    pub parameters: ComplementarityParameters,
    /// Length of the step, seconds.
    pub h: f32,
    /// Begin with the bounds of friction of the step before.
    pub warm_starting: bool,
    /// Slower closing contacts do not bounce, m/s.
    pub restitution_threshold: f32,
}

/// A smaller problem.
pub(super) struct Part {
    /// Its rows.
    pub rows: Vec<usize>,
    /// What was found.
    pub found: Complementary,
    /// What is added to the velocity that is to become 0, with that velocity.
    pub offset: Vec<f64>,
    /// Bounds of its impulses.
    pub bounds: Vec<[f64; 2]>,
}

/// One solve for the velocities, with these bounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Round {
    pub found: Complementary,
    pub bounds: Vec<[f64; 2]>,
    /// Largest change of a load since the round before, as a share of the largest load.
    pub change: f64,
}
