//! What a user made: plain data with string ids, in file order. SI units, radians.

pub use super::body_doc::{BodyDoc, Geometry, ShapeDoc, bounded_velocity};
pub use super::branch_doc::BranchDoc;
pub use super::graph_doc::{CurveDoc, GraphDoc, Subject, TraceDoc};
pub use super::group_doc::GroupDoc;
pub use super::joint_doc::JointDoc;
pub use super::launcher_doc::{LauncherDoc, Only, Projectile, Sight};
pub use super::light_doc::{LightDoc, LightKind};
pub use super::marker_doc::MarkerDoc;
pub use super::material_doc::{MaterialDoc, material_of, raise_static, raise_static_of};
pub use super::measure_doc::{MeasureDoc, MeasureEnd};
pub use super::note_doc::NoteDoc;
pub use super::plane_curve::{PlaneCurve, PlaneCurveDoc};
pub use super::question_doc::{QuestionDoc, QuestionKind, Reply};
pub use super::skin_doc::{PictureDoc, SkinDoc};
pub use super::smoke_doc::{SmokeDoc, SmokeSourceDoc, SmokeView};
use super::stage_state::StageState;
pub use super::stopwatch_doc::{Happening, Press, PressDoc, StopwatchDoc, TriggerDoc};
use crate::engine::math::Vec2;
pub use crate::engine::world::WorldSettings;
use std::collections::BTreeMap;

/// A scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// One line.
    pub title: String,
    /// One paragraph (Markdown): what to look at.
    pub about: String,
    /// World settings. Their width and the softness of contacts and joints are not in files: they keep the defaults.
    pub world: WorldSettings,
    /// Named materials.
    pub materials: BTreeMap<String, MaterialDoc>,
    /// Pictures that bodies wear, by name.
    pub pictures: BTreeMap<String, PictureDoc>,
    /// Bodies, in file order.
    pub bodies: Vec<BodyDoc>,
    /// Joints, in file order.
    pub joints: Vec<JointDoc>,
    /// Launchers, in file order.
    pub launchers: Vec<LauncherDoc>,
    /// Lamps, in file order.
    pub lights: Vec<LightDoc>,
    /// Lines, rays, circles and Bézier curves, in file order.
    pub curves: Vec<PlaneCurveDoc>,
    /// Words and arrows on the canvas, in file order.
    pub notes: Vec<NoteDoc>,
    /// Tapes and protractors, in file order.
    pub measures: Vec<MeasureDoc>,
    /// Regions of smoke, in file order.
    pub smoke: Vec<SmokeDoc>,
    /// Groups, in file order.
    pub groups: Vec<GroupDoc>,
    /// Camera and lenses at the start.
    pub view: Option<ViewDoc>,
    /// Graphs beside the scene, in the order they are shown.
    pub graphs: Vec<GraphDoc>,
    /// Paths of points, drawn on the canvas.
    pub traces: Vec<TraceDoc>,
    /// Named moments of the run, in the order they were set.
    pub markers: Vec<MarkerDoc>,
    /// The stopwatch.
    pub stopwatch: StopwatchDoc,
    /// Places under the microscope to go through in order, with words; empty = the scene is no lesson.
    pub lesson: Vec<LessonStepDoc>,
    /// Where a run stands, when the file was saved in the middle of one.
    pub state: Option<Box<StageState>>,
    /// A JSON object, as text, that other programs keep in the file; carried along unread.
    pub extra: Option<String>,
}

/// Camera and lenses at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewDoc {
    /// Middle of the picture, metres.
    pub center: Vec2,
    /// Height of the picture, metres.
    pub height: f32,
    /// Ids of lenses that are on.
    pub lenses: Vec<String>,
    /// Bodies of the watched pair.
    pub pair: Option<[String; 2]>,
    /// A body that the camera goes with.
    pub follow: Option<String>,
    /// Opens the collision microscope on the watched pair.
    pub microscope: Option<MicroscopeDoc>,
}

/// The collision microscope at the start: a lesson of one step.
#[derive(Clone, Debug, PartialEq)]
pub struct MicroscopeDoc {
    /// Id of the microscope.
    pub algorithm: &'static str,
    /// Number of the shown frame, from 0; beyond the last = the last.
    pub step: u64,
    /// Asks before each step.
    pub gate: bool,
    /// What to look for, one paragraph.
    pub caption: String,
}

impl Default for MicroscopeDoc {
    fn default() -> MicroscopeDoc {
        MicroscopeDoc { algorithm: "sat", step: 0, gate: false, caption: String::new() }
    }
}

