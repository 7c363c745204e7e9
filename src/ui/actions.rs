//! Everything that can be done by name, in one table: the menus, the keyboard, the command palette and the help window
//! all read it, so that a shortcut shown in a menu is the shortcut that works.

pub use super::action::{Action, Menu};

use super::action::{CTRL, CTRL_SHIFT, Reach};
use super::desk::Desk;
use super::state::{HelpPage, Panel};
use super::{arrange, contact_card, file_actions, graphs, lesson_actions, pen, profiler, stopwatch};
use crate::app::pins::PinPlace;
use crate::app::tool;
use crate::app::{
    App, BranchCommand, ClipboardCommand, CompareCommand, DocumentCommand, GroupCommand, HistoryCommand, Item, MarkerCommand, RunCommand,
    ToolCommand, ViewCommand,
};
use crate::draw::palette::Theme;
use crate::scene::stage::Input;
use egui::{Key, Modifiers};
use std::sync::OnceLock;

/// A verb with what it acts on, if that is known.
fn with_object(verb: &str, object: Option<&str>) -> String {
    object.map_or_else(|| verb.to_owned(), |object| format!("{verb} {object}"))
}
fn faster(desk: &mut Desk<'_>) {
    let now = desk.app.speed();
    desk.send(RunCommand::SetSpeed(SPEEDS.into_iter().find(|s| *s > now).unwrap_or(now)));
}
fn slower(desk: &mut Desk<'_>) {
    let now = desk.app.speed();
    desk.send(RunCommand::SetSpeed(SPEEDS.into_iter().rev().find(|s| *s < now).unwrap_or(now)));
}

/// The theme after this one.
pub(crate) fn next_theme(theme: Theme) -> Theme {
    match theme {
        Theme::Dark => Theme::Light,
        Theme::Light => Theme::Projector,
        Theme::Projector => Theme::Dark,
    }
}

/// Speeds to choose from, simulated seconds per second.
pub const SPEEDS: [f32; 8] = [0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0];

/// "×1/4", "×2".
pub fn speed_text(speed: f32) -> String {
    let part = 1.0 / speed;
    if speed < 1.0 && part == part.round() { format!("×1/{part}") } else { format!("×{speed}") }
}

/// The whole table, in menu order.
pub fn actions() -> &'static [Action] {
    static TABLE: OnceLock<Vec<Action>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Vec::new();
        file_actions::rows(&mut table);
        edit(&mut table);
        arrange::rows(&mut table);
        view(&mut table);
        simulate(&mut table);
        lenses(&mut table);
        help(&mut table);
        tools(&mut table);
        table
    })
}

/// What the action of this name does, with its key: "Back to the start of the scene; edits stay. (R)".
pub(crate) fn keyed(name: &str) -> String {
    find(name).map_or_else(|| name.to_owned(), Action::hint)
}

/// The key of the action of this name; nothing without one.
pub(crate) fn key_of(name: &str) -> String {
    find(name).map(Action::shortcut_text).unwrap_or_default()
}

/// The action with this name, for tests and links.
pub fn find(name: &str) -> Option<&'static Action> {
    actions().iter().find(|a| a.name == name)
}

