//! Which explosion is looked at, and what its run recorded.

use crate::engine::body::{Body, BodyId};
use crate::engine::collider::ColliderId;
use crate::engine::explosion::{Blast, BlastLaw, BlastPush, BlastStep};
use crate::engine::math::{Pose, Vec2, direction};
use crate::engine::shape::Shape;
use crate::engine::world::World;
use crate::lens::microscope::before::{Ground, now, start};
use crate::lens::microscope::specimen::{Side, Specimen};
use crate::scene::explosion::Explosion;
use crate::scene::stage::Stage;

/// Bodies that are gone through one by one: the nearest.
const MOST_BODIES: usize = 16;
/// Without an explosion one is set off so many sizes of the two beside one of them, and reaches so many.
const BESIDE: f32 = 1.5;
const REACHES: f32 = 5.0;

/// An explosion and what it gives.
pub(super) struct Run {
    pub blast: Blast,
    pub whence: Whence,
    /// Bodies of which a box meets the box of the reach.
    pub candidates: usize,
    /// Dynamic bodies among them.
    pub dynamic: usize,
    /// Of these the nearest, the nearest first.
    pub bodies: Vec<Reached>,
    /// What all bodies get.
    pub pushes: Vec<BlastPush>,
    /// Bodies beside the pair.
    pub around: Vec<(Shape, Pose)>,
}

/// Where an explosion comes from.
pub(super) enum Whence {
    /// The scene's, so many steps ago.
    Happened(u64),
    /// What a mine would do now.
    Mine(String),
    /// Set off for the picture.
    Beside(String),
}

/// A body and what was found of it.
pub(super) struct Reached {
    pub name: String,
    pub shapes: Vec<(Shape, Pose)>,
    /// Its centre of mass, world, metres, and its mass, kg.
    pub center: Vec2,
    pub mass: f32,
    pub inertia: f32,
    /// Its nearest point, or its centre of mass.
    pub point: Vec2,
    pub distance: f32,
    pub inside: bool,
    pub is_beyond: bool,
    pub is_undirected: bool,
    /// Where bodies shield: who hides it, and where.
    pub sight: Option<Option<(String, Vec2)>>,
    pub ends: Option<[Vec2; 2]>,
    /// What it gets, and the factor of the law.
    pub push: Option<(BlastPush, f32)>,
}

impl Reached {
    /// Arm of its impulse about its centre of mass, metres; positive turns to the left.
    pub fn arm(&self) -> f32 {
        let along = self.push.and_then(|(push, _)| direction(push.impulse)).map_or(Vec2::ZERO, |(along, _)| along);
        (self.point - self.center).perp_dot(along)
    }
}

pub(super) fn run(specimen: &Specimen) -> Run {
    let ground = match now(specimen) {
        Ground::World(_) => start(specimen).0,
        stage => stage,
    };
    let stage = if let Ground::Stage(stage) = &ground { Some(&**stage) } else { None };
    let found = stage.and_then(|stage| of_scene(stage, specimen));
    let (blast, except, whence) = found.unwrap_or_else(|| beside(ground.world(), specimen));
    let mut steps = Vec::new();
    let pushes = blast.pushes_probed(ground.world(), except, &mut steps);
    let names = ground.names();
    let name = |id: BodyId| {
        let own = names.iter().find(|(body, _)| *body == id).map(|(_, name)| name.clone());
        own.unwrap_or_else(|| alone(specimen, id, stage.is_some()))
    };
    let candidates = steps.iter().map(|step| if let BlastStep::Candidates(all) = step { all.len() } else { 0 }).sum();
    let mut bodies = reached(ground.world(), &steps, &name);
    let dynamic = bodies.len();
    bodies.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    bodies.truncate(MOST_BODIES);
    let pair = specimen.scene.as_ref().map(|scene| [scene.pair.0, scene.pair.1]).filter(|_| specimen.has_pair());
    let around = if stage.is_some() { around(ground.world(), pair) } else { Vec::new() };
    Run { blast, whence, candidates, dynamic, bodies, pushes, around }
}

/// The two of a specimen without a scene.
fn alone(specimen: &Specimen, id: BodyId, has_scene: bool) -> String {
    match id {
        _ if has_scene => "a projectile".to_owned(),
        BodyId(1) => specimen.a.name.clone(),
        _ => specimen.b.name.clone(),
    }
}

