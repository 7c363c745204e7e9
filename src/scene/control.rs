//! Controllers that a scene puts on its bodies: what a missile or a walker goes for, and with which gains.

use crate::engine::math::Vec2;
use crate::guidance::control::pid::{Memory, PidLaw, USUAL_SAMPLES};

/// How a controlled body can push itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mover {
    /// Along its nose only (+x of its frame), never backwards: to go elsewhere it must turn.
    #[default]
    Missile,
    /// Anywhere, whatever it faces.
    Walker,
}

/// A controller of a dynamic body.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlDoc {
    /// How it can push itself.
    pub mover: Mover,
    /// Body that it goes for.
    pub target: Option<String>,
    /// Goes for the pointer, as the run has recorded it; until it has been seen, for the first waypoint.
    pub follows_pointer: bool,
    /// Points that it goes through in order, world, metres; one alone is a fixed goal. Without effect beside a target.
    pub waypoints: Vec<Vec2>,
    /// Begins again with the first waypoint after the last.
    pub repeat: bool,
    /// A waypoint counts as reached within this distance, metres.
    pub reach: f32,
    /// Goes for where the target will be when it gets there, not for where it is.
    pub lead: bool,
    /// Points past the goal by as much as it drifts off it.
    pub cancel_drift: bool,
    /// Body that a walker faces while it goes elsewhere; its goal when left out.
    pub look_at: Option<String>,
    /// Wanted speed, m/s.
    pub speed: f32,
    /// Most acceleration by its own push, m/s².
    pub max_acceleration: f32,
    /// Most angular acceleration by its own twist, rad/s².
    pub max_angular_acceleration: f32,
    /// From the error of the heading, rad, to an angular acceleration, rad/s².
    pub heading: PidDoc,
    /// From the error of the speed, m/s, to an acceleration, m/s².
    pub drive: PidDoc,
    /// An input that tests the controller.
    pub test: Option<TestDoc>,
}

/// Gains and manners of one PID controller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PidDoc {
    /// K_p.
    pub proportional: f32,
    /// K_i.
    pub integral: f32,
    /// K_d.
    pub derivative: f32,
    /// Factor on all three.
    pub plant_gain: f32,
    /// Samples of its history.
    pub samples: u32,
    /// How far back the integral reaches.
    pub memory: Memory,
    /// The integral stands still while the output is at its limit.
    pub anti_windup: bool,
    /// P looks one step ahead.
    pub predict: bool,
}

/// What a test changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Signal {
    /// The wanted value jumps by the size, and stays there.
    #[default]
    Step,
    /// The wanted value grows by the size each second.
    Ramp,
    /// An acceleration of the size pushes for a while, from outside.
    Gust,
}

/// Which of the two controllers is tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loop {
    /// The heading.
    #[default]
    Heading,
    /// The speed.
    Drive,
}

/// An input that tests a controller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestDoc {
    /// What changes.
    pub signal: Signal,
    /// Which controller is tested.
    pub of: Loop,
    /// rad or m/s, a second for a ramp; rad/s² or m/s² of a gust, which pushes a drive away from its goal if positive.
    pub size: f32,
    /// When it begins, seconds.
    pub start: f32,
    /// How long a gust blows, seconds.
    pub duration: f32,
}

impl PidDoc {
    /// What a new controller of a heading has: as a damped spring of 1 Hz.
    pub const HEADING: PidDoc = PidDoc {
        proportional: 40.0,
        integral: 0.0,
        derivative: 12.0,
        plant_gain: 1.0,
        samples: USUAL_SAMPLES as u32,
        memory: Memory::Whole,
        anti_windup: true,
        predict: false,
    };
    /// What a new controller of a speed has.
    pub const DRIVE: PidDoc = PidDoc { proportional: 4.0, integral: 1.0, derivative: 0.0, ..PidDoc::HEADING };
}

impl Default for ControlDoc {
    fn default() -> ControlDoc {
        ControlDoc {
            mover: Mover::Missile,
            target: None,
            follows_pointer: false,
            waypoints: Vec::new(),
            repeat: false,
            reach: 0.5,
            lead: false,
            cancel_drift: false,
            look_at: None,
            speed: 5.0,
            max_acceleration: 20.0,
            max_angular_acceleration: 40.0,
            heading: PidDoc::HEADING,
            drive: PidDoc::DRIVE,
            test: None,
        }
    }
}

impl Default for TestDoc {
    fn default() -> TestDoc {
        TestDoc { signal: Signal::Step, of: Loop::Heading, size: 1.0, start: 1.0, duration: 0.5 }
    }
}

impl ControlDoc {
    /// True when both go for the same: then what was accumulated on the way still means something.
    pub fn has_same_goal(&self, other: &ControlDoc) -> bool {
        let has_same_place = self.target == other.target && self.waypoints == other.waypoints;
        self.mover == other.mover && has_same_place && self.follows_pointer == other.follows_pointer && self.test == other.test
    }

    /// True when nothing comes after the waypoint that follows so many others.
    pub fn ends_at(&self, reached: u64) -> bool {
        let count = self.waypoints.len() as u64;
        reached + 1 >= count && (!self.repeat || count < 2)
    }

    /// Ids of the bodies it names, to change them.
    pub fn bodies_mut(&mut self) -> impl Iterator<Item = &mut Option<String>> {
        [&mut self.target, &mut self.look_at].into_iter()
    }
}

impl PidDoc {
    /// The law that runs, between these limits.
    pub fn law(&self, [low, high]: [f32; 2], wraps: bool) -> PidLaw {
        PidLaw {
            proportional: self.proportional.into(),
            integral: self.integral.into(),
            derivative: self.derivative.into(),
            plant_gain: self.plant_gain.into(),
            samples: self.samples as usize,
            memory: self.memory,
            anti_windup: self.anti_windup,
            predict: self.predict,
            wraps,
            low: low.into(),
            high: high.into(),
        }
    }
}

impl ControlDoc {
    /// The law of the heading.
    pub fn heading_law(&self) -> PidLaw {
        self.heading.law([-self.max_angular_acceleration, self.max_angular_acceleration], true)
    }

    /// The law of the drive.
    pub fn drive_law(&self) -> PidLaw {
        let backwards = if self.mover == Mover::Missile { 0.0 } else { -self.max_acceleration };
        self.drive.law([backwards, self.max_acceleration], false)
    }
}
