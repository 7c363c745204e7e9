//! The few points of a closed chain that matter.
//!
//! D. H. Douglas and T. K. Peucker, "Algorithms for the reduction of the number of points required to represent a
//! digitized line or its caricature" (1973): draw the chord from one end of a piece to the other. Is every point of the
//! piece within the tolerance of it, the chord stands for the piece; if not, the farthest point is kept and both halves
//! are looked at in the same way. A closed chain has no ends: its leftmost point and the point farthest from that are
//! kept to begin with.
//!
//! Kept points lie *on* the chain, so a round outline would lose the slivers between chord and arc, all on the same
//! side. [`refit`] gives them back: each chord moves sideways by the mean distance of its piece, and neighbouring
//! chords meet again. Then area is kept, and the largest error is about halved.

use crate::engine::math::{Vec2, cross, on_segment};
use crate::engine::probe::{Probe, ran};

/// What is decided about a piece of the chain.
#[derive(Clone, Debug, PartialEq)]
pub struct SimplifyStep {
    /// Number of the chain.
    pub contour: usize,
    /// Index of the piece's first point.
    pub from: usize,
    /// Index of its last point; past the chain's end it goes on at its beginning.
    pub to: usize,
    /// Index of the point farthest from the chord, when the piece has points between its ends.
    pub farthest: Option<usize>,
    /// How far that is, pixels.
    pub distance: f32,
    /// True: that point is kept, and both halves are looked at.
    pub is_split: bool,
}

/// Ascending indices of the points to keep; all others are within `tolerance` of the chord between their neighbours.
pub fn simplify(chain: &[Vec2], tolerance: f32, contour: usize, probe: &mut impl Probe<SimplifyStep>) -> Vec<usize> {
    ran!();
    let count = chain.len();
    if count < 3 {
        return (0..count).collect();
    }
    let leftmost = (1..count).fold(0, |best, i| if (chain[i].x, chain[i].y) < (chain[best].x, chain[best].y) { i } else { best });
    let reach = |i: usize| chain[i].distance_squared(chain[leftmost]);
    let opposite = (0..count).fold(leftmost, |best, i| if reach(i) > reach(best) { i } else { best });
    let (first, second) = (leftmost.min(opposite), leftmost.max(opposite));
    let mut kept = vec![first, second];
    let mut pieces = vec![(second, first + count), (first, second)];
    while let Some((from, to)) = pieces.pop() {
        let far = farthest(chain, from, to);
        let is_split = far.is_some_and(|(_, distance)| distance > tolerance);
        probe.record(|| SimplifyStep {
            contour,
            from,
            to,
            farthest: far.map(|(i, _)| i % count),
            distance: far.map_or(0.0, |(_, distance)| distance),
            is_split,
        });
        if let Some((middle, _)) = far.filter(|_| is_split) {
            kept.push(middle % count);
            pieces.extend([(middle, to), (from, middle)]);
        }
    }
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// The point between two others that is farthest from their chord, by its unwrapped index, and how far that is, pixels.
pub fn farthest(chain: &[Vec2], from: usize, to: usize) -> Option<(usize, f32)> {
    let count = chain.len();
    let (a, b) = (chain[from % count], chain[to % count]);
    let mut best: Option<(usize, f32)> = None;
    for i in from + 1..to {
        let p = chain[i % count];
        let distance = p.distance(on_segment(a, b, p));
        if best.is_none_or(|(_, so_far)| distance > so_far) {
            best = Some((i, distance));
        }
    }
    best
}

/// The kept points moved so that each chord has as much of its piece on one side as on the other. A corner moves by at
/// most `tolerance`.
pub fn refit(chain: &[Vec2], kept: &[usize], tolerance: f32) -> Vec<Vec2> {
    let (count, corners) = (chain.len(), kept.len());
    let corner = |k: usize| chain[kept[k % corners]];
    if corners < 3 {
        return kept.iter().map(|&i| chain[i]).collect();
    }
    // How far each chord moves to its right, which is outward for a counter-clockwise chain: the area between piece
    // and chord over the chord's length.
    let shift = |k: usize| {
        let (from, to) = (kept[k], if k + 1 < corners { kept[k + 1] } else { kept[0] + count });
        let (a, b) = (corner(k), corner(k + 1));
        let twice: f64 = (from..to).map(|i| f64::from(cross(chain[i % count] - a, chain[(i + 1) % count] - a))).sum();
        let length = a.distance(b);
        if length > 0.0 { (0.5 * twice) as f32 / length } else { 0.0 }
    };
    let shifts: Vec<f32> = (0..corners).map(shift).collect();
    let lines: Vec<(Vec2, Vec2)> = (0..corners)
        .map(|k| {
            let along = (corner(k + 1) - corner(k)).normalize_or_zero();
            (corner(k) + Vec2::new(along.y, -along.x) * shifts[k], along)
        })
        .collect();
    let met = |k: usize| {
        let (before, after) = (lines[(k + corners - 1) % corners], lines[k]);
        let old = corner(k);
        let slope = cross(before.1, after.1);
        let meeting = before.0 + before.1 * (cross(after.0 - before.0, after.1) / slope);
        // Chords that are nearly in line meet far away: then the corner goes with the mean of both.
        let beside = |along: Vec2, shift: f32| Vec2::new(along.y, -along.x) * shift;
        let mean = old + (beside(before.1, shifts[(k + corners - 1) % corners]) + beside(after.1, shifts[k])) * 0.5;
        if meeting.is_finite() && meeting.distance(old) <= tolerance { meeting } else { mean }
    };
    (0..corners).map(met).collect()
}
