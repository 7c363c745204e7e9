//! The sandbox in its window: the program without a window ([`crate::app`]) and its panels ([`crate::ui`]), with files
//! and dialogs behind them.

use super::ahead::{Ahead, StepThread, Worker};
use super::pace::Budget;
use super::painter::Canvas;
use super::program::{Dropped, Flow, Program, Rescue};
#[cfg(not(target_arch = "wasm32"))]
use super::settings;
use super::waker::Waker;
use super::{clock, rescue};
use crate::app::{App, Effect, FileCommand, Leftovers, NoticeKind, Prompt, RecoveryCommand, RunCommand};
use crate::draw::View;
use crate::draw::palette::Theme;
use crate::scene::document::Document;
use crate::scene::{file, shipped};
use crate::ui::Ui;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

#[cfg(not(target_arch = "wasm32"))]
use super::desktop::Outside;
#[cfg(target_arch = "wasm32")]
use super::web::Outside;

/// What a frame still needs when it is only painted: the program itself may be away by then.
struct Shown {
    view: View,
    theme: Theme,
    grid: bool,
    is_playing: bool,
    has_prompt: bool,
    title: String,
}

impl Shown {
    fn of(app: &App) -> Shown {
        let unsaved = if app.is_unsaved() { "● " } else { "" };
        Shown {
            view: app.camera().view(),
            theme: app.theme(),
            grid: app.grid(),
            is_playing: app.is_moving(),
            has_prompt: app.prompt().is_some(),
            title: format!("{unsaved}{} – Collidoscope", app.title()),
        }
    }
}

/// The path from the file system's root, which means the same from wherever the program is started next.
fn full_path(path: &str) -> String {
    std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| path.to_string_lossy().into_owned())
}

/// Lets go of what was open, elsewhere if there is an elsewhere: hundreds of kept moments of a large scene take longer
/// than a frame.
fn let_go(leftovers: Leftovers) {
    // Where no thread can be started, the closure is dropped here, and with it what it holds.
    let _ = std::thread::Builder::new().name("letting go".to_owned()).spawn(move || drop(leftovers));
}

/// The sandbox.
pub struct Sandbox {
    ahead: Ahead,
    shown: Shown,
    ui: Ui,
    outside: Outside,
    rescue: Kept,
    #[cfg(not(target_arch = "wasm32"))]
    settings: settings::Keeper,
}

/// What is handed over to be kept.
#[derive(Default)]
struct Kept {
    /// The document that it was made of, when, and what it was made to.
    made: Option<(Arc<Document>, f64, Rescue)>,
    /// [`App::changes`] when nothing was unsaved last.
    saved_at: u64,
    /// It was told that the browser keeps nothing.
    loss_told: bool,
}

/// A page's storage is written by the frame itself, and a saved moment is copied by it: not more often than this,
/// seconds.
const KEEP_EVERY: f64 = 1.0;

/// Takes over what the last start left; the first one is greeted.
#[cfg(not(target_arch = "wasm32"))]
fn take_settings(app: &mut App, ui: &mut Ui, greets: bool) -> settings::Keeper {
    match settings::read() {
        settings::Read::Kept(kept) => app.adopt_settings(&kept),
        settings::Read::First if greets => ui.greet(),
        settings::Read::First => {}
        settings::Read::Broken(why) => {
            app.notify(NoticeKind::Warning, format!("The settings of the last start could not be read ({why}); the usual ones are used."));
        }
    }
    settings::Keeper::default()
}

