//! Setting joints. The tools come from the table of joint kinds ([`JointKind::with_tools`]): one for each variant
//! that has one. What their drags mean is told by where a kind is placed ([`Anchoring`]).

use super::icon::Icon;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use super::track;
use crate::app::command::document::DocumentCommand;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::{DrawList, Primitive, Role};
use crate::engine::body::{BodyId, BodyKind};
use crate::engine::joint::JointKind;
use crate::engine::joint::info::{Anchoring, Variant};
use crate::engine::math::{Vec2, clamp, max};
use crate::engine::tuning;
use crate::scene::document::JointDoc;

/// The tools that set joints, in the order of the table of kinds.
pub(super) fn tools() -> Vec<Tool> {
    let row = |variant: &'static Variant| {
        let tool = variant.tool.as_ref()?;
        let is_drawn = JointKind::of(variant).is_some_and(|kind| kind.info().anchoring == Anchoring::Curve);
        Some(Tool {
            id: variant.word,
            name: variant.name,
            key: tool.key,
            icon: Icon::Strokes(tool.icon),
            explanation: tool.help,
            hint: |app| active(app).and_then(|variant| variant.tool.as_ref()).map_or("", |tool| tool.hint),
            pointer: if is_drawn { track::pointer } else { pointer },
            draw: if is_drawn { track::draw } else { draw },
            straight: JointKind::of(variant).is_some_and(|kind| kind.info().anchoring == Anchoring::Axis),
            ..Tool::PLAIN
        })
    };
    JointKind::with_tools().into_iter().filter_map(row).collect()
}

/// The variant that the active tool sets.
fn active(app: &App) -> Option<&'static Variant> {
    JointKind::with_tools().into_iter().find(|variant| variant.word == app.tool().id)
}

fn pointer(app: &mut App, event: PointerEvent) {
    if let Some((from, to)) = app.joined(event)
        && let Some(kind) = active(app).and_then(JointKind::of)
    {
        app.join(kind, from, to);
    }
}

/// What a drag, or a click, would join.
struct Plan {
    /// `None` is the world.
    body_a: Option<String>,
    body_b: String,
    anchor_a: Vec2,
    anchor_b: Vec2,
    /// Direction of the axis.
    axis: Option<Vec2>,
}

impl Plan {
    /// "chassis ↔ wheel", "wheel ↔ world".
    fn words(&self) -> String {
        match &self.body_a {
            Some(a) => format!("{a} ↔ {}", self.body_b),
            None => format!("{} ↔ world", self.body_b),
        }
    }
}

const NOTHING_HERE: &str = "There is no movable body here: click on a body, or where two overlap; or drag from body to body.";
const TWO_ENDS: &str = "A spring or rod needs two different bodies, or one body and the world.";
const TWO_WHEELS: &str = "A gear needs two bodies: drag from one wheel to the other.";
const PINNED: &str = "These are joined here already.";
const NOTHING_MOVES: &str = "At least one end must be on a body that can move.";

/// Both bodies lit, what would be joined in words, and the axis or the two ends.
fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let (Some(pointer), Some(kind)) = (pointer, active(app).and_then(JointKind::of)) else { return };
    let at = app.join_point(pointer.world, app.drag_origin());
    let from = if let Gesture::Drag { from } = app.tool.gesture { from } else { at };
    let dragging = matches!(app.tool.gesture, Gesture::Drag { .. }) && app.is_drag(from, at);
    let anchoring = kind.info().anchoring;
    let plan = app.plan(kind, from, at);
    if dragging && anchoring == Anchoring::Ends {
        list.line(Role::Preview, from, at);
    } else if dragging && anchoring != Anchoring::Point {
        list.arrow(Role::Preview, from, at);
    } else if dragging {
        list.line(Role::Projection, from, at);
    }
    match plan {
        Ok(plan) => {
            app.light(plan.body_a.as_deref(), Role::BodyA, list);
            app.light(Some(&plan.body_b), Role::BodyB, list);
            list.push(Role::Joint, Primitive::Ring { at: plan.anchor_b, radius_px: 7.0 });
            list.label(Role::Text, pointer.world, Vec2::new(16.0, 16.0), 9, plan.words());
        }
        Err(_) => {
            let under = app.bodies_at(at).first().copied().filter(|_| anchoring == Anchoring::Ends).and_then(|id| app.name_of(id));
            app.light(under.as_deref(), Role::BodyA, list);
            list.push(Role::Preview, Primitive::Ring { at, radius_px: 7.0 });
            if let Some(name) = under {
                list.label(Role::Text, pointer.world, Vec2::new(16.0, 16.0), 9, format!("{name} ↔ …"));
            }
        }
    }
}

