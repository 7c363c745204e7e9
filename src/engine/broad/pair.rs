//! Pairs of colliders: what they are, which two may be one, and what an update tells of them.

use super::pair_set::{Partner, PartnerLine};
use super::proxies::PairRules;
use crate::engine::collider::ColliderId;
use crate::engine::probe::ran;

/// Two colliders whose enlarged boxes overlap; `a < b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The smaller id.
    pub a: ColliderId,
    /// The larger id.
    pub b: ColliderId,
    /// Proxy of `a`.
    pub proxy_a: u32,
    /// Proxy of `b`.
    pub proxy_b: u32,
    /// Number of the pair: stays while the two are one, and is then used again. One that has ended may lend its number
    /// to one that began in the same update.
    pub number: u32,
}

/// What [`super::Broad::update`] found, each pair once, in no particular order.
#[derive(Clone, Debug, Default)]
pub struct PairChanges {
    /// Pairs that are new, and all pairs of touched proxies, known ones too.
    pub begun: Vec<Pair>,
    /// Pairs whose boxes no longer overlap, or that may no longer be.
    pub ended: Vec<Pair>,
}

/// Buffers of an update.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffers {
    /// Lists of partners, one after the other.
    pub lines: Vec<PartnerLine>,
    /// Proxy and partner whose boxes have come apart.
    pub parted: Vec<(u32, Partner)>,
    /// Proxies whose boxes overlap and may be a new pair.
    pub candidates: Vec<(u32, u32)>,
}

/// True when two colliders may be a pair if their boxes overlap.
#[inline]
pub(super) fn may_pair(a: &PairRules, b: &PairRules) -> bool {
    ran!();
    (a.mobile || b.mobile) && a.owner.body != b.owner.body && a.filter.allows(b.filter) // [pipeline.pair]
}

/// The pair of two proxies, smaller collider id first, with its number.
#[inline]
pub(super) fn pair_of(rules: &[PairRules], x: u32, y: u32, number: u32) -> Pair {
    let (x_owner, y_owner) = (rules[x as usize].owner, rules[y as usize].owner);
    if x_owner < y_owner {
        Pair { a: x_owner, b: y_owner, proxy_a: x, proxy_b: y, number }
    } else {
        Pair { a: y_owner, b: x_owner, proxy_a: y, proxy_b: x, number }
    }
}
