//! Pieces of curves and outlines, each of one form, and where two of them meet.
//!
//! A straight piece or a circle is an equation; the other is put into it ([`crate::engine::curve::crossing`]). Two
//! Bézier curves: [`crate::engine::curve::meet`]. The origin is moved to the equation's own middle first, so that far
//! from the world's origin no digits are lost.

use crate::engine::aabb::Aabb;
use crate::engine::curve::crossing::{CrossingStep, crossings_watched, point_at_infinity};
use crate::engine::curve::meet_watched as curves_meet;
use crate::engine::curve::{Bezier, DVec2, Implicit, Line, PowerForm};
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::{NoProbe, Probe};
use crate::engine::shape::Convex;
use crate::engine::tuning::MAX_COORDINATE;

/// Parameters may be off their bounds by so much: rounding of places in single precision.
const SLACK: f64 = 1e-9;

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)] // a scene has few pieces, and they are copied about
pub(super) enum Piece {
    /// The part of a line between two parameters.
    Straight {
        /// t = 0.
        a: DVec2,
        /// t = 1.
        b: DVec2,
        /// The bounds of t.
        from: f64,
        /// See `from`.
        to: f64,
    },
    /// A circle or an arc of it.
    Circle {
        /// Its middle.
        center: DVec2,
        /// Its radius.
        radius: f64,
        /// Unit vectors to the arc's ends, counter-clockwise, less than half a turn apart; all of it without.
        arc: Option<[DVec2; 2]>,
    },
    /// A Bézier curve.
    Bezier(Bezier),
}

/// A common point.
pub(super) struct Met {
    /// Parameter on the first.
    pub t: f64,
    /// Where.
    pub point: DVec2,
    /// 2 where they touch.
    pub multiplicity: u32,
}

impl Piece {
    pub fn straight(a: Vec2, b: Vec2, from: f64, to: f64) -> Piece {
        Piece::Straight { a: a.as_dvec2(), b: b.as_dvec2(), from, to }
    }

    pub fn circle(center: Vec2, radius: f32) -> Piece {
        Piece::Circle { center: center.as_dvec2(), radius: f64::from(radius), arc: None }
    }

    /// The outline of a rounded convex shape: its edges pushed out, and arcs about its corners.
    pub fn outline(shape: &Convex<'_>, pose: Pose) -> Vec<Piece> {
        let count = shape.points.len();
        let place = |k: usize| pose.transform_point(shape.points[k % count]);
        let normals: Vec<Vec2> = shape.normals.iter().map(|&n| pose.rotation.rotate(n)).collect();
        let mut pieces: Vec<Piece> = Vec::new();
        for (k, &normal) in normals.iter().enumerate() {
            let out = shape.radius * normal;
            pieces.push(Piece::straight(place(k) + out, place(k + 1) + out, 0.0, 1.0));
        }
        if shape.radius > 0.0 {
            for k in 0..count {
                let arc = (!normals.is_empty()).then(|| [normals[(k + count - 1) % count].as_dvec2(), normals[k].as_dvec2()]);
                pieces.push(Piece::Circle { center: place(k).as_dvec2(), radius: f64::from(shape.radius), arc });
            }
        }
        pieces
    }

    /// A box around it; around all of a line that the world may hold.
    pub fn region(&self) -> Option<Aabb> {
        let all = match *self {
            Piece::Straight { from, to, .. } if from.is_infinite() || to.is_infinite() => {
                let far = Vec2::splat(MAX_COORDINATE);
                return Some(Aabb { min: -far, max: far });
            }
            Piece::Straight { a, b, .. } => vec![a, b],
            Piece::Circle { center, radius, .. } => vec![center - DVec2::splat(radius), center + DVec2::splat(radius)],
            Piece::Bezier(ref curve) => curve.control_points().collect(),
        };
        Aabb::around(all.into_iter().map(|p| p.as_vec2()))
    }

    /// False when a box is surely not met.
    pub fn comes_near(&self, bounds: Aabb) -> bool {
        let (center, half) = (bounds.center().as_dvec2(), 0.5 * f64::from(bounds.size().length()));
        match *self {
            Piece::Straight { a, b, .. } => Line::through(a, b).signed_distance(center).abs() <= half * 1.001,
            Piece::Circle { center: own, radius, .. } => ((center - own).length() - radius).abs() <= half * 1.001,
            Piece::Bezier(_) => self.region().is_some_and(|region| region.overlaps(bounds)),
        }
    }

