//! Everything a user can do, as data.
//!
//! Commands are sorted by kind, and each kind is one file: its enum, and the `apply_…` that carries it out with a
//! `match` that names every variant. A forgotten variant does not compile.

pub mod animation;
mod beside;
pub mod branch;
pub mod clipboard;
pub mod compare;
pub mod document;
mod export;
pub mod file;
pub mod graph;
pub mod group;
pub mod history;
mod hit;
pub mod layout;
pub mod lesson;
mod lesson_view;
pub mod looks;
pub mod marker;
pub mod microscope;
mod moves;
mod own_question;
pub mod picture;
mod pinning;
mod print;
pub mod prompt;
pub mod recovery;
pub mod run;
pub mod stopwatch;
pub mod tool;
pub mod view;

use super::program::App;
use animation::AnimationCommand;
use branch::BranchCommand;
use clipboard::ClipboardCommand;
use compare::CompareCommand;
use document::DocumentCommand;
use file::FileCommand;
use graph::GraphCommand;
use group::GroupCommand;
use history::HistoryCommand;
use layout::LayoutCommand;
use lesson::LessonCommand;
use looks::LooksCommand;
use marker::MarkerCommand;
use microscope::MicroscopeCommand;
use picture::PictureCommand;
use prompt::PromptCommand;
use recovery::RecoveryCommand;
use run::RunCommand;
use std::sync::Arc;
use stopwatch::StopwatchCommand;
use tool::ToolCommand;
use view::ViewCommand;

/// Declares [`Command`] with one variant a kind, the conversion from each kind, and [`App::apply`], which hands each
/// kind to the method that carries it out.
macro_rules! commands {
    ($($(#[$doc:meta])* $kind:ident($of:ident) => $apply:ident,)+) => {
        /// One act. [`App::apply`] carries it out; whatever changes the document or the run can be undone.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Command {
            $($(#[$doc])* $kind($of),)+
        }

        $(impl From<$of> for Command {
            fn from(command: $of) -> Command {
                Command::$kind(command)
            }
        })+

        impl App {
            /// Carries out one command. What cannot be done is said in a notice and changes nothing.
            pub fn apply(&mut self, command: impl Into<Command>) {
                let before = (Arc::clone(&self.document), self.history.travelled(), self.changes);
                match command.into() {
                    $(Command::$kind(command) => self.$apply(command),)+
                }
                self.timeline.choose_columns(&self.document);
                self.tell_of_parting();
                self.ghosts.choose(self.timeline.branches());
                self.end_outdated_comparison();
                if self.history.travelled() != before.1 {
                    self.history.keep_to_budget(&self.timeline);
                }
                // A tool's command carries out others, which have counted themselves.
                let is_entry = self.history.travelled() != before.1 && self.changes == before.2;
                self.changes += u64::from(is_entry && !Arc::ptr_eq(&before.0, &self.document));
            }
        }
    };
}

commands! {
    /// Changes the document.
    Document(DocumentCommand) => apply_document,
    /// Changes places and shapes, as things stand now.
    Layout(LayoutCommand) => apply_layout,
    /// Colour, order and lock of bodies.
    Looks(LooksCommand) => apply_looks,
    /// Groups, their frames and what stands in them.
    Group(GroupCommand) => apply_group,
    /// Copies, cuts and pastes.
    Clipboard(ClipboardCommand) => apply_clipboard,
    /// Undo and redo.
    History(HistoryCommand) => apply_history,
    /// Time, throwing, firing.
    Run(RunCommand) => apply_run,
    /// Runs that were left for another one.
    Branch(BranchCommand) => apply_branch,
    /// Named moments of the run.
    Marker(MarkerCommand) => apply_marker,
    /// The stopwatch.
    Stopwatch(StopwatchCommand) => apply_stopwatch,
    /// Selection, lenses, camera, colours.
    View(ViewCommand) => apply_view,
    /// The tool in hand and the pointer on the canvas.
    Tool(ToolCommand) => apply_tool,
    /// The scene under several solvers.
    Compare(CompareCommand) => apply_compare,
    /// At the microscope's bench.
    Microscope(MicroscopeCommand) => apply_microscope,
    /// With the scene's lesson.
    Lesson(LessonCommand) => apply_lesson,
    /// Graphs and traces of the scene.
    Graph(GraphCommand) => apply_graph,
    /// Opens, saves, exports, quits.
    File(FileCommand) => apply_file,
    /// Makes an animation of the run.
    Animation(AnimationCommand) => apply_animation,
    /// Makes a picture a body.
    Picture(PictureCommand) => apply_picture,
    /// Takes back what an earlier run of the program could not save.
    Recovery(RecoveryCommand) => apply_recovery,
    /// Answers a question.
    Prompt(PromptCommand) => apply_prompt,
}
