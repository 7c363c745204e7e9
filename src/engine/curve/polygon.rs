//! A point and a polygon: inside or outside, and where a moving point enters. Concave polygons too.
//!
//! **Even–odd rule.** From the point go to the right for ever and count the edges that are crossed: odd is inside. An
//! edge is crossed when one end lies above the point's height and the other not, `(a.y > y) ≠ (b.y > y)`. The rule is
//! *half-open in y*: an edge owns its lower end and not its upper one, so that a corner at the point's very height
//! counts once where the outline passes it and twice or not at all where it only touches, and level edges never count.
//!
//! ```text
//!      .─────────.                    p ──1──2──3──▶   odd: inside
//!      │  p ─────│──────╲─────╱──▶    corners at p's height: ╱╲ counted 0 or 2, ╱ counted 1
//!      '───.     '       ╲   ╱        ╲
//! ```
//!
//! **A moving point** is the segment from where it was to where it is: a bullet passes no wall unseen, however fast it
//! is. It meets the edge with the smallest share of the way.

use super::line::{SegmentCrossing, segment_crossing};
use crate::engine::probe::{NoProbe, Probe};
use glam::DVec2;

/// An edge under the even–odd rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvenOddStep {
    /// From this corner to the next.
    pub edge: usize,
    /// One end lies above the point's height, the other not.
    pub straddles: bool,
    /// Where the edge has that height; only of one that straddles.
    pub x: Option<f64>,
    /// It lies to the right, so it counts.
    pub counts: bool,
    /// Crossings up to here.
    pub count: u32,
}

/// True inside the outline, by the even–odd rule. On the border itself the answer is true for lower and left sides.
pub fn contains(outline: &[DVec2], p: DVec2) -> bool {
    contains_watched(outline, p, &mut NoProbe)
}

/// The same, each edge handed to the probe.
pub fn contains_watched(outline: &[DVec2], p: DVec2, probe: &mut impl Probe<EvenOddStep>) -> bool {
    let mut count = 0;
    for (edge, (a, b)) in edges(outline).enumerate() {
        let straddles = (a.y > p.y) != (b.y > p.y); // [curves.straddles]
        let x = straddles.then(|| a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x));
        let counts = x.is_some_and(|x| p.x < x);
        count += u32::from(counts);
        probe.record(|| EvenOddStep { edge, straddles, x, counts, count });
    }
    count % 2 == 1 // [curves.odd]
}

/// Where a moving point first meets an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweptHit {
    /// Share of its way, 0 to 1.
    pub fraction: f64,
    /// From this corner to the next.
    pub edge: usize,
    /// Where.
    pub point: DVec2,
    /// Unit normal of the edge, against the motion.
    pub normal: DVec2,
}

/// The first edge on the way of a point. `None` when it meets none; a point that slides along an edge does not meet it.
pub fn swept_point(from: DVec2, to: DVec2, outline: &[DVec2]) -> Option<SweptHit> {
    let mut first: Option<SweptHit> = None;
    for (edge, (a, b)) in edges(outline).enumerate() {
        let SegmentCrossing::At { s, point, .. } = segment_crossing([from, to], [a, b]) else { continue };
        if first.is_none_or(|hit| s < hit.fraction) {
            // [curves.swept]
            let across = (b - a).perp().normalize_or_zero();
            let normal = if across.dot(to - from) > 0.0 { -across } else { across };
            first = Some(SweptHit { fraction: s, edge, point, normal });
        }
    }
    first
}

fn edges(outline: &[DVec2]) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
    (0..outline.len()).map(|k| (outline[k], outline[(k + 1) % outline.len()]))
}
