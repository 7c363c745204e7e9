//! Toasts for what was done, with the way back in them; a window for what is too long for a toast.

use super::desk::Desk;
use super::hints;
use super::state::{Notices, Offer, Toast};
use super::theme::Look;
use crate::app::{App, DocumentCommand, FileNote, HistoryCommand, MOVED_START, Notice, NoticeKind, Prompt, UndoPlace};
use egui::{Align2, Button, Pos2, Rect, RichText, Ui, vec2};
use egui_phosphor::regular as icon;

/// Name of what toasts stand in.
const AREA: &str = "toasts";
/// Seconds a toast stays, by kind.
const STAY: [(NoticeKind, f64); 3] = [(NoticeKind::Done, 4.0), (NoticeKind::Warning, 7.0), (NoticeKind::Error, 10.0)];
/// Toasts less wide than this are hard to read, points.
const NARROWEST: f32 = 260.0;
/// Most toasts at once.
const MOST: usize = 4;
/// A text with more lines than this gets a window.
const TOAST_LINES: usize = 2;
/// A text with more characters than this gets a window.
const TOAST_LENGTH: usize = 180;

impl Notices {
    /// Takes the program's notes that were not shown yet.
    pub fn take(&mut self, app: &mut App, time: f64) {
        if let Some(Prompt::Overwrite { path, .. }) = app.prompt() {
            self.forget_file(path); // asked instead of written
        }
        let mut fresh = std::mem::take(&mut self.waiting);
        fresh.extend(app.take_notices());
        let here = app.undo_place();
        if fresh.iter().any(|notice| notice.kind == NoticeKind::Done) {
            self.toasts.retain(|toast| says_more(toast, here));
        }
        for notice in fresh {
            if notice.kind == NoticeKind::Error && is_long(&notice.text) {
                self.window = Some(notice.text);
                continue;
            }
            self.add(notice, time);
        }
        // A refusal says nothing any more once something was changed: what was wrong may be right now.
        self.toasts.retain(|t| t.until > time && (t.at == here || t.kind != NoticeKind::Error || !t.text.contains(" was refused")));
        let beside = [app.bench().is_some(), app.comparison().is_some()];
        if std::mem::replace(&mut self.beside, beside) != beside {
            // What was done before says nothing of the view that opens, and would lie over it.
            let is_news = |toast: &Toast| toast.until >= time + STAY[0].1;
            self.toasts.retain(|toast| toast.kind != NoticeKind::Done || toast.offer.is_some() || is_news(toast));
        }
    }

    /// Takes away what was told of writing this file: that it goes on, or how it went before.
    fn forget_file(&mut self, path: &str) {
        self.toasts.retain(|toast| !matches!(&toast.file, Some(FileNote::Begun(known) | FileNote::Ended(known)) if known == path));
    }

    /// A warning from the panels themselves.
    pub fn warn(&mut self, text: String) {
        self.waiting.push(Notice { kind: NoticeKind::Warning, text, file: None, at: UndoPlace::default() });
    }

    fn add(&mut self, notice: Notice, time: f64) {
        if let Some(FileNote::Ended(path)) = &notice.file {
            self.forget_file(path);
        }
        if notice.text.starts_with("Undone") {
            // What was offered about the move is void.
            self.toasts.retain(|toast| !toast.text.starts_with(MOVED_START));
        }
        let stay = STAY.iter().find(|(kind, _)| *kind == notice.kind).map_or(4.0, |(_, seconds)| *seconds);
        let (offer, at) = (offer(&notice), notice.at);
        let toast = Toast { offer, at, kind: notice.kind, text: notice.text, until: time + stay, file: notice.file };
        // While something is dragged through forbidden values every frame refuses it anew: one toast, kept current.
        let same = |t: &&mut Toast| t.kind == toast.kind && head(&t.text) == head(&toast.text);
        match self.toasts.iter_mut().find(same) {
            Some(old) => *old = toast,
            None => self.toasts.push(toast),
        }
        if self.toasts.len() > MOST {
            self.toasts.remove(0);
        }
    }
}

/// True when a toast still says something beside the next thing that was done: what is wrong, what is going on, or an
/// offer that holds. Others would stack over bodies.
fn says_more(toast: &Toast, here: UndoPlace) -> bool {
    let is_going_on = matches!(toast.file, Some(FileNote::Begun(_)));
    toast.kind != NoticeKind::Done || is_going_on || toast.offer.is_some() && toast.at == here
}

