//! What the rules say of lessons, beside the bounds of their fields.

use super::body_names::{Bodies, check_pair};
use super::format::needs_pair;
use super::report::{Report, quoted, steps};
use crate::scene::document::Document;
use crate::scene::document::QuestionKind;

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
        if let Some(question) = &step.question {
            check_question(report, i, &question.kind, bodies);
        }
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
