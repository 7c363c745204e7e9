//! Arranging from the panels: the rows of the Arrange menu, and the numbers of rows, columns and rings.

use super::action::{Action, Menu};
use super::desk::Desk;
use super::inspector::fields::{self, Fields};
use super::state::ArrayDraft;
use crate::app::arrange::{Direction, Line};
use crate::app::push_apart::Share;
use crate::app::{App, LayoutCommand, LooksCommand};
use egui::{Key, Modifiers, Ui};

/// The rows of the menu.
pub(super) fn rows(table: &mut Vec<Action>) {
    // Ctrl+Alt with a letter belongs to many desktops (a terminal, the lock of the screen).
    const CTRL_SHIFT: Modifiers = Modifiers { alt: false, ctrl: false, shift: true, mac_cmd: false, command: true };
    let align = |name: &'static str, line, key| {
        Action::new(Menu::Arrange, 0, name, LayoutCommand::Align(line)).when(|app| bodies(app) >= 2).key(CTRL_SHIFT, key).about(ALIGN)
    };
    let even = |name: &'static str, direction| {
        Action::new(Menu::Arrange, 1, name, LayoutCommand::Distribute(direction)).when(|app| bodies(app) >= 3).about(EVEN)
    };
    let mirror = |name: &'static str, direction| {
        Action::new(Menu::Arrange, 2, name, LayoutCommand::Mirror(direction)).when(|app| bodies(app) >= 1).about(MIRROR)
    };
    let apart = |name: &'static str, share| {
        Action::new(Menu::Arrange, 2, name, LayoutCommand::PushApart(share)).when(|app| bodies(app) >= 2).about(APART)
    };
    let looks = |name: &'static str, command| Action::new(Menu::Arrange, 4, name, command).when(|app| bodies(app) >= 1);
    table.extend([
        align("Align left sides", Line::Left, Key::ArrowLeft),
        align("Align centres above each other", Line::Center, Key::H),
        align("Align right sides", Line::Right, Key::ArrowRight),
        align("Align upper sides", Line::Top, Key::ArrowUp),
        align("Align centres side by side", Line::Middle, Key::M),
        align("Align lower sides", Line::Bottom, Key::ArrowDown),
        even("Distribute horizontally", Direction::Horizontal),
        even("Distribute vertically", Direction::Vertical),
        mirror("Mirror left and right", Direction::Horizontal),
        mirror("Mirror up and down", Direction::Vertical),
        apart("Push apart, the first stays", Share::Whole),
        apart("Push apart, each by half", Share::Halves),
        looks("To front", LooksCommand::ToFront).about("Draws the selected bodies over all others."),
        looks("To back", LooksCommand::ToBack).about("Draws the selected bodies under all others."),
        looks("Lock", LooksCommand::SetLocked(true)).about(LOCK),
        looks("Unlock", LooksCommand::SetLocked(false)).about(LOCK),
        Action::doing(Menu::Arrange, 3, "Copies in rows and columns…", |desk| desk.state.copies_wanted = true)
            .when(|app| bodies(app) >= 1)
            .about(GRID),
        Action::doing(Menu::Arrange, 3, "Copies round a point…", |desk| desk.state.copies_wanted = true)
            .when(|app| bodies(app) >= 1)
            .about(RING),
    ]);
}

const ALIGN: &str = "Two or more selected bodies; what joints hold together moves as one.";
const GRID: &str = "Copies of the selection with the joints between them; the inspector opens where their numbers stand.";
const RING: &str = "Copies of the selection, turned evenly round a point; the inspector opens where their numbers stand.";
const APART: &str =
    "Selected bodies that overlap move out of each other by the minimum translation vector, the shortest way; static ones stay.";
const LOCK: &str = "A locked body is not dragged, deleted or taken by a selection frame; a click selects it.";
const EVEN: &str = "Three or more selected bodies at equal gaps; the outermost stay.";
const MIRROR: &str = "The selected bodies with their joints, motors, velocities and forces, in place.";

/// How many bodies are selected.
fn bodies(app: &App) -> usize {
    crate::app::groups::bodies(app.document(), app.selection()).len()
}

/// The numbers of copies, under a heading that opens.
pub(super) fn copies(ui: &mut Ui, desk: &mut Desk<'_>) {
    let about = "Copies of the selection in rows and columns, or round a point.";
    let wanted = std::mem::take(&mut desk.state.copies_wanted);
    // Numbers of one scene mean nothing in another.
    let scene = desk.app.scenes_opened();
    if std::mem::replace(&mut desk.state.array.scene, scene) != scene {
        desk.state.array = ArrayDraft { scene, ..ArrayDraft::default() };
    }
    let header = egui::CollapsingHeader::new("Copies").open(wanted.then_some(true)).show(ui, |ui| {
        let mut draft = desk.state.array;
        let mut f = Fields::new(ui, desk);
        f.count("Columns", "Side by side, the original among them.", &mut draft.columns, 1, 100);
        f.count("Rows", "One above the other, the original among them.", &mut draft.rows, 1, 100);
        f.vector("Gap", &mut draft.gap, fields::PLACE);
        if f.button("Copies in rows and columns", "Adds them with these numbers.").clicked() {
            f.desk.send(LayoutCommand::Array(draft.grid()));
        }
        f.ui.add_space(f.desk.look.gap(2.0));
        f.count("Count", "Round the point, the original among them.", &mut draft.count, 2, 360);
        f.vector("Middle", &mut draft.center, fields::PLACE);
        if f.button("Copies round a point", "Adds them with these numbers.").clicked() {
            f.desk.send(LayoutCommand::Array(draft.ring()));
        }
        desk.state.array = draft;
    });
    if wanted {
        header.header_response.scroll_to_me(Some(egui::Align::TOP));
    }
    header.header_response.on_hover_text(about);
}
