//! Sensors of a running scene: who is inside each, who came and who went in the last step.
//!
//! After each step every sensor is asked ([`crate::engine::sensor`]). Who was not inside before and touched it in the
//! step has *entered*; who is inside no more, or only passed, has *left*. A body that passes within one step does both.
//! Who is inside when a scene starts, or after an edit, is inside without having entered.
//!
//! The sensors of a mine that is gone ([`super::explosions`]) report nobody.
//!
//! When each came in and went out within the step is told as well, with its speed: a sensor in the form of a line is a
//! photogate ([`Passage`]). An edit keeps the times of sensors that it leaves
//! as they are; a saved run does not hold them.
//!
//! Who is inside follows from where the bodies stand, so a saved run keeps no word of it.
//!
//! The sensors of a step share a budget of work ([`Budget`]). For whom it does not last reports nobody in that step,
//! and [`Stage::sensors_not_asked`] says how many those are.

use super::build;
use super::document::Document;
use super::running_sensor::{MOST_PASSAGES, Passage, Passages, RunningSensor, SensingEffort};
use super::stage::Stage;
use crate::engine::body::BodyId;
use crate::engine::sensor::{Budget, Moved, Sensed, Sensor};
use crate::engine::tuning::MAX_SENSING_WORK;
use crate::engine::world::World;

impl Stage {
    /// All sensors, in the order of the document.
    pub fn sensors(&self) -> &[RunningSensor] {
        &self.sensors
    }

    /// The sensors of a body, which stand together; `None` if it has none.
    fn sensors_of(&self, body: BodyId) -> Option<&[RunningSensor]> {
        self.sensors.chunk_by(|one, next| one.sensor.body == next.sensor.body).find(|own| own[0].sensor.body == body)
    }

    /// Bodies inside any sensor of a body, each once, sorted by id; `None` if it has no sensor.
    pub fn inside_sensors_of(&self, body: BodyId) -> Option<Vec<BodyId>> {
        let mut inside: Vec<BodyId> = self.sensors_of(body)?.iter().flat_map(|sensor| sensor.inside.iter().copied()).collect();
        inside.sort_unstable();
        inside.dedup();
        Some(inside)
    }

    /// Takes the document's sensors over; all its bodies have their names.
    pub(super) fn gather_sensors(&mut self, document: &Document) {
        let before = std::mem::take(&mut self.sensors);
        for doc in &document.bodies {
            let Some(body) = self.names.bodies.id(&doc.id) else { continue };
            for (shape, sensor) in doc.shapes.iter().enumerate().filter(|(_, shape)| shape.sensor) {
                let parts = build::shapes(&sensor.geometry).unwrap_or_default();
                let sensor = Sensor { body, parts, filter: sensor.filter };
                let same = before.iter().find(|other| other.sensor == sensor && other.shape == shape);
                let (passages, passage_count) = same.map_or((Vec::new(), 0), |same| (same.passages.clone(), same.passage_count));
                self.sensors.push(RunningSensor { passages, passage_count, ..RunningSensor::new(sensor, shape) });
            }
        }
        self.read_sensors();
        // Who was taken out, or away, while it was inside went out at no time that could be told.
        let world = &self.world;
        for running in &mut self.sensors {
            let inside = &running.inside;
            let is_told = |passage: &Passage| passage.left.is_some() || inside.binary_search(&passage.body).is_ok();
            running.passages.retain(|passage| world.body(passage.body).is_some() && is_told(passage));
        }
    }

    /// Finds who is inside now; nobody has entered or left.
    pub(super) fn read_sensors(&mut self) {
        let (found, _) = self.sense_all(&Moved::default());
        for (running, now) in self.sensors.iter_mut().zip(found) {
            running.inside = now.inside;
            running.entered.clear();
            running.left.clear();
        }
    }

    /// Who is inside each sensor, to be given back by [`Stage::restore_sensors`]; nothing where it follows from the
    /// poses alone.
    pub(super) fn sensed(&self) -> Vec<Vec<BodyId>> {
        if self.sensing.not_asked == 0 { Vec::new() } else { self.sensors.iter().map(|running| running.inside.clone()).collect() }
    }

    /// Gives back who was inside when bodies stood as they stand now.
    pub(super) fn restore_sensors(&mut self, sensed: &[Vec<BodyId>]) {
        self.read_sensors();
        for (running, inside) in self.sensors.iter_mut().zip(sensed) {
            running.inside.clone_from(inside);
        }
    }

    /// Sensors that were not asked in the last step, because those before them took
    /// [`MAX_SENSING_WORK`].
    pub fn sensors_not_asked(&self) -> usize {
        self.sensing.not_asked
    }

