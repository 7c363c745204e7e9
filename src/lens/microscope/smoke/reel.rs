//! The moments of a step of the smoke.

use super::run::WatchedStep;
use crate::lens::microscope::film::FrameGroup;

/// One picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// Bodies stand in the air.
    Began,
    /// Sources give dye, warmth and wind.
    Sources,
    /// Warm air rises, whirls are kept, smoke fades.
    Forces,
    /// Dye and velocity have spread.
    Spread,
    /// The marked cell looks back.
    LookedBack,
    /// What it takes of four cells.
    Mixed,
    /// All of it has been carried.
    Carried,
    /// What flows out of each cell.
    Divergence,
    /// A round of the solve for the pressure.
    Round(usize),
    /// The pressure has changed the velocity.
    Subtracted,
    /// What flows out now.
    After,
    /// The whole step.
    Result,
}

/// Rounds that have a frame of their own; the last has one, too.
const MOST_ROUNDS: usize = 4;

/// A step, moment by moment.
pub(super) struct SmokeReel {
    pub run: WatchedStep,
    pub moments: Vec<Moment>,
    pub groups: Vec<FrameGroup>,
    /// The cell that is followed.
    pub cell: usize,
    /// The cell with the largest divergence, of either sign.
    pub pressed: usize,
}

impl SmokeReel {
    pub fn new(run: WatchedStep) -> SmokeReel {
        use Moment::*;
        let mut reel = SmokeReel { cell: run.most_carried(), pressed: run.most_divergent(), moments: Vec::new(), groups: Vec::new(), run };
        let rounds = reel.run.steps.rounds.len();
        let mut shown: Vec<usize> = (0..rounds.min(MOST_ROUNDS)).collect();
        if rounds > MOST_ROUNDS {
            shown.push(rounds - 1);
        }
        let parts = [
            ("Before", vec![Began]),
            ("Forces", vec![Sources, Forces]),
            ("Spreading", vec![Spread]),
            ("Carrying", vec![LookedBack, Mixed, Carried]),
            ("Pressure", [Divergence].into_iter().chain(shown.into_iter().map(Round)).collect()),
            ("After", vec![Subtracted, After, Result]),
        ];
        for (name, moments) in parts {
            let settings = &reel.run.settings;
            let is_hollow = name == "Spreading" && settings.diffusion == 0.0 && settings.viscosity == 0.0;
            reel.groups.push(FrameGroup { name: name.to_owned(), from: reel.moments.len(), is_hollow });
            reel.moments.extend(moments);
        }
        reel
    }

    /// Number of the group that a frame belongs to.
    pub fn group_of(&self, index: usize) -> usize {
        self.groups.iter().rposition(|group| group.from <= index).unwrap_or(0)
    }

    /// The cell that a moment marks.
    pub fn marked(&self, moment: Moment) -> usize {
        match moment {
            Moment::Divergence | Moment::Round(_) | Moment::Subtracted | Moment::After => self.pressed,
            _ => self.cell,
        }
    }
}
