//! Ids for new things that nothing else has.

use std::collections::{BTreeMap, BTreeSet};

/// Gives out free ids, many at a low cost: what was given out is taken from then on.
pub struct FreeIds {
    taken: BTreeSet<String>,
    /// By stem: all numbers below are taken.
    next: BTreeMap<String, u32>,
}

impl FreeIds {
    /// Among these.
    pub fn among<'a>(taken: impl Iterator<Item = &'a str>) -> FreeIds {
        FreeIds { taken: taken.map(str::to_owned).collect(), next: BTreeMap::new() }
    }

    /// `base`, else `base-2`, `base-3` … (a number at the end of `base` counts on).
    pub fn take(&mut self, base: &str) -> String {
        if !base.is_empty() && self.taken.insert(base.to_owned()) {
            return base.to_owned();
        }
        let stem = base.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
        let stem = if stem.is_empty() { "thing" } else { stem };
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
