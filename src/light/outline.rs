//! Outlines of bodies, from convex parts of any winding.
//!
//! Each undirected edge has a *signed counter*: a part that runs through it from its lower to its higher end adds one,
//! a part that runs the other way takes one away. A part whose vertices run clockwise counts with the opposite sign,
//! so the winding of a list does not matter. Two parts of a body that lie on either side of an edge run through it in
//! opposite directions: its counter becomes zero, and it is no edge of the body at all. What keeps a counter is the
//! outline, and the sign says which way it runs round the solid.
//!
//! ```text
//!   4 ─────── 3 ─────── 6         part 1 2 3 4 adds  +1 to 2→3
//!   │    A    │    B    │         part 2 5 6 3 takes  1 from it (it runs 3→2)
//!   1 ─────── 2 ─────── 5         2─3 has the counter 0: it casts no shadow inside the body
//! ```
//!
//! Where parts touch along a piece of an edge only, as the shaft of an arrow touches its head, edges are first cut at
//! the vertices that lie on them; vertices nearer to each other than [`SAME_PLACE`] are one. Rounded shapes are bounded
//! by lines and arcs. Parts that overlap keep all their edges, and so may throw a shadow on the inside of their body.

use super::cross;
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::{Probe, ran};
use glam::DVec2;

/// How an edge runs between its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// Straight.
    Line,
    /// Along a circle, counter-clockwise, bulging outwards.
    Arc {
        /// Centre, world, metres.
        center: DVec2,
        /// Metres.
        radius: f64,
        /// Direction of its start from the centre, radians.
        start: f64,
        /// How far it goes round, radians, up to a whole turn.
        turn: f64,
    },
}

/// An edge of an outline, world, metres. The solid lies to its left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Number of the body.
    pub body: u32,
    /// Where it begins.
    pub from: DVec2,
    /// Where it ends.
    pub to: DVec2,
    /// How it runs.
    pub form: Form,
    /// Its counter, at least 1: how many parts lie on its left.
    pub count: i32,
    /// A wall without thickness: it has two sides, and either may face a lamp.
    pub is_wall: bool,
    /// Numbers of its ends among the vertices of all outlines.
    pub ends: [u32; 2],
}

/// A convex part of a body: a core of vertices in either winding, rounded by a radius. One vertex is a circle, two are
/// a wall (radius 0) or a capsule.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Vertices in the body's frame, metres.
    pub points: &'a [Vec2],
    /// Metres.
    pub radius: f32,
}

/// What the counters did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OutlineStep {
    /// A part has run through an edge.
    Counted {
        /// Number of the body.
        body: u32,
        /// Ends in the body's frame, in the part's own direction.
        ends: [Vec2; 2],
        /// What it added: +1 from the lower to the higher end, −1 the other way.
        added: i32,
        /// The counter since then.
        counter: i32,
    },
    /// All parts have run through an edge, and its counter is zero: it lies inside.
    Cancelled {
        /// Number of the body.
        body: u32,
        /// Ends in the body's frame.
        ends: [Vec2; 2],
    },
}

/// Vertices of one body that are nearer than this are one, and a vertex this near to an edge lies on it, metres.
pub const SAME_PLACE: f32 = 1e-5;

/// The outlines of all bodies.
#[derive(Clone, Debug, Default)]
pub struct Outlines {
    /// Their edges.
    pub edges: Vec<Edge>,
    /// How many edges the parts have, before any cancelled.
    pub counted: usize,
    /// How many of these lie inside their body and are gone.
    pub cancelled: usize,
    /// How many vertices the outlines have.
    pub vertices: u32,
}

/// An edge of one part, on its way through the counters.
struct Directed {
    /// Ends as bits, lower first.
    key: [[u32; 2]; 2],
    ends: [Vec2; 2],
    sign: i32,
}

