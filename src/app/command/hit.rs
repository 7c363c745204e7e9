//! A shot's hit, opened under the time of impact.

use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::app::selection::Item;
use crate::lens::microscope::hit::{Hit, hit_of, last_hit};
use crate::lens::microscope::toi;
use crate::scene::shot::Shot;

impl App {
    /// The newest hit: of the launcher that is selected, else of all.
    pub fn last_hit(&self) -> Option<&Shot> {
        let selected = self.selection().iter().find(|item| matches!(item, Item::Launcher(_)));
        last_hit(self.stage(), selected.map(Item::id))
    }

    /// See [`crate::app::MicroscopeCommand::Hit`].
    pub(super) fn open_hit(&mut self, number: u32) {
        let shot = self.stage().shots().iter().find(|shot| shot.number == number).cloned();
        let Some((shot, step)) = shot.and_then(|shot| Some((shot.clone(), shot.step_of_hit()?))) else {
            return self.notify(NoticeKind::Warning, format!("Shot {number} has not hit anything that is still known."));
        };
        let (now, first) = (self.stage().step_count(), self.timeline.first_step());
        if step <= first {
            return self
                .notify(NoticeKind::Warning, format!("Shot {number} hit in step {step}: the run cannot go back before step {first}."));
        }
        let earlier = (step >= first + 2).then(|| {
            self.timeline.seek(step - 2);
            self.stage().clone()
        });
        self.timeline.seek(step - 1);
        match hit_of(&shot, self.stage(), earlier.as_ref()) {
            Ok(hit) => self.show_hit(hit),
            Err(why) => {
                self.timeline.seek(now);
                self.notify(NoticeKind::Warning, format!("There is nothing to look into: {why}."));
            }
        }
        self.forget_missing();
    }

    fn show_hit(&mut self, hit: Hit) {
        self.timeline.seek(hit.step);
        let bodies = [hit.pair.0.body, hit.pair.1.body].into_iter().filter_map(|id| self.name_of(id));
        self.selection = bodies.filter(|name| self.document.body(name).is_some()).map(Item::Body).collect();
        (self.pair, self.turn) = (Some(hit.pair), 0);
        self.lay(hit.specimen, Some(toi::TOI.id));
        if let Some(bench) = &mut self.bench {
            bench.set_caption(hit.words);
        }
    }
}
