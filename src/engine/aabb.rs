//! Axis-aligned bounding boxes.

use super::math::Vec2;

/// A box with sides along the axes, in metres; `min <= max` in both coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Lower left corner.
    pub min: Vec2,
    /// Upper right corner.
    pub max: Vec2,
}

impl Aabb {
    /// The smallest box around two corners in any order.
    pub fn from_corners(a: Vec2, b: Vec2) -> Aabb {
        Aabb { min: a.min(b), max: a.max(b) }
    }

    /// The smallest box around some points; `None` without points.
    pub fn around(points: impl IntoIterator<Item = Vec2>) -> Option<Aabb> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Aabb { min: first, max: first }, |b, p| Aabb { min: b.min.min(p), max: b.max.max(p) }))
    }

    /// The smallest box around both.
    #[inline]
    pub fn union(self, other: Aabb) -> Aabb {
        Aabb { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Grown by `margin` metres on every side.
    #[inline]
    pub fn grown(self, margin: f32) -> Aabb {
        Aabb { min: self.min - Vec2::splat(margin), max: self.max + Vec2::splat(margin) }
    }

    /// True when the boxes share at least one point (touching counts).
    #[inline]
    pub fn overlaps(self, other: Aabb) -> bool {
        self.min.x <= other.max.x && other.min.x <= self.max.x && self.min.y <= other.max.y && other.min.y <= self.max.y
    }

    /// True when `other` lies wholly inside this box.
    #[inline]
    pub fn contains(self, other: Aabb) -> bool {
        self.min.x <= other.min.x && self.min.y <= other.min.y && other.max.x <= self.max.x && other.max.y <= self.max.y
    }

    /// True when the point lies in the box or on its border.
    #[inline]
    pub fn contains_point(self, p: Vec2) -> bool {
        self.min.x <= p.x && p.x <= self.max.x && self.min.y <= p.y && p.y <= self.max.y
    }

    /// The four corners, counter-clockwise from the lower left one.
    pub fn corners(self) -> [Vec2; 4] {
        [self.min, Vec2::new(self.max.x, self.min.y), self.max, Vec2::new(self.min.x, self.max.y)]
    }

    /// Half of the circumference, the two-dimensional surface-area heuristic, in metres.
    #[inline]
    pub fn half_perimeter(self) -> f32 {
        (self.max.x - self.min.x) + (self.max.y - self.min.y)
    }

    /// Middle of the box.
    #[inline]
    pub fn center(self) -> Vec2 {
        (self.min + self.max) * 0.5
    }

    /// Width and height in metres.
    #[inline]
    pub fn size(self) -> Vec2 {
        self.max - self.min
    }
}
