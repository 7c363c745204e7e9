//! Accelerations of a running scene: by how much each velocity has changed in the last step.

use super::stage::Stage;
use crate::engine::body::{BodyId, BodyKind};
use crate::engine::math::Vec2;

impl Stage {
    /// Mean acceleration of a body's centre of mass over the last step, m/s²: everything that acts on it together,
    /// contacts and joints too. `None` before a first step, and for a body that was not there before it.
    pub fn acceleration(&self, body: BodyId) -> Option<Vec2> {
        let index = self.velocities_before.binary_search_by_key(&body, |(id, _)| *id).ok()?;
        let now = self.world().body(body)?.linear_velocity;
        Some((now - self.velocities_before[index].1) * self.world().settings().step_hz)
    }

    /// Notes the velocities before a step.
    pub(super) fn note_velocities(&mut self) {
        // Taken out, so that the world can be read meanwhile; its room is used again.
        let mut noted = std::mem::take(&mut self.velocities_before);
        noted.clear();
        let moving = self.world().bodies().filter(|(_, body)| body.kind == BodyKind::Dynamic);
        noted.extend(moving.map(|(id, body)| (id, body.linear_velocity)));
        self.velocities_before = noted;
    }
}
