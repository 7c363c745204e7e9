//! The moments of an explosion.

use super::run::Run;
use crate::lens::microscope::film::FrameGroup;

/// What a frame shows; the number is that of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    Start,
    Nearest(usize),
    Sight(usize),
    Width(usize),
    Law(usize),
    Push(usize),
    Result,
}

impl Moment {
    pub fn body(self) -> Option<usize> {
        match self {
            Moment::Start | Moment::Result => None,
            Moment::Nearest(k) | Moment::Sight(k) | Moment::Width(k) | Moment::Law(k) | Moment::Push(k) => Some(k),
        }
    }
}

pub(super) struct ExplosionReel {
    pub run: Run,
    pub moments: Vec<Moment>,
    pub groups: Vec<FrameGroup>,
}

impl ExplosionReel {
    pub fn new(run: Run) -> ExplosionReel {
        let group = |name: &str, from| FrameGroup { name: name.to_owned(), from, is_hollow: false };
        let (mut moments, mut groups) = (vec![Moment::Start], vec![group("Reach", 0)]);
        for (k, body) in run.bodies.iter().enumerate() {
            groups.push(group(&body.name, moments.len()));
            moments.push(Moment::Nearest(k));
            moments.extend(body.sight.is_some().then_some(Moment::Sight(k)));
            if body.push.is_some() {
                moments.extend([Moment::Width(k), Moment::Law(k), Moment::Push(k)]);
            }
        }
        groups.push(group("All", moments.len()));
        moments.push(Moment::Result);
        ExplosionReel { run, moments, groups }
    }
}
