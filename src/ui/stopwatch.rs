//! The stopwatch: a strip above the timeline with its reading, its buttons, its laps and what presses it.
//!
//! ```text
//! ┌──────────────────────────────────────────────────────────────────────────────┐
//! │ ⏱ 2.017 s  [Stop] [Lap] [Reset]  [On an event…]  [Copy laps]     1  1.008 s … │
//! └──────────────────────────────────────────────────────────────────────────────┘
//! ```

use super::action::{Action, Menu};
use super::desk::Desk;
use super::state::Panels;
use crate::app::{App, Item, StopwatchCommand};
use crate::scene::document::{Happening, Press, StopwatchDoc, TriggerDoc};
use crate::scene::stopwatch::Stopwatch;
use egui::scroll_area::ScrollBarVisibility;
use egui::{Align, Key, Layout, Modifiers, RichText, ScrollArea, Ui, vec2};
use egui_phosphor::regular as icon;

/// Whether the strip is shown: as somebody chose, else where the scene uses its stopwatch.
pub(crate) fn is_shown(app: &App, panels: &Panels) -> bool {
    panels.stopwatch.unwrap_or_else(|| app.document().stopwatch != StopwatchDoc::default())
}

/// Shows the strip while it is open.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    if !is_shown(desk.app, desk.state) || ctx.available_rect().height() < desk.look.pt(240.0) {
        return;
    }
    let look = desk.look;
    let height = look.row().max(look.pt(28.0)) + look.gap(1.0);
    egui::TopBottomPanel::bottom("stopwatch").exact_height(height).frame(look.bar()).show(ctx, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing = vec2(look.gap(1.5), 0.0);
            ui.add_space(look.gap(2.0));
            strip(ui, desk);
        });
    });
}

/// What can be done with the stopwatch: rows of the table in [`super::actions`].
pub(super) fn rows() -> Vec<Action> {
    vec![
        Action::doing(Menu::View, 3, "Stopwatch", |desk| desk.state.stopwatch = Some(!is_shown(desk.app, desk.state)))
            .switch(is_shown)
            .about("A stopwatch of simulated time: laps, and events that press it. Going back in time sets it back."),
        Action::doing(Menu::Simulate, 7, "Start or stop the stopwatch", |desk| press(desk, StopwatchCommand::StartStop))
            .key(Modifiers::SHIFT, Key::W)
            .about("At this moment of the run."),
        Action::doing(Menu::Simulate, 7, "Lap", |desk| press(desk, StopwatchCommand::Press(Press::Lap)))
            .key(Modifiers::SHIFT, Key::Q)
            .about("Notes what the stopwatch reads; the first lap starts one that stands at zero."),
    ]
}

/// Presses the stopwatch, and shows it.
fn press(desk: &mut Desk<'_>, command: StopwatchCommand) {
    desk.state.stopwatch = Some(true);
    desk.send(command);
}

/// A time of the stopwatch, to a thousandth of a second: "2.017 s", "1:02.017".
fn clock(seconds: f64) -> String {
    let thousandths = (seconds * 1000.0).round() as u64;
    let (minutes, rest) = (thousandths / 60_000, thousandths % 60_000);
    let (whole, part) = (rest / 1000, rest % 1000);
    if minutes == 0 { format!("{whole}.{part:03} s") } else { format!("{minutes}:{whole:02}.{part:03}") }
}

fn strip(ui: &mut Ui, desk: &mut Desk<'_>) {
    let look = desk.look;
    let (watch, reading) = desk.app.stopwatch();
    let colour = if watch.is_running() { look.accent } else { look.text };
    ui.label(RichText::new(icon::TIMER).font(look.icon_font()).color(look.quiet));
    let words = RichText::new(clock(reading)).font(look.strong_font()).color(colour);
    let size = vec2(look.pt(72.0), ui.available_height());
    let shown = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(look.pt(72.0));
        ui.label(words)
    });
    shown.inner.on_hover_text("Seconds of the run since it was started; going back in time sets it back.");
    let start = if watch.is_running() { "Stop" } else { "Start" };
    button(ui, desk, start, &(desk.keyed)("Start or stop the stopwatch"), StopwatchCommand::StartStop);
    button(ui, desk, "Lap", &(desk.keyed)("Lap"), StopwatchCommand::Press(Press::Lap));
    let reset = ui.button("Reset").on_hover_text("Sets the stopwatch to zero, without laps.");
    // The run has a button of this name as well.
    reset.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "Reset stopwatch"));
    if reset.clicked() {
        desk.send(StopwatchCommand::Press(Press::Reset));
    }
    let count = desk.app.document().stopwatch.triggers.len();
    let words = if count == 0 { "On an event…".to_owned() } else { format!("On events ({count})…") };
    let menu = super::button::menu(ui, desk, words.as_str(), triggers);
    menu.on_hover_text("What starts it, stops it or takes laps by itself.");
    if !watch.laps().is_empty() && ui.button("Copy laps").on_hover_text("The laps as a table, for spreadsheets.").clicked() {
        ui.ctx().copy_text(watch.table("\t"));
    }
    if desk.app.timeline().is_filling() && count > 0 {
        ui.label(RichText::new("reading the run…").font(look.caption_font()).color(look.quiet));
    }
    laps(ui, desk, &watch);
}

