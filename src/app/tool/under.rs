//! What lies under the pointer or in a frame.

use crate::app::groups;
use crate::app::program::App;
use crate::app::selection::Item;
use crate::draw::labels::PxBox;
use crate::draw::pick::pick;
use crate::draw::projection::Projection;
use crate::draw::{DrawList, Sheet, Tag};
use crate::engine::aabb::Aabb;
use crate::engine::math::{Vec2, on_segment};
use crate::lens::bodies::{BARREL_HALF_WIDTH, barrel};
use crate::lens::joints::symbol;
use crate::scene::air::Air;
use crate::scene::document::{MeasureDoc, PlaneCurveDoc};
use crate::scene::measured::Measured;

/// Reach of the pointer for handles, joints and launchers, points.
const REACH_PX: f32 = 11.0;
/// Reach of the pointer for curves, points.
const CURVE_REACH_PX: f32 = 6.0;

impl App {
    pub(super) fn is_near(&self, a: Vec2, b: Vec2) -> bool {
        (a - b).length() <= REACH_PX * self.camera.metres_per_px()
    }

    /// The thing under a world point: ends of joints, launchers and lamps before bodies, lines of joints
    /// behind them.
    pub fn item_at(&self, point: Vec2) -> Option<Item> {
        for (id, name) in self.stage().names().joints.list() {
            if self.document.joint(name).is_some()
                && let Some(r) = self.stage().world().joint_readout(*id)
                && (self.is_near(r.anchor_b, point) || self.is_near(r.anchor_a, point))
            {
                return Some(Item::Joint(name.clone()));
            }
        }
        for launcher in self.document.launchers.iter().rev() {
            let reach = BARREL_HALF_WIDTH + CURVE_REACH_PX * self.camera.metres_per_px();
            let on_barrel = |(breech, mouth)| self.is_near(mouth, point) || (on_segment(breech, mouth, point) - point).length() <= reach;
            if self.stage().aim(&launcher.id).is_some_and(|aim| on_barrel(barrel(&aim))) {
                return Some(Item::Launcher(launcher.id.clone()));
            }
        }
        for light in self.document.lights.iter().rev() {
            if self.light_place(&light.id).is_some_and(|at| self.is_near(at, point)) {
                return Some(Item::Light(light.id.clone()));
            }
        }
        for note in self.document.notes.iter().rev() {
            if crate::lens::notes::places(self.stage(), note).is_some_and(|(at, _)| self.is_near(at, point)) {
                return Some(Item::Note(note.id.clone()));
            }
        }
        if let Some(item) = self.measure_at(point) {
            return Some(item);
        }
        let body = || self.bodies_at(point).first().and_then(|b| self.name_of(*b)).map(Item::Body);
        self.curve_at(point).or_else(body).or_else(|| self.joint_drawn_at(point)).or_else(|| self.smoke_at(point))
    }

    /// The tape, or the protractor one of whose arms, passes a world point.
    fn measure_at(&self, point: Vec2) -> Option<Item> {
        let reach = CURVE_REACH_PX * self.camera.metres_per_px();
        let is_near = |[a, b]: &[Vec2; 2]| (on_segment(*a, *b, point) - point).length() <= reach;
        let passes = |doc: &&MeasureDoc| Measured::on(self.stage(), doc).is_some_and(|now| now.lines().iter().any(is_near));
        self.document.measures.iter().rev().find(passes).map(|doc| Item::Measure(doc.id.clone()))
    }

    /// The curve of the scene that passes a world point.
    fn curve_at(&self, point: Vec2) -> Option<Item> {
        let reach = CURVE_REACH_PX * self.camera.metres_per_px();
        let near = |name: &str| self.curve_line(name).windows(2).any(|two| (on_segment(two[0], two[1], point) - point).length() <= reach);
        self.document.curves.iter().rev().find(|curve| near(&curve.id)).map(|curve| Item::Curve(curve.id.clone()))
    }

