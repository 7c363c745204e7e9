//! A thing of the document, of any sort: copied out, added, put back, taken away.

use super::free_ids::add;
use super::selection::Item;
use crate::scene::document::{BodyDoc, Document, GroupDoc, JointDoc, LauncherDoc, LightDoc, MeasureDoc, NoteDoc, PlaneCurveDoc, SmokeDoc};
use crate::scene::named::Named;

/// Declares [`Thing`] with a variant for each of [`Item`], and what is the same for all of them.
macro_rules! things {
    ($($(#[$doc:meta])* $kind:ident($of:ident),)+) => {
        /// A thing of the document, whole.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(clippy::large_enum_variant)] // a launcher is large, and things come one at a time
        pub enum Thing {
            $($(#[$doc])* $kind($of),)+
        }

        $(impl From<$of> for Thing {
            fn from(thing: $of) -> Thing {
                Thing::$kind(thing)
            }
        })+

        impl Thing {
            /// The thing that an item names.
            pub fn of(document: &Document, item: &Item) -> Option<Thing> {
                match item {
                    $(Item::$kind(id) => $of::all(document).iter().find(|thing| thing.id == *id).cloned().map(Thing::$kind),)+
                }
            }

            /// What names it.
            pub fn item(&self) -> Item {
                match self {
                    $(Thing::$kind(thing) => Item::$kind(thing.id.clone()),)+
                }
            }

            /// Its string id.
            pub fn id(&self) -> &str {
                match self {
                    $(Thing::$kind(thing) => &thing.id,)+
                }
            }

            /// The same under another id.
            #[must_use]
            pub fn called(mut self, id: &str) -> Thing {
                match &mut self {
                    $(Thing::$kind(thing) => id.clone_into(&mut thing.id),)+
                }
                self
            }

            /// What one is called when nobody named it.
            pub fn word(&self) -> &'static str {
                match self {
                    $(Thing::$kind(thing) => thing.word(),)+
                }
            }

            /// Adds it under a free id.
            pub fn add_to(self, document: &mut Document) -> Item {
                match self {
                    $(Thing::$kind(thing) => Item::$kind(add(document, thing)),)+
                }
            }

            /// What names each thing of a document: bodies first, groups last.
            pub fn items(document: &Document) -> Vec<Item> {
                let mut items = Vec::new();
                $(items.extend($of::all(document).iter().map(|thing| Item::$kind(thing.id.clone())));)+
                items
            }

            /// Puts it in the place of the one of its sort that has this id. False when there is none.
            pub fn put(self, document: &mut Document, id: &str) -> bool {
                match self {
                    $(Thing::$kind(thing) => $of::find_mut(document, id).map(|place| *place = thing).is_some(),)+
                }
            }

            /// Takes all things out of a document but those that stay.
            pub fn retain(document: &mut Document, stays: impl Fn(&Item) -> bool) {
                $($of::all_mut(document).retain(|thing| stays(&Item::$kind(thing.id.clone())));)+
            }
        }

        impl Item {
            /// True when the document has it.
            pub fn is_in(&self, document: &Document) -> bool {
                match self {
                    $(Item::$kind(id) => $of::all(document).iter().any(|thing| thing.id == *id),)+
                }
            }
        }
    };
}

things! {
    /// A body.
    Body(BodyDoc),
    /// A joint.
    Joint(JointDoc),
    /// A launcher.
    Launcher(LauncherDoc),
    /// A lamp or a sun.
    Light(LightDoc),
    /// A curve.
    Curve(PlaneCurveDoc),
    /// A note.
    Note(NoteDoc),
    /// A tape or protractor.
    Measure(MeasureDoc),
    /// A region of smoke.
    Smoke(SmokeDoc),
    /// A group.
    Group(GroupDoc),
}