impl Outlines {
    /// Adds a body of convex parts.
    pub fn add<'a, P: Probe<OutlineStep>>(&mut self, body: u32, pose: Pose, parts: impl Iterator<Item = Part<'a>>, probe: &mut P) {
        let (mut sharp, mut count): (Vec<Directed>, u32) = (Vec::new(), 0);
        for part in parts {
            match (part.points, part.radius > 0.0) {
                ([], _) | ([_], false) => {}
                ([only], true) => self.circle(body, pose, *only, part.radius),
                ([a, b], false) => self.wall(body, pose, [*a, *b]),
                (points, true) => self.rounded(body, pose, points, part.radius),
                (points, false) => {
                    sharp.extend(directed(points));
                    count += 1;
                }
            }
        }
        // A part alone shares no edge.
        self.counters(body, pose, if count > 1 { joined(sharp) } else { sharp }, probe);
    }

    /// Adds up the counters of all sharp edges of a body and keeps those that are not zero.
    fn counters<P: Probe<OutlineStep>>(&mut self, body: u32, pose: Pose, mut sharp: Vec<Directed>, probe: &mut P) {
        ran!();
        self.counted += sharp.len();
        sharp.sort_by_key(|edge| edge.key);
        let mut corners: Vec<([u32; 2], u32)> = Vec::new();
        // Each undirected edge once: how it was first met, its counter, how many parts ran through it.
        let mut met: Vec<(Directed, i32, usize)> = Vec::new();
        for edge in sharp {
            let (ends, sign) = (edge.ends, edge.sign);
            match met.last_mut() {
                Some((last, counter, runs)) if last.key == edge.key => {
                    *counter += sign; // [shadow.count]
                    *runs += 1;
                }
                _ => {
                    corners.extend(edge.key.map(|bits| (bits, 0)));
                    met.push((edge, sign, 1));
                }
            }
            let counter = met.last().map_or(0, |(_, counter, _)| *counter);
            probe.record(|| OutlineStep::Counted { body, ends, added: sign, counter });
        }
        corners.sort_unstable();
        corners.dedup();
        for (_, number) in &mut corners {
            *number = self.vertices;
            self.vertices += 1;
        }
        let number = |bits: [u32; 2]| corners[corners.partition_point(|(other, _)| *other < bits)].1;
        for (edge, counter, runs) in met {
            if counter == 0 {
                self.cancelled += runs; // [shadow.cancel]
                probe.record(|| OutlineStep::Cancelled { body, ends: edge.ends });
                continue;
            }
            // The sign says which way the outline runs: as this part did, unless others outvoted it.
            let same = (counter > 0) == (edge.sign > 0);
            let [a, b] = if same { edge.ends } else { [edge.ends[1], edge.ends[0]] };
            let ends = [number(bits(a)), number(bits(b))];
            self.push(body, [place(pose, a), place(pose, b)], Form::Line, counter.abs(), ends);
        }
    }

    fn push(&mut self, body: u32, [from, to]: [DVec2; 2], form: Form, count: i32, ends: [u32; 2]) {
        self.edges.push(Edge { body, from, to, form, count, is_wall: false, ends });
    }

    fn wall(&mut self, body: u32, pose: Pose, ends: [Vec2; 2]) {
        self.counted += 1;
        let [from, to] = ends.map(|p| place(pose, p));
        let numbers = [self.vertices, self.vertices + 1];
        self.edges.push(Edge { body, from, to, form: Form::Line, count: 1, is_wall: true, ends: numbers });
        self.vertices += 2;
    }

    fn circle(&mut self, body: u32, pose: Pose, center: Vec2, radius: f32) {
        self.counted += 1;
        let (center, radius) = (place(pose, center), f64::from(radius));
        let start = center + DVec2::new(radius, 0.0);
        let form = Form::Arc { center, radius, start: 0.0, turn: std::f64::consts::TAU };
        self.push(body, [start, start], form, 1, [self.vertices; 2]);
        self.vertices += 1;
    }

    /// A core with round corners: its edges moved outwards, and an arc round each vertex.
    fn rounded(&mut self, body: u32, pose: Pose, points: &[Vec2], radius: f32) {
        let mut core: Vec<DVec2> = points.iter().map(|&p| place(pose, p)).collect();
        if twice_area(points) < 0.0 {
            core.reverse();
        }
        let (count, radius, first) = (core.len(), f64::from(radius), self.vertices);
        let outward = |i: usize| -(core[(i + 1) % count] - core[i]).perp().normalize_or_zero();
        self.vertices += 2 * count as u32;
        self.counted += 2 * count;
        for (i, &center) in core.iter().enumerate() {
            let (before, after) = (outward((i + count - 1) % count), outward(i));
            let vertex = |k: usize| first + (k % (2 * count)) as u32;
            let start = libm::atan2(before.y, before.x);
            // Half a turn at the ends of a capsule; rounding must not make it a turn the other way.
            let turn = if count == 2 { std::f64::consts::PI } else { libm::atan2(cross(before, after), before.dot(after)).max(0.0) };
            let arc = Form::Arc { center, radius, start, turn };
            self.push(body, [center + before * radius, center + after * radius], arc, 1, [vertex(2 * i), vertex(2 * i + 1)]);
            let next = core[(i + 1) % count];
            self.push(body, [center + after * radius, next + after * radius], Form::Line, 1, [vertex(2 * i + 1), vertex(2 * i + 2)]);
        }
    }
}

