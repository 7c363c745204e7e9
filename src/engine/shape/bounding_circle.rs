//! The smallest circle around a shape: a second bounding volume beside the box.
//!
//! A circle does not change when its body turns, and two circles are compared by one distance; but around anything
//! long it holds much more empty space than a box.
//!
//! The smallest circle around points goes through two of them, its diameter, or through three. It is built up point by
//! point (E. Welzl, "Smallest enclosing disks (balls and ellipsoids)", 1991): a point that lies outside of the circle
//! so far lies on the border of the new one.

use super::Convex;
use crate::engine::math::{Pose, Vec2};
use glam::DVec2;

/// A circle around a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingCircle {
    /// Its middle, in the frame of the shape (or where [`BoundingCircle::placed`] has put it), metres.
    pub center: Vec2,
    /// Metres.
    pub radius: f32,
}

impl BoundingCircle {
    /// The smallest one around the rounded shape, up to rounding; its radius is rounded up so that it holds all of it.
    pub fn of(shape: Convex<'_>) -> BoundingCircle {
        let points: Vec<DVec2> = shape.points.iter().map(|p| p.as_dvec2()).collect();
        let center = smallest(&points).0.as_vec2();
        let reach =
            points.iter().map(|p| (*p - center.as_dvec2()).length()).fold(0.0, |most, reach| if reach > most { reach } else { most });
        let radius = (reach + f64::from(shape.radius)) as f32;
        BoundingCircle { center, radius: radius.next_up() }
    }

    /// The same where its body is.
    pub fn placed(self, pose: Pose) -> BoundingCircle {
        BoundingCircle { center: pose.transform_point(self.center), ..self }
    }

    /// True when the two circles share a point.
    pub fn overlaps(self, other: BoundingCircle) -> bool {
        let reach = self.radius + other.radius;
        (other.center - self.center).length_squared() <= reach * reach
    }
}

/// A circle while it is built up: middle and radius.
type Disc = (DVec2, f64);

fn holds((center, radius): Disc, p: DVec2) -> bool {
    (p - center).length() <= radius * (1.0 + 1e-12)
}

fn smallest(points: &[DVec2]) -> Disc {
    let mut disc = (points.first().copied().unwrap_or_default(), 0.0);
    for (i, &p) in points.iter().enumerate() {
        if !holds(disc, p) {
            disc = smallest_through(p, &points[..i]);
        }
    }
    disc
}

/// The smallest around the points that goes through `p`.
fn smallest_through(p: DVec2, points: &[DVec2]) -> Disc {
    let mut disc = (p, 0.0);
    for (j, &q) in points.iter().enumerate() {
        if !holds(disc, q) {
            disc = smallest_through_both(p, q, &points[..j]);
        }
    }
    disc
}

/// The smallest around the points that goes through `p` and `q`.
fn smallest_through_both(p: DVec2, q: DVec2, points: &[DVec2]) -> Disc {
    let mut disc = (0.5 * (p + q), 0.5 * (q - p).length());
    for &r in points {
        if !holds(disc, r) {
            disc = through_three(p, q, r).unwrap_or(disc);
        }
    }
    disc
}

/// The circle through three points; `None` when they lie on a line. With `u` and `v` from `p` to the others, its middle
/// `p + c` has `c·u = u²/2` and `c·v = v²/2`.
fn through_three(p: DVec2, q: DVec2, r: DVec2) -> Option<Disc> {
    let (u, v) = (q - p, r - p);
    let twice_area = u.perp_dot(v);
    if twice_area == 0.0 {
        return None;
    }
    let (a, b) = (0.5 * u.length_squared(), 0.5 * v.length_squared());
    let to_center = DVec2::new(a * v.y - b * u.y, b * u.x - a * v.x) / twice_area;
    Some((p + to_center, to_center.length()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::chance::Chance;

    /// The least radius over all circles through two or three of the points that hold all: every pair and triple tried.
    fn least_radius(points: &[DVec2]) -> f64 {
        let mut candidates = Vec::new();
        for (i, &p) in points.iter().enumerate() {
            for (j, &q) in points[..i].iter().enumerate() {
                candidates.push((0.5 * (p + q), 0.5 * (q - p).length()));
                candidates.extend(points[..j].iter().filter_map(|&r| through_three(p, q, r)));
            }
        }
        let around = candidates.into_iter().filter(|&(center, radius)| points.iter().all(|p| (*p - center).length() <= radius + 1e-9));
        around.map(|(_, radius)| radius).fold(f64::INFINITY, |least, radius| if radius < least { radius } else { least })
    }

    #[test]
    fn the_circle_holds_the_whole_shape_and_is_the_smallest_that_does() {
        let mut chance = Chance::new(4);
        let (mut by_two, mut by_three) = (0, 0);
        for _ in 0..2_000 {
            let count = 2 + chance.below(7) as usize;
            let points: Vec<Vec2> = (0..count).map(|_| Vec2::new(chance.between(-2.0, 2.0), chance.between(-1.0, 1.0))).collect();
            let radius = chance.between(0.0, 0.3);
            let circle = BoundingCircle::of(Convex { points: &points, normals: &[], radius });
            let exact: Vec<DVec2> = points.iter().map(|p| p.as_dvec2()).collect();
            for p in &exact {
                assert!((*p - circle.center.as_dvec2()).length() + f64::from(radius) <= f64::from(circle.radius));
            }
            let least = least_radius(&exact) + f64::from(radius);
            // Coordinates of a few metres are rounded by less than a micrometre.
            assert!((f64::from(circle.radius) - least).abs() < 1e-6, "{} {least}", circle.radius);
            let on_border = exact.iter().filter(|p| (**p - circle.center.as_dvec2()).length() > least - f64::from(radius) - 1e-6).count();
            *(if on_border == 2 { &mut by_two } else { &mut by_three }) += 1;
        }
        assert!(by_two > 200 && by_three > 200, "{by_two} {by_three}");
    }

    #[test]
    fn circles_that_touch_overlap_and_those_farther_apart_do_not() {
        let circle = |x: f32| BoundingCircle { center: Vec2::new(x, 0.0), radius: 0.5 };
        assert!(circle(0.0).overlaps(circle(1.0)) && !circle(0.0).overlaps(circle(1.0001)));
        let turned = circle(2.0).placed(Pose::new(Vec2::new(1.0, 0.0), std::f32::consts::FRAC_PI_2));
        assert!((turned.center - Vec2::new(1.0, 2.0)).length() < 1e-6);
    }
}
