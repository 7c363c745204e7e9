//! The menu bar: the program's name, the menus of the action table, the scene's title, the command palette and the
//! themes.

use super::action::{Action, Menu};
use super::actions;
use super::button::{self, icon_button};
use super::desk::Desk;
use super::menu_keys;
use super::state::Panel;
use crate::app::ViewCommand;
use crate::draw::palette::Theme;
use egui::{Align2, Button, RichText, Sense, Ui, vec2};
use egui_phosphor::regular as icon;

/// Shows the bar.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let look = desk.look;
    egui::TopBottomPanel::top("menu bar").exact_height(look.menu_height()).frame(look.bar()).show_separator_line(true).show(ctx, |ui| {
        let bar = ui.max_rect();
        let left = egui::menu::bar(ui, |ui| {
            ui.set_min_height(look.menu_height());
            ui.spacing_mut().button_padding = vec2(look.gap(2.0), look.gap(1.0));
            ui.add_space(look.gap(1.0));
            ui.label(RichText::new("Collidoscope").font(look.strong_font()).color(look.link));
            ui.add_space(look.gap(1.0));
            menu_keys::close_by_right_click(ui);
            if bar.width() >= look.pt(590.0) {
                let wanted = std::mem::take(&mut desk.state.menus.bar_wanted);
                let titles = Menu::BAR.map(|menu| menu_keys::title(ui, menu.title(), |ui| filled(ui, desk, menu)));
                menu_keys::along(ui, &titles, wanted);
            } else {
                // No room for all titles in a row: one menu of menus.
                let all = |ui: &mut Ui, desk: &mut Desk<'_>| {
                    Menu::BAR.into_iter().for_each(|menu| {
                        button::menu(ui, desk, menu.title(), |ui, desk| filled(ui, desk, menu));
                    })
                };
                button::menu(ui, desk, "Menu", all);
            }
            ui.cursor().left() // the bar itself takes the full width
        });
        let right = at_right(ui, desk, bar);
        title(ui, desk, bar, left.inner, right);
    });
}

/// What a menu holds.
fn filled(ui: &mut Ui, desk: &mut Desk<'_>, menu: Menu) {
    desk.state.menus.is_open = true;
    ui.set_min_width(desk.look.menu_width());
    // A menu that is higher than the window is scrolled: no row is out of reach.
    let room = ui.ctx().screen_rect().height() - desk.look.menu_height() - desk.look.gap(6.0);
    let room = room.max(desk.look.row());
    let scroll = egui::ScrollArea::vertical().max_height(room).min_scrolled_height(room);
    scroll.show(ui, |ui| rows(ui, desk, menu));
}

/// All rows of a menu, its sections apart.
fn rows(ui: &mut Ui, desk: &mut Desk<'_>, menu: Menu) {
    let mut section = None;
    for action in actions::actions().iter().filter(|a| a.menu == menu) {
        if section.is_some_and(|s| s != action.section) {
            ui.separator();
        }
        section = Some(action.section);
        entry(ui, desk, action);
    }
}

/// One row of a menu: a mark when it is on, the name, the key.
fn entry(ui: &mut Ui, desk: &mut Desk<'_>, action: &'static Action) {
    let look = desk.look;
    let label = action.label(desk.app);
    let words = match action.is_on(desk.app, desk.state) {
        Some(true) => format!("{}  {label}", icon::CHECK),
        Some(false) => format!("{}  {label}", "\u{2003}"),
        None => label.clone(),
    };
    // A long name keeps its distance from its key.
    let key = Some(action.shortcut_text()).filter(|key| !key.is_empty()).map_or_else(String::new, |key| format!("\u{2003}{key}"));
    let button = Button::new(words).shortcut_text(key).min_size(vec2(0.0, look.row())).wrap_mode(egui::TextWrapMode::Extend);
    let response = ui.add_enabled_ui(action.is_enabled(desk.app), |ui| {
        ui.spacing_mut().button_padding = vec2(look.gap(2.0), 0.0);
        ui.add(button)
    });
    let mut response = response.inner;
    menu_keys::show_row(&response);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, action.is_enabled(desk.app), &label));
    let hint = if action.explanation.is_empty() { &action.name } else { action.explanation };
    response = response.on_hover_text(hint).on_disabled_hover_text(hint);
    if response.clicked() {
        action.run.carry_out(desk);
        ui.close_menu();
    }
}

