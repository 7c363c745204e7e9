//! What the film keeps: the situation, and what each frame shows.

use super::situation::Situation;
use crate::lens::microscope::film::FrameGroup;

/// What a frame shows; the number is that of the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    Start,
    Error(usize),
    Rate(usize),
    History(usize),
    Integral(usize),
    Parts(usize),
    Limit(usize),
    Windup(usize),
    Routh(usize),
    Push,
}

impl Moment {
    pub fn number(self) -> Option<usize> {
        match self {
            Moment::Start | Moment::Push => None,
            Moment::Error(n) | Moment::Rate(n) | Moment::History(n) | Moment::Integral(n) => Some(n),
            Moment::Parts(n) | Moment::Limit(n) | Moment::Windup(n) | Moment::Routh(n) => Some(n),
        }
    }
}

pub(super) struct ControlReel {
    pub situation: Situation,
    pub moments: Vec<Moment>,
    pub groups: Vec<FrameGroup>,
}
