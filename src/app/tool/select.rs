//! Selecting, moving, turning; and while time runs, throwing.

use super::icon::Icon;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::{FIRST, Gesture};
use crate::app::body_box::held_box;
use crate::app::command::document::DocumentCommand;
use crate::app::command::run::RunCommand;
use crate::app::command::view::ViewCommand;
use crate::app::groups;
use crate::app::program::App;
use crate::app::selection::Item;
use crate::app::snap::{Guide, snap_angle};
use crate::draw::quantity::fixed;
use crate::draw::{DrawList, Role};
use crate::engine::aabb::Aabb;
use crate::engine::body::BodyKind;
use crate::engine::math::{Vec2, atan2, cross, direction, wrap_angle};
use crate::scene::measured::Measured;
use crate::scene::stage::Input;

/// Distance of the turning handle from the selection, points.
const HANDLE_GAP_PX: f32 = 40.0;

/// The select tool.
pub const SELECT: Tool = Tool {
    id: FIRST,
    name: "Select",
    key: 'V',
    icon: Icon::Letter('\u{E1DC}'), // cursor
    explanation: "Click to select, drag to move; drag empty space to select what lies inside.",
    hint,
    points: true,
    pointer: |app, event| app.pointer_select(event, false),
    draw,
    ..Tool::PLAIN
};

fn hint(app: &App) -> &'static str {
    match app.tool.gesture {
        Gesture::Grabbing => "Let go to throw",
        Gesture::Handle { part, .. } => part.hint(),
        _ if app.playing => "Drag a body to throw it · Click to select · Space pauses",
        Gesture::Moving { .. } => "Let go to drop · Esc takes it back",
        Gesture::None if let Some(handle) = app.handle_under_pointer() => handle.part.hint(),
        _ if !app.selection.is_empty() => "Drag to move · Alt-drag to turn · Shift adds to the selection · Delete removes",
        _ => "Click to select · Drag over empty space to select several · Right-drag to pan",
    }
}

fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    draw_marquee(app, pointer, list);
    app.draw_handles(pointer, list);
    if let Some((pivot, at)) = app.handle() {
        list.line(Role::Selection, pivot, at);
        list.ring(Role::Selection, at, 7.0);
        list.dot(Role::Selection, at, 3.0);
    }
    if let (Gesture::Turning { base, turned, .. }, Some(p)) = (&app.tool.gesture, pointer) {
        list.label(Role::Text, p.world, Vec2::new(16.0, 16.0), 9, format!("{}° · turned by {}°", degrees(base + turned), degrees(*turned)));
    }
    if let (Gesture::Moving { moved, .. }, Some(p)) = (&app.tool.gesture, pointer) {
        let by = format!("{}, {} m", fixed(moved.x, 2), fixed(moved.y, 2));
        list.label(Role::Text, p.world, Vec2::new(16.0, 16.0), 9, format!("moved by {by}"));
    }
}

/// The frame that selects what lies inside.
pub(super) fn draw_marquee(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    if let (Gesture::Marquee { from, .. }, Some(pointer)) = (&app.tool.gesture, pointer) {
        let b = Aabb::from_corners(*from, pointer.world);
        list.outline(Role::Selection, [b.min, Vec2::new(b.max.x, b.min.y), b.max, Vec2::new(b.min.x, b.max.y)]);
    }
}

impl App {
    /// Pointer events of a tool that selects. With `grabs`, a press takes hold of a dynamic body even while time
    /// stands, and starts time.
    pub(super) fn pointer_select(&mut self, event: PointerEvent, grabs: bool) {
        match event {
            PointerEvent::Press(p) => self.press_select(p, grabs),
            PointerEvent::Move(p) => self.drag_select(p),
            PointerEvent::Release(p) => self.release_select(p),
            PointerEvent::DoubleClick(p) => {
                if !self.delete_vertex(p.world) && self.item_at(p.world).is_none() {
                    self.apply(ViewCommand::Frame { selection: false });
                }
            }
            PointerEvent::Leave => {}
        }
    }

    fn press_select(&mut self, p: Pointer, grabs: bool) {
        if let Some(pivot) = self.handle().filter(|(_, at)| self.is_near(*at, p.world)).map(|(pivot, _)| pivot) {
            return self.start_turning(pivot, p.world);
        }
        if !grabs && !p.shift && !p.ctrl && !p.alt && self.take_handle(p) {
            return;
        }
        if (grabs || self.playing) && !p.shift && self.start_grab(p.world, grabs) {
            return;
        }
        let item = self.item_at(p.world);
        if let Some(joint @ Item::Joint(_)) = &item
            && !p.shift
            && !p.ctrl
            && let Some(items) = self.bodies_before(joint, p.world)
        {
            // A click means the joint, a drag the body: its hinge lies where one takes hold of it.
            self.tool.gesture = Gesture::Pressed { at: p.world, items, turn: p.alt, only: Some(joint.clone()) };
            return;
        }
        match item {
            Some(item) => {
                let (item, inner) = self.meant(item);
                if p.shift || p.ctrl {
                    self.apply(ViewCommand::ToggleSelect(item.clone()));
                    if !self.selection.contains(&item) {
                        return;
                    }
                }
                let was_selected = self.selection.contains(&item);
                let plain = was_selected && !p.shift && !p.ctrl;
                let only = if plain && self.selection.len() > 1 { Some(item.clone()) } else { inner.filter(|_| plain) };
                if !was_selected {
                    self.apply(ViewCommand::Select(vec![item]));
                }
                let items: Vec<Item> = self.selection.iter().filter(|item| !self.is_item_locked(item)).cloned().collect();
                // A locked body under the pointer is no handle for the others.
                let is_held = self.selection.len() == 1 && items.is_empty();
                self.tool.gesture = if is_held { Gesture::None } else { Gesture::Pressed { at: p.world, items, turn: p.alt, only } };
            }
            None => self.tool.gesture = Gesture::Marquee { from: p.world, add: p.shift || p.ctrl },
        }
    }

