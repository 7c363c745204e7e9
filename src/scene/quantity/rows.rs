//! The rows of the table.

use super::row::{Quantity, Read};
use crate::engine::body::{Body, BodyId, BodyKind};
use crate::engine::frames::LocalPoint;
use crate::engine::joint::info::Measure;
use crate::engine::math::Vec2;
use crate::engine::world::World;

pub(super) const fn row(word: &'static str, name: &'static str, unit: &'static str, about: &'static str, source: Read) -> Quantity {
    Quantity { word, name, unit, about, wraps: false, turns: false, single: false, source }
}

/// A row whose number the engine keeps in single precision.
const fn single(word: &'static str, name: &'static str, unit: &'static str, about: &'static str, source: Read) -> Quantity {
    Quantity { single: true, ..row(word, name, unit, about, source) }
}

/// All bodies together.
pub static WORLD: &[Quantity] = &[
    row("kinetic_energy", "Kinetic energy", "J", "½ m v² + ½ I ω² of all dynamic bodies.", Read::World(|w| w.energy().kinetic)),
    row(
        "potential_energy",
        "Potential energy",
        "J",
        "−m g·x of all dynamic bodies in the field of gravity; zero at the origin.",
        Read::World(|w| w.energy().potential),
    ),
    row("elastic_energy", "Elastic energy", "J", "What the springs of joints store.", Read::World(|w| w.energy().elastic)),
    row(
        "total_energy",
        "Energy",
        "J",
        "Kinetic and potential energy of all dynamic bodies, and elastic energy of springs.",
        Read::World(|w| w.energy().total()),
    ),
    row("momentum_x", "Momentum x", "kg·m/s", "Σ m v of all dynamic bodies, to the right.", Read::World(|w| w.momentum().linear[0])),
    row("momentum_y", "Momentum y", "kg·m/s", "Σ m v of all dynamic bodies, upwards.", Read::World(|w| w.momentum().linear[1])),
    row(
        "angular_momentum",
        "Angular momentum",
        "kg·m²/s",
        "Of all dynamic bodies, about the world's origin.",
        Read::World(|w| w.momentum().angular),
    ),
    row("contacts", "Contacts", "", "Contacts that have points.", Read::World(|w| w.contact_count() as f64)),
    row("awake_bodies", "Awake bodies", "", "Dynamic bodies that do not sleep.", Read::World(awake_bodies)),
    row("overlap", "Worst overlap", "m", "The deepest overlap of two shapes at the start of the last step.", Read::World(overlap)),
    row("joint_error", "Worst joint error", "m", "How far the worst joint is violated.", Read::World(joint_error)),
];

/// Velocity of a point that is given in the body's frame.
fn velocity_of(body: &Body, at: Vec2) -> Vec2 {
    body.velocity_at(body.pose.to_world(LocalPoint::at(at))).vec()
}

fn awake_bodies(world: &World) -> f64 {
    world.bodies().filter(|(_, body)| body.kind == BodyKind::Dynamic && body.awake && !body.frozen).count() as f64
}

fn overlap(world: &World) -> f64 {
    let contacts = world.contacts();
    contacts.iter().flat_map(|contact| contact.points()).fold(0.0, |most, point| f64::from(-point.separation).max(most))
}

fn joint_error(world: &World) -> f64 {
    world.joints().filter_map(|(id, _)| world.joint_readout(id)).fold(0.0, |most, readout| f64::from(readout.error).max(most))
}

/// How many bodies a body touches.
fn touching(world: &World, body: BodyId) -> f64 {
    let contacts = world.contacts();
    let touching = contacts.iter().filter(|contact| contact.is_touching());
    let touched = touching.filter_map(|contact| match (contact.collider_a.body, contact.collider_b.body) {
        (a, b) if a == body => Some(b),
        (a, b) if b == body => Some(a),
        _ => None,
    });
    touched.collect::<std::collections::BTreeSet<BodyId>>().len() as f64
}

