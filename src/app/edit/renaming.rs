//! Another name for a thing of a scene, carried through everything that names it.

use crate::app::graphs;
use crate::app::selection::Item;
use crate::app::thing::Thing;
use crate::scene::control::ControlDoc;
use crate::scene::document::{Document, LessonStepDoc};
use std::collections::BTreeMap;

/// A thing is called otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Renaming {
    /// Under its old name.
    pub item: Item,
    /// Its new name.
    pub new: String,
}

impl Renaming {
    /// What makes one scene of the other, if that is the name of one thing of the run and nothing that moves.
    pub fn between(old: &Document, new: &Document) -> Option<Renaming> {
        let bodies = differing(&old.bodies, &new.bodies, |body| &body.id, Item::Body);
        let joints = differing(&old.joints, &new.joints, |joint| &joint.id, Item::Joint);
        let launchers = differing(&old.launchers, &new.launchers, |launcher| &launcher.id, Item::Launcher);
        let smoke = differing(&old.smoke, &new.smoke, |smoke| &smoke.id, Item::Smoke);
        let mut all = bodies?.into_iter().chain(joints?).chain(launchers?).chain(smoke?);
        let (Some(renaming), None) = (all.next(), all.next()) else { return None };
        // A launcher that looks for names has another target.
        if old.launchers.iter().any(|launcher| launcher.only.name.is_some()) {
            return None;
        }
        let mut renamed = old.clone();
        renaming.apply(&mut renamed);
        renamed.moves_as(new).then_some(renaming)
    }

    /// Gives the thing its new name in a document.
    pub fn apply(&self, document: &mut Document) {
        rename(document, &self.item, &self.new);
    }

    /// True when something else of its sort is called so in a document.
    pub fn is_taken(&self, document: &Document) -> bool {
        self.item.called(&self.new).is_in(document)
    }
}

/// Things whose names differ in two lists of the same length; `None` when the lists are of different length.
fn differing<T>(old: &[T], new: &[T], id: impl Fn(&T) -> &String, item: impl Fn(String) -> Item) -> Option<Vec<Renaming>> {
    let pairs = || old.iter().zip(new).filter(|(a, b)| id(a) != id(b));
    (old.len() == new.len()).then(|| pairs().map(|(a, b)| Renaming { item: item(id(a).clone()), new: id(b).clone() }).collect())
}

/// Gives a thing another name, and carries it through everything that names it.
pub fn rename(document: &mut Document, item: &Item, new: &str) {
    let old = item.id();
    if let Some(thing) = Thing::of(document, item) {
        thing.called(new).put(document, old);
    }
    if let Item::Body(_) = item {
        document.each_mention(|name| follow(name, old, new));
    }
    graphs::rename(document, item, new);
    rename_in_state(document, item, new);
}

/// What a saved run keeps under the name of a thing.
fn rename_in_state(document: &mut Document, item: &Item, new: &str) {
    let Some(state) = document.state.as_deref_mut() else { return };
    let old = item.id();
    match item {
        Item::Body(_) => {
            rename_key(&mut state.steering, old, new);
            rename_key(&mut state.mines, old, new);
        }
        Item::Launcher(_) => {
            rename_key(&mut state.guns, old, new);
            state.shots.iter_mut().for_each(|shot| follow(&mut shot.launcher, old, new));
        }
        Item::Smoke(_) => rename_key(&mut state.smoke, old, new),
        _ => {}
    }
}

fn rename_key<T>(map: &mut BTreeMap<String, T>, old: &str, new: &str) {
    if let Some(value) = map.remove(old) {
        map.insert(new.to_owned(), value);
    }
}

/// All controllers of the document.
pub(super) fn controllers(document: &mut Document) -> impl Iterator<Item = &mut ControlDoc> {
    document.bodies.iter_mut().filter_map(|body| body.control.as_deref_mut())
}

/// The body that a step's question asks for.
pub(super) fn asked_body(step: &mut LessonStepDoc) -> Option<&mut String> {
    step.question.as_mut()?.kind.body_mut()
}

fn follow(name: &mut String, old: &str, new: &str) {
    if name == old {
        new.clone_into(name);
    }
}
