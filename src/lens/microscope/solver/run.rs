//! The step taken again on a copy of the scene: as it was, or told otherwise.

use super::{choice, form};
use crate::engine::body::{BodyDef, BodyId};
use crate::engine::collider::{Collider, ColliderDef, ColliderId};
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::NoProbe;
use crate::engine::solver::{SolverPass, SolverStep};
use crate::engine::world::{Contact, Slack, World, WorldSettings};
use crate::lens::microscope::specimen::{Scene, Side, Specimen};
use crate::scene::stage::Stage;

/// What the body of one side has at the end of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct End {
    pub id: BodyId,
    /// Where the sample's frame is.
    pub pose: Pose,
    pub velocity: Vec2,
    pub spin: f32,
    /// kg; 0 for what does not move.
    pub mass: f32,
}

/// What the world's books say of the pair before and after the step.
#[derive(Clone, Debug)]
pub(in crate::lens::microscope) struct Books {
    /// The contact before; `None` when they were no pair.
    pub before: Option<Contact>,
    /// The contact after.
    pub after: Option<Contact>,
    /// Where the two bodies were when the step began.
    pub start: [Pose; 2],
    /// True when neither of them took part in the step.
    pub asleep: bool,
    /// What was remembered of a pair without points, before and after.
    pub slack: [Option<Slack>; 2],
    /// The impulses along the normal and along the tangent that each point of the contact begins with: the first warm
    /// start of the trace, N·s.
    pub warm: [Option<[f32; 2]>; 2],
    /// Whether impulses are taken over at all.
    pub warm_starting: bool,
    /// Number of the step, from 1.
    pub number: u64,
    /// True when it is the step that led to the scene as it stands.
    pub is_last: bool,
}

