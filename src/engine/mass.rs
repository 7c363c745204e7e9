//! Mass, centre and inertia of shapes and compounds (S1).
use super::math::Vec2;
use super::shape::Shape;

/// Mass properties, about their own centre.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MassProperties {
    /// kg.
    pub mass: f32,
    /// Centre of mass in the frame of the shape's body, metres.
    pub center: Vec2,
    /// Rotational inertia about `center`, kg·m².
    pub inertia: f32,
}

impl MassProperties {
    /// Of one shape with `density` kg/m²; exact formulas, rounding included.
    pub fn of_shape(_shape: &Shape, _density: f32) -> MassProperties {
        todo!("engine/shape")
    }
    /// Of several parts together, each moved to the common centre by the parallel-axis theorem.
    pub fn sum(_parts: impl IntoIterator<Item = MassProperties>) -> MassProperties {
        todo!("engine/shape")
    }
}
