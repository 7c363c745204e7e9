//! What is asked, what is answered, and the steps between.

use crate::engine::math::Vec2;
use crate::engine::polynomial::Root;

/// The situation, relative to the shooter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeadProblem {
    /// Target's place relative to the muzzle, metres.
    pub position: Vec2,
    /// Target's velocity relative to the shooter, m/s.
    pub velocity: Vec2,
    /// Target's acceleration minus the projectile's, m/s²: zero when both fall alike or there is no gravity.
    pub acceleration: Vec2,
    /// The same with the target's acceleration as it was measured over the last step, m/s²; `None` when nobody
    /// measured. Only some methods look at it.
    pub measured: Option<Vec2>,
    /// With what the projectile falls, m/s². While a mount turns, the target moves and nothing falls yet.
    pub fall: Vec2,
    /// Muzzle speed relative to the shooter, m/s, above 0.
    pub speed: f32,
    /// Acceleration by the projectile's own engine, along the barrel, m/s², 0 or more.
    pub thrust: f32,
    /// Rate at which drag takes the projectile's velocity in the world, c in `e^(−c t)`, 1/s. Only some methods know.
    pub drag: f32,
    /// The shooter's velocity in the world, m/s: without drag it plays no part, with drag the projectile loses it.
    pub carried: Vec2,
    /// When the target is to be met, seconds from now: for the method that chooses the time.
    pub impact_time: f32,
    /// The fastest that any muzzle is, m/s: for the same method.
    pub top_speed: f32,
    /// Largest meeting time considered, seconds.
    pub max_time: f32,
    /// A barrel that needs time to turn; `None` = it points anywhere at once.
    pub barrel: Option<Barrel>,
}

impl Default for LeadProblem {
    /// A target that stands at the muzzle, 10 m/s, 10 s.
    fn default() -> LeadProblem {
        LeadProblem {
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            acceleration: Vec2::ZERO,
            measured: None,
            fall: Vec2::ZERO,
            speed: 10.0,
            thrust: 0.0,
            drag: 0.0,
            carried: Vec2::ZERO,
            impact_time: 1.0,
            top_speed: f32::MAX,
            max_time: 10.0,
            barrel: None,
        }
    }
}

/// A barrel that turns at a limited rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Barrel {
    /// Where it points now, unit.
    pub direction: Vec2,
    /// How fast it turns, radians per second, above 0.
    pub turn_rate: f32,
    /// It can fire at whole multiples of this time from now, seconds.
    pub tick: f32,
}

/// Where to aim.
#[derive(Clone, Debug, PartialEq)]
pub struct LeadSolution {
    /// Time from the shot to the meeting, seconds. Of the methods that do not look for a meeting (direct, first
    /// order): to the point aimed at.
    pub time: f32,
    /// Time until the shot, seconds: 0 but for a barrel that turns first.
    pub wait: f32,
    /// Muzzle speed, m/s: the problem's own, but for the method that chooses the time.
    pub speed: f32,
    /// Unit direction to fire in.
    pub direction: Vec2,
    /// The point aimed at, relative to the muzzle, in the frame that moves with the shooter and, from the shot on,
    /// falls with the projectile: without a wait `P + V t + ½ A t²`, which is `direction · (speed t + ½ thrust t²)`.
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
        /// Iterations taken.
        iterations: usize,
    },
}

/// One step of a method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LeadStep {
    /// The iteration's guess and what it became.
    Guess {
        /// Before, seconds.
        time: f32,
        /// After, seconds.
        next: f32,
    },
    /// The polynomial in t whose roots are the meetings: `c[0] + c[1] t + …`.
    Polynomial {
        /// Its coefficients.
        coefficients: [f64; 5],
        /// Of a quadratic `h² − a c`; `None` for higher degrees.
        discriminant: Option<f64>,
    },
    /// A real root of the polynomial, in rising order.
    Root {
        /// Seconds; negative lies in the past.
        time: f32,
        /// Whether it is the one taken.
        taken: bool,
        /// 2 where the circle of reach only touches the target's path.
        multiplicity: u32,
        /// The numbers of the problem do not determine it to a millionth.
        ill_conditioned: bool,
    },
    /// The muzzle speed that a chosen time needs.
    Need {
        /// Seconds.
        time: f32,
        /// m/s.
        speed: f32,
    },
    /// Whether the barrel can be there when it should fire.
    Turn {
        /// Seconds from now to the shot.
        wait: f32,
        /// How far it would have to turn, radians, 0 or more; `None` when a shot then meets nothing.
        needed: Option<f32>,
        /// How far it can have turned, radians.
        allowed: f32,
    },
    /// The search for a zero of `t − time to reach the target's place at t`.
    Bracket {
        /// Earliest time that is left, seconds.
        low: f32,
        /// Latest, seconds.
        high: f32,
        /// What the difference is at the earliest, seconds.
        at_low: f32,
        /// And at the latest.
        at_high: f32,
    },
}

impl LeadStep {
    pub(super) fn of_root(root: &Root, taken: bool) -> LeadStep {
        LeadStep::Root { time: root.value as f32, taken, multiplicity: root.multiplicity, ill_conditioned: root.is_ill_conditioned() }
    }
}
