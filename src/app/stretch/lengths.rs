//! What becomes of a length.

use crate::engine::frames::Affine;

/// A length times a factor that is 1 up to rounding when nothing is scaled: then it keeps its bits.
pub fn scaled(length: f32, factor: f32) -> f32 {
    if (factor - 1.0).abs() < 1e-6 { length } else { length * factor }
}

/// The factor of a length without a direction: areas grow with its square.
pub fn mean_factor(map: Affine) -> f32 {
    map.determinant().abs().sqrt() as f32
}
