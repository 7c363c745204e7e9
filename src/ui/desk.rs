//! What every panel gets: the program to read, the panels' own state, and a place for what the user did.

use super::Panels;
use super::theme::Look;
use crate::app::{App, Command};
use egui::{Id, Response};

/// Gestures of the panels are numbered from here, so that they never meet those of the tools.
const FIRST_GESTURE: u64 = 1 << 32;

/// State in, commands out.
pub(crate) struct Desk<'a> {
    /// The program, as it stands at the start of the frame.
    pub app: &'a App,
    /// Colours and sizes.
    pub look: Look,
    /// Open windows, typed text.
    pub state: &'a mut Panels,
    /// What the user did, in order.
    pub commands: Vec<Command>,
}

impl Desk<'_> {
    /// The user did this.
    pub fn send(&mut self, command: impl Into<Command>) {
        self.commands.push(command.into());
    }
}

/// Numbers drags and typings, so that each undoes as one.
#[derive(Default)]
pub(crate) struct Gesture {
    count: u64,
    widget: Option<Id>,
}

impl Gesture {
    /// To be told of every editing widget in every frame: a new drag or typing begins a new number.
    pub fn watch(&mut self, response: &Response) {
        if self.widget == Some(response.id) && (response.drag_started() || response.gained_focus() || response.lost_focus()) {
            self.widget = None;
        }
    }

    /// The number of the gesture that changed this widget.
    pub fn of(&mut self, response: &Response) -> u64 {
        if self.widget != Some(response.id) {
            self.widget = Some(response.id);
            self.count += 1;
        }
        FIRST_GESTURE + self.count
    }

    /// A number of its own.
    pub fn next(&mut self) -> u64 {
        self.widget = None;
        self.count += 1;
        FIRST_GESTURE + self.count
    }
}
