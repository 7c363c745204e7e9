//! How an algorithm lets itself be watched.
//!
//! Every algorithm is generic over a [`Probe`] and hands it each of its steps as data: once at the start of each
//! iteration and once at every exit, with all that a picture needs and the reason for the branch. [`NoProbe`] never
//! calls the closure, so the compiler removes the recording from the engine's own run. `Vec<Step>` keeps everything.
//! A lens re-runs the same function on the same inputs with a `Vec`, so what it shows is the engine's run and not a
//! retelling.
//!
//! Source that is shown beside a run is that of functions with a `ran!` at their head: a test steps worlds and
//! demands that the step itself has come through each of them.

/// Receives the steps `S` of one algorithm.
pub trait Probe<S> {
    /// False when nothing is ever recorded: then several constraints may be solved at once.
    const WATCHES: bool = true;

    /// Called at each step; the closure builds the step only if the probe records.
    fn record(&mut self, step: impl FnOnce() -> S);
}

/// Records nothing: compiles to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProbe;

impl<S> Probe<S> for NoProbe {
    const WATCHES: bool = false;

    #[inline(always)]
    fn record(&mut self, _step: impl FnOnce() -> S) {}
}

impl<S> Probe<S> for Vec<S> {
    fn record(&mut self, step: impl FnOnce() -> S) {
        self.push(step());
    }
}

/// Notes that the function at whose head it stands has run. Without the feature `notes`, which tests switch on, it
/// compiles to nothing.
#[macro_export]
macro_rules! ran {
    () => {
        $crate::engine::probe::note(file!(), line!());
    };
}
pub use crate::ran;

/// What [`ran!`](macro@crate::ran) calls: nothing.
#[cfg(not(any(test, feature = "notes")))]
#[inline(always)]
pub fn note(_file: &'static str, _line: u32) {}

#[cfg(any(test, feature = "notes"))]
pub use noted::{note, places_passed_by};

#[cfg(any(test, feature = "notes"))]
mod noted {
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    /// File and line of a [`ran!`](macro@crate::ran).
    pub type Place = (&'static str, u32);
    /// How many passes there were, and of each place the first and the last.
    type Passes = (usize, BTreeMap<Place, [usize; 2]>);

    thread_local! {
        static PLACES: RefCell<Option<Passes>> = const { RefCell::new(None) };
    }

    /// What [`ran!`](macro@crate::ran) calls.
    pub fn note(file: &'static str, line: u32) {
        PLACES.with_borrow_mut(|places| {
            if let Some((count, places)) = places {
                places.entry((file, line)).or_insert([*count; 2])[1] = *count;
                *count += 1;
            }
        });
    }

    /// The places that this thread passes during some work, each with the numbers of its first and its last pass among
    /// all.
    pub fn places_passed_by(work: impl FnOnce()) -> BTreeMap<Place, [usize; 2]> {
        PLACES.set(Some((0, BTreeMap::new())));
        work();
        PLACES.take().unwrap_or_default().1
    }
}
