//! Edits of a document's curves.

use super::free_ids::FreeIds;
use super::selection::Item;
use crate::engine::math::Vec2;
use crate::scene::document::{Document, PlaneCurveDoc};

/// Adds a curve under a free id, which is returned.
pub fn add(document: &mut Document, mut curve: PlaneCurveDoc) -> String {
    let base = if curve.id.is_empty() { curve.kind.word() } else { &curve.id };
    curve.id = FreeIds::among(document.curves.iter().map(|c| c.id.as_str())).take(base);
    let id = curve.id.clone();
    document.curves.push(curve);
    id
}

/// Moves the selected curves by what happens to each point; one on a body keeps its place there.
pub fn move_selected(document: &mut Document, items: &[Item], motion: impl Fn(Vec2) -> Vec2) {
    for curve in document.curves.iter_mut().filter(|c| c.body.is_none() && items.contains(&Item::Curve(c.id.clone()))) {
        for place in curve.kind.places_mut() {
            *place = motion(*place);
        }
    }
}

/// Adds copies of a part's curves; `renamed` tells what a body is called now. One whose body is not there is left out.
pub fn insert(
    document: &mut Document,
    part: &Document,
    motion: impl Fn(Vec2) -> Vec2,
    renamed: impl Fn(&Document, &str) -> Option<String>,
) -> Vec<Item> {
    let mut added = Vec::new();
    for curve in &part.curves {
        let mut new = curve.clone();
        match &mut new.body {
            Some(body) => match renamed(document, body) {
                Some(name) => *body = name,
                None => continue,
            },
            None => new.kind.places_mut().into_iter().for_each(|place| *place = motion(*place)),
        }
        added.push(Item::Curve(add(document, new)));
    }
    added
}
