//! `run`: a scene's states, step by step, for spreadsheets and scripts.
//!
//! The start and the last step are always printed, between them every K-th step. JSON: one object a line (so that a
//! long run can be read while it grows). CSV: one row a body, the numbers of the whole scene repeated in each row.

use super::arguments::{RunFormat, RunOptions};
use super::hold::{self, Hold};
use super::host::{Host, print};
use super::sensing::{self, ExplosionSample, SensorSample};
use super::source;
use crate::draw::csv;
use crate::engine::body::BodyId;
use crate::engine::collider::ColliderId;
use crate::engine::world::Contact;
use crate::scene::stage::{Input, Stage};
use glam::Vec2;
use serde::Serialize;
use std::fmt::Write;

/// Columns of the CSV form.
pub const CSV_HEADER: &str = "step,time,body,x,y,angle,velocity_x,velocity_y,angular_velocity,awake,\
                              kinetic,potential,elastic,momentum_x,momentum_y,angular_momentum,contacts,fingerprint\n";

/// One sampled step.
#[derive(Serialize, Debug)]
pub struct Sample<'a> {
    /// Steps since the scene's start.
    pub step: u64,
    /// Seconds since the scene's start.
    pub time: f64,
    /// All bodies, in file order, then projectiles; without mines that are gone.
    pub bodies: Vec<BodySample<'a>>,
    /// All contacts that have points.
    pub contacts: Vec<ContactSample<'a>>,
    /// All joints.
    pub joints: Vec<JointSample<'a>>,
    /// Ids of the joints that have broken so far, the first first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<&'a str>,
    /// Shots that are still interesting.
    pub shots: Vec<ShotSample<'a>>,
    /// All sensors, in file order; without those of mines that are gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sensors: Vec<SensorSample<'a>>,
    /// Explosions at the end of the last step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub explosions: Vec<ExplosionSample<'a>>,
    /// Joules.
    pub energy: EnergySample,
    /// Of all dynamic bodies.
    pub momentum: MomentumSample,
    /// Names the exact state: equal runs have equal fingerprints.
    pub fingerprint: String,
    /// The same by structure, to find what differs first.
    pub fingerprint_parts: FingerprintSample,
}

/// A body's state.
#[derive(Serialize, Debug)]
pub struct BodySample<'a> {
    /// Id in the scene; projectiles are `shot 1`, `shot 2` …
    pub id: &'a str,
    /// Place of the body's frame, metres.
    pub position: Vec2,
    /// Radians, in (−π, π].
    pub angle: f32,
    /// Velocity of the centre of mass, m/s.
    pub linear_velocity: Vec2,
    /// rad/s.
    pub angular_velocity: f32,
    /// False while it sleeps.
    pub awake: bool,
    /// Present and true when its state went non-finite or it left the world, and it was taken out of the motion.
    #[serde(skip_serializing_if = "is_false")]
    pub frozen: bool,
}

/// A contact.
#[derive(Serialize, Debug)]
pub struct ContactSample<'a> {
    /// First body.
    pub a: &'a str,
    /// Second body.
    pub b: &'a str,
    /// Index of A's shape in the scene file.
    pub shape_a: usize,
    /// Index of B's shape in the scene file.
    pub shape_b: usize,
    /// Unit, from A to B.
    pub normal: Vec2,
    /// One or two.
    pub points: Vec<PointSample>,
}

/// A point of a contact.
#[derive(Serialize, Debug)]
pub struct PointSample {
    /// Metres, at the start of the step.
    pub position: Vec2,
    /// Signed gap, metres; negative = overlap.
    pub separation: f32,
    /// N·s.
    pub normal_impulse: f32,
    /// N·s, along the normal turned by +90°, on B.
    pub tangent_impulse: f32,
}

/// A joint's load.
#[derive(Serialize, Debug)]
pub struct JointSample<'a> {
    /// Id in the scene.
    pub id: &'a str,
    /// On body B, N.
    pub force: Vec2,
    /// On body B, N·m.
    pub torque: f32,
    /// How far the connection is violated, metres.
    pub error: f32,
    /// Angle (rad), way or length (m) that the joint leaves free.
    pub coordinate: f32,
}

