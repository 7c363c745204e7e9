//! The run and the runs that were left for it, a line each: name, what it shares with the others, how far it is from
//! the present one, and what can be done with it.
//!
//! ```text
//! ┌───────────────────────────────────────────────────────────────────────────────────┐
//! │ ●  run 2        ├────────────────────┼──────────●        │ this run        Δ  ⊕  │
//! │ 👁  run 1        ├────────────────────┼───────────────────┤ 0.31 m (crate)  ⇄  ✕ │
//! └───────────────────────────────────────────────────────────────────────────────────┘
//! ```

use super::button::icon_button;
use super::desk::Desk;
use crate::app::timeline::{Branch, Timeline};
use crate::app::{BranchCommand, RunCommand, apart};
use crate::draw::{Role, quantity};
use egui::{Align, Layout, RichText, Sense, Stroke, Ui, pos2, vec2};
use egui_phosphor::regular as icon;

/// Most lines that are shown at once; more are scrolled to.
const LINES: usize = 4;

/// Shows the strip while there are branches.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let branches = desk.app.timeline().branches().clone();
    if branches.is_empty() || desk.state.presentation {
        return;
    }
    let look = desk.look;
    let row = look.row().max(look.pt(24.0));
    let lines = (branches.list().len() + 1).min(LINES);
    let height = row * lines as f32 + look.gap(1.0);
    if ctx.available_rect().height() < height + look.pt(200.0) {
        return;
    }
    egui::TopBottomPanel::bottom("branches").exact_height(height).frame(look.bar()).show(ctx, |ui| {
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(look.gap(1.5), 0.0);
            let ends = branches.list().iter().map(|branch| last_of(desk, branch));
            let last = ends.max().unwrap_or(0).max(desk.app.timeline().last_step());
            let widths = Widths::of(desk, ui.available_width());
            line(ui, desk, row, |ui, desk| present(ui, desk, &widths, last));
            for (index, branch) in branches.list().iter().enumerate().rev() {
                ui.push_id(("branch", index), |ui| line(ui, desk, row, |ui, desk| one(ui, desk, &widths, last, index, branch)));
            }
        });
    });
}

/// Widths of the columns, points.
struct Widths {
    name: f32,
    bar: f32,
    words: f32,
}

impl Widths {
    fn of(desk: &Desk<'_>, all: f32) -> Widths {
        let look = desk.look;
        let (name, words) = (look.pt(110.0), look.pt(150.0));
        // Eye and two buttons, and the gaps between all.
        let rest = look.pt(110.0) + look.gap(10.0);
        Widths { name, words, bar: (all - name - words - rest).max(look.pt(40.0)) }
    }
}

fn line(ui: &mut Ui, desk: &mut Desk<'_>, height: f32, fill: impl FnOnce(&mut Ui, &mut Desk<'_>)) {
    let size = vec2(ui.available_width(), height);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(desk.look.gap(2.0));
        fill(ui, desk);
    });
}

/// The line of the present run.
fn present(ui: &mut Ui, desk: &mut Desk<'_>, widths: &Widths, last: u64) {
    let look = desk.look;
    let mark = ui.label(RichText::new(icon::PLAY_CIRCLE).font(look.icon_font()).color(look.accent));
    mark.on_hover_text("The run that is shown and goes on.");
    name(ui, desk, None, desk.app.timeline().branches().present().to_owned(), widths.name);
    let told = |branch: &Branch<Timeline>| (branch.from, format!("{} parts from it", branch.name));
    let parted: Vec<_> = desk.app.timeline().branches().list().iter().map(told).collect();
    let ends = [desk.app.timeline().first_step(), desk.app.timeline().last_step()];
    bar(ui, desk, widths.bar, last, &Bar { ends, parted: &parted, colour: look.accent, name: "this run" });
    words(ui, desk, widths.words, "this run".to_owned(), "The other lines are compared with it.");
    let on = desk.app.is_difference_shown();
    let colour = if on { look.accent } else { look.quiet };
    let difference = ui.add(egui::Button::new(RichText::new(icon::PLUS_MINUS).font(look.icon_font()).color(colour)).frame(false));
    difference.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Button, true, on, "Difference of runs"));
    if difference.on_hover_text((desk.keyed)("Difference of runs")).clicked() {
        desk.send(BranchCommand::SetDifference(!on));
    }
    if icon_button(ui, &look, icon::PLUS_CIRCLE, "Keep this run").on_hover_text((desk.keyed)("Keep this run")).clicked() {
        desk.send(BranchCommand::Keep);
    }
}

/// The line of a branch.
fn one(ui: &mut Ui, desk: &mut Desk<'_>, widths: &Widths, last: u64, index: usize, branch: &Branch<Timeline>) {
    let look = desk.look;
    let colour = look.role(Role::Ghost(branch.hue));
    let eye = if branch.shown { icon::EYE } else { icon::EYE_SLASH };
    let eye = ui.add(egui::Button::new(RichText::new(eye).font(look.icon_font()).color(colour)).frame(false));
    eye.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Button, true, branch.shown, format!("Show {}", branch.name)));
    if eye.on_hover_text("Shows this run as a ghost over the present one, here and in graphs.").clicked() {
        desk.send(BranchCommand::Show { branch: index, shown: !branch.shown });
    }
    name(ui, desk, Some(index), branch.name.clone(), widths.name);
    let ends = [branch.from, last_of(desk, branch)];
    bar(
        ui,
        desk,
        widths.bar,
        last,
        &Bar { ends, parted: &[(branch.from, "it parts from this run".to_owned())], colour, name: &branch.name },
    );
    let (text, hint) = distance(desk, branch);
    words(ui, desk, widths.words, text, hint);
    let go = icon_button(ui, &look, icon::SWAP, &format!("Go on with {}", branch.name));
    if go.on_hover_text("Goes on with this run and its scene; the present one becomes a branch.").clicked() {
        desk.send(BranchCommand::GoTo(index));
    }
    let remove = icon_button(ui, &look, icon::X, &format!("Remove {}", branch.name));
    if remove.on_hover_text("Removes this run; undo brings it back.").clicked() {
        desk.send(BranchCommand::Remove(index));
    }
}

