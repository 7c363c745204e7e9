//! Asking for a file without stopping the window.
//!
//! The system's own dialog blocks whoever calls it, so it is called in a thread. Where no dialog service answers (no
//! portal on D-Bus, no zenity), it returns "nothing chosen" within a few milliseconds; nobody cancels that fast, so
//! this is taken as *unavailable* and a dialog inside the window opens instead.

mod typed_path;

use super::waker::Waker;
use crate::draw::raster::ENDINGS;
use egui::epaint::text::{FontInsert, FontPriority, InsertFontFamily};
use egui_file_dialog::{DialogState, FileDialog, FileDialogKeyBindings, KeyBinding};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};
use typed_path::{TypedPath, select_all};

/// A "cancel" faster than this came from no human.
const FASTEST_HUMAN: Duration = Duration::from_millis(150);

/// A scene may have been saved under any name.
const ALL_FILES: &str = "All files";

/// Size of the dialog inside the window at scale 1, points.
const SIZE: egui::Vec2 = egui::vec2(640.0, 400.0);

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum DialogQuestion {
    /// Which scene to open.
    Open,
    /// Which picture to make a body.
    Picture,
    /// Where to save a scene.
    Save {
        /// Suggested file name.
        name: String,
        /// With the present state of the run.
        moment: bool,
    },
    /// Where to export a figure; the ending decides the format.
    Export {
        /// Suggested file name.
        name: String,
    },
}

impl DialogQuestion {
    fn title(&self) -> &'static str {
        match self {
            DialogQuestion::Open => "Open a scene",
            DialogQuestion::Picture => "Open a picture",
            DialogQuestion::Save { moment: false, .. } => "Save the scene",
            DialogQuestion::Save { moment: true, .. } => "Save the scene at this moment",
            DialogQuestion::Export { .. } => match self.ending() {
                "csv" => "Export the table",
                "gif" => "Export the animation",
                "pdf" => "Print the lesson: .pdf, .svg or .png",
                _ => "Export the picture: .svg or .png",
            },
        }
    }

    fn filter(&self) -> (&'static str, &'static [&'static str]) {
        match self {
            DialogQuestion::Open | DialogQuestion::Save { .. } => ("Scenes", &["json"]),
            DialogQuestion::Picture => ("Pictures", &ENDINGS),
            DialogQuestion::Export { .. } => match self.ending() {
                "csv" => ("Tables", &["csv"]),
                "pdf" => ("Pages", &["pdf", "svg", "png"]),
                _ => ("Pictures", &["svg", "png", "gif"]),
            },
        }
    }

    /// What a name without an ending is given.
    pub fn ending(&self) -> &'static str {
        match self {
            DialogQuestion::Open | DialogQuestion::Save { .. } => "json",
            DialogQuestion::Picture => "png",
            DialogQuestion::Export { name } => {
                ["csv", "png", "gif", "pdf"].into_iter().find(|ending| name.ends_with(ending)).unwrap_or("svg")
            }
        }
    }

    /// True when files of other names may be chosen, too: what is in them decides.
    fn takes_any_name(&self) -> bool {
        matches!(self, DialogQuestion::Open | DialogQuestion::Picture)
    }

    fn suggested_name(&self) -> Option<&str> {
        match self {
            DialogQuestion::Open | DialogQuestion::Picture => None,
            DialogQuestion::Save { name, .. } | DialogQuestion::Export { name } => Some(name),
        }
    }
}

/// How the system's dialog ended.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Picked(PathBuf),
    Cancelled,
    Unavailable,
}

/// The field of the file's name in the dialog inside the window.
#[derive(Default)]
struct NameField {
    /// Which one it is, once its text was selected.
    id: Option<egui::Id>,
    /// It had the keyboard in the last frame.
    has_keyboard: bool,
    /// Esc was pressed in it: the dialog closes.
    is_left: bool,
}

enum State {
    Closed,
    Native { question: DialogQuestion, answer: Receiver<Outcome> },
    InWindow { question: DialogQuestion, dialog: Box<FileDialog>, name: NameField, path: TypedPath },
}

/// At most one open question.
pub struct Dialogs {
    state: State,
    folder: Option<PathBuf>,
    waker: Waker,
}

impl Dialogs {
    /// No question yet.
    pub fn new(waker: Waker) -> Dialogs {
        Dialogs { state: State::Closed, folder: None, waker }
    }

    /// The folder that is offered first.
    #[cfg(test)]
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Files of this path's folder are offered first, if there is such a folder: a name may be typed with one that is
    /// not.
    pub fn remember_folder(&mut self, path: &Path) {
        if let Some(folder) = path.parent().filter(|folder| folder.is_dir()) {
            self.folder = Some(folder.to_path_buf());
        }
    }

