//! Smoke in a running scene: it steps after the world, with the bodies as they stand then.

use super::air::{Air, AirPush, AirState};
use super::document::{SmokeDoc, SmokeSourceDoc};
use super::stage::Stage;
use crate::engine::aabb::Aabb;
use crate::engine::body::{Body, BodyId, BodyKind};
use crate::engine::math::{Pose, Vec2, clamp, cross};
use crate::engine::probe::Probe;
use crate::engine::world::World;
use crate::smoke::forces::{Source, Stir};
use crate::smoke::walls::Obstacle;
use crate::smoke::{Outside, Settings, Smoke, SmokeStep};
use std::f32::consts::PI;

/// A stirring pointer reaches this share of the region's smaller side.
const STIRRED: f32 = 0.08;
/// The push of the air changes the velocity of a body in a step by at most this, m/s: what is pressed against a closed
/// border would be shot away otherwise.
const MOST_CHANGE: f32 = 0.5;
/// Added masses are taken so many times as large as a lone shape's: near walls, other bodies and corners they are
/// larger. Smaller: light bodies swing in narrow places; larger: they feel a gust a step or two later.
const ADDED: f32 = 1.5;

/// Poses of bodies before a step, in the order of their ids.
type Before = Vec<(BodyId, Pose)>;

impl Stage {
    /// Regions of smoke, in the document's order.
    pub fn airs(&self) -> &[Air] {
        &self.airs
    }

    /// Takes regions over from a document: one whose cells are the same goes on, others begin still and clean.
    pub(super) fn sync_airs(&mut self, docs: &[SmokeDoc]) {
        let mut before = std::mem::take(&mut self.airs);
        for doc in docs {
            let place = before.iter().position(|air| air.doc.id == doc.id && air.smoke.grid == doc.grid());
            let air = place.map(|place| before.swap_remove(place));
            self.airs.push(air.map_or_else(|| Air::new(doc), |air| Air { doc: doc.clone(), ..air }));
        }
    }

    /// About how much memory the smoke takes, bytes.
    pub(super) fn air_bytes(&self) -> usize {
        self.airs.iter().map(|air| air.smoke.bytes()).sum()
    }

    /// What the smoke's last step took, as [`Stage::step_work`] counts: each cell once for every part of the step and
    /// again in every round in which its pressure was looked for.
    pub(super) fn air_work(&self) -> u64 {
        self.airs.iter().map(|air| air.smoke.grid.len() as u64 * (16 + 8 * u64::from(air.smoke.solved.rounds))).sum()
    }

    /// What regions have accumulated, to be given back by [`Stage::restore_airs`].
    pub(super) fn air_states(&self) -> Vec<AirState> {
        self.airs.iter().map(|air| AirState { fields: air.smoke.fields.clone(), pushes: air.pushes.clone() }).collect()
    }

    /// Gives back what regions had accumulated when bodies stood as they stand now.
    pub(super) fn restore_airs(&mut self, states: &[AirState]) {
        let before = self.poses();
        self.stirs.clear();
        for (number, AirState { fields, pushes }) in states.iter().enumerate() {
            let Some(air) = self.airs.get(number).filter(|air| air.smoke.fields.dye.len() == fields.dye.len()) else { continue };
            let mut walls = air.smoke.walls.clone();
            walls.set(&air.smoke.grid, &obstacles(&self.world, air.region(), &before));
            let air = &mut self.airs[number];
            air.smoke.fields.clone_from(fields);
            air.smoke.walls = walls;
            air.pushes.clone_from(pushes);
        }
    }

    /// A pointer moves through the air until the next step.
    pub(super) fn stir(&mut self, from: Vec2, to: Vec2) -> bool {
        let is_inside = |air: &Air| air.region().overlaps(Aabb::from_corners(from, to));
        if !from.is_finite() || !to.is_finite() || !self.airs.iter().any(is_inside) {
            return false;
        }
        self.stirs.push((from, to));
        true
    }

    /// Where bodies stand now; nothing in a scene without smoke.
    pub(super) fn poses(&self) -> Before {
        if self.airs.is_empty() {
            return Vec::new();
        }
        self.world.bodies().filter(|(_, body)| body.kind != BodyKind::Static).map(|(id, body)| (id, body.pose)).collect()
    }

