//! The engine's integrators on the situation: one step watched, many steps, and how the error falls with the step.

use super::situation::Situation;
use crate::engine::lagrange::{Integrator, LagrangeStep, Slope, State, System, advance};
use crate::engine::math::Vec2;
use crate::engine::probe::NoProbe;

/// Names of the three in the order of [`Integrator::ALL`], and of the semi-implicit one with the world's limit.
pub(super) const NAMES: [&str; 4] = ["Explicit Euler", "Semi-implicit Euler", "RK4", "Limited springs"];
/// Orders of convergence that the derivations promise.
pub(super) const ORDERS: [u32; 3] = [1, 1, 4];
/// A run that has gained this factor of energy has left every picture.
const BLOWN: f64 = 1e9;
/// Times that the step is halved for the error.
pub(super) const HALVINGS: usize = 3;
/// The reference takes so many steps of RK4 for each step.
const FINE: u32 = 32;
/// An error below this is made of rounding.
const ROUNDING: f64 = 1e-11;

/// A moment of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// The number that is looked at, and its rate.
    pub look: [f64; 2],
    /// Kinetic and other energy, joules.
    pub energy: [f64; 2],
    /// Centre of the watched body, world.
    pub center: Vec2,
}

/// An integrator on the situation.
pub(super) struct Run {
    /// States and slopes of the first step, in the order in which they were taken.
    pub slopes: Vec<(State, Vec<Slope>)>,
    /// Along which the step went.
    pub used: Vec<Slope>,
    pub after: State,
    /// The start, and each step after it; ends early when the energy is beyond bounds.
    pub path: Vec<Sample>,
    /// Error at the end of the time of study with the step, half the step …
    pub errors: Vec<f64>,
}

/// All runs.
pub(super) struct Runs {
    /// In the order of [`NAMES`]; the last only where the limit bites.
    pub all: Vec<Run>,
    /// Steps of a long run.
    pub count: usize,
    /// Steps over which errors are measured.
    pub study: u32,
    /// What an energy of 1 on the cards is, joules.
    pub scale: f64,
}

pub(super) fn sample(situation: &Situation, state: &State) -> Sample {
    Sample { look: situation.look(state), energy: situation.energy(state), center: state.bodies[situation.mover].center.as_vec2() }
}

/// Runs everything.
pub(super) fn run(situation: &Situation) -> Runs {
    // About a second.
    let count = if situation.is_crowded() { 0 } else { (1.0 / situation.h).round().clamp(8.0, 240.0) as usize };
    let study = (count as u32 / 3).clamp(4, 20);
    let mut all: Vec<Run> = Integrator::ALL.iter().map(|&integrator| one(&situation.system, situation, integrator, count)).collect();
    if let Some(limited) = &situation.limited {
        all.push(one(limited, situation, Integrator::SemiImplicitEuler, count));
    }
    if situation.is_crowded() {
        return Runs { scale: scale(situation, &all[2].path), all, count, study };
    }
    let reference = end(situation, situation.h / f64::from(FINE), study * FINE, Integrator::Rk4);
    for (run, integrator) in all.iter_mut().zip(Integrator::ALL) {
        for halving in 0..=HALVINGS {
            let parts = 1_u32 << halving;
            let found = end(situation, situation.h / f64::from(parts), study * parts, integrator);
            let error = found.iter().zip(&reference).map(|(x, exact)| (x - exact).powi(2)).sum::<f64>().sqrt();
            run.errors.push(error);
        }
    }
    let scale = scale(situation, &all[2].path);
    Runs { all, count, study, scale }
}

fn one(system: &System, situation: &Situation, integrator: Integrator, count: usize) -> Run {
    let mut state = situation.state.clone();
    let mut steps: Vec<LagrangeStep> = Vec::new();
    let mut run =
        Run { slopes: Vec::new(), used: Vec::new(), after: state.clone(), path: vec![sample(situation, &state)], errors: Vec::new() };
    if situation.is_crowded() {
        return run;
    }
    let mut is_well = advance(system, &mut state, situation.h, integrator, &mut steps).is_ok();
    for step in steps {
        match step {
            LagrangeStep::Slope { at, slopes } => run.slopes.push((at, slopes)),
            LagrangeStep::Stepped { slopes, .. } => run.used = slopes,
            _ => {}
        }
    }
    run.after = state.clone();
    let start = run.path[0];
    let first: f64 = start.energy.iter().map(|part| part.abs()).sum::<f64>().max(1e-6);
    while is_well && run.path.len() <= count {
        let now = sample(situation, &state);
        let is_blown = !now.energy.iter().all(|part| part.abs() < BLOWN * first);
        if is_blown || !now.center.is_finite() {
            break;
        }
        run.path.push(now);
        is_well = advance(system, &mut state, situation.h, integrator, &mut NoProbe).is_ok();
    }
    run
}

/// Place and velocity of the watched body after so many steps.
fn end(situation: &Situation, h: f64, count: u32, integrator: Integrator) -> [f64; 4] {
    let mut state = situation.state.clone();
    for _ in 0..count {
        if advance(&situation.system, &mut state, h, integrator, &mut NoProbe).is_err() {
            return [f64::NAN; 4];
        }
    }
    let body = &state.bodies[situation.mover];
    [body.center.x, body.center.y, body.velocity.x, body.velocity.y]
}

/// With springs alone the energy at the start; where forces act, whose energy has no zero, the largest kinetic energy.
fn scale(situation: &Situation, path: &[Sample]) -> f64 {
    let start: f64 = path[0].energy.iter().sum();
    if situation.is_without_forces() && start > 0.0 {
        return start;
    }
    let most = path.iter().map(|sample| sample.energy[0]).fold(0.0, f64::max);
    if most > 0.0 { most } else { 1.0 }
}

impl Runs {
    /// Energy of a run after so many steps as a share: 1 at the start. `None` when it has left every picture.
    pub fn share(&self, run: usize, step: usize) -> Option<f64> {
        Some(1.0 + self.change(run, step)?)
    }

    /// The same less 1.
    pub fn change(&self, run: usize, step: usize) -> Option<f64> {
        let path = &self.all[run].path;
        let [now, start] = [path.get(step)?, &path[0]].map(|sample| sample.energy);
        Some(((now[0] - start[0]) + (now[1] - start[1])) / self.scale)
    }

    /// Least and largest share of a run up to a step.
    pub fn span(&self, run: usize, step: usize) -> [f64; 2] {
        let shares = (0..=step).filter_map(|k| self.share(run, k));
        shares.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    }

    /// Order that the two finest steps show; `None` when the error is none, beyond bounds, falls unevenly, or as no
    /// integrator's does: by a power that is none of 1, 2 and 4.
    pub fn order(&self, run: usize) -> Option<f64> {
        let errors = self.all[run].errors.iter().copied().filter(|e| e.is_finite() && *e > ROUNDING).collect::<Vec<_>>();
        if errors.len() < 2 || errors.len() < self.all[run].errors.len() && self.all[run].errors[0] <= ROUNDING {
            return None;
        }
        let orders: Vec<f64> = errors.windows(2).map(|pair| libm::log2(pair[0] / pair[1])).collect();
        // Steps far too large have no order: it is another with each halving.
        let last = *orders.last()?;
        let is_even = orders.len() < 2 || (last - orders[orders.len() - 2]).abs() < 1.0;
        (is_even && [1.0, 2.0, 4.0].iter().any(|order| (last - order).abs() < 0.25)).then_some(last)
    }
}
