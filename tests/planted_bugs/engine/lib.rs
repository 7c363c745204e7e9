//! The engine with bugs planted in it, of which one at most is awake.
#![allow(unused_parens)] // planting puts every expression in its own

pub mod engine;

/// The number of the bug that is awake; 0 for none.
pub fn planted() -> u32 {
    static AWAKE: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *AWAKE.get_or_init(|| std::env::var("PLANTED_BUG").ok().and_then(|number| number.parse().ok()).unwrap_or(0))
}
