//! Steps of a lesson that show the scene itself: taking the view as one, and showing it again.

use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::View;
use crate::lens::microscope::lesson;
use crate::scene::document::{CameraDoc, GraphDoc, LessonStepDoc};
use crate::scene::limits;

impl App {
    /// True once a step of the lesson was shown.
    pub fn is_in_lesson(&self) -> bool {
        self.lesson.is_some()
    }

    /// Shows the scene as the step wants it, at the moment where the run is.
    pub(super) fn show_view_of(&mut self, step: &LessonStepDoc) {
        self.bench = None;
        self.lenses = step.lenses.iter().filter_map(|id| crate::lens::find(id)).map(|lens| lens.id).collect();
        if let Some(names) = self.document.lesson_pair(step) {
            self.pair = lesson::colliders(self.timeline.stage(), names);
        }
        let at_start = self.document.view.as_ref().map(|view| View { center: view.center, height: view.height });
        let own = step.camera.map(|camera| View { center: camera.center, height: camera.height });
        self.follow = None;
        match own.or(at_start) {
            Some(view) => self.camera.show(view),
            None => self.frame_all(),
        }
    }

    /// True while the scene stands at the step's moment, under its lenses.
    pub(super) fn shows_view_of(&self, step: &LessonStepDoc) -> bool {
        let lenses = self.lenses.iter().copied().eq(step.lenses.iter().map(String::as_str));
        lenses && !self.playing && self.journey.is_none() && self.timeline.is_untouched() && self.stage().step_count() == step.at_step
    }

    pub(super) fn add_lesson_view(&mut self, at: usize) {
        let Some(step) = self.view_as_step() else { return };
        if self.change_lesson("add lesson step", 0, |steps| steps.insert(at, step)) {
            self.lesson = Some(at);
            let count = self.document.lesson.len();
            self.notify(NoticeKind::Done, format!("Added as step {} of {count}", at + 1));
        }
    }

    pub(super) fn retake_lesson_view(&mut self, index: usize) {
        let Some(view) = self.view_as_step() else { return };
        let LessonStepDoc { caption, question, .. } = self.document.lesson[index].clone();
        if self.change_lesson("retake lesson step", 0, |steps| steps[index] = LessonStepDoc { caption, question, ..view }) {
            self.lesson = Some(index);
            self.notify(NoticeKind::Done, format!("Step {} of the lesson shows this view now", index + 1));
        }
    }

    /// The view of the scene as a step without a caption; says why not when the scene would not lead there again.
    fn view_as_step(&mut self) -> Option<LessonStepDoc> {
        if !self.timeline.is_untouched() {
            let words = "The scene would not lead here again: the run was changed by hand. Reset (R) and run to the place.";
            self.notify(NoticeKind::Warning, words);
            return None;
        }
        let view = self.camera.view_for_file();
        let name = |body| self.name_of(body);
        let pair = self.pair.and_then(|(a, b)| Some([name(a.body)?, name(b.body)?])).filter(|[a, b]| a != b);
        let mut graphs = self.lesson_graphs().to_vec();
        let others: Vec<_> = self.document.graphs.iter().filter(|graph| !graphs.contains(graph)).cloned().collect();
        graphs.extend(others);
        graphs.truncate(limits::LESSON_GRAPHS.max as usize);
        Some(LessonStepDoc {
            algorithm: LessonStepDoc::SCENE,
            pair,
            at_step: self.stage().step_count(),
            camera: Some(CameraDoc { center: view.center, height: view.height }),
            lenses: self.lenses.iter().map(|id| (*id).to_owned()).collect(),
            graphs,
            ..LessonStepDoc::default()
        })
    }

    /// The graphs of the lesson's present step while the scene is shown, also after the learner wandered off; none of a
    /// step that shows a microscope.
    pub fn lesson_graphs(&self) -> &[GraphDoc] {
        let is_over_scene = self.lesson.is_some() && self.bench.is_none();
        self.lesson_place().filter(|_| is_over_scene).map_or(&[], |place| &place.step.graphs)
    }

    /// The lesson's present step, while the scene shows what it shows.
    pub fn lesson_view(&self) -> Option<&LessonStepDoc> {
        let place = self.lesson_place().filter(|place| place.is_here)?;
        Some(place.step).filter(|step| step.shows_scene())
    }
}
