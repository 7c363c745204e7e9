//! Pairs of colliders: what they are, which two may be one, and what an update tells of them.

use super::pair_set::{Partner, PartnerLine};
use super::proxies::PairRules;
use crate::engine::collider::ColliderId;
use crate::engine::probe::ran;
use crate::engine::tuning::MAX_PAIRS;

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
    /// Boxes that a sweep has begun and not ended.
    pub active: Vec<u32>,
    /// Proxies whose boxes overlap and may be a new pair.
    pub candidates: Candidates,
}

/// Two proxies whose boxes overlap and that may be a new pair; some are found from both sides.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates {
    /// What was found.
    pub list: Vec<(u32, u32)>,
    /// Length at which those that may not be a pair are sorted out.
    bound: usize,
    /// How many were sorted out.
    refused: u64,
    /// True when there are more than an update may make pairs of, or look at: the rest was not taken in.
    pub overfull: bool,
}

impl Candidates {
    /// Each pair is found at most twice.
    const MOST: usize = 2 * MAX_PAIRS;
    /// Most that may not be a pair, however often found: 23,000 boxes in one place that all keep apart by filters.
    const MOST_REFUSED: u64 = 1 << 28;

    /// Before a search.
    pub fn clear(&mut self) {
        self.list.clear();
        self.bound = Self::MOST;
        self.refused = 0;
        self.overfull = false;
    }

    /// Takes in what was found. False when there is too much, and the search can end.
    #[inline]
    pub fn push(&mut self, a: u32, b: u32, rules: &[PairRules]) -> bool {
        if self.list.len() >= self.bound {
            self.sort_out(rules);
        }
        if !self.overfull {
            self.list.push((a, b));
        }
        !self.overfull
    }

    #[cold]
    fn sort_out(&mut self, rules: &[PairRules]) {
        if self.overfull {
            return;
        }
        let found = self.list.len();
        self.retain_possible(rules);
        self.refused += (found - self.list.len()) as u64;
        self.overfull = self.list.len() >= Self::MOST || self.refused > Self::MOST_REFUSED;
        // Twice as long at least, so that sorting out costs no more than finding.
        self.bound = Self::MOST.max(2 * self.list.len());
    }

    /// Drops those that may not be a pair.
    pub fn retain_possible(&mut self, rules: &[PairRules]) {
        self.list.retain(|&(a, b)| may_pair(&rules[a as usize], &rules[b as usize]));
    }
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
