//! EPA: depth and normal of least penetration.
//!
//! When the cores overlap, the origin lies inside their Minkowski difference (see [`super::gjk`]), and the depth is
//! its distance from the boundary. EPA (G. van den Bergen, "Proximity queries and penetration depth computation on 3D
//! game objects", 2001) impacts up a polygon inside the difference, beginning with GJK's simplex, but only where it
//! matters:
//!
//! ```text
//!      w1 ._______. w0                     1. the edge nearest to the origin,
//!         \   o   /     nearest edge:      2. the support point s beyond it,
//!          \  |  /      split at s         3. no gain: the edge lies on the boundary, done;
//!           \ v /                          4. else split the edge at s.
//!            `.' s
//! ```
//!
//! The nearest edge is never farther than the boundary (the polygon lies inside), and the support point's line is
//! never nearer: two bounds that meet. Distances carry a sign (negative: the origin lies outside the edge), so any
//! start inside the difference will do: a triangle, a line (two edges back to back, which look to both sides), or a
//! point after one step aside. Hence thin simplices and touching shapes need no care of their own. Only where the
//! difference is one single point is there no direction at all: up.

use super::convex_pair::ConvexPair;
use super::gjk::{GjkResult, SupportPoint, Vertex};
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::{Probe, ran};
use crate::engine::shape::Convex;
use crate::engine::tuning::{EPA_MAX_ITERATIONS, EPA_TOLERANCE};
use glam::DVec2;

/// What a run may be told; the default is what the engine uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpaOptions {
    /// A gain of no more than this share of the polytope's size is no gain, at least 0.
    pub tolerance: f64,
    /// Most iterations, at most [`EPA_MAX_ITERATIONS`]; 0 counts as 1.
    pub max_iterations: usize,
}

impl Default for EpaOptions {
    #[inline]
    fn default() -> EpaOptions {
        EpaOptions { tolerance: EPA_TOLERANCE, max_iterations: EPA_MAX_ITERATIONS }
    }
}

/// One iteration of EPA.
#[derive(Clone, Debug, PartialEq)]
pub struct EpaStep {
    /// The polytope, counter-clockwise, A's frame.
    pub polytope: Vec<SupportPoint>,
    /// The edge nearest to the origin: from `polytope[edge]` to the next.
    pub edge: usize,
    /// Outward unit normal of that edge.
    pub normal: Vec2,
    /// Its distance from the origin, metres: a lower bound of the depth. Negative while the origin lies outside the
    /// edge.
    pub distance: f32,
    /// Least height of a support line over the origin in this and all iterations before, metres: an upper bound of
    /// the depth.
    pub upper_bound: f32,
    /// Support point beyond the edge; a split puts it between `polytope[edge]` and the next.
    pub support: SupportPoint,
    /// How far beyond, metres; below tolerance the edge is final.
    pub gain: f32,
    /// What the iteration decided.
    pub verdict: EpaVerdict,
}

/// What an iteration of EPA decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EpaVerdict {
    /// The edge was split.
    Split,
    /// The edge lies on the boundary: done.
    Final,
    /// Turn limit reached; the result is the best so far.
    OutOfTurns,
}

/// How EPA ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EpaOutcome {
    /// The nearest edge lies on the boundary.
    Converged,
    /// Turn limit reached: moving apart by `depth` along `normal` does separate the cores, but a shorter way may exist.
    OutOfTurns,
    /// The difference is a single point (two coincident circle centres): depth 0, normal up.
    Point,
}

/// What EPA found, in A's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpaResult {
    /// How it ended.
    pub outcome: EpaOutcome,
    /// Overlap of the cores, metres, at least 0. Add both radii for the rounded shapes.
    pub depth: f32,
    /// Unit, from A to B: moving B by `depth` along it makes the cores touch.
    pub normal: Vec2,
    /// Deepest point of A's core in B.
    pub point_a: Vec2,
    /// Deepest point of B's core in A.
    pub point_b: Vec2,
    /// How many iterations it took.
    pub iterations: usize,
}

