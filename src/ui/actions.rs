//! Everything that can be done by name, in one table: the menus, the keyboard, the command palette and the help window all
//! read it, so that a shortcut shown in a menu is the shortcut that works.

use super::Panels;
use super::contact_card;
use super::help::HelpPage;
use crate::app::{App, Command, LessonAct, MicroscopeAct, ToolKind};
use crate::draw::palette::Theme;
use egui::{Key, KeyboardShortcut, Modifiers};
use std::borrow::Cow;
use std::sync::OnceLock;

/// Where an action stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Files.
    File,
    /// Changing the document.
    Edit,
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
    pub const BAR: [Menu; 6] = [Menu::File, Menu::Edit, Menu::View, Menu::Simulate, Menu::Lens, Menu::Help];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::View => "View",
            Menu::Simulate => "Simulate",
            Menu::Lens => "Lens",
            Menu::Help => "Help",
            Menu::Tool => "Tool",
        }
    }
}

/// A window or part of the panels that an action opens, closes or turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The scene picker.
    Scenes,
    /// The command palette.
    Palette,
    /// The help window, at a page.
    Help(HelpPage),
    /// The inspector.
    Inspector,
    /// Only scene, chips and transport.
    Presentation,
}

/// What an action does.
#[derive(Clone, Debug)]
pub enum Run {
    /// Always the same command.
    Command(Command),
    /// A command that depends on how things stand.
    From(fn(&App) -> Command),
    /// Several commands that depend on how things stand.
    Several(fn(&App) -> Vec<Command>),
    /// Something of the panels alone.
    Panel(Panel),
}

/// One row of the table.
#[derive(Clone, Debug)]
pub struct Action {
    /// Its menu.
    pub menu: Menu,
    /// Rows of a menu with different numbers are parted by a line.
    pub section: u8,
    /// Its name.
    pub name: Cow<'static, str>,
    /// One line more, or nothing.
    pub explanation: &'static str,
    /// Its key.
    pub shortcut: Option<KeyboardShortcut>,
    /// Held keys repeat it.
    pub repeats: bool,
    /// Does nothing without a selection.
    pub needs_selection: bool,
    /// Whether it is on, for switches of the program that are no commands of their own.
    pub on: Option<fn(&App) -> bool>,
    /// What it does.
    pub run: Run,
}

impl Action {
    fn new(menu: Menu, section: u8, name: impl Into<Cow<'static, str>>, run: Run) -> Action {
        Action { menu, section, name: name.into(), explanation: "", shortcut: None, repeats: false, needs_selection: false, on: None, run }
    }
    fn on_selection(mut self) -> Action {
        self.needs_selection = true;
        self
    }
    fn switch(mut self, on: fn(&App) -> bool) -> Action {
        self.on = Some(on);
        self
    }
    fn key(mut self, modifiers: Modifiers, key: Key) -> Action {
        self.shortcut = Some(KeyboardShortcut::new(modifiers, key));
        self
    }
    fn about(mut self, words: &'static str) -> Action {
        self.explanation = words;
        self
    }
    fn repeating(mut self) -> Action {
        self.repeats = true;
        self
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
            key => key.name(),
        });
        words.join("+")
    }

    /// Its name with what it would act on: "Undo Move".
    pub fn label(&self, app: &App) -> String {
        let of = match self.run {
            Run::Command(Command::Undo) => app.undo_label(),
            Run::Command(Command::Redo) => app.redo_label(),
            _ => None,
        };
        match of {
            Some(what) => format!("{} {what}", self.name),
            None if matches!(self.run, Run::Command(Command::TogglePlay)) => if app.is_playing() { "Pause" } else { "Play" }.to_owned(),
            None => self.name.clone().into_owned(),
        }
    }

    /// Whether it would do anything now.
    pub fn is_enabled(&self, app: &App) -> bool {
        match &self.run {
            Run::Command(Command::Undo) => app.undo_label().is_some(),
            Run::Command(Command::Redo) => app.redo_label().is_some(),
            Run::Command(Command::Lesson(LessonAct::Add { .. })) => app.bench().is_some(),
            Run::Command(Command::Lesson(_)) => app.lesson_place().is_some(),
            _ => !self.needs_selection || !app.selection().is_empty(),
        }
    }

    /// Whether it makes sense while the scene is hidden behind the microscope.
    pub(crate) fn works_at_the_bench(&self) -> bool {
        match &self.run {
            Run::Command(Command::Undo | Command::Redo | Command::Lesson(_)) => true,
            _ => matches!(self.menu, Menu::File | Menu::Help) || self.menu == Menu::View && self.section == 2,
        }
    }

    /// Whether it is on, for what is on or off.
    pub(crate) fn is_on(&self, app: &App, panels: &Panels) -> Option<bool> {
        match &self.run {
            Run::Command(Command::ToggleLens(id)) => Some(app.lenses().contains(&id.as_str())),
            Run::Command(Command::SetTheme(theme)) => Some(app.theme() == *theme),
            Run::Command(Command::SetTool(tool)) => Some(app.tool() == *tool),
            Run::Command(Command::SetSpeed(speed)) => Some(app.speed() == *speed),
            Run::Panel(Panel::Inspector) => Some(!panels.inspector_hidden),
            Run::Panel(Panel::Presentation) => Some(panels.presentation),
            _ => self.on.map(|on| on(app)),
        }
    }
}

