//! What the frames of sorting and sweep say, and what may be asked.

use super::reel::MOST_SHOWN;
use super::sweep::{MOST_NAMED, SweepReel, tests_in};
use super::words::{POINT_AT_ONE, box_part};
use crate::draw::quantity::counted;
use crate::engine::broad::sweep_and_prune::{Endpoint, SweepStep};
use crate::lens::microscope::{AnswerKind, Card, Frame, Line, Question, Unit};

/// The boxes that a step speaks of.
pub(super) fn of_step(step: &SweepStep) -> Vec<u32> {
    match *step {
        SweepStep::Swap { moving, passed, .. } => vec![moving.proxy, passed.proxy],
        SweepStep::Compare { proxy, other, .. } => vec![proxy, other],
        SweepStep::Begin { proxy, .. } | SweepStep::End { proxy, .. } => vec![proxy],
        _ => Vec::new(),
    }
}

/// What a frame says beside its numbers.
struct Said {
    heading: String,
    short: &'static str,
    reason: String,
    line: &'static str,
}

impl SweepReel {
    pub(super) fn frame(&self, index: usize) -> Frame {
        match self.at(index) {
            Some(step) => self.step(index, step),
            None if index == 0 => self.start(),
            None => self.end(),
        }
    }

    fn start(&self) -> Frame {
        let s = &self.log;
        let n = s.boxes.len();
        let which = if s.is_last { "before the scene's last step" } else { "as the scene stands" };
        let lines = vec![
            Line::count("boxes N", n),
            Line::count("ends in the list", s.before.len()),
            Line::count("pairs N·(N − 1)/2", n * n.saturating_sub(1) / 2),
        ];
        Frame {
            heading: "All pairs of boxes, by one sweep along x".into(),
            short: "start".into(),
            iteration: 0,
            reason: format!(
                "Each box has two ends on x: where it begins, [, and where it ends, ]. The list has them in the order {which}; the boxes have moved on since. First the order is repaired, then it is read from left to right.{}",
                if n > MOST_NAMED { POINT_AT_ONE } else { "" }
            ),
            card: Card { lines },
            line: "broad.sweep_start",
        }
    }

    /// "the begin of crate 3".
    fn end_words(&self, end: &Endpoint) -> String {
        format!("the {} of {}", if end.is_end { "end" } else { "begin" }, self.log.name(end.proxy))
    }

    fn step(&self, index: usize, step: &SweepStep) -> Frame {
        let mut lines = Vec::new();
        let said = self.say(step, &mut lines);
        let so_far = self.so_far(index);
        let swaps = so_far.iter().filter(|step| matches!(step, SweepStep::Swap { .. })).count();
        lines.push(Line::count("swaps so far", swaps));
        lines.push(Line::count("tests so far", tests_in(so_far)));
        Frame {
            heading: said.heading,
            short: said.short.into(),
            iteration: index,
            reason: said.reason,
            card: Card { lines },
            line: said.line,
        }
    }

    fn say(&self, step: &SweepStep, lines: &mut Vec<Line>) -> Said {
        let s = &self.log;
        let x_of = |end: &Endpoint| {
            let symbol = format!("{}.{}", s.name(end.proxy), if end.is_end { "max.x" } else { "min.x" });
            Line::value(&symbol, end.x, Unit::Length, &[box_part(end.proxy)])
        };
        match *step {
            SweepStep::Swap { moving, passed, .. } => {
                lines.extend([x_of(&moving), x_of(&passed)]);
                Said {
                    heading: format!("Swap: {} passes {}", self.end_words(&moving), self.end_words(&passed)),
                    short: "swap",
                    reason: "It lies farther to the left than its left neighbour: the two change places. One swap is one end that has passed another since the list was last in order.".into(),
                    line: "broad.sort_swap",
                }
            }
            SweepStep::Sorted { comparisons, swaps } => {
                lines.push(Line::count("comparisons of neighbours", comparisons as usize));
                if s.new > 0 {
                    lines.push(Line::count("new boxes merged in", s.new));
                }
                Said {
                    heading: if swaps == 0 { "The order is still right: no swap".into() } else { format!("In order after {}", swap_words(swaps as usize)) },
                    short: "sorted",
                    reason: "Insertion sort compares each end with its left neighbour and goes on when that is in order. From one step to the next little moves past anything, so there is little to swap: that is the coherence that this method lives on.".into(),
                    line: "broad.sort_stays",
                }
            }
            SweepStep::Begin { proxy, active } => Said {
                heading: format!("{} begins, {active} active", s.name(proxy)),
                short: "begin",
                reason: if active == 0 {
                    "No other box is open here: nothing overlaps it on x so far, and nothing is tested.".into()
                } else {
                    "Every box that is open here overlaps it on x. Whether they overlap on y is tested for each of them; all other boxes are passed over.".into()
                },
                line: "broad.sweep_begin",
            },
            SweepStep::Compare { proxy, other, overlaps } => {
                let (a, b) = (s.name(proxy), s.name(other));
                Said {
                    heading: if overlaps { format!("A pair: {a} and {b}") } else { format!("No pair: {a} and {b}") },
                    short: if overlaps { "pair" } else { "no pair" },
                    reason: if overlaps {
                        "They are open at the same x, and overlap on y as well: these two may touch.".into()
                    } else {
                        "They are open at the same x, but on y there is a gap between them: a test in vain.".into()
                    },
                    line: "broad.sweep_compare",
                }
            }
            SweepStep::End { proxy, active } => Said {
                heading: format!("{} ends, {active} active", s.name(proxy)),
                short: "end",
                reason: "Whatever begins farther to the right cannot overlap it: it leaves the active list.".into(),
                line: "broad.sweep_end",
            },
            SweepStep::New { .. } | SweepStep::Candidate { .. } => {
                Said { heading: String::new(), short: "", reason: String::new(), line: "broad.sweep_start" }
            }
        }
    }