fn is_long(text: &str) -> bool {
    text.lines().count() > TOAST_LINES || text.chars().count() > TOAST_LENGTH
}

/// The words by which two notes count as the same.
fn head(text: &str) -> &str {
    match text.split([':', '.']).next().unwrap_or(text) {
        // Going on and back through the same steps: where one stands now.
        "Redone" => "Undone",
        head => head,
    }
}

/// Undo where something went away, redo where it came back, the old start where a move has changed it.
fn offer(notice: &Notice) -> Option<Offer> {
    let begins = |word: &str| notice.kind == NoticeKind::Done && notice.text.starts_with(word);
    let undo = Offer { name: "Undo", hint: "Takes it back.", command: HistoryCommand::Undo.into() };
    let redo = Offer { name: "Redo", hint: "Brings it back.", command: HistoryCommand::Redo.into() };
    let hint = "It stays here in this run; a reset begins from where it started before.";
    let only_now = Offer { name: "Change now only", hint, command: DocumentCommand::KeepStart.into() };
    let known = [("Deleted", undo.clone()), ("Redone", undo), ("Undone", redo), (MOVED_START, only_now)];
    known.into_iter().find(|(word, _)| begins(word)).map(|(_, offer)| offer)
}

/// Shows toasts and the window.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let look = desk.look;
    window(ctx, desk, &look);
    let Some(next) = desk.state.notices.toasts.iter().map(|t| t.until).reduce(f64::min) else {
        if !desk.state.notices.waiting.is_empty() {
            ctx.request_repaint();
        }
        return;
    };
    let time = ctx.input(|i| i.time);
    if desk.state.dialog_open || desk.state.is_window_open() || desk.app.prompt().is_some() {
        // They would lie over it: they wait, and stay a while behind it.
        desk.state.notices.toasts.iter_mut().for_each(|toast| toast.until = toast.until.max(time + STAY[0].1));
        return;
    }
    ctx.request_repaint_after(std::time::Duration::from_secs_f64((next - time).max(0.05)));
    let (pivot, place, width) = place(ctx, desk, &look);
    let area = egui::Area::new(AREA.into()).order(egui::Order::Foreground).pivot(pivot).fixed_pos(place);
    area.show(ctx, |ui| {
        ui.set_max_width(width);
        let mut closed = None;
        for i in 0..desk.state.notices.toasts.len() {
            if toast(ui, desk, &look, i) {
                closed = Some(i);
            }
        }
        if let Some(i) = closed {
            desk.state.notices.toasts.remove(i);
        }
    });
}

/// How high a toast of one line is with the room below it: it stands over the hint line, and a scene that is shown as a
/// whole leaves that room free.
pub(crate) fn height(look: &Look) -> f32 {
    look.gap(12.0)
}

/// How far to the right toasts reach, while there are some: the hint line goes on behind them.
pub(crate) fn right_end(ctx: &egui::Context, desk: &Desk<'_>) -> Option<f32> {
    let shown = ctx.memory(|memory| memory.area_rect(AREA)).filter(|_| !desk.state.notices.toasts.is_empty());
    shown.map(|area| area.right())
}

/// Where toasts stand and how wide they may be: at the lower left of the canvas, over its hint line and below what
/// happens in its middle, clear of a lens's card and of the lesson's editor. Under the microscope they
/// stand in the world's view, clear of the chart, the side and the strip.
fn place(ctx: &egui::Context, desk: &Desk<'_>, look: &Look) -> (Align2, Pos2, f32) {
    let most = look.card_width() * 1.6;
    let room = |area: Rect| most.min(area.width() - look.gap(4.0));
    let clear = |area: Rect| match desk.state.lesson_editor.at {
        Some(editor) => clear_of(editor, [area, area.with_max_x(ctx.screen_rect().right())], look.pt(NARROWEST)),
        None => area,
    };
    match desk.state.workspace.world.filter(|_| desk.app.bench().is_some()).map(clear) {
        Some(world) => (Align2::LEFT_BOTTOM, world.left_bottom() + vec2(look.gap(2.0), -look.gap(2.0)), room(world)),
        None => {
            let screen = ctx.screen_rect();
            let canvas = desk.state.canvas_at.unwrap_or(screen.with_max_y(screen.bottom() - look.transport_height()));
            let free = clear(desk.state.inset.beside.filter(|_| !desk.app.is_scene_hidden()).unwrap_or(canvas));
            (Align2::LEFT_BOTTOM, egui::pos2(free.left() + look.gap(2.0), canvas.bottom() - look.gap(1.0)), room(free))
        }
    }
}

