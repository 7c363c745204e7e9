//! What a probe is told of a step by the global solve.

use super::mechanisms::Mechanism;
use super::settings::WorldSettings;
use crate::engine::body::BodyId;
use crate::engine::joint::JointId;
use crate::engine::lagrange::{DroppedRow, LagrangeStep, State, System};
use crate::engine::probe::Probe;
use std::ops::Range;

/// A step of the global solve, mechanism after mechanism.
#[derive(Clone, Debug, PartialEq)]
pub enum MechanismStep {
    /// A mechanism's turn begins.
    Begun(MechanismStart),
    /// Its first solve in all its steps; of the later ones (three more in each integrator step of RK4) what they found.
    Solve(LagrangeStep),
    /// The world takes its motion.
    Ended(MechanismEnd),
    /// The motion of the sequential impulses stays: it has too many rows, or numbers that no world can take.
    Left(MechanismStart),
}

/// A mechanism before it moves.
#[derive(Clone, Debug, PartialEq)]
pub struct MechanismStart {
    /// Body of the world that each body of the state is.
    pub bodies: Vec<BodyId>,
    /// Its joints, and which rows each holds; none for a joint of springs or limits alone.
    pub joints: Vec<(JointId, Range<usize>)>,
    /// What is solved; contacts, motors and limits are among its forces.
    pub system: System,
    /// Where it stands.
    pub state: State,
    /// Seconds of the world's step.
    pub h: f64,
    /// Integrator steps that it is taken in.
    pub steps: u32,
}

/// A mechanism after its step.
#[derive(Clone, Debug, PartialEq)]
pub struct MechanismEnd {
    /// Mean λ of each row over the step: N along a unit direction, N·m for an angle.
    pub multipliers: Vec<f64>,
    /// Rows that the last solve dropped.
    pub dropped: Vec<DroppedRow>,
    /// Of each row what its joint keeps of it, N·s or N·m·s.
    pub kept: Vec<f32>,
    /// What its joints carried, N·s or N·m·s: the very numbers that readouts and the next step get.
    pub impulses: Vec<(JointId, [f32; 6])>,
    /// Its state, before bounces and pushes are added.
    pub end: State,
}

impl Mechanism {
    /// For a probe.
    pub(super) fn told(&self, settings: &WorldSettings) -> MechanismStart {
        let starts = self.system.rows(&self.state).1;
        MechanismStart {
            bodies: self.ids.clone(),
            joints: self.parts.iter().map(|part| (part.id, part.rows(&starts))).collect(),
            system: self.system.clone(),
            state: self.state.clone(),
            h: f64::from(settings.step_seconds()),
            steps: settings.solver_parameters.lagrange.steps,
        }
    }
}

/// Hands the steps of a mechanism's solves on: all of the first, of the others what they found.
pub(super) struct Solves<'a, P> {
    probe: &'a mut P,
    is_first: bool,
}

impl<'a, P> Solves<'a, P> {
    /// `again`: the step is taken again, in finer steps.
    pub fn new(probe: &'a mut P, again: bool) -> Self {
        Solves { probe, is_first: !again }
    }
}

impl<P: Probe<MechanismStep>> Probe<LagrangeStep> for Solves<'_, P> {
    const WATCHES: bool = P::WATCHES;

    fn record(&mut self, step: impl FnOnce() -> LagrangeStep) {
        if !P::WATCHES {
            return;
        }
        let step = step();
        let is_end = matches!(step, LagrangeStep::Solved(_));
        if self.is_first || is_end {
            self.probe.record(|| MechanismStep::Solve(step));
        }
        self.is_first &= !is_end;
    }
}
