//! Joints (S16): one file per joint.
//!
//! A joint connects two bodies, or one body and the world (then body A is a static body without shapes that the scene makes).
//!
//! Every joint is made of *rows* ([`row`]): one number that must be held, bounded or driven, and how the two bodies' velocities change it. The head
//! of each joint's file derives its rows; what holds, bounds or drives a row is the same for all and stands in [`turn`].
//!
//! | file | what is in it |
//! |---|---|
//! | `revolute` | the hinge, eight at once |
//! | `hinge_block`, `group`, `colors`, `rotation` | where hinges lie, which may be solved at once, turns in lanes |
//! | `direct`, `system`, `elimination`, `linkage` | chains and trees of hinges solved exactly, what is solved, in which order, and which ones |
//! | `prismatic`, `distance`, `weld`, `grab` | the other joints, one file each |
//! | `row`, `turn`, `constraint` | their rows, what is done with a row, their turn in a pass |
//! | `set` | all joints of a world as the solver works on them |

pub mod colors;
pub mod constraint;
pub mod direct;
pub mod distance;
pub mod elimination;
pub mod grab;
pub mod group;
pub mod hinge_block;
pub mod linkage;
pub mod prismatic;
pub mod revolute;
pub mod rotation;
pub mod row;
pub mod set;
pub mod system;
pub mod turn;
pub mod weld;

pub use linkage::JointSolver;

use super::arena::Id;
use super::body::BodyId;
use super::math::{Vec2, clamp, max, min};
use super::tuning;

/// Identity of a joint in one world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(pub u32);

impl Id for JointId {
    fn from_number(number: u32) -> Self {
        JointId(number)
    }
    fn number(self) -> u32 {
        self.0
    }
}

/// Bounds of a joint's free coordinate: radians (revolute) or metres (prismatic), zero at creation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Lower bound.
    pub lower: f32,
    /// Upper bound, at least `lower`.
    pub upper: f32,
}

/// Drives a joint's free coordinate at a speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motor {
    /// Wanted speed of B relative to A: rad/s (revolute) or m/s (prismatic).
    pub speed: f32,
    /// Strongest torque, N·m (revolute), or force, N (prismatic).
    pub max_effort: f32,
}

/// Pulls a coordinate towards rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Undamped frequency, hertz, above 0.
    pub hertz: f32,
    /// Ratio of critical damping; 1 returns without swinging.
    pub damping_ratio: f32,
}

/// What a joint does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// Keeps two points together; leaves one rotation free.
    Revolute {
        /// Bounds of the angle of B relative to A, zero at creation.
        limits: Option<Limits>,
        /// Drives the angle.
        motor: Option<Motor>,
        /// Pulls the angle to zero.
        spring: Option<Spring>,
    },
    /// Lets B slide along an axis of A without turning.
    Prismatic {
        /// Unit axis at creation, world frame.
        axis: Vec2,
        /// Bounds of the way along the axis, zero at creation.
        limits: Option<Limits>,
        /// Drives the way.
        motor: Option<Motor>,
        /// Pulls the way to zero.
        spring: Option<Spring>,
    },
    /// Keeps the distance of two points at a length, or between bounds, or pulls it there.
    Distance {
        /// Rest length, metres.
        length: f32,
        /// Bounds of the length, metres; with a spring the length is free between them. A rope is `lower: 0, upper: length` with a spring of `None` and `rigid: false`.
        limits: Option<Limits>,
        /// Pulls towards `length` instead of holding it.
        spring: Option<Spring>,
        /// True: hold `length` exactly (unless there is a spring). False: only the limits act.
        rigid: bool,
    },
    /// Holds two bodies together in place and angle.
    Weld {
        /// Softens the connection; `None` holds as stiffly as the solver can.
        spring: Option<Spring>,
    },
    /// Pulls a point of B to a target in the world: the mouse.
    Grab {
        /// Where to pull, world, metres.
        target: Vec2,
        /// Strongest force, N.
        max_force: f32,
        /// How briskly.
        spring: Spring,
    },
}

