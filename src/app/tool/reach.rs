//! What lies under the pointer.

use crate::app::program::App;
use crate::engine::body::BodyId;
use crate::engine::frames::WorldPoint;
use crate::engine::math::Vec2;
use crate::scene::running_sensor::RunningSensor;

/// A drag shorter than this many points counts as a click.
const CLICK_PX: f32 = 4.0;

impl App {
    /// Whether a drag from `from` to `to` is long enough to be one.
    pub(super) fn is_drag(&self, from: Vec2, to: Vec2) -> bool {
        (to - from).length() > CLICK_PX * self.camera.metres_per_px()
    }

    /// Bodies of the document under a world point, topmost first, each once.
    pub fn bodies_at(&self, point: Vec2) -> Vec<BodyId> {
        let mut found: Vec<BodyId> = Vec::new();
        for collider in self.colliders_near(point) {
            if !found.contains(&collider.body) && self.name_of(collider.body).is_some() {
                found.push(collider.body);
            }
        }
        // A body that is nothing but a sensor is found by it.
        if found.is_empty() {
            let holds = |sensor: &&RunningSensor| {
                let body = self.stage().world().body(sensor.sensor.body);
                body.is_some_and(|body| sensor.sensor.contains(body, WorldPoint::at(point)))
            };
            found.extend(self.stage().sensors().iter().rev().find(holds).map(|sensor| sensor.sensor.body));
            found.retain(|body| self.name_of(*body).is_some());
        }
        // What was put to the front is drawn last.
        let order = |body: &BodyId| self.name_of(*body).and_then(|name| self.document.body(&name)).map_or(0, |body| body.order);
        if self.document.bodies.iter().any(|body| body.order != 0) {
            found.sort_by_key(|body| std::cmp::Reverse(order(body)));
        }
        found
    }

    /// Colliders under a world point, topmost first; thin things within a few screen points count.
    pub fn colliders_near(&self, point: Vec2) -> Vec<crate::engine::collider::ColliderId> {
        let world = self.stage().world();
        let exact = world.colliders_at(WorldPoint::at(point));
        if !exact.is_empty() {
            return exact;
        }
        let reach = 6.0 * self.camera.metres_per_px();
        let mut near: Vec<_> = world
            .colliders_in(crate::engine::aabb::Aabb { min: point, max: point }.grown(reach))
            .into_iter()
            .filter_map(|id| {
                let body = world.body(id.body)?;
                let collider = world.collider(id)?;
                let gap = collider.shape.signed_distance(body.pose.to_local(WorldPoint::at(point)));
                (gap <= reach).then_some((gap, id))
            })
            .collect();
        near.sort_by(|x, y| x.0.total_cmp(&y.0).then(y.1.cmp(&x.1)));
        near.into_iter().map(|(_, id)| id).collect()
    }

    /// String id of a body, if it belongs to the document (projectiles do not).
    pub fn name_of(&self, body: BodyId) -> Option<String> {
        let name = self.stage().names().bodies.name(body)?;
        self.document.body(name).map(|b| b.id.clone())
    }
}