    /// What a drag moves in the place of a joint that is not selected: the body under the point, or all that is
    /// selected with it. `None` when no body is there that may be moved.
    fn bodies_before(&self, joint: &Item, point: Vec2) -> Option<Vec<Item>> {
        let name = self.bodies_at(point).first().and_then(|body| self.name_of(*body))?;
        let (body, _) = self.meant(Item::Body(name.clone()));
        if self.selection.contains(joint) || self.is_locked(&name) {
            return None;
        }
        let all = if self.selection.contains(&body) { self.selection.clone() } else { vec![body] };
        Some(all.into_iter().filter(|item| !self.is_item_locked(item)).collect())
    }

    /// Takes hold of the dynamic body under the point; selects it too, and starts time if asked.
    fn start_grab(&mut self, point: Vec2, play: bool) -> bool {
        let world = self.stage().world();
        let dynamic = |id: &crate::engine::collider::ColliderId| world.body(id.body).is_some_and(|b| b.kind == BodyKind::Dynamic);
        let Some(body) = self.colliders_near(point).into_iter().find(dynamic).map(|c| c.body) else { return false };
        if let Some(name) = self.name_of(body) {
            self.apply(ViewCommand::Select(vec![Item::Body(name)]));
        }
        if play {
            self.apply(RunCommand::Play);
        }
        self.apply(RunCommand::Input(Input::Grab { body, point }));
        self.tool.gesture = Gesture::Grabbing;
        true
    }

    fn start_turning(&mut self, pivot: Vec2, at: Vec2) {
        let gesture = self.tool.next_gesture();
        let items = self.selection.clone();
        let base = match items.as_slice() {
            [Item::Body(id)] => self.stage().names().bodies.id(id).and_then(|id| self.stage().world().body(id)),
            _ => None,
        }
        .map_or(0.0, |body| body.pose.rotation.angle());
        self.tool.gesture = Gesture::Turning { items, pivot, from: angle_of(at - pivot), base, turned: 0.0, gesture };
    }

    /// Turns on up to the pointer: the angle of a single body, else the way turned, snaps to multiples of 15°.
    fn drag_turn(&mut self, p: Pointer) {
        let Gesture::Turning { items, pivot, from, base, turned, gesture } = self.tool.gesture.clone() else { return };
        let asked = base + turned + wrap_angle(angle_of(p.world - pivot) - from - turned);
        let turn = snap_angle(asked, self.angle_reach(p)) - base - turned;
        if turn != 0.0 {
            self.apply(DocumentCommand::Move { items: items.clone(), shift: Vec2::ZERO, turn, pivot, gesture });
            self.tool.gesture = Gesture::Turning { items, pivot, from, base, turned: turned + turn, gesture };
        }
    }

    fn drag_select(&mut self, p: Pointer) {
        match self.tool.gesture.clone() {
            Gesture::Grabbing => {
                self.apply(RunCommand::Input(Input::MoveGrab { target: p.world }));
            }
            Gesture::Pressed { at, items, turn, .. } if self.is_drag(at, p.world) => {
                if items.iter().any(|item| !self.selection.contains(item)) {
                    self.apply(ViewCommand::Select(items.clone()));
                }
                let is_joint = matches!(items.as_slice(), [Item::Joint(_)]);
                if is_joint && !turn && !p.alt && self.take_handle(Pointer { world: at, ..p }) {
                    return self.drag_select(p);
                }
                if turn || p.alt {
                    // What was pressed may be gone by now, deleted by a key: then nothing turns.
                    let Some(bounds) = self.selection_bounds() else {
                        self.tool.gesture = Gesture::None;
                        return;
                    };
                    self.start_turning(bounds.center(), at);
                } else {
                    let gesture = self.tool.next_gesture();
                    self.tool.gesture = Gesture::Moving { items, start: at, moved: Vec2::ZERO, guides: Vec::new(), gesture };
                }
                self.drag_select(p);
            }
            Gesture::Handle { .. } => self.drag_handle(p),
            Gesture::Moving { items, start, moved, gesture, .. } => {
                let (wanted, guides) = self.move_wanted(&items, moved, p.world - start);
                let shift = wanted - moved;
                if shift != Vec2::ZERO {
                    self.apply(DocumentCommand::Move { items: items.clone(), shift, turn: 0.0, pivot: Vec2::ZERO, gesture });
                }
                self.tool.gesture = Gesture::Moving { items, start, moved: wanted, guides, gesture };
            }
            Gesture::Turning { .. } => self.drag_turn(p),
            _ => {}
        }
    }