    /// What the sensors and mines of the last step took, as [`Stage::step_work`] counts: what was taken from the
    /// budget, and a ray or so for each push.
    pub(super) fn sensing_work(&self) -> u64 {
        let now = self.step_count();
        let pushes: usize = self.explosions().iter().filter(|told| told.step + 1 >= now).map(|told| told.pushes.len()).sum();
        let untold = 1 + self.mines.len() as u64 / 64; // explosions of old are told no more
        self.sensing.work + 200 * untold * pushes as u64
    }

    /// Where bodies stand before a step; nothing in a scene without sensors.
    pub(super) fn before_sensing(&self) -> Moved {
        if self.sensors.is_empty() { Moved::default() } else { Moved::from_here(&self.world) }
    }

    /// Asks all sensors after a step.
    pub(super) fn ask_sensors(&mut self, mut moved: Moved) {
        if self.sensors.is_empty() {
            return;
        }
        moved.find_fast(&self.world);
        let (found, mut budget) = self.sense_all(&moved);
        let duration = 1.0 / f64::from(self.world.settings().step_hz);
        let start = self.step_count().saturating_sub(1) as f64 * duration;
        for (running, now) in self.sensors.iter_mut().zip(found) {
            let before = std::mem::replace(&mut running.inside, now.inside);
            let (inside, passed) = (&running.inside, &now.passed);
            let is_new = |id: &&BodyId| before.binary_search(id).is_err();
            running.entered = merged(inside.iter().filter(is_new), passed.iter().filter(is_new));
            let is_out = |id: &&BodyId| inside.binary_search(id).is_err();
            running.left = merged(before.iter().filter(is_out), passed.iter().filter(is_new));
            note_passages(running, &self.world, &moved, [start, duration], &mut budget);
        }
        self.sensing.work = MAX_SENSING_WORK - budget.left();
    }

    /// What each sensor finds, in their order, and what is left of the budget.
    fn sense_all(&mut self, moved: &Moved) -> (Vec<Sensed>, Budget) {
        let (mut budget, mut not_asked) = (Budget::default(), 0);
        let mut found = Vec::with_capacity(self.sensors.len());
        for running in &self.sensors {
            let is_gone = self.is_spent(running.sensor.body);
            let now = if is_gone { Some(Sensed::default()) } else { running.sensor.sense(&self.world, moved, &mut budget) };
            not_asked += usize::from(now.is_none());
            found.push(now.unwrap_or_default());
        }
        self.sensing = SensingEffort { work: MAX_SENSING_WORK - budget.left(), not_asked };
        (found, budget)
    }

    /// What the sensors of a body have told of passages: how many, and the latest one that is over and the latest of
    /// all. `None` if it has no sensor.
    pub fn passages_of(&self, body: BodyId) -> Option<Passages> {
        let own = self.sensors_of(body)?;
        let all = || own.iter().flat_map(|sensor| &sensor.passages);
        let latest = |x: &&Passage, y: &&Passage| x.entered.total_cmp(&y.entered);
        Some(Passages {
            count: own.iter().map(|sensor| sensor.passage_count).sum(),
            latest: all().max_by(latest).copied(),
            over: all().filter(|passage| passage.left.is_some()).max_by(latest).copied(),
        })
    }
}

/// Times of those that came in or went out in the last step, which began at `start` and took `duration` seconds; as
/// many as are remembered, and as long as the budget lasts.
fn note_passages(running: &mut RunningSensor, world: &World, moved: &Moved, [start, duration]: [f64; 2], budget: &mut Budget) {
    let has_entered = |running: &RunningSensor, id: &BodyId| running.entered.binary_search(id).is_ok();
    let not_timed = running.entered.len().saturating_sub(MOST_PASSAGES);
    running.passage_count += not_timed as u64;
    let is_timed = |id: &BodyId| running.passages.iter().any(|passage| passage.body == *id && passage.left.is_none());
    let gone = running.left.iter().filter(|id| !has_entered(running, id) && is_timed(id));
    let changed: Vec<BodyId> = running.entered.iter().skip(not_timed).chain(gone).copied().collect();
    for id in changed {
        let (came, is_inside) = (has_entered(running, &id), running.inside.binary_search(&id).is_ok());
        match running.sensor.passing(world, moved, id, [!came, is_inside], budget) {
            Some(passing) => running.note(id, passing, start, duration),
            None => running.passage_count += u64::from(came),
        }
    }
}

/// Two lists without common members as one, sorted.
fn merged<'a>(one: impl Iterator<Item = &'a BodyId>, other: impl Iterator<Item = &'a BodyId>) -> Vec<BodyId> {
    let mut all: Vec<BodyId> = one.chain(other).copied().collect();
    all.sort_unstable();
    all
}
