//! Groups of a document, as pure functions: document in, document changed.

use super::body_box::box_of;
use super::free_ids::FreeIds;
pub use super::membership::{count_in, group_of_joint, members};
use super::selection::Item;
use super::stretch::{self, Changes};
use crate::engine::aabb::Aabb;
use crate::engine::frames::{Affine, Placement};
use crate::engine::math::Vec2;
use crate::scene::document::{Document, GroupDoc, LightKind};
use crate::scene::group_tree::frame;
use std::collections::{BTreeMap, BTreeSet};

/// The bodies among the members of these things.
pub fn bodies(document: &Document, items: &[Item]) -> Vec<String> {
    members(document, items).iter().filter_map(Item::as_body).map(str::to_owned).collect()
}

/// The named groups that stand in no other named group.
pub fn roots(document: &Document, items: &[Item]) -> Vec<String> {
    let named: BTreeSet<&str> = items.iter().filter_map(Item::as_group).collect();
    let is_root = |id: &&str| document.groups_above(Some(id)).into_iter().filter(|above| named.contains(above)).count() == 1;
    named.iter().copied().filter(is_root).map(str::to_owned).collect()
}

/// The group that a thing stands in directly.
pub fn group_of<'a>(document: &'a Document, item: &Item) -> Option<&'a str> {
    match item {
        Item::Body(id) => document.body(id)?.group.as_deref(),
        Item::Launcher(id) => document.launcher(id)?.group.as_deref(),
        Item::Light(id) => document.light(id)?.group.as_deref(),
        Item::Group(id) => document.group(id)?.group.as_deref(),
        Item::Joint(_) | Item::Note(_) | Item::Measure(_) | Item::Smoke(_) | Item::Curve(_) => None,
    }
}

/// In place of each thing that stands in a group the outermost group that it stands in.
pub fn wholes(document: &Document, items: Vec<Item>) -> Vec<Item> {
    let mut seen = BTreeSet::new();
    let whole = |item: Item| {
        let outer = document.groups_above(group_of(document, &item)).first().map(|id| (*id).to_owned());
        outer.map_or(item, Item::Group)
    };
    if document.groups.is_empty() { items } else { items.into_iter().map(whole).filter(|item| seen.insert(item.clone())).collect() }
}

/// The world matrix of a group's frame.
pub fn world(document: &Document, id: Option<&str>) -> Affine {
    frame(&document.groups, id)
}

/// Puts the named things into a new group, whose frame stands in the middle of them, upright; returns its id. Things of
/// one group stay within it; a joint goes with its bodies.
pub fn group(document: &mut Document, items: &[Item]) -> Option<String> {
    let inner = roots(document, items);
    let carried = members(document, &inner.iter().cloned().map(Item::Group).collect::<Vec<_>>());
    let is_own = |item: &&Item| match item {
        Item::Group(id) => inner.contains(id),
        Item::Joint(_) => false,
        other => !carried.contains(other),
    };
    let own: Vec<Item> = items.iter().filter(is_own).cloned().collect();
    let mut common: Option<Vec<&str>> = None;
    for item in &own {
        let above = document.groups_above(group_of(document, item));
        common = Some(match common {
            None => above,
            Some(before) => before.into_iter().zip(above).take_while(|(a, b)| a == b).map(|(a, _)| a).collect(),
        });
    }
    let outer = common?.last().map(|id| (*id).to_owned());
    let middle = bounds(document, &own)?.center();
    let placement = Placement { position: middle, ..Placement::default() };
    let target = Affine::shift(middle);
    let inside = world(document, outer.as_deref()).inverse().map_or(target, |back| back.after(target));
    let id = FreeIds::of::<GroupDoc>(document).take("group");
    let filled = filled(document);
    document.groups.push(GroupDoc { id: id.clone(), group: outer, placement: placement.fitted(inside) });
    put(document, &own, Some(&id));
    prune(document, &filled);
    Some(id)
}

