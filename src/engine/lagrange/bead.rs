//! A bead on a curve by one coordinate: the parametric form, beside the implicit one with a constraint force
//! ([`super::constraint`], on a curve).
//!
//! The curve is given by a parameter u: r(u), with first and second derivative r′ and r″. The bead's velocity is
//! `v = r′ u̇`, so its kinetic energy is `T = ½ m |r′|² u̇²`. Lagrange's equation `d/dt ∂T/∂u̇ − ∂T/∂u = F · r′` has
//!
//! ```text
//!   d/dt ∂T/∂u̇ = d/dt (m |r′|² u̇) = m |r′|² ü + 2 m (r′·r″) u̇²
//!   ∂T/∂u      = m (r′·r″) u̇²
//!
//!   m |r′|² ü + m (r′·r″) u̇² = F · r′
//! ```
//!
//! The second term is not a force: where equal steps of u become longer ways (r′·r″ u̇ > 0), u̇ falls although the bead
//! keeps its speed. The wire's force is across r′ and is not in the equation; it can be found afterwards, with the unit
//! normal n on the left of r′: `N = m (r″·n u̇² − F/m · n)`, since `r̈ = r″ u̇² + r′ ü`.
//!
//! On `y = −q²/100` with u = q: |r′|² = 1 + q²/2500 and r′·r″ = q/2500, so `(2500 + q²) q̈ = 50 g q − q q̇²`, g > 0.
//!
//! The place is r(u), on the curve whatever u is: there is no drift and nothing to feed back. The price is a good
//! parameter: where r′ is zero, in a cusp, u̇ says nothing about the velocity.
//!
//! Source: J. L. Lagrange, "Mécanique analytique" (1788), second part, section IV; H. Goldstein, "Classical Mechanics",
//! chapter 1.

use super::constraint::Constraint;
use super::curve::Curve;
use super::integrate::Integrator;
use super::row::Point;
use super::state::{BodyState, DVec2, Mass, State, perp, turned};
use super::system::System;
use crate::engine::probe::{Probe, ran};

/// Below this |r′|, metres for a unit of u, the curve stands still.
pub const STANDSTILL: f64 = 1e-6;
/// A point farther than this from its body's centre of mass swings about the curve beside running along it, metres.
const CENTRE: f64 = 1e-5;

/// A bead and its curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Bead {
    /// In its own frame.
    pub curve: Curve,
    /// Origin of that frame, world, metres.
    pub origin: DVec2,
    /// Unit vector along its x axis, world.
    pub axis: DVec2,
    /// What resists, and what pushes.
    pub mass: Mass,
}

/// Where a bead is, and how it moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BeadState {
    /// u.
    pub at: f64,
    /// u̇, 1/s.
    pub rate: f64,
}

/// What a probe is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BeadStep {
    /// The equation of motion at a state.
    Slope(BeadSlope),
    /// The end of an integrator's step.
    Stepped(BeadState),
}

/// The terms of the equation of motion, each divided by m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeadSlope {
    /// Where.
    pub state: BeadState,
    /// r, r′ and r″, world.
    pub place: [DVec2; 3],
    /// |r′|².
    pub inertia: f64,
    /// F · r′ / m.
    pub push: f64,
    /// (r′·r″) u̇².
    pub uneven: f64,
    /// ü, 1/s².
    pub acceleration: f64,
}

impl Bead {
    /// The bead that a system is, and its body in the state: one body that can be pushed, held at its centre of mass by
    /// nothing but a curve that rests.
    pub fn of(system: &System, state: &State) -> Option<(Bead, usize)> {
        let [Constraint::OnCurve { parties: [frame, Some(body)], points, axis, curve }] = system.constraints[..] else { return None };
        let rests = frame.is_none_or(|k| {
            let moves = state.bodies[k].velocity != DVec2::ZERO || state.bodies[k].spin != 0.0;
            system.masses[k].inv_mass == 0.0 && system.masses[k].inv_inertia == 0.0 && !moves
        });
        let is_alone = system.springs.is_empty() && system.masses[body].inv_mass > 0.0 && points[1].length() < CENTRE;
        let angle = frame.map_or(0.0, |k| state.bodies[k].angle);
        let origin = Point::of(state, frame, points[0]).position;
        let bead = Bead { curve, origin, axis: turned(axis, angle), mass: system.masses[body] };
        (rests && is_alone).then_some((bead, body))
    }

