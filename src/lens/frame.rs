//! Which part of the world to look at.

use crate::draw::View;
use crate::engine::aabb::Aabb;
use crate::engine::body::BodyKind;
use crate::engine::math::{Vec2, max, min};
use crate::scene::stage::Stage;

/// Empty border round the bodies, as a share of their extent.
const BORDER: f32 = 0.12;
/// Width by height of the pictures that a view is meant for.
const ASPECT: f32 = 1.6;
/// Static things count up to this many times the extent of what moves, to either side; beyond that they are endless ground.
const STATIC_REACH: f32 = 0.75;

/// A view that fits all bodies with a margin (endless ground does not count).
pub fn frame(stage: &Stage) -> View {
    let world = stage.world();
    let boxes = |wanted: fn(BodyKind) -> bool| {
        let colliders = world.bodies().filter(move |(_, b)| wanted(b.kind)).flat_map(|(_, b)| &b.colliders);
        colliders.map(|c| c.aabb).filter(|b| b.min.is_finite() && b.max.is_finite()).reduce(Aabb::union)
    };
    let moving = boxes(|kind| kind != BodyKind::Static);
    let fixed = boxes(|kind| kind == BodyKind::Static);
    let seen = match (moving, fixed) {
        (Some(moving), Some(fixed)) => {
            let reach = moving.grown(STATIC_REACH * max(max(moving.size().x, moving.size().y), 1.0));
            let near = Aabb {
                min: Vec2::new(max(fixed.min.x, reach.min.x), max(fixed.min.y, reach.min.y)),
                max: Vec2::new(min(fixed.max.x, reach.max.x), min(fixed.max.y, reach.max.y)),
            };
            if near.min.x <= near.max.x && near.min.y <= near.max.y { moving.union(near) } else { moving }
        }
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => Aabb { min: Vec2::new(-8.0, -1.0), max: Vec2::new(8.0, 7.0) },
    };
    let size = seen.size();
    let height = max(max(size.y, size.x / ASPECT), 1.0) * (1.0 + 2.0 * BORDER);
    View { center: seen.center(), height }
}
