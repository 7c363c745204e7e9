//! Tools: what the mouse does on the canvas. Each turns pointer events into commands.
//!
//! `select` selects, moves, turns and throws; `create` drags and clicks new bodies; `join` sets joints and launchers;
//! `preview` draws what a gesture would make.

mod create;
mod join;
mod preview;
mod select;

use super::{App, Command, Item};
use crate::engine::body::BodyId;
use crate::engine::joint::JointKind;
use crate::engine::joint::info::Variant;
use crate::engine::math::Vec2;
use crate::scene::stage::Input;

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
    /// Set a joint.
    Joint(&'static Variant),
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
    /// All tools in the order of the rail, in groups. Those that set joints come from the table of joint kinds.
    pub fn groups() -> Vec<Vec<ToolKind>> {
        use ToolKind::*;
        let joints = JointKind::with_tools().into_iter().map(Joint);
        vec![vec![Select, Grab], vec![Circle, Box, Capsule, Polygon, Wall], joints.collect(), vec![Launcher, Measure]]
    }

    /// The tool that sets joints of the variant with this word; `None` when there is none.
    pub fn joint(word: &str) -> Option<ToolKind> {
        JointKind::with_tools().into_iter().find(|variant| variant.word == word).map(ToolKind::Joint)
    }

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
            ToolKind::Joint(variant) => variant.name,
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
            ToolKind::Joint(variant) => variant.tool.as_ref().map_or(' ', |tool| tool.key),
            ToolKind::Launcher => 'T',
            ToolKind::Measure => 'M',
        }
    }
}

/// What the pointer is in the middle of.
#[derive(Clone, Debug, Default, PartialEq)]
enum Gesture {
    #[default]
    None,
    /// Pressed on something; becomes `Moving` once the pointer has gone a few points.
    Pressed { at: Vec2, items: Vec<Item>, turn: bool, only: Option<Item> },
    /// Moving items; `last` is where the pointer was, `rest` what snapping still owes.
    Moving { items: Vec<Item>, start: Vec2, moved: Vec2, gesture: u64 },
    /// Turning items about a pivot.
    Turning { items: Vec<Item>, pivot: Vec2, last: f32, gesture: u64 },
    /// Drawing a selection frame.
    Marquee { from: Vec2, add: bool },
    /// Pulling a body of the running scene.
    Grabbing,
    /// Dragging out a shape, an axis, a line.
    Drag { from: Vec2 },
}

/// The active tool and its gesture.
#[derive(Debug, Default)]
pub struct ToolState {
    kind: ToolKind,
    gesture: Gesture,
    /// Vertices clicked so far (polygon).
    vertices: Vec<Vec2>,
    /// Last known pointer; `None` outside the canvas.
    pointer: Option<Pointer>,
    /// The last measured line stays until the next one.
    measured: Option<(Vec2, Vec2)>,
    gestures: u64,
}

/// A drag shorter than this many points counts as a click.
const CLICK_PX: f32 = 4.0;

impl ToolState {
    /// Which tool.
    pub fn kind(&self) -> ToolKind {
        self.kind
    }

    /// Changes the tool and gives up the gesture.
    pub(super) fn choose(&mut self, kind: ToolKind) {
        self.give_up();
        self.kind = kind;
        self.measured = None;
    }

    /// Forgets what the pointer was in the middle of.
    pub(super) fn give_up(&mut self) {
        self.gesture = Gesture::None;
        self.vertices.clear();
    }

    fn is_busy(&self) -> bool {
        self.gesture != Gesture::None || !self.vertices.is_empty()
    }

    /// A number for the edits of one gesture, so that they undo as one.
    pub(super) fn next_gesture(&mut self) -> u64 {
        self.gestures += 1;
        // The upper half of the numbers is ours, so that panels may count from 1.
        (1 << 63) | self.gestures
    }

    /// What the mouse would do now.
    pub fn hint(&self, app: &App) -> String {
        let text = match self.kind {
            ToolKind::Select if self.gesture == Gesture::Grabbing => "Let go to throw",
            ToolKind::Select if app.is_playing() => "Drag a body to throw it · Click to select · Space pauses",
            ToolKind::Select if matches!(self.gesture, Gesture::Moving { .. }) => "Let go to drop · Esc takes it back",
            ToolKind::Select if !app.selection.is_empty() => {
                "Drag to move · Alt-drag to turn · Shift adds to the selection · Delete removes"
            }
            ToolKind::Select => "Click to select · Drag over empty space to select several · Right-drag to pan",
            ToolKind::Grab if app.is_playing() => "Drag a body to pull and throw it",
            ToolKind::Grab => "Drag a body to pull it: time runs while you hold",
            ToolKind::Circle => "Drag from the centre · Click for a 0.5 m circle",
            ToolKind::Box => "Drag from corner to corner · Shift makes a square · Click for a 1 m box",
            ToolKind::Capsule => "Drag from corner to corner · Click for a 1 m capsule",
            ToolKind::Polygon if self.vertices.is_empty() => "Click the vertices of a convex polygon",
            ToolKind::Polygon if self.vertices.len() < 3 => "Click more vertices · Backspace takes one back · Esc gives up",
            ToolKind::Polygon => "Click the first vertex, double-click or press Enter to finish: the hull is what you get",
            ToolKind::Wall => "Drag a static wall",
            ToolKind::Joint(variant) => variant.tool.as_ref().map_or("", |tool| tool.hint),
            ToolKind::Launcher => "Press where the muzzle goes, drag to the body it should hit",
            ToolKind::Measure => "Drag to measure a distance and an angle",
        };
        text.to_owned()
    }
}

