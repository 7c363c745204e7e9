//! From metres to points and back.

use super::labels::PxBox;
use super::{DrawList, Primitive, Role, Sheet, View};
use glam::Vec2;

/// How a view lies on a rectangle of the paper: metres, y up, to points, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// World point in the middle of the frame, metres.
    pub center: Vec2,
    /// The frame on the paper.
    pub frame: PxBox,
    /// Points per metre.
    pub scale: f32,
}

impl Projection {
    /// The view fills the frame's height; `None` when view or frame are empty or not finite.
    pub fn new(view: View, frame: PxBox) -> Option<Projection> {
        let scale = frame.size().y / view.height;
        let sound = view.center.is_finite() && scale.is_finite() && scale > 0.0 && frame.size().x > 0.0;
        sound.then_some(Projection { center: view.center, frame, scale })
    }

    /// A world point on the paper.
    pub fn to_px(self, p: Vec2) -> Vec2 {
        let d = (p - self.center) * self.scale;
        self.frame.center() + Vec2::new(d.x, -d.y)
    }

    /// A point of the paper in the world.
    pub fn to_world(self, px: Vec2) -> Vec2 {
        let d = (px - self.frame.center()) / self.scale;
        self.center + Vec2::new(d.x, -d.y)
    }
}

/// A view that shows all marks of a sheet with some margin, `aspect` = width / height of the picture. Outlines that are
/// only context ([`Role::Difference`]) count up to four times the rest, so that a very wide one does not shrink what
/// matters to a dot. `None` when the sheet has no marks.
pub fn fit(list: &DrawList, sheet: Sheet, aspect: f32) -> Option<View> {
    let main = bounds(list, |m| m.sheet == sheet && m.role != Role::Difference);
    let all = bounds(list, |m| m.sheet == sheet);
    let (min, max) = match (main, all) {
        (Some((min, max)), Some((low, high))) => {
            let reach = Vec2::splat(2.0 * (max - min).max_element().max(1e-3));
            let middle = (min + max) * 0.5;
            (low.max(middle - reach).min(min), high.min(middle + reach).max(max))
        }
        (None, Some(all)) => all,
        _ => return None,
    };
    let size = (max - min).max(Vec2::splat(1e-3));
    // Words need more room to the sides than above.
    let height = (size.y * 1.35).max(size.x * 1.7 / aspect.max(1e-3));
    height.is_finite().then_some(View { center: (min + max) * 0.5, height })
}

/// Lower left and upper right corner of all wanted marks, without their words' widths; `None` when there are none.
pub fn bounds(list: &DrawList, wanted: impl Fn(&super::Mark) -> bool) -> Option<(Vec2, Vec2)> {
    let mut reach: Option<(Vec2, Vec2)> = None;
    let mut include = |center: Vec2, radius: f32| {
        if center.is_finite() && radius.is_finite() {
            let (low, high) = (center - Vec2::splat(radius), center + Vec2::splat(radius));
            reach = Some(reach.map_or((low, high), |(min, max)| (min.min(low), max.max(high))));
        }
    };
    for mark in list.marks.iter().filter(|m| wanted(m)) {
        match &mark.primitive {
            Primitive::Line { a, b } | Primitive::Arrow { from: a, to: b } => [*a, *b].into_iter().for_each(|p| include(p, 0.0)),
            Primitive::Capsule { a, b, radius } => [*a, *b].into_iter().for_each(|p| include(p, *radius)),
            Primitive::Circle { center, radius } => include(*center, *radius),
            Primitive::Box { center, half, rounding, .. } => include(*center, half.length() + rounding),
            // Of what has no end the place where it is held.
            Primitive::HalfPlane { point, .. } => include(*point, 0.0),
            Primitive::Polygon { points, rounding } => list.points(points).iter().for_each(|&p| include(p, *rounding)),
            Primitive::Image { center, half: [x, y], .. } => include(*center, x.length() + y.length()),
            // Light and shadow go on for ever.
            Primitive::Band { .. } => {}
            Primitive::Field { corner, cell, columns, levels } => {
                let rows = levels.len() as u32 / (*columns).max(1);
                [*corner, *corner + Vec2::new(*columns as f32, rows as f32) * *cell].into_iter().for_each(|p| include(p, 0.0));
            }
            Primitive::Outline { points } | Primitive::Polyline { points } => list.points(points).iter().for_each(|&p| include(p, 0.0)),
            Primitive::Dot { at, .. } | Primitive::Ring { at, .. } | Primitive::Cross { at, .. } | Primitive::Label { at, .. } => {
                include(*at, 0.0)
            }
        }
    }
    reach
}
