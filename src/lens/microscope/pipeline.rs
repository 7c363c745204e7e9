//! The whole way of a pair through one step: from boxes that meet to the impulses that keep the shapes apart.
//!
//! ```text
//!   boxes ─▶ pair ─▶ SAT or GJK ─▶ EPA ─▶ faces ─▶ clipping ─▶ names, warm start ─▶ solver ─▶ result
//!   tree,    born    or a closed   depth  whose     points     what the last step   sums equal to
//!   grid     or kept form                 face                 knew of each point   the contact's
//! ```
//! Nothing is run or drawn anew here: the film is composed of the films of the other microscopes on the very same
//! specimen, and every frame knows whose frame it is ([`Reel::inside`]), so that one can go in and come back. Stages
//! that the engine spared in this step stand as one hollow frame with the reason, read from the traces and from what
//! the world remembers of the pair (`pipeline/run.rs`).
//!
//! Spaces of different kind come one after the other, each fitted into the same box, so the eye stays where it is.

mod picture;
mod questions;
mod reel;
mod run;
mod words;

use super::{Dial, Film, Frame, FrameGroup, Inside, Microscope, Question, Reel, Specimen, Subject};
use crate::draw::{DrawList, Sheet, View};
use crate::lens::microscope::clip::Chapter;
use reel::{PipelineMoment, PipelineReel, PipelineStage, Source};
use run::{Fate, Finder, StageKind};

/// The microscope.
pub const PIPELINE: Microscope = Microscope {
    id: "pipeline",
    name: "Pipeline",
    explanation: "The whole way of the pair through one step, stage by stage: boxes, pair, normal and depth, points, impulses.",
    space: Sheet::Diagram,
    space_title: "What the stage works in",
    thumbnail: Sheet::Diagram,
    chart_title: Some("where this frame stands in the pipeline"),
    dials: &[Dial::BroadPhase, Dial::WarmStarting, Dial::Substeps],
    subject: Subject::Shapes,
    film,
};

/// A stage of so many frames is shown whole.
const WHOLE: usize = 24;
/// Of a longer one, so many iterations at either end.
const TURNS: usize = 4;

/// Composes the film.
pub fn film(specimen: &Specimen) -> Film {
    let reel = PipelineReel::new(specimen);
    let clip = reel.found.clip.as_ref().map(|(film, _)| film);
    let narrow = clip.or(reel.found.epa.as_ref()).or(reel.found.narrow.as_ref());
    let (normal, separation) = narrow.map_or((None, None), |film| (film.normal, film.separation));
    let (frames, outcome) = ((0..reel.moments.len()).map(|index| reel.frame(index)).collect(), reel.outcome());
    Film { normal, separation, ..Film::without_contact(&PIPELINE, specimen, frames, outcome, reel) }
}

impl PipelineReel {
    fn new(specimen: &Specimen) -> PipelineReel {
        let mut reel = PipelineReel {
            found: run::run(specimen),
            stages: Vec::new(),
            moments: Vec::new(),
            groups: Vec::new(),
            places: Default::default(),
            specimen: specimen.clone(),
        };
        for step in StageKind::ALL {
            reel.lay(step);
        }
        reel.groups.push(FrameGroup { name: "Result".into(), from: reel.moments.len(), is_hollow: false });
        reel.moments.push((reel.stages.len(), PipelineMoment::Result));
        reel
    }

    /// Adds a stage with its frames.
    fn lay(&mut self, step: StageKind) {
        let (fate, reason) = self.found.fate(step);
        let moments = match fate {
            Fate::Ran => self.moments_of(step),
            Fate::Kept => vec![self.last_of(step).map_or(PipelineMoment::Spared, |(source, frame)| PipelineMoment::Kept(source, frame))],
            Fate::Skipped => vec![PipelineMoment::Spared],
        };
        let name = words::stage_name(&self.found, step);
        self.groups.push(FrameGroup { name: name.clone(), from: self.moments.len(), is_hollow: fate != Fate::Ran });
        let number = self.stages.len();
        self.moments.extend(moments.into_iter().map(|moment| (number, moment)));
        let headline = words::headline(&self.found, step, fate);
        self.stages.push(PipelineStage { step, name, fate, reason, headline });
    }

