//! Enlarged ("fat") boxes.
//!
//! ```text
//!   ┌ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┐   fat box: the swept box grown by a margin
//!     ┌───────┬ ─ ─ ┐
//!   │ │ tight │swept    │   swept box: where the shape may get to in a step at its present velocity
//!     └───────┴ ─ ─ ┘
//!   └ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┘
//! ```
//!
//! The fat box is made anew only when it no longer covers the swept one with half of the speculative margin on every side, so that whichever
//! history boxes have, two shapes that are near enough for a contact point are a pair.

use crate::engine::aabb::Aabb;
use crate::engine::body::Body;
use crate::engine::tuning;

/// The enlarged box of a collider with this swept box, metres.
pub fn fat_box(swept: Aabb) -> Aabb {
    swept.grown(tuning::AABB_MARGIN)
}

/// True while the enlarged box still serves the swept one: it holds it with half of the speculative margin around it.
pub fn still_fits(fat: Aabb, swept: Aabb) -> bool {
    fat.contains(swept.grown(0.5 * tuning::SPECULATIVE_MARGIN))
}

/// The box around a shape with this tight box during the next `seconds`, if its velocities stay.
pub fn swept_box(tight: Aabb, body: &Body, seconds: f32) -> Aabb {
    let way = body.linear_velocity * seconds;
    let swing = body.angular_velocity.abs() * body.extent * seconds;
    let end = Aabb { min: tight.min + way, max: tight.max + way };
    tight.union(end).grown(swing)
}
