//! Which part of the world to look at.

use crate::draw::View;
use crate::engine::aabb::Aabb;
use crate::engine::body::BodyKind;
use crate::engine::collider::ColliderId;
use crate::engine::math::{Vec2, max, min};
use crate::engine::shape::half_plane::END;
use crate::scene::stage::Stage;

/// Empty border round the bodies, as a share of their extent.
const BORDER: f32 = 0.16;
/// The same as a share of the height of the view, at each edge.
pub const EMPTY_BORDER: f32 = BORDER / (1.0 + 2.0 * BORDER);
/// Width by height of the pictures that a view is meant for.
const ASPECT: f32 = 1.6;
/// A static thing larger than what moves by this factor is endless ground: only the part near the moving things counts.
const ENDLESS: f32 = 1.5;
/// How much of endless ground is seen beyond what moves, as a share of its extent.
const GROUND_SEEN: f32 = 0.1;

/// A view that fits all bodies and what holds them to the world with a margin (endless ground does not count).
pub fn frame(stage: &Stage) -> View {
    let world = stage.world();
    let finite = |b: &Aabb| b.min.is_finite() && b.max.is_finite();
    let boxes = |is_static: bool| {
        let bodies = world.bodies().filter(move |(_, b)| (b.kind == BodyKind::Static) == is_static);
        bodies.flat_map(|(id, _)| world.boxes_of(id)).map(|boxes| boxes.tight).filter(finite)
    };
    let muzzles =
        stage.launchers().into_iter().filter_map(|l| stage.aim(&l)).map(|aim| Aabb { min: aim.muzzle, max: aim.muzzle }.grown(0.5));
    let lamps = stage.lights().iter().filter_map(|light| stage.light_place(light)).map(|at| Aabb { min: at, max: at }.grown(0.5));
    let curves = stage.curves().iter().filter_map(|curve| stage.placed_curve(curve)?.bounds());
    let joints = world.joints().filter_map(|(id, joint)| Some((joint, world.joint_readout(id)?)));
    let pins = joints.flat_map(|(joint, at)| {
        let of_world = [(joint.body_a, at.anchor_a), (joint.body_b, at.anchor_b)];
        of_world.into_iter().filter(|(body, _)| *body == stage.world_body()).map(|(_, at)| Aabb { min: at, max: at })
    });
    let marks = muzzles.chain(lamps).chain(curves).chain(pins);
    let moving = boxes(false).chain(marks.filter(finite)).reduce(Aabb::union);
    let seen = match moving {
        Some(moving) => boxes(true).filter_map(|fixed| part_that_counts(fixed, moving)).fold(moving, Aabb::union),
        None => boxes(true)
            .filter(|b| b.size().max_element() < END)
            .reduce(Aabb::union)
            .unwrap_or(Aabb { min: Vec2::new(-8.0, -1.0), max: Vec2::new(8.0, 7.0) }),
    };
    view_of(seen)
}

/// The same with all of two shapes that are looked at, also where a static one is larger than what moves; of endless
/// ground still only the part near the other.
pub fn frame_with(stage: &Stage, pair: (ColliderId, ColliderId)) -> View {
    /// A shape larger than the other by this factor is endless ground for the two.
    const ENDLESS_FOR_PAIR: f32 = 12.0;
    let whole = frame(stage);
    let half = Vec2::new(0.5 * ASPECT, 0.5) * (whole.height / (1.0 + 2.0 * BORDER));
    let seen = Aabb { min: whole.center - half, max: whole.center + half };
    let world = stage.world();
    let of = |id: ColliderId| Some(world.collider(id)?.shape.aabb(world.body(id.body)?.pose));
    let (Some(a), Some(b)) = (of(pair.0), of(pair.1)) else { return whole };
    let extent = |b: Aabb| b.size().max_element();
    let counts = |one: Aabb, other: Aabb| extent(one) <= ENDLESS_FOR_PAIR * extent(other);
    let with = |seen: Aabb, one: Aabb, other: Aabb| if counts(one, other) && !seen.contains(one) { seen.union(one) } else { seen };
    let all = with(with(seen, a, b), b, a);
    if all == seen { whole } else { view_of(all) }
}

fn view_of(seen: Aabb) -> View {
    let size = seen.size();
    let height = max(max(size.y, size.x / ASPECT), 1.0) * (1.0 + 2.0 * BORDER);
    View { center: seen.center(), height }
}

/// All of a static box unless it is endless; of endless ground what lies near the moving things, if anything.
fn part_that_counts(fixed: Aabb, moving: Aabb) -> Option<Aabb> {
    let extent = |b: Aabb| max(max(b.size().x, b.size().y), 1.0);
    if extent(fixed) <= ENDLESS * extent(moving) {
        return Some(fixed);
    }
    let reach = moving.grown(GROUND_SEEN * extent(moving));
    let near = Aabb {
        min: Vec2::new(max(fixed.min.x, reach.min.x), max(fixed.min.y, reach.min.y)),
        max: Vec2::new(min(fixed.max.x, reach.max.x), min(fixed.max.y, reach.max.y)),
    };
    (near.min.x <= near.max.x && near.min.y <= near.max.y).then_some(near)
}
