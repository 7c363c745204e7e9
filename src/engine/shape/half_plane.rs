//! Half-planes: ground without end.
//!
//! Everything on one side of a straight line. No algorithm of the narrow phase takes something without end: in the
//! direction into the ground a half-plane has no farthest point, which GJK and EPA ask for, and no lower end of a
//! shadow, which SAT compares. But nothing that is finite can tell a half-plane from a box that reaches far enough past
//! it, so every pair sees a box ([`HalfPlane::piece`]) with its upper side in the surface:
//!
//! ```text
//!                     other      c   depth of the other's middle under the surface, at least 0
//!                    .-----.     r   a circle about that middle holds the other
//!   ------+---------( ---+- )----------+------
//!         |          `-----'           |        half width 2 (r + c), height 3 (r + c): the way out through the
//!         |            piece           |        surface is always shorter than through any other side, and the
//!         +----------------------------+        axis of another way out never separates better
//! ```
//!
//! (Let `d` lean by `φ` from the normal `n`. Along `d` the piece reaches `w sin φ + c cos φ` from the middle of the
//! other, and the other's own reach changes by at most `r |d − n| = 2 r sin(φ/2)`. With `w > c + √2 r` the sum is least
//! at `φ = 0`.)
//!
//! So the closed forms, SAT, GJK, EPA, clipping and the time of impact stay as they are, and a microscope shows what
//! ran. The other design, a shape kind with kernels of its own (the deepest vertices under a line), has fewer
//! operations for such a pair, but would need a second way through each of these algorithms and each microscope. And
//! because the piece is always near the other, level ground is as precise 50 km from the origin as at it; one large box
//! would lose millimetres there. What is left is the rounding of `f32` places: along a slope both coordinates of the
//! other have 4 mm at 50 km, and so has the ground's origin seen from a turned body, where that body was made first
//! and is A.

use super::r#box::BoxShape;
use super::convex::Convex;
use super::error::{ShapeError, check_point};
use crate::engine::aabb::Aabb;
use crate::engine::math::{Pose, Vec2, max};
use crate::engine::tuning::{MAX_COORDINATE, MIN_SIZE};

/// What has no end reaches this far from the world's origin in boxes around it, metres: ten times as far as a file may
/// place anything. Larger: sums of such boxes lose what is small; infinite: JSON has no number for it.
pub const END: f32 = 10.0 * MAX_COORDINATE;

/// Everything below a straight line: ground for a static body. It has no mass.
#[derive(Clone, Debug)]
pub struct HalfPlane {
    /// Its own frame in the body's: the surface is the x axis, the ground lies below.
    pose: Pose,
    /// The part that [`HalfPlane::convex`] shows. In a place of its own, so that no other shape takes more room for it.
    shown: Box<BoxShape>,
}

impl PartialEq for HalfPlane {
    /// The same surface, whichever part is shown.
    fn eq(&self, other: &HalfPlane) -> bool {
        self.pose == other.pose
    }
}

impl HalfPlane {
    /// The surface goes through `point` (body frame, metres); `angle` turns it, radians counter-clockwise: at 0 the
    /// ground lies below it.
    ///
    /// # Errors
    /// Non-finite or out-of-range numbers.
    pub fn try_new(point: Vec2, angle: f32) -> Result<HalfPlane, ShapeError> {
        check_point("point", point)?;
        if !angle.is_finite() {
            return Err(ShapeError::NotFinite { what: "angle" });
        }
        let pose = Pose::new(point, angle);
        Ok(HalfPlane { pose, shown: Box::new(piece_at(pose, 0.0, MAX_COORDINATE)) })
    }

    /// Its own frame in the body's frame: its x axis is the surface, and the ground lies below.
    pub fn pose(&self) -> Pose {
        self.pose
    }

    /// A point of the surface, body frame, metres.
    pub fn point(&self) -> Vec2 {
        self.pose.position
    }

    /// Outward unit normal of the surface, body frame.
    pub fn normal(&self) -> Vec2 {
        let along = self.pose.rotation.x_axis();
        Vec2::new(-along.y, along.x)
    }

    /// Signed distance of a point (body frame) from the surface, metres; negative in the ground.
    pub fn height(&self, point: Vec2) -> f32 {
        // In f64, because far along a sloping surface two large products cancel.
        let (away, normal) = (point.as_dvec2() - self.point().as_dvec2(), self.normal().as_dvec2());
        away.dot(normal) as f32
    }

    /// The part that matters to what lies within `reach` metres of `center` (body frame): a box with its upper side,
    /// edge 2, in the surface.
    pub fn piece(&self, center: Vec2, reach: f32) -> BoxShape {
        let (away, along) = (center.as_dvec2() - self.point().as_dvec2(), self.pose.rotation.x_axis().as_dvec2());
        let foot = (self.point().as_dvec2() + away.dot(along) * along).as_vec2();
        // On a surface along an axis the foot has that axis' coordinate to the last bit.
        let foot = if along.y == 0.0 { Vec2::new(center.x, self.point().y) } else { foot };
        let depth = max(-self.height(center), 0.0);
        piece_at(Pose { position: foot, ..self.pose }, depth, max(reach, MIN_SIZE))
    }