impl JointKind {
    /// The same with every number in its range: bounds in order, springs and motors within [`tuning`]'s limits. A part with a number that
    /// is not finite is left out; a length that is not finite becomes [`tuning::MIN_SIZE`].
    pub fn bounded(self) -> JointKind {
        let in_angle = |limits: Option<Limits>| limits.and_then(|l| l.bounded(-tuning::MAX_COORDINATE, tuning::MAX_COORDINATE));
        let in_length = |limits: Option<Limits>| limits.and_then(|l| l.bounded(0.0, 2.0 * tuning::MAX_COORDINATE));
        let motor = |motor: Option<Motor>| motor.and_then(Motor::bounded);
        let spring = |spring: Option<Spring>| spring.and_then(Spring::bounded);
        match self {
            JointKind::Revolute { limits, motor: m, spring: s } => {
                JointKind::Revolute { limits: in_angle(limits), motor: motor(m), spring: spring(s) }
            }
            JointKind::Prismatic { axis, limits, motor: m, spring: s } => {
                JointKind::Prismatic { axis, limits: in_angle(limits), motor: motor(m), spring: spring(s) }
            }
            JointKind::Distance { length, limits, spring: s, rigid } => {
                let length = if length.is_finite() { clamp(length, 0.0, 2.0 * tuning::MAX_COORDINATE) } else { tuning::MIN_SIZE };
                JointKind::Distance { length, limits: in_length(limits), spring: spring(s), rigid }
            }
            JointKind::Weld { spring: s } => JointKind::Weld { spring: spring(s) },
            JointKind::Grab { target, max_force, spring: s } => {
                let bound = tuning::MAX_COORDINATE;
                let safe = |x: f32| if x.is_finite() { clamp(x, -bound, bound) } else { 0.0 };
                JointKind::Grab {
                    target: Vec2::new(safe(target.x), safe(target.y)),
                    // A target that is not a point pulls with no force.
                    max_force: if max_force.is_finite() && target.is_finite() { clamp(max_force, 0.0, tuning::MAX_FORCE) } else { 0.0 },
                    spring: s.bounded().unwrap_or(Spring { hertz: 5.0, damping_ratio: 1.0 }),
                }
            }
        }
    }
}

impl Limits {
    fn bounded(self, low: f32, high: f32) -> Option<Limits> {
        if !(self.lower.is_finite() && self.upper.is_finite()) {
            return None;
        }
        let (lower, upper) = (clamp(self.lower, low, high), clamp(self.upper, low, high));
        Some(Limits { lower: min(lower, upper), upper: max(lower, upper) })
    }
}

impl Motor {
    fn bounded(self) -> Option<Motor> {
        (self.speed.is_finite() && self.max_effort.is_finite()).then(|| Motor {
            speed: clamp(self.speed, -tuning::MAX_FORCE, tuning::MAX_FORCE),
            max_effort: clamp(self.max_effort, 0.0, tuning::MAX_FORCE),
        })
    }
}

impl Spring {
    fn bounded(self) -> Option<Spring> {
        (self.hertz.is_finite() && self.damping_ratio.is_finite()).then(|| Spring {
            hertz: clamp(self.hertz, 0.0, tuning::MAX_HERTZ),
            damping_ratio: clamp(self.damping_ratio, 0.0, tuning::MAX_DAMPING_RATIO),
        })
    }
}

/// What a new joint is. Anchors are given in the world where the bodies are at that moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointDef {
    /// First body.
    pub body_a: BodyId,
    /// Second body, other than the first.
    pub body_b: BodyId,
    /// Point on A, world, metres.
    pub anchor_a: Vec2,
    /// Point on B, world, metres; equal to `anchor_a` except for distance and grab joints.
    pub anchor_b: Vec2,
    /// What it does.
    pub kind: JointKind,
    /// True: the two bodies also collide with each other.
    pub collide_connected: bool,
}

/// A joint in a world. The solver's own data lie beside it.
#[derive(Clone, Debug)]
pub struct Joint {
    /// First body.
    pub body_a: BodyId,
    /// Second body.
    pub body_b: BodyId,
    /// Anchor in A's body frame, metres.
    pub local_anchor_a: Vec2,
    /// Anchor in B's body frame, metres.
    pub local_anchor_b: Vec2,
    /// Angle of B relative to A that counts as zero, radians.
    pub reference_angle: f32,
    /// Axis in A's body frame (prismatic).
    pub local_axis_a: Vec2,
    /// What it does, with its parameters.
    pub kind: JointKind,
    /// True: the two bodies also collide with each other.
    pub collide_connected: bool,
    /// Angle of B relative to A minus the reference angle at the end of the last step, radians, counted over whole turns. True only while the
    /// joint is not in the solver's set ([`set`]); ask [`super::world::World::joint_memory`].
    pub(crate) angle: f32,
    /// Accumulated impulses of the last sub-step, N·s or N·m·s, meaning by joint: see each joint's file. Kept for warm starting. True only
    /// while the joint is not in the solver's set, like `angle`.
    pub(crate) impulses: [f32; 6],
}

impl Joint {
    /// True when it holds any of these bodies, which are in order of creation.
    pub fn joins_any(&self, bodies: &[BodyId]) -> bool {
        [self.body_a, self.body_b].iter().any(|id| bodies.binary_search(id).is_ok())
    }
}

/// What a joint carries and how well it holds, for readouts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointReadout {
    /// Anchor on A in the world, metres.
    pub anchor_a: Vec2,
    /// Anchor on B in the world, metres.
    pub anchor_b: Vec2,
    /// Force on B during the last step, N, world.
    pub force: Vec2,
    /// Torque on B during the last step, N·m.
    pub torque: f32,
    /// How far the constraint is violated, metres (the angular part of a weld is left out).
    pub error: f32,
    /// Free coordinate: angle in radians (revolute), way or length in metres (prismatic, distance).
    pub coordinate: f32,
}
