//! The step taken again on a copy of the scene: as it was, or told otherwise.

use super::recorder::Recorder;
use super::{choice, form};
use crate::engine::body::BodyId;
use crate::engine::collider::ColliderId;
use crate::engine::math::{Pose, Vec2};
use crate::engine::solver::complementary::Left;
use crate::engine::solver::{Solver, SolverPass, SolverStep};
use crate::engine::world::{Contact, Slack, World, WorldSettings};
use crate::lens::microscope::before::{Ground, start};
use crate::lens::microscope::specimen::Specimen;

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
    /// Sum of the pushes between the two that move positions alone, out of an overlap, and change no velocity, N·s.
    pub moved_apart: f32,
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
    /// What was wanted; with an island that was left to sequential impulses these are the solver, for they were taken.
    pub settings: WorldSettings,
    /// Rows of an island that linear complementarity left to sequential impulses, and why.
    pub left: Option<(usize, Left)>,
    /// Number of the step, from 1.
    pub number: u64,
    /// True when it is the step that led to the scene as it stands.
    pub is_last: bool,
    pub steps: Vec<SolverStep>,
    /// True when impulses between others were too many to be kept.
    pub is_cut: bool,
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

fn run(ground: &Ground, pair: [ColliderId; 2], mut settings: WorldSettings, is_last: bool) -> WatchedStep {
    let mut ground = ground.with(settings);
    let [a, b] = pair;
    let mut recorder = Recorder::of([a.body, b.body]);
    let world = ground.world();
    let start = pair.map(|id| world.body(id.body).map_or(Pose::IDENTITY, |body| body.pose));
    let (before, slack_before) = (world.contact(a, b), world.slack_between(a, b));
    let is_awake = |world: &World, id: ColliderId| world.body(id.body).is_some_and(|body| body.awake && body.is_mobile());
    let slept = !pair.iter().any(|&id| is_awake(world, id));
    ground.step(&mut recorder);
    let (is_cut, steps) = (recorder.is_cut(), recorder.steps);
    let world = ground.world();
    let report = world.complementarity_report();
    let left = report.left_bodies.iter().find(|(body, _)| pair.iter().any(|id| id.body == *body));
    let left = left.and_then(|&(_, place)| report.left.get(place).copied());
    if left.is_some() {
        settings.solver = Solver::SequentialImpulses;
    }
    let after = world.contact(a, b);
    let books = Books {
        before,
        start,
        asleep: slept && !pair.iter().any(|&id| is_awake(world, id)),
        slack: [slack_before, world.slack_between(a, b)],
        warm: [0, 1].map(|point| first_warm(&steps, after.as_ref()?, point)),
        after,
        moved_apart: moved_apart(&steps, [a.body, b.body]),
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
    WatchedStep { books, settings, left, number, is_last, steps, is_cut, ends, ahead, stored, islands, names, joints }
}

/// See [`Books::moved_apart`].
fn moved_apart(steps: &[SolverStep], pair: [BodyId; 2]) -> f32 {
    let is_between = |s: &&SolverStep| [s.body_a, s.body_b] == pair || [s.body_b, s.body_a] == pair;
    let pushes = steps.iter().filter(|s| s.pass == SolverPass::Push && s.contact.is_some_and(|row| !row.tangent));
    pushes.filter(is_between).map(|s| s.impulse_change).sum()
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

    /// The unit of the corrections, told apart where some rows move and others turn.
    pub fn unit_of_corrections(&self) -> &'static str {
        let is_told = |step: &&SolverStep| matches!(step.pass, SolverPass::Solve | SolverPass::Relax) && self.is_in_island(step);
        let turns = |step: &SolverStep| step.direction == Vec2::ZERO;
        let told = || self.steps.iter().filter(is_told);
        match (told().any(turns), told().all(turns)) {
            (false, _) => "m/s",
            (true, true) => "rad/s",
            (true, false) => "m/s, rad/s",
        }
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

    /// True when a joint holds the two together.
    pub fn joins_the_two(&self) -> bool {
        let pair = [self.ends[0].id, self.ends[1].id];
        self.joints.iter().any(|([a, b], _)| [*a, *b] == pair || [*b, *a] == pair)
    }

    /// What the joint between two bodies is called: "Wheel joint".
    pub fn joint_name(&self, bodies: [BodyId; 2]) -> &'static str {
        self.joints.iter().find(|(joined, _)| *joined == bodies).map_or("Joint", |(_, name)| name)
    }

    /// Of each solve and relax pass the largest velocity that a row of the island was corrected by, m/s (rad/s of a row
    /// that turns): the change of its sum after the clamp, times how readily the bodies give way. With the place of the
    /// pass on the chart. Empty in a crowd that was not kept whole.
    pub fn residuals(&self) -> Vec<(usize, f32)> {
        let mut residuals: Vec<(usize, f32)> = Vec::new();
        let form = form::of(&self.settings);
        for step in self.steps.iter().filter(|_| !self.is_cut) {
            if !matches!(step.pass, SolverPass::Solve | SolverPass::Relax) || !self.is_in_island(step) {
                continue;
            }
            let correction = match step.contact {
                Some(row) => (step.impulse_change / row.mass).abs(),
                None => (step.impulse_change * step.response).abs(),
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
