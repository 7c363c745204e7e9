//! The form of the world's settings in a file.

use super::walk::Walk;
use crate::engine::broad::BroadPhase;
use crate::engine::joint::JointSolver;
use crate::engine::mixing::{MIXES, Mix, Mixing};
use crate::engine::narrow::NarrowPhase;
use crate::engine::solver::table::{Parameter, SOLVERS, SolverParameters, Value};
use crate::scene::document::WorldSettings;
use crate::scene::limits;

const NARROW_PHASES: &[(&str, NarrowPhase)] = &[("sat", NarrowPhase::Sat), ("gjk_epa", NarrowPhase::GjkEpa)];
const JOINT_SOLVERS: &[(&str, JointSolver)] = &[("direct", JointSolver::Direct), ("iterative", JointSolver::Iterative)];
const BROAD_PHASES: &[(&str, BroadPhase)] = &[
    ("grid", BroadPhase::Grid),
    ("tree", BroadPhase::Tree),
    ("sweep_and_prune", BroadPhase::SweepAndPrune),
    ("brute_force", BroadPhase::BruteForce),
];
/// The settings.
pub fn world<W: Walk>(w: &mut W, v: &mut WorldSettings) {
    let d = WorldSettings::default();
    w.value("gravity", "m/s².", &mut v.gravity, Some(d.gravity), limits::GRAVITY);
    w.value("step_hz", "Steps per second.", &mut v.step_hz, Some(d.step_hz), limits::STEP_HZ);
    w.value("substeps", "Sub-steps per step.", &mut v.substeps, Some(d.substeps), limits::SUBSTEPS);
    w.choice("solver", "How impulses are found.", &mut v.solver, Some(d.solver), &SOLVERS.map(|row| (row.id, row.solver)));
    for row in SOLVERS.iter().filter(|row| !row.parameters.is_empty()) {
        let mut of_row = (row.parameters, v.solver_parameters);
        w.object(row.id, "Settings of the solver of this name; without effect on the others.", &mut of_row, parameters);
        v.solver_parameters = of_row.1;
    }
    w.choice("narrow_phase", "How convex pairs are collided.", &mut v.narrow_phase, Some(d.narrow_phase), NARROW_PHASES);
    w.choice("broad_phase", "How pairs are found; changes speed, never motion.", &mut v.broad_phase, Some(d.broad_phase), BROAD_PHASES);
    w.choice("joint_solver", "How joints that hang together are solved.", &mut v.joint_solver, Some(d.joint_solver), JOINT_SOLVERS);
    w.object("mixing", "How two materials share one coefficient of friction and one of restitution.", &mut v.mixing, mixing);
    let about = "Contacts that close more slowly do not bounce.";
    let threshold = &mut v.restitution_threshold;
    w.value("restitution_threshold", about, threshold, Some(d.restitution_threshold), limits::RESTITUTION_THRESHOLD);
    w.flag("warm_starting", "Reuse last step's impulses.", &mut v.warm_starting, d.warm_starting);
    w.flag("accumulation", "Contacts clamp the accumulated impulse; false: each increment by itself.", &mut v.accumulation, d.accumulation);
    w.flag("relaxing", "A second pass takes the velocity of the push out of overlap away again.", &mut v.relaxing, d.relaxing);
    w.flag("sleeping", "Let slow islands sleep.", &mut v.sleeping, d.sleeping);
    w.flag("continuous", "Stop fast bodies at static shapes.", &mut v.continuous, d.continuous);
}

fn mixing<W: Walk>(w: &mut W, v: &mut Mixing) {
    let d = Mixing::default();
    let all = MIXES.map(|row| (row.id, row.mix));
    let of_friction: Vec<(&'static str, Mix)> = MIXES.iter().filter(|row| row.of_friction).map(|row| (row.id, row.mix)).collect();
    w.choice("friction", "Rule for friction.", &mut v.friction, Some(d.friction), &of_friction);
    w.choice("restitution", "Rule for restitution.", &mut v.restitution, Some(d.restitution), &all);
    let about = "Constant of the weighted mean; above √2 it falls somewhere although a coefficient rises.";
    w.value("weight", about, &mut v.weight, Some(d.weight), limits::MIX_WEIGHT);
}

/// The parameters of a solver.
fn parameters<W: Walk>(w: &mut W, (parameters, told): &mut (&'static [Parameter], SolverParameters)) {
    let mut default = SolverParameters::default();
    for Parameter { id, about, value, .. } in *parameters {
        match *value {
            Value::Count { of, range: [min, max] } => {
                let range = limits::Count { min: u64::from(min), max: u64::from(max) };
                w.value(id, about, of(told), Some(*of(&mut default)), range);
            }
            Value::Number { of, range: [min, max], unit } => {
                let range = limits::Range { min, max, or_zero: false, unit };
                w.value(id, about, of(told), Some(*of(&mut default)), range);
            }
            Value::Choice { get, set, words } => {
                let options: Vec<(&'static str, usize)> = words.iter().enumerate().map(|(place, word)| (word.id, place)).collect();
                let mut place = get(told);
                w.choice(id, about, &mut place, Some(get(&default)), &options);
                set(told, place);
            }
        }
    }
}
