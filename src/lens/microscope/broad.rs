//! The broad phase under the microscope: which boxes a search looks at, and which it never needs to.
//!
//! ```text
//!        ┌───┐               the watched body's enlarged box asks: who overlaps me? The search goes down the tree;
//!      ┌─┴─┐ ✕ pruned        below a box that does not overlap, nothing can. What moves lies in the cells of the
//!    ┌─┴┐  ○                 grid instead, of which only those around are read.
//! ```
//! With sweep and prune there is no search: the ends of all boxes are sorted along x and swept once (`sweep.rs`).
//!
//! The steps are those of [`crate::engine::broad::Broad::query`] on a copy of the scene's broad phase, settled as
//! before a step's search. A dragged shape's box is renewed by the engine's own rule.

mod picture;
mod reel;
mod run;
mod sweep;
mod sweep_picture;
mod sweep_reel;
mod sweep_words;
mod words;

use super::part::{Part, PartKind};
use super::{Dial, Film, Frame, Microscope, Question, Reel, Specimen, Subject};
use crate::draw::projection::fit;
use crate::draw::{DrawList, Sheet, View};
use crate::engine::aabb::Aabb;
use crate::engine::broad::BroadPhase;
use reel::{BroadReel, MOST_SHOWN};
use run::SearchStep;
use sweep::SweepReel;
use words::box_part;

/// The microscope.
pub const BROAD: Microscope = Microscope {
    id: "broad",
    name: "Boxes",
    explanation: "Which boxes a search for pairs looks at: down the tree of what rests, around in the grid of what moves. Or all pairs by one sweep over the ends of the boxes.",
    space: Sheet::Diagram,
    space_title: "How boxes are found: tree and rows of cells, or ends along x",
    thumbnail: Sheet::World,
    chart_title: Some("tests so far, against comparing all"),
    dials: &[Dial::BroadPhase],
    subject: Subject::Shapes,
    film,
};

/// What the search says of the two.
pub(super) struct Verdict {
    /// Frames on the way to the other's box, the first and the last with them.
    pub way: Vec<usize>,
    /// The enlarged boxes of A and of B.
    pub boxes: [Aabb; 2],
    /// True when the search of the one found the other.
    pub meets: bool,
    /// Boxes that were tested.
    pub tests: usize,
}

/// Runs the search. Frame 0 stands before it, frame k shows look k, the last what was found.
pub fn film(specimen: &Specimen) -> Film {
    film_and_verdict(specimen).0
}

/// The film, and what it says of the two.
pub(super) fn film_and_verdict(specimen: &Specimen) -> (Film, Verdict) {
    let search = run::search(specimen);
    let looks = search.looks.iter().take(MOST_SHOWN).copied().collect();
    let reel = BroadReel { search, looks };
    let verdict = reel.verdict();
    if run::method_of(specimen) == BroadPhase::SweepAndPrune {
        let log = sweep::run(specimen);
        let sweep = SweepReel { steps: log.shown.clone(), log };
        let verdict = Verdict { way: sweep.way(), tests: sweep.log.tests, ..verdict };
        return (sweep.into_film(specimen), verdict);
    }
    (reel.into_film(specimen), verdict)
}

impl SweepReel {
    fn into_film(self, specimen: &Specimen) -> Film {
        let (frames, outcome) = ((0..self.steps.len() + 2).map(|i| self.frame(i)).collect(), self.outcome());
        Film::without_contact(&BROAD, specimen, frames, outcome, self)
    }
}

impl BroadReel {
    fn into_film(self, specimen: &Specimen) -> Film {
        let (frames, outcome) = ((0..self.looks.len() + 2).map(|i| self.frame(i)).collect(), self.outcome());
        Film::without_contact(&BROAD, specimen, frames, outcome, self)
    }

    /// The looks that lead to the other's box, or to where it was left out.
    fn verdict(&self) -> Verdict {
        let s = &self.search;
        let other = s.boxes.iter().find(|b| b.proxy == s.other).map_or(s.region, |b| b.aabb);
        let leads = |index: usize| match self.looks[index] {
            SearchStep::Node { aabb, .. } => aabb.contains(other),
            SearchStep::Candidate { proxy, .. } => proxy == s.other,
            // A row of cells leads there when the other's box is among what was read in it.
            SearchStep::Cells { .. } => {
                let row = self.looks[index + 1..].iter().take_while(|look| matches!(look, SearchStep::Candidate { .. }));
                row.into_iter().any(|look| matches!(look, SearchStep::Candidate { proxy, .. } if *proxy == s.other))
            }
        };
        /// So few looks are all worth showing.
        const FEW: usize = 8;
        let shown = (0..self.looks.len()).filter(|&i| self.looks.len() <= FEW || leads(i)).map(|i| i + 1);
        let way = [0].into_iter().chain(shown).chain([self.looks.len() + 1]).collect();
        let boxes = if s.asker_is_a { [s.region, other] } else { [other, s.region] };
        Verdict { way, boxes, meets: s.meets_other, tests: s.tests() }
    }

    /// The look that a frame shows.
    fn at(&self, frame: usize) -> Option<&SearchStep> {
        self.looks.get(frame.checked_sub(1)?)
    }

    fn frame(&self, index: usize) -> Frame {
        match self.at(index) {
            Some(look) => self.look(index, look),
            None if index == 0 => self.start(),
            None => self.end(),
        }
    }

    /// The looks up to a frame.
    fn so_far(&self, frame: usize) -> &[SearchStep] {
        &self.looks[..frame.min(self.looks.len())]
    }
}

impl Reel for BroadReel {
    fn draw(&self, _: &Specimen, frame: usize, list: &mut DrawList) {
        picture::world(self, frame, list);
        picture::diagram(self, frame, list);
        picture::count(self, frame, list);
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        words::questions(self, frame)
    }

    fn name_of(&self, part: Part) -> Option<String> {
        let is_box = part == box_part(u32::from(part.first));
        (part.kind == PartKind::Node).then(|| match is_box {
            true => self.search.name(part.first.into()).to_owned(),
            false => self.search.node_words(part.first.into()),
        })
    }

    /// All boxes that are looked at, not only the two shapes.
    fn world_view(&self, aspect: f32) -> Option<View> {
        let mut list = DrawList::default();
        picture::world(self, self.looks.len() + 1, &mut list);
        fit(&list, Sheet::World, aspect).map(|view| View { height: 0.78 * view.height, ..view })
    }
}