/// A body.
pub static BODY: &[Quantity] = &[
    single("x", "Position x", "m", "Of the origin of the body's frame, to the right.", Read::Body(|_, b| b.pose.position.x.into())),
    single("y", "Position y", "m", "Of the origin of the body's frame, upwards.", Read::Body(|_, b| b.pose.position.y.into())),
    single(
        "center_x",
        "Centre x",
        "m",
        "Of the centre of mass, to the right: what the velocity is the rate of, also where it is not the frame's origin.",
        Read::Body(|_, b| b.center.x.into()),
    ),
    single(
        "center_y",
        "Centre y",
        "m",
        "Of the centre of mass, upwards: what the velocity is the rate of, also where it is not the frame's origin.",
        Read::Body(|_, b| b.center.y.into()),
    ),
    single("vx", "Velocity x", "m/s", "Of the centre of mass, to the right.", Read::Body(|_, b| b.linear_velocity.x.into())),
    single("vy", "Velocity y", "m/s", "Of the centre of mass, upwards.", Read::Body(|_, b| b.linear_velocity.y.into())),
    row("speed", "Speed", "m/s", "Of the centre of mass.", Read::Body(|_, b| b.linear_velocity.as_dvec2().length())),
    single(
        "ax",
        "Acceleration x",
        "m/s²",
        "Of the centre of mass, to the right: the difference of its velocity over the last step.",
        Read::Accelerated(|a| a.x.into()),
    ),
    single(
        "ay",
        "Acceleration y",
        "m/s²",
        "Of the centre of mass, upwards: the difference of its velocity over the last step.",
        Read::Accelerated(|a| a.y.into()),
    ),
    row(
        "acceleration",
        "Acceleration",
        "m/s²",
        "Of the centre of mass, its size: from the difference of its velocity over the last step.",
        Read::Accelerated(|a| a.as_dvec2().length()),
    ),
    Quantity {
        turns: true,
        ..single(
            "angle",
            "Angle",
            "rad",
            "Counter-clockwise; from −π to π at the start, then counted on over whole turns.",
            Read::Body(|_, b| b.pose.rotation.angle().into()),
        )
    },
    single("spin", "Angular velocity", "rad/s", "Positive: counter-clockwise.", Read::Body(|_, b| b.angular_velocity.into())),
    row("kinetic_energy", "Kinetic energy", "J", "½ m v² + ½ I ω².", Read::Body(|w, b| w.energy_of(b).kinetic)),
    row(
        "potential_energy",
        "Potential energy",
        "J",
        "−m g·x in the field of gravity; zero at the origin.",
        Read::Body(|w, b| w.energy_of(b).potential),
    ),
    row("total_energy", "Energy", "J", "Kinetic and potential energy.", Read::Body(|w, b| w.energy_of(b).total())),
    row("momentum_x", "Momentum x", "kg·m/s", "m v, to the right.", Read::Body(|w, b| w.momentum_of(b).linear[0])),
    row("momentum_y", "Momentum y", "kg·m/s", "m v, upwards.", Read::Body(|w, b| w.momentum_of(b).linear[1])),
    row(
        "angular_momentum",
        "Angular momentum",
        "kg·m²/s",
        "I ω + c × m v about the world's origin.",
        Read::Body(|w, b| w.momentum_of(b).angular),
    ),
    row("touching", "Bodies touched", "", "How many bodies it touches.", Read::Known(touching)),
    row("inside", "Bodies inside", "", "How many bodies overlap its sensors.", Read::Inside(|inside| inside.len() as f64)),
    row("passages", "Passages", "", "How many bodies have come into its sensors.", Read::Passed(|p| Some(p.count as f64))),
    row(
        "passage_start",
        "Passage: time",
        "s",
        "When the latest body came into its sensor, within the step.",
        Read::Passed(|p| Some(p.latest?.entered)),
    ),
    row(
        "passage_speed",
        "Passage: speed",
        "m/s",
        "Of that body's centre of mass as it comes in, against that of the sensor's body; its spin does not count.",
        Read::Passed(|p| Some(p.latest?.speed.into())),
    ),
    row(
        "passage_duration",
        "Passage: duration",
        "s",
        "How long the latest body was inside that has gone out again.",
        Read::Passed(|p| p.over?.duration()),
    ),
];

/// A point of a body.
pub static POINT: &[Quantity] = &[
    single("x", "Position x", "m", "To the right.", Read::Point(|b, at| b.pose.transform_point(at).x.into())),
    single("y", "Position y", "m", "Upwards.", Read::Point(|b, at| b.pose.transform_point(at).y.into())),
    single("vx", "Velocity x", "m/s", "To the right.", Read::Point(|b, at| velocity_of(b, at).x.into())),
    single("vy", "Velocity y", "m/s", "Upwards.", Read::Point(|b, at| velocity_of(b, at).y.into())),
    row("speed", "Speed", "m/s", "How fast it moves.", Read::Point(|b, at| velocity_of(b, at).as_dvec2().length())),
];