impl Sandbox {
    /// The welcome scene; or the scene of a file; or one that comes with the program, by its name.
    /// With `keeps` the settings of the last start are taken over, and those of this one kept.
    pub fn new(scene: Option<String>, waker: Waker, keeps: bool) -> Sandbox {
        let mut app = App::welcome();
        #[cfg(not(target_arch = "wasm32"))]
        let (ui, settings) = {
            let mut ui = Ui::default();
            let settings = if keeps { take_settings(&mut app, &mut ui, scene.is_none()) } else { settings::Keeper::off() };
            (ui, settings)
        };
        #[cfg(target_arch = "wasm32")]
        let (ui, _) = (Ui::default(), keeps);
        app.set_stopwatch(clock::now);
        if cfg!(not(target_arch = "wasm32")) {
            app.set_traces_aside();
        }
        let outside = Outside::new(waker);
        if let Some(scene) = scene {
            let is_shipped = !outside.has_file(&scene) && shipped::scenes().iter().any(|s| s.name == scene);
            app.apply(if is_shipped { FileCommand::OpenShipped(scene) } else { FileCommand::OpenPath(scene) });
        } else if let Some(work) = outside.kept_work() {
            app.apply(FileCommand::Loaded { path: None, bytes: Ok(work.into_bytes()) });
            app.notify(NoticeKind::Warning, "This is what you had not saved when the page was left.");
        }
        if outside.offers_copies() {
            app.apply(RecoveryCommand::Look { tell: false });
        }
        let worker = StepThread::start().map(|thread| Box::new(thread) as Box<dyn Worker>);
        Sandbox {
            shown: Shown::of(&app),
            ahead: Ahead::new(app, worker),
            ui,
            outside,
            rescue: Kept::default(),
            #[cfg(not(target_arch = "wasm32"))]
            settings,
        }
    }

    fn carry_out(&mut self, effect: Effect) -> Flow {
        let is_last = effect == Effect::Quit;
        match self.outside.carry_out(effect) {
            Ok(Some(command)) => self.ahead.app().apply(command),
            Ok(None) => {}
            Err(message) => self.ahead.app().notify(NoticeKind::Error, message),
        }
        if is_last { Flow::Quit } else { Flow::Continue }
    }
}

impl Program for Sandbox {
    fn advance(&mut self, seconds: f32, budget: Budget) {
        // Behind a question nobody sees the run: time stands, and goes on once it is answered.
        let is_asked = self.outside.is_asking() || self.shown.has_prompt;
        self.ahead.advance(if is_asked { 0.0 } else { seconds }, budget);
    }

    fn go_ahead(&mut self, budget: Budget) {
        self.shown = Shown::of(self.ahead.app());
        self.ahead.go_ahead(budget);
    }

    fn ui(&mut self, ctx: &egui::Context) {
        self.ui.dialog_open = self.outside.shows_dialog();
        self.ui.show(ctx, self.ahead.app());
        self.outside.ui(ctx);
    }

    fn serve(&mut self) -> Flow {
        loop {
            let is_asked = matches!(self.ahead.app().prompt(), Some(Prompt::Unsaved { .. } | Prompt::Overwrite { .. }));
            let Some(command) = self.outside.poll(is_asked) else { break };
            self.ahead.app().apply(command);
        }
        if let Some(recovered) = self.ahead.app().take_settled() {
            rescue::settle(recovered);
        }
        #[cfg(not(target_arch = "wasm32"))]
        if !self.ui.is_presenting() {
            // The size of the whole screen is not one to begin with.
            self.settings.keep(self.ahead.app(), super::window::size(), false);
        }
        for effect in self.ahead.app().take_effects() {
            if self.carry_out(effect) == Flow::Quit {
                #[cfg(not(target_arch = "wasm32"))]
                self.settings.keep(self.ahead.app(), super::window::size(), true);
                return Flow::Quit;
            }
        }
        if let Some(leftovers) = self.ahead.app().take_leftovers() {
            let_go(leftovers);
        }
        if let Some(complaint) = rescue::take_complaint() {
            self.ahead.app().notify(NoticeKind::Warning, complaint);
        }
        self.outside.set_unsaved(self.ahead.app().is_unsaved());
        Flow::Continue
    }

