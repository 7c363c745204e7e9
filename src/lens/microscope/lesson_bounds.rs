//! How much a lesson may take: the runs to its places, its films and its branches.

use crate::engine::world::World;

/// Most work of the run to a lesson's last step ([`crate::scene::stage::Stage::step_work`]) and of
/// its films: about two seconds, in which a pyramid of 50 rows takes 400 steps.
pub const MOST_WORK: u64 = 200_000_000;

/// Most memory of a world that a film copies ([`World::bytes`]): several copies are kept at once, and `check` is to
/// take no more than half a gigabyte.
pub(super) const MOST_BYTES: usize = 96 << 20;

/// Most pairs of shapes near each other on the way to a lesson's last step. A pair takes up to 1.4 kB.
pub(super) const MOST_PAIRS: usize = 150_000;

/// True when a film may keep copies of the world.
pub(super) fn is_lean(world: &World) -> bool {
    world.bytes() <= MOST_BYTES
}