    /// Asks. False when another question is still open.
    pub fn ask(&mut self, question: DialogQuestion) -> bool {
        if !matches!(self.state, State::Closed) {
            return false;
        }
        let (sender, answer) = channel();
        let (folder, waker, asked) = (self.folder.clone(), self.waker.clone(), question.clone());
        let work = move || {
            // The window may be gone by now; then nobody needs the answer.
            let _ = sender.send(outcome(|| ask_system(&asked, folder.as_deref())));
            waker.wake();
        };
        let started = std::thread::Builder::new().name("file-dialog".into()).spawn(work).is_ok();
        self.state = if started { State::Native { question, answer } } else { self.in_window(question) };
        true
    }

    /// Lays out the dialog inside the window, if it is that one.
    pub fn ui(&mut self, ctx: &egui::Context) {
        if let State::InWindow { dialog, question, name, path } = &mut self.state {
            add_symbols(ctx);
            // The name's field has the keyboard from the start. Esc would only take the keyboard from it.
            name.is_left |= name.has_keyboard && ctx.input(|i| i.key_pressed(egui::Key::Escape));
            // As much larger as its words: else the name of the chosen file has no room.
            let larger = egui::TextStyle::Body.resolve(&ctx.style()).size / crate::ui::theme::BODY;
            dialog.config_mut().default_size = (SIZE * larger).min(ctx.screen_rect().size() - egui::vec2(40.0, 80.0));
            let is_path = question.suggested_name().is_none() && path.take(ctx);
            with_readable_selection(ctx, question.suggested_name().is_none(), |ctx| {
                dialog.update(ctx);
            });
            if let Some(suggested) = question.suggested_name().filter(|_| name.id.is_none()) {
                name.id = select_all(ctx, Some(suggested));
            }
            if is_path {
                // The folder that stands there gives way to what is typed.
                select_all(ctx, None);
            }
            name.has_keyboard = name.id.is_some() && ctx.memory(|m| m.focused()) == name.id;
        }
    }

    /// The answer, once: what was asked and the chosen path.
    pub fn poll(&mut self) -> Option<(DialogQuestion, PathBuf)> {
        match std::mem::replace(&mut self.state, State::Closed) {
            State::Closed => None,
            State::Native { question, answer } => match answer.try_recv() {
                Ok(Outcome::Picked(path)) => Some((question, path)),
                Ok(Outcome::Cancelled) => None,
                Ok(Outcome::Unavailable) | Err(TryRecvError::Disconnected) => {
                    self.state = self.in_window(question);
                    None
                }
                Err(TryRecvError::Empty) => {
                    self.state = State::Native { question, answer };
                    None
                }
            },
            State::InWindow { question, mut dialog, name, path } => {
                if let Some(picked) = dialog.take_picked() {
                    return Some((question, picked));
                }
                if dialog.state() == DialogState::Open && !name.is_left {
                    self.state = State::InWindow { question, dialog, name, path };
                }
                None
            }
        }
    }

    /// True while anything is asked, wherever the dialog is.
    pub fn is_open(&self) -> bool {
        !matches!(self.state, State::Closed)
    }

    /// True when frames are needed to show a dialog inside the window that has just been opened.
    pub fn is_in_window(&self) -> bool {
        matches!(self.state, State::InWindow { .. })
    }

    fn in_window(&self, question: DialogQuestion) -> State {
        let (name, endings) = question.filter();
        let has_ending = move |path: &Path| {
            let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
            endings.iter().any(|e| e.eq_ignore_ascii_case(ending))
        };
        let dialog = FileDialog::new().title(question.title()).add_file_filter(name, Arc::new(has_ending)).default_file_filter(name);
        let dialog = if question.takes_any_name() { dialog.add_file_filter(ALL_FILES, Arc::new(|_: &Path| true)) } else { dialog };
        let mut dialog = dialog.keybindings(dialog_keys()).anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0]);
        if let Some(folder) = &self.folder {
            dialog = dialog.initial_directory(folder.clone());
        }
        match question.suggested_name() {
            None => dialog.pick_file(),
            Some(name) => {
                dialog = dialog.default_file_name(name);
                dialog.save_file();
            }
        }
        State::InWindow { question, dialog: Box::new(dialog), name: NameField::default(), path: TypedPath::default() }
    }
}

/// The keys of the dialog. Its own give `/` and `~` to the path's field: whoever began to type a name lost the letter
/// and the place.
fn dialog_keys() -> FileDialogKeyBindings {
    let path = KeyBinding::keyboard_shortcut(egui::Modifiers::COMMAND, egui::Key::L);
    FileDialogKeyBindings { edit_path: vec![path], home_edit_path: Vec::new(), ..FileDialogKeyBindings::default() }
}

/// The dialog writes the name of the chosen file in the colour that lies under chosen rows, which is pale on paper:
/// while a file is picked, that is the colour of links, and the words on such rows have the colour of the paper.
fn with_readable_selection(ctx: &egui::Context, is_picked: bool, show: impl FnOnce(&egui::Context)) {
    let usual = ctx.style().visuals.selection;
    if is_picked {
        ctx.style_mut(|style| {
            style.visuals.selection.bg_fill = style.visuals.hyperlink_color;
            style.visuals.selection.stroke.color = style.visuals.window_fill;
        });
    }
    show(ctx);
    ctx.style_mut(|style| style.visuals.selection = usual);
}