/// The edges of a sharp part, with the signs of their directions.
fn directed(points: &[Vec2]) -> impl Iterator<Item = Directed> {
    let is_clockwise = twice_area(points) < 0.0;
    (0..points.len()).map(move |i| {
        let ends = [points[i], points[(i + 1) % points.len()]];
        // A clockwise part is turned round: its edges run the other way.
        Directed::new(if is_clockwise { [ends[1], ends[0]] } else { ends })
    })
}

impl Directed {
    fn new(ends: [Vec2; 2]) -> Directed {
        let [a, b] = ends.map(bits);
        Directed { key: [a.min(b), a.max(b)], ends, sign: if a < b { 1 } else { -1 } }
    }
}

/// The edges of all parts of a body with their vertices made one where they touch, and cut where vertices of other
/// parts lie on them.
fn joined(edges: Vec<Directed>) -> Vec<Directed> {
    let mut vertices: Vec<Vec2> = edges.iter().map(|edge| edge.ends[0]).collect();
    vertices.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let is_near = |a: Vec2, b: Vec2| (a - b).length_squared() <= SAME_PLACE * SAME_PLACE;
    // Each vertex in the place of the first that is near it.
    let mut apart: Vec<Vec2> = Vec::with_capacity(vertices.len());
    for vertex in vertices {
        let first = apart.partition_point(|other| other.x < vertex.x - SAME_PLACE);
        if !apart[first..].iter().any(|other| is_near(*other, vertex)) {
            apart.push(vertex);
        }
    }
    let between = |low: f32, high: f32| {
        let [first, last] = [low - SAME_PLACE, high + SAME_PLACE].map(|x| apart.partition_point(|other| other.x < x));
        &apart[first..last]
    };
    let moved = |p: Vec2| between(p.x, p.x).iter().copied().find(|other| is_near(*other, p)).unwrap_or(p);
    let mut pieces = Vec::with_capacity(edges.len());
    for edge in &edges {
        let [a, b] = edge.ends.map(moved);
        let along = b - a;
        let length_sq = along.length_squared();
        // A vertex between the ends, by how far along the edge it lies.
        let share = |p: &Vec2| {
            let t = (*p - a).dot(along) / length_sq;
            (t > 0.0 && t < 1.0 && *p != a && *p != b && is_near(a + along * t, *p)).then_some((t, *p))
        };
        let mut cuts: Vec<(f32, Vec2)> = between(a.x.min(b.x), a.x.max(b.x)).iter().filter_map(share).collect();
        cuts.sort_by(|x, y| x.0.total_cmp(&y.0));
        let stops: Vec<Vec2> = std::iter::once(a).chain(cuts.into_iter().map(|(_, p)| p)).chain([b]).collect();
        pieces.extend(stops.windows(2).filter(|ends| ends[0] != ends[1]).map(|ends| Directed::new([ends[0], ends[1]])));
    }
    pieces
}

/// A vertex as a name: two parts share it when their coordinates are the same numbers.
fn bits(p: Vec2) -> [u32; 2] {
    // Adding zero makes −0 and 0 one.
    [(p.x + 0.0).to_bits(), (p.y + 0.0).to_bits()]
}

fn place(pose: Pose, local: Vec2) -> DVec2 {
    let (cos, sin) = (f64::from(pose.rotation.cos), f64::from(pose.rotation.sin));
    let p = local.as_dvec2();
    pose.position.as_dvec2() + DVec2::new(cos * p.x - sin * p.y, sin * p.x + cos * p.y)
}

fn twice_area(points: &[Vec2]) -> f64 {
    let at = |i: usize| points[i % points.len()].as_dvec2() - points[0].as_dvec2();
    (0..points.len()).map(|i| cross(at(i), at(i + 1))).sum()
}
