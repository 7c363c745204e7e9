//! Time of impact by conservative advancement.
//!
//! Two bodies sweep from one pose to another while `t` runs from 0 to 1. When do they first come within a target
//! distance? Sampling can miss a thin wall; conservative advancement cannot (B. Mirtich, *Impulse-based Dynamic
//! Simulation*, 1996, section 2.3; the plan of iterations as in E. Catto, "Continuous collision", GDC 2013): ask GJK
//! for the distance and its axis, find how long the gap *along this axis* certainly stays above the target, move
//! there, repeat.
//!
//! How long is certain? `gap_bound` bounds the gap along axes that stay and axes that turn with a body:
//!
//! ```text
//! gap  |`-._                  the bound: a minimum of parabolas that open downwards, hence concave,
//!      | `-_`.                and above each of its chords. So the chord's crossing with the target
//! goal |-----`*.-`---         (*) is never too late: move the left end there and repeat.
//!      0           `.  rest
//! ```
//!
//! If the bound still exceeds the target at the end, the axis proves that nothing happens. Nothing is ever skipped:
//! the answer is early by no more than the tolerance, or, when the iterations run out, by more, but never late.

use super::gap_bound::{GapBound, Swept};
use super::gjk;
pub use super::sweep::Sweep;
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::{NoProbe, Probe, ran};
use crate::engine::shape::Convex;
use crate::engine::tuning::TOI_MAX_ITERATIONS;

/// How near counts as an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToiTarget {
    /// Signed gap of the rounded shapes that may not be undercut, metres. With both radii added it must be at least 0.
    pub separation: f32,
    /// An impact is found at most this much before the target, metres, above 0. Smaller: more iterations.
    pub tolerance: f32,
}

/// What a search may be told beside its target; the default is what the engine uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToiOptions {
    /// Most iterations; 0 counts as 1.
    pub max_iterations: usize,
}

impl Default for ToiOptions {
    #[inline]
    fn default() -> ToiOptions {
        ToiOptions { max_iterations: TOI_MAX_ITERATIONS }
    }
}

/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToiOutcome {
    /// At `t` the gap is between the target and the target plus the tolerance, and was larger before.
    Hit,
    /// The target is not reached: `t` is 1.
    Separated,
    /// The shapes were at the target or nearer at the start: `t` is 0. This is for the contact solver.
    Overlapped,
    /// Turn limit reached, or a sweep that is not finite: until `t` nothing happened.
    OutOfTurns,
}

/// What the search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToiResult {
    /// How it ended.
    pub outcome: ToiOutcome,
    /// Until then the shapes keep the target distance; from 0 to 1.
    pub t: f32,
    /// How many iterations it took, at least 1.
    pub iterations: usize,
}

/// One iteration of conservative advancement. All in the world's frame.
#[derive(Clone, Debug, PartialEq)]
pub struct ToiStep {
    /// Time at the start of the iteration, from 0 to 1.
    pub t: f32,
    /// A's body frame then.
    pub pose_a: Pose,
    /// B's body frame then.
    pub pose_b: Pose,
    /// Nearest point of A's core.
    pub point_a: Vec2,
    /// Nearest point of B's core.
    pub point_b: Vec2,
    /// Unit axis from A to B; zero when the cores overlap.
    pub normal: Vec2,
    /// Signed gap of the rounded shapes, metres.
    pub separation: f32,
    /// Until then the axis proves the gap; 1 when it proves it to the end.
    pub safe_until: f32,
    /// What the iteration decided.
    pub verdict: ToiVerdict,
    /// Signed gap of the rounded shapes at which it is an impact, metres: the target and its tolerance.
    pub hit_below: f32,
    /// Signed gap that the axis must prove, metres: half the tolerance above the target.
    pub goal: f32,
    /// How far the two centres of mass part along the axis during the whole sweep, metres; negative = they close.
    pub parting: f32,
    /// What the axis proves from `t` to 1, evenly sampled; empty when the iteration found an impact.
    pub bound: Vec<BoundSample>,
}

/// A point of the curve that bounds the gap from below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundSample {
    /// From 0 to 1.
    pub t: f32,
    /// Until then the signed gap of the rounded shapes is no less, metres.
    pub gap: f32,
}

/// How many stretches the curve of a [`ToiStep`] has.
const BOUND_STRETCHES: u32 = 16;

