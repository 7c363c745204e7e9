//! What the panels remember of a lesson from frame to frame.

/// What the window of an author remembers.
#[derive(Default)]
pub(crate) struct LessonEditor {
    pub is_open: bool,
    /// Where it is in this frame, points.
    pub at: Option<egui::Rect>,
}

/// What is being typed as an answer.
#[derive(Default)]
pub(crate) struct Asked {
    pub typed: String,
    /// A key has begun the answer: the field takes the keys that follow.
    pub is_typed_to: bool,
}

impl Asked {
    /// A key that was pressed without a way to the field begins or goes on with the answer.
    pub(super) fn begin(&mut self, sign: char) {
        self.typed.push(sign);
        self.is_typed_to = true;
    }
}

/// Keys that were pressed lately, with the time of each, seconds.
#[derive(Default)]
pub(crate) struct Presenter {
    pub keys: Vec<(String, f64)>,
}
