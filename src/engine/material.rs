//! Materials. The defaults are those of Box2D; how two of them share one coefficient: [`super::mixing`].

use super::math::{clamp, max};
use super::tuning;

/// What a shape is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// kg/m², at least 0; a body needs at least one shape above 0 to be dynamic.
    pub density: f32,
    /// Coulomb friction coefficient, at least 0; 0 is perfect ice. While surfaces slide on each other.
    pub friction: f32,
    /// The coefficient while they do not. A number below `friction` (0, say) means: the same as `friction`.
    pub static_friction: f32,
    /// Coefficient of restitution, 0 (no bounce) to 1 (elastic).
    pub restitution: f32,
}

impl Default for Material {
    fn default() -> Self {
        Material { density: tuning::DENSITY, friction: tuning::FRICTION, static_friction: 0.0, restitution: tuning::RESTITUTION }
    }
}

impl Material {
    /// The coefficient while nothing slides, never below that of sliding.
    pub fn grip(&self) -> f32 {
        max(self.static_friction, self.friction)
    }

    /// The same with every number in its range; numbers that are not finite become the defaults.
    pub fn bounded(self) -> Material {
        let or = |x: f32, default: f32| if x.is_finite() { x } else { default };
        Material {
            density: clamp(or(self.density, tuning::DENSITY), 0.0, tuning::MAX_DENSITY),
            friction: clamp(or(self.friction, tuning::FRICTION), 0.0, tuning::MAX_FRICTION),
            static_friction: clamp(or(self.static_friction, 0.0), 0.0, tuning::MAX_FRICTION),
            restitution: clamp(or(self.restitution, tuning::RESTITUTION), 0.0, 1.0),
        }
    }
}
