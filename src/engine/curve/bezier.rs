//! Bézier curves of any degree.
//!
//! **Idea.** A curve of degree n has n + 1 control points. de Casteljau's algorithm (Paul de Casteljau, 1959) finds the
//! point at t by mixing neighbours, `(1 − t) a + t b`, row after row, until one point is left:
//!
//! ```text
//!   row 0:   P0      P1      P2      P3        t = 1/2:  P1 ──── m ──── P2
//!   row 1:      Q0      Q1      Q2                      ╱    R0 • R1     ╲
//!   row 2:          R0      R1                        Q0 ⋅´   S   `⋅ Q2
//!   row 3:              S  = the point               ╱                 ╲
//!                                                   P0                  P3
//! ```
//!
//! Only means are formed, so no digits cancel while 0 ≤ t ≤ 1, and the curve lies within the hull of its points. The
//! rows also hold the derivatives, `B' = n (R1 − R0)` and `B'' = n (n − 1) (Q2 − 2 Q1 + Q0)` of the last rows but one
//! and two, and the two halves of the curve: the first and the last point of each row are the control points of the
//! part before t and after t.
//!
//! **Rational curves.** Each point P has a weight w, and the algorithm runs on (w P, w); the point is (X/W, Y/W). With
//! weights 1, √½, 1 a parabola's points make a quarter of a circle. By the quotient rule `C' = (A' − C W') / W` and
//! `C'' = (A'' − 2 C' W' − C W'') / W` for `C = A / W`.
//!
//! **Why not powers of t?** [`super::power`] is what equations need, but it cancels: at degree 11 up to 7 of 16 digits.

use super::power::PowerForm;
use crate::engine::probe::{NoProbe, Probe, ran};
use glam::{DVec2, DVec3};
use std::fmt;

/// Most control points of a curve.
pub const MOST_POINTS: usize = 12;
/// Weights lie between these; a weight of 0 would put its point at infinity.
pub const LEAST_WEIGHT: f64 = 1e-3;
/// See [`LEAST_WEIGHT`].
pub const MOST_WEIGHT: f64 = 1e3;
/// Samples of a search for the nearest point, for each degree.
const SAMPLES_PER_DEGREE: usize = 16;
/// Newton steps that refine a nearest point; 3 are usual.
const REFINEMENTS: u32 = 12;

/// A Bézier curve, `0 ≤ t ≤ 1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bezier {
    /// (w x, w y, w) of each point; beyond `count` zero.
    points: [DVec3; MOST_POINTS],
    count: usize,
}

/// Why some points are no curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BezierError {
    /// So many points: fewer than 2 or more than [`MOST_POINTS`].
    PointCount(usize),
    /// Another count of weights than of points.
    WeightCount(usize),
    /// A weight that is not within [`LEAST_WEIGHT`] and [`MOST_WEIGHT`]: its place and value.
    Weight(usize, f64),
    /// A coordinate that is not finite: the point's place.
    NotFinite(usize),
}

impl fmt::Display for BezierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BezierError::PointCount(count) => write!(f, "a Bézier curve has 2 to {MOST_POINTS} points, not {count}"),
            BezierError::WeightCount(count) => write!(f, "one weight for each point is needed, there are {count}"),
            BezierError::Weight(at, w) => write!(f, "weight {at} must be {LEAST_WEIGHT} to {MOST_WEIGHT}, is {w}"),
            BezierError::NotFinite(at) => write!(f, "point {at} is not finite"),
        }
    }
}

/// A place on a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// Where it is.
    pub position: DVec2,
    /// First derivative by t.
    pub first: DVec2,
    /// Second derivative by t.
    pub second: DVec2,
}

impl CurvePoint {
    /// Curvature, 1/m: positive where the curve bends to its left. `None` where it stands still.
    pub fn curvature(&self) -> Option<f64> {
        let speed = self.first.length();
        (speed > 1e-12).then(|| self.first.perp_dot(self.second) / (speed * speed * speed))
    }
}

/// A row of de Casteljau's triangle, as (w x, w y, w).
#[derive(Clone, Debug, PartialEq)]
pub struct CasteljauRow {
    /// 0 for the control points; the last row holds one point.
    pub row: usize,
    /// Its points.
    pub points: Vec<DVec3>,
}

/// The last three rows, which hold the point and its derivatives.
struct Tip {
    last: DVec3,
    two: [DVec3; 2],
    three: [DVec3; 3],
}

