//! What a scene may hold, but hardly means: `check` warns of it.
//!
//! A warning says the place, the value, and what comes of it. A scene that is warned of runs all the same: files that
//! could be opened stay openable. What an author may well mean (both sets of layers empty, a controller that only runs
//! its own test) is not warned of.

use crate::draw::quantity::{length, quantity};
use crate::engine::body::{BodyId, BodyKind};
use crate::engine::joint::{Gear, JointKind};
use crate::engine::math::Vec2;
use crate::engine::tuning;
use crate::guidance::control::plant::{self, Plant};
use crate::guidance::control::sampled::Sampled;
use crate::guidance::lead::LeadOutcome;
use crate::scene::control_report;
use crate::scene::document::{BodyDoc, Document, JointDoc, Sight, WorldSettings};
use crate::scene::limits;
use crate::scene::problem::{Problem, visible};
use crate::scene::stage::Stage;

/// How far a bead may stand off its curve, metres.
const OFF_CURVE: f32 = 0.1;

/// How far a gear's anchor may stand off the shaft of its wheel, metres.
const OFF_SHAFT: f32 = 0.01;

/// Share of a step's way that rounding may add or take before it is worth a word.
const FAR_OUT: f32 = 0.01;

/// What the errors of a controller are multiplied by in a second before it is worth a word.
const GROWS: f64 = 1.1;

/// All doubts about a scene, each with its path.
pub(super) fn doubts(document: &Document) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut tell = |path: String, message: String| found.push(Problem::new(path, message));
    for (i, body) in document.bodies.iter().enumerate() {
        of_body(body, |place, message| tell(format!("bodies[{i}].{place}"), message));
        if let Some(told) = turns_too_fast(body, &document.world) {
            tell(format!("bodies[{i}].angular_velocity"), told);
        }
        if let Some(told) = is_far_out(body, &document.world) {
            tell(format!("bodies[{i}].linear_velocity"), told);
        }
    }
    for (i, joint) in document.joints.iter().enumerate() {
        of_joint(joint, |place, message| tell(format!("joints[{i}].{place}"), message));
        of_gear(document, joint, |place, message| tell(format!("joints[{i}].{place}"), message));
        if let Some(told) = has_no_shaft(document, joint) {
            tell(format!("joints[{i}]"), told);
        }
    }
    of_controllers(document, &mut tell);
    of_mines(document, &mut tell);
    of_launchers(document, tell);
    found
}

/// Controllers that theory calls stable, but whose steps are too long for their gains.
fn of_controllers(document: &Document, mut tell: impl FnMut(String, String)) {
    let dt = 1.0 / f64::from(document.world.step_hz);
    for (i, body) in document.bodies.iter().enumerate().filter(|(_, body)| body.kind == BodyKind::Dynamic) {
        let Some(control) = &body.control else { continue };
        let loops = [
            ("heading", Plant::Heading, control.heading_law(), body.angular_damping),
            ("drive", Plant::Speed, control.drive_law(), body.linear_damping),
        ];
        for (name, plant, law, damping) in loops {
            let sampled = Sampled::of(plant, &law, damping.into(), dt);
            let grows = sampled.growth.powf(1.0 / dt) > GROWS;
            if grows && sampled.spoils(plant::stability(plant, &law, damping.into(), dt).verdict) {
                let (hz, factor) = (document.world.step_hz, control_report::factor(sampled));
                let message = format!(
                    "is stable by Routh, but at {hz} steps a second each multiplies small errors: {factor}; smaller gains or more steps calm it"
                );
                tell(format!("bodies[{i}].control.{name}"), message);
            }
        }
    }
}

/// Mines in whose sensors a body is as the scene begins: it has not entered, so it sets nothing off.
fn of_mines(document: &Document, mut tell: impl FnMut(String, String)) {
    // In a run that was saved, who is inside may have entered before.
    if document.state.is_some() || document.bodies.iter().all(|body| body.mine.is_none()) {
        return;
    }
    let Ok(stage) = Stage::new(document) else { return };
    for (i, body) in document.bodies.iter().enumerate().filter(|(_, body)| body.mine.is_some()) {
        let inside = stage.names().bodies.id(&body.id).and_then(|id| stage.inside_sensors_of(id)).unwrap_or_default();
        let moves = |id: &BodyId| stage.world().body(*id).is_some_and(|body| body.kind != BodyKind::Static);
        let names: Vec<_> = inside.iter().filter(|id| moves(id)).filter_map(|id| stage.names().bodies.name(*id)).collect();
        if let Some(first) = names.first() {
            let others = if names.len() > 1 { format!(" and {} more", names.len() - 1) } else { String::new() };
            let of = format!("{}{others} as the scene begins", visible(first));
            tell(format!("bodies[{i}].mine"), format!("holds {of}: only what enters it later sets it off"));
        }
    }
}