fn edit(table: &mut Vec<Action>) {
    let history = |name: &'static str, command| Action::new(Menu::Edit, 0, name, command).repeating().at_the_bench();
    let clipboard = |name: &'static str, command| Action::new(Menu::Edit, 1, name, command);
    table.extend([
        history("Undo", HistoryCommand::Undo)
            .key(CTRL, Key::Z)
            .when(|app| app.undo_label().is_some())
            .called(|app| with_object("Undo", app.undo_label())),
        history("Redo", HistoryCommand::Redo)
            .key(CTRL, Key::Y)
            .or_key(CTRL_SHIFT, Key::Z)
            .when(|app| app.redo_label().is_some())
            .called(|app| with_object("Redo", app.redo_label())),
        clipboard("Cut", ClipboardCommand::Cut).key(CTRL, Key::X).on_selection(),
        clipboard("Copy", ClipboardCommand::Copy).key(CTRL, Key::C).on_selection(),
        Action::doing(Menu::Edit, 1, "Paste", |desk| desk.paste(desk.state.pointer_world)).key(CTRL, Key::V),
        clipboard("Duplicate", ClipboardCommand::Duplicate).key(CTRL, Key::D).on_selection(),
        Action::doing(Menu::Edit, 1, "Delete", |desk| desk.send(DocumentCommand::Delete(desk.app.selection().to_vec())))
            .key(Modifiers::NONE, Key::Delete)
            .on_selection(),
        Action::doing(Menu::Edit, 1, "Rename", |desk| desk.state.outliner.naming = !desk.state.presentation)
            .key(Modifiers::NONE, Key::F2)
            .when(|app| app.selection().len() == 1)
            .about("Types another name of the selected thing; joints, graphs and lessons follow."),
        Action::new(Menu::Edit, 2, "Select all", ViewCommand::SelectAll).key(CTRL, Key::A),
        Action::new(Menu::Edit, 2, "Group", GroupCommand::Group)
            .key(CTRL, Key::G)
            .on_selection()
            .about("The selected things become one thing with a frame of its own: it is moved, turned and scaled as a whole."),
        Action::new(Menu::Edit, 2, "Ungroup", GroupCommand::Ungroup)
            .key(CTRL_SHIFT, Key::G)
            .when(|app| app.selection().iter().any(|item| matches!(item, Item::Group(_))))
            .about("Takes the selected groups away; what stood in them stays."),
        Action::doing(Menu::Edit, 3, "Pin overlaps like wheels", |desk| pin_overlaps(desk, PinPlace::SmallerCenter))
            .about("A hinge wherever two of the selected bodies overlap, at the centre of the smaller one. One selected: it and all that overlaps it; none: all."),
        Action::doing(Menu::Edit, 3, "Mount driven wheels", |desk| pin_overlaps(desk, PinPlace::DrivenWheel)).about(
            "Wherever two of the selected bodies overlap, the smaller becomes a sprung wheel that the left and right keys drive. One selected: it and all that overlaps it; none: all.",
        ),
        Action::doing(Menu::Edit, 3, "Pin overlaps like limbs", |desk| pin_overlaps(desk, PinPlace::Overlap))
            .about("A hinge wherever two of the selected bodies overlap, in the middle of what they share. One selected: it and all that overlaps it; none: all."),
    ]);
}

/// Hinges between the selected bodies; with one, as right after drawing it, among all that hangs together with it.
fn pin_overlaps(desk: &mut Desk<'_>, place: PinPlace) {
    let bodies: Vec<String> = desk.app.selection().iter().filter_map(Item::as_body).map(str::to_owned).collect();
    desk.send(DocumentCommand::PinOverlaps { bodies, place });
}

/// The selected body, unless one is followed already: then nobody.
fn to_follow(app: &App) -> Option<String> {
    let selected = app.selection().iter().find_map(Item::as_body).map(str::to_owned);
    selected.filter(|_| app.followed().is_none())
}

/// Makes the panels larger or smaller by an eighth.
fn resize(desk: &mut Desk<'_>, steps: i32) {
    let scale = ((desk.app.scale() * 8.0).round() as i32 + steps) as f32 / 8.0;
    desk.send(ViewCommand::SetScale(scale));
}

