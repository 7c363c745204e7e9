//! A region of smoke in a running scene.

use super::document::SmokeDoc;
use crate::engine::aabb::Aabb;
use crate::engine::body::BodyId;
use crate::engine::math::Vec2;
use crate::smoke::Smoke;

/// A region of smoke while it runs.
#[derive(Clone, Debug)]
pub struct Air {
    /// What the document says of it.
    pub doc: SmokeDoc,
    /// Its cells.
    pub smoke: Smoke,
    /// What it pushes bodies by in the next step: impulse and angular impulse about the centre of mass.
    pub(super) pushes: Vec<(BodyId, Vec2, f32)>,
}

impl Air {
    pub(super) fn new(doc: &SmokeDoc) -> Air {
        Air { doc: doc.clone(), smoke: Smoke::new(doc.grid()), pushes: Vec::new() }
    }

    /// Its border, world.
    pub fn region(&self) -> Aabb {
        let grid = &self.smoke.grid;
        Aabb { min: grid.corner, max: grid.corner + grid.size() }
    }
}
