//! The global solve of joints under the microscope: one step of a mechanism, row by row and pivot by pivot.
//!
//! ```text
//!   the world before its last step ── taken again, watched ──▶ MechanismStep: rows, J W Jᵀ, factors, λ, impulses
//!
//!   one row of J after the other │ J W Jᵀ and the right-hand side │ L U pivot by pivot │ forward, back │ λ, forces
//! ```
//! The steps are those of [`crate::engine::world::World::step_joints_probed`] on a copy of the scene. A step of the
//! world has several solves (four in each integrator step of RK4): the first is shown in full, of the others what they
//! found, and at the end what the world made of them. A scene with another solver has its step taken by Lagrange
//! multipliers here, and is told so. A bead on a track is run by one coordinate, too
//! ([`crate::engine::lagrange::bead`]).

mod bead;
mod drawing;
mod picture;
mod questions;
mod record;
mod reel;
mod run;
mod solve;
mod words;

use super::{Film, FrameGroup, Microscope, Part, Question, Recorded, Reel, Specimen, Subject};
use crate::draw::{DrawList, Sheet, View};
use crate::engine::math::Vec2;
use reel::LagrangeReel;

/// The microscope.
pub const LAGRANGE: Microscope = Microscope {
    id: "lagrange",
    name: "Lagrange",
    explanation: "How all joints of a mechanism are held at once: rows, J W J⊤, its factors, and the forces that come out.",
    space: Sheet::Diagram,
    space_title: "Rows, matrix and factors",
    thumbnail: Sheet::Diagram,
    chart_title: None,
    dials: &[],
    subject: Subject::Shapes,
    film,
};

/// Takes the step again. Frame 0 stands before it, the last tells what the joints carried.
pub fn film(specimen: &Specimen) -> Film {
    let reel = LagrangeReel::new(run::run(specimen));
    let (frames, outcome) = (words::frames(&reel, specimen), words::outcome(&reel));
    Film::without_contact(&LAGRANGE, specimen, frames, outcome, reel)
}

impl Reel for LagrangeReel {
    fn draw(&self, _: &Specimen, frame: usize, list: &mut DrawList) {
        let moment = self.moment(frame);
        picture::world(self, moment, list);
        drawing::diagram(self, moment, list);
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        questions::of(self, frame)
    }

    fn world_bounds(&self) -> Option<[Vec2; 2]> {
        picture::bounds(self)
    }

    fn sheet_view(&self, sheet: Sheet, aspect: f32) -> Option<View> {
        (sheet == Sheet::Diagram).then(|| super::grid::view(aspect))
    }

    fn groups(&self) -> &[FrameGroup] {
        self.groups()
    }

    fn related(&self, part: Part) -> Vec<Part> {
        self.together(part)
    }

    fn recorded(&self, _: &Specimen) -> Option<Recorded> {
        Some(record::of(self))
    }
}