fn view(table: &mut Vec<Action>) {
    let frame = |name: &'static str, selection| Action::new(Menu::View, 0, name, ViewCommand::Frame { selection }).while_comparing();
    let theme = |name: &'static str, theme| {
        Action::new(Menu::View, 2, name, ViewCommand::SetTheme(theme)).switch(move |app, _| app.theme() == theme).at_the_bench()
    };
    let scale = |name: &'static str, act| {
        Action::doing(Menu::View, 4, name, act)
            .reaching(Reach::Window)
            .at_the_bench()
            .repeating()
            .about("Text, buttons and all panels; kept for the next start.")
    };
    table.extend([
        frame("Frame all", false).key(Modifiers::NONE, Key::F).about("Fits everything into the canvas; of what is static and larger than all that moves, only the part near it."),
        frame("Zoom to selection", true).key(Modifiers::SHIFT, Key::F).on_selection(),
        Action::doing(Menu::View, 0, "Follow the selection", |desk| desk.send(ViewCommand::Follow(to_follow(desk.app))))
            .switch(|app, _| app.followed().is_some())
            .when(|app| app.followed().is_some() || to_follow(app).is_some())
            .key(Modifiers::SHIFT, Key::Y)
            .about("The picture goes with the selected body."),
        Action::doing(Menu::View, 1, "Grid", |desk| desk.send(ViewCommand::SetGrid(!desk.app.grid())))
            .switch(|app, _| app.grid())
            .key(Modifiers::SHIFT, Key::G)
            .while_comparing()
            .about("Lines every metre."),
        Action::doing(Menu::View, 1, "Snap to grid", |desk| desk.send(ViewCommand::SetSnap(!desk.app.snap())))
            .switch(|app, _| app.snap())
            .key(Modifiers::SHIFT, Key::S)
            .about("Tools keep to the grid."),
        Action::doing(Menu::View, 1, "Snap to shapes", |desk| desk.send(ViewCommand::SetSnapShapes(!desk.app.snap_shapes())))
            .switch(|app, _| app.snap_shapes())
            .key(Modifiers::SHIFT, Key::E)
            .about("Drags take corners, centres, edges and directions of 15°; hold Ctrl to let go."),
        theme("Dark theme", Theme::Dark),
        theme("Light theme", Theme::Light),
        theme("Projector theme", Theme::Projector).about("White ground, heavier lines, larger text."),
        Action::doing(Menu::View, 2, "Next theme", |desk| desk.send(ViewCommand::SetTheme(next_theme(desk.app.theme()))))
            .key(Modifiers::SHIFT, Key::T)
            .at_the_bench(),
        scale("Larger panels", |desk| resize(desk, 1)).key(CTRL, Key::Plus).or_key(CTRL, Key::Equals),
        scale("Smaller panels", |desk| resize(desk, -1)).key(CTRL, Key::Minus),
        scale("Panels as designed", |desk| desk.send(ViewCommand::SetScale(1.0))).key(CTRL, Key::Num0),
        Action::doing(Menu::View, 3, "Inspector", |desk| desk.state.toggle(Panel::Inspector))
            .switch(|_, panels| panels.is_inspector_shown())
            .key(Modifiers::NONE, Key::I),
        Action::doing(Menu::View, 3, "Outliner", |desk| desk.state.toggle(Panel::Outliner))
            .switch(|_, panels| panels.outliner.is_open)
            .key(Modifiers::SHIFT, Key::O)
            .about("All things of the scene as a tree of groups: select, rename by a double click, drag into another group."),
        Action::doing(Menu::View, 3, "Graphs", graphs::toggle)
            .switch(|app, panels| !app.document().graphs.is_empty() && !panels.graphs.is_hidden(app))
            .key(Modifiers::NONE, Key::Q)
            .about("Quantities over time under the canvas; the first is the world's energy."),
        Action::doing(Menu::View, 3, "Presentation mode", |desk| desk.state.toggle(Panel::Presentation))
            .switch(|_, panels| panels.presentation)
            .key(CTRL_SHIFT, Key::P)
            .at_the_bench()
            .about("The whole screen for the scene, the lens chips and the transport; under the microscope for pictures, card and buttons; of a lesson for caption, pictures and question."),
        Action::doing(Menu::View, 3, "Show pointer and keys", |desk| desk.send(ViewCommand::SetInputShown(!desk.app.shows_input())))
            .switch(|app, _| app.shows_input())
            .at_the_bench()
            .about("In presentation mode: a halo at the pointer, and the keys that are pressed."),
    ]);
}

