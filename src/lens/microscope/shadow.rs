//! Shadows under the microscope: lamp by lamp, from the edges of bodies to what is dark.
//!
//! ```text
//!   edges of all parts │ counters: inner edges cancel ║ per lamp: faces or turns away │ one pass: vertices that keep
//!                                                     ║ a counter │ two passes: the same │ shadow volumes │ dark
//! ```
//! The steps are those of [`crate::light`] on the outlines of the scene as it stands, the same that its picture is made
//! of. A dragged shape moves its body. In a scene without a lamp one is hung over the two.

mod picture;
mod questions;
mod reel;
mod run;
mod table;
mod words;

use super::{Film, Frame, FrameGroup, Microscope, Question, Reel, Specimen, Subject};
use crate::draw::{DrawList, Sheet, View};
use crate::engine::math::max;
use reel::{Moment, ShadowReel};

/// The microscope.
pub const SHADOW: Microscope = Microscope {
    id: "shadow",
    name: "Shadow",
    explanation: "From edge to shadow, lamp by lamp: edges that cancel, edges that face the lamp, silhouettes by signed counters, shadow volumes.",
    space: Sheet::Diagram,
    space_title: "Signed counters",
    thumbnail: Sheet::World,
    chart_title: None,
    dials: &[],
    subject: Subject::Scene {
        is_there: |stage| !stage.lights().is_empty(),
        lack: "the scene has no lamp: add one with the tool Light, or `lights` in the file",
    },
    film,
};

/// Finds the shadows. Frame 0 shows the edges of all parts, the last what all lamps found.
pub fn film(specimen: &Specimen) -> Film {
    let reel = ShadowReel::new(run::run(specimen));
    let (frames, outcome) = ((0..reel.moments.len()).map(|index| frame(&reel, index)).collect(), words::outcome(&reel));
    Film::without_contact(&SHADOW, specimen, frames, outcome, reel)
}

fn frame(reel: &ShadowReel, index: usize) -> Frame {
    let moment = reel.moments[index];
    Frame {
        heading: words::heading(reel, moment),
        short: words::short(moment),
        iteration: moment.lamp().map_or(0, |lamp| lamp + 1) + usize::from(moment == Moment::Result) * (reel.run.lamps.len() + 1),
        reason: words::reason(reel, moment),
        card: words::card(reel, moment),
        line: match moment {
            Moment::Parts => "shadow.count",
            Moment::Cancelled => "shadow.cancel",
            Moment::Faces(_) => "shadow.face",
            Moment::Tangents(_) => "shadow.tangent",
            Moment::Counters(_) => "shadow.counter",
            Moment::Kept(_) => "shadow.keep",
            Moment::Neighbours(_) => "shadow.neighbours",
            Moment::Volumes(_) => "shadow.nearest",
            Moment::Dark(_) | Moment::Result => "shadow.slice",
        },
    }
}

impl Reel for ShadowReel {
    fn draw(&self, _: &Specimen, frame: usize, list: &mut DrawList) {
        let moment = self.moments[frame];
        picture::world(self, moment, list);
        table::draw(self, moment, list);
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        questions::of(self, frame)
    }

    fn world_view(&self, aspect: f32) -> Option<View> {
        let [low, high] = self.run.bounds();
        let size = high - low;
        Some(View { center: 0.5 * (low + high), height: max(1.35 * size.y, 1.35 * size.x / max(aspect, 1e-3)) })
    }

    fn sheet_view(&self, sheet: Sheet, aspect: f32) -> Option<View> {
        (sheet == Sheet::Diagram).then(|| table::view(aspect))
    }

    fn groups(&self) -> &[FrameGroup] {
        &self.groups
    }
}
