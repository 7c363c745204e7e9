//! What every panel gets: the program to read, the panels' own state, and a place for what the user did.

use super::state::Panels;
use super::theme::Look;
use crate::app::{App, Command};
use crate::engine::math::Vec2;
use egui::{Pos2, Rect};

/// State in, commands out.
pub(crate) struct Desk<'a> {
    /// The program, as it stands at the start of the frame.
    pub app: &'a App,
    /// Colours and sizes.
    pub look: Look,
    /// Open windows, typed text.
    pub state: &'a mut Panels,
    /// What the action of this name does, with its key: for the tooltips of its buttons.
    pub keyed: fn(&str) -> String,
    /// What the user did, in order.
    pub commands: Vec<Command>,
}

impl Desk<'_> {
    /// The user did this.
    pub fn send(&mut self, command: impl Into<Command>) {
        self.commands.push(command.into());
    }

    /// Pastes, around this point of the world, once the system's clipboard has told its text: that comes with Ctrl+V,
    /// which the window sends itself where no key was pressed ([`super::Ui::wants_paste`]).
    pub fn paste(&mut self, at: Option<Vec2>) {
        self.state.keyboard.paste.get_or_insert((at, false));
    }

    /// True in presentation mode while the scene has a lesson.
    pub fn presents_lesson(&self) -> bool {
        self.state.presentation && self.app.lesson_place().is_some()
    }
}

/// World point under a point of the screen.
pub(crate) fn to_world(desk: &Desk<'_>, rect: Rect, at: Pos2) -> Vec2 {
    let local = at - rect.min;
    desk.app.camera().to_world(Vec2::new(local.x, local.y))
}

/// Point of the screen over a world point.
pub(crate) fn to_screen(desk: &Desk<'_>, rect: Rect, world: Vec2) -> Pos2 {
    let local = desk.app.camera().to_screen(world);
    rect.min + egui::vec2(local.x, local.y)
}
