//! A region of smoke in a running scene.

use super::document::SmokeDoc;
use crate::engine::aabb::Aabb;
use crate::engine::body::BodyId;
use crate::engine::math::Vec2;
use crate::smoke::{Fields, Smoke};

/// A region of smoke while it runs.
#[derive(Clone, Debug)]
pub struct Air {
    /// What the document says of it.
    pub doc: SmokeDoc,
    /// Its cells.
    pub smoke: Smoke,
    /// What it pushes bodies by in the next step, sorted by body.
    pub(super) pushes: Vec<AirPush>,
}

/// What the air of a region pushes a body by in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AirPush {
    /// Which body.
    pub body: BodyId,
    /// N·s.
    pub impulse: Vec2,
    /// About the centre of mass, N·m·s.
    pub turn: f32,
}

impl Default for AirPush {
    /// None on the first body.
    fn default() -> AirPush {
        AirPush { body: BodyId(0), impulse: Vec2::ZERO, turn: 0.0 }
    }
}

/// What a region has accumulated.
#[derive(Clone, Debug)]
pub(super) struct AirState {
    pub fields: Fields,
    pub pushes: Vec<AirPush>,
}

impl AirState {
    /// About how much memory it takes, bytes.
    pub fn bytes(&self) -> usize {
        self.fields.bytes() + size_of_val(&self.pushes[..])
    }
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
