//! The kinds of constraints and their rows.
//!
//! With d = p_b − p_a from A's point to B's:
//!
//! | kind | C | beside the points' own γ |
//! |---|---|---|
//! | ground | place of a point (2), angle | |
//! | revolute | d (2) | |
//! | weld | d (2), angle | |
//! | slide | n · d, n ⟂ the axis, fixed in A | `2 ṅ·ḋ + n̈·d`, with `ṅ = ω_a perp(n)`, `n̈ = −ω_a² n` |
//! | prismatic | slide, angle | |
//! | stop | n · d − bound, n along the axis; or angle − bound | as for the slide |
//! | gear | ρ_a θ_a + ρ_b θ_b + ρ_φ φ − rest, φ the angle of d | `−2 ρ_φ (d·ḋ)(d × ḋ) / (d·d)²` |
//! | distance | (d·d − L²) / 2L | `ḋ·ḋ / L` |
//! | on a curve | f(u), see [`super::curve`], u = d in A's turning frame | as for the slide with n = ∇f, and f'' |
//! | crank | angle − φ(t) | −φ̈ |
//! | moving anchor | p − path(t) (2) | − second derivative of the path |
//!
//! A distance is held by its square, so that nothing is divided by it: for anchors that meet, its row vanishes and is
//! dropped as redundant. On the constraint `∂C/∂p_b = d/L` is a unit vector, so λ is the force along the rod.

use super::curve::Curve;
use super::drive::Drive;
use super::row::{Party, Point, Row};
use super::state::{DVec2, State, cross, perp, turned, wrapped};
use crate::engine::probe::ran;
use crate::engine::tuning;

/// Rods shorter than this hold their points together instead, metres: their direction would be rounding.
pub const SHORTEST_ROD: f64 = 1e-6;
/// [`tuning::COAXIAL`].
const COAXIAL: f64 = tuning::COAXIAL as f64;

/// What holds bodies together. Points are given from the centre of mass in the body's axes, of the world in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constraint {
    /// A body's point and angle stay where they are.
    Ground {
        /// Whose.
        body: Party,
        /// Its point.
        point: DVec2,
        /// Where that is, world, metres.
        place: DVec2,
        /// Angle of the body, radians.
        angle: f64,
    },
    /// Two points stay together.
    Revolute {
        /// Bodies.
        parties: [Party; 2],
        /// Their points.
        points: [DVec2; 2],
    },
    /// Two points stay together, and the angle stays.
    Weld {
        /// Bodies.
        parties: [Party; 2],
        /// Their points.
        points: [DVec2; 2],
        /// Angle of B relative to A, radians.
        angle: f64,
    },
    /// B's point stays on a line of A.
    Slide {
        /// Bodies.
        parties: [Party; 2],
        /// Their points; A's lies on the line.
        points: [DVec2; 2],
        /// Unit vector along the line, A's axes.
        axis: DVec2,
    },
    /// B's point stays on a line of A, and the angle stays.
    Prismatic {
        /// Bodies.
        parties: [Party; 2],
        /// Their points; A's lies on the line.
        points: [DVec2; 2],
        /// Unit vector along the line, A's axes.
        axis: DVec2,
        /// Angle of B relative to A, radians.
        angle: f64,
    },
    /// A way along A's axis, or an angle, stays: a limit that is rested on.
    Stop {
        /// Bodies.
        parties: [Party; 2],
        /// Their points, of a way.
        points: [DVec2; 2],
        /// Unit vector along the way, A's axes; `None` for the angle of B relative to A.
        along: Option<DVec2>,
        /// Metres or radians.
        at: f64,
    },
    /// Two angles and that of the line between two points keep a weighted sum.
    Gear {
        /// Bodies.
        parties: [Party; 2],
        /// Their points: the shafts.
        points: [DVec2; 2],
        /// Weights of A's angle, B's, and that of the line from A's point to B's.
        turns: [f64; 3],
        /// An angle of that line, radians: the one that counts is the nearest to it.
        line: f64,
        /// The sum, radians.
        rest: f64,
    },
    /// Two points stay at a distance.
    Distance {
        /// Bodies.
        parties: [Party; 2],
        /// Their points.
        points: [DVec2; 2],
        /// Metres; below [`SHORTEST_ROD`] the points are held together.
        length: f64,
    },
    /// B's point stays on a curve of A, or of the world: a bead on a wire.
    OnCurve {
        /// Bodies.
        parties: [Party; 2],
        /// Origin of the curve's frame on A, and B's point.
        points: [DVec2; 2],
        /// Unit vector along the x axis of the curve's frame, A's axes.
        axis: DVec2,
        /// The wire, in its frame.
        curve: Curve,
    },
    /// The angle of B relative to A follows a function of time, whatever torque that takes.
    Crank {
        /// Bodies.
        parties: [Party; 2],
        /// Radians.
        angle: Drive,
    },
    /// A point follows a path in the world, whatever force that takes.
    MovingAnchor {
        /// Whose.
        body: Party,
        /// Its point.
        point: DVec2,
        /// x and y, metres.
        path: [Drive; 2],
    },
}

