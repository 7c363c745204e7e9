//! What the program remembers while it teaches: answers to an author's questions, the question that is being written,
//! and how a lesson is presented.

use super::effect::Printing;
use crate::scene::document::{Document, QuestionDoc, Reply};

/// Most answers that are remembered: one a step of the longest lesson.
const MOST_REPLIES: usize = crate::scene::limits::LESSON.max as usize;

/// The question of a lesson's step while its author writes it. It may be incomplete, which no document is.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Draft {
    /// Number of the step, from 0.
    pub step: usize,
    /// What was written so far.
    pub question: Box<QuestionDoc>,
}

impl Draft {
    /// As it goes into the document: without blanks at the ends of its texts.
    pub(in crate::app) fn trimmed(&self) -> QuestionDoc {
        let QuestionDoc { prompt, why, kind } = &*self.question;
        QuestionDoc { prompt: prompt.trim().to_owned(), why: why.trim().to_owned(), kind: kind.clone() }
    }

    /// True when the document has its step, with another question or none.
    pub(in crate::app) fn is_news(&self, document: &Document) -> bool {
        document.lesson.get(self.step).is_some_and(|step| step.question.as_deref() != Some(&self.trimmed()))
    }
}

/// See the head of this file.
pub(in crate::app) struct Teaching {
    /// Questions with what was answered. They are found by what they ask, wherever their step stands by now.
    replies: Vec<(QuestionDoc, Reply)>,
    /// The question that is being written.
    pub(in crate::app) draft: Option<Draft>,
    /// Presentation mode shows a halo at the pointer and the keys that are pressed.
    pub(in crate::app) shows_input: bool,
    /// The lesson that is being printed: its path, and the work.
    pub(in crate::app) printing: Option<(String, Printing)>,
}

impl Default for Teaching {
    fn default() -> Teaching {
        Teaching { replies: Vec::new(), draft: None, shows_input: true, printing: None }
    }
}

impl Teaching {
    /// What was answered to a question; `None` while it is open.
    pub(in crate::app) fn reply_to(&self, question: &QuestionDoc) -> Option<&Reply> {
        self.replies.iter().find(|(asked, _)| asked == question).map(|(_, reply)| reply)
    }

    /// Remembers an answer.
    pub(in crate::app) fn remember(&mut self, question: QuestionDoc, reply: Reply) {
        if self.replies.len() >= MOST_REPLIES {
            self.replies.remove(0);
        }
        self.replies.push((question, reply));
    }

    /// Forgets the answer to a question.
    pub(in crate::app) fn forget(&mut self, question: &QuestionDoc) {
        self.replies.retain(|(asked, _)| asked != question);
    }

    /// Forgets all answers.
    pub(in crate::app) fn forget_all(&mut self) {
        self.replies.clear();
    }
}
