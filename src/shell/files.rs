//! Files: reading with a limit, and saving so that the old file is never lost.
//!
//! ```text
//! write   .scene.json.4711-0.tmp   (new, same folder, so that the rename stays on one disk)
//! fsync   the temporary file       (its contents are on the disk before its name is)
//! rename  onto scene.json          (the name points to the old or the new file, never to half of one)
//! fsync   the folder               (the rename itself is on the disk)
//! ```
//! Whatever step fails, the old file stands and the temporary file is removed. A symbolic link is followed, so that it
//! stays a link; the old file's permissions are kept. Pillai and others, "All file systems are not created equal"
//! (OSDI 2014), show why every one of these steps is needed.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Ending of temporary files.
const TEMPORARY: &str = ".collidoscope-tmp";
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
    let too_large = |size: u64| format!("it is too large: {}, at most {}", human_size(size), human_size(limit));
    if about.len() > limit {
        return Err(too_large(about.len()));
    }
    let file = File::open(path).map_err(|error| in_words(&error))?;
    let mut bytes = Vec::with_capacity(about.len() as usize);
    file.take(limit + 1).read_to_end(&mut bytes).map_err(|error| in_words(&error))?;
    if bytes.len() as u64 > limit {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(bytes)
}

/// Writes a file as a whole, or leaves what was there. Devices and pipes are written in place.
///
/// # Errors
/// The reason in words, without the path.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    save_with(&mut RealDisk::default(), path, bytes)
}

/// The single steps of saving, so that a test can let each of them fail.
trait Disk {
    fn create(&mut self, temporary: &Path) -> io::Result<()>;
    fn keep_permissions(&mut self, of: &Path) -> io::Result<()>;
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
    fn sync(&mut self) -> io::Result<()>;
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()>;
    fn sync_folder(&mut self, folder: &Path) -> io::Result<()>;
}

fn save_with(disk: &mut dyn Disk, path: &Path, bytes: &[u8]) -> Result<(), String> {
    let failed = |what: &str, error: &io::Error| format!("{what}: {}", in_words(error));
    let target = final_target(path).map_err(|error| failed("the link cannot be followed", &error))?;
    match fs::metadata(&target) {
        Ok(about) if about.is_dir() => return Err("it is a folder, not a file".to_owned()),
        Ok(about) if !about.is_file() => return fs::write(&target, bytes).map_err(|error| in_words(&error)),
        _ => {}
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    };
    let Some(name) = target.file_name() else {
        return Err("it has no file name".to_owned());
    };
    remove_stale(&folder, name);
    let temporary = create_temporary(disk, &folder, name).map_err(|error| failed("no file can be created in its folder", &error))?;
    let written = fill_and_rename(disk, &temporary, &target, bytes).map_err(|(what, error)| failed(what, &error));
    if written.is_err() {
        // The old file stands; that a leftover cannot be removed is not worth another message.
        let _ = fs::remove_file(&temporary);
        return written;
    }
    // The new file is in place and complete; only whether a power cut now could bring the old one back is open.
    disk.sync_folder(&folder).map_err(|error| failed("it was written, but the disk did not confirm it", &error))
}

fn fill_and_rename(disk: &mut dyn Disk, temporary: &Path, target: &Path, bytes: &[u8]) -> Result<(), (&'static str, io::Error)> {
    if target.exists() {
        disk.keep_permissions(target).map_err(|error| ("its permissions cannot be kept", error))?;
    }
    disk.write(bytes).map_err(|error| ("it cannot be written", error))?;
    disk.sync().map_err(|error| ("the disk did not confirm the contents", error))?;
    disk.rename(temporary, target).map_err(|error| ("the old file cannot be replaced", error))
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

/// What names of our temporary files begin with.
fn temporary_start(name: &OsStr) -> OsString {
    let mut start = OsString::from(".");
    start.push(name);
    start.push(".");
    start
}

fn create_temporary(disk: &mut dyn Disk, folder: &Path, name: &OsStr) -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    loop {
        let mut temporary = temporary_start(name);
        temporary.push(format!("{}-{}{TEMPORARY}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
        let temporary = folder.join(temporary);
        match disk.create(&temporary) {
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

#[derive(Default)]
struct RealDisk {
    file: Option<File>,
}

impl RealDisk {
    fn file(&mut self) -> io::Result<&mut File> {
        self.file.as_mut().ok_or_else(|| io::Error::other("no file was created"))
    }
}

impl Disk for RealDisk {
    fn create(&mut self, temporary: &Path) -> io::Result<()> {
        self.file = Some(OpenOptions::new().write(true).create_new(true).open(temporary)?);
        Ok(())
    }
    fn keep_permissions(&mut self, of: &Path) -> io::Result<()> {
        let permissions = fs::metadata(of)?.permissions();
        self.file()?.set_permissions(permissions)
    }
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file()?.write_all(bytes)
    }
    fn sync(&mut self) -> io::Result<()> {
        self.file()?.sync_all()
    }
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        self.file = None; // Windows does not rename an open file
        fs::rename(from, to)
    }
    fn sync_folder(&mut self, folder: &Path) -> io::Result<()> {
        if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
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
        io::ErrorKind::InvalidFilename => "the file name is too long or not allowed".to_owned(),
        _ => error.to_string(),
    }
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