/// What an iteration decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToiVerdict {
    /// Safe until a later time: go on from there.
    Advance,
    /// At the target.
    Hit,
    /// The axis proves the gap until the end.
    Separated,
    /// At the target already when the sweep began.
    Overlapped,
    /// Turn limit reached.
    OutOfTurns,
}

/// First time at which the gap between two swept shapes comes down to the target.
pub fn time_of_impact<P: Probe<ToiStep>>(
    a: Convex<'_>,
    sweep_a: &Sweep,
    b: Convex<'_>,
    sweep_b: &Sweep,
    target: ToiTarget,
    probe: &mut P,
) -> ToiResult {
    time_of_impact_with(&ToiOptions::default(), a, sweep_a, b, sweep_b, target, probe)
}

/// The same with options of one's own: to see what an unfinished search knows.
pub fn time_of_impact_with<P: Probe<ToiStep>>(
    options: &ToiOptions,
    a: Convex<'_>,
    sweep_a: &Sweep,
    b: Convex<'_>,
    sweep_b: &Sweep,
    target: ToiTarget,
    probe: &mut P,
) -> ToiResult {
    ran!();
    // Near A's start, numbers are small and precise wherever in the world this happens.
    let origin = sweep_a.start_center;
    let (near_a, near_b) = (sweep_a.seen_from(origin), sweep_b.seen_from(origin));
    let radius = a.radius + b.radius;
    let mut t = 0.0;
    let mut iterations = 1;

    loop {
        let (pose_a, pose_b) = (near_a.pose_at(t), near_b.pose_at(t));
        let found = gjk::distance(a, b, pose_a.inv_mul(pose_b), &mut NoProbe); // [toi.distance]
        let normal = pose_a.rotation.rotate(found.normal);
        let separation = found.distance - radius;
        let step = |safe_until: f32, verdict: ToiVerdict, bound: Vec<BoundSample>| ToiStep {
            t,
            pose_a: sweep_a.pose_at(t),
            pose_b: sweep_b.pose_at(t),
            point_a: origin + pose_a.transform_point(found.point_a),
            point_b: origin + pose_a.transform_point(found.point_b),
            normal,
            separation,
            safe_until,
            verdict,
            hit_below: target.separation + target.tolerance,
            goal: target.separation + 0.5 * target.tolerance,
            parting: (near_b.travel - near_a.travel).dot(normal),
            bound,
        };

        if separation <= target.separation + target.tolerance {
            let at_start = t == 0.0;
            probe.record(|| step(t, if at_start { ToiVerdict::Overlapped } else { ToiVerdict::Hit }, Vec::new()));
            let outcome = if at_start { ToiOutcome::Overlapped } else { ToiOutcome::Hit };
            return ToiResult { outcome, t, iterations }; // [toi.hit]
        }
        let bound =
            GapBound { a: Swept { core: a, sweep: &near_a, pose: pose_a }, b: Swept { core: b, sweep: &near_b, pose: pose_b }, normal };
        // Half the tolerance above the target, so that rounding cannot carry it below.
        let goal = target.separation + radius + 0.5 * target.tolerance;
        let safe_until = t + bound.time_above(goal, 1.0 - t, 0.25 * target.tolerance); // [toi.bound]
        if safe_until >= 1.0 {
            probe.record(|| step(1.0, ToiVerdict::Separated, curve(&bound, t, radius)));
            return ToiResult { outcome: ToiOutcome::Separated, t: 1.0, iterations }; // [toi.separated]
        }
        if iterations >= options.max_iterations || !safe_until.is_finite() {
            probe.record(|| step(safe_until, ToiVerdict::OutOfTurns, curve(&bound, t, radius)));
            return ToiResult { outcome: ToiOutcome::OutOfTurns, t: if safe_until.is_finite() { safe_until } else { t }, iterations }; // [toi.out_of_turns]
        }
        probe.record(|| step(safe_until, ToiVerdict::Advance, curve(&bound, t, radius)));
        t = safe_until; // [toi.advance]
        iterations += 1;
    }
}

/// The bound from time `t`, which is now, to 1, for display.
fn curve(bound: &GapBound<'_>, t: f32, radius: f32) -> Vec<BoundSample> {
    let rest = 1.0 - t;
    let elapsed = (0..=BOUND_STRETCHES).map(|k| rest * k as f32 / BOUND_STRETCHES as f32);
    elapsed.map(|elapsed| BoundSample { t: t + elapsed, gap: bound.gap_after(elapsed) - radius }).collect()
}
