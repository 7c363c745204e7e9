//! A row of the constraints, and the points that rows are made from.
//!
//! A point u of a body stands at `p = x + r` with `r = A(θ) u`. Then `∂p/∂θ = perp(r)`, so
//!
//! ```text
//!   ṗ = v + ω perp(r),      p̈ = v̇ + ω̇ perp(r) − ω² r
//! ```
//!
//! and a row along a direction d has `d` and `d · perp(r) = r × d` in J; `−ω² r` is the point's part of γ.

use super::state::{DVec2, State, cross, perp, turned};

/// A body of the state, or `None` for the world.
pub type Party = Option<usize>;

/// A point of a body, or of the world, at a moment.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Whose.
    pub party: Party,
    /// From the centre of mass, world axes, metres.
    pub arm: DVec2,
    /// World, metres.
    pub position: DVec2,
    /// m/s.
    pub velocity: DVec2,
    /// Acceleration if the body's were zero: `−ω² r`, m/s².
    pub swing: DVec2,
}

impl Point {
    /// A point given from the centre of mass in the body's axes; of the world, in the world.
    pub fn of(state: &State, party: Party, local: DVec2) -> Point {
        let Some(body) = party.and_then(|k| state.bodies.get(k)) else {
            return Point { party: None, arm: DVec2::ZERO, position: local, velocity: DVec2::ZERO, swing: DVec2::ZERO };
        };
        let arm = turned(local, body.angle);
        Point {
            party,
            arm,
            position: body.center + arm,
            velocity: body.velocity + body.spin * perp(arm),
            swing: -body.spin * body.spin * arm,
        }
    }
}

/// One number that shall be zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// Whose rates change it.
    pub parties: [Party; 2],
    /// ∂C/∂(x, y, θ) of both.
    pub jacobian: [[f64; 3]; 2],
    /// C, metres or radians.
    pub value: f64,
    /// ∂C/∂t: how it changes although nothing moves.
    pub drift: f64,
    /// γ, see [`super`].
    pub gamma: f64,
}

impl Row {
    /// `d · (p_b − p_a)` for a direction that stands still.
    pub fn along(d: DVec2, a: &Point, b: &Point) -> Row {
        Row {
            parties: [a.party, b.party],
            jacobian: [[-d.x, -d.y, -cross(a.arm, d)], [d.x, d.y, cross(b.arm, d)]],
            value: d.dot(b.position - a.position),
            drift: 0.0,
            gamma: d.dot(b.swing - a.swing),
        }
    }

    /// Angle of B relative to A, minus the wanted one.
    pub fn angle(state: &State, [a, b]: [Party; 2], wanted: f64) -> Row {
        let angle = |party: Party| party.and_then(|k| state.bodies.get(k)).map_or(0.0, |body| body.angle);
        Row { parties: [a, b], jacobian: [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]], value: angle(b) - angle(a) - wanted, ..Row::default() }
    }

    /// Ċ.
    pub fn speed(&self, state: &State) -> f64 {
        let part = |k: usize| {
            let Some(body) = self.parties[k].and_then(|party| state.bodies.get(party)) else { return 0.0 };
            let [x, y, turn] = self.jacobian[k];
            x * body.velocity.x + y * body.velocity.y + turn * body.spin
        };
        part(0) + part(1) + self.drift
    }
}