impl Constraint {
    /// Adds its rows to `rows`.
    pub fn rows(&self, state: &State, rows: &mut Vec<Row>) {
        ran!();
        match *self {
            Constraint::Ground { body, point, place, angle } => {
                hold_together(&Point::of(state, None, place), &Point::of(state, body, point), rows);
                rows.push(Row::angle(state, [None, body], angle));
            }
            Constraint::Revolute { parties, points } => {
                let [a, b] = both(state, parties, points);
                hold_together(&a, &b, rows); // [lagrange.revolute]
            }
            Constraint::Weld { parties, points, angle } => {
                let [a, b] = both(state, parties, points);
                hold_together(&a, &b, rows);
                rows.push(Row::angle(state, parties, angle)); // [lagrange.weld]
            }
            Constraint::Slide { parties, points, axis } => rows.push(across(state, parties, points, perp(axis))), // [lagrange.slide]
            Constraint::Prismatic { parties, points, axis, angle } => {
                rows.push(across(state, parties, points, perp(axis))); // [lagrange.prismatic]
                rows.push(Row::angle(state, parties, angle));
            }
            Constraint::Stop { parties, points, along, at } => {
                let row = along.map_or_else(|| Row::angle(state, parties, 0.0), |axis| across(state, parties, points, axis));
                rows.push(Row { value: row.value - at, ..row }); // [lagrange.stop]
            }
            Constraint::Gear { parties, points, turns: [on_a, on_b, on_line], line, rest } => {
                let angle = |party: Party| party.and_then(|k| state.bodies.get(k)).map_or(0.0, |body| body.angle);
                let [a, b] = both(state, parties, points);
                let mut row = angle_of_line(&a, &b, line);
                row = Row { jacobian: row.jacobian.map(|rates| rates.map(|rate| on_line * rate)), gamma: on_line * row.gamma, ..row };
                row.jacobian[0][2] += on_a;
                row.jacobian[1][2] += on_b;
                let value = on_a * angle(parties[0]) + on_b * angle(parties[1]) + on_line * row.value - rest;
                rows.push(Row { parties, value, ..row }); // [lagrange.gear]
            }
            Constraint::Distance { parties, points, length } => {
                let [a, b] = both(state, parties, points);
                if length < SHORTEST_ROD {
                    return hold_together(&a, &b, rows);
                }
                let (d, rate) = (b.position - a.position, b.velocity - a.velocity);
                let row = Row::along(d / length, &a, &b);
                let value = 0.5 * (d.length_squared() / length - length);
                rows.push(Row { value, gamma: row.gamma + rate.length_squared() / length, ..row }); // [lagrange.distance]
            }
            Constraint::OnCurve { parties, points, axis, curve } => rows.push(on_curve(state, parties, points, axis, &curve)), // [lagrange.curve]
            Constraint::Crank { parties, angle } => {
                let [wanted, speed, acceleration] = angle.at(state.time);
                rows.push(Row { drift: -speed, gamma: -acceleration, ..Row::angle(state, parties, wanted) });
            }
            Constraint::MovingAnchor { body, point, path } => {
                let (b, origin) = (Point::of(state, body, point), Point::of(state, None, DVec2::ZERO));
                for (direction, drive) in [DVec2::X, DVec2::Y].into_iter().zip(path) {
                    let ([wanted, speed, acceleration], row) = (drive.at(state.time), Row::along(direction, &origin, &b));
                    rows.push(Row { value: row.value - wanted, drift: -speed, gamma: row.gamma - acceleration, ..row });
                }
            }
        }
    }
}

