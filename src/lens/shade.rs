//! Light and shadow of a scene's lamps, as areas: what every picture of a scene with lamps shows.
//!
//! Each point of a lamp covers the scene once with light and once with dark, as the sweep cut it
//! ([`crate::light::sweep`]); a lamp with a size is several points, whose shadows lie on each other and so have soft
//! borders. N layers of opacity `a` let `(1 − a)^N` of what lies under them through; for a shadow of darkness b that
//! must be `1 − b`.

use crate::draw::path::clip_segment;
use crate::draw::{DrawList, Role};
use crate::engine::aabb::Aabb;
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::{NoProbe, Probe};
use crate::engine::shape::Shape;
use crate::light::lamp::{Lamp, Ray};
use crate::light::outline::{Form, OutlineStep, Outlines, Part};
use crate::light::sweep::{Shadows, Slice, cast, meet};
use crate::scene::document::{LightDoc, LightKind};
use crate::scene::stage::Stage;
use glam::DVec2;

/// How far shadows are drawn beyond all bodies and lamps, points of the screen.
const BEYOND_PX: f32 = 4000.0;
/// How far a drawn arc may stray from the true one, points.
const TOLERANCE_PX: f32 = 0.2;
/// So many points of a lamp at most are drawn as lit areas.
const MOST_GLOWS: usize = 4;
/// So many points all lamps of a picture have together at most: each is a layer over the whole picture.
const MOST_POINTS: usize = 64;
/// So many edges at most are looked at in a picture, once for each point of a lamp: some tens of milliseconds.
const MOST_EDGES: usize = 100_000;
/// Darker than this a shadow would hide what lies in it.
const DARKEST: f32 = 0.95;

/// The outlines of all bodies as they stand now; of a half-plane the surface within the region.
pub(super) fn outlines<P: Probe<OutlineStep>>(stage: &Stage, region: &Region, probe: &mut P) -> Outlines {
    let mut outlines = Outlines::default();
    for (id, body) in stage.world().bodies().filter(|(_, body)| body.pose.position.is_finite()) {
        let walls: Vec<Option<[Vec2; 2]>> = body.colliders.iter().map(|collider| region.surface(&collider.shape, body.pose)).collect();
        let parts = body.colliders.iter().zip(&walls).filter_map(|(collider, wall)| match wall {
            Some(ends) => Some(Part { points: ends, radius: 0.0 }),
            None => (!collider.shape.is_endless()).then(|| part_of(&collider.shape)),
        });
        outlines.add(id.0, body.pose, parts, probe);
    }
    outlines
}

/// What a shape is to light. A half-plane has no far side behind which its shadow could begin: its surface is a wall,
/// and all behind it is dark.
pub(super) fn part_of(shape: &Shape) -> Part<'_> {
    let core = shape.convex();
    let points = if shape.is_endless() { &core.points[2..] } else { core.points };
    Part { points, radius: core.radius }
}

/// The middle of a lamp; `None` when the body it hung on is gone.
pub(super) fn middle(stage: &Stage, light: &LightDoc) -> Option<Lamp> {
    match light.kind {
        LightKind::Point { .. } => stage.light_place(light).filter(|place| place.is_finite()).map(Lamp::point),
        LightKind::Sun { direction, .. } => Lamp::sun(direction),
    }
}

/// How many lamps of a scene cast shadows in a picture, and of how many points each is at most: as many as there is
/// time for. Without it sixteen soft lamps over five hundred boxes held the window for a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    /// The first so many lamps cast shadows.
    pub lamps: usize,
    /// Most points of each.
    pub points: usize,
    /// Edges of all bodies, the inner ones of compound bodies among them.
    pub edges: usize,
}

impl Effort {
    /// For a scene as it stands.
    pub fn of(stage: &Stage) -> Effort {
        let colliders = stage.world().bodies().flat_map(|(_, body)| &body.colliders);
        let edges = colliders.map(|collider| collider.shape.convex().points.len() + 1).sum();
        Effort::for_edges(edges, stage.lights().len())
    }

    fn for_edges(edges: usize, lamps: usize) -> Effort {
        let points = (MOST_EDGES / edges.max(1)).min(MOST_POINTS);
        let lamps = lamps.min(points);
        Effort { lamps, points: points / lamps.max(1), edges }
    }

    /// Says what is left out, if lamps are.
    pub fn tell(self, stage: &Stage, list: &mut DrawList) {
        let all = stage.lights().len();
        if self.lamps < all {
            let words = format!("shadows of {} of {all} lamps: the bodies have {} edges", self.lamps, self.edges);
            list.label(Role::Warning, super::frame(stage).center, Vec2::ZERO, 9, words);
        }
    }
}

