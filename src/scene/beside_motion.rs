//! What of a scene touches its motion, and what does not: the list.
//!
//! A change that touches nothing of the motion leaves a recorded run as it is, to its last step: the run would be the
//! same, bit for bit. Title and words, lamps, curves, skins and colours, the camera, and all that lies beside the run
//! ([`Document::beside_the_run_of`]) are of that sort; groups, too, unless a launcher looks for its target in one.

use super::document::{BodyDoc, Document, LauncherDoc, SmokeDoc, SmokeView};

impl Document {
    /// True when the two scenes move alike, whatever else differs.
    pub fn moves_as(&self, other: &Document) -> bool {
        // Each field is named, so that a new one is asked the question.
        let Document { world, materials, bodies, joints, launchers, smoke, groups, state, .. } = self;
        let Document {
            title: _,
            about: _,
            pictures: _,
            lights: _,
            curves: _,
            notes: _,
            measures: _,
            view: _,
            graphs: _,
            traces: _,
            markers: _,
            stopwatch: _,
            lesson: _,
            extra: _,
            world: other_world,
            materials: other_materials,
            bodies: other_bodies,
            joints: other_joints,
            launchers: other_launchers,
            smoke: other_smoke,
            groups: other_groups,
            state: other_state,
        } = other;
        let keeps_groups = self.looks_into_groups() || other.looks_into_groups();
        world == other_world
            && materials == other_materials
            && joints == other_joints
            && state == other_state
            && (!keeps_groups || groups == other_groups)
            && alike(bodies, other_bodies, |body| bare_body(body, keeps_groups))
            && alike(launchers, other_launchers, |launcher| LauncherDoc { group: None, ..launcher.clone() })
            && alike(smoke, other_smoke, |smoke| SmokeDoc { shows: SmokeView::default(), ..smoke.clone() })
    }

    /// True when a launcher chooses its target by the group that it stands in.
    fn looks_into_groups(&self) -> bool {
        self.launchers.iter().any(|launcher| launcher.only.group.is_some())
    }
}

fn bare_body(body: &BodyDoc, keeps_group: bool) -> BodyDoc {
    let bare = BodyDoc { skin: None, ..body.without_looks() };
    if keeps_group { bare } else { BodyDoc { group: None, ..bare } }
}

fn alike<T: PartialEq>(list: &[T], other: &[T], bare: impl Fn(&T) -> T) -> bool {
    list.len() == other.len() && list.iter().zip(other).all(|(a, b)| a == b || bare(a) == bare(b))
}
