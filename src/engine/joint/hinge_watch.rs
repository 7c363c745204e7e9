//! What a probe is told of the impulses of hinges ([`super::hinge`]).

use super::hinge_block::{HingeAnchors, NOBODY};
use crate::engine::body::BodyId;
use crate::engine::math::Vec2;
use crate::engine::probe::Probe;
use crate::engine::solver::{Pass, SolverStep};

/// The probe, and the names of the hinges.
#[derive(Debug)]
pub struct HingeWatch<'a, P> {
    /// Receives the steps.
    pub probe: &'a mut P,
    /// Bodies A and B of each joint, by its place in the world.
    pub names: &'a [[BodyId; 2]],
}

/// An impulse of one row, as it is told.
pub(super) struct Given {
    /// See [`SolverStep::velocity_before`].
    pub(super) before: f32,
    pub(super) change: f32,
    pub(super) sum: f32,
    pub(super) response: f32,
    pub(super) bounds: [f32; 2],
    pub(super) clamped: bool,
}

const UNBOUNDED: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

impl<P: Probe<SolverStep>> HingeWatch<'_, P> {
    /// Records an impulse on the first lane's hinge.
    #[inline(always)]
    pub(super) fn record(&mut self, pass: &Pass, anchors: &HingeAnchors, at: usize, direction: Vec2, given: impl FnOnce() -> Given) {
        let joint = anchors.joint[at];
        if !P::WATCHES || joint == NOBODY {
            return;
        }
        let names = self.names[joint as usize];
        self.probe.record(|| {
            let Given { before, change, sum, response, bounds, clamped } = given();
            SolverStep {
                substep: pass.substep,
                iteration: pass.iteration,
                pass: pass.kind,
                body_a: names[0],
                body_b: names[1],
                point: Vec2::new(anchors.point[0].0[at], anchors.point[1].0[at]),
                direction,
                velocity_before: before,
                impulse_change: change,
                impulse_total: sum,
                response,
                bounds,
                clamped,
                contact: None,
            }
        });
    }
}

/// A sum that is applied again.
pub(super) fn again(before: f32, sum: f32, response: f32) -> Given {
    Given { before, change: sum, sum, response, bounds: UNBOUNDED, clamped: false }
}
