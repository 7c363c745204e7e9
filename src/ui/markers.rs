//! Named moments and the repeated part of the run: on the timeline, in its menu, and as a list in the inspector.

use super::desk::Desk;
use super::menu_keys;
use crate::app::{MarkerCommand, RunCommand};
use crate::draw::quantity;
use crate::scene::document::MarkerDoc;
use egui::{Align2, Painter, Pos2, Rect, Response, RichText, Shape, Stroke, Ui, pos2, vec2};
use egui_phosphor::regular as icon;

/// A click so near to a marker means it, points.
const REACH: f32 = 6.0;

/// The step of the marker that a click at this place means.
pub(super) fn near(desk: &Desk<'_>, at: f32, x: impl Fn(u64) -> f32) -> Option<u64> {
    let last = desk.app.timeline().last_step();
    let steps = desk.app.document().markers.iter().map(|marker| marker.step).filter(|step| *step <= last);
    let gap = |step: &u64| (x(*step) - at).abs();
    steps.filter(|step| gap(step) <= REACH).min_by(|a, b| gap(a).total_cmp(&gap(b)))
}

/// Shift and drag chooses the part that is repeated; a right click offers what can be done with a step.
pub(super) fn on_timeline(
    ui: &Ui,
    desk: &mut Desk<'_>,
    response: Response,
    rect: Rect,
    step: impl Fn(f32) -> u64,
    x: impl Fn(u64) -> f32,
) -> Response {
    if desk.app.comparison().is_some() {
        return response;
    }
    let from = ui.input(|i| i.pointer.press_origin());
    if response.dragged_by(egui::PointerButton::Primary)
        && ui.input(|i| i.modifiers.shift)
        && let (Some(from), Some(to)) = (from, response.interact_pointer_pos())
        && rect.contains(from)
    {
        let range = [step(from.x), step(to.x)];
        if range[0] != range[1] && desk.app.range() != Some([range[0].min(range[1]), range[0].max(range[1])]) {
            desk.send(RunCommand::SetRange(Some(range)));
        }
    }
    let clicked = response.interact_pointer_pos().filter(|_| response.secondary_clicked());
    if let Some(at) = clicked {
        let here = near(desk, at.x, &x).unwrap_or_else(|| step(at.x));
        ui.ctx().data_mut(|data| data.insert_temp(response.id, here));
    }
    let here: u64 = ui.ctx().data(|data| data.get_temp(response.id)).unwrap_or(0);
    response.context_menu(|ui| {
        desk.state.menus.is_open = true;
        menu_keys::rows(ui, "", |ui| menu(ui, desk, here));
    });
    response
}

/// What can be done with a step of the run.
fn menu(ui: &mut Ui, desk: &mut Desk<'_>, here: u64) {
    ui.label(RichText::new(format!("step {here}")).font(desk.look.caption_font()).color(desk.look.quiet));
    if ui.button("Go here").clicked() {
        desk.send(RunCommand::Seek(here));
        ui.close_menu();
    }
    if ui.button("Add marker here").clicked() {
        desk.send(MarkerCommand::Add { step: Some(here), name: String::new() });
        ui.close_menu();
    }
    let [first, last] = desk.app.range().unwrap_or([desk.app.timeline().first_step(), desk.app.timeline().last_step()]);
    for (words, range) in [("Loop from here", [here, last]), ("Loop to here", [first, here])] {
        if ui.add_enabled(range[0] < range[1], egui::Button::new(words)).clicked() {
            desk.send(RunCommand::SetRange(Some(range)));
            ui.close_menu();
        }
    }
    let markers = desk.app.document().markers.clone();
    for (index, marker) in markers.iter().enumerate().filter(|(_, marker)| marker.step == here) {
        if ui.button(format!("Remove \"{}\"", marker.name)).clicked() {
            desk.send(MarkerCommand::Remove(index));
            ui.close_menu();
        }
    }
}

