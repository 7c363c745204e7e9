//! The outlines of the scene and what each lamp found, with every step that was recorded.

use crate::engine::aabb::Aabb;
use crate::engine::body::{Body, BodyId};
use crate::engine::collider::ColliderId;
use crate::engine::math::{Pose, Vec2};
use crate::engine::shape::Shape;
use crate::lens::microscope::before::{Ground, now};
use crate::lens::microscope::specimen::{Side, Specimen};
use crate::lens::shade::{self, Effort, Region};
use crate::light::facing::{Facing, FacingStep, Silhouette};
use crate::light::lamp::Lamp;
use crate::light::outline::{Edge, OutlineStep, Outlines};
use crate::light::sweep::{Shadows, SweepStep};
use crate::scene::stage::Stage;
use std::collections::BTreeMap;

/// Lamps that are shown.
const MOST_LAMPS: usize = 4;
/// A lamp over two shapes hangs so many sizes of them away.
const HANGS: Vec2 = Vec2::new(-1.1, 1.6);

/// What was found.
pub(super) struct Found {
    /// Lamps of the scene that are not shown.
    pub left_out: usize,
    /// True when the scene has no lamp and one was hung over the two.
    pub is_hung: bool,
    /// Bodies of the scene beside the pair.
    pub bodies: Vec<(Shape, Pose)>,
    pub outlines: Outlines,
    pub outline_steps: Vec<OutlineStep>,
    /// Pose of each body that has edges counted, to place what cancelled.
    pub poses: Vec<(u32, Pose)>,
    pub names: Vec<(u32, String)>,
    pub lamps: Vec<OfLamp>,
    low: Vec2,
    high: Vec2,
}

/// What a lamp found.
pub(super) struct OfLamp {
    pub name: String,
    pub lamp: Lamp,
    pub facing: Facing,
    pub steps: Vec<FacingStep>,
    /// The same silhouettes, found in two passes.
    pub by_neighbours: Vec<Silhouette>,
    pub shadows: Shadows,
    pub sweep: Vec<SweepStep>,
}

impl OfLamp {
    /// Vertices that kept their counters, as the pass recorded them.
    pub fn kept(&self) -> impl Iterator<Item = &Silhouette> {
        self.steps.iter().filter_map(|step| if let FacingStep::Kept(silhouette) = step { Some(silhouette) } else { None })
    }

    /// Edges that face it.
    pub fn facing_count(&self) -> usize {
        self.facing.edges.len() - self.facing.away()
    }

    /// What the counter of a vertex was given, edge by edge.
    pub fn given(&self, vertex: u32) -> Vec<i32> {
        let judged = self.steps.iter().filter_map(|step| if let FacingStep::Judged(faced) = step { Some(faced) } else { None });
        let lit = judged.filter(|faced| faced.faces);
        let of = |edge: &Edge| {
            edge.ends
                .into_iter()
                .zip([-edge.count, edge.count])
                .filter(move |(end, _)| *end == vertex)
                .map(|(_, sign)| sign)
                .collect::<Vec<_>>()
        };
        lit.flat_map(|faced| of(&faced.edge)).collect()
    }

    /// Silhouettes that were found otherwise in two passes: none.
    pub fn differences(&self) -> usize {
        let same = |a: &Silhouette| self.by_neighbours.iter().any(|b| a == b);
        self.kept().filter(|silhouette| !same(silhouette)).count()
    }
}

pub(super) fn run(specimen: &Specimen) -> Found {
    match now(specimen) {
        Ground::Stage(stage) if !stage.lights().is_empty() => of_scene(&stage, specimen),
        _ => alone(specimen),
    }
}

/// How large a point of the screen is taken to be where the surface of a half-plane ends, metres.
const METRES_PER_PX: f32 = 0.005;

/// True for a body that has a shape: the world itself, which pins hold on to, has none.
fn casts(body: &Body) -> bool {
    !body.colliders.is_empty() && body.pose.position.is_finite()
}

fn of_scene(stage: &Stage, specimen: &Specimen) -> Found {
    let mut steps = Vec::new();
    let outlines = shade::outlines(stage, &Region::of(stage, METRES_PER_PX), &mut steps);
    let effort = Effort::of(stage);
    let focus = specimen.scene.as_ref().and_then(|scene| scene.focus.as_deref());
    let mut lights: Vec<_> = stage.lights().iter().take(effort.lamps).collect();
    // The one that was asked for comes first.
    lights.sort_by_key(|light| Some(light.id.as_str()) != focus);
    let lamps: Vec<(String, Lamp)> =
        lights.iter().filter_map(|light| Some((light.id.clone(), shade::middle(stage, light)?))).take(MOST_LAMPS).collect();
    let all: Vec<_> = stage.world().bodies().filter(|(_, body)| casts(body)).collect();
    let pair = specimen.scene.as_ref().filter(|_| specimen.has_pair()).map(|scene| [scene.pair.0, scene.pair.1]);
    let is_other = |id: BodyId, index: usize| pair.is_none_or(|pair| !pair.contains(&ColliderId { body: id, index: index as u32 }));
    let parts =
        all.iter().flat_map(|(id, body)| body.colliders.iter().enumerate().map(move |(index, c)| (*id, index, &c.shape, body.pose)));
    let others = parts.filter(|(id, index, ..)| is_other(*id, *index));
    let bodies = others.map(|(_, _, shape, pose)| (shape.clone(), pose)).collect();
    let name = |id: BodyId| stage.name_of(id).to_owned();
    let mut found = Found::new(outlines, steps, lamps, stage.lights().len());
    found.bodies = bodies;
    found.poses = all.iter().map(|(id, body)| (id.0, body.pose)).collect();
    found.names = all.iter().map(|(id, _)| (id.0, name(*id))).collect();
    found
}

