//! The tool in hand, and the pointer on the canvas. A tool turns pointer events into further commands.

use super::document::DocumentCommand;
use super::microscope::MicroscopeCommand;
use super::run::RunCommand;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::app::tool::kind::Tool;
use crate::app::tool::pointer::PointerEvent;
use crate::app::tool::state::{FIRST, Gesture};
use crate::app::tool::{find, groups};
use crate::draw::DrawList;
use crate::engine::explosion::Blast;
use crate::scene::key::Key;
use crate::scene::limits;
use crate::scene::stage::Input;

/// What is done with the tool in hand.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolCommand {
    /// Takes another tool, by its id.
    Choose(String),
    /// The pointer did something on the canvas.
    Pointer(PointerEvent),
    /// What the next click of the explosion tool sets off; its place is the pointer's.
    SetBlast(Blast),
    /// Enter: finishes what the tool is in the middle of; where it is in the middle of nothing, does the other thing.
    Confirm {
        /// What Enter means without a gesture.
        otherwise: Option<Box<MicroscopeCommand>>,
    },
    /// Backspace: takes the last part of the gesture back; where there is none, does the other thing.
    TakeBack {
        /// What Backspace means without a gesture.
        otherwise: Option<Box<DocumentCommand>>,
    },
    /// Esc: closes the microscope, else gives up the current gesture, else the tool, else the selection.
    Cancel,
}

impl App {
    pub(super) fn apply_tool(&mut self, command: ToolCommand) {
        match command {
            ToolCommand::Choose(id) => match find(&id) {
                Some(tool) => {
                    self.keep_drawn();
                    self.tool.choose(tool.id);
                }
                None => self.notify(NoticeKind::Warning, format!("There is no tool \"{id}\".")),
            },
            ToolCommand::Pointer(event) => self.pointer(event),
            ToolCommand::SetBlast(blast) => self.set_blast(blast),
            ToolCommand::Confirm { otherwise } => {
                if !(self.tool().confirm)(self)
                    && let Some(command) = otherwise
                {
                    self.apply_microscope(*command);
                }
            }
            ToolCommand::TakeBack { otherwise } => {
                if !(self.tool().take_back)(self)
                    && let Some(command) = otherwise
                {
                    self.apply_document(*command);
                }
            }
            ToolCommand::Cancel => self.cancel(),
        }
    }

    /// True while points are being clicked for what a tool makes of them.
    pub(in crate::app) fn is_drawing(&self) -> bool {
        self.bench.is_none() && self.tool.gesture == Gesture::None && !self.tool.vertices.is_empty()
    }

    /// Makes what the points clicked so far are enough for, before another tool or scene takes them away; undo takes
    /// it back.
    pub(super) fn keep_drawn(&mut self) {
        if self.tool.gesture == Gesture::None && (self.tool().is_drawn)(self) {
            (self.tool().confirm)(self);
        }
    }

    /// The tool in hand.
    pub fn tool(&self) -> &'static Tool {
        find(self.tool.id).unwrap_or(&groups()[0][0])
    }

    /// What the next click of the explosion tool sets off.
    pub fn blast(&self) -> &Blast {
        &self.tool.blast
    }

    /// Within the bounds that mines have in files; what is no number changes nothing.
    fn set_blast(&mut self, blast: Blast) {
        let (size, strength) = (limits::SIZE, limits::BLAST_STRENGTH);
        if blast.radius.is_finite() && blast.strength.is_finite() {
            let radius = blast.radius.clamp(size.min, size.max);
            self.tool.blast = Blast { radius, strength: blast.strength.clamp(strength.min, strength.max), ..blast };
        }
    }

    /// What the mouse would do now, in one line, behind the keys that drive the running scene.
    pub fn hint(&self) -> String {
        let keys: Vec<String> = if self.playing { self.stage().keys().into_iter().map(Key::cap).collect() } else { Vec::new() };
        let hint = (self.tool().hint)(self);
        let followed = if self.playing && self.stage().follows_pointer() { "The scene follows the pointer · " } else { "" };
        let driven = match keys.len() {
            0 => String::new(),
            1 => format!("{} drives the scene · ", keys[0]),
            _ => format!("{} drive the scene · ", keys.join(" ")),
        };
        format!("{driven}{followed}{hint}")
    }

    /// Marks of the current gesture: previews, handles.
    pub(in crate::app) fn draw_tool(&self, list: &mut DrawList) {
        (self.tool().draw)(self, self.tool.pointer, list);
        self.draw_guides(list);
    }

    fn pointer(&mut self, event: PointerEvent) {
        match event {
            PointerEvent::Leave => self.tool.pointer = None,
            PointerEvent::Move(p) | PointerEvent::Press(p) | PointerEvent::Release(p) | PointerEvent::DoubleClick(p) => {
                if !p.world.is_finite() {
                    return;
                }
                self.tool.pointer = Some(p);
            }
        }
        (self.tool().pointer)(self, event);
        self.tool.guides = self.guides(&event);
    }

    /// An unfinished move is undone.
    fn cancel(&mut self) {
        if self.bench.is_some() {
            self.bench = None;
        } else if self.tool.is_busy() {
            let gesture = std::mem::take(&mut self.tool.gesture);
            self.tool.give_up();
            self.tool.guides.clear();
            match gesture {
                Gesture::Moving { gesture, .. } | Gesture::Turning { gesture, .. } | Gesture::Handle { gesture, .. }
                    if self.history.continues(gesture) =>
                {
                    self.travel_back(false);
                    self.notices.pop();
                }
                Gesture::Grabbing => self.apply_run(RunCommand::Input(Input::Release)),
                Gesture::Pushing { .. } => self.apply_run(RunCommand::Input(Input::EndPush)),
                _ => {}
            }
        } else if self.tool.id != FIRST {
            self.tool.choose(FIRST);
        } else {
            self.selection.clear();
        }
    }
}
