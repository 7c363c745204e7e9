//! The form of controllers, and of what they have accumulated in a saved run.

use super::report::{Report, Step, below, steps};
use super::walk::Walk;
use crate::guidance::control::pid::{Memory, Pid};
use crate::guidance::control::response::Response;
use crate::scene::control::{ControlDoc, Loop, Mover, PidDoc, Signal, TestDoc};
use crate::scene::limits;
use crate::scene::steering::SteeringState;

const MOVERS: &[(&str, Mover)] = &[("missile", Mover::Missile), ("walker", Mover::Walker)];
const MEMORIES: &[(&str, Memory)] = &[("whole", Memory::Whole), ("window", Memory::Window)];
const SIGNALS: &[(&str, Signal)] = &[("step", Signal::Step), ("ramp", Signal::Ramp), ("gust", Signal::Gust)];
const LOOPS: &[(&str, Loop)] = &[("heading", Loop::Heading), ("drive", Loop::Drive)];

/// A controller.
pub(super) fn control<W: Walk>(w: &mut W, c: &mut Box<ControlDoc>) {
    let d = ControlDoc::default();
    let about = "How it can push itself: a missile along its nose (+x of the body), a walker anywhere whatever it faces.";
    w.choice("mover", about, &mut c.mover, Some(d.mover), MOVERS);
    w.maybe("target", "Body that it goes for.", &mut c.target, limits::NAME);
    let about = "Goes for the pointer over the picture; until it has been seen, for the first waypoint.";
    w.flag("follows_pointer", about, &mut c.follows_pointer, d.follows_pointer);
    let about = "Points that it goes through in order, world, metres; one alone is a fixed goal.";
    w.values("waypoints", about, &mut c.waypoints, false, limits::WAYPOINTS, limits::COORDINATE);
    w.flag("repeat", "Begins again with the first waypoint after the last.", &mut c.repeat, d.repeat);
    w.value("reach", "A waypoint counts as reached within this distance, metres.", &mut c.reach, Some(d.reach), limits::REACH);
    w.flag("lead", "Goes for where the target will be when it gets there.", &mut c.lead, d.lead);
    let about = "A missile points past the goal by as much as it drifts off it.";
    w.flag("cancel_drift", about, &mut c.cancel_drift, d.cancel_drift);
    w.maybe("look_at", "Body that a walker faces; its goal when left out.", &mut c.look_at, limits::NAME);
    w.value("speed", "Wanted speed, m/s.", &mut c.speed, Some(d.speed), limits::WANTED_SPEED);
    let about = "Most acceleration by its own push, m/s².";
    w.value("max_acceleration", about, &mut c.max_acceleration, Some(d.max_acceleration), limits::THRUST);
    let about = "Most angular acceleration by its own twist, rad/s².";
    w.value("max_angular_acceleration", about, &mut c.max_angular_acceleration, Some(d.max_angular_acceleration), limits::TWIST);
    w.object("heading", "From the error of the heading, rad, to an angular acceleration, rad/s².", &mut c.heading, heading);
    w.object("drive", "From the error of the speed, m/s, to an acceleration, m/s².", &mut c.drive, drive);
    w.maybe_object("test", "An input that tests the controller.", &mut c.test, TestDoc::default(), test);
}

fn heading<W: Walk>(w: &mut W, p: &mut PidDoc) {
    pid(w, p, PidDoc::HEADING);
}

fn drive<W: Walk>(w: &mut W, p: &mut PidDoc) {
    pid(w, p, PidDoc::DRIVE);
}

fn pid<W: Walk>(w: &mut W, p: &mut PidDoc, d: PidDoc) {
    w.value("proportional", "Gain of the error.", &mut p.proportional, Some(d.proportional), limits::GAIN);
    w.value("integral", "Gain of its integral.", &mut p.integral, Some(d.integral), limits::GAIN);
    w.value("derivative", "Gain of its rate.", &mut p.derivative, Some(d.derivative), limits::GAIN);
    w.value("plant_gain", "Factor on all three.", &mut p.plant_gain, Some(d.plant_gain), limits::GAIN);
    w.value("samples", "Samples of its history.", &mut p.samples, Some(d.samples), limits::SAMPLES);
    let about = "How far back the integral reaches: to the start, or over the samples of the history.";
    w.choice("memory", about, &mut p.memory, Some(d.memory), MEMORIES);
    let about = "The integral stands still while the output is at its limit.";
    w.flag("anti_windup", about, &mut p.anti_windup, d.anti_windup);
    w.flag("predict", "P looks at the error as it will be one step later.", &mut p.predict, d.predict);
}

