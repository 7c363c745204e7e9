//! The sandbox in its window: the program without a window ([`crate::app`]) and its panels ([`crate::ui`]), with files
//! and dialogs behind them.

use super::painter::Canvas;
use super::program::{Dropped, Flow, Program, Rescue};
use super::waker::Waker;
use crate::app::{App, Command, Effect, NoticeKind};
use crate::scene::document::Document;
use crate::scene::{file, shipped};
use crate::ui::Ui;
use std::path::PathBuf;

#[cfg(not(target_arch = "wasm32"))]
use super::desktop::Outside;
#[cfg(target_arch = "wasm32")]
use super::web::Outside;

/// The sandbox.
pub struct Sandbox {
    app: App,
    ui: Ui,
    outside: Outside,
    /// The document that [`Program::rescue`] has last turned into text.
    rescued: Option<(Document, Rescue)>,
}

impl Sandbox {
    /// The welcome scene; or the scene of a file; or one that comes with the program, by its name.
    pub fn new(scene: Option<String>, waker: Waker) -> Sandbox {
        let mut app = App::welcome();
        let outside = Outside::new(waker);
        if let Some(scene) = scene {
            let is_shipped = !outside.has_file(&scene) && shipped::scenes().iter().any(|s| s.name == scene);
            app.apply(if is_shipped { Command::OpenShipped(scene) } else { Command::OpenPath(scene) });
        } else if let Some(work) = outside.kept_work() {
            app.apply(Command::Loaded { path: None, bytes: Ok(work.into_bytes()) });
            app.notify(NoticeKind::Warning, "This is what you had not saved when the page was left.");
        }
        Sandbox { app, ui: Ui::default(), outside, rescued: None }
    }

    fn carry_out(&mut self, effect: Effect) -> Flow {
        let answer = match effect {
            Effect::Quit => return Flow::Quit,
            other => self.outside.carry_out(other),
        };
        match answer {
            Ok(Some(command)) => self.app.apply(command),
            Ok(None) => {}
            Err(message) => self.app.notify(NoticeKind::Error, message),
        }
        Flow::Continue
    }
}

impl Program for Sandbox {
    fn advance(&mut self, seconds: f32, time_left: &mut dyn FnMut() -> bool) {
        self.app.tick(seconds, time_left);
    }

    fn ui(&mut self, ctx: &egui::Context) {
        self.ui.dialog_open = self.outside.shows_dialog();
        self.ui.show(ctx, &mut self.app);
        self.outside.ui(ctx);
    }

    fn serve(&mut self) -> Flow {
        while let Some(command) = self.outside.poll() {
            self.app.apply(command);
        }
        for effect in self.app.take_effects() {
            if self.carry_out(effect) == Flow::Quit {
                return Flow::Quit;
            }
        }
        self.outside.set_unsaved(self.app.is_unsaved());
        Flow::Continue
    }

    fn canvas(&self, scale: f32) -> Option<Canvas<'_>> {
        let rect = self.ui.canvas?;
        Some(Canvas {
            list: &self.ui.picture,
            view: self.app.camera().view(),
            place: [rect.min.x, rect.min.y, rect.width(), rect.height()],
            scale,
            theme: self.app.theme(),
            grid: self.app.grid(),
        })
    }

    fn is_running(&self) -> bool {
        self.app.is_moving()
    }

    fn title(&self) -> String {
        let unsaved = if self.app.is_unsaved() { "● " } else { "" };
        format!("{unsaved}{} – Collidoscope", self.app.title())
    }

    fn close(&mut self) {
        self.app.apply(Command::Quit);
    }

    fn drop_file(&mut self, file: Dropped) {
        let path = file.path.filter(|_| cfg!(not(target_arch = "wasm32")));
        match (path, file.bytes) {
            (Some(path), _) => self.app.apply(Command::OpenPath(path.to_string_lossy().into_owned())),
            (None, Some(bytes)) => self.app.apply(Command::Loaded { path: None, bytes: Ok(bytes) }),
            (None, None) => {}
        }
    }

    fn rescue(&mut self) -> Option<Rescue> {
        if !self.app.is_unsaved() {
            if self.rescued.take().is_some() {
                self.outside.keep_work("");
            }
            return None;
        }
        let is_current = self.rescued.as_ref().is_some_and(|(document, _)| document == self.app.document());
        if !is_current {
            let rescue = Rescue { name: self.app.title(), text: file::to_json(self.app.document()) };
            self.outside.keep_work(&rescue.text);
            self.rescued = Some((self.app.document().clone(), rescue));
        }
        self.rescued.as_ref().map(|(_, rescue)| rescue.clone())
    }

    fn broke_down(&mut self, message: &str, copy: Option<PathBuf>) {
        self.app.apply(Command::Pause);
        let saved = copy.map_or_else(String::new, |path| format!(" A copy of your scene is in {}.", path.display()));
        let first_line = message.lines().next().unwrap_or_default();
        self.app.notify(NoticeKind::Error, format!("Something went wrong inside the program; time was stopped.{saved} ({first_line})"));
    }
}