    fn end(&self) -> Frame {
        let s = &self.log;
        let n = s.boxes.len();
        let [comparisons, swaps] = s.sorting;
        let mut lines = vec![
            Line::count("comparisons of neighbours", comparisons),
            Line::count("swaps", swaps),
            Line::count("tests of this sweep", s.tests),
            Line::count("pairs found", s.pairs),
        ];
        if let Some([tree, grid]) = s.others {
            lines.push(Line::count("tests of all searches in a tree", tree));
            lines.push(Line::count("in grid and tree", grid));
        }
        lines.push(Line::count("all pairs N·(N − 1)/2", n * n.saturating_sub(1) / 2));
        let shown = if s.steps > MOST_SHOWN { format!(" The first {MOST_SHOWN} steps are shown.") } else { String::new() };
        let of_two = if s.meets { "The two are among the pairs." } else { "The two are no pair." };
        Frame {
            heading: self.outcome(),
            short: "result".into(),
            iteration: self.steps.len() + 1,
            reason: format!(
                "{of_two} The sweep finds the pairs that every other method finds; what differs is how many tests that takes.{shown}"
            ),
            card: Card { lines },
            line: s.shown.last().map_or("broad.sweep_start", |step| self.say(step, &mut Vec::new()).line),
        }
    }

    pub(super) fn outcome(&self) -> String {
        let s = &self.log;
        let pairs = counted(s.pairs, "pair", "pairs");
        let n = s.boxes.len();
        let (swaps, tests) = (swap_words(s.sorting[1]), s.tests);
        format!("{pairs} found by {swaps} and {}, of {} possible", counted(tests, "test", "tests"), n * n.saturating_sub(1) / 2)
    }
}

fn swap_words(swaps: usize) -> String {
    counted(swaps, "swap", "swaps")
}

/// How many swaps and pairs at the start; then how many tests the next box takes.
pub(super) fn questions(reel: &SweepReel, frame: usize) -> Vec<Question> {
    if frame == 0 {
        return vec![how_many_swaps(reel), how_many_pairs(reel)];
    }
    match reel.steps.get(frame) {
        Some(&SweepStep::Begin { proxy, active }) => vec![how_many_active(reel, proxy, active)],
        _ => Vec::new(),
    }
}

fn how_many_swaps(reel: &SweepReel) -> Question {
    let right = reel.log.sorting[1] as f32;
    Question {
        id: "broad.tests",
        prompt: format!("The list has {} ends. How many swaps of neighbours will put it in order?", reel.log.before.len()),
        kind: AnswerKind::Number { right, tolerance: (0.1 * right).max(0.5), unit: "swaps" },
        why: "Each end that has passed another costs one swap, and nothing else does: where all move alike none is needed.".into(),
    }
}

fn how_many_pairs(reel: &SweepReel) -> Question {
    Question {
        id: "broad.found",
        prompt: "How many pairs of boxes overlap? Count them in the world.".into(),
        kind: AnswerKind::Number { right: reel.log.pairs as f32, tolerance: 0.5, unit: "pairs" },
        why: "The sweep tests each two that overlap on x, and finds those that overlap on y as well.".into(),
    }
}

fn how_many_active(reel: &SweepReel, proxy: u32, active: u32) -> Question {
    Question {
        id: "broad.active",
        prompt: format!("{} begins next. With how many boxes will it be compared?", reel.log.name(proxy)),
        kind: AnswerKind::Number { right: active as f32, tolerance: 0.25, unit: "boxes" },
        why: "With all that have begun and not ended at this place: a vertical line through its begin goes through just these.".into(),
    }
}
