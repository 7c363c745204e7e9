//! What is certain about the gap of two swept cores, for [`super::time_of_impact`].
//!
//! At some moment `n` is the unit axis between the nearest points, from A to B, `r` the lever of a vertex (from its
//! centre of mass), `d` the way from A's centre of mass to B's, `v` how that changes per unit of time. During `Δ` the
//! bodies turn by `α = ω_A Δ` and `β = ω_B Δ`. The gap of convex shapes is at least the gap along any axis,
//! whichever axis that is at each time; so three of them are tried, and the one that proves most is used.
//!
//! *An axis that stays*, far: along `n` a vertex moves by `(r·n)(cos φ − 1) + (perp(r)·n) sin φ`. With `1 − cos φ ≤
//! φ²/2` and `|sin φ| ≤ |φ|` each vertex gets a bound `c Δ + q Δ²` with `c, q ≥ 0`, zero where the turn carries it
//! away, and the centres' way counts only where they close. It reaches far, but knows of no turn that makes up for
//! another.
//!
//! *An axis that stays*, near: what moves with speed `c` now, whatever its sign, moves by at most `c Δ + |r| φ²/2`,
//! since no vertex is accelerated by more than `ω² |r|`.
//!
//! *An axis that turns with one of the bodies*, say A: A's highest vertex stays where it is, and that of B is, along
//! it,
//!
//! ```text
//! f(Δ) = n(α)·(d + v Δ) + n·R(β − α) r
//! f'(0) = ω_A perp(n)·d + n·v + (ω_B − ω_A) perp(r)·n
//! f''  ≥ −ω_A² (|d| + |v|) − 2 |ω_A| |v| − (ω_B − ω_A)² |r|
//! ```
//!
//! A corner that slides over a turning face keeps its distance from the face. An axis that stays loses the face with
//! its first turn; one that turns along does not.
//!
//! Each is a minimum of parabolas that open downwards, hence concave: above each of its chords, and above the goal
//! between two times at which it is above the goal. So the crossing of a chord with the goal is never too late.

use super::sweep::Sweep;
use crate::engine::math::{Pose, Vec2, max, min, perp};
use crate::engine::shape::Convex;

/// Which bound, see the head of this file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    StaysFar,
    StaysNear,
    TurnsWithA,
    TurnsWithB,
}

impl Axis {
    const ALL: [Axis; 4] = [Axis::StaysFar, Axis::StaysNear, Axis::TurnsWithA, Axis::TurnsWithB];
}

/// One of the two bodies at the time from which the bound holds.
pub(super) struct Swept<'a> {
    pub core: Convex<'a>,
    pub sweep: &'a Sweep,
    pub pose: Pose,
}

/// What is certain about the gap between the cores.
pub(super) struct GapBound<'a> {
    pub a: Swept<'a>,
    pub b: Swept<'a>,
    /// From A to B, world.
    pub normal: Vec2,
}

impl GapBound<'_> {
    /// How long from now, at most `rest`, the gap certainly stays above `goal` metres; found up to a gap of `slack`
    /// metres.
    pub fn time_above(&self, goal: f32, rest: f32, slack: f32) -> f32 {
        let mut longest = 0.0;
        for axis in Axis::ALL {
            longest = max(longest, self.time_along(axis, goal, rest, slack));
            if longest >= rest || !longest.is_finite() || !self.turns() {
                break;
            }
        }
        longest
    }

    fn time_along(&self, axis: Axis, goal: f32, rest: f32, slack: f32) -> f32 {
        let excess_at = |time: f32| self.gap_along(axis, time) - goal;
        let (mut end, mut end_excess) = (rest, excess_at(rest));
        if end_excess >= 0.0 {
            return rest;
        }
        let (mut time, mut excess) = (0.0, excess_at(0.0));
        for _ in 0..8 {
            if excess <= slack {
                break;
            }
            // Where a parabola with its top at `time` would cross the goal: a better start or a better end.
            let guess = time + (end - time) * (excess / (excess - end_excess)).sqrt();
            let at_guess = excess_at(guess);
            if at_guess >= 0.0 {
                (time, excess) = (guess, at_guess);
                continue;
            }
            (end, end_excess) = (guess, at_guess);
            time += (end - time) * excess / (excess - end_excess);
            excess = excess_at(time);
        }
        time
    }

    /// Least possible gap at `elapsed` from now and at any time before, metres, by the best of the bounds.
    pub fn gap_after(&self, elapsed: f32) -> f32 {
        let now = self.gap_along(Axis::StaysFar, 0.0);
        let best = Axis::ALL.into_iter().fold(f32::NEG_INFINITY, |best, axis| max(best, self.gap_along(axis, elapsed)));
        min(now, best)
    }

    fn turns(&self) -> bool {
        self.a.sweep.turn != 0.0 || self.b.sweep.turn != 0.0
    }

    fn gap_along(&self, axis: Axis, elapsed: f32) -> f32 {
        let GapBound { a, b, normal } = self;
        let closing = (b.sweep.travel - a.sweep.travel).dot(*normal) * elapsed;
        match axis {
            Axis::StaysFar => min(closing, 0.0) - b.reach_far(-*normal, elapsed) - a.reach_far(*normal, elapsed),
            Axis::StaysNear => closing - b.reach_near(-*normal, elapsed) - a.reach_near(*normal, elapsed),
            Axis::TurnsWithA => a.gap_to(b, *normal, elapsed),
            Axis::TurnsWithB => b.gap_to(a, -*normal, elapsed),
        }
    }
}

