//! What stands in groups, through any depth.

use super::selection::Item;
use crate::scene::document::Document;
use std::collections::BTreeSet;

/// The named things, and in place of each group all that stands in it, through any depth, and the group itself.
pub fn members(document: &Document, items: &[Item]) -> Vec<Item> {
    let roots: Vec<&str> = items.iter().filter_map(|i| if let Item::Group(id) = i { Some(id.as_str()) } else { None }).collect();
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