fn toggle_grid(app: &App) -> Command {
    Command::SetGrid(!app.grid())
}
fn toggle_snap(app: &App) -> Command {
    Command::SetSnap(!app.snap())
}
fn delete_selection(app: &App) -> Command {
    Command::Delete(app.selection().to_vec())
}
fn faster(app: &App) -> Command {
    Command::SetSpeed(SPEEDS.into_iter().find(|s| *s > app.speed()).unwrap_or(app.speed()))
}
fn slower(app: &App) -> Command {
    Command::SetSpeed(SPEEDS.into_iter().rev().find(|s| *s < app.speed()).unwrap_or(app.speed()))
}
fn next_theme(app: &App) -> Command {
    Command::SetTheme(match app.theme() {
        Theme::Dark => Theme::Light,
        Theme::Light => Theme::Projector,
        Theme::Projector => Theme::Dark,
    })
}

/// Lenses that look inside a collision.
pub const INSIDE: [&str; 2] = ["sat", "minkowski"];

/// Stops time and puts the watched pair under the microscope.
pub fn look_inside(_app: &App) -> Vec<Command> {
    vec![Command::Microscope(MicroscopeAct::Open { pair: None, microscope: None })]
}

/// Speeds to choose from, simulated seconds per second.
pub const SPEEDS: [f32; 7] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0];

/// "×0.25".
pub fn speed_text(speed: f32) -> String {
    format!("×{speed}")
}

/// The whole table, in menu order.
pub fn actions() -> &'static [Action] {
    static TABLE: OnceLock<Vec<Action>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Vec::new();
        file(&mut table);
        edit(&mut table);
        view(&mut table);
        simulate(&mut table);
        lenses(&mut table);
        help(&mut table);
        tools(&mut table);
        table
    })
}

/// The action with this name, for tests and links.
pub fn find(name: &str) -> Option<&'static Action> {
    actions().iter().find(|a| a.name == name)
}

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers { alt: false, ctrl: false, shift: true, mac_cmd: false, command: true };

fn file(table: &mut Vec<Action>) {
    use Menu::File;
    let command = |section, name: &'static str, command| Action::new(File, section, name, Run::Command(command));
    table.extend([
        command(0, "New", Command::New).key(CTRL, Key::N).about("An empty scene with a ground."),
        command(0, "Open…", Command::Open).key(CTRL, Key::O).about("A scene from a file."),
        Action::new(File, 0, "Scenes…", Run::Panel(Panel::Scenes)).key(CTRL_SHIFT, Key::O).about("The scenes that come with the program."),
        command(1, "Save", Command::Save).key(CTRL, Key::S),
        command(1, "Save as…", Command::SaveAs).key(CTRL_SHIFT, Key::S),
        command(1, "Save this moment…", Command::SaveMoment)
            .about("Saves the scene with its present state: opening it continues exactly here."),
        command(2, "Export figure…", Command::ExportFigure).key(CTRL, Key::E).about("What the canvas shows, as SVG or PNG."),
        command(3, "Quit", Command::Quit).key(CTRL, Key::Q),
    ]);
}

fn edit(table: &mut Vec<Action>) {
    let command = |section, name: &'static str, command| Action::new(Menu::Edit, section, name, Run::Command(command));
    table.extend([
        command(0, "Undo", Command::Undo).key(CTRL, Key::Z).repeating(),
        command(0, "Redo", Command::Redo).key(CTRL, Key::Y).repeating(),
        command(1, "Cut", Command::Cut).key(CTRL, Key::X).on_selection(),
        command(1, "Copy", Command::Copy).key(CTRL, Key::C).on_selection(),
        command(1, "Paste", Command::Paste { at: None }).key(CTRL, Key::V),
        command(1, "Duplicate", Command::Duplicate).key(CTRL, Key::D).on_selection(),
        Action::new(Menu::Edit, 1, "Delete", Run::From(delete_selection)).key(Modifiers::NONE, Key::Delete).on_selection(),
        command(2, "Select all", Command::SelectAll).key(CTRL, Key::A),
    ]);
}

