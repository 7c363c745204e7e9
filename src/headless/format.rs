//! `format`: scenes written by hand, brought into the form in which the program saves them.

use super::arguments::FormatOptions;
use super::host::{Host, print, read_file, write_file};
use super::source::prefixed;
use crate::scene::file;

/// Rewrites every file that is not yet in that form, and says which; standard input (`-`) goes to standard output.
///
/// # Errors
/// A file cannot be read or written, or has problems; it and the files after it stay as they are.
pub fn format(options: &FormatOptions, host: &mut dyn Host) -> Result<(), String> {
    for path in &options.files {
        let bytes = read_file(host, path)?;
        let document = file::parse(&bytes).map_err(|problems| prefixed(path, &problems))?;
        // What would be too large in this program's form would not open again.
        file::check(&document).map_err(|problems| prefixed(path, &problems))?;
        let text = file::to_json(&document);
        if path == "-" {
            print(host, &text)?;
        } else if text.as_bytes() != bytes {
            write_file(host, path, text.as_bytes())?;
            print(host, &format!("{path}: rewritten\n"))?;
        }
    }
    Ok(())
}
