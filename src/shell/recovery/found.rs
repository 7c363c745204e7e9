//! What earlier programs left.

use super::copies::{About, LOCK, about_path, generation_of, remove, seconds_now};
use crate::scene::file::{self, MAX_FILE_BYTES};
use crate::shell::disk::{Access, options};
use crate::shell::files;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// A folder without copies is removed when it has been untouched for so long: its program may just be starting.
const EMPTY_FOR: Duration = Duration::from_secs(3600);
/// Longest description that is read, bytes.
const MAX_ABOUT: u64 = 1 << 20;

/// The copies of one program.
#[derive(Debug)]
pub struct Found {
    /// Their folder.
    pub folder: PathBuf,
    /// What is known of the newest.
    pub about: About,
    /// The scenes, the newest first; never empty.
    pub scenes: Vec<PathBuf>,
    /// Held while these copies are ours to decide about; `None` while their program runs.
    pub claim: Option<File>,
}

impl Found {
    /// The bytes of the newest scene that can be opened.
    ///
    /// # Errors
    /// Why the newest cannot, when none can.
    pub fn read(&self) -> Result<Vec<u8>, String> {
        let sound = |bytes: Vec<u8>| file::parse(&bytes).map(|_| bytes).map_err(|problems| problems.to_string());
        newest_of(&self.scenes, sound)
    }

    /// When the newest copy was made: "2026-11-23 18:40 UTC, 12 minutes ago".
    pub fn time(&self) -> String {
        let seconds = self.about.seconds;
        format!("{}, {}", date(seconds), ago(seconds_now().saturating_sub(seconds)))
    }

    /// Removes the copies for good.
    pub fn discard(self) {
        drop(self.claim); // Windows removes no open file
        remove(&self.folder);
    }
}

/// Removes the copies in a folder of this program's, unless a program has taken them over since.
pub fn discard_unclaimed(folder: &Path) {
    if folder.is_dir() && claim(folder).is_some() {
        remove(folder);
    }
}

/// What the newest of some copies becomes that can be opened; `sound` tells.
///
/// # Errors
/// Why the newest cannot, when none can.
pub fn newest_of<T>(scenes: &[PathBuf], sound: impl Fn(Vec<u8>) -> Result<T, String>) -> Result<T, String> {
    let mut reason = None;
    for path in scenes {
        match files::read(path, MAX_FILE_BYTES).and_then(&sound) {
            Ok(scene) => return Ok(scene),
            Err(why) => drop(reason.get_or_insert(why)),
        }
    }
    Err(reason.unwrap_or_else(|| "there is no copy".to_owned()))
}

/// All copies in the folder of all programs, the newest first. Those of dead programs come with a claim.
pub fn find(root: &Path) -> Vec<Found> {
    let folders = fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path()).filter(|path| path.is_dir());
    let mut found: Vec<Found> = folders.filter_map(look).collect();
    found.sort_by(|a, b| (b.about.seconds, &b.folder).cmp(&(a.about.seconds, &a.folder)));
    found
}

fn look(folder: PathBuf) -> Option<Found> {
    let names = fs::read_dir(&folder).ok()?.flatten().map(|entry| entry.path());
    let generation = |path: &PathBuf| generation_of("scene", path.file_name()?.to_str()?);
    let mut scenes: Vec<PathBuf> = names.filter(|path| generation(path).is_some()).collect();
    scenes.sort_by_key(|path| std::cmp::Reverse(generation(path)));
    let Some(newest) = scenes.first() else {
        let age = fs::metadata(&folder).ok()?.modified().ok()?.elapsed().ok()?;
        if age > EMPTY_FOR && claim(&folder).is_some() {
            remove(&folder);
        }
        return None;
    };
    Some(Found { about: about(newest), claim: claim(&folder), scenes, folder })
}

/// The lock of a program's folder, if that program is dead. A folder that was carried here without a lock has no
/// program.
fn claim(folder: &Path) -> Option<File> {
    let lock = options(Access::Private).create(true).truncate(false).open(folder.join(LOCK)).ok()?;
    match lock.try_lock() {
        Ok(()) => Some(lock),
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => None,
    }
}

/// What a copy says of itself; without that, what its file says.
fn about(scene: &Path) -> About {
    let told = about_path(scene).and_then(|path| files::read(&path, MAX_ABOUT).ok());
    told.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_else(|| {
        let modified = fs::metadata(scene).and_then(|about| about.modified()).ok();
        let seconds = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map_or(0, |d| d.as_secs());
        About { name: "Untitled".to_owned(), seconds, ..About::default() }
    })
}

/// "12 minutes ago".
fn ago(seconds: u64) -> String {
    let (count, unit) = match seconds {
        0..60 => return "just now".to_owned(),
        60..3600 => (seconds / 60, "minute"),
        3600..86_400 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

/// Day and time of so many seconds after the beginning of 1970.
fn date(seconds: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut days, mut year, mut month) = (seconds / 86_400, 1970, 0);
    while year < 9999 && days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let months = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    while month < 11 && days >= months[month] {
        days -= months[month];
        month += 1;
    }
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year}-{:02}-{:02} {hour:02}:{minute:02} UTC", month + 1, days + 1)
}
