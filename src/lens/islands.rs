//! Islands: bodies that touch or are joined, so that one cannot be solved or sleep without the others.

use super::bodies;
use super::kind::{Lens, LensInput};
use crate::draw::quantity::counted;
use crate::draw::{DrawList, Role};
use crate::engine::aabb::Aabb;
use crate::engine::math::Vec2;

/// The lens of this file.
pub const ISLANDS: Lens = Lens {
    id: "islands",
    name: "Islands",
    explanation: "Bodies that touch or are joined form an island; a whole island falls asleep (z) or wakes together.",
    role: Role::Island(0),
    needs_pair: false,
    nothing: |_| None,
    draw,
};

/// With more islands than this, words would cover the picture.
const MOST_LABELLED: usize = 24;

struct Island {
    bounds: Aabb,
    body_count: usize,
    is_awake: bool,
}

/// Every body in the colour of its island; sleeping islands in grey dashes and marked with z.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let world = input.stage.world();
    let numbers = world.islands();
    let mut islands: Vec<Option<Island>> = Vec::new();
    for ((id, body), number) in world.bodies().zip(&numbers) {
        let (Some(number), Some(bounds)) = (*number, world.boxes_of(id).map(|boxes| boxes.tight).reduce(Aabb::union)) else { continue };
        let role = if body.awake { Role::Island((number % 6) as u8) } else { Role::SleepingIsland };
        for collider in &body.colliders {
            bodies::shape(list, role, &collider.shape, body.pose);
        }
        let index = number as usize;
        if islands.len() <= index {
            islands.resize_with(index + 1, || None);
        }
        let island = islands[index].get_or_insert(Island { bounds, body_count: 0, is_awake: body.awake });
        island.bounds = island.bounds.union(bounds);
        island.body_count += 1;
    }
    let few = islands.iter().flatten().count() <= MOST_LABELLED;
    for (number, island) in islands.iter().enumerate().filter_map(|(n, i)| Some((n, i.as_ref()?))) {
        let top = Vec2::new(island.bounds.center().x, island.bounds.max.y);
        let bodies = counted(island.body_count, "body", "bodies");
        match (island.is_awake, few) {
            (false, true) => list.label(Role::SleepingIsland, top, Vec2::new(0.0, 8.0), 4, format!("z  {bodies} asleep")),
            (false, false) => list.label(Role::SleepingIsland, top, Vec2::new(0.0, 8.0), 2, "z"),
            (true, true) => {
                list.label(Role::Island((number % 6) as u8), top, Vec2::new(0.0, 8.0), 3, format!("island {}: {bodies}", number + 1));
            }
            (true, false) => {}
        }
    }
}
