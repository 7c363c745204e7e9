//! Discs and lines in lanes: the closed forms of [`crate::engine::narrow::pairs`] without their branches.

use super::clip::{FACE, Point};
use super::cores::{Columns, Cores};
use super::sat::{Foot, Nearest, Pair};
use super::vector::{Frame, Vector, not_gt};
use crate::engine::lanes::{IndexRow, Lanes};
use crate::engine::narrow::pairs::TOUCHING;

/// A point against a core, in every lane.
pub(super) struct NearPoint<L> {
    /// On the core.
    nearest: Vector<L>,
    point: Vector<L>,
    /// Unit, from the core to the point.
    outward: Vector<L>,
    /// Negative when the point is inside.
    height: L,
    feature: L,
}

impl<L: Lanes> NearPoint<L> {
    /// As a contact, in which the core is A or, where `turned`, B. Gives the normal from A to B too.
    #[inline(always)]
    pub fn contact(&self, [radius_a, radius_b]: [L; 2], turned: L::Mask, margin: L) -> (Vector<L>, Point<L>) {
        let zero = L::splat(0.0);
        let normal = Vector::select(turned, self.outward.reversed(), self.outward);
        let (point_a, point_b) = (Vector::select(turned, self.point, self.nearest), Vector::select(turned, self.nearest, self.point));
        let separation = self.height - (radius_a + radius_b);
        let position = (point_a + normal.times(radius_a) + point_b - normal.times(radius_b)).times(L::splat(0.5));
        let feature = L::select(turned, self.feature, self.feature * L::splat(256.0));
        (normal, Point { position, separation, feature, kept: L::select(separation.gt(margin), zero, L::splat(1.0)) })
    }
}

/// Two centres. The second is the point.
#[inline(always)]
pub(super) fn point_point<L: Lanes>(a: Vector<L>, b: Vector<L>) -> NearPoint<L> {
    let (zero, between) = (L::splat(0.0), b - a);
    let length = between.dot(between).sqrt();
    let has_direction = length.gt(L::splat(1e-12));
    let outward = Vector::select(has_direction, between.over(length), Vector { x: zero, y: L::splat(1.0) });
    NearPoint { nearest: a, point: b, outward, height: L::select(has_direction, length, zero), feature: zero }
}

/// A point against a line from `start` to `end`, whose left side looks along `left`.
#[inline(always)]
pub(super) fn point_line<L: Lanes>(point: Vector<L>, [start, end]: [Vector<L>; 2], left: Vector<L>) -> NearPoint<L> {
    let (zero, one) = (L::splat(0.0), L::splat(1.0));
    let foot = Foot::of(point, [start, end]);
    let length = foot.away.dot(foot.away).sqrt();
    let is_apart = length.gt(L::splat(TOUCHING));
    let on_left = L::select(zero.gt(left.dot(foot.away)), zero, one);
    let feature = L::select(foot.place.gt(zero), L::select(one.gt(foot.place), on_left + L::splat(FACE), one), zero);
    NearPoint {
        nearest: point - foot.away,
        point,
        outward: Vector::select(is_apart, foot.away.over(length), left),
        height: L::select(is_apart, length, zero),
        feature,
    }
}

/// A point against a box, whose own frame and half sizes these are.
#[inline(always)]
pub(super) fn point_box<L: Lanes>(point: Vector<L>, frame: &Frame<L>, half: Vector<L>) -> NearPoint<L> {
    let (zero, one) = (L::splat(0.0), L::splat(1.0));
    let local = frame.inv_rotate(point - frame.position);
    let low = half.reversed();
    let clamped = Vector { x: low.x.max(local.x.min(half.x)), y: low.y.max(local.y.min(half.y)) };
    let beyond = local - clamped;
    let length = beyond.dot(beyond).sqrt();
    let is_outside = length.gt(L::splat(TOUCHING));
    let (right, above) = (local.x.gt(zero), local.y.gt(zero));
    let beside = beyond.x.abs().gt(zero);
    let over = beyond.y.abs().gt(zero);
    let corner = L::select(above, L::select(right, L::splat(2.0), L::splat(3.0)), L::select(right, one, zero));
    let side = L::splat(FACE) + L::select(right, one, L::splat(3.0));
    let lid = L::splat(FACE) + L::select(above, L::splat(2.0), zero);
    let outer = L::select(beside, L::select(over, corner, side), lid);

    // Inside: the nearest face pushes the point out.
    let heights = [low.y - local.y, local.x - half.x, local.y - half.y, low.x - local.x];
    let normals = [[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]];
    let (mut face, mut height) = (zero, heights[0]);
    let mut normal = Vector { x: L::splat(normals[0][0]), y: L::splat(normals[0][1]) };
    for k in 1..4 {
        let is_higher = heights[k].gt(height);
        face = L::select(is_higher, L::splat(k as f32), face);
        height = L::select(is_higher, heights[k], height);
        normal = Vector::select(is_higher, Vector { x: L::splat(normals[k][0]), y: L::splat(normals[k][1]) }, normal);
    }
    let inward = frame.rotate(normal);
    NearPoint {
        nearest: Vector::select(is_outside, frame.transform_point(clamped), point - inward.times(height)),
        point,
        outward: Vector::select(is_outside, frame.rotate(beyond.over(length)), inward),
        height: L::select(is_outside, length, height),
        feature: L::select(is_outside, outer, face + L::splat(FACE)),
    }
}

