//! What a watched pass over contacts tells its probe.
//!
//! With a probe that watches, kernels run one lane wide and say of each row, just before it gives its impulse, what
//! it was made of. Without one all of this compiles to nothing.

use super::block::ContactBlock;
use super::pass::{ContactRow, Pass, SolverPass, SolverStep};
use super::rows::{Rows, TANGENTS};
use crate::engine::body::BodyId;
use crate::engine::lanes::{Float4, Lanes};
use crate::engine::math::{Vec2, perp};
use crate::engine::probe::Probe;

/// The probe, and what it needs to name what it records: ids and start poses by slot. With a probe that watches,
/// kernels run one lane wide.
#[derive(Debug)]
pub struct Watch<'a, P> {
    /// The probe.
    pub probe: &'a mut P,
    /// Body in each slot.
    pub ids: &'a [BodyId],
    /// Centre of mass (x, y) and orientation (cosine, sine) at the start of the step, by slot.
    pub poses: &'a [Float4],
}

/// An impulse that a row is about to give.
#[derive(Clone, Copy)]
pub(super) struct Applied<L> {
    pub tangent: bool,
    pub change: L,
    pub total: L,
    pub clamped: bool,
    pub gap: L,
    /// Bias, mass scale and impulse scale, see [`ContactRow`].
    pub terms: [L; 3],
    pub limits: [L; 2],
    pub left: bool,
}

impl<L: Lanes> Applied<L> {
    /// The impulse of the sub-step before.
    #[inline(always)]
    pub fn again(tangent: bool, impulse: L) -> Applied<L> {
        let limits = [L::splat(f32::NEG_INFINITY), L::splat(f32::INFINITY)];
        Applied {
            tangent,
            change: impulse,
            total: impulse,
            clamped: false,
            gap: L::splat(0.0),
            terms: [L::splat(0.0); 3],
            limits,
            left: false,
        }
    }
}

impl<P: Probe<SolverStep>> Watch<'_, P> {
    /// Tells the probe of one impulse along `direction`: speed before, change and sum.
    #[allow(clippy::too_many_arguments)] // a record of one impulse
    pub(super) fn record(
        &mut self,
        block: &ContactBlock,
        lane: usize,
        point: usize,
        pass: &Pass,
        direction: Vec2,
        [velocity_before, impulse_change, impulse_total]: [f32; 3],
        clamped: bool,
        row: impl FnOnce() -> ContactRow,
    ) {
        let (ids, poses) = (self.ids, self.poses);
        self.probe.record(|| {
            let (a, b) = (block.a.0[lane] as usize, block.b.0[lane] as usize);
            let row = row();
            SolverStep {
                substep: pass.substep,
                iteration: pass.iteration,
                pass: pass.kind,
                body_a: ids[a],
                body_b: ids[b],
                point: Vec2::new(poses[a].0[0], poses[a].0[1]) + block.arm_a(lane, point),
                direction,
                velocity_before,
                impulse_change,
                impulse_total,
                response: 1.0 / row.mass,
                bounds: [row.low, row.high],
                clamped,
                contact: Some(row),
            }
        });
    }

    /// Tells the probe of an impulse that a row of the contact in lane `at` is about to give.
    #[inline(always)]
    pub(super) fn probe_lane<L: Lanes>(
        &mut self,
        block: &ContactBlock,
        at: usize,
        point: usize,
        pass: &Pass,
        rows: &Rows<L>,
        applied: Applied<L>,
    ) {
        if !P::WATCHES || block.points[point].normal_mass.0[at] == 0.0 {
            return;
        }
        let masses = &block.points[point];
        let (row, mass) = if applied.tangent { (TANGENTS + point, &masses.tangent_mass) } else { (point, &masses.normal_mass) };
        let normal = block.normal(at);
        let direction = if applied.tangent { perp(normal) } else { normal };
        let arms = &rows.arms[row];
        let numbers = [rows.speeds[row].first(), applied.change.first(), applied.total.first()];
        // Where positions count, the block holds gaps less the rest offset.
        let measures = !applied.tangent && pass.kind != SolverPass::WarmStart;
        let rest_offset = if measures { block.rest_offset.0[at] } else { 0.0 };
        self.record(block, at, point, pass, direction, numbers, applied.clamped, || {
            let response = (rows.inv_mass + arms.coupling(arms)).first();
            let [bias, mass_scale, impulse_scale] = applied.terms.map(L::first);
            let [low, high] = applied.limits.map(L::first);
            ContactRow {
                point,
                tangent: applied.tangent,
                arm_a: arms.a.first(),
                arm_b: arms.b.first(),
                mass: mass.0[at],
                gap: applied.gap.first() + rest_offset,
                rest_offset,
                velocity_after: numbers[0] + response * numbers[1],
                bias,
                bend: if pass.kind == SolverPass::Solve { block.bend_of(at, point, usize::from(applied.tangent)) } else { 0.0 },
                mass_scale,
                impulse_scale,
                low,
                high,
                left_to_bounce: applied.left,
                found_at: block.found_at.map(|row| row.0[at]),
                midway: block.is_midway && block.midway.0[at] > 0.0,
            }
        });
    }
}
