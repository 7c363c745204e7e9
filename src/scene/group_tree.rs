//! The groups of a scene: frames, each in the frame around it.

use super::document::Document;
use super::group_doc::GroupDoc;
use crate::engine::frames::Affine;
use std::collections::{BTreeMap, BTreeSet};

/// The groups of a document, and which body stands in which.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    docs: Vec<GroupDoc>,
    of_body: BTreeMap<String, String>,
}

impl Groups {
    /// Of a document.
    pub fn of(document: &Document) -> Groups {
        let named = document.bodies.iter().filter_map(|b| Some((b.id.clone(), b.group.clone()?)));
        Groups { docs: document.groups.clone(), of_body: named.collect() }
    }

    /// The groups, in file order.
    pub fn docs(&self) -> &[GroupDoc] {
        &self.docs
    }

    /// The group that a body stands in.
    pub fn of_body(&self, body: &str) -> Option<&str> {
        self.of_body.get(body).map(String::as_str)
    }

    /// Follows bodies that are called otherwise, new names by old ones.
    pub(super) fn rename_bodies(&mut self, names: &BTreeMap<String, String>) {
        let renamed = |(body, group)| (names.get(&body).cloned().unwrap_or(body), group);
        self.of_body = std::mem::take(&mut self.of_body).into_iter().map(renamed).collect();
    }

    /// The group of this id.
    pub fn doc(&self, id: &str) -> Option<&GroupDoc> {
        self.docs.iter().find(|doc| doc.id == id)
    }

    /// From the group itself outwards to the one that stands in the world.
    pub fn chain<'a>(&'a self, id: &'a str) -> Vec<&'a GroupDoc> {
        let mut chain: Vec<&GroupDoc> = Vec::new();
        let mut up = Some(id);
        while let Some(doc) = up.and_then(|id| self.doc(id)).filter(|doc| !chain.iter().any(|c| c.id == doc.id)) {
            chain.push(doc);
            up = doc.group.as_deref();
        }
        chain
    }

    /// From the frame of a group to the world; the identity for no group.
    pub fn world(&self, id: Option<&str>) -> Affine {
        let chain = id.map_or(Vec::new(), |id| self.chain(id));
        chain.into_iter().rev().fold(Affine::IDENTITY, |world, group| world.after(group.placement.matrix()))
    }
}

impl Document {
    /// The group with this id.
    pub fn group(&self, id: &str) -> Option<&GroupDoc> {
        self.groups.iter().find(|g| g.id == id)
    }

    /// The groups in which a group stands, from the outermost to the group itself.
    pub fn groups_above(&self, id: Option<&str>) -> Vec<&str> {
        let mut above: Vec<&str> = Vec::new();
        let mut up = id;
        while let Some(group) = up.and_then(|id| self.group(id)).filter(|group| !above.contains(&group.id.as_str())) {
            above.push(&group.id);
            up = group.group.as_deref();
        }
        above.reverse();
        above
    }

    /// The named groups and all groups within them.
    pub fn groups_within<'a>(&'a self, roots: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
        let mut inner: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for group in &self.groups {
            if let Some(outer) = group.group.as_deref() {
                inner.entry(outer).or_default().push(&group.id);
            }
        }
        let mut found = BTreeSet::new();
        let mut open: Vec<&str> = roots.into_iter().collect();
        while let Some(id) = open.pop() {
            if found.insert(id) {
                open.extend(inner.get(id).into_iter().flatten());
            }
        }
        found
    }
}
