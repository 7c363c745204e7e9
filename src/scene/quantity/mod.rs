//! What can be measured of a running scene: one table of quantities, for graphs, tables, files and the command line.
//!
//! A row has a word for files, a name for the screen, a unit and how it is read off a stage ([`rows`]). Nothing is
//! computed here that the engine knows: the rows read its readouts, and sum what a reader asks for together.
//!
//! | of | read off |
//! |---|---|
//! | the world | `World::energy`, `World::momentum`, its contacts and joints |
//! | a body, a point of it | the body's pose and velocities, `World::energy_of`, `World::momentum_of` |
//! | a joint | `World::joint_readout` |
//! | two bodies that touch | the points of all contacts between their shapes |
//! | a launcher | its newest shot |

mod row;
mod rows;
pub mod word;

pub use row::Quantity;

use super::graph_doc::{CurveDoc, GraphDoc, Subject};
use super::stage::Stage;
use crate::engine::collider::ColliderId;
use crate::engine::joint::{JointKind, JointReadout};
use row::{Read, Touch};
use rows::{BODY, CONTACT, JOINT, LAUNCHER, POINT, WORLD};

/// The rows for such a subject.
pub fn of(subject: &Subject) -> &'static [Quantity] {
    match subject {
        Subject::World => WORLD,
        Subject::Body(_) => BODY,
        Subject::Point { .. } => POINT,
        Subject::Joint(_) => JOINT,
        Subject::Contact(_) => CONTACT,
        Subject::Launcher(_) => LAUNCHER,
    }
}

/// The rows that joints of this kind have.
pub fn of_joint(kind: &JointKind) -> impl Iterator<Item = &'static Quantity> {
    let free = kind.info().coordinate.map(|coordinate| coordinate.measure);
    JOINT.iter().filter(move |row| row.measure().is_none_or(|measure| Some(measure) == free))
}

/// The row with this word for such a subject.
pub fn find(subject: &Subject, word: &str) -> Option<&'static Quantity> {
    of(subject).iter().find(|row| row.word == word)
}

impl Quantity {
    /// Its value; `None` while the stage has no such thing, or the thing no such number.
    pub fn read(&self, subject: &Subject, stage: &Stage) -> Option<f64> {
        let world = stage.world();
        let body = |id: &str| world.body(stage.names().bodies.id(id)?);
        let value = match (&self.source, subject) {
            (Read::World(read), Subject::World) => read(world),
            (Read::Body(read), Subject::Body(id)) => read(world, body(id)?),
            (Read::Point(read), Subject::Point { body: id, at }) => read(body(id)?, *at),
            (Read::Joint(read), Subject::Joint(id)) => read(&joint(stage, id)?.1),
            (Read::Coordinate(measure, read), Subject::Joint(id)) => {
                let (kind, readout) = joint(stage, id)?;
                kind.info().coordinate.filter(|free| free.measure == *measure)?;
                read(&readout)
            }
            (Read::Contact(read), Subject::Contact(pair)) => read(&touch(stage, pair)?),
            (Read::Launcher(read), Subject::Launcher(id)) => read(world, stage.shots().iter().rev().find(|shot| shot.launcher == *id)?)?,
            _ => return None,
        };
        value.is_finite().then_some(value)
    }
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

    /// Its value at the stage's present step; `None` while there is none: a body that is not there (yet), an angle of a
    /// joint that has none.
    pub fn read(&self, stage: &Stage) -> Option<f64> {
        self.row()?.read(&self.of, stage)
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

fn joint(stage: &Stage, id: &str) -> Option<(JointKind, JointReadout)> {
    let id = stage.names().joints.id(id)?;
    Some((stage.world().joint(id)?.kind, stage.world().joint_readout(id)?))
}

/// What two bodies did to each other in the last step: nothing while they are apart; `None` when one is gone.
fn touch(stage: &Stage, pair: &[String; 2]) -> Option<Touch> {
    let (world, names) = (stage.world(), &stage.names().bodies);
    let [a, b] = [names.id(&pair[0])?, names.id(&pair[1])?];
    let colliders = |body| Some((0..world.body(body)?.colliders.len() as u32).map(move |index| ColliderId { body, index }));
    let mut all = Touch::default();
    for x in colliders(a)? {
        for y in colliders(b)? {
            let Some(contact) = world.contact(x, y) else { continue };
            for point in contact.points() {
                all.points += 1.0;
                all.normal_impulse += f64::from(point.normal_impulse);
                all.friction_impulse += f64::from(point.tangent_impulse);
                all.overlap = all.overlap.max(f64::from(-point.separation));
            }
        }
    }
    Some(all)
}
