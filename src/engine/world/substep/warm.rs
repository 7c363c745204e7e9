//! Impulses of a sub-step contact whose points are found anew although they carry some.

use crate::engine::narrow::Manifold;
use crate::engine::solver::block::ContactBlock;

/// What the points of a lane carry: impulses of the sub-step before along normal and tangent, and the sums of both so
/// far in the step, N·s.
#[derive(Clone, Copy, Debug)]
pub(super) struct Impulses([[f32; 4]; 2]);

impl Impulses {
    /// Of a lane.
    pub fn of(block: &ContactBlock, lane: usize) -> Impulses {
        Impulses([0, 1].map(|k: usize| {
            let rows = &block.points[k];
            [&rows.normal_impulse, &rows.tangent_impulse, &rows.normal_total, &rows.tangent_total].map(|row| row.0[lane])
        }))
    }

    /// Back into the lane, whose points were those of the first manifold and are those of the second now: impulses to
    /// points with the same feature. The sums stay where they are: what a point has got it has got.
    pub fn put(self, block: &mut ContactBlock, lane: usize, [before, after]: [&Manifold; 2]) {
        for (k, rows) in block.points.iter_mut().enumerate() {
            (rows.normal_total.0[lane], rows.tangent_total.0[lane]) = (self.0[k][2], self.0[k][3]);
            let Some(point) = after.points().get(k) else { continue };
            if let Some(old) = before.points().iter().position(|old| old.feature == point.feature) {
                (rows.normal_impulse.0[lane], rows.tangent_impulse.0[lane]) = (self.0[old][0], self.0[old][1]);
            }
        }
    }
}
