//! The same scene under several solvers ([`crate::app::comparison`]): opening and leaving it, and what its clock does.
//!
//! While it is open, the commands of time are those of the comparison. A change of the document ends it.

use super::run::RunCommand;
use crate::app::comparison::Comparison;
use crate::app::comparison::look::{Look, specimen_of_look};
use crate::app::comparison::plots::PLOTS;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::svg::{Cell, Strip};
use crate::draw::{DrawList, Sheet};
use crate::engine::solver::Solver;
use crate::scene::document::WorldSettings;
use crate::scene::stage::Input;
use std::sync::Arc;

/// Something done with the comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum CompareCommand {
    /// Runs the scene from its start under these solvers, two to four; without any under four, the scene's own among
    /// them.
    Open(Vec<Solver>),
    /// Back to the scene, which stands as it was.
    Close,
    /// Other solvers. Panes that stay keep their runs.
    Choose(Vec<Solver>),
    /// Lays something of a pane under the solver's microscope, as that pane ran it; without a choice its deepest
    /// contact, else its worst joint.
    LookInside {
        /// Whose pane.
        solver: Solver,
        /// What.
        at: Option<Look>,
    },
    /// The scene has this solver from now on (undoable); ends the comparison.
    Adopt(Solver),
}

impl App {
    /// The panes of an open comparison on one page, each under its solver's name, and below them the plots.
    pub(super) fn panes_page(&self) -> Option<Strip> {
        let comparison = self.comparison.as_ref()?;
        let step = comparison.step();
        let title = format!("{}, step {step}", self.document.title);
        let mut page = Strip { title, theme: self.theme, cells: Vec::new() };
        for pane in comparison.panes() {
            let mut list = DrawList::default();
            self.pane_picture(pane, None, &mut list);
            let heading = page.heading(pane.solver().row().name, 1);
            let words = pane.remark().map_or_else(Vec::new, |remark| page.wrapped(&remark, 1));
            page.cells.push(Cell { heading, words, views: vec![(Sheet::World, self.camera.view())], list });
        }
        let hz = self.shown_stage().world().settings().step_hz;
        for compared in &PLOTS {
            let mut list = DrawList::default();
            let Some(view) = compared.picture(comparison, hz, &mut list) else { continue };
            let heading = page.heading(&format!("{}, {}", compared.title, compared.unit), 1);
            page.cells.push(Cell { heading, words: Vec::new(), views: vec![view], list });
        }
        Some(page)
    }

    pub(super) fn apply_compare(&mut self, command: CompareCommand) {
        match command {
            CompareCommand::Open(solvers) => self.open_comparison(&solvers),
            CompareCommand::Close => self.end_comparison(),
            CompareCommand::Choose(solvers) => {
                if let Some(comparison) = &mut self.comparison {
                    comparison.choose(&solvers);
                }
            }
            CompareCommand::LookInside { solver, at } => self.look_inside_pane(solver, at),
            CompareCommand::Adopt(solver) => self.adopt_solver(solver),
        }
    }

    fn open_comparison(&mut self, solvers: &[Solver]) {
        self.end_comparison();
        self.bench = None;
        self.journey = None;
        self.keep_drawn();
        self.tool.give_up();
        self.owed = 0.0;
        self.comparison = Some(Comparison::new(&self.document, solvers, (self.camera, self.follow.clone())));
        // The camera goes with the body from where it is at the start.
        let followed = self.followed().map(str::to_owned);
        self.start_following(followed);
    }

    /// Back to the scene, paused, with the camera that it had.
    pub(super) fn end_comparison(&mut self) {
        let Some(Comparison { left: (camera, follow), .. }) = self.comparison.take() else { return };
        let canvas = self.camera.canvas;
        (self.camera, self.follow) = (camera, follow);
        self.camera.resize(canvas);
        self.bench = None;
        self.playing = false;
        self.behind = false;
        self.owed = 0.0;
    }

