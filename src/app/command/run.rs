//! Commands of the run: play, step, seek, reset, throw, fire; and the passing of time.

use crate::app::history::Moment;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::quantity::quantity;
use crate::scene::outside::Broken;
use crate::scene::stage::{Input, overcrowded_message};

/// What is done with time and with what runs.
#[derive(Clone, Debug, PartialEq)]
pub enum RunCommand {
    /// Starts time.
    Play,
    /// Stops time.
    Pause,
    /// Starts or stops time.
    TogglePlay,
    /// Lets time run backwards through what was recorded; the same again stops it.
    PlayBackwards,
    /// Playing repeats the steps from the first to the second, once the run has come there; `None` = it goes on.
    SetRange(Option<[u64; 2]>),
    /// One step forward (pauses).
    StepForward,
    /// One step back (pauses).
    StepBack,
    /// Goes to a step of the recorded run, forward or back (pauses).
    Seek(u64),
    /// Back to the document's start (undoable).
    Reset,
    /// Simulated seconds per second, 0.01 to 8.
    SetSpeed(f32),
    /// Grab, move, release, fire.
    Input(Input),
}

/// Says whether a frame has time for one more step.
pub(super) type TimeLeft<'a> = &'a mut dyn FnMut() -> bool;

/// Most steps taken in one frame; what is owed beyond is dropped and time runs slower.
const MAX_STEPS_PER_TICK: u32 = 4;
/// Most work of a frame for reading past steps for graphs ([`crate::engine::world::World::step_work`]): about a
/// hundredth of a second.
const FILL_WORK: u64 = super::lesson::FRAME_WORK / 10;
/// A step that takes longer pauses the run, seconds.
const SLOW_STEP: f64 = 0.5;
/// Names in a notice; the others are counted.
const MOST_NAMES: usize = 3;
/// Slowest and fastest time.
const SPEED_RANGE: (f32, f32) = (0.01, 8.0);

impl App {
    /// True while time runs backwards.
    pub fn is_playing_backwards(&self) -> bool {
        self.playing && self.backwards
    }
    /// First and last step of the part of the run that playing repeats.
    pub fn range(&self) -> Option<[u64; 2]> {
        self.range
    }

    pub(super) fn apply_run(&mut self, command: RunCommand) {
        if self.comparison.is_some() {
            return self.run_comparison(command);
        }
        match command {
            RunCommand::Play => self.play(false),
            RunCommand::Pause => self.playing = false,
            RunCommand::TogglePlay if self.playing => self.playing = false,
            RunCommand::TogglePlay => self.play(false),
            RunCommand::PlayBackwards if self.is_playing_backwards() => self.playing = false,
            RunCommand::PlayBackwards => self.play(true),
            RunCommand::SetRange(range) => self.set_range(range),
            RunCommand::StepForward => {
                self.playing = false;
                self.take_pointer();
                self.timeline.advance();
                self.report_lost();
                self.report_broken();
                self.report_overcrowded();
                self.report_shortfall();
            }
            RunCommand::StepBack => {
                self.playing = false;
                let step = self.stage().step_count();
                if step <= self.timeline.first_step() {
                    self.notify(NoticeKind::Warning, "This is the beginning of the run.");
                } else {
                    self.timeline.seek(step - 1);
                }
            }
            RunCommand::Seek(step) => {
                self.playing = false;
                self.timeline.seek(step);
            }
            RunCommand::Reset => self.reset(),
            RunCommand::SetSpeed(speed) => self.set_speed(speed),
            RunCommand::Input(input) => self.run_input(&input),
        }
        self.forget_missing();
    }

    /// Time stands, and nothing is left of how it ran.
    pub(super) fn stop_time(&mut self) {
        (self.playing, self.backwards, self.range, self.stop_at, self.owed) = (false, false, None, None, 0.0);
    }

    /// Lets time run. What waits to pause it is forgotten.
    fn play(&mut self, backwards: bool) {
        self.stop_at = None;
        if backwards && self.stage().step_count() <= self.timeline.first_step() {
            self.playing = false;
            return self.notify(NoticeKind::Warning, "This is the beginning of the run.");
        }
        (self.playing, self.backwards, self.owed) = (true, backwards, 0.0);
    }