/// A disc against a box or a line, or a disc: what its kernels gather.
pub(super) struct Disc<L: Lanes> {
    /// Where the disc is A.
    pub is_a: L::Mask,
    /// Its centre, in A's frame.
    pub center: Vector<L>,
    /// The other shape's body, in A's frame.
    pub frame: Frame<L>,
    /// Rounding of A and of B.
    pub radii: [L; 2],
}

impl<L: Lanes> Disc<L> {
    #[inline(always)]
    pub fn gather(cores: &Cores, [a, b]: [&IndexRow; 2], frame: Frame<L>, at: usize) -> Disc<L> {
        let [radius_a, count_a, ..] = L::gather(&cores.rest, a, at);
        let [radius_b, ..] = L::gather(&cores.rest, b, at);
        let is_a = L::splat(1.5).gt(count_a);
        let ([center_a], [center_b]) = (Columns::vectors::<L, 1>(&cores.points, a, at), Columns::vectors::<L, 1>(&cores.points, b, at));
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let own = Frame { position: Vector { x: zero, y: zero }, cos: one, sin: zero };
        Disc {
            is_a,
            center: Vector::select(is_a, center_a, frame.transform_point(center_b)),
            frame: Frame {
                position: Vector::select(is_a, frame.position, own.position),
                cos: L::select(is_a, frame.cos, own.cos),
                sin: L::select(is_a, frame.sin, own.sin),
            },
            radii: [radius_a, radius_b],
        }
    }

    /// Numbers of the shapes that are no discs. (Of two discs or none nothing is asked here.)
    #[inline(always)]
    pub fn other(&self, a: &IndexRow, b: &IndexRow, at: usize) -> IndexRow {
        let (mut other, turned) = (*a, L::bits(self.is_a));
        for lane in 0..L::COUNT {
            if turned >> lane & 1 == 1 {
                other.0[at + lane] = b.0[at + lane];
            }
        }
        other
    }
}

/// Nearest points of two lines, and where they cross or are so near that there is no direction between them.
pub(super) struct NearLines<L: Lanes> {
    pub normal: Vector<L>,
    /// Of the cores, metres.
    pub height: L,
    pub crossing: L::Mask,
}

impl<L: Lanes, const CORNERS: usize, const AXES: usize> Pair<L, CORNERS, AXES> {
    /// Of two cores of two corners.
    #[inline(always)]
    pub fn near_lines(&self) -> NearLines<L> {
        let first = [self.a.points[0], self.a.points[1]];
        let second = [self.frame.transform_point(self.b.points[0]), self.frame.transform_point(self.b.points[1])];
        let nearest = Nearest::of(first, second);
        let length = nearest.between.dot(nearest.between).sqrt();
        NearLines {
            normal: nearest.between.over(length),
            height: length,
            crossing: L::or(cross_each_other(first, second), not_gt(length, L::splat(TOUCHING))),
        }
    }
}

/// Where two segments cross: [`crate::engine::narrow::closest::cross_each_other`].
#[inline(always)]
fn cross_each_other<L: Lanes>([p0, p1]: [Vector<L>; 2], [q0, q1]: [Vector<L>; 2]) -> L::Mask {
    let (u, v, zero) = (p1 - p0, q1 - q0, L::splat(0.0));
    let on_first = u.cross(q0 - p0) * u.cross(q1 - p0);
    let on_second = v.cross(p0 - q0) * v.cross(p1 - q0);
    L::and(zero.gt(on_first), zero.gt(on_second))
}
