//! Dragging: each change returns a new specimen, without what the world stored for the old one.

use super::{Options, Side, Specimen};
use crate::engine::math::{Pose, Vec2};
use crate::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape};
use crate::engine::tuning::MAX_COORDINATE;

impl Specimen {
    fn changed(&self, change: impl FnOnce(&mut Specimen)) -> Specimen {
        let mut specimen = self.clone();
        change(&mut specimen);
        if specimen != *self {
            specimen.show_what_matters();
            specimen.stored = None;
            for side in [Side::A, Side::B] {
                if specimen.side(side) != self.side(side) {
                    specimen.hidden[side as usize] = None;
                }
            }
        }
        specimen
    }

    /// One side moved by world metres.
    pub fn moved(&self, side: Side, shift: Vec2) -> Specimen {
        self.changed(|s| {
            let pose = &mut s.side_mut(side).pose;
            let to = pose.position + shift;
            if to.is_finite() && to.abs().max_element() <= MAX_COORDINATE {
                pose.position = to;
            }
        })
    }

    /// One side turned about the middle of its core, radians counter-clockwise.
    pub fn turned_by(&self, side: Side, angle: f32) -> Specimen {
        self.changed(|s| {
            let sample = s.side_mut(side);
            let middle = sample.shape.convex().center();
            let pivot = sample.pose.transform_point(middle);
            let rotation = Pose::new(Vec2::ZERO, sample.pose.rotation.angle() + angle).rotation;
            if angle.is_finite() {
                sample.pose = Pose { position: pivot - rotation.rotate(middle), rotation };
            }
        })
    }

    /// A core vertex of one side dragged to a world point; a shape that cannot be (concave, too small) stays as it was.
    pub fn with_vertex(&self, side: Side, index: usize, to: Vec2) -> Specimen {
        self.changed(|s| {
            let sample = s.side_mut(side);
            let local = sample.pose.inv_transform_point(to);
            if let Some(shape) = with_point(&sample.shape, index, local) {
                sample.shape = shape;
            }
        })
    }

    /// The algorithms told something else.
    pub fn with_options(&self, options: Options) -> Specimen {
        self.changed(|s| s.options = options)
    }
}

/// The shape with one core vertex elsewhere: a box grows about its opposite corner, the others follow the vertex alone.
fn with_point(shape: &Shape, index: usize, to: Vec2) -> Option<Shape> {
    match shape {
        Shape::Circle(c) => Circle::try_new(to, c.radius()).ok().map(Shape::from),
        Shape::Capsule(c) => {
            let [a, b] = with_end(c.points(), index, to);
            Capsule::try_new(a, b, c.radius()).ok().map(Shape::from)
        }
        // Its corners are those of a part: none of them is the half-plane's own.
        Shape::HalfPlane(_) => None,
        Shape::Segment(s) => {
            let [a, b] = with_end(s.points(), index, to);
            Segment::try_new(a, b).ok().map(Shape::from)
        }
        Shape::Box(b) => {
            let (fixed, dragged) = (*b.points().get((index + 2) % 4)?, *b.points().get(index)?);
            let rotation = b.pose().rotation;
            let (across, before) = (rotation.inv_rotate(to - fixed), rotation.inv_rotate(dragged - fixed));
            // Past the opposite corner the dragged one would be another.
            if (across * before).min_element() <= 0.0 {
                return None;
            }
            let across = across.abs() + Vec2::splat(2.0 * b.radius());
            BoxShape::try_new(across.x, across.y, 0.5 * (fixed + to), rotation.angle(), b.radius()).ok().map(Shape::from)
        }
        Shape::Polygon(p) => {
            let mut points = p.points().to_vec();
            *points.get_mut(index)? = to;
            // Turned inside out, the vertices would be renumbered under the hand that drags one.
            let area = |points: &[Vec2]| (0..points.len()).map(|i| points[i].perp_dot(points[(i + 1) % points.len()])).sum::<f32>();
            (area(&points) > 0.0).then(|| ConvexPolygon::try_new(&points, p.radius()).ok().map(Shape::from)).flatten()
        }
    }
}

fn with_end(ends: &[Vec2; 2], index: usize, to: Vec2) -> [Vec2; 2] {
    if index == 0 { [to, ends[1]] } else { [ends[0], to] }
}
