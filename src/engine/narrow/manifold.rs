//! Contact manifolds: a normal and up to two points, each with the names of the features that touch.
//!
//! A manifold is found in lanes ([`Points`]) and kept one by one ([`Manifold`]).

use super::vector::Vector;
use crate::engine::lanes::Lanes;
use crate::engine::math::Vec2;

/// A face's number in a feature is higher by this than a vertex's.
pub(super) const FACE: f32 = 128.0;

/// Part of a core that touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A vertex, by its number.
    Vertex(usize),
    /// The edge from the vertex of this number to the next.
    Face(usize),
}

/// Which features of A and B made a point. Stays the same while the same features touch, so that last step's impulses
/// can be reused. The high byte of the lower half names A's feature, the low byte B's: a vertex by its number, a face
/// by its number plus 128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId(pub u32);

impl FeatureId {
    /// Of a feature of A and one of B.
    #[inline]
    pub fn new(of_a: Feature, of_b: Feature) -> FeatureId {
        let code = |feature| match feature {
            Feature::Vertex(index) => index as u32,
            Feature::Face(index) => 0x80 | index as u32,
        };
        FeatureId(code(of_a) << 8 | code(of_b))
    }

    /// A's feature.
    pub fn of_a(self) -> Feature {
        FeatureId::decode(self.0 >> 8)
    }

    /// B's feature.
    pub fn of_b(self) -> Feature {
        FeatureId::decode(self.0)
    }

    /// How much of B's motion along A's surface the point makes: all where a vertex of B stands on a face of A, none
    /// where a vertex of A stands on a face of B, else half.
    pub fn share_of_b(self) -> f32 {
        match (self.of_a(), self.of_b()) {
            (Feature::Face(_), Feature::Vertex(_)) => 1.0,
            (Feature::Vertex(_), Feature::Face(_)) => 0.0,
            _ => 0.5,
        }
    }

    fn decode(code: u32) -> Feature {
        let index = (code & 0x7f) as usize;
        if code & 0x80 == 0 { Feature::Vertex(index) } else { Feature::Face(index) }
    }
}

/// One point of a manifold, in the frame of body A.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ManifoldPoint {
    /// Midway between the two surfaces, metres.
    pub position: Vec2,
    /// Signed gap along the normal, metres; negative = overlap.
    pub separation: f32,
    /// Which features touch.
    pub feature: FeatureId,
}

/// Where two shapes touch, in the frame of body A.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manifold {
    /// Unit normal from A to B. Zero when there is no point.
    pub normal: Vec2,
    /// The points; only the first `count` are valid.
    pub points: [ManifoldPoint; 2],
    /// 0, 1 or 2.
    pub count: usize,
}

impl Manifold {
    /// The valid points.
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..self.count]
    }

    /// Of a single point.
    pub(super) fn of_point(normal: Vec2, point: ManifoldPoint) -> Manifold {
        let mut manifold = Manifold { normal, ..Manifold::default() };
        manifold.push(point);
        manifold
    }

    /// Adds a point; there is room for two.
    #[inline]
    pub(super) fn push(&mut self, point: ManifoldPoint) {
        self.points[self.count] = point;
        self.count += 1;
    }
}

/// A point of a manifold in every lane.
#[derive(Clone, Copy)]
pub struct Point<L> {
    /// See [`ManifoldPoint::position`].
    pub position: Vector<L>,
    /// See [`ManifoldPoint::separation`].
    pub separation: L,
    /// The number of a [`FeatureId`]: whole, below 2¹⁶, which `f32` holds exactly.
    pub feature: L,
    /// 1 where it is in the manifold, else 0.
    pub kept: L,
}

impl<L: Lanes> Point<L> {
    #[inline(always)]
    pub(super) fn select(mask: L::Mask, yes: &Point<L>, no: &Point<L>) -> Point<L> {
        Point {
            position: Vector::select(mask, yes.position, no.position),
            separation: L::select(mask, yes.separation, no.separation),
            feature: L::select(mask, yes.feature, no.feature),
            kept: L::select(mask, yes.kept, no.kept),
        }
    }

    /// The point of the first lane, kept or not.
    pub fn first(&self) -> ManifoldPoint {
        let feature = FeatureId(self.feature.first() as u32);
        ManifoldPoint { position: self.position.first(), separation: self.separation.first(), feature }
    }
}

/// A manifold in every lane.
pub struct Points<L> {
    /// Unit normal from A to B.
    pub normal: Vector<L>,
    /// Its points, those that are not kept among them.
    pub points: [Point<L>; 2],
}

impl<L: Lanes> Points<L> {
    /// No point in any lane.
    #[inline(always)]
    pub fn none() -> Points<L> {
        let zero = L::splat(0.0);
        let origin = Vector { x: zero, y: zero };
        Points { normal: origin, points: [Point { position: origin, separation: zero, feature: zero, kept: zero }; 2] }
    }

    /// The manifold of the first lane; the normal is zero when it has no points.
    pub fn first(&self) -> Manifold {
        let mut manifold = Manifold::default();
        for point in self.points.iter().filter(|point| point.kept.first() > 0.0) {
            manifold.normal = self.normal.first();
            manifold.push(point.first());
        }
        manifold
    }
}
