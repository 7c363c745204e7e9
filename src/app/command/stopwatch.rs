//! Commands of the stopwatch. It lies beside the run, which goes on as it is.

use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::scene::document::{Press, PressDoc, TriggerDoc};
use crate::scene::limits;

/// Something done with the scene's stopwatch.
#[derive(Clone, Debug, PartialEq)]
pub enum StopwatchCommand {
    /// Starts it at the present step, or stops it when it runs.
    StartStop,
    /// Presses it at the present step. Presses at later steps are forgotten.
    Press(Press),
    /// An event presses it; the same again takes that away.
    Trigger(TriggerDoc),
}

impl App {
    pub(super) fn apply_stopwatch(&mut self, command: StopwatchCommand) {
        if self.comparison.is_some() {
            return self.notify(NoticeKind::Warning, "Leave the comparison first: the stopwatch is the scene's.");
        }
        match command {
            StopwatchCommand::StartStop => {
                let (watch, _) = self.stopwatch();
                self.press(if watch.is_running() { Press::Stop } else { Press::Start });
            }
            StopwatchCommand::Press(press) => self.press(press),
            StopwatchCommand::Trigger(trigger) => self.toggle_trigger(trigger),
        }
    }

    fn press(&mut self, press: Press) {
        let step = self.stage().step_count();
        let label = match press {
            Press::Start => "Start the stopwatch",
            Press::Stop => "Stop the stopwatch",
            Press::Lap => "Take a lap",
            Press::Reset => "Reset the stopwatch",
        };
        self.change(label, 0, |d| {
            let presses = &mut d.stopwatch.presses;
            presses.retain(|press| press.step <= step);
            presses.push(PressDoc { press, step });
            // A long run goes on with its newest presses; what was before the last reset is no loss.
            while presses.len() as u64 > limits::PRESSES.max {
                presses.remove(0);
            }
        });
    }

    fn toggle_trigger(&mut self, trigger: TriggerDoc) {
        let place = self.document.stopwatch.triggers.iter().position(|other| *other == trigger);
        match place {
            Some(place) => self.change("Remove trigger", 0, |d| drop(d.stopwatch.triggers.remove(place))),
            None => self.change("Add trigger", 0, |d| d.stopwatch.triggers.push(trigger)),
        };
    }
}
