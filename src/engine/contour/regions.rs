//! Outer borders and their holes, as few vertices as a tolerance allows.

use super::field::Field;
use super::march::{MarchStep, contours};
use super::simplify::{SimplifyStep, farthest, refit, simplify};
use crate::engine::math::{Vec2, on_segment};
use crate::engine::probe::Probe;
use crate::engine::shape::predicates::{segments_meet, turn, twice_area};

/// Most points of all contours together, before they are simplified.
pub const MOST_POINTS: usize = 400_000;
/// Most vertices of all outlines together, the two ends of a bridge to each hole counted.
pub const MOST_VERTICES: usize = 256;
/// Most separate solid regions.
pub const MOST_REGIONS: usize = 64;
/// The tolerance grows by this factor until few enough vertices are left.
const COARSER: f32 = 1.25;
/// A tolerance beyond this share of the longer side of the picture is no likeness any more.
const COARSEST: f32 = 0.05;
/// Rounds in which vertices come back so that no two edges cross.
const ROUNDS: usize = 200;

/// Something solid: an outer border and the holes in it. Vertices in pixels, y up.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Counter-clockwise.
    pub outer: Vec<Vec2>,
    /// Clockwise.
    pub holes: Vec<Vec<Vec2>>,
}

/// What was found in a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Traced {
    /// What is solid.
    pub regions: Vec<Region>,
    /// The contours that the regions were simplified from, in the regions' order.
    pub contours: Vec<Vec<Vec2>>,
    /// Vertices of all outlines.
    pub vertices: usize,
    /// The tolerance that was used, pixels: as asked, or coarser so that the vertices are few enough.
    pub tolerance: f32,
    /// The largest distance of a contour's point from its outline, pixels.
    pub error: f32,
    /// Solid specks and holes left out, because they are smaller than the tolerance can show.
    pub specks: usize,
    /// Area within the contours, specks left out, pixels.
    pub area: f64,
}

/// Why a field has no outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TraceError {
    /// Nothing is above the level, or only specks are.
    Empty,
    /// More than [`MOST_POINTS`].
    TooManyPoints,
    /// More than [`MOST_REGIONS`].
    TooManyRegions {
        /// How many.
        count: usize,
    },
    /// More than [`MOST_VERTICES`] at a tolerance that still keeps the likeness.
    TooManyVertices {
        /// How many at the coarsest tolerance.
        count: usize,
    },
}

impl std::fmt::Display for TraceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TraceError::Empty => write!(f, "nothing in it is solid at this threshold"),
            TraceError::TooManyPoints => write!(f, "its border has more than {MOST_POINTS} points, the most that are followed"),
            TraceError::TooManyRegions { count } => {
                write!(f, "it falls into {count} separate pieces, and a body takes at most {MOST_REGIONS}; another threshold may join them")
            }
            TraceError::TooManyVertices { count } => {
                write!(f, "its outline needs {count} vertices, and at most {MOST_VERTICES} are allowed; choose the convex hull")
            }
        }
    }
}

/// A closed chain with the points of it that are kept.
struct Ring {
    chain: Vec<Vec2>,
    kept: Vec<usize>,
    vertices: Vec<Vec2>,
}

impl Ring {
    fn rebuild(&mut self, tolerance: f32) {
        self.vertices = refit(&self.chain, &self.kept, tolerance);
    }

    /// The piece that begins at a kept point: indices of its ends, the second unwrapped.
    fn piece(&self, k: usize) -> (usize, usize) {
        let to = if k + 1 < self.kept.len() { self.kept[k + 1] } else { self.kept[0] + self.chain.len() };
        (self.kept[k], to)
    }
}

/// The outlines of all that is larger than `level` (from 0 to 254): no two edges cross or touch, and no contour is
/// farther from its outline than `error`, which is about the tolerance.
///
/// # Errors
/// Nothing is solid, or it has too many pieces or vertices.
pub fn trace(
    field: &Field,
    level: u8,
    tolerance: f32,
    march: &mut impl Probe<MarchStep>,
    watched: &mut impl Probe<SimplifyStep>,
) -> Result<Traced, TraceError> {
    let all = contours(field, level, MOST_POINTS, march).map_err(|_| TraceError::TooManyPoints)?;
    let longer = field.width().max(field.height()) as f32;
    let mut tolerance = tolerance.max(0.05);
    loop {
        // A square of twice the tolerance could vanish within it.
        let smallest = f64::from(4.0 * tolerance * tolerance).max(1.0);
        let large: Vec<&Vec<Vec2>> = all.iter().filter(|chain| (0.5 * twice_area(chain)).abs() >= smallest).collect();
        let outlines: Vec<&Vec<Vec2>> = large.iter().copied().filter(|chain| twice_area(chain) > 0.0).collect();
        if outlines.is_empty() {
            return Err(TraceError::Empty);
        }
        let is_last = tolerance * COARSER > COARSEST * longer.max(40.0);
        if outlines.len() > MOST_REGIONS {
            if is_last {
                return Err(TraceError::TooManyRegions { count: outlines.len() });
            }
            tolerance *= COARSER;
            continue;
        }
        let simplified = |chain: &&Vec<Vec2>| simplify(chain, tolerance, 0, &mut crate::engine::probe::NoProbe).len();
        let holes = large.len() - outlines.len();
        let count = large.iter().map(simplified).sum::<usize>() + 2 * holes;
        if count > MOST_VERTICES {
            if is_last {
                return Err(TraceError::TooManyVertices { count });
            }
            tolerance *= COARSER;
            continue;
        }
        let rings = rings(&large, tolerance, watched);
        return Ok(sorted(rings, tolerance, all.len() - large.len()));
    }
}

