//! Tangents and common parts of two pieces, as far as single precision can tell them.
//!
//! **Why a tolerance.** Places, radii and poses are single precision: each coordinate is off what its author wrote by
//! up to half a unit in the last place, 2⁻²⁴ of itself. Two circles of radii 0.1 and 0.2 at a distance of 0.3 overlap
//! or stay apart by 1e-8 m. In double precision the roots of such a pair are two near ones or none, never a double one.
//! So curves touch when the gap at their closest approach, either sign, is no more than rounding makes of a tangent:
//!
//! ```text
//!      gap ≤ 2 · 2⁻²³ · (size of the numbers of A + size of those of B)
//! ```
//!
//! A place (x, y) moves by up to √½ · 2⁻²³ of its larger coordinate, a radius by half of 2⁻²³ of itself; the 2 leaves
//! room for the pose that places a curve on its body. Beyond its two points a line moves as the lever there is longer.
//! Crossings that are really apart lie deeper: at 1 m from the origin the tolerance is about half a micrometre.
//!
//! **Signs.** Along a Bézier curve the signed gap to the other curve has an extremum at a closest approach. An odd
//! number of them in a row within the tolerance touches, an even number crosses flat, as `y = x³` does the axis.
//!
//! **Common parts.** Curves that lie on each other begin and end to do so at an end of one of them; in between, samples
//! must lie on both.

use super::piece::{How, Met, Piece};
use crate::engine::curve::{Bezier, DVec2, Line};

/// Units in the last place of single precision: see the head.
const ROUNDINGS: f64 = 2.0;
/// Samples of the gap along a Bézier curve, for each degree.
const SAMPLES_PER_DEGREE: usize = 32;
/// Steps of the search for a closest approach: each takes a third off.
const SEARCH_STEPS: usize = 80;
/// Places of a common part that are looked at.
const PLACES: usize = 8;

/// Most that rounding makes of a gap between two pieces at a place, metres.
pub(super) fn tolerance(a: &Piece, b: &Piece, p: DVec2) -> f64 {
    ROUNDINGS * f64::from(f32::EPSILON) * (size_of(a, p) + size_of(b, p))
}

/// The size of a piece's numbers as they count at a place, metres.
fn size_of(piece: &Piece, p: DVec2) -> f64 {
    let size = |p: DVec2| p.abs().max_element();
    match *piece {
        Piece::Straight { a, b, .. } => {
            let t = (p - a).dot(b - a) / (b - a).length_squared();
            size(a).max(size(b)) * (t.abs() + (1.0 - t).abs())
        }
        Piece::Circle { center, radius, .. } => size(center) + radius,
        Piece::Bezier(ref curve) => curve.control_points().map(size).fold(0.0, f64::max),
    }
}

/// What two pieces have in common, given where they cross: near crossings that rounding cannot tell from a touch are
/// one, touches that rounding has parted are found, and common parts take the place of what lies on them.
pub(super) fn settled(a: &Piece, b: &Piece, crossed: Vec<Met>) -> Vec<Met> {
    let common = common_parts(a, b);
    if !common.is_empty() {
        let is_apart = |met: &Met| common.iter().all(|part| !lies_in(a, part, met.point));
        let is_curved = matches!((a, b), (Piece::Bezier(_), Piece::Bezier(_)));
        let apart = crossed.into_iter().filter(|met| is_curved && is_apart(met));
        let met = |part: &Part| Met { t: part.from, point: point_at(a, part.from), how: part.how(a) };
        return common.iter().map(met).chain(apart).collect();
    }
    let met = match (a, b) {
        (Piece::Bezier(curve), _) => along(curve, a, b, a, crossed),
        (_, Piece::Bezier(curve)) => along(curve, b, a, a, crossed),
        _ => match tangent(a, b) {
            Some(point) => touch(a, b, point).into_iter().collect(),
            None => crossed,
        },
    };
    if met.is_empty() { shared_end(a, b).into_iter().collect() } else { met }
}

/// Where one ends and the other begins in the same direction, as two segments of one line do: nothing crosses there.
fn shared_end(a: &Piece, b: &Piece) -> Option<Met> {
    let of_b = ends(b);
    let is_end_of_b = |p: DVec2| of_b.iter().any(|end| (*end - p).length() <= tolerance(a, b, p));
    let point = ends(a).into_iter().find(|p| is_end_of_b(*p))?;
    Some(Met { t: parameter(a, point, tolerance(a, b, point))?, point, how: How::Touches })
}

/// A touch, when the place lies within both.
fn touch(a: &Piece, b: &Piece, point: DVec2) -> Option<Met> {
    let slack = tolerance(a, b, point);
    b.parameter(point, slack)?;
    Some(Met { t: a.parameter(point, slack)?, point, how: How::Touches })
}

