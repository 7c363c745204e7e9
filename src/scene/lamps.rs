//! Lamps of a running scene: where they are now.

use super::document::{LightDoc, LightKind};
use super::stage::Stage;
use crate::engine::math::Vec2;

impl Stage {
    /// The lamps, in the document's order.
    pub fn lights(&self) -> &[LightDoc] {
        &self.lights
    }

    /// Where a lamp is now, world, metres; `None` for the sun, and when the body that it hung on is gone.
    pub fn light_place(&self, light: &LightDoc) -> Option<Vec2> {
        match &light.kind {
            LightKind::Point { body: None, position, .. } => Some(*position),
            LightKind::Point { body: Some(name), position, .. } => Some(self.named_body(name)?.pose.transform_point(*position)),
            LightKind::Sun { .. } => None,
        }
    }
}
