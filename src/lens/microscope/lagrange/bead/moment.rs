//! The frames of the comparison.

use super::run::Study;

/// What a frame of the comparison shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lens::microscope::lagrange) enum BeadMoment {
    /// u, and what r, r′ and r″ are there.
    Coordinate,
    /// The equation of motion at a state of the first step.
    Slope(usize),
    /// Both after the first step.
    Stepped,
    /// The force of the curve, found afterwards.
    Force,
    /// Both after so many steps.
    Many(usize),
    /// How far they are apart, against the step.
    Order,
    Result,
}

impl BeadMoment {
    /// The moments of a study, in order.
    pub fn all(study: &Study) -> Vec<BeadMoment> {
        let mut moments = vec![BeadMoment::Coordinate];
        moments.extend((0..study.slopes.len()).map(BeadMoment::Slope));
        moments.extend([BeadMoment::Force, BeadMoment::Stepped]);
        let last = study.count;
        let mut after: Vec<usize> = [last / 40, last / 8, last / 2, last].into_iter().filter(|&step| step > 1).collect();
        after.dedup();
        moments.extend(after.into_iter().map(BeadMoment::Many));
        if study.count > 0 {
            moments.extend([BeadMoment::Order, BeadMoment::Result]);
        }
        moments
    }

    /// Steps that it has seen.
    pub fn seen(self, study: &Study) -> usize {
        match self {
            BeadMoment::Coordinate | BeadMoment::Slope(_) | BeadMoment::Force => 0,
            BeadMoment::Stepped => 1.min(study.count),
            BeadMoment::Many(step) => step,
            BeadMoment::Order | BeadMoment::Result => study.count,
        }
    }
}
