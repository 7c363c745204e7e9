//! What an edit of the scene means for its tapes and protractors: their ends follow a new name, and go with the bodies
//! that they are tied to.

use super::free_ids::FreeIds;
use super::selection::Item;
use crate::engine::math::Vec2;
use crate::scene::document::{Document, MeasureDoc, MeasureEnd};

/// Adds a tape or protractor under a free id, which is returned.
pub fn add(document: &mut Document, mut measure: MeasureDoc) -> String {
    let base = if measure.id.is_empty() { measure.word() } else { &measure.id };
    measure.id = FreeIds::among(document.measures.iter().map(|m| m.id.as_str())).take(base);
    let id = measure.id.clone();
    document.measures.push(measure);
    id
}

/// Carries a new id of a body through the ends that are tied to it.
pub fn rename(document: &mut Document, old: &str, new: &str) {
    let names = document.measures.iter_mut().flat_map(MeasureDoc::ends_mut).filter_map(|end| end.body.as_mut());
    names.filter(|name| name.as_str() == old).for_each(|name| new.clone_into(name));
}

/// Takes out those among some things, and those that are tied to bodies among them.
pub fn delete(document: &mut Document, items: &[Item]) {
    let gone = |end: &MeasureEnd| end.body.as_ref().is_some_and(|id| items.contains(&Item::Body(id.clone())));
    document.measures.retain(|m| !items.contains(&Item::Measure(m.id.clone())) && !m.ends().any(gone));
}

/// Takes out those that are tied to bodies that the document has not.
pub fn drop_lost(document: &mut Document) {
    let mut measures = std::mem::take(&mut document.measures);
    measures.retain(|m| m.ends().all(|end| end.body.as_ref().is_none_or(|id| document.body(id).is_some())));
    document.measures = measures;
}

/// Moves the free ends of those among some things.
pub fn shift(document: &mut Document, items: &[Item], point: impl Fn(Vec2) -> Vec2) {
    let named = document.measures.iter_mut().filter(|m| items.contains(&Item::Measure(m.id.clone())));
    named.for_each(|measure| shift_one(measure, &point));
}

fn shift_one(measure: &mut MeasureDoc, point: &impl Fn(Vec2) -> Vec2) {
    measure.ends_mut().filter(|end| end.body.is_none()).for_each(|end| end.at = point(end.at));
}

/// Those among some things, and those all of whose tied ends are on bodies among them.
pub fn extract(document: &Document, items: &[Item]) -> Vec<MeasureDoc> {
    let has = |id: &String| items.contains(&Item::Body(id.clone()));
    let goes_with = |m: &&MeasureDoc| {
        let mut tied = m.ends().filter_map(|end| end.body.as_ref()).peekable();
        items.contains(&Item::Measure(m.id.clone())) || tied.peek().is_some() && tied.all(has)
    };
    document.measures.iter().filter(goes_with).cloned().collect()
}

/// Adds tapes and protractors under free ids, their free ends moved; one that was tied to a body that is neither copied
/// nor there is left out.
pub fn insert(
    document: &mut Document,
    measures: &[MeasureDoc],
    renamed: impl Fn(&str) -> Option<String>,
    point: impl Fn(Vec2) -> Vec2,
) -> Vec<Item> {
    let mut added = Vec::new();
    for measure in measures {
        let mut new = measure.clone();
        shift_one(&mut new, &point);
        let is_there = |document: &Document, id: &str| document.body(id).map(|body| body.id.clone());
        let mut is_lost = false;
        for name in new.ends_mut().filter_map(|end| end.body.as_mut()) {
            match renamed(name).or_else(|| is_there(document, name)) {
                Some(known) => *name = known,
                None => is_lost = true,
            }
        }
        if !is_lost {
            added.push(Item::Measure(add(document, new)));
        }
    }
    added
}
