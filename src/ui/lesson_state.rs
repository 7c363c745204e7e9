//! What the panels remember of a lesson from frame to frame.

use crate::scene::document::QuestionDoc;

/// What the window of an author remembers.
#[derive(Default)]
pub(crate) struct LessonEditor {
    pub is_open: bool,
    pub draft: Option<Draft>,
    /// Where it is in this frame, points.
    pub at: Option<egui::Rect>,
}

/// A question that is being written.
pub(crate) struct Draft {
    /// Number of the step that it is for.
    pub step: usize,
    pub doc: Box<QuestionDoc>,
    /// It was handed in: the draft ends once it is in the lesson.
    pub is_handed_in: bool,
}

impl Draft {
    /// A draft that begins with this.
    pub fn new(step: usize, doc: QuestionDoc) -> Option<Draft> {
        Some(Draft { step, doc: Box::new(doc), is_handed_in: false })
    }
}

/// What is being typed as an answer.
#[derive(Default)]
pub(crate) struct Asked {
    pub typed: String,
    /// A key has begun the answer: the field takes the keys that follow.
    pub is_typed_to: bool,
}

/// Keys that were pressed lately, with the time of each, seconds.
#[derive(Default)]
pub(crate) struct Presenter {
    pub keys: Vec<(String, f64)>,
}
