//! The canvas: what the pointer and the wheel do over the scene. The world itself is painted below the panels by the
//! shell.
//!
//! Presses are read as raw events in their order, not as "is the button down": a press and a release within one frame
//! are two events and neither may be lost. Who owns the pointer is decided at the press (is the canvas the topmost
//! thing there?) and holds until the release, wherever that happens.

use super::canvas_menu;
use super::desk::{Desk, to_world};
use super::theme;
use crate::app::{Pointer, PointerEvent, ToolCommand, ViewCommand};
use crate::engine::math::Vec2;
use egui::{CursorIcon, Event, Modifiers, PointerButton, Pos2, Rect, Response, Sense};

/// What the mouse does on the canvas.
pub(crate) const MOUSE: [(&str, &str); 8] = [
    ("Drag", "what the tool says at the lower left"),
    ("Shift-click", "adds to the selection"),
    ("Alt-drag", "turns the selection"),
    ("Ctrl while dragging", "lets go of grid, shapes and angles"),
    ("Right or middle drag", "moves the view"),
    ("Wheel", "zooms at the pointer"),
    ("Double-click on empty space", "fits everything"),
    ("Right click", "a menu for what lies there"),
];

/// Takes the canvas's input. Returns where it is.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) -> Rect {
    let panel = egui::CentralPanel::default().frame(egui::Frame::NONE);
    let shown = panel.show(ctx, |ui| {
        let rect = ui.max_rect();
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "Canvas"));
        let mut look = Where { desk, rect, ctx };
        look.pointer();
        look.pan(&response);
        look.zoom(&response);
        look.cursor(&response);
        canvas_menu::show(&response, look.desk, rect);
        rect
    });
    shown.inner
}

struct Where<'c, 'd, 'a> {
    desk: &'d mut Desk<'a>,
    rect: Rect,
    ctx: &'c egui::Context,
}

