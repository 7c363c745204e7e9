//! What the frames say, and what may be asked.

use super::reel::{BroadReel, MOST_NAMED, MOST_SHOWN};
use super::run::SearchStep;
use crate::draw::quantity::counted;
use crate::engine::aabb::Aabb;
use crate::engine::broad::BroadPhase;
use crate::lens::microscope::question;
use crate::lens::microscope::{Card, Choice, Frame, Line, Part, PartKind, Quantity, Question, Unit};

/// The part that a node of the tree is.
pub(super) fn node_part(node: u32) -> Part {
    Part::nth(PartKind::Node, node as usize)
}

/// How the names of many boxes are seen.
pub(super) const POINT_AT_ONE: &str = " So many names have no room: point at a box to see whose it is.";

/// The part that a collider's own box is.
pub(super) fn box_part(proxy: u32) -> Part {
    Part { kind: PartKind::Node, first: proxy as u16, second: 1 }
}

/// The parts of a look.
pub(super) fn parts(look: &SearchStep) -> Vec<Part> {
    match *look {
        SearchStep::Node { node, leaf: Some(proxy), .. } => vec![node_part(node), box_part(proxy)],
        SearchStep::Node { node, .. } => vec![node_part(node)],
        SearchStep::Cells { .. } => Vec::new(),
        SearchStep::Candidate { proxy, .. } => vec![box_part(proxy)],
    }
}

/// "[0.2 m, 1.4 m] × [0 m, 1 m]".
fn intervals(symbol: &str, aabb: Aabb, parts: &[Part]) -> Line {
    let number = |axis: &str, value| Quantity::new(format!("{symbol}.{axis}"), value, Unit::Length, parts);
    Line::new(format!("{symbol} = ["))
        .number(number("min.x", aabb.min.x))
        .text(", ")
        .number(number("max.x", aabb.max.x))
        .text("] × [")
        .number(number("min.y", aabb.min.y))
        .text(", ")
        .number(number("max.y", aabb.max.y))
        .text("]")
}

impl BroadReel {
    pub(super) fn start(&self) -> Frame {
        let s = &self.search;
        let (n, pairs) = (s.boxes.len(), s.pair_count());
        let mut lines =
            vec![Line::count("boxes N", n), Line::count("pairs N·(N − 1)/2", pairs), Line::count("nodes of the tree", s.nodes.len())];
        lines.push(intervals("Q", s.region, &[Part::of(PartKind::Region)]));
        let how = match s.method {
            BroadPhase::Grid => "What rests stands in a tree, what moves in the cells of a grid.",
            _ => "All boxes stand in one tree; the box of each node holds all boxes below it.",
        };
        let leaves = s.nodes.iter().filter(|n| n.proxy.is_some()).count();
        Frame {
            heading: format!("Whose boxes overlap that of {}?", s.name(s.asker)),
            short: "start".into(),
            iteration: 0,
            reason: format!(
                "Comparing each pair once would cost {} in a step. {how} The search only goes where it must.{}",
                counted(pairs, "test", "tests"),
                if leaves > MOST_NAMED { POINT_AT_ONE } else { "" }
            ),
            card: Card { lines },
            line: "broad.start",
        }
    }

