//! What the controllers of a running scene do: before each step each looks where its body is and where it should go,
//! and pushes.
//!
//! **Two loops each.** The *heading*: the error is the angle from where the body faces to where it should go, brought
//! into (−π, π]; the PID's output is an angular acceleration within its limit, and the torque is I times that. The
//! *drive*: the error is the missing speed; the output is an acceleration within its limit, and the force is m times
//! that, at the centre of mass. A missile has one drive, along its nose, from 0 to its limit; the farther its nose is
//! off, the less speed it wants (by the cosine). A walker has two, along x and y of the world, each within ± its limit,
//! so that it goes where it wants whatever it faces.
//!
//! **What is shown is what acts.** [`Stage::steering`] computes what a controller does in the coming step, from what it
//! has accumulated until now; the step itself calls the same function and keeps what comes of it.
//!
//! **A new goal** (the next waypoint, a new target, the beginning of a test) empties the histories.

use super::control::{ControlDoc, Loop, Mover, Signal, TestDoc};
use super::stage::Stage;
use super::steering::{Steering, SteeringState};
use crate::engine::aabb::Aabb;
use crate::engine::body::{Body, BodyId};
use crate::engine::collider::ColliderId;
use crate::engine::math::{Vec2, clamp, direction, min};
use crate::engine::probe::{NoProbe, Probe, ran};
use crate::guidance::control::heading;
use crate::guidance::control::pid::PidRecord;
use crate::guidance::lead::{self, LeadMethod, LeadOutcome, LeadProblem};

/// A walker slows down before its last goal: it wants no more than this many times the distance, each second.
const ARRIVAL_RATE: f32 = 2.0;
/// Farthest that a target's way is thought ahead, seconds.
const MOST_LEAD: f32 = 30.0;

/// What a test adds at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Disturbance {
    /// The test begins now: what is measured begins anew.
    begins: bool,
    angle: f32,
    /// How fast the angle grows, rad/s.
    pub turn: f32,
    speed: f32,
    /// How fast the speed grows, m/s².
    pub speed_up: f32,
    /// rad/s².
    pub twist: f32,
    /// m/s², away from the goal.
    pub push: f32,
}

impl Stage {
    /// The bodies with controllers, and these, in the order of the bodies.
    pub fn controls(&self) -> impl Iterator<Item = (BodyId, &ControlDoc)> {
        self.acting.controls.iter().map(|(body, control)| (*body, &**control))
    }

    /// The controller of a body.
    pub fn control(&self, id: BodyId) -> Option<&ControlDoc> {
        self.acting.controls.get(&id).map(|control| &**control)
    }

    /// What the controller of a body does in the coming step; `None` without one.
    pub fn steering(&self, id: BodyId) -> Option<Steering> {
        self.steering_told(id, &mut NoProbe)
    }

    /// The same; what is told is what its controllers do: first that of the heading, then those of the drive. A
    /// missile that has arrived has no drive any more.
    pub fn steering_told<P: Probe<PidRecord>>(&self, id: BodyId, probe: &mut P) -> Option<Steering> {
        let doc = self.control(id)?;
        let body = self.body_there(id).filter(|body| !body.frozen)?;
        let mut state = self.steering_states.get(self.names.bodies.name(id)?).cloned().unwrap_or_default();
        self.look_where_it_is(id, body, doc, &mut state);
        let test = doc.test.map_or(Disturbance::default(), |test| self.disturbance(&test));
        if test.begins {
            state.set_new_goal();
        }
        Some(self.steer(body, doc, state, test, probe))
    }

    /// All controllers push.
    pub(super) fn apply_controls(&mut self) {
        let bodies: Vec<BodyId> = self.acting.controls.keys().copied().collect();
        for id in bodies {
            let (Some(steering), Some(name)) = (self.steering(id), self.names.bodies.name(id).map(str::to_owned)) else { continue };
            if let Some(center) = self.world.body(id).map(|body| body.center)
                && steering.force != Vec2::ZERO
            {
                self.world.apply_force(id, steering.force, center);
            }
            if steering.torque != 0.0 {
                self.world.apply_torque(id, steering.torque);
            }
            self.steering_states.insert(name, steering.state);
        }
    }

