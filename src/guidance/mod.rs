//! AIM AND CONTROL. Where to point so that a projectile meets a moving target. Numbers only.

pub mod lead;
pub mod polynomial;
