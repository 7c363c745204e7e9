//! The boolean form of GJK: do two convex shapes overlap, yes or no (C. Muratori, "Implementing GJK", 2006; W. Bittle,
//! "GJK (Gilbert–Johnson–Keerthi)", dyn4j.org, 2010).
//!
//! It stands beside the distance form ([`super::gjk`]), which the engine runs, to be compared with it. Both walk with
//! a simplex of support points of the difference `A ⊖ B` towards the origin. The boolean form needs no nearest point:
//! it asks on which side of lines the origin lies.
//!
//! 1. The support point `w` along `d` does not pass the origin, `w·d ≤ 0`: all of the difference lies before the line
//!    through `w` across `d`, the origin does not. *Apart.*
//! 2. *Line case*, two points, `a` the newest: the origin lies between them, seen along the line, as `b` was left
//!    towards it and `a` is beyond it. The next direction is the perpendicular of `ab` on the origin's side. On the
//!    line itself neither side is the origin's: the left one is taken.
//! 3. *Triangle case*: the origin is not beyond `bc`, from where `a` was sought. If it is beyond `ab`, away from `c`,
//!    then `c` is dropped, and the walk goes on across `ab`; likewise for `ac`; else the triangle holds it. *Overlap.*
//!
//! ```text
//!          beyond ab     a     beyond ac
//!                  ↖   ╱ ╲   ↗
//!                    ╱     ╲
//!                  ╱  inside ╲
//!                b ─────────── c
//!                 not beyond bc
//! ```
//!
//! *Rounded shapes.* A support point of a rounded shape is that of its core and the radius along `d`. So circles are
//! shapes like others, though every direction finds a new point of them.
//!
//! *Merely touching*, the origin is on the border. Where the walk meets that border from inside, `w·d ≤ 0` calls it
//! apart. But when the origin lies on the line of the first two points to the last bit, only the left of it is looked
//! at, and shapes that touch along that line count as overlapping: a yes or no has no third answer, and the distance
//! form is the one to ask for it. *Cycling*: shapes that touch up to rounding may be walked around for ever; the
//! iteration limit ends that, and the result admits it.

use super::convex_pair::ConvexPair;
pub use super::gjk::SupportPoint;
use super::gjk::Vertex;
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::{Probe, ran};
use crate::engine::shape::Convex;
use glam::DVec2;

/// Most iterations. A few are usual; circles that nearly touch take most.
pub const MAX_ITERATIONS: usize = 64;

/// What an iteration found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BooleanCase {
    /// The support point does not pass the origin: apart.
    NotPast,
    /// The first support point: the next is sought on the other side, through the origin.
    Point,
    /// Two points: on across the line, towards the origin.
    Line,
    /// Two points with the origin on their line: on to the left.
    OnLine,
    /// The origin is beyond the edge of the two newest points: the oldest is dropped.
    BeyondAb,
    /// The origin is beyond the edge of the newest and the oldest point: the one between is dropped.
    BeyondAc,
    /// The triangle holds the origin: overlap.
    Inside,
    /// Iteration limit reached.
    OutOfTurns,
}

/// One iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct BooleanStep {
    /// The simplex before (0 to 2 points), oldest first.
    pub simplex: Vec<SupportPoint>,
    /// The direction in which the support point is sought, A's frame, of any length.
    pub search: Vec2,
    /// The support point `w`.
    pub support: SupportPoint,
    /// `w·d / |d|`, metres: how far it passes the origin. Zero without a direction.
    pub passes: f32,
    /// What follows.
    pub case: BooleanCase,
    /// The next direction; zero at the end.
    pub next: Vec2,
}

/// What the walk found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BooleanResult {
    /// True when a triangle of the difference holds the origin: the shapes overlap, or touch (see the head of this
    /// file). Not known when out of turns: false.
    pub overlap: bool,
    /// True when the iteration limit ended it.
    pub out_of_turns: bool,
    /// How many support points were asked for.
    pub iterations: usize,
}

