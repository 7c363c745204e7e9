//! Copies of unsaved work, for the day when the program does not end as it should.
//!
//! ```text
//! <data folder of the user>/recovery/      0700
//!   1763923200-4711/                       one program that ran, or runs: its start and process id
//!     lock                                 locked until the program dies: then the system unlocks it
//!     about-0007.json                      name, origin, edits, time of the copy
//!     scene-0007.json                      the scene itself, an ordinary scene file
//!     about-0008.json, scene-0008.json     … the five newest
//! ```
//! A frame hands over what is unsaved ([`Keeper::put`]: a pointer). A thread of its own writes a copy when enough was
//! edited or enough time has passed, so no frame waits for a disk. A signal, a panic and an exit that somebody else
//! calls (the X library, when its server dies) have the newest state written before the program ends; against SIGKILL
//! there is the last copy. Saving, and closing as usual, removes the program's own copies. Recovered work that is taken
//! back by undo keeps its copies, for undo asks nobody; they go when it is saved or given up by an answer.
//!
//! The next start finds folders whose lock is free ([`found::find`]): their programs are dead. It takes their locks
//! while it asks the user, so that two programs never offer the same work; copies go away only when the user says so,
//! or when what was recovered has a copy of its own.

mod copies;
pub mod found;
mod keeper;

pub use copies::{About, Copies};
pub use found::Found;
pub use keeper::Keeper;

use super::disk::{Access, real_disk};
use super::files;
use std::path::{Path, PathBuf};

/// So many reports on breakdowns are kept.
const REPORTS: usize = 10;

/// The folder of all programs' copies.
pub fn folder() -> Option<PathBuf> {
    Some(directories::ProjectDirs::from("", "", "Collidoscope")?.data_local_dir().join("recovery"))
}

/// Writes a report on a breakdown into its folder; where it is. Those beyond the newest few go.
pub fn write_report(folder: &Path, text: &str) -> Option<PathBuf> {
    real_disk().make_folder(folder).ok()?;
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos());
    let path = folder.join(format!("report-{time}-{}.json", std::process::id()));
    files::save_with(real_disk(), &path, text.as_bytes(), Access::Private).ok()?;
    let mut reports: Vec<PathBuf> = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    reports.sort();
    for old in reports.iter().take(reports.len().saturating_sub(REPORTS)) {
        // One that cannot be removed only takes room.
        let _ = std::fs::remove_file(old);
    }
    Some(path)
}
