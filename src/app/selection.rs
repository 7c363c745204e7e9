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

    /// A thing of the same sort under another id.
    #[must_use]
    pub fn called(&self, id: &str) -> Item {
        let mut item = self.clone();
        match &mut item {
            Item::Body(own) | Item::Joint(own) | Item::Launcher(own) | Item::Light(own) => id.clone_into(own),
            Item::Curve(own) | Item::Group(own) | Item::Note(own) | Item::Measure(own) | Item::Smoke(own) => id.clone_into(own),
        }
        item
    }

    /// The id of a body.
    pub fn as_body(&self) -> Option<&str> {
        if let Item::Body(id) = self { Some(id) } else { None }
    }

    /// The id of a launcher.
    pub fn as_launcher(&self) -> Option<&str> {
        if let Item::Launcher(id) = self { Some(id) } else { None }
    }

    /// The id of a group.
    pub fn as_group(&self) -> Option<&str> {
        if let Item::Group(id) = self { Some(id) } else { None }
    }

    /// What such a thing is called; one, and several.
    pub fn kind_names(&self) -> [&'static str; 2] {
        match self {
            Item::Body(_) => ["body", "bodies"],
            Item::Joint(_) => ["joint", "joints"],
            Item::Launcher(_) => ["launcher", "launchers"],
            Item::Light(_) => ["light", "lights"],
            Item::Curve(_) => ["curve", "curves"],
            Item::Note(_) => ["note", "notes"],
            Item::Measure(_) => ["tape or protractor", "tapes and protractors"],
            Item::Smoke(_) => ["region of smoke", "regions of smoke"],
            Item::Group(_) => ["group", "groups"],
        }
    }
}
