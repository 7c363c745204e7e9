//! Hinges between all that overlaps.

use crate::app::notice::NoticeKind;
use crate::app::pins::{PinPlace, Pins, connected, pins};
use crate::app::program::App;
use crate::draw::quantity::counted;

impl App {
    pub(super) fn pin_overlaps(&mut self, bodies: &[String], place: PinPlace) {
        let drawn = if let [one] = bodies { connected(self.stage(), one) } else { bodies.to_vec() };
        let Pins { hinges, left_out } = pins(self.stage(), &self.document, &drawn, place);
        if hinges.is_empty() {
            let words = match bodies {
                _ if left_out > 0 => {
                    "What overlaps without a joint hangs on one third body already: another hinge would not bend.".to_owned()
                }
                [] => "No movable bodies overlap without a joint between them.".to_owned(),
                [one] => format!("Nothing that moves overlaps {one} without a joint between them."),
                _ => "None of the selected bodies overlap without a joint between them.".to_owned(),
            };
            return self.notify(NoticeKind::Warning, words);
        }
        let (verb, done, what) = if place == PinPlace::DrivenWheel { ("Mount", "Mounted", "wheel") } else { ("Pin", "Pinned", "overlap") };
        let count = format!("{} {what}{}", hinges.len(), if hinges.len() == 1 { "" } else { "s" });
        if self.add_joints(&format!("{verb} {count}"), &hinges) {
            let how = if place == PinPlace::DrivenWheel { ": the keys ← and → drive while time runs" } else { "" };
            let left = match left_out {
                0 => String::new(),
                left => format!(". {} left free: three hinges in a triangle would not bend", counted(left, "overlap", "overlaps")),
            };
            self.notify(NoticeKind::Done, format!("{done} {count}{how}{left}"));
        }
    }
}
