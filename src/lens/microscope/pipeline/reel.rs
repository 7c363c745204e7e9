//! What the pipeline is composed of.

use super::run::{Fate, StageFilms, StageKind};
use crate::engine::math::Vec2;
use crate::lens::microscope::{Film, FrameGroup, Specimen};
use std::sync::OnceLock;

/// A stage in this step of this pair.
pub(super) struct PipelineStage {
    pub(super) step: StageKind,
    pub(super) name: String,
    pub(super) fate: Fate,
    /// Why it was spared; empty when it ran.
    pub(super) reason: String,
    /// The one number that matters most of it.
    pub(super) headline: String,
}

/// One of the composed films.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Broad,
    Narrow,
    Epa,
    Clip,
    Solver,
}

impl Source {
    pub(super) const COUNT: usize = 5;
}

/// What a frame shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PipelineMoment {
    Start,
    Of(Source, usize),
    Pair,
    Spared,
    Kept(Source, usize),
    Carry,
    Result,
}

pub(super) struct PipelineReel {
    pub(super) found: StageFilms,
    pub(super) stages: Vec<PipelineStage>,
    /// Stage and moment of each frame; the result stands behind the last stage.
    pub(super) moments: Vec<(usize, PipelineMoment)>,
    pub(super) groups: Vec<FrameGroup>,
    /// Where each film's own space lies in the common box.
    pub(super) places: [OnceLock<Option<Inset>>; Source::COUNT],
    pub(super) specimen: Specimen,
}

/// Half the size of the common box, units of the sheet.
pub(super) const HALF: Vec2 = Vec2::new(1.15, 1.0);

/// Where a film's own space lies in the common box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inset {
    pub(super) center: Vec2,
    pub(super) factor: f32,
}

impl Inset {
    pub(super) fn of(film: &Film) -> Option<Inset> {
        let view = film.view(film.microscope.space, HALF.x / HALF.y)?;
        Some(Inset { center: view.center, factor: 2.0 * HALF.y / view.height })
    }

    pub(super) fn at(self, p: Vec2) -> Vec2 {
        self.factor * (p - self.center)
    }
}
