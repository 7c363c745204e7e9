//! Springs and dampers along a coordinate, in two forms.
//!
//! *Shares.* A spring that is stepped can explode when it is too stiff for the step. So stiffness and damping are given
//! as shares of what one step can bear: with the reduced mass `m_r = 1/(J W Jᵀ)`, which is `1/(1/m_1 + 1/m_2)` between
//! two points without lever arms and `1/(1/I_1 + 1/I_2)` for an angle,
//!
//! ```text
//!   f = −(m_r/h²) C_k x − (m_r/h) C_d ẋ
//! ```
//!
//! With C_k = C_d = 1 and the semi-implicit integrator x is 0 after one step and stays so: `x' = x + h (ẋ − x/h − ẋ) =
//! 0`. Above 1 it overshoots; from C_k + 2 C_d = 4 on it grows for ever (the eigenvalue −1 of the step's matrix). Of n
//! springs on one body each may have about 1/(n + 1).
//!
//! *Hertz.* As an oscillator of m_r with this frequency and damping ratio: `C_k = (2π f h)²`, `C_d = 4π ζ f h`. The
//! spring of a joint has the same m_r at every pose: what its coordinate has while the joint holds its bodies
//! ([`crate::engine::joint::springs`]).

use super::constraint::across;
use super::row::{Party, Point, Row};
use super::state::{DVec2, State, perp, turned};

/// What a spring pulls to zero. Points as in [`super::constraint::Constraint`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Coordinate {
    /// Angle of B relative to A minus a rest angle, radians; may count any number of turns.
    Angle {
        /// Bodies.
        parties: [Party; 2],
        /// Radians.
        rest: f64,
    },
    /// Distance of two points minus a rest length, metres. Without rest length both directions are pulled alike.
    Length {
        /// Bodies.
        parties: [Party; 2],
        /// Their points.
        points: [DVec2; 2],
        /// Metres.
        rest: f64,
    },
    /// Gap between two points along an axis that turns with the mean of both bodies, metres: the forces meet in the
    /// middle of the gap and turn nothing.
    Together {
        /// Bodies.
        parties: [Party; 2],
        /// Their points.
        points: [DVec2; 2],
        /// Unit vector, A's axes while the angle of B relative to A is `rest`.
        axis: DVec2,
        /// Radians.
        rest: f64,
    },
    /// Way of B's point along an axis of A, metres.
    Way {
        /// Bodies.
        parties: [Party; 2],
        /// Their points.
        points: [DVec2; 2],
        /// Unit vector, A's axes.
        axis: DVec2,
    },
}

/// How strongly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpringLaw {
    /// Shares of what a step can bear, 0 to 1.
    Shares {
        /// C_k.
        stiffness: f64,
        /// C_d.
        damping: f64,
    },
    /// An oscillator, limited to such shares.
    Hertz {
        /// Undamped frequency, hertz.
        hertz: f64,
        /// Ratio of critical damping.
        damping_ratio: f64,
        /// Largest C_k and C_d; infinite: not limited.
        most_share: f64,
    },
}

/// A spring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// What it pulls to zero.
    pub coordinate: Coordinate,
    /// How strongly.
    pub law: SpringLaw,
    /// m_r at every pose, kg or kg·m²; `None`: `1/(J W Jᵀ)` of each row where the bodies are.
    pub mass: Option<f64>,
}

/// A force that keeps its size for a step and turns with its coordinate: what a motor or a limit gives. One that kept
/// its direction, too, would speed up a bead at the end of a rail that turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// Along which it pushes; it grows by a force above zero.
    pub coordinate: Coordinate,
    /// Along each of its rows, N or N·m.
    pub force: f64,
}

impl SpringLaw {
    /// C_k and C_d for a step of `h` seconds.
    pub fn shares(&self, h: f64) -> [f64; 2] {
        match *self {
            SpringLaw::Shares { stiffness, damping } => [stiffness, damping],
            SpringLaw::Hertz { hertz, damping_ratio, most_share } => {
                let turn = 2.0 * std::f64::consts::PI * hertz * h;
                let limited = |share: f64| if share < most_share { share } else { most_share };
                [limited(turn * turn), limited(2.0 * damping_ratio * turn)]
            }
        }
    }
}

impl Coordinate {
    /// Adds its rows to `rows`; their γ has no meaning for a spring.
    pub fn rows(&self, state: &State, rows: &mut Vec<Row>) {
        match *self {
            Coordinate::Angle { parties, rest } => rows.push(Row::angle(state, parties, rest)),
            Coordinate::Way { parties, points, axis } => rows.push(across(state, parties, points, axis)),
            Coordinate::Together { parties, points, axis, rest } => {
                let [mut a, mut b] = [0, 1].map(|k| Point::of(state, parties[k], points[k]));
                let gap = b.position - a.position;
                (a.arm, b.arm) = (a.arm + gap * 0.5, b.arm - gap * 0.5);
                let angle = |party: Party| party.and_then(|k| state.bodies.get(k)).map_or(0.0, |body| body.angle);
                rows.push(Row::along(turned(axis, 0.5 * (angle(parties[0]) + angle(parties[1]) - rest)), &a, &b));
            }
            Coordinate::Length { parties, points, rest } => {
                let [a, b] = [0, 1].map(|k| Point::of(state, parties[k], points[k]));
                let d = b.position - a.position;
                let length = d.length();
                if rest <= 0.0 {
                    return rows.extend([DVec2::X, DVec2::Y].map(|direction| Row::along(direction, &a, &b)));
                }
                // Points that coincide are pushed apart somewhere.
                let u = if length > 1e-12 { d / length } else { -perp(DVec2::Y) };
                rows.push(Row { value: length - rest, ..Row::along(u, &a, &b) });
            }
        }
    }
}
