//! The lesson bar: what to look for, which step of how many, the way on and back, and what an author does with a step.
//! Over the scene, where a learner may wander off to, a small card leads back.
//!
//! ```text
//! ┌ ‹  step 2 of 6  ›   Caption: what to look for in this step …      Back to step 2  H    Lesson ▾ ┐
//! ```

use super::button::{self, icon_button};
use super::desk::Desk;
use super::markdown;
use super::scrolled;
use crate::app::{HistoryCommand, LessonCommand, LessonPlace};
use crate::draw::Sheet;
use crate::scene::document::CameraDoc;
use crate::scene::limits;
use egui::{Button, Key, Label, Modifiers, RichText, TextEdit, Ui, vec2};
use egui_phosphor::regular as icon;

/// The key that adds a step, also while its caption is being written.
pub(super) const ADD: (Modifiers, Key) = (Modifiers::COMMAND, Key::L);

/// Shows the bar under the microscope's own; nothing without a lesson.
pub(super) fn bar(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let app = desk.app;
    let Some(place) = app.lesson_place() else { return };
    let look = desk.look;
    let frame = look.bar().inner_margin(look.margin(3.0, 1.5));
    egui::TopBottomPanel::top("lesson bar").frame(frame).show_separator_line(true).show(ctx, |ui| {
        ui.spacing_mut().item_spacing.x = look.gap(2.0);
        ui.horizontal_top(|ui| {
            steps(ui, desk, &place);
            let right = author_width(desk, &place);
            let room = (ui.available_width() - right).max(look.pt(120.0));
            ui.allocate_ui_with_layout(vec2(room, 0.0), egui::Layout::top_down(egui::Align::Min), |ui| {
                ui.set_width(room);
                caption(ui, desk, &place);
            });
            // No more than a row: a bar that was higher once, before a room, would stay so.
            let rest = vec2(ui.available_width(), look.row());
            ui.allocate_ui_with_layout(rest, egui::Layout::right_to_left(egui::Align::Center), |ui| {
                author(ui, desk, &place);
                if !place.is_here {
                    back(ui, desk, &place);
                }
            });
        });
    });
}

/// ‹ step 2 of 6 ›
fn steps(ui: &mut Ui, desk: &mut Desk<'_>, place: &LessonPlace<'_>) {
    let look = desk.look;
    ui.spacing_mut().item_spacing.x = look.gap(1.0);
    if icon_button(ui, &look, icon::CARET_LEFT, "Previous lesson step").on_hover_text((desk.keyed)("Previous lesson step")).clicked() {
        desk.send(LessonCommand::Previous);
    }
    let words = format!("step {} of {}", place.index + 1, place.count);
    ui.add(Label::new(RichText::new(words).font(look.strong_font())).extend());
    if icon_button(ui, &look, icon::CARET_RIGHT, "Next lesson step").on_hover_text((desk.keyed)("Next lesson step")).clicked() {
        desk.send(LessonCommand::Next);
    }
    ui.spacing_mut().item_spacing.x = look.gap(2.0);
}

/// Title, place and caption of the step for a room; the caption scrolls beyond `most` points.
pub(super) fn presented(ui: &mut Ui, desk: &mut Desk<'_>, most: f32) {
    let app = desk.app;
    let Some(place) = app.lesson_place() else { return };
    let look = desk.look;
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.allocate_ui_with_layout(vec2(look.pt(122.0), look.row()), egui::Layout::left_to_right(egui::Align::Center), |ui| {
                steps(ui, desk, &place);
            });
            if !place.is_here {
                back(ui, desk, &place);
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(Label::new(RichText::new(app.title()).color(look.quiet)).truncate());
            });
        });
    });
    let words = markdown::job(&look, &place.step.caption, look.lesson_font(), look.text);
    let area = egui::ScrollArea::vertical().id_salt(("presented", place.index)).max_height(most).min_scrolled_height(most);
    scrolled::show(ui, &look, look.panel, area.auto_shrink([false, true]), |ui| ui.add(Label::new(words).wrap()));
}

fn back(ui: &mut Ui, desk: &mut Desk<'_>, place: &LessonPlace<'_>) {
    let look = desk.look;
    let response = ui.add(button::accented(&look, &format!("Back to step {}", place.index + 1), 0.0));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "Back to the lesson"));
    if response.on_hover_text((desk.keyed)("Back to the lesson")).clicked() {
        desk.send(LessonCommand::Return);
    }
}

/// Room for the buttons at the right.
fn author_width(desk: &Desk<'_>, place: &LessonPlace<'_>) -> f32 {
    desk.look.pt(if place.is_here { 92.0 } else { 232.0 })
}

