//! What stands in groups, through any depth.

use super::selection::Item;
use crate::scene::document::{Document, JointDoc};
use std::collections::{BTreeMap, BTreeSet};

/// The named things, and in place of each group all that stands in it, through any depth, and the group itself.
pub fn members(document: &Document, items: &[Item]) -> Vec<Item> {
    let roots: Vec<&str> = items.iter().filter_map(Item::as_group).collect();
    if roots.is_empty() {
        return items.to_vec();
    }
    let inside = document.groups_within(roots);
    let holds = |group: &Option<String>| group.as_deref().is_some_and(|id| inside.contains(id));
    let mut all: Vec<Item> = items.iter().filter(|i| !matches!(i, Item::Group(_))).cloned().collect();
    let named: BTreeSet<Item> = all.iter().cloned().collect();
    let bodies = document.bodies.iter().filter(|b| holds(&b.group)).map(|b| Item::Body(b.id.clone()));
    let launchers = document.launchers.iter().filter(|l| holds(&l.group)).map(|l| Item::Launcher(l.id.clone()));
    let lights = document.lights.iter().filter(|l| holds(&l.group)).map(|l| Item::Light(l.id.clone()));
    all.extend(bodies.chain(launchers).chain(lights).filter(|item| !named.contains(item)));
    all.extend(document.groups.iter().filter(|g| inside.contains(g.id.as_str())).map(|g| Item::Group(g.id.clone())));
    all
}

/// The innermost group that holds both bodies of a joint, by the groups of the bodies.
pub fn group_of_joint<'a>(document: &'a Document, joint: &JointDoc, groups: &BTreeMap<&str, Option<&'a str>>) -> Option<&'a str> {
    let above = |body: &str| document.groups_above(groups.get(body).copied().flatten());
    let of_b = above(&joint.body_b);
    let Some(of_a) = joint.body_a.as_deref().map(above) else { return of_b.last().copied() };
    of_a.into_iter().zip(of_b).take_while(|(a, b)| a == b).last().map(|(a, _)| a)
}

/// How many things stand in a group directly; a joint stands in the innermost group that holds both its bodies.
pub fn count_in(document: &Document, id: &str) -> usize {
    let is_it = |group: &Option<String>| group.as_deref() == Some(id);
    let groups: BTreeMap<&str, Option<&str>> = document.bodies.iter().map(|b| (b.id.as_str(), b.group.as_deref())).collect();
    document.groups.iter().filter(|g| is_it(&g.group)).count()
        + document.bodies.iter().filter(|b| is_it(&b.group)).count()
        + document.joints.iter().filter(|j| group_of_joint(document, j, &groups) == Some(id)).count()
        + document.launchers.iter().filter(|l| is_it(&l.group)).count()
        + document.lights.iter().filter(|l| is_it(&l.group)).count()
}
