//! Tools: what the mouse does on the canvas. Each turns pointer events into commands.
use super::App;
use crate::draw::DrawList;
use crate::engine::math::Vec2;

/// Which tool is active.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolKind {
    /// Select, move, rotate; while time runs it grabs.
    #[default]
    Select,
    /// Pull and throw bodies.
    Grab,
    /// Drag a circle.
    Circle,
    /// Drag a box.
    Box,
    /// Drag a capsule.
    Capsule,
    /// Click the vertices of a convex polygon.
    Polygon,
    /// Drag a static wall.
    Wall,
    /// Click where two bodies overlap, or one body and the world.
    Revolute,
    /// Drag the axis.
    Prismatic,
    /// Drag from one body to another: a spring.
    Spring,
    /// Drag from one body to another: a rod.
    Rod,
    /// Click to weld.
    Weld,
    /// Place a launcher, drag to its target.
    Launcher,
    /// Drag to measure.
    Measure,
}

/// Where the pointer is and what is held.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointer {
    /// World, metres.
    pub world: Vec2,
    /// Shift is held.
    pub shift: bool,
    /// Ctrl (or Cmd) is held.
    pub ctrl: bool,
    /// Alt is held.
    pub alt: bool,
}

/// What the pointer did (primary button).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointerEvent {
    /// Moved, pressed or not.
    Move(Pointer),
    /// Button went down on the canvas.
    Press(Pointer),
    /// Button went up (anywhere).
    Release(Pointer),
    /// Second press of a double click.
    DoubleClick(Pointer),
    /// The pointer left the canvas (nothing pressed).
    Leave,
}

impl ToolKind {
    /// All tools in the order of the rail, in groups.
    pub const GROUPS: &'static [&'static [ToolKind]] = &[
        &[ToolKind::Select, ToolKind::Grab],
        &[ToolKind::Circle, ToolKind::Box, ToolKind::Capsule, ToolKind::Polygon, ToolKind::Wall],
        &[ToolKind::Revolute, ToolKind::Prismatic, ToolKind::Spring, ToolKind::Rod, ToolKind::Weld],
        &[ToolKind::Launcher, ToolKind::Measure],
    ];

    /// Name on the button.
    pub fn name(self) -> &'static str {
        match self {
            ToolKind::Select => "Select",
            ToolKind::Grab => "Grab",
            ToolKind::Circle => "Circle",
            ToolKind::Box => "Box",
            ToolKind::Capsule => "Capsule",
            ToolKind::Polygon => "Polygon",
            ToolKind::Wall => "Wall",
            ToolKind::Revolute => "Revolute joint",
            ToolKind::Prismatic => "Prismatic joint",
            ToolKind::Spring => "Spring",
            ToolKind::Rod => "Rod",
            ToolKind::Weld => "Weld",
            ToolKind::Launcher => "Launcher",
            ToolKind::Measure => "Measure",
        }
    }

    /// Its key, shown in the tooltip.
    pub fn key(self) -> char {
        match self {
            ToolKind::Select => 'V',
            ToolKind::Grab => 'G',
            ToolKind::Circle => 'C',
            ToolKind::Box => 'B',
            ToolKind::Capsule => 'K',
            ToolKind::Polygon => 'P',
            ToolKind::Wall => 'W',
            ToolKind::Revolute => 'J',
            ToolKind::Prismatic => 'L',
            ToolKind::Spring => 'S',
            ToolKind::Rod => 'D',
            ToolKind::Weld => 'E',
            ToolKind::Launcher => 'T',
            ToolKind::Measure => 'M',
        }
    }
}

/// The active tool and its gesture.
#[derive(Debug, Default)]
pub struct ToolState {
    kind: ToolKind,
}

#[allow(unused_variables)]
impl ToolState {
    /// Which tool.
    pub fn kind(&self) -> ToolKind {
        self.kind
    }
    /// What the mouse would do now.
    pub fn hint(&self, app: &App) -> String {
        todo!("app")
    }
}

#[allow(unused_variables)]
impl App {
    /// The pointer did something on the canvas.
    pub fn pointer(&mut self, event: PointerEvent) {
        todo!("app")
    }
    /// Marks of the current gesture: previews, handles, hover highlight.
    pub fn draw_tool(&self, list: &mut DrawList) {
        todo!("app")
    }
}
