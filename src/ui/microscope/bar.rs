//! The bar above: which microscope, who lies under it, examples, the gate, the way back.

use super::super::actions;
use super::super::button;
use super::super::desk::Desk;
use super::super::theme::Look;
use super::keys::{BACK, PREDICT};
use crate::app::{Bench, FileCommand, MicroscopeCommand};
use crate::lens::microscope::MICROSCOPES;
use crate::lens::microscope::{FilmView, Microscope};
use crate::scene::shipped;
use egui::{Button, RichText, Ui, vec2};
use egui_phosphor::regular as icon;

/// Shows the bar.
pub(super) fn show(ctx: &egui::Context, desk: &mut Desk<'_>, bench: &Bench) {
    let look = desk.look;
    egui::TopBottomPanel::top("microscope bar").exact_height(look.menu_height()).frame(look.bar()).show_separator_line(true).show(
        ctx,
        |ui| {
            let bar = ui.max_rect();
            ui.spacing_mut().item_spacing.x = look.gap(1.0);
            let left = ui
                .horizontal_centered(|ui| {
                    let room = desk.state.workspace.bar_room.unwrap_or(f32::INFINITY);
                    let (shown, folded) = fitting(ui, &look, bench, room);
                    tabs(ui, desk, bench, &shown);
                    if !folded.is_empty() {
                        let name = format!("{MORE}  {}", icon::CARET_DOWN);
                        let menu = button::menu(ui, desk, name, |ui, desk| {
                            ui.set_min_width(look.menu_width());
                            tabs(ui, desk, bench, &folded);
                        });
                        menu.on_hover_text("Another microscope for the same pair");
                    }
                    ui.min_rect().right()
                })
                .inner;
            let right = at_right(ui, desk, bench, bar);
            let room = right - bar.left();
            if desk.state.workspace.bar_room.replace(room).is_none_or(|before| (before - room).abs() > 0.5) {
                // A larger font or other buttons: the tabs were chosen for the room of the frame before.
                ui.ctx().request_repaint();
            }
            title(ui, &look, desk, bench, [left, right], bar);
        },
    );
}

/// What the menu is called that holds the microscopes without a tab.
const MORE: &str = "More";
/// What is left beside the tabs for the name of what lies under the microscope, points.
const TITLE_ROOM: f32 = 130.0;

/// One button a microscope.
fn tabs(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench, microscopes: &[&'static Microscope]) {
    let look = desk.look;
    for microscope in microscopes {
        let on = microscope.id == bench.microscope().id;
        let why_not = desk.app.why_not_shown(microscope.id);
        let shown = ui.add_enabled_ui(why_not.is_none(), |ui| tab(ui, &look, microscope.name, on)).inner;
        let shown = shown.on_hover_text(microscope.explanation).on_disabled_hover_text(why_not.unwrap_or_default());
        if shown.clicked() {
            desk.send(MicroscopeCommand::Algorithm(microscope.id.to_owned()));
            ui.close_menu();
        }
    }
}

/// Those whose tabs fit into the room, from the first on and with the present one, and those of the menu: all behind
/// the first that do not fit, so that their order stays whichever is shown.
fn fitting(ui: &Ui, look: &Look, bench: &Bench, room: f32) -> (Vec<&'static Microscope>, Vec<&'static Microscope>) {
    let words = |name: &str| ui.fonts(|f| f.layout_no_wrap(name.to_owned(), look.strong_font(), look.text).size().x);
    let padding = 2.0 * ui.spacing().button_padding.x;
    let tab = |name: &str| (words(name) + padding).max(look.pt(40.0)) + look.gap(1.0);
    let all: f32 = MICROSCOPES.iter().map(|m| tab(m.name)).sum();
    if all <= room {
        return (MICROSCOPES.iter().collect(), Vec::new());
    }
    let widest = MICROSCOPES.iter().map(|m| tab(m.name)).fold(0.0, f32::max);
    let mut left = room - tab(MORE) - look.pt(20.0 + TITLE_ROOM) - widest;
    let count = MICROSCOPES.iter().take_while(|microscope| {
        left -= tab(microscope.name);
        left >= 0.0
    });
    let (first, rest) = MICROSCOPES.split_at(count.count());
    let (present, rest): (Vec<_>, Vec<_>) = rest.iter().partition(|microscope| microscope.id == bench.microscope().id);
    (first.iter().chain(present).collect(), rest)
}

fn tab(ui: &mut Ui, look: &Look, name: &str, on: bool) -> egui::Response {
    let text = RichText::new(name).font(if on { look.strong_font() } else { look.body_font() });
    let usual = ui.visuals().widgets.clone();
    // Bare until the pointer or the keyboard is on it.
    let widgets = &mut ui.visuals_mut().widgets;
    widgets.inactive.weak_bg_fill = egui::Color32::TRANSPARENT;
    (widgets.inactive.bg_stroke, widgets.hovered.bg_stroke) = (egui::Stroke::NONE, egui::Stroke::NONE);
    let button = Button::new(text).min_size(vec2(look.pt(40.0), look.row()));
    let response = ui.add(if on { button.fill(look.selected) } else { button });
    ui.visuals_mut().widgets = usual;
    let is_enabled = ui.is_enabled();
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::RadioButton, is_enabled, on, name));
    response
}

