//! Which edges face a lamp, and the silhouettes between those that do and those that do not.
//!
//! An edge faces the lamp when the lamp stands on its outer side. A *silhouette* is a vertex between an edge that faces
//! the lamp and one that faces away; from there a side of the shadow volume runs to infinity.
//!
//! Two ways to find silhouettes, with the same result:
//!
//! - **one pass** over the edges with signed counters: an edge that faces the lamp takes one from the vertex where it
//!   begins and adds one where it ends. Where two such edges meet the vertex is back at zero; what keeps a counter is
//!   the beginning (−1) or the end (+1) of a lit chain. Nobody has to know who is whose neighbour.
//! - **two passes**: the first marks each edge, the second goes through the vertices and compares the edge that
//!   arrives with the edge that leaves.
//!
//! Arcs are cut where they turn away from the lamp. From a point `L` at distance d the tangents to a circle of radius r
//! touch it where the radius makes the angle `acos(r/d)` with the direction to `L`: there normal and ray are
//! perpendicular, `n·(L − c) = r`. For the sun that is a right angle.

use super::lamp::Lamp;
use super::outline::{Edge, Form, Outlines};
use crate::engine::probe::{Probe, ran};
use glam::DVec2;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Shorter pieces of an arc than this are left whole, radians.
const LEAST_TURN: f64 = 1e-9;

/// An edge, or the part of an arc, that faces the lamp or not as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Faced {
    /// Where it runs; its ends are numbered anew where an arc was cut.
    pub edge: Edge,
    /// True when the lamp stands on its outer side.
    pub faces: bool,
}

/// A vertex between light and dark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Silhouette {
    /// World, metres.
    pub at: DVec2,
    /// Number of its body.
    pub body: u32,
    /// What is left of its counter: negative where the lit chain begins, positive where it ends, counter-clockwise
    /// round the body.
    pub sign: i32,
}

/// What was done with a lamp's edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FacingStep {
    /// An edge was judged.
    Judged(Faced),
    /// A vertex kept its counter.
    Kept(Silhouette),
}

/// How one lamp sees the outlines.
#[derive(Clone, Debug, Default)]
pub struct Facing {
    /// All edges, arcs cut.
    pub edges: Vec<Faced>,
    /// The silhouettes, by number of their vertex.
    pub silhouettes: Vec<Silhouette>,
    /// How many vertices there are, with those where arcs were cut.
    pub vertices: u32,
}

impl Facing {
    /// Judges every edge and finds the silhouettes in one pass, by signed counters.
    pub fn new<P: Probe<FacingStep>>(outlines: &Outlines, lamp: Lamp, probe: &mut P) -> Facing {
        ran!();
        let edges = Vec::with_capacity(2 * outlines.edges.len());
        let mut facing = Facing { edges, vertices: outlines.vertices, ..Facing::default() };
        for edge in &outlines.edges {
            match edge.form {
                Form::Line => facing.line(edge, lamp),
                Form::Arc { .. } => facing.arc(edge, lamp),
            }
        }
        let mut counters: Vec<(i32, u32, DVec2)> = vec![(0, 0, DVec2::ZERO); facing.vertices as usize];
        for faced in &facing.edges {
            probe.record(|| FacingStep::Judged(*faced));
            if faced.faces {
                for (end, (at, sign)) in faced.edge.ends.into_iter().zip([(faced.edge.from, -1), (faced.edge.to, 1)]) {
                    let (counter, body, place) = &mut counters[end as usize];
                    *counter += sign * faced.edge.count; // [shadow.counter]
                    (*body, *place) = (faced.edge.body, at);
                }
            }
        }
        for (sign, body, at) in counters {
            if sign != 0 {
                let silhouette = Silhouette { at, body, sign };
                probe.record(|| FacingStep::Kept(silhouette));
                facing.silhouettes.push(silhouette); // [shadow.keep]
            }
        }
        facing
    }

