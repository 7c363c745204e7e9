//! Handles in the pictures for what is a direction: a knob at the end of a line from a fixed foot.
//!
//! ```text
//!            ◉ start direction      dragging the knob round its foot sets the direction, one edit a drag;
//!           ╱                       dashed while the algorithm goes its own way; the dials tell the same in degrees
//!    foot  ·
//! ```

use super::super::desk::Desk;
use super::super::theme::Look;
use crate::app::{Bench, MicroscopeCommand};
use crate::draw::labels::PxBox;
use crate::draw::projection::Projection;
use crate::draw::{Role, Sheet};
use crate::engine::math::{Vec2, atan2, direction, sin_cos};
use crate::lens::microscope::{Dial, Options, Side};
use egui::{Align2, CursorIcon, Galley, Painter, Pos2, Rect, Sense, Stroke, Ui, pos2, vec2};
use std::sync::Arc;

/// Angle of the free axis before there is one, radians.
pub(super) const FIRST_AXIS: f32 = std::f32::consts::PI / 6.0;

/// Radius of a knob's picture, points.
const KNOB_RADIUS: f32 = 9.0;

/// A handle of one view.
struct Handle {
    dial: Dial,
    name: &'static str,
    role: Role,
    /// World, or the view's own space.
    foot: Vec2,
    toward: Vec2,
    /// False while nothing was chosen.
    is_set: bool,
}

/// The handles that a view has.
fn handles(bench: &Bench, sheet: Sheet) -> Vec<Handle> {
    let s = bench.specimen();
    let has = |dial: Dial| bench.microscope().dials.contains(&dial);
    let mut all = Vec::new();
    if has(Dial::StartDirection) && matches!(sheet, Sheet::World | Sheet::Difference) {
        let middle = |side: Side| s.side(side).pose.transform_point(s.side(side).shape.convex().center());
        let own = direction(middle(Side::B) - middle(Side::A)).map_or(Vec2::X, |(unit, _)| unit);
        let chosen = s.options.gjk.start_direction.and_then(direction).map(|(unit, _)| unit);
        let foot = if sheet == Sheet::World { s.center() } else { Vec2::ZERO };
        let (role, name) = (Role::SearchDirection, "start direction");
        all.push(Handle { dial: Dial::StartDirection, name, role, foot, toward: chosen.unwrap_or(own), is_set: chosen.is_some() });
    }
    if has(Dial::FreeAxis) && sheet == Sheet::World {
        let (sin, cos) = sin_cos(s.options.free_axis.unwrap_or(FIRST_AXIS));
        let is_set = s.options.free_axis.is_some();
        all.push(Handle {
            dial: Dial::FreeAxis,
            name: "your own axis",
            role: Role::Preview,
            foot: s.center(),
            toward: Vec2::new(cos, sin),
            is_set,
        });
    }
    all
}

/// Shows the handles of a view, in `rect` below its title, and follows the hand that drags one. True while the pointer
/// is on one.
pub(super) fn show(ui: &Ui, desk: &mut Desk<'_>, bench: &Bench, sheet: Sheet, projection: Projection, rect: Rect) -> bool {
    let look = desk.look;
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let mut is_on = false;
    for handle in handles(bench, sheet) {
        let [foot, knob] = ends(&handle, bench, &look, sheet, projection, rect);
        let place = Rect::from_center_size(knob, vec2(look.pt(26.0), look.pt(26.0)));
        let response = ui.interact(place.intersect(rect), ui.id().with((sheet, handle.name)), Sense::drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, format!("Handle of {}", handle.name)));
        if response.drag_started() {
            desk.state.workspace.nudge = desk.state.gesture.next();
        }
        if response.dragged()
            && let Some(at) = response.interact_pointer_pos()
            && let Some((toward, _)) = direction(Vec2::new(at.x - foot.x, foot.y - at.y))
        {
            let mut options = bench.specimen().options;
            turn(&mut options, handle.dial, toward);
            desk.send(MicroscopeCommand::Options { options: options.into(), gesture: desk.state.workspace.nudge });
        }
        let is_held = response.dragged();
        let response = response.on_hover_text(format!("Drag to turn: {}", handle.name));
        let is_near = is_held || response.hovered();
        is_on |= is_near;
        if is_near {
            ui.ctx().set_cursor_icon(if is_held { CursorIcon::Grabbing } else { CursorIcon::Grab });
        }
        paint(&painter, &look, &handle, [foot, knob], is_near, rect);
    }
    is_on
}

/// What the knobs of a view and their words cover: labels keep clear of it.
pub(super) fn places(ui: &Ui, bench: &Bench, look: &Look, sheet: Sheet, projection: Projection, rect: Rect) -> Vec<PxBox> {
    let size = egui::Vec2::splat(2.0 * look.pt(KNOB_RADIUS + 1.0));
    let covered = |handle: &Handle| {
        let ends = ends(handle, bench, look, sheet, projection, rect);
        let words = words(ui.painter(), look, handle, ends, rect).map(|(place, _)| place.expand(2.0));
        [Some(Rect::from_center_size(ends[1], size)), words]
    };
    let px = |at: Pos2| Vec2::new(at.x, at.y);
    handles(bench, sheet).iter().flat_map(covered).flatten().map(|r| PxBox { min: px(r.min), max: px(r.max) }).collect()
}

