//! The solver under the microscope: one step of the world, impulse by impulse.
//!
//! ```text
//!   the world before its last step ── taken again, watched ──▶ one SolverStep an impulse
//!                                  └─ once more, told otherwise ──▶ the ghost: its sums beside each row's, its end
//!
//!   sub-step 1    warm start │ solve      │ relax        an iteration is one pass; a frame is one impulse of one row
//!                 n₀ t₀ …    │ n₀ n₁ t₀ … │ n₀ n₁ t₀ …   (normal or friction of a point, or a direction of a joint)
//! ```
//! The steps are those of [`crate::engine::world::World::step_probed`] on a copy of the scene. When nothing was
//! dragged and nothing told otherwise, the copy ends with the very bits of the scene. Without a step behind it, the
//! scene's next step is shown; for shapes without a scene the two stand alone in a world without gravity.

mod choice;
mod form;
mod picture;
mod questions;
mod recorder;
mod reel;
mod run;
mod words;

use super::{Dial, Film, Frame, Microscope, Question, Reel, Specimen, Subject};
use crate::draw::{DrawList, Sheet};
use crate::engine::math::Vec2;
use crate::engine::solver::{SolverPass, SolverStep};
use reel::{ConstraintRow, MOST_SHOWN, RowKind, ShownImpulse, SolverReel};
pub(super) use run::Books;
use run::{End, WatchedStep};
pub(super) use words::{ASLEEP, push_words};

pub use choice::{Ghost, SolverOptions, ghost_of, iterations_of};

/// The microscope.
pub const SOLVER: Microscope = Microscope {
    id: "solver",
    name: "Solver",
    explanation: "How a step finds its impulses: one contact after the other, again and again, each clamped through its sum.",
    space: Sheet::Diagram,
    space_title: "Sum of the impulses of each row, and its limits",
    thumbnail: Sheet::World,
    chart_title: Some("largest correction of a pass"),
    dials: &[Dial::WarmStarting, Dial::Accumulation, Dial::Relaxing, Dial::Substeps, Dial::Iterations, Dial::Ghost, Dial::Island],
    subject: Subject::Shapes,
    film,
};

/// Takes the step again. Frame 0 stands before it, frame k shows impulse k, the last what came out.
pub fn film(specimen: &Specimen) -> Film {
    film_and_books(specimen).0
}

/// The film, and what the world's books said of the pair before and after the step.
pub(super) fn film_and_books(specimen: &Specimen) -> (Film, Books) {
    let (run, other, other_words) = run::runs(specimen);
    let books = run.books.clone();
    let reel = SolverReel::new(specimen, run, other, other_words);
    (reel.into_film(specimen), books)
}

impl SolverReel {
    fn into_film(self, specimen: &Specimen) -> Film {
        let is_normal = |shown: &&ShownImpulse| matches!(self.rows[shown.row].kind, RowKind::Normal(_));
        let normal = self.shown.iter().find(is_normal).map(|s| s.step.direction);
        let (frames, outcome) = ((0..self.shown.len() + 2).map(|i| self.frame(specimen, i)).collect(), self.outcome());
        Film { normal, ..Film::without_contact(&SOLVER, specimen, frames, outcome, self) }
    }

    fn new(specimen: &Specimen, run: WatchedStep, other: WatchedStep, other_words: String) -> SolverReel {
        let island = specimen.options.solver.island;
        let (mine, ghost) = (impulses(&run, island), GhostSums::new(&run, &other, island));
        let mut rows: Vec<ConstraintRow> = Vec::new();
        let mut shown: Vec<ShownImpulse> = Vec::new();
        for (step, of, pass) in mine.iter().take(MOST_SHOWN) {
            let row = rows.iter().position(|r| r == of).unwrap_or(rows.len());
            if row == rows.len() {
                rows.push(*of);
            }
            shown.push(ShownImpulse { step: *step, row, pass: *pass, ghost: ghost.at(of, step) });
        }
        let most = |of: fn(&ShownImpulse) -> f32| shown.iter().map(|s| of(s).abs()).fold(0.0, f32::max);
        let most_impulse = most(|s| s.step.impulse_total).max(most(|s| s.ghost.unwrap_or(0.0)));
        let most_speed = most(|s| s.step.velocity_before);
        let names = rows.iter().map(|row| words::row_name(&run, row, island)).collect();
        SolverReel { run, other, other_words, rows, names, shown, all: mine.len(), most_impulse, most_speed }
    }

    /// The impulse that a frame shows.
    fn at(&self, frame: usize) -> Option<&ShownImpulse> {
        self.shown.get(frame.checked_sub(1)?)
    }

    fn frame(&self, specimen: &Specimen, index: usize) -> Frame {
        match self.at(index) {
            Some(shown) => self.impulse(shown),
            None if index == 0 => self.start(specimen),
            None => self.end(specimen),
        }
    }

