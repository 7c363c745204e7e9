//! From moved boxes to changed pairs.
//!
//! Three passes over the proxies that have moved: first their pairs are reviewed (which have come apart?), then those
//! of touched ones (who may still be a pair?), then new ones are searched among the boxes that the method names. What a
//! search meets is mostly a pair already; that is seen by the told boxes ([`super::proxies`]). What is left is looked
//! up: the other proxy may have moved as well and found it first, or the pair may have been adopted.
//!
//! Each pass first reads, then writes: finding what has come apart is one loop in which nothing waits for anything, so
//! that the processor reads far ahead.

use super::pair::{Buffers, Candidates, PairChanges, may_pair, pair_of};
use super::pair_set::{PairSet, Partner, partners_in};
use super::proxies::{BoxPlace, Proxies};
use super::{Broad, BroadPhase, BroadProbe};
use crate::engine::prefetch::{prefetch_at, with_upcoming};
use crate::engine::probe::{NoProbe, ran};
use crate::engine::tuning::MAX_PAIRS;

/// Of so many proxies the lists of partners are prefetched before the first is read.
const READ_AHEAD: usize = 64;

impl Broad {
    /// Brings the pairs in line with the boxes and tells what changed since the last call. False when there would be
    /// more than [`MAX_PAIRS`], or than [`Broad::limit_pairs`] allows: some are missing then, and the next call
    /// searches them again.
    pub fn update(&mut self, changes: &mut PairChanges) -> bool {
        ran!();
        self.update_probed(changes, &mut NoProbe)
    }

    /// The same update, watched.
    pub fn update_probed<P: BroadProbe>(&mut self, changes: &mut PairChanges, probe: &mut P) -> bool {
        changes.begun.clear();
        changes.ended.clear();
        self.work = 0;
        if self.moved.is_empty() {
            return true;
        }
        self.settle_probed(probe);
        let mut moved = std::mem::take(&mut self.moved);
        let mut buffers = std::mem::take(&mut self.buffers);
        self.review(&moved, &mut buffers, changes);
        for &number in moved.iter().filter(|&&number| self.proxies.rules[number as usize].touched) {
            review_touched(&self.proxies, &mut self.pairs, number, changes);
        }
        self.work = self.search(&moved, &mut buffers, probe);
        let complete = self.join_up(&mut buffers.candidates, changes);
        if complete {
            moved.iter().for_each(|&number| self.proxies.note_told(number));
            moved.clear();
        }
        (self.moved, self.buffers) = (moved, buffers);
        complete
    }

    /// Ends the pairs of moved proxies whose boxes have come apart.
    fn review(&mut self, moved: &[u32], buffers: &mut Buffers, changes: &mut PairChanges) {
        let Broad { proxies, pairs, .. } = self;
        find_parted(proxies, pairs, moved, buffers);
        for (&(me, Partner { proxy: other, pair }), [soon, later]) in with_upcoming(&buffers.parted) {
            if let Some((me, Partner { proxy: other, .. })) = later {
                pairs.prefetch_lists(*me, *other);
                prefetch_at(&proxies.rules, *me as usize);
                prefetch_at(&proxies.rules, *other as usize);
            }
            if let Some((me, Partner { proxy: other, .. })) = soon {
                pairs.prefetch_lines(*me, *other);
            }
            pairs.remove(me, other, pair);
            changes.ended.push(pair_of(&proxies.rules, me, other, pair));
        }
    }

    /// Finds who may be a new pair of moved proxies; returns how many boxes it met ([`Broad::work`]).
    fn search<P: BroadProbe>(&self, moved: &[u32], Buffers { candidates, active, .. }: &mut Buffers, probe: &mut P) -> u64 {
        candidates.clear();
        if self.method == BroadPhase::SweepAndPrune {
            return self.search_by_sweep(candidates, active, probe);
        }
        self.search_around(moved, candidates, probe)
    }

    /// All new pairs by one sweep over all boxes: of two that have not moved the told boxes overlap as well.
    fn search_by_sweep<P: BroadProbe>(&self, candidates: &mut Candidates, active: &mut Vec<u32>, probe: &mut P) -> u64 {
        let Broad { proxies, sweep, .. } = self;
        let is_room_left = |a, b| proxies.were_met(a, b) || candidates.push(a, b, &proxies.rules);
        u64::from(sweep.swaps()) + sweep.sweep(&proxies.boxes, active, probe, is_room_left)
    }

