//! A test that is cheaper than the time of impact: whether a moving shape stays clear of an obstacle anyway.

use crate::engine::math::{Vec2, max};
use crate::engine::narrow::time_of_impact::{Sweep, ToiTarget};
use crate::engine::shape::Convex;

/// True when a shape stays clear of an obstacle in a way that is seen at once: seen from the obstacle, all of it lies
/// above one face at the start and at the end, by more than its points may dip between.
///
/// Seen from there a point takes a curved path. While the shape turns by `θ` about its centre, a point at the distance
/// `r` is accelerated by `θ² r` (per step²); an obstacle that turns by `ω` itself adds `ω² d + 2 ω v` for a point at
/// the distance `d` that moves by `v`. A path that is bent by at most `b` leaves the straight line from its start to
/// its end by at most `b/8`.
pub(super) fn stays_above_a_face(shape: &Convex<'_>, sweep: &Sweep, obstacle: &Convex<'_>, other: &Sweep, target: ToiTarget) -> bool {
    let extent = shape.points.iter().fold(0.0, |most, &p| max(most, (p - sweep.local_center).length_squared())).sqrt();
    let (turn, spin) = (sweep.turn.abs(), other.turn.abs());
    let path = (sweep.travel - other.travel).length();
    let distance = (sweep.start_center - other.start_center).length() + path + extent;
    let bend = turn * turn * extent + spin * spin * distance + 2.0 * spin * (path + turn * extent);
    let clear = obstacle.radius + shape.radius + 0.125 * bend + target.separation + 2.0 * target.tolerance;
    // Near the obstacle numbers are small and precise, wherever in the world this happens.
    let (near, obstacle_near) = (sweep.seen_from(other.start_center), other.seen_from(other.start_center));
    let seen = [0.0, 1.0].map(|t| obstacle_near.pose_at(t).inv_mul(near.pose_at(t)));
    obstacle.normals.iter().zip(obstacle.points).any(|(&normal, &corner)| {
        let height = |p: Vec2| normal.dot(p - corner);
        seen.iter().all(|pose| shape.points.iter().all(|&p| height(pose.transform_point(p)) > clear))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::chance::Chance;
    use crate::engine::math::{Pose, Rot};
    use crate::engine::narrow::time_of_impact::{ToiOutcome, time_of_impact};
    use crate::engine::probe::NoProbe;
    use crate::engine::shape::{BoxShape, Capsule, ConvexPolygon, Segment, Shape};
    use crate::engine::tuning;

    #[test]
    fn what_stays_above_a_face_has_no_time_of_impact() {
        let mut chance = Chance::new(5);
        let mut between = |low, high| chance.between(low, high);
        let triangle = [Vec2::new(-0.5, -0.2), Vec2::new(0.6, -0.3), Vec2::new(0.0, 0.5)];
        let shapes: [Shape; 4] = [
            BoxShape::try_new(0.8, 0.3, Vec2::new(0.1, 0.0), 0.3, 0.0).unwrap().into(),
            Capsule::try_new(Vec2::new(-0.4, 0.0), Vec2::new(0.4, 0.1), 0.2).unwrap().into(),
            ConvexPolygon::try_new(&triangle, 0.0).unwrap().into(),
            Segment::try_new(Vec2::new(-2.0, 0.0), Vec2::new(2.0, 0.5)).unwrap().into(),
        ];
        let target = ToiTarget { separation: tuning::LINEAR_SLOP, tolerance: 0.25 * tuning::LINEAR_SLOP };
        let (mut clear, mut hits, mut turning) = (0, 0, 0);
        for case in 0..40_000 {
            let mut sweep = |far: f32, fast: f32| Sweep {
                local_center: Vec2::new(between(-0.2, 0.2), between(-0.2, 0.2)),
                start_center: Vec2::new(between(-far, far), between(-far, far)),
                travel: Vec2::new(between(-fast, fast), between(-fast, fast)),
                start_rotation: Rot::from_angle(between(-3.0, 3.0)),
                turn: between(-1.5, 1.5),
            };
            let (motion, mut other) = (sweep(1.5, 1.0), sweep(0.5, 0.3));
            match case % 3 {
                0 => other = Sweep::still(Pose { position: other.start_center, rotation: other.start_rotation }),
                1 => other.turn *= 0.1,
                _ => {}
            }
            let (shape, obstacle) = (shapes[case % 4].convex(), shapes[case / 4 % 4].convex());
            let found = time_of_impact(shape, &motion, obstacle, &other, target, &mut NoProbe);
            let is_clear = stays_above_a_face(&shape, &motion, &obstacle, &other, target);
            assert!(!is_clear || found.outcome == ToiOutcome::Separated, "case {case}: {found:?}");
            clear += usize::from(is_clear);
            turning += usize::from(is_clear && other.turn != 0.0);
            hits += usize::from(found.outcome == ToiOutcome::Hit);
        }
        assert!(clear > 2_000 && turning > 500 && hits > 2_000, "{clear} clear, {turning} of a turning obstacle, {hits} hits");
    }
}
