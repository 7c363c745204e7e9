//! The step taken again on a copy of the scene, and the fields after each of its parts.

use crate::engine::body::Body;
use crate::engine::collider::ColliderId;
use crate::engine::math::{Pose, Vec2, max};
use crate::engine::narrow::{NarrowPhase, Reach, collide_within};
use crate::engine::probe::NoProbe;
use crate::engine::shape::{Capsule, Shape};
use crate::lens::microscope::before::start;
use crate::lens::microscope::specimen::{Side, Specimen};
use crate::scene::stage::Stage;
use crate::smoke::carry::{Landing, Shares};
use crate::smoke::forces::Source;
use crate::smoke::walls::{Obstacle, Walls};
use crate::smoke::{Fields, Grid, Outside, Settings, Smoke, SmokeStep, Solved};

/// One step, watched.
pub(super) struct WatchedStep {
    /// Number of the step, from 1.
    pub number: u64,
    /// True when it is the step that led to the scene as it stands.
    pub is_last: bool,
    /// What the region is called; `None` for air that was laid round two shapes.
    pub region: Option<String>,
    pub grid: Grid,
    pub settings: Settings,
    pub sources: Vec<Source>,
    /// What stands in the air beside the pair.
    pub bodies: Vec<(Shape, Pose)>,
    /// Names of bodies that lie outside the region.
    pub outside: Vec<String>,
    /// Length of the step.
    pub seconds: f32,
    pub steps: Parts,
}

/// What the probe was told.
#[derive(Default)]
pub(super) struct Parts {
    pub began: Fields,
    pub walls: Walls,
    /// The warmth that lifted, before it faded.
    pub lifting: Vec<f32>,
    pub fed: Fields,
    pub spread: Fields,
    /// Rounds of spreading: dye, and the two components of velocity.
    pub spread_rounds: [u32; 3],
    /// Cells per step.
    pub velocities: Vec<Vec2>,
    pub halves: Vec<Landing>,
    pub landings: Vec<Landing>,
    pub shares: Vec<Shares>,
    pub carried: Fields,
    pub asked: Vec<f32>,
    pub divergence: Vec<f32>,
    pub rounds: Vec<Round>,
    pub u: Vec<f32>,
    pub v: Vec<f32>,
    pub after: Vec<f32>,
    pub solved: Solved,
}

/// A round of the solve.
pub(super) struct Round {
    pub pressure: Vec<f32>,
    pub residual: Vec<f32>,
    pub rms: f64,
}

/// Takes the step.
pub(super) fn run(specimen: &Specimen) -> WatchedStep {
    of_scene(specimen).unwrap_or_else(|| alone(specimen))
}

fn of_scene(specimen: &Specimen) -> Option<WatchedStep> {
    let scene = specimen.scene.as_ref()?;
    let number = region(&scene.stage, specimen)?;
    let (mut ground, _, is_last) = start(specimen);
    let mut steps = Vec::new();
    ground.step_smoke(number, &mut steps);
    let crate::lens::microscope::before::Ground::Stage(stage) = &ground else { return None };
    let air = stage.airs().get(number)?;
    Some(WatchedStep {
        number: stage.step_count(),
        is_last,
        region: Some(air.doc.id.clone()),
        grid: air.smoke.grid,
        settings: air.doc.settings,
        sources: air.doc.sources.iter().filter_map(|source| stage.source_now(source)).collect(),
        bodies: bodies(stage, number, specimen),
        outside: outside(stage, number),
        seconds: stage.world().settings().step_seconds(),
        steps: Parts::of(steps),
    })
}

/// Shapes in a region, those of the pair left out.
fn bodies(stage: &Stage, number: usize, specimen: &Specimen) -> Vec<(Shape, Pose)> {
    /// Most that are drawn.
    const MOST: usize = 60;
    let region = stage.airs()[number].region();
    let pair = specimen.scene.as_ref().filter(|_| specimen.has_pair()).map(|scene| [scene.pair.0, scene.pair.1]);
    let all = stage.world().bodies().flat_map(|(id, body)| {
        body.colliders.iter().enumerate().map(move |(index, c)| (ColliderId { body: id, index: index as u32 }, &c.shape, body.pose))
    });
    let others = all.filter(|(id, shape, pose)| pair.is_none_or(|pair| !pair.contains(id)) && shape.aabb(*pose).overlaps(region));
    others.take(MOST).map(|(_, shape, pose)| (shape.clone(), pose)).collect()
}

