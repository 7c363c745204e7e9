//! Pushing overlapping things apart: each two by their minimum translation vector, again and again until none overlap.
//!
//! A shape with dents is a union of convex parts. Of two such the deepest overlap of two parts gives a step; out of the
//! deepest they may still be in another, so the step is repeated. With more than two things a step may push one into a
//! third; there is no shortest way for all that is found so simply, and none is claimed.
//!
//! Bodies that joints or a group hold together move as one. Static bodies stay.

use super::arrange::{Boxes, units};
use super::edit::{self, RigidMotion};
use super::groups;
use super::selection::Item;
use crate::engine::math::{Pose, Rot, Vec2, max};
use crate::engine::narrow::translation::{Translation, translation_of};
use crate::engine::shape::Shape;
use crate::scene::document::Document;
use std::collections::BTreeMap;

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Of two the one that was selected later, the whole way.
    Whole,
    /// Both, half the way each.
    Halves,
}

/// What a body is made of.
#[derive(Clone, Debug, Default)]
pub struct Solid {
    /// Its convex parts, in its frame.
    pub parts: Vec<Shape>,
    /// It stays where it is.
    pub is_static: bool,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Steps that moved something.
    pub moves: usize,
    /// The farthest that anything moved, metres.
    pub farthest: f32,
    /// Pairs that still overlap.
    pub left: usize,
}

/// Overlaps up to this depth count as touching, metres: positions carry 24 bits.
pub const TOUCHING: f32 = 1e-4;
/// Goes over all pairs at most.
const MOST_ROUNDS: usize = 64;
/// Comparisons of two convex parts at most: about a second.
const MOST_TESTS: usize = 1_000_000;

/// A thing that moves as one.
struct Block {
    items: Vec<Item>,
    placed: Vec<(Shape, Pose)>,
    is_static: bool,
    moved: Vec2,
}

impl Block {
    fn shift(&mut self, by: Vec2) {
        self.moved += by;
        for (_, pose) in &mut self.placed {
            pose.position += by;
        }
    }

    /// How the deepest overlap with another comes apart.
    fn deepest(&self, other: &Block, tests: &mut usize) -> Option<Translation> {
        let mut deepest: Option<Translation> = None;
        for (a, pose_a) in &self.placed {
            for (b, pose_b) in &other.placed {
                *tests += 1;
                let found = translation_of(a, *pose_a, b, *pose_b).filter(|found| found.depth > TOUCHING);
                if found.is_some_and(|found| deepest.is_none_or(|deepest| found.depth > deepest.depth)) {
                    deepest = found;
                }
            }
        }
        deepest
    }
}

/// Moves the named things out of each other. `solids` are those of the bodies in `boxes`.
pub fn push_apart(document: &mut Document, items: &[Item], boxes: &Boxes, solids: &BTreeMap<String, Solid>, share: Share) -> Outcome {
    let mut blocks: Vec<Block> = units(document, items, boxes).into_iter().map(|unit| block(document, unit.items, solids)).collect();
    let mut outcome = Outcome::default();
    let mut tests = 0;
    for _ in 0..MOST_ROUNDS {
        let before = outcome.moves;
        outcome.left = 0;
        for b in 1..blocks.len() {
            for a in 0..b {
                let (low, high) = blocks.split_at_mut(b);
                let (a, b) = (&mut low[a], &mut high[0]);
                let Some(found) = a.deepest(b, &mut tests) else { continue };
                outcome.left += 1;
                let (of_a, of_b) = shares(a.is_static, b.is_static, share);
                a.shift(-of_a * found.vector());
                b.shift(of_b * found.vector());
                outcome.moves += usize::from(of_a + of_b > 0.0);
            }
        }
        if outcome.left == 0 || outcome.moves == before || tests > MOST_TESTS {
            break;
        }
    }
    for block in blocks.iter().filter(|block| block.moved != Vec2::ZERO) {
        outcome.farthest = max(outcome.farthest, block.moved.length());
        edit::move_items(document, &block.items, RigidMotion { shift: block.moved, turn: 0.0, pivot: Vec2::ZERO });
    }
    outcome
}

fn block(document: &Document, items: Vec<Item>, solids: &BTreeMap<String, Solid>) -> Block {
    let bodies = groups::bodies(document, &items);
    let of = |id: &String| {
        let (body, solid) = (document.body(id)?, solids.get(id)?);
        let pose = Pose { position: body.position, rotation: Rot::from_angle(body.angle) };
        Some(solid.parts.iter().map(move |part| (part.clone(), pose)))
    };
    Block {
        placed: bodies.iter().filter_map(of).flatten().collect(),
        is_static: bodies.iter().any(|id| solids.get(id).is_some_and(|solid| solid.is_static)),
        items,
        moved: Vec2::ZERO,
    }
}

/// Which part of the way the first and the second go.
fn shares(first_stays: bool, second_stays: bool, share: Share) -> (f32, f32) {
    match (first_stays, second_stays, share) {
        (true, true, _) => (0.0, 0.0),
        (true, false, _) => (0.0, 1.0),
        (false, true, _) => (1.0, 0.0),
        (false, false, Share::Whole) => (0.0, 1.0),
        (false, false, Share::Halves) => (0.5, 0.5),
    }
}