/// True or false: do the two rounded shapes overlap? `start` is the first direction, A's frame; `None` or zero: from
/// the middle of A to the middle of B.
pub fn overlap<P: Probe<BooleanStep>>(
    a: Convex<'_>,
    b: Convex<'_>,
    pose_b_in_a: Pose,
    start: Option<Vec2>,
    probe: &mut P,
) -> BooleanResult {
    ran!();
    let difference = ConvexPair::new(a, b, pose_b_in_a);
    let mut walk = Walk { simplex: [Vertex::default(); 3], count: 0 };
    let mut search = difference.start_direction(start);
    for iteration in 1..=MAX_ITERATIONS {
        let support = rounded_support(&difference, search); // [boolean.support]
        let before = walk;
        let (case, next) = if walk.count > 0 && support.w.dot(search) <= 0.0 {
            (BooleanCase::NotPast, DVec2::ZERO) // [boolean.apart]
        } else {
            walk.take(support)
        };
        let case = if iteration == MAX_ITERATIONS && next != DVec2::ZERO { BooleanCase::OutOfTurns } else { case };
        probe.record(|| before.step(search, &support, case, next));
        match case {
            BooleanCase::NotPast => return BooleanResult { overlap: false, out_of_turns: false, iterations: iteration },
            BooleanCase::Inside => return BooleanResult { overlap: true, out_of_turns: false, iterations: iteration }, // [boolean.result]
            _ => search = next,
        }
    }
    BooleanResult { overlap: false, out_of_turns: true, iterations: MAX_ITERATIONS }
}

/// The farthest point of the difference of the rounded shapes.
fn rounded_support(difference: &ConvexPair<'_>, direction: DVec2) -> Vertex {
    let ConvexPair { a, b, .. } = *difference;
    let core = difference.support(direction);
    let length = direction.length();
    if length == 0.0 {
        return core;
    }
    let unit = direction / length;
    let (point_a, point_b) = (core.point_a + f64::from(a.radius) * unit, core.point_b - f64::from(b.radius) * unit);
    Vertex { w: point_a - point_b, point_a, point_b, ..core }
}

/// Up to three support points, oldest first.
#[derive(Clone, Copy)]
struct Walk {
    simplex: [Vertex; 3],
    count: usize,
}

impl Walk {
    /// Takes a support point in; what follows, and the next direction.
    fn take(&mut self, support: Vertex) -> (BooleanCase, DVec2) {
        ran!();
        self.simplex[self.count] = support;
        self.count += 1;
        let to_origin = -support.w;
        match self.count {
            1 => (BooleanCase::Point, to_origin), // [boolean.point]
            2 => line_case(to_origin, self.simplex[0].w - support.w),
            _ => self.triangle_case(to_origin),
        }
    }

    /// `a` is the newest point, `b` the one before, `c` the oldest.
    fn triangle_case(&mut self, to_origin: DVec2) -> (BooleanCase, DVec2) {
        ran!();
        let [c, b, a] = self.simplex;
        let (ab, ac) = (b.w - a.w, c.w - a.w);
        let beyond_ab = across(ab, -ac);
        let beyond_ac = across(ac, -ab);
        if beyond_ab.dot(to_origin) > 0.0 {
            (self.simplex[0], self.simplex[1], self.count) = (b, a, 2); // [boolean.beyond_ab]
            (BooleanCase::BeyondAb, beyond_ab)
        } else if beyond_ac.dot(to_origin) > 0.0 {
            (self.simplex[1], self.count) = (a, 2); // [boolean.beyond_ac]
            (BooleanCase::BeyondAc, beyond_ac)
        } else {
            (BooleanCase::Inside, DVec2::ZERO) // [boolean.inside]
        }
    }

    /// An iteration that begins with this simplex, for display.
    fn step(&self, search: DVec2, support: &Vertex, case: BooleanCase, next: DVec2) -> BooleanStep {
        let length = search.length();
        BooleanStep {
            simplex: self.simplex[..self.count].iter().map(Vertex::support_point).collect(),
            search: search.as_vec2(),
            support: support.support_point(),
            passes: if length > 0.0 { (support.w.dot(search) / length) as f32 } else { 0.0 },
            case,
            next: next.as_vec2(),
        }
    }
}

/// Across the line on the origin's side.
fn line_case(to_origin: DVec2, ab: DVec2) -> (BooleanCase, DVec2) {
    ran!();
    let left = ab.perp();
    let side = left.dot(to_origin);
    if side == 0.0 {
        (BooleanCase::OnLine, left) // [boolean.on_line]
    } else {
        (BooleanCase::Line, if side > 0.0 { left } else { -left }) // [boolean.line]
    }
}

/// The perpendicular of `edge` on the side of `towards`.
fn across(edge: DVec2, towards: DVec2) -> DVec2 {
    let left = edge.perp();
    if left.dot(towards) >= 0.0 { left } else { -left }
}
