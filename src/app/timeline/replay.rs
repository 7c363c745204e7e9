//! Looking again at steps that were taken.

use super::Timeline;
use crate::scene::document::Document;
use crate::scene::stage::Stage;

impl Timeline {
    /// Takes the last steps again, as many as there were and no more than this, and shows the stage after each, oldest
    /// first, up to the one before the present. Returns the stage as it stood when it took its last step, all inputs
    /// done; `None` at the start.
    pub fn replay(&self, steps: u64, mut look: impl FnMut(&Stage)) -> Option<Stage> {
        let now = self.stage.step_count();
        if now <= self.first_step() || steps == 0 {
            return None;
        }
        let mut past = self.clone();
        past.seek(now.saturating_sub(steps));
        loop {
            look(&past.stage);
            if past.stage.step_count() + 1 >= now {
                break;
            }
            past.advance();
        }
        past.repeat_due();
        Some(past.stage)
    }

    /// The last moment kept before the present step, which may have broken down: the document with its state, how
    /// many steps lead from there through the present one, and whether anything was done to the run in between.
    pub fn before_breakdown(&self) -> (Document, u64, bool) {
        let mut stage = self.keyframes.before(self.stage.step_count());
        let from = stage.step_count();
        let document = self.present_at(self.events.partition_point(|(at, _)| *at < from));
        stage.take_names(&document);
        let disturbed = self.events.iter().any(|(at, _)| *at >= from);
        (Document { state: Some(Box::new(stage.state())), ..(*document).clone() }, self.stage.step_count() - from + 1, disturbed)
    }
}