/// Depth and normal of least penetration of two overlapping cores; `overlap` is what [`super::gjk::distance`] found
/// for them.
pub fn penetration<P: Probe<EpaStep>>(a: Convex<'_>, b: Convex<'_>, pose_b_in_a: Pose, overlap: &GjkResult, probe: &mut P) -> EpaResult {
    penetration_with(&EpaOptions::default(), a, b, pose_b_in_a, overlap, probe)
}

/// The same with options of one's own: to see what an unfinished run knows.
pub fn penetration_with<P: Probe<EpaStep>>(
    options: &EpaOptions,
    a: Convex<'_>,
    b: Convex<'_>,
    pose_b_in_a: Pose,
    overlap: &GjkResult,
    probe: &mut P,
) -> EpaResult {
    ran!();
    let max_iterations = options.max_iterations.min(EPA_MAX_ITERATIONS);
    let difference = ConvexPair::new(a, b, pose_b_in_a);
    let Some(mut polytope) = Polytope::around(overlap, &difference) else {
        return point_result(overlap); // [epa.point]
    };
    // Every support line is a way out; remember the shortest in case the iterations run out.
    let mut shortest = WayOut { depth: f64::INFINITY, normal: DVec2::Y };

    let mut iteration = 1;
    loop {
        let nearest = polytope.nearest_edge(); // [epa.nearest_edge]
        let edge = polytope.edges[nearest];
        let support = difference.support(edge.normal); // [epa.support]
        let way_out = WayOut { depth: edge.normal.dot(support.w), normal: edge.normal };
        let gain = way_out.depth - edge.distance;
        if way_out.depth < shortest.depth {
            shortest = way_out;
        }
        let step = |verdict: EpaVerdict| EpaStep {
            polytope: polytope.edges[..polytope.count].iter().map(|edge| edge.start.support_point()).collect(),
            edge: nearest,
            normal: edge.normal.as_vec2(),
            distance: edge.distance as f32,
            upper_bound: shortest.depth as f32,
            support: support.support_point(),
            gain: gain as f32,
            verdict,
        };
        if gain <= options.tolerance * polytope.reach {
            probe.record(|| step(EpaVerdict::Final));
            return polytope.result(nearest, way_out, EpaOutcome::Converged, iteration); // [epa.final]
        }
        if iteration >= max_iterations {
            probe.record(|| step(EpaVerdict::OutOfTurns));
            return polytope.result(nearest, shortest, EpaOutcome::OutOfTurns, iteration); // [epa.out_of_turns]
        }
        probe.record(|| step(EpaVerdict::Split));
        polytope.split(nearest, support); // [epa.split]
        iteration += 1;
    }
}

/// A direction in which B leaves A, and how far it has to go.
#[derive(Clone, Copy)]
struct WayOut {
    depth: f64,
    normal: DVec2,
}

/// One edge of the polytope: from its own vertex to the next edge's.
#[derive(Clone, Copy, Default)]
struct Edge {
    start: Vertex,
    /// Outward unit normal.
    normal: DVec2,
    /// Signed distance of its line from the origin, metres.
    distance: f64,
}

/// GJK's simplex has at most three vertices, and each iteration but the last adds one.
const MAX_EDGES: usize = EPA_MAX_ITERATIONS + 2;

/// A convex polygon inside the difference, counter-clockwise.
struct Polytope {
    edges: [Edge; MAX_EDGES],
    count: usize,
    /// Largest coordinate, metres: the size against which rounding is judged.
    reach: f64,
}