fn of_scene(stage: &Stage, specimen: &Specimen) -> Option<(Blast, Option<BodyId>, Whence)> {
    let focus = specimen.scene.as_ref().and_then(|scene| scene.focus.as_deref());
    let chosen = focus.and_then(|name| stage.names().bodies.id(name));
    let is_chosen = |explosion: &&Explosion| chosen.is_none() || explosion.mine == chosen;
    if let Some(last) = stage.explosions().iter().rev().find(is_chosen) {
        return Some((last.blast, last.mine, Whence::Happened(stage.step_count().saturating_sub(last.step))));
    }
    let (id, mine) = stage.mines().find(|(id, _)| chosen.is_none_or(|chosen| chosen == *id) && !stage.is_spent(*id))?;
    let name = stage.names().bodies.name(id)?.to_owned();
    Some((mine.blast(stage.world().body(id)?.center), Some(id), Whence::Mine(name)))
}

/// One beside a body of the two that it pushes: if it can, on the far side of A from B, so that A may hide B.
fn beside(world: &World, specimen: &Specimen) -> (Blast, Option<BodyId>, Whence) {
    let size = specimen.size();
    let mut alone = world.bodies().map(|(id, _)| id);
    let ids = match &specimen.scene {
        Some(scene) => [Some(scene.pair.0.body), Some(scene.pair.1.body)],
        None => [alone.next(), alone.next()],
    };
    let middle = [Side::A, Side::B].map(|side| {
        let placed = specimen.side(side);
        placed.shape.core_aabb(placed.pose).center()
    });
    let beside = |near: usize, turn: Vec2| {
        let away = direction(middle[near] - middle[1 - near]).map_or(Vec2::NEG_X, |(away, _)| away);
        let at = middle[near] + BESIDE * size * away.rotate(turn);
        Blast { at, radius: REACHES * size, strength: 20.0, law: BlastLaw::Inverse, shielded: true }
    };
    let pushes = |near: usize, blast: &Blast| {
        blast.pushes(world, None).iter().any(|push| Some(push.body) == ids[near] && push.impulse != Vec2::ZERO)
    };
    let ways = [Vec2::X, Vec2::Y, Vec2::NEG_Y, Vec2::NEG_X];
    let mut all = [0, 1].into_iter().flat_map(|near| ways.map(|way| (near, beside(near, way))));
    let (near, blast) = all.find(|(near, blast)| pushes(*near, blast)).unwrap_or((0, beside(0, Vec2::X)));
    (blast, None, Whence::Beside([&specimen.a, &specimen.b][near].name.clone()))
}

/// What was recorded, by bodies.
fn reached(world: &World, steps: &[BlastStep], name: &impl Fn(BodyId) -> String) -> Vec<Reached> {
    let mut all: Vec<Reached> = Vec::new();
    for step in steps {
        if let BlastStep::Nearest { body: id, point, distance, inside } = *step {
            all.extend(world.body(id).map(|body| Reached {
                name: name(id),
                shapes: shapes(body),
                center: body.center,
                mass: body.mass,
                inertia: body.inertia,
                point,
                distance,
                inside,
                is_beyond: false,
                is_undirected: false,
                sight: None,
                ends: None,
                push: None,
            }));
            continue;
        }
        // All other steps of a body follow on that.
        let Some(last) = all.last_mut() else { continue };
        match step {
            BlastStep::Candidates(_) | BlastStep::Nearest { .. } => {}
            BlastStep::Beyond(_) => last.is_beyond = true,
            BlastStep::Undirected(_) => last.is_undirected = true,
            BlastStep::Sight { hidden_by, .. } => last.sight = Some(hidden_by.map(|(by, at)| (name(by), at))),
            BlastStep::Silhouette { ends, .. } => last.ends = Some(*ends),
            BlastStep::Push { push, factor } => last.push = Some((*push, *factor)),
        }
    }
    all
}

fn shapes(body: &Body) -> Vec<(Shape, Pose)> {
    body.colliders.iter().map(|collider| (collider.shape.clone(), body.pose)).collect()
}

fn around(world: &World, pair: Option<[ColliderId; 2]>) -> Vec<(Shape, Pose)> {
    let is_other = |id: BodyId, index: usize| pair.is_none_or(|pair| !pair.contains(&ColliderId { body: id, index: index as u32 }));
    let parts = world.bodies().flat_map(|(id, body)| body.colliders.iter().enumerate().map(move |(index, c)| (id, index, c, body.pose)));
    let others = parts.filter(|(id, index, _, pose)| is_other(*id, *index) && pose.position.is_finite());
    others.map(|(_, _, collider, pose)| (collider.shape.clone(), pose)).collect()
}

impl Run {
    /// The reach, lower left and upper right corner.
    pub fn bounds(&self) -> [Vec2; 2] {
        [-1.0, 1.0].map(|side| self.blast.at + Vec2::splat(side * self.blast.radius))
    }
}
