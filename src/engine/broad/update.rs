//! From moved boxes to changed pairs.
//!
//! Two passes over the proxies that have moved: first their present pairs are reviewed (which have come apart?), then new ones are searched among the
//! boxes that the method names. A search that meets a pair which is in the set already (the other proxy has moved as well and found it first, or it
//! was there before) sees it by the stamp and goes on.

use super::grid::GridStep;
use super::pair_set::PairSet;
use super::tree::TreeStep;
use super::{Broad, BroadPhase, Home, Proxy, query};
use crate::engine::collider::ColliderId;
use crate::engine::probe::{NoProbe, Probe};

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
    /// Number of the pair: stays while the two are one, and is then used again. One that has ended may lend its number to one that began in the same update.
    pub number: u32,
}

/// What [`Broad::update`] found, each list sorted by ids, each pair once.
#[derive(Clone, Debug, Default)]
pub struct PairChanges {
    /// Pairs that are new, and all pairs of touched proxies, known ones too.
    pub begun: Vec<Pair>,
    /// Pairs whose boxes no longer overlap, or that may no longer be.
    pub ended: Vec<Pair>,
}

impl Broad {
    /// Brings the pairs in line with the boxes and tells what changed since the last call.
    pub fn update(&mut self, changes: &mut PairChanges) {
        self.update_probed(changes, &mut NoProbe);
    }

    /// The same update, watched.
    pub fn update_probed<P: Probe<TreeStep> + Probe<GridStep>>(&mut self, changes: &mut PairChanges, probe: &mut P) {
        changes.begun.clear();
        changes.ended.clear();
        if self.moved.is_empty() {
            return;
        }
        self.settle();
        let moved = std::mem::take(&mut self.moved);
        for &number in &moved {
            self.review(number, changes);
        }
        self.search(&moved, changes, probe);
        self.grid.note_all_seen();
        for &number in &moved {
            if let Some(Some(proxy)) = self.proxies.get_mut(number as usize) {
                (proxy.moved, proxy.touched) = (false, false);
            }
        }
        self.moved = moved;
        self.moved.clear();
        changes.begun.sort_unstable();
        changes.begun.dedup();
        changes.ended.sort_unstable();
    }

    /// Ends the pairs of a moved proxy that are none any more.
    fn review(&mut self, number: u32, changes: &mut PairChanges) {
        let Some(Some(me)) = self.proxies.get(number as usize) else { return };
        let mut place = 0;
        while place < self.pairs.partner_count(number) {
            let other = self.pairs.partner(number, place);
            let Some(partner) = &self.proxies[other as usize] else { break };
            let stays = me.fat_aabb.overlaps(partner.fat_aabb) && (!(me.touched || partner.touched) || may_pair(me, partner));
            if !stays {
                changes.ended.extend(pair_of(&self.proxies, number, other, self.pairs.number_at(number, place)));
                self.pairs.remove_at(number, place);
                continue;
            }
            if me.touched {
                changes.begun.extend(pair_of(&self.proxies, number, other, self.pairs.number_at(number, place)));
            }
            place += 1;
        }
    }

    /// Finds the new pairs of moved proxies.
    fn search<P: Probe<TreeStep> + Probe<GridStep>>(&mut self, moved: &[u32], changes: &mut PairChanges, probe: &mut P) {
        let present = self.present_layers();
        let Broad { method, proxies, pairs, tree, grid, .. } = self;
        let mut finder = Finder { proxies, pairs, present, visited: None, begun: &mut changes.begun };
        // Where most have moved, one sweep in which each looks half around is cheaper than each of them looking around.
        let join = *method == BroadPhase::Grid && 3 * moved.len() > grid.len();
        if join {
            grid.join(&mut finder, probe, Finder::meet);
        }
        for &number in moved {
            let Some(Some(me)) = proxies.get(number as usize) else { continue };
            if !finder.may_touch_something(number) {
                continue;
            }
            if join && matches!(me.home, Home::Grid(_)) && !me.touched {
                tree.query(me.fat_aabb, probe, |other| finder.meet(number, other));
            } else {
                query(*method, proxies, tree, grid, me.fat_aabb, probe, |other| finder.meet(number, other)); // [broad.start]
            }
        }
    }
}

/// Takes in candidates for pairs.
struct Finder<'a> {
    proxies: &'a [Option<Proxy>],
    pairs: &'a mut PairSet,
    /// Layers that something belongs to.
    present: u16,
    /// Whose partners bear the stamp of the present visit, and whether it may touch something at all.
    visited: Option<(u32, bool)>,
    begun: &'a mut Vec<Pair>,
}

impl Finder<'_> {
    /// False when nothing is there that the proxy may touch, so that no candidates need be looked for.
    #[inline]
    fn may_touch_something(&self, me: u32) -> bool {
        let touches = self.proxies[me as usize].as_ref().map_or(0, |p| p.filter.collides_with);
        touches & self.present != 0
    }

    /// A proxy's box overlaps another's. Candidates of one proxy come in a row; the first of them begins the visit.
    #[inline]
    fn meet(&mut self, me: u32, other: u32) {
        let worthwhile = match self.visited {
            Some((visited, worthwhile)) if visited == me => worthwhile,
            _ => self.visit(me),
        };
        if !worthwhile || self.pairs.is_known(other) {
            return;
        }
        if let (Some(Some(a)), Some(Some(b))) = (self.proxies.get(me as usize), self.proxies.get(other as usize))
            && may_pair(a, b)
        {
            let number = self.pairs.insert(me, other); // [broad.result]
            self.begun.extend(pair_of(self.proxies, me, other, number));
        }
    }

    fn visit(&mut self, me: u32) -> bool {
        let worthwhile = self.may_touch_something(me);
        if worthwhile {
            self.pairs.visit(me);
        }
        self.visited = Some((me, worthwhile));
        worthwhile
    }
}

/// True when two colliders may be a pair if their boxes overlap.
#[inline]
pub(super) fn may_pair(a: &Proxy, b: &Proxy) -> bool {
    (a.mobile || b.mobile) && a.owner.body != b.owner.body && a.filter.allows(b.filter) // [pipeline.pair]
}

/// The pair of two proxies, smaller collider id first, with its number.
#[inline]
pub(super) fn pair_of(proxies: &[Option<Proxy>], x: u32, y: u32, number: u32) -> Option<Pair> {
    let (x_owner, y_owner) = (proxies[x as usize].as_ref()?.owner, proxies[y as usize].as_ref()?.owner);
    Some(if x_owner < y_owner {
        Pair { a: x_owner, b: y_owner, proxy_a: x, proxy_b: y, number }
    } else {
        Pair { a: y_owner, b: x_owner, proxy_a: y, proxy_b: x, number }
    })
}