    /// Takes note of waypoints and targets that are reached.
    fn look_where_it_is(&self, id: BodyId, body: &Body, doc: &ControlDoc, state: &mut SteeringState) {
        let now = self.world.step_count();
        if let Some(target) = doc.target.as_deref().and_then(|target| self.names.bodies.id(target)) {
            if state.arrived_at.is_none() && self.touch_each_other(id, target) {
                state.arrived_at = Some(now);
            }
            return;
        }
        if doc.follows_pointer {
            return;
        }
        let Some(waypoint) = waypoint(doc, state.reached) else { return };
        if (waypoint - body.center).length() > doc.reach {
            return;
        }
        if doc.ends_at(state.reached) {
            state.arrived_at = state.arrived_at.or(Some(now));
        } else {
            state.reached += 1;
            state.set_new_goal();
        }
    }

    fn touch_each_other(&self, a: BodyId, b: BodyId) -> bool {
        // Only the colliders whose boxes meet are asked for, not all contacts of the world: there may be many missiles.
        let around = |body: BodyId| self.world.boxes_of(body).map(|boxes| boxes.fat).reduce(Aabb::union);
        let (Some(box_a), Some(box_b)) = (around(a), around(b)) else { return false };
        let near = |body: BodyId, other: Aabb| {
            let each = (0_u32..).zip(self.world.boxes_of(body));
            each.filter(move |(_, boxes)| boxes.fat.overlaps(other)).map(move |(index, _)| ColliderId { body, index })
        };
        let touches = |x: ColliderId, y: ColliderId| self.world.contact(x, y).is_some_and(|contact| !contact.points().is_empty());
        near(a, box_b).any(|x| near(b, box_a).any(|y| touches(x, y)))
    }

    /// What a test adds in the coming step.
    pub(super) fn disturbance(&self, test: &TestDoc) -> Disturbance {
        let hz = self.world.settings().step_hz;
        let (step, start) = (self.world.step_count(), libm::round(f64::from(test.start) * f64::from(hz)) as u64);
        if step < start {
            return Disturbance::default();
        }
        let after = (step - start) as f32 / hz;
        let mut all = Disturbance { begins: step == start, ..Disturbance::default() };
        let wanted = match test.signal {
            Signal::Step => test.size,
            Signal::Ramp => test.size * after,
            Signal::Gust => 0.0,
        };
        let gust = if test.signal == Signal::Gust && after < test.duration { test.size } else { 0.0 };
        let rate = if test.signal == Signal::Ramp { test.size } else { 0.0 };
        match test.of {
            Loop::Heading => (all.angle, all.turn, all.twist) = (wanted, rate, gust),
            Loop::Drive => (all.speed, all.speed_up, all.push) = (wanted, rate, gust),
        }
        all
    }

    /// Where to go: the target or the pointer, led or not, or the waypoint whose turn it is.
    fn goal(&self, body: &Body, doc: &ControlDoc, state: &SteeringState) -> Option<Vec2> {
        let (place, velocity) = match &doc.target {
            Some(target) => {
                let target = self.named_body(target)?;
                (target.center, target.linear_velocity)
            }
            None if doc.follows_pointer => self.pointer_of(doc)?,
            None => return waypoint(doc, state.reached),
        };
        if !doc.lead || doc.speed <= 0.0 {
            return Some(place);
        }
        let problem =
            LeadProblem { position: place - body.center, velocity, speed: doc.speed, max_time: MOST_LEAD, ..LeadProblem::default() };
        match lead::solve(LeadMethod::Quadratic, &problem, &mut NoProbe) {
            LeadOutcome::Solved(solution) => Some(place + velocity * solution.time),
            _ => Some(place),
        }
    }

