//! Every box: a region is compared with all `n` of them, a crowd costs `n²` tests.
//!
//! Slow beyond a few hundred boxes and impossible to get wrong: it is the yardstick for the other methods, in tests and in a
//! lesson on why broad phases exist.

use super::Proxy;
use crate::engine::aabb::Aabb;

/// Calls `found` with the number of every proxy whose box overlaps the region.
pub fn query(proxies: &[Option<Proxy>], region: Aabb, mut found: impl FnMut(u32)) {
    for (number, proxy) in proxies.iter().enumerate() {
        if proxy.is_some_and(|p| p.fat_aabb.overlaps(region)) {
            found(number as u32);
        }
    }
}