/// The contours simplified, with as many points kept as it takes that nothing crosses.
fn rings(chains: &[&Vec<Vec2>], tolerance: f32, probe: &mut impl Probe<SimplifyStep>) -> Vec<Ring> {
    let mut rings: Vec<Ring> = Vec::new();
    for (contour, chain) in chains.iter().enumerate() {
        let mut kept = simplify(chain, tolerance, contour, probe);
        // A border must enclose something: two points do not.
        if kept.len() < 3 {
            let (from, to) = (kept[0], kept.get(1).copied().unwrap_or(kept[0] + chain.len()));
            let halves = [farthest(chain, from, to), farthest(chain, to, from + chain.len())];
            kept.extend(halves.into_iter().flatten().map(|(i, _)| i % chain.len()));
            kept.sort_unstable();
            kept.dedup();
        }
        let mut ring = Ring { chain: (*chain).clone(), kept, vertices: Vec::new() };
        ring.rebuild(tolerance);
        rings.push(ring);
    }
    for _ in 0..ROUNDS {
        let crossed = crossings(&rings);
        if crossed.is_empty() {
            break;
        }
        for (ring, edge) in crossed.into_iter().rev() {
            add_back(&mut rings[ring], edge);
        }
        rings.iter_mut().for_each(|ring| ring.rebuild(tolerance));
    }
    rings
}

/// The farthest point of a piece is kept after all; of a piece without one, those of its neighbours.
fn add_back(ring: &mut Ring, edge: usize) {
    let count = ring.kept.len();
    let mut back: Vec<usize> = Vec::new();
    for k in [edge, (edge + 1) % count, (edge + count - 1) % count] {
        let (from, to) = ring.piece(k);
        if let Some((middle, _)) = farthest(&ring.chain, from, to) {
            back.push(middle % ring.chain.len());
            if k == edge {
                break;
            }
        }
    }
    ring.kept.extend(back);
    ring.kept.sort_unstable();
    ring.kept.dedup();
}

/// Edges that meet others than their neighbours, or turn back on one, as (ring, edge), ascending.
fn crossings(rings: &[Ring]) -> Vec<(usize, usize)> {
    let edges: Vec<(usize, usize, Vec2, Vec2)> = rings
        .iter()
        .enumerate()
        .flat_map(|(r, ring)| {
            let count = ring.vertices.len();
            (0..count).map(move |k| (r, k, ring.vertices[k], ring.vertices[(k + 1) % count]))
        })
        .collect();
    let mut crossed = Vec::new();
    for (n, &(r, k, p, q)) in edges.iter().enumerate() {
        for &(s, l, u, v) in &edges[n + 1..] {
            let count = rings[r].vertices.len();
            let are_neighbours = r == s && ((k + 1) % count == l || (l + 1) % count == k);
            let turns_back = || {
                let (before, corner, after) = if (k + 1) % count == l { (p, q, v) } else { (u, p, q) };
                turn(before, corner, after) == 0.0 && (corner - before).dot(after - corner) <= 0.0
            };
            if if are_neighbours { turns_back() } else { segments_meet(p, q, u, v) } {
                crossed.extend([(r, k), (s, l)]);
            }
        }
    }
    crossed.sort_unstable();
    crossed.dedup();
    crossed
}

/// Each hole goes to the smallest outer border round it.
fn sorted(rings: Vec<Ring>, tolerance: f32, specks: usize) -> Traced {
    let error = rings.iter().map(error_of).fold(0.0, f32::max);
    let area = rings.iter().map(|ring| 0.5 * twice_area(&ring.chain)).sum();
    let vertices = rings.iter().map(|ring| ring.vertices.len()).sum();
    let (solid, hollow): (Vec<Ring>, Vec<Ring>) = rings.into_iter().partition(|ring| twice_area(&ring.chain) > 0.0);
    let mut regions: Vec<Region> = solid.iter().map(|ring| Region { outer: ring.vertices.clone(), holes: Vec::new() }).collect();
    let mut contours: Vec<Vec<Vec<Vec2>>> = solid.iter().map(|ring| vec![ring.chain.clone()]).collect();
    for hole in hollow {
        let round = (0..solid.len()).filter(|&k| holds(&solid[k].chain, hole.chain[0]));
        let size = |k: &usize| twice_area(&solid[*k].chain);
        if let Some(k) = round.min_by(|a, b| size(a).total_cmp(&size(b))) {
            regions[k].holes.push(hole.vertices);
            contours[k].push(hole.chain);
        }
    }
    Traced { regions, contours: contours.into_iter().flatten().collect(), vertices, tolerance, error, specks, area }
}

/// The largest distance of a chain's point from the edge that stands for it, pixels.
fn error_of(ring: &Ring) -> f32 {
    let count = ring.vertices.len();
    let mut largest = 0.0_f32;
    for k in 0..count {
        let (from, to) = ring.piece(k);
        let (a, b) = (ring.vertices[k], ring.vertices[(k + 1) % count]);
        largest = (from..=to).map(|i| ring.chain[i % ring.chain.len()]).map(|p| p.distance(on_segment(a, b, p))).fold(largest, f32::max);
    }
    largest
}

/// True when the chain goes round the point: a ray to the right crosses it an odd number of times.
fn holds(chain: &[Vec2], point: Vec2) -> bool {
    let mut inside = false;
    for (k, &a) in chain.iter().enumerate() {
        let b = chain[(k + 1) % chain.len()];
        if (a.y > point.y) != (b.y > point.y) && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) {
            inside = !inside;
        }
    }
    inside
}
