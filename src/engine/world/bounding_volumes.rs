//! How well boxes and circles stand for shapes: of the pairs that each lets through, how many do not touch.
//!
//! A bounding volume is good when it is cheap to compare and rarely says "perhaps" where the answer is no. What moves
//! and turns is not asked here: the volumes are those of this moment, without a margin.

use super::World;
use crate::engine::aabb::Aabb;
use crate::engine::body::BodyId;
use crate::engine::collider::Collider;
use crate::engine::math::Pose;
use crate::engine::narrow::gjk::{GjkOutcome, distance};
use crate::engine::narrow::half_plane::parts_that_matter;
use crate::engine::probe::NoProbe;
use crate::engine::shape::bounding_circle::BoundingCircle;

/// With more colliders pairs are not counted: all are compared with all.
const MOST_COUNTED: usize = 600;

/// Pairs of colliders that may touch, by what is found of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VolumeCounts {
    /// Pairs whose shapes share a point.
    pub touching: usize,
    /// Pairs whose tight boxes overlap.
    pub boxes: usize,
    /// Those of them whose shapes do not touch.
    pub false_boxes: usize,
    /// Pairs whose circles overlap.
    pub circles: usize,
    /// Those of them whose shapes do not touch.
    pub false_circles: usize,
}

/// A collider with both volumes.
struct Bounded<'a> {
    body: BodyId,
    is_mobile: bool,
    pose: Pose,
    collider: &'a Collider,
    aabb: Aabb,
    circle: BoundingCircle,
}

impl Bounded<'_> {
    fn may_touch(&self, other: &Bounded<'_>) -> bool {
        self.body != other.body && (self.is_mobile || other.is_mobile) && self.collider.filter.allows(other.collider.filter)
    }

    fn touches(&self, other: &Bounded<'_>) -> bool {
        let pose = self.pose.inv_mul(other.pose);
        let [a, b] = parts_that_matter(&self.collider.shape, &other.collider.shape, pose);
        let (a, b) = (a.convex(), b.convex());
        let found = distance(a, b, pose, &mut NoProbe);
        found.outcome == GjkOutcome::Overlap || found.distance <= a.radius + b.radius
    }
}

impl World {
    /// The bounding circle of every collider where it is, bodies and their colliders in order; world, metres.
    pub fn bounding_circles(&self) -> Vec<BoundingCircle> {
        self.bounded().iter().map(|bounded| bounded.circle).collect()
    }

    /// Compares all boxes and all circles with each other, and the shapes of those that overlap. `None` in a crowd of
    /// more than 600 colliders.
    pub fn volume_counts(&self) -> Option<VolumeCounts> {
        let all = self.bounded();
        if all.len() > MOST_COUNTED {
            return None;
        }
        let mut counts = VolumeCounts::default();
        for (k, a) in all.iter().enumerate() {
            for b in all[k + 1..].iter().filter(|b| a.may_touch(b)) {
                let (boxes, circles) = (a.aabb.overlaps(b.aabb), a.circle.overlaps(b.circle));
                if !boxes && !circles {
                    continue;
                }
                let touch = a.touches(b);
                counts.touching += usize::from(touch);
                counts.boxes += usize::from(boxes);
                counts.false_boxes += usize::from(boxes && !touch);
                counts.circles += usize::from(circles);
                counts.false_circles += usize::from(circles && !touch);
            }
        }
        Some(counts)
    }

    fn bounded(&self) -> Vec<Bounded<'_>> {
        let all = self.bodies().flat_map(|(id, body)| {
            body.colliders.iter().map(move |collider| Bounded {
                body: id,
                is_mobile: body.is_mobile(),
                pose: body.pose,
                collider,
                aabb: collider.shape.aabb(body.pose),
                circle: BoundingCircle::of(collider.shape.convex()).placed(body.pose),
            })
        });
        all.collect()
    }
}
