//! When the next frame is due, and how much time passes in it.

use super::clock;

/// Frames a second when the display does not set the pace itself (no vertical synchronisation, hidden window).
pub const FRAME: f64 = 1.0 / 60.0;
/// Longest time that passes in one frame: after a standstill (debugger, suspended machine) the run does not jump.
const LONGEST_FRAME: f64 = 0.25;
/// Time a frame may spend on steps of the simulation.
const STEP_BUDGET: f64 = 0.012;
/// Where an idle window cannot be woken, it looks for input this often.
const IDLE_LOOK: f64 = 0.05;

/// The frame's clock.
#[derive(Debug)]
pub struct Pace {
    started: f64,
    was_running: bool,
    idle_for: f64,
}

impl Default for Pace {
    /// Begins now.
    fn default() -> Pace {
        Pace { started: clock::now(), was_running: false, idle_for: 0.0 }
    }
}

impl Pace {
    /// Waits until a frame is due, and says how many seconds pass in it.
    pub fn begin_frame(&mut self) -> f64 {
        wait(self.started + FRAME.max(self.idle_for) - clock::now());
        let now = clock::now();
        let passed = (now - self.started).clamp(0.0, LONGEST_FRAME);
        self.started = now;
        // While nothing ran there may have been no frames; the first frame of a run lasts as long as any other.
        if self.was_running { passed } else { passed.min(FRAME) }
    }

    /// How long this frame may go on taking steps.
    pub fn budget(&self) -> Budget {
        Budget { until: self.started + STEP_BUDGET }
    }

    /// Ends a frame. `repaint_in`: seconds until the interface wants another. `can_sleep`: the window can be woken.
    /// Returns what the event loop should do.
    pub fn end_frame(&mut self, is_running: bool, repaint_in: Option<f64>, can_sleep: bool) -> Next {
        self.was_running = is_running;
        self.idle_for = 0.0;
        if is_running || repaint_in.is_some_and(|seconds| seconds < FRAME) {
            return Next::Frame;
        }
        if can_sleep {
            return Next::Sleep(repaint_in);
        }
        self.idle_for = repaint_in.unwrap_or(IDLE_LOOK).min(IDLE_LOOK);
        Next::Frame
    }
}

/// How long steps of the simulation may be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    until: f64,
}

impl Budget {
    /// For ever: what happens then depends on no clock.
    pub const UNLIMITED: Budget = Budget { until: f64::INFINITY };

    /// As long as a frame may spend on them, from now on.
    pub fn from_now() -> Budget {
        Budget { until: clock::now() + STEP_BUDGET }
    }

    /// True while another step may be taken.
    pub fn has_time_left(&self) -> bool {
        clock::now() < self.until
    }
}

/// What follows a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    /// Another frame.
    Frame,
    /// Nothing, until an event comes or this many seconds have passed.
    Sleep(Option<f64>),
}

#[cfg(not(target_arch = "wasm32"))]
fn wait(seconds: f64) {
    // Shorter waits are not worth a switch to another thread.
    if seconds > 0.0005 {
        std::thread::sleep(std::time::Duration::from_secs_f64(seconds.min(IDLE_LOOK)));
    }
}

/// The browser calls for frames by itself.
#[cfg(target_arch = "wasm32")]
fn wait(_seconds: f64) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idle_window_sleeps_until_the_interface_wants_something() {
        let mut pace = Pace::default();
        assert_eq!(pace.end_frame(false, None, true), Next::Sleep(None));
        assert_eq!(pace.end_frame(false, Some(0.5), true), Next::Sleep(Some(0.5)));
        assert_eq!(pace.end_frame(false, Some(0.0), true), Next::Frame);
        assert_eq!(pace.end_frame(true, None, true), Next::Frame);
        assert_eq!(pace.end_frame(false, None, false), Next::Frame);
    }

    #[test]
    fn frames_of_a_run_are_at_least_a_sixtieth_of_a_second_apart() {
        let start = clock::now();
        let mut pace = Pace::default();
        pace.end_frame(true, None, true);
        let passed: f64 = (0..6).map(|_| pace.begin_frame()).sum();
        let real = clock::now() - start;
        // Waits shorter than half a millisecond are left out.
        assert!(passed >= 6.0 * (FRAME - 0.001), "{passed}");
        assert!(passed <= real, "more time is told than has passed: {passed} of {real}");
    }

    #[test]
    fn the_first_frame_after_a_pause_is_short() {
        let mut pace = Pace::default();
        pace.end_frame(false, None, true);
        std::thread::sleep(std::time::Duration::from_millis(80));
        assert!(pace.begin_frame() <= FRAME);
    }
}
