//! THE PANELS. egui functions: state in, commands out. No window, no macroquad.
//!
//! Each panel is a file with a `show` that reads the program ([`crate::app::App`]), paints, and puts what the user did
//! on the `desk` as commands; [`Ui::show`] carries them out. What panels remember from frame to frame stands in
//! `state`. One frame, in order: keys, bars, canvas input, carry out, picture, then what floats over the picture
//! (labels, chips, cards, windows), carry out again.
//!
//! ```text
//! ┌ menu_bar ─────────────────────────────────────────────────┐
//! ├────┬ lens_bar ───────────────────────────────┬────────────┤
//! │tool│ canvas            contact_card          │ inspector  │
//! │rail│                   lens_panel            │            │
//! │    ├ graphs ─────────────────────────────────┤            │
//! ├────┴ branches ───────────────────────────────┴────────────┤
//! └ transport ────────────────────────────────────────────────┘   over all: scene_picker,
//!                                                                palette, help, prompts, recovery, notices
//! ```

pub mod actions;
pub mod paint;
pub mod theme;

mod action;
mod arrange;
mod branches;
mod button;
mod canvas;
mod canvas_menu;
mod compare;
mod contact_card;
mod desk;
mod file_actions;
mod focus;
mod graphs;
mod greeting;
mod help;
mod hints;
mod icons;
mod inspector;
mod keyboard;
mod lens_bar;
mod lens_panel;
mod lesson;
mod lesson_actions;
mod lesson_editor;
mod lesson_state;
mod markdown;
mod markers;
mod menu_bar;
mod menu_keys;
mod microscope;
mod notices;
mod number;
mod outliner;
mod outliner_state;
mod overlay;
mod own_question;
mod palette;
mod pen;
mod pen_state;
mod picture;
mod presenter;
mod profiler;
mod prompts;
mod recovery;
mod scene_picker;
mod scrolled;
mod state;
mod stopwatch;
mod stroke;
mod tool_rail;
mod transport;

use crate::app::{App, Command, NoticeKind, ToolCommand};
use crate::draw::DrawList;
use desk::Desk;
use state::Panels;
use theme::Look;

/// The panels.
#[derive(Default)]
pub struct Ui {
    /// Marks of this frame's picture: the shell paints the world sheet under the panels.
    pub picture: DrawList,
    /// The pictures of a comparison's panes and where they go, points; in place of the canvas.
    pub panes: Vec<(egui::Rect, DrawList)>,
    /// Where the canvas is, points.
    pub canvas: Option<egui::Rect>,
    /// The shell shows a dialog of its own over the panels: keys belong to it.
    pub dialog_open: bool,
    panels: Panels,
    themed: Option<Look>,
}

impl Ui {
    /// Shows the card of the first start.
    pub fn greet(&mut self) {
        self.panels.greeting = true;
    }

    /// True in presentation mode, which has the whole screen.
    pub fn is_presenting(&self) -> bool {
        self.panels.presentation
    }

    /// True once when a click wants to paste: Ctrl+V is to follow as an event, with the text of the clipboard.
    pub fn wants_paste(&mut self) -> bool {
        self.panels.keyboard.paste.as_mut().is_some_and(|(_, is_asked)| !std::mem::replace(is_asked, true))
    }

    /// One frame: all panels, the canvas's input and labels. Fills [`Ui::picture`] and [`Ui::canvas`].
    pub fn show(&mut self, ctx: &egui::Context, app: &mut App) {
        self.lay_out(ctx, app);
        if let Some(look) = &self.themed {
            focus::ring(ctx, look);
        }
    }