    /// The part of the run that playing repeats, within what can be gone back to; one of less than a step is none.
    fn set_range(&mut self, range: Option<[u64; 2]>) {
        let first = self.timeline.first_step();
        let ordered = range.map(|[a, b]| [a.min(b).max(first), a.max(b)]);
        self.range = ordered.filter(|[from, to]| from < to);
        if range.is_some() && self.range.is_none() {
            self.notify(NoticeKind::Warning, "A loop needs two different steps.");
        }
    }

    /// The part that playing repeats, as far as it can be gone back to; `None` while the run has not come to it, as
    /// after a reset: then playing goes on until it is there.
    fn reached_range(&self) -> Option<[u64; 2]> {
        let [from, to] = self.range?;
        let from = from.max(self.timeline.first_step());
        (from < to && from < self.timeline.last_step()).then_some([from, to])
    }

    /// Where playing goes from this step: the next one in its direction, or round.
    fn next_step(&self) -> u64 {
        let now = self.stage().step_count();
        match self.reached_range() {
            Some([from, to]) if self.backwards => {
                if now <= from || now > to {
                    to.min(self.timeline.last_step())
                } else {
                    now - 1
                }
            }
            Some([from, to]) => {
                if now >= to || now < from {
                    from
                } else {
                    now + 1
                }
            }
            None if self.backwards => now.saturating_sub(1),
            None => now + 1,
        }
    }

    /// One step of playing. False when it has come to where it ends.
    fn play_step(&mut self) -> bool {
        let (now, next) = (self.stage().step_count(), self.next_step());
        if next == now + 1 {
            self.take_pointer();
            self.timeline.advance_by(|stage| self.profile.step(stage));
            self.report_lost();
            self.report_broken();
        } else {
            self.timeline.seek(next);
        }
        let here = self.stage().step_count();
        let is_at_start = self.backwards && self.reached_range().is_none() && here <= self.timeline.first_step();
        let is_there = is_at_start || self.stop_at == Some(here);
        if is_there {
            (self.playing, self.stop_at, self.owed) = (false, None, 0.0);
        }
        !is_there && !self.report_overcrowded() && !self.report_shortfall()
    }

    pub(super) fn set_speed(&mut self, speed: f32) {
        if speed.is_finite() {
            self.speed = speed.clamp(SPEED_RANGE.0, SPEED_RANGE.1);
        }
    }

    /// The pointer over the picture enters the run, for what follows it.
    fn take_pointer(&mut self) {
        if let Some(pointer) = self.tool.pointer {
            self.timeline.point(pointer.world, &self.document);
        }
    }

    fn reset(&mut self) {
        self.playing = false;
        self.owed = 0.0;
        self.stop_at = None;
        if self.timeline.is_fresh() {
            return;
        }
        let before = Moment::of(&self.document, &self.timeline);
        match self.timeline.again(&self.document) {
            Ok(timeline) => {
                self.history.push("Reset", 0, before);
                self.timeline = timeline;
                self.forget_presses_after(self.timeline.first_step());
                self.tool.let_go();
            }
            Err(problems) => self.refuse("Reset", &problems),
        }
    }

    fn run_input(&mut self, input: &Input) {
        let label = input.label();
        let before = label.as_ref().map(|_| Moment::of(&self.document, &self.timeline));
        let applied = self.timeline.input(input, &self.document);
        if applied && let (Some(label), Some(before)) = (&label, before) {
            self.history.push(label.clone(), 0, before);
        }
        if !applied && label.is_some() {
            if let Input::Fire { launcher } = input {
                self.notify(NoticeKind::Warning, format!("{launcher} cannot fire: its mount is gone."));
            }
            if let Input::FireAll { launcher } = input {
                self.notify(NoticeKind::Warning, format!("{launcher} cannot fire: no method finds anything to aim at."));
            }
        }
    }

    /// Lets `dt` seconds of real time pass. `time_left` says whether this frame may take another step; when it may not,
    /// the rest is dropped and time runs slower than asked ([`App::is_behind`]).
    pub fn tick(&mut self, dt: f32, time_left: &mut dyn FnMut() -> bool) {
        self.behind = false;
        self.travel();
        self.tick_bench(dt);
        if self.comparison.is_some() {
            self.advance_comparison(dt, time_left);
        } else {
            self.advance_by(dt, time_left);
            self.follow_with_ghosts(time_left);
            self.advance_animation(time_left);
        }
        self.keep_up();
    }

