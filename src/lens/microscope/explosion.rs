//! Explosions under the microscope: body by body, from the nearest point to the impulse.
//!
//! ```text
//!   bodies near the reach ║ per body: nearest point, d │ line of sight │ width w │ law f(d) │ J = s · w · f(d)
//! ```
//! Which one: the last explosion of the run (of the selected mine, if one is selected), else what a mine would do now,
//! else one beside A. The steps are those of [`crate::engine::explosion::Blast::pushes`] on the bodies where they
//! stand. An impulse moves nothing by itself, so right after an explosion these are the very numbers that it gave.

mod picture;
mod questions;
mod reel;
mod run;
mod words;

use super::{Film, Frame, FrameGroup, Microscope, Question, Reel, Specimen, Subject};
use crate::draw::{DrawList, Sheet, View};
use crate::engine::math::max;
use crate::lens::explosions::CHART;
use crate::scene::stage::Stage;
use reel::{ExplosionReel, Moment};

/// The microscope.
pub const EXPLOSION: Microscope = Microscope {
    id: "explosion",
    name: "Explosion",
    explanation: "Body by body what an explosion gives: nearest point, line of sight, width of the silhouette, law of distance, impulse and spin.",
    space: Sheet::Diagram,
    space_title: "Impulse of a metre of width against distance",
    thumbnail: Sheet::World,
    chart_title: None,
    dials: &[],
    subject: Subject::Scene {
        is_there: is_in,
        lack: "the scene has neither a mine nor an explosion: add one with the tool Explode, or `mine` of a body in the file",
    },
    film,
};

/// True when something has exploded in a scene of late, or could.
pub fn is_in(stage: &Stage) -> bool {
    !stage.explosions().is_empty() || stage.mines().next().is_some()
}

/// Finds what each body gets. Frame 0 shows the reach, the last all impulses.
pub fn film(specimen: &Specimen) -> Film {
    let reel = ExplosionReel::new(run::run(specimen));
    let (frames, outcome) = ((0..reel.moments.len()).map(|index| frame(&reel, index)).collect(), words::outcome(&reel.run));
    Film::without_contact(&EXPLOSION, specimen, frames, outcome, reel)
}

fn frame(reel: &ExplosionReel, index: usize) -> Frame {
    let moment = reel.moments[index];
    let of = |k: usize| &reel.run.bodies[k];
    Frame {
        heading: words::heading(&reel.run, moment),
        short: words::short(moment).to_owned(),
        iteration: match moment {
            Moment::Result => reel.run.bodies.len() + 1,
            _ => moment.body().map_or(0, |k| k + 1),
        },
        reason: words::reason(&reel.run, moment),
        card: words::card(&reel.run, moment),
        line: match moment {
            Moment::Start => "explosion.candidates",
            Moment::Nearest(k) if of(k).is_undirected => "explosion.undirected",
            Moment::Nearest(k) if of(k).inside => "explosion.inside",
            Moment::Nearest(k) if of(k).is_beyond => "explosion.beyond",
            Moment::Nearest(_) => "explosion.nearest",
            Moment::Sight(_) => "explosion.sight",
            Moment::Width(_) => "explosion.width",
            Moment::Law(_) => "explosion.law",
            Moment::Push(_) | Moment::Result => "explosion.impulse",
        },
    }
}

impl Reel for ExplosionReel {
    fn draw(&self, _: &Specimen, frame: usize, list: &mut DrawList) {
        picture::draw(&self.run, self.moments[frame], list);
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        let next = self.moments.get(frame + 1).and_then(|moment| questions::about(&self.run, *moment));
        next.into_iter().collect()
    }

    fn world_view(&self, aspect: f32) -> Option<View> {
        let [low, high] = self.run.bounds();
        let size = high - low;
        Some(View { center: 0.5 * (low + high), height: max(1.2 * size.y, 1.2 * size.x / max(aspect, 1e-3)) })
    }

    fn sheet_view(&self, sheet: Sheet, aspect: f32) -> Option<View> {
        let (center, size) = CHART;
        (sheet == Sheet::Diagram).then(|| View { center, height: max(size.y, size.x / max(aspect, 1e-3)) })
    }

    fn groups(&self) -> &[FrameGroup] {
        &self.groups
    }
}
