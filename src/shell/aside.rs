//! Work on a thread of its own, so that the window goes on.
//!
//! The window waits for a moment itself, in which most work is done, and then goes on; what comes of the work is asked
//! for once a frame ([`Aside::poll`]).

use super::waker::Waker;
use crate::app::Command;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

/// So long the window waits itself: nobody notices three frames, and most files need less.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// Work under way, or just done.
pub struct Aside {
    /// `Err` when the work broke down; that was told on its thread.
    answer: Receiver<Result<Command, ()>>,
    /// What to answer then.
    broken: Box<dyn FnOnce() -> Command + Send>,
}

/// What is known of some work.
pub enum State {
    /// It is done, and this is its answer.
    Done(Box<Command>),
    /// It goes on.
    UnderWay(Aside),
}

impl Aside {
    /// Does the work elsewhere and wakes the window then. `broken`: the answer of work that broke down, or could not
    /// be begun.
    pub fn start(
        name: &str,
        waker: Waker,
        work: impl FnOnce() -> Command + Send + 'static,
        broken: impl FnOnce() -> Command + Send + 'static,
    ) -> Aside {
        let (sender, answer) = channel();
        let run = move || {
            // Nobody listens once it was given up.
            let _ = sender.send(catch_unwind(AssertUnwindSafe(work)).map_err(drop));
            waker.wake();
        };
        // Without a thread the sender is gone, which reads as work that broke down.
        let _ = std::thread::Builder::new().name(name.to_owned()).spawn(run);
        Aside { answer, broken: Box::new(broken) }
    }

    /// Waits so long for the answer.
    pub fn wait(self, patience: Duration) -> State {
        match self.answer.recv_timeout(patience) {
            Ok(Ok(command)) => State::Done(Box::new(command)),
            Ok(Err(())) | Err(RecvTimeoutError::Disconnected) => State::Done(Box::new((self.broken)())),
            Err(RecvTimeoutError::Timeout) => State::UnderWay(self),
        }
    }

    /// Waits for the answer, however long it takes.
    pub fn finish(self) -> Command {
        match self.answer.recv() {
            Ok(Ok(command)) => command,
            Ok(Err(())) | Err(_) => (self.broken)(),
        }
    }

    /// Looks whether the answer is there.
    pub fn poll(self) -> State {
        match self.answer.try_recv() {
            Ok(Ok(command)) => State::Done(Box::new(command)),
            Ok(Err(())) | Err(TryRecvError::Disconnected) => State::Done(Box::new((self.broken)())),
            Err(TryRecvError::Empty) => State::UnderWay(self),
        }
    }
}
