//! Vectors of the plane in `f64`, without the engine's own.

use collidoscope::engine::math::Vec2;

pub type V = (f64, f64);

pub fn v(p: Vec2) -> V {
    (f64::from(p.x), f64::from(p.y))
}
pub fn dot(a: V, b: V) -> f64 {
    a.0 * b.0 + a.1 * b.1
}
pub fn cross(a: V, b: V) -> f64 {
    a.0 * b.1 - a.1 * b.0
}
