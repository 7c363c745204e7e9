//! What the film keeps: the situation, all runs on it, and what each frame shows.

use super::run::Runs;
use super::situation::Situation;
use crate::lens::microscope::film::FrameGroup;

/// What a frame shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    Start,
    /// Slope `.1` of run `.0`.
    Slope(usize, usize),
    /// The semi-implicit integrator has the new velocity.
    NewVelocity,
    /// RK4 has the mean of its slopes.
    Mean,
    /// A run has taken its first step.
    Stepped(usize),
    /// All runs after so many steps.
    Many(usize),
    /// The error of a run against the size of the step.
    Order(usize),
    /// What the world's limit of shares makes of it.
    Limit,
    Result,
}

impl Moment {
    /// The run that it belongs to alone.
    pub fn run(self) -> Option<usize> {
        match self {
            Moment::Slope(run, _) | Moment::Stepped(run) | Moment::Order(run) => Some(run),
            Moment::NewVelocity => Some(SEMI),
            Moment::Mean => Some(RK4),
            Moment::Limit => Some(LIMITED),
            Moment::Start | Moment::Many(_) | Moment::Result => None,
        }
    }
}

/// Places of runs.
pub(super) const SEMI: usize = 1;
pub(super) const RK4: usize = 2;
pub(super) const LIMITED: usize = 3;

pub(super) struct IntegratorReel {
    pub situation: Situation,
    pub runs: Runs,
    pub moments: Vec<Moment>,
    pub groups: Vec<FrameGroup>,
}

impl IntegratorReel {
    pub fn new(situation: Situation, runs: Runs) -> IntegratorReel {
        let mut reel = IntegratorReel { situation, runs, moments: Vec::new(), groups: Vec::new() };
        reel.group("Situation", &[Moment::Start]);
        if reel.situation.is_crowded() {
            return reel;
        }
        for run in 0..3 {
            let slopes = reel.runs.all[run].slopes.len();
            let mut own: Vec<Moment> = (0..slopes).map(|k| Moment::Slope(run, k)).collect();
            own.extend((run == SEMI).then_some(Moment::NewVelocity));
            own.extend((run == RK4).then_some(Moment::Mean));
            own.push(Moment::Stepped(run));
            reel.group(super::run::NAMES[run], &own);
        }
        let count = reel.runs.count;
        let mut after: Vec<usize> = [2, 4, count / 6, count / 3, 2 * count / 3, count].into_iter().filter(|&k| k > 1).collect();
        after.sort_unstable();
        after.dedup();
        let many: Vec<Moment> = after.into_iter().map(Moment::Many).collect();
        reel.group("Step after step", &many);
        reel.group("Error and step", &[Moment::Order(0), Moment::Order(1), Moment::Order(2)]);
        if reel.situation.limited.is_some() {
            reel.group("The world's limit", &[Moment::Limit]);
        }
        reel.group("Result", &[Moment::Result]);
        reel
    }

    fn group(&mut self, name: &str, moments: &[Moment]) {
        self.groups.push(FrameGroup { name: name.into(), from: self.moments.len(), is_hollow: false });
        self.moments.extend(moments);
    }

    /// Steps that a frame has seen of the long runs.
    pub fn seen(&self, moment: Moment) -> usize {
        match moment {
            Moment::Start | Moment::Slope(..) | Moment::NewVelocity | Moment::Mean => 0,
            Moment::Stepped(_) => 1,
            Moment::Many(step) => step,
            Moment::Order(_) | Moment::Limit | Moment::Result => self.runs.count,
        }
    }

    /// True when a frame shows a run.
    pub fn is_shown(&self, run: usize, moment: Moment) -> bool {
        match moment {
            Moment::Stepped(last) => run <= last,
            Moment::Limit | Moment::Result => run < self.runs.all.len(),
            _ => run < 3,
        }
    }
}