    fn canvases(&self, scale: f32) -> Vec<Canvas<'_>> {
        let Shown { view, theme, grid, .. } = self.shown;
        let scene = self.ui.canvas.map(|rect| (rect, &self.ui.picture));
        let panes = self.ui.panes.iter().map(|(rect, picture)| (*rect, picture));
        let place = |rect: egui::Rect| [rect.min.x, rect.min.y, rect.width(), rect.height()];
        scene.into_iter().chain(panes).map(|(rect, list)| Canvas { list, view, place: place(rect), scale, theme, grid }).collect()
    }

    fn is_running(&self) -> bool {
        self.shown.is_playing
    }

    fn wants_paste(&mut self) -> bool {
        self.ui.wants_paste()
    }

    fn wants_full_screen(&self) -> bool {
        self.ui.is_presenting()
    }

    fn title(&self) -> String {
        self.shown.title.clone()
    }

    fn close(&mut self) {
        self.ahead.app().apply(FileCommand::Quit);
    }

    fn drop_file(&mut self, file: Dropped) {
        let path = file.path.filter(|_| cfg!(not(target_arch = "wasm32")));
        match (path, file.bytes) {
            (Some(path), _) => self.ahead.app().apply(FileCommand::OpenPath(path.to_string_lossy().into_owned())),
            (None, Some(bytes)) => self.ahead.app().apply(FileCommand::Loaded { path: None, bytes: Ok(bytes) }),
            (None, None) => {}
        }
    }

    fn warn(&mut self, text: String) {
        self.ahead.app().notify(NoticeKind::Warning, text);
    }

    fn rescue(&mut self) -> Option<Rescue> {
        let app = self.ahead.app();
        if !app.is_changed() {
            self.rescue.saved_at = app.changes();
            if self.rescue.made.take().is_some() {
                self.outside.keep_work("");
            }
            return None;
        }
        let is_costly = cfg!(target_arch = "wasm32") || app.is_moment();
        let is_current = |(document, at, rescue): &(Arc<Document>, f64, Rescue)| {
            let is_soon = is_costly && clock::now() - at < KEEP_EVERY && rescue.changes == app.changes();
            Arc::ptr_eq(document, app.shared_document()) || is_soon
        };
        if !self.rescue.made.as_ref().is_some_and(is_current) {
            let document = app.document_to_keep();
            let rescue = Rescue {
                name: app.title(),
                origin: app.path().map(full_path),
                edits: app.changes().saturating_sub(self.rescue.saved_at),
                changes: app.changes(),
                text: Arc::new(move || file::to_json(&document)),
            };
            if cfg!(target_arch = "wasm32") {
                let is_kept = self.outside.keep_work(&(rescue.text)());
                if !is_kept && !std::mem::replace(&mut self.rescue.loss_told, true) {
                    app.notify(NoticeKind::Warning, "The browser keeps no copy of your work: its storage is full or off. Save a file.");
                }
            }
            self.rescue.made = Some((app.shared_document().clone(), clock::now(), rescue));
        }
        self.rescue.made.as_ref().map(|(_, _, rescue)| rescue.clone())
    }

    fn broke_down(&mut self, message: &str, copy: Option<PathBuf>) {
        let app = self.ahead.app_to_repair();
        app.apply(RunCommand::Pause);
        // Nothing is known of the state that it is in: writing about it may break down, too.
        let report = catch_unwind(AssertUnwindSafe(|| app.breakdown_report(message).to_json())).ok();
        let told = report.and_then(|report| rescue::write_report(&report));
        let mut places = copy.map_or_else(String::new, |path| format!(" A copy of your scene is in {}.", path.display()));
        if let Some(path) = told {
            places += &format!(" `collidoscope replay \"{}\"` repeats the steps before.", path.display());
        }
        let first_line = message.lines().next().unwrap_or_default();
        app.notify(NoticeKind::Error, format!("Something went wrong inside the program; time was stopped.{places} ({first_line})"));
    }
}
