//! A pass over all constraints, and what a probe sees of it.

use super::softness::Softness;
use crate::engine::body::BodyId;
use crate::engine::lanes::Width;
use crate::engine::math::Vec2;

/// One impulse application, as a probe sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverStep {
    /// Sub-step, from 0.
    pub substep: u32,
    /// Iteration of the pass, from 0; 0 in solvers that do not iterate.
    pub iteration: u32,
    /// Which pass of the sub-step.
    pub pass: SolverPass,
    /// First body.
    pub body_a: BodyId,
    /// Second body.
    pub body_b: BodyId,
    /// Where, world, metres.
    pub point: Vec2,
    /// Along which unit direction, world (zero for a torque).
    pub direction: Vec2,
    /// Relative velocity along it before, m/s (rad/s for a torque).
    pub velocity_before: f32,
    /// Change of the accumulated impulse, N·s (N·m·s for a torque).
    pub impulse_change: f32,
    /// Accumulated impulse afterwards, N·s (N·m·s for a torque).
    pub impulse_total: f32,
    /// What a unit of impulse changes the relative velocity by, 1/kg (1/(kg·m²) for a torque); 0 where nothing gives
    /// way.
    pub response: f32,
    /// Least and largest sum, N·s (N·m·s for a torque); infinite where the row is not bounded.
    pub bounds: [f32; 2],
    /// True when the clamp (no pull, friction cone, limit) cut it.
    pub clamped: bool,
    /// What the row of a contact was made of; `None` for joints.
    pub contact: Option<ContactRow>,
}

/// A row of a contact as it was solved. In the passes the wanted change of the accumulated impulse Λ is
/// `−mass_scale · mass · (velocity_before + bias) − impulse_scale · Λ`; then the sum is kept between `low` and `high`.
/// A bounce is the same without accumulation: mass_scale 1, impulse_scale 0, and the limits hold for the impact itself.
/// The warm start only applies Λ again: both scales are 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactRow {
    /// Which point of the contact: 0 or 1.
    pub point: usize,
    /// True along the tangent `perp(normal)` (friction), false along the normal from A to B.
    pub tangent: bool,
    /// Lever arm of A: its arm from the centre of mass to the point, crossed with the direction, metres.
    pub arm_a: f32,
    /// Lever arm of B, metres.
    pub arm_b: f32,
    /// Effective mass, kg: `1 / (1/m_A + 1/m_B + arm_a²/I_A + arm_b²/I_B)`.
    pub mass: f32,
    /// Signed gap of the point now, metres; negative = overlap. 0 for tangents and in the warm start.
    pub gap: f32,
    /// The gap from which the row measures, metres, at least 0: what a lasting load is lifted by
    /// ([`super::rest_offset`]). 0 where `gap` is.
    pub rest_offset: f32,
    /// Relative velocity along the direction afterwards, m/s.
    pub velocity_after: f32,
    /// What the row adds to the velocity that it brings to zero, m/s: of a gap, how fast it may close; of an overlap,
    /// the push (negative); of a bounce, what makes both points of the contact part with restitution × their closing
    /// speeds once both impulses are given (of one point alone `restitution · velocity_before`).
    pub bias: f32,
    /// The part of the bias that is there because the way of the point is bent: by so much its velocity changes up to
    /// the middle of the sub-step, m/s ([`super::turning`]).
    pub bend: f32,
    /// Factor on the effective mass, 0 to 1.
    pub mass_scale: f32,
    /// Share of the accumulated impulse that leaks, 0 to 1.
    pub impulse_scale: f32,
    /// Least impulse, N·s; minus infinity where there is no limit.
    pub low: f32,
    /// Largest impulse, N·s; infinity where there is no limit.
    pub high: f32,
    /// True when the point closes so fast that this pass leaves it to the bounce of the next sub-step.
    pub left_to_bounce: bool,
    /// How far A and B had rotated since the start of the step when the point was found, radians; the arms are those of
    /// that moment. 0 for a point that was found at the start.
    pub found_at: [f32; 2],
    /// True when direction and arms are those of the middle of the step ([`super::midway`]).
    pub midway: bool,
}

impl ContactRow {
    /// The part of the bias that its gap asks for, m/s.
    pub fn gap_bias(&self) -> f32 {
        self.bias - self.bend
    }
}

/// A pass of one sub-step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverPass {
    /// Bounces: before anything else happens in the sub-step, or, in [`super::sequential_impulses`], at its end.
    Restitution,
    /// Last sub-step's impulses applied again.
    WarmStart,
    /// With the push that removes overlap.
    Solve,
    /// Without it, so that the push leaves no velocity behind.
    Relax,
    /// Joints without it, after the motion, in solvers whose push is a velocity: it is taken back.
    TakeBack,
    /// Overlap is pushed out by pseudo-velocities, which only move positions.
    Push,
}

/// What all constraints of one pass share.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Sub-step, from 0.
    pub substep: u32,
    /// Iteration of the pass, from 0; 0 in solvers that do not iterate.
    pub iteration: u32,
    /// Which pass.
    pub kind: SolverPass,
    /// Length of the sub-step, seconds.
    pub h: f32,
    /// 1 / h.
    pub inv_h: f32,
    /// How many constraints are solved at once.
    pub width: Width,
    /// How stiff rigid joints are.
    pub joint_softness: Softness,
    /// Slower closing contacts do not bounce, m/s.
    pub restitution_threshold: f32,
    /// Without bias, limits act only where their coordinate is below this, metres or radians: infinity where the relax
    /// pass is half of the solution, about 0 where a pass only takes back what the bias made.
    pub relaxed_limits: f32,
    /// True in solvers without sub-steps, whose anchors part by millimetres. Anchors that are held together are pushed
    /// in the middle between them, both at the same place: what a joint gives A and takes from B then has no torque.
    pub whole_step: bool,
    /// True when joints of long chains have but a share of the bias ([`crate::engine::joint::bias_share`]).
    pub shares_bias: bool,
}

impl Pass {
    /// The first pass of a step of `h` seconds, one constraint at a time; limits act with and without bias, and
    /// whatever closes bounces.
    pub fn new(kind: SolverPass, h: f32, joint_softness: Softness) -> Pass {
        let (width, relaxed_limits) = (Width::One, f32::INFINITY);
        Pass {
            substep: 0,
            iteration: 0,
            kind,
            h,
            inv_h: 1.0 / h,
            width,
            joint_softness,
            restitution_threshold: 0.0,
            relaxed_limits,
            whole_step: false,
            shares_bias: false,
        }
    }

    /// True when the pass also pushes position errors away.
    #[inline]
    pub fn use_bias(&self) -> bool {
        self.kind == SolverPass::Solve
    }
}
