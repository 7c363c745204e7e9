//! THE PANELS. egui functions: state in, commands out. No window, no macroquad.
//!
//! Each panel is a file with a `show` that reads the program ([`crate::app::App`]), paints, and puts what the user did on the
//! `desk` as commands; [`Ui::show`] carries them out. One frame, in order: keys, bars, canvas input, carry out, picture,
//! then what floats over the picture (labels, chips, cards, windows), carry out again.
//!
//! ```text
//! ┌ menu_bar ─────────────────────────────────────────────────┐
//! ├────┬ lens_bar ───────────────────────────────┬────────────┤
//! │tool│ canvas            contact_card          │ inspector  │
//! │rail│                   lens_panel            │            │
//! ├────┴─────────────────────────────────────────┴────────────┤
//! └ transport ────────────────────────────────────────────────┘    over all: scene_picker, palette, help, prompts, notices
//! ```

pub mod actions;
pub mod paint;
pub mod theme;

mod canvas;
mod canvas_menu;
mod contact_card;
mod desk;
pub mod help;
mod icons;
mod inspector;
mod keyboard;
mod lens_bar;
mod lens_panel;
mod lesson;
mod markdown;
mod menu_bar;
mod microscope;
mod notices;
mod overlay;
mod palette;
mod prompts;
mod scene_picker;
pub mod tool_rail;
mod transport;

use crate::app::App;
use crate::draw::DrawList;
use actions::Panel;
use desk::{Desk, Order};
use theme::Look;

/// State of the panels that is no part of the program's own: open windows, typed text, where the pointer is.
#[derive(Default)]
pub(crate) struct Panels {
    pub gesture: desk::Gesture,
    pub keyboard: keyboard::Keyboard,
    pub inspector_hidden: bool,
    pub drawer_open: bool,
    pub presentation: bool,
    pub menu_open: bool,
    pub canvas: canvas::CanvasState,
    pub canvas_menu: canvas_menu::MenuState,
    /// Where the pointer is on the canvas, world, metres.
    pub pointer_world: Option<crate::engine::math::Vec2>,
    pub card: contact_card::CardState,
    pub inset: lens_panel::InsetState,
    pub picker: Option<scene_picker::Picker>,
    pub palette: Option<palette::Search>,
    pub help: Option<help::HelpPage>,
    pub notices: notices::Notices,
    pub materials: inspector::MaterialDraft,
    pub editing_about: bool,
    pub recent: Vec<String>,
    /// What floated over the canvas in the last frame: words of the picture keep clear of it.
    pub floating: Vec<egui::Rect>,
    pub saving_first: bool,
    pub workspace: microscope::WorkspaceState,
    pub editing_caption: bool,
    pub caption_wants_focus: bool,
    /// Number of the lesson's step in the last frame, and of all steps.
    pub lesson_shown: Option<(usize, usize)>,
}

impl Panels {
    /// True while a window lies over the program.
    pub fn is_window_open(&self) -> bool {
        self.picker.is_some() || self.palette.is_some() || self.help.is_some() || self.notices.is_window_open()
    }

    /// Keeps the paths of opened and saved files, newest first, for the scene picker.
    fn remember_file(&mut self, path: Option<&str>) {
        const MOST: usize = 8;
        if let Some(path) = path.filter(|p| self.recent.first().is_none_or(|first| first != p)) {
            self.recent.retain(|known| known != path);
            self.recent.insert(0, path.to_owned());
            self.recent.truncate(MOST);
        }
    }

    /// Closes all windows.
    pub fn close_windows(&mut self) {
        self.picker = None;
        self.palette = None;
        self.help = None;
        self.notices.close_window();
    }

