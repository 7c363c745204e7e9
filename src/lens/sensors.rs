//! Sensors: their shapes in every picture, and a lens that says who is inside.

use super::kind::{Lens, LensInput};
use crate::draw::quantity::quantity;
use crate::draw::{DrawList, Role};
use crate::engine::math::Vec2;
use crate::engine::sensor::Sensor;
use crate::engine::shape::Shape;
use crate::scene::running_sensor::{Passage, RunningSensor};
use crate::scene::stage::Stage;

/// The lens of this file.
pub const SENSORS: Lens = Lens {
    id: "sensors",
    name: "Sensors",
    explanation: "Who is inside each sensor, by name, with a line to each; who came in or went out in the last step.",
    role: Role::Sensor(true),
    needs_pair: false,
    nothing,
    draw,
};

/// More names than this are counted instead.
const MOST_NAMES: usize = 4;

/// The shapes of all sensors: dashed while empty, whole and filled while somebody is inside.
pub(super) fn shapes(stage: &Stage, list: &mut DrawList) {
    for running in present(stage) {
        shape(stage, &running.sensor, Role::Sensor(!running.inside.is_empty()), list);
    }
}

/// Sensors but those of mines that are gone.
fn present(stage: &Stage) -> impl Iterator<Item = &RunningSensor> {
    stage.sensors().iter().filter(|running| !stage.is_spent(running.sensor.body))
}

/// The shape of one sensor.
pub fn shape(stage: &Stage, sensor: &Sensor, role: Role, list: &mut DrawList) {
    let Some(body) = stage.world().body(sensor.body) else { return };
    sensor.parts.iter().for_each(|part| super::shape::shape(list, role, part, body.pose));
}

/// See [`Lens::nothing`].
fn nothing(input: &LensInput<'_>) -> Option<&'static str> {
    present(input.stage).next().is_none().then_some("no sensor yet: select a body and switch on Sensor in the inspector.")
}

fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let stage = input.stage;
    for running in present(stage) {
        let Some(at) = middle(stage, running) else { continue };
        for body in running.inside.iter().filter_map(|id| stage.world().body(*id)) {
            list.line(Role::Sensor(true), at, body.center);
        }
        list.label(Role::Text, at, Vec2::new(0.0, 14.0), 5, words(stage, running));
    }
}

/// Middle of a sensor's shape in the world.
fn middle(stage: &Stage, running: &RunningSensor) -> Option<Vec2> {
    let pose = stage.world().body(running.sensor.body)?.pose;
    let center = |part: &Shape| match part {
        Shape::HalfPlane(plane) => plane.point(),
        part => part.convex().center(),
    };
    let middles: Vec<Vec2> = running.sensor.parts.iter().map(|part| pose.transform_point(center(part))).collect();
    (!middles.is_empty()).then(|| middles.iter().sum::<Vec2>() / middles.len() as f32)
}

/// Who is inside, and who came and went in the last step, in words.
pub fn words(stage: &Stage, running: &RunningSensor) -> String {
    let name = |id: &crate::engine::body::BodyId| stage.names().bodies.name(*id).unwrap_or("a body").to_owned();
    let names = |ids: &[crate::engine::body::BodyId]| match ids {
        [] => "no body".to_owned(),
        ids if ids.len() > MOST_NAMES => format!("{} bodies", ids.len()),
        ids => ids.iter().map(name).collect::<Vec<_>>().join(", "),
    };
    let mut words = format!("inside: {}", names(&running.inside));
    for (what, ids) in [("entered", &running.entered), ("left", &running.left)] {
        if !ids.is_empty() {
            words += &format!(" · {what}: {}", names(ids));
        }
    }
    if let Some(Passage { entered, speed, .. }) = running.passages.last() {
        words += &format!(" · last entry at {entered:.4} s with {}", quantity(*speed, "m/s"));
    }
    if let Some(duration) = running.passages.iter().rev().find_map(Passage::duration) {
        words += &format!(" · stayed {duration:.4} s");
    }
    words
}