/// Palette and theme; returns where they begin.
fn at_right(ui: &mut Ui, desk: &mut Desk<'_>, bar: egui::Rect) -> f32 {
    let look = desk.look;
    let mut area = ui.new_child(egui::UiBuilder::new().max_rect(bar).layout(egui::Layout::right_to_left(egui::Align::Center)));
    area.spacing_mut().item_spacing.x = look.gap(2.0);
    if look.is_narrow(ui.ctx().screen_rect().width()) {
        let response = icon_button(&mut area, &look, icon::SIDEBAR_SIMPLE, "Inspector drawer");
        if response.on_hover_text("What is selected, in a drawer").clicked() {
            desk.state.drawer_open = !desk.state.drawer_open;
            desk.state.inspector_hidden = false;
        }
    }
    let (picture, next) = match look.theme {
        Theme::Dark => (icon::MOON, "light"),
        Theme::Light => (icon::SUN, "projector"),
        Theme::Projector => (icon::PROJECTOR_SCREEN, "dark"),
    };
    let key = (desk.keyed)("Next theme");
    let response = icon_button(&mut area, &look, picture, "Theme").on_hover_text(format!("Switch to the {next} theme: {key}"));
    if response.clicked() {
        desk.send(ViewCommand::SetTheme(actions::next_theme(look.theme)));
    }
    if bar.width() < look.pt(360.0) {
        return area.min_rect().left();
    }
    let key = actions::key_of("Find a command…");
    let words = if bar.width() > look.pt(900.0) { format!("{key}  Find a command") } else { icon::MAGNIFYING_GLASS.to_owned() };
    let response = area.add(Button::new(RichText::new(words).color(look.quiet)));
    let response = response.on_hover_text((desk.keyed)("Find a command…"));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "Find a command"));
    if response.clicked() {
        desk.state.toggle(Panel::Palette);
    }
    area.min_rect().left()
}

/// The scene's title and the unsaved dot, in the middle of the bar or of what is left of it; nothing when there is no
/// room.
fn title(ui: &Ui, desk: &Desk<'_>, bar: egui::Rect, left: f32, right: f32) {
    let look = desk.look;
    let room = right - left - look.gap(8.0);
    if room < look.pt(60.0) {
        return;
    }
    let mut job = egui::text::LayoutJob::simple_singleline(desk.app.title(), look.strong_font(), look.text);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room - look.gap(4.0));
    let galley = ui.fonts(|f| f.layout_job(job));
    let half = galley.size().x / 2.0 + look.gap(2.0);
    let lowest = left + look.gap(4.0) + half;
    let x = bar.center().x.clamp(lowest, (right - look.gap(4.0) - half).max(lowest));
    let place = Align2::CENTER_CENTER.anchor_size(egui::pos2(x, bar.center().y), galley.size());
    let response = ui.interact(place.expand(look.gap(1.0)), ui.id().with("title"), Sense::hover());
    let unsaved = desk.app.is_unsaved();
    let words = if unsaved { format!("{}, unsaved changes", desk.app.title()) } else { desk.app.title() };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &words));
    response.on_hover_text(match (desk.app.path(), unsaved) {
        (Some(path), true) => format!("{path}\nThere are unsaved changes."),
        (Some(path), false) => path.to_owned(),
        (None, true) => "Not saved to a file yet.".to_owned(),
        (None, false) => "No changes yet.".to_owned(),
    });
    if unsaved {
        ui.painter().circle_filled(place.right_center() + vec2(look.gap(3.0), 0.0), look.pt(4.5), look.warning);
    }
    ui.painter().galley(place.min, galley, look.text);
}
