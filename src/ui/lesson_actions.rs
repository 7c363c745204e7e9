//! What can be done with a lesson: rows of the table in [`super::actions`].

use super::action::{Action, Menu, Reach};
use super::desk::Desk;
use super::lesson;
use crate::app::{LessonCommand, ViewCommand};
use egui::{Key, Modifiers};

/// The rows, in the menu of lenses.
pub(super) fn rows() -> Vec<Action> {
    let lesson =
        |name: &'static str, command| Action::new(Menu::Lens, 2, name, command).when(|app| app.lesson_place().is_some()).at_the_bench();
    vec![
        lesson("Next lesson step", LessonCommand::Next).key(Modifiers::NONE, Key::PageDown),
        lesson("Previous lesson step", LessonCommand::Previous).key(Modifiers::NONE, Key::PageUp),
        lesson("Back to the lesson", LessonCommand::Return).key(Modifiers::NONE, Key::H).about("Shows the step again that was left."),
        Action::doing(Menu::Lens, 2, "Present", present).key(Modifiers::NONE, Key::F5).reaching(Reach::Text).at_the_bench().about(
            "The whole screen for the scene or the microscope; of a lesson, for caption, pictures and question of each step. Esc or the same key leaves.",
        ),
        Action::doing(Menu::Lens, 2, "Edit the lesson…", |desk| desk.state.lesson_editor.is_open = !desk.state.lesson_editor.is_open)
            .when(|app| app.lesson_place().is_some_and(|place| app.bench().is_some() || place.step.shows_scene()))
            .at_the_bench()
            .about("Title, order of the steps by dragging, and questions of one's own."),
        Action::doing(Menu::Lens, 2, "Add this place as a lesson step", lesson::add).key(lesson::ADD.0, lesson::ADD.1).at_the_bench().about(
            "What the microscope shows, else the scene as it is: moment, camera, lenses, graphs, and the runs that are shown as ghosts.",
        ),
    ]
}

/// The whole screen; for a lesson, at the step where it is. Handles of what was selected would stand in its picture.
/// While that is shown, back to the window.
fn present(desk: &mut Desk<'_>) {
    let is_away = desk.app.lesson_place().is_some_and(|place| !place.is_here);
    if desk.state.presentation && !is_away {
        desk.state.presentation = false;
        return;
    }
    let begins = !std::mem::replace(&mut desk.state.presentation, true);
    if desk.app.lesson_place().is_none() {
        return;
    }
    if begins {
        // What the author tried is no answer of those it is shown to.
        desk.send(LessonCommand::AskAllAgain);
    }
    desk.send(ViewCommand::Select(Vec::new()));
    if !desk.app.lesson_place().is_some_and(|place| place.is_here) {
        desk.send(LessonCommand::Return);
    }
}
