//! Colliders: a shape on a body, with a material.

pub use super::identity::ColliderId;
use super::material::Material;
use super::shape::Shape;

/// Which others a collider may touch: a set of layers that it belongs to, and a set of layers that it touches. Bit 0
/// is layer 1.
///
/// Two colliders may touch if each belongs to a layer that the other touches. Filtered colliders are no pair: they
/// have no contact, and fast bodies pass each other. Rays and point and box queries ask for geometry and see all
/// layers.
///
/// A new collider belongs to layer 1 and touches all layers, so nothing is filtered by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollisionFilter {
    /// The layers that it belongs to. None: it touches nothing.
    pub layers: u16,
    /// The layers that it touches. None: it touches nothing.
    pub collides_with: u16,
}

impl Default for CollisionFilter {
    fn default() -> Self {
        CollisionFilter { layers: 1, collides_with: u16::MAX }
    }
}

impl CollisionFilter {
    /// True when the two may touch; the order does not matter.
    #[inline]
    pub fn allows(self, other: CollisionFilter) -> bool {
        self.layers & other.collides_with != 0 && other.layers & self.collides_with != 0
    }
}

/// What a new collider is.
#[derive(Clone, Debug, PartialEq)]
pub struct ColliderDef {
    /// Geometry in the body's frame.
    pub shape: Shape,
    /// What it is made of.
    pub material: Material,
    /// Which others it may touch.
    pub filter: CollisionFilter,
}

/// A shape on a body. Its boxes: [`super::world::World::boxes`].
#[derive(Clone, Debug)]
pub struct Collider {
    /// Geometry in the body's frame.
    pub shape: Shape,
    /// What it is made of.
    pub material: Material,
    /// Which others it may touch.
    pub filter: CollisionFilter,
    /// Place in the broad phase; meaningless outside the engine.
    pub proxy: u32,
}
