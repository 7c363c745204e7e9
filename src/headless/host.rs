//! The world outside, as the command line needs it.

use crate::scene::skin_doc::{beside, path_flaw};

/// What the commands ask of the machine. The program's edge implements it with real files; tests with maps.
pub trait Host {
    /// The bytes of a file; for `-` those of standard input, also when asked again. Refused before anything is read:
    /// folders, and files larger than [`crate::scene::file::MAX_FILE_BYTES`].
    ///
    /// # Errors
    /// The reason in words, without the path.
    fn read(&mut self, path: &str) -> Result<Vec<u8>, String>;

    /// Writes a file so that a crash leaves either the old or the new content. Devices and pipes (`/dev/null`) are
    /// written in place.
    ///
    /// # Errors
    /// The reason in words, without the path.
    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), String>;

    /// Begins a file that is written piece by piece, so that nothing of it is kept in memory.
    ///
    /// # Errors
    /// The reason in words, without the path.
    fn begin(&mut self, path: &str) -> Result<Box<dyn Output>, String>;

    /// True when both names lead to one file.
    fn is_same_file(&mut self, one: &str, other: &str) -> bool;

    /// True when there is such a file and it is marked read-only.
    fn is_read_only(&mut self, path: &str) -> bool;

    /// Prints to standard output, with what a terminal would act on escaped ([`crate::scene::problem::visible`]).
    ///
    /// # Errors
    /// The reason in words, when nobody listens any more.
    fn out(&mut self, text: &str) -> Result<(), String>;

    /// Prints to standard error, with the same escaped.
    fn err(&mut self, text: &str);

    /// Seconds since some fixed moment, never falling.
    fn seconds(&mut self) -> f64;

    /// The bytes of a picture that lies beside a scene's file, within its folder.
    ///
    /// # Errors
    /// The reason in words, without the path.
    fn read_beside(&mut self, scene: &str, file: &str) -> Result<Vec<u8>, String> {
        if let Some(flaw) = path_flaw(file) {
            return Err(flaw.to_owned());
        }
        self.read(&beside(scene, file))
    }

    /// Copies of unsaved work that programs have left, the newest first.
    fn kept_work(&mut self) -> Vec<KeptWork> {
        Vec::new()
    }

    /// True when something of this path is there.
    fn exists(&mut self, path: &str) -> bool {
        let _ = path;
        false
    }
}

/// The copies of one program's unsaved work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptWork {
    /// What the scene is called.
    pub name: String,
    /// The file it was opened from or saved to.
    pub origin: Option<String>,
    /// Edits that the file lacks.
    pub edits: u64,
    /// When the newest copy was made, in words.
    pub time: String,
    /// Paths of the copies, the newest first.
    pub scenes: Vec<String>,
    /// The program that made them has not ended yet.
    pub is_running: bool,
}

/// A file being written. It is in its place once it is finished; dropped before, it leaves what was there.
pub trait Output {
    /// Adds bytes at the end.
    ///
    /// # Errors
    /// The reason in words, without the path.
    fn write(&mut self, bytes: &[u8]) -> Result<(), String>;

    /// Puts the file in its place.
    ///
    /// # Errors
    /// The reason in words, without the path.
    fn finish(self: Box<Self>) -> Result<(), String>;
}

/// Reads a file.
///
/// # Errors
/// Path and reason.
pub fn read_file(host: &mut dyn Host, path: &str) -> Result<Vec<u8>, String> {
    host.read(path).map_err(|reason| format!("{path}: {reason}"))
}

/// Writes a file.
///
/// # Errors
/// Path and reason.
pub fn write_file(host: &mut dyn Host, path: &str, bytes: &[u8]) -> Result<(), String> {
    host.write(path, bytes).map_err(|reason| format!("{path}: {reason}"))
}

/// What [`Host::out`] gives when whoever read standard output has gone (`… | head -1`): nothing went wrong, but there
/// is nobody left to print for.
pub const NOBODY_READS: &str = "nobody reads on";

/// Prints to standard output.
///
/// # Errors
/// Why nothing can be printed.
pub fn print(host: &mut dyn Host, text: &str) -> Result<(), String> {
    host.out(text).map_err(|reason| if reason == NOBODY_READS { reason } else { format!("standard output: {reason}") })
}

/// Writes the text to the file named, or prints it when there is none.
///
/// # Errors
/// Path and reason, or why nothing can be printed.
pub fn deliver(host: &mut dyn Host, out: Option<&str>, text: &str) -> Result<(), String> {
    match out {
        Some(path) => write_file(host, path, text.as_bytes()),
        None => print(host, text),
    }
}
