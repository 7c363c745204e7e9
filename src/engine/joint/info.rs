//! What programs need to know of a kind of joint to store, place, edit and draw it.
//!
//! Each kind's file holds one [`JointInfo`]. The scene file, the tools, the inspector, the overlay and the readouts are
//! made from it, so that a kind is described in one place. It holds words and numbers only; who stores or draws decides
//! how.

use super::parts::{Limits, Motor, Spring};
use crate::engine::tuning;

/// A kind of joint.
#[derive(Debug)]
pub struct JointInfo {
    /// Its word in scene files.
    pub word: &'static str,
    /// True: scene files may hold it. False: it lives only while a program runs.
    pub stored: bool,
    /// Where it is and how it is set.
    pub anchoring: Anchoring,
    /// What it leaves free.
    pub coordinate: Option<Coordinate>,
    /// What the axis is, for those who write files.
    pub axis: Option<&'static str>,
    /// What the rest length is, for those who write files.
    pub length: Option<&'static str>,
    /// What the curve is, for those who write files.
    pub curve: Option<&'static str>,
    /// What the ratio is, for those who write files.
    pub ratio: Option<&'static str>,
    /// Bounds of the free coordinate.
    pub limits: Option<LimitsInfo>,
    /// What drives it.
    pub motor: Option<MotorInfo>,
    /// What pulls it to rest.
    pub spring: Option<SpringInfo>,
    /// Names of the kind, by the parts that a joint has; the first is the usual one.
    pub variants: &'static [Variant],
    /// How it is drawn.
    pub marks: &'static [Mark],
}

impl JointInfo {
    /// What most kinds have nothing of.
    pub const PLAIN: JointInfo = JointInfo {
        word: "",
        stored: true,
        anchoring: Anchoring::Point,
        coordinate: None,
        axis: None,
        length: None,
        curve: None,
        ratio: None,
        limits: None,
        motor: None,
        spring: None,
        variants: &[],
        marks: &[],
    };
}

/// Where a joint is, and what the pointer does to set one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchoring {
    /// At one common point of both bodies: a click.
    Point,
    /// At one common point, with an axis through it: press at the point and drag along the axis.
    Axis,
    /// At the centre of mass of B, the smaller body, with an axis fixed in A: a click, or a drag along the axis.
    Axle,
    /// Between a point of A and a point of B: a drag from one to the other.
    Ends,
    /// At a point of B that stays on a curve of A: the curve is drawn by a drag.
    Curve,
}

/// What a number of a joint measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Angle of B relative to A, radians; speeds in rad/s, efforts in N·m.
    Angle,
    /// Way of B along an axis of A, metres; speeds in m/s, efforts in N.
    Way,
    /// Distance of the anchors, metres, never negative.
    Length,
}

impl Measure {
    /// Smallest and largest value that the engine takes as a limit.
    pub(super) fn bounds(self) -> [f32; 2] {
        match self {
            Measure::Angle | Measure::Way => [-tuning::MAX_COORDINATE, tuning::MAX_COORDINATE],
            Measure::Length => [0.0, 2.0 * tuning::MAX_COORDINATE],
        }
    }
}

/// The free coordinate, which [`super::JointReadout::coordinate`] reports.
#[derive(Clone, Copy, Debug)]
pub struct Coordinate {
    /// Its name on the screen.
    pub name: &'static str,
    /// What it measures.
    pub measure: Measure,
}

/// Bounds of the free coordinate.
#[derive(Clone, Copy, Debug)]
pub struct LimitsInfo {
    /// Their name on the screen.
    pub title: &'static str,
    /// What they are, for those who write files.
    pub about: &'static str,
    /// What they bound.
    pub measure: Measure,
    /// New limits reach from `-usual` to `usual`; those of a length from 0 to the present length.
    pub usual: f32,
}

/// A motor.
#[derive(Clone, Copy, Debug)]
pub struct MotorInfo {
    /// What it drives, for those who write files.
    pub about: &'static str,
    /// What it drives.
    pub measure: Measure,
}

/// A spring.
#[derive(Clone, Copy, Debug)]
pub struct SpringInfo {
    /// What it does, for those who write files.
    pub about: &'static str,
    /// What it does, on the screen.
    pub help: &'static str,
    /// What a new one is.
    pub usual: Spring,
}

/// A name of a kind, by the parts that a joint has, and the tool that sets it. Two are equal when they have the same
/// word.
#[derive(Debug)]
pub struct Variant {
    /// Ids of new joints begin with it.
    pub word: &'static str,
    /// Its name on the screen.
    pub name: &'static str,
    /// The limits of a new one.
    pub limits: Option<Limits>,
    /// The motor of a new one.
    pub motor: Option<Motor>,
    /// The spring of a new one.
    pub spring: Option<Spring>,
    /// The tool that sets it.
    pub tool: Option<Tool>,
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.word == other.word
    }
}

impl Eq for Variant {}

/// A tool that sets joints.
#[derive(Debug)]
pub struct Tool {
    /// Its key; a space: none.
    pub key: char,
    /// What the mouse does, in a few words.
    pub hint: &'static str,
    /// What the tool does, one sentence.
    pub help: &'static str,
    /// Its picture on a 24 × 24 grid, y down.
    pub icon: &'static [Stroke],
}

/// A part of a tool's picture.
#[derive(Clone, Copy, Debug)]
pub enum Stroke {
    /// Lines from point to point.
    Lines(&'static [[f32; 2]]),
    /// A circle: centre and radius.
    Circle([f32; 2], f32),
    /// A filled circle: centre and radius.
    Dot([f32; 2], f32),
    /// A rectangle with slightly rounded corners: two opposite corners.
    Box([f32; 2], [f32; 2]),
    /// An arc: centre, radius, from one angle to another, radians, clockwise as y is down.
    Arc([f32; 2], f32, [f32; 2]),
}

/// A mark of a joint's picture. Limits, motors, forces and errors are drawn for all kinds alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A pin through B's anchor.
    Pin,
    /// A rail along the axis, as long as the limits, and a block on it at B's anchor.
    Slide,
    /// A rail along the axis, as long as the limits, and a coil from its end to B's anchor.
    Suspension,
    /// A line between the anchors: a rod, a rope (pale while it is slack), or a coil when there is a spring.
    Link,
    /// A cross in a ring at B's anchor.
    Weld,
    /// The curve, and a ring at B's anchor.
    Track,
    /// Circles about both anchors that roll on each other, or a belt round them.
    Gears,
}
