//! Vectors, rotations and poses, with the same bits on every machine.
//!
//! Rules that keep a run reproducible natively, in debug and release, and in the browser: trigonometry goes through the
//! crate `libm` (the standard library's differs between platforms), [`min`] and [`max`] have a fixed operand order
//! (`f32::max(-0.0, 0.0)` differs even between debug and release), no fused multiply-add, no `hypot`.

pub use glam::Vec2;

/// The smaller of two numbers; `b` when they are equal or `a` is NaN.
#[inline]
pub fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The larger of two numbers; `b` when they are equal or `a` is NaN.
#[inline]
pub fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// `x` limited to `[low, high]`; needs `low <= high`.
#[inline]
pub fn clamp(x: f32, low: f32, high: f32) -> f32 {
    max(low, min(x, high))
}

/// Scalar cross product `a.x·b.y − a.y·b.x`: positive when `b` lies counter-clockwise of `a`.
#[inline]
pub fn cross(a: Vec2, b: Vec2) -> f32 {
    a.x * b.y - a.y * b.x
}

/// `v` turned by +90°: `(−v.y, v.x)`. An angular velocity `w` gives the point `r` the velocity `w · perp(r)`.
#[inline]
pub fn perp(v: Vec2) -> Vec2 {
    Vec2::new(-v.y, v.x)
}

/// The point of the segment from `a` to `b` that is nearest to `p`.
#[inline]
pub fn on_segment(a: Vec2, b: Vec2, p: Vec2) -> Vec2 {
    let along = b - a;
    let length_sq = along.length_squared();
    let share = if length_sq > 0.0 { clamp((p - a).dot(along) / length_sq, 0.0, 1.0) } else { 0.0 };
    a + share * along
}

/// Unit vector and length of `v`; `None` when `v` is too short (or not finite) to have a direction.
#[inline]
pub fn direction(v: Vec2) -> Option<(Vec2, f32)> {
    let length = v.length();
    (length > 1e-12 && length.is_finite()).then(|| (v / length, length))
}

/// Sine and cosine of an angle in radians, equal on every platform.
#[inline]
pub fn sin_cos(angle: f32) -> (f32, f32) {
    (libm::sinf(angle), libm::cosf(angle))
}

/// Angle of the vector `(x, y)` in (−π, π], equal on every platform.
#[inline]
pub fn atan2(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x)
}

/// `1 − e^(−x)`, with all its digits also where x is small; equal on every platform.
#[inline]
pub fn decayed(x: f32) -> f32 {
    -libm::expm1f(-x)
}

/// `angle` brought into (−π, π].
pub fn wrap_angle(angle: f32) -> f32 {
    let turn = 2.0 * std::f32::consts::PI;
    let a = angle - turn * libm::floorf(angle / turn);
    if a > std::f32::consts::PI { a - turn } else { a }
}

/// A rotation as (cosine, sine), unit length up to rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rot {
    /// Cosine of the angle.
    pub cos: f32,
    /// Sine of the angle.
    pub sin: f32,
}

impl Rot {
    /// No rotation.
    pub const IDENTITY: Rot = Rot { cos: 1.0, sin: 0.0 };

    /// Rotation by `angle` radians counter-clockwise.
    pub fn from_angle(angle: f32) -> Rot {
        let (sin, cos) = sin_cos(angle);
        Rot { cos, sin }
    }

    /// The angle in (−π, π], radians counter-clockwise.
    pub fn angle(self) -> f32 {
        atan2(self.sin, self.cos)
    }

    /// `v` turned by this rotation.
    #[inline]
    pub fn rotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }

    /// `v` turned by the inverse of this rotation.
    #[inline]
    pub fn inv_rotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x + self.sin * v.y, -self.sin * v.x + self.cos * v.y)
    }

    /// First `other`, then `self`.
    #[inline]
    pub fn then_after(self, other: Rot) -> Rot {
        Rot { cos: self.cos * other.cos - self.sin * other.sin, sin: self.sin * other.cos + self.cos * other.sin }
    }

    /// `other` as seen from `self`: `self⁻¹ · other`.
    #[inline]
    pub fn inv_mul(self, other: Rot) -> Rot {
        Rot { cos: self.cos * other.cos + self.sin * other.sin, sin: self.cos * other.sin - self.sin * other.cos }
    }

    /// The local x axis in the outer frame.
    #[inline]
    pub fn x_axis(self) -> Vec2 {
        Vec2::new(self.cos, self.sin)
    }
}

/// A frame in the plane: first rotate, then translate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Origin of the frame, metres, in the outer frame.
    pub position: Vec2,
    /// Orientation of the frame in the outer frame.
    pub rotation: Rot,
}

impl Pose {
    /// The outer frame itself.
    pub const IDENTITY: Pose = Pose { position: Vec2::ZERO, rotation: Rot::IDENTITY };

    /// Frame at `position` (m) turned by `angle` (rad).
    pub fn new(position: Vec2, angle: f32) -> Pose {
        Pose { position, rotation: Rot::from_angle(angle) }
    }

    /// A local point in the outer frame.
    #[inline]
    pub fn transform_point(self, local: Vec2) -> Vec2 {
        self.position + self.rotation.rotate(local)
    }

    /// An outer point in this frame.
    #[inline]
    pub fn inv_transform_point(self, point: Vec2) -> Vec2 {
        self.rotation.inv_rotate(point - self.position)
    }

    /// `other` (given in this frame) in the outer frame: `self · other`.
    #[inline]
    pub fn compose(self, other: Pose) -> Pose {
        Pose { position: self.transform_point(other.position), rotation: self.rotation.then_after(other.rotation) }
    }

    /// `other` (given in the outer frame) as seen from this frame: `self⁻¹ · other`. For two bodies:
    /// `pose_b_in_a = pose_a.inv_mul(pose_b)`.
    #[inline]
    pub fn inv_mul(self, other: Pose) -> Pose {
        Pose { position: self.inv_transform_point(other.position), rotation: self.rotation.inv_mul(other.rotation) }
    }
}