    /// Each moved proxy looks around itself.
    fn search_around<P: BroadProbe>(&self, moved: &[u32], candidates: &mut Candidates, probe: &mut P) -> u64 {
        ran!();
        let mut met = 0;
        let Broad { method, proxies, tree, grid, .. } = self;
        let present = self.present_layers();
        // Where most have moved, one sweep in which each looks half around is cheaper than each of them looking around.
        let join = *method == BroadPhase::Grid && 3 * moved.len() > grid.len();
        if join {
            met += grid.join(probe, |a, b| candidates.push(a, b, &proxies.rules)) / 8;
        }
        let mut some_rest = None;
        for &me in moved {
            if candidates.overfull {
                break;
            }
            let rules = &proxies.rules[me as usize];
            // Where nothing is that it may touch, no candidates need be looked for.
            if !rules.present || rules.filter.collides_with & present == 0 {
                continue;
            }
            // One that cannot be pushed is found by all others that have moved.
            if !rules.mobile && !*some_rest.get_or_insert_with(|| proxies.some_mobile_rest()) {
                continue;
            }
            let region = proxies.boxes[me as usize].aabb();
            let mut meet = |other: u32| {
                met += 1;
                if !proxies.were_met(me, other) && (rules.mobile || proxies.rules[other as usize].mobile) {
                    candidates.push(me, other, &proxies.rules);
                }
            };
            if join && matches!(proxies.homes[me as usize], BoxPlace::Grid(_)) && !rules.touched {
                tree.query(region, probe, &mut meet);
            } else {
                self.find(region, probe, &mut meet); // [broad.start]
            }
        }
        let all = if *method == BroadPhase::BruteForce { moved.len() * proxies.boxes.len() / 8 } else { 0 };
        met + all as u64
    }

    /// Makes pairs of those candidates that may be one and are none yet: few, as a pair from before has told boxes that
    /// overlap unless it was touched or adopted, and few are found from both sides. False when there are too many.
    fn join_up(&mut self, candidates: &mut Candidates, changes: &mut PairChanges) -> bool {
        ran!();
        let Broad { proxies: Proxies { rules, .. }, pairs, most_pairs, .. } = self;
        let most = most_pairs.unwrap_or(MAX_PAIRS);
        candidates.retain_possible(rules);
        for (&(a, b), [soon, later]) in with_upcoming(&candidates.list) {
            if let Some(&(a, b)) = later {
                pairs.prefetch_lists(a, b);
            }
            if let Some(&(a, b)) = soon {
                pairs.prefetch_lines(a, b);
            }
            if !pairs.contains(a, b) {
                if pairs.len() >= most {
                    return false;
                }
                let number = pairs.insert(a, b); // [broad.result]
                changes.begun.push(pair_of(rules, a, b, number));
            }
        }
        !candidates.overfull
    }
}

/// Names the pairs of moved proxies whose boxes have come apart, each once.
fn find_parted(proxies: &Proxies, pairs: &PairSet, moved: &[u32], buffers: &mut Buffers) {
    let Buffers { lines, parted, .. } = buffers;
    parted.clear();
    for some in moved.chunks(READ_AHEAD) {
        lines.clear();
        some.iter().for_each(|&me| lines.extend_from_slice(pairs.lines_of(me)));
        let mut lines = &lines[..];
        for &me in some {
            let (mine, rest) = lines.split_at(pairs.lines_of(me).len());
            lines = rest;
            let bound = proxies.boxes[me as usize].bound();
            parted.extend(partners_in(mine, pairs.partner_count(me)).map(|partner| (me, partner)).filter(|(_, partner)| {
                let stays = proxies.boxes[partner.proxy as usize].overlap(bound);
                // Of two that have moved the smaller number tells.
                let other_tells = proxies.rules[partner.proxy as usize].moved & (partner.proxy < me);
                !stays & !other_tells
            }));
        }
    }
}

/// Ends the pairs of a touched proxy that may be none any more, and tells the others again.
fn review_touched(proxies: &Proxies, pairs: &mut PairSet, me: u32, changes: &mut PairChanges) {
    let rules = &proxies.rules;
    let mut place = 0;
    while place < pairs.partner_count(me) {
        let Partner { proxy: other, pair } = pairs.partner(me, place);
        let told = pair_of(rules, me, other, pair);
        if !may_pair(&rules[me as usize], &rules[other as usize]) {
            pairs.remove(me, other, pair);
            changes.ended.push(told);
            continue;
        }
        // Of two touched ones the smaller number tells.
        if me < other || !rules[other as usize].touched {
            changes.begun.push(told);
        }
        place += 1;
    }
}
