//! When fast pairs meet within a sub-step.
//!
//! A blade's tip at 200 m/s moves 40 cm in a sub-step: a little ahead there is nothing, and at its end the ball is
//! behind the blade. So the time of impact of both sweeps is asked for, and the points are those of that moment, with
//! its normal and its lever arms. Only pairs that move by more than half the half width of the smaller in the sub-step
//! ask.
//!
//! They meet when they touch, to a tenth of a millimetre: what flies past at 2 mm is not hit.

use crate::engine::math::{Pose, Vec2, max, min};
use crate::engine::narrow::Manifold;
use crate::engine::narrow::half_plane::parts_on_the_way;
use crate::engine::narrow::time_of_impact::{Sweep, ToiOutcome, ToiTarget, time_of_impact};
use crate::engine::probe::{NoProbe, Probe};
use crate::engine::solver::body::SolverBody;
use crate::engine::tuning;
use crate::engine::world::impact_search::{ImpactPhase, ImpactSearch, Noted};
use crate::engine::world::tables::BodyTables;

/// Surfaces meet when they are so near, metres. Larger: what flies past is hit; smaller: large shapes far from the
/// origin are not that exact.
pub(in crate::engine::world) const MEETING: ToiTarget =
    ToiTarget { separation: 0.02 * tuning::LINEAR_SLOP, tolerance: 0.01 * tuning::LINEAR_SLOP };
/// Shapes that stay farther apart than this do not meet, metres.
pub(super) const NEAR_MEETING: f32 = MEETING.separation + MEETING.tolerance;

/// What the narrow phase has found of a sub-step contact.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::world) struct FoundPoints {
    pub manifold: Manifold,
    /// Poses of the bodies A and B that it was found for.
    pub poses: [Pose; 2],
}

/// When points are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct LookAhead {
    /// So far ahead, seconds.
    pub seconds: f32,
    /// B is moved by this much more when the points are searched, world, metres: shapes that would be deep in each
    /// other have no normal.
    pub apart: Vec2,
    /// True when the shapes meet there.
    pub meets: bool,
}

/// When to look for the points of a fast pair in a sub-step of `h` seconds: where the shapes meet; as far as `near`
/// when they do not; and if they touch already, at its end, for a blade has turned by then. There they may be deep in
/// each other, or on the wrong sides, so they are kept apart as they are now, along the normal that they had (`then`).
pub(super) fn look_ahead(
    tables: &BodyTables,
    h: f32,
    [proxies, slots]: [[u32; 2]; 2],
    now: &[SolverBody; 2],
    (near, then): (LookAhead, Option<&FoundPoints>),
    (noted, phase): (&mut Noted, ImpactPhase),
) -> LookAhead {
    let shapes = proxies.map(|proxy| tables.shapes.get(tables.sites[proxy as usize].shape));
    let sweeps = [0, 1].map(|k| sweep_of(tables, slots[k], &now[k], h));
    let [a, b] = parts_on_the_way(shapes, [&sweeps[0], &sweeps[1]]);
    let found = time_of_impact(a.convex(), &sweeps[0], b.convex(), &sweeps[1], MEETING, &mut NoProbe);
    let meets = matches!(found.outcome, ToiOutcome::Hit | ToiOutcome::OutOfTurns);
    noted.record(|| ImpactSearch { proxies, sweeps, phase, seconds: h, target: MEETING, result: found, is_used: meets });
    match found.outcome {
        ToiOutcome::Separated => near,
        ToiOutcome::Overlapped => match then {
            Some(then) => LookAhead { seconds: h, meets: true, apart: closing_path(tables, slots, &sweeps, then) },
            None => LookAhead { seconds: 0.0, meets: true, ..near },
        },
        ToiOutcome::Hit | ToiOutcome::OutOfTurns => LookAhead { seconds: found.t * h, meets: true, ..near },
    }
}

/// What keeps two bodies that touch from moving into each other in these sweeps: how far B has to be moved back, world,
/// metres. The direction is the normal of the points that were found before. It turns with the longer of the two; a
/// ball that spins has no sides.
pub(super) fn closing_path(tables: &BodyTables, slots: [u32; 2], sweeps: &[Sweep; 2], then: &FoundPoints) -> Vec2 {
    let FoundPoints { manifold, poses } = then;
    let [long, short] = longer_first(tables, slots);
    let elongation = tables.builds[slots[short] as usize].elongation;
    let from_a = poses[long].rotation.inv_rotate(poses[0].rotation.rotate(manifold.normal));
    let outward = if long == 0 { from_a } else { -from_a };
    let center = sweeps[short].local_center;
    let [start, end] = [0.0, 1.0].map(|t| sweeps[long].pose_at(t).inv_mul(sweeps[short].pose_at(t)));
    let opened = (end.transform_point(center) - start.transform_point(center)).dot(outward);
    let turned = min((sweeps[short].turn - sweeps[long].turn).abs(), 1.0); // however far: no corner is farther than that
    let closed = max(elongation * turned - opened, 0.0);
    closed * sweeps[long].pose_at(1.0).rotation.rotate(from_a)
}

/// The place of the longer of two bodies among them, then that of the other.
pub(super) fn longer_first(tables: &BodyTables, slots: [u32; 2]) -> [usize; 2] {
    let [a, b] = slots.map(|slot| tables.builds[slot as usize].elongation);
    if a < b { [1, 0] } else { [0, 1] }
}

/// The motion of a body in the next `h` seconds if nothing pushes it.
pub(super) fn sweep_of(tables: &BodyTables, slot: u32, now: &SolverBody, h: f32) -> Sweep {
    let Pose { position, rotation } = tables.pose(slot);
    Sweep {
        local_center: tables.builds[slot as usize].local_center,
        start_center: position + now.delta_center,
        travel: h * now.velocity,
        start_rotation: now.delta_rotation().then_after(rotation),
        turn: h * now.angular_velocity,
    }
}