/// What is left of an area beside a window, at the side with more room; of the first area with at least so much,
/// points.
fn clear_of(window: Rect, areas: [Rect; 2], least: f32) -> Rect {
    let beside = |area: Rect| {
        if !area.intersects(window) {
            return area;
        }
        let (before, behind) = (area.with_max_x(window.left()), area.with_min_x(window.right()));
        if before.width() > behind.width() { before } else { behind }
    };
    let [inside, wider] = areas.map(beside);
    if inside.width() >= least { inside } else { wider }
}

/// One toast; true when it shall go.
fn toast(ui: &mut Ui, desk: &mut Desk<'_>, look: &Look, index: usize) -> bool {
    let toast = &desk.state.notices.toasts[index];
    // After another edit, undo would take back that one.
    let offer = toast.offer.clone().filter(|_| toast.at == desk.app.undo_place());
    let text = toast.text.clone();
    let (picture, ink) = match toast.kind {
        NoticeKind::Done => (icon::CHECK_CIRCLE, look.good),
        NoticeKind::Warning => (icon::WARNING, look.warning),
        NoticeKind::Error => (icon::WARNING_CIRCLE, look.error),
    };
    let mut close = false;
    let shown = look.card().show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(picture).font(look.icon_font()).color(ink));
            let buttons = look.pt(if offer.is_some() { 150.0 } else { 40.0 });
            let width = (ui.available_width() - buttons).max(look.pt(80.0));
            let galley = ui.fonts(|f| f.layout(text.clone(), look.body_font(), look.text, width));
            let size = galley.size();
            let (rect, label) = ui.allocate_exact_size(size, egui::Sense::hover());
            label.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &text));
            ui.painter().galley(rect.min, galley, look.text);
            if let Some(Offer { name, hint, command }) = offer {
                let button = ui.add(Button::new(RichText::new(name).color(look.link)).frame(false));
                if button.on_hover_text(hint).clicked() {
                    desk.send(command);
                    close = true;
                }
            }
            let response = ui.add(Button::new(RichText::new(icon::X).color(look.quiet)).frame(false));
            response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "Dismiss"));
            close |= response.on_hover_text(hints::of("Dismiss")).clicked();
        });
    });
    if shown.response.contains_pointer() {
        // Being read: it stays.
        desk.state.notices.toasts[index].until += f64::from(ui.input(|i| i.stable_dt));
    }
    close
}

/// A scrollable text, for example all problems of a scene.
fn window(ctx: &egui::Context, desk: &mut Desk<'_>, look: &Look) {
    let Some(text) = desk.state.notices.window.clone() else { return };
    let screen = ctx.screen_rect().size();
    let modal = egui::Modal::new("long notice".into()).frame(look.card().inner_margin(look.margin(5.0, 4.0))).show(ctx, |ui| {
        ui.set_width(look.window_width().min(screen.x - look.gap(16.0)));
        ui.set_max_height(screen.y * 0.85);
        let mut lines = text.lines();
        ui.add(
            egui::Label::new(RichText::new(lines.next().unwrap_or("Something failed")).font(look.title_font()).color(look.error)).wrap(),
        );
        ui.add_space(look.gap(2.0));
        egui::ScrollArea::vertical().max_height(screen.y * 0.55).auto_shrink([false, true]).show(ui, |ui| {
            for line in lines {
                ui.add(egui::Label::new(RichText::new(line).monospace()).wrap().selectable(true));
                ui.add_space(look.gap(1.0));
            }
        });
        ui.add_space(look.gap(3.0));
        let mut close = false;
        ui.horizontal(|ui| {
            close = ui.button("Close").on_hover_text(hints::of("Close")).clicked();
            if ui.button("Copy text").on_hover_text(hints::of("Copy text")).clicked() {
                ui.ctx().copy_text(text.clone());
            }
        });
        close
    });
    if modal.inner || modal.backdrop_response.clicked() {
        desk.state.notices.window = None;
    }
}
