//! Where two edges cross: lines and arcs.

use super::cross;
use super::outline::{Edge, Form};
use glam::DVec2;
use std::f64::consts::TAU;

/// Where two edges cross, at most twice.
pub(super) fn crossings(a: &Edge, b: &Edge) -> [Option<DVec2>; 2] {
    match (a.form, b.form) {
        (Form::Line, Form::Line) => [line_line(a, b), None],
        (Form::Line, Form::Arc { .. }) => line_arc(a, b),
        (Form::Arc { .. }, Form::Line) => line_arc(b, a),
        (Form::Arc { .. }, Form::Arc { .. }) => arc_arc(a, b),
    }
}

fn line_line(a: &Edge, b: &Edge) -> Option<DVec2> {
    let (along_a, along_b, apart) = (a.to - a.from, b.to - b.from, b.from - a.from);
    let turn = cross(along_a, along_b);
    // a.from + t·u = b.from + s·v; crossed with v and with u.
    let (t, s) = (cross(apart, along_b) / turn, cross(apart, along_a) / turn);
    let is_inside = |x: f64| (0.0..=1.0).contains(&x);
    (is_inside(t) && is_inside(s)).then(|| a.from + along_a * t)
}

fn line_arc(line: &Edge, arc: &Edge) -> [Option<DVec2>; 2] {
    let Form::Arc { center, radius, .. } = arc.form else { return [None; 2] };
    let (along, away) = (line.to - line.from, line.from - center);
    let length_sq = along.length_squared();
    // |away + t·along|² = r².
    let half = away.dot(along) / length_sq;
    let rest = half * half - (away.length_squared() - radius * radius) / length_sq;
    if rest.is_nan() || rest < 0.0 {
        return [None; 2];
    }
    [-half - rest.sqrt(), -half + rest.sqrt()].map(|t| {
        let place = line.from + along * t;
        ((0.0..=1.0).contains(&t) && is_on(arc, place)).then_some(place)
    })
}

fn arc_arc(a: &Edge, b: &Edge) -> [Option<DVec2>; 2] {
    let (Form::Arc { center: ca, radius: ra, .. }, Form::Arc { center: cb, radius: rb, .. }) = (a.form, b.form) else { return [None; 2] };
    let between = cb - ca;
    let distance_sq = between.length_squared();
    // Along the line of centres the common chord lies at (d² + ra² − rb²) / 2d from the first.
    let share = 0.5 * (distance_sq + ra * ra - rb * rb) / distance_sq;
    let rest = ra * ra / distance_sq - share * share;
    if rest.is_nan() || rest < 0.0 {
        return [None; 2];
    }
    [rest.sqrt(), -rest.sqrt()].map(|up| {
        let place = ca + between * share + between.perp() * up;
        (is_on(a, place) && is_on(b, place)).then_some(place)
    })
}

/// Whether a place on the circle of an arc lies on the arc.
fn is_on(arc: &Edge, place: DVec2) -> bool {
    let Form::Arc { center, start, turn, .. } = arc.form else { return false };
    let away = place - center;
    (libm::atan2(away.y, away.x) - start).rem_euclid(TAU) <= turn
}
