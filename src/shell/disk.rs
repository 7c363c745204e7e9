//! The steps by which files are written, one by one, so that a test can let each of them fail.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// Who may read a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// As is usual for this user.
    Usual,
    /// This user alone, from the moment it is created.
    Private,
}

/// What writing asks of a disk. One disk writes one file.
pub trait Disk: Send {
    /// Creates a file that is not there yet.
    fn create(&mut self, temporary: &Path, access: Access) -> io::Result<()>;
    /// Opens a device or a pipe.
    fn open(&mut self, device: &Path) -> io::Result<()>;
    /// Gives the new file the permissions of another.
    fn keep_permissions(&mut self, of: &Path) -> io::Result<()>;
    /// Adds bytes to the file.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Waits until the contents are on the disk.
    fn sync(&mut self) -> io::Result<()>;
    /// Gives the file its name.
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()>;
    /// Waits until the names in a folder are on the disk.
    fn sync_folder(&mut self, folder: &Path) -> io::Result<()>;
    /// Creates a folder for this user alone, and those above it; one that is there is made private.
    fn make_folder(&mut self, folder: &Path) -> io::Result<()>;
}

/// Makes disks.
pub type Disks = Arc<dyn Fn() -> Box<dyn Disk> + Send + Sync>;

/// The real disk.
pub fn real_disk() -> Box<dyn Disk> {
    Box::<RealDisk>::default()
}

/// See [`real_disk`].
#[derive(Default)]
pub struct RealDisk {
    file: Option<File>,
}

impl RealDisk {
    fn file(&mut self) -> io::Result<&mut File> {
        self.file.as_mut().ok_or_else(|| io::Error::other("no file was created"))
    }
}

/// How a file of our own is opened for writing.
pub fn options(access: Access) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    if access == Access::Private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = access; // a user's data folder is the user's own there
    options
}

impl Disk for RealDisk {
    fn create(&mut self, temporary: &Path, access: Access) -> io::Result<()> {
        self.file = Some(options(access).create_new(true).open(temporary)?);
        Ok(())
    }
    fn open(&mut self, device: &Path) -> io::Result<()> {
        self.file = Some(options(Access::Usual).open(device)?);
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
    fn make_folder(&mut self, folder: &Path) -> io::Result<()> {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
            builder.mode(0o700).create(folder)?;
            let is_open = fs::metadata(folder)?.permissions().mode() & 0o077 != 0;
            if is_open { fs::set_permissions(folder, fs::Permissions::from_mode(0o700)) } else { Ok(()) }
        }
        #[cfg(not(unix))]
        builder.create(folder)
    }
}

/// A disk that fails, for the tests of saving, exporting and keeping copies.
#[cfg(test)]
pub mod failing {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Does the real thing, but fails at the n-th step of all disks that share the count.
    pub struct Failing {
        disk: RealDisk,
        steps_until_failure: Arc<AtomicUsize>,
        kind: io::ErrorKind,
        /// A failing write leaves half of its bytes behind, like a full disk does.
        half_written: bool,
    }

    /// Disks that fail once, at the step of this number.
    pub fn disks(steps: usize, kind: io::ErrorKind, half_written: bool) -> Disks {
        let count = Arc::new(AtomicUsize::new(steps));
        Arc::new(move || Box::new(Failing { disk: RealDisk::default(), steps_until_failure: count.clone(), kind, half_written }))
    }

    impl Failing {
        fn step(&mut self) -> io::Result<()> {
            // At zero it wraps around: only this step fails.
            let is_now = self.steps_until_failure.fetch_sub(1, Ordering::Relaxed) == 0;
            if is_now { Err(io::Error::from(self.kind)) } else { Ok(()) }
        }
    }

    impl Disk for Failing {
        fn create(&mut self, temporary: &Path, access: Access) -> io::Result<()> {
            self.step()?;
            self.disk.create(temporary, access)
        }
        fn open(&mut self, device: &Path) -> io::Result<()> {
            self.disk.open(device)
        }
        fn keep_permissions(&mut self, of: &Path) -> io::Result<()> {
            self.step()?;
            self.disk.keep_permissions(of)
        }
        fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
            if let Err(error) = self.step() {
                if self.half_written {
                    self.disk.write(&bytes[..bytes.len() / 2])?;
                }
                return Err(error);
            }
            self.disk.write(bytes)
        }
        fn sync(&mut self) -> io::Result<()> {
            self.step()?;
            self.disk.sync()
        }
        fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
            self.step()?;
            self.disk.rename(from, to)
        }
        fn sync_folder(&mut self, folder: &Path) -> io::Result<()> {
            self.step()?;
            self.disk.sync_folder(folder)
        }
        fn make_folder(&mut self, folder: &Path) -> io::Result<()> {
            self.step()?;
            self.disk.make_folder(folder)
        }
    }
}
