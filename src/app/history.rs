//! Undo and redo: whole states, before and after.
//!
//! Undo takes the consequences back too: an entry holds the document *and* the run as they stood before the change, so
//! undoing the ball that knocked the tower over puts the tower up again. Documents are shared ([`Arc`]) and a run's
//! keyframes too; only the newest entries keep their run, older ones give back the document and the run is brought up
//! to it.

use super::timeline::Timeline;
use crate::scene::document::Document;
use std::sync::Arc;

/// What an entry is called that changes several things at once.
const SEVERAL: &str = "Edit several things";
/// Most entries kept.
const MAX_ENTRIES: usize = 300;
/// Memory that the kept documents and runs may take together, bytes.
pub const BUDGET: usize = 256 << 20;

/// Document and run at one moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The document.
    pub document: Arc<Document>,
    /// The run; `None` when it is fresh (then it is rebuilt) or was dropped to save memory.
    pub timeline: Option<Timeline>,
    /// True when the run was fresh: at the document's start with nothing recorded.
    pub fresh: bool,
    /// [`Document::bytes`], counted once.
    document_bytes: usize,
}

impl Moment {
    /// The present moment.
    pub fn of(document: &Arc<Document>, timeline: &Timeline) -> Moment {
        let fresh = timeline.is_fresh() && timeline.branches().is_empty();
        Moment { timeline: (!fresh).then(|| timeline.clone()), fresh, ..Moment::without_run(document) }
    }

    /// A document whose change leaves the run as it is.
    pub fn without_run(document: &Arc<Document>) -> Moment {
        Moment { document: document.clone(), timeline: None, fresh: false, document_bytes: document.bytes() }
    }

    /// About how much memory its run takes that a newer one does not share, bytes.
    fn run_bytes_after(&self, newer: &Timeline) -> usize {
        self.timeline.as_ref().map_or(0, |timeline| timeline.bytes_beside(newer))
    }
}

#[derive(Clone, Debug)]
struct Entry {
    label: String,
    gesture: u64,
    moment: Moment,
}

/// Where undo and redo stand. As long as it is the same, they do the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UndoPlace {
    /// Documents opened since the program began.
    pub opened: u64,
    /// Entries made and gone through since then.
    pub travelled: u64,
    /// The bench that undo and redo belong to: what was laid down there, how much can be undone and done again.
    pub bench: Option<(u64, usize, usize)>,
    /// Points of a drawing that is under way: undo takes back the last of them.
    pub points: usize,
    /// Solvers are compared: until that ends they do nothing.
    pub compares: bool,
}

/// Past and future states.
#[derive(Debug, Default)]
pub struct History {
    past: Vec<Entry>,
    future: Vec<Entry>,
    /// The future that the newest entry has cut off, as long as nothing else was done.
    cut: Vec<Entry>,
    /// Entries made and gone through since the program began.
    travelled: u64,
    /// Documents opened since the program began.
    opened: u64,
}

impl History {
    /// How many entries were made and gone through, back or forth; never falls.
    pub fn travelled(&self) -> u64 {
        self.travelled
    }