/// From the right: back, gate with score, export, examples. Returns where they begin.
fn at_right(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench, bar: egui::Rect) -> f32 {
    let look = desk.look;
    let mut area = ui.new_child(egui::UiBuilder::new().max_rect(bar).layout(egui::Layout::right_to_left(egui::Align::Center)));
    area.spacing_mut().item_spacing.x = look.gap(2.0);
    let (place, stands) =
        if desk.app.comparison().is_some() { ("Back to panes", "the panes stand") } else { ("Back to scene", "the scene stands") };
    let response = area.add(button::accented(&look, &format!("{place}  {BACK}"), 0.0));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, place));
    if response.on_hover_text(format!("Leaves the microscope; {stands} as before")).clicked() {
        desk.send(MicroscopeCommand::Close);
    }
    let gate = desk.app.gate();
    let words = if gate { "Predict: on" } else { "Predict: off" };
    if tab(&mut area, &look, words, gate).on_hover_text(format!("Asks before each step what it will show ({PREDICT})")).clicked() {
        desk.send(MicroscopeCommand::SetGate(!gate));
    }
    let score = desk.app.score();
    if score.answered > 0 {
        let words = RichText::new(format!("{} of {} right", score.right, score.answered)).color(look.quiet);
        area.add(egui::Label::new(words).sense(egui::Sense::hover())).on_hover_text("Your answers since the scene was opened");
    }
    export(&mut area, desk, bench);
    examples(&mut area, desk, bench);
    area.min_rect().left()
}

/// The whole film, or one view of the present frame.
fn export(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench) {
    let look = desk.look;
    let microscope = bench.microscope();
    let key = actions::key_of("Export figure…");
    let menu = button::menu(ui, desk, "Export", |ui, desk| {
        ui.set_min_width(look.menu_width());
        let mut item = |words: String, keys: &str, hint: &str, command: FileCommand| {
            let button = Button::new(words).shortcut_text(keys).wrap_mode(egui::TextWrapMode::Extend);
            if ui.add(button).on_hover_text(hint).clicked() {
                desk.send(command);
                ui.close_menu();
            }
        };
        let hint = "The film strip as .svg or .png, the trace as .json, the pair as .scene.json or as a unit test .rs: the ending of the name decides";
        item("Film, trace, scene or test…".into(), &key, hint, FileCommand::ExportFigure);
        for view in FilmView::ALL {
            let name = match view {
                FilmView::World => "the world",
                FilmView::Space => microscope.space_title,
                FilmView::Chart => match microscope.chart_title {
                    Some(title) => title,
                    None => continue,
                },
                FilmView::Card => "the card",
            };
            let words = format!("Frame {}: {}…", bench.frame() + 1, name);
            item(words, "", "This view of this frame as .svg or .png", FileCommand::ExportView(view));
        }
    });
    menu.on_hover_text("Saves the film, the trace or one view to a file");
}

fn examples(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench) {
    let look = desk.look;
    let all: Vec<&shipped::Example> = shipped::examples(bench.microscope().id).collect();
    if all.is_empty() {
        return;
    }
    let menu = button::menu(ui, desk, format!("Examples 1–{}", all.len()), |ui, desk| {
        ui.set_min_width(look.menu_width());
        for (i, example) in all.iter().enumerate() {
            let on = bench.example().is_some_and(|e| e.name == example.name);
            let words = format!("{}  {}", i + 1, example.title());
            let button = Button::new(words).selected(on).shortcut_text(example.kind).wrap_mode(egui::TextWrapMode::Extend);
            if ui.add(button).on_hover_text("Opens this example under the microscope").clicked() {
                desk.send(MicroscopeCommand::Example(i));
                ui.close_menu();
            }
        }
    });
    menu.on_hover_text("Prepared pairs, from typical to degenerate");
}

/// Who lies under the microscope, in the middle of what is left.
fn title(ui: &Ui, look: &Look, desk: &Desk<'_>, bench: &Bench, [left, right]: [f32; 2], bar: egui::Rect) {
    let s = bench.specimen();
    let place = match bench.example() {
        Some(example) => example.title(),
        None => format!("step {}", desk.app.shown_stage().step_count()),
    };
    let changed = if bench.is_changed() { " (changed)" } else { "" };
    let (names, place) = (s.title(), format!(", {place}{changed}"));
    let words = format!("{names}{place}");
    let room = right - left - look.gap(6.0);
    if room < look.pt(60.0) {
        return;
    }
    let laid = |words: String, room: f32| {
        let mut job = egui::text::LayoutJob::simple_singleline(words, look.strong_font(), look.text);
        job.wrap = egui::text::TextWrapping::truncate_at_width(room);
        ui.fonts(|f| f.layout_job(job))
    };
    let is_whole = bench.example().is_some() || laid(words.clone(), f32::INFINITY).size().x <= room;
    let galley = match is_whole {
        true => laid(words.clone(), room),
        // Long names are cut, and say on the pointer what they are; the step keeps its place.
        false => laid(cut_to(&names, &place, |words| laid(words, f32::INFINITY).size().x <= room), room),
    };
    let place = egui::Align2::CENTER_CENTER.anchor_size(egui::pos2(0.5 * (left + right), bar.center().y), galley.size());
    ui.painter().galley(place.min, galley, look.text);
    let response = ui.interact(place, ui.id().with("specimen"), egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &words));
    response.on_hover_text(words);
}

/// As much of the names as fits before what must stay whole.
fn cut_to(names: &str, rest: &str, fits: impl Fn(String) -> bool) -> String {
    let ends = names.char_indices().map(|(end, _)| end).rev();
    let mut cut = ends.map(|end| format!("{}…{rest}", names[..end].trim_end()));
    cut.find(|words| fits(words.clone())).unwrap_or_else(|| format!("…{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At 1280 × 800 the title was "crate 1 and cra…".
    #[test]
    fn a_title_without_room_loses_its_names_and_never_the_step() {
        let cut = |most: usize| cut_to("crate 1 and crate 2", ", step 240", |words| words.chars().count() <= most);
        assert_eq!([28, 20, 3].map(cut), ["crate 1 and crate…, step 240", "crate 1 a…, step 240", "…, step 240"]);
    }
}
