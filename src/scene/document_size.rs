//! How much memory a document takes: undo and the run keep many of them.

use super::body_doc::{BodyDoc, Geometry, ShapeDoc};
use super::document::{BranchDoc, Document, JointDoc, LauncherDoc, LessonStepDoc};
use super::force::ForceDoc;
use super::graph_doc::{CurveDoc, GraphDoc, TraceDoc};
use super::light_doc::LightDoc;

/// What the system keeps beside each piece of memory, bytes.
const PIECE: usize = 16;
/// Names of a joint, a launcher, a lamp or a lesson's step, and what else each points to, bytes.
const NAMES: usize = 128;

impl Document {
    /// About how much memory it takes, bytes.
    pub fn bytes(&self) -> usize {
        let bodies: usize = self.bodies.iter().map(body_bytes).sum();
        let graphs: usize = self.graphs.iter().map(|graph| graph.curves.len() * (size_of::<CurveDoc>() + NAMES)).sum();
        let captions: usize =
            self.lesson.iter().map(|step| step.caption.len() + step.question.as_ref().map_or(0, |asked| asked.bytes())).sum();
        let texts = self.title.len() + self.about.len() + self.extra.as_ref().map_or(0, String::len) + captions;
        let each = |count: usize, size: usize| count * (size + NAMES);
        size_of::<Document>()
            + bodies
            + each(self.joints.len(), size_of::<JointDoc>())
            + each(self.launchers.len(), size_of::<LauncherDoc>())
            + each(self.lights.len(), size_of::<LightDoc>())
            + each(self.graphs.len(), size_of::<GraphDoc>())
            + each(self.traces.len(), size_of::<TraceDoc>())
            + each(self.lesson.len(), size_of::<LessonStepDoc>())
            + self.lesson.iter().flat_map(|step| &step.branches).map(BranchDoc::bytes).sum::<usize>()
            + graphs
            + texts
    }
}

fn body_bytes(body: &BodyDoc) -> usize {
    let shapes: usize = body.shapes.iter().map(shape_bytes).sum();
    let control = if body.control.is_some() { 1024 } else { 0 };
    size_of::<BodyDoc>() + body.id.len() + body.forces.len() * (size_of::<ForceDoc>() + NAMES) + control + shapes + 2 * PIECE
}

fn shape_bytes(shape: &ShapeDoc) -> usize {
    let corners = match &shape.geometry {
        Geometry::Polygon { vertices, .. } | Geometry::Outline { vertices } => PIECE + size_of_val(vertices.as_slice()),
        _ => 0,
    };
    size_of::<ShapeDoc>() + corners + shape.material.as_ref().map_or(0, |name| PIECE + name.len())
}

impl BranchDoc {
    fn bytes(&self) -> usize {
        let names = self.without_bodies.len() + self.without_joints.len() + 1;
        let joints = self.joints.len() * (size_of::<JointDoc>() + NAMES);
        size_of::<BranchDoc>() + names * NAMES + joints + self.bodies.iter().map(body_bytes).sum::<usize>()
    }
}