fn simulate(table: &mut Vec<Action>) {
    let time = |name: &'static str, command| Action::new(Menu::Simulate, 0, name, command).while_comparing();
    table.extend([
        time("Play or pause", RunCommand::TogglePlay)
            .key(Modifiers::NONE, Key::Space)
            .called(|app| if app.is_playing() { "Pause" } else { "Play" }.to_owned()),
        time("Step forward", RunCommand::StepForward).key(Modifiers::NONE, Key::Period).repeating(),
        time("Step back", RunCommand::StepBack).key(Modifiers::NONE, Key::Comma).repeating(),
        time("Reset", RunCommand::Reset).key(Modifiers::NONE, Key::R).about("Back to the start of the scene; edits stay."),
        Action::new(Menu::Simulate, 0, "Play backwards", RunCommand::PlayBackwards)
            .switch(|app, _| app.is_playing_backwards())
            .key(Modifiers::SHIFT, Key::Space)
            .about("Through what was recorded, back to the start."),
        Action::doing(Menu::Simulate, 0, "Loop", toggle_loop)
            .switch(|app, _| app.range().is_some())
            .key(Modifiers::SHIFT, Key::L)
            .about("Playing repeats a part of the run: from the marker before this step, or the start, to the next one, or the end."),
        Action::new(Menu::Simulate, 5, "Add marker", MarkerCommand::Add { step: None, name: String::new() })
            .key(Modifiers::SHIFT, Key::M)
            .about("Gives this moment of the run a name; it is saved with the scene."),
        Action::new(Menu::Simulate, 5, "Next marker", MarkerCommand::Next).key(Modifiers::SHIFT, Key::PageDown).when(has_markers),
        Action::new(Menu::Simulate, 5, "Previous marker", MarkerCommand::Previous).key(Modifiers::SHIFT, Key::PageUp).when(has_markers),
        Action::new(Menu::Simulate, 6, "Keep this run", BranchCommand::Keep)
            .key(Modifiers::SHIFT, Key::K)
            .about("Keeps the run so far as a branch, to compare another one with it. A change in the past does so by itself."),
        Action::doing(Menu::Simulate, 6, "Difference of runs", |desk| {
            desk.send(BranchCommand::SetDifference(!desk.app.is_difference_shown()));
        })
        .switch(|app, _| app.is_difference_shown())
        .when(|app| !app.timeline().branches().is_empty())
        .about("Graphs over time show by how much this run differs from the branches that are shown."),
        Action::doing(Menu::Simulate, 1, "Slower", slower).key(Modifiers::NONE, Key::OpenBracket).while_comparing(),
        Action::doing(Menu::Simulate, 1, "Faster", faster).key(Modifiers::NONE, Key::CloseBracket).while_comparing(),
    ]);
    table.extend(stopwatch::rows().into_iter().chain([profiler::row(), pen::row()]));
    table.extend(SPEEDS.into_iter().map(|speed| {
        Action::new(Menu::Simulate, 2, format!("Speed {}", speed_text(speed)), RunCommand::SetSpeed(speed))
            .switch(move |app, _| app.speed() == speed)
    }));
    table.extend([
        Action::doing(Menu::Simulate, 3, "Fire launchers", |desk| fire(desk, usize::MAX, |launcher| Input::Fire { launcher }))
            .key(Modifiers::NONE, Key::X)
            .when(has_launchers)
            .about("The selected launchers (none selected: all) fire one projectile each."),
        Action::doing(Menu::Simulate, 3, "Fire all methods", |desk| fire(desk, 1, |launcher| Input::FireAll { launcher }))
            .key(Modifiers::SHIFT, Key::X)
            .when(has_launchers)
            .about("The selected launchers (none selected: the first) fire by every aiming method at once, each in its colour."),
    ]);
    table.push(
        Action::doing(Menu::Simulate, 4, "Compare solvers", toggle_comparison)
            .switch(|app, _| app.comparison().is_some())
            .key(Modifiers::SHIFT, Key::C)
            .while_comparing()
            .about("The scene under two to four solvers side by side: one camera, one clock, energy and errors plotted together."),
    );
    table.push(
        Action::new(Menu::Simulate, 4, "World settings", ViewCommand::Select(Vec::new()))
            .about("Gravity, steps, algorithms: shown when nothing is selected."),
    );
}

/// Opens the comparison, or leaves it.
fn toggle_comparison(desk: &mut Desk<'_>) {
    let command = if desk.app.comparison().is_some() { CompareCommand::Close } else { CompareCommand::Open(Vec::new()) };
    desk.send(command);
}

fn has_markers(app: &App) -> bool {
    !app.document().markers.is_empty()
}

/// Repeats the part of the run between the markers around the present step; or no part any more.
pub(crate) fn toggle_loop(desk: &mut Desk<'_>) {
    let app = desk.app;
    let now = app.shown_stage().step_count();
    let steps = || app.document().markers.iter().map(|marker| marker.step);
    let from = steps().filter(|step| *step <= now).max().unwrap_or(app.timeline().first_step());
    let to = steps().filter(|step| *step > now).min().unwrap_or(app.timeline().last_step());
    desk.send(RunCommand::SetRange(if app.range().is_some() { None } else { Some([from, to]) }));
}

fn has_launchers(app: &App) -> bool {
    !app.document().launchers.is_empty()
}

