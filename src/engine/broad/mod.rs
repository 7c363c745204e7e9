//! Broad phase (S8): which colliders' boxes overlap.
//!
//! Selectable; every method gives the same pair set, sorted by collider ids, so the choice changes speed and never motion.
pub mod brute_force;
pub mod tree;

/// Which method finds pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BroadPhase {
    /// Every box against every box.
    BruteForce,
    /// Dynamic tree of enlarged boxes.
    #[default]
    Tree,
}