    /// The frames of a stage that ran.
    fn moments_of(&self, step: StageKind) -> Vec<PipelineMoment> {
        let of = |source: Source, frames: Vec<usize>| frames.into_iter().map(move |frame| PipelineMoment::Of(source, frame));
        let found = &self.found;
        match step {
            StageKind::Boxes => [PipelineMoment::Start].into_iter().chain(of(Source::Broad, found.verdict.way.clone())).collect(),
            StageKind::Pair => vec![PipelineMoment::Pair],
            // The race's row of the closed form.
            StageKind::Narrow if found.finder == Finder::ClosedForm => vec![PipelineMoment::Of(Source::Narrow, 1)],
            StageKind::Narrow => of(Source::Narrow, shown(found.narrow.as_ref())).collect(),
            StageKind::Depth => of(Source::Epa, shown(found.epa.as_ref())).collect(),
            StageKind::Faces => of(Source::Clip, self.chapter(Chapter::Faces)).collect(),
            StageKind::Clip => of(Source::Clip, self.chapter(Chapter::Points)).collect(),
            // Names of a kept manifold were given in an earlier step.
            StageKind::Ids if found.is_kept() => vec![PipelineMoment::Carry],
            StageKind::Ids => of(Source::Clip, self.chapter(Chapter::Names)).chain([PipelineMoment::Carry]).collect(),
            StageKind::Solver => of(Source::Solver, shown(Some(&found.solver))).collect(),
        }
    }

    /// The frame that tells what a kept stage found when it ran.
    fn last_of(&self, step: StageKind) -> Option<(Source, usize)> {
        match self.moments_of(step).last()? {
            PipelineMoment::Of(source, frame) => Some((*source, *frame)),
            _ => None,
        }
    }

    /// Frames of the clipping that tell of one thing.
    fn chapter(&self, wanted: Chapter) -> Vec<usize> {
        let chapters = self.found.clip.as_ref().map_or(&[][..], |(_, chapters)| chapters);
        (0..chapters.len()).filter(|&frame| chapters[frame] == wanted).collect()
    }

    /// A composed film.
    fn film_of(&self, source: Source) -> Option<&Film> {
        let found = &self.found;
        match source {
            Source::Broad => Some(&found.broad),
            Source::Narrow => found.narrow.as_ref(),
            Source::Epa => found.epa.as_ref(),
            Source::Clip => found.clip.as_ref().map(|(film, _)| film),
            Source::Solver => Some(&found.solver),
        }
    }

    /// Number of the last stage that ran or whose finding was kept.
    fn last_ran(&self) -> usize {
        self.stages.iter().rposition(|stage| stage.fate != Fate::Skipped).unwrap_or(0)
    }

    fn frame(&self, index: usize) -> Frame {
        let (iteration, moment) = self.moments[index];
        match moment {
            PipelineMoment::Of(source, frame) => match self.film_of(source) {
                Some(film) => Frame { iteration, ..film.frame(frame).clone() },
                None => self.spared(iteration),
            },
            PipelineMoment::Start => self.start(),
            PipelineMoment::Pair => self.pair(iteration),
            PipelineMoment::Spared => self.spared(iteration),
            PipelineMoment::Kept(source, frame) => self.kept(iteration, source, frame),
            PipelineMoment::Carry => self.carry(iteration),
            PipelineMoment::Result => self.result(iteration),
        }
    }
}

/// Frames of a film. Of a long one the first and the last iterations, and in between the end of every third: the
/// solver's passes come in threes.
fn shown(film: Option<&Film>) -> Vec<usize> {
    let frames = film.map_or(&[][..], |film| &film.frames);
    let last = frames.last().map_or(0, |frame| frame.iteration);
    let is_shown = |index: usize| {
        let iteration = frames[index].iteration;
        let ends = iteration < TURNS || iteration + TURNS > last;
        frames.len() <= WHOLE || ends || iteration.is_multiple_of(3) && frames[index + 1].iteration > iteration
    };
    (0..frames.len()).filter(|&index| is_shown(index)).collect()
}

impl Reel for PipelineReel {
    fn draw(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        self.draw_frame(specimen, frame, list);
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        self.ask(frame)
    }

    fn sheet_view(&self, sheet: Sheet, aspect: f32) -> Option<View> {
        picture::view(sheet, aspect)
    }

    fn inside(&self, frame: usize) -> Option<Inside> {
        let (_, moment) = self.moments[frame];
        let nearest = |source: Source, frame: usize| {
            let film = self.film_of(source)?;
            Some(Inside { microscope: film.microscope.id, frame: frame.min(film.last()), is_same: false })
        };
        match moment {
            PipelineMoment::Of(source, frame) | PipelineMoment::Kept(source, frame) => {
                Some(Inside { is_same: true, ..nearest(source, frame)? })
            }
            PipelineMoment::Pair => nearest(Source::Broad, usize::MAX),
            PipelineMoment::Carry => nearest(Source::Solver, 1),
            PipelineMoment::Result => nearest(Source::Solver, usize::MAX),
            PipelineMoment::Start | PipelineMoment::Spared => None,
        }
    }

    fn groups(&self) -> &[FrameGroup] {
        &self.groups
    }
}
