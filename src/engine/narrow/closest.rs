//! Closest points of segments (S2).
//!
//! *A point and a segment.* The foot of the point is its projection onto the line, clamped to the segment: with `u` along the segment and `w` from its start to the point,
//! the place is `(w·u) / (u·u)`, limited to 0 … 1.
//!
//! *Two segments* that do not cross are nearest to each other at an end of one of them. (Along both lines the distance has no least value but where they cross, or they are parallel; so walking
//! along the segments it falls until an end is reached.) That leaves four feet to compare:
//!
//! ```text
//!    p0 ·--------------· p1           the feet of p0, p1 on q and of q0, q1 on p;
//!            |                        here that of q0 is nearest
//!            · q0
//!             `-._
//!                 `· q1
//! ```
//!
//! *Rounding.* The place is off by up to 6e-8, and with it the foot by that share of the segment's length: 0.1 mm on a floor of 2 km, which tilts the way to a point 10 cm above by a
//! thousandth. So what is left of it along the segment is taken off a second time; then it is upright. Nothing is divided by the determinant of both directions, which is a
//! difference of nearly equal products where segments are nearly parallel (compare C. Ericson, *Real-Time Collision Detection*, 2005, section 5.1.9). Whether two segments cross is told up to
//! rounding: ends that stand on the other segment by a few units in the last place may count for either side.

use crate::engine::math::{Vec2, clamp, cross};

/// Where on a segment a point is nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot {
    /// From 0 at the start of the segment to 1 at its end.
    pub place: f32,
    /// From the foot to the point, metres.
    pub away: Vec2,
}

impl Foot {
    /// Of a point on the segment from `start` to `end`; one without length is its start.
    #[inline]
    pub fn of(point: Vec2, [start, end]: [Vec2; 2]) -> Foot {
        let (along, to_point) = (end - start, point - start);
        let length_sq = along.length_squared();
        let place = if length_sq > 0.0 { clamp(to_point.dot(along) / length_sq, 0.0, 1.0) } else { 0.0 };
        let away = to_point - place * along;
        let is_inside = place > 0.0 && place < 1.0;
        Foot { place, away: if is_inside { away - (away.dot(along) / length_sq) * along } else { away } }
    }

    /// The end of the segment that is the foot: 0, 1, or neither.
    #[inline]
    pub fn end(&self) -> Option<usize> {
        if self.place == 0.0 {
            Some(0)
        } else if self.place == 1.0 {
            Some(1)
        } else {
            None
        }
    }
}

/// The nearest points of two segments that do not cross; one of them is an end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestPoints {
    /// The point on the first segment.
    pub on_first: Vec2,
    /// The point on the second.
    pub on_second: Vec2,
    /// From the first to the second, metres.
    pub between: Vec2,
    /// Which ends they are, if both are ends.
    pub ends: Option<[usize; 2]>,
}

/// Nearest points of two segments that do not cross. Of equally near ones that between an end and the inside of the other, else the first.
pub fn nearest_points(first: [Vec2; 2], second: [Vec2; 2]) -> NearestPoints {
    let mut nearest = NearestPoints { on_first: first[0], on_second: second[0], between: second[0] - first[0], ends: None };
    let mut least = f32::INFINITY;
    for (k, &end) in first.iter().chain(&second).enumerate() {
        let foot = Foot::of(end, if k < 2 { second } else { first });
        let distance_sq = foot.away.length_squared();
        if distance_sq < least || (distance_sq == least && foot.end().is_none()) {
            least = distance_sq;
            nearest = if k < 2 {
                NearestPoints { on_first: end, on_second: end - foot.away, between: -foot.away, ends: foot.end().map(|other| [k, other]) }
            } else {
                NearestPoints {
                    on_first: end - foot.away,
                    on_second: end,
                    between: foot.away,
                    ends: foot.end().map(|other| [other, k - 2]),
                }
            };
        }
    }
    nearest
}

/// True when two segments cross: each has its ends on different sides of the other.
#[inline]
pub fn cross_each_other([p0, p1]: [Vec2; 2], [q0, q1]: [Vec2; 2]) -> bool {
    let (u, v) = (p1 - p0, q1 - q0);
    cross(u, q0 - p0) * cross(u, q1 - p0) < 0.0 && cross(v, p0 - q0) * cross(v, p1 - q0) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Found by a reader: the place on a long segment is rounded, and the foot slid along by as much.
    #[test]
    fn the_way_from_a_long_floor_to_a_point_over_it_is_upright() {
        for (far, slope) in [(1_000.0, 0.0), (1_000.0, 0.3), (5_000.0, -0.2)] {
            let along = Vec2::from_angle(slope);
            let floor = [-far * along, far * along];
            for k in 0..200 {
                let point = (0.9 * far * (k as f32 / 100.0 - 1.0)) * along + 0.1 * crate::engine::math::perp(along);
                let foot = Foot::of(point, floor);
                assert!(foot.end().is_none());
                let tilt = foot.away.dot(along).abs() / foot.away.length();
                // The direction itself is known to 6e-8; the correction is rounded like a length of 0.1 m.
                assert!(tilt < 1e-5, "{tilt} at {point}");
            }
        }
    }
}
