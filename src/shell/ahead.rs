//! The next frame's steps, taken while this frame is painted.
//!
//! A frame lets time pass ([`App::tick`]), lets the user act on what has come of it, and paints. Painting needs the
//! finished picture and no more of the program; so as soon as the user's commands are carried out, the whole program
//! may be handed to a thread that lets the *next* frame's time pass, and is back before anything asks for it:
//!
//! ```text
//!  one thread   │ tick │ panels, commands │ paint, show │ tick │ panels, commands │ paint, show │
//!
//!  drawing      │ panels, commands │ paint, show │ panels, commands │ paint, show │
//!  steps                           │    tick     │                  │    tick     │
//! ```
//!
//! **Same bits.** Whoever has the program has all of it, so there is no state to be torn and no input to be lost:
//! ticks and commands come in the same order as on one thread, and a command that comes while the program is away
//! ([`Ahead::app`]) waits for it. Nothing is copied either. The alternative, a second stage that is brought up to the
//! first before each step while the first one is shown, would overlap the panels too; but copying a stage costs
//! nearly half a step (5,000 bodies: 4.5 ms for a step of 10 ms), and every command would have to be held back or
//! make the step void.
//!
//! **Time.** How long the next frame lasts is not known before it begins. The tick ahead is told that it lasts as
//! long as this one, but no longer than a frame usually does, and the error is made up for in the next tick. A run's
//! picture is therefore as fresh as on one thread: what the user did in this frame is in the steps that the next
//! frame shows.
//!
//! **When.** Handing over costs two switches of threads and the world's way from one core's cache into another's and
//! back, so cheap ticks stay on the drawing thread ([`Gauge`]). In the browser and on a single core there is no other
//! thread, and while time stands nothing is handed over: the thread sleeps.

use super::clock;
use super::pace::{Budget, FRAME};
use crate::app::App;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Ticks above this cost are taken beside drawing, seconds. An eighth of a frame: less is not missed by the drawing.
const BESIDE_ABOVE: f64 = 0.002;
/// Ticks below this cost come back to the drawing thread, seconds; half as much, so that the place changes rarely.
const HERE_BELOW: f64 = 0.001;
/// Share of the newest tick in the average cost: a new scene is found out within some frames.
const NEWEST_SHARE: f64 = 0.2;

/// The program with a tick to take: all that a [`Worker`] needs.
pub struct Job {
    app: Box<App>,
    seconds: f32,
    budget: Budget,
}

impl Job {
    /// Takes the tick. A breakdown is kept for the thread that waits.
    pub fn run(self) -> Done {
        self.run_with(|app, seconds, budget| app.tick(seconds, &mut || budget.has_time_left()))
    }

    fn run_with(self, tick: impl FnOnce(&mut App, f32, Budget)) -> Done {
        let Job { mut app, seconds, budget } = self;
        let started = clock::now();
        let result = catch_unwind(AssertUnwindSafe(|| tick(&mut app, seconds, budget)));
        Done { app, cost: clock::now() - started, breakdown: result.err() }
    }
}

/// The program after its tick.
pub struct Done {
    app: Box<App>,
    cost: f64,
    breakdown: Option<Box<dyn Any + Send>>,
}

/// Somebody who takes one tick at a time, elsewhere.
pub trait Worker {
    /// Takes a job over; returns at once.
    fn start(&mut self, job: Job);
    /// Waits for the job that was started last. Called once for each.
    fn finish(&mut self) -> Done;
}

/// The program, here or with a worker.
pub struct Ahead {
    /// `None` while it is away.
    app: Option<Box<App>>,
    worker: Option<Box<dyn Worker>>,
    gauge: Gauge,
    /// True when the coming frame's time has passed in the program already.
    is_told: bool,
    /// Seconds that have passed in the program, but not yet in the world outside.
    lead: f32,
    /// Length of this frame, seconds.
    frame: f32,
}

impl Ahead {
    /// Without a worker, everything happens here.
    pub fn new(app: App, worker: Option<Box<dyn Worker>>) -> Ahead {
        Ahead { app: Some(Box::new(app)), worker, gauge: Gauge::default(), is_told: false, lead: 0.0, frame: 0.0 }
    }

    /// Decides from now on where ticks are taken.
    pub fn set_gauge(&mut self, gauge: Gauge) {
        self.gauge = gauge;
    }

