//! How an algorithm lets itself be watched.
//!
//! Every algorithm is generic over a [`Probe`] and hands it each of its steps as data: once at the start of each
//! iteration and once at every exit, with all that a picture needs and the reason for the branch. [`NoProbe`] never
//! calls the closure, so the compiler removes the recording from the engine's own run. `Vec<Step>` keeps everything.
//! A lens re-runs the same function on the same inputs with a `Vec`, so what it shows is the engine's run and not a
//! retelling.

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