impl App {
    /// The pointer did something on the canvas.
    pub fn pointer(&mut self, event: PointerEvent) {
        match event {
            PointerEvent::Leave => self.tool.pointer = None,
            PointerEvent::Move(p) | PointerEvent::Press(p) | PointerEvent::Release(p) | PointerEvent::DoubleClick(p) => {
                if !p.world.is_finite() {
                    return;
                }
                self.tool.pointer = Some(p);
            }
        }
        use ToolKind::*;
        match self.tool.kind {
            Select | Grab => self.pointer_select(event),
            Circle | Box | Capsule | Wall | Polygon => self.pointer_create(event),
            Joint(_) | Launcher => self.pointer_join(event),
            Measure => self.pointer_measure(event),
        }
    }

    /// Enter: finishes the polygon. True when it did something.
    pub fn confirm(&mut self) -> bool {
        self.finish_polygon()
    }

    /// Backspace: takes the polygon's last vertex back. True when it did something.
    pub fn take_back(&mut self) -> bool {
        self.tool.vertices.pop().is_some()
    }

    /// Esc: gives up the gesture (an unfinished move is undone), else the tool, else the selection.
    pub(super) fn cancel(&mut self) {
        if self.tool.is_busy() {
            let gesture = std::mem::take(&mut self.tool.gesture);
            self.tool.give_up();
            match gesture {
                Gesture::Moving { gesture, .. } | Gesture::Turning { gesture, .. } if self.history.continues(gesture) => {
                    self.apply(Command::Undo);
                    self.notices.pop();
                }
                Gesture::Grabbing => self.apply(Command::Input(Input::Release)),
                _ => {}
            }
        } else if self.tool.kind != ToolKind::Select {
            self.tool.choose(ToolKind::Select);
        } else {
            self.selection.clear();
        }
    }

    fn pointer_measure(&mut self, event: PointerEvent) {
        match event {
            PointerEvent::Press(p) => {
                let from = self.snapped(p.world);
                self.tool.measured = Some((from, from));
                self.tool.gesture = Gesture::Drag { from };
            }
            PointerEvent::Move(p) => {
                if let Gesture::Drag { from } = self.tool.gesture {
                    self.tool.measured = Some((from, self.snapped(p.world)));
                }
            }
            PointerEvent::Release(_) => self.tool.gesture = Gesture::None,
            _ => {}
        }
    }

    /// The point, on the grid when snapping is on.
    pub(super) fn snapped(&self, p: Vec2) -> Vec2 {
        if self.snap {
            let step = self.snap_step();
            (p / step).round() * step
        } else {
            p
        }
    }

    /// Grid step of snapping, metres: 1, 2 or 5 times a power of ten, at least 8 points wide.
    fn snap_step(&self) -> f32 {
        let least = 8.0 * self.camera.metres_per_px();
        let mut step = 1e-3;
        for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
            if step >= least {
                break;
            }
            step *= factor;
        }
        step
    }

    /// Whether a drag from `from` to `to` is long enough to be one.
    fn is_drag(&self, from: Vec2, to: Vec2) -> bool {
        (to - from).length() > CLICK_PX * self.camera.metres_per_px()
    }

    /// Bodies of the document under a world point, topmost first, each once.
    pub fn bodies_at(&self, point: Vec2) -> Vec<BodyId> {
        let mut found: Vec<BodyId> = Vec::new();
        for collider in self.colliders_near(point) {
            if !found.contains(&collider.body) && self.name_of(collider.body).is_some() {
                found.push(collider.body);
            }
        }
        found
    }

    /// Colliders under a world point, topmost first; thin things within a few screen points count.
    pub fn colliders_near(&self, point: Vec2) -> Vec<crate::engine::collider::ColliderId> {
        let world = self.stage().world();
        let exact = world.colliders_at(point);
        if !exact.is_empty() {
            return exact;
        }
        let reach = 6.0 * self.camera.metres_per_px();
        let mut near: Vec<_> = world
            .colliders_in(crate::engine::aabb::Aabb { min: point, max: point }.grown(reach))
            .into_iter()
            .filter_map(|id| {
                let body = world.body(id.body)?;
                let collider = world.collider(id)?;
                let gap = collider.shape.signed_distance(body.pose.inv_transform_point(point));
                (gap <= reach).then_some((gap, id))
            })
            .collect();
        near.sort_by(|x, y| x.0.total_cmp(&y.0).then(y.1.cmp(&x.1)));
        near.into_iter().map(|(_, id)| id).collect()
    }

    /// String id of a body, if it belongs to the document (projectiles do not).
    pub fn name_of(&self, body: BodyId) -> Option<String> {
        let name = self.stage().names().body_name(body)?;
        self.document.body(name).map(|b| b.id.clone())
    }
}
