//! What the file of a kind of joint provides.

use super::info::{JointInfo, Variant};
use super::parts::Parts;
use super::row::JacobianRow;
use super::rows::RowTaker;
use super::stand::Stand;
use super::turn::{Again, RowSolver, Solving};
use crate::engine::math::Vec2;
use crate::engine::probe::Probe;
use crate::engine::solver::SolverStep;

/// [`Kind::turns`] of the angle of B relative to A.
pub const RELATIVE_ANGLE: [f32; 3] = [-1.0, 1.0, 0.0];

/// A kind of joint: its numbers are the value itself, its rows and readout are these functions.
pub trait Kind: Copy {
    /// Words and facts for all who store, place, edit or draw it.
    const INFO: &'static JointInfo;

    /// Its numbers, by what they are.
    fn parts(&mut self) -> Parts<'_>;

    /// Brings numbers into range that are no [`Parts`].
    fn bound_own_numbers(&mut self) {}

    /// What it is called with the parts that it has now.
    fn variant(&self) -> &'static Variant {
        &Self::INFO.variants[0]
    }

    /// The point of the world that takes A's place, metres, if one does.
    fn target(&self) -> Option<Vec2> {
        None
    }

    /// How the angle in [`Stand`] grows with the turns of A, of B, and of the line from A's anchor to B's. Other than
    /// [`RELATIVE_ANGLE`] it cannot be read off the bodies' poses, because a whole turn of one counts: the turns of
    /// each step are summed instead.
    fn turns(&self) -> [f32; 3] {
        RELATIVE_ANGLE
    }

    /// Says its rows where the bodies stand now. Which rows there are, and their laws, depends on the kind's numbers
    /// alone. The meaning of the accumulated impulses is the kind's own. What comes last holds best when a joint is
    /// solved alone.
    fn rows<T: RowTaker>(&self, now: &Stand, rows: &mut T);

    /// Applies the impulses of the last sub-step again.
    #[inline]
    fn warm_start<P: Probe<SolverStep>>(&self, solver: &mut RowSolver<'_, P>, impulses: &[f32; 6]) {
        let now = solver.now;
        self.rows(&now, &mut Again { solver, impulses });
    }

    /// The solve or the relax pass over its rows, one joint at a time.
    #[inline]
    fn solve<P: Probe<SolverStep>>(&self, solver: &mut RowSolver<'_, P>, impulses: &mut [f32; 6]) {
        let now = solver.now;
        self.rows(&now, &mut Solving { solver, impulses });
    }

    /// How the free coordinate grows with the velocities.
    fn free_row(&self, now: &Stand) -> Option<JacobianRow> {
        Self::INFO.coordinate.map(|free| now.row_of(free.measure))
    }

    /// From the point of A that B's anchor is held at to B's anchor, world, metres, where that is not A's anchor.
    fn gap_now(&self, _now: &Stand) -> Option<Vec2> {
        None
    }

    /// How well the joint holds, and where its free coordinate stands.
    fn measured(&self, now: &Stand) -> Measured;
}

/// What can be read off a joint where its bodies stand.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// How far the constraint is violated, metres.
    pub error: f32,
    /// The free coordinate: radians or metres.
    pub coordinate: f32,
}