/// Takes groups away; what stood in them stands in the group around them, where it was. Returns it.
pub fn ungroup(document: &mut Document, ids: &[String]) -> Vec<Item> {
    let mut freed = Vec::new();
    for id in ids {
        let Some(group) = document.group(id).cloned() else { continue };
        let direct: Vec<Item> =
            members(document, &[Item::Group(id.clone())]).into_iter().filter(|item| group_of(document, item) == Some(id)).collect();
        put(document, &direct, group.group.as_deref());
        document.groups.retain(|g| g.id != *id);
        drop_filters(document);
        freed.retain(|item| *item != Item::Group(id.clone()));
        freed.extend(direct);
    }
    freed
}

/// Puts things into a group (`None`: into the world); nothing moves, the frames of groups are written anew.
///
/// # Errors
/// A group cannot stand in itself.
pub fn reparent(document: &mut Document, items: &[Item], outer: Option<&str>) -> Result<(), String> {
    let above = document.groups_above(outer);
    if let Some(id) = items.iter().filter_map(Item::as_group).find(|id| above.contains(id)) {
        return Err(format!("{id} cannot stand in itself."));
    }
    let filled = filled(document);
    put(document, items, outer);
    prune(document, &filled);
    Ok(())
}

fn put(document: &mut Document, items: &[Item], outer: Option<&str>) {
    for item in items {
        let slot = match item {
            Item::Body(id) => document.bodies.iter_mut().find(|b| b.id == *id).map(|b| &mut b.group),
            Item::Launcher(id) => document.launchers.iter_mut().find(|l| l.id == *id).map(|l| &mut l.group),
            Item::Light(id) => document.lights.iter_mut().find(|l| l.id == *id).map(|l| &mut l.group),
            Item::Group(id) => {
                let stands = world(document, Some(id));
                let name = outer.map(str::to_owned);
                document.groups.iter_mut().filter(|g| g.id == *id).for_each(|g| g.group.clone_from(&name));
                place(document, id, stands);
                None
            }
            Item::Joint(_) | Item::Note(_) | Item::Measure(_) | Item::Smoke(_) | Item::Curve(_) => None,
        };
        if let Some(slot) = slot {
            *slot = outer.map(str::to_owned);
        }
    }
}

/// Writes a group's frame so that it leads to the world as `target` does, as nearly as its parts can; what stands in it
/// does not move.
pub fn place(document: &mut Document, id: &str, target: Affine) {
    let Some(group) = document.group(id) else { return };
    let inside = world(document, group.group.as_deref()).inverse().map_or(target, |back| back.after(target));
    let fitted = group.placement.fitted(inside);
    document.groups.iter_mut().filter(|g| g.id == id).for_each(|g| g.placement = fitted);
}

/// Gives a group another placement: what stands in it keeps its coordinates in the group.
pub fn replace(document: &mut Document, id: &str, placement: Placement) -> Changes {
    let Some(index) = document.groups.iter().position(|g| g.id == id) else { return Changes::default() };
    let before = world(document, Some(id));
    let old = std::mem::replace(&mut document.groups[index].placement, placement);
    let Some(back) = before.inverse().filter(|_| old.matrix() != placement.matrix()) else { return Changes::default() };
    let map = world(document, Some(id)).after(back);
    stretch::map_items(document, &[Item::Group(id.to_owned())], map)
}

/// Gives a group another name, everywhere.
pub fn rename(document: &mut Document, id: &str, new: &str) {
    let filters = document.launchers.iter_mut().filter_map(|l| l.only.group.as_mut());
    filters.filter(|name| *name == id).for_each(|name| new.clone_into(name));
    document.group_slots().flatten().filter(|name| *name == id).for_each(|name| new.clone_into(name));
    document.groups.iter_mut().filter(|group| group.id == id).for_each(|group| new.clone_into(&mut group.id));
}

/// The groups in which something stands.
pub fn filled(document: &Document) -> BTreeSet<String> {
    (document.bodies.iter().filter_map(|b| b.group.clone()))
        .chain(document.launchers.iter().filter_map(|l| l.group.clone()))
        .chain(document.lights.iter().filter_map(|l| l.group.clone()))
        .chain(document.groups.iter().filter_map(|g| g.group.clone()))
        .collect()
}

/// Takes away the groups that have become empty, of those that were [`filled`] before.
pub fn prune(document: &mut Document, before: &BTreeSet<String>) {
    loop {
        let (now, count) = (filled(document), document.groups.len());
        document.groups.retain(|g| now.contains(&g.id) || !before.contains(&g.id));
        if document.groups.len() == count {
            drop_filters(document);
            return;
        }
    }
}