/// Where a line and a circle, or two circles, touch.
fn tangent(a: &Piece, b: &Piece) -> Option<DVec2> {
    let (point, gap) = match (*a, *b) {
        (Piece::Straight { a, b, .. }, Piece::Circle { center, radius, .. })
        | (Piece::Circle { center, radius, .. }, Piece::Straight { a, b, .. }) => {
            let foot = a + (center - a).dot(b - a) / (b - a).length_squared() * (b - a);
            (foot, (foot - center).length() - radius)
        }
        (Piece::Circle { center: p, radius: r, .. }, Piece::Circle { center: q, radius: s, .. }) => {
            let (way, apart) = ((q - p).normalize_or_zero(), (q - p).length());
            let (outside, inside) = (apart - r - s, apart - (r - s).abs());
            if outside.abs() < inside.abs() {
                (p + (r + 0.5 * outside) * way, outside)
            } else if r > s {
                (p + r * way, inside)
            } else {
                (q - s * way, inside)
            }
        }
        _ => return None,
    };
    (gap.abs() <= tolerance(a, b, point)).then_some(point)
}

/// Signed distance of a place from a piece without its ends; `None` beyond an end of a Bézier curve.
fn gap(piece: &Piece, p: DVec2) -> Option<f64> {
    match *piece {
        Piece::Straight { a, b, .. } => Some(Line::through(DVec2::ZERO, b - a).signed_distance(p - a)),
        Piece::Circle { center, radius, .. } => Some((p - center).length() - radius),
        Piece::Bezier(ref curve) => {
            let u = curve.nearest(p);
            let at = curve.at(u);
            let off = p - at.position;
            let is_within = 0.0 < u && u < 1.0 || off.length() == 0.0;
            is_within.then(|| if at.first.perp_dot(off) < 0.0 { -off.length() } else { off.length() })
        }
    }
}

/// A Bézier curve against another piece: touches are put in, and take the crossings about them away.
fn along(curve: &Bezier, own: &Piece, other: &Piece, first: &Piece, mut met: Vec<Met>) -> Vec<Met> {
    let (Some(region), Some(others)) = (own.region(), other.region()) else { return met };
    if !region.grown(tolerance(own, other, DVec2::ZERO) as f32).overlaps(others) {
        return met;
    }
    let is_near = |t: f64| {
        let p = curve.point(t);
        gap(other, p).is_some_and(|gap| gap.abs() <= tolerance(own, other, p))
    };
    let is_near_between = |a: f64, b: f64| (1..PLACES).all(|k| is_near(a + (b - a) * k as f64 / PLACES as f64));
    let mut groups: Vec<Vec<f64>> = Vec::new();
    for t in extrema(curve, other).into_iter().filter(|&t| is_near(t)) {
        match groups.last_mut() {
            Some(group) if group.last().is_some_and(|&last| is_near_between(last, t)) => group.push(t),
            _ => groups.push(vec![t]),
        }
    }
    for group in groups {
        let t = group.iter().sum::<f64>() / group.len() as f64;
        let point = curve.point(t);
        let slack = tolerance(own, other, point);
        let Some(on_other) = parameter(other, point, slack) else { continue };
        met.retain(|met| !is_near_between(t, curve.nearest(met.point)));
        let how = if group.len() % 2 == 1 { How::Touches } else { How::Crosses };
        met.push(Met { t: if std::ptr::eq(own, first) { t } else { on_other }, point, how });
    }
    met.sort_by(|x, y| x.t.total_cmp(&y.t));
    met
}

fn parameter(piece: &Piece, p: DVec2, slack: f64) -> Option<f64> {
    if let Piece::Bezier(curve) = piece { Some(curve.nearest(p)) } else { piece.parameter(p, slack) }
}

/// Where the signed gap along a curve is largest or smallest, inside, rising.
fn extrema(curve: &Bezier, other: &Piece) -> Vec<f64> {
    let count = SAMPLES_PER_DEGREE * curve.degree();
    let at = |k: usize| k as f64 / count as f64;
    let gaps: Vec<Option<f64>> = (0..=count).map(|k| gap(other, curve.point(at(k)))).collect();
    let mut found = Vec::new();
    for k in 1..count {
        let [Some(before), Some(here), Some(after)] = [gaps[k - 1], gaps[k], gaps[k + 1]] else { continue };
        let side = match (here - before, here - after) {
            (x, y) if x >= 0.0 && y > 0.0 => -1.0,
            (x, y) if x <= 0.0 && y < 0.0 => 1.0,
            _ => continue,
        };
        let (mut low, mut high) = (at(k - 1), at(k + 1));
        for _ in 0..SEARCH_STEPS {
            let [left, right] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
            let [Some(l), Some(r)] = [left, right].map(|t| gap(other, curve.point(t))) else { break };
            if side * l < side * r { high = right } else { low = left }
        }
        found.push(0.5 * (low + high));
    }
    found
}