/// The words of the step; while an author edits them, a field.
fn caption(ui: &mut Ui, desk: &mut Desk<'_>, place: &LessonPlace<'_>) {
    /// Most of the window that a caption takes before it scrolls, points.
    const MOST: f32 = 84.0;
    let look = desk.look;
    let (font, width) = (look.lesson_font(), ui.available_width());
    let words = ui.fonts(|f| f.layout(place.step.caption.clone(), font.clone(), look.text, width).size().y);
    // A field has two rows at least, and a margin.
    let wanted = if desk.state.editing_caption { words.max(2.5 * font.size) + look.gap(2.0) } else { words };
    // A panel grows by what its contents ask for; a scroll area asks for little of its own accord.
    let scroll = egui::ScrollArea::vertical().id_salt(("caption", place.index)).min_scrolled_height(wanted.min(look.pt(MOST)));
    scrolled::show(ui, &look, look.panel, scroll.max_height(look.pt(MOST)).auto_shrink([false, true]), |ui| {
        if !desk.state.editing_caption {
            // A word to the author alone, who has the editor open.
            let words = match place.step.caption.as_str() {
                "" if desk.state.lesson_editor.is_open => "No caption yet: Lesson, Edit the caption.",
                words => words,
            };
            let color = if place.step.caption.is_empty() { look.quiet } else { look.text };
            ui.add(Label::new(markdown::job(&look, words, look.lesson_font(), color)).wrap());
            return;
        }
        let mut text = place.step.caption.clone();
        let field = TextEdit::multiline(&mut text)
            .font(look.lesson_font())
            .desired_rows(2)
            .desired_width(f32::INFINITY)
            .char_limit(limits::ABOUT.length.max as usize)
            .hint_text(look.hint("What should the learner look for?"));
        let response = ui.add(field).on_hover_text("What the learner should look for");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Caption of this step"));
        if std::mem::take(&mut desk.state.caption_wants_focus) {
            response.request_focus();
        }
        if response.changed() {
            let gesture = desk.state.gesture.of(&response);
            desk.send(LessonCommand::Caption { text, gesture });
        }
        // Captions are written in a row: the words are taken, and the next step asks for its own.
        if response.has_focus() && ui.input_mut(|i| i.consume_key(ADD.0, ADD.1)) {
            add(desk);
        }
        // Before a word is written there is nothing in the field to be taken back: what is meant is the step.
        let is_untouched = response.has_focus() && !response.changed() && place.step.caption.is_empty();
        if is_untouched && ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Z)) {
            response.surrender_focus();
            desk.send(HistoryCommand::Undo);
        }
    });
}

/// What an author does with this step.
fn author(ui: &mut Ui, desk: &mut Desk<'_>, place: &LessonPlace<'_>) {
    let look = desk.look;
    let order = |ui: &mut Ui, can: bool, words: String| {
        let hint = "Changes the order of the steps";
        ui.add_enabled(can, Button::new(words)).on_hover_text(hint).on_disabled_hover_text(hint).clicked()
    };
    let menu = button::menu(ui, desk, "Lesson", |ui, desk| {
        ui.set_min_width(look.menu_width());
        let number = place.index + 1;
        let editing = desk.state.editing_caption;
        if ui.button("Add this place as a lesson step").on_hover_text((desk.keyed)("Add this place as a lesson step")).clicked() {
            add(desk);
            ui.close_menu();
        }
        if ui.button(format!("Show this place in step {number}")).on_hover_text("Its caption stays").clicked() {
            let camera = camera(desk);
            let retake = LessonCommand::Retake { camera };
            desk.send(if desk.app.bench().is_some() { retake } else { LessonCommand::TakeView { replace: true } });
            ui.close_menu();
        }
        ui.separator();
        let edit = ui.button(if editing { "Done with the caption" } else { "Edit the caption" });
        if edit.on_hover_text("What the learner should look for, in this step").clicked() {
            desk.state.editing_caption = !editing;
            desk.state.caption_wants_focus = !editing;
            ui.close_menu();
        }
        let hint = "Title, order of the steps by dragging, and questions of one's own";
        if ui.button("Edit the lesson…").on_hover_text(hint).clicked() {
            desk.state.lesson_editor.is_open = true;
            ui.close_menu();
        }
        if order(ui, place.index > 0, format!("Move step {number} earlier")) {
            desk.send(LessonCommand::Shift(-1));
            ui.close_menu();
        }
        if order(ui, number < place.count, format!("Move step {number} later")) {
            desk.send(LessonCommand::Shift(1));
            ui.close_menu();
        }
        if ui.button(format!("Remove step {number}")).on_hover_text("The scene stays; undo brings it back").clicked() {
            desk.send(LessonCommand::Remove);
            ui.close_menu();
        }
    });
    menu.on_hover_text("What an author does with this step");
}

