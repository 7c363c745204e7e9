//! Exit codes of the program.

/// Everything is well.
pub const EXIT_OK: u8 = 0;
/// The user's input is wrong.
pub const EXIT_BAD_INPUT: u8 = 1;
/// The command line is wrong.
pub const EXIT_USAGE: u8 = 2;