    /// Gives the world what the air pushes in the next step.
    pub(super) fn push_by_air(&mut self) {
        let hz = self.world.settings().step_hz;
        let pushes: Vec<_> = self.airs.iter().flat_map(|air| air.pushes.iter().copied()).collect();
        for AirPush { body, impulse, turn } in pushes {
            let Some(center) = self.world.body(body).map(|body| body.center) else { continue };
            self.world.apply_force(body, impulse * hz, center);
            self.world.apply_torque(body, turn * hz);
        }
    }

    /// All smoke goes a step, after the world has.
    pub(super) fn step_airs(&mut self, before: &Before) {
        for number in 0..self.airs.len() {
            self.step_air(number, before, Smoke::step);
        }
        self.stirs.clear();
    }

    /// The next step of the scene, with one region's smoke watched.
    pub fn step_smoke_probed<P: Probe<SmokeStep>>(&mut self, number: usize, probe: &mut P) {
        self.step_around_airs(World::step, |stage, before| {
            for other in 0..stage.airs.len() {
                stage.step_air(other, before, |smoke, settings, outside, seconds| {
                    if other == number {
                        smoke.step_probed(settings, outside, seconds, probe);
                    } else {
                        smoke.step(settings, outside, seconds);
                    }
                });
            }
            stage.stirs.clear();
        });
    }