    /// The program, waiting for it while it is away. A tick that broke down there goes on breaking down here.
    ///
    /// # Panics
    /// The tick did.
    pub fn app(&mut self) -> &mut App {
        self.come_home();
        self.app.as_mut().expect("it has come home")
    }

    /// The program after a breakdown. Should a tick have broken down besides, that has been reported by the thread it
    /// happened on and is told once: whoever asks here is about to tell the user.
    pub fn app_to_repair(&mut self) -> &mut App {
        let _ = catch_unwind(AssertUnwindSafe(|| self.come_home()));
        self.app.as_mut().expect("it has come home")
    }

    /// A frame begins, `seconds` after the one before: lets them pass, unless they have passed ahead.
    pub fn advance(&mut self, seconds: f32, budget: Budget) {
        self.come_home();
        self.frame = seconds;
        self.lead -= seconds;
        if std::mem::take(&mut self.is_told) {
            return;
        }
        let Some(app) = self.app.take() else { return };
        let is_playing = app.is_playing();
        let job = Job { app, seconds: (-self.lead).max(0.0), budget };
        self.lead += job.seconds;
        self.take_back(job.run(), is_playing);
    }

    /// The frame's commands are carried out; until the next frame begins the program is hardly asked for. Lets the next
    /// frame's time pass elsewhere, if that helps.
    pub fn go_ahead(&mut self, budget: Budget) {
        let Some(app) = self.app.take_if(|app| app.is_playing()) else {
            self.lead = 0.0;
            return;
        };
        match &mut self.worker {
            Some(worker) if self.gauge.is_beside() && !self.is_told => {
                let seconds = (self.frame.min(FRAME as f32) - self.lead).max(0.0);
                self.lead += seconds;
                self.is_told = true;
                worker.start(Job { app, seconds, budget });
            }
            _ => self.app = Some(app),
        }
    }

    fn come_home(&mut self) {
        if self.app.is_none()
            && let Some(worker) = &mut self.worker
        {
            let done = worker.finish();
            self.take_back(done, true);
        }
    }

    fn take_back(&mut self, done: Done, counts: bool) {
        let app = self.app.insert(done.app);
        if counts {
            self.gauge.note(done.cost);
            app.note_tick_cost(done.cost);
        }
        if let Some(breakdown) = done.breakdown {
            resume_unwind(breakdown);
        }
    }
}

/// Decides where ticks are taken, by what they cost on average; between the two bounds everything stays as it is.
#[derive(Clone, Copy, Debug)]
pub struct Gauge {
    /// Ticks above this cost are taken beside drawing, seconds.
    beside_above: f64,
    /// Ticks below this cost come back, seconds.
    here_below: f64,
    average: f64,
    beside: bool,
}

impl Default for Gauge {
    /// Measures, and begins on the drawing thread.
    fn default() -> Gauge {
        Gauge { beside_above: BESIDE_ABOVE, here_below: HERE_BELOW, average: 0.0, beside: false }
    }
}

impl Gauge {
    /// Everything on the drawing thread, whatever it costs.
    pub const HERE: Gauge = Gauge { beside_above: f64::INFINITY, here_below: f64::INFINITY, average: 0.0, beside: false };
    /// Everything beside it.
    pub const BESIDE: Gauge = Gauge { beside_above: 0.0, here_below: f64::NEG_INFINITY, average: 0.0, beside: true };

    /// A tick took so many seconds.
    pub fn note(&mut self, cost: f64) {
        self.average += (cost - self.average) * NEWEST_SHARE;
        self.beside = self.average > if self.beside { self.here_below } else { self.beside_above };
    }

    /// True while ticks are worth another thread.
    pub fn is_beside(&self) -> bool {
        self.beside
    }
}

/// A thread for the steps. It sleeps while there is nothing to do, and ends with the window; a tick that is under way
/// then is not waited for.
pub struct StepThread {
    jobs: Sender<Job>,
    done: Receiver<Done>,
}

