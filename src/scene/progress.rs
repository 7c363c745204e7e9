//! How far a long piece of work is, told to whoever waits for it; and their wish to stop it, told to the work.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What is being done with a file, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Its bytes come from the disk.
    #[default]
    Fetching,
    /// Its text is read; counted in bytes.
    Reading,
    /// What the text says is checked; counted in bodies.
    Checking,
    /// The world is built; counted in bodies.
    Building,
    /// A picture's outline is followed and cut into parts; not counted.
    Tracing,
    /// Pages are made: first the places that they show, then their files; counted in both.
    Printing,
}

/// Most that is counted, bytes or bodies: with the phase it fits one number, so that the two never contradict each
/// other.
const MOST: u64 = (1 << 30) - 1;

/// How far the work is. One thread works and writes, any other looks.
#[derive(Debug, Default)]
pub struct Progress {
    /// Phase, done and all, in 4, 30 and 30 bits.
    state: AtomicU64,
    /// How often the work has looked whether it is to stop.
    looks: AtomicU64,
    is_stopped: AtomicBool,
}

impl Progress {
    /// The work has come so far. False when it is to stop.
    pub fn reach(&self, phase: Phase, done: usize, all: usize) -> bool {
        let part = |count: usize| (count as u64).min(MOST);
        self.state.store((phase as u64) << 60 | part(done) << 30 | part(all), Ordering::Relaxed);
        self.looks.fetch_add(1, Ordering::Relaxed);
        !self.is_stopped()
    }

    /// The phase, how much of it is done, and how much there is; both 0 before that is known.
    pub fn now(&self) -> (Phase, u64, u64) {
        let state = self.state.load(Ordering::Relaxed);
        let phase =
            [Phase::Fetching, Phase::Reading, Phase::Checking, Phase::Building, Phase::Tracing, Phase::Printing][(state >> 60) as usize];
        (phase, state >> 30 & MOST, state & MOST)
    }

    /// How often the work has told how far it is.
    pub fn looks(&self) -> u64 {
        self.looks.load(Ordering::Relaxed)
    }

    /// Nobody waits any more: the work may end where it is.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// True once nobody waits any more.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}