impl App {
    /// Where a joint would be set: the centre of a body under the pointer when that is near, else as all points snap.
    pub(super) fn join_point(&self, p: Vec2, from: Option<Vec2>) -> Vec2 {
        /// How near the centre of a body under the pointer must be, points.
        const CENTER_PX: f32 = 16.0;
        if self.snap_rules().reach <= 0.0 {
            return self.snap_point(p, from, &[]).at;
        }
        let centers = self.bodies_at(p).into_iter().filter_map(|id| self.stage().world().body(id)).map(|body| body.center);
        let near = centers.map(|center| ((center - p).length(), center)).filter(|(gap, _)| *gap <= CENTER_PX * self.camera.metres_per_px());
        near.min_by(|x, y| x.0.total_cmp(&y.0)).map_or_else(|| self.snap_point(p, from, &[]).at, |(_, center)| center)
    }

    /// Keeps the drag of a tool that joins; at its end, where it led from and to.
    pub(super) fn joined(&mut self, event: PointerEvent) -> Option<(Vec2, Vec2)> {
        let (from, p) = self.finished_drag(event, |app, at| app.join_point(at, None))?;
        Some((from, self.join_point(p.world, Some(from).filter(|_| self.tool().straight))))
    }

    /// Adds a joint by a drag, which is a click when it is short.
    fn join(&mut self, mut kind: JointKind, from: Vec2, to: Vec2) {
        let anchoring = kind.info().anchoring;
        let mut plan = match self.plan(kind, from, to) {
            Ok(plan) => plan,
            Err(why) => return self.notify(NoticeKind::Warning, why),
        };
        if let (Some(own), Some(axis)) = (kind.parts().axis, plan.axis) {
            *own = axis;
        }
        if let Some(ratio) = kind.parts().ratio {
            match self.plan_gear(plan) {
                Ok((sized, wheels)) => (*ratio, plan) = (sized, wheels),
                Err(why) => return self.notify(NoticeKind::Warning, why),
            }
        }
        let has_ends = anchoring == Anchoring::Ends;
        let kind = if has_ends { kind.with_length((plan.anchor_b - plan.anchor_a).length()) } else { kind };
        let joint = JointDoc::between(plan.anchor_a, plan.anchor_b, kind);
        let Plan { body_a, body_b, .. } = plan;
        self.apply(DocumentCommand::Add(JointDoc { body_a, body_b, collide_connected: kind.info().length.is_some(), ..joint }.into()));
    }

