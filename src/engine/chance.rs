//! Random numbers for the engine's own unit tests, which may name no library: a linear congruential generator (D.
//! Knuth, *The Art of Computer Programming*, volume 2, section 3.3.4: MMIX), of which the high bits are used.

/// A seeded source of numbers.
pub struct Chance(u64);

impl Chance {
    /// Equal seeds give equal numbers.
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// Uniform in `[low, high)`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.next() >> 7) as f32 / (1 << 24) as f32
    }

    /// A whole number below `count`.
    pub fn below(&mut self, count: u64) -> u32 {
        (self.next() % count) as u32
    }
}
