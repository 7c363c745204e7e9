//! Another name for something that runs: names alone change, the motion goes on with the same bits.

use super::document::{BodyDoc, Document, JointDoc};
use super::stage::Stage;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// New names, by the old ones.
type Names = BTreeMap<String, String>;

/// New names of things of each sort.
#[derive(Debug, Default)]
struct Renamed {
    bodies: Names,
    joints: Names,
    launchers: Names,
    smoke: Names,
}

impl Renamed {
    fn is_empty(&self) -> bool {
        [&self.bodies, &self.joints, &self.launchers, &self.smoke].iter().all(|names| names.is_empty())
    }
}

impl Stage {
    /// Takes over the names in a document that differs in nothing else from the one that the stage stands for.
    pub fn take_names(&mut self, document: &Document) {
        let bodies = self.body_order.iter().map(|id| self.names.bodies.name(*id));
        let joints = self.joint_order.iter().map(|id| self.names.joints.name(*id));
        let renamed = Renamed {
            bodies: by_place(bodies, document.bodies.iter().map(|body| &body.id)),
            joints: by_place(joints, document.joints.iter().map(|joint| &joint.id)),
            launchers: by_place(self.launchers.iter().map(|l| Some(l.id.as_str())), document.launchers.iter().map(|l| &l.id)),
            smoke: by_place(self.airs.iter().map(|air| Some(air.doc.id.as_str())), document.smoke.iter().map(|smoke| &smoke.id)),
        };
        if !renamed.is_empty() {
            self.rename(&renamed);
            self.launchers.clone_from(&document.launchers);
            self.sync_airs(&document.smoke);
        }
    }

    /// Lets the stage follow bodies and joints that are only called otherwise in the new document. Returns the old one
    /// under the new names, if there are any.
    pub(super) fn follow_names(&mut self, old: &Document, new: &Document) -> Option<Document> {
        let bodies = renamed(&old.bodies, &new.bodies, |body| &body.id, |body, id| BodyDoc { id: id.clone(), ..body.clone() });
        let same_length = old.joints.len() == new.joints.len() && old.smoke.len() == new.smoke.len();
        let ids_differ = !bodies.is_empty() || same_length && old.joints.iter().zip(&new.joints).any(|(a, b)| a.id != b.id);
        if !ids_differ {
            return None;
        }
        let mut document = old.clone();
        document.bodies.iter_mut().for_each(|body| follow(&mut body.id, &bodies));
        document.each_mention(|id| follow(id, &bodies));
        let joint = |joint: &JointDoc, id: &String| JointDoc { id: id.clone(), ..joint.clone() };
        let joints = renamed(&document.joints, &new.joints, |joint| &joint.id, joint);
        document.joints.iter_mut().for_each(|joint| follow(&mut joint.id, &joints));
        self.rename(&Renamed { bodies, joints, ..Renamed::default() });
        Some(document)
    }

    fn rename(&mut self, renamed: &Renamed) {
        self.structure += 1;
        self.names.bodies.rename(&renamed.bodies);
        self.names.joints.rename(&renamed.joints);
        if !renamed.bodies.is_empty() {
            Arc::make_mut(&mut self.groups).rename_bodies(&renamed.bodies);
        }
        rename_keys(&mut self.guns, &renamed.launchers);
        rename_keys(&mut self.steering_states, &renamed.bodies);
        rename_keys(&mut self.mine_states, &renamed.bodies);
        for control in self.acting.controls.values_mut() {
            control.bodies_mut().flatten().for_each(|id| follow(id, &renamed.bodies));
        }
        for shot in &mut self.shots {
            follow(&mut shot.launcher, &renamed.launchers);
            shot.target.iter_mut().for_each(|id| follow(id, &renamed.bodies));
        }
        self.airs.iter_mut().for_each(|air| follow(&mut air.doc.id, &renamed.smoke));
    }
}

fn follow(name: &mut String, names: &Names) {
    if let Some(new) = names.get(name) {
        name.clone_from(new);
    }
}

fn rename_keys<T>(map: &mut BTreeMap<String, T>, names: &Names) {
    if map.keys().any(|key| names.contains_key(key)) {
        *map = std::mem::take(map).into_iter().map(|(key, value)| (names.get(&key).cloned().unwrap_or(key), value)).collect();
    }
}

/// The names that differ in two lists of the same length, place by place.
fn by_place<'a, 'b>(old: impl ExactSizeIterator<Item = Option<&'a str>>, new: impl ExactSizeIterator<Item = &'b String>) -> Names {
    if old.len() != new.len() {
        return Names::new();
    }
    let differ = old.zip(new).filter_map(|(old, new)| Some((old?, new))).filter(|(old, new)| *old != new.as_str());
    differ.map(|(old, new)| (old.to_owned(), new.clone())).collect()
}

/// What stands at the same place in both lists and is the same but for its name, which no other had or has.
fn renamed<T: PartialEq>(old: &[T], new: &[T], id: impl Fn(&T) -> &String, called: impl Fn(&T, &String) -> T) -> Names {
    let differs = |(a, b): &(&T, &T)| id(a) != id(b);
    if old.len() != new.len() || !old.iter().zip(new).any(|pair| differs(&pair)) {
        return Names::new();
    }
    let [before, after] = [old, new].map(|list| list.iter().map(&id).collect::<BTreeSet<&String>>());
    let is_free = |(a, b): &(&T, &T)| !after.contains(id(a)) && !before.contains(id(b));
    let pairs = old.iter().zip(new).filter(differs).filter(is_free).filter(|(a, b)| called(a, id(b)) == **b);
    pairs.map(|(a, b)| (id(a).clone(), id(b).clone())).collect()
}
