//! GJK: distance between convex shapes.
//!
//! The *Minkowski difference* `A ⊖ B` holds all `a − b`. It contains the origin exactly if A and B share a point, and
//! its point nearest to the origin is the difference of their nearest points. It need never be built: its farthest
//! point along `d` is `s_A(d) − s_B(−d)`, one support point of each. GJK (E. Gilbert, D. Johnson, S. Keerthi, "A fast
//! procedure for computing the distance between complex objects", 1988) walks towards the origin with a *simplex* of
//! at most three such points:
//!
//! 1. find the point `v` of the simplex nearest to the origin, and drop the simplex points that it does not need;
//! 2. origin in the simplex (or on it): the cores overlap;
//! 3. else ask for the support point `w` along `−v`. All of `A ⊖ B` lies behind the line through `w` across `v`, so
//!    the distance is at least `v·w / |v|`. If that is no less than `|v|`, nothing is nearer: done;
//! 4. else take `w` into the simplex.
//!
//! ```text
//!        w2 .___. w1              v: nearest point of the simplex w1 w2
//!          /  v  \                search: from v to the origin
//!         /   |   \
//!            v o                  the weights of w1, w2 that give v give the nearest points of A and B too
//! ```
//!
//! The traps. *Zero start direction*: concentric shapes start along x. *Origin on the simplex*: where the boolean
//! form has to choose a perpendicular by hand, the distance form is finished: the distance is 0, and EPA looks to
//! both sides. *Merely touching*: counts as overlap of depth 0, within two ten-millionths of the size of the
//! difference: what `f32` coordinates can say. *Cycling*: a support point that is in the simplex already ends the
//! walk, and so does the iteration limit, which the result admits. *Rounding*: the end is judged relative to `|v|²`
//! and all of it runs in `f64`, in which differences of `f32` coordinates are exact.

use super::convex_pair::ConvexPair;
pub use super::gjk_steps::{GjkReason, GjkStep, GjkVerdict, SimplexRegion, SupportPoint};
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::{Probe, ran};
use crate::engine::shape::Convex;
use crate::engine::tuning::{GJK_MAX_ITERATIONS, GJK_TOLERANCE};
use glam::DVec2;

/// A distance below this share of the difference's size counts as touching. Larger: thin gaps close; smaller: the
/// normal is rounding noise.
const TOUCHING: f64 = 2e-7;

/// What a walk may be told; the default is what the engine uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GjkOptions {
    /// Direction in which the first support point is sought, A's frame, of any length. `None` or zero: from the
    /// middle of A's core to the middle of B's.
    pub start_direction: Option<Vec2>,
    /// The walk ends when `|v|²` could shrink by no more than this share, at least 0.
    pub tolerance: f64,
    /// Most iterations; 0 counts as 1.
    pub max_iterations: usize,
}

impl Default for GjkOptions {
    #[inline]
    fn default() -> GjkOptions {
        GjkOptions { start_direction: None, tolerance: GJK_TOLERANCE, max_iterations: GJK_MAX_ITERATIONS }
    }
}

/// How the walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GjkOutcome {
    /// The cores are apart: distance, normal and nearest points are valid.
    Separated,
    /// The cores overlap or touch: the distance is 0, the normal zero, and the simplex is where EPA starts.
    Overlap,
    /// Turn limit reached: distance and normal are the best so far, the distance never too small.
    OutOfTurns,
}

/// What GJK found, in A's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GjkResult {
    /// How the walk ended.
    pub outcome: GjkOutcome,
    /// Between the cores, metres. Take both radii off for the rounded shapes.
    pub distance: f32,
    /// Nearest point of A's core.
    pub point_a: Vec2,
    /// Nearest point of B's core.
    pub point_b: Vec2,
    /// Unit, from A to B; zero when the cores overlap.
    pub normal: Vec2,
    /// How many iterations it took, at least 1.
    pub iterations: usize,
    /// The last simplex, without the points that the nearest point does not need.
    pub simplex: Simplex,
}

/// Distance between the cores of two convex shapes.
pub fn distance<P: Probe<GjkStep>>(a: Convex<'_>, b: Convex<'_>, pose_b_in_a: Pose, probe: &mut P) -> GjkResult {
    distance_with(&GjkOptions::default(), a, b, pose_b_in_a, probe)
}