/// What its kind of body leaves out, a controller that goes nowhere, a shape that touches nothing.
fn of_body(body: &BodyDoc, mut tell: impl FnMut(&str, String)) {
    for (place, message) in left_out(body) {
        tell(place, message);
    }
    if let Some(control) = &body.control
        && body.kind == BodyKind::Dynamic
        && control.target.is_none()
        && control.waypoints.is_empty()
        && !control.follows_pointer
        && control.look_at.is_none()
        && control.test.is_none()
    {
        tell("control", "has no target, no waypoints and no pointer to follow: it steers nowhere".to_owned());
    }
    for (k, shape) in body.shapes.iter().enumerate() {
        let filter = shape.filter;
        let (empty, other) = match (filter.layers, filter.collides_with) {
            (0, 1..) => ("layers", "collides_with"),
            (1.., 0) => ("collides_with", "layers"),
            _ => continue,
        };
        tell(
            &format!("shapes[{k}].{empty}"),
            format!("is [], but {other} is not: the shape touches nothing; with both [] it is taken as meant"),
        );
    }
}

/// A spin that the sub-steps cut.
fn turns_too_fast(body: &BodyDoc, world: &WorldSettings) -> Option<String> {
    let (h, spin) = (world.substep_seconds(), body.angular_velocity);
    let most = tuning::MAX_ROTATION / h;
    let message = || {
        let [most, rate] = [most, 1.0 / h].map(|number| number.round());
        format!("is {spin} rad/s, at {rate} sub-steps a second at most {most}: what is more is cut; more sub-steps allow more")
    };
    (body.kind == BodyKind::Dynamic && spin.abs() > most).then(message)
}

/// What moves so slowly, so far from the origin, that places in single precision are too far apart for the way of a
/// step: it moves too fast or too slowly by up to half of that distance, each step the same.
fn is_far_out(body: &BodyDoc, world: &WorldSettings) -> Option<String> {
    let axes = [(body.position.x, body.linear_velocity.x), (body.position.y, body.linear_velocity.y)];
    let moving = axes.into_iter().filter(|&(_, speed)| speed != 0.0 && body.kind != BodyKind::Static);
    let off = |&(place, speed): &(f32, f32)| 0.5 * (place.abs().next_up() - place.abs()) / (speed.abs() * world.step_seconds());
    let (place, speed) = moving.max_by(|a, b| off(a).total_cmp(&off(b)))?;
    let share = off(&(place, speed));
    let message = || {
        let (apart, way) = (1e3 * (place.abs().next_up() - place.abs()), 1e3 * speed.abs() * world.step_seconds());
        let percent = (100.0 * share).ceil();
        format!(
            "is {speed} m/s at {place} m: places are {apart:.2} mm apart there, so a step's way of {way:.2} mm may be \
             {percent} % off; nearer to the origin they are closer"
        )
    };
    (share > FAR_OUT).then(message)
}

/// The fields that only a body of another kind has a use for: place and message.
fn left_out(body: &BodyDoc) -> Vec<(&'static str, String)> {
    let (is_static, word) = match body.kind {
        BodyKind::Dynamic => return Vec::new(),
        BodyKind::Static => (true, "static"),
        BodyKind::Kinematic => (false, "kinematic"),
    };
    let Vec2 { x, y } = body.linear_velocity;
    let rows = [
        (!body.forces.is_empty(), "forces", "are given".to_owned(), "nothing pushes a", "they are left out"),
        (body.control.is_some(), "control", "is given".to_owned(), "nothing pushes a", "it is left out"),
        (
            is_static && body.linear_velocity != Vec2::ZERO,
            "linear_velocity",
            format!("is [{x}, {y}] m/s"),
            "nothing moves a",
            "it is left out",
        ),
        (
            is_static && body.angular_velocity != 0.0,
            "angular_velocity",
            format!("is {} rad/s", body.angular_velocity),
            "nothing moves a",
            "it is left out",
        ),
        (body.linear_damping != 0.0, "linear_damping", format!("is {} 1/s", body.linear_damping), "nothing slows a", "it is left out"),
        (body.angular_damping != 0.0, "angular_damping", format!("is {} 1/s", body.angular_damping), "nothing slows a", "it is left out"),
    ];
    let given = rows.into_iter().filter(|(is_given, ..)| *is_given);
    given.map(|(_, place, value, why, then)| (place, format!("{value}, but {why} {word} body: {then}"))).collect()
}

/// A curve far from its bead, a length that its limits do not allow, a gear that turns nothing.
fn of_joint(joint: &JointDoc, mut tell: impl FnMut(&str, String)) {
    if let Some(far) = joint.off_curve().filter(|far| *far > OFF_CURVE) {
        tell("curve", format!("passes {far:.2} m from the anchor, should be at most {OFF_CURVE} m: the body jumps to it"));
    }
    match joint.kind {
        JointKind::Distance(distance) => {
            if let (Some(own), Some(limits)) = (distance.length, distance.limits)
                && !(limits.lower..=limits.upper).contains(&own)
            {
                let then = if distance.spring.is_some() {
                    "the spring pulls against a limit and never comes to rest"
                } else {
                    "the limits hold the joint, and the length is left out"
                };
                tell("length", format!("is {own} m, beyond the limits of {} to {} m: {then}", limits.lower, limits.upper));
            }
        }
        JointKind::Gear(gear) if gear.ratio == 0.0 => {
            tell("ratio", "is 0: A does not turn at all, and B turns freely".to_owned());
        }
        _ => {}
    }
}