    /// The joint that is drawn at a world point: its rod, coil, rail, curve or circles.
    fn joint_drawn_at(&self, point: Vec2) -> Option<Item> {
        let (world, metres_per_px) = (self.stage().world(), self.camera.metres_per_px());
        let joints = self.stage().names().joints.list();
        let mut list = DrawList::default();
        for (index, (id, name)) in joints.iter().enumerate() {
            if self.document.joint(name).is_some()
                && let (Some(joint), Some(readout)) = (world.joint(*id), world.joint_readout(*id))
            {
                list.tag = Some(Tag(index as u64));
                symbol(joint, &readout, world.body(joint.body_a), metres_per_px, &mut list);
            }
        }
        let frame = PxBox { min: Vec2::ZERO, max: self.camera.canvas };
        let projection = Projection::new(self.camera.view(), frame)?;
        let Tag(index) = pick(&list, Sheet::World, projection, projection.to_px(point))?;
        Some(Item::Joint(joints[index as usize].1.clone()))
    }

    /// True for a body that is kept from being moved by accident.
    pub(in crate::app) fn is_locked(&self, id: &str) -> bool {
        self.document.body(id).is_some_and(|body| body.locked)
    }

    /// True for a locked body, not for a thing of another sort that bears its id.
    pub(super) fn is_item_locked(&self, item: &Item) -> bool {
        item.as_body().is_some_and(|id| self.is_locked(id))
    }

    /// The region of smoke whose border is under a world point; inside of it one points at what is in it.
    fn smoke_at(&self, point: Vec2) -> Option<Item> {
        let reach = REACH_PX * self.camera.metres_per_px();
        let is_border = |air: &&Air| air.region().grown(reach).contains_point(point) && !air.region().grown(-reach).contains_point(point);
        self.stage().airs().iter().rev().find(is_border).map(|air| Item::Smoke(air.doc.id.clone()))
    }

    /// Everything whose middle (body), anchor (joint) or muzzle (launcher) lies, or that is a lamp in a world region.
    pub(super) fn items_in(&self, region: Aabb) -> Vec<Item> {
        let mut found = Vec::new();
        for (id, body) in self.stage().world().bodies() {
            if region.contains_point(body.center)
                && let Some(name) = self.name_of(id)
                && !self.is_locked(&name)
            {
                found.push(Item::Body(name));
            }
        }
        for (id, name) in self.stage().names().joints.list() {
            if self.stage().world().joint_readout(*id).is_some_and(|r| region.contains_point(r.anchor_b))
                && self.document.joint(name).is_some()
            {
                found.push(Item::Joint(name.clone()));
            }
        }
        for launcher in &self.document.launchers {
            if self.stage().aim(&launcher.id).is_some_and(|aim| region.contains_point(aim.muzzle)) {
                found.push(Item::Launcher(launcher.id.clone()));
            }
        }
        for light in &self.document.lights {
            if self.light_place(&light.id).is_some_and(|at| region.contains_point(at)) {
                found.push(Item::Light(light.id.clone()));
            }
        }
        let inside = |curve: &&PlaneCurveDoc| {
            let places = self.stage().placed_curve(curve).map_or(Vec::new(), |placed| placed.places());
            !places.is_empty() && places.iter().all(|at| region.contains_point(*at))
        };
        found.extend(self.document.curves.iter().filter(inside).map(|curve| Item::Curve(curve.id.clone())));
        for note in &self.document.notes {
            if crate::lens::notes::places(self.stage(), note).is_some_and(|(at, _)| region.contains_point(at)) {
                found.push(Item::Note(note.id.clone()));
            }
        }
        for measure in &self.document.measures {
            if Measured::on(self.stage(), measure).is_some_and(|now| now.points().all(|at| region.contains_point(at))) {
                found.push(Item::Measure(measure.id.clone()));
            }
        }
        let inside = |air: &&Air| region.contains(air.region());
        found.extend(self.stage().airs().iter().filter(inside).map(|air| Item::Smoke(air.doc.id.clone())));
        groups::wholes(&self.document, found)
    }

    /// What a press on a thing means: the group it stands in as a whole; of a group that is selected the next one in it
    /// towards the thing, should it be a click and no drag.
    pub(super) fn meant(&self, item: Item) -> (Item, Option<Item>) {
        let above = self.document.groups_above(groups::group_of(&self.document, &item));
        if above.is_empty() || self.selection.contains(&item) {
            return (item, None);
        }
        let groups: Vec<Item> = above.into_iter().map(|id| Item::Group(id.to_owned())).collect();
        match groups.iter().rposition(|group| self.selection.contains(group)) {
            Some(place) => (groups[place].clone(), Some(groups.get(place + 1).cloned().unwrap_or(item))),
            None => (groups[0].clone(), None),
        }
    }
}