    /// Opens what is closed, closes what is open; only one window at a time.
    pub fn turn(&mut self, panel: Panel) {
        let was_open = match panel {
            Panel::Scenes => self.picker.is_some(),
            Panel::Palette => self.palette.is_some(),
            Panel::Help(page) => self.help == Some(page),
            Panel::Inspector | Panel::Presentation => false,
        };
        match panel {
            Panel::Inspector => {
                self.inspector_hidden = !self.inspector_hidden;
                self.drawer_open = !self.inspector_hidden;
                return;
            }
            Panel::Presentation => {
                self.presentation = !self.presentation;
                return;
            }
            _ => self.close_windows(),
        }
        if !was_open {
            match panel {
                Panel::Scenes => self.picker = Some(scene_picker::Picker::default()),
                Panel::Palette => self.palette = Some(palette::Search::default()),
                Panel::Help(page) => self.help = Some(page),
                Panel::Inspector | Panel::Presentation => {}
            }
        }
    }
}

/// The panels.
#[derive(Default)]
pub struct Ui {
    /// Marks of this frame's picture: the shell paints the world sheet under the panels.
    pub picture: DrawList,
    /// Where the canvas is, points.
    pub canvas: Option<egui::Rect>,
    /// The shell shows a dialog of its own over the panels: keys belong to it.
    pub dialog_open: bool,
    panels: Panels,
    themed: Option<Look>,
}

impl Ui {
    /// One frame: all panels, the canvas's input and labels. Fills [`Ui::picture`] and [`Ui::canvas`].
    pub fn show(&mut self, ctx: &egui::Context, app: &mut App) {
        let size = ctx.screen_rect().size();
        let look = Look::of(app.theme());
        let look = if app.bench().is_some() { look.in_workspace(size) } else { look };
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
        self.panels.remember_file(app.path());
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
        let rect = self.with_desk(ctx, app, look, |desk| frame(ctx, desk, takes_keys));
        self.canvas = Some(rect);
        app.set_canvas(crate::engine::math::Vec2::new(rect.width(), rect.height()));
        self.picture.clear();
        app.picture(&mut self.picture);
        let picture = std::mem::take(&mut self.picture);
        self.with_desk(ctx, app, look, |desk| over_canvas(ctx, desk, &picture, rect));
        self.picture = picture;
    }

    /// Lets panels work, then carries out what they put on the desk.
    fn with_desk<R>(&mut self, ctx: &egui::Context, app: &mut App, look: Look, work: impl FnOnce(&mut Desk<'_>) -> R) -> R {
        let mut desk = Desk { app, look, state: &mut self.panels, orders: Vec::new() };
        let result = work(&mut desk);
        if desk.orders.iter().any(|o| !matches!(o, Order::Pointer(_))) {
            // What was shown so far is older than what was just done: another frame, even if nothing moves.
            ctx.request_repaint();
        }
        for order in desk.orders {
            order.carry_out(app);
        }
        result
    }
}

/// Keys, the bars round the canvas, and the canvas's input. Returns where the canvas is.
fn frame(ctx: &egui::Context, desk: &mut Desk<'_>, takes_keys: bool) -> egui::Rect {
    if takes_keys {
        keyboard::take(ctx, desk);
    }
    if !desk.state.presentation {
        menu_bar::show(ctx, desk);
    }
    transport::show(ctx, desk);
    if !desk.state.presentation {
        tool_rail::show(ctx, desk);
        inspector::show(ctx, desk);
    }
    canvas::show(ctx, desk)
}

/// The collision microscope instead of the scene, under the same windows.
fn workspace(ctx: &egui::Context, desk: &mut Desk<'_>, takes_keys: bool) {
    if takes_keys {
        keyboard::take(ctx, desk);
    }
    lesson::watch(desk);
    microscope::show(ctx, desk);
    palette::show(ctx, desk);
    help::show(ctx, desk);
    prompts::show(ctx, desk);
    notices::show(ctx, desk);
}

/// All that lies over the picture.
fn over_canvas(ctx: &egui::Context, desk: &mut Desk<'_>, picture: &DrawList, rect: egui::Rect) {
    overlay::show(ctx, desk, picture, rect);
    desk.state.floating.clear();
    let chips = lens_bar::show(ctx, desk, rect);
    lens_panel::show(ctx, desk, rect, chips);
    contact_card::show(ctx, desk, rect);
    lesson::over_scene(ctx, desk, rect);
    scene_picker::show(ctx, desk);
    palette::show(ctx, desk);
    help::show(ctx, desk);
    prompts::show(ctx, desk);
    notices::show(ctx, desk);
}