fn test<W: Walk>(w: &mut W, t: &mut TestDoc) {
    let d = TestDoc::default();
    let about = "step: the wanted value jumps; ramp: it grows; gust: a push from outside.";
    w.choice("signal", about, &mut t.signal, Some(d.signal), SIGNALS);
    w.choice("of", "Which controller is tested.", &mut t.of, Some(d.of), LOOPS);
    let about = "rad or m/s, a second for a ramp; of a gust rad/s² or m/s², away from the goal if positive.";
    w.value("size", about, &mut t.size, Some(d.size), limits::TEST_SIZE);
    w.value("start", "When it begins, seconds.", &mut t.start, Some(d.start), limits::DELAY);
    w.value("duration", "How long a gust blows, seconds.", &mut t.duration, Some(d.duration), limits::PERIOD);
}

/// What a controller has accumulated.
pub(super) fn steering<W: Walk>(w: &mut W, s: &mut SteeringState) {
    w.value("reached", "Waypoints that it has left behind.", &mut s.reached, Some(0), limits::STEPS);
    w.maybe("arrived_at", "Step of arriving at the last one, or at the target.", &mut s.arrived_at, limits::STEPS);
    w.object("heading", "Controller of the heading.", &mut s.heading, accumulated);
    let [along, across] = &mut s.drive;
    w.object("drive", "Controller of the drive, of a walker along x.", along, accumulated);
    w.object("drive_y", "Controller of a walker's drive along y.", across, accumulated);
    w.object("heading_response", "How the heading has done.", &mut s.heading_response, response);
    w.object("drive_response", "How the drive has done.", &mut s.drive_response, response);
}

fn accumulated<W: Walk>(w: &mut W, p: &mut Pid) {
    w.values("history", "Errors, the oldest first.", &mut p.history, false, limits::HISTORY, limits::FINITE);
    w.value("stored", "Integral up to the first of them.", &mut p.stored, Some(0.0), limits::FINITE);
    w.value("integral", "Integral up to the last of them.", &mut p.integral, Some(0.0), limits::FINITE);
}

fn response<W: Walk>(w: &mut W, r: &mut Response) {
    w.value("samples", "Samples taken.", &mut r.samples, Some(0), limits::STEPS);
    w.value("first", "The first error.", &mut r.first, Some(0.0), limits::FINITE);
    w.value("largest", "The largest size of an error.", &mut r.largest, Some(0.0), limits::FINITE);
    w.value("past", "The farthest past the goal.", &mut r.past, Some(0.0), limits::FINITE);
    w.value("outside", "When it was last outside the band, seconds.", &mut r.outside, Some(0.0), limits::FINITE);
    w.value("mean", "The mean error of late.", &mut r.mean, Some(0.0), limits::FINITE);
    w.value("newest", "The newest error.", &mut r.newest, Some(0.0), limits::FINITE);
}

/// A controller has one goal.
pub(super) fn check_goals(report: &mut Report<'_>, path: &[Step], control: &ControlDoc) {
    if control.target.is_some() && !control.waypoints.is_empty() {
        report.complain(&below(path, &steps!["waypoints"]), || "go for a target or through waypoints, not both".into());
    }
    if control.follows_pointer && control.target.is_some() {
        report.complain(&below(path, &steps!["follows_pointer"]), || "follow the pointer or go for a target, not both".into());
    }
    if control.follows_pointer && control.waypoints.len() > 1 {
        let words = || format!("of whoever follows the pointer at most one, where it goes before that, is {}", control.waypoints.len());
        report.complain(&below(path, &steps!["waypoints"]), words);
    }
}
