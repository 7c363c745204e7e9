//! Closest points of segments.
//!
//! *A point and a segment.* The foot of the point is its projection onto the line, clamped to the segment: with `u`
//! along the segment and `w` from its start to the point, the place is `(w·u) / (u·u)`, limited to 0 … 1.
//!
//! *Two segments* that do not cross are nearest to each other at an end of one of them. (Along both lines the
//! distance has no least value but where they cross, or they are parallel; so walking along the segments it falls
//! until an end is reached.) That leaves four feet to compare:
//!
//! ```text
//!    p0 ·--------------· p1           the feet of p0, p1 on q and of q0, q1 on p;
//!            |                        here that of q0 is nearest
//!            · q0
//!             `-._
//!                 `· q1
//! ```
//!
//! *Rounding.* The place is off by up to 6e-8, and with it the foot by that share of the segment's length: 0.1 mm on
//! a floor of 2 km, which tilts the way to a point 10 cm above by a thousandth. So what is left of it along the
//! segment is taken off a second time; then it is upright. Nothing is divided by the determinant of both directions,
//! which is a difference of nearly equal products where segments are nearly parallel (compare C. Ericson, *Real-Time
//! Collision Detection*, 2005, section 5.1.9). Whether two segments cross is told up to rounding: ends that stand on
//! the other segment by a few units in the last place may count for either side.

use super::vector::Vector;
use crate::engine::lanes::Lanes;

/// Where on a segment a point is nearest.
#[derive(Clone, Copy)]
pub struct Foot<L> {
    /// From 0 at the start of the segment to 1 at its end.
    pub place: L,
    /// From the foot to the point, metres.
    pub away: Vector<L>,
}

impl<L: Lanes> Foot<L> {
    /// Of a point on the segment from `start` to `end`; one without length is its start.
    #[inline(always)]
    pub fn of(point: Vector<L>, [start, end]: [Vector<L>; 2]) -> Foot<L> {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let (along, to_point) = (end - start, point - start);
        let length_sq = along.dot(along);
        let place = zero.max((to_point.dot(along) / length_sq).min(one));
        let place = L::select(length_sq.gt(zero), place, zero);
        let away = to_point - along * place;
        let upright = away - along * (away.dot(along) / length_sq);
        let foot = Foot { place, away };
        Foot { away: Vector::select(foot.is_inside(), upright, away), ..foot }
    }

    /// Where the foot is neither end of the segment.
    #[inline(always)]
    pub fn is_inside(&self) -> L::Mask {
        L::and(self.place.gt(L::splat(0.0)), L::splat(1.0).gt(self.place))
    }
}

/// The nearest points of two segments that do not cross; one of them is an end.
#[derive(Clone, Copy)]
pub struct NearestPoints<L> {
    /// The point on the first segment.
    pub on_first: Vector<L>,
    /// The point on the second.
    pub on_second: Vector<L>,
    /// From the first to the second, metres.
    pub between: Vector<L>,
    distance_sq: L,
    /// 1 where both points are ends, else 0.
    pub are_ends: L,
    /// Where both are ends: which end of the first segment and of the second, 0 or 1.
    pub ends: [L; 2],
}

impl<L: Lanes> NearestPoints<L> {
    /// Of two segments. Of equally near points those between an end and the inside of the other are taken, else the
    /// first.
    #[inline(always)]
    pub fn of(first: [Vector<L>; 2], second: [Vector<L>; 2]) -> NearestPoints<L> {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let mut nearest = NearestPoints {
            on_first: first[0],
            on_second: second[0],
            between: second[0] - first[0],
            distance_sq: L::splat(f32::INFINITY),
            are_ends: zero,
            ends: [zero, zero],
        };
        for (number, end) in [zero, one].into_iter().zip(first) {
            let foot = Foot::of(end, second);
            nearest.offer(&foot, [end, end - foot.away], -foot.away, [number, foot.place]);
        }
        for (number, end) in [zero, one].into_iter().zip(second) {
            let foot = Foot::of(end, first);
            nearest.offer(&foot, [end - foot.away, end], foot.away, [foot.place, number]);
        }
        nearest
    }

    /// Takes the points where they are nearer.
    #[inline(always)]
    fn offer(&mut self, foot: &Foot<L>, points: [Vector<L>; 2], between: Vector<L>, ends: [L; 2]) {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let distance_sq = foot.away.dot(foot.away);
        let is_inside = foot.is_inside();
        let as_near = L::and_not(is_inside, distance_sq.gt(self.distance_sq));
        let is_nearer = L::or(self.distance_sq.gt(distance_sq), as_near);
        self.on_first = Vector::select(is_nearer, points[0], self.on_first);
        self.on_second = Vector::select(is_nearer, points[1], self.on_second);
        self.between = Vector::select(is_nearer, between, self.between);
        self.distance_sq = L::select(is_nearer, distance_sq, self.distance_sq);
        self.are_ends = L::select(is_nearer, L::select(is_inside, zero, one), self.are_ends);
        self.ends = [L::select(is_nearer, ends[0], self.ends[0]), L::select(is_nearer, ends[1], self.ends[1])];
    }
}

/// Where two segments cross: each has its ends on different sides of the other.
#[inline(always)]
pub fn cross_each_other<L: Lanes>([p0, p1]: [Vector<L>; 2], [q0, q1]: [Vector<L>; 2]) -> L::Mask {
    let (u, v, zero) = (p1 - p0, q1 - q0, L::splat(0.0));
    let on_first = u.cross(q0 - p0) * u.cross(q1 - p0);
    let on_second = v.cross(p0 - q0) * v.cross(p1 - q0);
    L::and(zero.gt(on_first), zero.gt(on_second))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::math::{Vec2, perp};

    /// Found by a reader: the place on a long segment is rounded, and the foot slid along by as much.
    #[test]
    fn the_way_from_a_long_floor_to_a_point_over_it_is_upright() {
        for (far, slope) in [(1_000.0, 0.0), (1_000.0, 0.3), (5_000.0, -0.2)] {
            let along = Vec2::from_angle(slope);
            let floor = [-far * along, far * along];
            for k in 0..200 {
                let point = (0.9 * far * (k as f32 / 100.0 - 1.0)) * along + 0.1 * perp(along);
                let foot = Foot::of(point.into(), floor.map(Vector::from));
                assert!(foot.is_inside());
                let away = foot.away.first();
                let tilt = away.dot(along).abs() / away.length();
                // The direction itself is known to 6e-8; the correction is rounded like a length of 0.1 m.
                assert!(tilt < 1e-5, "{tilt} at {point}");
            }
        }
    }
}
