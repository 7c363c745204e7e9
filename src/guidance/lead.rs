//! Lead targeting (S19).
use crate::engine::math::Vec2;
use crate::engine::probe::Probe;

/// How the meeting time is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeadMethod {
    /// Aim at where the target is now.
    Direct,
    /// Aim at `P + V·|P|/s`.
    FirstOrder,
    /// Repeat `t ← |P + V t| / s` until it settles; needs a target slower than the projectile.
    Iterative,
    /// Smallest positive root of the quadratic (quartic under a relative acceleration).
    #[default]
    Quadratic,
}

/// The situation, relative to the shooter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeadProblem {
    /// Target's place relative to the muzzle, metres.
    pub position: Vec2,
    /// Target's velocity relative to the shooter, m/s.
    pub velocity: Vec2,
    /// Target's acceleration minus the projectile's, m/s²: zero when both fall alike or there is no gravity.
    pub acceleration: Vec2,
    /// Muzzle speed relative to the shooter, m/s, above 0.
    pub speed: f32,
    /// Largest meeting time considered, seconds.
    pub max_time: f32,
}

/// Where to aim.
#[derive(Clone, Debug, PartialEq)]
pub struct LeadSolution {
    /// Time to the meeting, seconds.
    pub time: f32,
    /// Unit direction to fire in.
    pub direction: Vec2,
    /// Meeting point relative to the muzzle, in the frame that moves with the shooter: `P + V t + ½ A t²` without the projectile's own acceleration.
    pub meeting: Vec2,
}

/// Outcome of a method.
#[derive(Clone, Debug, PartialEq)]
pub enum LeadOutcome {
    /// A meeting exists.
    Solved(LeadSolution),
    /// There is none: the words say why ("the target outruns the projectile").
    NoSolution(&'static str),
    /// The iteration did not settle.
    NotConverged {
        /// Turns taken.
        turns: usize,
    },
}

/// One turn, or one root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LeadStep {
    /// The iteration's guess and what it became.
    Guess {
        /// Before, seconds.
        time: f32,
        /// After, seconds.
        next: f32,
    },
    /// A real root of the polynomial, in rising order.
    Root {
        /// Seconds; negative lies in the past.
        time: f32,
        /// Whether it is the one taken.
        taken: bool,
    },
}

/// Solves the problem by the chosen method.
pub fn solve<P: Probe<LeadStep>>(_method: LeadMethod, _problem: &LeadProblem, _probe: &mut P) -> LeadOutcome {
    todo!("guidance")
}