impl Swept<'_> {
    fn center(&self) -> Vec2 {
        self.pose.transform_point(self.sweep.local_center)
    }

    /// From the centre of mass to each vertex, world.
    fn levers(&self) -> impl Iterator<Item = Vec2> {
        self.core.points.iter().map(|&point| self.pose.rotation.rotate(point - self.sweep.local_center))
    }

    /// How far along `axis` any core vertex can reach by turning for `elapsed`, metres from the frame's origin.
    fn reach_far(&self, axis: Vec2, elapsed: f32) -> f32 {
        let turn = self.sweep.turn;
        let angle = turn.abs() * elapsed;
        let turns_left = if turn > 0.0 { 1.0 } else { -1.0 };
        let within_half_turn = turn.abs() <= std::f32::consts::PI;
        let local_axis = self.pose.rotation.inv_rotate(axis);
        let mut farthest = f32::NEG_INFINITY;
        for &point in self.core.points {
            let lever = point - self.sweep.local_center;
            let (along, speed) = (lever.dot(local_axis), perp(lever).dot(local_axis) * turns_left);
            let by_sine = if speed > 0.0 {
                speed
            } else if within_half_turn {
                0.0
            } else {
                -speed
            };
            let by_cosine = if along < 0.0 { -along } else { 0.0 };
            farthest = max(farthest, along + by_sine * angle + 0.5 * by_cosine * angle * angle);
        }
        farthest + self.center().dot(axis)
    }

    /// The same, with what turns away counted as well.
    fn reach_near(&self, axis: Vec2, elapsed: f32) -> f32 {
        let angle = self.sweep.turn * elapsed;
        let height = |lever: Vec2| lever.dot(axis) + perp(lever).dot(axis) * angle + 0.5 * lever.length() * angle * angle;
        self.levers().map(height).fold(f32::NEG_INFINITY, max) + self.center().dot(axis)
    }

    /// Least gap to `other` after `elapsed`, metres, along an axis that is `normal` now and turns with this body.
    fn gap_to(&self, other: &Swept<'_>, normal: Vec2, elapsed: f32) -> f32 {
        let turn = self.sweep.turn;
        let turn_between = other.sweep.turn - turn;
        let (between, travel) = (other.center() - self.center(), other.sweep.travel - self.sweep.travel);
        let speed = travel.length();
        let rate = turn * perp(normal).dot(between) + normal.dot(travel);
        let falls = turn * turn * (between.length() + speed) + 2.0 * turn.abs() * speed;
        let half_square = 0.5 * elapsed * elapsed;
        let height = |lever: Vec2| {
            let moved = turn_between * perp(lever).dot(normal) * elapsed;
            lever.dot(normal) + moved - half_square * turn_between * turn_between * lever.length()
        };
        let lowest = other.levers().map(height).fold(f32::INFINITY, min);
        let highest = self.levers().map(|lever| lever.dot(normal)).fold(f32::NEG_INFINITY, max);
        between.dot(normal) + rate * elapsed - half_square * falls + lowest - highest
    }
}
