//! A fingerprint of the state that names the first structure that differs.

/// Hashes of the parts of a world's state (FNV-1a over exact bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// Poses, velocities, sleep state of all bodies in order.
    pub bodies: u64,
    /// Contacts with features and impulses in order.
    pub contacts: u64,
    /// Joints with impulses in order.
    pub joints: u64,
}

impl Fingerprint {
    /// All parts in one number.
    pub fn combined(self) -> u64 {
        todo!("engine/world")
    }
    /// "bodies", "contacts" or "joints": the first part that differs; `None` when equal.
    pub fn first_difference(self, _other: Fingerprint) -> Option<&'static str> {
        todo!("engine/world")
    }
}