impl Bezier {
    /// A curve through its first and last point, pulled to those between.
    pub fn try_new(points: &[DVec2]) -> Result<Bezier, BezierError> {
        Bezier::try_rational(points, &[1.0; MOST_POINTS][..points.len().min(MOST_POINTS)])
    }

    /// The same with a weight for each point.
    pub fn try_rational(points: &[DVec2], weights: &[f64]) -> Result<Bezier, BezierError> {
        if !(2..=MOST_POINTS).contains(&points.len()) {
            return Err(BezierError::PointCount(points.len()));
        }
        if weights.len() != points.len() {
            return Err(BezierError::WeightCount(weights.len()));
        }
        let mut curve = Bezier { points: [DVec3::ZERO; MOST_POINTS], count: points.len() };
        for (at, (point, &weight)) in points.iter().zip(weights).enumerate() {
            if !point.is_finite() {
                return Err(BezierError::NotFinite(at));
            }
            if !(LEAST_WEIGHT..=MOST_WEIGHT).contains(&weight) {
                return Err(BezierError::Weight(at, weight));
            }
            curve.points[at] = (*point * weight).extend(weight);
        }
        Ok(curve)
    }

    /// n: one less than the points.
    pub fn degree(&self) -> usize {
        self.count - 1
    }

    /// True when all weights are equal: then W does not depend on t.
    pub fn is_polynomial(&self) -> bool {
        self.homogeneous().iter().all(|point| point.z == self.points[0].z)
    }

    /// The control points as (w x, w y, w).
    pub fn homogeneous(&self) -> &[DVec3] {
        &self.points[..self.count]
    }