    pub(super) fn look(&self, index: usize, look: &SearchStep) -> Frame {
        let s = &self.search;
        let parts = parts(look);
        let tests = self.so_far(index).iter().filter(|l| l.is_test()).count();
        let mut lines = vec![intervals("Q", s.region, &[Part::of(PartKind::Region)])];
        let (heading, short, reason, line) = match *look {
            SearchStep::Node { node, aabb, leaf, overlaps } => {
                lines.push(intervals("box", aabb, &parts));
                let words = s.node_words(node);
                let below = s.leaves_below(node);
                match (leaf, overlaps) {
                    (Some(proxy), true) if proxy == s.asker => (
                        "Itself".to_owned(),
                        "itself",
                        "The search meets the box that asks. It is no pair with itself.".to_owned(),
                        "broad.leaf",
                    ),
                    (Some(_), true) => (
                        format!("Found: {words}"),
                        "found",
                        "Both intervals overlap, and it is a leaf: these two may touch. The narrow phase will look closely.".to_owned(),
                        "broad.leaf",
                    ),
                    (Some(_), false) => (
                        format!("No: {words}"),
                        "no",
                        "On one axis the intervals leave a gap: these two cannot touch.".to_owned(),
                        "broad.test",
                    ),
                    (None, true) => (
                        format!("Go down: {words}"),
                        "go down",
                        format!("It overlaps, so something below it may. Its two children are next; {below} leaves hang below."),
                        "broad.descend",
                    ),
                    (None, false) => (
                        format!("Pruned: {words}"),
                        "pruned",
                        format!(
                            "On one axis the intervals leave a gap. What lies in this box cannot overlap either: {below} boxes by one test."
                        ),
                        "broad.test",
                    ),
                }
            }
            SearchStep::Cells { region, cell, entries } => {
                lines.push(intervals("cells", region, &[]));
                lines.push(Line::value("side of a cell", cell, Unit::Length, &[]));
                lines.push(Line::count("boxes in their buckets", entries as usize));
                (
                    format!("A row of cells with {entries} boxes"),
                    "cells",
                    "A box lies in the cell where its lower left corner is, and is no larger than the cell: so only cells next to the asked region can hold partners.".to_owned(),
                    "broad.cells",
                )
            }
            SearchStep::Candidate { proxy, aabb, overlaps } => {
                lines.push(intervals("box", aabb, &parts));
                let name = s.name(proxy);
                let words = match (overlaps, proxy == s.asker) {
                    (true, true) => ("Itself".to_owned(), "itself", "The search meets the box that asks. It is no pair with itself."),
                    (true, false) => (format!("Found: the box of {name}"), "found", "Both intervals overlap: these two may touch."),
                    _ => (format!("No: the box of {name}"), "no", "It lies in a cell around, but on one axis the intervals leave a gap."),
                };
                (words.0, words.1, words.2.to_owned(), "broad.candidate")
            }
        };
        if look.is_test() {
            lines.push(Line::new("overlap on both axes: max of mins ≤ min of maxs"));
        }
        lines.push(Line::count("tests so far", tests));
        Frame { heading, short: short.into(), iteration: index, reason, card: Card { lines }, line }
    }

    pub(super) fn end(&self) -> Frame {
        let s = &self.search;
        let n = s.boxes.len();
        let mut lines =
            vec![Line::count("tests of this search", s.tests()), Line::count("boxes N", n), Line::count("found", s.found.len())];
        if let Some(all) = s.all_tests {
            lines.push(Line::count("tests of all searches", all));
            lines.push(Line::count("pairs N·(N − 1)/2", s.pair_count()));
        }
        let shown = if s.looks.len() > MOST_SHOWN { format!(" The first {MOST_SHOWN} looks are shown.") } else { String::new() };
        let other =
            if s.meets_other { "The other of the two is among them: a pair." } else { "The other of the two is not among them: no pair." };
        Frame {
            heading: self.outcome(),
            short: "result".into(),
            iteration: self.looks.len() + 1,
            reason: format!("{other} A pair that the boxes find need not touch; one that they do not find cannot.{shown}"),
            card: Card { lines },
            line: s.looks.last().map_or("broad.start", |look| self.look(0, look).line),
        }
    }

    pub(super) fn outcome(&self) -> String {
        let s = &self.search;
        let found = s.found.len();
        let partners = counted(found, "partner", "partners");
        let (tests, boxes) = (s.tests(), s.boxes.len());
        if tests < boxes {
            format!("{partners} found by {tests} tests instead of {boxes}")
        } else {
            format!("{partners} found by {tests} tests among {boxes} boxes")
        }
    }
}

/// How many at the start; then what becomes of the next box, and which it is.
pub(super) fn questions(reel: &BroadReel, frame: usize) -> Vec<Question> {
    if frame == 0 {
        return vec![how_many_tests(reel), how_many_found(reel)];
    }
    let Some(next) = reel.looks.get(frame) else { return Vec::new() };
    fate(reel, next).into_iter().chain(which(reel, frame, next)).collect()
}