/// The points that a lamp is made of, at most so many.
fn lamps(stage: &Stage, light: &LightDoc, most: usize) -> Vec<Lamp> {
    let Some(middle) = middle(stage, light) else { return Vec::new() };
    let rays = if light.is_soft() { light.rays.clamp(1, most.max(1) as u32) } else { 1 };
    let of_count = |i: u32| (f64::from(i) + 0.5) / f64::from(rays);
    match (middle, &light.kind) {
        (Lamp::Point(center), LightKind::Point { radius, .. }) if rays > 1 => {
            // Spread evenly over the disc: each turned by the golden angle from the last (H. Vogel, "A better way to
            // construct the sunflower head", 1979).
            const GOLDEN: f64 = 2.399_963_229_728_653;
            let place = |i: u32| {
                let (angle, away) = (GOLDEN * f64::from(i), f64::from(*radius) * of_count(i).sqrt());
                center + DVec2::new(libm::cos(angle), libm::sin(angle)) * away
            };
            (0..rays).map(|i| Lamp::Point(place(i))).collect()
        }
        (Lamp::Sun(along), LightKind::Sun { spread, .. }) if rays > 1 => {
            let turn = |i: u32| f64::from(*spread) * (of_count(i) - 0.5);
            let turned = |angle: f64| DVec2::new(libm::cos(angle), libm::sin(angle)).rotate(along);
            (0..rays).map(|i| Lamp::Sun(turned(turn(i)))).collect()
        }
        (one, _) => vec![one],
    }
}

/// What shadows are drawn in.
#[derive(Clone, Copy)]
pub(super) struct Region {
    bounds: Aabb,
    metres_per_px: f64,
}

impl Region {
    /// All bodies and lamps, and much of what is round them.
    pub(super) fn of(stage: &Stage, metres_per_px: f32) -> Region {
        let world = stage.world();
        let finite = |b: &Aabb| b.min.is_finite() && b.max.is_finite();
        let bounded = world.bodies().flat_map(|(_, body)| body.colliders.iter().filter(|c| !c.shape.is_endless()).map(move |c| (c, body)));
        let boxes = bounded.map(|(collider, body)| collider.shape.aabb(body.pose)).filter(finite);
        let lamps = stage.lights().iter().filter_map(|light| stage.light_place(light)).map(|at| Aabb { min: at, max: at }).filter(finite);
        let all = boxes.chain(lamps).reduce(Aabb::union).unwrap_or(Aabb { min: Vec2::ZERO, max: Vec2::ZERO });
        Region { bounds: all.grown(BEYOND_PX * metres_per_px), metres_per_px: f64::from(metres_per_px) }
    }

    /// A box, and so many metres a point of the screen.
    pub(super) fn new(bounds: Aabb, metres_per_px: f32) -> Region {
        Region { bounds, metres_per_px: f64::from(metres_per_px) }
    }

    /// The ends of a half-plane's surface within the region, body frame; `None` for other shapes, and where it lies
    /// outside.
    fn surface(&self, shape: &Shape, pose: Pose) -> Option<[Vec2; 2]> {
        let Shape::HalfPlane(plane) = shape else { return None };
        let piece = plane.piece(pose.inv_transform_point(self.bounds.center()), self.bounds.size().length());
        let [a, b] = [piece.points()[2], piece.points()[3]].map(|p| pose.transform_point(p));
        let (a, b) = clip_segment(a, b, self.bounds.min, self.bounds.max)?;
        Some([a, b].map(|p| pose.inv_transform_point(p)))
    }

    fn corners(&self) -> [DVec2; 4] {
        let (a, b) = (self.bounds.min.as_dvec2(), self.bounds.max.as_dvec2());
        [a, DVec2::new(b.x, a.y), b, DVec2::new(a.x, b.y)]
    }

    /// First and last ray of the sun that meet the region.
    pub(super) fn across(&self, lamp: Lamp) -> [f64; 2] {
        self.corners().map(|corner| lamp.ray(corner).key).into_iter().fold([f64::MAX, f64::MIN], |[a, b], key| [a.min(key), b.max(key)])
    }

    /// From where to where on its rays a lamp's light is drawn.
    pub(super) fn along(&self, lamp: Lamp) -> [f64; 2] {
        let distances = self.corners().map(|corner| lamp.distance(corner));
        let far = distances.into_iter().fold(f64::MIN, f64::max);
        match lamp {
            // A chord between two rays 15° apart comes as near as cos 7.5° of their length.
            Lamp::Point(_) => [0.0, far / 0.99],
            Lamp::Sun(_) => [distances.into_iter().fold(f64::MAX, f64::min), far],
        }
    }
}

