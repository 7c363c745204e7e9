//! Looking for the pose at which the ways disagree most.
//!
//! Random poses of B near A (the same for the same seed), each run through all ways; the one with the largest
//! difference is kept, however small. The number of poses is bounded, so the time is. Poses drawn freely hardly ever
//! differ by more than rounding; where the ways part is where two ways out are equally short. So every other pose is
//! *tidy*: turned from A by an eighth of a turn or a multiple of it, and shifted in A's frame by multiples of an
//! eighth of the reach, which often means not at all.

use super::{largest, runs};
use crate::engine::math::{Pose, Vec2};
use crate::engine::tuning;
use crate::lens::microscope::specimen::Specimen;
use std::f32::consts::PI;

/// How many poses are tried in the window.
pub const POSES: usize = 3000;

/// A small generator of numbers, the same everywhere (G. Marsaglia, "Xorshift RNGs", 2003, with the multiplier of S.
/// Vigna, 2014).
struct Numbers(u64);

impl Numbers {
    fn new(seed: u64) -> Numbers {
        // Neighbouring seeds must not begin alike: an odd number near 2⁶⁴ divided by the golden ratio (D. Knuth,
        // volume 3, 6.4).
        Numbers(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// From −1 to 1.
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 40;
        high as f32 / (1_u64 << 23) as f32 - 1.0
    }
}

/// The specimen with B where the ways differ most among so many poses; `None` only without a pose.
pub fn hunt(specimen: &Specimen, seed: u64, poses: usize) -> Option<Specimen> {
    let mut numbers = Numbers::new(seed);
    let a = specimen.a.shape.core_aabb(specimen.a.pose);
    let reach = 0.5 * (a.size() + specimen.b.shape.core_aabb(specimen.b.pose).size());
    let reach = reach.min(Vec2::splat(3.0 * specimen.size()));
    let middle = specimen.a.pose.transform_point(specimen.a.shape.convex().center());
    let mut best: Option<(f32, Specimen)> = None;
    for k in 0..poses {
        let (shift, turn) = (Vec2::new(numbers.next(), numbers.next()), numbers.next());
        let pose = if k % 2 == 0 {
            Pose::new(middle + reach * shift, PI * turn)
        } else {
            let tidy = reach * (4.0 * shift).trunc() / 4.0;
            Pose::new(middle + specimen.a.pose.rotation.rotate(tidy), specimen.a.pose.rotation.angle() + 0.25 * PI * (4.0 * turn).trunc())
        };
        let mut other = specimen.clone();
        // The middle of B's core comes to the place.
        let core = other.b.shape.convex().center();
        other.b.pose = Pose { position: pose.position - pose.rotation.rotate(core), ..pose };
        // Beyond the last coordinate of a scene it could not be kept.
        if other.b.pose.position.abs().max_element() > tuning::MAX_COORDINATE {
            continue;
        }
        let worth = largest(&runs(&other)).1.worth();
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, other));
        }
    }
    best.map(|(_, found)| Specimen { stored: None, ..found })
}