    /// Sum of each row's impulses after the first `count` shown, with where it acts; `None` for rows not seen yet.
    fn sums(&self, count: usize) -> Vec<Option<&ShownImpulse>> {
        let mut sums: Vec<Option<&ShownImpulse>> = vec![None; self.rows.len()];
        for shown in &self.shown[..count.min(self.shown.len())] {
            sums[shown.row] = Some(shown);
        }
        sums
    }

    /// Number of the last iteration: the result.
    fn result_turn(&self) -> usize {
        self.shown.last().map_or(1, |s| s.pass + 2)
    }

    /// Where the two bodies ended, here and otherwise.
    fn ends(&self) -> impl Iterator<Item = (&End, &End)> {
        self.run.ends.iter().zip(&self.other.ends)
    }
}

/// The impulses of a run that are wanted, with the row of each and the number of its pass.
fn impulses(run: &WatchedStep, island: bool) -> Vec<(SolverStep, ConstraintRow, usize)> {
    let mut all = Vec::new();
    let mut seen: Vec<ConstraintRow> = Vec::new();
    let mut last = None;
    let mut pass = 0;
    for step in &run.steps {
        let now = (step.substep, step.iteration, step.pass);
        if last.is_some_and(|l| l != now) {
            pass += 1;
            seen.clear();
        }
        last = Some(now);
        if run.is_wanted(step, island) {
            let row = row_of(step, &seen);
            seen.push(row);
            all.push((*step, row, pass));
        }
    }
    all
}

/// What the ghost's rows had been given when; empty when its sub-steps are others, as an impulse is one of a sub-step.
struct GhostSums {
    given: Vec<(ConstraintRow, Vec<SolverStep>)>,
    form: &'static form::Form,
    /// False when its contacts begin every sub-step from nothing.
    keeps: bool,
    /// True when the shown step relaxes: else its solve passes end their sub-steps.
    relaxing: bool,
}

impl GhostSums {
    fn new(run: &WatchedStep, other: &WatchedStep, island: bool) -> GhostSums {
        let mut given: Vec<(ConstraintRow, Vec<SolverStep>)> = Vec::new();
        let form = form::of(&run.settings);
        let comparable = run.settings.solver == other.settings.solver && (form.rounds)(&run.settings) == (form.rounds)(&other.settings);
        for (step, row, _) in impulses(other, island).into_iter().filter(|_| comparable) {
            match given.iter_mut().find(|(known, _)| *known == row) {
                Some((_, steps)) => steps.push(step),
                None => given.push((row, vec![step])),
            }
        }
        let relaxing = run.settings.relaxing || !run.settings.solver.row().has_relax_pass;
        GhostSums { given, form, keeps: other.settings.warm_starting && other.settings.accumulation, relaxing }
    }

    /// The ghost's sum on this row once the pass of this impulse is through with it; at the end of a sub-step that
    /// does not relax, when the ghost's sub-step ends, too.
    fn at(&self, row: &ConstraintRow, step: &SolverStep) -> Option<f32> {
        let place = |s: &SolverStep| self.form.order(s);
        // The sum of a restitution impulse is that of the whole step, in other passes that of the sub-step.
        let is_blow = |s: &SolverStep| s.pass == SolverPass::Restitution;
        let (_, steps) = self.given.iter().find(|(known, _)| known == row)?;
        let ends_here = step.pass == SolverPass::Solve && !self.relaxing;
        let until = place(&SolverStep { pass: if ends_here { SolverPass::Relax } else { step.pass }, ..*step });
        let last = steps.iter().rev().find(|s| is_blow(s) == is_blow(step) && place(s) <= until)?;
        let is_forgotten = last.substep < step.substep && last.contact.is_some() && !self.keeps;
        Some(if is_forgotten { 0.0 } else { last.impulse_total })
    }
}

/// The row of an impulse; `seen` are those of this pass so far.
fn row_of(step: &SolverStep, seen: &[ConstraintRow]) -> ConstraintRow {
    let kind = match step.contact {
        Some(row) if step.pass == SolverPass::Push => RowKind::Push(row.point),
        Some(row) if row.tangent => RowKind::Friction(row.point),
        Some(row) => RowKind::Normal(row.point),
        None if step.direction == Vec2::ZERO => RowKind::Joint(2),
        None => RowKind::Joint(usize::from(step.direction.y.abs() > step.direction.x.abs())),
    };
    let bodies = [step.body_a, step.body_b];
    // A row may get several restitution impulses in a pass, and a joint may be solved several times: it is the same
    // row.
    let again = step.pass == SolverPass::Restitution || step.contact.is_none();
    let alike = seen.iter().filter(|r| r.bodies == bodies && r.kind == kind).count();
    ConstraintRow { bodies, kind, nth: if again { 0 } else { alike } }
}

impl Reel for SolverReel {
    fn draw(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        picture::world(self, specimen, frame, list);
        picture::table(self, frame, list);
        picture::residuals(self, frame, list);
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        questions::of(self, frame)
    }
}
