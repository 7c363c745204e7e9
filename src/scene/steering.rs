//! What a controller of a running scene has accumulated, and what it does in the coming step: the data of `steer`.

use crate::engine::math::Vec2;
use crate::guidance::control::pid::{Pid, PidStep};
use crate::guidance::control::response::Response;

/// What a controller has accumulated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SteeringState {
    /// Waypoints that it has left behind; with repetition it counts on.
    pub reached: u64,
    /// The step at which it reached the last one, or first touched its target: then its engine is off.
    pub arrived_at: Option<u64>,
    /// Controller of the heading.
    pub heading: Pid,
    /// Controllers of the drive: along the nose; of a walker along x and y.
    pub drive: [Pid; 2],
    /// How the heading has done since the goal was set.
    pub heading_response: Response,
    /// How the drive has done since the goal was set.
    pub drive_response: Response,
}

impl SteeringState {
    /// Waypoints that it has reached, the last one too.
    pub fn waypoints_reached(&self) -> u64 {
        self.reached + u64::from(self.arrived_at.is_some())
    }

    /// About how much memory it takes, bytes.
    pub fn bytes(&self) -> usize {
        let histories = [&self.heading, &self.drive[0], &self.drive[1]];
        size_of::<SteeringState>() + histories.iter().map(|pid| size_of_val(&pid.history[..])).sum::<usize>()
    }

    pub(super) fn set_new_goal(&mut self) {
        self.heading.reset();
        self.drive.iter_mut().for_each(Pid::reset);
        self.heading_response = Response::default();
        self.drive_response = Response::default();
    }
}

/// What a controller does in the coming step, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Steering {
    /// What it will have accumulated.
    pub state: SteeringState,
    /// Where it goes, world, metres; `None` without a goal.
    pub goal: Option<Vec2>,
    /// How far that is, metres.
    pub goal_distance: Option<f32>,
    /// Unit direction to the goal; the facing when there is none.
    pub towards: Vec2,
    /// Where it should face, radians.
    pub wanted_angle: f32,
    /// Wanted speed towards the goal, m/s.
    pub wanted_speed: f32,
    /// The heading's step: rad → rad/s².
    pub heading: PidStep,
    /// The drive's steps: m/s → m/s²; one along the nose, or two along x and y of the world.
    pub drive: Vec<(Vec2, PidStep)>,
    /// Force at the centre of mass, N, world, with a gust's.
    pub force: Vec2,
    /// Torque, N·m, counter-clockwise, with a gust's.
    pub torque: f32,
}

impl Steering {
    /// A part of the drive as a vector, world.
    pub fn drive_vector(&self, part: impl Fn(&PidStep) -> f64) -> Vec2 {
        self.drive.iter().fold(Vec2::ZERO, |sum, (axis, step)| sum + *axis * part(step) as f32)
    }

    /// A part of the drive towards the goal.
    pub fn drive_towards(&self, part: impl Fn(&PidStep) -> f64) -> f64 {
        match &self.drive[..] {
            [(_, only)] => part(only),
            all => all.iter().map(|(axis, step)| part(step) * f64::from(axis.dot(self.towards))).sum(),
        }
    }
}
