//! When a copy is written, and by whom.

use super::copies::{About, Copies, seconds_now};
use super::found::{Found, discard_unclaimed};
use crate::shell::clock;
use crate::shell::program::Rescue;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// A copy is written after so many edits. Fewer than the twenty that may be lost at most: some more may be made while
/// it is written.
pub const EDITS: u64 = 16;
/// A copy is written so long after the first edit that it lacks, seconds; less than the thirty that may be lost.
pub const SECONDS: f64 = 25.0;

/// Keeps copies of unsaved work; shared by the window, the writing thread, and whoever ends the program.
pub struct Keeper {
    slot: Mutex<Slot>,
    /// Something in the slot has changed for which the writing thread need not wait.
    changed: Condvar,
    copies: Mutex<Copies>,
    /// Something went wrong, and the window should say so.
    on_complaint: Box<dyn Fn() + Send + Sync>,
}

/// What is to be kept, and what has been.
#[derive(Default)]
struct Slot {
    work: Option<Rescue>,
    /// When the first change was made that no copy has, or writing was last tried in vain.
    since: Option<f64>,
    /// The newest copy: of which text, after how many changes in all, and where it is.
    written: Option<(Rescue, PathBuf)>,
    /// Number of changes in all when writing was last tried, if that failed.
    failed_at: Option<u64>,
    /// The user has been told that the disk refuses.
    told: bool,
    complaint: Option<String>,
    /// Copies of dead programs that go once this program has a copy of what was in them.
    superseded: Vec<Found>,
    /// What was in them has been handed over as work.
    has_come: bool,
    /// The copies of this program hold recovered work that was neither saved nor given up by an answer.
    hold_recovered: bool,
    /// Folders with recovered work that was taken back: whoever looks for unsaved work is offered them again.
    left: Vec<PathBuf>,
    ended: bool,
}

impl Slot {
    /// True when the work is in no copy.
    fn is_new(&self) -> bool {
        let is_same = |work: &Rescue| self.written.as_ref().is_some_and(|(written, _)| Arc::ptr_eq(&written.text, &work.text));
        self.work.as_ref().is_some_and(|work| !is_same(work))
    }

    /// Edits that no copy has.
    fn behind(&self) -> u64 {
        let Some(work) = &self.work else { return 0 };
        let opened_at = work.changes.saturating_sub(work.edits);
        let written_at = self.written.as_ref().map_or(0, |(written, _)| written.changes);
        work.changes - work.changes.min(opened_at.max(written_at).max(self.failed_at.unwrap_or(0)))
    }

    /// There is a copy of what was in the copies of dead programs.
    fn forget_superseded(&mut self) {
        if std::mem::take(&mut self.has_come) {
            self.hold_recovered = true;
            self.superseded.drain(..).for_each(Found::discard);
        }
    }

    /// What was recovered was taken back before there was a new copy of it: its old ones stay, and are free.
    fn leave_superseded(&mut self) {
        if std::mem::take(&mut self.has_come) {
            self.left.extend(self.superseded.drain(..).map(|found| found.folder));
        }
    }

    /// How long from now the writing thread may sleep, seconds; `None`: until something changes.
    fn due_in(&self, now: f64) -> Option<f64> {
        let is_unneeded = self.work.is_none() && (self.written.is_some() || self.has_come);
        if is_unneeded || self.is_new() && (self.behind() >= EDITS || self.has_come && self.failed_at.is_none()) {
            return Some(0.0);
        }
        let since = self.since.filter(|_| self.is_new())?;
        Some((since + SECONDS - now).max(0.0))
    }
}

/// A lock is as good after a panic as before: each change under it is one assignment.
fn open<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The lock, if it is free within this time. Never blocks a thread that holds it already.
fn open_within<T>(lock: &Mutex<T>, patience: Duration) -> Option<MutexGuard<'_, T>> {
    let given_up = clock::now() + patience.as_secs_f64();
    loop {
        match lock.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) if clock::now() >= given_up => return None,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

impl Keeper {
    /// Nothing is kept yet. `on_complaint` is called when there is something to tell the user.
    pub fn new(copies: Copies, on_complaint: impl Fn() + Send + Sync + 'static) -> Keeper {
        let on_complaint = Box::new(on_complaint);
        Keeper { slot: Mutex::default(), changed: Condvar::new(), copies: Mutex::new(copies), on_complaint }
    }