    fn in_world(&self, v: DVec2) -> DVec2 {
        v.x * self.axis + v.y * perp(self.axis)
    }

    /// r(u), r′(u) and r″(u), world.
    pub fn place(&self, at: f64) -> [DVec2; 3] {
        let [place, first, second] = self.curve.along(at).map(|v| self.in_world(v)); // [bead.place]
        [self.origin + place, first, second]
    }

    /// The state of a body on the curve, or near it: its velocity across the curve is left out. `None` where the curve
    /// stands still.
    pub fn state(&self, body: &BodyState) -> Option<BeadState> {
        let d = body.center - self.origin;
        let at = self.curve.parameter(DVec2::new(self.axis.dot(d), perp(self.axis).dot(d)));
        let first = self.place(at)[1];
        (first.length() > STANDSTILL).then(|| BeadState { at, rate: body.velocity.dot(first) / first.length_squared() })
    }

    /// The body of a state, without turning.
    pub fn body(&self, state: BeadState) -> BodyState {
        let [center, first, _] = self.place(state.at);
        BodyState { center, velocity: state.rate * first, ..BodyState::default() }
    }

    /// True when u lies on the curve, and not beyond an end of it.
    pub fn is_on_curve(&self, state: BeadState) -> bool {
        self.curve.range().is_none_or(|[from, to]| (from..=to).contains(&state.at))
    }

    /// The equation of motion, solved for ü; `None` where the curve stands still.
    pub fn slope<P: Probe<BeadStep>>(&self, state: BeadState, probe: &mut P) -> Option<BeadSlope> {
        ran!();
        let place = self.place(state.at);
        let [_, first, second] = place;
        let inertia = first.length_squared(); // [bead.inertia]
        if inertia <= STANDSTILL * STANDSTILL {
            return None;
        }
        let [x, y, _] = self.mass.pushed(&self.body(state));
        let push = DVec2::new(x, y).dot(first); // [bead.push]
        let uneven = first.dot(second) * state.rate * state.rate; // [bead.uneven]
        let acceleration = (push - uneven) / inertia; // [bead.acceleration]
        let slope = BeadSlope { state, place, inertia, push, uneven, acceleration };
        probe.record(|| BeadStep::Slope(slope));
        Some(slope)
    }

    /// The force of the curve, N along the normal on the left of r′: what the equation of motion does not need.
    pub fn force(&self, slope: &BeadSlope) -> f64 {
        ran!();
        let [_, first, second] = slope.place;
        let normal = perp(first / slope.inertia.sqrt());
        let [x, y, _] = self.mass.pushed(&self.body(slope.state));
        (second.dot(normal) * slope.state.rate * slope.state.rate - DVec2::new(x, y).dot(normal)) / self.mass.inv_mass // [bead.force]
    }

    /// The state `h` seconds later; `None` where the curve stands still.
    pub fn advance<P: Probe<BeadStep>>(&self, state: BeadState, h: f64, integrator: Integrator, probe: &mut P) -> Option<BeadState> {
        ran!();
        let mut taken = |state: BeadState| self.slope(state, probe).map(|slope| [state.rate, slope.acceleration]);
        let moved = |[rate, acceleration]: [f64; 2], h: f64| BeadState { at: state.at + h * rate, rate: state.rate + h * acceleration };
        let first = taken(state)?; // [bead.slope]
        let used = match integrator {
            Integrator::ExplicitEuler => first,
            Integrator::SemiImplicitEuler => [state.rate + h * first[1], first[1]],
            Integrator::Rk4 => {
                let second = taken(moved(first, 0.5 * h))?;
                let third = taken(moved(second, 0.5 * h))?;
                let fourth = taken(moved(third, h))?;
                [0, 1].map(|k| (first[k] + 2.0 * second[k] + 2.0 * third[k] + fourth[k]) / 6.0)
            }
        };
        let next = moved(used, h); // [bead.step]
        probe.record(|| BeadStep::Stepped(next));
        Some(next)
    }
}
