//! Pictures of the tools. Most come from the icon font; capsules, walls and joints have no letter there and are drawn here, in the
//! same weight, on a 24 × 24 grid with y down.

use super::theme::Look;
use crate::app::ToolKind;
use crate::engine::joint::info::{self as icon_part, Variant};
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
        ToolKind::Capsule | ToolKind::Wall | ToolKind::Joint(_) => return None,
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
        ToolKind::Joint(Variant { tool: Some(tool), .. }) => {
            for stroke in tool.icon {
                paint(painter, look, *stroke, at, color);
            }
        }
        _ => {}
    }
}

/// Paints a part of a joint tool's picture; `at` places its grid.
fn paint(painter: &Painter, look: &Look, part: icon_part::Stroke, at: impl Fn(f32, f32) -> Pos2, color: Color32) {
    let (unit, stroke) = (look.icon() / 24.0, look.icon_stroke(color));
    let at = |[x, y]: [f32; 2]| at(x, y);
    match part {
        icon_part::Stroke::Lines(points) => {
            painter.add(Shape::line(points.iter().map(|p| at(*p)).collect(), stroke));
        }
        icon_part::Stroke::Circle(center, radius) => {
            painter.circle_stroke(at(center), radius * unit, stroke);
        }
        icon_part::Stroke::Dot(center, radius) => {
            painter.circle_filled(at(center), radius * unit, color);
        }
        icon_part::Stroke::Box(a, b) => {
            painter.rect_stroke(Rect::from_two_pos(at(a), at(b)), look.pt(1.5), stroke, egui::StrokeKind::Middle);
        }
        icon_part::Stroke::Arc(center, radius, [from, to]) => arc(painter, at(center), radius * unit, from, to, stroke),
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
