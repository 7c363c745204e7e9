//! `trace`: every step that a collision algorithm takes on one pair, as JSON.
//!
//! Nothing is retold: the engine's own function runs again, with a recording [`crate::engine::probe::Probe`], on the shapes and
//! poses of the world's last step where the pair has a contact, else on the present ones. Steps and result are carried into the
//! world by A's pose; the normal points from A to B, in the order in which the pair was asked for.

mod impact;
mod steps;

use super::arguments::{Algorithm, TraceOptions};
use super::host::{Host, deliver};
use super::{pair, source};
use crate::engine::collider::ColliderId;
use crate::engine::math::Pose;
use crate::engine::narrow::epa::{self, EpaOutcome};
use crate::engine::narrow::gjk::{self, GjkOutcome};
use crate::engine::narrow::sat::{self, SatOutcome};
use crate::engine::narrow::{Manifold, NarrowPhase, NarrowStep, collide};
use crate::engine::probe::NoProbe;
use crate::engine::shape::Shape;
use crate::engine::tuning::SPECULATIVE_MARGIN;
use crate::scene::stage::Stage;
use glam::Vec2;
use serde::Serialize;
use steps::{Frame, TraceStep};

/// What `trace` writes.
#[derive(Serialize, Debug)]
pub struct Trace {
    /// `sat`, `gjk`, `epa`, `clip` or `toi`.
    pub algorithm: &'static str,
    /// Ids of the two bodies, A first.
    pub pair: [String; 2],
    /// Indices of the two shapes in the scene file.
    pub shapes: [usize; 2],
    /// Steps since the scene's start.
    pub step: u64,
    /// Poses of A and B that the algorithm ran with.
    pub poses: [PoseRecord; 2],
    /// Every step of the algorithm, in the world.
    pub steps: Vec<TraceStep>,
    /// What came out.
    pub result: TraceResult,
}

/// A body's pose.
#[derive(Serialize, Debug)]
pub struct PoseRecord {
    /// Metres.
    pub position: Vec2,
    /// Radians.
    pub angle: f32,
}

impl PoseRecord {
    fn of(pose: Pose) -> PoseRecord {
        PoseRecord { position: pose.position, angle: pose.rotation.angle() }
    }
}

/// What an algorithm found.
#[derive(Serialize, Debug, Default)]
pub struct TraceResult {
    /// How it ended.
    pub outcome: &'static str,
    /// Gap of the two shapes, metres, where they are apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f32>,
    /// Overlap of the two shapes, metres, where they overlap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f32>,
    /// Unit, from A to B; zero where the algorithm leaves it open.
    pub normal: Vec2,
    /// Contact points of the pair: what the narrow phase makes of it.
    pub points: Vec<PointRecord>,
    /// Nearest (or deepest) point of A's surface, where the algorithm finds one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_a: Option<Vec2>,
    /// The same of B.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_b: Option<Vec2>,
    /// Time of impact as a share of the step, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraction: Option<f32>,
}

impl TraceResult {
    /// A result with a signed gap, metres: negative is an overlap.
    fn apart(outcome: &'static str, separation: f32, normal: Vec2) -> TraceResult {
        let (distance, depth) = if separation > 0.0 { (Some(separation), None) } else { (None, Some(-separation)) };
        TraceResult { outcome, distance, depth, normal, ..TraceResult::default() }
    }
}

/// A contact point.
#[derive(Serialize, Debug)]
pub struct PointRecord {
    /// Midway between the surfaces, metres.
    pub position: Vec2,
    /// Signed gap, metres; negative = overlap.
    pub separation: f32,
}

/// The two shapes as the algorithms see them.
struct Watched<'a> {
    shape_a: &'a Shape,
    shape_b: &'a Shape,
    pose_b_in_a: Pose,
    frame: Frame,
    narrow_phase: NarrowPhase,
}

/// Traces an algorithm on a pair and writes the JSON.
///
/// # Errors
/// The scene does not load, the pair does not exist, or the file cannot be written.
pub fn trace(options: &TraceOptions, host: &mut dyn Host) -> Result<(), String> {
    let (_, stage) = source::stage_at(&options.scene, options.at_step, host)?;
    let pair = pair::find_pair(&stage, &options.pair)?;
    let trace = trace_pair(&stage, pair, options.algorithm)?;
    let mut text = serde_json::to_string_pretty(&trace).map_err(|error| error.to_string())?;
    text.push('\n');
    deliver(host, options.out.as_deref(), &text)
}

/// The trace of one algorithm on two colliders.
///
/// # Errors
/// A collider is gone.
pub fn trace_pair(stage: &Stage, (a, b): (ColliderId, ColliderId), algorithm: Algorithm) -> Result<Trace, String> {
    let gone = || "the pair is gone".to_string();
    let (shape_a, shape_b) = (&stage.world().collider(a).ok_or_else(gone)?.shape, &stage.world().collider(b).ok_or_else(gone)?.shape);
    let (pose_a, pose_b) = pair::poses(stage, a, b);
    let watched = Watched {
        shape_a,
        shape_b,
        pose_b_in_a: pose_a.inv_mul(pose_b),
        frame: Frame(pose_a),
        narrow_phase: stage.world().settings().narrow_phase,
    };
    let (word, (steps, result), poses) = match algorithm {
        Algorithm::Sat => ("sat", watched.sat(), [pose_a, pose_b]),
        Algorithm::Gjk => ("gjk", watched.gjk(), [pose_a, pose_b]),
        Algorithm::Epa => ("epa", watched.epa(), [pose_a, pose_b]),
        Algorithm::Clip => ("clip", watched.clip(), [pose_a, pose_b]),
        Algorithm::Toi => {
            let (steps, result, poses) = impact::trace(stage, a, b).ok_or_else(gone)?;
            ("toi", (steps, result), poses)
        }
    };
    let name = |id: ColliderId| stage.names().body_name(id.body).unwrap_or("").to_string();
    Ok(Trace {
        algorithm: word,
        pair: [name(a), name(b)],
        shapes: [a, b].map(|id| stage.shape_index(id).unwrap_or(id.index as usize)),
        step: stage.step_count(),
        poses: poses.map(PoseRecord::of),
        steps,
        result,
    })
}