/// Bodies with no shape in a region: the air there does not know of them.
fn outside(stage: &Stage, number: usize) -> Vec<String> {
    let region = stage.airs()[number].region();
    let is_outside = |body: &Body| body.colliders.iter().all(|collider| !collider.shape.aabb(body.pose).overlaps(region));
    let bodies = stage.world().bodies().filter(|(_, body)| !body.colliders.is_empty() && is_outside(body));
    bodies.map(|(id, _)| stage.name_of(id).to_owned()).collect()
}

/// The region that was asked for, else the one that is nearest to the pair, else the first.
fn region(stage: &Stage, specimen: &Specimen) -> Option<usize> {
    let airs = stage.airs();
    let focus = specimen.scene.as_ref().and_then(|scene| scene.focus.as_deref());
    let asked = airs.iter().position(|air| Some(air.doc.id.as_str()) == focus);
    let gap = |number: &usize| {
        let (region, at) = (airs[*number].region(), specimen.center());
        (at - at.clamp(region.min, region.max)).length()
    };
    let nearest = || (0..airs.len()).min_by(|a, b| gap(a).total_cmp(&gap(b)));
    asked.or_else(|| if specimen.has_pair() { nearest() } else { (!airs.is_empty()).then_some(0) })
}

/// Cells in a row of the air that is laid round two shapes.
const CELLS: usize = 20;

/// Air round the two shapes, with a source beside them.
fn alone(specimen: &Specimen) -> WatchedStep {
    let bounds = [Side::A, Side::B].map(|side| specimen.side(side).shape.core_aabb(specimen.side(side).pose));
    let (center, reach) = (specimen.center(), 2.0 * specimen.size());
    let low = bounds[0].min.min(bounds[1].min).max(center - Vec2::splat(reach));
    let high = bounds[0].max.max(bounds[1].max).min(center + Vec2::splat(reach));
    let side = 1.6 * max((high - low).max_element(), 1e-3);
    let corner = 0.5 * (low + high) - Vec2::splat(0.5 * side);
    let grid = Grid { columns: CELLS, rows: CELLS, cell: side / CELLS as f32, corner, is_open: true };
    let settings = Settings { buoyancy: 2.0, cooling: 0.2, fading: 0.1, confinement: 0.4, ..Settings::default() };
    let seconds = 1.0 / 60.0;
    let center = source_place(specimen, corner, side);
    let source = Source { center, radius: SOURCE_RADIUS * side, dye: 4.0, warmth: 4.0, wind: Vec2::new(0.0, side) };
    let obstacle = |side: Side| {
        let (placed, motion) = (specimen.side(side), specimen.motion(side));
        let core = placed.shape.convex();
        let center = placed.pose.transform_point(motion.local_center);
        let before = Pose { position: placed.pose.position - motion.travel, ..placed.pose };
        let (velocity, spin) = (motion.travel / seconds, motion.turn / seconds);
        Obstacle { body: side as u32, points: core.points, radius: core.radius, pose: placed.pose, before, center, velocity, spin }
    };
    let (mut smoke, mut steps) = (Smoke::new(grid), Vec::new());
    let obstacles = [obstacle(Side::A), obstacle(Side::B)];
    let outside = Outside { obstacles: &obstacles, sources: &[source], stirs: &[] };
    // The first step has nothing to carry yet.
    smoke.step(&settings, &outside, seconds);
    smoke.step_probed(&settings, &outside, seconds, &mut steps);
    WatchedStep {
        number: 2,
        is_last: false,
        region: None,
        grid,
        settings,
        sources: vec![source],
        bodies: Vec::new(),
        outside: Vec::new(),
        seconds,
        steps: Parts::of(steps),
    }
}

/// Radius of the source, in sides of the region.
const SOURCE_RADIUS: f32 = 0.1;

