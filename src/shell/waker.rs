//! Sleeping without missing anything.
//!
//! An idle window should cost nothing, so on X11 the event loop of miniquad blocks until the next event
//! (`blocking_event_loop`), and a frame is drawn only after `schedule_update`. Three things are missing there:
//! nobody wakes the loop for a timer or another thread; some events (key up, focus, exposure, closing, a dropped file)
//! are taken in without a frame; and when events are already waiting, the loop takes them and then blocks for one more.
//!
//! The cure is a thread with an own connection ([`super::x11`]) that sends our own window small events:
//!
//! ```text
//! wake  = a pointer motion at an impossible place  -> taken in, draws a frame, ignored by the interface
//! nudge = a client message nobody knows            -> taken in, no frame: ends a wait that swallowed events
//!
//! frame ends, nothing to do ──> Idle ──> nudges after 30, 120, 400 ms
//!                                   └──> wake at the interface's own timer, else after 2 s, and more and more rarely
//!                                        (at last every 10 s) while nothing happens
//! pointer left or entered, focus changed ──> wakes after 0, 0.1, 0.3, 0.7, 1.5, 3 s (a click on the title bar's
//!                                            close button reaches only miniquad, which then waits for a frame)
//! ```
//! Calling `schedule_update` from a thread is no way out: miniquad panics when its lock is held for a moment.

#[cfg(target_os = "linux")]
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

/// What the sleeper is told.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Message {
    /// Draw a frame now.
    Wake,
    /// Something happened after which more may follow that only a frame would notice.
    Restless,
    /// The window draws nothing more by itself; wake it after this time at the latest.
    Idle(Option<Duration>),
}

/// Wakes the window from any thread. Does nothing where the window never sleeps.
#[derive(Clone, Default)]
pub struct Waker {
    #[cfg(target_os = "linux")]
    sender: Option<Sender<Message>>,
}

impl Waker {
    /// A waker of nothing.
    pub fn none() -> Waker {
        Waker::default()
    }

    /// Draw a frame soon.
    pub fn wake(&self) {
        #[cfg(target_os = "linux")]
        self.tell(Message::Wake);
    }

    /// The window's thread has nothing to draw for `seconds` (`None`: until something happens).
    pub fn sleep(&self, seconds: Option<f64>) {
        #[cfg(target_os = "linux")]
        self.tell(Message::Idle(seconds.and_then(|s| Duration::try_from_secs_f64(s.max(0.0)).ok())));
        #[cfg(not(target_os = "linux"))]
        let _ = seconds;
    }

    /// Sends a message to the sleeper; without one, there is nobody to wake.
    #[cfg(target_os = "linux")]
    pub(super) fn tell(&self, message: Message) {
        if let Some(sender) = &self.sender {
            let _ = sender.send(message);
        }
    }

    /// A waker and the end at which [`Sleeper::run`] listens.
    #[cfg(target_os = "linux")]
    pub(super) fn new() -> (Waker, Receiver<Message>) {
        let (sender, receiver) = channel();
        (Waker { sender: Some(sender) }, receiver)
    }
}

/// How long an idle window sleeps at most, so that a request to close is noticed even if nothing announced it: at
/// first, and when nothing has happened for long.
#[cfg(target_os = "linux")]
const LONGEST_SLEEP: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(10));
#[cfg(target_os = "linux")]
const NUDGES_MS: [u64; 3] = [30, 120, 400];
#[cfg(target_os = "linux")]
const RESTLESS_MS: [u64; 5] = [100, 300, 700, 1500, 3000];

/// What to send the window.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Draw a frame.
    Wake,
    /// Only end the wait.
    Nudge,
}

/// Keeps the times at which signals are due.
#[cfg(target_os = "linux")]
#[derive(Default)]
pub struct Sleeper {
    nudges: Vec<Instant>,
    restless: Vec<Instant>,
    timer: Option<Instant>,
    /// When something last happened that was not our own signal.
    quiet_since: Option<Instant>,
    has_woken: bool,
}