    /// The silhouettes in two passes: edges are marked, then each vertex compares its neighbours.
    pub fn by_neighbours(&self) -> Vec<Silhouette> {
        ran!();
        // Lit edges that arrive and that leave, the body, and where the vertex is.
        let mut around = vec![([0i32; 2], 0u32, DVec2::ZERO); self.vertices as usize];
        for faced in self.edges.iter().filter(|faced| faced.faces) {
            for (side, (end, at)) in [(1, (faced.edge.ends[0], faced.edge.from)), (0, (faced.edge.ends[1], faced.edge.to))] {
                let (lit, body, place) = &mut around[end as usize];
                lit[side] += faced.edge.count;
                (*body, *place) = (faced.edge.body, at);
            }
        }
        let differs = |(lit, body, at): ([i32; 2], u32, DVec2)| {
            let [arriving, leaving] = lit; // [shadow.neighbours]
            (arriving != leaving).then_some(Silhouette { at, body, sign: arriving - leaving })
        };
        around.into_iter().filter_map(differs).collect()
    }

    /// How many edges turn away from the lamp.
    pub fn away(&self) -> usize {
        self.edges.iter().filter(|faced| !faced.faces).count()
    }

    fn line(&mut self, edge: &Edge, lamp: Lamp) {
        ran!();
        let side = lamp.side(edge.from, edge.to - edge.from); // [shadow.face]
        if !edge.is_wall {
            self.edges.push(Faced { edge: *edge, faces: side < 0.0 });
            return;
        }
        // Both sides of a wall: the one that runs with the lamp to its left faces away.
        let back = Edge { from: edge.to, to: edge.from, ends: [edge.ends[1], edge.ends[0]], ..*edge };
        self.edges.push(Faced { edge: *edge, faces: side < 0.0 });
        self.edges.push(Faced { edge: back, faces: side > 0.0 });
    }

    fn arc(&mut self, edge: &Edge, lamp: Lamp) {
        ran!();
        let Form::Arc { center, radius, start, turn } = edge.form else { return };
        let range = lit_range(lamp, center, radius); // [shadow.tangent]
        // A circle round the lamp is cut in halves, so that no edge begins and ends at one ray.
        let tangencies = range.map_or([PI; 2], |range| range.map(|angle| ahead(start, angle)));
        let mut cuts: Vec<f64> = tangencies.into_iter().filter(|t| *t > LEAST_TURN && *t < turn - LEAST_TURN).collect();
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        cuts.push(turn);
        let (mut from, mut before, mut first) = (edge.from, 0.0, edge.ends[0]);
        for (i, &cut) in cuts.iter().enumerate() {
            let is_last = i + 1 == cuts.len();
            let angle = start + cut;
            let to = if is_last { edge.to } else { center + DVec2::new(libm::cos(angle), libm::sin(angle)) * radius };
            let last = if is_last { edge.ends[1] } else { self.vertices };
            self.vertices += u32::from(!is_last);
            let middle = start + 0.5 * (before + cut);
            let faces = range.is_some_and(|[low, high]| ahead(low, middle) < ahead(low, high));
            let form = Form::Arc { center, radius, start: start + before, turn: cut - before };
            self.edges.push(Faced { edge: Edge { from, to, form, ends: [first, last], ..*edge }, faces });
            (from, before, first) = (to, cut, last);
        }
    }
}

/// How far an angle lies ahead of another, counter-clockwise.
fn ahead(start: f64, angle: f64) -> f64 {
    (angle - start).rem_euclid(TAU)
}

/// The directions from a circle's centre in which its rim faces the lamp: from the first counter-clockwise to the
/// second. `None` when the lamp stands inside.
fn lit_range(lamp: Lamp, center: DVec2, radius: f64) -> Option<[f64; 2]> {
    let (toward, half) = match lamp {
        Lamp::Point(at) => {
            let away = at - center;
            let distance = away.length();
            if distance <= radius {
                return None;
            }
            (away, libm::acos(radius / distance))
        }
        Lamp::Sun(along) => (-along, FRAC_PI_2),
    };
    let middle = libm::atan2(toward.y, toward.x);
    Some([middle - half, middle + half])
}
