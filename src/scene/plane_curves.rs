//! Curves of a running scene: where they are now, where rays go, where curves cross each other and bodies.
//!
//! Crossings are those of [`crate::engine::curve`]; a ray's reflections come from the engine's own ray query.

use super::meeting::{meet, meet_watched};
use super::piece::{self, Piece};
use super::plane_curve::{PlaneCurve, PlaneCurveDoc};
use super::stage::Stage;
use crate::engine::aabb::Aabb;
use crate::engine::body::BodyId;
use crate::engine::curve::{CrossingStep, DVec2};
use crate::engine::frames::{LocalPoint, WorldPoint};
use crate::engine::math::{Pose, Vec2, atan2, direction};
use crate::engine::probe::{NoProbe, Probe, ran};
use crate::engine::query::RayHit;
use crate::engine::shape::Shape;

/// A ray that meets nothing ends after so many metres.
pub const RAY_REACH: f32 = 1_000.0;
/// A reflected ray is looked for from so far on its way, so that rounding does not let it meet the same place again:
/// metres, and a share of the coordinates.
const OFF_SURFACE: [f32; 2] = [1e-5, 1e-6];
/// A hit is cast for once more from so far before it to so far behind it, metres: along [`RAY_REACH`] single precision
/// is off by 6e-5, and a ray that ended below the surface would meet it twice.
const CLOSE_UP: f32 = 0.01;
/// Crossings of all curves that are told.
pub const MOST_CROSSINGS: usize = 512;
/// Crossings of one pair nearer than this are one, metres.
const SAME: f64 = 1e-5;

/// What a curve crosses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Crossed {
    /// Another curve.
    Curve(String),
    /// The outline of a shape of a body.
    Body(String),
}

/// A place where a curve meets something.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing {
    /// The curve.
    pub curve: String,
    /// What it meets.
    pub other: Crossed,
    /// Where, world, metres.
    pub point: Vec2,
    /// The curve's parameter there; of a circle the share of a turn, of a ray the way to there, reflections and all, in
    /// distances from `a` to `b`.
    pub t: f64,
    /// How they meet there.
    pub how: Meets,
}

/// How a curve meets something at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meets {
    /// It goes to the other side.
    Crosses,
    /// It only touches, as far as single precision can tell.
    Touches,
    /// From this place to that one they lie on each other: the other end, world, metres.
    Overlaps(Vec2),
    /// They lie on each other everywhere and have no ends.
    Coincides,
}

impl From<piece::How> for Meets {
    fn from(how: piece::How) -> Meets {
        match how {
            piece::How::Crosses => Meets::Crosses,
            piece::How::Touches => Meets::Touches,
            piece::How::Overlaps(to) => Meets::Overlaps(to.as_vec2()),
            piece::How::Coincides => Meets::Coincides,
        }
    }
}

/// A straight part of a ray.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// World, metres.
    pub from: Vec2,
    /// World, metres.
    pub to: Vec2,
    /// What it met: the body's name, and the outward unit normal there.
    pub hit: Option<(String, Vec2)>,
}

/// A ray meets a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Reflection {
    /// The body's name.
    pub body: String,
    /// World, metres.
    pub point: Vec2,
    /// Outward, unit.
    pub normal: Vec2,
    /// Unit direction in which the ray comes.
    pub incoming: Vec2,
    /// Unit direction in which it goes on.
    pub outgoing: Vec2,
}

impl Reflection {
    /// Angle of the incoming way to the normal, and of the outgoing one, radians, 0 to π/2.
    pub fn angles(&self) -> [f32; 2] {
        let to_normal = |way: Vec2| atan2(way.perp_dot(self.normal).abs(), way.dot(self.normal));
        [to_normal(-self.incoming), to_normal(self.outgoing)]
    }
}

impl Stage {
    /// The curves, in the document's order.
    pub fn curves(&self) -> &[PlaneCurveDoc] {
        &self.curves
    }

    /// Where a curve is now, in the world; `None` when the body that it was drawn on is gone.
    pub fn placed_curve(&self, curve: &PlaneCurveDoc) -> Option<PlaneCurve> {
        let pose = match &curve.body {
            Some(name) => self.named_body(name)?.pose,
            None => Pose::IDENTITY,
        };
        Some(curve.kind.placed(pose))
    }

    /// The way of a ray that starts at `a` through `b` and is reflected up to `bounces` times: angle of reflection =
    /// angle of incidence, `d − 2 (d · n) n`. Shapes in which it starts do not stop it.
    pub fn ray_path(&self, a: Vec2, b: Vec2, bounces: u32) -> Vec<Leg> {
        self.ray_path_watched(a, b, bounces, &mut NoProbe)
    }