impl Watched<'_> {
    fn sat(&self) -> (Vec<TraceStep>, TraceResult) {
        let mut steps = Vec::new();
        let found = sat::separate(self.shape_a.convex(), self.shape_b.convex(), self.pose_b_in_a, SPECULATIVE_MARGIN, &mut steps);
        let outcome = match found.outcome {
            SatOutcome::Overlap => "overlap",
            SatOutcome::Near => "near",
            SatOutcome::Separated => "separated",
        };
        let result = TraceResult {
            points: self.points(NarrowPhase::Sat),
            ..TraceResult::apart(outcome, found.separation, self.frame.direction(found.normal))
        };
        (steps.iter().map(|step| self.frame.sat(step)).collect(), result)
    }

    fn gjk(&self) -> (Vec<TraceStep>, TraceResult) {
        let mut steps = Vec::new();
        let (core_a, core_b) = (self.shape_a.convex(), self.shape_b.convex());
        let found = gjk::distance(core_a, core_b, self.pose_b_in_a, &mut steps);
        let result = match found.outcome {
            // The cores overlap: how deeply, only EPA can tell.
            GjkOutcome::Overlap => TraceResult { outcome: "overlap", distance: Some(0.0), ..TraceResult::default() },
            GjkOutcome::Separated | GjkOutcome::OutOfTurns => {
                let outcome = match found.outcome {
                    GjkOutcome::OutOfTurns => "out_of_turns",
                    _ if found.distance > core_a.radius + core_b.radius => "separated",
                    _ => "rounding_overlaps",
                };
                let gap = found.distance - core_a.radius - core_b.radius;
                TraceResult {
                    point_a: Some(self.frame.point(found.point_a + core_a.radius * found.normal)),
                    point_b: Some(self.frame.point(found.point_b - core_b.radius * found.normal)),
                    ..TraceResult::apart(outcome, gap, self.frame.direction(found.normal))
                }
            }
        };
        (steps.iter().map(|step| self.frame.gjk(step)).collect(), TraceResult { points: self.points(NarrowPhase::GjkEpa), ..result })
    }

    fn epa(&self) -> (Vec<TraceStep>, TraceResult) {
        let (core_a, core_b) = (self.shape_a.convex(), self.shape_b.convex());
        let cores = gjk::distance(core_a, core_b, self.pose_b_in_a, &mut NoProbe);
        if cores.outcome != GjkOutcome::Overlap {
            // Nothing to do for EPA: GJK knows the gap already.
            let (_, result) = self.gjk();
            return (Vec::new(), result);
        }
        let mut steps = Vec::new();
        let found = epa::penetration(core_a, core_b, self.pose_b_in_a, &cores, &mut steps);
        let outcome = match found.outcome {
            EpaOutcome::Converged => "overlap",
            EpaOutcome::OutOfTurns => "out_of_turns",
            EpaOutcome::Point => "same_point",
        };
        let result = TraceResult {
            points: self.points(NarrowPhase::GjkEpa),
            point_a: Some(self.frame.point(found.point_a + core_a.radius * found.normal)),
            point_b: Some(self.frame.point(found.point_b - core_b.radius * found.normal)),
            ..TraceResult::apart(outcome, -found.depth - core_a.radius - core_b.radius, self.frame.direction(found.normal))
        };
        (steps.iter().map(|step| self.frame.epa(step)).collect(), result)
    }

    /// The contact points as the world's own narrow phase makes them; closed forms and the choice of a segment's side included.
    fn clip(&self) -> (Vec<TraceStep>, TraceResult) {
        let mut steps: Vec<NarrowStep> = Vec::new();
        let manifold = collide(self.shape_a, self.shape_b, self.pose_b_in_a, self.narrow_phase, SPECULATIVE_MARGIN, &mut steps);
        let points = self.records(&manifold);
        let result = match points.iter().map(|point| point.separation).reduce(f32::min) {
            Some(least) => TraceResult { points, ..TraceResult::apart("contact", least, self.frame.direction(manifold.normal)) },
            None => TraceResult { outcome: "no_contact", ..TraceResult::default() },
        };
        (steps.iter().filter_map(|step| self.frame.clip(step)).collect(), result)
    }

    fn points(&self, method: NarrowPhase) -> Vec<PointRecord> {
        self.records(&collide(self.shape_a, self.shape_b, self.pose_b_in_a, method, SPECULATIVE_MARGIN, &mut NoProbe))
    }

    fn records(&self, manifold: &Manifold) -> Vec<PointRecord> {
        let points = manifold.points().iter();
        points.map(|point| PointRecord { position: self.frame.point(point.position), separation: point.separation }).collect()
    }
}
