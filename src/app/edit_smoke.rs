//! Edits of smoke: adding, taking out, moving and pasting regions.

use super::free_ids::FreeIds;
use crate::engine::math::Vec2;
use crate::scene::document::{Document, SmokeDoc};

/// Adds a region of smoke under a free id, which is returned.
pub fn add(document: &mut Document, mut smoke: SmokeDoc) -> String {
    let base = if smoke.id.is_empty() { "smoke" } else { &smoke.id };
    smoke.id = FreeIds::among(document.smoke.iter().map(|s| s.id.as_str())).take(base);
    let id = smoke.id.clone();
    document.smoke.push(smoke);
    id
}

/// A region goes along upright, its sources with it; those on bodies stay there.
pub(super) fn carry(smoke: &mut SmokeDoc, point: impl Fn(Vec2) -> Vec2, vector: impl Fn(Vec2) -> Vec2) {
    smoke.center = point(smoke.center);
    for source in smoke.sources.iter_mut().filter(|source| source.body.is_none()) {
        source.position = point(source.position);
        source.wind = vector(source.wind);
    }
}

/// Adds a copy of a region, carried, its sources on the copies of their bodies; a source whose body is unknown is left
/// out.
pub(super) fn insert(
    document: &mut Document,
    region: &SmokeDoc,
    carried: impl Fn(&mut SmokeDoc),
    renamed: impl Fn(&str) -> Option<String>,
) -> String {
    let mut new = region.clone();
    carried(&mut new);
    for name in new.bodies_mut() {
        *name = renamed(name).unwrap_or_else(|| name.clone());
    }
    new.sources.retain(|source| source.body.as_ref().is_none_or(|name| document.body(name).is_some()));
    add(document, new)
}
