//! THE PROGRAM WITHOUT A WINDOW. Document, commands, undo, tools, clock, timeline, camera.
//!
//! Everything a user does is a [`Command`] that goes through [`App::apply`]: menu, shortcut, panel, pointer, tool,
//! script and test alike. The document (what the user made) is apart from the stage (what is running): an edit changes
//! the document, and the running stage is brought up to it; play, pause, reset and scrubbing never lose an edit.
//!
//! ```text
//!  program.rs          the state (App) and what can be read of it
//!  command/            one file a kind of command: the enum, and below it the code that carries it out
//!  tool/               one file a tool: what pointer events mean, as further commands
//!  timeline, history   the run so far and runs that were left; undo
//!  ghosts              runs that were left, shown over the present one
//!  comparison          the same scene under several solvers
//!  opening, prepared   a file on its way into the program
//!  handle/, snap        what can be taken hold of, and where it goes
//!  edit, camera, …     what commands are made of
//! ```

pub mod arrange;
pub mod camera;
pub mod command;
pub mod comparison;
pub mod edit;
pub mod groups;
pub mod handle;
pub mod history;
pub mod microscope;
pub mod picture;
pub mod pins;
pub mod profile;
pub mod push_apart;
pub mod selection;
pub mod settings;
pub mod snap;
pub mod stopwatch;
mod stretch;
pub mod timeline;
pub mod tool;

mod animation;
mod blank;
mod body_box;
mod copied;
mod effect;
mod exported;
mod follow;
mod free_ids;
mod ghosts;
mod graphs;
mod journey;
pub mod materials;
mod membership;
mod notice;
mod opening;
mod picture_draft;
mod prepared;
mod program;
mod prompt;
mod refusal;
mod teaching;
pub mod thing;

pub use crate::lens::ghosts::{Apart, apart};
pub use animation::Animation;
pub use camera::Camera;
pub use command::Command;
pub use command::animation::AnimationCommand;
pub use command::branch::BranchCommand;
pub use command::clipboard::ClipboardCommand;
pub use command::compare::CompareCommand;
pub use command::document::{DocumentCommand, MOVED_START};
pub use command::file::FileCommand;
pub use command::graph::GraphCommand;
pub use command::group::GroupCommand;
pub use command::history::HistoryCommand;
pub use command::layout::LayoutCommand;
pub use command::lesson::{FRAME_WORK, LessonCommand, LessonPlace};
pub use command::looks::LooksCommand;
pub use command::marker::MarkerCommand;
pub use command::microscope::MicroscopeCommand;
pub use command::picture::PictureCommand;
pub use command::prompt::PromptCommand;
pub use command::recovery::RecoveryCommand;
pub use command::run::RunCommand;
pub use command::stopwatch::StopwatchCommand;
pub use command::tool::ToolCommand;
pub use command::view::ViewCommand;
pub use comparison::Comparison;
pub use comparison::look::Look;
pub use effect::{Effect, Painting, Printing, Replace, Work, mark};
pub use ghosts::Ghosts;
pub use history::UndoPlace;
pub use microscope::{Bench, Score};
pub use notice::{FileNote, Notice, NoticeKind};
pub use opening::{Leftovers, Opening};
pub use picture_draft::{PictureChoice, PictureDraft};
pub use prepared::Prepared;
pub use program::App;
pub use prompt::{Leaving, Occupied, Offer, Prompt, Taken};
pub use selection::Item;
pub use tool::kind::Tool;
pub use tool::pointer::{Pointer, PointerEvent};
