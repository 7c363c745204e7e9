//! The collision microscope's bench: what lies under it, which frame is shown, what was predicted.
//!
//! [`super::MicroscopeCommand`] says what can be done with it.

pub(super) mod bench;
mod inside;
mod pair;
pub(super) mod specimen;

pub use bench::{Bench, Score};
pub use specimen::specimen_of;