impl Polytope {
    /// From GJK's last simplex; `None` when the whole difference is one point.
    fn around(overlap: &GjkResult, difference: &ConvexPair<'_>) -> Option<Polytope> {
        let mut polytope = Polytope { edges: [Edge::default(); MAX_EDGES], count: 0, reach: 0.0 };
        let vertices = overlap.simplex.vertices();
        for &vertex in vertices {
            polytope.insert(polytope.count, vertex);
        }
        if let [only] = vertices {
            let aside = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y].map(|direction| difference.support(direction));
            let farther = aside.into_iter().find(|vertex| vertex.w != only.w)?;
            polytope.insert(1, farther);
        }
        if let [p, q, r] = vertices
            && (q.w - p.w).perp_dot(r.w - p.w) < 0.0
        {
            polytope.edges.swap(1, 2);
        }
        for i in 0..polytope.count {
            polytope.measure(i);
        }
        Some(polytope)
    }

    fn insert(&mut self, at: usize, vertex: Vertex) {
        self.edges.copy_within(at..self.count, at + 1);
        self.edges[at].start = vertex;
        self.count += 1;
        for x in [vertex.w.x.abs(), vertex.w.y.abs()] {
            if x > self.reach {
                self.reach = x;
            }
        }
    }

    fn next(&self, i: usize) -> usize {
        if i + 1 == self.count { 0 } else { i + 1 }
    }

    /// Finds normal and distance of an edge from its two vertices.
    fn measure(&mut self, i: usize) {
        let p = self.edges[i].start.w;
        let along = self.edges[self.next(i)].start.w - p;
        let normal = DVec2::new(along.y, -along.x) / along.length();
        self.edges[i].normal = normal;
        self.edges[i].distance = normal.dot(p);
    }

    fn nearest_edge(&self) -> usize {
        (1..self.count).fold(0, |best, i| if self.edges[i].distance < self.edges[best].distance { i } else { best })
    }

    /// This edge, or the one in line with it over which the origin lies: corners of the difference may cut one of its
    /// sides into several edges.
    fn edge_under_origin(&self, mut edge: usize) -> usize {
        let no_farther = self.edges[edge].distance + EPA_TOLERANCE * self.reach;
        for _ in 0..self.count {
            let (start, end) = (self.edges[edge].start.w, self.edges[self.next(edge)].start.w);
            let (before, after) = (-start.dot(end - start) < 0.0, -end.dot(end - start) > 0.0);
            let neighbour = match (before, after) {
                (true, _) => (edge + self.count - 1) % self.count,
                (_, true) => self.next(edge),
                _ => return edge,
            };
            if self.edges[neighbour].distance > no_farther {
                return edge;
            }
            edge = neighbour;
        }
        edge
    }

    fn split(&mut self, edge: usize, support: Vertex) {
        self.insert(edge + 1, support);
        self.measure(edge);
        self.measure(edge + 1);
    }

    fn result(&self, edge: usize, way_out: WayOut, outcome: EpaOutcome, iterations: usize) -> EpaResult {
        ran!();
        let edge = self.edge_under_origin(edge);
        let (start, end) = (&self.edges[edge].start, &self.edges[self.next(edge)].start);
        let along = end.w - start.w;
        let t = -start.w.dot(along) / along.length_squared();
        let t = if t > 0.0 { if t < 1.0 { t } else { 1.0 } } else { 0.0 };
        let depth = if way_out.depth > 0.0 { way_out.depth } else { 0.0 }; // [epa.result]
        EpaResult {
            outcome,
            depth: depth as f32,
            normal: way_out.normal.as_vec2(),
            point_a: start.point_a.lerp(end.point_a, t).as_vec2(),
            point_b: start.point_b.lerp(end.point_b, t).as_vec2(),
            iterations,
        }
    }
}

/// The difference is a single point: every direction is as good, and up is one.
fn point_result(overlap: &GjkResult) -> EpaResult {
    EpaResult { outcome: EpaOutcome::Point, depth: 0.0, normal: Vec2::Y, point_a: overlap.point_a, point_b: overlap.point_b, iterations: 0 }
}
