//! What the bodies of a scene wear.

use super::document::Document;
use super::problem::Problems;
use super::skin_doc::{PictureDoc, SkinDoc};
use std::collections::BTreeSet;

/// What bodies of a running scene wear.
#[derive(Clone, Debug, Default)]
pub struct Wardrobe {
    /// Body and skin, in drawing order.
    pub skins: Vec<(String, SkinDoc)>,
    /// The pictures, by name.
    pub pictures: std::collections::BTreeMap<String, PictureDoc>,
}

impl Wardrobe {
    /// Of a document.
    pub fn of(document: &Document) -> Wardrobe {
        let mut skins: Vec<(String, SkinDoc)> =
            document.bodies.iter().filter_map(|b| Some((b.id.clone(), b.skin.as_deref()?.clone()))).collect();
        skins.sort_by_key(|(_, skin)| skin.order);
        Wardrobe { skins, pictures: document.pictures.clone() }
    }
}

/// Takes out the pictures that nothing wears any more, of those that `before` wore.
pub fn drop_unworn(document: &mut Document, before: &BTreeSet<String>) {
    let worn = worn(document);
    document.pictures.retain(|name, _| worn.contains(name) || !before.contains(name));
}

/// Names of the pictures that bodies wear.
pub fn worn(document: &Document) -> BTreeSet<String> {
    document.bodies.iter().filter_map(|b| Some(b.skin.as_deref()?.picture.clone())).collect()
}

/// Puts a picture on a body under a free name like `name`; an equal picture that is there already is shared.
///
/// # Errors
/// The scene may not hold it.
pub fn dress(document: &mut Document, body: &str, name: &str, picture: PictureDoc, skin: SkinDoc) -> Result<(), Problems> {
    let before = worn(document);
    let equal = document.pictures.iter().find(|(_, known)| **known == picture).map(|(name, _)| name.clone());
    let name = equal.unwrap_or_else(|| free_name(document, name));
    document.pictures.insert(name.clone(), picture);
    document
        .bodies
        .iter_mut()
        .filter(|b| b.id == body)
        .for_each(|b| b.skin = Some(Box::new(SkinDoc { picture: name.clone(), ..skin.clone() })));
    drop_unworn(document, &before);
    super::file::check(document)
}

/// A name that no picture of the document has.
pub fn free_name(document: &Document, name: &str) -> String {
    let base = if name.is_empty() { "picture" } else { name };
    let numbered = (2..).map(|i| format!("{base}-{i}"));
    std::iter::once(base.to_owned()).chain(numbered).find(|name| !document.pictures.contains_key(name)).unwrap_or_default()
}
