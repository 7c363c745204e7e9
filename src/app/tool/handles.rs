//! Taking hold of handles ([`crate::app::handle`]) with the select tool.

use super::pointer::Pointer;
use super::state::{FIRST, Gesture};
use crate::app::command::layout::LayoutCommand;
use crate::app::edit;
use crate::app::groups;
use crate::app::handle::{Dragged, Handle, Part, body, curve, group, joint, measure};
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::app::refusal;
use crate::app::selection::Item;
use crate::app::snap::on_ray;
use crate::app::thing::Thing;
use crate::draw::quantity::angle;
use crate::draw::{DrawList, Primitive, Role, path};
use crate::engine::joint::info::Measure;
use crate::engine::math::{Pose, Rot, Vec2, atan2, direction, sin_cos, wrap_angle};
use crate::scene::document::{Document, Geometry, LightDoc, LightKind, PlaneCurve};
use crate::scene::file;
use crate::scene::measured::Measured;
use std::borrow::Cow;

/// Reach of the pointer for handles, points.
const REACH_PX: f32 = 9.0;
/// How far from the muzzle the handle of a barrel lies, points.
const BARREL_PX: f32 = 56.0;
/// How far from the middle of the picture the handle of a sun lies, points.
const SUN_PX: f32 = 110.0;

impl App {
    /// The handles of the one selected thing: while time stands, with the select tool.
    pub fn handles(&self) -> Vec<Handle> {
        let [item] = self.selection.as_slice() else { return Vec::new() };
        if self.playing || self.tool.id != FIRST || self.is_item_locked(item) {
            return Vec::new();
        }
        let mpp = self.camera.metres_per_px();
        match edit::present(&self.document, self.stage(), item) {
            Some(Thing::Body(body)) => body::handles(&body, mpp),
            Some(Thing::Joint(joint)) => {
                joint::handles(&joint::Held { joint: &joint, spoke: self.spoke(&joint.id), metres_per_px: mpp, soft: 0.0 })
            }
            Some(Thing::Group(group)) => group::handles(&self.with_members_now(&group.id), &group, mpp),
            Some(Thing::Launcher(launcher)) => {
                let Some(aim) = self.stage().aim(&launcher.id) else { return Vec::new() };
                let angle = launcher.angle + self.mount_angle(launcher.body.as_deref());
                let (sin, cos) = sin_cos(angle);
                let at = aim.muzzle + Vec2::new(cos, sin) * (BARREL_PX * mpp);
                vec![Handle { part: Part::Barrel, at, along: Vec2::new(-sin, cos) }]
            }
            Some(Thing::Curve(doc)) => curve::handles(&doc, self.curve_pose(doc.body.as_deref())),
            Some(Thing::Light(LightDoc { kind: LightKind::Sun { direction: rays, .. }, .. })) => {
                let Some((rays, _)) = direction(rays) else { return Vec::new() };
                let at = self.camera.center - rays * (SUN_PX * mpp);
                vec![Handle { part: Part::Sun, at, along: Vec2::new(-rays.y, rays.x) }]
            }
            Some(Thing::Measure(doc)) => Measured::on(self.stage(), &doc).map_or(Vec::new(), |now| measure::handles(&now)),
            Some(Thing::Light(_) | Thing::Note(_) | Thing::Smoke(_)) | None => Vec::new(),
        }
    }

    /// The frame in which a curve's places are.
    fn curve_pose(&self, body: Option<&str>) -> Pose {
        let body = body.and_then(|id| self.stage().names().bodies.id(id)).and_then(|id| self.stage().world().body(id));
        body.map_or(Pose::IDENTITY, |body| body.pose)
    }