/// A shot's fate.
#[derive(Serialize, Debug)]
pub struct ShotSample<'a> {
    /// Number in order of firing; its body is `shot <number>`.
    pub number: u32,
    /// Launcher that fired it.
    pub launcher: &'a str,
    /// Body it was meant for.
    pub target: Option<&'a str>,
    /// Step at which it was fired.
    pub fired_at: u64,
    /// Where it was predicted to meet its target.
    pub predicted: Option<Vec2>,
    /// Smallest gap to the target so far, metres; 0 = hit.
    pub closest: Option<f32>,
    /// Step of first contact with the target.
    pub hit_at: Option<u64>,
}

/// Joules.
#[derive(Serialize, Debug)]
pub struct EnergySample {
    /// Of motion and spin.
    pub kinetic: f64,
    /// In the field of gravity; zero at the origin.
    pub potential: f64,
    /// What the springs of joints store.
    pub elastic: f64,
}

/// Momentum.
#[derive(Serialize, Debug)]
pub struct MomentumSample {
    /// kg·m/s.
    pub linear: [f64; 2],
    /// About the origin, kg·m²/s.
    pub angular: f64,
}

/// Hashes of the exact state, hexadecimal.
#[derive(Serialize, Debug)]
pub struct FingerprintSample {
    /// Poses, velocities, sleep.
    pub bodies: String,
    /// Features and impulses.
    pub contacts: String,
    /// Impulses.
    pub joints: String,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Runs a scene and prints its samples.
///
/// # Errors
/// The scene does not load, or the output cannot be written.
pub fn run(options: &RunOptions, host: &mut dyn Host) -> Result<(), String> {
    let (_, mut stage) = source::stage_at(&options.scene, 0, host)?;
    hold::warn_of_deaf_keys(&options.scene, &stage, &options.hold, host);
    let at_path = |reason: String| format!("{}: {reason}", options.out.as_deref().unwrap_or_default());
    let mut file = options.out.as_ref().map(|path| host.begin(path)).transpose().map_err(at_path)?;
    let mut pass_on = |text: String, host: &mut dyn Host| match &mut file {
        Some(file) => file.write(text.as_bytes()).map_err(at_path),
        None => print(host, &text),
    };
    if options.format == RunFormat::Csv {
        pass_on(CSV_HEADER.to_string(), host)?;
    }
    let mut shortfall_told = false;
    for step in 0..=options.steps {
        if step > 0 {
            turn_keys(&mut stage, &options.hold);
            source::step(&mut stage)?;
            report_lost(&stage, host);
            report_broken(&stage, host);
            if let Some(told) = stage.shortfall()
                && !std::mem::replace(&mut shortfall_told, true)
            {
                host.err(&format!("step {step}: {told}\n"));
            }
        }
        if step % options.every == 0 || step == options.steps {
            let text = match options.format {
                RunFormat::Json => json_line(&stage)?,
                RunFormat::Csv => csv_rows(&stage),
            };
            pass_on(text, host)?;
        }
    }
    file.map_or(Ok(()), |file| file.finish().map_err(at_path))
}

/// Presses and lets go the keys whose time has come.
fn turn_keys(stage: &mut Stage, holds: &[Hold]) {
    let now = stage.step_count();
    let is_held = |key| holds.iter().any(|hold| hold.key == key && (hold.from..hold.to).contains(&now));
    for hold in holds {
        stage.input(&Input::Hold { key: hold.key, down: is_held(hold.key) });
    }
}

/// Says which joints broke in the last step.
fn report_broken(stage: &Stage, host: &mut dyn Host) {
    let now = stage.step_count();
    for broken in stage.broken().iter().rev().take_while(|broken| broken.step == now) {
        let name = stage.names().joints.name(broken.joint).unwrap_or("a joint");
        host.err(&format!("step {now}: {name} broke under {} N and {} N·m\n", broken.force, broken.torque));
    }
}

/// Says which bodies were frozen in the last step.
fn report_lost(stage: &Stage, host: &mut dyn Host) {
    for told in stage.lost(usize::MAX) {
        host.err(&format!("step {}: {told}\n", stage.step_count()));
    }
}

fn json_line(stage: &Stage) -> Result<String, String> {
    let mut line = serde_json::to_string(&sample(stage)).map_err(|error| error.to_string())?;
    line.push('\n');
    Ok(line)
}

/// The present state of a stage.
pub fn sample(stage: &Stage) -> Sample<'_> {
    let world = stage.world();
    let energy = world.energy();
    let momentum = world.momentum();
    let fingerprint = world.fingerprint();
    Sample {
        step: stage.step_count(),
        time: seconds(stage),
        bodies: bodies(stage),
        contacts: world.contacts().iter().map(|contact| contact_sample(stage, contact)).collect(),
        joints: joints(stage),
        broken: stage.broken().iter().filter_map(|broken| stage.names().joints.name(broken.joint)).collect(),
        shots: shots(stage),
        sensors: sensing::sensors(stage),
        explosions: sensing::explosions(stage),
        energy: EnergySample { kinetic: energy.kinetic, potential: energy.potential, elastic: energy.elastic },
        momentum: MomentumSample { linear: momentum.linear, angular: momentum.angular },
        fingerprint: format!("{:016x}", fingerprint.combined()),
        fingerprint_parts: FingerprintSample {
            bodies: format!("{:016x}", fingerprint.bodies),
            contacts: format!("{:016x}", fingerprint.contacts),
            joints: format!("{:016x}", fingerprint.joints),
        },
    }
}