    /// The same, each reflection handed to the probe; of the last leg what it would be.
    pub fn ray_path_watched<P: Probe<Reflection>>(&self, a: Vec2, b: Vec2, bounces: u32, probe: &mut P) -> Vec<Leg> {
        ran!();
        let mut legs = Vec::new();
        let (mut from, mut off, Some((mut way, _))) = (a, 0.0, direction(b - a)) else { return legs };
        for _ in 0..=bounces {
            let far = from + way * RAY_REACH;
            let hits = self.world.ray_cast_all(WorldPoint::at(from + off * way), WorldPoint::at(far)); // [curves.ray]
            let hit = hits.into_iter().find_map(|hit| self.met(&hit, way));
            let Some((body, point, normal)) = hit else {
                legs.push(Leg { from, to: far, hit: None });
                break;
            };
            let name = self.names.bodies.name(body).unwrap_or("the world").to_owned();
            let incoming = way;
            way -= 2.0 * way.dot(normal) * normal; // [curves.reflect]
            probe.record(|| Reflection { body: name.clone(), point, normal, incoming, outgoing: way });
            legs.push(Leg { from, to: point, hit: Some((name, normal)) });
            (from, off) = (point, off_surface(point));
        }
        legs
    }

    /// Body, place and outward normal of a hit from outside; `None` where the ray is inside a part of that body
    /// already.
    fn met(&self, hit: &RayHit, way: Vec2) -> Option<(BodyId, Vec2, Vec2)> {
        let (id, body) = (hit.collider.body, self.world.body(hit.collider.body)?);
        let (point, normal) = (hit.point.vec(), hit.normal?.vec());
        let before = body.pose.to_local::<LocalPoint>(WorldPoint::at(point - off_surface(point) * way));
        if body.colliders.len() > 1 && body.colliders.iter().any(|own| own.shape.contains(before)) {
            return None;
        }
        let [back, ahead] = [-CLOSE_UP, CLOSE_UP].map(|by| WorldPoint::at(point + by * way));
        let mut again = self.world.ray_cast_all(back, ahead).into_iter().filter(|other| other.collider == hit.collider);
        let (point, normal) = again.next_back().and_then(|again| Some((again.point.vec(), again.normal?.vec()))).unwrap_or((point, normal));
        Some((id, point, normal))
    }

    /// Where curves meet each other and bodies, the first [`MOST_CROSSINGS`].
    pub fn curve_crossings(&self) -> Vec<Crossing> {
        let placed: Vec<(&str, Vec<Piece>)> =
            self.curves.iter().filter_map(|c| Some((c.id.as_str(), self.pieces(&self.placed_curve(c)?)))).collect();
        let mut found = Vec::new();
        for (index, (id, pieces)) in placed.iter().enumerate() {
            let first = found.len();
            for (other, other_pieces) in &placed[index + 1..] {
                pair(&mut found, id, pieces, other_pieces, || Crossed::Curve((*other).to_owned()));
            }
            for (body, other_pieces) in self.outlines_near(pieces) {
                pair(&mut found, id, pieces, &other_pieces, || {
                    Crossed::Body(self.names.bodies.name(body).unwrap_or("the world").to_owned())
                });
            }
            let doc = self.curves.iter().find(|curve| curve.id == *id).and_then(|curve| self.placed_curve(curve));
            if let Some(PlaneCurve::Ray { a, b, bounces }) = doc {
                let legs = self.ray_path(a, b, bounces);
                found[first..].iter_mut().for_each(|crossing| crossing.t = way_along(&legs, crossing.t) / f64::from((b - a).length()));
            }
            if found.len() >= MOST_CROSSINGS {
                break;
            }
        }
        found.truncate(MOST_CROSSINGS);
        found
    }

    /// A curve in pieces that have one form each.
    fn pieces(&self, curve: &PlaneCurve) -> Vec<Piece> {
        match curve {
            PlaneCurve::Line { a, b } => vec![Piece::straight(*a, *b, f64::NEG_INFINITY, f64::INFINITY)],
            PlaneCurve::Segment { a, b } => vec![Piece::straight(*a, *b, 0.0, 1.0)],
            PlaneCurve::Ray { a, b, bounces } => {
                self.ray_path(*a, *b, *bounces).iter().map(|leg| Piece::straight(leg.from, leg.to, 0.0, 1.0)).collect()
            }
            PlaneCurve::Circle { center, radius } => vec![Piece::circle(*center, *radius)],
            PlaneCurve::Bezier { points, weights } => PlaneCurve::bezier(points, weights).map(Piece::Bezier).into_iter().collect(),
        }
    }

