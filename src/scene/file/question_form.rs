//! The form of an author's question in a file.

use super::walk::Walk;
use crate::engine::math::Vec2;
use crate::scene::document::{QuestionDoc, QuestionKind};
use crate::scene::limits;

/// A question of a lesson's step.
pub fn question<W: Walk>(w: &mut W, q: &mut QuestionDoc) {
    w.value("prompt", "What is asked.", &mut q.prompt, None, limits::PROMPT);
    w.by_key(&mut q.kind, QuestionKind::word, about, &QuestionKind::all(), kind);
    w.value("why", "Why the right answer is right; shown after the answer.", &mut q.why, Some(String::new()), limits::PROMPT_WHY);
}

fn about(kind: &QuestionKind) -> &'static str {
    match kind {
        QuestionKind::Choice { .. } => "One of several answers is right.",
        QuestionKind::Number { .. } => "The answer is a number.",
        QuestionKind::Body { .. } => "The answer is a click on a body.",
        QuestionKind::Point { .. } => "The answer is a click at a place.",
    }
}

fn kind<W: Walk>(w: &mut W, kind: &mut QuestionKind) {
    match kind {
        QuestionKind::Choice { answers, right } => {
            w.values("answers", "In the order in which they are shown.", answers, true, limits::ANSWERS, limits::ANSWER);
            w.value("right", "Which of them is right, from 0.", right, None, limits::RIGHT_ANSWER);
        }
        QuestionKind::Number { right, tolerance, unit } => {
            w.value("right", "The right number, in the unit.", right, None, limits::FINITE);
            w.value("tolerance", "How far off still counts, in the unit.", tolerance, Some(0.0), limits::TOLERANCE);
            w.value("unit", "Its unit in words.", unit, Some(String::new()), limits::UNIT);
        }
        QuestionKind::Body { id } => w.value("id", "The body that is right.", id, None, limits::NAME),
        QuestionKind::Point { at, radius } => {
            w.value("at", "The right place in the world, metres.", at, None::<Vec2>, limits::COORDINATE);
            w.value("radius", "How far off still counts, metres.", radius, None, limits::SIZE);
        }
    }
}
