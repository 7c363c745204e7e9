//! What [`super::complementary`] tells a probe: its rows one after the other, although they were found together.
//!
//! In the order in which they are told, a row meets the velocity that the rows before it leave, and its bias holds what
//! the rows after it will still add. So every row follows the one formula that all solvers share: the sum wanted is
//! `Λ − m (v + bias)`, cut at its bounds.

use super::complementary_rows::{Owner, Part, Problem, Round, Settings};
use super::sequential_contact::{Contact, NORMAL, TANGENT, Told};
use super::softness::Softness;
use super::watch::Watch;
use super::{Pass, SolverPass, SolverStep};
use crate::engine::lanes::Float4Pair;
use crate::engine::probe::Probe;

/// What some of the rows get: from these sums to those.
struct Given<'a> {
    rows: &'a [usize],
    /// Velocities before.
    speeds: Vec<f64>,
    biases: Vec<f64>,
    old: &'a [f64],
    new: &'a [f64],
    bounds: Vec<[f64; 2]>,
}

/// The rounds of the velocities, each from what the one before had found.
pub(super) fn rounds<P: Probe<SolverStep>>(
    (problem, contacts): (&Problem<'_>, &[Contact]),
    rounds: &[Round],
    bodies: &[Float4Pair],
    settings: &Settings,
    watch: &mut Watch<'_, P>,
) {
    let rows: Vec<usize> = (0..problem.rows.len()).collect();
    let mut old = vec![0.0; rows.len()];
    let mut speeds: Vec<f64> = rows.iter().map(|&row| problem.speed(row, bodies)).collect();
    let biases: Vec<f64> = problem.rows.iter().map(|row| row.bias).collect();
    for (iteration, round) in (0..).zip(rounds) {
        let new = &round.found.lambda;
        let given = Given { rows: &rows, speeds: speeds.clone(), biases: biases.clone(), old: &old, new, bounds: round.bounds.clone() };
        tell(problem, contacts, given, &pass(SolverPass::Solve, iteration, settings), watch);
        let change: Vec<f64> = new.iter().zip(&old).map(|(new, old)| new - old).collect();
        speeds.iter_mut().zip(problem.matrix.times(&change)).for_each(|(speed, change)| *speed += change);
        old.clone_from(new);
    }
}

/// A smaller problem: pushes or bounces, from nothing.
pub(super) fn part<P: Probe<SolverStep>>(
    (problem, contacts): (&Problem<'_>, &[Contact]),
    Part { rows, found, offset, bounds }: &Part,
    kind: SolverPass,
    bodies: &[Float4Pair],
    settings: &Settings,
    watch: &mut Watch<'_, P>,
) {
    let speed = |&row: &usize| if kind == SolverPass::Push { 0.0 } else { problem.speed(row, bodies) };
    let speeds: Vec<f64> = rows.iter().map(speed).collect();
    let biases = offset.iter().zip(&speeds).map(|(offset, speed)| offset - speed).collect();
    let old = vec![0.0; rows.len()];
    tell(
        problem,
        contacts,
        Given { rows, speeds, biases, old: &old, new: &found.lambda, bounds: bounds.clone() },
        &pass(kind, 0, settings),
        watch,
    );
}

fn pass(kind: SolverPass, iteration: u32, settings: &Settings) -> Pass {
    let (h, restitution_threshold) = (settings.h, settings.restitution_threshold);
    Pass { iteration, restitution_threshold, ..Pass::new(kind, h, Softness::RIGID) }
}

fn tell<P: Probe<SolverStep>>(problem: &Problem<'_>, contacts: &[Contact], given: Given<'_>, pass: &Pass, watch: &mut Watch<'_, P>) {
    let Given { rows, mut speeds, biases, old, new, bounds } = given;
    let coupling = |i: usize, j: usize| problem.matrix[(rows[i], rows[j])];
    for (i, &number) in rows.iter().enumerate() {
        let row = &problem.rows[number];
        let later: f64 = (i + 1..rows.len()).map(|j| coupling(i, j) * (new[j] - old[j])).sum();
        let (speed, change) = (speeds[i], new[i] - old[i]);
        let [low, high] = bounds[i];
        let clamped = low < high && ((new[i] == low) || (new[i] == high)) || low == high;
        let (own, ids, poses) = (coupling(i, i), watch.ids, watch.poses);
        let told = Told {
            row: row.jacobian,
            mass: (1.0 / own) as f32,
            speed: speed as f32,
            bias: (biases[i] + later) as f32,
            old: old[i] as f32,
            sum: new[i] as f32,
            bounds: [low as f32, high as f32],
            clamped,
        };
        match row.owner {
            Owner::Normal(contact, k) => watch.probe.record(|| contacts[contact].told([k, NORMAL], told, pass, ids, poses)),
            Owner::Friction(contact, k) => watch.probe.record(|| contacts[contact].told([k, TANGENT], told, pass, ids, poses)),
            Owner::Joint(..) if pass.kind == SolverPass::Solve => watch.probe.record(|| SolverStep {
                substep: 0,
                iteration: pass.iteration,
                pass: pass.kind,
                body_a: row.ids[0],
                body_b: row.ids[1],
                point: row.point,
                direction: row.jacobian.direction,
                velocity_before: speed as f32,
                impulse_change: change as f32,
                impulse_total: new[i] as f32,
                response: own as f32,
                bounds: [low as f32, high as f32],
                clamped,
                contact: None,
            }),
            Owner::Joint(..) => {}
        }
        (0..rows.len()).for_each(|j| speeds[j] += coupling(j, i) * change);
    }
}
