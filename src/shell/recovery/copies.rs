//! The copies of this program: a folder that nobody else writes into, and the newest few in it.

use crate::shell::disk::{Access, Disks, options};
use crate::shell::files;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// So many copies are kept, should the newest prove unusable.
pub const GENERATIONS: u32 = 5;
/// Name of the file whose lock says that its program lives.
pub const LOCK: &str = "lock";

/// What is known of a copy beside its scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// What the scene is called.
    pub name: String,
    /// The file it was opened from or saved to last.
    pub origin: Option<String>,
    /// Edits since it was opened or saved last.
    pub edits: u64,
    /// When the copy was made, seconds since 1970.
    pub seconds: u64,
}

/// Name of a file of one generation.
fn file_name(kind: &str, generation: u32) -> String {
    format!("{kind}-{generation:04}.json")
}

/// The generation that a file of this name belongs to.
pub fn generation_of(kind: &str, name: &str) -> Option<u32> {
    name.strip_prefix(kind)?.strip_prefix('-')?.strip_suffix(".json")?.parse().ok()
}

/// Path of a copy's description, from that of its scene.
pub fn about_path(scene: &Path) -> Option<PathBuf> {
    let generation = generation_of("scene", scene.file_name()?.to_str()?)?;
    Some(scene.with_file_name(file_name("about", generation)))
}

/// Seconds since 1970.
pub fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())
}

/// The folder of this program, made when there is something to write.
struct Own {
    folder: PathBuf,
    /// Held open, and so locked, as long as the folder is ours.
    _lock: File,
}

/// This program's copies. Dropped without [`Copies::clear`], they stay.
pub struct Copies {
    root: PathBuf,
    disks: Disks,
    own: Option<Own>,
    newest: u32,
}

impl Copies {
    /// No copies yet; the folder `root` need not exist.
    pub fn new(root: PathBuf, disks: Disks) -> Copies {
        Copies { root, disks, own: None, newest: 0 }
    }

    /// Writes one more copy and removes those that are too old; where it is. The older ones stand when it fails.
    ///
    /// # Errors
    /// The reason in words.
    pub fn write(&mut self, about: &About, scene: &str) -> Result<PathBuf, String> {
        if self.own.as_ref().is_some_and(|own| !own.folder.is_dir()) {
            self.own = None; // somebody has tidied up
        }
        if self.own.is_none() {
            self.own = Some(self.make_folder().map_err(|error| files::in_words(&error))?);
        }
        let Some(own) = &self.own else { return Err("there is no folder".to_owned()) };
        let generation = self.newest + 1;
        let path = own.folder.join(file_name("scene", generation));
        let description = serde_json::to_vec(about).map_err(|error| error.to_string())?;
        // The description first: what has a scene is a copy, and a copy without description would have no name.
        for (path, bytes) in [(own.folder.join(file_name("about", generation)), &description[..]), (path.clone(), scene.as_bytes())] {
            files::save_with((self.disks)(), &path, bytes, Access::Private)?;
        }
        self.newest = generation;
        if let Some(old) = generation.checked_sub(GENERATIONS) {
            for kind in ["scene", "about"] {
                // One that cannot be removed only takes room.
                let _ = fs::remove_file(own.folder.join(file_name(kind, old)));
            }
        }
        Ok(path)
    }

    /// A new folder with its lock held.
    fn make_folder(&self) -> io::Result<Own> {
        (self.disks)().make_folder(&self.root)?;
        let start = format!("{}-{}", seconds_now(), std::process::id());
        let names = std::iter::once(start.clone()).chain((2..).map(|n| format!("{start}-{n}")));
        for folder in names.map(|name| self.root.join(name)) {
            if folder.exists() {
                continue;
            }
            (self.disks)().make_folder(&folder)?;
            let lock = options(Access::Private).create_new(true).open(folder.join(LOCK))?;
            match lock.lock() {
                // A disk that knows no locks: nobody will offer these copies by itself, but `recover` lists them.
                Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
                other => other?,
            }
            return Ok(Own { folder, _lock: lock });
        }
        Err(io::Error::other("no name is free"))
    }

    /// Leaves this program's copies to whoever looks for unsaved work; where they are. What comes next gets a folder of
    /// its own.
    pub fn leave(&mut self) -> Option<PathBuf> {
        self.own.take().map(|Own { folder, _lock }| folder)
    }

    /// Removes this program's copies: what they held is saved, or was given up by the user.
    pub fn clear(&mut self) {
        if let Some(Own { folder, _lock }) = self.own.take() {
            remove(&folder);
        }
    }
}

/// Removes the folder of a program with its copies. The oldest go first, so that a kill in between leaves the newest.
pub fn remove(folder: &Path) {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    // Descriptions sort before scenes, and the lock between them: it goes last of all.
    files.sort_by_key(|file| (file.ends_with(LOCK), file.file_name().map(|name| name.to_string_lossy().replace("about", "scene"))));
    for file in files {
        // What cannot be removed is offered again: better than lost.
        let _ = fs::remove_file(file);
    }
    let _ = fs::remove_dir(folder);
}
