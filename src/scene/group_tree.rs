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
    pub fn chain(&self, id: &str) -> Vec<&GroupDoc> {
        chain(&self.docs, Some(id))
    }

    /// From the frame of a group to the world; the identity for no group.
    pub fn world(&self, id: Option<&str>) -> Affine {
        frame(&self.docs, id)
    }
}

/// From the frame of one of these groups to the world; the identity for no group.
pub fn frame(groups: &[GroupDoc], id: Option<&str>) -> Affine {
    chain(groups, id).into_iter().rev().fold(Affine::IDENTITY, |world, group| world.after(group.placement.matrix()))
}

/// From the group itself outwards to the one that stands in the world; a circle ends where it closes.
fn chain<'a>(groups: &'a [GroupDoc], id: Option<&str>) -> Vec<&'a GroupDoc> {
    let find = |id: &str| groups.iter().find(|group| group.id == id);
    let mut chain: Vec<&GroupDoc> = Vec::new();
    let mut up = id.and_then(find);
    while let Some(group) = up.filter(|group| !chain.iter().any(|inner| inner.id == group.id)) {
        chain.push(group);
        up = group.group.as_deref().and_then(find);
    }
    chain
}

impl Document {
    /// The groups in which a group stands, from the outermost to the group itself.
    pub fn groups_above(&self, id: Option<&str>) -> Vec<&str> {
        chain(&self.groups, id).into_iter().rev().map(|group| group.id.as_str()).collect()
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
