//! Minimum translation vectors: for each overlapping pair the shortest way out.

use super::kind::{Lens, LensInput};
use crate::draw::quantity::length;
use crate::draw::{DrawList, Role};
use crate::engine::collider::ColliderId;
use crate::engine::math::Vec2;
use crate::engine::narrow::translation::{Translation, translation_of};
use crate::engine::world::World;

/// The lens of this file.
pub const TRANSLATION: Lens = Lens {
    id: "translation",
    name: "MTV",
    explanation: "The minimum translation vector of each overlapping pair: the shortest move of the second shape that takes them apart. Dashed: where it would stand.",
    role: Role::Preview,
    needs_pair: false,
    nothing,
    draw,
};

/// More pairs than this would cover the picture; the deepest are shown.
const MOST_PAIRS: usize = 200;
/// With more than this, numbers and outlines would cover it.
const MOST_LABELLED: usize = 12;
/// Shapes that are looked through at most.
const MOST_SHAPES: usize = 2_000;
/// Shallower overlaps are those of resting contacts and are left out while there are deeper ones, metres.
const SHALLOW: f32 = 1e-3;

/// Two shapes that overlap, and how they come apart.
#[derive(Clone, Copy, Debug)]
pub struct Overlapping {
    /// The one that stays.
    pub a: ColliderId,
    /// The one that moves: of a static and a movable one the movable.
    pub b: ColliderId,
    /// World frame, from A to B.
    pub way: Translation,
}

/// Overlapping pairs of different bodies that filters and joints let touch, the deepest first.
pub fn overlapping(world: &World) -> Vec<Overlapping> {
    let mut found: Vec<Overlapping> = pairs(world).collect();
    found.sort_by(|x, y| y.way.depth.total_cmp(&x.way.depth));
    found.truncate(MOST_PAIRS);
    found
}

/// The same in the order of the shapes, found one after the other.
fn pairs(world: &World) -> impl Iterator<Item = Overlapping> {
    let ids = world.bodies().flat_map(|(body, all)| (0..all.colliders.len() as u32).map(move |index| ColliderId { body, index }));
    let near = |b: ColliderId| world.boxes(b).map_or_else(Vec::new, |boxes| world.colliders_in(boxes.tight));
    ids.take(MOST_SHAPES)
        .flat_map(move |b| near(b).into_iter().filter(move |a| *a < b && a.body != b.body).map(move |a| (a, b)))
        .filter_map(|(a, b)| pair(world, a, b))
}

fn pair(world: &World, a: ColliderId, b: ColliderId) -> Option<Overlapping> {
    let is_mobile = |id: ColliderId| world.body(id.body).is_some_and(|body| body.is_mobile());
    let (a, b) = match (is_mobile(a), is_mobile(b)) {
        (false, false) => return None,
        (true, false) => (b, a),
        _ => (a, b),
    };
    if !world.may_collide(a, b) {
        return None;
    }
    let (one, other) = (world.collider(a)?, world.collider(b)?);
    let (pose_a, pose_b) = (world.body(a.body)?.pose, world.body(b.body)?.pose);
    let way = translation_of(&one.shape, pose_a, &other.shape, pose_b)?;
    Some(Overlapping { a, b, way })
}

/// See [`Lens::nothing`].
fn nothing(input: &LensInput<'_>) -> Option<&'static str> {
    pairs(input.stage.world()).next().is_none().then_some("nothing overlaps, so nothing has to be moved apart.")
}

fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let world = input.stage.world();
    let mut found = overlapping(world);
    if found.first().is_some_and(|deepest| deepest.way.depth > SHALLOW) {
        found.retain(|each| each.way.depth > SHALLOW);
    }
    let labelled = found.len() <= MOST_LABELLED;
    for each in found {
        let (Some(collider), Some(body)) = (world.collider(each.b), world.body(each.b.body)) else { continue };
        let from = body.pose.transform_point(collider.shape.convex().center());
        let to = from + each.way.vector();
        list.arrow(Role::SeparatingAxis, from, to);
        if labelled {
            let mut out = body.pose;
            out.position += each.way.vector();
            super::shape::shape(list, Role::Preview, &collider.shape, out);
            list.label(Role::SeparatingAxis, to, Vec2::new(8.0, 8.0), 5, length(each.way.depth));
        }
    }
}
