//! What the rules say of lessons, beside the bounds of their fields.

use super::body_names::{Bodies, check_pair};
use super::lesson_form::needs_pair;
use super::report::{Report, quoted, steps};
use crate::scene::document::{CurveDoc, Document, GraphDoc, LessonStepDoc, QuestionKind};
use crate::scene::limits::LESSON_QUANTITIES;

/// What of a lesson can be told without running it; whether its frames are there tells `lens::microscope::lesson`.
pub(super) fn check(report: &mut Report<'_>, document: &Document, bodies: &Bodies<'_>) {
    for (i, step) in document.lesson.iter().enumerate() {
        match &step.pair {
            Some(pair) => check_pair(report, &steps!["lesson", i, "pair"], pair, bodies),
            None if needs_pair(step.algorithm) && document.lesson_pair(step).is_none() && !report.is_blamed(&steps!["view"]) => {
                report.complain(&steps!["lesson", i], || "needs a `pair`, here or in the view, to look at".into());
            }
            None => {}
        }
        check_kind(report, i, step);
        if let Some(question) = &step.question {
            check_question(report, i, &question.kind, bodies);
        }
    }
    check_quantities(report, document);
}

/// What the graphs of a lesson show is read in every step of its run, and kept.
fn check_quantities(report: &mut Report<'_>, document: &Document) {
    let mut known: Vec<&CurveDoc> = Vec::new();
    for (i, step) in document.lesson.iter().enumerate() {
        for quantity in step.graphs.iter().flat_map(GraphDoc::quantities) {
            if !known.contains(&quantity) {
                known.push(quantity);
            }
        }
        if known.len() > LESSON_QUANTITIES {
            let words = || format!("the lesson's graphs show {} different quantities up to here, at most {LESSON_QUANTITIES}", known.len());
            return report.complain(&steps!["lesson", i, "graphs"], words);
        }
    }
}

/// A step shows a microscope's frame, or the scene under lenses: what belongs to the one is no part of the other.
fn check_kind(report: &mut Report<'_>, i: usize, step: &LessonStepDoc) {
    let mut complain = |key: &'static str, is_wrong: bool, words: &str| {
        if is_wrong {
            report.complain(&steps!["lesson", i, key], || words.to_owned());
        }
    };
    if step.shows_scene() {
        let words = "belongs to a microscope, and this step shows the scene itself: leave it out";
        complain("frame", step.frame != 0, words);
        complain("gate", step.gate, words);
        let is_click = |kind: &QuestionKind| matches!(kind, QuestionKind::Body { .. } | QuestionKind::Point { .. });
        let asks_click = step.question.as_ref().is_some_and(|question| is_click(&question.kind));
        complain("question", asks_click, "must be a `choice` or a `number`: clicks are answers under a microscope");
    } else {
        let words = "belongs to a step that shows the scene itself, with `algorithm` `scene`";
        complain("lenses", !step.lenses.is_empty(), words);
        complain("graphs", !step.graphs.is_empty(), words);
        complain("branches", !step.branches.is_empty(), words);
        complain("difference", step.difference, words);
    }
}

/// What of an author's question the bounds of its fields do not tell.
fn check_question(report: &mut Report<'_>, step: usize, kind: &QuestionKind, bodies: &Bodies<'_>) {
    match kind {
        QuestionKind::Choice { answers, right } => {
            if *right >= answers.len() as u64 && !answers.is_empty() {
                let words = || format!("must be at most {}, the last of the answers, is {right}", answers.len() - 1);
                report.complain(&steps!["lesson", step, "question", "choice", "right"], words);
            }
            for (i, answer) in answers.iter().enumerate().filter(|(i, answer)| answers[..*i].contains(answer)) {
                let words = || format!("must differ from the other answers, is {} again", quoted(answer));
                report.complain(&steps!["lesson", step, "question", "choice", "answers", i], words);
            }
        }
        QuestionKind::Body { id } => drop(bodies.find(report, &steps!["lesson", step, "question", "body", "id"], id)),
        QuestionKind::Number { .. } | QuestionKind::Point { .. } => {}
    }
}