/// The two shapes, with a lamp over them.
fn alone(specimen: &Specimen) -> Found {
    let (mut outlines, mut steps) = (Outlines::default(), Vec::new());
    for side in [Side::A, Side::B] {
        let placed = specimen.side(side);
        outlines.add(side as u32, placed.pose, std::iter::once(shade::part_of(&placed.shape)), &mut steps);
    }
    let lamp = Lamp::point(specimen.center() + specimen.size() * HANGS);
    let mut found = Found::new(outlines, steps, vec![("a lamp".to_owned(), lamp)], 1);
    found.is_hung = true;
    found.poses = [Side::A, Side::B].map(|side| (side as u32, specimen.side(side).pose)).to_vec();
    found.names = [Side::A, Side::B].map(|side| (side as u32, specimen.side(side).name.clone())).to_vec();
    found
}

impl Found {
    fn new(outlines: Outlines, outline_steps: Vec<OutlineStep>, lamps: Vec<(String, Lamp)>, all: usize) -> Found {
        let mut found = Found {
            left_out: all - lamps.len().min(all),
            is_hung: false,
            bodies: Vec::new(),
            outline_steps,
            poses: Vec::new(),
            names: Vec::new(),
            lamps: Vec::new(),
            low: Vec2::ZERO,
            high: Vec2::ZERO,
            outlines,
        };
        [found.low, found.high] = found.box_of(&lamps);
        let region = found.region();
        for (name, lamp) in lamps {
            let (mut steps, mut sweep) = (Vec::new(), Vec::new());
            let facing = Facing::new(&found.outlines, lamp, &mut steps);
            let by_neighbours = facing.by_neighbours();
            let shadows = Shadows::new(&facing, lamp, region.across(lamp), &mut sweep);
            found.lamps.push(OfLamp { name, lamp, facing, steps, by_neighbours, shadows, sweep });
        }
        found
    }

    /// A box round the outlines and the lamps that stand somewhere; what is very far out is left out.
    fn box_of(&self, lamps: &[(String, Lamp)]) -> [Vec2; 2] {
        /// Farther than this from the others nothing is shown, metres.
        const FAR: f32 = 60.0;
        let ends = self.outlines.edges.iter().flat_map(|edge| {
            let reach = if let crate::light::outline::Form::Arc { center, radius, .. } = edge.form {
                [center - glam::DVec2::splat(radius), center + glam::DVec2::splat(radius)]
            } else {
                [edge.from, edge.to]
            };
            reach.map(|p| p.as_vec2())
        });
        let points = lamps.iter().filter_map(|(_, lamp)| if let Lamp::Point(at) = lamp { Some(at.as_vec2()) } else { None });
        let all: Vec<Vec2> = points.chain(ends).filter(|p| p.is_finite()).collect();
        let first = all.first().copied().unwrap_or(Vec2::ZERO);
        let near = all.into_iter().filter(|p| (*p - first).length() < FAR);
        let [low, high] = near.fold([first, first], |[low, high], p| [low.min(p), high.max(p)]);
        if (high - low).max_element() < 1e-3 { [low - Vec2::ONE, high + Vec2::ONE] } else { [low, high] }
    }

    /// What pictures show.
    pub fn bounds(&self) -> [Vec2; 2] {
        [self.low, self.high]
    }

    /// What shadows are drawn in: the box and much of what is round it.
    pub fn region(&self) -> Region {
        let size = (self.high - self.low).length();
        Region::new(Aabb { min: self.low, max: self.high }.grown(3.0 * size), size / 800.0)
    }

    /// Bodies that lie beyond the picture: their shadows reach into it all the same.
    pub fn beyond(&self) -> Vec<String> {
        let [low, high] = self.bounds();
        let is_beyond = |at: Vec2| at.cmplt(low).any() || at.cmpgt(high).any();
        let beyond = self.outlines.edges.iter().fold(BTreeMap::new(), |mut all: BTreeMap<u32, bool>, edge| {
            let is_out = is_beyond(edge.from.as_vec2()) && is_beyond(edge.to.as_vec2());
            *all.entry(edge.body).or_insert(true) &= is_out;
            all
        });
        beyond.into_iter().filter(|(_, is_out)| *is_out).map(|(body, _)| self.name(body).to_owned()).collect()
    }

    pub fn name(&self, body: u32) -> &str {
        self.names.iter().find(|(id, _)| *id == body).map_or("a body", |(_, name)| name)
    }

    pub fn pose(&self, body: u32) -> Pose {
        self.poses.iter().find(|(id, _)| *id == body).map_or(Pose::IDENTITY, |(_, pose)| *pose)
    }
}
