//! A step by the global solve ([`crate::engine::lagrange`]): joints by Lagrange multipliers, all else by sequential
//! impulses.
//!
//! ```text
//!   1  sequential impulses     the whole step, joints and contacts, as if they were chosen: contacts, motors and
//!                              limits know from it what they push
//!   2  each mechanism          from the start of the step again: what stops the speeds that bodies bring, at once;
//!                              then gravity, forces, springs, and the other impulses as forces P/h that stay the same
//!                              during the step; multipliers hold the joints; integrator
//!   3  bounces, pushes         on top, changed so that they fit the joints
//! ```
//!
//! Bodies that neither joints hold nor anything touches are integrated alike; those that are touched and not joined
//! keep the motion of the first part. A mechanism of more than [`MOST_ROWS`] rows, or one whose result is not finite
//! or made of rounding, keeps it too, and is named in the report: three planks in a line between two pins can move
//! nowhere, and the multipliers that hold them there know no bound. One that has more energy than before though nothing
//! drives it (light links under a heavy load swing across in less than a step) is taken in finer steps, and left when
//! that does not help.

use super::lagrange_carried::Carried;
use super::lagrange_pushes::{Impulses, Pushes};
use super::mechanism_step::{MechanismEnd, MechanismStep, Solves};
use super::mechanisms::{Keeping, MOST_ROWS, Mechanism, MechanismInputs};
use super::settings::WorldSettings;
use crate::engine::joint::set::JointSet;
use crate::engine::joint::{JointId, JointKind};
use crate::engine::lagrange::{DroppedRow, Feedback, Integrator, State, System, advance};
use crate::engine::lanes::Float4Pair;
use crate::engine::math::{Vec2, clamp, max};
use crate::engine::probe::{Probe, ran};
use crate::engine::solver::body::{SolverBody, capped_spin, capped_velocity};
use crate::engine::solver::sequential_contact::Contact;
use crate::engine::solver::table::LagrangeParameters;
use crate::engine::tuning;
use glam::DVec2;

/// Velocities that part a joint faster than this at the start of a step come from an edit or a blow, not from rounding:
/// they are made to fit by impulses, m/s or rad/s. Smaller: the drift of a poor integrator is hidden.
const BLOW: f64 = 0.5;

/// A multiplier that alone would speed its own row up by more than this within the step is made of rounding: joints
/// that contradict each other almost, but not quite. A load 100,000 times as heavy as the link that it hangs on gives
/// less, m/s or rad/s. Larger: such numbers reach the sequential impulses, whose 24 bits cannot take them back.
const ABSURD: f64 = 100.0 * tuning::MAX_SPEED as f64;

/// How much finer the steps of a mechanism are taken, in turn, as long as its energy grows from nothing.
const FINER: [u32; 3] = [1, 4, 16];

/// What that may take, counted as [`work`] does: some ten milliseconds.
const MOST_WORK: u64 = 2_000_000;

/// What the last step of the global solve has to say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LagrangeReport {
    /// Joints with a row that follows from those of others, and the acceleration (m/s² or rad/s²) that the row asks for
    /// in vain: 0 up to rounding unless joints contradict each other.
    pub redundant: Vec<(JointId, f32)>,
    /// Joints that were left to the sequential impulses.
    pub left: Vec<JointId>,
    /// What the dense solves took, counted as [`super::World::step_work`] counts.
    pub work: u64,
}