    fn release_select(&mut self, p: Pointer) {
        match std::mem::take(&mut self.tool.gesture) {
            Gesture::Grabbing => {
                self.apply(RunCommand::Input(Input::Release));
            }
            // Said once more at the end: the drag may have lasted longer than the note.
            Gesture::Moving { items, moved, .. } if moved != Vec2::ZERO => self.tell_moved_start(&items),
            Gesture::Turning { items, turned, .. } if turned != 0.0 => self.tell_moved_start(&items),
            Gesture::Pressed { only: Some(item), .. } => self.apply(ViewCommand::Select(vec![item])),
            Gesture::Marquee { from, add } => {
                let mut found = if add { self.selection.clone() } else { Vec::new() };
                if self.is_drag(from, p.world) {
                    found.extend(
                        self.items_in(Aabb::from_corners(from, p.world)).into_iter().filter(|i| !found.contains(i)).collect::<Vec<_>>(),
                    );
                }
                self.apply(ViewCommand::Select(found));
            }
            _ => {}
        }
    }

    /// How far things that have been moved so far already go in all, and what draws them there.
    fn move_wanted(&self, items: &[Item], moved: Vec2, asked: Vec2) -> (Vec2, Vec<Guide>) {
        match self.own_points(items) {
            Some((now, points)) => {
                let points: Vec<Vec2> = points.into_iter().map(|p| p - moved).collect();
                let own = Aabb { min: now.min - moved, max: now.max - moved };
                let snap = self.snap_shift(items, (own, &points), asked);
                (snap.at, snap.guides)
            }
            None => (self.snapped(asked), Vec::new()),
        }
    }

    /// Box around the selected things as they stand now, world.
    pub fn selection_bounds(&self) -> Option<Aabb> {
        groups::members(&self.document, &self.selection).iter().filter_map(|item| self.box_now(item)).reduce(Aabb::union)
    }

    /// Box around a thing as it stands now, world; `None` of a group and of what is nowhere.
    fn box_now(&self, item: &Item) -> Option<Aabb> {
        let (stage, document) = (self.stage(), &self.document);
        let around = |point: Vec2| Aabb { min: point, max: point };
        match item {
            Item::Body(name) => {
                let body = stage.world().body(stage.names().bodies.id(name)?)?;
                body.colliders.iter().map(|part| held_box(&part.shape, body.pose)).reduce(Aabb::union)
            }
            Item::Joint(name) => {
                let readout = stage.world().joint_readout(stage.names().joints.id(name)?)?;
                Some(Aabb::from_corners(readout.anchor_a, readout.anchor_b))
            }
            Item::Launcher(name) => Some(around(stage.aim(name)?.muzzle)),
            Item::Light(name) => Some(around(self.light_place(name)?)),
            Item::Smoke(name) => Some(self.air(name)?.region()),
            Item::Curve(name) => stage.placed_curve(document.curve(name)?)?.bounds(),
            Item::Measure(name) => Aabb::around(Measured::on(stage, document.measure(name)?)?.points()),
            Item::Note(name) => {
                let (at, to) = crate::lens::notes::places(stage, document.note(name)?)?;
                Some(Aabb::from_corners(at, to.unwrap_or(at)))
            }
            Item::Group(_) => None,
        }
    }

    /// Pivot and place of the turning handle: above the selected bodies, below them where the arrow of a force runs
    /// through it; while time stands.
    fn handle(&self) -> Option<(Vec2, Vec2)> {
        if self.playing || self.tool.id != FIRST || !self.selection.iter().any(|i| matches!(i, Item::Body(_) | Item::Group(_))) {
            return None;
        }
        if let Gesture::Turning { pivot, .. } = self.tool.gesture {
            return self.tool.pointer.map(|p| (pivot, p.world));
        }
        let bounds = self.selection_bounds()?;
        let visible = bounds.size().max_element() < 4.0 * self.camera.height;
        let gap = HANDLE_GAP_PX * self.camera.metres_per_px();
        let [above, below] = [bounds.max.y + gap, bounds.min.y - gap].map(|y| Vec2::new(bounds.center().x, y));
        let is_covered = self.stage().applied_forces().iter().any(|force| {
            let (along, _) = direction(force.force).unwrap_or((Vec2::ZERO, 0.0));
            let way = above - force.point;
            along.dot(way) > 0.0 && cross(along, way).abs() < 0.5 * gap
        });
        visible.then(|| (bounds.center(), if is_covered { below } else { above }))
    }
}

/// An angle for the label of a drag, to a tenth of a degree.
fn degrees(radians: f32) -> String {
    fixed(wrap_angle(radians).to_degrees(), 1)
}

fn angle_of(v: Vec2) -> f32 {
    atan2(v.y, v.x)
}
