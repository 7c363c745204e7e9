//! Bodies by their ids, for the rules about what names them.

use super::report::{Report, Step, below, did_you_mean, quoted, steps};
use crate::scene::document::{BodyDoc, Document};
use std::collections::BTreeMap;

/// Bodies by id.
pub(super) struct Bodies<'a> {
    by_id: BTreeMap<&'a str, &'a BodyDoc>,
}

impl<'a> Bodies<'a> {
    /// Those of a document.
    pub(super) fn new(document: &'a Document) -> Bodies<'a> {
        Bodies { by_id: document.bodies.iter().rev().map(|b| (b.id.as_str(), b)).collect() }
    }

    /// True when there is such a body.
    pub(super) fn has(&self, id: &str) -> bool {
        self.by_id.contains_key(id)
    }

    /// False when the list itself could not be read: then references into it tell nothing.
    pub(super) fn known(&self, report: &Report<'_>) -> bool {
        !report.is_blamed(&steps!["bodies"])
    }

    /// Blames the reference, if there is one, when there is no such body.
    pub(super) fn find_named(&self, report: &mut Report<'_>, path: &[Step], id: Option<&String>) {
        if let Some(id) = id {
            self.find(report, path, id);
        }
    }

    /// The body that is referred to; blames the reference when there is none.
    pub(super) fn find(&self, report: &mut Report<'_>, path: &[Step], id: &str) -> Option<&'a BodyDoc> {
        let found = self.by_id.get(id).copied();
        if found.is_none() && self.known(report) {
            let advice = || did_you_mean(id, self.by_id.keys().copied(), '"');
            report.complain(path, || format!("there is no body {}{}", quoted(id), advice()));
        }
        found
    }
}

/// Two different bodies that are there.
pub(super) fn check_pair(report: &mut Report<'_>, path: &[Step], pair: &[String; 2], bodies: &Bodies<'_>) {
    for (i, id) in pair.iter().enumerate() {
        bodies.find(report, &below(path, &steps![i]), id);
    }
    if pair[0] == pair[1] {
        let words = || format!("must be another body than the first, is {} again", quoted(&pair[1]));
        report.complain(&below(path, &steps![1]), words);
    }
}
