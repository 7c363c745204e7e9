//! What a row of the table is.

use crate::engine::body::{Body, BodyId};
use crate::engine::joint::JointReadout;
use crate::engine::joint::info::Measure;
use crate::engine::math::Vec2;
use crate::engine::world::World;
use crate::scene::measure_doc::MeasureDoc;
use crate::scene::measured::Measured;
use crate::scene::running_sensor::Passages;
use crate::scene::shot::Shot;
use crate::scene::steering::Steering;

/// A row of the table.
#[derive(Debug)]
pub struct Quantity {
    /// Its word in files and on the command line.
    pub word: &'static str,
    /// Its name on the screen.
    pub name: &'static str,
    /// Its unit, empty for a pure number.
    pub unit: &'static str,
    /// What it is, one sentence.
    pub about: &'static str,
    /// True for an angle that begins again at −π after π: there a curve has a gap, no jump.
    pub wraps: bool,
    /// True for an angle that is counted on over whole turns, from step to step: the engine knows it from −π to π.
    pub turns: bool,
    /// True when the engine keeps it in single precision: more digits than that are not told.
    pub(super) single: bool,
    pub(super) source: Read,
}

/// How a quantity is read.
#[derive(Debug)]
pub(super) enum Read {
    World(fn(&World) -> f64),
    Body(fn(&World, &Body) -> f64),
    /// By the body's id.
    Known(fn(&World, BodyId) -> f64),
    /// Of what its velocity changed by in the last step, a second.
    Accelerated(fn(Vec2) -> f64),
    /// Of bodies alone that have a sensor: of who is inside.
    Inside(fn(&[BodyId]) -> f64),
    /// Of bodies alone that have a sensor: of who has passed it.
    Passed(fn(&Passages) -> Option<f64>),
    /// Of a point in the body's frame.
    Point(fn(&Body, Vec2) -> f64),
    Joint(fn(&JointReadout) -> f64),
    /// Of joints alone that leave such a coordinate free.
    Coordinate(Measure, fn(&JointReadout) -> f64),
    Contact(fn(&Touch) -> f64),
    Launcher(fn(&World, &Shot) -> Option<f64>),
    /// The second is seconds of a step.
    Control(fn(&Steering, f64) -> Option<f64>),
    /// Of tapes alone.
    Tape(fn(&Measured) -> Option<f64>),
    /// Of protractors alone.
    Protractor(fn(&Measured) -> Option<f64>),
}

/// What two bodies do to each other where they touch, all their contacts together.
#[derive(Debug, Default)]
pub(super) struct Touch {
    pub normal_impulse: f64,
    pub tangent_impulse: f64,
    pub overlap: f64,
    pub points: f64,
}

/// Degrees of a radian.
const DEGREES: f64 = 180.0 / std::f64::consts::PI;

impl Quantity {
    /// Its unit on the screen, and how many of them are one of its own: angles are shown in degrees.
    pub fn shown(&self) -> (&'static str, f64) {
        match self.unit {
            "rad" => ("°", DEGREES),
            "rad/s" => ("°/s", DEGREES),
            unit => (unit, 1.0),
        }
    }

    /// The value in the fewest digits that give it back in the precision it has; for tables.
    pub fn digits(&self, value: f64) -> String {
        if self.single { (value as f32).to_string() } else { value.to_string() }
    }

    /// True for a number that only bodies with a sensor have.
    pub fn is_of_sensors(&self) -> bool {
        matches!(self.source, Read::Inside(_) | Read::Passed(_))
    }

    /// True unless it is a number of tapes and this is a protractor, or the other way round.
    pub fn fits(&self, measure: &MeasureDoc) -> bool {
        match self.source {
            Read::Tape(_) => measure.apex.is_none(),
            Read::Protractor(_) => measure.apex.is_some(),
            _ => true,
        }
    }

    /// For a number of joints alone that leave a certain coordinate free: which.
    pub fn measure(&self) -> Option<Measure> {
        if let Read::Coordinate(measure, _) = self.source { Some(measure) } else { None }
    }
}