    fn step_air(&mut self, number: usize, before: &Before, step: impl FnOnce(&mut Smoke, &Settings, &Outside<'_>, f32)) {
        let seconds = 1.0 / self.world.settings().step_hz;
        let Some(air) = self.airs.get(number) else { return };
        let (region, settings) = (air.region(), air.doc.settings);
        let sources: Vec<Source> = air.doc.sources.iter().filter_map(|source| self.source_now(source)).collect();
        let radius = STIRRED * region.size().min_element();
        let stirs: Vec<Stir> = self.stirs.iter().map(|&(from, to)| Stir { from, to, radius }).collect();
        let obstacles = obstacles(&self.world, region, before);
        let outside = Outside { obstacles: &obstacles, sources: &sources, stirs: &stirs };
        step(&mut self.airs[number].smoke, &settings, &outside, seconds);
        self.set_pushes(number);
    }

    /// A source where it is now; `None` when the body that it went with is gone.
    pub fn source_now(&self, source: &SmokeSourceDoc) -> Option<Source> {
        let pose = match &source.body {
            None => Pose::IDENTITY,
            Some(name) => self.named_body(name)?.pose,
        };
        let SmokeSourceDoc { radius, dye, warmth, .. } = *source;
        Some(Source { center: pose.transform_point(source.position), radius, dye, warmth, wind: pose.rotation.rotate(source.wind) })
    }

    /// What the pressure of the last step pushes bodies by: on each blocked face the difference of the pressure on its
    /// two sides, where there is air. The pressure p of the solve is a velocity; as a force on a face of length h it is
    /// `density · p · h / Δt · h`.
    ///
    /// **Added mass.** A body that speeds up must take air along, of a mass m' that its shape decides: the pressure has
    /// a part `−m' Δv`, with the change of velocity Δv of the step that was. Given to the next step as it is, it makes
    /// `m Δv' = F Δt − m' Δv`, which swings wider and wider from m' = m on. The change of the step to come belongs
    /// there. With J the push that was given in the step that was, `m Δv = F Δt + J`, and P the push of its pressure:
    ///
    /// ```text
    ///     (m + m') Δv' = F Δt + P + m' Δv        ⇔        J' = J + m / (m + m') · (P − J)
    /// ```
    ///
    /// where F is taken to be what it was. Of the true m* the difference is left by (m' − m*) / (m + m') each step: it
    /// dies out for any m* < m + 2 m', so a larger m' than the true one is safe, and only follows more slowly.
    fn set_pushes(&mut self, number: usize) {
        let Some(air) = self.airs.get_mut(number) else { return };
        let before = std::mem::take(&mut air.pushes);
        if air.doc.coupling <= 0.0 {
            return;
        }
        let (smoke, grid) = (&air.smoke, air.smoke.grid);
        let unit = air.doc.coupling * grid.cell * grid.cell;
        let pressure = |i: usize| if smoke.walls.is_solid[i] { 0.0 } else { smoke.fields.pressure[i] };
        let mut sums: std::collections::BTreeMap<u32, (Vec2, f32)> = std::collections::BTreeMap::new();
        for blocked in &smoke.walls.blocked {
            let Some(body) = self.world.body(BodyId(blocked.body)).filter(|body| body.kind == BodyKind::Dynamic && body.awake) else {
                continue;
            };
            let face = blocked.face as usize;
            let (column, row) = grid.cell_of(face);
            let place = Vec2::new(column as f32, row as f32);
            let (impulse, at) = if blocked.is_lower {
                (Vec2::new(0.0, pressure(face - grid.stride()) - pressure(face)), place - Vec2::new(0.0, 0.5))
            } else {
                (Vec2::new(pressure(face - 1) - pressure(face), 0.0), place - Vec2::new(0.5, 0.0))
            };
            let (sum, turn) = sums.entry(blocked.body).or_default();
            *sum += unit * impulse;
            *turn += unit * cross(grid.to_world(at) - body.center, impulse);
        }
        for (id, (impulse, turn)) in sums {
            let id = BodyId(id);
            let Some(body) = self.world.body(id) else { continue };
            let given = before.binary_search_by_key(&id, |push| push.body).map_or(AirPush::default(), |place| before[place]);
            let (follows, follows_turn) = follows(&self.world, id, body, air.doc.coupling);
            let impulse = given.impulse + follows * (impulse - given.impulse);
            let turn = given.turn + follows_turn * (turn - given.turn);
            let share = clamp(MOST_CHANGE * body.mass / impulse.length().max(1e-12), 0.0, 1.0);
            if impulse.is_finite() && turn.is_finite() {
                air.pushes.push(AirPush { body: id, impulse: impulse * share, turn: turn * share });
            }
        }
    }
}

/// By which part of the difference the push on a body follows the pressure, along x, y and in turning:
/// `m / (m + m')`. The added mass of a disc of radius r is `π ρ r²`, that of a plate of width 2 r across it the same
/// (H. Lamb, "Hydrodynamics", 1932, sections 68 and 71); here r is half the height of the body's box for motion along
/// x, and half its width for motion along y. A plate that turns about its middle has `π/8 ρ r⁴`.
fn follows(world: &World, id: BodyId, body: &Body, density: f32) -> (Vec2, f32) {
    let size = world.boxes_of(id).map(|boxes| boxes.tight).reduce(Aabb::union).map_or(Vec2::ZERO, Aabb::size);
    let density = ADDED * PI * density;
    let added = 0.25 * density * Vec2::new(size.y * size.y, size.x * size.x);
    let added_inertia = 0.125 * density * (body.extent * body.extent) * (body.extent * body.extent);
    let part = |own: f32, added: f32| if own > 0.0 { own / (own + added) } else { 0.0 };
    (Vec2::new(part(body.mass, added.x), part(body.mass, added.y)), part(body.inertia, added_inertia))
}

/// Convex parts of all bodies in a region, in the order of their ids.
fn obstacles<'a>(world: &'a World, region: Aabb, before: &Before) -> Vec<Obstacle<'a>> {
    let mut all = Vec::new();
    for (id, body) in world.bodies().filter(|(_, body)| body.pose.position.is_finite()) {
        if !world.boxes_of(id).any(|boxes| boxes.tight.grown(0.1).overlaps(region)) {
            continue;
        }
        let was = before.binary_search_by_key(&id, |(id, _)| *id).map_or(body.pose, |place| before[place].1);
        for collider in &body.colliders {
            let core = collider.shape.convex();
            all.push(Obstacle {
                body: id.0,
                points: core.points,
                radius: core.radius,
                pose: body.pose,
                before: was,
                center: body.center,
                velocity: body.linear_velocity,
                spin: body.angular_velocity,
            });
        }
    }
    all
}