/// Light and shadow of all lamps, if the scene has any.
pub(super) fn draw(stage: &Stage, metres_per_px: f32, list: &mut DrawList) {
    if stage.lights().is_empty() {
        return;
    }
    let effort = Effort::of(stage);
    effort.tell(stage, list);
    if effort.lamps == 0 {
        stage.lights().iter().for_each(|light| symbol(stage, light, list));
        return;
    }
    let region = Region::of(stage, metres_per_px);
    let outlines = outlines(stage, &region, &mut NoProbe);
    for (number, light) in stage.lights().iter().enumerate() {
        let lamps = if number < effort.lamps { lamps(stage, light, effort.points) } else { Vec::new() };
        let share = 1.0 / lamps.len().max(1) as f32;
        let opacity = 1.0 - libm::powf(1.0 - light.brightness.min(DARKEST), share);
        // The glow of many points would drown in the rounding of colours: a few of them stand for all.
        let glows = lamps.len().div_ceil(MOST_GLOWS);
        for (i, lamp) in lamps.into_iter().enumerate() {
            let glow = if i.is_multiple_of(glows) { share * glows as f32 } else { 0.0 };
            let (_, shadows) = cast(&outlines, lamp, region.across(lamp));
            areas(&shadows, &region, [glow, opacity], list);
        }
        symbol(stage, light, list);
    }
}

/// The lit area of a lamp's point and the dark areas behind it, with these opacities.
pub(super) fn areas(shadows: &Shadows, region: &Region, [lit, dark]: [f32; 2], list: &mut DrawList) {
    let (mut light, mut shade): (Vec<Vec2>, Vec<Vec2>) = (Vec::new(), Vec::new());
    let [base, far] = region.along(shadows.lamp);
    for slice in &shadows.slices {
        if slice.caster.is_none() && !shade.is_empty() {
            list.band(Role::Shadow, std::mem::take(&mut shade), dark);
        }
        for ray in rays_of(slice, shadows, region) {
            let near = slice.caster.map_or(far, |edge| meet(&shadows.casters[edge as usize], &ray).clamp(base.min(far), far));
            light.extend([ray.at(base).as_vec2(), ray.at(near).as_vec2()]);
            if slice.caster.is_some() {
                shade.extend([ray.at(near).as_vec2(), ray.at(far).as_vec2()]);
            }
        }
    }
    for (role, points, opacity) in [(Role::Shadow, shade, dark), (Role::Light, light, lit)] {
        if points.len() > 2 && opacity > 0.0 {
            list.band(role, points, opacity);
        }
    }
}

/// The rays at which a slice's border is drawn: its ends, and between them as many as an arc needs to look round.
fn rays_of<'a>(slice: &'a Slice, shadows: &'a Shadows, region: &Region) -> impl Iterator<Item = Ray> + use<'a> {
    let radius = match slice.caster.map(|edge| shadows.casters[edge as usize].form) {
        Some(Form::Arc { radius, .. }) => radius,
        _ => 0.0,
    };
    let mut pieces = 1;
    if radius > 0.0 {
        let [a, b] = shadows.reach(slice, f64::MAX).map(|t| t.min(1e9));
        let chord = (slice.from.at(a) - slice.to.at(b)).length().min(2.0 * radius);
        // A chord of an arc of angle φ strays from it by r (1 − cos φ/2).
        let widest = 2.0 * libm::acos((1.0 - f64::from(TOLERANCE_PX) * region.metres_per_px / radius).max(0.0));
        pieces = (2.0 * libm::asin(0.5 * chord / radius) / widest).ceil().clamp(1.0, 64.0) as u32;
    }
    let inner = (1..pieces).map(move |i| {
        let share = f64::from(i) / f64::from(pieces);
        shadows.lamp.ray_at(slice.from.key + (slice.to.key - slice.from.key) * share)
    });
    std::iter::once(slice.from).chain(inner).chain(std::iter::once(slice.to))
}

/// A small sun at the place of a lamp.
fn symbol(stage: &Stage, light: &LightDoc, list: &mut DrawList) {
    if let Some(at) = stage.light_place(light) {
        list.ring(Role::Light, at, 7.0);
        list.dot(Role::Light, at, 3.0);
        if let LightKind::Point { radius, .. } = light.kind
            && radius > 0.0
        {
            list.outline(Role::Light, crate::draw::path::arc(at, Vec2::new(radius, 0.0), std::f32::consts::TAU, 32));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixteen lamps of 32 points over 500 boxes held the window for a minute and more: 512 layers.
    #[test]
    fn no_picture_has_more_layers_or_edges_than_it_has_time_for() {
        for edges in [0, 1, 60, 2_500, 40_000, 99_999, 100_001, 5_000_000] {
            for lamps in 1..=16 {
                let effort = Effort::for_edges(edges, lamps);
                let layers = effort.lamps * effort.points;
                assert!(effort.lamps <= lamps && layers <= MOST_POINTS && layers * edges <= MOST_EDGES, "{effort:?}");
                // A picture that has the time leaves nothing out.
                assert!(effort.lamps == lamps || lamps * edges > MOST_EDGES, "{effort:?}");
                assert!(edges * lamps > 3_000 || effort.points >= 2, "{effort:?}");
            }
        }
    }
}
