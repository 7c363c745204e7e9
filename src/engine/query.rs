//! Point, box and ray queries.
//!
//! The broad phase names the candidates, the shapes decide. Answers are sorted by a rule of their own, so that they
//! do not depend on the broad phase's method or history.
//!
//! *Rays.* The border of a rounded convex shape is made of its edges pushed out by the radius and of arcs about its
//! corners. The way in is the first crossing with any of them: an edge that faces the ray, between its two ends; or a
//! circle, by the smaller root of `|from + t·way − corner|² = r²`. A hit on the hidden part of a circle lies inside
//! the shape and so is never the first.

use super::aabb::Aabb;
use super::collider::ColliderId;
use super::frames::{LocalPoint, LocalVector, WorldPoint, WorldUnit};
use super::math::{Vec2, cross, direction};
use super::probe::NoProbe;
use super::shape::Convex;
use super::world::World;

/// Where a ray first enters a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Whose shape.
    pub collider: ColliderId,
    /// Share of the way from `from` to `to`, 0 to 1.
    pub fraction: f32,
    /// Where.
    pub point: WorldPoint,
    /// Outward normal of the shape there; `None` when the ray starts inside.
    pub normal: Option<WorldUnit>,
}

impl World {
    /// Colliders that contain the point, topmost (created last) first.
    pub fn colliders_at(&self, point: WorldPoint) -> Vec<ColliderId> {
        let mut found = self.candidates(Aabb { min: point.vec(), max: point.vec() });
        found.retain(|&id| match (self.body(id.body), self.collider(id)) {
            (Some(body), Some(collider)) => collider.shape.contains(body.pose.to_local::<LocalPoint>(point)),
            _ => false,
        });
        found.reverse();
        found
    }

    /// Colliders whose tight box overlaps the box, in order of creation.
    pub fn colliders_in(&self, region: Aabb) -> Vec<ColliderId> {
        let mut found = self.candidates(region);
        found.retain(|&id| self.boxes(id).is_some_and(|boxes| boxes.tight.overlaps(region)));
        found
    }

    /// Nearest shape on the way from `from` to `to`; of equally near ones the one created first.
    pub fn ray_cast(&self, from: WorldPoint, to: WorldPoint) -> Option<RayHit> {
        self.ray_cast_all(from, to).into_iter().next()
    }

    /// Every shape on the way from `from` to `to`, nearest first. Empty when a number is not finite.
    pub fn ray_cast_all(&self, from: WorldPoint, to: WorldPoint) -> Vec<RayHit> {
        if !(from.vec().is_finite() && to.vec().is_finite()) {
            return Vec::new();
        }
        let hit = |id: ColliderId| {
            let (body, collider) = (self.body(id.body)?, self.collider(id)?);
            let (local_from, local_to): (LocalPoint, LocalPoint) = (body.pose.to_local(from), body.pose.to_local(to));
            let (start, way) = (local_from.vec(), (local_to - local_from).vec());
            let shape = collider.shape.near(start, way.length());
            let (fraction, normal) = enter(&shape.convex(), start, way)?;
            let normal = LocalVector::of(normal).normalized().map(|normal| body.pose.to_world(normal));
            Some(RayHit { collider: id, fraction, point: from + (to - from) * fraction, normal })
        };
        let mut hits: Vec<RayHit> = self.candidates(Aabb::from_corners(from.vec(), to.vec())).into_iter().filter_map(hit).collect();
        // A stable sort: equal fractions stay in order of creation.
        hits.sort_by(|a, b| a.fraction.total_cmp(&b.fraction));
        hits
    }

    /// Colliders whose enlarged box overlaps the region, sorted.
    fn candidates(&self, region: Aabb) -> Vec<ColliderId> {
        let mut found = Vec::new();
        self.broad().query(region, &mut NoProbe, |id| found.push(id));
        found.sort_unstable();
        found
    }
}

/// Where the ray `from + t · way`, 0 ≤ t ≤ 1, enters the shape: t and the outward normal. All in the shape's frame.
fn enter(shape: &Convex<'_>, from: Vec2, way: Vec2) -> Option<(f32, Vec2)> {
    if shape.signed_distance(from) <= 0.0 {
        return Some((0.0, Vec2::ZERO));
    }
    let mut first: Option<(f32, Vec2)> = None;
    let mut offer = |t: f32, normal: Vec2| {
        if (0.0..=1.0).contains(&t) && first.is_none_or(|(earlier, _)| t < earlier) {
            first = Some((t, normal));
        }
    };
    let count = shape.points.len();
    for (k, &normal) in shape.normals.iter().enumerate() {
        let start = shape.points[k] + shape.radius * normal;
        let edge = shape.points[(k + 1) % count] - shape.points[k];
        let facing = way.dot(normal);
        if facing < 0.0 {
            let t = (start - from).dot(normal) / facing;
            let along = (from + t * way - start).dot(edge);
            if along >= 0.0 && along <= edge.length_squared() {
                offer(t, normal);
            }
        }
    }
    if shape.radius > 0.0 {
        for &corner in shape.points {
            if let Some(t) = enter_circle(from - corner, way, shape.radius)
                && let Some((normal, _)) = direction(from + t * way - corner)
            {
                offer(t, normal);
            }
        }
    }
    first
}

/// First t at which `from + t · way` comes to the distance `radius` from the origin.
fn enter_circle(from: Vec2, way: Vec2, radius: f32) -> Option<f32> {
    let (axis, length) = direction(way)?;
    // Foot of the perpendicular from the origin: more precise than the discriminant when the ray is long.
    let (to_foot, height) = (-from.dot(axis), cross(axis, from));
    let half_chord_sq = radius * radius - height * height;
    (half_chord_sq >= 0.0).then(|| (to_foot - half_chord_sq.sqrt()) / length)
}