impl Where<'_, '_, '_> {
    /// World point under a point of the screen.
    fn world(&self, at: Pos2) -> Vec2 {
        to_world(self.desk, self.rect, at)
    }

    fn at(&self, at: Pos2, m: Modifiers) -> Pointer {
        Pointer { world: self.world(at), shift: m.shift, ctrl: m.command, alt: m.alt }
    }

    /// True when nothing lies over the canvas at this point.
    fn is_free(&self, at: Pos2) -> bool {
        self.rect.contains(at) && self.ctx.layer_id_at(at).is_none_or(|layer| layer.order == egui::Order::Background)
    }

    fn pointer(&mut self) {
        let (events, modifiers, time) = self.ctx.input(|i| (i.events.clone(), i.modifiers, i.time));
        for event in events {
            match event {
                Event::PointerMoved(at) => self.moved(at, modifiers),
                Event::PointerButton { pos, button: PointerButton::Primary, pressed: true, modifiers } if self.is_free(pos) => {
                    self.press(pos, modifiers, time);
                }
                Event::PointerButton { pos, button: PointerButton::Primary, pressed: false, modifiers } => self.release(pos, modifiers),
                Event::PointerGone => self.leave(),
                _ => {}
            }
        }
        self.let_go_on(time);
    }

    fn moved(&mut self, at: Pos2, modifiers: Modifiers) {
        let state = &mut self.desk.state.canvas;
        if state.last_press.is_some_and(|(_, p)| p.distance(at) > theme::DOUBLE_CLICK.1) && state.pressed {
            // A drag is no click.
            state.last_press = None;
            self.begin_held();
        }
        if self.desk.state.canvas.pressed || self.is_free(at) {
            self.desk.state.canvas.inside = true;
            self.desk.state.pointer_world = Some(self.world(at));
            let event = PointerEvent::Move(self.at(at, modifiers));
            self.desk.send(ToolCommand::Pointer(event));
        } else {
            self.leave();
        }
    }

    fn leave(&mut self) {
        if !self.desk.state.canvas.pressed && std::mem::take(&mut self.desk.state.canvas.inside) {
            self.desk.state.pointer_world = None;
            self.desk.send(ToolCommand::Pointer(PointerEvent::Leave));
        }
    }

    /// A press begins what the tool does with it. The second of two is held back until it is known to be a click, by
    /// the release, or a drag.
    fn press(&mut self, at: Pos2, modifiers: Modifiers, time: f64) {
        let (within, near) = theme::DOUBLE_CLICK;
        let pointer = self.at(at, modifiers);
        let state = &mut self.desk.state.canvas;
        let is_second = state.last_press.is_some_and(|(t, p)| time - t <= within && p.distance(at) <= near);
        state.last_press = Some((time, at));
        state.pressed = true;
        state.held = is_second.then_some(pointer);
        self.desk.state.card.close();
        if !is_second {
            self.desk.send(ToolCommand::Pointer(PointerEvent::Press(pointer)));
        }
    }

    fn release(&mut self, at: Pos2, modifiers: Modifiers) {
        if std::mem::take(&mut self.desk.state.canvas.pressed) {
            if let Some(pointer) = self.desk.state.canvas.held.take() {
                self.desk.state.canvas.last_press = None;
                self.desk.send(ToolCommand::Pointer(PointerEvent::DoubleClick(pointer)));
            }
            let release = PointerEvent::Release(self.at(at, modifiers));
            self.desk.send(ToolCommand::Pointer(release));
        }
    }

    /// The second press of two was no click: it begins here what any press begins.
    fn begin_held(&mut self) {
        if let Some(pointer) = self.desk.state.canvas.held.take() {
            self.desk.send(ToolCommand::Pointer(PointerEvent::Press(pointer)));
        }
    }

    /// A second press that lasts is no click either.
    fn let_go_on(&mut self, time: f64) {
        let state = &self.desk.state.canvas;
        let (Some((since, _)), true) = (state.last_press, state.held.is_some()) else { return };
        let left = since + theme::DOUBLE_CLICK.0 - time;
        if left < 0.0 {
            self.begin_held();
        } else {
            self.ctx.request_repaint_after(std::time::Duration::from_secs_f64(left));
        }
    }

    fn pan(&mut self, response: &Response) {
        if response.dragged_by(PointerButton::Middle) || response.dragged_by(PointerButton::Secondary) {
            let by = response.drag_delta();
            let m = self.desk.app.camera().metres_per_px();
            if by != egui::Vec2::ZERO {
                self.desk.send(ViewCommand::Pan(Vec2::new(-by.x * m, by.y * m)));
            }
        }
    }

    /// The wheel, a trackpad's scroll, Ctrl + wheel and pinching all zoom at the pointer.
    fn zoom(&mut self, response: &Response) {
        let Some(at) = response.hover_pos().filter(|_| response.contains_pointer()) else { return };
        let (scroll, pinch) = self.ctx.input(|i| (i.smooth_scroll_delta.y, i.zoom_delta()));
        let factor = theme::wheel_zoom(scroll) * pinch;
        if (factor - 1.0).abs() > 1e-4 && factor.is_finite() {
            let at = self.world(at);
            self.desk.send(ViewCommand::Zoom { factor, at });
        }
    }

    fn cursor(&self, response: &Response) {
        if !response.contains_pointer() {
            return;
        }
        let panning = response.dragged_by(PointerButton::Middle) || response.dragged_by(PointerButton::Secondary);
        if let Some(handle) = self.desk.app.handle_under_pointer().filter(|_| !panning) {
            return self.ctx.set_cursor_icon(handle_cursor(handle.along));
        }
        let over_body = response.hover_pos().is_some_and(|at| !self.desk.app.colliders_near(self.world(at)).is_empty());
        self.ctx.set_cursor_icon(match (self.desk.app.tool().points, over_body) {
            _ if panning => CursorIcon::Move,
            (true, true) => CursorIcon::PointingHand,
            (true, false) => CursorIcon::Default,
            (false, _) => CursorIcon::Crosshair,
        });
    }
}

/// The arrow of a handle that moves along a direction; any way without one.
fn handle_cursor(along: Vec2) -> CursorIcon {
    if along == Vec2::ZERO {
        return CursorIcon::Grab;
    }
    let eighths = (crate::engine::math::atan2(along.y, along.x) / std::f32::consts::FRAC_PI_4).round() as i32;
    match eighths.rem_euclid(4) {
        0 => CursorIcon::ResizeHorizontal,
        1 => CursorIcon::ResizeNeSw,
        2 => CursorIcon::ResizeVertical,
        _ => CursorIcon::ResizeNwSe,
    }
}
