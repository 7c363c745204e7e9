//! What a run of clipping recorded.

use super::over_time::OverTime;
use crate::engine::math::Vec2;
use crate::engine::narrow::clip::{PointReason, ReferenceChoice};
use crate::engine::narrow::closed_form::PairStep;
use crate::engine::narrow::{ManifoldPoint, NarrowAnswer};

/// Who found the normal that clipping begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finder {
    ClosedForm,
    SegmentSide,
    Sat,
    Gjk,
    Epa,
    /// Edges hidden by a flush neighbour: the visible one beside them.
    VisibleEdge,
}

/// The pair touches at an edge that a flush neighbour hides.
#[derive(Clone, Copy)]
pub(super) struct Seam {
    /// What was found for the pair alone.
    pub(super) alone: (Finder, Vec2),
    /// True when there is a visible edge beside it.
    pub(super) has_edge: bool,
}

impl Finder {
    pub(super) fn name(self) -> &'static str {
        match self {
            Finder::ClosedForm => "a closed form",
            Finder::SegmentSide => "the side of the segment on which the other shape lies",
            Finder::Sat => "the separating axis test",
            Finder::Gjk => "GJK",
            Finder::Epa => "EPA",
            Finder::VisibleEdge => "the visible edge beside a hidden one",
        }
    }
}

/// How the two faces were chosen: the fields of [`ClipStep::Faces`].
pub(super) struct Faces {
    pub(super) reference_is_a: bool,
    pub(super) reference: [Vec2; 2],
    pub(super) incident: [Vec2; 2],
    pub(super) normal: Vec2,
    pub(super) faces: [usize; 2],
    pub(super) separations: [f32; 2],
    pub(super) slants: [f32; 2],
    pub(super) choice: ReferenceChoice,
}

/// One cut: the fields of [`ClipStep::Side`].
pub(super) struct Cut {
    pub(super) at: Vec2,
    pub(super) outward: Vec2,
    pub(super) left: [Vec2; 2],
    pub(super) outside: [f32; 2],
    pub(super) cut: Option<f32>,
}

/// One point: the fields of [`ClipStep::Point`].
#[derive(Clone, Copy)]
pub(super) struct Looked {
    pub(super) point: ManifoldPoint,
    pub(super) kept: bool,
    pub(super) reason: PointReason,
}

/// What a frame shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClipMoment {
    Start,
    Faces,
    Reference,
    Side(usize),
    Beside,
    Point(usize),
    Name(usize),
    Result,
}

pub(super) struct ClipReel {
    pub(super) finder: Finder,
    /// The normal that clipping began with, A's frame.
    pub(super) normal: Vec2,
    pub(super) faces: Option<Faces>,
    pub(super) cuts: Vec<Cut>,
    pub(super) points: Vec<Looked>,
    /// The closed form, where there was one.
    pub(super) closed: Option<PairStep>,
    /// What the world takes.
    pub(super) found: NarrowAnswer,
    pub(super) seam: Option<Seam>,
    pub(super) moments: Vec<ClipMoment>,
    pub(super) over_time: Option<OverTime>,
}
