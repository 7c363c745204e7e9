//! The form of a scene's curves in a file.

use super::walk::Walk;
use crate::scene::limits;
use crate::scene::plane_curve::{PlaneCurve, PlaneCurveDoc};
use std::sync::LazyLock;

/// One curve of each kind; the names stand in for unreadable ones.
static KINDS: LazyLock<[PlaneCurve; 5]> = LazyLock::new(PlaneCurve::each);
static CURVES: LazyLock<Vec<PlaneCurveDoc>> =
    LazyLock::new(|| KINDS.iter().map(|kind| PlaneCurveDoc { kind: kind.clone(), ..PlaneCurveDoc::default() }).collect());

/// A curve.
pub fn plane_curve<W: Walk>(w: &mut W, c: &mut PlaneCurveDoc) {
    w.value("id", "Unique among curves.", &mut c.id, None, limits::NAME);
    w.maybe("body", "Body it is drawn on, in whose frame its places are; the world when left out.", &mut c.body, limits::NAME);
    w.tag("kind", "What it is.", &mut c.kind, PlaneCurve::word, &*KINDS);
    w.tagged(c, &CURVES, fields);
}

fn fields<W: Walk>(w: &mut W, c: &mut PlaneCurveDoc) {
    match &mut c.kind {
        PlaneCurve::Line { a, b } | PlaneCurve::Segment { a, b } | PlaneCurve::Ray { a, b, .. } => {
            w.value("a", "Where t = 0: an end of a segment, the begin of a ray, metres.", a, None, limits::COORDINATE);
            w.value("b", "Where t = 1, metres; of a ray t counts on by this distance past mirrors.", b, None, limits::COORDINATE);
        }
        PlaneCurve::Circle { center, radius } => {
            w.value("center", "Its middle, metres.", center, None, limits::COORDINATE);
            w.value("radius", "Its radius, metres.", radius, None, limits::SIZE);
        }
        PlaneCurve::Bezier { points, weights } => {
            w.values("points", "Control points, metres.", points, true, limits::CONTROL_POINTS, limits::COORDINATE);
            w.values("weights", "One for each control point; all 1 when left out.", weights, false, limits::WEIGHTS, limits::WEIGHT);
        }
    }
    if let PlaneCurve::Ray { bounces, .. } = &mut c.kind {
        w.value("bounces", "It is reflected so often.", bounces, Some(PlaneCurve::BOUNCES), limits::BOUNCES);
    }
}