    fn advance_by(&mut self, dt: f32, time_left: &mut dyn FnMut() -> bool) {
        if !self.playing || !dt.is_finite() {
            self.owed = 0.0;
            self.timeline.fill(FILL_WORK, time_left);
            return;
        }
        let taken = self.take_owed_steps(dt, time_left, &mut |app, _| app.play_step());
        if taken > 0 {
            self.forget_missing();
            // A run that goes on lets go of moments that undo shared with it.
            if self.stage().step_count() % 64 < taken as u64 {
                self.history.keep_to_budget(&self.timeline);
            }
        }
        if !self.behind && time_left() {
            self.timeline.fill(FILL_WORK, time_left);
        }
    }

    /// Owes `dt` seconds more and takes the steps that are owed, until `take` says that it is enough; how many were
    /// taken.
    pub(super) fn take_owed_steps(
        &mut self,
        dt: f32,
        time_left: TimeLeft<'_>,
        take: &mut dyn FnMut(&mut App, TimeLeft<'_>) -> bool,
    ) -> u32 {
        let step = 1.0 / self.stage().world().settings().step_hz;
        let limit = self.most_steps();
        self.owed += dt.clamp(0.0, 0.25) * self.speed;
        let mut taken = 0;
        while self.owed >= step {
            if taken == limit || (taken > 0 && !time_left()) {
                self.owed = 0.0;
                self.behind = true;
                break;
            }
            self.owed -= step;
            taken += 1;
            if !take(self, time_left) {
                break;
            }
        }
        taken
    }

    /// Most steps of a tick: real time at thirty frames a second.
    fn most_steps(&self) -> u32 {
        MAX_STEPS_PER_TICK.max((self.stage().world().settings().step_hz * self.speed / 30.0) as u32)
    }

    /// The shell tells what a tick took, seconds. While a step is computed the window cannot answer; so the run
    /// pauses when one takes long, and again when it takes twice as long as when the user chose to go on.
    pub fn note_tick_cost(&mut self, seconds: f64) {
        if self.playing && seconds > SLOW_STEP.max(2.0 * self.slow_step) {
            self.slow_step = seconds;
            let told = "Paused, so that the window keeps answering. Play goes on all the same.";
            self.pause_and_tell(format!("A step took {seconds:.1} s. {told}"));
        }
    }

    fn pause_and_tell(&mut self, text: String) {
        (self.playing, self.owed) = (false, 0.0);
        self.notify(NoticeKind::Warning, text);
    }

    /// Pauses a world that stands still because too many shapes overlap; true then.
    fn report_overcrowded(&mut self) -> bool {
        if !self.stage().world().events().overcrowded {
            return false;
        }
        self.pause_and_tell(overcrowded_message());
        true
    }

    /// Pauses a run in which a step left something out because there was too much of it; true then. Once: whoever goes
    /// on knows.
    fn report_shortfall(&mut self) -> bool {
        let Some(told) = self.stage().shortfall() else { return false };
        if std::mem::replace(&mut self.shortfall_told, true) {
            return false;
        }
        self.pause_and_tell(format!("{told} Paused; Play goes on all the same."));
        true
    }

    /// Says which joints broke in the last step.
    fn report_broken(&mut self) {
        let (stage, now) = (self.stage(), self.stage().step_count());
        let broken: Vec<_> = stage.broken().iter().rev().take_while(|broken| broken.step == now).collect();
        let Some(first) = broken.last() else { return };
        let name = |broken: &Broken| stage.names().joints.name(broken.joint).unwrap_or("a joint").to_owned();
        let mut names: Vec<String> = broken.iter().rev().take(MOST_NAMES).map(|broken| name(broken)).collect();
        if broken.len() > MOST_NAMES {
            names.push(format!("{} more", broken.len() - MOST_NAMES));
        }
        let strength = self.document.joint(&name(first)).map(|joint| joint.strength).unwrap_or_default();
        let by_force = strength.load(first.force, 0.0) > 1.0;
        let load = if by_force { quantity(first.force, "N") } else { quantity(first.torque, "N·m") };
        let text = format!("{} broke under {load}", names.join(", "));
        self.notify(NoticeKind::Warning, text);
    }

    /// Says which bodies were frozen in the last step.
    fn report_lost(&mut self) {
        for told in self.stage().lost(MOST_NAMES) {
            self.notify(NoticeKind::Warning, format!("{told}; the others go on."));
        }
    }
}
