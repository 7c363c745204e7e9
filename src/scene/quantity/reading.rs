//! Quantities read off a stage.

use super::row::{Quantity, Read, Touch};
use crate::engine::collider::ColliderId;
use crate::engine::joint::{JointKind, JointReadout};
use crate::scene::graph_doc::{CurveDoc, Subject};
use crate::scene::measure_doc::MeasureDoc;
use crate::scene::measured::Measured;
use crate::scene::stage::Stage;

impl Quantity {
    /// Its value; `None` while the stage has no such thing, or the thing no such number. `measure` is the tape or
    /// protractor when the subject is one: a stage does not know of them.
    fn read(&self, subject: &Subject, stage: &Stage, measure: Option<&MeasureDoc>) -> Option<f64> {
        let world = stage.world();
        let id_of = |id: &str| stage.names().bodies.id(id).filter(|id| stage.body_there(*id).is_some());
        let body = |id: &str| world.body(id_of(id)?);
        let value = match (&self.source, subject) {
            (Read::World(read), Subject::World) => read(world),
            (Read::Body(read), Subject::Body(id)) => read(world, body(id)?),
            (Read::Known(read), Subject::Body(id)) => read(world, id_of(id)?),
            (Read::Accelerated(read), Subject::Body(id)) => read(stage.acceleration(id_of(id)?)?),
            (Read::Inside(read), Subject::Body(id)) => read(&stage.inside_sensors_of(id_of(id)?)?),
            (Read::Passed(read), Subject::Body(id)) => read(&stage.passages_of(id_of(id)?)?)?,
            (Read::Point(read), Subject::Point { body: id, at }) => read(body(id)?, *at),
            (Read::Joint(read), Subject::Joint(id)) => read(&joint(stage, id)?.1),
            (Read::Coordinate(measure, read), Subject::Joint(id)) => {
                let (kind, readout) = joint(stage, id)?;
                kind.info().coordinate.filter(|free| free.measure == *measure)?;
                read(&readout)
            }
            (Read::Contact(read), Subject::Contact(pair)) => read(&touch(stage, pair)?),
            (Read::Launcher(read), Subject::Launcher(id)) => read(world, stage.shots().iter().rev().find(|shot| shot.launcher == *id)?)?,
            (Read::Control(read), Subject::Control(id)) => read(&stage.steering(id_of(id)?)?, 1.0 / f64::from(world.settings().step_hz))?,
            (Read::Tape(read) | Read::Protractor(read), Subject::Measure(_)) => read(&Measured::on(stage, measure?)?)?,
            _ => return None,
        };
        value.is_finite().then_some(value)
    }
}

impl CurveDoc {
    /// Its value at the stage's present step; `None` while there is none: a body that is not there (yet), an angle of a
    /// joint that has none. A stage does not know of tapes and protractors ([`CurveDoc::read_with`]).
    pub fn read(&self, stage: &Stage) -> Option<f64> {
        self.read_with(stage, None)
    }

    /// The same, with the tape or protractor that it reads, if it is one's
    /// ([`crate::scene::document::Document::measure_of`]).
    pub fn read_with(&self, stage: &Stage, measure: Option<&MeasureDoc>) -> Option<f64> {
        self.row()?.read(&self.of, stage, measure)
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
    let colliders = |body| Some((0..stage.body_there(body)?.colliders.len() as u32).map(move |index| ColliderId { body, index }));
    let mut all = Touch::default();
    for x in colliders(a)? {
        for y in colliders(b)? {
            let Some(contact) = world.contact(x, y) else { continue };
            for point in contact.points() {
                all.points += 1.0;
                all.normal_impulse += f64::from(point.normal_impulse);
                all.tangent_impulse += f64::from(point.tangent_impulse);
                all.overlap = all.overlap.max(f64::from(-point.separation));
            }
        }
    }
    Some(all)
}
