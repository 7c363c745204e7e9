//! AIM AND CONTROL. Where to point so that a projectile meets a moving target, and how hard to push so that a body
//! does what it should. Numbers only.

pub mod control;
pub mod lead;