/// Replaces the motion that the sequential impulses found (now in `solved`) by that of the global solve.
pub(super) fn solve_lagrange<P: Probe<MechanismStep>>(
    inputs: MechanismInputs<'_>,
    contacts: &[Contact],
    solved: &mut [Float4Pair],
    settings: &WorldSettings,
    probe: &mut P,
) -> (LagrangeReport, Vec<Carried>) {
    let (mut report, mut carried) = (LagrangeReport::default(), Vec::new());
    let mechanisms = inputs.find();
    let pushes = Pushes::of(inputs, contacts, &mechanisms, settings);
    for mut mechanism in mechanisms {
        if mechanism.parts.is_empty() && mechanism.slots.iter().any(|&slot| pushes.touched[slot as usize]) {
            continue;
        }
        let row_count = mechanism.system.rows(&mechanism.state).0.len();
        report.work += work(row_count, &settings.solver_parameters.lagrange);
        match if row_count <= MOST_ROWS { run(&mut mechanism, &pushes, settings, probe) } else { None } {
            Some(outcome) => {
                outcome.write(&mechanism, solved, settings.step_seconds());
                report.work += u64::from(outcome.finer - 1) * work(row_count, &settings.solver_parameters.lagrange);
                let first = carried.len();
                mechanism.read_impulses(&outcome, inputs, settings, &mut carried);
                let starts = mechanism.system.rows(&mechanism.state).1;
                for dropped in &outcome.dropped {
                    let owner = mechanism.parts.iter().find(|part| part.rows(&starts).contains(&dropped.row));
                    report.redundant.extend(owner.map(|part| (part.id, dropped.conflict as f32)));
                }
                probe.record(|| MechanismStep::Ended(outcome.told(&mechanism, &carried[first..], inputs)));
            }
            None => {
                report.left.extend(mechanism.parts.iter().map(|part| part.id));
                probe.record(|| MechanismStep::Left(mechanism.told(settings)));
            }
        }
    }
    (report, carried)
}

/// What a mechanism of so many rows takes in a step: each slope that the integrator asks for is a solve, of which the
/// factors take time like the cube of the rows (a third of it multiplications).
fn work(rows: usize, parameters: &LagrangeParameters) -> u64 {
    let slopes = if parameters.integrator == Integrator::Rk4 { 4 } else { 1 };
    let rows = rows.min(MOST_ROWS) as u64;
    u64::from(parameters.steps) * slopes * rows * rows * (1 + rows / 24)
}

/// Feedback of the parameters.
pub(super) fn feedback(parameters: &LagrangeParameters) -> Feedback {
    Feedback { stiffness: f64::from(parameters.k_s), damping: f64::from(parameters.k_d) }
}

/// Puts what joints carried where readouts and warm starts find it.
pub(super) fn keep_impulses(set: &mut JointSet, carried: &[Carried]) {
    for joint in carried {
        set.put_impulses(joint.place, joint.impulses);
        set.put_carried(joint.place, joint.given);
    }
}

/// A mechanism after a step.
struct Outcome {
    /// State before bounces and pushes are added to it.
    end: State,
    /// With them.
    last: State,
    /// Mean multipliers.
    multipliers: Vec<f64>,
    dropped: Vec<DroppedRow>,
    /// How much finer than usual its steps were.
    finer: u32,
    /// Impulses on the rows that made velocities fit at the start and at the end of the step; empty when none had to.
    fits: [Vec<f64>; 2],
    /// Way and turn of each body by pseudo-velocities.
    pushed: Vec<[f64; 3]>,
}

