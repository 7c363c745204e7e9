//! Files: reading with a limit, and saving so that the old file is never lost.
//!
//! ```text
//! write   .scene.json.4711-0.collidoscope-tmp   (new, same folder, so that the rename stays on one disk)
//! fsync   the temporary file                    (its contents are on the disk before its name is)
//! rename  onto scene.json                       (the name points to the old or the new file, never to half of one)
//! fsync   the folder                            (the rename itself is on the disk)
//! ```
//! Whatever step fails, the old file stands and the temporary file is removed. A symbolic link is followed, so that it
//! stays a link; the old file's permissions are kept. Pillai and others, "All file systems are not created equal"
//! (OSDI 2014), show why every one of these steps is needed.

use super::disk::{Access, Disk, real_disk};
use crate::draw::raster::MAX_BYTES;
use crate::scene::skin_doc::path_flaw;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Ending of temporary files.
const TEMPORARY: &str = ".collidoscope-tmp";
/// Bytes of a file's name that a temporary file's name repeats: with the rest it stays below the 255 that disks
/// allow.
const NAME_KEPT: usize = 200;
/// Temporary files of a killed program are removed when they are older than this.
const STALE: Duration = Duration::from_secs(3600);

/// The bytes of a file of at most `limit` bytes.
///
/// # Errors
/// The reason in words, without the path: missing, a folder, not a regular file, too large, not readable.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let about = fs::metadata(path).map_err(|error| in_words(&error))?;
    if about.is_dir() {
        return Err("it is a folder, not a file".to_owned());
    }
    if !about.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    if about.len() > limit {
        let (is, most) = sizes(about.len(), limit);
        return Err(format!("it is too large: {is}, at most {most}"));
    }
    read_all(File::open(path).map_err(|error| in_words(&error))?, limit)
}

/// A picture that lies beside a scene's file: nothing outside that file's folder, also not through links.
///
/// # Errors
/// The reason in words, without the path.
pub fn read_beside(scene: &Path, file: &str) -> Result<Vec<u8>, String> {
    if let Some(flaw) = path_flaw(file) {
        return Err(flaw.to_owned());
    }
    let folder = scene.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().map_err(|error| in_words(&error))?;
    let path = folder.join(file).canonicalize().map_err(|error| in_words(&error))?;
    if !path.starts_with(&folder) {
        return Err("it lies outside the scene's folder".to_owned());
    }
    read(&path, MAX_BYTES as u64)
}

/// All bytes that come from a source, at most `limit`.
///
/// # Errors
/// The reason in words: it gave more, or cannot be read.
pub fn read_all(source: impl Read, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    source.take(limit + 1).read_to_end(&mut bytes).map_err(|error| in_words(&error))?;
    if bytes.len() as u64 > limit {
        return Err(format!("it is too large: more than {}", human_size(limit)));
    }
    Ok(bytes)
}

/// Writes a file as a whole, or leaves what was there. Devices and pipes are written in place.
///
/// # Errors
/// The reason in words, without the path.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    save_with(real_disk(), path, bytes, Access::Usual)
}

/// The same for a file that is written piece by piece: it is in its place once [`Saving::finish`] was called.
///
/// # Errors
/// The reason in words, without the path.
pub fn begin(path: &Path) -> Result<Saving, String> {
    Saving::begin(real_disk(), path, Access::Usual)
}

/// True when both names lead to one regular file: through links, by other spellings, or as two names of it. `-` is
/// standard input.
pub fn is_same(one: &str, other: &str) -> bool {
    let real = |name: &str| Path::new(if name == "-" { "/dev/stdin" } else { name }).to_path_buf();
    let (one, other) = (real(one), real(other));
    let (Ok(about_one), Ok(about_other)) = (fs::metadata(&one), fs::metadata(&other)) else { return false };
    if !about_one.is_file() || !about_other.is_file() {
        return false;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (about_one.dev(), about_one.ino()) == (about_other.dev(), about_other.ino())
    }
    #[cfg(not(unix))]
    {
        fs::canonicalize(one).ok().zip(fs::canonicalize(other).ok()).is_some_and(|(one, other)| one == other)
    }
}

/// True when there is such a file and it is marked read-only.
pub fn is_read_only(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| about.is_file() && about.permissions().readonly())
}

/// [`save`] on any disk, for any readers.
///
/// # Errors
/// The reason in words, without the path.
pub fn save_with(disk: Box<dyn Disk>, path: &Path, bytes: &[u8], access: Access) -> Result<(), String> {
    let mut saving = Saving::begin(disk, path, access)?;
    saving.write(bytes)?;
    saving.finish()
}

fn failed(what: &str, error: &io::Error) -> String {
    format!("{what}: {}", in_words(error))
}

/// A file being written. Dropped before [`Saving::finish`], it leaves the old file and nothing else.
pub struct Saving {
    disk: Box<dyn Disk>,
    target: PathBuf,
    /// `None` for a device or a pipe, which is written in place, and once the file is in its place.
    temporary: Option<PathBuf>,
}

