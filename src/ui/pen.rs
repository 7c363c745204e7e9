//! The pen: lines by hand over whatever is shown, for somebody who explains. They belong to no scene: a key takes them
//! away, and so does putting the pen down.

use super::action::{Action, Menu};
use super::desk::Desk;
use super::pen_state::Pen;
use egui::{Area, Color32, CursorIcon, Id, Key, Modifiers, Order, Sense, Shape, Stroke, pos2};

/// What can be done with it: a row of the table in [`super::actions`].
pub(super) fn row() -> Action {
    Action::doing(Menu::View, 3, "Pen", |desk| {
        desk.state.pen = Pen { is_down: !desk.state.pen.is_down, ..Pen::default() };
    })
    .key(Modifiers::SHIFT, Key::P)
    .switch(|_, panels| panels.pen.is_down)
    .at_the_bench()
    .while_comparing()
    .about("Draws over whatever is shown; with Shift a highlighter. Delete clears, Esc puts it down. Nothing of it is saved.")
}

/// Takes the keys that are the pen's before anybody else sees them.
pub(crate) fn take_keys(ctx: &egui::Context, desk: &mut Desk<'_>) {
    if !desk.state.pen.is_down {
        return;
    }
    let (clears, ends) = ctx.input_mut(|input| {
        let clears = input.consume_key(Modifiers::NONE, Key::Delete) | input.consume_key(Modifiers::NONE, Key::Backspace);
        (clears, input.consume_key(Modifiers::NONE, Key::Escape))
    });
    if clears {
        desk.state.pen.lines.clear();
    }
    if ends {
        desk.state.pen = Pen::default();
    }
}

/// Takes the pointer and draws, while the pen is in the hand.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    if !desk.state.pen.is_down {
        return;
    }
    let (look, screen) = (desk.look, ctx.screen_rect());
    // What a presenter still needs stays below the sheet: the timeline.
    let bottom = desk.state.canvas_at.filter(|_| desk.app.bench().is_none()).map_or(screen.bottom(), |canvas| canvas.bottom());
    let rect = egui::Rect::from_min_max(screen.min, pos2(screen.right(), bottom));
    Area::new(Id::new("pen")).order(Order::Foreground).fixed_pos(rect.min).constrain(false).show(ctx, |ui| {
        let response = ui.allocate_rect(rect, Sense::click_and_drag()).on_hover_cursor(CursorIcon::Crosshair);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "Sheet for the pen"));
        let is_broad = ui.input(|i| i.modifiers.shift);
        if let Some(at) = response.interact_pointer_pos() {
            let begins = ui.input(|i| i.pointer.primary_pressed());
            desk.state.pen.add(at, begins, is_broad);
        }
        let ink = look.warning;
        let marker = Color32::from_rgba_unmultiplied(255, 214, 10, 90);
        for (is_broad, line) in &desk.state.pen.lines {
            let stroke = if *is_broad { Stroke::new(look.pt(16.0), marker) } else { Stroke::new(look.pt(3.5), ink) };
            match line.as_slice() {
                [point] => {
                    ui.painter().circle_filled(*point, 0.5 * stroke.width, stroke.color);
                }
                _ => {
                    ui.painter().add(Shape::line(line.clone(), stroke));
                }
            }
        }
        let words = "Pen: Shift highlights, Delete clears, Esc ends";
        let galley = ui.painter().layout_no_wrap(words.to_owned(), look.caption_font(), look.text);
        let size = galley.size() + egui::vec2(look.gap(4.0), look.gap(2.0));
        let chip = egui::Rect::from_min_size(pos2(screen.center().x - 0.5 * size.x, rect.bottom() - size.y - look.gap(2.0)), size);
        ui.painter().rect(chip, look.corner(), look.raised, look.hairline(), egui::StrokeKind::Inside);
        ui.painter().galley(chip.min + egui::vec2(look.gap(2.0), look.gap(1.0)), galley, look.text);
    });
}