fn run<P: Probe<MechanismStep>>(mechanism: &mut Mechanism, pushes: &Pushes, settings: &WorldSettings, probe: &mut P) -> Option<Outcome> {
    ran!();
    let h = f64::from(settings.step_seconds());
    let Mechanism { system, slots, .. } = mechanism;
    for (mass, &slot) in system.masses.iter_mut().zip(slots.iter()) {
        let [x, y, turn] = pushes.steady[slot as usize].map(|impulse| impulse / h);
        if mass.inv_mass > 0.0 {
            mass.force += DVec2::new(x, y);
            mass.torque += turn;
        }
    }
    mechanism.take_loads(&pushes.loads, h);
    let mut end = mechanism.state.clone();
    let was_hit = add(&mut end, mechanism, &pushes.impacts);
    if mechanism.has_stop() {
        mechanism.release_stops(&end, h);
    }
    probe.record(|| MechanismStep::Begun(mechanism.told(settings)));
    let hit = was_hit || mechanism.hits_stop(&end);
    let Mechanism { system, .. } = mechanism;
    let mut fits = [Vec::new(), Vec::new()];
    if hit || system.rows(&end).0.iter().any(|row| row.speed(&end).abs() > BLOW) {
        fits[0] = system.fit_velocities(&mut end).ok()?;
    }
    let row_count = system.rows(&end).0.len();
    let mut try_in = |finer: u32| {
        let is_cheap = finer == 1 || u64::from(finer) * work(row_count, &settings.solver_parameters.lagrange) <= MOST_WORK;
        is_cheap.then(|| moved(system, &mut end, settings, finer, probe)).flatten().map(|found| (found, finer))
    };
    let ((multipliers, dropped), finer) = FINER.into_iter().find_map(&mut try_in)?;
    let mut last = end.clone();
    if add(&mut last, mechanism, &pushes.bounces) {
        fits[1] = mechanism.system.fit_velocities(&mut last).ok()?;
    }
    let mut pseudo = end.clone();
    pseudo.bodies.iter_mut().for_each(|body| (body.velocity, body.spin) = (DVec2::ZERO, 0.0));
    if add(&mut pseudo, mechanism, &pushes.apart) {
        mechanism.system.fit_velocities(&mut pseudo).ok()?;
    }
    let pushed: Vec<[f64; 3]> = pseudo.bodies.iter().map(|body| [h * body.velocity.x, h * body.velocity.y, h * body.spin]).collect();
    let numbers = last.bodies.iter().flat_map(|b| [b.center.x, b.center.y, b.angle, b.velocity.x, b.velocity.y, b.spin]);
    let finite = numbers.chain(pushed.iter().flatten().copied()).chain(multipliers.iter().copied()).all(|x| (x as f32).is_finite());
    let (rows, _) = mechanism.system.rows(&end);
    let matrix = mechanism.system.matrix(&rows);
    let sane = multipliers.iter().enumerate().all(|(k, multiplier)| (multiplier * h * matrix[(k, k)]).abs() <= ABSURD);
    (finite && sane).then_some(Outcome { end, last, multipliers, dropped, finer, fits, pushed })
}

/// Moves a mechanism by the step in the scene's steps, each in `finer` parts; the mean multipliers, and the rows that
/// the last solve dropped. Nothing, and no motion, when numbers become infinite or energy is won that nothing gives:
/// light links under a heavy load can swing across faster than a step follows.
fn moved<P: Probe<MechanismStep>>(
    system: &System,
    state: &mut State,
    settings: &WorldSettings,
    finer: u32,
    probe: &mut P,
) -> Option<(Vec<f64>, Vec<DroppedRow>)> {
    ran!();
    let LagrangeParameters { integrator, steps, .. } = settings.solver_parameters.lagrange;
    let count = f64::from(steps * finer);
    let h = f64::from(settings.step_seconds()) / count;
    let mut end = state.clone();
    let (mut multipliers, mut dropped, mut solves) = (Vec::new(), Vec::new(), Solves::new(probe, finer > 1));
    for _ in 0..steps * finer {
        let solved = advance(system, &mut end, h, integrator, &mut solves).ok()?; // [lagrange.start]
        multipliers.resize(solved.multipliers.len(), 0.0);
        multipliers.iter_mut().zip(&solved.multipliers).for_each(|(sum, x)| *sum += x / count); // [lagrange.result]
        dropped = solved.dropped;
    }
    if integrator == Integrator::Rk4 && !system.constraints.is_empty() && system.has_gained(state, &end, h) {
        return None;
    }
    *state = end;
    Some((multipliers, dropped))
}

/// Adds impulses to the velocities; false when there are none.
fn add(state: &mut State, mechanism: &Mechanism, impulses: &Impulses) -> bool {
    let mut any = false;
    for ((body, mass), &slot) in state.bodies.iter_mut().zip(&mechanism.system.masses).zip(&mechanism.slots) {
        let [x, y, turn] = impulses[slot as usize];
        any |= [x, y, turn] != [0.0; 3];
        body.velocity += mass.inv_mass * DVec2::new(x, y);
        body.spin += mass.inv_inertia * turn;
    }
    any
}

