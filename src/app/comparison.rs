//! The same scene under several solvers: a pane each, with one clock.
//!
//! A pane is a run of its own ([`Timeline`]) of the scene from its start, in which nothing is otherwise but the solver.
//! So it takes the very steps that the scene would take with that solver, and going back, keyframes and recorded
//! quantities come with it. The clock is a number of steps. Panes that stand at it take each further step together; one
//! that was added later takes the steps that it lacks as fast as time allows, and the clock waits for it.
//!
//! The scene itself is not touched: leaving the comparison leads back to it as it was.

pub mod look;
pub mod plots;

use super::camera::{Camera, Follow};
use super::timeline::{BUDGET, Timeline};
use crate::engine::solver::Solver;
use crate::engine::solver::complementary::Left;
use crate::engine::solver::table::SOLVERS;
use crate::engine::world::World;
use crate::scene::document::{CurveDoc, Document, GraphDoc, Subject};
use crate::scene::input::Input;
use crate::scene::stage::{Stage, overcrowded_message};
use std::sync::Arc;

/// Fewest and most panes.
pub const PANES: (usize, usize) = (2, 4);
/// What is recorded of every pane, by the words of [`crate::scene::quantity`].
pub const COMPARED: [&str; 3] = ["total_energy", "joint_error", "overlap"];

/// The world's quantity of this word.
pub fn curve(quantity: &'static str) -> CurveDoc {
    CurveDoc { of: Subject::World, quantity }
}

/// Seconds since some fixed moment: the shell's clock. What it measures is shown and never recorded.
pub type Stopwatch = fn() -> f64;

/// The panes and their clock.
pub struct Comparison {
    panes: Vec<Pane>,
    /// The scene that is compared.
    pub(super) document: Arc<Document>,
    clock: u64,
    /// Keys that were pressed and let go for the scene, each before which step.
    inputs: Vec<(u64, Input)>,
    /// What the scene's camera was, and whom it followed.
    pub(super) left: (Camera, Option<Follow>),
}

/// The scene under one solver.
pub struct Pane {
    solver: Solver,
    document: Arc<Document>,
    /// The run; or why there is none.
    run: Result<Box<Timeline>, String>,
    /// How many of the comparison's inputs the run has taken in.
    taken: usize,
    /// What each step took when it was first taken, seconds; 0 where nobody measured.
    costs: Vec<f32>,
    /// The first step of which the solver left something to another one, and what.
    left: Option<(u64, String)>,
}

impl Comparison {
    pub(super) fn new(document: &Arc<Document>, solvers: &[Solver], left: (Camera, Option<Follow>)) -> Comparison {
        let panes = chosen(solvers, document).into_iter().map(|solver| Pane::new(document, solver)).collect();
        Comparison { panes, document: document.clone(), clock: 0, inputs: Vec::new(), left }
    }

    /// The panes, in the order of the table of solvers.
    pub fn panes(&self) -> &[Pane] {
        &self.panes
    }

    /// The solvers of the panes.
    pub fn solvers(&self) -> Vec<Solver> {
        self.panes.iter().map(|pane| pane.solver).collect()
    }

    /// The step that all panes show, or are on their way to.
    pub fn step(&self) -> u64 {
        self.clock
    }

    /// The first run that is at the clock: what the transport shows.
    pub fn lead(&self) -> Option<&Timeline> {
        let runs = || self.panes.iter().filter_map(Pane::timeline);
        runs().find(|run| run.stage().step_count() == self.clock).or_else(|| runs().next())
    }

    /// True while a pane lacks steps that the others have taken.
    pub fn is_catching_up(&self) -> bool {
        self.panes.iter().filter_map(Pane::timeline).any(|run| run.stage().step_count() < self.clock)
    }

    /// Other solvers. Panes that stay keep their runs; the clock stays where it is.
    pub(super) fn choose(&mut self, solvers: &[Solver]) {
        for solver in chosen(solvers, &self.document) {
            if !self.panes.iter().any(|pane| pane.solver == solver) {
                self.panes.push(Pane::new(&self.document, solver));
            }
        }
        let wanted = chosen(solvers, &self.document);
        self.panes.retain(|pane| wanted.contains(&pane.solver));
        self.panes.sort_by_key(|pane| place(pane.solver));
    }