fn seconds(stage: &Stage) -> f64 {
    stage.step_count() as f64 / f64::from(stage.world().settings().step_hz)
}

fn bodies(stage: &Stage) -> Vec<BodySample<'_>> {
    let named = stage.names().bodies.list().iter();
    named
        .filter_map(|(id, name)| {
            let body = stage.body_there(*id)?;
            Some(BodySample {
                id: name,
                position: body.pose.position,
                angle: body.pose.rotation.angle(),
                linear_velocity: body.linear_velocity,
                angular_velocity: body.angular_velocity,
                awake: body.awake,
                frozen: body.frozen,
            })
        })
        .collect()
}

fn contact_sample<'a>(stage: &'a Stage, contact: &Contact) -> ContactSample<'a> {
    let name = |id: BodyId| stage.names().bodies.name(id).unwrap_or("");
    let shape = |id: ColliderId| stage.shape_index(id).unwrap_or(id.index as usize);
    ContactSample {
        a: name(contact.collider_a.body),
        b: name(contact.collider_b.body),
        shape_a: shape(contact.collider_a),
        shape_b: shape(contact.collider_b),
        normal: contact.normal,
        points: contact
            .points()
            .iter()
            .map(|point| PointSample {
                position: point.position,
                separation: point.separation,
                normal_impulse: point.normal_impulse,
                tangent_impulse: point.tangent_impulse,
            })
            .collect(),
    }
}

fn joints(stage: &Stage) -> Vec<JointSample<'_>> {
    let named = stage.names().joints.list().iter();
    named
        .filter_map(|(id, name)| {
            let readout = stage.world().joint_readout(*id)?;
            Some(JointSample {
                id: name,
                force: readout.force,
                torque: readout.torque,
                error: readout.error,
                coordinate: readout.coordinate,
            })
        })
        .collect()
}

fn shots(stage: &Stage) -> Vec<ShotSample<'_>> {
    stage
        .shots()
        .iter()
        .map(|shot| ShotSample {
            number: shot.number,
            launcher: &shot.launcher,
            target: shot.target.as_deref(),
            fired_at: shot.fired_at,
            predicted: shot.predicted.map(|(point, _)| point),
            closest: shot.closest,
            hit_at: shot.hit_at,
        })
        .collect()
}

/// One row a body; text with commas or quotes is quoted as RFC 4180 says, what looks like a formula gets an
/// apostrophe.
fn csv_rows(stage: &Stage) -> String {
    let world = stage.world();
    let energy = world.energy();
    let momentum = world.momentum();
    let contacts = world.contact_count();
    let whole = format!(
        "{},{},{},{},{},{},{contacts},{:016x}",
        energy.kinetic,
        energy.potential,
        energy.elastic,
        momentum.linear[0],
        momentum.linear[1],
        momentum.angular,
        world.fingerprint().combined()
    );
    let mut rows = String::new();
    for body in bodies(stage) {
        // Writing into a `String` cannot fail.
        let _ = writeln!(
            rows,
            "{},{},{},{},{},{},{},{},{},{},{whole}",
            stage.step_count(),
            seconds(stage),
            csv::cell(body.id),
            body.position.x,
            body.position.y,
            body.angle,
            body.linear_velocity.x,
            body.linear_velocity.y,
            body.angular_velocity,
            body.awake,
        );
    }
    rows
}
