//! Steps of the algorithms as JSON, carried from A's frame into the world.

use super::PoseRecord;
use crate::engine::math::{Pose, Vec2};
use crate::engine::narrow::NarrowStep;
use crate::engine::narrow::clip::ClipStep;
use crate::engine::narrow::epa::{EpaStep, EpaVerdict};
use crate::engine::narrow::gjk::{GjkStep, GjkVerdict, SupportPoint};
use crate::engine::narrow::sat::{AxisSource, SatStep, SatVerdict, Shadow};
use serde::Serialize;

/// One step of any algorithm; each has the fields of its own kind.
#[derive(Serialize, Debug)]
#[serde(untagged)]
pub enum TraceStep {
    /// An axis of the separating axis test.
    Sat {
        /// `edge_of_a`, `edge_of_b` or `vertices`.
        source: &'static str,
        /// Index of the edge, or of the two vertices.
        index: Vec<usize>,
        /// Unit, world, from A to B.
        axis: Vec2,
        /// A's shadow, metres along the axis from A's origin.
        shadow_a: [f32; 2],
        /// B's shadow, on the same scale.
        shadow_b: [f32; 2],
        /// Signed gap between the shadows, metres.
        separation: f32,
        /// `best`, `worse`, `duplicate` or `separates`.
        verdict: &'static str,
    },
    /// A turn of GJK.
    Gjk {
        /// At the head of the turn.
        simplex: Vec<SupportRecord>,
        /// Of the simplex points in `closest`.
        weights: Vec<f32>,
        /// Point of the simplex nearest to the origin.
        closest: Vec2,
        /// From `closest` to the origin.
        search: Vec2,
        /// New support point.
        support: Option<SupportRecord>,
        /// `continue`, `overlap`, `separated` or `out_of_turns`.
        verdict: &'static str,
    },
    /// A turn of EPA.
    Epa {
        /// Counter-clockwise.
        polytope: Vec<SupportRecord>,
        /// The edge nearest to the origin starts at this index.
        edge: usize,
        /// Its outward unit normal.
        normal: Vec2,
        /// Its distance from the origin, metres.
        distance: f32,
        /// Support point beyond it.
        support: SupportRecord,
        /// How far beyond, metres.
        gain: f32,
        /// `split`, `final` or `out_of_turns`.
        verdict: &'static str,
    },
    /// Clipping: which faces.
    Faces {
        /// `faces`.
        phase: &'static str,
        /// True when the reference face belongs to A.
        reference_is_a: bool,
        /// Its two ends.
        reference: [Vec2; 2],
        /// The other face's ends.
        incident: [Vec2; 2],
        /// Outward unit normal of the reference face.
        normal: Vec2,
    },
    /// Clipping: a cut.
    Side {
        /// `side`.
        phase: &'static str,
        /// A point of the cutting line.
        at: Vec2,
        /// Its unit normal; what lies ahead is cut off.
        outward: Vec2,
        /// What is left of the incident face.
        left: [Vec2; 2],
    },
    /// Clipping: a point kept or dropped.
    Point {
        /// `point`.
        phase: &'static str,
        /// Metres.
        position: Vec2,
        /// Signed gap, metres.
        separation: f32,
        /// Whether it is in the manifold.
        kept: bool,
    },
    /// A turn of conservative advancement.
    Toi {
        /// Share of the step at the head of the turn, 0 to 1.
        t: f32,
        /// A's frame then.
        pose_a: PoseRecord,
        /// B's frame then.
        pose_b: PoseRecord,
        /// Nearest point of A's core.
        point_a: Vec2,
        /// Nearest point of B's core.
        point_b: Vec2,
        /// Unit, from A to B.
        normal: Vec2,
        /// Signed gap, metres.
        separation: f32,
        /// Until then the axis proves that nothing happens.
        safe_until: f32,
        /// `advance`, `hit`, `separated`, `overlapped` or `out_of_turns`.
        verdict: &'static str,
    },
    /// A closed form (circles, capsules): the two nearest core points.
    Pair {
        /// `closed_form`.
        phase: &'static str,
        /// On A's core.
        point_a: Vec2,
        /// On B's core.
        point_b: Vec2,
        /// Unit, from A to B.
        normal: Vec2,
        /// Signed gap of the rounded shapes, metres.
        separation: f32,
    },
}