fn how_many_tests(reel: &BroadReel) -> Question {
    let right = reel.search.tests() as f32;
    Question {
        id: "broad.tests",
        prompt: format!("There are {} boxes. How many boxes and nodes will this search test?", reel.search.boxes.len()),
        kind: question::AnswerKind::Number { right, tolerance: (0.25 * right).max(1.0), unit: "tests" },
        why: "A search costs about two tests for each level of the tree that it goes down, and a few for the boxes in the cells around."
            .into(),
    }
}

fn how_many_found(reel: &BroadReel) -> Question {
    Question {
        id: "broad.found",
        prompt: "How many other boxes overlap the asking one? Count them in the world.".into(),
        kind: question::AnswerKind::Number { right: reel.search.found.len() as f32, tolerance: 0.25, unit: "boxes" },
        why: "Boxes are compared, not shapes: a box reaches farther than the shape in it, and is enlarged besides.".into(),
    }
}

/// What becomes of the next box?
fn fate(reel: &BroadReel, next: &SearchStep) -> Option<Question> {
    const DOWN: &str = "it overlaps: go down";
    const PRUNED: &str = "no overlap: all below is pruned";
    const FOUND: &str = "a leaf that overlaps: found";
    const NO: &str = "a leaf that does not overlap";
    let right = match *next {
        SearchStep::Node { leaf: None, overlaps: true, .. } => DOWN,
        SearchStep::Node { leaf: None, .. } => PRUNED,
        SearchStep::Cells { .. } => return None,
        _ if next.of_proxy()?.1 => FOUND,
        _ => NO,
    };
    let words = match *next {
        SearchStep::Node { node, .. } => reel.search.node_words(node),
        SearchStep::Candidate { proxy, .. } => format!("the box of {}", reel.search.name(proxy)),
        SearchStep::Cells { .. } => return None,
    };
    let all = [
        (DOWN, "Going on needs a box that overlaps and has something below it."),
        (PRUNED, "Pruning needs a gap on one axis, and something below to be saved."),
        (FOUND, "Near is not enough: both intervals must overlap, on x and on y; and only leaves are bodies."),
        (NO, "Look at both axes: a gap on one of them is needed to say no, and an inner box is not yet an answer."),
    ];
    let why = "Two boxes overlap exactly when their intervals do on both axes.";
    Question::choose("broad.fate", format!("Next comes {words}. What becomes of it?"), Choice::among(&all, right), why)
}

/// Which node is next?
fn which(reel: &BroadReel, frame: usize, next: &SearchStep) -> Option<Question> {
    let (SearchStep::Node { node: right, .. }, SearchStep::Node { node: now, overlaps, .. }) = (*next, reel.looks[frame - 1]) else {
        return None;
    };
    let s = &reel.search;
    let name = |node: u32| match s.node(node).and_then(|n| n.proxy) {
        Some(proxy) => format!("leaf {}", s.name(proxy)),
        None => format!("node {node}"),
    };
    let mut choices = vec![Choice::right(name(right)).at(node_part(right))];
    let mut offer = |node: Option<u32>, belief: &str| {
        if let Some(node) = node.filter(|&n| n != right && !choices.iter().any(|c| c.part == Some(node_part(n)))) {
            choices.push(Choice::wrong(name(node), belief).at(node_part(node)));
        }
    };
    let children: Vec<u32> = s.nodes.iter().filter(|n| n.parent == Some(now)).map(|n| n.node).collect();
    let belief = if overlaps {
        "The left child comes first; the right one waits on the stack."
    } else {
        "Below a box without overlap nothing is looked at."
    };
    children.iter().for_each(|&child| offer(Some(child), belief));
    offer(s.node(now).and_then(|n| n.parent), "The search never goes back up: what still waits lies on its stack.");
    offer(
        s.nodes.iter().map(|n| n.node).find(|n| !reel.looks.iter().any(|l| matches!(l, SearchStep::Node { node, .. } if node == n))),
        "Its parent was pruned: the search never comes there.",
    );
    let why =
        "The search takes the left child at once and puts the right one on a stack; after a leaf or a pruned box it takes from there.";
    Question::choose("broad.next", "Which node is looked at next? Click it in the tree.", choices, why)
}