/// Where the source stands: where nothing lies between it and the smaller of the two, below if that is so there. Under
/// a ground its smoke would never come to what stands on it.
fn source_place(specimen: &Specimen, corner: Vec2, side: f32) -> Vec2 {
    let extent = |of: Side| specimen.side(of).shape.core_aabb(specimen.side(of).pose).size().length();
    let (goal, wall) = (specimen.center(), specimen.side(if extent(Side::A) < extent(Side::B) { Side::B } else { Side::A }));
    let is_open = |place: &Vec2| {
        let Ok(way) = Capsule::try_new(*place, goal, 0.5 * SOURCE_RADIUS * side) else { return false };
        let pose = wall.pose.inv_mul(Pose::IDENTITY);
        collide_within(&wall.shape, &way.into(), pose, NarrowPhase::GjkEpa, Reach::of(0.0), &mut NoProbe).separation > 0.0
    };
    let places = [(0.5, 0.15), (0.2, 0.3), (0.8, 0.3), (0.15, 0.5), (0.85, 0.5), (0.2, 0.7), (0.8, 0.7), (0.5, 0.85)];
    let places = places.map(|(x, y)| corner + side * Vec2::new(x, y));
    places.into_iter().find(is_open).unwrap_or(places[0])
}

impl Parts {
    fn of(steps: Vec<SmokeStep>) -> Parts {
        let mut parts = Parts::default();
        for step in steps {
            match step {
                SmokeStep::Began { fields, walls } => (parts.began, parts.walls) = (fields, walls),
                SmokeStep::Lifted { warmth } => parts.lifting = warmth,
                SmokeStep::Fed { fields } => parts.fed = fields,
                SmokeStep::Spread { fields, rounds } => (parts.spread, parts.spread_rounds) = (fields, rounds),
                SmokeStep::LookedBack { velocities, halves, landings, shares } => {
                    (parts.velocities, parts.halves, parts.landings, parts.shares) = (velocities, halves, landings, shares);
                }
                SmokeStep::Carried { fields, asked } => (parts.carried, parts.asked) = (fields, asked),
                SmokeStep::Divergence { values, .. } => parts.divergence = values,
                SmokeStep::Iteration { pressure, residual, rms, .. } => parts.rounds.push(Round { pressure, residual, rms }),
                SmokeStep::Projected { u, v, divergence, solved } => {
                    (parts.u, parts.v, parts.after, parts.solved) = (u, v, divergence, solved);
                }
            }
        }
        parts
    }

    /// The pressure that was found.
    pub fn pressure(&self) -> &[f32] {
        self.rounds.last().map_or(&self.carried.pressure, |round| &round.pressure)
    }
}

impl WatchedStep {
    /// The cell whose dye the carrying changes most; without dye the one with the largest divergence.
    pub fn most_carried(&self) -> usize {
        let (before, after) = (&self.steps.spread.dye, &self.steps.carried.dye);
        let change = |i: usize| (after[i] - before[i]).abs();
        let best = self.largest(change);
        if change(best) > 0.0 { best } else { self.most_divergent() }
    }

    /// The cell with the largest divergence, of either sign.
    pub fn most_divergent(&self) -> usize {
        self.largest(|i| self.steps.divergence[i].abs())
    }

    /// The free cell with the largest value, the first among equals; the middle where all are zero.
    fn largest(&self, value: impl Fn(usize) -> f32) -> usize {
        let (grid, walls) = (&self.grid, &self.steps.walls);
        let middle = grid.index(grid.columns.div_ceil(2), grid.rows.div_ceil(2));
        let cells = grid.cells().filter(|&i| !walls.is_solid[i]);
        cells.fold((middle, 0.0), |(best, most), i| if value(i) > most { (i, value(i)) } else { (best, most) }).0
    }

    /// All dye of a field, m².
    pub fn all_dye(&self, fields: &Fields) -> f32 {
        let sum: f64 = self.grid.cells().map(|i| f64::from(fields.dye[i])).sum();
        (sum * f64::from(self.grid.cell) * f64::from(self.grid.cell)) as f32
    }
}
