//! Where a scene names its bodies and groups: the list.

use super::control::ControlDoc;
use super::document::{Document, GraphDoc, LightDoc, MeasureDoc, SmokeDoc};

impl Document {
    /// Hands over every name of a body that stands elsewhere than on the body itself, but the keys of a saved run.
    pub fn each_mention(&mut self, mut meet: impl FnMut(&mut String)) {
        let Document { bodies, joints, launchers, lights, curves, notes, measures, smoke, view, graphs, traces, stopwatch, .. } = self;
        joints.iter_mut().flat_map(|joint| joint.body_a.iter_mut().chain([&mut joint.body_b])).for_each(&mut meet);
        launchers.iter_mut().flat_map(|launcher| launcher.body.iter_mut().chain(&mut launcher.target)).for_each(&mut meet);
        lights.iter_mut().filter_map(LightDoc::body_mut).for_each(&mut meet);
        curves.iter_mut().filter_map(|curve| curve.body.as_mut()).for_each(&mut meet);
        notes.iter_mut().filter_map(|note| note.body.as_mut()).for_each(&mut meet);
        measures.iter_mut().flat_map(MeasureDoc::ends_mut).filter_map(|end| end.body.as_mut()).for_each(&mut meet);
        smoke.iter_mut().flat_map(SmokeDoc::bodies_mut).for_each(&mut meet);
        let controls = bodies.iter_mut().filter_map(|body| body.control.as_deref_mut());
        controls.flat_map(ControlDoc::bodies_mut).flatten().for_each(&mut meet);
        view.iter_mut().flat_map(|view| view.follow.iter_mut().chain(view.pair.iter_mut().flatten())).for_each(&mut meet);
        graphs.iter_mut().flat_map(GraphDoc::quantities_mut).flat_map(|curve| curve.of.bodies_mut()).for_each(&mut meet);
        traces.iter_mut().map(|trace| &mut trace.body).for_each(&mut meet);
        stopwatch.triggers.iter_mut().map(|trigger| &mut trigger.body).for_each(&mut meet);
        for step in &mut self.lesson {
            step.pair.iter_mut().flatten().for_each(&mut meet);
            step.question.iter_mut().filter_map(|question| question.kind.body_mut()).for_each(&mut meet);
            step.graphs.iter_mut().flat_map(GraphDoc::quantities_mut).flat_map(|curve| curve.of.bodies_mut()).for_each(&mut meet);
            step.branches.iter_mut().for_each(|branch| branch.each_mention(&mut meet));
        }
        let shots = self.state.iter_mut().flat_map(|state| &mut state.shots);
        shots.filter_map(|shot| shot.target.as_mut()).for_each(&mut meet);
    }

    /// Every place where a thing tells the group that it stands in.
    pub fn group_slots(&mut self) -> impl Iterator<Item = &mut Option<String>> {
        let Document { bodies, launchers, lights, groups, .. } = self;
        let things = bodies.iter_mut().map(|body| &mut body.group).chain(launchers.iter_mut().map(|launcher| &mut launcher.group));
        things.chain(lights.iter_mut().map(|light| &mut light.group)).chain(groups.iter_mut().map(|group| &mut group.group))
    }
}
