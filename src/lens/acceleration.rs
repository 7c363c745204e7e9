//! Accelerations, in the lens of velocities: an arrow from each centre of mass, by which the arrow of the velocity
//! grows in the time whose way it shows.

use super::kind::LensInput;
use super::pair::unit_or;
use super::sizes::Sizes;
use crate::draw::quantity::quantity;
use crate::draw::{DrawList, Role};
use crate::engine::math::{Vec2, min};

/// The arrow of velocity is the way of this time, and grows for so long, seconds.
const SHOWN_TIME: f32 = 0.2;
/// Shorter arrows are left out, longer ones end there, points: impacts of a step have hundreds of m/s².
const SHORTEST_PX: f32 = 3.0;
const LONGEST_PX: f32 = 160.0;
/// With more arrows than this, numbers would cover the picture.
const MOST_LABELLED: usize = 10;

/// Mean accelerations of the last step.
pub(super) fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let px = input.metres_per_px;
    let world = input.stage.world();
    let sizes = Sizes::of(world);
    let arrow = |acceleration: Vec2| acceleration * (SHOWN_TIME * SHOWN_TIME);
    let shown: Vec<(Vec2, Vec2)> = world
        .bodies()
        .filter(|(_, body)| body.awake && !body.frozen)
        .filter_map(|(id, body)| Some((body.center, input.stage.acceleration(id)?)))
        .filter(|(_, acceleration)| arrow(*acceleration).length() > SHORTEST_PX * px)
        .filter(|(_, acceleration)| sizes.read_single(acceleration.length(), "m/s²") > 0.0)
        .collect();
    for (center, acceleration) in &shown {
        let along = unit_or(*acceleration, Vec2::Y);
        let tip = *center + along * min(arrow(*acceleration).length(), LONGEST_PX * px);
        list.arrow(Role::Simplex, *center, tip);
        if shown.len() <= MOST_LABELLED {
            list.label(Role::Simplex, tip, Vec2::new(8.0, -6.0), 4, quantity(acceleration.length(), "m/s²"));
        }
    }
}