/// The last step of a branch: as recorded, or as far as its ghost has run.
fn last_of(desk: &Desk<'_>, branch: &Branch<Timeline>) -> u64 {
    let ghost = desk.app.ghosts().run_of(branch).map_or(0, Timeline::last_step);
    branch.run.last_step().max(ghost).max(branch.from)
}

/// How far a branch is from the present run, in words.
fn distance(desk: &Desk<'_>, branch: &Branch<Timeline>) -> (String, &'static str) {
    let hint = "The body that is farthest from where it is in the present run, at this step.";
    let Some(run) = desk.app.ghosts().run_of(branch) else { return ("hidden".to_owned(), "Show it to compare it.") };
    let stage = run.stage();
    if stage.step_count() != desk.app.stage().step_count() {
        return (format!("at step {} …", stage.step_count()), "On its way to the present step.");
    }
    match apart(desk.app.stage(), stage) {
        Some(apart) if apart.distance == 0.0 => ("the same here".to_owned(), "No body is anywhere else at this step."),
        Some(apart) => (format!("{} ({})", quantity::quantity(apart.distance, "m"), apart.body), hint),
        None => ("nothing in common".to_owned(), "No movable body is in both."),
    }
}

fn words(ui: &mut Ui, desk: &Desk<'_>, width: f32, text: String, hint: &str) {
    let look = desk.look;
    ui.allocate_ui_with_layout(vec2(width, ui.available_height()), Layout::left_to_right(Align::Center), |ui| {
        ui.set_width(width);
        let text = RichText::new(text).font(look.caption_font()).color(look.quiet);
        ui.add(egui::Label::new(text).truncate().sense(Sense::hover())).on_hover_text(hint);
    });
}

/// A name that is changed where it stands.
fn name(ui: &mut Ui, desk: &mut Desk<'_>, branch: Option<usize>, name: String, width: f32) {
    let id = ui.id().with("name");
    let mut text = ui.ctx().data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| name.clone());
    let field = ui.add(egui::TextEdit::singleline(&mut text).desired_width(width).char_limit(80).frame(false));
    field.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, format!("Name of {name}")));
    let (is_typing, is_left) = (field.has_focus(), field.lost_focus());
    if is_left && text != name && !ui.input(|i| i.key_pressed(egui::Key::Escape)) {
        desk.send(BranchCommand::Rename { branch, name: text.clone() });
    }
    ui.ctx().data_mut(|data| if is_typing { data.insert_temp(id, text) } else { data.remove::<String>(id) });
    field.on_hover_text("Name of this run: click to change it.");
}

/// What is drawn of a run.
struct Bar<'a> {
    /// From which step it is its own, and its last one.
    ends: [u64; 2],
    /// Where runs parted, marked by rings, and which.
    parted: &'a [(u64, String)],
    colour: egui::Color32,
    name: &'a str,
}

/// From where to where a run goes, where others parted from it, and the present step. A click goes there.
fn bar(ui: &mut Ui, desk: &mut Desk<'_>, width: f32, last: u64, bar: &Bar<'_>) {
    let Bar { ends, parted, colour, name } = *bar;
    let look = desk.look;
    let (rect, response) = ui.allocate_exact_size(vec2(width, look.pt(18.0)), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, format!("Line of {name}")));
    let first = desk.app.timeline().first_step();
    let along = |step: u64| step.saturating_sub(first) as f32 / (last - first).max(1) as f32;
    let x = |step: u64| rect.left() + rect.width() * along(step).clamp(0.0, 1.0);
    let y = rect.center().y;
    let painter = ui.painter();
    // What it shares with the present run, then what is its own.
    painter.hline(x(first)..=x(ends[0]), y, Stroke::new(look.pt(2.0), look.line));
    painter.hline(x(ends[0])..=x(ends[1]), y, Stroke::new(look.pt(3.0), colour));
    for (step, _) in parted {
        painter.circle(pos2(x(*step), y), look.pt(3.5), look.panel, Stroke::new(look.pt(1.5), colour));
    }
    let now = x(desk.app.stage().step_count());
    painter.vline(now, rect.y_range(), Stroke::new(look.pt(1.5), look.accent));
    if let Some(at) = response.interact_pointer_pos() {
        let share = ((at.x - rect.left()) / rect.width().max(1.0)).clamp(0.0, 1.0);
        let step = first + (share * (last - first) as f32).round() as u64;
        if step != desk.app.stage().step_count() {
            desk.send(RunCommand::Seek(step));
        }
    }
    let rings: String = parted.iter().map(|(step, which)| format!("\nring at step {step}: {which}")).collect();
    response.on_hover_text(format!("{name}: steps {} to {}{rings}", first, ends[1]));
}