    /// Documents opened since the program began.
    pub fn opened(&self) -> u64 {
        self.opened
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<&str> {
        self.past.last().map(|e| e.label.as_str())
    }

    /// What redo would bring back.
    pub fn redo_label(&self) -> Option<&str> {
        self.future.last().map(|e| e.label.as_str())
    }

    /// The document that undo, or with `forth` redo, would bring.
    pub fn next_document(&self, forth: bool) -> Option<&Arc<Document>> {
        if forth { &self.future } else { &self.past }.last().map(|e| &e.moment.document)
    }

    /// True when a change of this gesture needs no entry of its own because its first part has one.
    pub fn continues(&self, gesture: u64) -> bool {
        gesture != 0 && self.past.last().is_some_and(|e| e.gesture == gesture)
    }

    /// Another change of the newest entry's gesture: an entry that changes more than one thing says so.
    pub fn widen(&mut self, gesture: u64, label: &str) {
        if let Some(newest) = self.past.last_mut().filter(|e| gesture != 0 && e.gesture == gesture && e.label != label) {
            newest.label = SEVERAL.into();
        }
    }

    /// Remembers the moment before a change; forgets the future.
    pub fn push(&mut self, label: impl Into<String>, gesture: u64, before: Moment) {
        self.travelled += 1;
        self.cut = std::mem::take(&mut self.future);
        self.past.push(Entry { label: label.into(), gesture, moment: before });
        if self.past.len() > MAX_ENTRIES {
            self.past.remove(0);
        }
    }

    /// Beyond the budget the older entries give up their run; beyond what documents alone may take, they go. The
    /// newest stays. What can be undone comes first, then what can be done again.
    ///
    /// What an entry shares with the run of `now` costs nothing as long as that run keeps it: so this is asked again
    /// while the run goes on.
    pub fn keep_to_budget(&mut self, now: &Timeline) {
        self.keep_within(now, BUDGET);
    }

    fn keep_within(&mut self, now: &Timeline, budget: usize) {
        let mut spent = Spent { documents: 0, kept: 0, budget };
        spent.keep(&mut self.past, now);
        spent.keep(&mut self.future, now);
        spent.keep(&mut self.cut, now);
    }

    /// About how much memory the kept documents and runs take that `now` does not share, bytes; at most [`BUDGET`] and
    /// the newest.
    pub fn bytes(&self, now: &Timeline) -> usize {
        let of = |list: &[Entry]| {
            let (mut bytes, mut newer) = (0, now);
            for Entry { moment, .. } in list.iter().rev() {
                bytes += moment.document_bytes + moment.run_bytes_after(newer);
                newer = moment.timeline.as_ref().unwrap_or(newer);
            }
            bytes
        };
        of(&self.past) + of(&self.future) + of(&self.cut)
    }

    /// Takes the newest entry back out, as if its change had not happened: what it cut off can be done again.
    pub fn forget_last(&mut self) {
        if self.past.pop().is_some() && self.future.is_empty() {
            self.future = std::mem::take(&mut self.cut);
        }
    }

    /// The moment that undo, or with `forth` redo, goes to, and what was undone or redone; `now` becomes the way back.
    pub fn travel(&mut self, forth: bool, now: Moment) -> Option<(String, Moment)> {
        let (from, to) = if forth { (&mut self.future, &mut self.past) } else { (&mut self.past, &mut self.future) };
        let entry = from.pop()?;
        to.push(Entry { label: entry.label.clone(), gesture: 0, moment: now });
        self.cut.clear();
        self.travelled += 1;
        Some((entry.label, entry.moment))
    }

    /// Begins anew (another document was opened); hands over what there was.
    pub fn take(&mut self) -> History {
        std::mem::replace(self, History { travelled: self.travelled, opened: self.opened + 1, ..History::default() })
    }
}

/// What the entries that were looked at take, bytes.
struct Spent {
    documents: usize,
    kept: usize,
    budget: usize,
}

impl Spent {
    /// Goes through a list from its newest entry, which is the last.
    fn keep(&mut self, list: &mut Vec<Entry>, now: &Timeline) {
        let mut gone = 0;
        let mut newer = now;
        for (index, Entry { moment, .. }) in list.iter_mut().enumerate().rev() {
            self.documents += moment.document_bytes;
            if self.documents > self.budget && self.kept > 0 {
                gone = index + 1;
                break;
            }
            self.kept += moment.document_bytes + moment.run_bytes_after(newer);
            if self.kept > self.budget {
                moment.timeline = None;
            }
            newer = moment.timeline.as_ref().unwrap_or(newer);
        }
        list.drain(..gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_of(document: &Arc<Document>, steps: u32) -> Timeline {
        let mut run = Timeline::new(document).expect("a sound scene");
        (0..steps).for_each(|_| run.advance());
        run
    }

    /// A run that the newest entry shared with the present one was counted as nothing for ever. When the present run
    /// was left for another, 281 MB were kept where 256 MiB were allowed.
    #[test]
    fn what_the_present_run_shares_no_more_is_counted() {
        let document = Arc::new(Document::default());
        let (mut history, old) = (History::default(), run_of(&document, 600));
        history.push("Change", 0, Moment::of(&document, &old));
        let shared = history.bytes(&old);
        let other = run_of(&document, 1);
        let alone = history.bytes(&other);
        assert!(alone > 2 * shared, "{alone} {shared}");
        history.keep_within(&old, (shared + alone) / 2);
        assert_eq!(history.bytes(&other), alone, "as long as it is shared it may stay");
        history.keep_within(&other, (shared + alone) / 2);
        assert!(history.bytes(&other) < shared, "{}", history.bytes(&other));
        assert_eq!(history.undo_label(), Some("Change"));
    }

    /// What was undone is kept as well, and counts.
    #[test]
    fn what_can_be_done_again_counts() {
        let document = Arc::new(Document::default());
        let (mut history, run) = (History::default(), run_of(&document, 600));
        history.push("Change", 0, Moment::without_run(&document));
        history.travel(false, Moment::of(&document, &run));
        let other = run_of(&document, 1);
        let before = history.bytes(&other);
        history.keep_within(&other, before / 2);
        assert!(history.bytes(&other) <= before / 2 && history.redo_label().is_some(), "{} of {before}", history.bytes(&other));
    }
}
