//! Pieces of curves and outlines, each of one form: an equation, a parametric form, ends.
//!
//! Where two of them meet: [`super::meeting`].

use crate::engine::aabb::Aabb;
use crate::engine::curve::{Bezier, DVec2, Implicit, Line, PowerForm};
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::NoProbe;
use crate::engine::shape::{Convex, HalfPlane, Shape};
use crate::engine::tuning::MAX_COORDINATE;
use crate::light::outline::{Outlines, Part};

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
    /// How they meet there.
    pub how: How,
}

/// How two pieces meet at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum How {
    /// One goes to the other side.
    Crosses,
    /// As far as single precision can tell, both stay on their sides.
    Touches,
    /// From this place to that one they lie on each other.
    Overlaps(DVec2),
    /// They are one line or one circle.
    Coincides,
}

impl How {
    /// What a root of this multiplicity is.
    pub fn of_root(multiplicity: u32) -> How {
        if multiplicity.is_multiple_of(2) { How::Touches } else { How::Crosses }
    }
}

impl Piece {
    pub fn straight(a: Vec2, b: Vec2, from: f64, to: f64) -> Piece {
        Piece::Straight { a: a.as_dvec2(), b: b.as_dvec2(), from, to }
    }

    pub fn circle(center: Vec2, radius: f32) -> Piece {
        Piece::Circle { center: center.as_dvec2(), radius: f64::from(radius), arc: None }
    }

    /// The outline of a body, of the shapes that a curve comes near to, seen about a place: edges that two sharp parts
    /// have in common lie inside and are none ([`crate::light::outline`]), a half-plane is its surface without end.
    pub fn outlines(shapes: &[&Shape], pose: Pose, about: Vec2) -> Vec<Piece> {
        let is_sharp = |shape: &&Shape| {
            let core = shape.convex();
            !shape.is_endless() && core.radius == 0.0 && core.points.len() > 2
        };
        let (sharp, others): (Vec<&Shape>, Vec<&Shape>) = shapes.iter().copied().partition(is_sharp);
        let mut pieces = if let [one] = sharp[..] { Piece::outline(&one.convex(), pose) } else { Piece::joined(&sharp, pose) };
        for shape in others {
            match shape {
                Shape::HalfPlane(plane) => pieces.push(Piece::surface(plane, pose, about)),
                _ => pieces.extend(Piece::outline(&shape.convex(), pose)),
            }
        }
        pieces
    }

    /// The edges of sharp parts without those inside.
    fn joined(shapes: &[&Shape], pose: Pose) -> Vec<Piece> {
        let cores: Vec<Convex<'_>> = shapes.iter().map(|shape| shape.convex()).collect();
        let mut outlines = Outlines::default();
        outlines.add(0, pose, cores.iter().map(|core| Part { points: core.points, radius: core.radius }), &mut NoProbe);
        outlines.edges.iter().map(|edge| Piece::Straight { a: edge.from, b: edge.to, from: 0.0, to: 1.0 }).collect()
    }

    /// The surface of a half-plane, without ends; t is 0 at the place nearest to `about`, where its numbers are exact.
    fn surface(plane: &HalfPlane, pose: Pose, about: Vec2) -> Piece {
        let point = pose.transform_point(plane.point()).as_dvec2();
        let along = pose.rotation.rotate(plane.pose().rotation.x_axis()).as_dvec2();
        let foot = point + (about.as_dvec2() - point).dot(along) * along;
        Piece::Straight { a: foot, b: foot + along, from: f64::NEG_INFINITY, to: f64::INFINITY }
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

    pub(super) fn moved(&self, by: DVec2) -> Piece {
        match *self {
            Piece::Straight { a, b, from, to } => Piece::Straight { a: a + by, b: b + by, from, to },
            Piece::Circle { center, radius, arc } => Piece::Circle { center: center + by, radius, arc },
            Piece::Bezier(curve) => Piece::Bezier(curve.moved(by)),
        }
    }

    /// Its equation, and a point near which its numbers are small; a Bézier curve has none here.
    pub(super) fn equation(&self) -> Option<(DVec2, Implicit)> {
        match *self {
            Piece::Straight { a, b, .. } => Some((a, Implicit::line(Line::through(DVec2::ZERO, b - a).0))),
            Piece::Circle { center, radius, .. } => Some((center, Implicit::circle(DVec2::ZERO, radius))),
            Piece::Bezier(_) => None,
        }
    }

    /// Its parametric form. A circle's is `(1 − t², 2 t) / (1 + t²)`, t the tangent of half the angle.
    pub(super) fn power_form(&self) -> PowerForm {
        match *self {
            Piece::Straight { a, b, .. } => PowerForm::polynomial(&[a.x, b.x - a.x], &[a.y, b.y - a.y]),
            Piece::Circle { center: c, radius: r, .. } => {
                PowerForm { x: vec![c.x + r, 0.0, c.x - r], y: vec![c.y, 2.0 * r, c.y], w: vec![1.0, 0.0, 1.0] }
            }
            Piece::Bezier(ref curve) => curve.power_form(),
        }
    }

    /// The parameter of a point on it; `None` beyond its ends by more than `slack` metres, and of a Bézier curve.
    pub(super) fn parameter(&self, p: DVec2, slack: f64) -> Option<f64> {
        match *self {
            Piece::Straight { a, b, from, to } => {
                let t = (p - a).dot(b - a) / (b - a).length_squared();
                let slack = slack / (b - a).length();
                (from - slack..=to + slack).contains(&t).then_some(t)
            }
            Piece::Circle { center, arc, .. } => {
                let way = p - center;
                let is_on =
                    arc.is_none_or(|[from, to]| from.perp_dot(way) >= -slack && way.perp_dot(to) >= -slack && way.dot(from + to) >= 0.0);
                let turns = libm::atan2(way.y, way.x) / std::f64::consts::TAU;
                is_on.then_some(if turns < 0.0 { turns + 1.0 } else { turns })
            }
            Piece::Bezier(_) => None,
        }
    }
}
