//! `check`: is a scene sound, and if not, what is wrong and where.

use super::arguments::CheckOptions;
use super::host::{Host, print};
use super::{EXIT_BAD_INPUT, EXIT_OK, source};

/// Checks every scene named; one line each that is sound, one line a problem otherwise.
///
/// # Errors
/// Standard output is gone.
pub fn check(options: &CheckOptions, host: &mut dyn Host) -> Result<u8, String> {
    let mut code = EXIT_OK;
    for name in &options.scenes {
        match source::load(name, host) {
            Ok(document) => {
                let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
                print(
                    host,
                    &format!(
                        "{name}: ok ({}, {}, {})\n",
                        count(document.bodies.len(), "body", "bodies"),
                        count(document.joints.len(), "joint", "joints"),
                        count(document.launchers.len(), "launcher", "launchers"),
                    ),
                )?;
            }
            Err(problems) => {
                host.err(&format!("{problems}\n"));
                code = EXIT_BAD_INPUT;
            }
        }
    }
    Ok(code)
}