    /// A comparison of what the document no longer is ends.
    pub(super) fn end_outdated_comparison(&mut self) {
        let Some(comparison) = &mut self.comparison else { return };
        if Arc::ptr_eq(&comparison.document, &self.document) {
            return;
        }
        if *comparison.document == *self.document {
            comparison.document = self.document.clone();
        } else {
            self.end_comparison();
        }
    }

    fn look_inside_pane(&mut self, solver: Solver, at: Option<Look>) {
        let pane = self.comparison.as_ref().and_then(|c| c.panes().iter().find(|pane| pane.solver() == solver));
        let Some(pane) = pane else { return };
        let found = pane.timeline().zip(at.or_else(|| pane.worst()));
        let Some((run, look)) = found else {
            return self.notify(NoticeKind::Warning, "There is no contact and no joint to look into yet.");
        };
        let Some((specimen, microscope)) = specimen_of_look(run, look) else {
            return self.notify(NoticeKind::Warning, format!("{} has no two shapes to show.", pane.look_name(look)));
        };
        let caption = format!("{} under {}, step {}.", pane.look_name(look), solver.row().name, run.stage().step_count());
        self.lay(specimen, Some(microscope));
        if let Some(bench) = &mut self.bench {
            bench.set_caption(caption);
        }
    }

    fn adopt_solver(&mut self, solver: Solver) {
        self.end_comparison();
        if self.document.world.solver == solver {
            return self.notify(NoticeKind::Done, format!("The scene has {} already.", solver.row().name));
        }
        if self.change("Choose solver", 0, |d| d.world = WorldSettings { solver, ..d.world }) {
            self.notify(NoticeKind::Done, format!("The scene is solved by {} from here on.", solver.row().name));
        }
    }

    /// What commands of time do while solvers are compared.
    pub(super) fn run_comparison(&mut self, command: RunCommand) {
        let stopwatch = self.profile.clock;
        let Some(comparison) = &mut self.comparison else { return };
        match command {
            RunCommand::Play => self.playing = true,
            RunCommand::Pause => self.playing = false,
            RunCommand::TogglePlay => self.playing = !self.playing,
            RunCommand::StepForward => {
                self.playing = false;
                comparison.advance(stopwatch, &mut || true);
            }
            RunCommand::StepBack if comparison.step() == 0 => {
                self.playing = false;
                self.notify(NoticeKind::Warning, "This is the beginning of the run.");
            }
            RunCommand::StepBack => {
                self.playing = false;
                comparison.seek(comparison.step() - 1);
            }
            RunCommand::Seek(step) => {
                self.playing = false;
                comparison.seek(step);
            }
            RunCommand::Reset => {
                self.playing = false;
                self.owed = 0.0;
                comparison.reset();
            }
            RunCommand::SetSpeed(speed) => self.set_speed(speed),
            RunCommand::PlayBackwards | RunCommand::SetRange(_) => {
                self.notify(NoticeKind::Warning, "Panes run forwards only: leave the comparison to go back and round.");
            }
            RunCommand::Input(input @ Input::Hold { .. }) => comparison.input(&input),
            // Hands and guns are the scene's: in a pane they would have to be somewhere.
            RunCommand::Input(_) => {}
        }
    }

    /// Lets `dt` seconds of real time pass in the panes.
    pub(super) fn advance_comparison(&mut self, dt: f32, time_left: &mut dyn FnMut() -> bool) {
        let stopwatch = self.profile.clock;
        let Some(comparison) = &mut self.comparison else { return };
        if comparison.is_catching_up() {
            comparison.catch_up(stopwatch, time_left);
            self.behind = comparison.is_catching_up();
            return;
        }
        if !self.playing || !dt.is_finite() {
            self.owed = 0.0;
            return;
        }
        self.take_owed_steps(dt, time_left, &mut |app, time_left| {
            let Some(comparison) = &mut app.comparison else { return false };
            comparison.advance(stopwatch, time_left);
            app.behind |= comparison.is_catching_up();
            !app.behind
        });
    }
}
