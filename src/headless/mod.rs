//! THE COMMAND LINE. The same engine, file and pictures without a window, for scripts, teachers and tests.
//!
//! One file per command: [`run`], [`graph`], [`render`], [`animate`](mod@animate), [`trace`], [`film`](mod@film),
//! [`print`](mod@print), [`check`], [`format`](mod@format), [`recover`](mod@recover), [`replay`](mod@replay),
//! [`aim`](mod@aim), [`control`](mod@control), [`curves`](mod@curves), [`mix`](mod@mix), [`solvers`](mod@solvers),
//! [`picture`](mod@picture), [`bench`](mod@bench), [`thumbnails`]; the arguments stand in [`arguments`]. This room
//! names no file, clock or environment: whatever lies outside comes through [`host::Host`], which the program's edge
//! implements and the tests replace.
//!
//! Exit codes: 0 all is well; 1 the user's input is wrong (a scene that does not load, a body that does not exist),
//! with the reason on standard error; 2 the command line itself is wrong.
#![cfg(not(target_arch = "wasm32"))]

pub mod aim;
pub mod animate;
mod animate_arguments;
pub mod arguments;
pub mod bench;
pub mod check;
pub mod control;
pub mod curves;
mod doubts;
pub mod exit;
pub mod film;
mod film_arguments;
mod force;
pub mod format;
pub mod graph;
pub mod hit;
mod hold;
pub mod host;
pub mod mix;
pub mod overwriting;
pub mod pair;
pub mod picture;
mod picture_arguments;
pub mod print;
pub mod recover;
pub mod render;
pub mod replay;
pub mod run;
pub mod sensing;
pub mod solvers;
pub mod source;
mod subject;
pub mod thumbnails;
pub mod trace;

use arguments::{Command, FormatWord, Request};
pub use exit::{EXIT_BAD_INPUT, EXIT_OK, EXIT_USAGE};
use host::{Host, NOBODY_READS, print};
use std::ffi::OsString;

/// Does what the arguments (the program's name first) ask for and returns the exit code. A request for the window
/// goes to `open_window`.
pub fn main(
    arguments: impl IntoIterator<Item = OsString>,
    host: &mut dyn Host,
    open_window: impl FnOnce(&Request, &mut dyn Host) -> u8,
) -> u8 {
    match arguments::parse(arguments) {
        Ok(request @ Request { command: None, .. }) => open_window(&request, host),
        Ok(Request { command: Some(command), .. }) => match execute(&command, host) {
            Ok(code) => code,
            Err(reason) if reason == NOBODY_READS => EXIT_OK,
            Err(reason) => {
                host.err(&format!("{}\n", reason.trim_end()));
                EXIT_BAD_INPUT
            }
        },
        Err(refusal) if refusal.exit_code == EXIT_OK => match print(host, &refusal.text) {
            Ok(()) => EXIT_OK,
            Err(reason) if reason == NOBODY_READS => EXIT_OK,
            Err(_) => EXIT_BAD_INPUT,
        },
        Err(refusal) => {
            host.err(&refusal.text);
            refusal.exit_code
        }
    }
}

/// Carries out one command: the exit code, or what is wrong with the input in words.
fn execute(command: &Command, host: &mut dyn Host) -> Result<u8, String> {
    overwriting::check(command, host)?;
    match command {
        Command::Run(options) => run::run(options, host).map(|()| EXIT_OK),
        Command::Graph(options) => graph::graph(options, host).map(|()| EXIT_OK),
        Command::Render(options) => render::render(options, host).map(|()| EXIT_OK),
        Command::Animate(options) => animate::animate(options, host).map(|()| EXIT_OK),
        Command::Trace(options) => trace::trace(options, host).map(|()| EXIT_OK),
        Command::Film(options) => film::film(options, host).map(|()| EXIT_OK),
        Command::Print(options) => print::print(options, host).map(|()| EXIT_OK),
        Command::Check(options) => check::check(options, host),
        Command::Format(options) => format::format(options, host).map(|()| EXIT_OK),
        Command::Schema(options) => print(host, &schema(options.of)).map(|()| EXIT_OK),
        Command::Recover(options) => recover::recover(options, host).map(|()| EXIT_OK),
        Command::Replay(options) => replay::replay(options, host),
        Command::Aim(options) => aim::aim(options, host).map(|()| EXIT_OK),
        Command::Control(options) => control::control(options, host).map(|()| EXIT_OK),
        Command::Curves(options) => curves::curves(options, host).map(|()| EXIT_OK),
        Command::Mix(options) => mix::mix(options, host).map(|()| EXIT_OK),
        Command::Solvers(options) => solvers::solvers(options, host).map(|()| EXIT_OK),
        Command::Picture(options) => picture::picture(options, host).map(|()| EXIT_OK),
        Command::Bench(options) => bench::bench(options, host).map(|()| EXIT_OK),
        Command::Thumbnails(options) => thumbnails::thumbnails(options, host).map(|()| EXIT_OK),
    }
}

/// The JSON Schema of a format.
fn schema(of: FormatWord) -> String {
    match of {
        FormatWord::Scene => crate::scene::schema::schema(),
        FormatWord::Trace => crate::lens::microscope::trace::SCHEMA.to_owned(),
    }
}
