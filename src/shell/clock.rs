//! Time. The only clock of the program; every other room is told how many seconds have passed.

/// Seconds since some fixed moment, never going back.
#[cfg(not(target_arch = "wasm32"))]
pub fn now() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Seconds since some fixed moment. `Instant` panics in the browser, so its own clock is asked.
#[cfg(target_arch = "wasm32")]
pub fn now() -> f64 {
    miniquad::date::now()
}