    /// One step of all panes, as far as `go_on` lets it: what is left comes in the next frame. None while a pane lacks
    /// some, which may be many: the clock waits for it.
    pub(super) fn advance(&mut self, stopwatch: Option<Stopwatch>, go_on: &mut dyn FnMut() -> bool) {
        if self.is_catching_up() {
            return;
        }
        self.clock += 1;
        self.catch_up(stopwatch, go_on);
    }

    /// Takes steps that panes lack, until all are at the clock or `go_on` says no; one at least.
    pub(super) fn catch_up(&mut self, stopwatch: Option<Stopwatch>, go_on: &mut dyn FnMut() -> bool) {
        for pane in &mut self.panes {
            while pane.timeline().is_some_and(|run| run.stage().step_count() < self.clock) {
                pane.advance(&self.inputs, stopwatch);
                if !go_on() {
                    return;
                }
            }
        }
    }

    /// Shows another step, that was taken already.
    pub(super) fn seek(&mut self, step: u64) {
        self.clock = step.min(self.lead().map_or(0, Timeline::last_step));
        let runs = self.panes.iter_mut().filter_map(|pane| pane.run.as_mut().ok());
        runs.for_each(|run| run.seek(self.clock));
    }

    /// All panes at the scene's start again, and nothing recorded.
    pub(super) fn reset(&mut self) {
        self.clock = 0;
        self.inputs.clear();
        self.panes.iter_mut().for_each(|pane| *pane = Pane::new(&self.document, pane.solver));
    }

    /// A key of the scene is pressed or let go, in all panes before the same step: those that lack steps come to it
    /// when they have taken them.
    pub(super) fn input(&mut self, input: &Input) {
        let now = self.clock;
        self.inputs.retain(|(at, _)| *at <= now);
        let earlier = self.inputs.len();
        self.inputs.push((now, input.clone()));
        for pane in &mut self.panes {
            pane.taken = pane.taken.min(earlier);
            if pane.timeline().is_some_and(|run| run.stage().step_count() == now) {
                pane.take_inputs(&self.inputs);
                pane.costs.truncate(now as usize);
                pane.left.take_if(|(step, _)| *step > now);
            }
        }
    }
}

/// Where a solver stands in the table: its colour.
pub fn place(solver: Solver) -> usize {
    SOLVERS.iter().position(|row| row.solver == solver).unwrap_or(0)
}

/// So many of the wanted solvers as there may be panes, filled up with the usual ones, in the table's order.
fn chosen(wanted: &[Solver], document: &Document) -> Vec<Solver> {
    let least = if wanted.is_empty() { PANES.1 } else { PANES.0 };
    let mut solvers: Vec<Solver> = Vec::new();
    for (solver, most) in wanted.iter().map(|solver| (*solver, PANES.1)).chain(usual(document).map(|solver| (solver, least))) {
        if solvers.len() < most && !solvers.contains(&solver) {
            solvers.push(solver);
        }
    }
    solvers.sort_by_key(|solver| place(*solver));
    solvers
}

/// The scene's own solver, then those that make the most difference: without joints, Lagrange multipliers have nothing
/// to do.
fn usual(document: &Document) -> impl Iterator<Item = Solver> + use<> {
    let held = if document.joints.is_empty() { Solver::OneContact } else { Solver::Lagrange };
    [document.world.solver, Solver::SoftStep, Solver::SequentialImpulses, held, Solver::Complementarity, Solver::OneContact].into_iter()
}

impl Pane {
    fn new(scene: &Document, solver: Solver) -> Pane {
        let graphs = vec![GraphDoc { curves: COMPARED.map(curve).to_vec(), against: None }];
        let mut document = Document { state: None, graphs, traces: Vec::new(), lesson: Vec::new(), ..scene.clone() };
        document.world.solver = solver;
        let document = Arc::new(document);
        let run = Timeline::new(&document).map(|run| Box::new(run.with_budget(BUDGET / PANES.1))).map_err(|why| why.to_string());
        Pane { solver, document, run, taken: 0, costs: Vec::new(), left: None }
    }

    /// Whose pane it is.
    pub fn solver(&self) -> Solver {
        self.solver
    }

    /// Its run; `None` when the solver refused the scene ([`Pane::remark`] says why).
    pub fn timeline(&self) -> Option<&Timeline> {
        self.run.as_deref().ok()
    }

    /// The scene as it stands under this solver.
    pub fn stage(&self) -> Option<&Stage> {
        self.timeline().map(Timeline::stage)
    }

