//! Swept boxes, and enlarged ("fat") ones.
//!
//! ```text
//!   ┌─────────────────────────────┐   fat box: the swept box grown by a margin, and stretched ahead by two more steps' way
//!   │  ┌───────┬ ─ ┐              │
//!   │  │ tight │   │ ─▶           │   swept box: where the shape may get to in a step at its present velocity
//!   │  └───────┴ ─ ┘              │
//!   └─────────────────────────────┘
//! ```
//!
//! The fat box is made anew only when it no longer covers the swept one with half of the speculative margin on every
//! side ([`still_fits`]), so that whichever history boxes have, two shapes that are near enough for a contact point
//! are a pair.
//!
//! *How fat?* Every renewal costs a search and every false pair a look in each step, so the sum has a flat minimum. A
//! fixed margin is wrong somewhere: 10 cm around pebbles of 1 cm makes a hundred false pairs each. So it is a share
//! of the size ([`tuning::AABB_MARGIN`]). Stretching towards where the body goes pays on one side only: against a
//! margin of 10 cm on all sides a tumbling drum of 2,025 boxes of 25 cm has 34 % fewer pairs *and* 10 % fewer
//! renewals, pebbles of 0.5 to 2 cm a tenth of the pairs. What moves on by more than the stretch in one step outgrows
//! any such box at once, and gets the least margin without a stretch: a stirred heap at 30 m/s has a third fewer
//! pairs for that, and for the bound of how far a turning shape reaches ([`swept_box`]).

use crate::engine::aabb::Aabb;
use crate::engine::body::Body;
use crate::engine::lanes::Lanes;
use crate::engine::math::{Vec2, clamp, max, min};
use crate::engine::tuning;

/// The enlarged box of a collider with this swept box, whose body moves by `travel` in a step; metres.
pub fn fat_box(swept: Aabb, travel: Vec2) -> Aabb {
    let size = swept.size() - travel.abs();
    let size = max(min(size.x, size.y), 0.0);
    let most = tuning::AABB_STRETCH * size;
    if travel.abs().max_element() > most {
        // Outgrown in the next step, whatever it is.
        return swept.grown(tuning::LEAST_AABB_MARGIN);
    }
    let margin = clamp(tuning::AABB_MARGIN * size, tuning::LEAST_AABB_MARGIN, tuning::MOST_AABB_MARGIN);
    let ahead = tuning::AABB_STRETCH_STEPS * travel;
    let ahead = Vec2::new(clamp(ahead.x, -most, most), clamp(ahead.y, -most, most));
    let grown = swept.grown(margin);
    grown.union(Aabb { min: grown.min + ahead, max: grown.max + ahead })
}

/// True while the enlarged box still serves the swept one: it holds it with half of the speculative margin around it.
pub fn still_fits(fat: Aabb, swept: Aabb) -> bool {
    fat.contains(swept.grown(0.5 * tuning::SPECULATIVE_MARGIN))
}

/// What the boxes of a body's colliders are swept by; one body, or one in each lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxMotion<L> {
    /// Its centre of mass, world, metres.
    pub center: [L; 2],
    /// The way of its centre in a step, metres.
    pub travel: [L; 2],
    /// How far its spin carries its farthest point in a step, metres.
    pub rotation_bound: L,
    /// Distance of its farthest point from its centre, metres.
    pub extent: L,
}

impl BoxMotion<f32> {
    /// Of a body during the next `seconds`, if its velocities stay.
    pub fn of(body: &Body, seconds: f32) -> BoxMotion<f32> {
        let (travel, rotation_bound) = (body.linear_velocity * seconds, body.angular_velocity.abs() * body.extent * seconds);
        BoxMotion { center: body.center.to_array(), travel: travel.to_array(), rotation_bound, extent: body.extent }
    }
}

impl<L: Lanes> BoxMotion<L> {
    /// See [`swept_box`]; least x and y, largest x and y.
    #[inline(always)]
    pub fn swept(&self, [min_x, min_y, max_x, max_y]: [L; 4]) -> [L; 4] {
        let [low_x, high_x] = self.swept_along(0, min_x, max_x);
        let [low_y, high_y] = self.swept_along(1, min_y, max_y);
        [low_x, low_y, high_x, high_y]
    }