/// Flags over the bar, and the part that is repeated. Returns where flags with their names are.
pub(super) fn draw(painter: &Painter, desk: &Desk<'_>, rect: Rect, y: f32, x: impl Fn(u64) -> f32) -> Vec<Rect> {
    let mut flags = Vec::new();
    let look = desk.look;
    let last = desk.app.shown_timeline().last_step();
    if desk.app.comparison().is_some() {
        return flags;
    }
    if let Some([from, to]) = desk.app.range().filter(|[from, _]| *from < last) {
        let (left, right) = (x(from), x(to.min(last)));
        let band = Rect::from_min_max(pos2(left, y - look.pt(6.0)), pos2(right, y + look.pt(6.0)));
        painter.rect_stroke(band, look.round(), Stroke::new(look.pt(1.5), look.warning), egui::StrokeKind::Outside);
    }
    let mut free = f32::MIN;
    let mut markers: Vec<&MarkerDoc> = desk.app.document().markers.iter().filter(|marker| marker.step <= last).collect();
    markers.sort_by_key(|marker| marker.step);
    for marker in markers {
        let foot = pos2(x(marker.step), y - look.pt(4.0));
        let top = pos2(foot.x, rect.top() + look.gap(1.0));
        painter.line_segment([foot, top], Stroke::new(look.pt(1.5), look.warning));
        let flag = |dx: f32, dy: f32| -> Pos2 { top + vec2(look.pt(dx), look.pt(dy)) };
        painter.add(Shape::convex_polygon(vec![flag(0.0, 0.0), flag(8.0, 3.0), flag(0.0, 6.0)], look.warning, Stroke::NONE));
        let words = painter.layout_no_wrap(shortened(&marker.name), look.caption_font(), look.text);
        let behind = Align2::LEFT_TOP.anchor_size(top + vec2(look.pt(10.0), -look.pt(3.0)), words.size());
        let before = Align2::RIGHT_TOP.anchor_size(top + vec2(-look.pt(3.0), -look.pt(3.0)), words.size());
        // At the right end the name stands before its flag.
        let at = if behind.right() < rect.right() { behind } else { before };
        // Names that would lie on each other are left to the list in the inspector.
        if at.left() > free && at.left() > rect.left() {
            free = at.right().max(top.x + look.pt(8.0)) + look.gap(1.0);
            painter.rect_filled(at.expand(1.0), 0.0, look.panel.gamma_multiply(0.85));
            painter.galley(at.min, words, look.text);
            flags.push(at);
        }
        flags.push(Rect::from_min_max(top, flag(8.0, 6.0)));
    }
    flags
}

fn shortened(name: &str) -> String {
    const MOST: usize = 18;
    if name.chars().count() <= MOST { name.to_owned() } else { name.chars().take(MOST - 1).chain(['…']).collect() }
}

/// All markers, to name, go to and remove.
pub(super) fn list(ui: &mut Ui, desk: &mut Desk<'_>) {
    let look = desk.look;
    let markers = desk.app.document().markers.clone();
    let hz = desk.app.stage().world().settings().step_hz;
    for (index, marker) in markers.iter().enumerate() {
        ui.horizontal(|ui| {
            let mut name = marker.name.clone();
            let field = ui.add(egui::TextEdit::singleline(&mut name).desired_width(look.pt(120.0)).char_limit(1024));
            field.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, format!("Name of marker {}", index + 1)));
            if field.changed() && !name.trim().is_empty() && !name.chars().any(char::is_control) {
                let gesture = desk.state.gesture.of(&field);
                desk.send(MarkerCommand::Edit { marker: index, to: MarkerDoc { name, ..marker.clone() }, gesture });
            }
            let time = quantity::quantity(marker.step as f32 / hz, "s");
            ui.label(RichText::new(time).font(look.caption_font()).color(look.quiet)).on_hover_text(format!("step {}", marker.step));
            let go = super::button::icon_button(ui, &look, icon::CROSSHAIR, &format!("Go to {}", marker.name));
            if go.on_hover_text("Goes to this moment; one that the run has not reached is played to.").clicked() {
                desk.send(MarkerCommand::GoTo(index));
            }
            let remove = super::button::icon_button(ui, &look, icon::X, &format!("Remove {}", marker.name));
            if remove.on_hover_text("Removes this marker; undo brings it back.").clicked() {
                desk.send(MarkerCommand::Remove(index));
            }
        });
    }
    let add = ui.button("Add marker").on_hover_text((desk.keyed)("Add marker"));
    if add.clicked() {
        desk.send(MarkerCommand::Add { step: None, name: String::new() });
    }
}
