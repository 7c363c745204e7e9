//! The moments of a step that are shown, and what belongs together in its pictures.

use super::bead::BeadMoment;
use super::run::{Mechanism, WatchedStep};
use super::solve::{FirstSolve, Verdict};
use crate::lens::microscope::{FrameGroup, Part, PartKind};

/// What a frame shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    Start,
    /// A row of J.
    Row(usize),
    /// J W Jᵀ.
    Matrix,
    /// The right-hand side.
    Right,
    /// Rows and columns scaled.
    Scaled,
    /// A turn of the factoring.
    Turn(usize),
    /// Factored again without the redundant rows.
    Again,
    /// An entry of the forward substitution.
    Forward(usize),
    /// An entry of the back substitution.
    Back(usize),
    /// Multipliers spread over redundant rows.
    Spread,
    /// λ of the first solve.
    Multipliers,
    /// The later solves.
    Later,
    /// What the joints carried.
    Result,
    /// Left to the sequential impulses.
    Left,
    /// Of a bead on a curve: the same motion by one coordinate, side by side.
    Bead(BeadMoment),
}

/// Rows, turns and entries that have a frame each; more are told of in words.
pub(super) const MOST_SHOWN: usize = 24;

pub(super) struct LagrangeReel {
    pub run: WatchedStep,
    moments: Vec<Moment>,
    groups: Vec<FrameGroup>,
}

impl LagrangeReel {
    pub fn new(run: WatchedStep) -> LagrangeReel {
        let mut moments = vec![Moment::Start];
        if let Some(mechanism) = &run.mechanism {
            match (&mechanism.solve, &mechanism.end) {
                (Some(solve), Some(_)) => moments.extend(of_solve(solve, mechanism.later.is_empty())),
                _ => moments.push(Moment::Left),
            }
        }
        let mut groups = Vec::new();
        if let Some(study) = run.mechanism.as_ref().and_then(|mechanism| mechanism.bead.as_ref()) {
            let group = |name: &str, from: usize| FrameGroup { name: name.into(), from, is_hollow: false };
            let own = BeadMoment::all(study);
            let many = own.iter().position(|moment| matches!(moment, BeadMoment::Stepped)).unwrap_or(0);
            groups =
                vec![group("Constraint force", 0), group("One coordinate", moments.len()), group("Side by side", moments.len() + many)];
            moments.extend(own.into_iter().map(Moment::Bead));
        }
        LagrangeReel { run, moments, groups }
    }

    /// All, a frame each.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// Headers over the frames; none but for a bead.
    pub fn groups(&self) -> &[FrameGroup] {
        &self.groups
    }

    /// What a frame shows; beyond the last = the last.
    pub fn moment(&self, frame: usize) -> Moment {
        self.moments.get(frame).or(self.moments.last()).copied().unwrap_or(Moment::Start)
    }

    /// The mechanism and its first solve.
    pub fn solve(&self) -> Option<(&Mechanism, &FirstSolve)> {
        let mechanism = self.run.mechanism.as_ref()?;
        Some((mechanism, mechanism.solve.as_ref()?))
    }

    /// What is lit together with a part: with a row its joint, the joint's bodies and the row's entries; with an entry
    /// both rows' joints and the bodies through which the one moves the other.
    pub fn together(&self, part: Part) -> Vec<Part> {
        let Some(mechanism) = &self.run.mechanism else { return Vec::new() };
        let (first, second) = (usize::from(part.first), usize::from(part.second));
        let count = mechanism.rows.len();
        let joint_of = |row: usize| mechanism.rows.get(row).map(|row| row.joint);
        let of_joint = |joint: usize| {
            let members = mechanism.joints[joint].members.map(member);
            members.into_iter().chain([link(joint)]).collect::<Vec<Part>>()
        };
        let entries = |row: usize| (0..count).flat_map(move |k| [cell(row, k), cell(k, row)]);
        match part.kind {
            PartKind::Row => joint_of(first).map_or(Vec::new(), |joint| of_joint(joint).into_iter().chain(entries(first)).collect()),
            PartKind::Cell if first < count && second < count => {
                let joints = [first, second].map(|row| link(mechanism.rows[row].joint));
                let shared = mechanism.shared(first, second).into_iter().map(member);
                joints.into_iter().chain([row(first), row(second), cell(second, first)]).chain(shared).collect()
            }
            PartKind::Joint if first < mechanism.joints.len() => {
                let rows = mechanism.joints[first].rows.clone();
                of_joint(first).into_iter().chain(rows.flat_map(|k| entries(k).chain([row(k)]))).collect()
            }
            PartKind::Member => {
                let on = |joint: &usize| mechanism.joints[*joint].members.contains(&first);
                let joints: Vec<usize> = (0..mechanism.joints.len()).filter(on).collect();
                let rows = joints.iter().flat_map(|&joint| mechanism.joints[joint].rows.clone()).map(row);
                joints.iter().map(|&joint| link(joint)).chain(rows).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn of_solve(solve: &FirstSolve, is_only: bool) -> Vec<Moment> {
    let count = solve.rows.len().min(MOST_SHOWN);
    let mut moments: Vec<Moment> = (0..count).map(Moment::Row).collect();
    if !solve.rows.is_empty() {
        moments.extend([Moment::Matrix, Moment::Right, Moment::Scaled]);
        // Columns without pivot are always shown.
        let is_shown = |k: &usize| *k < MOST_SHOWN || matches!(solve.turns[*k].verdict, Verdict::None { .. });
        moments.extend((0..solve.turns.len()).filter(is_shown).map(Moment::Turn));
        moments.extend(solve.kept.as_ref().map(|_| Moment::Again));
        moments.extend((0..solve.forward.len().min(MOST_SHOWN)).map(Moment::Forward));
        moments.extend((0..solve.back.len().min(MOST_SHOWN)).map(Moment::Back));
        moments.extend(solve.alone.as_ref().map(|_| Moment::Spread));
        moments.push(Moment::Multipliers);
    }
    if !is_only {
        moments.push(Moment::Later);
    }
    moments.push(Moment::Result);
    moments
}

/// The part that a row is.
pub(super) fn row(row: usize) -> Part {
    Part::nth(PartKind::Row, row)
}

/// The part that an entry of J W Jᵀ is.
pub(super) fn cell(row: usize, column: usize) -> Part {
    Part { kind: PartKind::Cell, first: row as u16, second: column as u16 }
}

/// The part that a joint is.
pub(super) fn link(joint: usize) -> Part {
    Part::nth(PartKind::Joint, joint)
}

/// The part that a body of the mechanism is.
pub(super) fn member(member: usize) -> Part {
    Part::nth(PartKind::Member, member)
}