/// One step of a lesson, at one step of the scene's run from its start: a frame of one algorithm on one pair, or the
/// scene itself under lenses, with graphs.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonStepDoc {
    /// What to look for, one paragraph.
    pub caption: String,
    /// Id of the microscope; [`LessonStepDoc::SCENE`] = the scene itself is shown.
    pub algorithm: &'static str,
    /// The two bodies; `None` = the view's pair.
    pub pair: Option<[String; 2]>,
    /// After how many steps of the run.
    pub at_step: u64,
    /// Number of the frame, from 0.
    pub frame: u64,
    /// Asks before each frame from there on.
    pub gate: bool,
    /// What the microscope shows of the world; `None` = the pair. Of the scene itself; `None` = the view's.
    pub camera: Option<CameraDoc>,
    /// Lenses that are on where the scene itself is shown.
    pub lenses: Vec<String>,
    /// Graphs of the run up to there, where the scene itself is shown.
    pub graphs: Vec<GraphDoc>,
    /// Runs that are otherwise, shown as ghosts over the scene itself.
    pub branches: Vec<BranchDoc>,
    /// Graphs over time show by how much the run differs from those.
    pub difference: bool,
    /// What the author asks here, beside the questions that are computed.
    pub question: Option<Box<QuestionDoc>>,
}

impl Default for LessonStepDoc {
    fn default() -> LessonStepDoc {
        LessonStepDoc {
            caption: String::new(),
            algorithm: "sat",
            pair: None,
            at_step: 0,
            frame: 0,
            gate: false,
            camera: None,
            lenses: Vec::new(),
            graphs: Vec::new(),
            branches: Vec::new(),
            difference: false,
            question: None,
        }
    }
}

impl LessonStepDoc {
    /// In the place of a microscope's id: the step shows the scene itself.
    pub const SCENE: &'static str = "scene";

    /// True when it shows the scene itself, no microscope.
    pub fn shows_scene(&self) -> bool {
        self.algorithm == LessonStepDoc::SCENE
    }

    /// True when the two show the same place, whatever they say and ask there.
    pub fn leads_to(&self, other: &LessonStepDoc) -> bool {
        LessonStepDoc { caption: String::new(), question: None, ..self.clone() }
            == LessonStepDoc { caption: String::new(), question: None, ..other.clone() }
    }
}

/// A part of the world to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraDoc {
    /// Middle of the picture, metres.
    pub center: Vec2,
    /// Height of the picture, metres.
    pub height: f32,
}

impl Document {
    /// The scene with what lies beside the run of another, which changes no motion: lesson, graphs, traces, markers,
    /// notes, measures, stopwatch.
    pub fn beside_the_run_of(&self, other: &Document) -> Document {
        Document {
            lesson: other.lesson.clone(),
            graphs: other.graphs.clone(),
            traces: other.traces.clone(),
            markers: other.markers.clone(),
            notes: other.notes.clone(),
            measures: other.measures.clone(),
            stopwatch: other.stopwatch.clone(),
            ..self.clone()
        }
    }
    /// The pair of a lesson's step: its own, else the view's.
    pub fn lesson_pair<'a>(&'a self, step: &'a LessonStepDoc) -> Option<&'a [String; 2]> {
        step.pair.as_ref().or_else(|| self.view.as_ref()?.pair.as_ref())
    }
    /// All quantities that its graphs and traces show, each once, in their order.
    pub fn shown_quantities(&self) -> Vec<CurveDoc> {
        let mut all: Vec<CurveDoc> = Vec::new();
        let traced = self.traces.iter().flat_map(|trace| trace.place());
        for curve in self.graphs.iter().flat_map(GraphDoc::quantities).cloned().chain(traced) {
            if !all.contains(&curve) {
                all.push(curve);
            }
        }
        all
    }
    /// The quantities that graphs of its lesson show.
    pub fn lesson_quantities(&self) -> impl Iterator<Item = &CurveDoc> {
        self.lesson.iter().flat_map(|step| &step.graphs).flat_map(GraphDoc::quantities)
    }
    /// All quantities that are kept of a run: what is shown, in the lesson too, and what presses the stopwatch.
    pub fn kept_quantities(&self) -> Vec<CurveDoc> {
        let mut all = self.shown_quantities();
        for curve in self.lesson_quantities() {
            if !all.contains(curve) {
                all.push(curve.clone());
            }
        }
        for curve in self.stopwatch.triggers.iter().flat_map(|trigger| std::iter::once(trigger.count()).chain(trigger.time())) {
            if !all.contains(&curve) {
                all.push(curve);
            }
        }
        all
    }
    /// The tape or protractor that a curve reads, if it is one's.
    pub fn measure_of(&self, curve: &CurveDoc) -> Option<&MeasureDoc> {
        if let Subject::Measure(id) = &curve.of { self.measure(id) } else { None }
    }
}
