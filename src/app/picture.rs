//! The picture on the canvas.

use super::program::App;
use super::selection::Item;
use crate::draw::{DrawList, Primitive, Role};
use crate::engine::body::BodyId;
use crate::engine::math::Vec2;
use crate::lens::{LensInput, control, forces, paths};
use std::collections::BTreeSet;

impl App {
    /// What lenses see now.
    pub fn lens_input(&self) -> LensInput<'_> {
        let (stage, pair, metres_per_px) = (self.stage(), self.pair(), self.camera.metres_per_px());
        LensInput { stage, pair, turn: self.turn, metres_per_px, films: Some(&self.films) }
    }

    /// Everything on the canvas and in the side sheets, back to front: bodies, lenses, selection, tool. The grid under
    /// it depends on the canvas alone and is drawn by the painters.
    pub fn picture(&self, list: &mut DrawList) {
        crate::lens::compose(&self.lens_input(), &self.lenses, list);
        self.draw_traces(list);
        self.draw_selection(list);
        self.draw_tool(list);
    }

    /// The paths of the scene's traces up to now.
    fn draw_traces(&self, list: &mut DrawList) {
        let (timeline, now) = (&self.timeline, self.stage().step_count());
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
            let steered: Vec<BodyId> = selected.iter().copied().collect();
            control::draw_some(self.stage(), &steered, self.camera.metres_per_px(), list);
        }
        if self.lenses.contains(&forces::FORCES.id) {
            return;
        }
        let of_selected: Vec<_> = self.stage().applied_forces().into_iter().filter(|force| selected.contains(&force.body)).collect();
        forces::draw_some(&of_selected, self.camera.metres_per_px(), list);
    }

    /// Where a lamp stands on the canvas.
    pub(in crate::app) fn light_place(&self, name: &str) -> Option<Vec2> {
        self.stage().light_place(self.document.light(name)?)
    }

    fn draw_selection(&self, list: &mut DrawList) {
        self.draw_forces(list);
        let world = self.stage().world();
        for item in &self.selection {
            match item {
                Item::Body(name) => {
                    let Some(body) = self.stage().names().bodies.id(name).and_then(|id| world.body(id)) else { continue };
                    for collider in &body.colliders {
                        crate::lens::bodies::shape(list, Role::Selection, &collider.shape, body.pose);
                    }
                }
                Item::Joint(name) => {
                    if let Some(r) = self.stage().names().joints.id(name).and_then(|id| world.joint_readout(id)) {
                        list.push(Role::Selection, Primitive::Ring { at: r.anchor_b, radius_px: 10.0 });
                        if r.anchor_a.distance(r.anchor_b) > 1e-3 {
                            list.line(Role::Selection, r.anchor_a, r.anchor_b);
                        }
                    }
                }
                Item::Launcher(name) => {
                    if let Some(aim) = self.stage().aim(name) {
                        list.push(Role::Selection, Primitive::Ring { at: aim.muzzle, radius_px: 12.0 });
                    }
                }
                Item::Light(name) => {
                    if let Some(at) = self.light_place(name) {
                        list.ring(Role::Selection, at, 12.0);
                    }
                }
            }
        }
    }
}
