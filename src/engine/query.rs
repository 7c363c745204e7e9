//! Point, box and ray queries.
//!
//! The broad phase names the candidates, the shapes decide. Answers are sorted by a rule of their own, so that they do not
//! depend on the broad phase's method or history.

use super::aabb::Aabb;
use super::collider::ColliderId;
use super::math::Vec2;
use super::probe::NoProbe;
use super::world::World;

/// Where a ray first enters a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Whose shape.
    pub collider: ColliderId,
    /// Share of the way from `from` to `to`, 0 to 1.
    pub fraction: f32,
    /// Where, world, metres.
    pub point: Vec2,
    /// Outward unit normal of the shape there; zero when the ray starts inside.
    pub normal: Vec2,
}

impl World {
    /// Colliders that contain the point, topmost (created last) first.
    pub fn colliders_at(&self, point: Vec2) -> Vec<ColliderId> {
        let mut found = self.candidates(Aabb { min: point, max: point });
        found.retain(|&id| match (self.body(id.body), self.collider(id)) {
            (Some(body), Some(collider)) => collider.shape.contains(body.pose.inv_transform_point(point)),
            _ => false,
        });
        found.reverse();
        found
    }

    /// Colliders whose tight box overlaps the box, in order of creation.
    pub fn colliders_in(&self, region: Aabb) -> Vec<ColliderId> {
        let mut found = self.candidates(region);
        found.retain(|&id| self.collider(id).is_some_and(|c| c.aabb.overlaps(region)));
        found
    }

    /// Colliders whose enlarged box overlaps the region, sorted.
    fn candidates(&self, region: Aabb) -> Vec<ColliderId> {
        let mut found = Vec::new();
        self.broad().query(region, &mut NoProbe, |id| found.push(id));
        found.sort_unstable();
        found
    }
}
