//! Colliders: a shape on a body, with a material.

use super::aabb::Aabb;
use super::body::BodyId;
use super::material::Material;
use super::shape::Shape;

/// Identity of a collider: its body, and its place in [`super::body::Body::colliders`].
/// Ordered by body first, so that pair order does not depend on the history of edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColliderId {
    /// The body that carries it.
    pub body: BodyId,
    /// Place among the body's colliders.
    pub index: u32,
}

/// What a new collider is.
#[derive(Clone, Debug, PartialEq)]
pub struct ColliderDef {
    /// Geometry in the body's frame.
    pub shape: Shape,
    /// What it is made of.
    pub material: Material,
}

/// A shape on a body.
#[derive(Clone, Debug)]
pub struct Collider {
    /// Geometry in the body's frame.
    pub shape: Shape,
    /// What it is made of.
    pub material: Material,
    /// Tight box in the world at the end of the last step, metres.
    pub aabb: Aabb,
    /// Enlarged box that the broad phase works with: it changes only when `aabb` leaves it.
    pub fat_aabb: Aabb,
    /// Place in the broad phase; meaningless outside the engine.
    pub(crate) proxy: u32,
}
