//! THE COMMAND LINE. The same engine, file and pictures without a window, for scripts, teachers and tests.
//!
//! One file per command: [`run`], [`render`], [`trace`], [`check`],
//! [`format`](mod@format), [`bench`], [`thumbnails`]; the arguments stand in
//! [`arguments`]. This room names no file, clock or environment: whatever lies outside comes through [`host::Host`], which
//! the program's edge implements and the tests replace.
//!
//! Exit codes: 0 all is well; 1 the user's input is wrong (a scene that does not load, a body that does not exist), with the
//! reason on standard error; 2 the command line itself is wrong.
#![cfg(not(target_arch = "wasm32"))]

pub mod arguments;
pub mod bench;
pub mod check;
pub mod format;
pub mod host;
pub mod pair;
pub mod render;
pub mod run;
pub mod source;
pub mod thumbnails;
pub mod trace;

use arguments::{Command, Request};
use host::Host;
use std::ffi::OsString;

/// Everything is well.
pub const EXIT_OK: u8 = 0;
/// The user's input is wrong.
pub const EXIT_BAD_INPUT: u8 = 1;
/// The command line is wrong.
pub const EXIT_USAGE: u8 = 2;

/// Does what the arguments (the program's name first) ask for and returns the exit code. A wish for the window goes to
/// `open_window`.
pub fn main(
    arguments: impl IntoIterator<Item = OsString>,
    host: &mut dyn Host,
    open_window: impl FnOnce(&Request, &mut dyn Host) -> u8,
) -> u8 {
    match arguments::parse(arguments) {
        Ok(request @ Request { command: None, .. }) => open_window(&request, host),
        Ok(Request { command: Some(command), .. }) => match execute(&command, host) {
            Ok(code) => code,
            Err(reason) => {
                host.err(&format!("{}\n", reason.trim_end()));
                EXIT_BAD_INPUT
            }
        },
        Err(refusal) if refusal.exit_code == EXIT_OK => match host.out(&refusal.text) {
            Ok(()) => EXIT_OK,
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
    match command {
        Command::Run(options) => run::run(options, host).map(|()| EXIT_OK),
        Command::Render(options) => render::render(options, host).map(|()| EXIT_OK),
        Command::Trace(options) => trace::trace(options, host).map(|()| EXIT_OK),
        Command::Check(options) => check::check(options, host),
        Command::Format(options) => format::format(options, host).map(|()| EXIT_OK),
        Command::Schema => host.out(&crate::scene::schema::schema()).map(|()| EXIT_OK),
        Command::Bench(options) => bench::bench(options, host).map(|()| EXIT_OK),
        Command::Thumbnails(options) => thumbnails::thumbnails(options, host).map(|()| EXIT_OK),
    }
}
