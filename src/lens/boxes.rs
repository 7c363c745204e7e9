//! Bounding boxes: the tight one of every collider, the enlarged one, and the structures that find pairs of them
//! ([`crate::engine::broad`]).
//!
//! *Tree*: a leaf is one collider's enlarged box; an inner box holds its two children. Numbers name the depth (0 =
//! root): a good tree is shallow and its boxes overlap little. *Grid*: a cell is drawn where enlarged boxes begin
//! (their lower left corners), just larger than those; numbers count them: a good grid has few in each. What moves is
//! in the grid, what rests in the tree.
//!
//! Beside its box each collider has its bounding circle. How many pairs of boxes and of circles overlap although their
//! shapes do not touch is counted while the scene is small ([`crate::engine::world::VolumeCounts`]).

use super::kind::{Lens, LensInput};
use crate::draw::quantity::counted;
use crate::draw::{DrawList, Role};
use crate::engine::aabb::Aabb;
use crate::engine::math::Vec2;
use crate::engine::world::World;

/// The lens of this file.
pub const BOXES: Lens = Lens {
    id: "boxes",
    name: "Boxes",
    explanation: "Bounding boxes and circles, and the grid and the tree that find overlapping ones: only such bodies are looked at closely.",
    role: Role::BoundingBox,
    needs_pair: false,
    nothing: |_| None,
    draw,
};

/// With more boxes than this, numbers would cover the picture.
const MOST_LABELLED: usize = 24;

/// Tight and enlarged boxes, bounding circles, the tree's boxes with their depth and the grid's cells with their counts
/// while they are few.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let world = input.stage.world();
    let cells = world.grid_cells();
    for (bounds, count) in &cells {
        list.outline(Role::GridCell, corners(*bounds));
        if cells.len() <= MOST_LABELLED {
            list.label(Role::GridCell, bounds.min, Vec2::new(4.0, 4.0), 2, count.to_string());
        }
    }
    let tree = world.tree_boxes();
    let few = tree.len() <= MOST_LABELLED;
    for (bounds, depth, _) in tree.iter().filter(|(.., is_leaf)| !is_leaf) {
        list.outline(Role::TreeBox, corners(*bounds));
        if few {
            let corner = Vec2::new(bounds.min.x, bounds.max.y);
            list.label(Role::TreeBox, corner, Vec2::new(4.0, -4.0), 2, depth.to_string());
        }
    }
    for boxes in world.bodies().flat_map(|(id, _)| world.boxes_of(id)) {
        list.outline(Role::TreeBox, corners(boxes.fat));
        list.outline(Role::BoundingBox, corners(boxes.tight));
    }
    for circle in world.bounding_circles() {
        list.circle(Role::BoundingBox, circle.center, circle.radius);
    }
    false_pairs(world, list);
}

/// How many pairs boxes and circles let through in vain, above what can move.
fn false_pairs(world: &World, list: &mut DrawList) {
    let mobile = world.bodies().filter(|(_, body)| body.is_mobile());
    let around = mobile.flat_map(|(id, _)| world.boxes_of(id)).map(|boxes| boxes.fat).reduce(|all, one| all.union(one));
    let Some((around, counts)) = around.zip(world.volume_counts()) else { return };
    let of = |name: &str, all: usize, vain: usize| format!("{name}: {}, {vain} falsely", counted(all, "pair overlaps", "pairs overlap"));
    let top = Vec2::new(around.center().x, around.max.y);
    list.label(Role::BoundingBox, top, Vec2::new(0.0, 26.0), 8, of("boxes", counts.boxes, counts.false_boxes));
    list.label(Role::BoundingBox, top, Vec2::new(0.0, 12.0), 8, of("circles", counts.circles, counts.false_circles));
}

/// Counter-clockwise.
pub(super) fn corners(bounds: Aabb) -> [Vec2; 4] {
    let Aabb { min, max } = bounds;
    [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]
}