#[cfg(target_os = "linux")]
impl Sleeper {
    /// Sends signals until the window's side is gone or `send` fails.
    pub fn run(mut self, messages: &Receiver<Message>, mut send: impl FnMut(Signal) -> bool) {
        loop {
            let now = Instant::now();
            let message = match self.next_due() {
                None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => messages.recv_timeout(due.saturating_duration_since(now)),
            };
            let signal = match message {
                Ok(message) => self.take(message, Instant::now()),
                Err(RecvTimeoutError::Timeout) => self.due(Instant::now()),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if signal.is_some_and(|signal| !send(signal)) {
                return;
            }
        }
    }

    /// The signal to send at once for a message.
    fn take(&mut self, message: Message, now: Instant) -> Option<Signal> {
        let after = |ms: &u64| now + Duration::from_millis(*ms);
        match message {
            Message::Wake => Some(Signal::Wake),
            Message::Restless => {
                self.restless = RESTLESS_MS.iter().map(after).collect();
                Some(Signal::Wake)
            }
            Message::Idle(timer) => {
                if !std::mem::take(&mut self.has_woken) {
                    self.quiet_since = Some(now);
                }
                let quiet_for = self.quiet_since.map_or(Duration::ZERO, |since| now - since);
                let longest = (quiet_for / 2).clamp(LONGEST_SLEEP.0, LONGEST_SLEEP.1);
                self.nudges = NUDGES_MS.iter().map(after).collect();
                self.timer = Some(now + timer.unwrap_or(longest).min(longest));
                None
            }
        }
    }

    fn next_due(&self) -> Option<Instant> {
        self.nudges.iter().chain(&self.restless).chain(&self.timer).min().copied()
    }

    /// The signal that is due, a wake before a nudge.
    fn due(&mut self, now: Instant) -> Option<Signal> {
        let waiting = self.restless.len() + self.nudges.len();
        let restless = self.restless.len();
        self.restless.retain(|due| *due > now);
        self.nudges.retain(|due| *due > now);
        let timer_is_due = self.timer.is_some_and(|due| due <= now);
        if timer_is_due {
            self.timer = None;
        }
        if timer_is_due || self.restless.len() < restless {
            self.has_woken = true;
            Some(Signal::Wake)
        } else {
            (self.restless.len() + self.nudges.len() < waiting).then_some(Signal::Nudge)
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn signals(sleeper: &mut Sleeper, start: Instant, until_ms: u64) -> Vec<(u64, Signal)> {
        let mut seen = Vec::new();
        while let Some(due) = sleeper.next_due() {
            let at = due.duration_since(start).as_millis() as u64;
            if at > until_ms {
                break;
            }
            seen.extend(sleeper.due(due).map(|signal| (at, signal)));
        }
        seen
    }

    #[test]
    fn an_idle_window_is_nudged_three_times_and_woken_after_two_seconds() {
        let (mut sleeper, start) = (Sleeper::default(), Instant::now());
        assert_eq!(sleeper.take(Message::Idle(None), start), None);
        let expected = [(30, Signal::Nudge), (120, Signal::Nudge), (400, Signal::Nudge), (2000, Signal::Wake)];
        assert_eq!(signals(&mut sleeper, start, 60_000), expected);
    }

    #[test]
    fn the_longer_nothing_happens_the_longer_it_sleeps() {
        let (mut sleeper, start) = (Sleeper::default(), Instant::now());
        let (mut now, mut wakes) = (start, 0);
        sleeper.take(Message::Idle(None), now);
        while now < start + Duration::from_secs(120) {
            now = sleeper.next_due().expect("always a timer");
            if sleeper.due(now) == Some(Signal::Wake) {
                wakes += 1;
                sleeper.take(Message::Idle(None), now);
            }
        }
        // 2, 4, 6, 9, 13.5, 20, 30, then every 10 s.
        assert!((15..=17).contains(&wakes), "{wakes}");
        sleeper.take(Message::Idle(None), now); // a frame that we did not ask for: somebody is there
        assert_eq!(sleeper.timer, Some(now + LONGEST_SLEEP.0));
    }

    #[test]
    fn a_timer_of_the_interface_wakes_earlier() {
        let (mut sleeper, start) = (Sleeper::default(), Instant::now());
        sleeper.take(Message::Idle(Some(Duration::from_millis(500))), start);
        assert_eq!(signals(&mut sleeper, start, 60_000).last(), Some(&(500, Signal::Wake)));
    }

    #[test]
    fn after_a_change_of_focus_the_window_looks_often() {
        let (mut sleeper, start) = (Sleeper::default(), Instant::now());
        assert_eq!(sleeper.take(Message::Restless, start), Some(Signal::Wake));
        let times: Vec<u64> = signals(&mut sleeper, start, 60_000).iter().map(|(at, _)| *at).collect();
        assert_eq!(times, RESTLESS_MS);
    }
}
