//! The film of sorting and sweep: its pictures and its questions.

use super::sweep::SweepReel;
use super::{sweep_picture, sweep_words};
use crate::draw::projection::fit;
use crate::draw::{DrawList, Sheet, View};
use crate::lens::microscope::part::{Part, PartKind};
use crate::lens::microscope::{Question, Reel, Specimen};

impl Reel for SweepReel {
    fn draw(&self, _: &Specimen, frame: usize, list: &mut DrawList) {
        sweep_picture::world(self, frame, list);
        sweep_picture::diagram(self, frame, list);
        sweep_picture::count(self, frame, list);
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        sweep_words::questions(self, frame)
    }

    fn name_of(&self, part: Part) -> Option<String> {
        (part.kind == PartKind::Node).then(|| self.log.name(part.first.into()).to_owned())
    }

    /// All boxes, not only the two shapes.
    fn world_view(&self, aspect: f32) -> Option<View> {
        let mut list = DrawList::default();
        sweep_picture::world(self, self.steps.len() + 1, &mut list);
        fit(&list, Sheet::World, aspect).map(|view| View { height: 0.78 * view.height, ..view })
    }
}