impl StepThread {
    /// `None` where there is no second core, or no threads at all (the browser).
    pub fn start() -> Option<StepThread> {
        let cores = std::thread::available_parallelism().ok()?.get();
        if cores < 2 {
            return None;
        }
        let (jobs, incoming) = channel::<Job>();
        let (outgoing, done) = channel();
        let work = move || {
            for job in incoming {
                if outgoing.send(job.run()).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("steps".to_owned()).spawn(work).ok()?;
        Some(StepThread { jobs, done })
    }
}

impl Worker for StepThread {
    fn start(&mut self, job: Job) {
        self.jobs.send(job).unwrap_or_else(|_| unreachable!("the thread listens as long as this end exists"));
    }

    fn finish(&mut self) -> Done {
        self.done.recv().expect("the thread answers every job")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::RunCommand;
    use std::thread::{self, JoinHandle};

    /// Breaks down in its third tick.
    #[derive(Default)]
    struct Frail {
        ticks: u32,
        under_way: Option<JoinHandle<Done>>,
    }

    impl Worker for Frail {
        fn start(&mut self, job: Job) {
            self.ticks += 1;
            let breaks = self.ticks == 3;
            self.under_way = Some(thread::spawn(move || {
                job.run_with(|app, seconds, _| {
                    assert!(!breaks, "a breakdown on purpose");
                    app.tick(seconds, &mut || true);
                })
            }));
        }

        fn finish(&mut self) -> Done {
            self.under_way.take().expect("started").join().expect("breakdowns are caught")
        }
    }

    fn playing() -> Ahead {
        let mut app = App::empty();
        app.apply(RunCommand::Play);
        let mut ahead = Ahead::new(app, Some(Box::new(Frail::default())));
        ahead.set_gauge(Gauge::BESIDE);
        ahead
    }

    fn frame(ahead: &mut Ahead) {
        ahead.advance(1.0 / 60.0, Budget::UNLIMITED);
        ahead.go_ahead(Budget::UNLIMITED);
    }

    #[test]
    fn a_tick_that_breaks_down_elsewhere_breaks_down_here_and_the_program_goes_on() {
        let mut ahead = playing();
        (0..3).for_each(|_| frame(&mut ahead));
        let broken = catch_unwind(AssertUnwindSafe(|| frame(&mut ahead))).expect_err("the panic comes through");
        assert_eq!(broken.downcast_ref(), Some(&"a breakdown on purpose"));
        let before = ahead.app_to_repair().stage().step_count();
        (0..3).for_each(|_| frame(&mut ahead));
        assert_eq!(ahead.app().stage().step_count(), before + 3, "one tick was taken ahead of the second and third frame, and one beyond");
    }

    /// Tells of each tick that it took so many seconds.
    struct Slow {
        seconds: f64,
        under_way: Option<Job>,
    }

    impl Worker for Slow {
        fn start(&mut self, job: Job) {
            self.under_way = Some(job);
        }

        fn finish(&mut self) -> Done {
            Done { cost: self.seconds, ..self.under_way.take().expect("started").run() }
        }
    }

    #[test]
    fn a_slow_step_pauses_the_run_once_and_play_goes_on() {
        let mut app = App::empty();
        app.apply(RunCommand::Play);
        let mut ahead = Ahead::new(app, Some(Box::new(Slow { seconds: 0.6, under_way: None })));
        ahead.set_gauge(Gauge::BESIDE);
        (0..3).for_each(|_| frame(&mut ahead));
        assert!(!ahead.app().is_playing());
        assert!(ahead.app().take_notices().iter().any(|notice| notice.text.contains("0.6 s")));
        ahead.app().apply(RunCommand::Play);
        let before = ahead.app().stage().step_count();
        (0..3).for_each(|_| frame(&mut ahead));
        assert!(ahead.app().is_playing() && ahead.app().stage().step_count() >= before + 2);
    }

    #[test]
    fn while_one_breakdown_is_told_another_does_not_end_the_program() {
        let mut ahead = playing();
        (0..3).for_each(|_| frame(&mut ahead));
        ahead.app_to_repair().apply(RunCommand::Pause);
        frame(&mut ahead);
        assert!(!ahead.app().is_playing());
    }

    #[test]
    fn ticks_change_their_place_only_when_their_cost_has_clearly_changed() {
        let mut gauge = Gauge::default();
        let mut after = |cost: f64| {
            (0..40).for_each(|_| gauge.note(cost));
            gauge.is_beside()
        };
        assert!(!after(0.0005));
        assert!(!after(0.0015), "between the bounds: stays here");
        assert!(after(0.010));
        assert!(after(0.0015), "between the bounds: stays beside");
        assert!(!after(0.0005));
    }

    #[test]
    fn one_slow_tick_changes_nothing() {
        let mut gauge = Gauge::default();
        gauge.note(0.009);
        assert!(!gauge.is_beside());
    }
}
