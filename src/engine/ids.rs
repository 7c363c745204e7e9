//! Identities of bodies and colliders.

use super::arena::Id;

/// Identity of a body in one world; larger numbers were created later; never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub u32);

impl Id for BodyId {
    fn from_number(number: u32) -> Self {
        BodyId(number)
    }
    fn number(self) -> u32 {
        self.0
    }
}

/// Identity of a collider: its body, and its place in [`super::body::Body::colliders`].
/// Ordered by body first, so that pair order does not depend on the history of edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColliderId {
    /// The body that carries it.
    pub body: BodyId,
    /// Place among the body's colliders.
    pub index: u32,
}
