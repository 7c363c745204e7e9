//! Sweep and prune run again with a probe: last step's order of the ends is repaired, and then swept.
//!
//! The order is that of the scene before its last step, the boxes are those of now, a dragged shape's box with them. A
//! scene that was just opened has no last step: then it is the next one.

use super::reel::MOST_SHOWN;
use super::run::{Boxed, CROWD, ground, named, tests_of_all};
use crate::engine::aabb::Aabb;
use crate::engine::broad::grid::GridStep;
use crate::engine::broad::sweep_and_prune::{Endpoint, SweepStep};
use crate::engine::broad::tree::TreeStep;
use crate::engine::broad::{Broad, BroadPhase, PairChanges};
use crate::engine::probe::Probe;
use crate::lens::microscope::specimen::{Side, Specimen};
use std::collections::BTreeSet;

/// An end of a box in the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ListedEnd {
    pub proxy: u32,
    pub is_end: bool,
}

/// All that the sorting and the sweep did and ran on.
pub(super) struct SweepLog {
    /// All boxes with their new places, by proxy.
    pub boxes: Vec<Boxed>,
    /// The proxies of A and of B.
    pub pair: [u32; 2],
    /// The list before it was repaired.
    pub before: Vec<ListedEnd>,
    /// The list after.
    pub after: Vec<ListedEnd>,
    /// The first [`MOST_SHOWN`], without those that put in new boxes.
    pub shown: Vec<SweepStep>,
    /// How many there are.
    pub steps: usize,
    /// How many comparisons and swaps the sorting made.
    pub sorting: [usize; 2],
    /// How many boxes were compared with active ones.
    pub tests: usize,
    /// How many boxes were not in the list.
    pub new: usize,
    /// True when it is the scene's last step, false when it is the next.
    pub is_last: bool,
    /// How many overlapping pairs the sweep met.
    pub pairs: usize,
    /// True when A and B are one of them.
    pub meets: bool,
    /// The first [`MOST_LINES`] of them.
    pub found: Vec<[u32; 2]>,
    /// Tests of all searches in the tree, and in the grid with its tree; `None` in a crowd.
    pub others: Option<[usize; 2]>,
}

/// Most pairs of which the picture draws the line.
const MOST_LINES: usize = 2_000;

/// Keeps the first steps and counts all: 20,000 boxes above each other are compared 200 million times.
#[derive(Default)]
struct SweepRecorder {
    pair: [u32; 2],
    steps: usize,
    pairs: usize,
    meets: bool,
    shown: Vec<SweepStep>,
    new: usize,
    sorting: [usize; 2],
    tests: usize,
    found: Vec<[u32; 2]>,
}

impl Probe<SweepStep> for SweepRecorder {
    fn record(&mut self, step: impl FnOnce() -> SweepStep) {
        let step = step();
        match step {
            SweepStep::New { .. } => {
                self.new += 1;
                return;
            }
            SweepStep::Sorted { comparisons, swaps } => self.sorting = [comparisons as usize, swaps as usize],
            SweepStep::Compare { proxy, other, overlaps } => {
                self.tests += 1;
                if overlaps {
                    self.pairs += 1;
                    self.meets |= self.pair == [proxy, other] || self.pair == [other, proxy];
                    if self.found.len() < MOST_LINES {
                        self.found.push([proxy, other]);
                    }
                }
            }
            _ => {}
        }
        self.steps += 1;
        if self.shown.len() < MOST_SHOWN {
            self.shown.push(step);
        }
    }
}

impl Probe<TreeStep> for SweepRecorder {
    fn record(&mut self, _: impl FnOnce() -> TreeStep) {}
}

impl Probe<GridStep> for SweepRecorder {
    fn record(&mut self, _: impl FnOnce() -> GridStep) {}
}

fn ends_of(broad: &Broad) -> Vec<ListedEnd> {
    broad.sweep().endpoints().iter().map(|&Endpoint { proxy, is_end, .. }| ListedEnd { proxy, is_end }).collect()
}

