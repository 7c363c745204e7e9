//! Command line of the comparison; see the library.

fn main() -> std::process::ExitCode {
    compare::command_line::run()
}