impl Outcome {
    /// For a probe; `carried` are the impulses of the mechanism's joints.
    fn told(&self, mechanism: &Mechanism, carried: &[Carried], inputs: MechanismInputs<'_>) -> MechanismEnd {
        let starts = mechanism.system.rows(&self.end).1;
        let mut kept = vec![0.0; self.multipliers.len()];
        for part in &mechanism.parts {
            let Some(joint) = carried.iter().find(|joint| joint.place == part.place) else { continue };
            let held = part.rows(&starts);
            for (k, row) in held.clone().enumerate() {
                kept[row] = match part.kept_at(k, held.len()) {
                    Keeping::Place(place) => joint.impulses[place],
                    Keeping::Bounds(lower) => max(joint.impulses[lower], joint.impulses[lower + 1]),
                };
            }
        }
        MechanismEnd {
            kept,
            multipliers: self.multipliers.clone(),
            dropped: self.dropped.clone(),
            impulses: carried.iter().map(|joint| (inputs.joints.id_at(joint.place), joint.impulses)).collect(),
            end: self.end.clone(),
        }
    }

    /// Motion into the solver's bodies, within the limits of speed.
    fn write(&self, mechanism: &Mechanism, solved: &mut [Float4Pair], h: f32) {
        for (k, (&slot, mass)) in mechanism.slots.iter().zip(&mechanism.system.masses).enumerate() {
            if slot == 0 || mass.inv_mass == 0.0 {
                continue;
            }
            let (start, end, last, [x, y, turn]) = (&mechanism.state.bodies[k], &self.end.bodies[k], &self.last.bodies[k], self.pushed[k]);
            let way = end.center - start.center + DVec2::new(x, y);
            let body = SolverBody::at(solved, slot);
            let way = capped_velocity(Vec2::new(way.x as f32, way.y as f32) / h) * h;
            let turn = (end.angle - start.angle + turn) as f32;
            solved[slot as usize] = SolverBody {
                velocity: capped_velocity(Vec2::new(last.velocity.x as f32, last.velocity.y as f32)),
                angular_velocity: capped_spin(last.spin as f32, h),
                delta_center: way,
                delta_angle: clamp(turn, -tuning::MAX_ROTATION, tuning::MAX_ROTATION),
                ..body
            }
            .stored();
        }
    }
}

impl Mechanism {
    /// What its joints carried in the step: the multipliers and springs as impulses, motors and limits as they are.
    fn read_impulses(&self, outcome: &Outcome, inputs: MechanismInputs<'_>, settings: &WorldSettings, carried: &mut Vec<Carried>) {
        let h = f64::from(settings.step_seconds());
        let (rows, starts) = self.system.rows(&outcome.end);
        let substep = h / f64::from(settings.solver_parameters.lagrange.steps);
        for part in &self.parts {
            let Some((mut impulses, _)) = inputs.set.memory(part.place) else { continue };
            let of_angle = matches!(inputs.joints.values()[part.place].kind, JointKind::Gear(_));
            let held = part.rows(&starts);
            for (k, row) in held.clone().enumerate() {
                // A rod's row has d/L for its direction: its multiplier is the force times L/d. That of an angle is a
                // torque.
                let [x, y, _] = rows[row].jacobian[1];
                let length = (x * x + y * y).sqrt();
                let share = if length > 0.0 && !of_angle { length } else { 1.0 };
                let given = (outcome.multipliers[row] * share * h) as f32;
                match part.kept_at(k, held.len()) {
                    Keeping::Place(place) => impulses[place] = given,
                    Keeping::Bounds(lower) => (impulses[lower], impulses[lower + 1]) = (max(given, 0.0), max(-given, 0.0)),
                }
            }
            for &(spring, first) in &part.springs {
                let forces = self.system.spring_forces(&self.system.springs[spring], &outcome.end, substep);
                forces.iter().enumerate().for_each(|(k, force)| impulses[first + k] = (force * h) as f32);
            }
            let given = self.given(part, &impulses, (&outcome.end, &outcome.fits), inputs);
            if impulses.iter().all(|impulse| impulse.is_finite()) && given.is_finite() {
                carried.push(Carried { place: part.place, impulses, given });
            }
        }
    }
}
