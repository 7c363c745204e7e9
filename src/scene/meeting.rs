//! Where two pieces meet.
//!
//! A straight piece or a circle is an equation; the other is put into it ([`crate::engine::curve::crossing`]). Two
//! Bézier curves: [`crate::engine::curve::meet`]. The origin is moved to the equation's own middle first, so that far
//! from the world's origin no digits are lost. What is a touch, and what lies on each other: [`super::touch`].

use super::piece::{How, Met, Piece};
use super::touch::{settled, tolerance};
use crate::engine::curve::DVec2;
use crate::engine::curve::crossing::{CrossingStep, crossings_watched, point_at_infinity};
use crate::engine::curve::meet_watched as curves_meet;
use crate::engine::probe::{NoProbe, Probe};

/// A Bézier curve's parameter may be off its bounds by so much.
const SLACK: f64 = 1e-9;

/// All common points of two pieces, and the parts where they lie on each other.
pub(super) fn meet(a: &Piece, b: &Piece) -> Vec<Met> {
    meet_watched(a, b, &mut NoProbe)
}

/// The same, each step handed to the probe.
pub(super) fn meet_watched(a: &Piece, b: &Piece, probe: &mut impl Probe<CrossingStep>) -> Vec<Met> {
    settled(a, b, crossed(a, b, probe))
}

/// The roots that lie on both.
fn crossed(a: &Piece, b: &Piece, probe: &mut impl Probe<CrossingStep>) -> Vec<Met> {
    if let (Piece::Bezier(a), Piece::Bezier(b)) = (a, b) {
        let met = curves_meet(a, b, probe).into_iter();
        return met.map(|m| Met { t: m.t, point: m.point, how: How::of_root(m.multiplicity) }).collect();
    }
    let (equation, put_in) = if matches!(b, Piece::Bezier(_)) { (a, b) } else { (b, a) };
    let Some((origin, implicit)) = equation.equation() else { return Vec::new() };
    let form = put_in.moved(-origin).power_form();
    let found = crossings_watched(&implicit, &form, probe);
    let mut met = Vec::new();
    let mut add = |point: DVec2, own: f64, multiplicity: u32| {
        let slack = tolerance(a, b, point);
        let t_in = if matches!(put_in, Piece::Bezier(_)) {
            (-SLACK..=1.0 + SLACK).contains(&own).then_some(own)
        } else {
            put_in.parameter(point, slack)
        };
        if let (Some(t_in), Some(t_equation)) = (t_in, equation.parameter(point, slack)) {
            met.push(Met { t: if std::ptr::eq(put_in, a) { t_in } else { t_equation }, point, how: How::of_root(multiplicity) });
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