    /// What the step took that leads to this one, seconds of this computer; `None` when nobody measured.
    pub fn cost(&self, step: u64) -> Option<f64> {
        let index = usize::try_from(step.checked_sub(1)?).ok()?;
        self.costs.get(index).filter(|cost| **cost > 0.0).map(|cost| f64::from(*cost))
    }

    /// What is to be said of it: that the solver refused, left something to another one, lost something.
    pub fn remark(&self) -> Option<String> {
        match &self.run {
            Err(why) => Some(format!("Refused: {why}")),
            Ok(run) => {
                let mut words = remarks(run.stage());
                // It is no run of this solver alone any more, also when nothing is left to another one just now.
                let earlier = self.left.as_ref().filter(|(step, _)| *step <= run.stage().step_count() && left(run.stage()).is_none());
                words.extend(earlier.map(|(step, what)| format!("in step {step}: {what}")));
                Some(words.join(" · ")).filter(|words| !words.is_empty())
            }
        }
    }

    fn advance(&mut self, inputs: &[(u64, Input)], stopwatch: Option<Stopwatch>) {
        if self.timeline().is_some_and(|run| run.stage().step_count() == run.last_step()) {
            self.take_inputs(inputs);
        }
        let Ok(run) = &mut self.run else { return };
        let now = run.stage().step_count();
        let is_new = now == run.last_step();
        let begun = stopwatch.map(|now| now());
        run.advance();
        if is_new {
            let cost = begun.zip(stopwatch).map_or(0.0, |(begun, now)| (now() - begun) as f32);
            self.costs.resize(now as usize, 0.0);
            self.costs.push(cost);
            if self.left.is_none() {
                self.left = left(run.stage()).map(|what| (now + 1, what));
            }
        }
    }
}

impl Pane {
    /// What was done up to the step that the run is at; from then on the run repeats it by itself.
    fn take_inputs(&mut self, inputs: &[(u64, Input)]) {
        let Ok(run) = &mut self.run else { return };
        let now = run.stage().step_count();
        while let Some((_, input)) = inputs.get(self.taken).filter(|(at, _)| *at <= now) {
            run.input(input, &self.document);
            self.taken += 1;
        }
    }
}

/// What a world has to say beside its motion.
fn remarks(stage: &Stage) -> Vec<String> {
    let world = stage.world();
    let mut words = Vec::new();
    if world.events().overcrowded {
        words.push(overcrowded_message());
    }
    words.extend(stage.shortfall());
    words.extend(left(stage));
    words.extend(Some(world).filter(|world| world.settings().solver == Solver::Lagrange).and_then(lagrange));
    let frozen = world.bodies().filter(|(_, body)| body.frozen).count();
    let counted = [(frozen, "frozen", ["body", "bodies"]), (stage.broken().len(), "broken", ["joint", "joints"])];
    for (count, what, name) in counted.into_iter().filter(|(count, ..)| *count > 0) {
        words.push(format!("{count} {} {what}", name[usize::from(count > 1)]));
    }
    words
}

/// What the solver left to another one in the last step.
fn left(stage: &Stage) -> Option<String> {
    let world = stage.world();
    match world.settings().solver {
        Solver::Lagrange => {
            let count = world.lagrange_report().left.len();
            (count > 0).then(|| format!("{count} of {} joints left to sequential impulses", world.joints().count()))
        }
        Solver::Complementarity => complementarity(world),
        _ => None,
    }
}

fn lagrange(world: &World) -> Option<String> {
    if world.joints().next().is_none() {
        return Some("No joints: contacts by sequential impulses".to_owned());
    }
    let redundant = world.lagrange_report().redundant.len();
    (redundant > 0).then(|| format!("{redundant} {} redundant", if redundant == 1 { "joint is" } else { "joints are" }))
}

fn complementarity(world: &World) -> Option<String> {
    let report = world.complementarity_report();
    let (rows, why) = report.left.first()?;
    let why = match why {
        Left::TooManyRows => format!("{rows} rows are too many"),
        Left::Held => "a hand holds a body".to_owned(),
        Left::NoSolution => "no solution found".to_owned(),
    };
    let count = report.left.len();
    let islands = if count == 1 { "an island is".to_owned() } else { format!("{count} islands are") };
    Some(format!("{islands} left to sequential impulses: {why}"))
}
