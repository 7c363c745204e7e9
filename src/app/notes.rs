//! What an edit of the scene means for its notes: they follow a new name, and go with the body that they belong to.

use super::free_ids::FreeIds;
use super::selection::Item;
use crate::engine::math::Vec2;
use crate::scene::document::{Document, NoteDoc};

/// Adds a note under a free id, which is returned.
pub fn add(document: &mut Document, mut note: NoteDoc) -> String {
    let base = if note.id.is_empty() { "note" } else { &note.id };
    note.id = FreeIds::among(document.notes.iter().map(|n| n.id.as_str())).take(base);
    let id = note.id.clone();
    document.notes.push(note);
    id
}

/// Carries a new id of a body through the notes that go with it.
pub fn rename(document: &mut Document, old: &str, new: &str) {
    document
        .notes
        .iter_mut()
        .filter_map(|note| note.body.as_mut())
        .filter(|name| name.as_str() == old)
        .for_each(|name| new.clone_into(name));
}

/// Takes out the notes among some things, and those that go with bodies among them.
pub fn delete(document: &mut Document, items: &[Item]) {
    document.notes.retain(|note| !is_among(note, items));
}

/// Moves the notes among some things that stand in the world.
pub fn shift(document: &mut Document, items: &[Item], point: impl Fn(Vec2) -> Vec2) {
    for note in document.notes.iter_mut().filter(|n| n.body.is_none() && items.contains(&Item::Note(n.id.clone()))) {
        shift_one(note, &point);
    }
}

fn shift_one(note: &mut NoteDoc, point: &impl Fn(Vec2) -> Vec2) {
    note.position = point(note.position);
    note.to = note.to.map(point);
}

/// The notes among some things, and those that go with bodies among them.
pub fn extract(document: &Document, items: &[Item]) -> Vec<NoteDoc> {
    document.notes.iter().filter(|note| is_among(note, items)).cloned().collect()
}

fn is_among(note: &NoteDoc, items: &[Item]) -> bool {
    let goes_with = |id: &String| items.contains(&Item::Body(id.clone()));
    items.contains(&Item::Note(note.id.clone())) || note.body.as_ref().is_some_and(goes_with)
}

/// Adds notes under free ids, those in the world moved; one whose body is neither copied nor there is left out.
pub fn insert(
    document: &mut Document,
    notes: &[NoteDoc],
    renamed: impl Fn(&str) -> Option<String>,
    point: impl Fn(Vec2) -> Vec2,
) -> Vec<Item> {
    let mut added = Vec::new();
    for note in notes {
        let mut new = note.clone();
        match note.body.as_deref() {
            None => shift_one(&mut new, &point),
            Some(id) => match renamed(id).or_else(|| document.body(id).map(|body| body.id.clone())) {
                Some(name) => new.body = Some(name),
                None => continue,
            },
        }
        added.push(Item::Note(add(document, new)));
    }
    added
}
