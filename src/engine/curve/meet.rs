//! Where two Bézier curves of any degree meet.
//!
//! Up to degree 3 one of them is turned into an equation and the other put into it ([`super::crossing`]): all crossings
//! at once, with their multiplicities. Above, both are halved: a curve lies in the box of its control points, so halves
//! whose boxes are apart do not meet; what is left when the boxes are small is refined by Newton's steps on
//! `A(t) − B(u) = 0`. That finds crossings without an equation, but a touch not surely.

use super::DVec2;
use super::bezier::Bezier;
use super::crossing::{CrossingStep, crossings_watched};
use super::implicit::{Implicit, MOST_ELIMINATED};
use crate::engine::probe::{NoProbe, Probe};

/// A common point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveMeeting {
    /// Parameter on the first.
    pub t: f64,
    /// Parameter on the second.
    pub u: f64,
    /// Where.
    pub point: DVec2,
    /// 2 where they touch, as far as can be told.
    pub multiplicity: u32,
}

/// Points nearer than this part of the curves' size are one.
const SAME: f64 = 1e-6;
/// Halvings of each curve until Newton takes over: boxes of 1/64 of the curve.
const HALVINGS: u32 = 6;
/// Pairs of halves that are looked at; curves that lie on each other have endless ones.
const MOST_PAIRS: usize = 20_000;

/// All common points with both parameters within 0..=1, by rising t. Curves that lie on each other have none to name.
pub fn meet(a: &Bezier, b: &Bezier) -> Vec<CurveMeeting> {
    meet_watched(a, b, &mut NoProbe)
}

/// The same, the steps of the equation and its roots handed to the probe; halving has none.
pub fn meet_watched(a: &Bezier, b: &Bezier, probe: &mut impl Probe<CrossingStep>) -> Vec<CurveMeeting> {
    let size = extent(a) + extent(b);
    let mut found = if b.degree() <= MOST_ELIMINATED {
        by_equation(a, b, size, probe)
    } else if a.degree() <= MOST_ELIMINATED {
        by_equation(b, a, size, probe).map(|all| all.into_iter().map(|m| CurveMeeting { t: m.u, u: m.t, ..m }).collect())
    } else {
        None
    }
    .unwrap_or_else(|| by_halving(a, b, size));
    found.sort_by(|x, y| x.t.total_cmp(&y.t));
    found
}

fn extent(curve: &Bezier) -> f64 {
    let (low, high) = hull(curve);
    (high - low).length()
}

fn hull(curve: &Bezier) -> (DVec2, DVec2) {
    let start = curve.point(0.0);
    curve.control_points().fold((start, start), |(low, high), p| (low.min(p), high.max(p)))
}

/// `b` as an equation about its first point, `a` put into it; then the parameter of each root on `b`.
fn by_equation(a: &Bezier, b: &Bezier, size: f64, probe: &mut impl Probe<CrossingStep>) -> Option<Vec<CurveMeeting>> {
    let origin = b.point(0.0);
    let (a_there, b_there) = (a.moved(-origin), b.moved(-origin));
    let found = crossings_watched(&Implicit::of_curve(&b_there.power_form())?, &a_there.power_form(), probe);
    let within = |t: f64| (-SAME..=1.0 + SAME).contains(&t).then(|| t.clamp(0.0, 1.0));
    let meeting = |root: &crate::engine::polynomial::Root| {
        let t = within(root.value)?;
        let u = b.nearest(a.point(t));
        let (t, u) = refined(a, b, t, u).filter(|(t, _)| (t - root.value).abs() < 1e-3).unwrap_or((t, u));
        let point = a.point(t);
        ((point - b.point(u)).length() <= SAME * size).then_some(CurveMeeting { t, u, point, multiplicity: root.multiplicity })
    };
    Some(found.roots.iter().filter_map(meeting).collect())
}

/// Newton's steps on `A(t) − B(u) = 0` from a guess, kept within 0..=1; `None` where the two run in one direction.
fn refined(a: &Bezier, b: &Bezier, mut t: f64, mut u: f64) -> Option<(f64, f64)> {
    for _ in 0..20 {
        let (on_a, on_b) = (a.at(t), b.at(u));
        let (gap, turn) = (on_b.position - on_a.position, on_a.first.perp_dot(on_b.first));
        if turn.abs() < 1e-9 * on_a.first.length() * on_b.first.length() {
            return None;
        }
        let (step_t, step_u) = (gap.perp_dot(on_b.first) / turn, gap.perp_dot(on_a.first) / turn);
        let next = ((t + step_t).clamp(0.0, 1.0), (u + step_u).clamp(0.0, 1.0));
        if next == (t, u) {
            break;
        }
        (t, u) = next;
    }
    Some((t, u))
}

/// A part of a curve: the part itself, and the parameters it goes between.
#[derive(Clone, Copy)]
struct Part {
    curve: Bezier,
    from: f64,
    to: f64,
}

impl Part {
    fn halves(&self) -> [Part; 2] {
        let ([before, after], middle) = (self.curve.split(0.5), 0.5 * (self.from + self.to));
        [Part { curve: before, from: self.from, to: middle }, Part { curve: after, from: middle, to: self.to }]
    }
}

fn by_halving(a: &Bezier, b: &Bezier, size: f64) -> Vec<CurveMeeting> {
    let whole = |curve: &Bezier| Part { curve: *curve, from: 0.0, to: 1.0 };
    let mut pairs = vec![(whole(a), whole(b))];
    for _ in 0..HALVINGS {
        let mut next = Vec::new();
        for (of_a, of_b) in &pairs {
            for half_a in of_a.halves() {
                for half_b in of_b.halves() {
                    let ((low_a, high_a), (low_b, high_b)) = (hull(&half_a.curve), hull(&half_b.curve));
                    if low_a.cmple(high_b).all() && low_b.cmple(high_a).all() {
                        next.push((half_a, half_b));
                    }
                }
            }
        }
        if next.len() > MOST_PAIRS {
            return Vec::new();
        }
        pairs = next;
    }
    let mut found: Vec<CurveMeeting> = Vec::new();
    for (of_a, of_b) in &pairs {
        let Some((t, u)) = refined(a, b, 0.5 * (of_a.from + of_a.to), 0.5 * (of_b.from + of_b.to)) else { continue };
        let point = a.point(t);
        let is_new = || found.iter().all(|other| (other.point - point).length() > SAME * size || (other.t - t).abs() > 1e-3);
        if (point - b.point(u)).length() <= 1e-9 * size && is_new() {
            found.push(CurveMeeting { t, u, point, multiplicity: 1 });
        }
    }
    found
}
