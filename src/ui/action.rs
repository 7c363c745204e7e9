//! What an action is: a row of the table in [`super::actions`].

use super::desk::Desk;
use super::state::Panels;
use crate::app::{App, Command};
use egui::{Key, KeyboardShortcut, Modifiers};
use std::borrow::Cow;

/// The modifiers of most commands.
pub(super) const CTRL: Modifiers = Modifiers::COMMAND;
/// Those of their variants.
pub(super) const CTRL_SHIFT: Modifiers = Modifiers { alt: false, ctrl: false, shift: true, mac_cmd: false, command: true };

/// Where an action stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Files.
    File,
    /// Changing the document.
    Edit,
    /// Where things are.
    Arrange,
    /// Looking.
    View,
    /// Time.
    Simulate,
    /// Overlays.
    Lens,
    /// Words.
    Help,
    /// The tool rail.
    Tool,
}

impl Menu {
    /// The menus of the bar.
    pub const BAR: [Menu; 7] = [Menu::File, Menu::Edit, Menu::Arrange, Menu::View, Menu::Simulate, Menu::Lens, Menu::Help];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::Arrange => "Arrange",
            Menu::View => "View",
            Menu::Simulate => "Simulate",
            Menu::Lens => "Lens",
            Menu::Help => "Help",
            Menu::Tool => "Tool",
        }
    }
}

/// What an action does.
#[derive(Clone, Debug)]
pub(crate) enum Run {
    /// Always the same command.
    Command(Box<Command>),
    /// What depends on how things stand, or is of the panels alone.
    Do(fn(&mut Desk<'_>)),
}

impl Run {
    /// Does it.
    pub fn carry_out(&self, desk: &mut Desk<'_>) {
        match self {
            Run::Command(command) => desk.send((**command).clone()),
            Run::Do(act) => act(desk),
        }
    }
}

impl<C: Into<Command>> From<C> for Run {
    fn from(command: C) -> Run {
        Run::Command(Box::new(command.into()))
    }
}

/// How far a shortcut reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// It works while nothing else has the keys.
    Scene,
    /// Also while a text is being typed: no text needs this key.
    Text,
    /// Also while a window is open.
    Window,
}

/// Whether a switch is on.
type IsOn = Box<dyn Fn(&App, &Panels) -> bool + Send + Sync>;

/// One row of the table.
pub struct Action {
    /// Its menu.
    pub menu: Menu,
    /// Rows of a menu with different numbers are parted by a line.
    pub section: u8,
    /// Its name.
    pub name: Cow<'static, str>,
    /// One line more, or nothing.
    pub explanation: &'static str,
    /// Its key, which menus show.
    pub shortcut: Option<KeyboardShortcut>,
    /// Another key for the same.
    pub second_shortcut: Option<KeyboardShortcut>,
    /// How far these keys reach.
    pub(crate) reach: Reach,
    /// Held keys repeat it.
    pub repeats: bool,
    /// It makes sense while the scene is hidden behind the microscope.
    pub(crate) works_at_the_bench: bool,
    /// It makes sense while solvers are compared; so does what works at the bench.
    pub(crate) works_while_comparing: bool,
    /// Whether it would do anything now; `None` = always.
    enabled: Option<fn(&App) -> bool>,
    /// Its name as things stand ("Undo Move"); `None` = the name.
    called: Option<fn(&App) -> String>,
    /// Whether it is on, for switches.
    on: Option<IsOn>,
    /// What it does.
    pub(crate) run: Run,
}

impl Action {
    pub(super) fn new(menu: Menu, section: u8, name: impl Into<Cow<'static, str>>, run: impl Into<Run>) -> Action {
        Action {
            menu,
            section,
            name: name.into(),
            explanation: "",
            shortcut: None,
            second_shortcut: None,
            reach: Reach::Scene,
            repeats: false,
            works_at_the_bench: false,
            works_while_comparing: false,
            enabled: None,
            called: None,
            on: None,
            run: run.into(),
        }
    }
    /// A row that does something with the panels.
    pub(super) fn doing(menu: Menu, section: u8, name: &'static str, act: fn(&mut Desk<'_>)) -> Action {
        Action::new(menu, section, name, Run::Do(act))
    }
    pub(super) fn when(mut self, enabled: fn(&App) -> bool) -> Action {
        self.enabled = Some(enabled);
        self
    }
    pub(super) fn on_selection(self) -> Action {
        self.when(|app| !app.selection().is_empty())
    }
    pub(super) fn called(mut self, name: fn(&App) -> String) -> Action {
        self.called = Some(name);
        self
    }
    pub(super) fn switch(mut self, on: impl Fn(&App, &Panels) -> bool + Send + Sync + 'static) -> Action {
        self.on = Some(Box::new(on));
        self
    }
    pub(super) fn key(mut self, modifiers: Modifiers, key: Key) -> Action {
        self.shortcut = Some(KeyboardShortcut::new(modifiers, key));
        self
    }
    pub(super) fn or_key(mut self, modifiers: Modifiers, key: Key) -> Action {
        self.second_shortcut = Some(KeyboardShortcut::new(modifiers, key));
        self
    }
    pub(super) fn reaching(mut self, reach: Reach) -> Action {
        self.reach = reach;
        self
    }
    pub(super) fn about(mut self, words: &'static str) -> Action {
        self.explanation = words;
        self
    }
    pub(super) fn repeating(mut self) -> Action {
        self.repeats = true;
        self
    }
    pub(super) fn at_the_bench(mut self) -> Action {
        self.works_at_the_bench = true;
        self
    }

