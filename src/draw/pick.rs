//! Which mark lies under a point of the paper.
//!
//! Small marks win over large ones that they lie on: a dot is taken before the line that it ends, a line before the
//! area that it borders. Only tagged marks count.

use super::projection::Projection;
use super::{DrawList, Primitive, Sheet, Tag};
use glam::Vec2;

/// How near the pointer must be to a line or the rim of a dot, points.
const REACH: f32 = 7.0;

/// The tag of the mark under `at` (points of the paper); among equals the one drawn last.
pub fn pick(list: &DrawList, sheet: Sheet, projection: Projection, at: Vec2) -> Option<Tag> {
    let mut best: Option<(u8, f32, Tag)> = None;
    for mark in list.marks.iter().filter(|m| m.sheet == sheet) {
        let Some(tag) = mark.tag else { continue };
        let Some((rank, gap)) = gap(&mark.primitive, list, projection, at) else { continue };
        if gap <= REACH && best.is_none_or(|(r, g, _)| (rank, gap) <= (r, g)) {
            best = Some((rank, gap, tag));
        }
    }
    best.map(|(_, _, tag)| tag)
}

/// Rank of the mark (points before lines before areas) and its distance from `at`, points.
fn gap(primitive: &Primitive, list: &DrawList, projection: Projection, at: Vec2) -> Option<(u8, f32)> {
    let px = |p: Vec2| projection.to_px(p);
    let chain = |points: &[Vec2], closed: bool| {
        let points: Vec<Vec2> = points.iter().map(|&p| px(p)).collect();
        let mut nearest = f32::INFINITY;
        for pair in points.windows(2) {
            nearest = nearest.min(to_segment(at, pair[0], pair[1]));
        }
        if closed && let (Some(&first), Some(&last)) = (points.first(), points.last()) {
            nearest = nearest.min(to_segment(at, last, first));
        }
        nearest
    };
    Some(match primitive {
        Primitive::Dot { at: p, radius_px } | Primitive::Ring { at: p, radius_px } | Primitive::Cross { at: p, radius_px } => {
            (0, (at.distance(px(*p)) - radius_px).max(0.0))
        }
        Primitive::Line { a, b } | Primitive::Arrow { from: a, to: b } => (1, to_segment(at, px(*a), px(*b))),
        Primitive::Polyline { points } => (1, chain(list.points(points), false)),
        Primitive::Outline { points } => (1, chain(list.points(points), true)),
        Primitive::Circle { center, radius } => (2, (at.distance(px(*center)) - radius * projection.scale).max(0.0)),
        Primitive::Capsule { a, b, radius } => (2, (to_segment(at, px(*a), px(*b)) - radius * projection.scale).max(0.0)),
        Primitive::Box { center, half, rotation, rounding } => {
            let away = projection.to_world(at) - *center;
            let local = Vec2::new(rotation.dot(away), rotation.perp_dot(away));
            let beyond = (local.abs() - *half).max(Vec2::ZERO).length() - rounding;
            (2, (beyond * projection.scale).max(0.0))
        }
        Primitive::HalfPlane { point, normal } => (2, ((projection.to_world(at) - *point).dot(*normal) * projection.scale).max(0.0)),
        Primitive::Polygon { points, rounding } => {
            let corners: Vec<Vec2> = list.points(points).iter().map(|&p| px(p)).collect();
            let gap = if holds(&corners, at) { 0.0 } else { chain(list.points(points), true) - rounding * projection.scale };
            (2, gap.max(0.0))
        }
        Primitive::Label { .. } | Primitive::Band { .. } | Primitive::Image { .. } | Primitive::Field { .. } => return None,
    })
}

fn to_segment(p: Vec2, a: Vec2, b: Vec2) -> f32 {
    let along = b - a;
    let length_sq = along.length_squared();
    let t = if length_sq > 0.0 { ((p - a).dot(along) / length_sq).clamp(0.0, 1.0) } else { 0.0 };
    p.distance(a + along * t)
}

/// True when a convex outline holds the point.
fn holds(corners: &[Vec2], p: Vec2) -> bool {
    let count = corners.len();
    let side = |i: usize| (corners[(i + 1) % count] - corners[i]).perp_dot(p - corners[i]);
    count >= 3 && ((0..count).all(|i| side(i) >= 0.0) || (0..count).all(|i| side(i) <= 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::labels::PxBox;
    use crate::draw::{Role, View};

    #[test]
    fn a_dot_is_taken_before_the_line_it_ends_and_the_line_before_the_area() {
        let mut list = DrawList::default();
        let square = [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0), Vec2::new(-1.0, 1.0)];
        list.tag = Some(Tag(1));
        list.dot(Role::Contact, Vec2::new(1.0, 1.0), 4.0);
        list.tag = Some(Tag(2));
        list.line(Role::Contact, Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0));
        list.tag = Some(Tag(3));
        list.polygon(Role::BodyA, square, 0.0);
        let view = View { center: Vec2::ZERO, height: 4.0 };
        let frame = PxBox { min: Vec2::ZERO, max: Vec2::splat(400.0) };
        let projection = Projection::new(view, frame).expect("a sound view");
        let under = |x: f32, y: f32| pick(&list, Sheet::World, projection, projection.to_px(Vec2::new(x, y))).map(|t| t.0);
        assert_eq!([under(1.02, 0.99), under(1.01, 0.0), under(0.0, 0.2), under(1.5, 0.0)], [Some(1), Some(2), Some(3), None]);
    }
}
