//! Light and shadow: which edges face a lamp, where its shadows begin, and which places see it.
//!
//! Numbers only, and no world: outlines in, shadows out. What lamps are, a point or the sun far away, says [`lamp`].
//! Three steps, a file each, and what the last one needs:
//!
//! | file | step |
//! |---|---|
//! | [`outline`] | Convex parts of a body become one outline: signed edge counters, inner edges cancel. |
//! | [`facing`] | Each edge faces the lamp or not; where that changes lies a silhouette. |
//! | [`sweep`] | A ray turns round the lamp and meets in order where shadows begin and end. |
//! | `active` | The edges that the ray goes through now, nearest first. |
//! | `crossing` | Where two edges cross, shadows change hands. |
//!
//! A shadow begins where a ray *leaves* a body: what faces the lamp is bright, what lies behind is dark, and the body
//! itself stays readable. Lines and arcs are met exactly: a circle's silhouettes are its points of tangency.
//!
//! Computed in double precision: the difference of two nearly equal directions decides which edge is nearer.

mod active;
mod crossing;
pub mod facing;
pub mod lamp;
pub mod outline;
pub mod sweep;

use glam::DVec2;

/// Scalar cross product: positive when `b` lies counter-clockwise of `a`.
pub(crate) fn cross(a: DVec2, b: DVec2) -> f64 {
    a.x * b.y - a.y * b.x
}
