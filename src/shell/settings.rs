//! The settings file: read at the start, written when something was changed.

use super::{clock, files, recovery};
use crate::app::{App, settings::Settings};
use std::path::PathBuf;

/// Not more often than this, seconds.
const WRITE_EVERY: f64 = 1.0;

/// Where settings are kept: beside the copies of unsaved work, in the user's data folder.
fn path() -> Option<PathBuf> {
    Some(recovery::folder()?.parent()?.join("settings.json"))
}

/// What is on the disk, and when it was looked at.
#[derive(Debug, Default)]
pub struct Keeper {
    written: Option<Settings>,
    at: f64,
    /// Nothing is written: the window is driven by a script, or there is no such folder.
    off: bool,
}

/// What was read.
pub enum Read {
    /// The settings.
    Kept(Settings),
    /// There is no file: the program is started for the first time.
    First,
    /// The file is not readable, and why.
    Broken(String),
}

/// The settings of the last run.
pub fn read() -> Read {
    let Some(path) = path() else { return Read::First };
    match files::read(&path, 1 << 20) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            Settings::parse(&text).map_or_else(|why| Read::Broken(format!("{}: {why}", path.display())), Read::Kept)
        }
        Err(_) if !path.exists() => Read::First,
        Err(why) => Read::Broken(format!("{}: {why}", path.display())),
    }
}

impl Keeper {
    /// Writes nothing.
    pub fn off() -> Keeper {
        Keeper { off: true, ..Keeper::default() }
    }

    /// Writes the settings if they changed since they were written last. `window`: its size, points.
    pub fn keep(&mut self, app: &App, window: [u32; 2], now: bool) {
        if self.off || (!now && clock::now() - self.at < WRITE_EVERY) {
            return;
        }
        self.at = clock::now();
        let settings = Settings { window, ..app.settings() };
        if self.written.as_ref() == Some(&settings) {
            return;
        }
        let Some(path) = path() else {
            self.off = true;
            return;
        };
        if let Some(folder) = path.parent() {
            // A folder that cannot be made is told by the write that follows.
            let _ = std::fs::create_dir_all(folder);
        }
        // Without its settings the program works all the same; it says so once, on the terminal.
        if let Err(why) = files::save(&path, settings.text().as_bytes()) {
            eprintln!("collidoscope: settings are not kept: {}: {why}", path.display());
            self.off = true;
        }
        self.written = Some(settings);
    }
}