/// A joint.
pub static JOINT: &[Quantity] = &[
    row("force", "Force", "N", "On body B during the last step, its size.", Read::Joint(|r| r.force.as_dvec2().length())),
    single("force_x", "Force x", "N", "On body B during the last step, to the right.", Read::Joint(|r| r.force.x.into())),
    single("force_y", "Force y", "N", "On body B during the last step, upwards.", Read::Joint(|r| r.force.y.into())),
    single("torque", "Torque", "N·m", "On body B during the last step, counter-clockwise.", Read::Joint(|r| r.torque.into())),
    single("error", "Error", "m", "How far the connection is violated.", Read::Joint(|r| r.error.into())),
    single(
        "angle",
        "Angle",
        "rad",
        "Of B relative to A since the start, counted over whole turns.",
        Read::Coordinate(Measure::Angle, |r| r.coordinate.into()),
    ),
    single(
        "angle_speed",
        "Angle speed",
        "rad/s",
        "How fast the angle grows.",
        Read::Coordinate(Measure::Angle, |r| r.coordinate_speed.into()),
    ),
    single("translation", "Translation", "m", "Of B along the axis of A.", Read::Coordinate(Measure::Way, |r| r.coordinate.into())),
    single(
        "translation_speed",
        "Translation speed",
        "m/s",
        "How fast the translation grows.",
        Read::Coordinate(Measure::Way, |r| r.coordinate_speed.into()),
    ),
    single("length", "Length", "m", "Distance of the anchors.", Read::Coordinate(Measure::Length, |r| r.coordinate.into())),
    single(
        "length_speed",
        "Length speed",
        "m/s",
        "How fast the length grows.",
        Read::Coordinate(Measure::Length, |r| r.coordinate_speed.into()),
    ),
];

/// Two bodies that touch.
pub static CONTACT: &[Quantity] = &[
    row(
        "normal_impulse",
        "Normal impulse",
        "N·s",
        "Along the normals during the last step, all points together; 0 while apart.",
        Read::Contact(|t| t.normal_impulse),
    ),
    row(
        "tangent_impulse",
        "Friction impulse",
        "N·s",
        "Friction, along the surfaces during the last step, on the second body, the normal turned by +90° being positive.",
        Read::Contact(|t| t.tangent_impulse),
    ),
    row("overlap", "Overlap", "m", "The deepest overlap at the start of the last step; 0 while apart.", Read::Contact(|t| t.overlap)),
    row("points", "Contact points", "", "How many points the contacts have.", Read::Contact(|t| t.points)),
];

/// A launcher.
pub static LAUNCHER: &[Quantity] = &[
    single("shots", "Shots", "", "How many shots the scene had fired when it last fired.", Read::Launcher(|_, s| Some(s.number.into()))),
    row(
        "gap",
        "Nearest gap",
        "m",
        "Smallest gap so far between its newest shot and the target.",
        Read::Launcher(|_, s| s.closest.map(f64::from)),
    ),
    row(
        "shot_speed",
        "Speed of the shot",
        "m/s",
        "Of its newest shot while that flies.",
        Read::Launcher(|w, s| Some(w.body(s.body?)?.linear_velocity.as_dvec2().length())),
    ),
];

/// A tape or a protractor.
pub static MEASURE: &[Quantity] = &[
    single("length", "Length", "m", "From the tape's beginning to its end.", Read::Tape(|m| Some(m.way()?.length().into()))),
    single("x", "Way x", "m", "From the tape's beginning to its end, to the right.", Read::Tape(|m| Some(m.way()?.x.into()))),
    single("y", "Way y", "m", "From the tape's beginning to its end, upwards.", Read::Tape(|m| Some(m.way()?.y.into()))),
    Quantity {
        turns: true,
        ..single(
            "direction",
            "Direction",
            "rad",
            "Of the tape, counter-clockwise from the x axis; from −π to π at the start, then counted on over whole turns.",
            Read::Tape(|m| m.direction().map(f64::from)),
        )
    },
    Quantity {
        turns: true,
        ..single(
            "angle",
            "Angle",
            "rad",
            "From the protractor's first arm to its second, counter-clockwise; from −π to π at the start, then counted on.",
            Read::Protractor(|m| m.angle().map(f64::from)),
        )
    },
];