/// The dialog's buttons are symbols of a font that the panels do without; it becomes the last resort.
fn add_symbols(ctx: &egui::Context) {
    let (name, priority) = ("NotoEmoji", FontPriority::Lowest);
    let data = egui::FontData::from_static(crate::packed::font(name));
    ctx.add_font(FontInsert::new(name, data, vec![InsertFontFamily { family: egui::FontFamily::Proportional, priority }]));
}

/// Calls the system's dialog and judges what it means that nothing was chosen.
fn outcome(ask: impl FnOnce() -> Option<PathBuf>) -> Outcome {
    let start = Instant::now();
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)) {
        Ok(Some(path)) => Outcome::Picked(path),
        Ok(None) if start.elapsed() >= FASTEST_HUMAN => Outcome::Cancelled,
        Ok(None) | Err(_) => Outcome::Unavailable,
    }
}

fn ask_system(question: &DialogQuestion, folder: Option<&Path>) -> Option<PathBuf> {
    let (name, endings) = question.filter();
    let mut dialog = rfd::FileDialog::new().set_title(question.title()).add_filter(name, endings);
    if question.takes_any_name() {
        dialog = dialog.add_filter(ALL_FILES, &["*"]);
    }
    if let Some(folder) = folder {
        dialog = dialog.set_directory(folder);
    }
    match question.suggested_name() {
        None => dialog.pick_file(),
        Some(name) => dialog.set_file_name(name).save_file(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_no_human_can_give_means_there_is_no_dialog() {
        assert_eq!(outcome(|| None), Outcome::Unavailable);
        assert_eq!(outcome(|| panic!("no service")), Outcome::Unavailable);
        let slow = || {
            std::thread::sleep(FASTEST_HUMAN);
            None
        };
        assert_eq!(outcome(slow), Outcome::Cancelled);
        assert_eq!(outcome(|| Some(PathBuf::from("a.json"))), Outcome::Picked(PathBuf::from("a.json")));
    }

    /// A path that was typed into the dialog of the window went to the search, which found nothing; later so did one
    /// that was typed after the search's field had been clicked.
    #[test]
    fn a_typed_path_opens_its_file_and_is_not_searched_for() {
        use egui::{Event, Key, Modifiers, RawInput};
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().canonicalize().unwrap().join("inner").join("scene.json");
        std::fs::create_dir(file.parent().unwrap()).unwrap();
        std::fs::write(&file, "{}").unwrap();
        let key = |key| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
        // The search gets the keyboard by a letter, as it does by a click.
        let searched = [Event::Text("x".into()), key(Key::Backspace)];
        let beside = format!("inner{}scene.json", std::path::MAIN_SEPARATOR);
        for (before, typed) in
            [(&[][..], file.to_str().unwrap()), (&searched, file.to_str().unwrap()), (&[], &beside), (&searched, &beside)]
        {
            let mut dialogs = Dialogs::new(Waker::default());
            dialogs.folder = Some(folder.path().to_path_buf());
            dialogs.state = dialogs.in_window(DialogQuestion::Open);
            let ctx = egui::Context::default();
            let frame = |dialogs: &mut Dialogs, events: Vec<Event>| {
                let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(900.0, 700.0));
                let _ = ctx.run(RawInput { screen_rect: Some(screen), events, ..RawInput::default() }, |ctx| dialogs.ui(ctx));
            };
            (0..3).for_each(|_| frame(&mut dialogs, Vec::new()));
            let letters = typed.chars().map(|letter| Event::Text(letter.to_string()));
            before.iter().cloned().chain(letters).for_each(|event| frame(&mut dialogs, vec![event]));
            assert!(dialogs.poll().is_none());
            frame(&mut dialogs, vec![key(Key::Enter)]);
            frame(&mut dialogs, Vec::new());
            assert_eq!(dialogs.poll(), Some((DialogQuestion::Open, file.clone())), "{typed} after {before:?}");
        }
    }

    #[test]
    fn the_name_of_the_chosen_file_is_written_in_the_colour_of_links() {
        use crate::draw::palette::Theme;
        use crate::ui::theme::{Look, apply};
        for theme in [Theme::Dark, Theme::Light, Theme::Projector] {
            let ctx = egui::Context::default();
            let look = Look::of(theme);
            apply(&ctx, &look);
            let usual = ctx.style().visuals.selection;
            with_readable_selection(&ctx, true, |ctx| assert_eq!(ctx.style().visuals.selection.bg_fill, look.link));
            with_readable_selection(&ctx, false, |ctx| assert_eq!(ctx.style().visuals.selection, usual));
            assert_eq!(ctx.style().visuals.selection, usual);
        }
    }
}