/// Launchers that look for the nearest body of a group that is gone look among all bodies.
fn drop_filters(document: &mut Document) {
    let there: BTreeSet<String> = document.groups.iter().map(|group| group.id.clone()).collect();
    for launcher in &mut document.launchers {
        drop(launcher.only.group.take_if(|group| !there.contains(group)));
    }
}

/// The box around things where they stand in the document.
pub fn bounds(document: &Document, items: &[Item]) -> Option<Aabb> {
    points(document, items, Affine::IDENTITY)
}

/// The box around the members of a group in the group's own frame.
pub fn own_bounds(document: &Document, id: &str) -> Option<Aabb> {
    points(document, &[Item::Group(id.to_owned())], world(document, Some(id)).inverse()?)
}

fn points(document: &Document, items: &[Item], map: Affine) -> Option<Aabb> {
    members(document, items).iter().filter_map(|item| mapped_box(document, item, map)).reduce(Aabb::union)
}

/// The box around a thing that has a size or a place of its own, under a map.
fn mapped_box(document: &Document, item: &Item, map: Affine) -> Option<Aabb> {
    let around = |point: Vec2| Aabb { min: map.point(point), max: map.point(point) };
    match item {
        Item::Body(id) => {
            let mut body = document.body(id)?.clone();
            if map != Affine::IDENTITY {
                stretch::map_body(&mut body, map, &mut Changes::default());
            }
            box_of(&body)
        }
        Item::Launcher(id) => document.launcher(id).filter(|launcher| launcher.body.is_none()).map(|launcher| around(launcher.position)),
        Item::Smoke(id) => {
            let smoke = document.smoke(id)?;
            let half = 0.5 * Vec2::new(smoke.width, smoke.height);
            let corners = [half, -half, Vec2::new(half.x, -half.y), Vec2::new(-half.x, half.y)];
            Aabb::around(corners.map(|corner| map.point(smoke.center + corner)))
        }
        Item::Light(id) => match document.light(id)?.kind {
            LightKind::Point { body: None, position, .. } => Some(around(position)),
            _ => None,
        },
        Item::Joint(_) | Item::Group(_) | Item::Note(_) | Item::Measure(_) | Item::Curve(_) => None,
    }
}

/// What groups of a part are called where it was put in.
pub struct NewNames {
    names: BTreeMap<String, Option<String>>,
    added: BTreeSet<String>,
}

impl NewNames {
    /// The name there of a group of the part; of one outside it the same name, if it is there.
    pub fn of(&self, name: Option<&str>) -> Option<String> {
        self.names.get(name?)?.clone()
    }

    /// True for a group that was added.
    pub fn is_new(&self, id: &str) -> bool {
        self.added.contains(id)
    }

    /// The added groups that stand in no added group.
    pub fn roots(&self, document: &Document) -> Vec<Item> {
        let is_root = |id: &&String| !document.group(id).and_then(|g| g.group.as_deref()).is_some_and(|outer| self.is_new(outer));
        self.added.iter().filter(is_root).cloned().map(Item::Group).collect()
    }
}

/// Adds the groups of a part under free names, their frames moved by `motion`.
pub fn insert(document: &mut Document, part: &Document, motion: Affine) -> NewNames {
    let mut free = FreeIds::of::<GroupDoc>(document);
    let mut names: BTreeMap<String, Option<String>> = document.groups.iter().map(|g| (g.id.clone(), Some(g.id.clone()))).collect();
    let mut added = BTreeSet::new();
    for group in &part.groups {
        let new = free.take(&group.id);
        added.insert(new.clone());
        names.insert(group.id.clone(), Some(new));
    }
    let names = NewNames { names, added };
    let first = document.groups.len();
    for group in &part.groups {
        let id = names.of(Some(&group.id)).unwrap_or_default();
        document.groups.push(GroupDoc { id, group: names.of(group.group.as_deref()), placement: group.placement });
    }
    let added: Vec<Item> = document.groups[first..].iter().map(|g| Item::Group(g.id.clone())).collect();
    for root in roots(document, &added) {
        let stands = world(document, Some(&root));
        place(document, &root, motion.after(stands));
    }
    names
}