    fn lay_out(&mut self, ctx: &egui::Context, app: &mut App) {
        refuse_long_paste(ctx, app);
        let size = ctx.screen_rect().size();
        let look = Look::of(app.theme()).zoomed(app.scale(), size);
        let presents_lesson = self.panels.presentation && app.lesson_place().is_some();
        let look = match app.bench() {
            _ if presents_lesson => look.presented(size),
            Some(_) => look.in_workspace(size),
            None => look,
        };
        let first = self.themed.is_none();
        if self.themed != Some(look) {
            theme::apply(ctx, &look);
            self.themed = Some(look);
        }
        if first {
            // Fonts are there from the next pass on: this one is thrown away.
            theme::install(ctx);
            ctx.request_discard("fonts were installed");
            return;
        }
        self.panes.clear();
        self.panels.dialog_open = self.dialog_open;
        self.panels.lesson_editor.at = None;
        self.panels.drawers.clear();
        self.panels.is_narrow = look.is_narrow(size.x);
        self.panels.gesture.begin_frame(ctx);
        self.panels.notices.take(app, ctx.input(|i| i.time));
        if size.x < theme::SMALLEST.x || size.y < theme::SMALLEST.y {
            self.canvas = None;
            self.picture.clear();
            return;
        }
        let takes_keys = !self.dialog_open;
        if app.bench().is_some() {
            self.canvas = None;
            self.picture.clear();
            return self.with_desk(ctx, app, look, |desk| workspace(ctx, desk, takes_keys));
        }
        if app.comparison().is_some() {
            return self.compare(ctx, app, look, takes_keys);
        }
        let rect = self.with_desk(ctx, app, look, |desk| frame(ctx, desk, takes_keys));
        self.canvas = Some(rect);
        app.set_canvas(crate::engine::math::Vec2::new(rect.width(), rect.height()));
        self.picture.clear();
        app.picture(&mut self.picture);
        let picture = std::mem::take(&mut self.picture);
        let covered = self.with_desk(ctx, app, look, |desk| over_canvas(ctx, desk, &picture, rect));
        app.set_covered(covered);
        self.picture = picture;
    }

    /// The comparison of solvers instead of the scene, under the same windows.
    fn compare(&mut self, ctx: &egui::Context, app: &mut App, look: Look, takes_keys: bool) {
        self.canvas = None;
        self.picture.clear();
        let places = self.with_desk(ctx, app, look, |desk| {
            begin(ctx, desk, takes_keys);
            let places = compare::show(ctx, desk);
            desk.state.canvas_at = places.iter().map(|(_, rect)| *rect).reduce(egui::Rect::union);
            places
        });
        if let Some((_, rect)) = places.first() {
            app.set_canvas(crate::engine::math::Vec2::new(rect.width(), rect.height()));
            app.set_covered([0.0; 2]);
        }
        let lit = self.panels.compare.lit;
        for (solver, rect) in places {
            let pane = app.comparison().and_then(|comparison| comparison.panes().iter().find(|pane| pane.solver() == solver));
            let mut picture = DrawList::default();
            pane.into_iter().for_each(|pane| app.pane_picture(pane, lit, &mut picture));
            self.panes.push((rect, picture));
        }
        let pictures = std::mem::take(&mut self.panes);
        self.with_desk(ctx, app, look, |desk| {
            compare::over(ctx, desk, &pictures);
            scene_picker::show(ctx, desk);
            over_all(ctx, desk);
        });
        self.panes = pictures;
    }

