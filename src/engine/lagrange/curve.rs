//! Curves fixed in a body or in the world that a point can be held on: a number f(p) that is zero on the curve, with
//! its gradient and second derivatives.
//!
//! *Parabola* `y − y₀ = k (x − x₀)²`: `f = (y − y₀) − k (x − x₀)²`, gradient (−2k (x − x₀), 1), `f_xx = −2k`. The curve
//! `x² + 100 y = 0` has k = −1/100.
//!
//! *Bézier curve.* f is the signed distance from the nearest point of the curve, positive on the left. With the unit
//! tangent t, the normal n = perp(t) and the curvature κ there (positive: it bends to the left) the gradient is n, and
//! moving along t turns n by `−κ t / (1 − κ f)`, so the second derivative along t is `−κ / (1 − κ f)`. Beyond its ends
//! the curve goes on straight. Where a curve crosses itself the nearest of its branches counts.

use super::state::{DVec2, cross, perp};
use crate::engine::curve::bezier::{CurvePoint, refined};

/// A curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Curve {
    /// `y − apex.y = k (x − apex.x)²`.
    Parabola {
        /// Its lowest or highest point, world, metres.
        apex: DVec2,
        /// k, 1/m; negative opens downwards.
        bend: f64,
    },
    /// A cubic Bézier curve through its first and last point.
    Bezier([DVec2; 4]),
}

/// What a curve says at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveValue {
    /// f.
    pub value: f64,
    /// Its gradient.
    pub gradient: DVec2,
    /// Its second derivative along `along`: f'' = bend · (along · v)² for a velocity v.
    pub bend: f64,
    /// Unit vector.
    pub along: DVec2,
}

/// Pieces in which the nearest point of a Bézier curve is looked for before it is refined.
const PIECES: u32 = 32;

impl Curve {
    /// f and its derivatives at a point.
    pub fn at(&self, p: DVec2) -> CurveValue {
        match self {
            Curve::Parabola { apex, bend } => {
                let d = p - *apex;
                CurveValue {
                    value: d.y - bend * d.x * d.x,
                    gradient: DVec2::new(-2.0 * bend * d.x, 1.0),
                    bend: -2.0 * bend,
                    along: DVec2::X,
                }
            }
            Curve::Bezier(points) => distance_at(points, p, nearest(points, p)),
        }
    }

    /// Place, first and second derivative by the parameter: how far x is from the apex of a parabola; 0 to 1 on a
    /// Bézier curve, which goes on straight beyond its ends.
    pub fn along(&self, u: f64) -> [DVec2; 3] {
        match self {
            Curve::Parabola { apex, bend } => {
                [*apex + DVec2::new(u, bend * u * u), DVec2::new(1.0, 2.0 * bend * u), DVec2::new(0.0, 2.0 * bend)]
            }
            Curve::Bezier(points) => {
                let [place, first, second] = bezier(points, u.clamp(0.0, 1.0));
                let beyond = u - u.clamp(0.0, 1.0);
                [place + beyond * first, first, if beyond == 0.0 { second } else { DVec2::ZERO }]
            }
        }
    }

    /// Parameter of the place at p: of a parabola that straight above or below, of a Bézier curve the nearest.
    pub fn parameter(&self, p: DVec2) -> f64 {
        match self {
            Curve::Parabola { apex, .. } => p.x - apex.x,
            Curve::Bezier(points) => nearest(points, p),
        }
    }

    /// Parameters of its ends; a parabola has none.
    pub fn range(&self) -> Option<[f64; 2]> {
        matches!(self, Curve::Bezier(_)).then_some([0.0, 1.0])
    }

    /// How far a point is from the curve, metres: of a parabola |f| / |∇f|, which is right to first order.
    pub fn distance(&self, p: DVec2) -> f64 {
        let at = self.at(p);
        at.value.abs() / at.gradient.length()
    }
}

/// Position, first and second derivative of a cubic Bézier curve, as Bernstein's sum: a joint asks for it some forty
/// times a row, and the rows of points with weights in [`crate::engine::curve::bezier`] are more work.
pub fn bezier(points: &[DVec2; 4], s: f64) -> [DVec2; 3] {
    let [a, b, c, d] = *points;
    let r = 1.0 - s;
    [
        r * r * r * a + 3.0 * r * r * s * b + 3.0 * r * s * s * c + s * s * s * d,
        3.0 * (r * r * (b - a) + 2.0 * r * s * (c - b) + s * s * (d - c)),
        6.0 * (r * (c - 2.0 * b + a) + s * (d - 2.0 * c + b)),
    ]
}

/// Signed distance of a point from a cubic Bézier curve whose nearest point has the parameter s.
pub fn distance_at(points: &[DVec2; 4], p: DVec2, s: f64) -> CurveValue {
    let [on, first, second] = bezier(points, s);
    let length = first.length();
    if length < 1e-12 {
        // The curve stands still: a circle of radius 0 about the point.
        let out = p - on;
        let gradient = if out.length() > 1e-12 { out / out.length() } else { DVec2::Y };
        return CurveValue { value: out.length(), gradient, bend: 0.0, along: perp(gradient) };
    }
    let (t, n) = (first / length, perp(first / length));
    let value = n.dot(p - on);
    let beyond = (s == 0.0 && t.dot(p - on) < 0.0) || (s == 1.0 && t.dot(p - on) > 0.0);
    let curvature = if beyond { 0.0 } else { cross(first, second) / (length * length * length) };
    let room = 1.0 - curvature * value;
    // At the centre of curvature every direction is as near; the bend is bounded there.
    let room = if room.abs() < 1e-3 { 1e-3 } else { room };
    CurveValue { value, gradient: n, bend: -curvature / room, along: t }
}

/// Parameter of the curve's nearest point: `(B(s) − p) · B'(s) = 0`, or an end.
pub fn nearest(points: &[DVec2; 4], p: DVec2) -> f64 {
    let far = |s: f64| (bezier(points, s)[0] - p).length_squared();
    let (mut s, mut least) = (0.0, far(0.0));
    for k in 1..=PIECES {
        let at = f64::from(k) / f64::from(PIECES);
        if far(at) < least {
            (s, least) = (at, far(at));
        }
    }
    refined(p, s, |s| {
        let [position, first, second] = bezier(points, s);
        CurvePoint { position, first, second }
    })
}

/// Length of a cubic Bézier curve between two of its parameters, metres: Gauss and Legendre's rule of five points on
/// four pieces, exact to 1e-6 of the length where the curve does not stop within a piece.
pub fn arc_length(points: &[DVec2; 4], [from, to]: [f64; 2]) -> f64 {
    const PARTS: u32 = 4;
    const NODES: [(f64, f64); 5] = [
        (-0.906_179_845_938_664, 0.236_926_885_056_189),
        (-0.538_469_310_105_683, 0.478_628_670_499_366),
        (0.0, 0.568_888_888_888_889),
        (0.538_469_310_105_683, 0.478_628_670_499_366),
        (0.906_179_845_938_664, 0.236_926_885_056_189),
    ];
    let half = 0.5 * (to - from) / f64::from(PARTS);
    let part = |k: u32| {
        let middle = from + half * f64::from(2 * k + 1);
        NODES.map(|(x, weight)| weight * half * bezier(points, middle + half * x)[1].length()).iter().sum::<f64>()
    };
    (0..PARTS).map(part).sum()
}
