//! What can be measured of a running scene: one table of quantities, for graphs, tables, files and the command line.
//!
//! A row has a word for files, a name for the screen, a unit and how it is read off a stage (`rows`). Nothing is
//! computed here that the engine knows: the rows read its readouts, and sum what a reader asks for together.
//!
//! | of | read off |
//! |---|---|
//! | the world | `World::energy`, `World::momentum`, its contacts and joints |
//! | a body, a point of it | the body's pose and velocities, `World::energy_of`, `World::momentum_of` |
//! | a joint | `World::joint_readout` |
//! | two bodies that touch | the points of all contacts between their shapes |
//! | a launcher | its newest shot |
//! | a tape or protractor | where its ends are: `Measured` |
//! | a controller | `Stage::steering`, what it does in the coming step |

mod control_rows;
mod reading;
mod row;
mod rows;
mod turns;
pub mod word;

pub use row::Quantity;
pub use turns::{Turns, turns_between};

use super::graph_doc::{CurveDoc, GraphDoc, Subject};
use super::measure_doc::MeasureDoc;
use crate::engine::joint::JointKind;
use control_rows::CONTROL;
use rows::{BODY, CONTACT, JOINT, LAUNCHER, MEASURE, POINT, WORLD};

/// The rows for such a subject.
pub fn of(subject: &Subject) -> &'static [Quantity] {
    match subject {
        Subject::World => WORLD,
        Subject::Body(_) => BODY,
        Subject::Point { .. } => POINT,
        Subject::Joint(_) => JOINT,
        Subject::Contact(_) => CONTACT,
        Subject::Launcher(_) => LAUNCHER,
        Subject::Control(_) => CONTROL,
        Subject::Measure(_) => MEASURE,
    }
}

/// The rows that joints of this kind have.
pub fn of_joint(kind: &JointKind) -> impl Iterator<Item = &'static Quantity> {
    let free = kind.info().coordinate.map(|coordinate| coordinate.measure);
    JOINT.iter().filter(move |row| row.measure().is_none_or(|measure| Some(measure) == free))
}

/// The rows that such a tape or protractor has.
pub fn of_measure(measure: &MeasureDoc) -> impl Iterator<Item = &'static Quantity> {
    MEASURE.iter().filter(move |row| row.fits(measure))
}

/// Words of earlier files and commands that are still understood, each with the word of its row.
const FORMER: &[(&str, &str)] = &[("friction_impulse", "tangent_impulse")];

/// The row with this word, or with a former one, for such a subject.
pub fn find(subject: &Subject, word: &str) -> Option<&'static Quantity> {
    let word = FORMER.iter().find(|(former, _)| *former == word).map_or(word, |(_, word)| word);
    of(subject).iter().find(|row| row.word == word)
}

/// The words that a file may name a quantity of this subject by, each with the word of its row; those that are written
/// stand first.
pub fn words(subject: &Subject) -> Vec<(&'static str, &'static str)> {
    let known = |word: &str| of(subject).iter().any(|row| row.word == word);
    let former = FORMER.iter().copied().filter(|(_, word)| known(word));
    of(subject).iter().map(|row| (row.word, row.word)).chain(former).collect()
}

impl CurveDoc {
    /// A curve of this subject.
    pub fn new(of: Subject, quantity: &Quantity) -> CurveDoc {
        CurveDoc { of, quantity: quantity.word }
    }

    /// Its row of the table; `None` for a word that such a subject has not.
    pub fn row(&self) -> Option<&'static Quantity> {
        find(&self.of, self.quantity)
    }

    /// What it is called: "ball · Velocity y".
    pub fn name(&self) -> String {
        let what = self.row().map_or(self.quantity, |row| row.name);
        format!("{} · {what}", self.of)
    }

    /// Its unit, empty for a pure number.
    pub fn unit(&self) -> &'static str {
        self.row().map_or("", |row| row.unit)
    }

    /// Its unit on the screen, and how many of them are one of its own.
    pub fn shown(&self) -> (&'static str, f64) {
        self.row().map_or(("", 1.0), Quantity::shown)
    }

    /// The head of its column in a table: its word, and its unit in brackets.
    pub fn column(&self) -> String {
        let unit = self.unit();
        if unit.is_empty() { self.word() } else { format!("{} ({unit})", self.word()) }
    }
}

impl GraphDoc {
    /// What it is called: the names of its curves.
    pub fn name(&self) -> String {
        let names: Vec<String> = self.curves.iter().map(CurveDoc::name).collect();
        let against = self.against.as_ref().map_or(String::new(), |against| format!(" against {}", against.name()));
        format!("{}{against}", names.join(", "))
    }
}
