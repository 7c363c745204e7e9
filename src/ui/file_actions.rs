//! What can be done with files, by name: the menu File.

use super::action::{Action, CTRL, CTRL_SHIFT, Menu, Reach};
use super::state::Panel;
use crate::app::{AnimationCommand, FileCommand, PictureCommand, RecoveryCommand};
use egui::Key;

/// The rows of the menu File.
pub(crate) fn rows(table: &mut Vec<Action>) {
    let command = |section, name: &'static str, command| Action::new(Menu::File, section, name, command).at_the_bench();
    table.extend([
        command(0, "New", FileCommand::New).key(CTRL, Key::N).reaching(Reach::Text).about("An empty scene with a ground."),
        command(0, "Open…", FileCommand::Open).key(CTRL, Key::O).reaching(Reach::Text).about("A scene from a file."),
        Action::doing(Menu::File, 0, "Open recent…", |desk| desk.state.toggle(Panel::Recent))
            .key(CTRL, Key::R)
            .reaching(Reach::Text)
            .at_the_bench()
            .when(|app| !app.recent().is_empty())
            .about("The files that were opened and saved last, newest first: arrow keys and Enter, or a few letters of a name."),
        Action::doing(Menu::File, 0, "Scenes…", |desk| desk.state.toggle(Panel::Scenes))
            .key(CTRL_SHIFT, Key::O)
            .reaching(Reach::Text)
            .at_the_bench()
            .about("The scenes that come with the program."),
        command(1, "Save", FileCommand::Save).key(CTRL, Key::S).reaching(Reach::Text),
        command(1, "Save as…", FileCommand::SaveAs).key(CTRL_SHIFT, Key::S).reaching(Reach::Text),
        command(1, "Save this moment…", FileCommand::SaveMoment)
            .about("Saves the scene with its present state: opening it continues exactly here."),
        Action::new(Menu::File, 2, "Picture to body…", PictureCommand::Ask)
            .about("Opens a PNG, JPEG, WebP, GIF or SVG and makes a body in its shape."),
        command(2, "Export figure…", FileCommand::ExportFigure).key(CTRL, Key::E).about("What the canvas shows, as SVG or PNG."),
        command(2, "Print lesson…", FileCommand::PrintLesson)
            .when(|app| app.lesson_place().is_some())
            .about("A4 pages with captions, pictures, questions, and the answers at the end: PDF, or SVG or PNG a page."),
        Action::new(Menu::File, 2, "Export animation…", AnimationCommand::Ask)
            .about("The repeated part of the run (Shift+L), or all that was recorded, as an animated GIF."),
        Action::new(Menu::File, 2, "Recover unsaved work…", RecoveryCommand::Look { tell: true })
            .at_the_bench()
            .about("What an earlier run of the program could not save."),
        command(3, "Quit", FileCommand::Quit).key(CTRL, Key::Q).reaching(Reach::Text),
    ]);
}
