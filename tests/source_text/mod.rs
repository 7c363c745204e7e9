//! Rust source read as text: which files there are, their tokens, the paths they name, and which file names which.
//!
//! [`text`] takes out comments and strings and cuts the rest into tokens; [`paths`] finds every path in them;
//! [`modules`] knows the module tree and follows a path through re-exports to the file in which the named item is
//! written; [`graph`] turns all paths of all files into edges and finds circles.

pub mod graph;
pub mod modules;
pub mod paths;
pub mod text;

use std::fs;
use std::path::{Path, PathBuf};

/// The folder `src` of the crate.
pub fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

pub fn shown(file: &Path) -> String {
    file.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(file).display().to_string()
}

pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
