//! A linear map and a shift: what takes the coordinates of one frame to those of another.

use crate::engine::math::Vec2;
use glam::DVec2;

/// `p ↦ x·p.x + y·p.y + origin`: the axes of a frame and its origin, written in another frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// Where the first unit vector goes.
    pub x: DVec2,
    /// Where the second unit vector goes.
    pub y: DVec2,
    /// Where the origin goes.
    pub origin: DVec2,
}

impl Affine {
    /// Leaves everything where it is.
    pub const IDENTITY: Affine = Affine { x: DVec2::X, y: DVec2::Y, origin: DVec2::ZERO };

    /// Shifts.
    pub fn shift(by: Vec2) -> Affine {
        Affine { origin: by.as_dvec2(), ..Affine::IDENTITY }
    }

    /// Turns about the origin, radians counter-clockwise.
    pub fn turn(angle: f32) -> Affine {
        let (sin, cos) = (libm::sin(f64::from(angle)), libm::cos(f64::from(angle)));
        Affine { x: DVec2::new(cos, sin), y: DVec2::new(-sin, cos), origin: DVec2::ZERO }
    }

    /// Scales along the two axes, about the origin.
    pub fn scale(by: Vec2) -> Affine {
        Affine { x: DVec2::new(f64::from(by.x), 0.0), y: DVec2::new(0.0, f64::from(by.y)), origin: DVec2::ZERO }
    }

    /// The same map with `pivot` in place of the origin.
    pub fn about(self, pivot: Vec2) -> Affine {
        Affine::shift(pivot).after(self).after(Affine::shift(-pivot))
    }

    /// First `other`, then `self`.
    pub fn after(self, other: Affine) -> Affine {
        Affine { x: self.linear(other.x), y: self.linear(other.y), origin: self.apply(other.origin) }
    }

    fn linear(self, v: DVec2) -> DVec2 {
        self.x * v.x + self.y * v.y
    }

    /// The point `p`, in double precision.
    pub fn apply(self, p: DVec2) -> DVec2 {
        self.linear(p) + self.origin
    }

    /// A point.
    pub fn point(self, p: Vec2) -> Vec2 {
        self.apply(p.as_dvec2()).as_vec2()
    }

    /// A difference of points, a velocity, a tangent: no shift.
    pub fn vector(self, v: Vec2) -> Vec2 {
        self.linear(v.as_dvec2()).as_vec2()
    }

    /// The unit normal of an edge whose normal was `n`; `None` without an inverse, or when `n` has no direction.
    pub fn normal(self, n: Vec2) -> Option<Vec2> {
        let inverse = self.inverse()?;
        let n = n.as_dvec2();
        let turned = DVec2::new(inverse.x.dot(n), inverse.y.dot(n));
        let length = turned.length();
        (length > 0.0 && length.is_finite()).then(|| (turned / length).as_vec2())
    }

    /// Factor on areas; negative when it flips.
    pub fn determinant(self) -> f64 {
        self.x.perp_dot(self.y)
    }

    /// The way back; `None` when it flattens the plane.
    pub fn inverse(self) -> Option<Affine> {
        let det = self.determinant();
        if det == 0.0 || !det.is_finite() {
            return None;
        }
        let (x, y) = (DVec2::new(self.y.y, -self.x.y) / det, DVec2::new(-self.y.x, self.x.x) / det);
        let back = Affine { x, y, origin: DVec2::ZERO };
        Some(Affine { origin: -back.linear(self.origin), ..back })
    }

    /// True when angles and shapes stay: a shift, a turn, one scale, perhaps a flip.
    pub fn keeps_shapes(self) -> bool {
        /// How far the axes may lean or differ in length, as a share: rounding of single-precision numbers.
        const LEAN: f64 = 1e-5;
        let (x, y) = (self.x.length_squared(), self.y.length_squared());
        (x - y).abs() <= 2.0 * LEAN * x && self.x.dot(self.y).abs() <= LEAN * x
    }
}
