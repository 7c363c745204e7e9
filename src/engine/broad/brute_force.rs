//! All pairs: every box against every other, `n (n − 1) / 2` tests.
//!
//! Slow beyond a few hundred boxes and impossible to get wrong: it is the yardstick for the other methods, in tests and in a
//! lesson on why broad phases exist.

use super::Proxy;
use crate::engine::collider::ColliderId;

/// Calls `found` with the owners of every two overlapping boxes.
pub fn pairs(proxies: &[Option<Proxy>], mut found: impl FnMut(ColliderId, ColliderId)) {
    for (i, a) in proxies.iter().enumerate() {
        let Some(a) = a else { continue };
        for b in proxies[i + 1..].iter().flatten() {
            if a.fat_aabb.overlaps(b.fat_aabb) {
                found(a.owner, b.owner);
            }
        }
    }
}
