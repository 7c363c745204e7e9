//! Snapping in one place: whatever a tool, a move or a handle does with a point goes through here, and so do the lines
//! that show what it was drawn to. Ctrl, held, lets go.

use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::body_box::held_box;
use crate::app::groups;
use crate::app::program::App;
use crate::app::selection::Item;
use crate::app::snap::{Guide, Rules, SOFT, Snap, Targets};
use crate::draw::{DrawList, Role};
use crate::engine::aabb::Aabb;
use crate::engine::body::BodyId;
use crate::engine::math::Vec2;

/// How near a shape must be to be snapped to, points.
const REACH_PX: f32 = 8.0;
/// More points of what is moved than this are not matched with others: its box is.
const MOST_POINTS: usize = 64;

impl App {
    /// The point where it snaps to.
    pub(super) fn snapped(&self, p: Vec2) -> Vec2 {
        self.snap_point(p, self.drag_origin(), &[]).at
    }

    /// The point where a drag snaps to that began at `from`; its directions count with tools that draw straight lines.
    pub(super) fn snapped_from(&self, from: Vec2, p: Vec2) -> Vec2 {
        self.snap_point(p, Some(from).filter(|_| self.tool().straight), &[]).at
    }

    /// Where a point snaps to, seen from where its drag began. What is named in `own` does not count.
    pub(super) fn snap_point(&self, p: Vec2, from: Option<Vec2>, own: &[Item]) -> Snap {
        let rules = Rules { from, ..self.snap_rules() };
        if rules.reach <= 0.0 {
            return Targets::default().snap(p, &rules);
        }
        self.targets(Aabb { min: p, max: p }, own).snap(p, &rules)
    }

    /// How far things go that the pointer has moved by `shift` since they stood in `own`, a box with these points.
    pub(super) fn snap_shift(&self, items: &[Item], (own, points): (Aabb, &[Vec2]), shift: Vec2) -> Snap {
        let rules = self.snap_rules();
        let targets =
            if rules.reach > 0.0 { self.targets(Aabb { min: own.min + shift, max: own.max + shift }, items) } else { Targets::default() };
        targets.snap_move(own, points, shift, &rules)
    }

    /// What counts now: by the settings, and the key that lets go.
    pub(super) fn snap_rules(&self) -> Rules {
        if self.tool.pointer.is_some_and(|p| p.ctrl) {
            return Rules::default();
        }
        let reach = if self.settings.snap_shapes { REACH_PX * self.camera.metres_per_px() } else { 0.0 };
        Rules { reach, grid: self.settings.snap.then(|| self.snap_step()), from: None }
    }

    fn targets(&self, near: Aabb, own: &[Item]) -> Targets {
        let camera = self.camera.view();
        let half = Vec2::new(0.5 * self.camera.canvas.x * self.camera.metres_per_px(), 0.5 * camera.height);
        let sight = Aabb { min: camera.center - half, max: camera.center + half };
        let names = &self.stage().names().bodies;
        let bodies: Vec<BodyId> = groups::bodies(&self.document, own).iter().filter_map(|id| names.id(id)).collect();
        let margin = 2.0 * REACH_PX * self.camera.metres_per_px();
        Targets::of(self.stage().world(), near.grown(margin), sight, |id| bodies.contains(&id))
    }

    /// Box and points of what is moved, as it stands now.
    pub(super) fn own_points(&self, items: &[Item]) -> Option<(Aabb, Vec<Vec2>)> {
        let (world, names) = (self.stage().world(), &self.stage().names().bodies);
        let mut points = Vec::new();
        let mut bounds: Option<Aabb> = None;
        for id in groups::bodies(&self.document, items).iter().filter_map(|id| names.id(id)) {
            let Some(body) = world.body(id) else { continue };
            bounds = body.colliders.iter().map(|collider| held_box(&collider.shape, body.pose)).chain(bounds).reduce(Aabb::union);
            points.push(body.center);
            let bounded = body.colliders.iter().filter(|collider| !collider.shape.is_endless());
            for core in bounded.map(|collider| collider.shape.convex()).filter(|core| core.radius == 0.0) {
                points.extend(core.points.iter().map(|&p| body.pose.transform_point(p)));
            }
        }
        if points.len() > MOST_POINTS {
            points.clear();
        }
        bounds.map(|bounds| (bounds, points))
    }

    /// How far an angle may be from a multiple of 15° to take it, radians.
    pub(super) fn angle_reach(&self, p: Pointer) -> f32 {
        match () {
            () if p.ctrl => 0.0,
            () if self.settings.snap || p.shift => std::f32::consts::PI,
            () if self.settings.snap_shapes => SOFT,
            () => 0.0,
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

    /// Where a drag that has a direction began.
    pub(super) fn drag_origin(&self) -> Option<Vec2> {
        match self.tool.gesture {
            Gesture::Drag { from } if self.tool().straight => Some(from),
            _ => None,
        }
    }

    /// What the present drag was drawn to; nothing between drags of tools that point.
    pub(in crate::app) fn guides(&self, event: &PointerEvent) -> Vec<Guide> {
        let (PointerEvent::Move(p) | PointerEvent::Press(p)) = event else { return Vec::new() };
        match &self.tool.gesture {
            Gesture::None if self.tool().points => Vec::new(),
            Gesture::None | Gesture::Drag { .. } => self.snap_point(p.world, self.drag_origin(), &[]).guides,
            Gesture::Moving { guides, .. } | Gesture::Handle { guides, .. } => guides.clone(),
            _ => Vec::new(),
        }
    }

    /// Draws what the drag was drawn to.
    pub(in crate::app) fn draw_guides(&self, list: &mut DrawList) {
        for guide in &self.tool.guides {
            match *guide {
                Guide::Line(a, b) => list.line(Role::Guide, a, b),
                Guide::Point(at) => {
                    list.ring(Role::Guide, at, 7.0);
                    list.cross(Role::Guide, at, 4.0);
                }
            }
        }
    }
}