/// Foot and knob of a handle, pixels.
fn ends(handle: &Handle, bench: &Bench, look: &Look, sheet: Sheet, projection: Projection, rect: Rect) -> [Pos2; 2] {
    let foot = projection.to_px(handle.foot);
    let foot = pos2(foot.x, foot.y);
    let size = bench.specimen().size() * projection.scale;
    let length = if sheet == Sheet::World { (0.8 * size).max(look.pt(70.0)) } else { look.pt(84.0) };
    within(rect, look, foot, vec2(handle.toward.x, -handle.toward.y), length)
}

/// Foot and knob of a handle of this length, within a frame that holds the foot.
fn within(rect: Rect, look: &Look, foot: Pos2, toward: egui::Vec2, length: f32) -> [Pos2; 2] {
    let knob = foot + length.min(room(foot, toward, rect.shrink(look.pt(18.0)))).max(look.pt(20.0)) * toward;
    // Beside a foot at the frame's edge the knob would lie outside, at the upper end over the title: both move in, and
    // the direction stays.
    let shift = if rect.contains(foot) { rect.shrink(look.pt(KNOB_RADIUS + 3.0)).clamp(knob) - knob } else { egui::Vec2::ZERO };
    [foot + shift, knob + shift]
}

/// How far one may go from a point before the frame ends.
fn room(from: Pos2, toward: egui::Vec2, frame: Rect) -> f32 {
    let until = |at: f32, way: f32, [low, high]: [f32; 2]| match way {
        w if w > 1e-6 => (high - at) / w,
        w if w < -1e-6 => (low - at) / w,
        _ => f32::INFINITY,
    };
    until(from.x, toward.x, [frame.left(), frame.right()]).min(until(from.y, toward.y, [frame.top(), frame.bottom()]))
}

/// Lets the algorithm's own way be this direction.
fn turn(options: &mut Options, dial: Dial, toward: Vec2) {
    match dial {
        Dial::StartDirection => options.gjk.start_direction = Some(toward),
        Dial::FreeAxis => options.free_axis = Some(atan2(toward.y, toward.x)),
        _ => {}
    }
}

fn paint(painter: &Painter, look: &Look, handle: &Handle, [foot, knob]: [Pos2; 2], is_near: bool, rect: Rect) {
    let color = look.role(handle.role);
    let stroke = Stroke::new(if handle.is_set { 2.0 } else { 1.2 }, color);
    let is_axis = handle.dial == Dial::FreeAxis;
    let start = if is_axis { foot - (knob - foot) } else { foot };
    if handle.is_set {
        painter.line_segment([start, knob], stroke);
    } else {
        painter.extend(egui::Shape::dashed_line(&[start, knob], stroke, look.pt(5.0), look.pt(4.0)));
    }
    if !is_axis {
        painter.circle_filled(foot, look.pt(2.5), color);
    }
    let fill = if is_near { look.hover } else { look.panel };
    painter.circle(knob, look.pt(if is_near { KNOB_RADIUS + 2.0 } else { KNOB_RADIUS }), fill, Stroke::new(2.0, color));
    let icon = egui_phosphor::regular::ARROWS_OUT_CARDINAL;
    painter.text(knob, Align2::CENTER_CENTER, icon, look.caption_font(), color);
    if let Some((place, galley)) = words(painter, look, handle, [foot, knob], rect) {
        painter.rect_filled(place.expand(2.0), look.corner(), look.ground.gamma_multiply(0.8));
        painter.galley(place.min, galley, color);
    }
}

/// The words of a handle and their place, outwards; where that would leave the picture the knob stands alone, with its
/// hint.
fn words(painter: &Painter, look: &Look, handle: &Handle, [foot, knob]: [Pos2; 2], rect: Rect) -> Option<(Rect, Arc<Galley>)> {
    let words = if handle.is_set { handle.name.to_owned() } else { format!("{}: drag", handle.name) };
    let galley = painter.layout_no_wrap(words, look.caption_font(), look.role(handle.role));
    let is_left = knob.x < foot.x;
    let (anchor, away) = if is_left { (Align2::RIGHT_CENTER, -look.pt(14.0)) } else { (Align2::LEFT_CENTER, look.pt(14.0)) };
    let place = anchor.anchor_size(knob + vec2(away, 0.0), galley.size());
    rect.contains_rect(place).then_some((place, galley))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::palette::Theme;

    /// A knob beside a foot at the upper end lay over the title of its view.
    #[test]
    fn a_knob_stays_in_its_view_and_in_its_direction() {
        let rect = Rect::from_min_max(pos2(10.0, 40.0), pos2(300.0, 200.0));
        for look in Theme::ALL.map(Look::of) {
            for foot in [rect.left_top(), rect.center_top(), rect.right_bottom(), rect.center(), rect.center_top() + vec2(0.0, 15.0)] {
                for degrees in (0..360).step_by(15) {
                    let (sin, cos) = sin_cos((degrees as f32).to_radians());
                    let toward = vec2(cos, sin);
                    let [from, knob] = within(rect, &look, foot, toward, look.pt(84.0));
                    let square = Rect::from_center_size(knob, egui::Vec2::splat(2.0 * look.pt(KNOB_RADIUS + 2.0)));
                    assert!(rect.contains_rect(square), "{:?} {foot} {degrees}: {knob}", look.theme);
                    let way = knob - from;
                    assert!((way.normalized() - toward).length() < 1e-3 && way.length() > 15.0, "{:?} {foot} {degrees}: {way}", look.theme);
                }
            }
        }
    }
}
