//! Timed runs.
//!
//! A run builds the scene in one engine and takes all its steps; the first step is left out (engines build their
//! first pairs in it). The script (adding, removing, driving) belongs to the step. Runs of the engines are
//! interleaved, ours, Rapier, Box2D, ours, …, so that a slow minute of the machine hits all alike, and of each
//! engine's runs the median counts.
//!
//! Time is wall time, or the processor time of the one thread that all engines run on: on a machine that is busy with
//! other things too only the latter means something.

use crate::engines::Which;
use crate::measure::{Quality, quality};
use crate::scene::Scene;
use crate::stage::Stage;
use collidoscope_physics::engine::world::StepPart;
use cpu_time::ThreadTime;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Which clock a step is timed with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Clock {
    /// Time on the wall.
    #[default]
    Wall,
    /// Time that the thread had the processor.
    Cpu,
}

impl Clock {
    /// Time since some moment of this process.
    fn now(self) -> Duration {
        static START: OnceLock<Instant> = OnceLock::new();
        match self {
            Clock::Wall => START.get_or_init(Instant::now).elapsed(),
            Clock::Cpu => ThreadTime::now().as_duration(),
        }
    }

    fn time(self, work: impl FnOnce()) -> Duration {
        let start = self.now();
        work();
        self.now() - start
    }
}

/// Where the time of our step goes.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Milliseconds of a step for each part: the mean over all steps of the least time over all runs.
    pub parts: Vec<(StepPart, f64)>,
}

impl Profile {
    /// Milliseconds of a step. As a sum of least times it is somewhat less than what [`time`] measures.
    pub fn total(&self) -> f64 {
        self.parts.iter().map(|(_, ms)| ms).sum()
    }
}

/// Runs a scene `runs` times more in our engine, with the clock read at each part of a step. All runs take the very
/// same steps, so of each part of each step the least time is the one in which the fewest other things happened: that
/// repeats to a hundredth where whole runs differ by a tenth.
pub fn profile(scene: &Scene, runs: usize, substeps: u32, clock: Clock) -> Profile {
    let mut least = vec![[Duration::MAX; StepPart::ALL.len()]; scene.steps.max(2) as usize - 1];
    for _ in 0..runs.max(1) {
        let mut stage = Stage::new(Which::Ours, scene, Some(substeps));
        stage.step();
        for least in &mut least {
            let spent = step_in_parts(&mut stage, clock);
            for (least, spent) in least.iter_mut().zip(spent) {
                *least = (*least).min(spent);
            }
        }
    }
    let mean = |part: StepPart| least.iter().map(|step| step[part as usize].as_secs_f64()).sum::<f64>() * 1e3 / least.len() as f64;
    Profile { parts: StepPart::ALL.into_iter().map(|part| (part, mean(part))).collect() }
}

/// Takes a step; how long each part took.
fn step_in_parts(stage: &mut Stage<'_>, clock: Clock) -> [Duration; StepPart::ALL.len()] {
    let mut spent = [Duration::ZERO; StepPart::ALL.len()];
    let (mut now, mut last) = (StepPart::ALL[0], clock.now());
    let mut enter = |next: StepPart| {
        let time = clock.now();
        spent[now as usize] += time - last;
        (now, last) = (next, time);
    };
    stage.step_in_parts(&mut enter);
    enter(StepPart::ALL[0]);
    spent
}

/// What one engine did in a scene.
#[derive(Clone, Debug)]
pub struct Timing {
    /// Which engine.
    pub which: Which,
    /// Milliseconds of a step: median over the runs of each run's mean.
    pub step_ms: f64,
    /// Slowest step of the median run, ms.
    pub slowest_ms: f64,
    /// Steps of that run over 1/60 s.
    pub late_steps: usize,
    /// What the scene was like after the last step.
    pub quality: Quality,
}

/// One timed scene.
#[derive(Clone, Debug)]
pub struct Timed {
    /// Name of the scene.
    pub name: String,
    /// Most bodies at a time.
    pub bodies: usize,
    /// Steps of a run.
    pub steps: u32,
    /// One entry for each engine that ran.
    pub timings: Vec<Timing>,
    /// Where our time goes, if that was asked.
    pub profile: Option<Profile>,
}

impl Timed {
    /// The timing of an engine, if it ran.
    pub fn of(&self, which: Which) -> Option<&Timing> {
        self.timings.iter().find(|t| t.which == which)
    }

    /// Our time divided by that of the faster of the others: below 1 we are faster. `None` when we or all others did
    /// not run.
    pub fn ratio(&self) -> Option<f64> {
        let ours = self.of(Which::Ours)?.step_ms;
        let peers = self.timings.iter().filter(|t| t.which != Which::Ours).map(|t| t.step_ms);
        peers.min_by(f64::total_cmp).map(|fastest| ours / fastest)
    }
}

struct Run {
    mean_ms: f64,
    slowest_ms: f64,
    late_steps: usize,
}

/// Runs a scene `runs` times in each of the engines.
pub fn time(scene: &Scene, engines: &[Which], runs: usize, substeps: u32, clock: Clock) -> Timed {
    let mut all: Vec<Vec<Run>> = engines.iter().map(|_| Vec::new()).collect();
    let mut qualities = vec![Quality::default(); engines.len()];
    for turn in 0..runs.max(1) {
        for (index, &which) in engines.iter().enumerate() {
            let mut stage = Stage::new(which, scene, Some(substeps));
            all[index].push(run(&mut stage, clock));
            if turn == 0 {
                qualities[index] = quality(&stage);
            }
        }
    }
    let timings = engines.iter().zip(all).zip(qualities).map(|((&which, mut runs), quality)| {
        runs.sort_by(|x, y| x.mean_ms.total_cmp(&y.mean_ms));
        let median = &runs[(runs.len() - 1) / 2];
        Timing { which, step_ms: median.mean_ms, slowest_ms: median.slowest_ms, late_steps: median.late_steps, quality }
    });
    Timed { name: scene.name.clone(), bodies: scene.largest_body_count(), steps: scene.steps, timings: timings.collect(), profile: None }
}

fn run(stage: &mut Stage<'_>, clock: Clock) -> Run {
    stage.step();
    let mut times: Vec<f64> = Vec::with_capacity(stage.scene().steps as usize);
    for _ in 1..stage.scene().steps {
        times.push(clock.time(|| stage.step()).as_secs_f64() * 1e3);
    }
    Run {
        mean_ms: times.iter().sum::<f64>() / times.len().max(1) as f64,
        slowest_ms: times.iter().copied().fold(0.0, f64::max),
        late_steps: times.iter().filter(|&&t| t > 1e3 / 60.0).count(),
    }
}

/// Slope of `ln time` over `ln bodies` by least squares: 1 is cost in proportion to size, 2 is quadratic.
pub fn growth_exponent(points: &[(usize, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|&(n, t)| ((n as f64).ln(), t.ln())).collect();
    let count = logs.len() as f64;
    let (mx, my) = (logs.iter().map(|p| p.0).sum::<f64>() / count, logs.iter().map(|p| p.1).sum::<f64>() / count);
    let above: f64 = logs.iter().map(|p| (p.0 - mx) * (p.1 - my)).sum();
    let below: f64 = logs.iter().map(|p| (p.0 - mx).powi(2)).sum();
    above / below
}