fn view(table: &mut Vec<Action>) {
    use Menu::View;
    let command = |section, name: &'static str, command| Action::new(View, section, name, Run::Command(command));
    table.extend([
        command(0, "Frame all", Command::Frame { selection: false }).key(Modifiers::NONE, Key::F).about("Fits everything into the canvas."),
        command(0, "Zoom to selection", Command::Frame { selection: true }).key(Modifiers::SHIFT, Key::F).on_selection(),
        Action::new(View, 1, "Grid", Run::From(toggle_grid)).switch(App::grid).key(Modifiers::SHIFT, Key::G).about("Lines every metre."),
        Action::new(View, 1, "Snap to grid", Run::From(toggle_snap))
            .switch(App::snap)
            .key(Modifiers::SHIFT, Key::S)
            .about("Tools keep to the grid."),
        command(2, "Dark theme", Command::SetTheme(Theme::Dark)),
        command(2, "Light theme", Command::SetTheme(Theme::Light)),
        command(2, "Projector theme", Command::SetTheme(Theme::Projector)).about("White ground, heavier lines, larger text."),
        Action::new(View, 2, "Next theme", Run::From(next_theme)).key(Modifiers::SHIFT, Key::T),
        Action::new(View, 3, "Inspector", Run::Panel(Panel::Inspector)).key(Modifiers::NONE, Key::I),
        Action::new(View, 3, "Presentation mode", Run::Panel(Panel::Presentation))
            .key(CTRL_SHIFT, Key::P)
            .about("Only the scene, the lens chips and the transport."),
    ]);
}

fn simulate(table: &mut Vec<Action>) {
    use Menu::Simulate;
    let command = |section, name: &'static str, command| Action::new(Simulate, section, name, Run::Command(command));
    table.extend([
        command(0, "Play or pause", Command::TogglePlay).key(Modifiers::NONE, Key::Space),
        command(0, "Step forward", Command::StepForward).key(Modifiers::NONE, Key::Period).repeating(),
        command(0, "Step back", Command::StepBack).key(Modifiers::NONE, Key::Comma).repeating(),
        command(0, "Reset", Command::Reset).key(Modifiers::NONE, Key::R).about("Back to the start of the scene; edits stay."),
        Action::new(Simulate, 1, "Slower", Run::From(slower)).key(Modifiers::NONE, Key::OpenBracket),
        Action::new(Simulate, 1, "Faster", Run::From(faster)).key(Modifiers::NONE, Key::CloseBracket),
    ]);
    table.extend(
        SPEEDS.into_iter().map(|s| Action::new(Simulate, 2, format!("Speed {}", speed_text(s)), Run::Command(Command::SetSpeed(s)))),
    );
    table.push(
        command(3, "World settings", Command::Select(Vec::new())).about("Gravity, steps, algorithms: shown when nothing is selected."),
    );
}

fn lenses(table: &mut Vec<Action>) {
    const DIGITS: [Key; 9] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    for (i, lens) in crate::lens::lenses().iter().enumerate() {
        let mut action =
            Action::new(Menu::Lens, 0, lens.name, Run::Command(Command::ToggleLens(lens.id.to_owned()))).about(lens.explanation);
        if let Some(key) = DIGITS.get(i) {
            action = action.key(Modifiers::NONE, *key);
        }
        table.push(action);
    }
    table.push(
        Action::new(Menu::Lens, 1, "Look inside the collision", Run::Several(look_inside))
            .key(Modifiers::NONE, Key::Enter)
            .about("Opens the collision microscope: walks through what the engine did to find the watched contact, step by step."),
    );
    table.push(
        Action::new(Menu::Lens, 1, "Watch the next contact", Run::Several(contact_card::next))
            .key(Modifiers::NONE, Key::N)
            .about("Selects the two bodies of one contact after another, for those who have no mouse; Enter looks inside."),
    );
    table.push(
        Action::new(Menu::Lens, 1, "Follow the deepest contact", Run::Command(Command::SetPair(None)))
            .about("Watches whichever pair overlaps most, instead of a chosen one."),
    );
    let lesson = |name: &'static str, act| Action::new(Menu::Lens, 2, name, Run::Command(Command::Lesson(act)));
    table.extend([
        lesson("Next lesson step", LessonAct::Next).key(Modifiers::NONE, Key::PageDown),
        lesson("Previous lesson step", LessonAct::Previous).key(Modifiers::NONE, Key::PageUp),
        lesson("Back to the lesson", LessonAct::Return).key(Modifiers::NONE, Key::H).about("Shows the step again that was left."),
        lesson("Add this place as a lesson step", LessonAct::Add { camera: None })
            .key(CTRL, Key::L)
            .about("Under the microscope: a scene with steps opens as a lesson."),
    ]);
}

fn help(table: &mut Vec<Action>) {
    let page = |section, name: &'static str, page| Action::new(Menu::Help, section, name, Run::Panel(Panel::Help(page)));
    table.extend([
        page(0, "Keys and mouse", HelpPage::Keys).key(Modifiers::NONE, Key::F1),
        page(0, "About this scene", HelpPage::Scene),
        page(1, "About Collidoscope", HelpPage::Program),
        Action::new(Menu::Help, 1, "Find a command…", Run::Panel(Panel::Palette)).key(CTRL, Key::K),
    ]);
}

fn tools(table: &mut Vec<Action>) {
    for (section, group) in ToolKind::groups().into_iter().enumerate() {
        for tool in group {
            let mut action = Action::new(Menu::Tool, section as u8, tool.name(), Run::Command(Command::SetTool(tool)))
                .about(super::tool_rail::what_to_do(tool));
            if let Some(key) = Key::from_name(&tool.key().to_string()) {
                action = action.key(Modifiers::NONE, key);
            }
            table.push(action);
        }
    }
}