    /// What is unsaved now; `None` when nothing is. Costs no more than a comparison while nothing changes.
    pub fn put(&self, work: Option<Rescue>) {
        let mut slot = open(&self.slot);
        let is_same = match (&slot.work, &work) {
            (Some(old), Some(new)) => Arc::ptr_eq(&old.text, &new.text),
            (None, None) => true,
            _ => false,
        };
        if is_same || slot.ended {
            return;
        }
        let waited_for = slot.due_in(0.0).is_some();
        slot.work = work;
        slot.has_come |= slot.work.is_some() && !slot.superseded.is_empty();
        slot.since = if slot.is_new() { slot.since.or_else(|| Some(clock::now())) } else { None };
        if !waited_for || slot.due_in(clock::now()) == Some(0.0) {
            self.changed.notify_all();
        }
    }

    /// Writes what no copy has yet, now and on this thread, and returns where the newest copy is. Gives up when
    /// another thread has been writing for longer than `patience`.
    pub fn save_now(&self, patience: Duration) -> Option<PathBuf> {
        let mut copies = open_within(&self.copies, patience)?;
        let work = {
            let slot = open_within(&self.slot, patience)?;
            if !slot.is_new() {
                return slot.work.as_ref().and(slot.written.as_ref()).map(|(_, path)| path.clone());
            }
            slot.work.clone()?
        };
        let about = About { name: work.name.clone(), origin: work.origin.clone(), edits: work.edits, seconds: seconds_now() };
        let result = copies.write(&about, &(work.text)());
        let mut slot = open_within(&self.slot, patience)?;
        slot.since = slot.is_new().then(clock::now);
        match result {
            Ok(path) => {
                let newer = slot.work.as_ref().is_some_and(|now| !Arc::ptr_eq(&now.text, &work.text));
                slot.since = newer.then(clock::now);
                slot.written = Some((work, path.clone()));
                (slot.failed_at, slot.told) = (None, false);
                slot.forget_superseded();
                Some(path)
            }
            Err(reason) => {
                slot.failed_at = Some(work.changes);
                if !std::mem::replace(&mut slot.told, true) {
                    slot.complaint = Some(format!("No recovery copy of your scene can be written: {reason}. Save it yourself."));
                    drop(slot);
                    (self.on_complaint)();
                }
                None
            }
        }
    }

    /// Nothing is unsaved: the copies go, unless there is new work by now. Those of recovered work that nobody has
    /// saved or given up stay: it was taken back by undo, and undo asks nobody.
    fn tidy(&self) {
        let mut copies = open(&self.copies);
        let mut slot = open(&self.slot);
        if slot.work.is_none() {
            (slot.written, slot.since, slot.failed_at) = (None, None, None);
            slot.leave_superseded();
            if std::mem::take(&mut slot.hold_recovered) {
                slot.left.extend(copies.leave());
            }
            drop(slot);
            copies.clear();
        }
    }

    /// Recovered work was saved, or given up by an answer: no copy of it is needed any more.
    pub fn settle(&self) {
        let mut slot = open(&self.slot);
        slot.forget_superseded();
        slot.hold_recovered = false;
        slot.left.drain(..).for_each(|folder| discard_unclaimed(&folder));
    }

    /// Writes what is due until [`Keeper::end`]: the life of the writing thread.
    pub fn run(&self) {
        loop {
            let mut slot = open(&self.slot);
            loop {
                if slot.ended {
                    return;
                }
                slot = match slot.due_in(clock::now()) {
                    Some(0.0) => break,
                    Some(seconds) => {
                        let waited = self.changed.wait_timeout(slot, Duration::from_secs_f64(seconds));
                        waited.unwrap_or_else(PoisonError::into_inner).0
                    }
                    None => self.changed.wait(slot).unwrap_or_else(PoisonError::into_inner),
                };
            }
            let is_unneeded = slot.work.is_none();
            drop(slot);
            if is_unneeded {
                self.tidy();
            } else {
                self.save_now(Duration::from_secs(60));
            }
        }
    }

    /// The program is closed as usual, and its copies go; but those of recovered work that was taken back stay.
    pub fn end(&self, patience: Duration) {
        let mut hold_recovered = true;
        if let Some(mut slot) = open_within(&self.slot, patience) {
            hold_recovered = slot.hold_recovered;
            slot.leave_superseded();
            slot.work = None;
            slot.ended = true;
            self.changed.notify_all();
        }
        if let Some(mut copies) = open_within(&self.copies, patience).filter(|_| !hold_recovered) {
            copies.clear();
        }
    }

    /// What was in these copies is open now: they go as soon as this program has a copy of it.
    pub fn supersede(&self, found: Found) {
        let mut slot = open(&self.slot);
        slot.superseded.push(found);
        slot.has_come |= slot.work.is_some();
        self.changed.notify_all();
    }

    /// What the user should be told, once.
    pub fn take_complaint(&self) -> Option<String> {
        open(&self.slot).complaint.take()
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