    #[inline(always)]
    fn swept_along(&self, axis: usize, low: L, high: L) -> [L; 2] {
        let (travel, center) = (self.travel[axis], self.center[axis]);
        let (hull_low, hull_high) = (low.min(low + travel), high.max(high + travel));
        let (disc_low, disc_high) = (center - self.extent, center + self.extent);
        let (disc_low, disc_high) = (disc_low.min(disc_low + travel), disc_high.max(disc_high + travel));
        // The disc is rounded too: it may not cut into the box itself.
        let rotated_low = (hull_low - self.rotation_bound).max(disc_low);
        let rotated_high = (hull_high + self.rotation_bound).min(disc_high);
        [hull_low.min(rotated_low), hull_high.max(rotated_high)]
    }
}

/// The box around a shape with this tight box during the next `seconds`, if its body's velocities stay. Each of its
/// points goes the way of the centre of mass and, turning about that, no farther than the spin carries the body's
/// farthest point; nor does it leave the disc around the centre that holds the whole body.
pub fn swept_box(tight: Aabb, body: &Body, seconds: f32) -> Aabb {
    let Aabb { min, max } = tight;
    let [min_x, min_y, max_x, max_y] = BoxMotion::of(body, seconds).swept([min.x, min.y, max.x, max.y]);
    Aabb { min: Vec2::new(min_x, min_y), max: Vec2::new(max_x, max_y) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::body::BodyDef;
    use crate::engine::chance::Chance;
    use crate::engine::collider::ColliderDef;
    use crate::engine::math::{Pose, Rot};
    use crate::engine::shape::{BoxShape, Shape};
    use crate::engine::world::{World, WorldSettings};

    #[test]
    fn a_swept_box_holds_the_turning_shape_throughout_the_step_and_is_no_larger_than_the_body_may_reach() {
        let mut chance = Chance::new(5);
        let mut between = |low, high| chance.between(low, high);
        let (mut by_spin, mut by_reach) = (0, 0);
        for case in 0..2_000 {
            let place = Vec2::new(between(-0.5, 0.5), between(-0.5, 0.5));
            let shape =
                Shape::Box(BoxShape::try_new(between(0.1, 1.0), between(0.1, 1.0), place, between(-3.0, 3.0), between(0.0, 0.04)).unwrap());
            let def = BodyDef {
                linear_velocity: Vec2::new(between(-30.0, 30.0), between(-30.0, 30.0)),
                angular_velocity: between(-20.0, 20.0),
                angle: between(-3.0, 3.0),
                ..BodyDef::default()
            };
            let mut world = World::new(WorldSettings::default());
            let collider = ColliderDef { shape: shape.clone(), material: Default::default(), filter: Default::default() };
            let id = world.add_body(def, vec![collider]);
            let body = world.body(id).unwrap();
            let (tight, seconds) = (shape.aabb(body.pose), 1.0 / 60.0);
            let swept = swept_box(tight, body, seconds);
            for k in 0..=32 {
                let t = seconds * k as f32 / 32.0;
                let rotation = Rot::from_angle(t * body.angular_velocity).then_after(body.pose.rotation);
                let center = body.center + t * body.linear_velocity;
                let pose = Pose { position: center - rotation.rotate(body.local_center), rotation };
                // Coordinates of a few metres are rounded by less than a micrometre.
                assert!(swept.grown(2e-6).contains(shape.aabb(pose)), "case {case}");
            }
            let rotation_bound = body.angular_velocity.abs() * body.extent * seconds;
            let free = tight
                .union(Aabb { min: tight.min + seconds * def.linear_velocity, max: tight.max + seconds * def.linear_velocity })
                .grown(rotation_bound);
            assert!(free.grown(1e-6).contains(swept));
            *(if swept.grown(1e-3).contains(free) { &mut by_spin } else { &mut by_reach }) += 1;
        }
        assert!(by_spin > 100 && by_reach > 100, "{by_spin} {by_reach}");
    }

    #[test]
    fn only_what_will_not_outgrow_its_box_at_once_gets_a_larger_one() {
        let swept = |travel: f32| Aabb { min: Vec2::new(0.0, 0.0), max: Vec2::new(1.0 + travel, 1.0) };
        for (travel, serves_again) in [(0.0, true), (0.3, true), (0.49, true), (0.51, false), (5.0, false)] {
            let fat = fat_box(swept(travel), Vec2::new(travel, 0.0));
            assert!(still_fits(fat, swept(travel)));
            let next = Aabb { min: swept(travel).min + Vec2::new(travel, 0.0), max: swept(travel).max + Vec2::new(travel, 0.0) };
            assert_eq!(still_fits(fat, next), serves_again, "{travel}");
        }
    }
}