/// A point of the Minkowski difference.
#[derive(Serialize, Debug)]
pub struct SupportRecord {
    /// `point_a − point_b`, turned like the world.
    pub w: Vec2,
    /// Vertex of A's core.
    pub point_a: Vec2,
    /// Vertex of B's core.
    pub point_b: Vec2,
    /// Its index in A's core.
    pub index_a: usize,
    /// Its index in B's core.
    pub index_b: usize,
}

/// Carries from A's frame into the world.
#[derive(Clone, Copy, Debug)]
pub struct Frame(pub Pose);

impl Frame {
    /// A place.
    pub fn point(self, local: Vec2) -> Vec2 {
        self.0.transform_point(local)
    }

    /// A direction, or a difference of places.
    pub fn direction(self, local: Vec2) -> Vec2 {
        self.0.rotation.rotate(local)
    }

    fn points(self, local: [Vec2; 2]) -> [Vec2; 2] {
        local.map(|point| self.point(point))
    }

    fn support(self, support: &SupportPoint) -> SupportRecord {
        SupportRecord {
            w: self.direction(support.w),
            point_a: self.point(support.point_a),
            point_b: self.point(support.point_b),
            index_a: support.index_a,
            index_b: support.index_b,
        }
    }

    /// An axis.
    pub fn sat(self, step: &SatStep) -> TraceStep {
        let (source, index) = match step.source {
            AxisSource::EdgeOfA(edge) => ("edge_of_a", vec![edge]),
            AxisSource::EdgeOfB(edge) => ("edge_of_b", vec![edge]),
            AxisSource::Vertices { a, b } => ("vertices", vec![a, b]),
        };
        let ends = |shadow: Shadow| [shadow.min, shadow.max];
        TraceStep::Sat {
            source,
            index,
            axis: self.direction(step.axis),
            shadow_a: ends(step.shadow_a),
            shadow_b: ends(step.shadow_b),
            separation: step.separation,
            verdict: match step.verdict {
                SatVerdict::Duplicate => "duplicate",
                SatVerdict::Best => "best",
                SatVerdict::Worse => "worse",
                SatVerdict::Separates => "separates",
            },
        }
    }

    /// A turn of GJK.
    pub fn gjk(self, step: &GjkStep) -> TraceStep {
        TraceStep::Gjk {
            simplex: step.simplex.iter().map(|point| self.support(point)).collect(),
            weights: step.weights.clone(),
            closest: self.direction(step.closest),
            search: self.direction(step.search),
            support: step.support.as_ref().map(|point| self.support(point)),
            verdict: match step.verdict {
                GjkVerdict::Continue => "continue",
                GjkVerdict::Overlap => "overlap",
                GjkVerdict::Separated => "separated",
                GjkVerdict::OutOfTurns => "out_of_turns",
            },
        }
    }

    /// A turn of EPA.
    pub fn epa(self, step: &EpaStep) -> TraceStep {
        TraceStep::Epa {
            polytope: step.polytope.iter().map(|point| self.support(point)).collect(),
            edge: step.edge,
            normal: self.direction(step.normal),
            distance: step.distance,
            support: self.support(&step.support),
            gain: step.gain,
            verdict: match step.verdict {
                EpaVerdict::Split => "split",
                EpaVerdict::Final => "final",
                EpaVerdict::OutOfTurns => "out_of_turns",
            },
        }
    }

    /// What follows after normal and depth are known; `None` for the steps before.
    pub fn clip(self, step: &NarrowStep) -> Option<TraceStep> {
        match step {
            NarrowStep::Clip(ClipStep::Faces { reference_is_a, reference, incident, normal, .. }) => Some(TraceStep::Faces {
                phase: "faces",
                reference_is_a: *reference_is_a,
                reference: self.points(*reference),
                incident: self.points(*incident),
                normal: self.direction(*normal),
            }),
            NarrowStep::Clip(ClipStep::Side { at, outward, left, .. }) => {
                Some(TraceStep::Side { phase: "side", at: self.point(*at), outward: self.direction(*outward), left: self.points(*left) })
            }
            NarrowStep::Clip(ClipStep::Point { point, kept, .. }) => {
                Some(TraceStep::Point { phase: "point", position: self.point(point.position), separation: point.separation, kept: *kept })
            }
            NarrowStep::Pair(pair) => Some(TraceStep::Pair {
                phase: "closed_form",
                point_a: self.point(pair.point_a),
                point_b: self.point(pair.point_b),
                normal: self.direction(pair.normal),
                separation: pair.separation,
            }),
            _ => None,
        }
    }
}