/// The selected launchers, or the first `most` of those that have a target when none is selected.
fn fire(desk: &mut Desk<'_>, most: usize, input: fn(String) -> Input) {
    let mut launchers: Vec<String> = desk.app.selection().iter().filter_map(Item::as_launcher).map(str::to_owned).collect();
    if launchers.is_empty() {
        launchers = desk.app.document().launchers.iter().filter(|l| l.has_target()).take(most).map(|l| l.id.clone()).collect();
    }
    for launcher in launchers {
        desk.send(RunCommand::Input(input(launcher)));
    }
}

fn lenses(table: &mut Vec<Action>) {
    const DIGITS: [Key; 10] =
        [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9, Key::Num0];
    for (i, lens) in crate::lens::lenses().iter().enumerate() {
        let mut action = Action::new(Menu::Lens, 0, lens.name, ViewCommand::ToggleLens(lens.id.to_owned()))
            .switch(|app, _| app.lenses().contains(&lens.id))
            .while_comparing()
            .about(lens.explanation);
        // The first ten have the digits, the next ten Shift with them.
        let modifiers = if i < DIGITS.len() { Modifiers::NONE } else { Modifiers::SHIFT };
        if let Some(key) = DIGITS.get(i % DIGITS.len()).filter(|_| i < 2 * DIGITS.len()) {
            action = action.key(modifiers, *key);
        }
        table.push(action);
    }
    table.extend([
        Action::new(Menu::Lens, 1, "Look inside the collision", contact_card::LOOK_INSIDE)
            .key(Modifiers::NONE, Key::Enter)
            .about("Opens the collision microscope: walks through what the engine did to find the contact of the selection, else the watched one, step by step."),
        contact_card::hit_row(),
        Action::doing(Menu::Lens, 1, "Watch the next contact", contact_card::next)
            .key(Modifiers::NONE, Key::N)
            .about("Selects the two bodies of one contact after another; Enter looks inside."),
        Action::new(Menu::Lens, 1, "Follow the deepest contact", ViewCommand::SetPair(None))
            .about("Watches whichever pair overlaps most, instead of a chosen one."),
        Action::new(Menu::Lens, 1, "Look into the smoke", contact_card::into_scene("smoke")).when(|app| !app.stage().airs().is_empty()),
        Action::new(Menu::Lens, 1, "Look into the shadows", contact_card::into_scene("shadow"))
            .when(|app| !app.stage().lights().is_empty()),
        Action::new(Menu::Lens, 1, "Look into the curves", contact_card::into_scene("curves")).when(|app| !app.stage().curves().is_empty()),
        Action::new(Menu::Lens, 1, "Look into the explosion", contact_card::into_scene("explosion"))
            .when(|app| crate::lens::microscope::explosion::is_in(app.stage())),
    ]);
    table.extend(lesson_actions::rows());
}

fn help(table: &mut Vec<Action>) {
    let page = |section, name: &'static str, act| Action::doing(Menu::Help, section, name, act).at_the_bench();
    table.extend([
        page(0, "Keys and mouse", |desk| desk.state.toggle(Panel::Help(HelpPage::Keys)))
            .key(Modifiers::NONE, Key::F1)
            .reaching(Reach::Window),
        page(0, "About this scene", |desk| desk.state.toggle(Panel::Help(HelpPage::Scene))),
        page(0, "First steps", |desk| desk.state.toggle(Panel::Greeting)).about("Four ways to begin."),
        page(1, "About Collidoscope", |desk| desk.state.toggle(Panel::Help(HelpPage::Program))),
        page(1, "Find a command…", |desk| desk.state.toggle(Panel::Palette))
            .key(CTRL, Key::K)
            .reaching(Reach::Window)
            .about("Everything that can be done, by a few letters of its name."),
    ]);
}

fn tools(table: &mut Vec<Action>) {
    for (section, group) in tool::groups().iter().enumerate() {
        for tool in group {
            let mut action = Action::new(Menu::Tool, section as u8, tool.name, ToolCommand::Choose(tool.id.to_owned()))
                .switch(move |app, _| app.tool() == tool)
                .about(tool.explanation);
            if let Some(key) = Key::from_name(&tool.key.to_string()).filter(|key| *key != Key::Space) {
                action = action.key(Modifiers::NONE, key);
            }
            table.push(action);
        }
    }
}
