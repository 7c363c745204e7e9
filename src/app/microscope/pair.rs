//! Which pair is opened when none was named: that of the selection, before the one that is watched.

use crate::app::groups;
use crate::app::program::App;
use crate::engine::body::BodyId;
use crate::engine::collider::ColliderId;
use crate::lens::{deepest_contact, nearest_pair};
use crate::scene::stage::Stage;

type Pair = (ColliderId, ColliderId);

impl App {
    /// The pair of the selection: of one body its contact, of several that between them, of two that are apart the two.
    /// What is watched comes first if it is of the selection. With no body selected the watched pair, else the deepest
    /// contact. `None` when what is selected touches nothing.
    ///
    /// A scene that has not taken a step has no contacts yet, so those are asked for that the step to come makes.
    pub(in crate::app) fn pair_to_open(&self) -> Option<Pair> {
        let bodies = self.selected_bodies();
        let has = |id: ColliderId| bodies.contains(&id.body);
        let any = |(a, b): Pair| has(a) || has(b);
        let both = |(a, b): Pair| has(a) && has(b);
        match bodies.as_slice() {
            [] => self.pair(),
            [_] => self.contact_of(any),
            [a, b] => self.contact_of(both).or_else(|| nearest_pair(self.stage(), *a, *b)),
            _ => self.contact_of(both).or_else(|| self.contact_of(any)),
        }
    }

    /// The bodies of the selection and of its groups that the running scene has.
    fn selected_bodies(&self) -> Vec<BodyId> {
        let bodies = &self.stage().names().bodies;
        groups::bodies(&self.document, self.selection()).iter().filter_map(|name| bodies.id(name)).collect()
    }

    /// Why the selection opens nothing; `None` when that is not why.
    pub(in crate::app) fn why_selection_touches_nothing(&self) -> Option<String> {
        let bodies = groups::bodies(&self.document, self.selection());
        let who = match bodies.as_slice() {
            [] => return None,
            [body] => format!("{body} touches nothing"),
            _ => "What is selected touches nothing".to_owned(),
        };
        Some(format!("{who} now: let two bodies touch, or select two bodies, a joint or a curve."))
    }

    /// The watched pair if it is wanted, else the deepest contact that is: now, or after the step to come.
    fn contact_of(&self, is_wanted: impl Fn(Pair) -> bool) -> Option<Pair> {
        let watched = self.pair().filter(|pair| self.is_pair_chosen() && is_wanted(*pair));
        let deepest =
            |stage: &Stage| deepest_contact(stage, |contact| contact.count > 0 && is_wanted((contact.collider_a, contact.collider_b)));
        watched.or_else(|| deepest(self.stage())).or_else(|| {
            let mut next = self.stage().clone();
            next.step();
            deepest(&next)
        })
    }
}