/// The scene's broad phase with the order before the step, the one with the boxes after it, and whether the step is
/// the last one.
fn both(specimen: &Specimen, now: &Broad) -> (Broad, Broad, bool) {
    let Some(scene) = &specimen.scene else { return (now.clone(), now.clone(), true) };
    if let Some(before) = &scene.before {
        return (before.world().broad().clone(), now.clone(), true);
    }
    let mut next = (*scene.stage).clone();
    next.step();
    let mut after = next.world().broad().clone();
    for (side, id) in [(Side::A, scene.pair.0), (Side::B, scene.pair.1)] {
        let proxy = scene.stage.world().collider(id).map(|collider| collider.proxy);
        if let Some((proxy, dragged)) = proxy.zip(proxy.and_then(|proxy| now.proxy(proxy))).filter(|_| !specimen.is_of_scene(side)) {
            after.renew(proxy, dragged.fat_aabb, true);
        }
    }
    (scene.stage.world().broad().clone(), after, false)
}

/// Repairs the order and sweeps, as the engine does between two steps.
pub(super) fn run(specimen: &Specimen) -> SweepLog {
    let (now, pair, names) = ground(specimen);
    let (mut broad, after, is_last) = both(specimen, &now);
    broad.set_method(BroadPhase::SweepAndPrune);
    broad.settle();
    // Bodies that came or went in the step (shots) are none of the order before: they are new, or left out.
    let names: Vec<(u32, String)> = names.into_iter().filter(|(proxy, _)| after.proxy(*proxy).is_some()).collect();
    for &(proxy, _) in &names {
        match (after.proxy(proxy), broad.proxy(proxy)) {
            (Some(new), Some(old)) if new.fat_aabb != old.fat_aabb => broad.renew(proxy, new.fat_aabb, true),
            _ => {}
        }
    }
    let boxes = named(&broad, names);
    let known: BTreeSet<u32> = boxes.iter().map(|b| b.proxy).collect();
    let is_known = |proxy: u32| known.contains(&proxy);
    let before: Vec<ListedEnd> = ends_of(&broad).into_iter().filter(|end| is_known(end.proxy)).collect();
    let gone: Vec<u32> = ends_of(&broad).iter().map(|end| end.proxy).filter(|&proxy| !is_known(proxy)).collect();
    gone.into_iter().for_each(|proxy| broad.remove(proxy));
    // One box is given again, so that there is something to do even when none has changed.
    boxes.iter().take(1).for_each(|b| broad.renew(b.proxy, b.aabb, true));
    let mut record = SweepRecorder { pair, ..SweepRecorder::default() };
    broad.update_probed(&mut PairChanges::default(), &mut record);
    let others = (boxes.len() <= CROWD).then(|| {
        [BroadPhase::Tree, BroadPhase::Grid].map(|method| {
            let mut other = broad.clone();
            other.set_method(method);
            other.settle();
            tests_of_all(&other, &boxes)
        })
    });
    SweepLog {
        after: ends_of(&broad),
        before,
        boxes,
        pair,
        shown: record.shown,
        steps: record.steps,
        pairs: record.pairs,
        meets: record.meets,
        new: record.new,
        sorting: record.sorting,
        tests: record.tests,
        is_last,
        found: record.found,
        others,
    }
}

impl SweepLog {
    /// The name of a box's owner.
    pub fn name(&self, proxy: u32) -> &str {
        self.boxes.iter().find(|b| b.proxy == proxy).map_or("", |b| &b.name)
    }

    /// The box of a proxy.
    pub fn aabb(&self, proxy: u32) -> Option<Aabb> {
        self.boxes.iter().find(|b| b.proxy == proxy).map(|b| b.aabb)
    }

    /// Its number in the picture, from 1: in the order in which the boxes begin.
    pub fn number(&self, proxy: u32) -> usize {
        self.after.iter().filter(|end| !end.is_end).position(|end| end.proxy == proxy).map_or(0, |place| place + 1)
    }