/// Adds the present place, under the microscope or of the scene, and lets its caption be written once it is there.
pub(super) fn add(desk: &mut Desk<'_>) {
    desk.state.caption_when_added = true;
    if desk.app.bench().is_none() {
        return desk.send(LessonCommand::TakeView { replace: false });
    }
    let camera = camera(desk);
    desk.send(LessonCommand::Add { camera });
}

/// What the world's view shows, when it was moved by hand or comes from the lesson.
fn camera(desk: &Desk<'_>) -> Option<CameraDoc> {
    let by_hand = desk.state.workspace.moved_view(Sheet::World);
    let view = by_hand.or_else(|| desk.app.bench()?.camera())?;
    Some(CameraDoc { center: view.center, height: view.height })
}

/// The way to begin a lesson, for the side of a bench whose scene has none.
pub(super) fn begin(ui: &mut Ui, desk: &mut Desk<'_>) {
    if desk.app.lesson_place().is_none()
        && desk.app.bench().is_some_and(|bench| bench.example().is_none())
        && ui.button("Add this place as a lesson step").on_hover_text((desk.keyed)("Add this place as a lesson step")).clicked()
    {
        add(desk);
    }
}

/// True while the lesson's bar stands over the scene: its present step shows the scene.
pub(super) fn is_over_scene(desk: &Desk<'_>) -> bool {
    desk.app.is_in_lesson() && desk.app.bench().is_none() && desk.app.lesson_place().is_some_and(|place| place.step.shows_scene())
}

/// The bar over the scene itself, and the author's question; while presented the caption for a room.
pub(super) fn over_canvas(ctx: &egui::Context, desk: &mut Desk<'_>) {
    if !is_over_scene(desk) {
        return;
    }
    let look = desk.look;
    if desk.state.presentation {
        let most = 0.3 * ctx.screen_rect().height();
        let frame = look.bar().inner_margin(look.margin(4.0, 2.0));
        egui::TopBottomPanel::top("presented caption").frame(frame).show_separator_line(true).show(ctx, |ui| presented(ui, desk, most));
    } else {
        bar(ctx, desk);
    }
    if desk.app.own_question().is_some() {
        let frame = look.bar().inner_margin(look.margin(4.0, 2.0));
        egui::TopBottomPanel::top("question of the scene").frame(frame).show_separator_line(true).show(ctx, |ui| {
            let most = 0.35 * ui.ctx().screen_rect().height();
            let scroll = egui::ScrollArea::vertical().max_height(most).min_scrolled_height(most).auto_shrink([false, true]);
            scrolled::show(ui, &look, look.panel, scroll, |ui| super::own_question::show(ui, desk));
        });
    }
}

/// The card over the scene that leads back into the lesson.
pub(super) fn over_scene(ctx: &egui::Context, desk: &mut Desk<'_>, canvas: egui::Rect) {
    let app = desk.app;
    let Some(place) = app.lesson_place().filter(|_| !is_over_scene(desk)) else { return };
    let look = desk.look;
    let least = look.roomy_canvas();
    if canvas.width() < least.x || canvas.height() < least.y {
        return;
    }
    // The hint stands at the left, notices come in the middle.
    let at = canvas.right_bottom() - egui::Vec2::splat(look.gap(3.0));
    let area = egui::Area::new("lesson".into()).order(egui::Order::Middle).pivot(egui::Align2::RIGHT_BOTTOM).fixed_pos(at);
    let shown = area.show(ctx, |ui| {
        look.card().show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.add(
                    Label::new(RichText::new(format!("Lesson: step {} of {}", place.index + 1, place.count)).color(look.quiet)).extend(),
                );
                back(ui, desk, &place);
            });
        });
    });
    desk.state.floating.push(shown.response.rect);
}

/// Going to another step ends the editing of the caption; one that was added here begins it.
pub(super) fn watch(desk: &mut Desk<'_>) {
    let now = desk.app.lesson_place().map(|place| (place.index, place.count));
    let before = std::mem::replace(&mut desk.state.lesson_shown, now);
    if before == now {
        return;
    }
    let count = |place: Option<(usize, usize)>| place.map_or(0, |(_, count)| count);
    let is_added = std::mem::take(&mut desk.state.caption_when_added) && count(now) > count(before);
    (desk.state.editing_caption, desk.state.caption_wants_focus) = (is_added, is_added);
}