    fn moved(&self, by: DVec2) -> Piece {
        match *self {
            Piece::Straight { a, b, from, to } => Piece::Straight { a: a + by, b: b + by, from, to },
            Piece::Circle { center, radius, arc } => Piece::Circle { center: center + by, radius, arc },
            Piece::Bezier(curve) => Piece::Bezier(curve.moved(by)),
        }
    }

    /// Its equation, and a point near which its numbers are small; a Bézier curve has none here.
    fn equation(&self) -> Option<(DVec2, Implicit)> {
        match *self {
            Piece::Straight { a, b, .. } => Some((a, Implicit::line(Line::through(DVec2::ZERO, b - a).0))),
            Piece::Circle { center, radius, .. } => Some((center, Implicit::circle(DVec2::ZERO, radius))),
            Piece::Bezier(_) => None,
        }
    }

    /// Its parametric form. A circle's is `(1 − t², 2 t) / (1 + t²)`, t the tangent of half the angle.
    fn power_form(&self) -> PowerForm {
        match *self {
            Piece::Straight { a, b, .. } => PowerForm::polynomial(&[a.x, b.x - a.x], &[a.y, b.y - a.y]),
            Piece::Circle { center: c, radius: r, .. } => {
                PowerForm { x: vec![c.x + r, 0.0, c.x - r], y: vec![c.y, 2.0 * r, c.y], w: vec![1.0, 0.0, 1.0] }
            }
            Piece::Bezier(ref curve) => curve.power_form(),
        }
    }

    /// The parameter of a point on it; `None` beyond its ends.
    fn parameter(&self, p: DVec2) -> Option<f64> {
        match *self {
            Piece::Straight { a, b, from, to } => {
                let t = (p - a).dot(b - a) / (b - a).length_squared();
                (from - SLACK..=to + SLACK).contains(&t).then_some(t)
            }
            Piece::Circle { center, arc, .. } => {
                let way = p - center;
                let is_on =
                    arc.is_none_or(|[from, to]| from.perp_dot(way) >= -SLACK && way.perp_dot(to) >= -SLACK && way.dot(from + to) >= 0.0);
                let turns = libm::atan2(way.y, way.x) / std::f64::consts::TAU;
                is_on.then_some(if turns < 0.0 { turns + 1.0 } else { turns })
            }
            Piece::Bezier(_) => None,
        }
    }
}

/// All common points of two pieces. Pieces that lie on each other have none to name.
pub(super) fn meet(a: &Piece, b: &Piece) -> Vec<Met> {
    meet_watched(a, b, &mut NoProbe)
}

/// The same, each step handed to the probe.
pub(super) fn meet_watched(a: &Piece, b: &Piece, probe: &mut impl Probe<CrossingStep>) -> Vec<Met> {
    if let (Piece::Bezier(a), Piece::Bezier(b)) = (a, b) {
        return curves_meet(a, b, probe).into_iter().map(|m| Met { t: m.t, point: m.point, multiplicity: m.multiplicity }).collect();
    }
    let (equation, put_in) = if matches!(b, Piece::Bezier(_)) { (a, b) } else { (b, a) };
    let Some((origin, implicit)) = equation.equation() else { return Vec::new() };
    let form = put_in.moved(-origin).power_form();
    let found = crossings_watched(&implicit, &form, probe);
    let mut met = Vec::new();
    let mut add = |point: DVec2, own: f64, multiplicity: u32| {
        let t_in =
            if matches!(put_in, Piece::Bezier(_)) { (-SLACK..=1.0 + SLACK).contains(&own).then_some(own) } else { put_in.parameter(point) };
        if let (Some(t_in), Some(t_equation)) = (t_in, equation.parameter(point)) {
            met.push(Met { t: if std::ptr::eq(put_in, a) { t_in } else { t_equation }, point, multiplicity });
        }
    };
    for root in &found.roots {
        add(form.point(root.value) + origin, root.value, root.multiplicity);
    }
    if let (1.., Piece::Circle { .. }, Some(point)) = (found.at_infinity(), put_in, point_at_infinity(&form)) {
        add(point + origin, f64::INFINITY, found.at_infinity() as u32);
    }
    met
}