/// A part that both pieces have, by parameters of the first; `is_all` of a closed or endless one without ends.
struct Part {
    from: f64,
    to: f64,
    is_all: bool,
}

impl Part {
    fn how(&self, a: &Piece) -> How {
        if self.is_all { How::Coincides } else { How::Overlaps(point_at(a, self.to)) }
    }
}

fn lies_in(a: &Piece, part: &Part, p: DVec2) -> bool {
    let off = 1e-3;
    parameter(a, p, f64::INFINITY).is_some_and(|t| part.is_all || (part.from - off..=part.to + off).contains(&t))
}

fn point_at(piece: &Piece, t: f64) -> DVec2 {
    match *piece {
        Piece::Straight { a, b, .. } => a + t * (b - a),
        Piece::Circle { center, radius, .. } => {
            let (sin, cos) = libm::sincos(t * std::f64::consts::TAU);
            center + radius * DVec2::new(cos, sin)
        }
        Piece::Bezier(ref curve) => curve.point(t),
    }
}

/// The ends that a piece has.
fn ends(piece: &Piece) -> Vec<DVec2> {
    match *piece {
        Piece::Straight { from, to, .. } => [from, to].into_iter().filter(|t| t.is_finite()).map(|t| point_at(piece, t)).collect(),
        Piece::Circle { center, radius, arc } => arc.into_iter().flatten().map(|end| center + radius * end).collect(),
        Piece::Bezier(ref curve) => vec![curve.point(0.0), curve.point(1.0)],
    }
}

/// How far a place is from a piece with its ends.
fn distance(piece: &Piece, p: DVec2) -> f64 {
    let own = match *piece {
        Piece::Bezier(ref curve) => Some((curve.point(curve.nearest(p)) - p).length()),
        _ => piece.parameter(p, 0.0).and_then(|_| gap(piece, p)).map(f64::abs),
    };
    own.unwrap_or_else(|| ends(piece).iter().map(|end| (*end - p).length()).fold(f64::INFINITY, f64::min))
}

/// The parts that two pieces have in common, by parameters of the first.
fn common_parts(a: &Piece, b: &Piece) -> Vec<Part> {
    let may = match (a, b) {
        (Piece::Straight { .. }, Piece::Straight { .. }) => true,
        (Piece::Circle { center: p, radius: r, .. }, Piece::Circle { center: q, radius: s, .. }) => {
            (*p - *q).length() + (r - s).abs() <= tolerance(a, b, *p)
        }
        (Piece::Bezier(_), _) | (_, Piece::Bezier(_)) => a.region().zip(b.region()).is_some_and(|(a, b)| a.overlaps(b)),
        _ => false,
    };
    if !may {
        return Vec::new();
    }
    let is_on_both = |p: DVec2| {
        let most = tolerance(a, b, p);
        distance(a, p) <= most && distance(b, p) <= most
    };
    let (of_a, of_b) = (ends(a), ends(b));
    let is_round = matches!(a, Piece::Circle { .. });
    if of_a.is_empty() && of_b.is_empty() {
        let places = if is_round { (0..PLACES).map(|k| k as f64 / PLACES as f64).collect() } else { vec![0.0, 1.0] };
        let is_all =
            places.iter().all(|&t| is_on_both(point_at(a, t))) && (is_round || [0.0, 1.0].iter().all(|&t| is_on_both(point_at(b, t))));
        return if is_all { vec![Part { from: 0.0, to: 1.0, is_all }] } else { Vec::new() };
    }
    let candidates = of_a.iter().chain(&of_b).filter(|p| is_on_both(**p));
    let mut at: Vec<f64> = candidates.filter_map(|&p| parameter(a, p, tolerance(a, b, p))).collect();
    at.sort_by(f64::total_cmp);
    if let (true, Some(&first)) = (is_round && at.len() > 1, at.first()) {
        at.push(first + 1.0);
    }
    let mut parts: Vec<Part> = Vec::new();
    for two in at.windows(2) {
        let place = |k: usize| point_at(a, two[0] + (two[1] - two[0]) * k as f64 / PLACES as f64);
        let reach = (1..=PLACES).map(|k| (place(k) - place(0)).length()).fold(0.0, f64::max);
        if reach <= 4.0 * tolerance(a, b, place(0)) || !(1..PLACES).all(|k| is_on_both(place(k))) {
            continue;
        }
        match parts.last_mut() {
            Some(last) if last.to == two[0] => last.to = two[1],
            _ => parts.push(Part { from: two[0], to: two[1], is_all: false }),
        }
    }
    parts
}