fn button(ui: &mut Ui, desk: &mut Desk<'_>, name: &str, hint: &str, command: StopwatchCommand) {
    if ui.button(name).on_hover_text(hint).clicked() {
        desk.send(command);
    }
}

/// The laps, the newest first: number, reading, and how long the lap took.
fn laps(ui: &mut Ui, desk: &Desk<'_>, watch: &Stopwatch) {
    let look = desk.look;
    ScrollArea::horizontal().scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden).auto_shrink(false).show(ui, |ui| {
        let lines: Vec<(usize, f64, f64)> =
            watch.laps().iter().zip(watch.splits()).enumerate().map(|(i, (lap, split))| (i, *lap, split)).collect();
        for (i, lap, split) in lines.into_iter().rev() {
            ui.label(RichText::new(format!("{}", i + 1)).font(look.caption_font()).color(look.quiet));
            ui.label(clock(lap));
            ui.label(RichText::new(format!("+{}", clock(split))).font(look.caption_font()).color(look.quiet));
            ui.add_space(look.gap(1.0));
        }
    });
}

/// What may press it: contacts and passages of the selected bodies, and what does already.
fn triggers(ui: &mut Ui, desk: &mut Desk<'_>) {
    let look = desk.look;
    let document = desk.app.document();
    let mut bodies: Vec<String> = document.stopwatch.triggers.iter().map(|trigger| trigger.body.clone()).collect();
    bodies.extend(desk.app.selection().iter().filter_map(Item::as_body).map(str::to_owned));
    let has_sensor = |id: &str| document.body(id).is_some_and(|body| body.shapes.iter().any(|shape| shape.sensor));
    bodies.extend(document.bodies.iter().map(|body| body.id.clone()).filter(|id| has_sensor(id)).take(8));
    let mut seen = std::collections::BTreeSet::new();
    bodies.retain(|id| seen.insert(id.clone()));
    if bodies.is_empty() {
        ui.label(RichText::new("Select a body to take its first contact,\nor make a photogate (M with Alt).").color(look.quiet));
    }
    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
    ScrollArea::vertical().max_height(0.5 * ui.ctx().screen_rect().height()).show(ui, |ui| {
        for body in bodies {
            let sensed = has_sensor(&body);
            let all_sensors = document.body(&body).is_some_and(|body| body.shapes.iter().all(|shape| shape.sensor));
            if !all_sensors {
                choices(ui, desk, &body, Happening::Contact);
            }
            if sensed {
                choices(ui, desk, &body, Happening::Passage);
            }
        }
    });
}

fn choices(ui: &mut Ui, desk: &mut Desk<'_>, body: &str, on: Happening) {
    let look = desk.look;
    let (words, hint) = match on {
        Happening::Contact => (format!("When {body} touches something"), "After it touched nothing; to a step of the run."),
        Happening::Passage => (format!("When {body} is passed"), "When a body comes into the sensor, within the step."),
    };
    ui.label(RichText::new(words).font(look.strong_font())).on_hover_text(hint);
    for (press, name) in [(Press::Start, "start"), (Press::Stop, "stop"), (Press::Lap, "take a lap (the first one starts)")] {
        let trigger = TriggerDoc { on, body: body.to_owned(), press };
        let is_on = desk.app.document().stopwatch.triggers.contains(&trigger);
        if ui.selectable_label(is_on, name).clicked() {
            desk.send(StopwatchCommand::Trigger(trigger));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::clock;

    #[test]
    fn times_are_told_to_a_thousandth_with_minutes_when_there_are_some() {
        assert_eq!([0.0, 2.0166, 59.9996, 62.0170].map(clock), ["0.000 s", "2.017 s", "1:00.000", "1:02.017"]);
    }
}
