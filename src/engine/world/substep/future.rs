//! Where the bodies of sub-step contacts will be a little later, and what the narrow phase is asked about them.

use super::meeting::LookAhead;
use crate::engine::math::{Pose, Rot, Vec2};
use crate::engine::narrow::Manifold;
use crate::engine::narrow::batch::NarrowQuery;
use crate::engine::solver::body::SolverBody;
use crate::engine::tuning;
use crate::engine::world::settings::WorldSettings;
use crate::engine::world::tables::BodyTables;

/// A sub-step contact whose points have to be found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    /// Its place among the sub-step contacts.
    pub index: u32,
    /// When to look.
    pub ahead: LookAhead,
    /// Distance of the boxes then, metres, at most.
    pub box_distance: f32,
}

/// A sub-step contact that is measured, then only those that have points, or had some.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    /// Its place among the sub-step contacts.
    pub index: u32,
    pub future: Future,
    /// Its place among those that the narrow phase is asked about; `None`: the boxes are apart.
    pub asked: Option<u32>,
    /// In A's frame then.
    pub manifold: Manifold,
    /// Gap then, metres, at least.
    pub separation: f32,
    /// True when the shapes meet a little later.
    pub meets: bool,
}

/// Where A and B will be when they are measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Future {
    /// Motion of A and B since the start of the step.
    pub moved: [SolverBody; 2],
    /// Their frames.
    pub frames: [Pose; 2],
    /// Their centres of mass.
    pub centers: [Vec2; 2],
    /// How far B stands from where it will be, see [`LookAhead::apart`].
    pub apart: Vec2,
}

/// Searches points while the solver runs, in short loops: first the boxes of all that are asked, then the question to
/// the narrow phase and its answer, then what is done with the points, for those that have any or had some.
pub(in crate::engine::world) struct PointSearch<'a> {
    pub tables: &'a BodyTables,
    pub settings: &'a WorldSettings,
}

impl PointSearch<'_> {
    pub(super) fn future(&self, slots: [u32; 2], now: [SolverBody; 2], LookAhead { seconds, apart, .. }: LookAhead) -> Future {
        let moved = [0, 1].map(|k| ahead(&now[k], seconds));
        let mut centers = [0, 1].map(|k| self.center(slots[k]) + moved[k].delta_center);
        centers[1] += apart;
        let frames = [0, 1].map(|k| {
            let [_, _, cos, sin] = self.tables.poses[slots[k] as usize].0;
            let rotation = moved[k].delta_rotation().then_after(Rot { cos, sin });
            let local_center = self.tables.builds[slots[k] as usize].local_center;
            Pose { position: centers[k] - rotation.rotate(local_center), rotation }
        });
        Future { moved, frames, centers, apart }
    }

    pub(super) fn asked(&self, proxies: [u32; 2], future: &Future) -> NarrowQuery {
        let shapes = proxies.map(|proxy| self.tables.sites[proxy as usize].shape);
        let pose = future.frames[0].inv_mul(future.frames[1]);
        NarrowQuery { shapes, pose, exact: tuning::SPECULATIVE_MARGIN, hidden: self.tables.internal_edges.of(proxies) }
    }

    pub(super) fn center(&self, slot: u32) -> Vec2 {
        let [x, y, ..] = self.tables.poses[slot as usize].0;
        Vec2::new(x, y)
    }
}

/// The body after `h` seconds in which nothing pushes it.
fn ahead(moved: &SolverBody, h: f32) -> SolverBody {
    SolverBody {
        delta_center: moved.delta_center + h * moved.velocity,
        delta_angle: moved.delta_angle + h * moved.angular_velocity,
        ..*moved
    }
}
