//! The tool rail: one button per tool, in groups.

use super::desk::Desk;
use super::icons;
use crate::app::tool::groups;
use crate::app::{Tool, ToolCommand};
use egui::{RichText, Sense, Ui, vec2};

/// Shows the rail.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let look = desk.look;
    let frame = egui::Frame::new().fill(look.panel);
    let columns = columns(desk, ctx.available_rect().height() - look.gap(1.5));
    let width = look.rail_width() + (columns - 1) as f32 * (look.tool() + look.gap(0.75));
    egui::SidePanel::left("tool rail").exact_width(width).resizable(false).frame(frame).show(ctx, |ui| {
        let scroll =
            egui::ScrollArea::vertical().auto_shrink(false).scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden);
        scroll.show(ui, |ui| {
            ui.vertical_centered(|ui| {
                ui.spacing_mut().item_spacing = egui::Vec2::splat(look.gap(0.75));
                ui.add_space(look.gap(1.5));
                let side = button_side(desk, ui.available_height(), columns);
                // A row is no lower than this, whatever stands in it.
                ui.spacing_mut().interact_size.y = side;
                let margin = 0.5 * (width - columns as f32 * look.tool() - (columns - 1) as f32 * look.gap(0.75));
                for (i, group) in groups().iter().enumerate() {
                    if i > 0 {
                        divider(ui, desk);
                    }
                    for row in group.chunks(columns) {
                        ui.horizontal(|ui| {
                            ui.add_space(margin - ui.spacing().item_spacing.x);
                            row.iter().for_each(|tool| button(ui, desk, tool, side));
                        });
                    }
                }
            });
        });
    });
}

/// Least height of a button in one column, in buttons of full size.
const LEAST_SIDE: f32 = 0.65;
/// The same in several columns: just above the height of the pictures.
const LEAST_SIDE_OF_TWO: f32 = 0.52;

/// Most columns: in the lowest windows, with a question over the scene.
const MOST_COLUMNS: usize = 6;

/// Buttons shrink a little when the rail is too short for all of them at full size. What still does not fit takes
/// further columns: nothing would show that the rail scrolls.
fn columns(desk: &Desk<'_>, height: f32) -> usize {
    let least = |columns| if columns == 1 { LEAST_SIDE } else { LEAST_SIDE_OF_TWO };
    let has_room = |columns: &usize| room_for_each(desk, height, *columns) >= least(*columns) * desk.look.tool();
    (1..=MOST_COLUMNS).find(has_room).unwrap_or(MOST_COLUMNS)
}

fn button_side(desk: &Desk<'_>, height: f32, columns: usize) -> f32 {
    let tool = desk.look.tool();
    room_for_each(desk, height, columns).clamp(LEAST_SIDE_OF_TWO * tool, tool)
}

/// Height that is left for each row of buttons.
fn room_for_each(desk: &Desk<'_>, height: f32, columns: usize) -> f32 {
    let look = desk.look;
    let rows: usize = groups().iter().map(|group| group.len().div_ceil(columns)).sum();
    let dividers = groups().len() - 1;
    let gaps = look.gap(0.75) * (rows + dividers) as f32 + look.gap(2.0) * dividers as f32;
    (height - gaps) / rows as f32
}

fn divider(ui: &mut Ui, desk: &Desk<'_>) {
    let look = desk.look;
    let (rect, _) = ui.allocate_exact_size(vec2(look.pt(28.0), look.gap(2.0)), Sense::hover());
    ui.painter().hline(rect.x_range(), rect.center().y, look.hairline());
}

fn button(ui: &mut Ui, desk: &mut Desk<'_>, tool: &'static Tool, side: f32) {
    let look = desk.look;
    let (rect, response) = ui.allocate_exact_size(vec2(look.tool(), side), Sense::click());
    let on = desk.app.tool() == tool;
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::RadioButton, true, on, tool.name));
    let fill = match (on, response.hovered()) {
        (true, _) => Some(look.selected),
        (false, true) => Some(look.hover),
        (false, false) => None,
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, look.corner(), fill);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, look.corner(), ui.visuals().widgets.active.bg_stroke, egui::StrokeKind::Inside);
    }
    icons::paint(ui.painter(), &look, rect, tool.icon, if on { look.text } else { look.quiet });
    let response = response.on_hover_ui(|ui| {
        ui.set_max_width(look.card_width());
        ui.horizontal(|ui| {
            ui.label(RichText::new(tool.name).font(look.strong_font()));
            ui.label(RichText::new(tool.key.to_string()).color(look.quiet));
        });
        ui.label(tool.explanation);
    });
    if response.clicked() {
        desk.send(ToolCommand::Choose(tool.id.to_owned()));
    }
}