impl Saving {
    fn begin(disk: Box<dyn Disk>, path: &Path, access: Access) -> Result<Saving, String> {
        let target = final_target(path).map_err(|error| failed("the link cannot be followed", &error))?;
        let mut saving = Saving { disk, target, temporary: None };
        let old = fs::metadata(&saving.target).ok();
        match &old {
            Some(about) if about.is_dir() => return Err("it is a folder, not a file".to_owned()),
            Some(about) if !about.is_file() => {
                saving.disk.open(&saving.target).map_err(|error| in_words(&error))?;
                return Ok(saving);
            }
            _ => {}
        }
        let Some(name) = saving.target.file_name() else {
            return Err("it has no file name".to_owned());
        };
        let folder = folder_of(&saving.target);
        remove_stale(&folder, name);
        let temporary = create_temporary(&mut *saving.disk, &folder, name, access);
        saving.temporary = Some(temporary.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound if !folder.exists() => format!("the folder {} does not exist", folder.display()),
            _ => failed("no file can be created in its folder", &error),
        })?);
        if old.is_some() {
            saving.disk.keep_permissions(&saving.target).map_err(|error| failed("its permissions cannot be kept", &error))?;
        }
        Ok(saving)
    }

    /// Adds bytes at the end.
    ///
    /// # Errors
    /// The reason in words, without the path.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        let in_place = self.temporary.is_none();
        self.disk.write(bytes).map_err(|error| if in_place { in_words(&error) } else { failed("it cannot be written", &error) })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// The reason in words, without the path.
    pub fn finish(mut self) -> Result<(), String> {
        let Some(temporary) = &self.temporary else { return Ok(()) };
        self.disk.sync().map_err(|error| failed("the disk did not confirm the contents", &error))?;
        self.disk.rename(temporary, &self.target).map_err(|error| failed("the old file cannot be replaced", &error))?;
        self.temporary = None;
        // The new file is in place and complete; only whether a power cut now could bring the old one back is open.
        self.disk.sync_folder(&folder_of(&self.target)).map_err(|error| failed("it was written, but the disk did not confirm it", &error))
    }
}

impl Drop for Saving {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // The old file stands; that a leftover cannot be removed is not worth another message.
            let _ = fs::remove_file(temporary);
        }
    }
}

fn folder_of(target: &Path) -> PathBuf {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// The file that a chain of symbolic links ends at, existing or not.
fn final_target(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_path_buf();
    for _ in 0..40 {
        match fs::symlink_metadata(&target) {
            Ok(about) if about.file_type().is_symlink() => {
                let next = fs::read_link(&target)?;
                target = target.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
            }
            _ => return Ok(target),
        }
    }
    Err(io::Error::other("the links go in a circle"))
}

/// What names of our temporary files begin with. A long name is cut, so that the whole is a name that disks allow.
fn temporary_start(name: &OsStr) -> OsString {
    let mut start = OsString::from(".");
    if name.len() <= NAME_KEPT {
        start.push(name);
    } else {
        let name = name.to_string_lossy();
        start.push(&name[..name.floor_char_boundary(NAME_KEPT)]);
    }
    start.push(".");
    start
}

fn create_temporary(disk: &mut dyn Disk, folder: &Path, name: &OsStr, access: Access) -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    loop {
        let mut temporary = temporary_start(name);
        temporary.push(format!("{}-{}{TEMPORARY}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
        let temporary = folder.join(temporary);
        match disk.create(&temporary, access) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            other => return other.map(|()| temporary),
        }
    }
}

/// Removes temporary files that an earlier program left when it was killed.
fn remove_stale(folder: &Path, name: &OsStr) {
    let start = temporary_start(name);
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let entry_name = entry.file_name();
        let bytes = entry_name.as_encoded_bytes();
        let is_ours = bytes.starts_with(start.as_encoded_bytes()) && bytes.ends_with(TEMPORARY.as_bytes());
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if is_ours && age().is_some_and(|age| age > STALE) {
            // Another program may have removed it meanwhile; either way it is gone.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// What went wrong, for people.
pub fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "you have no permission for that".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::QuotaExceeded => "your share of the disk is used up".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk can only be read".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::NotADirectory => "a part of the path is a file, not a folder".to_owned(),
        io::ErrorKind::AlreadyExists => "something else of that name is in the way".to_owned(),
        io::ErrorKind::InvalidFilename => "the file name is too long or not allowed".to_owned(),
        _ => error.to_string(),
    }
}

/// Two different sizes in words that differ, too: to the byte where they are nearly the same.
fn sizes(one: u64, other: u64) -> (String, String) {
    let (rounded_one, rounded_other) = (human_size(one), human_size(other));
    if rounded_one == rounded_other { (format!("{one} bytes"), format!("{other} bytes")) } else { (rounded_one, rounded_other) }
}

fn human_size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;
