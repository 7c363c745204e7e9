//! A scene and the branches of its lesson: the scene with their changes, and the changes between two scenes.

use super::document::{BodyDoc, BranchDoc, Document};
use std::collections::{BTreeMap, BTreeSet};

impl BranchDoc {
    /// The scene with the changes, as the document of a run: without what is beside a run
    /// ([`Document::beside_the_run_of`]).
    pub fn applied(&self, scene: &Document) -> Document {
        let mut document = Document { state: None, ..scene.beside_the_run_of(&Document::default()) };
        if let Some(world) = &self.world {
            document.world = **world;
        }
        document.bodies = merged(&document.bodies, &self.bodies, &self.without_bodies, |body| &body.id);
        document.joints = merged(&document.joints, &self.joints, &self.without_joints, |joint| &joint.id);
        let (is_gone, view) = (|id: &String| self.without_bodies.contains(id), document.view.as_mut());
        if let Some(view) = view {
            view.follow.take_if(|id| is_gone(id));
            if view.pair.take_if(|pair| pair.iter().any(is_gone)).is_some() {
                view.microscope = None;
            }
        }
        document
    }

    /// What makes one scene out of another, from a step of the run on.
    ///
    /// # Errors
    /// What differs that a branch of a lesson does not hold.
    pub fn between(scene: &Document, other: &Document, name: &str, from: u64) -> Result<BranchDoc, &'static str> {
        if let Some(part) = differs_beside(scene, other) {
            return Err(part);
        }
        let dressed = dressed_as(scene, other);
        Ok(BranchDoc {
            name: name.to_owned(),
            from,
            world: (scene.world != other.world).then(|| Box::new(other.world)),
            bodies: changed(&scene.bodies, &dressed, |body| &body.id),
            joints: changed(&scene.joints, &other.joints, |joint| &joint.id),
            without_bodies: lost(&scene.bodies, &other.bodies, |body| &body.id),
            without_joints: lost(&scene.joints, &other.joints, |joint| &joint.id),
        })
    }

    /// Takes out the names of what the scene has not.
    pub fn fit(&mut self, scene: &Document) {
        self.without_bodies.retain(|id| scene.bodies.iter().any(|body| body.id == *id));
        self.without_joints.retain(|id| scene.joints.iter().any(|joint| joint.id == *id));
    }
}

/// What of two scenes' runs differs that a branch does not hold, as an end of a sentence.
fn differs_beside(scene: &Document, other: &Document) -> Option<&'static str> {
    if scene.world.step_hz != other.world.step_hz {
        return Some("its steps have another length");
    }
    let parts = [
        (scene.materials != other.materials, "its materials differ"),
        (scene.launchers != other.launchers, "its launchers differ"),
        (scene.smoke != other.smoke, "its smoke differs"),
    ];
    parts.into_iter().find(|(differs, _)| *differs).map(|(_, words)| words)
}

/// The bodies of another scene in the looks and groups that they have in this one, which touch no motion.
fn dressed_as(scene: &Document, other: &Document) -> Vec<BodyDoc> {
    let by_id: BTreeMap<&String, &BodyDoc> = scene.bodies.iter().map(|body| (&body.id, body)).collect();
    let dressed = |body: &BodyDoc| match by_id.get(&body.id) {
        Some(BodyDoc { color, order, locked, skin, group, .. }) => {
            BodyDoc { color: *color, order: *order, locked: *locked, skin: skin.clone(), group: group.clone(), ..body.clone() }
        }
        None => {
            let skin = body.skin.clone().filter(|skin| scene.pictures.contains_key(&skin.picture));
            BodyDoc { skin, group: body.group.clone().filter(|id| scene.group(id).is_some()), ..body.clone() }
        }
    };
    other.bodies.iter().map(dressed).collect()
}

/// A list with some of its things in another form, without some, and with new ones at its end.
fn merged<T: Clone>(list: &[T], other: &[T], without: &[String], id: impl Fn(&T) -> &String) -> Vec<T> {
    let by_id: BTreeMap<&String, &T> = other.iter().map(|thing| (id(thing), thing)).collect();
    let without: BTreeSet<&String> = without.iter().collect();
    let known: BTreeSet<&String> = list.iter().map(&id).collect();
    let kept = list.iter().filter(|thing| !without.contains(id(thing)));
    let kept = kept.map(|thing| by_id.get(id(thing)).copied().unwrap_or(thing).clone());
    let added = other.iter().filter(|thing| !known.contains(id(thing))).cloned();
    kept.chain(added).collect()
}

/// What stands otherwise in the second list, or only there.
fn changed<T: Clone + PartialEq>(list: &[T], other: &[T], id: impl Fn(&T) -> &String) -> Vec<T> {
    let known: BTreeMap<&String, &T> = list.iter().map(|thing| (id(thing), thing)).collect();
    other.iter().filter(|thing| known.get(id(thing)) != Some(thing)).cloned().collect()
}

/// What stands in the first list alone.
fn lost<T>(list: &[T], other: &[T], id: impl Fn(&T) -> &String) -> Vec<String> {
    let there: BTreeSet<&String> = other.iter().map(&id).collect();
    list.iter().map(&id).filter(|name| !there.contains(name)).cloned().collect()
}