    fn steer<P: Probe<PidRecord>>(
        &self,
        body: &Body,
        doc: &ControlDoc,
        mut state: SteeringState,
        test: Disturbance,
        probe: &mut P,
    ) -> Steering {
        ran!();
        let facing = body.pose.rotation.x_axis();
        let goal = self.goal(body, doc, &state);
        let way = goal.map_or(Vec2::ZERO, |goal| goal - body.center);
        let (towards, distance) = direction(way).unwrap_or((facing, 0.0));
        let is_spent = doc.mover == Mover::Missile && state.arrived_at.is_some();
        let mut speed = match goal {
            Some(_) if doc.mover == Mover::Walker && doc.target.is_none() && (doc.follows_pointer || doc.ends_at(state.reached)) => {
                min(doc.speed, ARRIVAL_RATE * distance)
            }
            Some(_) => doc.speed,
            None => 0.0,
        };
        speed += test.speed;
        let wanted_angle = self.wanted_angle(body, doc, way) + test.angle;
        let hz = f64::from(self.world.settings().step_hz);
        let error = heading::error(wanted_angle, body.pose.rotation.angle()); // [control.error]
        let heading = state.heading.step(&doc.heading_law(), error.into(), 1.0 / hz, probe);
        state.heading_response.take(error.into(), 1.0 / hz);
        let mut steering = Steering {
            goal,
            goal_distance: goal.map(|_| distance),
            towards,
            wanted_angle,
            wanted_speed: speed,
            heading,
            drive: Vec::new(),
            force: -body.mass * test.push * towards,
            torque: body.inertia * (heading.output as f32 + test.twist), // [control.push]
            state,
        };
        if is_spent {
            (steering.force, steering.torque) = (Vec2::ZERO, 0.0);
            return steering;
        }
        drive(body, doc, &mut steering, 1.0 / hz, probe);
        steering.force += body.mass * steering.drive_vector(|step| step.output);
        steering
    }

    /// Where the body should face, radians.
    fn wanted_angle(&self, body: &Body, doc: &ControlDoc, way: Vec2) -> f32 {
        let facing = body.pose.rotation.angle();
        let looked_at = doc.look_at.as_deref().filter(|_| doc.mover == Mover::Walker);
        if let Some(other) = looked_at.and_then(|id| self.named_body(id)) {
            return heading::angle_of(other.center - body.center, facing);
        }
        if doc.cancel_drift && doc.mover == Mover::Missile && way != Vec2::ZERO {
            return heading::against_drift(way, body.linear_velocity);
        }
        heading::angle_of(way, facing)
    }
}

/// The waypoint whose turn it is.
fn waypoint(doc: &ControlDoc, reached: u64) -> Option<Vec2> {
    let count = doc.waypoints.len() as u64;
    let last = count.checked_sub(1)?;
    let index = if doc.repeat { reached % count } else { reached.min(last) };
    doc.waypoints.get(index as usize).copied()
}

/// The drives' steps.
fn drive<P: Probe<PidRecord>>(body: &Body, doc: &ControlDoc, steering: &mut Steering, dt: f64, probe: &mut P) {
    ran!();
    let law = doc.drive_law();
    let velocity = body.linear_velocity;
    if doc.mover == Mover::Missile {
        let nose = body.pose.rotation.x_axis();
        let share = clamp(libm::cosf(steering.heading.error as f32), 0.0, 1.0);
        let error = steering.wanted_speed * share - velocity.dot(nose); // [control.speed]
        let step = steering.state.drive[0].step(&law, error.into(), dt, probe);
        steering.drive.push((nose, step));
    } else {
        let missing = steering.wanted_speed * steering.towards - velocity;
        for (pid, axis) in steering.state.drive.iter_mut().zip([Vec2::X, Vec2::Y]) {
            steering.drive.push((axis, pid.step(&law, missing.dot(axis).into(), dt, probe)));
        }
    }
    let error = steering.drive_towards(|step| step.error);
    steering.state.drive_response.take(error, dt);
}
