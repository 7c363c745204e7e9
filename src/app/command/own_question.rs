//! Questions that the author of a lesson asks, how they are written, and what is answered.

use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::app::teaching::Draft;
use crate::engine::frames::WorldPoint;
use crate::engine::math::Vec2;
use crate::scene::document::{QuestionDoc, Reply};

impl App {
    /// True when presentation mode shows a halo at the pointer and the keys that are pressed.
    pub fn shows_input(&self) -> bool {
        self.teaching.shows_input
    }

    /// The author's question of the lesson's present step, while the microscope shows that step or another frame of
    /// its film.
    pub fn own_question(&self) -> Option<&QuestionDoc> {
        let step = self.lesson_place()?.step;
        let Some(bench) = &self.bench else { return self.lesson_view()?.question.as_deref() };
        let shows_it = bench.example().is_none() && bench.microscope().id == step.algorithm && !bench.is_changed();
        let is_begun = bench.lesson.as_ref().is_some_and(|shown| shown.leads_to(step));
        step.question.as_deref().filter(|_| shows_it && is_begun)
    }

    /// What was answered to a question; `None` while it is open.
    pub fn reply_to(&self, question: &QuestionDoc) -> Option<&Reply> {
        self.teaching.reply_to(question)
    }

    /// The author's question that waits for an answer.
    pub fn open_own_question(&self) -> Option<&QuestionDoc> {
        self.own_question().filter(|question| self.reply_to(question).is_none())
    }

    /// A click into the picture of the world, as an answer.
    pub fn click_reply(&self, at: Vec2) -> Reply {
        let stage = self.stage();
        let mut bodies: Vec<String> = Vec::new();
        for collider in stage.world().colliders_at(WorldPoint::at(at)) {
            let name = stage.names().bodies.name(collider.body).map(str::to_owned);
            bodies.extend(name.filter(|name| !bodies.contains(name)));
        }
        Reply::Click { at, bodies }
    }

    /// The question of the lesson's present step as its author writes it; `None` while nobody does.
    pub fn question_draft(&self) -> Option<&QuestionDoc> {
        let draft = self.teaching.draft.as_ref()?;
        (draft.step == self.lesson_place()?.index).then_some(&*draft.question)
    }

    pub(super) fn write_question(&mut self, step: usize, question: Option<Box<QuestionDoc>>) {
        self.teaching.draft = question.map(|question| Draft { step, question });
    }

    /// Puts the question that is being written into the lesson. False when it is refused, which was said then.
    pub(super) fn put_question(&mut self) -> bool {
        let Some(draft) = self.teaching.draft.clone().filter(|draft| draft.is_news(&self.document)) else { return true };
        self.change_lesson("question", 0, |steps| steps[draft.step].question = Some(Box::new(draft.trimmed())))
    }

    /// The same, after which it is no longer written.
    pub(super) fn keep_question(&mut self) -> bool {
        let is_kept = self.put_question();
        if is_kept {
            self.teaching.draft = None;
        }
        is_kept
    }

    pub(super) fn reply(&mut self, reply: Reply) {
        let Some(question) = self.open_own_question().cloned() else { return };
        if !question.kind.takes(&reply) {
            return self.notify(NoticeKind::Warning, "That is no answer to this question.");
        }
        self.teaching.remember(question, reply);
    }

    /// Forgets all answers, to questions of the author and of the microscope's film.
    pub(super) fn ask_all_again(&mut self) {
        self.teaching.forget_all();
        self.score = Default::default();
        let gate = self.gate;
        if let Some(bench) = &mut self.bench {
            bench.answers.clear();
            bench.show(bench.frame(), gate);
        }
    }

    /// Asks the present step's question anew.
    pub(super) fn ask_again(&mut self) {
        if let Some(question) = self.own_question().cloned() {
            self.teaching.forget(&question);
        }
    }
}
