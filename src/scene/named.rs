//! The things of a document that are called by an id: one list of each sort.

use super::document::{
    BodyDoc, Document, Geometry, GroupDoc, JointDoc, LauncherDoc, LightDoc, LightKind, MeasureDoc, NoteDoc, PlaneCurveDoc, SmokeDoc,
};

/// A thing of a document that is called by an id, unique among those of its sort.
pub trait Named: Clone + 'static {
    /// Its id.
    fn id(&self) -> &str;
    /// Its id, to change it.
    fn id_mut(&mut self) -> &mut String;
    /// What one is called when nobody named it.
    fn word(&self) -> &'static str;
    /// All of the sort, in file order.
    fn all(document: &Document) -> &Vec<Self>;
    /// All of the sort, to change them.
    fn all_mut(document: &mut Document) -> &mut Vec<Self>;
    /// The one with this id, to change it.
    fn find_mut<'a>(document: &'a mut Document, id: &str) -> Option<&'a mut Self> {
        Self::all_mut(document).iter_mut().find(|thing| thing.id() == id)
    }
}

/// Declares which list holds the things of a type, how one is found, and its [`Named::word`].
macro_rules! named {
    ($($(#[$doc:meta])* $one:ident in $list:ident: $of:ident, $word:expr;)+) => {
        $(impl Named for $of {
            fn id(&self) -> &str {
                &self.id
            }
            fn id_mut(&mut self) -> &mut String {
                &mut self.id
            }
            fn word(&self) -> &'static str {
                let word: fn(&$of) -> &'static str = $word;
                word(self)
            }
            fn all(document: &Document) -> &Vec<Self> {
                &document.$list
            }
            fn all_mut(document: &mut Document) -> &mut Vec<Self> {
                &mut document.$list
            }
        })+

        impl Document {
            $($(#[$doc])*
            pub fn $one(&self, id: &str) -> Option<&$of> {
                self.$list.iter().find(|thing| thing.id == id)
            })+

            /// The ids of all things, by the name of their list in a file.
            pub fn id_lists(&self) -> Vec<(&'static str, Vec<&str>)> {
                vec![$((stringify!($list), self.$list.iter().map(Named::id).collect())),+]
            }
        }
    };
}

named! {
    /// The body with this id.
    body in bodies: BodyDoc, |body| body.shapes.first().map_or("body", |shape| word_of(&shape.geometry));
    /// The joint with this id.
    joint in joints: JointDoc, |joint| joint.kind.variant().word;
    /// The launcher with this id.
    launcher in launchers: LauncherDoc, |_| "launcher";
    /// The curve with this id.
    curve in curves: PlaneCurveDoc, |curve| curve.kind.word();
    /// The lamp with this id.
    light in lights: LightDoc, |light| if matches!(light.kind, LightKind::Sun { .. }) { "sun" } else { "lamp" };
    /// The note with this id.
    note in notes: NoteDoc, |_| "note";
    /// The tape or protractor with this id.
    measure in measures: MeasureDoc, |measure| if measure.apex.is_some() { "angle" } else { "tape" };
    /// The region of smoke with this id.
    smoke in smoke: SmokeDoc, |_| "smoke";
    /// The group with this id.
    group in groups: GroupDoc, |_| "group";
}

fn word_of(geometry: &Geometry) -> &'static str {
    match geometry {
        Geometry::Circle { .. } => "circle",
        Geometry::Box { .. } => "box",
        Geometry::Capsule { .. } => "capsule",
        Geometry::Polygon { .. } => "polygon",
        Geometry::Outline { .. } => "outline",
        Geometry::Segment { .. } => "wall",
        Geometry::HalfPlane { .. } => "ground",
    }
}
