//! The lines of a picture as straight pieces on the paper, and its bodies: what words keep clear of
//! ([`super::labels`]).

use super::labels::Obstacles;
use super::projection::Projection;
use super::{DrawList, Primitive, Role, Sheet, half_plane, path};
use glam::Vec2;

/// Pictures with more pieces than this give none: there no place is free of lines, and the search would cost a frame.
const MOST: usize = 2000;
/// How far straight pieces may lie from an arc, points.
const TOLERANCE: f32 = 1.5;

/// The lines and outlines of a sheet, points. The faint grid is left out, and so are marks off the page.
pub fn strokes(list: &DrawList, sheet: Sheet, projection: Projection) -> Obstacles {
    let mut found = Found { projection, is_body: false, found: Obstacles::default() };
    for mark in list.marks.iter().filter(|m| m.sheet == sheet && m.role != Role::Grid) {
        found.is_body = BODIES.contains(&mark.role);
        found.primitive(&mark.primitive, list);
        if found.found.lines.len() > MOST {
            return Obstacles::default();
        }
    }
    found.found
}

/// What is filled in these roles is a body; most of the ground is free for words.
const BODIES: [Role; 6] = [Role::Body, Role::SleepingBody, Role::KinematicBody, Role::FrozenBody, Role::BodyA, Role::BodyB];

struct Found {
    projection: Projection,
    is_body: bool,
    found: Obstacles,
}

impl Found {
    fn primitive(&mut self, primitive: &Primitive, list: &DrawList) {
        let px = |p: &Vec2| self.projection.to_px(*p);
        let scale = self.projection.scale;
        let (chain, closed): (Vec<Vec2>, bool) = match primitive {
            Primitive::Line { a, b } | Primitive::Arrow { from: a, to: b } => (vec![px(a), px(b)], false),
            Primitive::Polyline { points } => (list.points(points).iter().map(px).collect(), false),
            Primitive::Outline { points } => (list.points(points).iter().map(px).collect(), true),
            Primitive::Circle { center, radius } => (round(px(center), radius * scale), true),
            Primitive::Ring { at, radius_px } => (round(px(at), *radius_px), true),
            Primitive::Cross { at, radius_px } => {
                let (c, u) = (px(at), Vec2::splat(*radius_px));
                self.chain(&[c + Vec2::new(-u.x, u.y), c + Vec2::new(u.x, -u.y)], false);
                (vec![c - u, c + u], false)
            }
            Primitive::Capsule { a, b, radius } if a == b => (round(px(a), radius * scale), true),
            Primitive::Capsule { a, b, radius } => (path::flattened(&[px(a), px(b)], radius * scale, TOLERANCE), true),
            Primitive::Box { center, half, rotation, rounding } => {
                let corners = [Vec2::ONE, Vec2::new(-1.0, 1.0), -Vec2::ONE, Vec2::new(1.0, -1.0)];
                let corners = corners.map(|c| px(&(*center + rotation.rotate(c * *half))));
                (path::flattened(&corners, rounding * scale, TOLERANCE), true)
            }
            Primitive::HalfPlane { point, normal } => {
                let Some([right, left, ..]) = half_plane::on_paper(*point, *normal, self.projection) else { return };
                (vec![px(&right), px(&left)], false)
            }
            Primitive::Polygon { points, rounding } => {
                let corners: Vec<Vec2> = list.points(points).iter().map(px).collect();
                (path::flattened(&corners, rounding * scale, TOLERANCE), true)
            }
            Primitive::Dot { .. }
            | Primitive::Band { .. }
            | Primitive::Image { .. }
            | Primitive::Field { .. }
            | Primitive::Label { .. } => return,
        };
        if self.is_body && closed && !matches!(primitive, Primitive::Outline { .. } | Primitive::Ring { .. }) {
            self.found.bodies.push(chain.clone());
        }
        self.chain(&chain, closed);
    }

    fn chain(&mut self, points: &[Vec2], closed: bool) {
        let page = self.projection.frame;
        let last = points.last().zip(points.first()).filter(|_| closed && points.len() > 2).map(|(a, b)| [*a, *b]);
        let pieces = points.windows(2).map(|pair| [pair[0], pair[1]]).chain(last);
        self.found.lines.extend(pieces.filter(|[a, b]| path::clip_segment(*a, *b, page.min, page.max).is_some()));
    }
}

fn round(center: Vec2, radius: f32) -> Vec<Vec2> {
    /// Pieces of a round outline: at 200 points radius they lie 1.7 from it.
    const PIECES: usize = 24;
    path::arc(center, Vec2::new(radius, 0.0), std::f32::consts::TAU, PIECES).collect()
}