    /// What a drag from one point to another would join, or why nothing.
    fn plan(&self, mut kind: JointKind, from: Vec2, to: Vec2) -> Result<Plan, &'static str> {
        let is_gear = kind.parts().ratio.is_some();
        let way = (to - from).normalize_or_zero();
        let is_drag = self.is_drag(from, to);
        match kind.info().anchoring {
            Anchoring::Ends if is_gear => self.plan_link(from, to, TWO_WHEELS),
            Anchoring::Ends if !is_drag => Err("Drag from one body to another, or to empty space for the world."),
            Anchoring::Ends => self.plan_link(from, to, TWO_ENDS),
            Anchoring::Axis if !is_drag => Err("Drag to show the direction of the axis."),
            Anchoring::Axis => {
                let at_start = self.parties_at(from);
                let other = self.bodies_at(to).into_iter().filter_map(|id| self.name_of(id)).next();
                let (body_a, body_b) = match (at_start, other) {
                    // One body alone where the drag began, and another where it ends: from body to body.
                    (Some((None, b)), Some(a)) if a != b => (Some(a), b),
                    (Some(parties), _) => parties,
                    (None, _) => return Err(NOTHING_HERE),
                };
                Ok(Plan { body_a, body_b, anchor_a: from, anchor_b: from, axis: Some(way) })
            }
            Anchoring::Point => {
                let (body_a, body_b, at) = self.plan_point(from, to, is_drag)?;
                Ok(Plan { body_a, body_b, anchor_a: at, anchor_b: at, axis: None })
            }
            Anchoring::Curve => Err("Draw the curve that the body shall stay on."),
            Anchoring::Axle => {
                let axis = if is_drag { way } else { Vec2::Y };
                let here = self.parties_at(from);
                if here.as_ref().is_none_or(|(a, _)| a.is_none())
                    && let Ok((Some(a), b, _)) = self.plan_point(from, to, is_drag)
                {
                    return Ok(self.plan_axle((Some(a), b), Vec2::Y));
                }
                Ok(self.plan_axle(here.ok_or(NOTHING_HERE)?, axis))
            }
        }
    }

    /// At one point: what lies there, or, after a drag from a body, that body and the one where the drag ends (none:
    /// the world). The point is the end that lies in both, else where the drag ends.
    fn plan_point(&self, from: Vec2, to: Vec2, is_drag: bool) -> Result<(Option<String>, String, Vec2), &'static str> {
        let (start, end) = (self.bodies_at(from), self.bodies_at(to));
        let first = start.first().copied().filter(|_| is_drag);
        let Some(first) = first else {
            return self.unpinned_at(from);
        };
        let moves = |id: BodyId| self.is_dynamic(id);
        let name = |id: BodyId| self.name_of(id).ok_or(NOTHING_HERE);
        match end.iter().copied().find(|id| *id != first) {
            Some(second) => {
                let at = if end.contains(&first) || !start.contains(&second) { to } else { from };
                if !moves(first) && !moves(second) {
                    return Err(NOTHING_MOVES);
                }
                let (a, b) = if moves(second) { (first, second) } else { (second, first) };
                if self.is_pinned(Some(a), b, at) {
                    return Err(PINNED);
                }
                Ok((Some(name(a)?), name(b)?, at))
            }
            None if end.contains(&first) => self.unpinned_at(from),
            None if moves(first) => Ok((None, name(first)?, to)),
            None => Err(NOTHING_MOVES),
        }
    }

    /// The topmost two bodies at a point that no joint holds together there yet, or one and the world.
    fn unpinned_at(&self, point: Vec2) -> Result<(Option<String>, String, Vec2), &'static str> {
        let bodies = self.bodies_at(point);
        let upper = *bodies.iter().find(|id| self.is_dynamic(**id)).ok_or(NOTHING_HERE)?;
        let mut lower = bodies.iter().copied().filter(|id| *id != upper).map(Some).collect::<Vec<_>>();
        if lower.is_empty() {
            lower.push(None);
        }
        let lower = lower.into_iter().find(|lower| !self.is_pinned(*lower, upper, point)).ok_or(PINNED)?;
        Ok((lower.and_then(|id| self.name_of(id)), self.name_of(upper).ok_or(NOTHING_HERE)?, point))
    }

    /// Whether a joint of one point holds two bodies, or one and the world, together here.
    fn is_pinned(&self, a: Option<BodyId>, b: BodyId, point: Vec2) -> bool {
        /// Nearer than this is the same place, points.
        const SAME_PX: f32 = 8.0;
        let world = self.stage().world();
        let name = |id: BodyId| self.name_of(id);
        let mut pair = [a.and_then(name), name(b)];
        pair.sort();
        world.joints().any(|(_, joint)| {
            let mut joined = [name(joint.body_a), name(joint.body_b)];
            joined.sort();
            let at = world.body(joint.body_b).map(|body| body.pose.transform_point(joint.local_anchor_b));
            let is_near = at.is_some_and(|at| at.distance(point) < SAME_PX * self.camera.metres_per_px());
            joint.kind.info().anchoring == Anchoring::Point && joined == pair && is_near
        })
    }

    /// Parties of a joint at a point: the two topmost bodies, or one and the world. At least one must be able to move.
    fn parties_at(&self, point: Vec2) -> Option<(Option<String>, String)> {
        let bodies = self.bodies_at(point);
        let upper = *bodies.iter().find(|id| self.is_dynamic(**id))?;
        let lower = bodies.into_iter().find(|id| *id != upper);
        Some((lower.and_then(|id| self.name_of(id)), self.name_of(upper)?))
    }

    pub(super) fn is_dynamic(&self, id: BodyId) -> bool {
        self.stage().world().body(id).is_some_and(|b| b.kind == BodyKind::Dynamic)
    }

    /// Mounts the smaller of two bodies like a wheel: about its centre of mass.
    fn plan_axle(&self, (mut body_a, mut body_b): (Option<String>, String), axis: Vec2) -> Plan {
        let body = |id: &str| self.stage().names().bodies.id(id).and_then(|id| self.stage().world().body(id));
        if let Some(a) = &mut body_a
            && let (Some(large), Some(small)) = (body(&body_b), body(a))
            && small.kind == BodyKind::Dynamic
            && small.extent < large.extent
        {
            std::mem::swap(a, &mut body_b);
        }
        let center = body(&body_b).map_or(Vec2::ZERO, |b| b.center);
        Plan { body_a, body_b, anchor_a: center, anchor_b: center, axis: Some(axis) }
    }

    /// Makes two bodies turn about their centres of mass in the ratio of their sizes.
    fn plan_gear(&self, plan: Plan) -> Result<(f32, Plan), &'static str> {
        let body = |id: &str| self.stage().names().bodies.id(id).and_then(|id| self.stage().world().body(id));
        let a = plan.body_a.as_deref().and_then(body).ok_or(TWO_WHEELS)?;
        let b = body(&plan.body_b).ok_or(NOTHING_HERE)?;
        let ratio = clamp(b.extent / max(a.extent, tuning::MIN_SIZE), 1.0 / tuning::MAX_GEAR_RATIO, tuning::MAX_GEAR_RATIO);
        let (anchor_a, anchor_b) = (a.center, b.center);
        Ok((ratio, Plan { anchor_a, anchor_b, ..plan }))
    }

    /// From one point to another; `needed` says what is when there is no body, or the same one, at both.
    fn plan_link(&self, from: Vec2, to: Vec2, needed: &'static str) -> Result<Plan, &'static str> {
        let at = |p: Vec2| self.bodies_at(p).first().copied();
        let (first, second) = (at(from), at(to));
        let name = |id: Option<BodyId>| id.and_then(|id| self.name_of(id));
        let (body_a, body_b, anchor_a, anchor_b) = match (name(first), name(second)) {
            (a, Some(b)) if a.as_ref() != Some(&b) => (a, b, from, to),
            (Some(a), None) => (None, a, to, from),
            _ => return Err(needed),
        };
        if ![first, second].into_iter().flatten().any(|id| self.is_dynamic(id)) {
            return Err(NOTHING_MOVES);
        }
        Ok(Plan { body_a, body_b, anchor_a, anchor_b, axis: None })
    }

    /// Lights a body of the document.
    pub(super) fn light(&self, id: Option<&str>, role: Role, list: &mut DrawList) {
        let Some(body) = id.and_then(|id| self.stage().names().bodies.id(id)).and_then(|id| self.stage().world().body(id)) else { return };
        for collider in &body.colliders {
            crate::lens::bodies::shape(list, role, &collider.shape, body.pose);
        }
    }
}