/// One step, watched.
pub(super) struct WatchedStep {
    pub books: Books,
    pub settings: WorldSettings,
    /// Number of the step, from 1.
    pub number: u64,
    /// True when it is the step that led to the scene as it stands.
    pub is_last: bool,
    pub steps: Vec<SolverStep>,
    pub ends: [End; 2],
    /// The same two after [`AHEAD`] steps more.
    pub ahead: [End; 2],
    /// Sums of the impulses along the normal and along the tangent at each point that the world's contact tells
    /// afterwards, N·s.
    pub stored: Vec<[f32; 2]>,
    /// Island of each body, by id.
    islands: Vec<(BodyId, Option<u32>)>,
    names: Vec<(BodyId, String)>,
    /// The bodies of each joint, and what it is called.
    joints: Vec<([BodyId; 2], &'static str)>,
}

/// How many further steps show where a choice leads; in a crowd it would take too long, then none.
pub(super) const AHEAD: usize = 20;
/// A step with more work than this is a crowd's ([`World::step_work`]): about sixty touching bodies.
const CROWD: u64 = 20_000;

/// The step as the specimen wants it; the same told otherwise; and how.
pub(super) fn runs(specimen: &Specimen) -> (WatchedStep, WatchedStep, String) {
    let wanted = specimen.options.solver;
    let (world, ids, is_last) = start(specimen);
    let of_scene = *world.world().settings();
    let (mine, other) = (wanted.settings(&of_scene), choice::ghost_settings(&wanted, &of_scene));
    // Told switch by switch, the scene's own choice would not fit into a picture.
    let is_scene = choice::ghost_of(&wanted, &of_scene) == choice::Ghost::Scene;
    let words = if is_scene { "as in the scene".to_owned() } else { choice::told_apart(&other, &mine) };
    (run(&world, ids, mine, is_last), run(&world, ids, other, is_last), words)
}

/// The stage or world before the step, the two colliders in it, and whether the step is the scene's last.
fn start(specimen: &Specimen) -> (Ground, [ColliderId; 2], bool) {
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

/// What the step is taken in.
enum Ground {
    Stage(Box<Stage>),
    World(Box<World>),
}

impl Ground {
    fn world(&self) -> &World {
        match self {
            Ground::Stage(stage) => stage.world(),
            Ground::World(world) => world,
        }
    }

    fn with(&self, settings: WorldSettings) -> Ground {
        match self {
            Ground::Stage(stage) => Ground::Stage(Box::new(stage.tried(|world| set(world, settings)))),
            Ground::World(world) => {
                let mut world = world.clone();
                set(&mut world, settings);
                Ground::World(world)
            }
        }
    }

    fn step(&mut self, steps: &mut Vec<SolverStep>) {
        match self {
            Ground::Stage(stage) => stage.step_probed(steps),
            Ground::World(world) => world.step_probed(steps),
        }
    }

    fn step_on(&mut self) {
        match self {
            Ground::Stage(stage) => stage.step(),
            Ground::World(world) => world.step_probed(&mut NoProbe),
        }
    }

    fn names(&self) -> Vec<(BodyId, String)> {
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

fn run(ground: &Ground, pair: [ColliderId; 2], settings: WorldSettings, is_last: bool) -> WatchedStep {
    let mut ground = ground.with(settings);
    let mut steps = Vec::new();
    let [a, b] = pair;
    let world = ground.world();
    let start = pair.map(|id| world.body(id.body).map_or(Pose::IDENTITY, |body| body.pose));
    let (before, slack_before) = (world.contact(a, b), world.slack_between(a, b));
    let is_awake = |world: &World, id: ColliderId| world.body(id.body).is_some_and(|body| body.awake && body.is_mobile());
    let slept = !pair.iter().any(|&id| is_awake(world, id));
    ground.step(&mut steps);
    let world = ground.world();
    let after = world.contact(a, b);
    let books = Books {
        before,
        start,
        asleep: slept && !pair.iter().any(|&id| is_awake(world, id)),
        slack: [slack_before, world.slack_between(a, b)],
        warm: [0, 1].map(|point| first_warm(&steps, after.as_ref()?, point)),
        after,
        warm_starting: settings.warm_starting,
        number: world.step_count(),
        is_last,
    };
    let end = |world: &World| {
        pair.map(|id| {
            let body = world.body(id.body);
            End {
                id: id.body,
                pose: body.map_or(Pose::IDENTITY, |b| b.pose),
                velocity: body.map_or(Vec2::ZERO, |b| b.linear_velocity),
                spin: body.map_or(0.0, |b| b.angular_velocity),
                mass: body.filter(|b| b.inv_mass > 0.0).map_or(0.0, |b| b.mass),
            }
        })
    };
    let stored = world.contact(pair[0], pair[1]);
    let stored = stored.map(|c| c.points().iter().map(|p| [p.normal_impulse, p.tangent_impulse]).collect()).unwrap_or_default();
    let islands = world.bodies().map(|(id, _)| id).zip(world.islands()).collect();
    let (ends, number, names) = (end(world), world.step_count(), ground.names());
    let joints = world.joints().map(|(_, j)| ([j.body_a, j.body_b], j.kind.variant().name)).collect();
    // Shapes without a scene have nowhere to go.
    if matches!(ground, Ground::Stage(_)) && ground.world().step_work() <= CROWD {
        (0..AHEAD).for_each(|_| ground.step_on());
    }
    let ahead = end(ground.world());
    WatchedStep { books, settings, number, is_last, steps, ends, ahead, stored, islands, names, joints }
}

/// The impulses along normal and tangent that a point of a contact begins the step with. Two bodies may have several
/// contacts, of several shapes: the row is the one at the point's place.
fn first_warm(steps: &[SolverStep], contact: &Contact, point: usize) -> Option<[f32; 2]> {
    let pair = [contact.collider_a.body, contact.collider_b.body];
    let place = contact.points().get(point)?.position;
    let warm = |tangent: bool| {
        let is_row = |s: &&SolverStep| {
            let is_point = s.contact.is_some_and(|row| row.point == point && row.tangent == tangent);
            is_point && s.substep == 0 && s.pass == SolverPass::WarmStart && [s.body_a, s.body_b] == pair
        };
        let far = |s: &&SolverStep| (s.point - place).length();
        steps.iter().filter(is_row).min_by(|x, y| far(x).total_cmp(&far(y))).map(|s| s.impulse_total)
    };
    Some([warm(false)?, warm(true).unwrap_or(0.0)])
}

impl WatchedStep {
    fn island(&self, body: BodyId) -> Option<u32> {
        let index = self.islands.binary_search_by_key(&body, |(id, _)| *id).ok()?;
        self.islands[index].1
    }

    /// True when one of the bodies is in the island of one of the two.
    pub fn is_in_island(&self, step: &SolverStep) -> bool {
        let own = self.ends.map(|end| self.island(end.id));
        [step.body_a, step.body_b].into_iter().any(|body| self.island(body).is_some_and(|island| own.contains(&Some(island))))
    }

    /// True when the impulse acts between the two, or, when the whole island is wanted, somewhere in it.
    pub fn is_wanted(&self, step: &SolverStep, island: bool) -> bool {
        let pair = [self.ends[0].id, self.ends[1].id];
        let between = [step.body_a, step.body_b] == pair || [step.body_b, step.body_a] == pair;
        between || island && self.is_in_island(step)
    }

    /// The name of a body.
    pub fn name(&self, body: BodyId) -> &str {
        self.names.binary_search_by_key(&body, |(id, _)| *id).map_or("", |index| &self.names[index].1)
    }

    /// What the joint between two bodies is called: "Wheel joint".
    pub fn joint_name(&self, bodies: [BodyId; 2]) -> &'static str {
        self.joints.iter().find(|(joined, _)| *joined == bodies).map_or("Joint", |(_, name)| name)
    }

    /// Of each solve and relax pass the largest velocity that a row of the island had to be corrected by, m/s, with
    /// the place of the pass on the chart.
    pub fn residuals(&self) -> Vec<(usize, f32)> {
        let mut residuals: Vec<(usize, f32)> = Vec::new();
        let form = form::of(&self.settings);
        for step in &self.steps {
            if !matches!(step.pass, SolverPass::Solve | SolverPass::Relax) || !self.is_in_island(step) {
                continue;
            }
            let correction = match step.contact {
                Some(row) => (step.impulse_change / row.mass).abs(),
                None => step.velocity_before.abs(),
            };
            let place = form.chart_place(step, &self.settings);
            match residuals.last_mut() {
                Some((last, most)) if *last == place => *most = most.max(correction),
                _ => residuals.push((place, correction)),
            }
        }
        residuals
    }
}