    /// Where an end lies on x, metres.
    pub fn x(&self, end: ListedEnd) -> f32 {
        self.aabb(end.proxy).map_or(0.0, |aabb| if end.is_end { aabb.max.x } else { aabb.min.x })
    }
}

/// How many of the steps compare two boxes.
pub(super) fn tests_in(steps: &[SweepStep]) -> usize {
    steps.iter().filter(|step| matches!(step, SweepStep::Compare { .. })).count()
}

/// With more boxes than this, names would cover the picture.
pub(super) const MOST_NAMED: usize = 16;

/// What the sorting and the sweep recorded. Frame 0 stands before, frame k shows step k, the last what was found.
pub(super) struct SweepReel {
    pub log: SweepLog,
    /// The steps that are shown.
    pub steps: Vec<SweepStep>,
}

impl SweepReel {
    /// The step that a frame shows.
    pub fn at(&self, frame: usize) -> Option<&SweepStep> {
        self.steps.get(frame.checked_sub(1)?)
    }

    /// The steps up to a frame.
    pub fn so_far(&self, frame: usize) -> &[SweepStep] {
        &self.steps[..frame.min(self.steps.len())]
    }

    /// True when the list is in order at a frame.
    pub fn is_sorted(&self, frame: usize) -> bool {
        self.so_far(frame).iter().any(|step| matches!(step, SweepStep::Sorted { .. })) || frame > self.steps.len()
    }

    /// The list at a frame.
    pub fn list_at(&self, frame: usize) -> Vec<ListedEnd> {
        if self.is_sorted(frame) {
            return self.log.after.clone();
        }
        let mut list = self.log.before.clone();
        for step in self.so_far(frame) {
            if let SweepStep::Swap { place, .. } = *step {
                list.swap(place as usize, place as usize + 1);
            }
        }
        list
    }

    /// The active boxes at a frame, in the order in which they began. One that is being compared is not among them.
    pub fn active_at(&self, frame: usize) -> Vec<u32> {
        let mut active: Vec<u32> = Vec::new();
        for (index, step) in self.so_far(frame).iter().enumerate() {
            match *step {
                // As many comparisons come first as boxes were active.
                SweepStep::Begin { proxy, active: before } if before == 0 || frame > index + 1 + before as usize => active.push(proxy),
                SweepStep::End { proxy, .. } => active.retain(|&other| other != proxy),
                _ => {}
            }
        }
        active
    }

    /// Frames that say something of the two: the start, the sorted list, where they begin and are compared, the end.
    pub fn way(&self) -> Vec<usize> {
        /// So few steps are all worth showing.
        const FEW: usize = 8;
        let is_of_pair = |step: &SweepStep| match *step {
            SweepStep::Sorted { .. } => true,
            SweepStep::Compare { proxy, other, .. } => self.log.pair.contains(&proxy) && self.log.pair.contains(&other),
            _ => false,
        };
        let shown = (0..self.steps.len()).filter(|&i| self.steps.len() <= FEW || is_of_pair(&self.steps[i])).map(|i| i + 1);
        [0].into_iter().chain(shown).chain([self.steps.len() + 1]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A film of 20,000 boxes above each other took 7 GB: every comparison was kept, though few are shown.
    #[test]
    fn a_long_sweep_is_counted_in_full_and_kept_in_part() {
        let mut recorder = SweepRecorder { pair: [7, 3], ..SweepRecorder::default() };
        let all = 5_000;
        for proxy in 0..all {
            recorder.record(|| SweepStep::Begin { proxy, active: proxy });
            (0..proxy).step_by(2).for_each(|other| recorder.record(|| SweepStep::Compare { proxy, other, overlaps: other % 4 == 0 }));
        }
        assert!(!recorder.meets && recorder.pairs > 1_000_000, "{}", recorder.pairs);
        recorder.record(|| SweepStep::Compare { proxy: 3, other: 7, overlaps: true });
        assert!(recorder.meets);
        assert_eq!((recorder.shown.len(), recorder.found.len()), (MOST_SHOWN, MOST_LINES));
        assert_eq!(recorder.steps, recorder.tests + all as usize);
    }
}