/// The same with options of one's own: to see where another start leads, or what an unfinished walk knows.
pub fn distance_with<P: Probe<GjkStep>>(options: &GjkOptions, a: Convex<'_>, b: Convex<'_>, pose_b_in_a: Pose, probe: &mut P) -> GjkResult {
    ran!();
    let difference = ConvexPair::new(a, b, pose_b_in_a);
    let mut simplex = Simplex::default();
    simplex.push(difference.support(difference.start_direction(options.start_direction)));

    let mut iteration = 1;
    loop {
        let nearest = simplex.nearest_to_origin(); // [gjk.nearest]
        let step = |support: Option<Vertex>, reason: GjkReason| simplex.step(&nearest, support, reason);
        let distance_sq = nearest.point.length_squared();
        let touching = TOUCHING * simplex.reach();

        if nearest.holds_origin || distance_sq <= touching * touching {
            let reason = if nearest.holds_origin { GjkReason::HoldsOrigin } else { GjkReason::OnSimplex };
            probe.record(|| step(None, reason));
            return simplex.result(&nearest, GjkOutcome::Overlap, iteration); // [gjk.overlap]
        }
        let support = difference.support(-nearest.point); // [gjk.support]
        let could_shrink_by = distance_sq - nearest.point.dot(support.w);
        let gains_nothing = could_shrink_by <= options.tolerance * distance_sq;
        if gains_nothing || simplex.contains(&support) {
            let reason = if gains_nothing { GjkReason::NoGain } else { GjkReason::Repeated };
            probe.record(|| step(Some(support), reason));
            return simplex.result(&nearest, GjkOutcome::Separated, iteration); // [gjk.separated]
        }
        if iteration >= options.max_iterations {
            probe.record(|| step(Some(support), GjkReason::OutOfTurns));
            return simplex.result(&nearest, GjkOutcome::OutOfTurns, iteration); // [gjk.out_of_turns]
        }
        probe.record(|| step(Some(support), GjkReason::Nearer));
        simplex.reduce(&nearest);
        simplex.push(support); // [gjk.take]
        iteration += 1;
    }
}

/// The Minkowski difference, known by its support points.
impl ConvexPair<'_> {
    /// The farthest point along `direction` (A's frame).
    pub(super) fn support(&self, direction: DVec2) -> Vertex {
        let ConvexPair { a, b, pose } = *self;
        let (cos, sin) = (f64::from(pose.rotation.cos), f64::from(pose.rotation.sin));
        let local = DVec2::new(cos * direction.x + sin * direction.y, cos * direction.y - sin * direction.x);
        let (index_a, index_b) = (farthest(a.points, direction), farthest(b.points, -local));
        let point_a = a.points[index_a].as_dvec2();
        let p = b.points[index_b].as_dvec2();
        let point_b = pose.position.as_dvec2() + DVec2::new(cos * p.x - sin * p.y, sin * p.x + cos * p.y);
        Vertex { w: point_a - point_b, point_a, point_b, index_a, index_b }
    }

    /// The wanted one, else from the middle of A to the middle of B (from the middle of the difference to the
    /// origin); along x when they coincide.
    pub(super) fn start_direction(&self, wanted: Option<Vec2>) -> DVec2 {
        if let Some(wanted) = wanted
            && wanted != Vec2::ZERO
        {
            return wanted.as_dvec2();
        }
        let ConvexPair { a, b, pose } = *self;
        let towards = (pose.transform_point(b.center()) - a.center()).as_dvec2();
        if towards == DVec2::ZERO { DVec2::X } else { towards }
    }
}

/// Index of the farthest point along `direction`, the first of equals.
fn farthest(points: &[Vec2], direction: DVec2) -> usize {
    let mut best = 0;
    let mut best_height = points[0].as_dvec2().dot(direction);
    for (i, p) in points.iter().enumerate().skip(1) {
        let height = p.as_dvec2().dot(direction);
        if height > best_height {
            best = i;
            best_height = height;
        }
    }
    best
}

/// A support point in full precision.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vertex {
    /// `point_a − point_b`, A's frame.
    pub w: DVec2,
    /// The core vertex of A.
    pub point_a: DVec2,
    /// The core vertex of B, A's frame.
    pub point_b: DVec2,
    /// Its index in A's core.
    pub index_a: usize,
    /// Its index in B's core.
    pub index_b: usize,
}

impl Vertex {
    /// The same for display.
    pub fn support_point(&self) -> SupportPoint {
        SupportPoint {
            w: self.w.as_vec2(),
            point_a: self.point_a.as_vec2(),
            point_b: self.point_b.as_vec2(),
            index_a: self.index_a,
            index_b: self.index_b,
        }
    }

    /// True when both come from the same vertices.
    pub(super) fn is_same(&self, other: &Vertex) -> bool {
        self.index_a == other.index_a && self.index_b == other.index_b
    }
}

/// One to three support points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Simplex {
    vertices: [Vertex; 3],
    count: usize,
}

/// The point of a simplex nearest to the origin.
struct Nearest {
    point: DVec2,
    /// Of the simplex's vertices; they sum to 1, and those not needed have 0.
    weights: [f64; 3],
    /// True when the origin lies inside or on a triangle.
    holds_origin: bool,
}

