//! The picture on the canvas.

use super::comparison::Pane;
use super::comparison::look::Look;
use super::groups;
use super::program::App;
use super::selection::Item;
use super::timeline::Timeline;
use crate::draw::{DrawList, Primitive, Role};
use crate::engine::body::BodyId;
use crate::engine::joint::JointId;
use crate::engine::math::Vec2;
use crate::lens::{Framed, LensInput, control, curves, forces, ghosts, joints, measures, paths, sensors};
use crate::scene::air::Air;
use crate::scene::measured::Measured;
use crate::scene::stage::Stage;
use std::collections::BTreeSet;

impl App {
    /// What lenses see now.
    pub fn lens_input(&self) -> LensInput<'_> {
        let (stage, pair, metres_per_px) = (self.stage(), self.pair(), self.camera.metres_per_px());
        LensInput { stage, pair, chosen: &[], turn: self.turn, metres_per_px, films: Some(&self.films), document: Some(&self.document) }
    }

    /// Everything on the canvas and in the side sheets, back to front: bodies, lenses, selection, tool. The grid under
    /// it depends on the canvas alone and is drawn by the painters.
    pub fn picture(&self, list: &mut DrawList) {
        self.figure_picture(list);
        self.draw_tool(list);
    }

    /// The same for a figure of the canvas: without the tool, its handles and what it is about to do.
    pub(in crate::app) fn figure_picture(&self, list: &mut DrawList) {
        let chosen = self.framed();
        crate::lens::compose(&LensInput { chosen: &chosen, ..self.lens_input() }, &self.lenses, list);
        self.draw_ghosts(list);
        self.draw_traces(self.stage().step_count(), list);
        self.draw_selection(list);
    }

    /// What this lens lacks, where it has nothing to draw ([`crate::lens::Lens::nothing`]).
    pub fn lens_lacks(&self, lens: &crate::lens::Lens) -> Option<&'static str> {
        (lens.nothing)(&LensInput { chosen: &self.framed(), ..self.lens_input() })
    }

    /// The selected bodies and groups.
    fn framed(&self) -> Vec<Framed> {
        let names = &self.stage().names().bodies;
        let framed = |item: &Item| match item {
            Item::Body(id) => names.id(id).map(Framed::Body),
            Item::Group(id) => Some(Framed::Group(id.clone())),
            _ => None,
        };
        self.selection.iter().filter_map(framed).collect()
    }

    /// The same of a pane of the comparison: its bodies and what lenses show of all of them; `lit` is marked.
    pub fn pane_picture(&self, pane: &Pane, lit: Option<Look>, list: &mut DrawList) {
        let Some(stage) = pane.stage() else { return };
        let input = LensInput {
            stage,
            pair: None,
            chosen: &[],
            turn: 0,
            metres_per_px: self.camera.metres_per_px(),
            films: Some(&self.films),
            document: Some(&self.document),
        };
        let of_all: Vec<&str> = self.lenses.iter().copied().filter(|id| !crate::lens::looks_inside(id)).collect();
        crate::lens::compose(&input, &of_all, list);
        match lit {
            Some(Look::Pair(a, b)) => {
                let contact = stage.world().contact(a, b);
                for point in contact.iter().flat_map(|contact| contact.points()) {
                    list.push(Role::Selection, Primitive::Ring { at: point.position, radius_px: 8.0 });
                }
                [a.body, b.body].into_iter().for_each(|body| outline(stage, body, list));
            }
            Some(Look::Joint(id)) => joint_marks(stage, id, list),
            None => {}
        }
    }

    /// The branches that are shown and have come to the present step, as outlines of what moves in them.
    fn draw_ghosts(&self, list: &mut DrawList) {
        let now = self.stage().step_count();
        for branch in self.timeline.branches().list() {
            let Some(stage) = self.ghosts.run_of(branch).map(Timeline::stage).filter(|stage| stage.step_count() == now) else { continue };
            ghosts::draw(self.stage(), stage, (&branch.name, branch.hue), list);
        }
    }

    /// The paths of the scene's traces up to a step.
    pub(in crate::app) fn draw_traces(&self, now: u64, list: &mut DrawList) {
        let timeline = &self.timeline;
        let hz = f64::from(self.stage().world().settings().step_hz);
        for (i, trace) in self.document.traces.iter().enumerate() {
            let [x, y] = trace.place();
            let (Some(x), Some(y)) = (timeline.columns().of(&x), timeline.columns().of(&y)) else { continue };
            let shown = trace.seconds.map_or(now, |seconds| (f64::from(seconds) * hz) as u64);
            let from = now.saturating_sub(shown).max(timeline.first_step());
            let place = |step| Some(Vec2::new(x.at(step)? as f32, y.at(step)? as f32));
            let path: Vec<Vec2> = paths::steps(from, now).filter_map(place).collect();
            paths::draw(i, &path, list);
        }
    }

    /// What acts on the selected bodies and what steers them, unless a lens shows it for all.
    fn draw_forces(&self, list: &mut DrawList) {
        let names = &self.stage().names().bodies;
        let id = |item: &Item| if let Item::Body(name) = item { names.id(name) } else { None };
        let selected: BTreeSet<BodyId> = self.selection.iter().filter_map(id).collect();
        if !self.lenses.contains(&control::CONTROL.id) {
            control::draw_some(self.stage(), &selected, self.camera.metres_per_px(), list);
        }
        if self.lenses.contains(&forces::FORCES.id) {
            return;
        }
        let of_selected: Vec<_> = self.stage().applied_forces().into_iter().filter(|force| selected.contains(&force.body)).collect();
        forces::draw_some(self.stage(), &of_selected, self.camera.metres_per_px(), list);
    }

    /// Where a lamp stands on the canvas.
    pub(in crate::app) fn light_place(&self, name: &str) -> Option<Vec2> {
        self.stage().light_place(self.document.light(name)?)
    }

    /// A region of smoke as it runs.
    pub(in crate::app) fn air(&self, name: &str) -> Option<&Air> {
        self.stage().airs().iter().find(|air| air.doc.id == name)
    }

    /// Points along a curve as it stands now, near enough for the pointer.
    pub(in crate::app) fn curve_line(&self, name: &str) -> Vec<Vec2> {
        self.document.curve(name).map_or(Vec::new(), |curve| curves::line_of(self.stage(), curve))
    }

    /// Outlines of all that stands in a group, and while time stands the box around it along its axes.
    fn draw_group(&self, name: &str, list: &mut DrawList) {
        for body in groups::bodies(&self.document, &[Item::Group(name.to_owned())]) {
            if let Some(id) = self.stage().names().bodies.id(&body) {
                outline(self.stage(), id, list);
            }
        }
        if !self.playing
            && let Some(corners) = crate::app::handle::group::frame(&self.with_members_now(name), name)
        {
            list.outline(Role::Projection, corners);
        }
    }

    fn draw_selection(&self, list: &mut DrawList) {
        self.draw_forces(list);
        for item in &self.selection {
            match item {
                Item::Body(name) => {
                    if let Some(id) = self.stage().names().bodies.id(name) {
                        outline(self.stage(), id, list);
                    }
                }
                Item::Joint(name) => {
                    if let Some(id) = self.stage().names().joints.id(name) {
                        joint_marks(self.stage(), id, list);
                    }
                }
                Item::Launcher(name) => {
                    if let Some(aim) = self.stage().aim(name) {
                        list.push(Role::Selection, Primitive::Ring { at: aim.muzzle, radius_px: 12.0 });
                    }
                }
                Item::Curve(name) => {
                    // Its colour is that of curves, too: the halo tells it from them.
                    list.polyline(Role::Lit, self.curve_line(name));
                    list.polyline(Role::Selection, self.curve_line(name));
                    curves::words(self.stage(), name, list);
                }
                Item::Measure(name) => {
                    let now = self.document.measure(name).and_then(|doc| Measured::on(self.stage(), doc));
                    if let Some(now) = now {
                        measures::lines(&now, Role::Selection, self.camera.metres_per_px(), list);
                    }
                }
                Item::Note(name) => {
                    let places = self.document.note(name).and_then(|note| crate::lens::notes::places(self.stage(), note));
                    if let Some((at, _)) = places {
                        list.ring(Role::Selection, at, 14.0);
                    }
                }
                Item::Smoke(name) => {
                    if let Some(air) = self.air(name) {
                        list.outline(Role::Selection, air.region().corners());
                    }
                }
                Item::Light(name) => {
                    if let Some(at) = self.light_place(name) {
                        list.ring(Role::Selection, at, 12.0);
                    }
                }
                Item::Group(name) => self.draw_group(name, list),
            }
        }
    }
}

/// Marks the shapes of a body.
fn outline(stage: &Stage, body: BodyId, list: &mut DrawList) {
    let own = stage.sensors().iter().filter(|running| running.sensor.body == body);
    own.for_each(|running| sensors::shape(stage, &running.sensor, Role::Selection, list));
    let Some(body) = stage.world().body(body) else { return };
    for collider in &body.colliders {
        crate::lens::bodies::shape(list, Role::Selection, &collider.shape, body.pose);
    }
}

/// Marks the anchors of a joint, and the curve on which it holds.
fn joint_marks(stage: &Stage, joint: JointId, list: &mut DrawList) {
    let Some(readout) = stage.world().joint_readout(joint) else { return };
    list.push(Role::Selection, Primitive::Ring { at: readout.anchor_b, radius_px: 10.0 });
    if readout.anchor_a.distance(readout.anchor_b) > 1e-3 {
        list.line(Role::Selection, readout.anchor_a, readout.anchor_b);
    }
    let wire = stage.world().joint(joint).map(|joint| joints::wire(joint, stage.world().body(joint.body_a)));
    if let Some(wire) = wire.filter(|wire| !wire.is_empty()) {
        list.polyline(Role::Selection, wire);
    }
}