    pub(super) fn while_comparing(mut self) -> Action {
        self.works_while_comparing = true;
        self
    }

    /// Whether it makes sense now: the scene may be behind a microscope or a comparison.
    pub(crate) fn works(&self, app: &App) -> bool {
        match (app.bench().is_some(), app.comparison().is_some()) {
            (true, _) => self.works_at_the_bench,
            (false, true) => self.works_at_the_bench || self.works_while_comparing,
            (false, false) => true,
        }
    }

    /// All its keys.
    pub fn shortcuts(&self) -> impl Iterator<Item = KeyboardShortcut> {
        self.shortcut.into_iter().chain(self.second_shortcut)
    }

    /// Its key in words: "Ctrl+Z", "."; empty without one.
    pub fn shortcut_text(&self) -> String {
        let Some(shortcut) = self.shortcut else { return String::new() };
        let mut words: Vec<&str> = Vec::new();
        let m = shortcut.modifiers;
        let command = if cfg!(target_os = "macos") { "Cmd" } else { "Ctrl" };
        words.extend([(m.command, command), (m.alt, "Alt"), (m.shift, "Shift")].iter().filter(|(held, _)| *held).map(|(_, name)| name));
        words.push(match shortcut.logical_key {
            Key::Period => ".",
            Key::Comma => ",",
            Key::OpenBracket => "[",
            Key::CloseBracket => "]",
            Key::Semicolon => ";",
            Key::Quote => "'",
            Key::Slash => "/",
            Key::Backslash => "\\",
            Key::Equals => "=",
            Key::Backtick => "`",
            key => key.name(),
        });
        words.join("+")
    }

    /// What it does, with its key, for tooltips.
    pub fn hint(&self) -> String {
        let words = if self.explanation.is_empty() { &self.name } else { self.explanation };
        match self.shortcut_text().as_str() {
            "" => words.to_owned(),
            key => format!("{words} ({key})"),
        }
    }

    /// Its name with what it would act on: "Undo Move".
    pub fn label(&self, app: &App) -> String {
        self.called.map_or_else(|| self.name.clone().into_owned(), |name| name(app))
    }

    /// Whether it would do anything now.
    pub fn is_enabled(&self, app: &App) -> bool {
        self.enabled.is_none_or(|enabled| enabled(app))
    }

    /// Whether it is on, for what is on or off.
    pub(crate) fn is_on(&self, app: &App, panels: &Panels) -> Option<bool> {
        self.on.as_ref().map(|on| on(app, panels))
    }
}
