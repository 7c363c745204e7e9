//! Solvers: one file each, behind one enum.
//!
//! | file | what is in it |
//! |---|---|
//! | [`soft_step`] | the order of passes in a step |
//! | [`block`] | eight contacts as rows of numbers; the formulas |
//! | [`contact`] | the passes over them |
//! | [`gap`] | how far their points are apart while bodies move |
//! | [`impact`] | blows between bodies with restitution |
//! | [`manifold_block`] | eight manifolds as rows of numbers |
//! | [`manifold_pass`] | once a step: does a manifold still hold, and what are its rows now |
//! | [`colors`] | which contacts may be solved at the same time |
//! | [`late`] | contacts whose points are found within the step |
//! | [`watch`] | what a watched pass tells its probe |
//! | [`body`], [`drive`] | bodies as the solver sees them; what acts on them, and how they move |
//! | [`softness`] | springs as constraints |
//! | [`sequential_impulses`] | the second solver: a whole step, one contact after the other |
//! | [`sequential_contact`] | a contact as it solves it |
//! | [`table`] | a row for each solver: its names and its parameters |
//!
//! Contacts live in [`colors::ContactColors`] from step to step. Joints: [`crate::engine::joint`].

pub mod block;
pub mod body;
pub mod colors;
pub mod contact;
pub mod drive;
pub mod gap;
pub mod impact;
pub mod late;
pub mod manifold_block;
pub mod manifold_pass;
pub mod sequential_contact;
pub mod sequential_impulses;
pub mod soft_step;
pub mod softness;
pub mod table;
pub mod watch;

use super::body::BodyId;
use super::lanes::{Quad, QuadPair};
use super::math::Vec2;
use crate::engine::arena::take_places;
use colors::ContactColors;
use drive::Drive;
use impact::Blows;
use late::LateContacts;
use softness::Softness;

/// Which method finds the impulses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// Soft constraints with sub-steps and a relax pass (S12).
    #[default]
    SoftStep,
    /// Accumulated impulses in iterations, without sub-steps: the plain textbook form ([`sequential_impulses`]).
    SequentialImpulses,
}

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
    /// True when the clamp (no pull, friction cone, limit) cut it.
    pub clamped: bool,
    /// What the row of a contact was made of; `None` for joints.
    pub contact: Option<ContactRow>,
}

/// A row of a contact as it was solved. In the passes the wanted change of the accumulated impulse Λ is
/// `−mass_scale · mass · (velocity_before + bias) − impulse_scale · Λ`; then the sum is kept between `low` and `high`. A bounce is the same without accumulation:
/// mass_scale 1, impulse_scale 0, and the limits hold for the blow itself. The warm start only applies Λ again: both scales are 0.
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
    /// Relative velocity along the direction afterwards, m/s.
    pub velocity_after: f32,
    /// What the row adds to the velocity that it brings to zero, m/s: of a gap, how fast it may close; of an overlap, the push (negative);
    /// of a bounce, `restitution · velocity_before`.
    pub bias: f32,
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
}

/// A pass of one sub-step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverPass {
    /// Bounces: before anything else happens in the sub-step, or, in [`sequential_impulses`], at its end.
    Restitution,
    /// Last sub-step's impulses applied again.
    WarmStart,
    /// With the push that removes overlap.
    Solve,
    /// Without it, so that the push leaves no velocity behind.
    Relax,
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
    /// How stiff rigid joints are.
    pub joint_softness: Softness,
    /// Slower closing contacts do not bounce, m/s.
    pub restitution_threshold: f32,
}

impl Pass {
    /// True when the pass also pushes position errors away.
    #[inline]
    pub fn use_bias(&self) -> bool {
        self.kind == SolverPass::Solve
    }
}

/// Bodies and constraints as the solver works on them. Every body has a *slot*: its place in order of creation plus one. Slot 0 stands for
/// the world itself, which never moves.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Velocities and motion within the step, by slot; all zero for what does not move.
    pub bodies: Vec<QuadPair>,
    /// Centre of mass (x, y) and orientation (cosine, sine) at the start of the last step, by slot.
    pub poses: Vec<Quad>,
    /// Forces and what else only the integration needs, by slot.
    pub drives: Vec<Drive>,
    /// Slots that move in this step.
    pub moving: Vec<u32>,
    /// Contacts with points.
    pub contacts: ContactColors,
    /// Contacts that may get points within this step: between mobile bodies, and with something fixed.
    pub late: [LateContacts; 2],
    /// What the impact stage remembers within a sub-step.
    pub blows: Blows,
    /// What [`sequential_impulses`] works on.
    pub sequential: sequential_impulses::Buffers,
}

impl Default for Problem {
    fn default() -> Self {
        Problem {
            bodies: vec![QuadPair::default()],
            poses: vec![Quad([0.0, 0.0, 1.0, 0.0])],
            drives: vec![Drive::NONE],
            moving: Vec::new(),
            contacts: ContactColors::default(),
            late: Default::default(),
            blows: Blows::default(),
            sequential: Default::default(),
        }
    }
}

impl Problem {
    /// Gives a new body, the last in order of creation, its slot.
    pub fn add_slot(&mut self) {
        self.bodies.push(QuadPair::default());
        self.poses.push(self.poses[0]);
        self.drives.push(Drive::NONE);
        self.contacts.add_slot();
    }

    /// The bodies of these slots (in order), which have no contacts any more, are gone: later slots move down. `new_slots`: by old slot.
    pub fn remove_slots(&mut self, slots: &[usize], new_slots: &[u32]) {
        take_places(&mut self.bodies, slots);
        take_places(&mut self.poses, slots);
        take_places(&mut self.drives, slots);
        self.contacts.remove_slots(slots, new_slots);
    }
}