fn both(state: &State, parties: [Party; 2], points: [DVec2; 2]) -> [Point; 2] {
    [0, 1].map(|k| Point::of(state, parties[k], points[k]))
}

fn hold_together(a: &Point, b: &Point, rows: &mut Vec<Row>) {
    rows.extend([DVec2::X, DVec2::Y].map(|direction| Row::along(direction, a, b)));
}

/// The angle φ of the line from A's point to B's, the nearest to `line`: `φ̇ = (d × ḋ) / (d·d)`. Points that coincide
/// have none: it stays.
fn angle_of_line(a: &Point, b: &Point, line: f64) -> Row {
    let (d, rate) = (b.position - a.position, b.velocity - a.velocity);
    let square = d.length_squared();
    if square <= COAXIAL * COAXIAL {
        return Row { value: line, ..Row::default() };
    }
    let row = Row::along(perp(d) / square, a, b);
    let value = line + wrapped(libm::atan2(d.y, d.x) - line);
    Row { value, gamma: row.gamma - 2.0 * d.dot(rate) * cross(d, rate) / (square * square), ..row }
}

/// `n · d` for a direction n that is fixed in A, across an axis or along it. A's arm reaches to B's point, as n turns
/// with A.
pub(super) fn across(state: &State, parties: [Party; 2], points: [DVec2; 2], local: DVec2) -> Row {
    let [a, b] = both(state, parties, points);
    let (angle, spin) = parties[0].and_then(|k| state.bodies.get(k)).map_or((0.0, 0.0), |body| (body.angle, body.spin));
    let n = turned(local, angle);
    let (d, rate) = (b.position - a.position, b.velocity - a.velocity);
    let mut row = Row::along(n, &a, &b);
    row.jacobian[0][2] = -cross(a.arm + d, n);
    row.gamma += 2.0 * spin * perp(n).dot(rate) - spin * spin * n.dot(d);
    row
}

/// f(u) with `u = Rᵀ d`, R the turn of the curve's frame: `u̇ = Rᵀ (ḋ − ω_a perp(d))`, `Ċ = ∇f · u̇`, and `C̈` has
/// beside the terms of a direction fixed in A the second derivative of f along u̇.
fn on_curve(state: &State, parties: [Party; 2], points: [DVec2; 2], axis: DVec2, curve: &Curve) -> Row {
    let [a, b] = both(state, parties, points);
    let (angle, spin) = parties[0].and_then(|k| state.bodies.get(k)).map_or((0.0, 0.0), |body| (body.angle, body.spin));
    let x = turned(axis, angle);
    let in_frame = |v: DVec2| DVec2::new(x.dot(v), perp(x).dot(v));
    let d = b.position - a.position;
    let at = curve.at(in_frame(d));
    let local = at.gradient.x * axis + at.gradient.y * perp(axis);
    let row = across(state, parties, points, local);
    let rate = at.along.dot(in_frame(b.velocity - a.velocity - spin * perp(d)));
    Row { value: at.value, gamma: row.gamma + at.bend * rate * rate, ..row }
}
