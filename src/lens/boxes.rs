//! Bounding boxes: the tight one of every collider, and the tree of enlarged boxes that finds pairs (S8).
//!
//! A leaf of the tree is one collider's box grown by a margin; an inner box holds its two children. Numbers name the depth
//! (0 = root): a good tree is shallow and its boxes overlap little.

use super::LensInput;
use crate::draw::{DrawList, Role};
use crate::engine::aabb::Aabb;
use crate::engine::math::Vec2;

/// With more boxes than this, numbers would cover the picture.
const MOST_LABELLED: usize = 24;

/// Tight boxes, the tree's boxes, and their depth while they are few.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let world = input.stage.world();
    let tree = world.tree_boxes();
    let few = tree.len() <= MOST_LABELLED;
    for (bounds, depth, is_leaf) in &tree {
        list.outline(Role::TreeBox, corners(*bounds));
        if few && !is_leaf {
            let corner = Vec2::new(bounds.min.x, bounds.max.y);
            list.label(Role::TreeBox, corner, Vec2::new(4.0, -4.0), 2, depth.to_string());
        }
    }
    for collider in world.bodies().flat_map(|(_, body)| &body.colliders) {
        list.outline(Role::BoundingBox, corners(collider.aabb));
    }
}

/// Counter-clockwise.
fn corners(bounds: Aabb) -> [Vec2; 4] {
    let Aabb { min, max } = bounds;
    [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]
}