/// A gear turns about its anchors: beside the shaft of its wheel that is an eccentric.
fn of_gear(document: &Document, gear: &JointDoc, mut tell: impl FnMut(&str, String)) {
    if !matches!(gear.kind, JointKind::Gear(Gear { ratio }) if ratio != -1.0) {
        return;
    }
    let wheels = [("anchor_a", gear.body_a.as_deref(), gear.anchor_a), ("anchor_b", Some(gear.body_b.as_str()), gear.anchor_b)];
    for (place, wheel, anchor) in wheels {
        let Some(wheel) = wheel else { continue };
        let shafts = document.joints.iter().filter(|joint| matches!(joint.kind, JointKind::Revolute(_) | JointKind::Wheel(_)));
        let own = shafts.filter(|joint| joint.body_b == wheel || joint.body_a.as_deref() == Some(wheel));
        let nearest = own.map(|joint| joint.anchor_b.distance(anchor)).min_by(f32::total_cmp);
        if let Some(off) = nearest.filter(|off| *off > OFF_SHAFT) {
            let message = format!(
                "is {} from the shaft of {}, should be at most {OFF_SHAFT} m: the wheels roll about the anchors and turn unevenly",
                length(off),
                visible(wheel)
            );
            tell(place, message);
        }
    }
}

/// A gear on a wheel that no other joint holds and that does not collide with its partner: their centres can meet. The
/// force across the line of the shafts is `(1 + ratio) λ / d`, without bounds there, and a step that leads past it ends
/// with more energy than it began (of the torques alone, at a ratio of -1, there is none).
fn has_no_shaft(document: &Document, gear: &JointDoc) -> Option<String> {
    if !matches!(gear.kind, JointKind::Gear(Gear { ratio }) if ratio != -1.0 && ratio != 0.0) {
        return None;
    }
    let body = |name: &str| document.bodies.iter().find(|body| body.id == name);
    let is_on = |joint: &JointDoc, name: &str| joint.body_b == name || joint.body_a.as_deref() == Some(name);
    let is_free = |wheel: &BodyDoc| {
        let mut others = document.joints.iter().filter(|joint| !matches!(joint.kind, JointKind::Gear(_)));
        wheel.kind == BodyKind::Dynamic && !others.any(|joint| is_on(joint, &wheel.id))
    };
    let (a, b) = (gear.body_a.as_deref().and_then(body), body(&gear.body_b)?);
    let free = [a, Some(b)].into_iter().flatten().find(|wheel| is_free(wheel))?;
    let solid = |wheel: &BodyDoc| wheel.shapes.iter().filter(|shape| !shape.sensor).map(|shape| shape.filter).collect::<Vec<_>>();
    let touch = a.is_some_and(|a| solid(a).iter().any(|of_a| solid(b).iter().any(|of_b| of_a.allows(*of_b))));
    let message = || {
        format!(
            "is a gear whose wheel {} has no shaft: when the wheels pass through each other, the force between them grows without \
             bounds and energy comes from nowhere; a revolute joint holds it, or \"collide_connected\" keeps them apart",
            visible(&free.id)
        )
    };
    (!(gear.collide_connected && touch)).then(message)
}

/// Launchers that should fire more often than there are steps, and those that should fire by themselves, but whose
/// projectiles would be gone before they meet the target. Looked at as the scene begins: with all the time that a file
/// can give, the same method finds the meeting.
fn of_launchers(document: &Document, mut tell: impl FnMut(String, String)) {
    let fires = |every: Option<f32>| every.is_some_and(|every| every > 0.0);
    for (i, launcher) in document.launchers.iter().enumerate() {
        if let Some(told) = launcher.fires_too_often(document.world.step_hz) {
            tell(format!("launchers[{i}].every"), told);
        }
    }
    let mut patient = document.clone();
    patient.launchers.iter_mut().for_each(|launcher| launcher.lifetime = limits::PERIOD.max);
    if !document.launchers.iter().any(|launcher| fires(launcher.every) && launcher.has_target()) {
        return;
    }
    let (Ok(now), Ok(patient)) = (Stage::new(document), Stage::new(&patient)) else { return };
    for (i, launcher) in document.launchers.iter().enumerate() {
        // Nobody knows yet where the pointer will be.
        if !fires(launcher.every) || launcher.aim_at == Sight::Pointer {
            continue;
        }
        let outcome = |stage: &Stage| stage.aim(&launcher.id).and_then(|aim| aim.outcome);
        if let (Some(LeadOutcome::NoSolution(_)), Some(LeadOutcome::Solved(meeting))) = (outcome(&now), outcome(&patient))
            && meeting.time > launcher.lifetime
        {
            let target = now.target_words(launcher).unwrap_or_default();
            let [time, lifetime] = [meeting.time, launcher.lifetime].map(|time| quantity(time, "s"));
            let message = format!(
                "is {lifetime}, but {} is met after {time}, {} away: it does not fire by itself while that is so",
                visible(&target),
                length(meeting.meeting.length())
            );
            tell(format!("launchers[{i}].lifetime"), message);
        }
    }
}
