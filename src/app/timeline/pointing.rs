//! The pointer that a scene follows enters the run.

use super::Timeline;
use crate::engine::math::Vec2;
use crate::scene::document::Document;
use crate::scene::stage::Input;
use std::sync::Arc;

impl Timeline {
    /// Records where the pointer is, before a step that was never taken. Steps that are taken again follow what was
    /// recorded: whoever watches the past with the pointer over the picture does not change it.
    pub fn point(&mut self, to: Vec2, document: &Arc<Document>) {
        if self.stage.step_count() < self.last || !self.stage.follows_pointer() {
            return;
        }
        self.repeat_due();
        if self.stage.pointing().is_none_or(|pointer| pointer.at != to) {
            self.input(&Input::Point { to }, document);
        }
    }
}
