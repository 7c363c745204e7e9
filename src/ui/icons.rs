//! Pictures of the tools. Most come from the icon font; capsules, walls and joints have no letter there and are drawn here, in the
//! same weight, on a 24 × 24 grid with y down.

use super::theme::Look;
use crate::app::ToolKind;
use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, pos2};
use egui_phosphor::regular as icon;

/// The letter of the icon font, for tools that have one.
fn letter(tool: ToolKind) -> Option<&'static str> {
    Some(match tool {
        ToolKind::Select => icon::CURSOR,
        ToolKind::Grab => icon::HAND_GRABBING,
        ToolKind::Circle => icon::CIRCLE,
        ToolKind::Box => icon::SQUARE,
        ToolKind::Polygon => icon::PENTAGON,
        ToolKind::Launcher => icon::CROSSHAIR,
        ToolKind::Measure => icon::RULER,
        ToolKind::Capsule
        | ToolKind::Wall
        | ToolKind::Revolute
        | ToolKind::Prismatic
        | ToolKind::Spring
        | ToolKind::Rod
        | ToolKind::Weld => return None,
    })
}

/// Paints a tool's picture in the middle of `rect`.
pub(crate) fn tool(painter: &Painter, look: &Look, rect: Rect, tool: ToolKind, color: Color32) {
    if let Some(letter) = letter(tool) {
        painter.text(rect.center(), Align2::CENTER_CENTER, letter, look.icon_font(), color);
        return;
    }
    let unit = look.icon() / 24.0;
    let at = |x: f32, y: f32| -> Pos2 { rect.center() + egui::vec2(x - 12.0, y - 12.0) * unit };
    let stroke = look.icon_stroke(color);
    let line = |a: Pos2, b: Pos2| painter.line_segment([a, b], stroke);
    match tool {
        ToolKind::Capsule => {
            let outline = Rect::from_min_max(at(2.0, 7.0), at(22.0, 17.0));
            painter.rect_stroke(outline, look.round(), stroke, egui::StrokeKind::Middle);
        }
        ToolKind::Wall => {
            line(at(2.0, 10.0), at(22.0, 10.0));
            for x in [5.0, 10.0, 15.0, 20.0] {
                line(at(x, 10.0), at(x - 4.0, 16.0));
            }
        }
        ToolKind::Revolute => {
            painter.circle_stroke(at(12.0, 12.0), 3.5 * unit, stroke);
            line(at(9.5, 9.5), at(3.0, 3.0));
            line(at(14.5, 14.5), at(21.0, 21.0));
            arc(painter, at(12.0, 12.0), 9.0 * unit, -1.2, 0.35, stroke);
        }
        ToolKind::Prismatic => {
            painter.rect_stroke(Rect::from_min_max(at(7.0, 7.0), at(17.0, 17.0)), look.pt(1.5), stroke, egui::StrokeKind::Middle);
            line(at(1.5, 12.0), at(7.0, 12.0));
            line(at(17.0, 12.0), at(22.5, 12.0));
        }
        ToolKind::Spring => {
            let points = [(1.5, 12.0), (5.0, 12.0), (7.0, 6.0), (11.0, 18.0), (15.0, 6.0), (18.0, 18.0), (19.5, 12.0), (22.5, 12.0)];
            painter.add(Shape::line(points.into_iter().map(|(x, y)| at(x, y)).collect(), stroke));
        }
        ToolKind::Rod => {
            painter.circle_stroke(at(4.5, 19.5), 2.6 * unit, stroke);
            painter.circle_stroke(at(19.5, 4.5), 2.6 * unit, stroke);
            line(at(6.6, 17.4), at(17.4, 6.6));
        }
        ToolKind::Weld => {
            painter.rect_stroke(Rect::from_min_max(at(3.0, 3.0), at(14.0, 14.0)), look.pt(1.5), stroke, egui::StrokeKind::Middle);
            painter.rect_stroke(Rect::from_min_max(at(10.0, 10.0), at(21.0, 21.0)), look.pt(1.5), stroke, egui::StrokeKind::Middle);
            painter.circle_filled(at(12.0, 12.0), 2.2 * unit, color);
        }
        _ => {}
    }
}

/// An arc from one angle to another (radians, clockwise on the screen).
fn arc(painter: &Painter, center: Pos2, radius: f32, from: f32, to: f32, stroke: Stroke) {
    let points = (0..=12).map(|i| {
        let angle = from + (to - from) * i as f32 / 12.0;
        let (sin, cos) = crate::engine::math::sin_cos(angle);
        pos2(center.x + radius * cos, center.y + radius * sin)
    });
    painter.add(Shape::line(points.collect(), stroke));
}