    /// A piece that reaches [`MAX_COORDINATE`] and more to all sides: for what looks at shapes without asking which
    /// part matters to it. Less precise than [`HalfPlane::piece`].
    #[inline]
    pub fn convex(&self) -> Convex<'_> {
        self.shown.convex()
    }

    /// The same half-plane, whose [`HalfPlane::convex`] is the piece that matters to what lies within `reach` metres of
    /// `center`: for a microscope, which shows what the engine ran.
    pub fn showing(&self, center: Vec2, reach: f32) -> HalfPlane {
        HalfPlane { pose: self.pose, shown: Box::new(self.piece(center, reach)) }
    }

    /// Tight box around what lies within [`END`] of the world's origin, when the body has `pose`.
    pub fn aabb(&self, pose: Pose) -> Aabb {
        let frame = pose.compose(self.pose);
        let (point, along) = (frame.position, frame.rotation.x_axis());
        let normal = Vec2::new(-along.y, along.x);
        let square = Aabb { min: Vec2::splat(-END), max: Vec2::splat(END) };
        let corners = square.corners();
        let height = |p: Vec2| normal.dot(p - point);
        let edges = (0..4).map(|k| [corners[k], corners[(k + 1) % 4]]);
        // Where the surface cuts a side of the square, that side's fixed coordinate stays as it is.
        let cut = |[a, b]: [Vec2; 2]| {
            let (of_a, of_b) = (height(a), height(b));
            ((of_a > 0.0) != (of_b > 0.0)).then(|| if a.x == b.x { on_upright(point, normal, a.x) } else { on_level(point, normal, a.y) })
        };
        let inside = corners.into_iter().filter(|&corner| height(corner) <= 0.0);
        let found = Aabb::around(inside.chain(edges.filter_map(cut)));
        // All of it lies outside of the square: what is left is a side of it.
        found.unwrap_or(Aabb { min: point, max: point })
    }
}

/// Where the surface has this x, metres.
fn on_upright(point: Vec2, normal: Vec2, x: f32) -> Vec2 {
    let y = if normal.x == 0.0 { point.y } else { point.y - (x - point.x) * normal.x / normal.y };
    Vec2::new(x, y)
}

/// Where the surface has this y, metres.
fn on_level(point: Vec2, normal: Vec2, y: f32) -> Vec2 {
    let x = if normal.y == 0.0 { point.x } else { point.x - (y - point.y) * normal.y / normal.x };
    Vec2::new(x, y)
}

/// See the head of this file; `surface` stands over or under the middle of the other.
fn piece_at(surface: Pose, depth: f32, reach: f32) -> BoxShape {
    let room = reach + depth;
    let half = Vec2::new(2.0 * room, 1.5 * room);
    BoxShape::below(surface, half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::PI;

    fn plane(angle: f32) -> HalfPlane {
        HalfPlane::try_new(Vec2::new(3.0, 2.0), angle).unwrap()
    }

    #[test]
    fn the_upper_side_of_a_piece_lies_in_the_surface_under_what_asks() {
        for k in 0..100 {
            let plane = plane(-3.0 + 0.06 * k as f32);
            let center = Vec2::new(0.3 * k as f32 - 20.0, 4.0 - 0.1 * k as f32);
            let piece = plane.piece(center, 0.7);
            for corner in [2, 3] {
                assert!(plane.height(piece.points()[corner]).abs() < 1e-5, "the corner lies in the surface");
            }
            let under = 0.5 * (piece.points()[2] + piece.points()[3]);
            let beside = (center - under).dot(plane.pose().rotation.x_axis());
            assert!(beside.abs() < 1e-5, "{beside}");
            assert!((piece.normals()[2] - plane.normal()).length() < 1e-6);
        }
    }

    #[test]
    fn a_box_around_it_ends_at_the_surface_if_that_lies_along_an_axis() {
        let level = plane(0.0).aabb(Pose::IDENTITY);
        assert_eq!(level, Aabb { min: Vec2::splat(-END), max: Vec2::new(END, 2.0) });
        let ceiling = plane(PI).aabb(Pose::IDENTITY);
        // The sine of PI as f32 is 9e-8: over 1,000 km the surface leans by 9 cm.
        assert!((ceiling.min.y - 2.0).abs() < 0.1 && ceiling.max == Vec2::splat(END), "{ceiling:?}");
        let slope = plane(0.1).aabb(Pose::IDENTITY);
        assert!((slope.max.y - (2.0 + 0.100_334_67 * (END - 3.0))).abs() < 1.0, "{slope:?}");
        assert_eq!((slope.min, slope.max.x), (Vec2::splat(-END), END));
    }

    #[test]
    fn its_box_holds_every_point_of_it_in_sight() {
        let mut chance = crate::engine::chance::Chance::new(22);
        for _ in 0..2_000 {
            let pose = Pose::new(Vec2::new(chance.between(-50.0, 50.0), chance.between(-50.0, 50.0)), chance.between(-4.0, 4.0));
            let plane = plane(chance.between(-4.0, 4.0));
            let bounds = plane.aabb(pose);
            assert!(bounds.min.is_finite() && bounds.max.is_finite());
            let p = Vec2::new(chance.between(-1e5, 1e5), chance.between(-1e5, 1e5));
            assert!(plane.height(pose.inv_transform_point(p)) > 0.0 || bounds.contains_point(p), "{p} {bounds:?}");
        }
    }
}