impl Simplex {
    /// The vertices, in full precision.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices[..self.count]
    }

    /// The vertices, for display.
    pub fn support_points(&self) -> impl Iterator<Item = SupportPoint> + '_ {
        self.vertices().iter().map(Vertex::support_point)
    }

    fn push(&mut self, vertex: Vertex) {
        self.vertices[self.count] = vertex;
        self.count += 1;
    }

    fn contains(&self, vertex: &Vertex) -> bool {
        self.vertices().iter().any(|own| own.is_same(vertex))
    }

    /// Largest coordinate, metres: the size against which rounding is judged.
    fn reach(&self) -> f64 {
        let mut reach = 0.0;
        for vertex in self.vertices() {
            for x in [vertex.w.x.abs(), vertex.w.y.abs(), vertex.point_a.x.abs(), vertex.point_a.y.abs()] {
                if x > reach {
                    reach = x;
                }
            }
        }
        reach
    }

    /// An iteration that begins with this simplex, for display.
    fn step(&self, nearest: &Nearest, support: Option<Vertex>, reason: GjkReason) -> GjkStep {
        let verdict = reason.verdict();
        let needed = |&i: &usize| nearest.weights[i] > 0.0;
        let region = match ((0..self.count).find(needed), (0..self.count).rfind(needed)) {
            _ if nearest.holds_origin => SimplexRegion::Inside,
            (Some(first), Some(last)) if first != last => SimplexRegion::Edge(first, last),
            (only, _) => SimplexRegion::Vertex(only.unwrap_or(0)),
        };
        let distance = nearest.point.length();
        GjkStep {
            simplex: self.support_points().collect(),
            weights: nearest.weights[..self.count].iter().map(|&weight| weight as f32).collect(),
            closest: nearest.point.as_vec2(),
            search: if verdict == GjkVerdict::Overlap { Vec2::ZERO } else { -nearest.point.as_vec2() },
            support: support.map(|vertex| vertex.support_point()),
            verdict,
            reason,
            region,
            dropped: (0..self.count).filter(|i| !needed(i)).collect(),
            distance: distance as f32,
            lower_bound: support.map(|vertex| (nearest.point.dot(vertex.w) / distance) as f32),
        }
    }

    /// Where the origin is nearest: a vertex, an edge, or inside.
    fn nearest_to_origin(&self) -> Nearest {
        match self.count {
            1 => Nearest { point: self.vertices[0].w, weights: [1.0, 0.0, 0.0], holds_origin: false },
            2 => self.nearest_on_edge(0, 1),
            _ => self.nearest_on_triangle(),
        }
    }

    /// The projection on an edge, kept between its ends.
    fn nearest_on_edge(&self, i: usize, j: usize) -> Nearest {
        let (p, edge) = (self.vertices[i].w, self.vertices[j].w - self.vertices[i].w);
        let along = -p.dot(edge);
        let length_sq = edge.length_squared();
        let t = if along <= 0.0 {
            0.0
        } else if along >= length_sq {
            1.0
        } else {
            along / length_sq
        };
        let mut weights = [0.0; 3];
        weights[i] = 1.0 - t;
        weights[j] += t;
        Nearest { point: p + t * edge, weights, holds_origin: false }
    }

    /// Inside when the three triangles that the origin makes with the edges all turn the same way; their areas are
    /// the weights. Else the nearest of the three edges.
    fn nearest_on_triangle(&self) -> Nearest {
        let [p, q, r] = self.vertices.map(|vertex| vertex.w);
        let areas = [q.perp_dot(r), r.perp_dot(p), p.perp_dot(q)];
        let total = areas[0] + areas[1] + areas[2];
        if total != 0.0 && areas.iter().all(|area| area * total >= 0.0) {
            return Nearest { point: DVec2::ZERO, weights: areas.map(|area| area / total), holds_origin: true };
        }
        let mut best = self.nearest_on_edge(0, 1);
        for (i, j) in [(1, 2), (2, 0)] {
            let other = self.nearest_on_edge(i, j);
            if other.point.length_squared() < best.point.length_squared() {
                best = other;
            }
        }
        best
    }

    /// Drops the vertices that the nearest point does not need.
    fn reduce(&mut self, nearest: &Nearest) {
        let mut kept = 0;
        for i in 0..self.count {
            if nearest.weights[i] > 0.0 {
                self.vertices[kept] = self.vertices[i];
                kept += 1;
            }
        }
        self.count = kept;
    }

    fn result(mut self, nearest: &Nearest, outcome: GjkOutcome, iterations: usize) -> GjkResult {
        ran!();
        let (mut point_a, mut point_b) = (DVec2::ZERO, DVec2::ZERO);
        for (vertex, &weight) in self.vertices().iter().zip(&nearest.weights) {
            point_a += weight * vertex.point_a;
            point_b += weight * vertex.point_b; // [gjk.result]
        }
        let (distance, normal) = match outcome {
            GjkOutcome::Overlap => (0.0, DVec2::ZERO),
            _ => (nearest.point.length(), -nearest.point / nearest.point.length()),
        };
        self.reduce(nearest);
        GjkResult {
            outcome,
            distance: distance as f32,
            point_a: point_a.as_vec2(),
            point_b: point_b.as_vec2(),
            normal: normal.as_vec2(),
            iterations,
            simplex: self,
        }
    }
}
