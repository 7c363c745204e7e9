//! Which string id belongs to which engine id.

use crate::engine::body::BodyId;
use crate::engine::joint::JointId;
use std::collections::BTreeMap;

/// Which string id belongs to which engine id: bodies of the document, its joints, and projectiles as "shot 1", "shot
/// 2" … The hidden world body has no name.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Of bodies; projectiles are "shot 1", "shot 2" …
    pub bodies: NameTable<BodyId>,
    /// Of joints.
    pub joints: NameTable<JointId>,
}

/// String ids of things of one sort.
#[derive(Clone, Debug)]
pub struct NameTable<I> {
    /// Sorted by engine id.
    list: Vec<(I, String)>,
    ids: BTreeMap<String, I>,
}

impl<I> Default for NameTable<I> {
    fn default() -> Self {
        NameTable { list: Vec::new(), ids: BTreeMap::new() }
    }
}

impl<I: Copy + Ord> NameTable<I> {
    /// Engine id of a name.
    pub fn id(&self, name: &str) -> Option<I> {
        self.ids.get(name).copied()
    }

    /// String id of an engine id.
    pub fn name(&self, id: I) -> Option<&str> {
        let index = self.list.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(&self.list[index].1)
    }

    /// All, sorted by engine id.
    pub fn list(&self) -> &[(I, String)] {
        &self.list
    }

    /// Enters one; false (and nothing changes) when the name is taken.
    pub(super) fn add(&mut self, id: I, name: &str) -> bool {
        if self.ids.contains_key(name) {
            return false;
        }
        self.ids.insert(name.to_owned(), id);
        let index = self.list.partition_point(|(other, _)| *other < id);
        self.list.insert(index, (id, name.to_owned()));
        true
    }

    /// Gives those among them that have these names other ones.
    pub(super) fn rename(&mut self, names: &BTreeMap<String, String>) {
        for (_, name) in self.list.iter_mut().filter(|(_, name)| names.contains_key(name)) {
            name.clone_from(&names[name.as_str()]);
        }
        if !names.is_empty() {
            self.ids = self.list.iter().map(|(id, name)| (name.clone(), *id)).collect();
        }
    }

    /// Strikes one out.
    pub(super) fn remove(&mut self, id: I) {
        if let Ok(index) = self.list.binary_search_by_key(&id, |(id, _)| *id) {
            let (_, name) = self.list.remove(index);
            self.ids.remove(&name);
        }
    }
}