    /// The document with the members of a group where they are now.
    pub(in crate::app) fn with_members_now(&self, group: &str) -> Cow<'_, Document> {
        if self.stage().step_count() == 0 {
            return Cow::Borrowed(&self.document);
        }
        let mut now = (*self.document).clone();
        let bodies = groups::bodies(&now, &[Item::Group(group.to_owned())]);
        edit::adopt(&mut now, self.stage(), &bodies.iter().map(String::as_str).collect::<Vec<_>>());
        Cow::Owned(now)
    }

    /// The handle under the pointer, or the one that is being dragged.
    pub fn handle_under_pointer(&self) -> Option<Handle> {
        let pointer = self.tool.pointer?;
        match &self.tool.gesture {
            Gesture::Handle { part, .. } => self.handles().into_iter().find(|handle| handle.part == *part),
            Gesture::None => self.handle_at(pointer.world),
            _ => None,
        }
    }

    /// The nearest handle within reach; of equally near ones the first in the list.
    pub(super) fn handle_at(&self, point: Vec2) -> Option<Handle> {
        let reach = REACH_PX * self.camera.metres_per_px();
        let near = self.handles().into_iter().map(|handle| ((handle.at - point).length(), handle)).filter(|(gap, _)| *gap <= reach);
        near.min_by(|x, y| x.0.total_cmp(&y.0)).map(|(_, handle)| handle)
    }

    /// Takes hold of the handle at a point. False when there is none.
    pub(super) fn take_handle(&mut self, p: Pointer) -> bool {
        let (Some(handle), [item]) = (self.handle_at(p.world), self.selection.as_slice()) else { return false };
        let Some(thing) = edit::present(&self.document, self.stage(), item) else { return false };
        let (item, gesture) = (item.clone(), self.tool.next_gesture());
        self.tool.gesture = Gesture::Handle {
            part: handle.part,
            item,
            thing: Box::new(thing),
            pressed: p.world,
            words: String::new(),
            refused: false,
            guides: Vec::new(),
            gesture,
        };
        true
    }

    /// Takes out the vertex under the point. False when there is none.
    pub(super) fn delete_vertex(&mut self, point: Vec2) -> bool {
        let (Some(handle), [item]) = (self.handle_at(point), self.selection.as_slice()) else { return false };
        let fewer = match (handle.part, edit::present(&self.document, self.stage(), item)) {
            (Part::Vertex { shape, index }, Some(Thing::Body(body))) => body::without_vertex(&body, shape, index).map(Thing::Body),
            (Part::CurvePoint(index), Some(Thing::Curve(doc))) => curve::without_point(&doc, index).map(Thing::Curve),
            _ => return false,
        };
        match fewer {
            Ok(thing) => self.apply(LayoutCommand::Reshape { thing, gesture: 0 }),
            Err(why) => self.notify(NoticeKind::Warning, why),
        }
        true
    }

    /// Goes on with the drag of a handle: what it leads to is worked out from the thing as it was when it began.
    pub(super) fn drag_handle(&mut self, p: Pointer) {
        let Gesture::Handle { part, item, thing, pressed, gesture, .. } = self.tool.gesture.clone() else { return };
        if !self.history.continues(gesture) && !self.is_drag(pressed, p.world) {
            return;
        }
        let (to, found) = match part {
            // Their handles stand beside what they measure: a snapped point would mean nothing there.
            Part::Lower | Part::Upper | Part::Length | Part::Axis | Part::Barrel | Part::Sun => (p.world, Vec::new()),
            Part::Side { .. } if self.is_framed(&thing) => (p.world - self.frame_gap(&thing, part), Vec::new()),
            Part::End { shape, second } => {
                let snap = self.snap_point(p.world, other_end(&thing, shape, second), std::slice::from_ref(&item));
                (snap.at, snap.guides)
            }
            _ => {
                let snap = self.snap_point(p.world, None, std::slice::from_ref(&item));
                (snap.at, snap.guides)
            }
        };
        let dragged = self.dragged(&thing, part, to, p).and_then(|dragged| self.is_sound(dragged));
        let (said, is_refused) = match dragged {
            Ok(Dragged { thing, words }) => {
                self.apply(LayoutCommand::Reshape { thing, gesture });
                (words, false)
            }
            Err(why) => (why, true),
        };
        if let Gesture::Handle { words, refused, guides, .. } = &mut self.tool.gesture {
            (*words, *refused, *guides) = (said, is_refused, found);
        }
    }

    fn dragged(&self, thing: &Thing, part: Part, to: Vec2, p: Pointer) -> Result<Dragged<Thing>, String> {
        let soft = self.angle_reach(p);
        match thing {
            Thing::Body(body) => {
                let held = body::Held { body, keeps_origin: stands_on(&self.document, &body.id) };
                body::drag(&held, part, to, p.shift).map(Dragged::whole)
            }
            Thing::Joint(joint) => {
                let held = joint::Held { joint, spoke: self.spoke(&joint.id), metres_per_px: self.camera.metres_per_px(), soft };
                joint::drag(&held, part, to).map(Dragged::whole)
            }
            Thing::Group(group) => {
                let from = self.group_base.as_ref().filter(|(gesture, _)| self.history.continues(*gesture));
                let now = from.map_or_else(|| self.with_members_now(&group.id), |(_, document)| Cow::Borrowed(&**document));
                let Some(bounds) = groups::own_bounds(&now, &group.id) else { return Err("The group is empty.".to_owned()) };
                let held = group::Held { group, outer: groups::world(&now, group.group.as_deref()), bounds };
                group::drag(&held, part, to, p.shift).map(Dragged::whole)
            }
            Thing::Launcher(launcher) => {
                let Some(aim) = self.stage().aim(&launcher.id) else { return Err("The launcher is gone.".to_owned()) };
                let way = on_ray(aim.muzzle, to, soft).unwrap_or(to) - aim.muzzle;
                let mut launcher = launcher.clone();
                launcher.angle = wrap_angle(atan2(way.y, way.x) - self.mount_angle(launcher.body.as_deref()));
                let words = angle(launcher.angle);
                Ok(Dragged { thing: Thing::Launcher(launcher), words })
            }
            Thing::Curve(doc) => {
                let dragged = curve::drag(doc, self.curve_pose(doc.body.as_deref()), part, to);
                dragged.map(Dragged::whole)
            }
            Thing::Measure(doc) => {
                let Some(now) = Measured::on(self.stage(), doc) else { return Err("What it was tied to is gone.".to_owned()) };
                let dragged = measure::drag(doc, &now, part, self.tied_end(p.world, to), to);
                dragged.map(Dragged::whole)
            }
            Thing::Light(light) => {
                let middle = self.camera.center;
                let Some((rays, _)) = direction(middle - on_ray(middle, to, soft).unwrap_or(to)) else {
                    return Err("The sun stands in no direction there.".to_owned());
                };
                let mut light = light.clone();
                if let LightKind::Sun { direction, .. } = &mut light.kind {
                    *direction = rays;
                }
                Ok(Dragged { thing: Thing::Light(light), words: format!("rays towards {}", angle(atan2(rays.y, rays.x))) })
            }
            Thing::Note(_) | Thing::Smoke(_) => Err("It has no handles.".to_owned()),
        }
    }

    /// The same, if a scene may hold it.
    fn is_sound(&self, dragged: Dragged<Thing>) -> Result<Dragged<Thing>, String> {
        let mut part = Document { materials: self.document.materials.clone(), ..Document::default() };
        match &dragged.thing {
            Thing::Body(body) => part.bodies.push(body.clone()),
            Thing::Joint(joint) => {
                let parties = joint.bodies().filter_map(|id| self.document.body(id));
                part.bodies.extend(parties.cloned());
                part.joints.push(joint.clone());
            }
            Thing::Curve(doc) => {
                part.bodies.extend(doc.body.iter().filter_map(|id| self.document.body(id)).cloned());
                part.curves.push(doc.clone());
            }
            _ => {}
        }
        match file::check(&part) {
            Ok(()) => Ok(dragged),
            Err(problems) => Err(format!("Not there: {}.", refusal::first(&problems, &part))),
        }
    }

    /// What shows the angle of a joint's body B: from the anchor to its centre, else its own x axis.
    fn spoke(&self, joint: &str) -> Vec2 {
        let world = self.stage().world();
        let Some(id) = self.stage().names().joints.id(joint) else { return Vec2::X };
        let (Some(readout), Some(body)) = (world.joint_readout(id), world.joint(id).and_then(|j| world.body(j.body_b))) else {
            return Vec2::X;
        };
        direction(body.center - readout.anchor_b).filter(|(_, far)| *far > 1e-3).map_or(body.pose.rotation.x_axis(), |(unit, _)| unit)
    }

    fn mount_angle(&self, body: Option<&str>) -> f32 {
        self.curve_pose(body).rotation.angle()
    }

    /// Whether its sides are those of a frame round an outline.
    fn is_framed(&self, thing: &Thing) -> bool {
        let is_outline = |geometry: &Geometry| matches!(geometry, Geometry::Polygon { .. } | Geometry::Outline { .. });
        matches!(thing, Thing::Body(body) if body.shapes.iter().any(|shape| is_outline(&shape.geometry)))
    }

    /// From the box around an outline to the handle outside it, world.
    fn frame_gap(&self, thing: &Thing, part: Part) -> Vec2 {
        let (Thing::Body(body), Part::Side { shape, sign }) = (thing, part) else { return Vec2::ZERO };
        if !body.shapes.get(shape).is_some_and(|s| matches!(s.geometry, Geometry::Polygon { .. } | Geometry::Outline { .. })) {
            return Vec2::ZERO;
        }
        let out = Vec2::new(f32::from(sign[0]), f32::from(sign[1])) * (body::FRAME_PX * self.camera.metres_per_px());
        Rot::from_angle(body.angle).rotate(out)
    }

    /// Handles, the one under the pointer lit, and the numbers of the drag.
    pub(super) fn draw_handles(&self, pointer: Option<Pointer>, list: &mut DrawList) {
        let lit = self.handle_under_pointer().map(|handle| handle.part);
        let handles = self.handles();
        self.draw_frames(&handles, list);
        for handle in &handles {
            let radius = match handle.part {
                Part::NewVertex { .. } | Part::NewCurvePoint(_) => 2.5,
                Part::Side { sign: [x, y], .. } | Part::GroupSide { sign: [x, y] } if x == 0 || y == 0 => 4.0,
                _ => 5.0,
            };
            let is_lit = lit == Some(handle.part);
            if is_lit {
                list.ring(Role::Selection, handle.at, 9.0);
            }
            if handle.part == Part::Pivot {
                list.ring(Role::Selection, handle.at, 8.0);
            }
            list.dot(Role::Selection, handle.at, radius);
            if radius > 3.0 && !is_lit {
                list.dot(Role::Handle, handle.at, radius - 2.0);
            }
        }
        if let (Gesture::Handle { words, refused, .. }, Some(p)) = (&self.tool.gesture, pointer)
            && !words.is_empty()
        {
            let role = if *refused { Role::Warning } else { Role::Text };
            list.label(role, p.world, Vec2::new(16.0, 16.0), 9, words.clone());
        }
    }

    /// Thin lines that tell what handles away from the thing belong to.
    fn draw_frames(&self, handles: &[Handle], list: &mut DrawList) {
        let [item] = self.selection.as_slice() else { return };
        match (item, edit::present(&self.document, self.stage(), item)) {
            (Item::Body(_), Some(Thing::Body(body))) => {
                let pose = Pose::new(body.position, body.angle);
                let out = body::FRAME_PX * self.camera.metres_per_px();
                let framed = |shape: usize| handles.iter().any(|h| matches!(h.part, Part::Side { shape: s, .. } if s == shape));
                for (i, shape) in body.shapes.iter().enumerate().filter(|(i, _)| framed(*i)) {
                    let (Geometry::Polygon { vertices, .. } | Geometry::Outline { vertices }) = &shape.geometry else { continue };
                    let _ = i;
                    if let Some(b) = crate::engine::aabb::Aabb::around(vertices.iter().copied()).map(|b| b.grown(out)) {
                        let corners = [b.min, Vec2::new(b.max.x, b.min.y), b.max, Vec2::new(b.min.x, b.max.y)];
                        list.outline(Role::Projection, corners.map(|p| pose.transform_point(p)));
                    }
                }
            }
            (_, Some(Thing::Joint(joint))) => {
                let center = joint.anchor_b;
                for handle in handles.iter().filter(|h| matches!(h.part, Part::Axis)) {
                    list.line(Role::Selection, center, handle.at);
                }
                let is_angle = joint.kind.info().limits.is_some_and(|l| l.measure == Measure::Angle);
                if let (true, Some(limits)) = (is_angle, joint.kind.limits()) {
                    let radius = joint::ARC_PX * self.camera.metres_per_px();
                    let start = Rot::from_angle(limits.lower).rotate(self.spoke(&joint.id)) * radius;
                    list.polyline(Role::Selection, path::arc(center, start, limits.upper - limits.lower, 48));
                    for handle in handles.iter().filter(|h| matches!(h.part, Part::Lower | Part::Upper)) {
                        list.line(Role::Projection, center, handle.at);
                    }
                } else if let (Some(low), Some(high)) = (place_of(handles, Part::Lower), place_of(handles, Part::Upper)) {
                    list.line(Role::Projection, low, high);
                }
                if let Some(at) = place_of(handles, Part::Length) {
                    list.line(Role::Projection, joint.anchor_a, at);
                }
            }
            (_, Some(Thing::Curve(doc))) if matches!(doc.kind, PlaneCurve::Bezier { .. }) => {
                let pose = self.curve_pose(doc.body.as_deref());
                list.polyline(Role::Projection, doc.kind.placed(pose).places());
            }
            (Item::Launcher(id), _) => {
                if let (Some(aim), Some(at)) = (self.stage().aim(id), place_of(handles, Part::Barrel)) {
                    list.push(Role::Projection, Primitive::Line { a: aim.muzzle, b: at });
                }
            }
            (Item::Light(_), _) => {
                if let Some(at) = place_of(handles, Part::Sun) {
                    list.arrow(Role::Selection, at, at.lerp(self.camera.center, 0.75));
                }
            }
            _ => {}
        }
    }
}

fn place_of(handles: &[Handle], part: Part) -> Option<Vec2> {
    handles.iter().find(|handle| handle.part == part).map(|handle| handle.at)
}

/// Whether something stands in the body's frame, which must then stay.
fn stands_on(document: &Document, id: &str) -> bool {
    document.launchers.iter().any(|l| l.body.as_deref() == Some(id))
        || document.traces.iter().any(|t| t.body == id)
        || document.body(id).is_some_and(|b| !b.forces.is_empty())
        || document.shown_quantities().iter().any(|c| matches!(&c.of, crate::scene::document::Subject::Point { body, .. } if body == id))
}

/// Where the other end of a capsule or segment stands, world.
fn other_end(thing: &Thing, shape: usize, second: bool) -> Option<Vec2> {
    let Thing::Body(body) = thing else { return None };
    let (Geometry::Capsule { a, b, .. } | Geometry::Segment { a, b }) = &body.shapes.get(shape)?.geometry else { return None };
    Some(Pose::new(body.position, body.angle).transform_point(if second { *a } else { *b }))
}
