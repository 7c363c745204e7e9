//! A fingerprint of the state that names the first structure that differs.
//!
//! Two runs are equal only if every bit is, so the hash reads the bit patterns of the numbers (`0.0` and `-0.0`
//! differ). FNV-1a (Fowler, Noll, Vo, 1991) is not cryptographic, but it is a few lines, has no state beyond one
//! number and is the same everywhere. One hash per structure tells where to look: bodies first, as they are what the
//! others act on.

use super::math::Vec2;

/// Hashes of the parts of a world's state (FNV-1a over exact bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// Poses, velocities, sleep state of all bodies in order.
    pub bodies: u64,
    /// Contacts with points, their features and impulses, in order.
    pub contacts: u64,
    /// Joints with impulses in order.
    pub joints: u64,
}

impl Fingerprint {
    /// All parts in one number.
    pub fn combined(self) -> u64 {
        let mut hash = Fnv::default();
        for part in [self.bodies, self.contacts, self.joints] {
            hash.add_u32(part as u32);
            hash.add_u32((part >> 32) as u32);
        }
        hash.value()
    }

    /// "bodies", "contacts" or "joints": the first part that differs; `None` when equal.
    pub fn first_difference(self, other: Fingerprint) -> Option<&'static str> {
        if self.bodies != other.bodies {
            Some("bodies")
        } else if self.contacts != other.contacts {
            Some("contacts")
        } else if self.joints != other.joints {
            Some("joints")
        } else {
            None
        }
    }
}

/// FNV-1a, 64 bits.
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    pub(crate) fn add_u32(&mut self, x: u32) {
        for byte in x.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    pub(crate) fn add_f32(&mut self, x: f32) {
        self.add_u32(x.to_bits());
    }
    pub(crate) fn add_vec(&mut self, v: Vec2) {
        self.add_f32(v.x);
        self.add_f32(v.y);
    }
    pub(crate) fn value(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv_of_the_letter_a_has_its_published_value() {
        // FNV-1a test vector for "a"; add_u32 takes four bytes, so feed the one byte by hand.
        let mut hash = Fnv::default();
        hash.0 = (hash.0 ^ u64::from(b'a')).wrapping_mul(0x0000_0100_0000_01b3);
        assert_eq!(hash.value(), 0xaf63_dc4c_8601_ec8c);
    }

    #[test]
    fn first_difference_names_the_structure() {
        let a = Fingerprint { bodies: 1, contacts: 2, joints: 3 };
        assert_eq!(a.first_difference(a), None);
        assert_eq!(a.first_difference(Fingerprint { bodies: 0, contacts: 0, ..a }), Some("bodies"));
        assert_eq!(a.first_difference(Fingerprint { contacts: 0, ..a }), Some("contacts"));
        assert_eq!(a.first_difference(Fingerprint { joints: 0, ..a }), Some("joints"));
        assert_ne!(a.combined(), Fingerprint { joints: 0, ..a }.combined());
    }
}
