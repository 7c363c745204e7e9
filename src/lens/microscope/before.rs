//! The world before the step that a microscope takes again: the scene before its last step, or a world of the two
//! alone.

use super::specimen::{Scene, Side, Specimen};
use crate::engine::body::{BodyDef, BodyId};
use crate::engine::collider::{Collider, ColliderDef, ColliderId};
use crate::engine::math::Vec2;
use crate::engine::probe::Probe;
use crate::engine::solver::SolverStep;
use crate::engine::world::{MechanismStep, World, WorldSettings};
use crate::scene::stage::Stage;
use crate::smoke::SmokeStep;

/// The stage or world before the step, the two colliders in it, and whether the step is the scene's last.
pub(super) fn start(specimen: &Specimen) -> (Ground, [ColliderId; 2], bool) {
    match &specimen.scene {
        Some(scene) => {
            let (pair, is_last) = ([scene.pair.0, scene.pair.1], scene.before.is_some());
            let stage = scene.before.as_deref().unwrap_or(&scene.stage);
            (Ground::Stage(Box::new(moved(stage, scene, specimen))), pair, is_last)
        }
        None => {
            let mut world = World::new(WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() });
            let pair = [&specimen.a, &specimen.b].map(|sample| {
                let def = BodyDef { position: sample.pose.position, angle: sample.pose.rotation.angle(), ..BodyDef::default() };
                let collider = ColliderDef { shape: sample.shape.clone(), material: Default::default(), filter: Default::default() };
                ColliderId { body: world.add_body(def, vec![collider]), index: 0 }
            });
            (Ground::World(Box::new(world)), pair, false)
        }
    }
}

/// The stage as it stands, with what was dragged; an empty world without a scene.
pub(super) fn now(specimen: &Specimen) -> Ground {
    match &specimen.scene {
        Some(scene) => Ground::Stage(Box::new(moved(&scene.stage, scene, specimen))),
        None => Ground::World(Box::new(World::new(WorldSettings::default()))),
    }
}

/// What the step is taken in.
pub(super) enum Ground {
    Stage(Box<Stage>),
    World(Box<World>),
}

impl Ground {
    pub fn world(&self) -> &World {
        match self {
            Ground::Stage(stage) => stage.world(),
            Ground::World(world) => world,
        }
    }

    pub fn with(&self, settings: WorldSettings) -> Ground {
        match self {
            Ground::Stage(stage) => Ground::Stage(Box::new(stage.tried(|world| set(world, settings)))),
            Ground::World(world) => {
                let mut world = world.clone();
                set(&mut world, settings);
                Ground::World(world)
            }
        }
    }

    pub fn step(&mut self, steps: &mut impl Probe<SolverStep>) {
        match self {
            Ground::Stage(stage) => stage.step_probed(steps),
            Ground::World(world) => world.step_probed(steps),
        }
    }

    /// The step, with the global solve of joints watched.
    pub fn step_joints(&mut self, steps: &mut Vec<MechanismStep>) {
        match self {
            Ground::Stage(stage) => stage.step_joints_probed(steps),
            Ground::World(world) => world.step_joints_probed(steps),
        }
    }

    /// The step, with a region of smoke watched; in a world without a scene there is none.
    pub fn step_smoke(&mut self, number: usize, steps: &mut Vec<SmokeStep>) {
        if let Ground::Stage(stage) = self {
            stage.step_smoke_probed(number, steps);
        }
    }

    pub fn step_on(&mut self) {
        match self {
            Ground::Stage(stage) => stage.step(),
            Ground::World(world) => world.step(),
        }
    }

    pub fn names(&self) -> Vec<(BodyId, String)> {
        let Ground::Stage(stage) = self else { return Vec::new() };
        let name = |id| Some((id, stage.names().bodies.name(id)?.to_owned()));
        stage.world().bodies().filter_map(|(id, _)| name(id)).collect()
    }
}

/// Settings that are as they were need not be told: telling them may wake what sleeps.
fn set(world: &mut World, settings: WorldSettings) {
    if *world.settings() != settings {
        world.set_settings(settings);
    }
}

/// The stage with what was dragged: both poses and both shapes as the specimen has them.
fn moved(stage: &Stage, scene: &Scene, specimen: &Specimen) -> Stage {
    let Some(fresh) = Specimen::of(&scene.stage, scene.pair) else { return stage.clone() };
    let dragged = [Side::A, Side::B].map(|side| !specimen.is_of_scene(side));
    stage.tried(|world| {
        let sides = [(scene.pair.0, &specimen.a, &fresh.a), (scene.pair.1, &specimen.b, &fresh.b)];
        for ((id, now, was), _) in sides.into_iter().zip(dragged).filter(|(_, dragged)| *dragged) {
            if now.shape != was.shape
                && let Some(body) = world.body(id.body)
            {
                let mut colliders: Vec<ColliderDef> = body.colliders.iter().map(def_of).collect();
                if let Some(collider) = colliders.get_mut(id.index as usize) {
                    collider.shape = now.shape.clone();
                }
                world.set_colliders(id.body, colliders);
            }
            if now.pose != was.pose {
                world.set_pose(id.body, now.pose.position, now.pose.rotation.angle());
            }
        }
    })
}

fn def_of(collider: &Collider) -> ColliderDef {
    ColliderDef { shape: collider.shape.clone(), material: collider.material, filter: collider.filter }
}
