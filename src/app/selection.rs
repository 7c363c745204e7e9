//! What can be selected.

/// A thing of the document, by its string id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// A body.
    Body(String),
    /// A joint.
    Joint(String),
    /// A launcher.
    Launcher(String),
    /// A lamp.
    Light(String),
    /// A curve.
    Curve(String),
    /// A note.
    Note(String),
    /// A tape or protractor.
    Measure(String),
    /// A region of smoke.
    Smoke(String),
    /// A group.
    Group(String),
}

impl Item {
    /// Its string id.
    pub fn id(&self) -> &str {
        match self {
            Item::Body(id) | Item::Joint(id) | Item::Launcher(id) | Item::Light(id) => id,
            Item::Curve(id) | Item::Group(id) | Item::Note(id) | Item::Measure(id) | Item::Smoke(id) => id,
        }
    }
}