    /// Outlines of the bodies whose shapes' boxes a curve comes near to, body by body.
    fn outlines_near(&self, pieces: &[Piece]) -> Vec<(BodyId, Vec<Piece>)> {
        let region = pieces.iter().filter_map(Piece::region).reduce(Aabb::union);
        let about = region.map_or(Vec2::ZERO, |region| region.center());
        let mut near: Vec<(BodyId, Vec<&Shape>)> = Vec::new();
        for id in region.map_or(Vec::new(), |region| self.world.colliders_in(region)) {
            let (Some(collider), Some(boxes)) = (self.world.collider(id), self.world.boxes(id)) else { continue };
            if !pieces.iter().any(|piece| piece.comes_near(boxes.tight)) {
                continue;
            }
            match near.last_mut() {
                Some((body, shapes)) if *body == id.body => shapes.push(&collider.shape),
                _ => near.push((id.body, vec![&collider.shape])),
            }
        }
        let outlines = |(id, shapes): (BodyId, Vec<&Shape>)| Some((id, Piece::outlines(&shapes, self.world.body(id)?.pose, about)));
        near.into_iter().filter_map(outlines).collect()
    }
}

/// Where two curves cross or touch, each step handed to the probe: the same search as that for the picture. Of rays the
/// first straight part.
pub fn crossings_of<P: Probe<CrossingStep>>(a: &PlaneCurve, b: &PlaneCurve, probe: &mut P) -> Vec<Vec2> {
    let piece = |curve: &PlaneCurve| match curve {
        PlaneCurve::Line { a, b } => Some(Piece::straight(*a, *b, f64::NEG_INFINITY, f64::INFINITY)),
        PlaneCurve::Segment { a, b } => Some(Piece::straight(*a, *b, 0.0, 1.0)),
        PlaneCurve::Ray { a, b, .. } => Some(Piece::straight(*a, *b, 0.0, f64::INFINITY)),
        PlaneCurve::Circle { center, radius } => Some(Piece::circle(*center, *radius)),
        PlaneCurve::Bezier { points, weights } => PlaneCurve::bezier(points, weights).map(Piece::Bezier).ok(),
    };
    let (Some(a), Some(b)) = (piece(a), piece(b)) else { return Vec::new() };
    let is_place = |met: &piece::Met| matches!(met.how, piece::How::Crosses | piece::How::Touches);
    meet_watched(&a, &b, probe).into_iter().filter(is_place).map(|met| met.point.as_vec2()).collect()
}

/// The way of a ray up to a share of one of its legs, metres; legs and share stand in one number.
fn way_along(legs: &[Leg], t: f64) -> f64 {
    let length = |leg: &Leg| (leg.to - leg.from).as_dvec2().length();
    let last = (t as usize).min(legs.len().saturating_sub(1));
    let before: f64 = legs[..last].iter().map(length).sum();
    before + legs.get(last).map_or(0.0, |leg| (t - last as f64) * length(leg))
}

fn off_surface(point: Vec2) -> f32 {
    OFF_SURFACE[0] + OFF_SURFACE[1] * point.abs().max_element()
}

/// All crossings of one thing with another.
fn pair(found: &mut Vec<Crossing>, id: &str, pieces: &[Piece], others: &[Piece], other: impl Fn() -> Crossed) {
    let first = found.len();
    for (leg, piece) in pieces.iter().enumerate() {
        for across in others {
            for met in meet(piece, across) {
                let same = SAME + 1e-6 * met.point.length();
                // A part that outlines share begins where the arc beside it touches.
                let is_at = |place: Vec2| (place.as_dvec2() - met.point).length() <= same;
                let is_known = |c: &Crossing| is_at(c.point) || matches!(c.how, Meets::Overlaps(to) if is_at(to));
                let is_same_part = |c: &Crossing, to: DVec2| {
                    let Meets::Overlaps(other) = c.how else { return false };
                    let is_end = |place: Vec2| (place.as_dvec2() - to).length() <= same;
                    is_at(c.point) && is_end(other) || is_at(other) && is_end(c.point)
                };
                // A wall has two sides in one place.
                let is_new = match met.how {
                    piece::How::Overlaps(to) => !found[first..].iter().any(|c| is_same_part(c, to)),
                    _ => !found[first..].iter().any(is_known),
                };
                if is_new && found.len() < MOST_CROSSINGS {
                    let point = met.point.as_vec2();
                    let t = met.t + if pieces.len() > 1 { leg as f64 } else { 0.0 };
                    found.push(Crossing { curve: id.to_owned(), other: other(), point, t, how: met.how.into() });
                }
            }
        }
    }
}
