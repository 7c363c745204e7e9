//! What `run` tells of sensors and explosions.

use crate::engine::body::BodyId;
use crate::scene::explosion::Explosion;
use crate::scene::running_sensor::RunningSensor;
use crate::scene::stage::Stage;
use glam::Vec2;
use serde::Serialize;

/// What a sensor reports. Bodies stand in the order of their creation.
#[derive(Serialize, Debug)]
pub struct SensorSample<'a> {
    /// Its body.
    pub body: &'a str,
    /// Index of its shape in the scene file.
    pub shape: usize,
    /// Bodies that overlap it.
    pub inside: Vec<&'a str>,
    /// Bodies that came in during the last step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entered: Vec<&'a str>,
    /// Bodies that went out during the last step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<&'a str>,
}

/// All sensors of a scene, without those of mines that are gone.
pub(super) fn sensors(stage: &Stage) -> Vec<SensorSample<'_>> {
    let name = |id: &BodyId| stage.names().bodies.name(*id).unwrap_or("");
    let names = |ids: &[BodyId]| ids.iter().map(name).collect();
    let sample = |running: &'_ RunningSensor| SensorSample {
        body: name(&running.sensor.body),
        shape: running.shape,
        inside: names(&running.inside),
        entered: names(&running.entered),
        left: names(&running.left),
    };
    let there = stage.sensors().iter().filter(|running| stage.body_there(running.sensor.body).is_some());
    there.map(sample).collect()
}

/// An explosion.
#[derive(Serialize, Debug)]
pub struct ExplosionSample<'a> {
    /// The mine; none when a person set it off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mine: Option<&'a str>,
    /// Where, metres.
    pub at: Vec2,
    /// What it gave to all bodies together, N·s.
    pub momentum: [f64; 2],
    /// What each body got.
    pub pushes: Vec<BlastPushSample<'a>>,
}

/// What an explosion gave to a body.
#[derive(Serialize, Debug)]
pub struct BlastPushSample<'a> {
    /// Which body.
    pub body: &'a str,
    /// Where it acted, metres.
    pub point: Vec2,
    /// From the explosion to the body, 0 inside, metres.
    pub distance: f32,
    /// Width of its silhouette, metres.
    pub width: f32,
    /// Value of the law at that distance, from 0 to 1.
    pub factor: f32,
    /// Strength times width times factor, away from the explosion, N·s.
    pub impulse: Vec2,
    /// By how much its velocity changed, m/s.
    pub velocity_change: Vec2,
}

/// Explosions at the end of the last step.
pub(super) fn explosions(stage: &Stage) -> Vec<ExplosionSample<'_>> {
    let name = |id: BodyId| stage.names().bodies.name(id).unwrap_or("");
    let now = stage.explosions().iter().filter(|explosion| explosion.step == stage.step_count());
    let sample = |explosion: &'_ Explosion| ExplosionSample {
        mine: explosion.mine.map(name),
        at: explosion.blast.at,
        momentum: explosion.momentum().to_array(),
        pushes: explosion
            .pushes
            .iter()
            .map(|push| BlastPushSample {
                body: name(push.body),
                point: push.point,
                distance: push.distance,
                width: push.width,
                factor: explosion.blast.factor(push.distance),
                impulse: push.impulse,
                velocity_change: push.velocity_change,
            })
            .collect(),
    };
    now.map(sample).collect()
}
