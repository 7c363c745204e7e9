//! Ids for new things that nothing else has.

use crate::scene::document::Document;
use crate::scene::named::Named;
use std::collections::{BTreeMap, BTreeSet};

/// Gives out free ids, many at a low cost: what was given out is taken from then on.
pub struct FreeIds {
    taken: BTreeSet<String>,
    /// By stem: all numbers below are taken.
    next: BTreeMap<String, u32>,
}

/// Adds a thing to its list under a free id, which is returned.
pub fn add<T: Named>(document: &mut Document, thing: T) -> String {
    let mut ids = FreeIds::of::<T>(document);
    add_among(document, thing, &mut ids)
}

/// [`add`] for many things of a sort: what is taken is asked for once.
pub fn add_among<T: Named>(document: &mut Document, mut thing: T, ids: &mut FreeIds) -> String {
    let id = ids.name(&mut thing);
    T::all_mut(document).push(thing);
    id
}

impl FreeIds {
    /// Among the things of a sort.
    pub fn of<T: Named>(document: &Document) -> FreeIds {
        FreeIds::among(T::all(document).iter().map(Named::id))
    }

    /// Gives a thing a free id like the one that it has, else like its sort; returns it.
    pub fn name<T: Named>(&mut self, thing: &mut T) -> String {
        let id = self.take(if thing.id().is_empty() { thing.word() } else { thing.id() });
        thing.id_mut().clone_from(&id);
        id
    }

    /// Among these.
    pub fn among<'a>(taken: impl Iterator<Item = &'a str>) -> FreeIds {
        FreeIds { taken: taken.map(str::to_owned).collect(), next: BTreeMap::new() }
    }

    /// `base`, else `base-2`, `base-3` … (a number at the end of `base` counts on: see [`stem_of`]).
    pub fn take(&mut self, base: &str) -> String {
        if !base.is_empty() && self.taken.insert(base.to_owned()) {
            return base.to_owned();
        }
        let stem = stem_of(base);
        let next = self.next.entry(stem.to_owned()).or_insert(2);
        loop {
            let id = format!("{stem}-{next}");
            *next += 1;
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}

/// What numbers are put behind: `box` of `box-2` and of `box2`. The end of `crate 12.1` is a decimal and that of
/// `box 2` a word of its own, so they stay whole: `crate 12.1-2`, `box 2-2`.
fn stem_of(base: &str) -> &str {
    let rest = base.trim_end_matches(|c: char| c.is_ascii_digit());
    let counts_on = rest.ends_with(|c: char| c.is_alphabetic() || c == '-');
    match rest.trim_end_matches('-') {
        "" => "thing",
        stem if counts_on => stem,
        _ => base,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A copy of "crate 12.1" was called "crate 12.-2".
    #[test]
    fn a_number_counts_on_where_it_is_one_and_stays_where_it_is_a_part_of_the_name() {
        let copy = |base: &str| FreeIds::among([base].into_iter()).take(base);
        let copies = ["box", "box-2", "box3", "7", "crate 12.1", "crate 11.1", "box 2"].map(copy);
        assert_eq!(copies, ["box-2", "box-3", "box-2", "thing-2", "crate 12.1-2", "crate 11.1-2", "box 2-2"]);
        let taken = ["crate 12.1", "crate 12.1-2"];
        assert_eq!(FreeIds::among(taken.into_iter()).take("crate 12.1-2"), "crate 12.1-3");
    }
}
