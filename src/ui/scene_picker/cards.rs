//! What the gallery knows of each scene.

use crate::scene::shipped;
use std::sync::OnceLock;

/// What the picker knows of a scene.
pub(crate) struct SceneCard {
    pub name: &'static str,
    pub title: String,
    pub about: String,
    pub is_lesson: bool,
    pub group: &'static str,
    pub tags: &'static str,
    pub thumbnail: &'static [u8],
}

/// All shipped scenes, read once.
pub(crate) fn cards() -> &'static [SceneCard] {
    static CARDS: OnceLock<Vec<SceneCard>> = OnceLock::new();
    CARDS.get_or_init(|| {
        let card = |scene: &shipped::ShippedScene| {
            let document = crate::scene::file::parse(scene.json.as_bytes()).unwrap_or_default();
            let title = if document.title.is_empty() { scene.name.to_owned() } else { document.title };
            SceneCard {
                name: scene.name,
                title,
                about: document.about,
                is_lesson: !document.lesson.is_empty(),
                group: scene.group,
                tags: scene.tags,
                thumbnail: scene.thumbnail,
            }
        };
        shipped::scenes().iter().map(card).collect()
    })
}
