//! Every box: a region is compared with all `n` of them, a crowd costs `n²` tests.
//!
//! Slow beyond a few hundred boxes and impossible to get wrong: it is the yardstick for the other methods, in tests
//! and in a lesson on why broad phases exist.

use super::sides::Sides;
use crate::engine::aabb::Aabb;

/// Calls `found` with the number of every proxy whose box overlaps the region.
pub(super) fn query(boxes: &[Sides], region: Aabb, mut found: impl FnMut(u32)) {
    let bound = Sides::of(region).bound();
    for (number, sides) in boxes.iter().enumerate() {
        if sides.overlap(bound) {
            found(number as u32);
        }
    }
}
