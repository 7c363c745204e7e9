//! The methods that square both sides and look for the roots of a polynomial in t.

use super::chase::{Chase, Steps, Which, dot};
use super::problem::{LeadOutcome, LeadStep};
use crate::engine::polynomial::{Root, all_real_roots, quadratic_roots};
use crate::engine::probe::ran;

const OUTRUNS: &str = "the target outruns the projectile";
const TOO_FAST_SIDEWAYS: &str = "the target passes sideways faster than the projectile flies";
const NEVER_REACHED: &str = "the target stays out of reach at all times";
const ONE_ROOT: &str = "there is only one arc: a second meeting needs a target that falls otherwise than the projectile";
/// How far rounding may move the discriminant, in units of s²|P|² and of `f64`'s precision. Smaller: a circle that
/// touches the path is told as two roots or none; larger: two roots are told as one.
const DISCRIMINANT_ROUNDINGS: f64 = 8.0;

pub(super) fn quadratic(chase: &Chase<'_>, steps: &mut Steps<'_>) -> LeadOutcome {
    ran!();
    if chase.acceleration != [0.0; 2] {
        return first_root(&Chase { thrust: 0.0, ..*chase }, steps);
    }
    let (roots, none) = quadratic_meetings(chase, steps);
    chase.take(&roots, Which::First, none, steps) // [aim.quadratic]
}

pub(super) fn ballistic_low(chase: &Chase<'_>, steps: &mut Steps<'_>) -> LeadOutcome {
    ran!();
    let shell = Chase { thrust: 0.0, ..*chase };
    let (roots, none) = meetings(&shell, steps);
    shell.take(&roots, Which::First, none, steps) // [aim.low]
}

pub(super) fn ballistic_high(chase: &Chase<'_>, steps: &mut Steps<'_>) -> LeadOutcome {
    ran!();
    let shell = Chase { thrust: 0.0, ..*chase };
    let (roots, none) = meetings(&shell, steps);
    // At the end of the range both arcs are one: a double root.
    let arcs: u32 = roots.iter().filter(|root| root.value > 0.0).map(|root| root.multiplicity).sum();
    if arcs == 1 {
        for root in &roots {
            steps.record(|| LeadStep::of_root(root, false));
        }
        return LeadOutcome::NoSolution(ONE_ROOT);
    }
    shell.take(&roots, Which::Last, none, steps) // [aim.high]
}

pub(super) fn accelerating_target(chase: &Chase<'_>, steps: &mut Steps<'_>) -> LeadOutcome {
    ran!();
    first_root(&Chase { thrust: 0.0, ..chase.measured() }, steps) // [aim.quartic]
}

pub(super) fn rocket(chase: &Chase<'_>, steps: &mut Steps<'_>) -> LeadOutcome {
    ran!();
    first_root(&chase.measured(), steps) // [aim.rocket]
}

/// The first meeting, whatever accelerates.
pub(super) fn first_root(chase: &Chase<'_>, steps: &mut Steps<'_>) -> LeadOutcome {
    let (roots, none) = meetings(chase, steps);
    chase.take(&roots, Which::First, none, steps)
}

/// All roots, and why there is none ahead if there is none.
fn meetings(chase: &Chase<'_>, steps: &mut Steps<'_>) -> (Vec<Root>, &'static str) {
    ran!();
    if chase.acceleration == [0.0; 2] && chase.thrust == 0.0 {
        return quadratic_meetings(chase, steps);
    }
    let (p, v, a, s, b) = (chase.position, chase.velocity, chase.acceleration, chase.speed, chase.thrust);
    let coefficients = [dot(p, p), 2.0 * dot(p, v), dot(v, v) + dot(p, a) - s * s, dot(v, a) - s * b, 0.25 * (dot(a, a) - b * b)];
    steps.record(|| LeadStep::Polynomial { coefficients, discriminant: None });
    (all_real_roots(&coefficients), NEVER_REACHED) // [aim.roots]
}

fn quadratic_meetings(chase: &Chase<'_>, steps: &mut Steps<'_>) -> (Vec<Root>, &'static str) {
    ran!();
    let (p, v, s) = (chase.position, chase.velocity, chase.speed);
    let a = dot(v, v) - s * s;
    let h = dot(p, v);
    let c = dot(p, p);
    let reach = s * c.sqrt();
    let sideways = (p[0] * v[1] - p[1] * v[0]).abs();
    let discriminant = (reach - sideways) * (reach + sideways); // [aim.discriminant]
    steps.record(|| LeadStep::Polynomial { coefficients: [c, 2.0 * h, a, 0.0, 0.0], discriminant: Some(discriminant) });
    let rounding = DISCRIMINANT_ROUNDINGS * f64::EPSILON * reach * reach;
    let none = if discriminant < -rounding && h < 0.0 { TOO_FAST_SIDEWAYS } else { OUTRUNS };
    (quadratic_roots(a, h, c, discriminant, rounding), none)
}
