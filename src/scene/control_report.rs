//! How the controllers of a running scene do: what was measured, beside what theory says of the linear case.

use super::stage::Stage;
use super::steer::Disturbance;
use super::steering::Steering;
use crate::engine::body::{Body, BodyId};
use crate::engine::math::{Vec2, cross};
use crate::guidance::control::pid::{PidLaw, PidStep};
use crate::guidance::control::plant::{self, Demand, Plant};
use crate::guidance::control::response::Response;
use crate::guidance::control::routh::{Routh, Verdict};
use crate::guidance::control::sampled::Sampled;

/// One loop of a controller.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopReport {
    /// What it does in the coming step; of a walker's drive towards its goal.
    pub step: PidStep,
    /// What has been measured since its goal was set.
    pub response: Response,
    /// How far past the goal, as a part of the first error.
    pub overshoot: Option<f64>,
    /// Seconds until it stayed within 5 % of the largest error.
    pub settled_after: Option<f64>,
    /// The error that theory says will stay, under the forces, torques and gravity that act now, with what a test adds
    /// now and with nothing touching the body; `None` when the controller is not stable or cannot hold against them.
    pub steady_by_theory: Option<f64>,
    /// Whether the linear case is stable: without limits, for small errors, sampled without end.
    pub stability: Routh,
    /// The same, sampled once a step as it is.
    pub sampled: Sampled,
}

/// Both loops of a controller, and how it does altogether.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlReport {
    /// What it does in the coming step.
    pub steering: Steering,
    /// The heading, rad.
    pub heading: LoopReport,
    /// The drive, m/s.
    pub drive: LoopReport,
    /// When it reached its last waypoint or touched its target, seconds.
    pub arrived_after: Option<f64>,
}

impl Stage {
    /// How the controller of a body does; `None` without one.
    pub fn control_report(&self, id: BodyId) -> Option<ControlReport> {
        let steering = self.steering(id)?;
        let doc = self.control(id)?;
        let body = self.world().body(id)?;
        let dt = 1.0 / f64::from(self.world().settings().step_hz);
        let part = |read: fn(&PidStep) -> f64| steering.drive_towards(read);
        let drive = PidStep {
            error: part(|step| step.error),
            rate: part(|step| step.rate),
            integral: part(|step| step.integral),
            p: part(|step| step.p),
            i: part(|step| step.i),
            d: part(|step| step.d),
            sum: part(|step| step.sum),
            output: part(|step| step.output),
            held: steering.drive.iter().any(|(_, step)| step.held),
            samples: steering.drive.first().map_or(0, |(_, step)| step.samples),
        };
        let state = &steering.state;
        let (pull, twist) = self.outer_acceleration(id, body);
        let test = doc.test.map_or(Disturbance::default(), |test| self.disturbance(&test));
        let way = if let [(nose, _)] = steering.drive.as_slice() { *nose } else { steering.towards };
        let pull = (pull - test.push * steering.towards).dot(way);
        let demand = |motion: f32, growth: f32, from_outside: f32| {
            let [motion, growth, from_outside] = [motion, growth, from_outside].map(f64::from);
            Demand { motion, growth, from_outside }
        };
        let (law, asked) = (doc.heading_law(), demand(test.turn, 0.0, twist + test.twist));
        let heading = report(Plant::Heading, &law, steering.heading, state.heading_response, asked, body.angular_damping, dt);
        let (law, asked) = (doc.drive_law(), demand(steering.wanted_speed, test.speed_up, pull));
        let drive = report(Plant::Speed, &law, drive, state.drive_response, asked, body.linear_damping, dt);
        let arrived_after = state.arrived_at.map(|step| step as f64 * dt);
        Some(ControlReport { heading, drive, arrived_after, steering })
    }

    /// What gravity and the scene's forces give a body now, without contacts, joints and air: m/s² and rad/s².
    fn outer_acceleration(&self, id: BodyId, body: &Body) -> (Vec2, f32) {
        let start = (self.world().settings().gravity * body.gravity_scale, 0.0);
        let acting = self.applied_forces().into_iter().filter(|applied| applied.body == id && applied.acts);
        acting.fold(start, |(pull, twist), applied| {
            let torque = applied.torque + cross(applied.point - body.center, applied.force);
            (pull + body.inv_mass * applied.force, twist + body.inv_inertia * torque)
        })
    }
}

fn report(plant: Plant, law: &PidLaw, step: PidStep, response: Response, asked: Demand, damping: f32, dt: f64) -> LoopReport {
    let stability = plant::stability(plant, law, damping.into(), dt);
    let sampled = Sampled::of(plant, law, damping.into(), dt);
    let rest = plant::steady_error(plant, law, asked, damping.into(), dt);
    LoopReport {
        step,
        overshoot: response.overshoot(),
        settled_after: response.settled_after(dt),
        steady_by_theory: rest.filter(|_| stability.verdict == Verdict::Stable && sampled.is_stable()),
        stability,
        sampled,
        response,
    }
}

/// A verdict in words.
pub fn words(verdict: Verdict) -> String {
    match verdict {
        Verdict::Stable => "stable".to_owned(),
        Verdict::Marginal => "marginal".to_owned(),
        Verdict::Unstable(1) => "unstable: 1 root to the right".to_owned(),
        Verdict::Unstable(count) => format!("unstable: {count} roots to the right"),
    }
}

/// What becomes of the loop as it is sampled, in words.
pub fn sampled_words(sampled: Sampled) -> String {
    match sampled {
        _ if sampled.is_stable() => "stable".to_owned(),
        _ if sampled.is_unstable() => format!("unstable: {} a step", factor(sampled)),
        _ => "marginal".to_owned(),
    }
}

/// Both in a line: Routh's verdict, and that of the loop as it is sampled where it is another one.
pub fn both_words(routh: Verdict, sampled: Sampled) -> String {
    let first = words(routh);
    let is_same = match routh {
        Verdict::Stable => sampled.is_stable(),
        Verdict::Marginal => !sampled.is_stable() && !sampled.is_unstable(),
        Verdict::Unstable(_) => sampled.is_unstable(),
    };
    if is_same { first } else { format!("{first}; sampled {}", sampled_words(sampled)) }
}

/// By what the errors are multiplied in a step: with as many digits as tell it from 1.
pub fn factor(sampled: Sampled) -> String {
    let digits = (2.0 - libm::floor(libm::log10((sampled.growth - 1.0).abs().max(1e-7)))).clamp(2.0, 8.0) as usize;
    format!("×{:.digits$}", sampled.growth)
}
