//! Paints the pictures of the tools ([`Icon`]).

use super::theme::Look;
use crate::app::tool::icon::{Icon, Stroke};
use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, StrokeKind, pos2};

/// Paints a picture in the middle of `rect`.
pub(crate) fn paint(painter: &Painter, look: &Look, rect: Rect, icon: Icon, color: Color32) {
    match icon {
        Icon::Letter(letter) => {
            painter.text(rect.center(), Align2::CENTER_CENTER, letter, look.icon_font(), color);
        }
        Icon::Strokes(strokes) => strokes.iter().for_each(|stroke| paint_stroke(painter, look, rect, *stroke, color)),
    }
}

fn paint_stroke(painter: &Painter, look: &Look, rect: Rect, stroke: Stroke, color: Color32) {
    let unit = look.icon() / 24.0;
    let at = |[x, y]: [f32; 2]| -> Pos2 { rect.center() + egui::vec2(x - 12.0, y - 12.0) * unit };
    let line = look.icon_stroke(color);
    match stroke {
        Stroke::Lines(points) => {
            painter.add(Shape::line(points.iter().copied().map(at).collect(), line));
        }
        Stroke::Box(a, b) => {
            painter.rect_stroke(Rect::from_two_pos(at(a), at(b)), look.pt(1.5), line, StrokeKind::Middle);
        }
        Stroke::Circle(center, radius) => {
            painter.circle_stroke(at(center), radius * unit, line);
        }
        Stroke::Dot(center, radius) => {
            painter.circle_filled(at(center), radius * unit, color);
        }
        Stroke::Arc(center, radius, [from, to]) => {
            let points = (0..=12).map(|i| {
                let (sin, cos) = crate::engine::math::sin_cos(from + (to - from) * i as f32 / 12.0);
                let center = at(center);
                pos2(center.x + radius * unit * cos, center.y + radius * unit * sin)
            });
            painter.add(Shape::line(points.collect(), line));
        }
    }
}