    /// The control points.
    pub fn control_points(&self) -> impl Iterator<Item = DVec2> + '_ {
        self.homogeneous().iter().map(|point| point.truncate() / point.z)
    }

    /// The point at t.
    pub fn point(&self, t: f64) -> DVec2 {
        let tip = self.tip(t, &mut NoProbe);
        tip.last.truncate() / tip.last.z
    }

    /// The point at t, each row of de Casteljau's triangle handed to the probe.
    pub fn point_watched(&self, t: f64, probe: &mut impl Probe<CasteljauRow>) -> DVec2 {
        let tip = self.tip(t, probe);
        tip.last.truncate() / tip.last.z
    }

    /// The point at t with its derivatives.
    pub fn at(&self, t: f64) -> CurvePoint {
        let tip = self.tip(t, &mut NoProbe);
        let n = self.degree() as f64;
        let first = n * (tip.two[1] - tip.two[0]);
        let second = n * (n - 1.0) * (tip.three[2] - 2.0 * tip.three[1] + tip.three[0]);
        let position = tip.last.truncate() / tip.last.z;
        let velocity = (first.truncate() - position * first.z) / tip.last.z;
        let bend = (second.truncate() - 2.0 * velocity * first.z - position * second.z) / tip.last.z;
        CurvePoint { position, first: velocity, second: bend }
    }

    fn tip(&self, t: f64, probe: &mut impl Probe<CasteljauRow>) -> Tip {
        ran!();
        let mut row = self.points;
        let degree = self.degree();
        let mut tip = Tip { last: row[0], two: [row[0], row[1]], three: [row[0], row[1], row[2]] };
        if degree < 2 {
            tip.three = [DVec3::ZERO; 3]; // a line has no second derivative
        }
        probe.record(|| CasteljauRow { row: 0, points: self.homogeneous().to_vec() });
        for level in 1..=degree {
            let left = degree - level + 1;
            for k in 0..left {
                row[k] = (1.0 - t) * row[k] + t * row[k + 1]; // [curves.casteljau]
            }
            match left {
                3 => tip.three = [row[0], row[1], row[2]],
                2 => tip.two = [row[0], row[1]],
                _ => {}
            }
            probe.record(|| CasteljauRow { row: level, points: row[..left].to_vec() });
        }
        tip.last = row[0]; // [curves.point]
        tip
    }

    /// The parts before and after t, each a curve over 0 to 1.
    pub fn split(&self, t: f64) -> [Bezier; 2] {
        let (mut row, mut before, mut after) = (self.points, *self, *self);
        for level in 1..self.count {
            let left = self.count - level;
            for k in 0..left {
                row[k] = (1.0 - t) * row[k] + t * row[k + 1];
            }
            before.points[level] = row[0];
            after.points[left - 1] = row[left - 1];
        }
        [before, after]
    }

    /// The same curve elsewhere.
    pub fn moved(&self, by: DVec2) -> Bezier {
        let mut moved = *self;
        for point in &mut moved.points[..self.count] {
            *point += (by * point.z).extend(0.0);
        }
        moved
    }

    /// The same curve with one control point more.
    pub fn raised(&self) -> Option<Bezier> {
        (self.count < MOST_POINTS).then(|| {
            let mut higher = Bezier { points: [DVec3::ZERO; MOST_POINTS], count: self.count + 1 };
            let n = self.count as f64;
            for k in 0..=self.count {
                let share = k as f64 / n;
                let before = if k > 0 { self.points[k - 1] } else { DVec3::ZERO };
                higher.points[k] = share * before + (1.0 - share) * self.points.get(k).copied().unwrap_or(DVec3::ZERO);
            }
            higher
        })
    }

    /// The parameter in 0..=1 of the point nearest to p: the curve is sampled, and every sample that is nearer than its
    /// neighbours is refined. The distance turns at most 2n − 1 times (3n − 2 for a rational curve), so samples that
    /// many times as dense part the turns; a polynomial for all of them would lose its digits at degree 31.
    pub fn nearest(&self, p: DVec2) -> f64 {
        let far = |t: f64| (self.point(t) - p).length_squared();
        let pieces = SAMPLES_PER_DEGREE * self.degree();
        let sampled: Vec<f64> = (0..=pieces).map(|k| far(k as f64 / pieces as f64)).collect();
        let mut best = if sampled[pieces] < sampled[0] { 1.0 } else { 0.0 };
        for k in 0..=pieces {
            let is_nearer = |other: Option<&f64>| other.is_none_or(|other| sampled[k] <= *other);
            if is_nearer(sampled.get(k + 1)) && is_nearer(k.checked_sub(1).and_then(|k| sampled.get(k))) {
                let t = self.nearest_from(p, k as f64 / pieces as f64);
                if far(t) < far(best) {
                    best = t;
                }
            }
        }
        best
    }

    /// The parameter in 0..=1 of a point near to p, by Newton's steps from a guess: for a p that moves little.
    pub fn nearest_from(&self, p: DVec2, guess: f64) -> f64 {
        refined(p, guess.clamp(0.0, 1.0), |t| self.at(t))
    }

    /// X(t), Y(t) and W(t) in powers of t.
    pub fn power_form(&self) -> PowerForm {
        PowerForm::of_bezier(self.homogeneous())
    }

    /// Length of the part from 0 to t, metres: Gauss and Legendre's rule of five points on 16 pieces, exact where the
    /// speed is a polynomial of degree 9 on each.
    pub fn length(&self, t: f64) -> f64 {
        const NODES: [(f64, f64); 5] = [
            (0.0, 0.568_888_888_888_888_9),
            (0.538_469_310_105_683_1, 0.478_628_670_499_366_5),
            (-0.538_469_310_105_683_1, 0.478_628_670_499_366_5),
            (0.906_179_845_938_664, 0.236_926_885_056_189_08),
            (-0.906_179_845_938_664, 0.236_926_885_056_189_08),
        ];
        let half = t / 32.0;
        let piece = |k: u32| NODES.map(|(x, w)| w * self.at(half * (f64::from(2 * k + 1) + x)).first.length()).iter().sum::<f64>();
        half * (0..16).map(piece).sum::<f64>()
    }
}

/// The parameter in 0..=1 at which a curve is nearest to p, from a guess near to it: `(C(t) − p) · C'(t) = 0` by
/// Newton's steps, or an end.
pub fn refined(p: DVec2, guess: f64, curve: impl Fn(f64) -> CurvePoint) -> f64 {
    let mut t = guess;
    for _ in 0..REFINEMENTS {
        let at = curve(t);
        let speed_sq = at.first.length_squared();
        let slope = speed_sq + (at.position - p).dot(at.second);
        // Where the distance bends down, the nearest point lies elsewhere: a step as on a straight line.
        let slope = if slope > 0.0 { slope } else { speed_sq };
        if slope <= 0.0 {
            break;
        }
        let next = (t - (at.position - p).dot(at.first) / slope).clamp(0.0, 1.0);
        if next == t {
            break;
        }
        t = next;
    }
    t
}
