//! Steps of a lesson that show the scene itself: taking the view as one, and showing it again.

use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::app::timeline::Timeline;
use crate::draw::View;
use crate::lens::microscope::lesson;
use crate::scene::document::{BranchDoc, CameraDoc, GraphDoc, LessonStepDoc};
use crate::scene::limits;

impl App {
    /// True once a step of the lesson was shown.
    pub fn is_in_lesson(&self) -> bool {
        self.lesson.is_some()
    }

    /// Shows the scene as the step wants it, at the moment where the run is.
    pub(super) fn show_view_of(&mut self, step: &LessonStepDoc) {
        self.bench = None;
        self.show_only_lenses(&step.lenses);
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
        if self.keep_question() && self.change_lesson("add lesson step", 0, |steps| steps.insert(at, step)) {
            self.lesson = Some(at);
            self.timeline.branches_mut().give_to_lesson();
            let count = self.document.lesson.len();
            self.notify(NoticeKind::Done, format!("Added as step {} of {count}", at + 1));
        }
    }

    pub(super) fn retake_lesson_view(&mut self, index: usize) {
        let Some(view) = self.view_as_step() else { return };
        let LessonStepDoc { caption, question, .. } = self.document.lesson[index].clone();
        if self.change_lesson("retake lesson step", 0, |steps| steps[index] = LessonStepDoc { caption, question, ..view }) {
            self.lesson = Some(index);
            self.timeline.branches_mut().give_to_lesson();
            self.notify(NoticeKind::Done, format!("Step {} of the lesson shows this view now", index + 1));
        }
    }

    /// The view of the scene as a step without a caption; says why not when the scene would not lead there again.
    fn view_as_step(&mut self) -> Option<LessonStepDoc> {
        if !self.timeline.is_untouched() {
            let go_on = if self.timeline.branches().is_empty() {
                ""
            } else {
                " Or go on with an unchanged run of the list: this one stays as its ghost."
            };
            let words = format!("The scene would not lead here again: the run was changed by hand. Reset (R) and run to the place.{go_on}");
            self.notify(NoticeKind::Warning, words);
            return None;
        }
        let branches = match self.shown_branches() {
            Ok(branches) => branches,
            Err(why) => {
                self.notify(NoticeKind::Warning, why);
                return None;
            }
        };
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
            difference: self.difference && !branches.is_empty(),
            branches,
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

    /// Shows the branches of a step over the run; none where it has none.
    pub(super) fn show_lesson_branches(&mut self, step: &LessonStepDoc) {
        let mut runs = Vec::new();
        for branch in &step.branches {
            match Timeline::of_lesson(&self.document, branch) {
                Ok((run, document)) => runs.push((branch.name.clone(), run, document, branch.from)),
                Err(problems) => self.refuse(&branch.name, &problems),
            }
        }
        if !runs.is_empty() {
            self.difference = step.difference;
        }
        self.timeline.branches_mut().show_lesson(runs);
    }

    /// The branches that are shown, as a step of a lesson keeps them: each was run again and came to where it is shown.
    fn shown_branches(&self) -> Result<Vec<BranchDoc>, String> {
        let (mut work, step) = (0, self.stage().step_count());
        let refused = |name: &str, why: &str| {
            format!("\"{name}\" cannot be kept with a step of the lesson: {why}. Hide it (the eye in its line) to add the step without it.")
        };
        let mut all = Vec::new();
        for branch in self.timeline.branches().list().iter().filter(|branch| branch.shown) {
            let refused = |why: &str| refused(&branch.name, why);
            let kept = branch.run.as_changes(&self.document, &branch.name).map_err(refused)?;
            let (mut again, _) = Timeline::of_lesson(&self.document, &kept).map_err(|problems| refused(&problems.to_string()))?;
            let mut theirs = (*branch.run).clone();
            for run in [&mut again, &mut theirs] {
                work += run.run_to(step, lesson::MOST_WORK.saturating_sub(work));
                if run.stage().step_count() < step {
                    return Err(refused("its run takes too long"));
                }
            }
            if again.stage().world().fingerprint() != theirs.stage().world().fingerprint() {
                return Err(refused("the same changes do not lead there again"));
            }
            all.push(kept);
        }
        let most = limits::LESSON_BRANCHES.max as usize;
        if all.len() > most {
            return Err(format!("A step of a lesson shows at most {most} other runs, {} are shown.", all.len()));
        }
        Ok(all)
    }
}