    /// Lets panels work, then carries out what they put on the desk.
    fn with_desk<R>(&mut self, ctx: &egui::Context, app: &mut App, look: Look, work: impl FnOnce(&mut Desk<'_>) -> R) -> R {
        let mut desk = Desk { app, look, state: &mut self.panels, keyed: actions::keyed, commands: Vec::new() };
        let result = work(&mut desk);
        if desk.commands.iter().any(|command| !matches!(command, Command::Tool(ToolCommand::Pointer(_)))) {
            // What was shown so far is older than what was just done: another frame, even if nothing moves.
            ctx.request_repaint();
        }
        for command in desk.commands {
            app.apply(command);
        }
        if let Some(text) = app.take_copied() {
            ctx.copy_text(text);
        }
        result
    }
}

/// No text field takes more than the longest text of a scene: a field lays out all that is in it at once.
fn refuse_long_paste(ctx: &egui::Context, app: &mut App) {
    if !menu_keys::is_typing(ctx) {
        return;
    }
    let most = crate::scene::limits::ABOUT.length.max;
    let is_long = |event: &egui::Event| matches!(event, egui::Event::Paste(text) if text.chars().count() as u64 > most);
    let refused = ctx.input_mut(|input| {
        let before = input.events.len();
        input.events.retain(|event| !is_long(event));
        before > input.events.len()
    });
    if refused {
        app.notify(
            NoticeKind::Warning,
            format!("Nothing was pasted: the text has more than {most} characters, the most that a field takes."),
        );
    }
}

/// Keys, before anything is shown.
fn begin(ctx: &egui::Context, desk: &mut Desk<'_>, takes_keys: bool) {
    pen::take_keys(ctx, desk);
    if takes_keys {
        keyboard::take(ctx, desk);
    }
    desk.state.menus.is_open = false;
}

/// Keys, the bars round the canvas, and the canvas's input. Returns where the canvas is.
fn frame(ctx: &egui::Context, desk: &mut Desk<'_>, takes_keys: bool) -> egui::Rect {
    begin(ctx, desk, takes_keys);
    if !desk.state.presentation {
        menu_bar::show(ctx, desk);
    }
    lesson::watch(desk);
    lesson::over_canvas(ctx, desk);
    transport::show(ctx, desk);
    if !desk.state.presentation {
        tool_rail::show(ctx, desk);
        outliner::beside(ctx, desk);
        inspector::show(ctx, desk);
    }
    stopwatch::show(ctx, desk);
    branches::show(ctx, desk);
    graphs::show(ctx, desk);
    if !desk.state.presentation {
        outliner::over(ctx, desk);
    }
    if lesson::is_over_scene(desk) {
        lesson_editor::show(ctx, desk);
    }
    canvas::show(ctx, desk)
}

/// The collision microscope instead of the scene, under the same windows.
fn workspace(ctx: &egui::Context, desk: &mut Desk<'_>, takes_keys: bool) {
    begin(ctx, desk, takes_keys);
    lesson::watch(desk);
    microscope::show(ctx, desk);
    lesson_editor::show(ctx, desk);
    over_all(ctx, desk);
}

/// Windows and notes over whatever is shown.
fn over_all(ctx: &egui::Context, desk: &mut Desk<'_>) {
    palette::show(ctx, desk);
    help::show(ctx, desk);
    greeting::show(ctx, desk);
    prompts::show(ctx, desk);
    notices::show(ctx, desk);
    pen::show(ctx, desk);
    presenter::show(ctx, desk);
}

/// What drawers leave of the canvas, from left to right.
fn beside_drawers(canvas: egui::Rect, drawers: &[egui::Rect]) -> egui::Rect {
    drawers.iter().fold(canvas, |free, drawer| match drawer.left() <= free.left() {
        true => free.with_min_x(drawer.right().min(free.right())),
        false => free.with_max_x(drawer.left().min(free.right())),
    })
}

/// All that lies over the picture. Returns how much of it is covered at its top and bottom edge.
fn over_canvas(ctx: &egui::Context, desk: &mut Desk<'_>, picture: &DrawList, rect: egui::Rect) -> [f32; 2] {
    let free = beside_drawers(rect, &desk.state.drawers);
    overlay::show(ctx, desk, picture, rect, free);
    desk.state.canvas_at = Some(free);
    desk.state.floating.clear();
    let chips = lens_bar::show(ctx, desk, free);
    // The chips are what floats so far. What they tell below them comes and goes, and moves no view.
    let at_top = desk.state.floating.first().map_or(0.0, |chips| chips.bottom() + desk.look.gap(2.0) - rect.top());
    lens_panel::show(ctx, desk, free, chips);
    contact_card::show(ctx, desk, rect);
    profiler::show(ctx, desk, rect);
    lesson::over_scene(ctx, desk, rect);
    scene_picker::show(ctx, desk);
    over_all(ctx, desk);
    [at_top, if at_top > 0.0 { notices::height(&desk.look) } else { 0.0 }]
}
